"""A connection whose requests are expensive to parse or to refuse leaves time for others."""

import asyncio
import io
import socket
from collections.abc import Callable, Coroutine
from itertools import count, cycle
from math import inf
from typing import Any

import pytest
from gunicorn.config import Config

from service.server import connection as module
from service.server.connection import UNCOUNTED_BYTES, Connection
from service.server.parser import Refused, Request, RequestParser
from service.server.worker import ACCEPTED, LARGE, Worker
from tests.server.stopped_loop import StoppedLoop

GET = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
TINY_CHUNKS = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 2000


class FakeWorker:
    """Keeps what it is asked to answer and told of."""

    base_path = ""
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
        assert asyncio.run(accept(listener)) == [8, 9], "docs/adr/0013-quick-requests.md: eight at once"


# ---------------------------------------------------------------- time limits, with a clock that only the test moves


class Peer:
    """A client, and its connection with a worker in an event loop whose clock stands still."""

    def __init__(self, worker: FakeWorker) -> None:
        self.loop: Any = asyncio.get_running_loop()
        self.socket, self.theirs = socket.socketpair()
        self.socket.setblocking(False)
        self.theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # the system takes the least it can
        self.number = self.theirs.fileno()
        given: Any = worker
        self.connection = Connection(given, self.theirs, "", "")
        self.served = self.loop.create_task(self.connection.serve())

    async def settle(self) -> None:
        """Let the connection do all that it can do without the client."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def send(self, data: bytes, now: float) -> None:
        """Send this when the clock says `now`."""
        self.loop.now = now
        await self.loop.sock_sendall(self.socket, data)
        await self.settle()

    async def receive(self, now: float) -> bytes:
        """Receive what there is when the clock says `now`."""
        self.loop.now = now
        received = b""
        while True:
            await self.settle()
            try:
                piece = self.socket.recv(1 << 16)
            except BlockingIOError:
                return received
            if not piece:
                return received + b"<end>"
            received += piece

    @property
    def left(self) -> float:
        """For how many seconds the service waits for the client."""
        return self.connection.deadline - self.loop.now


def talk(conversation: Callable[[Peer], Coroutine[Any, Any, None]], worker: FakeWorker | None = None) -> FakeWorker:
    """Have this conversation, after which the client goes. Nothing of its connection is left.

    No processor time passes: a pause would have no end.
    """
    worker = worker or FakeWorker()

    async def run() -> None:
        peer = Peer(worker)
        with peer.socket:
            await peer.settle()
            await conversation(peer)
        await peer.served
        assert peer.theirs.fileno() == -1 and peer.number not in peer.loop.watched
        assert (worker.held, worker.arrived) == (0, 0)

    with asyncio.Runner(loop_factory=StoppedLoop) as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.time, "thread_time", lambda: 0.0)
        runner.run(run())
    return worker


POST = b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"


def test_a_request_has_the_time_of_the_worker_and_a_second_for_each_16_kib():
    """docs/capacity.md, "time to arrive". What the client needs is deducted; the next has all of it."""

    async def conversation(peer: Peer) -> None:
        assert (peer.left, peer.connection.idle) == (10, True)
        await peer.send(POST % 16_384, now=3)
        assert (peer.left, peer.connection.idle) == (pytest.approx(10, abs=0.01), False)
        await peer.send(b" " * 8192, now=5)
        assert peer.left == pytest.approx(10 - 2 + 0.5, abs=0.01)
        await peer.send(b" " * 4096, now=8)
        assert peer.left == pytest.approx(10 - 2 - 3 + 0.75, abs=0.01)
        await peer.send(b" " * 4096, now=9)
        assert await peer.receive(now=9) == b"answered"
        assert (peer.left, peer.connection.idle) == (2, True), "`keepalive` of gunicorn's configuration"

    assert talk(conversation).answered == ["/a"]


class LongWorker(FakeWorker):
    """Answers each request with `length` bytes, of which nothing is counted."""

    length, max_held_bytes = 4 << 16, 1 << 30

    async def answer(self, connection: Connection, request: Request) -> bool:
        connection.sendall(b"x" * self.length)
        return True


def test_a_response_has_the_time_that_its_request_left_and_a_second_for_each_16_kib():
    """docs/capacity.md, "time to read a response"."""

    async def conversation(peer: Peer) -> None:
        await peer.send(GET[:5], now=0)
        await peer.send(GET[5:], now=4)
        assert peer.left == pytest.approx(6, abs=0.01), "nothing more than the system keeps was sent"
        peer.loop.now, read = 5, b""
        assert peer.left == pytest.approx(6 - 1, abs=0.01)
        while len(read) < 1 << 16:
            read += peer.socket.recv((1 << 16) - len(read))
            await peer.settle()
        assert peer.left == pytest.approx(6 - 1 + 4, abs=0.01)
        read += await peer.receive(now=6)
        assert read == b"x" * LongWorker.length and peer.left == 2

    talk(conversation, LongWorker())


class ClosingWorker(FakeWorker):
    """Lets no request follow."""

    async def answer(self, connection: Connection, request: Request) -> bool:
        return await super().answer(connection, request) and False


def test_after_the_last_response_the_client_may_read_it_for_two_seconds_whatever_it_sends():
    """A connection that the service closed first could lose the response (RFC 9112, 9.6)."""

    async def conversation(peer: Peer) -> None:
        await peer.send(GET * 2, now=5)
        assert await peer.receive(now=5) == b"answered<end>", "the client knows that no more will come"
        assert peer.left == 2 and not peer.served.done()
        await peer.send(GET + b"x" * 40_000, now=6)
        assert peer.left == 1 and not peer.served.done()

    assert talk(conversation, ClosingWorker()).answered == ["/livez"]


@pytest.mark.parametrize("sent", [b"", GET[:5], GET])
def test_a_connection_whose_time_is_up_ends(sent: bytes):
    async def conversation(peer: Peer) -> None:
        await peer.send(sent, now=1)
        peer.connection.end()
        assert peer.left == inf and not peer.connection.idle, "it does not end a second time"
        await peer.settle()
        assert peer.served.done()
        assert (await peer.receive(now=1)).endswith(b"<end>")

    worker = talk(conversation)
    assert worker.refused == ([400] if sent == GET[:5] else [])


def test_a_connection_that_does_not_wait_yet_is_not_idle_and_its_socket_does_not_block():
    async def connect() -> None:
        given: Any = FakeWorker()
        mine, theirs = socket.socketpair()
        with mine, theirs:
            connection = Connection(given, theirs, "", "")
            assert not connection.idle and not theirs.getblocking()
            assert connection.cool_down == 0, "the event loop may answer its first request"

    asyncio.run(connect())


def test_a_client_that_sends_while_it_is_answered_is_not_listened_to():
    """The event loop would come back to its socket again and again."""

    class WaitingWorker(FakeWorker):
        async def answer(self, connection: Connection, request: Request) -> bool:
            if not self.answered:
                await over.wait()
            return await super().answer(connection, request)

    over = asyncio.Event()

    async def conversation(peer: Peer) -> None:
        await peer.send(GET, now=0)
        assert peer.number in peer.loop.watched and peer.left == inf
        await peer.send(GET, now=0)
        assert peer.number not in peer.loop.watched
        over.set()
        assert await peer.receive(now=0) == b"answered" * 2
        assert peer.number in peer.loop.watched

    assert talk(conversation, WaitingWorker()).answered == ["/livez", "/livez"]


def test_a_client_that_waits_for_100_continue_gets_it_once():
    """RFC 9110, 10.1.1. It gets none if its body is there already."""
    head = (POST % 4).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")

    async def conversation(peer: Peer) -> None:
        await peer.send(head, now=0)
        assert await peer.receive(now=0) == b"HTTP/1.1 100 Continue\r\n\r\n"
        for half in (b"ab", b"cd"):
            assert await peer.receive(now=0) == b""
            await peer.send(half, now=0)
        assert await peer.receive(now=0) == b"answered"
        await peer.send(head + b"abcd", now=0)
        assert await peer.receive(now=0) == b"answered"

    assert talk(conversation).answered == ["/a", "/a"]


def test_a_request_that_breaks_off_is_refused_and_one_that_never_began_is_not():
    assert served(POST % 4 + b"abc")[0].refused == [400]
    assert served(b"")[0].refused == []


def test_a_client_that_has_gone_is_neither_answered_nor_refused():
    class GoneSocket(socket.socket):
        def recv(self, *_: Any) -> bytes:
            raise ConnectionResetError

    async def serve() -> FakeWorker:
        mine, theirs = socket.socketpair()
        worker: Any = FakeWorker()
        with mine:
            mine.sendall(GET)
            await Connection(worker, GoneSocket(fileno=theirs.detach()), "", "").serve()
        return worker

    worker = asyncio.run(serve())
    assert worker.answered == worker.refused == [] and worker.arrived == 0


# ---------------------------------------------------------------- memory limits


@pytest.mark.parametrize(
    ("length", "before", "status"),
    [
        pytest.param(2 * UNCOUNTED_BYTES, 0, 200, id="as much as may be held"),
        pytest.param(2 * UNCOUNTED_BYTES + 1, 0, 503, id="more"),
        pytest.param(UNCOUNTED_BYTES + 1, UNCOUNTED_BYTES, 503, id="more, with what others hold"),
        pytest.param(UNCOUNTED_BYTES, 10 * UNCOUNTED_BYTES, 200, id="a small one, when others hold too much"),
    ],
)
def test_a_body_for_which_there_is_no_room_is_refused(length: int, before: int, status: int):
    worker = FakeWorker()
    worker.max_held_bytes, worker.held = 2 * UNCOUNTED_BYTES, before
    _, received = served(POST % length + b" " * length, worker)
    assert received == b"answered" if status == 200 else received.startswith(b"HTTP/1.1 503 ")
    assert worker.refused == ([] if status == 200 else [503]) and worker.held == before


@pytest.mark.parametrize(("length", "sent"), [(1 << 17, True), ((1 << 17) + 1, False)])
def test_a_response_for_which_there_is_no_room_ends_the_connection(length: int, sent: bool):
    worker = LongWorker()
    worker.length, worker.max_held_bytes = length, 1 << 17
    _, received = served(GET, worker)
    assert received == b"x" * length * sent and worker.held == 0


@pytest.mark.parametrize(("length", "waits"), [(1 << 16, False), ((1 << 16) + 1, True)])
def test_a_thread_waits_for_the_client_when_more_than_64_kib_of_a_response_are_unsent(length: int, waits: bool):
    class ThreadWorker(LongWorker):
        unsent = -1

        async def answer(self, connection: Connection, request: Request) -> bool:
            await asyncio.get_running_loop().run_in_executor(None, self.write, connection)
            return True

        def write(self, connection: Connection) -> None:
            connection.sendall(b"x" * length)
            connection.sendall(b"y")
            self.unsent = len(connection._unsent)

    worker = ThreadWorker()
    _, received = served(GET, worker)
    assert received == b"x" * length + b"y"
    assert worker.unsent == (1 if waits else length + 1)


def test_the_event_loop_never_waits_for_a_client(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "in_event_loop", lambda: True)

    class TwoPieces(LongWorker):
        async def answer(self, connection: Connection, request: Request) -> bool:
            await super().answer(connection, request)
            return await super().answer(connection, request)

    assert served(GET, TwoPieces())[1] == b"x" * 2 * LongWorker.length


def test_a_connection_receives_and_parses_only_so_much_at_once(monkeypatch: pytest.MonkeyPatch):
    """So it leaves others their turn: after 64 KiB that were received, and after 4 KiB that were expensive to parse."""
    received, parsed = list[int](), list[int]()

    class NotingSocket(socket.socket):
        def recv(self, size: int, *more: Any) -> bytes:
            received.append(size)
            return super().recv(size, *more)

    feed = RequestParser.feed
    monkeypatch.setattr(RequestParser, "feed", lambda self, data: (parsed.append(len(data)), feed(self, data))[1])

    async def serve() -> None:
        mine, theirs = socket.socketpair()
        given: Any = FakeWorker()
        with mine:
            mine.sendall((POST % 9000) + b" " * 9000)
            mine.shutdown(socket.SHUT_WR)
            await Connection(given, NotingSocket(fileno=theirs.detach()), "", "").serve()

    asyncio.run(serve())
    assert set(received) == {1 << 16}
    assert sum(parsed) == len(POST % 9000) + 9000 and max(parsed) == 4096


@pytest.mark.parametrize(("taken", "pause"), [(0.0002, []), (0.0003, [pytest.approx(0.009)])])
def test_parsing_may_take_a_fifth_of_a_millisecond(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch, taken: float, pause: list[float]
):
    times = cycle([0.0, taken])
    monkeypatch.setattr(module.time, "thread_time", lambda: next(times))
    served(GET)
    assert [each for each in pauses if each] == pause


# ---------------------------------------------------------------- bodies that arrive while they are read


def stream(length: int) -> bytes:
    return b"POST /stream HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % length


class ReadingWorker(FakeWorker):
    """Reads the body of each request as the application does, and notes what becomes of that."""

    closes, error = False, ""

    async def answer(self, connection: Connection, request: Request) -> bool:
        self.closes = request.must_close
        await asyncio.get_running_loop().run_in_executor(None, self.read_body, request)
        connection.sendall(b"answered")
        return True

    def read_body(self, request: Request) -> None:
        body: Any = request.body
        try:
            self.read = io.BufferedReader(body).read()
        except OSError as error:
            self.error = str(error)
            raise


def test_a_body_is_read_as_a_file_while_it_arrives_and_the_connection_ends_with_it():
    worker = ReadingWorker()
    _, received = served(stream(300_000) + b"abc" * 100_000, worker)
    assert worker.read == b"abc" * 100_000 and worker.closes and received == b"answered"


def test_a_body_that_breaks_off_while_it_is_read_is_an_error_of_the_connection():
    worker = ReadingWorker()
    _, received = served(stream(100) + b"abc", worker)
    assert worker.error == "the request is incomplete" and received == b"" and worker.refused == []


def test_a_body_that_has_arrived_is_kept_once():
    class KeepingWorker(FakeWorker):
        kept = b"nothing was asked"

        async def answer(self, connection: Connection, request: Request) -> bool:
            self.read, self.kept = request.body.read(), bytes(connection._parser.body)
            return await super().answer(connection, request)

    worker = KeepingWorker()
    served(POST % 3 + b"abc", worker)
    assert (worker.read, worker.kept) == (b"abc", b"")
