"""Members of the environ that a server may leave out where they would be empty (PEP 3333)."""

import io
from typing import Any

import pytest

from service.app import create_app
from service.settings.service import Settings

EVERYTHING = {
    "ACCESS_LOG": "1",
    "LOG_CARDS": "1",
    "METRICS": "on",
    "RATE_LIMIT": "1000/day",
    "CORS_ORIGINS": "https://table.example",
    "TRUSTED_PROXIES": "1",
}


def answer(method: str, **more: Any) -> tuple[str, dict[str, str], bytes]:
    """The response to a request with what PEP 3333 requires of a server, and `more`."""
    environ = {
        "REQUEST_METHOD": method,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **more,
    }
    started: list[Any] = []
    app = create_app(Settings.from_env(EVERYTHING))
    body = b"".join(app.wsgi_app(environ, lambda *given: started.append(given)))  # type: ignore[arg-type]
    status, headers = started[0]
    return status, dict(headers), body


@pytest.mark.parametrize(
    ("method", "path", "status", "route"),
    [
        ("GET", "/v1/rulesets", "200 OK", "/v1/rulesets"),
        ("POST", "/v1/deals", "415 UNSUPPORTED MEDIA TYPE", "/v1/deals"),
        ("GET", None, "404 NOT FOUND", None),
    ],
)
def test_a_bare_request_is_answered_logged_and_charged_to_the_machine_itself(
    lines: Any, method: str, path: str | None, status: str, route: str | None
) -> None:
    more = {} if path is None else {"PATH_INFO": path}
    got, headers, _ = answer(method, **more)
    (line,) = lines()
    assert (got, line["route"], line["path"], line["body"]) == (status, route, path or "", "")
    assert (line["bytes_in"], line["caller"]) == (None, "local")
    assert headers["X-Request-ID"] == line["trace_id"] and headers["Vary"] == "Origin"
    assert ("RateLimit" in headers) == (route is not None)
