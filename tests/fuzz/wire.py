"""A request is its bytes, as they would come over the wire; this asks an application by them, without a server.

What a server would refuse before the application sees it (a header that is none) is passed on: what stands behind a
server should not rely on it alone.
"""

import io
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

Headers = Iterable[tuple[str, str]]

_OWN_NAMES = {"CONTENT_TYPE", "CONTENT_LENGTH"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def request(method: str, target: str, headers: Headers = (), body: bytes = b"") -> bytes:
    """A request as bytes. It says the length of its body only if the headers do; `environ` knows it anyway."""
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogatepass") + body


def parts(raw: bytes) -> tuple[bytes, bytes, bytes]:
    """The first line of a request, its headers and its body; together with what is between them they are all of it."""
    head, _, body = raw.partition(b"\r\n\r\n")
    line, _, headers = head.partition(b"\r\n")
    return line, headers, body


def joined(line: bytes, headers: bytes, body: bytes) -> bytes:
    """The opposite of `parts`."""
    return line + b"\r\n" + headers + (b"\r\n\r\n" if headers else b"\r\n") + body


def address(raw: bytes) -> tuple[str, str, str]:
    """The method of a request, its path as WSGI has it, and its query string."""
    method, _, rest = parts(raw)[0].partition(b" ")
    target = rest.rpartition(b" ")[0] or rest
    path, _, query = target.partition(b"?")
    return method.decode("latin-1").upper(), unquote_to_bytes(path).decode("latin-1"), query.decode("latin-1")


def environ(raw: bytes) -> dict[str, Any]:
    """The environ that a server would make of a request."""
    _, headers, body = parts(raw)
    method, path, query = address(raw)
    found: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    for header in headers.split(b"\r\n"):
        name, colon, value = header.partition(b":")
        if not colon or b"_" in name:  # gunicorn drops what could be taken for another name
            continue
        key = name.decode("latin-1").strip().upper().replace("-", "_")
        key = key if key in _OWN_NAMES else f"HTTP_{key}"
        text = value.decode("latin-1").strip()
        found[key] = f"{found[key]},{text}" if key in found else text
    if "CONTENT_LENGTH" not in found and "HTTP_TRANSFER_ENCODING" not in found and body:
        found["CONTENT_LENGTH"] = str(len(body))
    return found


def ask(app: Callable[..., Iterable[bytes]], raw: bytes) -> Answer:
    """What the application answers."""
    began: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        began.append((status, headers))
        return lambda written: None

    answered = app(environ(raw), start_response)
    try:
        body = b"".join(answered)
    finally:
        if hasattr(answered, "close"):
            answered.close()
    status, headers = began[-1]
    return Answer(int(status.split(" ")[0]), {name.lower(): value for name, value in headers}, body)
