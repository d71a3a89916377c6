"""The parties of an event: their status by verification, and their settlement with the adjustments of a director.

They may be verified on another machine, to which they are sent with what the event says of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.scoring.adjustments import Adjustment, adjusted, of_totals, plus, whole
from service.piquet.scoring.settlement import Settlement, settlement_of_totals
from service.records.model import Deal, Reading, Record
from service.records.stream import readings_of
from service.records.verification.card_inference import Tries
from service.records.verification.report import Report
from service.records.verification.verify import by_totals, verify, why_not_over
from service.tournaments.event import CLAIMED, COUNTED, VERIFIED, WRONG, Partie


class Unfinished(NamedTuple):
    """A partie that is not over under its ruleset, and why."""

    reason: str


class Unreadable(Exception):
    """Raised by a loader for a file of a record that cannot be read, with the reason."""


def partie_of(reading: Reading, adjustments: Sequence[Adjustment], tries: Tries | None = None) -> Partie | Unfinished:
    """Return the partie of a record, with its adjustments and those of its table.

    `tries` are those of the verification. The claims of a record do not have the adjustments of its table. A wrong
    record counts by what it claims; if it does not claim enough for that, it is unfinished.
    """
    record = reading.record
    report = verify(reading, tries and tries.of_a_record())
    try:
        rules = record.rules()
    except RulesetError as error:
        return Unfinished(str(error))
    found = list(report.all_divergences())
    wrong = next((each.message for each in found if each.code != "partie.not_over"), None)
    if wrong is None and report.problems:
        wrong = report.problems[0].message
    played, final = report.settlement, report.final
    claimed = (_claimed(rules, record) if wrong else None) or (_by_totals(rules, record) if final is None else None)
    if claimed is not None:  # what is claimed has the adjustments of the record
        played, final = adjusted(rules, claimed, record.adjustments, -1), claimed
    if played is None or final is None or not final.over:
        return Unfinished(wrong or ("its result is not known" if final is None else why_not_over(final)))
    by_ruling = bool(report.deals) and report.deals[-1].lost is not None and claimed is None
    now = adjusted(rules, final, adjustments, by_ruling=by_ruling)
    return Partie(_status(report, record, wrong), played, now, wrong)


def _status(report: Report, record: Record, wrong: str | None) -> str:
    if wrong is not None:
        return WRONG
    if report.complete:
        return VERIFIED
    return COUNTED if record.deals else CLAIMED


def _by_totals(rules: Ruleset, record: Record) -> Settlement | None:
    return None if record.result is None else by_totals(rules, record.result.totals)


def _claimed(rules: Ruleset, record: Record) -> Settlement | None:
    """Return the settlement of the totals that a record claims: in its result, or after its last deal.

    If it claims none, they are the sums of what its deals count. The totals of deals do not have the adjustments of the
    partie yet.
    """
    both = None if record.result is None else whole(record.result.totals)
    if both is None and record.deals:
        partie = record.partie(rules)
        for deal in record.deals:
            partie.end(deal, None, None)
        both = whole(record.deals[-1].totals) or partie.totals
        both = both and plus(both, of_totals(rules, record.adjustments, 0))
    return None if both is None else settlement_of_totals(rules, both)


# ---------------------------------------------------------------- on another machine


class SentPartie(NamedTuple):
    """A partie: the record in an event, or the file of one, with its kind and its content.

    The ruleset of the event holds for a record that names none. A content that is no bytes says why there is none.
    """

    reading: Reading | None
    kind: str
    content: bytes | str
    ruleset: str | None
    overrides: dict[str, Any]
    adjustments: Sequence[Adjustment]


class VerifiedPartie(NamedTuple):
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


def verify_parties(given: Iterable[SentPartie]) -> list[VerifiedPartie]:
    """Return what an event needs of each partie."""
    return list(map(_verified, given))


def only_record(readings: Sequence[Reading]) -> Reading:
    """Return the record of a file that has one. Raises `Unreadable`."""
    if len(readings) != 1:
        raise Unreadable(f"the file has {len(readings)} records, and a partie is one")
    return readings[0]


def _verified(given: SentPartie) -> VerifiedPartie:
    reading = given.reading
    if reading is None:
        if isinstance(given.content, str):
            return VerifiedPartie(None, unreadable=given.content)
        try:
            reading = only_record([each for _, each in readings_of(given.kind, given.content)])
        except Unreadable as error:
            return VerifiedPartie(None, unreadable=str(error))
        if reading.record.ruleset is None:
            reading.record.ruleset, reading.record.overrides = given.ruleset, given.overrides
    record = reading.record
    partie = partie_of(reading, given.adjustments)
    return VerifiedPartie(partie, record.players, record.adjustments, [deal.annulled for deal in record.deals])
