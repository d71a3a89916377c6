"""Pool in helper processes: started by the process that asks, ended with it, replaced when they overrun."""

import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, LifoQueue
from threading import BoundedSemaphore
from typing import Any, TypeVar

from service.pool.interface import DeadlineExceeded, Decode, Overloaded, Slot

T = TypeVar("T")

_ROOT = Path(__file__).resolve().parents[2]

# A helper that comes to an end over a question may have been killed for another reason; one that does so twice was not.
_TRIES = 2

#: What a helper says before its answer.
RESULT, ERROR = b"a", b"e"


class _WorkerProcess:
    """One process, which computes one thing at a time. It ends when its connection does, and so with its parent."""

    def __init__(self) -> None:
        mine, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "service.pool.worker", str(theirs.fileno())]
            # A process of its own from the start: a copy of this one would have copies of its locks, and no threads.
            self.process = subprocess.Popen(  # noqa: S603 (nothing of it is a caller's)
                command, cwd=_ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL
            )
        self._connection: Connection[Any, Any] = Connection(mine.detach())

    def call(self, question: bytes, seconds: float) -> bytes:
        """What it says. Raises `DeadlineExceeded`, or EOFError or OSError if it has come to an end."""
        self._connection.send_bytes(question)
        if not self._connection.poll(max(seconds, 0)):
            raise DeadlineExceeded
        return self._connection.recv_bytes()

    def end(self) -> None:
        self._connection.close()
        self.process.kill()
        self.process.wait()


class ProcessPool:
    """So many turns at a time as there are helpers and places to wait for one; each has `deadline` seconds, waiting
    included. `joining` threads more may wait for what another computes, beyond which they take places, too, or be at a
    stream; there may always be one stream."""

    def __init__(self, processes: int, waiting: int, deadline: float, joining: int = 1) -> None:
        self._deadline = deadline
        self._places = BoundedSemaphore(processes + waiting)
        self._patient = BoundedSemaphore(processes)  # of the places, those for callers who wait for one
        self._joining = BoundedSemaphore(joining)  # a thread that joins is one that checks nothing, either
        self._streams = self._joining if joining else BoundedSemaphore(1)
        self._free: LifoQueue[_WorkerProcess | None] = LifoQueue()  # the last used is the next; None: to be started
        for _ in range(processes):
            self._free.put(None)

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        until = time.monotonic() + wait
        with (
            _acquire_first(self._patient, until=until) if wait else nullcontext(),
            _acquire_first(self._places, until=until),
        ):
            yield _TimedSlot(self, time.monotonic() + self._deadline)

    def join(self) -> AbstractContextManager[None]:
        return _acquire_first(self._joining, self._places)

    def stream(self) -> AbstractContextManager[None]:
        return _acquire_first(self._streams)

    def answer(self, compute: Callable[[], Any], until: float) -> bytes:
        """What a helper says to it, by `until` of the monotonic clock."""
        for _ in range(_TRIES):
            with suppress(EOFError, OSError), self._process(until) as helper:
                # Pickled only now, so that there are no more copies of what was sent than helpers.
                return helper.call(pickle.dumps(compute), until - time.monotonic())
        raise Overloaded("the analysis was cut off; ask again in a moment")

    def prestart(self) -> None:
        for helper in self._take_all():
            self._free.put(helper or _WorkerProcess())

    def close(self) -> None:
        for helper in self._take_all():
            if helper is not None:
                helper.end()
            self._free.put(None)

    @contextmanager
    def _process(self, until: float) -> Iterator[_WorkerProcess]:
        """A helper of one's own. It comes back for others if it has answered, and is ended otherwise."""
        try:
            helper = self._free.get(timeout=max(until - time.monotonic(), 0))
        except Empty:
            raise DeadlineExceeded from None
        kept = None
        try:
            helper = helper or _WorkerProcess()
            yield helper
            kept = helper
        finally:
            if kept is None and helper is not None:
                helper.end()
            self._free.put(kept)

    def _take_all(self) -> list[_WorkerProcess | None]:
        found = []
        with suppress(Empty):
            while True:
                found.append(self._free.get_nowait())
        return found


@contextmanager
def _acquire_first(*of: BoundedSemaphore, until: float = 0.0) -> Iterator[None]:
    """A place of the first of these that has one, by `until` of the monotonic clock."""
    places = next((each for each in of if each.acquire(timeout=max(until - time.monotonic(), 0))), None)
    if places is None:
        raise Overloaded("as many analyses are asked for as may wait; ask again in a moment")
    try:
        yield
    finally:
        places.release()


class _TimedSlot:
    """A turn that ends at `until` of the monotonic clock."""

    def __init__(self, processes: ProcessPool, until: float) -> None:
        self._processes, self._until = processes, until

    def run(self, compute: Callable[[], T], decode: Decode[T]) -> T:
        said = self._processes.answer(compute, self._until)
        if said[:1] == ERROR:
            raise pickle.loads(said[1:])  # noqa: S301 (from a process of one's own)
        return decode(said[1:])
