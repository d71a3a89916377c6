"""A worker in this process: how it starts, serves and stops, with a clock that only the test moves."""

import asyncio
import errno
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from math import inf
from tempfile import TemporaryDirectory
from threading import Barrier, BrokenBarrierError, Event, get_ident
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from service.runtime import worker_threads
from service.runtime.worker_threads import require_thread
from service.server import worker as module
from service.server.parser import Refused
from service.server.worker import LARGE, Worker
from service.settings.server import ServerSettings
from tests.server.stopped_loop import StoppedLoop

END = b"<end>"


class Log:
    """Keeps what a worker logs."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def warning(self, text: str, *arguments: Any) -> None:
        self.lines.append(text % arguments)

    def exception(self, text: str) -> None:
        self.lines.append(text)


def new_worker(*listeners: socket.socket, **settings: Any) -> Any:
    """A worker as gunicorn makes it, with these settings of gunicorn."""
    config: Any = Config()
    for name, value in settings.items():
        config.set(name, value)
    made: Any = Worker(0, os.getppid(), list(listeners), None, 30, config, Log())
    made.tmp.close()
    return made


class Service:
    """A worker that serves in this process, and its clients. The application is a function of the path."""

    def __init__(self, listener: socket.socket, stack: ExitStack, **settings: Any) -> None:
        self.loop: Any = asyncio.get_running_loop()
        self.listener, self._stack = listener, stack
        self.address, self.number = listener.getsockname(), listener.fileno()
        self.worker = new_worker(listener, **settings)
        self.beats = 0
        self.worker.notify = self.beat
        self.worker.wsgi = self.application
        self.pages: dict[str, Callable[[], object]] = {}
        self.refusals: list[int] = []
        self.worker.count_refusal = self.refusals.append
        self.serving = self.loop.create_task(self.worker._serve())

    def beat(self) -> None:
        self.beats += 1

    def application(self, environ: Any, start_response: Any) -> list[bytes]:
        environ["wsgi.input"].read()
        self.pages.get(environ["PATH_INFO"], lambda: None)()
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    async def settle(self, now: float | None = None) -> None:
        """Set the clock, and let the worker do all that it can do without clients and threads."""
        self.loop.now = self.loop.now if now is None else now
        for _ in range(30):
            await asyncio.sleep(0)

    def connect(self) -> socket.socket:
        client = self._stack.enter_context(socket.socket(socket.AF_UNIX))
        client.connect(self.address)
        client.setblocking(False)
        return client

    async def ask(self, client: socket.socket, path: str = "/", body: bytes = b"") -> None:
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        await self.loop.sock_sendall(client, head.encode() + body)

    async def answer(self, client: socket.socket) -> bytes:
        """The status of one response, or `END`, and "close" if the connection ends with it."""
        received: bytes = await self.loop.sock_recv(client, 1 << 16)
        return received[9:12] + (b" close" if b"\r\nConnection: close\r\n" in received else b"") if received else END

    def has_ended(self, client: socket.socket) -> bool:
        try:
            return client.recv(1) == b""
        except BlockingIOError:
            return False


@pytest.fixture(autouse=True)
def _no_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of a test is that of an event loop until the test ends, and nothing takes processor time."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    monkeypatch.setattr(worker_threads, "_long_thread", None)


def serve(conversation: Callable[[Service], Coroutine[Any, Any, None]], **settings: Any) -> Service:
    """Have this conversation with a worker, which is then told to stop, if it was not.

    It listens on a Unix socket, on which everything that is sent is there at once.
    """

    async def run() -> Service:
        with ExitStack() as stack:
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(stack.enter_context(TemporaryDirectory(prefix="piquet-")) + "/socket")
            listener.listen(100)
            service = Service(listener, stack, **settings)
            await service.settle()
            await conversation(service)
            service.worker._stop()
            await service.settle()
            await service.settle(service.loop.now + 1000)
            await service.serving
            assert not service.loop.failures
            return service

    with asyncio.Runner(loop_factory=StoppedLoop) as runner:
        return runner.run(run())


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("files", "connections"),
    [
        pytest.param(resource.RLIM_INFINITY, 1000, id="any number of files"),
        pytest.param(4096, 1000, id="many files"),
        pytest.param(1065, 1000, id="one more than the connections need"),
        pytest.param(1063, 999, id="one less than the connections need"),
        pytest.param(128, 64, id="few files"),
        pytest.param(81, 17, id="hardly any files"),
        pytest.param(70, 16, id="fewer files than there have to be"),
    ],
)
def test_connections_are_64_fewer_than_the_files_that_may_be_open(
    monkeypatch: pytest.MonkeyPatch, files: int, connections: int
):
    """docs/capacity.md, "connections"; 1,000 is gunicorn's own number, too."""
    limits = {resource.RLIMIT_NOFILE: (files, resource.RLIM_INFINITY)}  # the first one holds, the second could be set
    monkeypatch.setattr(module.resource, "getrlimit", limits.__getitem__)
    assert new_worker()._max_connections == connections


def test_a_worker_has_nothing_to_do_in_the_beginning():
    worker = new_worker(threads=3)
    assert worker._load == (-3, 0, 0, 0), "three requests more find a thread"
    assert worker.held == 0


def test_a_worker_without_other_limits_has_those_of_the_settings():
    settings = ServerSettings.from_env({}, busy=1)
    assert (Worker.max_waiting_requests, Worker.request_seconds) == (settings.max_waiting, settings.request_timeout)
    assert Worker.max_body_bytes == 4 << 20, "docs/reference/records.md: the longest body, that of records"
    assert (Worker.max_memory_bytes, Worker.quick_paths) == (0, frozenset())


# ---------------------------------------------------------------- serving


def test_a_worker_serves_from_the_start_and_says_every_second_that_it_lives():
    async def conversation(service: Service) -> None:
        assert service.beats == 1 and not service.listener.getblocking()
        client = service.connect()
        for _ in range(2):
            await service.ask(client)
            assert await service.answer(client) == b"200"
        for now, beats in ((0.9, 1), (1.0, 2), (1.9, 2), (2.0, 3)):
            await service.settle(now)
            assert service.beats == beats

    service = serve(conversation)
    assert not service.worker.alive and service.worker.log.lines == []


def test_a_worker_runs_until_it_has_served():
    async def note() -> None:
        served.append(asyncio.get_running_loop().is_running())

    worker, served = new_worker(), list[bool]()
    worker._serve = note
    worker.run()
    assert served == [True]


def test_the_event_loop_calls_the_application_only_while_that_does_not_wait():
    threads: list[bool] = []

    async def conversation(service: Service) -> None:
        def wait() -> None:
            require_thread()
            threads.append(get_ident() == here)

        here, client = get_ident(), service.connect()
        service.worker.quick_paths = frozenset(["/quick", "/waits"])
        service.pages = {"/quick": lambda: threads.append(get_ident() == here), "/waits": wait}
        for path in ("/quick", "/quick", "/waits", "/quick"):
            await service.ask(client, path)
            assert await service.answer(client) == b"200"

    serve(conversation)
    assert threads == [True, True, False, False]


def test_two_long_requests_are_answered_one_after_the_other():
    together = Barrier(2)
    alone: list[bool] = []

    def meet() -> None:
        try:
            together.wait(0.1)
        except BrokenBarrierError:
            alone.append(True)

    async def conversation(service: Service) -> None:
        clients = [service.connect(), service.connect()]
        service.pages["/long"] = meet
        for client in clients:
            await service.ask(client, "/long", b"x" * (LARGE + 1))
        assert [await service.answer(client) for client in clients] == [b"200", b"200"]

    serve(conversation, threads=2)
    assert alone == [True, True]


def test_as_many_requests_wait_as_may_and_probes_wait_longer():
    """docs/capacity.md, "Overload": two are answered, one waits, the next one is refused."""
    over = Event()

    async def conversation(service: Service) -> None:
        service.worker.max_waiting_requests = 1
        service.pages["/slow"] = over.wait
        clients = [service.connect() for _ in range(7)]
        for client, path in zip(clients, ["/slow", "/slow", "/", "/", "/livez", "/readyz", "/"], strict=True):
            await service.ask(client, path)
            await service.settle()
        for refused in (3, 6):
            assert await service.answer(clients[refused]) == b"503 close"
        over.set()
        for answered in (0, 1, 2, 4, 5):
            assert await service.answer(clients[answered]) == b"200"
        await service.settle(1)

    service = serve(conversation, threads=2)
    assert service.refusals == [503, 503]
    assert service.worker.log.lines == ["overloaded: refused 2 requests"]


def test_a_connection_whose_time_is_up_is_ended_with_the_next_second():
    async def conversation(service: Service) -> None:
        service.worker.request_seconds = 2.5
        client = service.connect()
        await service.settle()
        for now, ended in ((2.0, False), (2.4, False), (3.0, True)):
            await service.settle(now)
            assert service.has_ended(client) == ended

    serve(conversation)


def test_beyond_the_limit_the_connection_whose_deadline_is_next_is_ended():
    """docs/capacity.md, "connections"."""

    async def conversation(service: Service) -> None:
        service.worker._max_connections = 2
        for _ in range(3):
            service.connect().close()
            await service.settle()
        clients = []
        for now in (0.1, 0.2, 0.3):
            assert not any(map(service.has_ended, clients))
            service.loop.now = now
            clients.append(service.connect())
            await service.settle()
        assert list(map(service.has_ended, clients)) == [True, False, False]

    serve(conversation)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.EAGAIN])
def test_where_no_connection_can_be_accepted_one_makes_room_and_others_wait(number: int):
    class Listener:
        def accept(self) -> Any:
            raise OSError(number, "too many")

    ended: list[float] = []
    exhausted = number != errno.EAGAIN

    async def conversation(service: Service) -> None:
        kept = service.connect()
        await service.settle()
        (task,) = service.worker._connections
        for deadline in (7.0, inf):
            service.worker._connections[deadline] = SimpleNamespace(
                deadline=deadline, end=lambda deadline=deadline: ended.append(deadline)
            )
        service.worker._accept(Listener())
        assert (service.number in service.loop.watched) == (not exhausted)
        for deadline in (7.0, inf):
            del service.worker._connections[deadline]
        kept.close()
        await service.settle()
        assert task.done() and service.number in service.loop.watched, "a connection that ends lets others in"

    service = serve(conversation)
    assert ended == [7.0] * exhausted
    assert service.worker.log.lines == ["cannot accept connections: too many"] * exhausted


@pytest.mark.parametrize("deadlines", [(), (inf,), (inf, inf)])
def test_a_client_that_is_being_answered_makes_no_room(deadlines: tuple[float, ...]):
    worker, ended = new_worker(), list[float]()
    for number, deadline in enumerate(deadlines):
        worker._connections[number] = SimpleNamespace(deadline=deadline, end=lambda: ended.append(0))
    worker._make_room()
    assert ended == []


def test_a_refusal_is_logged_with_its_id_and_the_first_200_characters():
    worker = new_worker()
    refused = Refused(400, "why", "\n" + "x" * 300)
    worker.record_refusal(refused)
    assert worker.log.lines == [f"refused {refused.request_id} with 400: '\\n{'x' * 199}'"]
    worker.record_refusal(Refused(503))
    assert len(worker.log.lines) == 1, "those are counted, and logged once a second"


# ---------------------------------------------------------------- stopping


def test_a_worker_that_is_told_to_stop_accepts_who_waits_and_answers_for_two_seconds_more():
    async def conversation(service: Service) -> None:
        kept, idle, half = service.connect(), service.connect(), service.connect()
        await service.ask(kept)
        assert await service.answer(kept) == b"200"
        await service.loop.sock_sendall(half, b"POST /half HTTP/1.1\r\n")
        await service.settle(0.5)
        waiting = [service.connect() for _ in range(20)]
        for client in waiting:
            await service.ask(client)
        os.kill(os.getpid(), signal.SIGTERM)
        assert [await service.answer(client) for client in waiting] == [b"200 close"] * 20
        assert service.listener.fileno() == -1 and service.number not in service.loop.watched
        with socket.socket(socket.AF_UNIX) as late, pytest.raises(ConnectionRefusedError):
            late.connect(service.address)
        await service.settle(2.4)
        await service.ask(kept)
        assert await service.answer(kept) == b"200 close"
        assert not service.has_ended(idle)
        await service.settle(2.5)
        assert service.has_ended(idle) and not service.has_ended(half) and not service.serving.done()
        await service.loop.sock_sendall(half, b"Host: x\r\n\r\n")
        assert await service.answer(half) == b"200 close"
        for client in (*waiting, kept, half):
            client.close()
        await service.serving
        for threads in (service.worker._threads, service.worker._long_thread):
            with pytest.raises(RuntimeError, match="after shutdown"):
                threads.submit(int)

    service = serve(conversation, keepalive=60)
    assert not service.worker.alive and service.refusals == []


def test_a_worker_that_stops_waits_for_a_thread_only_as_long_as_it_may():
    over, ended = Event(), Event()

    def wait() -> None:
        over.wait(60)
        ended.set()

    async def conversation(service: Service) -> None:
        service.pages["/slow"] = wait
        client = service.connect()
        await service.ask(client, "/slow")
        await service.settle()
        service.worker._stop()
        await service.settle()
        await service.settle(29.9)
        assert not service.serving.done()
        await service.settle(30)
        await service.serving
        assert not ended.is_set()
        over.set()
        assert await service.answer(client) in (b"200 close", END)

    serve(conversation, graceful_timeout=30)


def test_a_connection_that_fails_while_the_worker_stops_leaves_the_others():
    over = Event()

    async def conversation(service: Service) -> None:
        service.pages["/slow"] = over.wait
        service.worker.count_refusal = {}.__getitem__  # raises KeyError
        slow, wrong = service.connect(), service.connect()
        await service.ask(slow, "/slow")
        await service.settle()
        service.worker._stop()
        await service.settle()
        await service.loop.sock_sendall(wrong, b"no request\r\n\r\n")
        assert await service.answer(wrong) == END
        await service.settle()
        assert not service.serving.done()
        over.set()
        assert await service.answer(slow) == b"200"

    serve(conversation)


# ---------------------------------------------------------------- calling the application


class Pieces:
    """The body of a response, which fails after its pieces with `error`, if there is one."""

    def __init__(self, *pieces: bytes, error: Exception | None = None) -> None:
        self.pieces, self.error, self.closed = pieces, error, 0

    def __iter__(self) -> Any:
        yield from self.pieces
        if self.error:
            raise self.error

    def close(self) -> None:
        self.closed += 1


class Received:
    """What a connection is given to send, and when it sends that: `None`."""

    def __init__(self) -> None:
        self.environ: dict[str, Any] = {}
        self.sent: list[bytes | None] = []

    def sendall(self, data: bytes) -> None:
        self.sent.append(data.rpartition(b"\r\n\r\n")[2])

    def push(self) -> None:
        self.sent.append(None)


def call(
    pieces: Any, status: str = "200 OK", length: int = 0, alive: bool = True, keepalive: int = 2
) -> tuple[Any, Received, Any]:
    """Call an application that answers with these pieces. The request, what is sent, and whether more may follow."""
    worker, received = new_worker(keepalive=keepalive), Received()
    worker.alive = alive

    def application(environ: Any, start_response: Any) -> Any:
        start_response(status, [("Content-Length", "2")])
        if isinstance(pieces, Exception):
            raise pieces
        return pieces

    worker.wsgi = application
    request: Any = SimpleNamespace(
        method="GET",
        target="/",
        path="/",
        query="",
        version=(1, 1),
        headers=[],
        body=None,
        must_close=False,
        length=length,
    )
    request.log = worker.log.lines
    try:
        return request, received, worker._call(received, request)
    except Exception as error:
        return request, received, error


@pytest.mark.parametrize(
    ("alive", "keepalive", "follows"), [(True, 2, True), (True, 0, False), (False, 2, False), (False, 0, False)]
)
def test_whether_a_request_may_follow(alive: bool, keepalive: int, follows: bool):
    assert call([b"ab"], alive=alive, keepalive=keepalive)[2] is follows


@pytest.mark.parametrize(
    ("status", "length", "costly"),
    [
        (200, LARGE + 1, False),
        (399, LARGE + 1, False),
        (400, LARGE, False),
        (400, LARGE + 1, True),
        (401, LARGE + 1, True),
        (502, 0, False),
        (503, 0, True),
        (504, 0, False),
    ],
)
def test_a_refusal_is_costly_if_its_request_was_long_or_the_application_overloaded(
    status: int, length: int, costly: bool
):
    request, received, _ = call([b"a", b"b"], f"{status} x", length)
    assert request.costly_refusal is costly
    assert received.sent == ([b"a", b"b"] if costly else [b"a", None, b"b", None]), "a costly refusal is not sent yet"


def test_a_body_is_closed_once_whatever_becomes_of_it():
    """PEP 3333: "the server must call that method upon completion of the current request"."""
    for error in (None, KeyError("x"), ConnectionResetError()):
        pieces = Pieces(b"ab", error=error)
        call(pieces)
        assert pieces.closed == 1


@pytest.mark.parametrize(
    ("pieces", "raised", "logged"),
    [
        pytest.param(KeyError("x"), Refused, True, id="before the response"),
        pytest.param(Pieces(error=KeyError("x")), Refused, True, id="before its first byte"),
        pytest.param(Pieces(b"a", error=KeyError("x")), ConnectionAbortedError, True, id="after its first byte"),
        pytest.param([b"a"], ConnectionAbortedError, True, id="the response is too short"),
        pytest.param(Pieces(b"a", error=ConnectionResetError()), ConnectionResetError, False, id="the client has gone"),
        pytest.param(Pieces(error=TimeoutError()), TimeoutError, False, id="the client is too slow"),
    ],
)
def test_an_application_that_fails_is_answered_with_500_or_not_at_all(pieces: Any, raised: type, logged: bool):
    request, _, error = call(pieces)
    assert type(error) is raised
    assert raised is not Refused or error.status == 500
    assert request.log == ["the application failed"] * logged
