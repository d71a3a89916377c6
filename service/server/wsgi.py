"""WSGI (PEP 3333): the environ of a request, and the response that the application starts.

One response is one piece of bytes, head and body together, as far as the application returns it at once.
"""

import sys
import time
from collections.abc import Callable, Iterable
from email.utils import formatdate
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from service.server.parser import Request

#: The name of the service in responses. It tells clients nothing of what the service is made of.
SERVER = "piquet-referee"

#: The bytes that a status line and header fields may have (RFC 9112, 9110), and the ends of lines.
_ALLOWED = bytes([9, 10, 13, *range(0x20, 0x7F), *range(0x80, 0x100)])

# The longest piece of a body that is joined to the head.
_COPIED = 1 << 16

_WITHOUT_PREFIX = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


def connection_environ(client: Any, server: Any, workers: int) -> "WSGIEnvironment":
    """Return the members of the environ that all requests of a connection share.

    `client` and `server` are addresses: a pair of host and port, or the path of a Unix socket.
    """
    host, port = server[:2] if isinstance(server, tuple) else ("localhost", "")
    environ = {
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": workers > 1,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        "SCRIPT_NAME": "",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": "",
    }
    if isinstance(client, tuple):
        environ |= {"REMOTE_ADDR": client[0], "REMOTE_PORT": str(client[1])}
    return environ


def request_environ(request: "Request", shared: "WSGIEnvironment") -> "WSGIEnvironment":
    """Return the environ of a request, with the `shared` members of its connection.

    Repeated header fields are joined. `RAW_URI` is there if the path was decoded, or a fragment dropped.
    """
    environ = {
        **shared,
        "REQUEST_METHOD": request.method,
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1") if "%" in (path := request.path) else path,
        "QUERY_STRING": request.query,
        "SERVER_PROTOCOL": "HTTP/1.1" if request.version == (1, 1) else "HTTP/1.0",
        "wsgi.input": request.body,
    }
    if "%" in path or "#" in request.target:
        environ["RAW_URI"] = request.target
    repeated: dict[str, list[str]] = {}
    for field, value in request.headers:
        name = _variable(field) if len(field) <= 64 else _variable.__wrapped__(field)
        text = value.decode("latin-1")
        if name in environ:
            repeated.setdefault(name, [environ[name]]).append(text)
        else:
            environ[name] = text
    for name, values in repeated.items():
        environ[name] = ",".join(values)
    return environ


@lru_cache(maxsize=256)
def _variable(field: bytes) -> str:
    """Return the variable of a header field, whose name has lowercase letters."""
    return _WITHOUT_PREFIX.get(field) or "HTTP_" + field.decode("latin-1").upper().replace("-", "_")


class Response:
    """The response to a request. The application calls `start`, and the server `write` for each piece of the body.

    `send` gets the bytes. `must_close` says whether the connection ends with the response.
    """

    status = 0

    def __init__(self, request: "Request", send: Callable[[bytes], None], must_close: bool) -> None:
        self.must_close = must_close or request.must_close
        self._request, self._send = request, send
        self._head: bytes | None = None  # the head, until it is sent
        self._left: int | None = None  # bytes of the body that are announced and not yet sent
        self._chunked = self._no_body = False
        self.begun = False

    def start(self, status: str, headers: Iterable[tuple[str, str]], error: Any = None) -> Callable[[bytes], None]:
        """Set the status and the headers: `start_response` of PEP 3333. Raises `ValueError` for what is no header."""
        if self.begun and error:
            raise error[1].with_traceback(error[2])
        self.status = code = int(status[:3])
        self._no_body = self._request.method == "HEAD" or code in (204, 304) or code < 200
        fields = [f"{name}: {value}\r\n" for name, value in headers if code != 204 or name != "Content-Length"]
        announced = next((value for name, value in headers if name.lower() == "content-length"), None)
        self._left = None if announced is None or self._no_body else int(announced)
        unknown = self._left is None and not self._no_body
        self._chunked = unknown and self._request.version >= (1, 1)
        self.must_close |= unknown and not self._chunked
        first = (
            f"HTTP/{'1.1' if self._request.version == (1, 1) else '1.0'} {status}\r\nServer: {SERVER}\r\n"
            f"Date: {_date(int(time.time()))}\r\nConnection: {'close' if self.must_close else 'keep-alive'}\r\n"
        )
        coding = "Transfer-Encoding: chunked\r\n" if self._chunked else ""
        head = "".join((first, coding, *fields, "\r\n")).encode("latin-1")
        lines = 5 + self._chunked + len(fields)
        if head.count(b"\n") != lines or head.count(b"\r") != lines or head.translate(None, _ALLOWED):
            raise ValueError("a header field has a control character")
        self._head = head
        return self.write

    def write(self, piece: bytes) -> None:
        """Send the head, unless that is done, and a piece of the body."""
        if self._no_body or (self._chunked and not piece):
            piece = b""
        elif self._chunked:
            piece = b"%x\r\n%b\r\n" % (len(piece), piece)
        elif self._left is not None:
            piece = piece[: self._left]
            self._left -= len(piece)
        self._emit(piece)

    def end(self) -> None:
        """Send what is left. Raises `ValueError` if the body is shorter than announced."""
        self._emit(b"0\r\n\r\n" if self._chunked else b"")
        if self._left:
            raise ValueError(f"{self._left} bytes of the body are missing")

    def _emit(self, piece: bytes) -> None:
        if self._head is not None:
            head, self._head, self.begun = self._head, None, True
            if len(piece) > _COPIED:
                self._send(head)
            else:
                piece = head + piece
        if piece:
            self._send(piece)


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)
