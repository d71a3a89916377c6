"""What observers of responses are told, and when."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from service.middleware.access_log import AccessLog
from service.middleware.observability import observe
from service.runtime.request_context import RequestContext, current
from service.runtime.worker_threads import WouldWait

ENVIRON = {"REQUEST_METHOD": "GET", "PATH_INFO": "/a", "QUERY_STRING": "b", "HTTP_X_REQUEST_ID": "mine"}


class Observer:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, int]] = []

    def on_response(self, environ: Any, context: RequestContext, status: int, size: int, seconds: float) -> None:
        assert 0 <= seconds < 600
        self.told.append((context.request_id, status, size))


class Body:
    """The body of a response."""

    closed = 0

    def __iter__(self) -> Iterator[bytes]:
        assert current.get() is None, "the context is that of another request by then"
        yield from (b"abc", b"de")

    def close(self) -> None:
        self.closed += 1


def answered(body: Any, status: str = "200 OK", **headers: str) -> tuple[Observer, Any, dict[str, str]]:
    observer, found = Observer(), dict[str, str]()

    def app(environ: Any, start: Any) -> Any:
        context = current.get()
        assert context is not None
        context.headers.append(("X-Of-The-Context", "1"))
        start(status, [(name.replace("_", "-"), value) for name, value in headers.items()])
        return body

    def start(line: str, sent: list[tuple[str, str]], *error: Any) -> Any:
        assert line == status
        found.update(sent)
        return lambda piece: None

    response = observe(app, [observer], None, None)(dict(ENVIRON), start)
    assert current.get() is None
    return observer, response, found


def test_a_stream_is_told_when_it_is_closed_with_the_bytes_that_were_read():
    body = Body()
    observer, response, headers = answered(body)
    assert observer.told == [] and headers["X-Of-The-Context"] == "1"
    assert b"".join(response) == b"abcde"
    assert (observer.told, body.closed) == ([], 0)
    response.close()
    assert (observer.told, body.closed) == ([("mine", 200, 5)], 1)


def test_a_stream_that_cannot_be_closed_is_told_too():
    observer, response, _ = answered([b"abc"])
    next(iter(response))
    response.close()
    assert observer.told == [("mine", 200, 3)]


@pytest.mark.parametrize(
    ("status", "headers", "size"),
    [("200 OK", {"Content_Length": "5"}, 5), ("204 No Content", {}, 0), ("304 Not Modified", {}, 0)],
)
def test_a_complete_response_is_told_before_it_is_sent(status: str, headers: dict[str, str], size: int):
    observer, _, _ = answered([b"abcde"], status, **headers)
    assert observer.told == [("mine", int(status[:3]), size)]


@pytest.mark.parametrize(
    "own",
    [
        {},
        {"Content-Security-Policy": "default-src 'self'"},
        {"Cross-Origin-Resource-Policy": "cross-origin"},
        {"Content-Security-Policy": "default-src 'self'", "Cross-Origin-Resource-Policy": "cross-origin"},
        {"X-Of-The-Application": "1"},
    ],
)
def test_each_security_header_is_there_once_and_the_application_may_choose(own: dict[str, str]):
    """docs/security.md."""
    sent: list[tuple[str, str]] = []

    def app(environ: Any, start: Any) -> list[bytes]:
        start("204 No Content", list(own.items()))
        return []

    observe(app, [], None, None)(dict(ENVIRON), lambda line, headers: sent.extend(headers) or sent.append)
    ids = {"X-Request-ID", "traceparent"}
    assert sorted(header for header in sent if header[0] not in ids) == sorted(
        {
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            **own,
        }.items()
    )


def test_a_request_that_comes_again_is_given_back_and_told_to_nobody():
    observer, given_back = Observer(), list[str]()

    def app(environ: Any, start: Any) -> Any:
        context = current.get()
        assert context is not None
        context.refund = lambda: given_back.append(context.request_id)
        raise WouldWait

    with pytest.raises(WouldWait):
        observe(app, [observer], None, None)(dict(ENVIRON), lambda *given: lambda piece: None)
    assert (given_back, observer.told, current.get()) == (["mine"], [], None)


def test_a_line_of_the_log_as_a_whole():
    lines: list[bytes] = []
    log = AccessLog(cards=True, write=lines.append)
    context = RequestContext("mine", "t" * 32, "s" * 16)
    context.route, context.caller, context.body = "/a", "club", b"{}"
    context.recorded = {"problem": {"not_found": 1}, "ruleset": {"x@1": 2}, "violation": {"y": 3}, "cache": {"z": 4}}
    log.on_response({**ENVIRON, "CONTENT_LENGTH": "2"}, context, 404, 7, 0.0123456)
    (line,) = lines
    members = msgspec.json.decode(line)
    assert line.endswith(b"}\n") and members.pop("time").endswith("Z")
    assert members == {
        "level": "INFO",
        "message": "request",
        "request_id": "mine",
        "trace_id": "t" * 32,
        "span_id": "s" * 16,
        "method": "GET",
        "route": "/a",
        "status": 404,
        "ms": 12.346,
        "bytes_in": 2,
        "bytes_out": 7,
        "caller": "club",
        "problem": "not_found",
        "rulesets": {"x@1": 2},
        "violations": {"y": 3},
        "cache": {"z": 4},
        "path": "/a?b",
        "body": "{}",
    }
    log.on_response({**ENVIRON, "REQUEST_METHOD": "x" * 17, "CONTENT_LENGTH": "1" * 19}, context, 404, 7, 0.0)
    last = msgspec.json.decode(lines[1])
    assert (last["method"], last["bytes_in"]) == ("x" * 16, int("1" * 19))


def test_an_address_that_is_no_utf_8_is_logged_with_what_can_be_read_of_it():
    """PEP 3333: a character of the environ is a byte. One that cannot be, from another server, fails no request."""
    lines: list[bytes] = []
    context = RequestContext("mine", "t" * 32, "s" * 16)
    environ = {**ENVIRON, "PATH_INFO": "/\xc3\xa4\xff\u20ac"}
    AccessLog(cards=True, write=lines.append).on_response(environ, context, 404, 7, 0.0)
    assert msgspec.json.decode(lines[0])["path"] == "/ä\ufffd??b"
