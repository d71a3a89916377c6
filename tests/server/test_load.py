"""More than can be answered, clients that are slow, workers that die, and a stop under load: nobody is lost.

`make stress` has the same at length.
"""

import json
import os
import re
import signal
import socket
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from tests.helpers.running_service import ROOT, Server, children, running
from tests.helpers.waiting import wait_until

PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]
DEAL = json.dumps({"ruleset": "portland", "dealer": "B", "seed": "under load"}).encode()
HANDS = json.dumps({"ruleset": "portland", "hands": [{"cards": PACK[::3]}] * 40}).encode()
HEAD = (
    "POST {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
)


def request(path: str, body: bytes) -> bytes:
    return HEAD.format(path, len(body)).encode() + body


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and all else, up to the end of the connection."""
    received = b""
    while piece := connection.recv(1 << 16):
        received += piece
    return int(received[9:12]), received


def ask(server: Server, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, response.read()


def workers(server: Server) -> set[int]:
    return set(children(server.process.pid))


def test_more_than_can_wait_are_refused_with_503_and_when_to_come_again_and_probes_are_not(tmp_path: Path):
    settings = {"THREADS": "2", "ANALYSIS_WAITING": "0", "MAX_WAITING": "1", "METRICS": "on", "ANALYSIS_PROCESSES": "1"}
    with running(tmp_path / "log", **settings) as server, ExitStack() as stack:
        many = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 60)) for _ in range(100)]
        for connection in many:
            connection.sendall(request("/v1/hands/evaluate", HANDS))
        assert ask(server, "GET", "/livez")[0] == 200
        answers = [answer(connection) for connection in many]
        assert Counter(status for status, _ in answers).keys() == {200, 503}
        for status, received in answers:
            head, _, body = received.partition(b"\r\n\r\n")
            if status == 503:
                assert json.loads(body)["code"] == "overloaded"
                assert b"\r\nRetry-After: 1" in head and b"application/problem+json" in head
                assert b"\r\nX-Content-Type-Options: nosniff\r\n" in head and b"\r\nCache-Control: no-store\r\n" in head
                assert not re.search(rb"\r\nServer:|python|gunicorn", head, re.I), "nor what it is made with"
        assert ask(server, "POST", "/v1/hands/evaluate", HANDS)[0] == 200, "and afterwards all is well"
        refused = sum(status == 503 for status, _ in answers)
        assert f'piquet_refusals_total{{status="503"}} {refused}.0'.encode() in ask(server, "GET", "/metrics")[1]
        wait_until(
            lambda: (
                sum(map(int, re.findall(r"overloaded: refused (\d+) req", (tmp_path / "log").read_text()))) == refused
            )
        )


def test_who_is_slow_with_his_request_holds_nobody_up_and_is_let_go_in_the_end(tmp_path: Path):
    whole = request("/v1/deals", DEAL)
    begun = [b"", whole[:20], whole[:-1], whole.replace(b"Content-Length", b"Transfer-Encoding: chunked\r\nX")[:-20]]
    settings = {"THREADS": "2", "ANALYSIS_WAITING": "0", "REQUEST_TIMEOUT": "2"}
    with running(tmp_path / "log", **settings) as server, ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 60)) for _ in range(40)]
        for number, connection in enumerate(slow):
            connection.sendall(begun[number % len(begun)])
        for _ in range(10):
            assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        for connection in slow:
            with suppress(ConnectionResetError):
                assert connection.recv(100) == b"", "nothing was answered, and the connection is closed"


def test_a_request_in_small_pieces_is_answered_and_so_is_one_behind_another(tmp_path: Path):
    kept = request("/v1/deals", DEAL).replace(b"Connection: close\r\n", b"")
    with (
        running(tmp_path / "log") as server,
        socket.create_connection(("127.0.0.1", server.port), 60) as connection,
    ):
        for at in range(0, len(kept), 40):
            connection.sendall(kept[at : at + 40])
            time.sleep(0.01)
        connection.sendall(kept + request("/v1/deals", DEAL)[:30])
        time.sleep(0.2)
        connection.sendall(request("/v1/deals", DEAL)[30:])
        status, received = answer(connection)
        assert status == 200 and received.count(b"HTTP/1.1 200") == 3


def test_a_worker_that_is_killed_is_replaced_while_the_other_serves(tmp_path: Path):
    with running(tmp_path / "log", WEB_CONCURRENCY="2") as server:
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        wait_until(lambda: len(workers(server)) == 2)
        killed = min(workers(server))
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in workers(server) and len(workers(server)) == 2)
        assert f"(pid:{killed}) was sent SIGKILL! Perhaps out of memory?" in server.log.read_text()
        for _ in range(20):
            assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200


def test_a_worker_that_takes_too_much_memory_is_replaced_without_a_word_to_anybody(tmp_path: Path):
    with running(tmp_path / "log", MAX_WORKER_MEMORY_MB="1", WEB_CONCURRENCY="2") as server:
        wait_until(lambda: len(workers(server)) == 2)
        first = workers(server)

        def replaced() -> bool:
            assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
            return not first & workers(server)

        wait_until(replaced)


def test_a_worker_that_hangs_is_replaced(tmp_path: Path):
    with running(tmp_path / "log", TIMEOUT="1") as server:
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        (hung,) = workers(server)
        os.kill(hung, signal.SIGSTOP)
        wait_until(lambda: hung not in workers(server))
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200


def test_before_it_stops_it_says_so_and_goes_on_and_nobody_who_was_let_in_is_lost(tmp_path: Path):
    with running(tmp_path / "log", WEB_CONCURRENCY="2", DRAIN_SECONDS="1") as server:
        wait_until(lambda: ask(server, "GET", "/readyz")[0] == 200)
        outcomes: Counter[str] = Counter()
        callers = [threading.Thread(target=_call_until_refused, args=(server, outcomes)) for _ in range(4)]
        for caller in callers:
            caller.start()
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: ask(server, "GET", "/readyz")[0] == 503)
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200, "it is not ready, and serves"
        for caller in callers:
            caller.join(90)
        assert not any(caller.is_alive() for caller in callers)
        assert outcomes.keys() == {"200", "refused"}, outcomes
        assert server.process.wait(300) == 0


def _half_a_request(server: Server) -> socket.socket:
    """A connection with a request that never ends."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(request("/v1/deals", DEAL)[:30])
    assert server.answers()
    return connection


@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("drain", [0, 3600])
def test_a_second_signal_ends_a_graceful_shutdown(tmp_path: Path, second: signal.Signals, drain: int):
    """It would wait for an hour: for the load balancer, or for a request."""
    patient = {"DRAIN_SECONDS": str(drain), "GRACEFUL_TIMEOUT": "3600", "REQUEST_TIMEOUT": "3600"}
    with running(tmp_path / "log", WEB_CONCURRENCY="2", **patient) as server, _half_a_request(server):
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: ask(server, "GET", "/readyz")[0] == 503 if drain else not server.answers(), server.log)
        assert server.process.poll() is None
        server.process.send_signal(second)
        assert server.process.wait(60) == 0
        log = server.log.read_text()
        assert "was sent SIGKILL by its main process" in log and "out of memory" not in log


def test_sigint_stops_at_once(tmp_path: Path):
    """Neither the time for a load balancer nor that for requests is waited for."""
    patient = {"DRAIN_SECONDS": "3600", "GRACEFUL_TIMEOUT": "3600", "REQUEST_TIMEOUT": "3600"}
    with running(tmp_path / "log", **patient) as server, _half_a_request(server):
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(60) == 0


def _call_until_refused(server: Server, outcomes: Counter[str]) -> None:
    """One connection after the other, up to one that is not let in."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        with closing(connection):
            try:
                connection.connect()
            except OSError:
                outcomes["refused"] += 1
                return
            try:
                connection.request("POST", "/v1/deals", DEAL, {"Content-Type": "application/json"})
                response = connection.getresponse()
                response.read()
                outcomes[str(response.status)] += 1
            except (OSError, HTTPException) as error:
                outcomes[f"lost: {error!r}"] += 1
                return
    outcomes["let in for a minute"] += 1


def test_a_review_ends_when_its_client_has_left(tmp_path: Path):
    """It has some hundred parts. Between two of them the service looks whether the client is still there."""
    record = (ROOT / "examples" / "partie.piquet").read_text()
    counted = 'route="/v1/records/review",status="'
    with running(tmp_path / "log", METRICS="on") as server:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(request("/v1/records/review", json.dumps({"record": record}).encode()))
        wait_until(lambda: counted in metrics(server), server.log)
        assert counted + '504"' in metrics(server)


def metrics(server: Server) -> str:
    return ask(server, "GET", "/metrics")[1].decode()
