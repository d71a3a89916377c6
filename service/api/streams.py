"""Bodies that are read as they come, and answered as they are read: a line of NDJSON for each thing in them."""

from collections.abc import Callable, Iterable, Iterator

from flask import Response, request

from service.api.problems import Problem, quote
from service.trail import current

NDJSON = "application/x-ndjson"
CHUNK = 1 << 16
WITHOUT_END = 1 << 62  # None would be the limit of the application

#: Takes a body in chunks, gives the lines of the answer, and before them nothing (b"") once it is clear that it can.
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


def streamed(stream: Stream) -> Response:
    """The answer to a body of any length, in constant memory. Nothing can be refused once it has begun: a body that
    breaks off is told of in the last line."""
    if request.environ.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in ("", "identity"):
        encoding = quote(request.environ["HTTP_CONTENT_ENCODING"])
        raise Problem(
            "unsupported_media_type",
            f"the body is sent as it is, not with Content-Encoding: {encoding}",
            headers={"Accept-Encoding": "identity"},
        )
    request.max_content_length = WITHOUT_END
    body = _Body()
    headers = [("Content-Type", NDJSON), ("Cache-Control", "no-store")]
    answered = _lines(stream, body)
    next(answered)  # what refuses it does so here
    return Response(answered, headers=headers)


class _Body:
    """The chunks of a body; `broken` says that it broke off. The trail of the request is given the first."""

    def __init__(self) -> None:
        self._trail = current.get()
        self._stream = request.stream
        self._left = announced_length()
        self.broken = False

    def __iter__(self) -> Iterator[bytes]:
        while True:
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
            if self._trail is not None and not self._trail.body:
                self._trail.body = chunk
            yield chunk


def _lines(stream: Stream, body: _Body) -> Iterator[bytes]:
    yield from stream(body)
    if body.broken:
        yield b'{"code":"bad_request","detail":"the body breaks off"}\n'
