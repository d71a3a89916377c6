"""Streams of records, as text or as one JSON value per line, read in the memory of one record."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import BinaryIO, Literal, NamedTuple

from service.records.json_form import from_json
from service.records.json_values import MemberTwiceError, count_nodes, decode, is_too_deep
from service.records.model import NODES, Problem, Reading, Record
from service.records.recognition import FORMAT_PAGE, looks_like
from service.records.text import parser, tokens, writer

LINE = 1 << 20  # the most bytes of a line of NDJSON, and of a record in a stream of text

Kind = Literal["text", "ndjson"]
Readings = Iterator[tuple[int, Reading]]


def of_text(file: BinaryIO, first: int = 1, end: int | None = None) -> Readings:
    """Yield the records of a text, each with the line where it begins. The arguments are those of `lines`."""
    for reading in parser.read_many(file, first, end):
        yield reading.places[""][0], reading


def of_ndjson(file: BinaryIO, first: int = 1, end: int | None = None) -> Readings:
    """Yield the records of NDJSON, an object or a text in each line, with its line number."""
    for number, content, whole in tokens.lines(file, LINE, first, end):
        if content.strip():
            yield number, of_json(content) if whole else _unread(*_TOO_LONG["ndjson"])


def of_json(content: bytes) -> Reading:
    """Return the record of JSON in UTF-8: an object, or a string with the text form.

    JSON with too many values, or too much nesting, is not decoded.
    """
    if not content.lstrip().startswith(b'"') and count_nodes(content) > NODES:
        return _unread("record.limit", f"a record has at most {NODES} commas, colons and brackets")
    if is_too_deep(content):
        return _unread("member.type", "arrays and objects are nested too deeply")
    try:
        value = decode(content)
    except MemberTwiceError as error:
        return _unread("member.twice", str(error))
    except ValueError:  # includes invalid UTF-8 and numbers with too many digits
        what = looks_like(content)
        if content.startswith(writer.HEADER.encode()):
            what = "a record as text, which is sent as a string, or kept in a file named .piquet"
        looks = f"; it looks like {what}" if what not in ("", "JSON") else ""
        return _unread("member.type", f"this is not JSON{looks}; {FORMAT_PAGE} describes the format of records")
    return parser.read(value) if isinstance(value, str) else from_json(value)


def _unread(code: str, message: str) -> Reading:
    return Reading(Record(), [Problem(code, message)])


# ---------------------------------------------------------------- streams


class Part(NamedTuple):
    """A record of a stream as sent: the line where it begins, and its bytes, None if there are more than `LINE`.

    The part before the first header of a text may have no record.
    """

    line: int
    content: bytes | None


_BEGINS: dict[Kind, bytes] = {"text": writer.HEADER.encode(), "ndjson": b""}
_TOO_LONG = {
    "text": ("record.limit", f"a record of a stream has at most {LINE} bytes"),
    "ndjson": ("line.too_long", f"a line has at most {LINE} bytes"),
}


def batches(kind: Kind, chunks: Iterable[bytes], most: int) -> Iterator[tuple[int, list[Part]]]:
    """Yield the records that each chunk of a stream completes, up to `most` at a time, with the bytes so far."""
    splitter = _Splitter(_BEGINS[kind])
    received = 0
    for chunk in chunks:
        received += len(chunk)
        parts = splitter.feed(chunk)
        while batch := list(islice(parts, most)):
            yield received, batch
    if last := list(splitter.end()):
        yield received, last


def read_part(kind: Kind, part: Part) -> tuple[int, Reading] | None:
    """Return the record of a part with the line where it begins; None if the part has no record."""
    if part.content is None:
        return part.line, _unread(*_TOO_LONG[kind])
    if kind == "ndjson":
        return part.line, of_json(part.content)
    return next(of_text(BytesIO(part.content), part.line), None)


class _Splitter:
    """A stream that is cut before each line that begins with `begins`.

    Drops blank parts, and the bytes of parts that are too long.
    """

    def __init__(self, begins: bytes) -> None:
        self._mark = b"\n" + begins
        self._rest = bytearray()  # the start of the part that has not ended
        self._line = 1  # where that part begins
        self._dropped: int | None = None  # line ends in the dropped bytes of that part; None if none were dropped

    def feed(self, chunk: bytes) -> Iterator[Part]:
        """Yield the parts that end in the chunk. Read all of them before you feed the next chunk."""
        start, at = 0, max(len(self._rest) - len(self._mark), 0)
        self._rest += chunk
        while (at := self._rest.find(self._mark, at)) >= 0:
            at += 1
            yield from self._part(start, at)
            start = at
        del self._rest[:start]
        if len(self._rest) > LINE + len(self._mark):  # the last bytes may begin the next part
            end = len(self._rest) - len(self._mark)
            self._dropped = (self._dropped or 0) + self._rest.count(b"\n", 0, end)
            del self._rest[:end]

    def end(self) -> Iterator[Part]:
        """Yield the last part."""
        yield from self._part(0, len(self._rest))

    def _part(self, start: int, end: int) -> Iterator[Part]:
        content = bytes(self._rest[start:end])
        if self._dropped is not None or len(content.removesuffix(b"\n")) > LINE:
            yield Part(self._line, None)
        elif content and not content.isspace():
            yield Part(self._line, content)
        self._line += content.count(b"\n") + (self._dropped or 0)
        self._dropped = None


def readings_of(kind: str, content: bytes, line: int = 1) -> Iterator[tuple[int, Reading]]:
    """Yield the records of a content of this kind, each with the line where it begins."""
    if kind == "json":
        return iter([(1, of_json(content))])
    return (of_ndjson if kind == "ndjson" else of_text)(BytesIO(content), line)
