"""Work of a command on the workers of a Dask cluster: in order, with a limited number of parts under way.

An event is read twice. The first time, its records are sent away instead of being verified; the second time, what came
back stands in their places, so that its faults are those of one machine, in their order.
"""

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.cli.event_files import Folder, decoded, event_content
from service.cli.record_files import GivenUp, Part, Source, Unreadable, content_of, count_records, of_tables, source_of
from service.piquet.scoring.adjustments import Adjustment
from service.piquet.suggestions import counted
from service.pool import dask_client, dask_tasks
from service.records.model import Reading, Record
from service.records.verification.card_inference import Tries
from service.runtime.version import VERSION
from service.tournaments import parties
from service.tournaments.event import Partie
from service.tournaments.reading import Read, read_event

if TYPE_CHECKING:
    from distributed import Client, Future


# ---------------------------------------------------------------- parts of files


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


def over_parts(
    address: str, name: str, parts: Iterator[Part | Unreadable], function: Callable[[str, bytes, int], Any]
) -> Iterator[tuple[Part | None, Any]]:
    """Yield each part with its result, or `Unreadable`, in order. `name` is what Dask calls the tasks.

    A worker calls the function with the kind of the part, its content, and the number of its first line. Raises
    `Unreadable` for the cluster, if it cannot be used.
    """
    with closing(Work(address, name)) as work:
        for part in parts:
            work.put(_job(part, function))
            while work.done:
                yield _answered(*work.take())
        while not work.empty:
            yield _answered(*work.take())


def _answered(part: Part | Unreadable, found: Any) -> tuple[Part | None, Any]:
    if isinstance(part, Unreadable):
        return None, part
    return part, _given_up(part, found) if isinstance(found, Killed) else found


def _job(part: Part | Unreadable, function: Callable[[str, bytes, int], Any]) -> Job:
    if isinstance(part, Unreadable):
        return Job(part)
    return Job(part, part.end - part.start, partial(_call_on, part, function))


def _call_on(part: Part, function: Callable[[str, bytes, int], Any]) -> Callable[[], Any]:
    return partial(function, part.source.kind, content_of(part), part.line)


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
        except dask_client.ClusterError as error:
            raise Unreadable(self._address, str(error)) from None

    def _wait_for_workers(self) -> int:
        """Return the number of threads of all workers, once there are any. Raises `_Gone` or `Unreadable`."""
        until = time.monotonic() + ABSENCE
        while True:
            try:
                _, threads = dask_client.identity(self._client, CONNECT)
            except dask_client.ClusterError:
                raise _Gone from None
            if threads:
                return threads
            if time.monotonic() > until:
                raise Unreadable(self._address, f"the cluster has had no worker for {ABSENCE:g} s")
            time.sleep(0.2)


class _Gone(Exception):
    """The scheduler has gone, or it has been restarted."""


# ---------------------------------------------------------------- events


_PART: Final = 1 << 18  # the approximate size, in bytes, of the parties that are sent together
_OF_A_READING: Final = 1 << 13  # bytes, about, of a record that stands in an event
_EVENTS_AHEAD: Final = 16
_EVENT_BYTES_AHEAD: Final = 1 << 26  # of the contents of these events


def read_events(names: Sequence[str], address: str) -> Iterator[tuple[str, Read | Unreadable]]:
    """Yield each event as far as it can be read, in order. Raises `Unreadable` for the cluster."""
    with closing(Work(address, "event")) as work:
        begun: deque[_Begun] = deque()
        for name in names:
            begun.append(_begin(work, name))
            while len(begun) > _EVENTS_AHEAD or (
                len(begun) > 1 and sum(each.size for each in begun) > _EVENT_BYTES_AHEAD
            ):
                yield _finish(work, begun.popleft())
        while begun:
            yield _finish(work, begun.popleft())


class _Begun(NamedTuple):
    """An event whose parties are under way: its decoded value, and how they were sent."""

    name: str
    size: int
    value: Any
    sent: "_Sending | None"


def _begin(work: Work, name: str) -> _Begun:
    try:
        content = event_content(name)
        value = decoded(name, content)
    except Unreadable as unreadable:
        return _Begun(name, 0, unreadable, None)
    sending = _Sending(work, Folder(Path(name).parent))
    if "record" in content:
        read_event(value, sending.load, judge=sending.judge)
        sending.end()
    return _Begun(name, len(content), value, sending)


def _finish(work: Work, begun: _Begun) -> tuple[str, Read | Unreadable]:
    if begun.sent is None:
        return begun.name, begun.value
    judged: list[parties.VerifiedPartie] = []
    with of_tables(begun.value) as bar:
        for _ in range(begun.sent.parts):
            count, found = work.take()
            judged += [_killed(found)] * count if isinstance(found, Killed) else found
            bar.update(count)
    placing = _Placing(begun.sent, judged)
    return begun.name, read_event(begun.value, placing.load, judge=placing.judge)


def _killed(killed: Killed) -> parties.VerifiedPartie:
    return parties.VerifiedPartie(parties.Unfinished(f"its verification {killed}"))


class _Unit(NamedTuple):
    """A partie that is sent: its file, or its record, and what the event says of it."""

    source: Source | None
    reading: Reading | None
    ruleset: str | None
    overrides: dict[str, Any]
    adjustments: Sequence[Adjustment]

    @property
    def size(self) -> int:
        return _OF_A_READING if self.source is None else self.source.size

    def given(self) -> parties.SentPartie:
        kind, content = "", b""
        if self.source is not None:
            kind = self.source.kind
            try:
                content = content_of(Part(self.source, 0, self.source.size, 1))
            except Unreadable as error:
                return parties.SentPartie(None, kind, error.reason, None, {}, ())
        return parties.SentPartie(self.reading, kind, content, self.ruleset, self.overrides, self.adjustments)


class _Sending:
    """The first reading of an event: sends its parties."""

    def __init__(self, work: Work, folder: Folder) -> None:
        self._work, self.folder = work, folder
        self._source: Source | None = None  # of the record whose partie is judged next
        self._units: list[_Unit] = []
        self.parts = 0
        self.sent: list[bool] = []  # of each record or result, in order, whether it was sent

    def load(self, name: str) -> Reading:
        """Return a stand-in for the record of a file."""
        self._source = None
        try:
            source = source_of(str(self.folder.place(name)))
            if not source.piped:
                self._source = source
        except (Unreadable, parties.Unreadable):
            pass  # the second reading reports it
        self.sent.append(self._source is not None)
        if self._source is None:
            raise parties.Unreadable
        return Reading(Record())

    def judge(
        self, reading: Reading, adjustments: Sequence[Adjustment], tries: Tries | None
    ) -> Partie | parties.Unfinished:
        source, self._source = self._source, None
        played = source is None and any(deal.steps for deal in reading.record.deals)
        if source is None:
            self.sent.append(played)
        if source is not None or played:
            record = reading.record
            self._add(_Unit(source, None if source else reading, record.ruleset, record.overrides, adjustments))
        return parties.Unfinished("")

    def _add(self, unit: _Unit) -> None:
        self._units.append(unit)
        if sum(each.size for each in self._units) >= _PART:
            self.end()

    def end(self) -> None:
        """Send the parties that are left."""
        if self._units:
            units, self._units = self._units, []
            self._work.put(Job(len(units), sum(each.size for each in units), partial(_computation, units)))
            self.parts += 1


def _computation(units: Sequence[_Unit]) -> Callable[[], list[parties.VerifiedPartie]]:
    return partial(parties.verify_parties, [each.given() for each in units])


class _Placing:
    """The second reading of an event: puts what came back in its place, and verifies what was not sent."""

    def __init__(self, sent: _Sending, judged: Sequence[parties.VerifiedPartie]) -> None:
        self._folder = sent.folder
        self._sent, self._judged = iter(sent.sent), iter(judged)
        self._of_file: list[parties.VerifiedPartie | None] = []  # whose partie is judged next; None if it was not sent

    def load(self, name: str) -> Reading:
        if not next(self._sent, False):
            reading = self._folder.load(name)
            self._of_file = [None]
            return reading
        found = next(self._judged)
        if found.partie is None:
            raise parties.Unreadable(found.unreadable)
        self._of_file = [found]
        return Reading(found.record)

    def judge(
        self, reading: Reading, adjustments: Sequence[Adjustment], tries: Tries | None
    ) -> Partie | parties.Unfinished:
        sent = next(self._judged) if not self._of_file and next(self._sent, False) else None
        found = self._of_file.pop() if self._of_file else sent
        return parties.partie_of(reading, adjustments, tries) if found is None or found.partie is None else found.partie
