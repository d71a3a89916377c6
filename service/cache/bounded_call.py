"""Asking somebody who may never answer, and waiting for no longer than one is willing to.

A time-out on a socket bounds the silence between two bytes, not the whole reply, and finding the address of a host has
none at all. So a client does its work in a thread of its own, and whoever asks waits for that thread, but only so long.
What is then still under way is cut off. The number of threads is bounded: if all of them are stuck, nobody is asked.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, LifoQueue, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, Generic, Protocol, TypeVar

C = TypeVar("C")
A = TypeVar("A")


class CallTimeout(Exception):
    """There was no answer in time."""


class Connection(Protocol):
    """What a line can cut off."""

    def disconnect(self) -> None: ...


#: Told of each connection as it is made; raises `CallTimeout` if nobody waits for it any more.
Watch = Callable[[Connection], None]


@dataclass(eq=False, slots=True)
class _Job:
    command: Callable[[Any], Any]
    outcome: SimpleQueue[tuple[Any, BaseException | None]] = field(default_factory=SimpleQueue)


class _ClientThread(Generic[C]):
    """One thread, one client and its connections. One caller has it at a time; `hand_back` is called when the thread is
    done, which may be long after the caller has gone."""

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
        self._thread = Thread(target=self._serve, name="cache-line", daemon=True)
        self._thread.start()

    def call(self, command: Callable[[C], A], seconds: float) -> A:
        """What `command` returns, or raises. Raises `CallTimeout` after `seconds`."""
        job = self._awaited = _Job(command)
        self._jobs.put(job)
        try:
            answer, error = job.outcome.get(timeout=max(seconds, 0))
        except Empty:
            self._cut_off(job)
            raise CallTimeout("no answer in time") from None
        if error is not None:
            raise error
        return answer  # type: ignore[no-any-return]

    def close(self) -> None:
        self._jobs.put(None)
        if self._thread is not current_thread():
            self._thread.join(1)

    def _serve(self) -> None:
        client: C | None = None
        while (job := self._jobs.get()) is not None:
            answer, error = None, None
            try:
                if client is None:
                    client = self._connect(self._watch)
                answer = job.command(client)
            except BaseException as raised:
                error = raised
            with self._lock:
                waited = self._awaited is job
                self._awaited = None
            if not waited or not (error is None or isinstance(error, self._kept_after)):
                client = None  # it begins anew: with the address, the master, the shape of the cluster
                self._disconnect()
            self._hand_back(self)
            job.outcome.put((answer, error))
        self._disconnect()

    def _watch(self, connection: Connection) -> None:
        with self._lock:
            if self._awaited is None:
                raise CallTimeout("nobody waits any more")
            self._connections.add(connection)

    def _cut_off(self, job: _Job) -> None:
        with self._lock:
            if self._awaited is job:  # else it was done just now
                self._awaited = None
                for connection in self._connections:
                    connection.disconnect()

    def _disconnect(self) -> None:
        with self._lock:
            while self._connections:
                self._connections.pop().disconnect()


class BoundedClients(Generic[C]):
    """As many as `max_threads` lines, made when they are needed.

    `connect` makes the client of a line and tells `Watch` of its connections. After an error that is none of
    `kept_after` a line gets a new client.
    """

    def __init__(
        self, connect: Callable[[Watch], C], *, kept_after: tuple[type[Exception], ...] = (), max_threads: int = 8
    ) -> None:
        self._connect, self._kept_after, self._closed = connect, kept_after, False
        self._free: LifoQueue[_ClientThread[C] | None] = LifoQueue()  # the last used is the next; None: not yet made
        for _ in range(max_threads):
            self._free.put(None)

    def call(self, command: Callable[[C], A], seconds: float) -> A:
        """What `command` returns, given the client of a free line. Raises what it raises, and `CallTimeout` after
        `seconds`."""
        until = time.monotonic() + seconds
        try:
            line = self._free.get(timeout=seconds)
        except Empty:
            raise CallTimeout("nobody is free to ask") from None
        if line is None:
            line = _ClientThread(self._connect, self._kept_after, self._take_back)
        return line.call(command, until - time.monotonic())

    def close(self) -> None:
        """Ends the lines: those that are free now, the others when they come back."""
        self._closed = True
        self._end_free()

    def _take_back(self, line: _ClientThread[C]) -> None:
        self._free.put(line)
        if self._closed:
            self._end_free()

    def _end_free(self) -> None:
        while True:
            try:
                line = self._free.get_nowait()
            except Empty:
                return
            if line is not None:
                line.close()
