"""What has arrived of a request: whether it is there whole, without looking at what it says."""

import re

#: The longest head that is waited for, in bytes; what is longer is left to the parser to refuse.
MOST_HEAD = 1 << 16

#: The longest request that is waited for. Of a longer one the rest is read while it is answered.
MOST_BYTES = 5 << 20

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.I)
_CODINGS = re.compile(rb"\r\ntransfer-encoding:([^\r\n]*)", re.I)
_EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.I)
# What is answered while it is read (service/api/streams.py).
_STREAM = re.compile(rb"\r\ncontent-type:[ \t]*(?:text/plain|application/x-ndjson)[ \t]*[;\r]", re.I)
_SIZE = re.compile(rb"([0-9a-f]{1,8})[^\r\n]{0,256}\r\n", re.I)
_LONGEST_SIZE = 300
_HEALTH = re.compile(rb"(?:GET|HEAD) /(?:livez|readyz)[ ?]")


class Incoming:
    """The bytes of a connection from where a request begins. Whatever is no request counts as whole, so that the parser
    says so."""

    def __init__(self) -> None:
        self._arrived = bytearray()
        self._searched = 0  # for the end of the head
        self._end: int | None = None  # of the head, and later of what is known to come
        self._chunked = self._streams = False
        self.expects = False
        self.coding: bytes | None = None  # the transfer coding, if it is one that is not taken here

    def __len__(self) -> int:
        return len(self._arrived)

    def add(self, arrived: bytes) -> None:
        self._arrived += arrived

    def whole(self) -> bool:
        """Whether no more of it is waited for."""
        if self._end is None and not self._read_head():
            return len(self._arrived) > MOST_HEAD
        return self.complete() or self._streams or len(self._arrived) >= MOST_BYTES

    def complete(self) -> bool:
        """Whether it is there to its last byte."""
        if self._chunked:
            self._read_chunks()
        return not self._chunked and self._end is not None and len(self._arrived) >= self._end

    def is_about_health(self) -> bool:
        """Whether it is asked how the service does."""
        return _HEALTH.match(self._arrived) is not None

    def taken(self) -> bytes:
        """All that has arrived."""
        return bytes(self._arrived)

    def _read_head(self) -> bool:
        """Whether the head is there. It says how long the request is, and whether its sender waits to be encouraged."""
        found = self._arrived.find(b"\r\n\r\n", max(0, self._searched - 3))
        self._searched = len(self._arrived)
        if found < 0:
            return False
        self._end = found + 4
        head = bytes(self._arrived[: found + 2])
        codings = b",".join(_CODINGS.findall(head)).strip(b" \t").lower()
        self._chunked = codings == b"chunked"
        if codings and not self._chunked:
            self.coding = codings
        self._streams = _STREAM.search(head) is not None
        length = None if self._chunked else _LENGTH.search(head)
        if length:
            self._end += int(length[1])
        self.expects = _EXPECTS.search(head) is not None and len(self._arrived) == found + 4
        return True

    def _read_chunks(self) -> None:
        """Goes on to the last chunk that has arrived; after the one of no bytes there is an empty line, or trailers."""
        assert self._end is not None
        while self._chunked and len(self._arrived) >= self._end:
            found = _SIZE.match(self._arrived, self._end)
            size = int(found[1], 16) if found else 0
            if found and size:
                self._end = found.end() + size + 2
            elif found:
                last = self._arrived.find(b"\r\n\r\n", found.end() - 2)
                if last < 0 and len(self._arrived) - found.end() <= MOST_HEAD:
                    return
                self._chunked = False
            elif self._arrived.find(b"\n", self._end) < 0 and len(self._arrived) - self._end < _LONGEST_SIZE:
                return
            else:
                self._chunked = False  # it is no chunk, as the parser will say
