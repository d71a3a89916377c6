"""Events whose parties are verified by a Dask cluster.

An event is read twice. The first time, its records are sent away instead of being verified; the second time, what came
back stands in their places, so that its faults are those of one machine, in their order.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.cli.dask import Job, Killed, Work
from service.cli.event_files import Folder, content_of, decoded
from service.cli.progress import of_tables
from service.cli.record_files import Part, Source, Unreadable, source_of
from service.cli.record_files import content_of as content_of_part
from service.piquet.scoring.adjustments import Adjustment
from service.records.model import Reading, Record
from service.records.verification.card_inference import Tries
from service.tournaments.event import Partie
from service.tournaments.event_parties import Given, Judged, judge_parties
from service.tournaments.parties import Unfinished, partie_of
from service.tournaments.reading import Read, read_event
from service.tournaments.reading import Unreadable as UnreadableRecord

_PART: Final = 1 << 18  # the approximate size, in bytes, of the parties that are sent together
_OF_A_READING: Final = 1 << 13  # bytes, about, of a record that stands in an event
_EVENTS_AHEAD: Final = 16
_BYTES_AHEAD: Final = 1 << 26  # of the contents of these events


def read_events(names: Sequence[str], address: str) -> Iterator[tuple[str, Read | Unreadable]]:
    """Yield each event as far as it can be read, in order. Raises `Unreadable` for the cluster."""
    with closing(Work(address, "event")) as work:
        begun: deque[_Begun] = deque()
        for name in names:
            begun.append(_begin(work, name))
            while len(begun) > _EVENTS_AHEAD or (len(begun) > 1 and sum(each.size for each in begun) > _BYTES_AHEAD):
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
        content = content_of(name)
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
    judged: list[Judged] = []
    with of_tables(begun.value) as bar:
        for _ in range(begun.sent.parts):
            count, found = work.take()
            judged += [_killed(found)] * count if isinstance(found, Killed) else found
            bar.update(count)
    placing = _Placing(begun.sent, judged)
    return begun.name, read_event(begun.value, placing.load, judge=placing.judge)


def _killed(killed: Killed) -> Judged:
    return Judged(Unfinished(f"its verification {killed}"))


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

    def given(self) -> Given:
        kind, content = "", b""
        if self.source is not None:
            kind = self.source.kind
            try:
                content = content_of_part(Part(self.source, 0, self.source.size, 1))
            except Unreadable as error:
                return Given(None, kind, error.reason, None, {}, ())
        return Given(self.reading, kind, content, self.ruleset, self.overrides, self.adjustments)


class _Sending:
    """The first reading of an event: sends its parties."""

    def __init__(self, work: Work, folder: Folder) -> None:
        self._work, self.folder = work, folder
        self._source: Source | None = None  # of the record whose partie is judged next
        self._units: list[_Unit] = []
        self.parts = 0
        self.of_files: list[bool] = []  # of each record in a file, whether it was sent
        self.of_values: list[bool] = []  # of each record or result in the event, likewise

    def load(self, name: str) -> Reading:
        """Return a stand-in for the record of a file."""
        self._source = None
        try:
            source = source_of(str(self.folder.place(name)))
            if not source.piped:
                self._source = source
        except (Unreadable, UnreadableRecord):
            pass  # told by the second reading
        self.of_files.append(self._source is not None)
        if self._source is None:
            raise UnreadableRecord
        return Reading(Record())

    def judge(self, reading: Reading, adjustments: Sequence[Adjustment], tries: Tries | None) -> Partie | Unfinished:
        source, self._source = self._source, None
        played = source is None and any(deal.steps for deal in reading.record.deals)
        if source is None:
            self.of_values.append(played)
        if source is not None or played:
            record = reading.record
            self._add(_Unit(source, None if source else reading, record.ruleset, record.overrides, adjustments))
        return Unfinished("")

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


def _computation(units: Sequence[_Unit]) -> Callable[[], list[Judged]]:
    return partial(judge_parties, [each.given() for each in units])


class _Placing:
    """The second reading of an event: puts what came back in its place, and verifies what was not sent."""

    def __init__(self, sent: _Sending, judged: Sequence[Judged]) -> None:
        self._folder = sent.folder
        self._of_files, self._of_values = iter(sent.of_files), iter(sent.of_values)
        self._judged = iter(judged)
        self._next: Judged | None = None  # of the record of a file whose partie is judged next
        self._loaded = False

    def load(self, name: str) -> Reading:
        if not next(self._of_files, False):
            reading = self._folder.load(name)
            self._next, self._loaded = None, True
            return reading
        found = next(self._judged)
        if found.partie is None:
            raise UnreadableRecord(found.unreadable)
        self._next, self._loaded = found, True
        return Reading(found.record)

    def judge(self, reading: Reading, adjustments: Sequence[Adjustment], tries: Tries | None) -> Partie | Unfinished:
        loaded, self._loaded = self._loaded, False
        found = self._next if loaded else next(self._judged) if next(self._of_values, False) else None
        return partie_of(reading, adjustments, tries) if found is None or found.partie is None else found.partie
