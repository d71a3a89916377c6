"""What a hostile client can do to a running service: nothing that keeps others from being answered.

Each server has two threads, so that two requests that hold one would be enough to stop it.
"""

import json
import re
import resource
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.helpers.prerequisites import requires
from tests.helpers.running_service import Server, children, running

FEW = {"THREADS": "2", "ANALYSIS_WAITING": "0", "REQUEST_TIMEOUT": "120"}
HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
LONG = 3 << 20  # more than a check may have, less than records

#: Requests without an end, which a parser that says when a request is complete may take for complete.
ENDLESS = {
    "a length of many digits": HEAD + b"Content-Length: 00000000000000000500\r\n\r\n{",
    "a size of many digits": CHUNKED + b"000000001f4\r\n{",
    "a long extension": CHUNKED + b"1f4;" + b"x" * 300 + b"\r\n{",
    "many trailers": CHUNKED + b"0\r\n" + b"".join(b"X-%d: %b\r\n" % (number, b"y" * 200) for number in range(60)),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("bounds") / "log", **FEW, METRICS="on") as started:
        yield started


def connect(server: Server, stack: ExitStack, receive_buffer: int = 0) -> socket.socket:
    connection = stack.enter_context(socket.socket())
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(60)
    connection.connect(("127.0.0.1", server.port))
    return connection


def read_to_end(connection: socket.socket) -> bytes:
    received = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(1 << 16):
            received += piece
    return received


def statuses(answer: bytes) -> list[int]:
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


def answered(server: Server, times: int = 5) -> int:
    """How many of so many deals are answered, one after the other, before an endless request is given up."""
    body = json.dumps({"ruleset": "portland", "dealer": "B", "seed": "bounds"})
    found = 0
    for _ in range(times):
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            connection.request("POST", "/v1/deals", body, {"Content-Type": "application/json"})
            found += connection.getresponse().status == 200
    return found


def metrics(server: Server) -> str:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()


def refusals(server: Server, status: int) -> float:
    counted = re.search(rf'^piquet_refusals_total{{status="{status}"}} (\S+)$', metrics(server), re.M)
    return float(counted[1]) if counted else 0.0


@pytest.mark.parametrize("what", ENDLESS)
def test_a_request_without_an_end_holds_no_thread(server: Server, what: str):
    with ExitStack() as stack:
        for _ in range(8):
            connect(server, stack).sendall(ENDLESS[what])
        assert answered(server) == 5


def test_a_body_in_chunks_of_one_byte_is_refused_before_it_costs_much(server: Server):
    sent = CHUNKED + b"1\r\nx\r\n" * 160_000 + b"0\r\n\r\n"
    with ExitStack() as stack:
        connections = [connect(server, stack) for _ in range(8)]
        for connection in connections:
            connection.setblocking(False)
            with suppress(BlockingIOError):
                connection.send(sent)
            connection.settimeout(60)
        assert answered(server) == 5
        assert [statuses(read_to_end(connection)) for connection in connections] == [[400]] * 8


def test_a_body_in_chunks_of_one_byte_is_answered_if_it_is_short(server: Server):
    body = json.dumps({"ruleset": "portland", "dealer": "B", "seed": "x" * 100}).encode()
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body)
    with ExitStack() as stack:
        connection = connect(server, stack)
        connection.sendall(CHUNKED.replace(b"/actions/check", b"/deals") + chunks + b"0\r\n\r\n")
        assert connection.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize("path", ["/openapi.yaml", "/openapi.json"])
def test_who_does_not_read_a_long_answer_holds_no_thread(server: Server, path: str):
    with ExitStack() as stack:
        for _ in range(8):
            connection = connect(server, stack, receive_buffer=1024)
            connection.sendall(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode() * 20)
        assert answered(server) == 5


def test_who_reads_slowly_gets_all_of_a_long_answer(server: Server):
    with ExitStack() as stack:
        connection = connect(server, stack, receive_buffer=4096)
        connection.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        received = b""
        while piece := connection.recv(8192):
            received += piece
            time.sleep(0.005)
    head, _, body = received.partition(b"\r\n\r\n")
    assert body == (Path(__file__).parents[2] / "openapi.yaml").read_bytes()
    assert f"Content-Length: {len(body)}".encode() in head


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(HEAD + b"Content-Length: %d\r\n\r\n" % LONG, id="too long for its address"),
        pytest.param(HEAD + b"Content-Length: %d\r\n\r\n" % (5 << 20), id="too long for every address"),
        pytest.param(CHUNKED + b"%x\r\n" % (5 << 20), id="a chunk too long for every address"),
        pytest.param(
            b"POST /v1/hands/compare HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\n",
            id="a stream where there is none",
        ),
    ],
)
def test_a_refusal_before_the_body_has_arrived_says_that_the_connection_ends(server: Server, head: bytes):
    with ExitStack() as stack:
        connection = connect(server, stack)
        connection.sendall(head + b" " * 1000)
        if str(LONG).encode() in head:
            connection.sendall(b" " * (LONG - 1000))  # which is read, and after it the connection goes on
        answer = connection.recv(1 << 16)
        closes = b"\r\nConnection: close\r\n" in answer
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        with suppress(ConnectionResetError, BrokenPipeError):
            answer += read_to_end(connection)
        assert statuses(answer) in ([[413], [415]] if closes else [[413, 200]])


def test_what_comes_instead_of_a_body_that_is_not_read_is_no_request(server: Server):
    hidden = b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as stack:
        connection = connect(server, stack)
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % (5 << 20) + hidden)
        assert connection.recv(12) == b"HTTP/1.1 413"
        connection.shutdown(socket.SHUT_WR)
        read_to_end(connection)
    assert "/v1/rulesets" not in metrics(server)


def test_a_connection_is_closed_where_close_is_one_of_its_options(server: Server):
    with ExitStack() as stack:
        connection = connect(server, stack)
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close, TE\r\n\r\n")
        answer = read_to_end(connection)
        assert statuses(answer) == [200] and b"\r\nConnection: close\r\n" in answer


def test_a_request_that_is_given_up_is_no_overload(server: Server):
    before = refusals(server, 503)
    for _ in range(10):
        with ExitStack() as stack:
            connect(server, stack).sendall(HEAD + b"Content-Length: 100\r\n\r\n{")
    with ExitStack() as stack:
        connection = connect(server, stack)
        connection.sendall(HEAD + b"Content-Length: 100\r\n\r\n{")
        connection.shutdown(socket.SHUT_WR)
        assert statuses(read_to_end(connection)) == [400], "who still listens is told"
    assert refusals(server, 503) == before


def test_large_bodies_that_are_held_at_a_time_have_a_limit_and_leave_room_for_small_ones(server: Server):
    body = HEAD.replace(b"/actions/check", b"/records/verify") + b"Content-Length: %d\r\n\r\n" % (4 << 20)
    with ExitStack() as stack:
        connections = [connect(server, stack) for _ in range(12)]
        for connection in connections:
            with suppress(OSError):
                connection.sendall(body + b" " * ((4 << 20) - 1))
        refused, _, _ = select.select(connections, [], [], 60)
        assert any(statuses(read_to_end(connection)) == [503] for connection in refused)
        assert answered(server) == 5


def test_streams_that_arrive_slowly_hold_two_threads_at_most(tmp_path: Path):
    stream = HEAD.replace(b"/actions/check", b"/records/verify").replace(b"application/json", b"text/plain")
    with (
        running(tmp_path / "log", THREADS="3", ANALYSIS_WAITING="0", REQUEST_TIMEOUT="2") as server,
        ExitStack() as stack,
    ):
        connections = [connect(server, stack) for _ in range(6)]
        for connection in connections:
            connection.sendall(stream + b"Content-Length: 100000\r\n\r\n#")
        assert answered(server) == 5
        ended = [statuses(read_to_end(connection)) for connection in connections]
        assert ended.count([503]) >= 4, "and the others are ended when their time is up"


@requires("linux")
def test_where_files_run_out_nobody_who_is_being_answered_is_lost(tmp_path: Path):
    with running(tmp_path / "log", **FEW) as server, ExitStack() as stack:
        assert answered(server) == 5
        (worker,) = children(server.process.pid)
        kept = HTTPConnection("127.0.0.1", server.port, timeout=60)
        stack.enter_context(closing(kept))
        kept.request("GET", "/livez")
        assert kept.getresponse().read()
        open_files = len(list(Path(f"/proc/{worker}/fd").iterdir()))
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (open_files + 5, open_files + 5))
        half = connect(server, stack)
        half.sendall(HEAD + b"Content-Length: 2\r\n\r\n{")
        for _ in range(30):
            connect(server, stack)
        assert answered(server) == 5, "the oldest of those who say nothing make room"
        assert children(server.process.pid) == [worker]
        assert "cannot accept connections" in (tmp_path / "log").read_text()


def test_connections_stay_below_the_limit_of_the_process(tmp_path: Path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as stack:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))  # the service inherits it
        try:
            server = stack.enter_context(running(tmp_path / "log", **FEW))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(200):
            connect(server, stack)
        assert answered(server) == 5
        assert "cannot accept connections" not in (tmp_path / "log").read_text()


def test_a_service_that_is_told_to_stop_while_it_starts_stops(tmp_path: Path):
    log = tmp_path / "log"
    with running(log, **FEW) as server:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(300) == 0
