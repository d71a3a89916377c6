"""Work of a command on the workers of a Dask cluster: in order, with a limited number of parts under way."""

import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.cli.record_files import GivenUp, Part, Unreadable, content_of, count_records
from service.piquet.message_text import counted
from service.pool import dask_client, dask_tasks
from service.pool.dask_client import ClusterError
from service.runtime.version import VERSION

if TYPE_CHECKING:
    from distributed import Client, Future

#: Returns what a worker is to compute, which can be pickled. Raises `Unreadable`.
Prepare = Callable[[], Callable[[], Any]]

CONNECT: Final = 10.0  # seconds until a scheduler counts as not to be reached
ABSENCE: Final = 60.0  # seconds that a scheduler which was there, or all workers, may be away
_PATIENCE: Final = 2.0  # seconds after which a wait for a result looks whether anybody still computes
_TRANSFER: Final = 60.0  # seconds for the transfer of a result
_AHEAD: Final = 3  # parts under way or waiting, for each thread of the cluster
_LEAST_AHEAD: Final = 8
_BYTES_AHEAD: Final = 1 << 20  # bytes of these parts, for each thread


class Job(NamedTuple):
    """A part of the work, with its size in bytes. `prepare` is None if there is nothing to compute.

    What a worker computes is prepared again if the scheduler has lost it, and not kept meanwhile.
    """

    tag: Any
    size: int = 0
    prepare: Prepare | None = None


class Killed(NamedTuple):
    """What is known of a part that killed each worker which computed it: their number."""

    workers: int

    def __str__(self) -> str:
        return f"killed {counted(self.workers, 'worker')} of the cluster, one after the other, and was given up"


def in_order(address: str, name: str, jobs: Iterator[Job]) -> Generator[tuple[Any, Any], None, None]:
    """Yield the tag and the result of each job, in order: None, a result, `Unreadable`, or `Killed`.

    `name` is what Dask calls the tasks. Raises `Unreadable` for the cluster, if it cannot be used.
    """
    with closing(Work(address, name)) as work:
        for job in jobs:
            work.put(job)
            while work.done:
                yield work.take()
        while not work.empty:
            yield work.take()


def over_parts(
    address: str, name: str, parts: Iterator[Part | Unreadable], function: Callable[[str, bytes, int], Any]
) -> Iterator[tuple[Part | None, Any]]:
    """Yield each part with its result, or `Unreadable`, in order.

    A worker calls the function with the kind of the part, its content, and the number of its first line.
    """
    for part, found in in_order(address, name, (_job(part, function) for part in parts)):
        if isinstance(part, Unreadable):
            yield None, part
        else:
            yield part, _given_up(part, found) if isinstance(found, Killed) else found


def _job(part: Part | Unreadable, function: Callable[[str, bytes, int], Any]) -> Job:
    if isinstance(part, Unreadable):
        return Job(part)
    read = part

    def prepare() -> Callable[[], Any]:
        return partial(function, read.source.kind, content_of(read), read.line)

    return Job(part, part.end - part.start, prepare)


def _given_up(part: Part, killed: Killed) -> GivenUp:
    content = content_of(part)
    last = part.line + max(content.count(b"\n") - content.endswith(b"\n"), 0)
    return GivenUp(
        part.source.name, f"the part from line {part.line} to line {last} {killed}", count_records(part, content)
    )


class _UnderWay(NamedTuple):
    """A job with its task, or with its result if no worker computes it."""

    job: Job
    future: "Future[Any] | None"
    result: Any = None


class Work:
    """Jobs under way on a cluster, whose results are taken in order."""

    def __init__(self, address: str, name: str) -> None:
        self._address, self._name = address, name
        self._client = self._connected(CONNECT)
        self._threads = self._wait_for_workers()
        self._queue: deque[_UnderWay] = deque()
        self.done: deque[tuple[Any, Any]] = deque()

    def close(self) -> None:
        """Drop what is under way."""
        dask_client.close(self._client)

    @property
    def empty(self) -> bool:
        """Whether all results were taken."""
        return not self._queue and not self.done

    def put(self, job: Job) -> None:
        """Begin a job. If too much is under way, wait for the first results, which are then `done`."""
        while self._queue and not self._has_room(job.size):
            self.done.append(self._next())
        self._queue.append(self._begun(job))

    def take(self) -> tuple[Any, Any]:
        """Return the tag and the result of the first job whose result was not taken."""
        return self.done.popleft() if self.done else self._next()

    def _has_room(self, size: int) -> bool:
        most = max(_AHEAD * self._threads, _LEAST_AHEAD)
        held = sum(each.job.size for each in self._queue)
        return len(self._queue) < most and held + size <= most * _BYTES_AHEAD

    def _begun(self, job: Job) -> _UnderWay:
        if job.prepare is None:
            return _UnderWay(job, None)
        try:
            computation = pickle.dumps(job.prepare())
        except Unreadable as unreadable:
            return _UnderWay(job, None, unreadable)
        return _UnderWay(job, dask_client.submit(self._client, self._name, dask_tasks.run, VERSION, computation))

    def _next(self) -> tuple[Any, Any]:
        """Return the tag and the result of the first job in the queue, and remove it."""
        while True:
            first = self._queue[0]
            try:
                found = first.result if first.future is None else self._awaited(first.future)
                if isinstance(found, Killed):
                    found = self._alone(first.job)
            except _Gone:
                self._begin_again()
                continue
            self._queue.popleft()
            return first.job.tag, found

    def _awaited(self, future: "Future[Any]") -> Any:
        """Return the result of a task. Raises `_Gone` if the scheduler has forgotten it."""
        from distributed import KilledWorker

        while True:
            try:
                return pickle.loads(dask_client.result(future, _PATIENCE, _TRANSFER))  # noqa: S301 (from a worker)
            except TimeoutError:
                self._threads = self._wait_for_workers()
            except KilledWorker as killed:
                return Killed(killed.allowed_failures + 1)
            except (CancelledError, OSError):
                raise _Gone from None
            except Exception as error:
                if reason := dask_client.disagreement(error):
                    raise Unreadable(self._address, reason) from None
                raise

    def _alone(self, job: Job) -> Any:
        """Return the result of a job again, with no other under way.

        Dask blames a worker's death on everything that this worker was to compute, and much of it did nothing.
        """
        for each in list(self._queue)[1:]:
            while each.future is not None:
                try:
                    dask_client.wait(each.future, _PATIENCE)
                    break
                except TimeoutError:
                    self._threads = self._wait_for_workers()
        again = self._begun(job)
        return again.result if again.future is None else self._awaited(again.future)

    def _begin_again(self) -> None:
        """Connect again, and send everything that is under way: a scheduler that was restarted knows nothing of it."""
        dask_client.close(self._client)
        self._client = self._connected(ABSENCE)
        self._threads = self._wait_for_workers()
        self._queue = deque(each if each.future is None else self._begun(each.job) for each in self._queue)

    def _connected(self, seconds: float) -> "Client":
        try:
            return dask_client.connect(self._address, seconds)
        except ClusterError as error:
            raise Unreadable(self._address, str(error)) from None

    def _wait_for_workers(self) -> int:
        """Return the number of threads of all workers, once there are any. Raises `_Gone` or `Unreadable`."""
        until = time.monotonic() + ABSENCE
        while True:
            try:
                _, threads = dask_client.identity(self._client, CONNECT)
            except ClusterError:
                raise _Gone from None
            if threads:
                return threads
            if time.monotonic() > until:
                raise Unreadable(self._address, f"the cluster has had no worker for {ABSENCE:g} s")
            time.sleep(0.2)


class _Gone(Exception):
    """The scheduler has gone, or it has been restarted."""
