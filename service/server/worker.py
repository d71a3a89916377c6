"""gunicorn worker: an event loop reads requests and writes responses, and threads call the application.

A thread gets a request when it is complete; only a few requests are answered while they arrive. No thread waits for a
client that reads its response slowly.

`answerer` decides from a few numbers which part of a worker answers a request (docs/adr/0013-quick-requests.md). The
event loop answers what is quick while there is little else to do. Threads answer what may wait. One thread answers all
requests that take long without waiting, one by one: those with long bodies, and those of which the application says so
(`service.runtime.worker_threads`). What is beyond the limits is refused at once.
"""

import asyncio
import errno
import os
import resource
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import Enum, auto
from math import inf
from typing import Any, NamedTuple

from gunicorn.workers import base

from service.runtime.memory import resident_bytes
from service.runtime.worker_threads import WouldTakeLong, WouldWait, enter_event_loop, enter_long_thread
from service.server.connection import Connection
from service.server.parser import Refused, Request
from service.server.wsgi import Response, request_environ

# ---------------------------------------------------------------- who answers a request


class Answerer(Enum):
    """Who answers a request; `NOBODY` if it is refused with 503."""

    EVENT_LOOP = auto()
    THREAD = auto()
    LONG_THREAD = auto()
    NOBODY = auto()


class Asked(NamedTuple):
    """What decides about a request.

    - `quick`: it usually takes less than a millisecond.
    - `complete`: all of its body has arrived.
    - `long`: its body is long, or the application has said that it would take long.
    - `probe`: it asks whether the service is alive or ready.
    - `cooling_down`: a recent request of its connection would have waited in the event loop, or took long.
    """

    quick: bool = False
    complete: bool = True
    long: bool = False
    probe: bool = False
    cooling_down: bool = False


class Load(NamedTuple):
    """What a worker has to do: numbers of requests, and of connections for `arrived`.

    - `waiting`: for a thread.
    - `computing`: in threads or waiting for one, and not quick.
    - `arriving`: whose bodies threads read as they arrive.
    - `arrived`: connections of which bytes have arrived and are not parsed yet.
    """

    waiting: int = 0
    computing: int = 0
    arriving: int = 0
    arrived: int = 0


def answerer(asked: Asked, load: Load, max_waiting: int, max_arriving: int) -> Answerer:
    """Return who answers a request, while at most `max_waiting` may wait and `max_arriving` bodies may be arriving.

    As many connections may have sent something before the event loop leaves all requests to threads: it would notice an
    overload too late.
    """
    if asked.quick and not (asked.cooling_down or asked.long) and not load.computing and load.arrived <= max_waiting:
        return Answerer.EVENT_LOOP
    if load.waiting >= max_waiting and not asked.probe:
        return Answerer.NOBODY
    if not asked.complete and load.arriving >= max_arriving:
        return Answerer.NOBODY
    if asked.long:
        return Answerer.LONG_THREAD
    return Answerer.THREAD


# ---------------------------------------------------------------- the worker


#: File descriptors reserved for everything except connections.
RESERVED_FILES = 64

#: The thread for long requests answers those with longer bodies, in bytes: while C code decodes a body, no other thread
#: runs.
LARGE = 1 << 16

#: The longest body, in bytes, of a request that the event loop answers itself.
QUICK_BYTES = 1 << 14

#: Processor time that such a request may take. If it takes more, threads answer the next `COOL_DOWN` ones.
QUICK_SECONDS = 0.003
COOL_DOWN = 20

#: The most connections that are accepted before others get their turn. While the event loop answers requests itself, it
#: comes back to a listener late: if it accepted one at a time, new clients would wait for seconds at overload.
ACCEPTED = 8

_PROBES = {"/livez", "/readyz"}
_LAST_REQUESTS = 2.0  # seconds for which a stopping worker answers further requests on its connections
_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Worker(base.Worker):  # type: ignore[misc]
    """The worker. deploy/gunicorn.conf.py sets the limits, which are attributes of the class."""

    max_waiting_requests = 32  # waiting for a thread
    max_arriving_bodies = 2  # threads that may read a body as it arrives
    base_path = ""  # what a proxy removes from addresses
    max_body_bytes = 4 << 20  # the longest body that any operation takes
    max_held_bytes = 32 << 20  # of bodies and unsent responses
    max_memory_bytes = 0  # after which the worker is replaced; 0 for no limit
    request_seconds = 10.0  # for a request to arrive
    quick_paths: frozenset[str] = frozenset()  # of the requests that usually take less than a millisecond
    on_serving: Callable[[], object] = staticmethod(lambda: None)  # called when it begins to accept connections
    on_tick: Callable[[], None] = staticmethod(lambda: None)  # called once a second
    count_refusal: Callable[[int], None] = staticmethod(lambda status: None)  # gets the status of each refused request

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.alive: bool
        self.held = 0  # bytes, counted by the connections
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        available = max(files - RESERVED_FILES, 16) if files != resource.RLIM_INFINITY else inf
        self._max_connections = min(self.cfg.worker_connections, available)
        self._connections: dict[asyncio.Task[None], Connection] = {}
        self._answering = self._arriving = self._overloads = 0
        self._computing = 0  # requests in threads that may compute for long: they would slow the event loop down
        self.arrived = 0  # connections that have bytes to parse, counted by the connections
        self._accepting = False

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        enter_event_loop()
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self._threads = ThreadPoolExecutor(self.cfg.threads)
        self._long_thread = ThreadPoolExecutor(1, initializer=enter_long_thread)
        self._loop.add_signal_handler(signal.SIGTERM, self._stop)
        self._tick()
        self.on_serving()
        await self._stopping.wait()
        self._accept_more(False)
        for listener in self.sockets:  # accept what is in the queue before closing (see `listener`)
            self._accept(listener, self.cfg.backlog)
            listener.close()
        self._loop.call_later(_LAST_REQUESTS, self._end_if, lambda connection: connection.idle)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.cfg.graceful_timeout):
                await asyncio.gather(*self._connections, return_exceptions=True)
        for threads in (self._threads, self._long_thread):
            threads.shutdown(wait=False)

    def _stop(self) -> None:
        self.alive = False
        self._stopping.set()

    def _tick(self) -> None:
        """Run the periodic tasks, once a second."""
        self._loop.call_later(1, self._tick)
        self.notify()
        self.on_tick()
        now = self._loop.time()
        self._end_if(lambda connection: connection.deadline < now)
        self._accept_more(self.alive)
        if self._overloads:
            self.log.warning("overloaded: refused %d requests", self._overloads)
            self._overloads = 0
        used = resident_bytes() if self.max_memory_bytes and self.alive else 0
        if used > self.max_memory_bytes:
            self.log.warning("this worker uses %d MiB and is replaced", used >> 20)
            self._stop()
        elif not self.alive or self.ppid != os.getppid():  # the signal to stop may arrive before the loop handles it
            self._stop()

    def _end_if(self, condition: Callable[[Connection], bool]) -> None:
        for connection in self._connections.values():
            if condition(connection):
                connection.end()

    def _accept_more(self, more: bool) -> None:
        if more == self._accepting:
            return
        self._accepting = more
        for listener in self.sockets:
            listener.setblocking(False)
            if more:
                self._loop.add_reader(listener, self._accept, listener)
            else:
                self._loop.remove_reader(listener)

    def _accept(self, listener: Any, most: int = ACCEPTED) -> None:
        """Accept connections that wait, at most so many."""
        for _ in range(most):
            try:
                sock, client = listener.accept()
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self.log.warning("cannot accept connections: %s", error.strerror)
                    self._make_room()
                    self._accept_more(False)  # until a connection has ended, or for a second
                return
            connection = Connection(self, sock, client, listener.getsockname())
            task = self._loop.create_task(connection.serve())
            self._connections[task] = connection
            task.add_done_callback(self._forget)
            if len(self._connections) > self._max_connections:
                self._make_room()

    def _make_room(self) -> None:
        """End the connection with the earliest deadline."""
        earliest = min(self._connections.values(), key=lambda connection: connection.deadline, default=None)
        if earliest and earliest.deadline < inf:
            earliest.end()

    def _forget(self, task: asyncio.Task[None]) -> None:
        del self._connections[task]
        self._accept_more(self.alive)

    def record_refusal(self, refused: Refused) -> None:
        """Count and log a refused request."""
        self.count_refusal(refused.status)
        if refused.status == 503:
            self._overloads += 1
        else:
            self.log.warning("refused %s with %d: %a", refused.request_id, refused.status, refused.logged[:200])

    async def answer(self, connection: Connection, request: Request) -> bool:
        """Answer the request, at once or in a thread. Returns whether another may follow. Raises `Refused`."""
        quick = request.path in self.quick_paths and request.complete and request.length <= QUICK_BYTES
        long = request.complete and request.length > LARGE
        while True:
            asked = Asked(quick, request.complete, long, request.path in _PROBES, connection.cool_down > 0)
            who = answerer(asked, self._load, self.max_waiting_requests, self.max_arriving_bodies)
            if who is Answerer.NOBODY:
                raise Refused(503)
            try:
                if who is Answerer.EVENT_LOOP:
                    return self._call_quickly(connection, request)
                return await self._call_in_thread(connection, request, quick, who is Answerer.LONG_THREAD)
            except WouldWait as would:
                long = isinstance(would, WouldTakeLong)
                request.body.seek(0)

    @property
    def _load(self) -> Load:
        """What the worker has to do."""
        waiting = self._answering - self.cfg.threads
        return Load(waiting, self._computing, self._arriving, self.arrived)

    async def _call_in_thread(self, connection: Connection, request: Request, quick: bool, long: bool) -> bool:
        """Call the application in a thread, or in the thread for long requests, which takes one after the other."""
        if quick and connection.cool_down:
            connection.cool_down -= 1
        threads, call = (self._long_thread, self._call_and_pause) if long else (self._threads, self._call)
        self._answering += 1
        self._computing += not quick
        self._arriving += not request.complete
        try:
            return await self._loop.run_in_executor(threads, call, connection, request)
        finally:
            self._answering -= 1
            self._computing -= not quick
            self._arriving -= not request.complete

    def _call_quickly(self, connection: Connection, request: Request) -> bool:
        """Call the application in the event loop. If it would wait or takes long, threads answer the next requests.

        Raises `WouldWait`.
        """
        connection.cool_down = COOL_DOWN
        before = time.thread_time()
        keep = self._call(connection, request)
        if time.thread_time() - before < QUICK_SECONDS:
            connection.cool_down = 0
        return keep

    def _call_and_pause(self, connection: Connection, request: Request) -> bool:
        """Call the application. If it takes long, pause for twice the processor time, which leaves time for others."""
        before = time.thread_time()
        try:
            return self._call(connection, request)
        finally:
            taken = time.thread_time() - before
            if taken >= QUICK_SECONDS:
                time.sleep(2 * taken)

    def _call(self, connection: Connection, request: Request) -> bool:
        response = Response(request, connection.sendall, not self.alive or not self.cfg.keepalive)
        pieces: Any = None
        try:
            pieces = self.wsgi(request_environ(request, connection.environ), response.start)
            request.costly_refusal = response.status == 503 or (response.status >= 400 and request.length > LARGE)
            for piece in pieces:
                response.write(piece)
                if not request.costly_refusal:
                    connection.push()
            response.end()
        except (ConnectionError, TimeoutError):
            raise
        except Exception:
            self.log.exception("the application failed")
            raise ConnectionAbortedError if response.begun else Refused(500) from None
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        return not response.must_close
