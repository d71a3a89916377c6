"""The event loop answers short requests to cheap operations itself, and gives all others to threads."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import get_ident
from typing import Any

import pytest
from gunicorn.config import Config

from service.runtime import worker_threads
from service.runtime.worker_threads import enter_event_loop, enter_long_thread, require_long_thread, require_thread
from service.server import worker as module
from service.server.connection import Connection
from service.server.worker import COOL_DOWN, LARGE, QUICK_BYTES, QUICK_SECONDS, Worker

QUICK = "/quick"
LOOP, THREAD, LONG_THREAD = "event loop", "thread", "thread for long requests"


class CallingWorker:
    """The worker's way to answer, with an application that notes where it is called and what it reads."""

    answer: Any = Worker.answer
    _call: Any = Worker._call
    _call_quickly: Any = Worker._call_quickly
    _call_in_thread: Any = Worker._call_in_thread
    _load: Any = Worker._load
    _call_and_pause: Any = Worker._call_and_pause
    base_path = ""
    max_waiting_requests, max_arriving_bodies, max_body_bytes, max_held_bytes = 8, 2, 1 << 20, 1 << 20
    request_seconds, alive, held = 10.0, True, 0
    _answering = _arriving = _computing = arrived = 0
    quick_paths = frozenset([QUICK])

    def __init__(self, waits: frozenset[int] = frozenset(), long: frozenset[int] = frozenset()) -> None:
        self.cfg: Any = Config()
        self._threads, self._long_thread = ThreadPoolExecutor(1), ThreadPoolExecutor(1, initializer=enter_long_thread)
        self.waits, self.long = waits, long  # the requests, counted from 0, that have to wait, and that take long
        self.calls: list[tuple[str, bytes]] = []

    def wsgi(self, environ: Any, start_response: Any) -> list[bytes]:
        number = int(environ["QUERY_STRING"] or 0)
        for numbers, require in ((self.waits, require_thread), (self.long, require_long_thread)):
            if number in numbers:
                assert environ["wsgi.input"].read(1) == b"x"
                require()
                environ["wsgi.input"].seek(0)
        place = {self.loop: LOOP, worker_threads._long_thread: LONG_THREAD}.get(get_ident(), THREAD)
        self.calls.append((place, environ["wsgi.input"].read()))
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    async def serve(self, sent: bytes, cool_down: int | None = None) -> bytes:
        """What a client receives that sends these bytes. `cool_down`, if given, is that of the connection."""
        enter_event_loop()
        self.loop, self._loop = get_ident(), asyncio.get_running_loop()
        mine, theirs = socket.socketpair()
        given: Any = self
        with mine:
            served = Connection(given, theirs, "", "")
            served.cool_down = served.cool_down if cool_down is None else cool_down
            connection = asyncio.create_task(served.serve())
            mine.setblocking(False)
            await self._loop.sock_sendall(mine, sent)
            mine.shutdown(socket.SHUT_WR)
            received = b""
            while piece := await self._loop.sock_recv(mine, 4096):
                received += piece
            await connection
        return received


@pytest.fixture(autouse=True)
def _no_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of a test is that of an event loop until the test ends."""
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    monkeypatch.setattr(worker_threads, "_long_thread", None)


def post(path: str, body: bytes = b"x") -> bytes:
    return b"POST %b HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (path.encode(), len(body), body)


def counts(worker: CallingWorker) -> dict[str, int]:
    """What the worker has to do, and what its connections hold."""
    names = ("_answering", "_arriving", "_computing", "arrived", "held")
    return {name: getattr(worker, name) for name in names}


def places(worker: CallingWorker, *requests: bytes) -> list[str]:
    """Where each of these requests of one client is answered. Each gets one answer, and is counted while it takes."""
    before = counts(worker)
    received = asyncio.run(worker.serve(b"".join(requests)))
    assert counts(worker) == before
    assert received.count(b"HTTP/1.1 200 OK") == len(requests) == len(worker.calls)
    return [place for place, _ in worker.calls]


@pytest.fixture
def always_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.time, "thread_time", lambda: 0.0)


@pytest.mark.usefixtures("always_quick")
def test_the_event_loop_answers_quick_requests_from_the_first_one_of_a_client_on():
    assert places(CallingWorker(), *[post(QUICK)] * 3) == [LOOP] * 3


@pytest.mark.usefixtures("always_quick")
def test_long_queries_and_bodies_and_other_addresses_go_to_threads():
    most = post(QUICK, b"x" * QUICK_BYTES)
    longer = post(QUICK, b"x" * (QUICK_BYTES + 1))
    with_query = post(QUICK + "?1000", b"x" * (QUICK_BYTES - 3))
    requests = [post(QUICK), post("/slow"), longer, most, post(QUICK + "/x"), with_query, post(QUICK)]
    assert places(CallingWorker(), *requests) == [LOOP, THREAD, THREAD, LOOP, THREAD, THREAD, LOOP]


@pytest.mark.usefixtures("always_quick")
def test_bodies_of_more_than_64_kib_are_answered_in_turn():
    """docs/capacity.md, "body of a request that is answered beside others"."""
    requests = [post("/slow", b"x" * LARGE), post("/slow", b"x" * (LARGE + 1))]
    assert places(CallingWorker(), *requests) == [THREAD, LONG_THREAD]


@pytest.mark.usefixtures("always_quick")
def test_while_a_request_is_answered_it_is_counted_as_what_it_is():
    class CountingWorker(CallingWorker):
        def wsgi(self, environ: Any, start_response: Any) -> list[bytes]:
            found.append(counts(self))
            return super().wsgi(environ, start_response)

    found: list[dict[str, int]] = []
    stream = b"POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 70000\r\n\r\n"
    requests = [post(f"{QUICK}?1"), post("/slow"), post("/slow", b"x" * (LARGE + 1)), stream + b"x" * 70_000]
    places(CountingWorker(waits=frozenset([1])), *requests)
    shown = [{name: number for name, number in each.items() if number and name != "held"} for each in found]
    assert shown == [
        {},
        {"_answering": 1},
        {"_answering": 1, "_computing": 1},
        {"_answering": 1, "_computing": 1},
        {"_answering": 1, "_computing": 1, "_arriving": 1},
    ]


@pytest.mark.usefixtures("always_quick")
def test_a_request_that_would_wait_comes_again_in_a_thread_and_the_next_ones_follow_it():
    worker = CallingWorker(waits=frozenset([1]))
    requests = [post(f"{QUICK}?{number}", b"x%d" % number) for number in range(COOL_DOWN + 2)]
    found = places(worker, *requests)
    assert found == [LOOP] + [THREAD] * COOL_DOWN + [LOOP]
    assert [body for _, body in worker.calls] == [b"x%d" % number for number in range(COOL_DOWN + 2)], "nothing is lost"


@pytest.mark.usefixtures("always_quick")
def test_a_request_that_would_take_long_comes_again_in_the_thread_for_those():
    worker = CallingWorker(long=frozenset([0, 2]))
    found = places(worker, *[post(f"{QUICK}?{number}", b"x%d" % number) for number in range(4)])
    assert found == [LONG_THREAD, THREAD, LONG_THREAD, THREAD]
    assert [body for _, body in worker.calls] == [b"x%d" % number for number in range(4)], "nothing is lost"


def test_the_thread_for_long_requests_rests_for_twice_the_time_of_one_that_takes_long(monkeypatch: pytest.MonkeyPatch):
    clock, pauses = [0.0], list[float]()
    monkeypatch.setattr(module.time, "thread_time", lambda: clock[0])
    monkeypatch.setattr(module.time, "sleep", pauses.append)

    class SlowWorker(CallingWorker):
        def wsgi(self, environ: Any, start_response: Any) -> list[bytes]:
            found = super().wsgi(environ, start_response)
            clock[0] += [QUICK_SECONDS, 0.5, QUICK_SECONDS / 2][int(environ["QUERY_STRING"])]
            return found

    worker = SlowWorker(long=frozenset([0, 1, 2]))
    assert places(worker, *[post(f"{QUICK}?{number}") for number in range(3)]) == [LONG_THREAD] * 3
    assert pauses == [2 * QUICK_SECONDS, pytest.approx(1.0)], "the last one did not take long"


def test_after_a_request_that_takes_long_threads_answer_the_next_ones(monkeypatch: pytest.MonkeyPatch):
    """They do not wait for those that are answered in turn: on a busy machine any request may seem to take long."""
    clock = [0.0]
    monkeypatch.setattr(module.time, "thread_time", lambda: clock[0])

    class SlowWorker(CallingWorker):
        def wsgi(self, environ: Any, start_response: Any) -> list[bytes]:
            clock[0] += QUICK_SECONDS if environ["QUERY_STRING"] in ("1", "5", "22") else 0.0
            return super().wsgi(environ, start_response)

    found = places(SlowWorker(), *[post(f"{QUICK}?{number}") for number in range(2 * COOL_DOWN + 4)])
    assert found == [LOOP, LOOP, *[THREAD] * COOL_DOWN, LOOP, *[THREAD] * COOL_DOWN, LOOP]


@pytest.mark.usefixtures("always_quick")
@pytest.mark.parametrize(
    "busy",
    [pytest.param({"_computing": 1}, id="a thread computes"), pytest.param({"arrived": 9}, id="many have arrived")],
)
def test_while_there_is_much_to_do_threads_answer_all_requests(busy: dict[str, int]):
    """They are refused when too many wait, which the event loop cannot do while it answers them itself."""
    worker = CallingWorker()
    for name, number in busy.items():
        setattr(worker, name, number)
    assert places(worker, *[post(QUICK)] * 3) == [THREAD] * 3


@pytest.mark.usefixtures("always_quick")
def test_a_client_that_sends_many_requests_at_once_leaves_others_their_turn():
    async def serve_both() -> None:
        await asyncio.gather(
            worker.serve(post(QUICK, b"many") * 50, cool_down=0), worker.serve(post(QUICK), cool_down=0)
        )

    worker = CallingWorker()
    asyncio.run(serve_both())
    bodies = [body for _, body in worker.calls]
    assert len(bodies) == 51 and bodies.index(b"x") < 5


@pytest.mark.usefixtures("always_quick")
def test_an_application_that_fails_in_the_event_loop_is_answered_with_500():
    class FailingWorker(CallingWorker):
        log: Any = type("Log", (), {"exception": staticmethod(lambda text: None)})
        refused = 0

        def wsgi(self, environ: Any, start_response: Any) -> list[bytes]:
            if environ["QUERY_STRING"]:
                assert get_ident() == self.loop
                raise KeyError("x")
            return super().wsgi(environ, start_response)

        def record_refusal(self, refused: Any) -> None:
            self.refused = refused.status

    worker = FailingWorker()
    received = asyncio.run(worker.serve(post(QUICK) + post(f"{QUICK}?1")))
    assert received.startswith(b"HTTP/1.1 200 OK") and b"HTTP/1.1 500 " in received and worker.refused == 500
