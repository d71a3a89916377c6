"""The inner parts of gunicorn that the server rests on are those that it was written for.

A new version of gunicorn may change them without a word: then this fails, before anything else does.
"""

import inspect
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import pytest
from gunicorn.asgi.parser import PythonProtocol
from gunicorn.config import Config
from gunicorn.http import wsgi
from gunicorn.util import split_request_uri
from gunicorn.workers import base

from service.server.parser import Request, RequestParser

#: What is called or overridden, and the digest of its source.
PARTS: dict[Callable[..., Any], str] = {
    PythonProtocol: "fe72402943fb078d",
    base.Worker.__init__: "e0f1de2d60574066",
    base.Worker.init_process: "114caccd7a0e3c21",
    base.Worker.init_signals: "65442e0602b05f37",
    base.Worker.handle_quit: "2944b41327615dc6",
    base.Worker.handle_abort: "ca347b2ae3685c09",
    base.Worker.load_wsgi: "18b02fc35e964f2b",
    wsgi.create: "2c35d4a2dc629ede",
    wsgi.default_environ: "b7e18b84d829cb5a",
    wsgi.Response: "d67f8e6b29d76622",
    split_request_uri: "6c113a84201fd00b",
}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__qualname__)
def test_no_inner_part_that_the_server_rests_on_has_changed(part: Callable[..., Any]):
    found = sha256(inspect.getsource(part).encode()).hexdigest()[:16]
    assert found == PARTS[part], (
        f"gunicorn {version('gunicorn')} has another {part.__module__}.{part.__qualname__} than service/server was "
        f"written for. Read what changed, adapt service/server, run tests/server and make stress, and then write "
        f"{found!r} here."
    )


def test_a_request_has_all_that_gunicorn_reads_of_one():
    config: Any = Config()
    parser = RequestParser(config, 100)
    parser.feed(b"GET /a%20b?c=d HTTP/1.1\r\nHost: x:1\r\nX-A: 1\r\nX-A: 2\r\n\r\n")
    assert isinstance(parser.request, Request)
    parser.request.body = None  # type: ignore[assignment]
    _, environ = wsgi.create(parser.request, None, ("192.0.2.1", 5), ("192.0.2.2", 80), config)
    expected = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/a b",
        "SCRIPT_NAME": "",
        "QUERY_STRING": "c=d",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.0.2.1",
        "wsgi.url_scheme": "http",
        "HTTP_HOST": "x:1",
        "HTTP_X_A": "1,2",
    }
    assert {name: environ.get(name) for name in expected} == expected
