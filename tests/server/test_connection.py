"""A connection whose requests are expensive to parse or to refuse leaves time for others."""

import asyncio
import socket
from itertools import count
from typing import Any

import pytest
from gunicorn.config import Config

from service.server import connection as module
from service.server.connection import UNCOUNTED_BYTES, Connection
from service.server.error_responses import Refused
from service.server.parser import Request
from service.server.worker import ACCEPTED, LARGE, Worker

GET = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
TINY_CHUNKS = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 2000


class FakeWorker:
    """Keeps what it is asked to answer and told of."""

    max_body_bytes, max_held_bytes, request_seconds, held, arrived = 1 << 20, 1 << 20, 10.0, 0, 0

    def __init__(self) -> None:
        self.read = b""
        self.cfg: Any = Config()
        self.answered: list[str] = []
        self.refused: list[int] = []

    async def answer(self, connection: Connection, request: Request) -> bool:
        self.answered.append(request.path)
        if not request.complete:
            self.read = await asyncio.get_running_loop().run_in_executor(None, request.body.read)
        connection.sendall(b"answered")
        return True

    def record_refusal(self, refused: Refused) -> None:
        self.refused.append(refused.status)


class CallingWorker(FakeWorker):
    """Calls an application that answers every request with `status`."""

    _call: Any = Worker._call
    alive, max_body_bytes, status = True, 1 << 22, "200 OK"

    def wsgi(self, environ: Any, start_response: Any) -> list[bytes]:
        start_response(self.status, [("Content-Length", "0")])
        return [b""]

    async def answer(self, connection: Connection, request: Request) -> bool:
        return await asyncio.get_running_loop().run_in_executor(None, self._call, connection, request)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each pause of a connection would be; none of them is waited for."""
    found: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        found.append(seconds)
        await sleep(0)

    monkeypatch.setattr(module.asyncio, "sleep", note)
    return found


def served(sent: bytes, worker: FakeWorker | None = None) -> tuple[FakeWorker, bytes]:
    """What becomes of a client that sends this, and then nothing more."""
    worker, (mine, theirs) = worker or FakeWorker(), socket.socketpair()

    async def serve() -> bytes:
        given: Any = worker
        connection = asyncio.create_task(Connection(given, theirs, "", "").serve())
        mine.setblocking(False)
        loop, received = asyncio.get_running_loop(), b""
        await loop.sock_sendall(mine, sent)
        mine.shutdown(socket.SHUT_WR)
        while piece := await loop.sock_recv(mine, 4096):
            received += piece
        await connection
        return received

    with mine:
        return worker, asyncio.run(serve())


def usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on parsing takes a tenth of a millisecond, whatever else the machine does."""
    calls = count()
    monkeypatch.setattr(module.time, "thread_time", lambda: next(calls) / 10_000)


def test_a_usual_request_makes_no_pause(pauses: list[float], monkeypatch: pytest.MonkeyPatch):
    usual(monkeypatch)
    worker, received = served(GET * 2)
    assert worker.answered == ["/livez", "/livez"] and received == b"answered" * 2
    assert set(pauses) <= {0}


def test_bytes_that_are_expensive_to_parse_make_a_pause_of_thirty_times_as_long(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch
):
    milliseconds = count()
    monkeypatch.setattr(module.time, "thread_time", lambda: next(milliseconds) / 1000)
    worker, _ = served(GET)
    assert worker.answered == ["/livez"]
    assert [pause for pause in pauses if pause] == [pytest.approx(0.030)]


def test_a_long_request_that_cannot_be_read_is_refused_after_a_pause_and_a_short_one_at_once(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch
):
    worker, received = served(TINY_CHUNKS)
    assert worker.refused == [400] and received.startswith(b"HTTP/1.1 400 ")
    assert 0.1 in pauses
    pauses.clear()
    usual(monkeypatch)
    worker, _ = served(b"GET /\x00 HTTP/1.1\r\n\r\n")
    assert worker.refused == [400] and set(pauses) <= {0}


@pytest.mark.parametrize(
    ("status", "length", "pause"),
    [
        pytest.param("503 Service Unavailable", 0, True, id="the application is too busy"),
        pytest.param("422 Unprocessable Content", LARGE + 1, True, id="a long body is refused"),
        pytest.param("422 Unprocessable Content", LARGE, False, id="a short body is refused"),
        pytest.param("200 OK", LARGE + 1, False, id="a long body is answered"),
    ],
)
def test_the_response_to_a_costly_refusal_waits(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch, status: str, length: int, pause: bool
):
    monkeypatch.setattr(CallingWorker, "status", status)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % length
    _, received = served(head + b" " * length, CallingWorker())
    assert received.startswith(b"HTTP/1.1 " + status.encode())
    assert (0.1 in pauses) == pause


class RefusingWorker(FakeWorker):
    """Refuses every request with `status`."""

    status = 503

    async def answer(self, connection: Connection, request: Request) -> bool:
        raise Refused(self.status)


@pytest.mark.parametrize(
    ("status", "length", "pause"),
    [
        pytest.param(400, 4096, False, id="a short request"),
        pytest.param(400, 4097, True, id="a long request"),
        pytest.param(500, 4097, True, id="the application fails"),
        pytest.param(503, 4097, False, id="the worker is too busy"),
    ],
)
def test_a_long_request_that_is_refused_waits_unless_the_worker_is_too_busy(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch, status: int, length: int, pause: bool
):
    usual(monkeypatch)
    worker = RefusingWorker()
    worker.status = status
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX: \r\n\r\n"
    _, received = served(head.replace(b"X: ", b"X: " + b"x" * (length - len(head))), worker)
    assert received.startswith(b"HTTP/1.1 %d " % status) and worker.refused == [status]
    assert (0.1 in pauses) == pause


def test_what_a_connection_holds_is_counted_beyond_what_is_free_and_given_back_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
):
    body = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
    held: list[int] = []
    monkeypatch.setattr(
        FakeWorker, "held", property(lambda self: held[-1] if held else 0, lambda self, v: held.append(v))
    )
    served(body % UNCOUNTED_BYTES + b" " * UNCOUNTED_BYTES)
    assert set(held) == {0}
    served(body % (2 * UNCOUNTED_BYTES) + b" " * 2 * UNCOUNTED_BYTES)
    assert max(held) == 2 * UNCOUNTED_BYTES and held[-1] == 0


def test_of_a_stream_only_what_has_not_been_read_is_held(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(FakeWorker, "max_held_bytes", 1 << 17)
    body = bytes(range(256)) * 4096
    head = b"POST /stream HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body)
    worker, received = served(head + body)
    assert worker.read == body and received == b"answered" and not worker.refused


def test_connections_that_wait_are_accepted_several_at_a_time():
    """One at a time, new clients waited for seconds while the event loop answered the requests of others."""

    class AcceptingWorker(FakeWorker):
        _accept: Any = Worker._accept
        _max_connections, _connections = 100, {}
        _forget: Any = _connections.pop

    async def accept(listener: socket.socket) -> list[int]:
        worker, listening = AcceptingWorker(), listener.getsockname()
        worker._loop = asyncio.get_running_loop()
        listener.setblocking(False)
        clients = [socket.create_connection(listening) for _ in range(ACCEPTED + 1)]
        found = []
        for _ in range(2):
            worker._accept(listener)
            found.append(len(worker._connections))
        for client in clients:
            client.close()
        await asyncio.gather(*worker._connections)
        return found

    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert asyncio.run(accept(listener)) == [ACCEPTED, ACCEPTED + 1]
    assert ACCEPTED > 1
