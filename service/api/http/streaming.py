"""Bodies that are read as they come, and answered as they are read: a line of NDJSON for each thing in them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from time import monotonic

import msgspec
from flask import Response, request

from service.api.problems import Problem, quote
from service.pool import DeadlineExceeded, Overloaded
from service.request_context import current

NDJSON = "application/x-ndjson"
CHUNK = 1 << 16
WITHOUT_END = 1 << 62  # None would be the limit of the application

# How slowly a client may send and read, both together: so many seconds, and one more for each so many bytes.
PATIENCE = 30.0
LEAST_RATE = 1024

#: Takes a body in chunks, gives the lines of the answer. What it raises before the first of them refuses the request;
#: after that a `Problem`, `Overloaded` or `DeadlineExceeded` becomes the last line.
Stream = Callable[[Iterable[bytes]], Iterator[bytes]]


def media_type() -> str:
    """The media type of the body, without its parameters."""
    sent: str = request.environ.get("CONTENT_TYPE", "")
    return sent.partition(";")[0].strip().lower()


def announced_length() -> int | None:
    """How many bytes the body is said to have, None if nothing is said; or a `Problem`: not every server looks."""
    said: str = request.environ.get("CONTENT_LENGTH", "")
    if not said:
        return None
    if not (said.isascii() and said.isdigit() and len(said) <= 100):
        raise Problem("bad_request", f"Content-Length: {quote(said)} is no length")
    return int(said)


def streamed(stream: Stream, price: Callable[[int], int]) -> Response:
    """The answer to a body of any length, in constant memory. `price` is that of a body of so many bytes; what it adds
    to that of an empty one is charged as the bytes come. A stream that has begun to answer is not refused any more: its
    last line tells why it ends early."""
    if request.environ.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in ("", "identity"):
        encoding = quote(request.environ["HTTP_CONTENT_ENCODING"])
        raise Problem(
            "unsupported_media_type",
            f"the body is sent as it is, not with Content-Encoding: {encoding}",
            headers={"Accept-Encoding": "identity"},
        )
    request.max_content_length = WITHOUT_END
    pace = _Pace()
    body = _Body(pace, price)
    headers = [("Content-Type", NDJSON), ("Cache-Control", "no-store")]
    answered = _lines(stream(body), body, pace)
    next(answered)  # what refuses it does so here
    return Response(answered, headers=headers)


class _Pace:
    """How much has been sent and read, and how long the client took for it."""

    def __init__(self) -> None:
        self._bytes, self._seconds = 0, 0.0

    def add(self, size: int, seconds: float) -> None:
        self._bytes += size
        self._seconds += seconds
        if self._seconds > PATIENCE + self._bytes / LEAST_RATE:
            raise Problem("deadline_exceeded", f"fewer than {LEAST_RATE} bytes a second were sent and read")


class _Body:
    """The chunks of a body, each charged for; `broken` says that it broke off. The trail of the request is given the
    first."""

    def __init__(self, pace: _Pace, price: Callable[[int], int]) -> None:
        self._trail = current.get()
        self._stream = request.stream
        self._left = announced_length()
        self._pace, self._price = pace, price
        self._size = 0
        self.broken = False

    def __iter__(self) -> Iterator[bytes]:
        while True:
            began = monotonic()
            try:
                chunk = self._stream.read(CHUNK)
            except Exception:  # a server has errors of its own for a body that is not sent as it should be
                self.broken = True
                return
            if not chunk:
                self.broken = bool(self._left)
                return
            if self._left is not None:
                self._left -= len(chunk)
            self._pace.add(len(chunk), monotonic() - began)
            self._charge(len(chunk))
            if self._trail is not None and not self._trail.body:
                self._trail.body = chunk
            yield chunk

    def _charge(self, more: int) -> None:
        before, self._size = self._size, self._size + more
        units = self._price(self._size) - self._price(before)
        if units and self._trail is not None:
            self._trail.charge(units)


def _lines(lines: Iterator[bytes], body: _Body, pace: _Pace) -> Iterator[bytes]:
    """Nothing at first, once it is clear that the request is not refused; then the answer."""
    first = next(lines, b"")
    yield b""
    try:
        for line in chain((first,), lines):
            began = monotonic()
            yield line
            pace.add(len(line), monotonic() - began)
    except Problem as problem:
        yield last_line(problem.code, problem.detail)
    except Overloaded as overloaded:
        yield last_line("overloaded", str(overloaded))
    except DeadlineExceeded:
        yield last_line("deadline_exceeded", "what came next took longer to compute than it may")
    else:
        if body.broken:
            yield last_line("bad_request", "the body breaks off")


def last_line(code: str, detail: str) -> bytes:
    """The line that says why a stream ends before its body has been answered."""
    return msgspec.json.encode({"code": code, "detail": detail}) + b"\n"
