"""The parties of an event, which are sent to another machine with what the event says of them."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from service.piquet.scoring.adjustments import Adjustment
from service.records.model import Deal, Reading, Record
from service.records.stream import readings_of
from service.tournaments.event import Partie
from service.tournaments.parties import Unfinished, partie_of
from service.tournaments.reading import Unreadable


class Given(NamedTuple):
    """A partie: the record in an event, or the file of one, with its kind and its content.

    The ruleset of the event holds for a record that names none. A content that is no bytes says why there is none.
    """

    reading: Reading | None
    kind: str
    content: bytes | str
    ruleset: str | None
    overrides: dict[str, Any]
    adjustments: Sequence[Adjustment]


class Judged(NamedTuple):
    """What an event needs of a record: its partie, its players, its adjustments, and whether each deal is annulled.

    Or why its file cannot be read.
    """

    partie: Partie | Unfinished | None
    players: Sequence[str | None] = (None, None)
    adjustments: Sequence[Adjustment] = ()
    annulled: Sequence[bool] = ()
    unreadable: str = ""

    @property
    def record(self) -> Record:
        """A record with as much."""
        deals = [Deal(annulled=each) for each in self.annulled]
        return Record(players=list(self.players), deals=deals, adjustments=list(self.adjustments))


def judge_parties(given: Iterable[Given]) -> list[Judged]:
    """Return what an event needs of each partie."""
    return list(map(_judged, given))


def only_record(readings: Sequence[Reading]) -> Reading:
    """Return the record of a file that has one. Raises `Unreadable`."""
    if len(readings) != 1:
        raise Unreadable(f"the file has {len(readings)} records, and a partie is one")
    return readings[0]


def _judged(given: Given) -> Judged:
    reading = given.reading
    if reading is None:
        if isinstance(given.content, str):
            return Judged(None, unreadable=given.content)
        try:
            reading = only_record([each for _, each in readings_of(given.kind, given.content)])
        except Unreadable as error:
            return Judged(None, unreadable=str(error))
        if reading.record.ruleset is None:
            reading.record.ruleset, reading.record.overrides = given.ruleset, given.overrides
    record = reading.record
    partie = partie_of(reading, given.adjustments)
    return Judged(partie, record.players, record.adjustments, [deal.annulled for deal in record.deals])
