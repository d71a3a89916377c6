"""A client of the service's operations, over HTTP or with the WSGI application in this process."""

import io
import json
import sys
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

Json = Any


class Transport(Protocol):
    """Sends a request and returns the status and the body of the response."""

    def send(self, method: str, path: str, body: bytes) -> tuple[int, bytes]: ...


class HttpTransport:
    """Requests over one connection, which is opened again when the server has closed it.

    `headers` may have an API key, for instance `{"Authorization": "Bearer …"}`.
    """

    def __init__(self, base_url: str, headers: dict[str, str] | None = None, timeout: float = 10) -> None:
        address = urlsplit(base_url)
        connect = HTTPSConnection if address.scheme == "https" else HTTPConnection
        self._connection = connect(address.netloc, timeout=timeout)
        self._prefix = address.path.rstrip("/")
        self._headers = {"Content-Type": "application/json", **(headers or {})}

    def send(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        # Every request may be repeated: the service keeps nothing between requests.
        try:
            return self._send(method, path, body)
        except (HTTPException, ConnectionError):
            self._connection.close()
            return self._send(method, path, body)

    def close(self) -> None:
        self._connection.close()

    def _send(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        self._connection.request(method, self._prefix + path, body or None, self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()


class WsgiTransport:
    """Requests to a WSGI application in this process, such as `service.app.create_app()`."""

    def __init__(self, application: Callable[..., Any]) -> None:
        self._application = application

    def send(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        begun: list[Any] = []
        chunks = self._application(_environ(method, path, body), lambda *head: begun.extend(head))
        try:
            response = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        return int(begun[0][:3]), response


def _environ(method: str, path: str, body: bytes) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": unquote(path), "QUERY_STRING": query,
        "CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body),
        "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1", "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr,
        "wsgi.multithread": False, "wsgi.multiprocess": False, "wsgi.run_once": False,
    }  # fmt: skip


class ServiceProblem(Exception):
    """The service returned a problem document."""

    def __init__(self, path: str, status: int, problem: Json) -> None:
        super().__init__(f"{path}: {status} {problem.get('code')}: {problem.get('detail')} {problem.get('errors', '')}")
        self.status, self.problem = status, problem


class Client:
    """Sends JSON and returns JSON."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def post(self, path: str, **body: Json) -> Json:
        """POST an object with these members."""
        status, response = self._transport.send("POST", path, json.dumps(body).encode())
        if status != 200:
            raise ServiceProblem(path, status, json.loads(response))
        return json.loads(response)
