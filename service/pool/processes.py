"""Process pool: processes started on demand, ended with their parent, and replaced when they exceed a deadline."""

import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, LifoQueue
from threading import BoundedSemaphore
from typing import Any, TypeVar

from service.pool.interface import DeadlineExceeded, Decode, Overloaded, Pool, Slot, require_client
from service.runtime import package, request_context, worker_threads

T = TypeVar("T")

_ROOT = Path(__file__).resolve().parents[2]

# A process that dies during a computation may have been killed for another reason. If a second one dies, too, the
# computation is the reason.
_TRIES = 2

#: A request that needs several slots one after the other may take as many times the deadline of a slot.
PARTS = 12

#: The first byte of what a process sends: a result or an exception follows.
RESULT, ERROR = b"a", b"e"


class _WorkerProcess:
    """A process that runs one computation at a time. It ends when its connection closes, and so with its parent."""

    def __init__(self) -> None:
        mine, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", package.module("pool.worker"), str(theirs.fileno())]
            # Started, not forked: a fork would copy the locks of this process, but not its threads.
            self.process = subprocess.Popen(  # noqa: S603 (no part of it comes from a caller)
                command, cwd=_ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
            )
        self._connection: Connection[Any, Any] = Connection(mine.detach())

    def call(self, computation: bytes, seconds: float) -> bytes:
        """Send a computation and return the reply.

        Raises `DeadlineExceeded` after `seconds`, and `EOFError` or `OSError` if the process has ended.
        """
        self._connection.send_bytes(computation)
        if not self._connection.poll(seconds):
            raise DeadlineExceeded
        return self._connection.recv_bytes()

    def end(self) -> None:
        self._connection.close()
        self.process.kill()
        self.process.wait()


class ProcessPool(Pool):
    """A pool of `processes`, with `waiting` further slots. Each slot has `deadline` seconds, waiting included.

    `joining` further threads may wait for a result that another one computes, or serve a stream. Beyond that, joining
    threads take slots, too. One stream is always possible.
    """

    def __init__(self, processes: int, waiting: int, deadline: float, joining: int) -> None:
        self._deadline = deadline
        self._slots = BoundedSemaphore(processes + waiting)
        self._waiting_slots = BoundedSemaphore(processes)  # of the slots, those for callers that wait for one
        self._joining = BoundedSemaphore(joining)  # streams and joining threads both keep a thread from doing checks
        self._streams = self._joining if joining else BoundedSemaphore(1)
        # Last in, first out: a process that has just been used is used next. None: a process that is not started yet.
        self._free: LifoQueue[_WorkerProcess | None] = LifoQueue()
        for _ in range(processes):
            self._free.put(None)

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        worker_threads.require_thread()
        require_client()
        end = self._end_of_request()
        until = min(time.monotonic() + wait, end)
        with (
            _acquire_first(self._waiting_slots, until=until) if wait else nullcontext(),
            _acquire_first(self._slots, until=until),
        ):
            yield _TimedSlot(self, min(time.monotonic() + self._deadline, end))

    def _end_of_request(self) -> float:
        """Return when the current request must end, on the monotonic clock. Raises `DeadlineExceeded` after that."""
        context = request_context.current.get()
        end = inf if context is None else context.began + PARTS * self._deadline
        if end <= time.monotonic():
            raise DeadlineExceeded
        return end

    def join(self) -> AbstractContextManager[None]:
        return _acquire_first(self._joining, self._slots)

    def stream(self) -> AbstractContextManager[None]:
        return _acquire_first(self._streams)

    def call(self, compute: Callable[[], Any], until: float) -> bytes:
        """Run `compute` in a process and return its reply. `until` is a deadline on the monotonic clock."""
        return self._call(partial(pickle.dumps, compute), until)

    def call_pickled(self, computation: bytes, until: float) -> bytes:
        """Run a computation that was pickled elsewhere."""
        return self._call(lambda: computation, until)

    def _call(self, pickled: Callable[[], bytes], until: float) -> bytes:
        for _ in range(_TRIES):
            with suppress(EOFError, OSError), self._process(until) as process:
                # Pickled only now, so that there is at most one pickled copy for each process.
                return process.call(pickled(), until - time.monotonic())
        raise Overloaded("the analysis was interrupted; try again in a moment")

    def prestart(self) -> None:
        for process in self._take_free():
            self._free.put(process or _WorkerProcess())

    def close(self) -> None:
        for process in self._take_free():
            if process is not None:
                process.end()
            self._free.put(None)

    @contextmanager
    def _process(self, until: float) -> Iterator[_WorkerProcess]:
        """Take a free process. It is returned to the pool if the computation completes, and ended otherwise."""
        try:
            process = self._free.get(timeout=max(until - time.monotonic(), 0))
        except Empty:
            raise DeadlineExceeded from None
        kept = None
        try:
            process = process or _WorkerProcess()
            yield process
            kept = process
        finally:
            if kept is None and process is not None:
                process.end()
            self._free.put(kept)

    def _take_free(self) -> list[_WorkerProcess | None]:
        free = []
        with suppress(Empty):
            while True:
                free.append(self._free.get_nowait())
        return free


@contextmanager
def _acquire_first(*semaphores: BoundedSemaphore, until: float = 0.0) -> Iterator[None]:
    """Hold the first semaphore that can be acquired by `until` on the monotonic clock. Raises `Overloaded`."""
    acquired = next((each for each in semaphores if each.acquire(timeout=until - time.monotonic())), None)
    if acquired is None:
        raise Overloaded("too many analyses are waiting; try again in a moment")
    try:
        yield
    finally:
        acquired.release()


class _TimedSlot(Slot):
    """A slot with a deadline on the monotonic clock."""

    def __init__(self, pool: ProcessPool, until: float) -> None:
        self._pool, self._until = pool, until

    def run(self, compute: Callable[[], T], decode: Decode[T]) -> T:
        reply = self._pool.call(compute, self._until)
        if reply[:1] == ERROR:
            raise pickle.loads(reply[1:])  # noqa: S301 (from a process of this pool)
        return decode(memoryview(reply)[1:])  # without a copy, because a reply may have megabytes
