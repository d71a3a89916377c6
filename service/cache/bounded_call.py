"""Calls to a server that may not answer: each with a time limit, on a thread of its own, and a circuit breaker.

The timeout of a socket limits the silence between two bytes, not the whole reply, and resolving a host name has no
timeout at all. So each client works in a thread of its own, for which the caller waits a limited time. A call that
takes longer is cancelled by closing the client's connections. The number of threads is limited: while all of them are
busy, calls fail without being made.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, LifoQueue, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, Generic, Protocol, TypeVar

C = TypeVar("C")
A = TypeVar("A")

THREAD_NAME = "redis client"


class CallTimeout(Exception):
    """A call has exceeded its time limit."""


class Connection(Protocol):
    """A connection that can be closed from another thread."""

    def disconnect(self) -> None: ...


#: Takes each connection of a client when it is made. Raises `CallTimeout` if no caller waits any more.
Watch = Callable[[Connection], None]


@dataclass(eq=False, slots=True)
class _Job:
    command: Callable[[Any], Any]
    outcome: SimpleQueue[tuple[Any, BaseException | None]] = field(default_factory=SimpleQueue)


class _ClientThread(Generic[C]):
    """One thread with one client and its connections, used by one caller at a time.

    `hand_back` is called when the thread has finished a call, which may be long after the caller has given up.
    """

    def __init__(
        self,
        connect: Callable[[Watch], C],
        kept_after: tuple[type[Exception], ...],
        hand_back: Callable[["_ClientThread[C]"], None],
    ) -> None:
        self._connect, self._kept_after, self._hand_back = connect, kept_after, hand_back
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._awaited: _Job | None = None
        self._connections: set[Connection] = set()
        self._lock = Lock()
        self._thread = Thread(target=self._serve, name=THREAD_NAME, daemon=True)
        self._thread.start()

    def call(self, command: Callable[[C], A], seconds: float) -> A:
        """Return what `command` returns, or raise what it raises. Raises `CallTimeout` after `seconds`."""
        job = self._awaited = _Job(command)
        self._jobs.put(job)
        try:
            result, error = job.outcome.get(timeout=max(seconds, 0))
        except Empty:
            self._cancel(job)
            raise CallTimeout("no reply in time") from None
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def close(self) -> None:
        self._jobs.put(None)
        if self._thread is not current_thread():
            self._thread.join(1)

    def _serve(self) -> None:
        client: C | None = None
        while (job := self._jobs.get()) is not None:
            result, error = None, None
            try:
                if client is None:
                    client = self._connect(self._watch)
                result = job.command(client)
            except BaseException as raised:
                error = raised
            with self._lock:
                awaited = self._awaited is job
                self._awaited = None
            if not awaited or not (error is None or isinstance(error, self._kept_after)):
                client = None  # the next one resolves the host, the master and the cluster's slots again
                self._disconnect()
            self._hand_back(self)
            job.outcome.put((result, error))
        self._disconnect()

    def _watch(self, connection: Connection) -> None:
        with self._lock:
            if self._awaited is None:
                raise CallTimeout("no caller waits any more")
            self._connections.add(connection)

    def _cancel(self, job: _Job) -> None:
        with self._lock:
            if self._awaited is job:  # otherwise it has just finished
                self._awaited = None
                for connection in self._connections:
                    connection.disconnect()

    def _disconnect(self) -> None:
        with self._lock:
            while self._connections:
                self._connections.pop().disconnect()


class BoundedClients(Generic[C]):
    """Up to `max_threads` threads with a client each, started when they are needed.

    `connect` makes a client and passes each of its connections to the `Watch` function. After an exception that is
    not one of `kept_after`, a thread gets a new client.
    """

    def __init__(
        self, connect: Callable[[Watch], C], *, kept_after: tuple[type[Exception], ...] = (), max_threads: int = 8
    ) -> None:
        self._connect, self._kept_after, self._closed = connect, kept_after, False
        # Last in, first out: the thread that was used last is used next. None: a thread that is not started yet.
        self._free: LifoQueue[_ClientThread[C] | None] = LifoQueue()
        for _ in range(max_threads):
            self._free.put(None)

    def call(self, command: Callable[[C], A], seconds: float) -> A:
        """Call `command` with the client of a free thread, and return what it returns.

        Raises what it raises, and `CallTimeout` after `seconds`, which include waiting for a thread.
        """
        until = time.monotonic() + seconds
        try:
            thread = self._free.get(timeout=seconds)
        except Empty:
            raise CallTimeout("no thread is free") from None
        if thread is None:
            thread = _ClientThread(self._connect, self._kept_after, self._take_back)
        return thread.call(command, until - time.monotonic())

    def close(self) -> None:
        """End the threads: free ones now, the others when they finish their calls."""
        self._closed = True
        self._end_free()

    def _take_back(self, thread: _ClientThread[C]) -> None:
        self._free.put(thread)
        if self._closed:
            self._end_free()

    def _end_free(self) -> None:
        while True:
            try:
                thread = self._free.get_nowait()
            except Empty:
                return
            if thread is not None:
                thread.close()


class CircuitBreaker:
    """A circuit breaker that opens after `max_failures` failures in a row.

    While it is open, no call is allowed for `pause` seconds, and then one call in each `pause`, until a call succeeds.
    `clock` returns seconds.
    """

    def __init__(self, max_failures: int = 3, pause: float = 2.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_failures, self._pause, self._clock = max_failures, pause, clock
        self._failures = 0
        self._next_trial = 0.0
        self._lock = Lock()

    @property
    def closed(self) -> bool:
        """Whether all calls are allowed."""
        return self._failures < self._max_failures

    def allows(self) -> bool:
        """Whether this call is allowed. If so, the caller reports its outcome with `succeeded` or `failed`."""
        if self._failures < self._max_failures:
            return True
        with self._lock:
            now = self._clock()
            if self._failures >= self._max_failures and now < self._next_trial:
                return False
            self._next_trial = now + self._pause  # even if this trial is never reported, the next one follows
            return True

    def succeeded(self) -> bool:
        """Report a success. Returns whether this one closed the circuit."""
        if not self._failures:
            return False
        with self._lock:
            opened, self._failures = self._failures >= self._max_failures, 0
            return opened

    def failed(self) -> bool:
        """Report a failure. Returns whether this one opened the circuit."""
        with self._lock:
            self._failures += 1
            self._next_trial = self._clock() + self._pause
            return self._failures == self._max_failures
