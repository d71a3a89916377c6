"""HTTP request parser: gunicorn's incremental parser, with limits on what a request may cost.

Requests that do not reach the application are answered with problem documents, too.
"""

import json
import re
from http import HTTPStatus
from typing import IO, Any

from gunicorn.asgi import parser as http
from gunicorn.util import split_request_uri

from service.api.problems import MEDIA_TYPE, Problem
from service.runtime import request_context, security_headers

# ---------------------------------------------------------------- error responses of the server itself


_CODES = {413: "body_too_large", 414: "uri_too_long", 500: "internal_error", 503: "overloaded"}
_BUSY = "too many requests are waiting; try again in a moment, or another instance"


class Refused(Exception):
    """A request that the server refuses with `status` and `detail`. `logged` replaces `detail` in the log."""

    def __init__(self, status: int, detail: str = "", logged: str = "") -> None:
        self.status, self.detail, self.logged = HTTPStatus(status), detail, logged or detail
        self.request_id, self._span_id = request_context.new_ids()

    def response(self, base_path: str = "") -> bytes:
        """Return the bytes of the response: a problem document. The connection is closed after it."""
        busy = self.status == HTTPStatus.SERVICE_UNAVAILABLE
        problem = Problem(_CODES.get(self.status, "bad_request"), self.detail or busy * _BUSY)
        document = problem.document()
        body = json.dumps({**document, "type": base_path + document["type"], "status": self.status}).encode()
        fields = [("Connection", "close"), ("Content-Type", MEDIA_TYPE), ("Content-Length", len(body))]
        fields += [
            ("Cache-Control", "no-store"),
            *security_headers.DATA_SECURITY_HEADERS,
            ("X-Request-ID", self.request_id),
        ]
        fields += [("traceparent", f"00-{self.request_id}-{self._span_id}-00"), *busy * [("Retry-After", "1")]]
        head = "".join(f"{name}: {value}\r\n" for name, value in fields)
        return f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\n{head}\r\n".encode("latin-1") + body


# ---------------------------------------------------------------- requests


#: The maximum length of a head, in bytes.
MAX_HEAD_BYTES = 1 << 16

#: The maximum bytes of chunk sizes, extensions and trailers, beyond an eighth of the body: small chunks cost more to
#: parse than they carry.
MAX_FRAMING_BYTES = 1 << 13

#: The detail of the refusal of a request line that is too long.
TOO_LONG = (
    "the request line is too long; send a long state in the body of a POST: /v1/states/picture, /v1/actions/check"
)

# The media types of bodies that are answered while they arrive (service/api/http/streaming.py).
_STREAMED_TYPES = {b"text/plain", b"application/x-ndjson"}

# The value of Host: a name or an address, and perhaps a port (RFC 9110 7.2, RFC 3986 3.2.2). It may be empty.
_HOST = re.compile(rb"(?:\[[0-9A-Za-z:.%~_-]+\]|[0-9A-Za-z._~%!$&'()*+,;=-]*)(?::[0-9]*)?")

_REFUSALS = {
    http.LimitRequestLine: (414, TOO_LONG),
    http.LimitRequestHeaders: (431, "the header fields are too long or too many"),
    http.InvalidRequestMethod: (400, "the method is not an HTTP method"),
    http.InvalidHTTPVersion: (400, "the service supports HTTP/1.0 and HTTP/1.1"),
    http.InvalidHeaderName: (400, "the name of a header field is not allowed"),
    http.UnsupportedTransferCoding: (501, "the only supported Transfer-Encoding is chunked"),
}


class Request:
    """A request: what its head says, and its body as a file.

    `target` is the request target as sent; `path` is the path in it, still encoded. Header fields with an underscore in
    their name are dropped, because in the WSGI environment they would look like others. When the application is called,
    `length` bytes of the query and the body are there; unless the request is `complete`, the others arrive while the
    body is read.
    `must_close` says whether the connection ends with the response. `costly_refusal` is set if the application refused
    a long request, or was overloaded.
    """

    body: IO[bytes]
    complete, length, costly_refusal = False, 0, False

    def __init__(self, parser: "RequestParser") -> None:
        self.method, self.target = parser.method.decode("latin-1"), parser.path.decode("latin-1")
        self.path, self.query = _split(self.target)
        self.version: tuple[int, int] = parser.http_version
        self.headers: list[tuple[bytes, bytes]] = [field for field in parser.headers if b"_" not in field[0]]
        self.must_close = not parser.should_keep_alive or self.method == "CONNECT"

    def set_length(self, length: int) -> None:
        """Describe a chunked body as one of known length."""
        self.headers = [field for field in self.headers if field[0] != b"transfer-encoding"]
        self.headers.append((b"content-length", b"%d" % length))


def _split(target: str) -> tuple[str, str]:
    """Return the path and the query of a request target. Raises `ValueError` if it is not a URL."""
    if target.startswith("/"):  # split_request_uri returns the same, and takes longer
        path, _, query = target.partition("#")[0].partition("?")
        return path, query
    parts = split_request_uri(target)
    return parts.path, parts.query


class RequestParser(http.PythonProtocol):  # type: ignore[misc]
    """The parser of one request after the other.

    `request` is set once the head is parsed; `body` contains the bytes of the body so far. A body of more than
    `max_body_bytes` is not read: the application refuses it for its length.
    """

    def __init__(self, cfg: Any, max_body_bytes: int) -> None:
        limits = ("limit_request_line", "limit_request_fields", "limit_request_field_size")
        super().__init__(
            on_headers_complete=self._on_head, on_body=self._on_body, **{name: getattr(cfg, name) for name in limits}
        )
        self._max_body_bytes = max_body_bytes
        self.next_request()

    def next_request(self) -> bytes:
        """Reset the parser. Returns the bytes that have arrived of the next request."""
        rest: bytes = self.remaining()
        self.reset()
        self.request: Request | None = None
        self.body = bytearray()
        self.received = 0  # bytes of the body, including those taken from `body`
        self.fed = self._head = 0  # bytes of the request so far; bytes of its head
        self.streams = self.expects_continue = False
        return rest

    @property
    def ready(self) -> bool:
        """Whether the application can be called: the request is complete, or is answered while it arrives."""
        return self.request is not None and (self.is_complete or self.streams)

    def feed(self, data: bytes) -> None:
        """Parse the next bytes. Raises `Refused`."""
        if self.is_complete:  # it belongs to the next request
            self._buffer += data
            return
        self.fed += len(data)
        try:
            super().feed(data)
        except (http.ParseError, ValueError) as error:  # ValueError: too many digits for int(), or not a URL
            status, detail = _REFUSALS.get(type(error), (400, str(error)))
            raise Refused(status, detail, f"{type(error).__name__}: {error}") from None
        if self.request is None and self.fed > MAX_HEAD_BYTES:
            raise Refused(431, "the head is too long")
        if self.request is not None and self.is_chunked:
            self._limit_chunks(self.request)

    def _on_head(self) -> bool:
        """Set `request`. Returns whether to skip the body."""
        fields = dict(self.headers)
        host = fields.get(b"host", b"" if self.http_version < (1, 1) else None)
        if host is None or not _HOST.fullmatch(host):  # of several, gunicorn has refused the second
            why = "the value of Host is no host" if host else "an HTTP/1.1 request has a Host header field"
            raise Refused(400, why)
        for name, value in self.headers:
            if name == b"transfer-encoding" and value.lower() != b"chunked":
                raise http.UnsupportedTransferCoding(value.decode("latin-1"))
        if fields.get(b"expect", b"100-continue").lower() != b"100-continue":
            raise Refused(417, "the only supported expectation is 100-continue")
        self.expects_continue = b"expect" in fields and self.http_version >= (1, 1)
        self.streams = fields.get(b"content-type", b"").partition(b";")[0].strip().lower() in _STREAMED_TYPES
        self._head = self.fed - len(self._buffer)
        self.request = Request(self)
        too_long = not self.streams and (self.content_length or 0) > self._max_body_bytes
        self.request.must_close |= too_long
        return too_long

    def _on_body(self, chunk: bytes) -> None:
        self.body += chunk
        self.received += len(chunk)

    def _limit_chunks(self, request: Request) -> None:
        framing = self.fed - self._head - len(self._buffer) - self.received
        if framing > MAX_FRAMING_BYTES + self.received // 8:
            raise Refused(400, "the chunks are too small, or the trailers too long")
        length = self.received + (self._chunk_remaining if self._chunk_state == "data" else 0)
        if length > self._max_body_bytes and not self.streams:
            request.must_close = self.is_complete = True
        if self.is_complete:
            request.set_length(length)

    def _find_line(self, limit: int, error: Exception) -> int:
        end: int = super()._find_line(limit, error)
        if end > 0 and self._state == "chunked" and self._chunk_state == "trailer":  # gunicorn drops trailers unread
            name, colon, value = self._buffer[:end].partition(b":")
            if not colon or not self._is_valid_token(name) or self._has_invalid_header_chars(value):
                raise http.InvalidHeader("a trailer field is malformed")
        return end
