"""The service as it is served: what comes over the wire, and how it stops."""

import json
import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.helpers.running_service import Server, running

HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

#: The status of the one response, and what is sent: 400 (RFC 9112, 3, 6.3, 7.1, 8), 501 for a transfer coding that is
#: not understood (6.1), 431 for header fields that are too long (RFC 6585, 5).
HOSTILE = {
    "a chunk of no size": (400, HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
    "a length and chunks": (
        400,
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    ),
    "a coding nobody knows": (501, HEAD + b"Transfer-Encoding: identity, xchunked\r\n\r\n{}"),
    "a body that breaks off": (400, HEAD + b"Content-Length: 100\r\n\r\n{}"),
    "a negative length": (400, HEAD + b"Content-Length: -5\r\n\r\n{}"),
    "a length that is none": (400, HEAD + b"Content-Length: ten\r\n\r\n{}"),
    "no HTTP": (400, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"),
    "no host": (400, b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n"),
    "a header too long": (431, b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 100_000 + b"\r\n\r\n"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("gunicorn") / "log", METRICS="on") as started:
        yield started


def said_to(server: Server, sent: bytes) -> bytes:
    """All that comes back for these bytes, up to the end of the connection, which the service has to make."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while piece := connection.recv(65536):
            received += piece
        return received


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_request_is_refused_with_a_problem_and_the_next_is_served(server: Server, what: str):
    status, sent = HOSTILE[what]
    head, _, body = said_to(server, sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), head
    assert b"\r\nContent-Length: %d\r\n" % len(body) in head, "one response and nothing behind it"
    assert b"application/problem+json" in head and b"\r\nX-Content-Type-Options: nosniff\r\n" in head
    assert b"\r\nCache-Control: no-store\r\n" in head and b"frame-ancestors 'none'" in head
    request_id = re.search(rb"\r\nX-Request-ID: ([0-9a-f]{32})\r\n", head)
    assert request_id and b"\r\ntraceparent: 00-%b-" % request_id[1] in head
    assert request_id[1].decode() in server.log.read_text()
    problem = json.loads(body)
    assert problem["status"] == status and problem["code"]
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("GET", "/livez")
        assert connection.getresponse().status == 200


#: What would tell a stranger where to look for holes: a version (but not HTTP's), or what the service is made with.
BANNER = re.compile(rb"(?<!HTTP/)\b\d+\.\d+|python|gunicorn|flask|werkzeug", re.I)
ANSWERED = {
    "an answer": (200, b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n"),
    "a page": (200, b"GET /docs/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    "an old answer": (200, b"GET /livez HTTP/1.0\r\n\r\n"),
    "no address": (404, b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"),
    "no JSON": (400, HEAD + b"Content-Length: 1\r\n\r\n{"),
}


@pytest.mark.parametrize("what", [*ANSWERED, *HOSTILE])
def test_no_answer_and_no_refusal_tells_what_it_is_made_with(server: Server, what: str):
    status, sent = (ANSWERED | HOSTILE)[what]
    head, _, body = said_to(server, sent).partition(b"\r\n\r\n")
    assert re.match(rb"HTTP/1\.[01] %d " % status, head), head
    assert (b"\r\nServer: piquet-referee\r\n" in head) == (what in ANSWERED)
    assert not BANNER.search(head), head
    assert (b"application/problem+json" in head) == (status >= 400)
    if status >= 400:
        assert not BANNER.search(body), body


def test_the_words_that_would_tell_are_found():
    for told in (b"Server: gunicorn", b"Server: Werkzeug/3.1", b"X-Powered-By: Flask", b"Python", b"nginx/1.22"):
        assert BANNER.search(told), told
    assert not BANNER.search(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("path", ["/metrics", "/livez", "/readyz"])
def test_what_operators_read_has_one_address(server: Server, path: str):
    """A proxy that denies this path to strangers, without decoding or normalising the target, denies all of it."""
    name = path[1:]
    others = (
        f"/%{ord(name[0]):x}{name[1:]}", f"/%{ord(name[0]):X}{name[1:]}", f"/{name[:-1]}%{ord(name[-1]):x}",
        f"%2f{name}", f"/%2f{name}", f"/{path}", f"//{path}", f"/.{path}", f"/x/..{path}", f"/%2e{path}",
        f"{path}/", f"{path}/.",
        f"{path}//", f"{path}%2f", f"{path}%00", f"{path}%20", f"{path};x", f"{path}#", f"{path}#x", path.upper(),
        f"http://x/{path}", f"http://x/%{ord(name[0]):x}{name[1:]}", f"{path}%3f", f"\\{name}", f"/v1/..{path}",
    )  # fmt: skip
    for target, answers in ((path, True), (f"{path}?x=%20", True), *((each, False) for each in others)):
        first = said_to(server, f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        status = first[9:12]
        assert (status == b"200") == answers and (answers or status in (b"404", b"400")), (target, status)


def test_what_is_refused_before_it_is_read_is_counted(tmp_path: Path):
    unknown = HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n"
    with running(tmp_path / "log", METRICS="on") as server:
        for what, times in ((HOSTILE["a length and chunks"][1], 2), (unknown, 3), (HOSTILE["a header too long"][1], 1)):
            for _ in range(times):
                said_to(server, what)
        page = said_to(server, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n").decode()
    counted = re.findall(r'^piquet_refusals_total\{status="(\d+)"\} (\S+)$', page, re.M)
    assert dict(counted) == {"400": "2.0", "501": "3.0", "431": "1.0"}


def test_a_request_on_its_way_is_answered_when_the_service_is_told_to_stop(tmp_path: Path):
    with running(tmp_path / "log") as server:
        body = json.dumps({"ruleset": "portland", "dealer": "B", "seed": "the last deal"}).encode()
        connection = socket.create_connection(("127.0.0.1", server.port), 10)
        connection.settimeout(60)
        half = len(body) // 2
        head = b"POST /v1/deals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        connection.sendall(head % len(body) + body[:half])
        threading.Timer(0.5, server.process.send_signal, [signal.SIGTERM]).start()
        threading.Timer(1.5, connection.sendall, [body[half:]]).start()
        answer = connection.recv(65536)
        connection.close()
        assert answer.startswith(b"HTTP/1.1 200")
        assert server.process.wait(300) == 0
