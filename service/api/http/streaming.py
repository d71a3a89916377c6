"""Streaming requests and responses: a line of NDJSON for each item of the body, while the body arrives."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING

import msgspec
from flask import Response, request

from service.api.problems import Problem, quote
from service.pool import DeadlineExceeded, Overloaded
from service.runtime.request_context import current

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

NDJSON = "application/x-ndjson"
CHUNK = 1 << 16
WITHOUT_END = 1 << 62  # with None the limit of the application would apply

# The time that a client may take to send and read: `PATIENCE` seconds, and a second more for each `LEAST_RATE` bytes.
PATIENCE = 30.0
LEAST_RATE = 1024

#: Takes the chunks of a body and yields the lines of the response. An exception before the first line refuses the
#: request; afterwards a `Problem`, `Overloaded` or `DeadlineExceeded` becomes the last line.
Stream = Callable[[Iterable[bytes]], Iterator[bytes]]


def media_type(environ: "WSGIEnvironment") -> str:
    """Return the media type of the body, without its parameters."""
    sent: str = environ.get("CONTENT_TYPE", "")
    return sent.partition(";")[0].strip().lower()


def announced_length(environ: "WSGIEnvironment") -> int | None:
    """Return the Content-Length of the request, or None. Raises a `Problem`, because not every server checks it."""
    length: str = environ.get("CONTENT_LENGTH", "")
    if not length:
        return None
    if not (length.isascii() and length.isdigit() and len(length) <= 100):
        raise Problem("bad_request", f"Content-Length: {quote(length)} is not a length")
    return int(length)


def require_uncompressed(environ: "WSGIEnvironment") -> None:
    """Raise the `Problem` `unsupported_media_type` for a body with a content encoding."""
    encoding: str = environ.get("HTTP_CONTENT_ENCODING", "")
    if encoding.strip().lower() not in ("", "identity"):
        raise Problem(
            "unsupported_media_type",
            f"the body must be sent uncompressed, not with Content-Encoding: {quote(encoding)}",
            headers={"Accept-Encoding": "identity"},
        )


def streamed(stream: Stream, price: Callable[[int], int]) -> Response:
    """Return the streaming response to a body of any length, in constant memory.

    `price` gives the cost of a body of a length in bytes. The cost beyond that of an empty body is charged while the
    bytes arrive. A response that has begun cannot be refused any more; its last line says why it ends early.
    """
    require_uncompressed(request.environ)
    request.max_content_length = WITHOUT_END
    pace = _Pace()
    body = _Body(pace, price)
    headers = [("Content-Type", NDJSON), ("Cache-Control", "no-store")]
    answered = _lines(stream(body), body, pace)
    next(answered)  # exceptions that refuse the request are raised here
    return Response(answered, headers=headers)


class _Pace:
    """The bytes sent and read by the client, and the time that the client took for them."""

    def __init__(self) -> None:
        self._bytes, self._seconds = 0, 0.0

    def add(self, size: int, seconds: float) -> None:
        self._bytes += size
        self._seconds += seconds
        if self._seconds > PATIENCE + self._bytes / LEAST_RATE:
            raise Problem("deadline_exceeded", f"fewer than {LEAST_RATE} bytes a second were sent and read")


class _Body:
    """The chunks of a body. Each is charged to the caller; the first is stored in the request context.

    `broken` says that the body broke off.
    """

    def __init__(self, pace: _Pace, price: Callable[[int], int]) -> None:
        self._context = current.get()
        self._stream = request.stream
        self._left = announced_length(request.environ)
        self._pace, self._price = pace, price
        self._size = 0
        self.broken = False

    def __iter__(self) -> Iterator[bytes]:
        while True:
            began = monotonic()
            try:
                chunk = self._stream.read(CHUNK)
            except Exception:  # servers have their own exceptions for invalid bodies
                self.broken = True
                return
            if not chunk:
                self.broken = bool(self._left)
                return
            if self._left is not None:
                self._left -= len(chunk)
            self._pace.add(len(chunk), monotonic() - began)
            self._charge(len(chunk))
            if self._context is not None and not self._context.body:
                self._context.body = chunk
            yield chunk

    def _charge(self, more: int) -> None:
        before, self._size = self._size, self._size + more
        units = self._price(self._size) - self._price(before)
        if units and self._context is not None:
            self._context.charge(units)


def _lines(lines: Iterator[bytes], body: _Body, pace: _Pace) -> Iterator[bytes]:
    """Yield an empty first item, when the request can no longer be refused; then the lines of the response."""
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
        yield last_line("deadline_exceeded", "the next part took longer to compute than allowed")
    else:
        if body.broken:
            yield last_line("bad_request", "the body breaks off")


def last_line(code: str, detail: str) -> bytes:
    """Return the last line of a stream that ends early, with the reason."""
    return msgspec.json.encode({"code": code, "detail": detail}) + b"\n"
