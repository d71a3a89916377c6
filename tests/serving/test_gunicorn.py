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

from tests.server import Server, running

HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

HOSTILE = {
    "a chunk of no size": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a length and chunks": HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "a coding nobody knows": HEAD + b"Transfer-Encoding: identity, xchunked\r\n\r\n{}",
    "a body that breaks off": HEAD + b"Content-Length: 100\r\n\r\n{}",
    "a negative length": HEAD + b"Content-Length: -5\r\n\r\n{}",
    "a length that is none": HEAD + b"Content-Length: ten\r\n\r\n{}",
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "a header too long": b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 100_000 + b"\r\n\r\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("gunicorn") / "log") as started:
        yield started


def said_to(server: Server, sent: bytes) -> bytes:
    """All that comes back for these bytes, up to the end of the connection or of patience."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as connection:
        connection.settimeout(5)
        received = b""
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                received += piece
        except OSError:
            pass  # who is refused in the middle of his headers may find the door shut
        return received


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_request_is_refused_with_a_problem_and_the_next_is_served(server: Server, what: str):
    answer = said_to(server, HOSTILE[what])
    head, _, body = answer.partition(b"\r\n\r\n")
    if answer:
        assert 400 <= int(head.split()[1]) < 600 and int(head.split()[1]) != 500, head
        assert b"application/problem+json" in head and b"\r\nX-Content-Type-Options: nosniff\r\n" in head
        assert b"\r\nCache-Control: no-store\r\n" in head and b"frame-ancestors 'none'" in head
        problem, _ = json.JSONDecoder().raw_decode(body.decode())  # a second refusal may follow on the same connection
        assert problem["code"]
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
        connection.request("GET", "/livez")
        assert connection.getresponse().status == 200


#: What would tell a stranger where to look for holes: a version (but not HTTP's), or what the service is made with.
BANNER = re.compile(rb"(?<!HTTP/)\b\d+\.\d+|python|gunicorn|flask|werkzeug", re.I)
ANSWERED = {
    "an answer": b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n",
    "a page": b"GET /docs/ HTTP/1.1\r\nHost: x\r\n\r\n",
    "an old answer": b"GET /livez HTTP/1.0\r\n\r\n",
    "no address": b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n",
    "no JSON": HEAD + b"Content-Length: 1\r\n\r\n{",
}


@pytest.mark.parametrize("what", [*ANSWERED, *HOSTILE])
def test_no_answer_and_no_refusal_tells_what_it_is_made_with(server: Server, what: str):
    answer = said_to(server, (ANSWERED | HOSTILE)[what])
    head, _, body = answer.partition(b"\r\n\r\n")
    assert what not in ANSWERED or b"\r\nServer: piquet-referee\r\n" in head
    assert not BANNER.search(head), head
    if b"application/problem+json" in head:
        assert not BANNER.search(body), body


def test_a_request_on_its_way_is_answered_when_the_service_is_told_to_stop(tmp_path: Path):
    with running(tmp_path / "log") as server:
        body = json.dumps({"ruleset": "portland", "dealer": "B", "seed": "the last deal"}).encode()
        connection = socket.create_connection(("127.0.0.1", server.port), 10)
        connection.settimeout(20)
        half = len(body) // 2
        head = b"POST /v1/deals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        connection.sendall(head % len(body) + body[:half])
        threading.Timer(0.5, server.process.send_signal, [signal.SIGTERM]).start()
        threading.Timer(1.5, connection.sendall, [body[half:]]).start()
        answer = connection.recv(65536)
        connection.close()
        assert answer.startswith(b"HTTP/1.1 200")
        assert server.process.wait(30) == 0
