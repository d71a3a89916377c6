"""The report of a record as the library gives it out: seats by their names, and numbers by seat."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from service.piquet.json_types import Members
from service.piquet.model.state import SEATS
from service.piquet.scoring import settlement
from service.piquet.scoring.adjustments import Adjustment
from service.piquet.written import by_name
from service.records.model import Problem
from service.records.verification import report as checked
from service.records.verification.report import Divergence

__all__ = ["Adjusted", "DealReport", "Report", "Settlement"]

_T = TypeVar("_T")


class Settlement(NamedTuple):
    """A partie so far: its `totals` by seat, with doubled deals counted double, and whether it is `over`.

    The `winner` is a seat; None if the partie is drawn or not over. `rubicon` is whether the loser is rubiconed.
    `points` is what the winner wins: games if the partie has a target. `due` deals must still be played.
    """

    totals: dict[str, int]
    over: bool
    winner: str | None
    rubicon: bool
    points: int
    due: int


class Adjusted(NamedTuple):
    """The adjustments of a record, and the partie with them.

    `totals` is what is added to the totals, by seat. `settled` is the settlement with it, before adjustments of a
    settlement; None if the score of a deal is not known.
    """

    adjustments: tuple[Adjustment, ...]
    totals: dict[str, int]
    settled: Settlement | None


class DealReport(NamedTuple):
    """How far a deal was checked, and its divergences.

    `basis` is `cards` (all are known), `fitting_cards` (unknown cards were chosen to fit), `score` (only whether the
    score is possible), or `nothing`. `checked` of `steps` steps were checked. `score` is the score by seat that the
    steps give, None if they do not end the deal, and `counted` the one that counts as played, which may follow from a
    claim. `number` is the number in the partie; the deal after an `annulled` one has the same number. `incidents` are
    the irregularities as a state has them. `dealer` is the seat that dealt, and `lost` the seat that lost the game by
    a ruling, if one did. `by_adjusted` is whether the players went by the scores after the adjustments of earlier
    deals.
    """

    number: int
    basis: str
    unknown_cards: int
    steps: int
    checked: int
    score: dict[str, int] | None
    counted: dict[str, int] | None
    divergences: list[Divergence]
    annulled: bool
    incidents: list[Members]
    dealer: str | None
    lost: str | None
    by_adjusted: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a record.

    `problems`: what cannot be read, each with its `code`, `message`, `pointer`, `line` and `column`. `divergences`:
    those of the partie, in its totals and its result. `agrees`: no divergence and no problem. `complete`: every claim
    was checked with known cards. `settlement` is computed from the computed scores, or the claimed ones where none
    could be computed; None if a deal has neither. It is that of what was played; `adjusted` has the one with
    adjustments, None if there are none.
    """

    ruleset: str
    problems: list[Problem]
    deals: list[DealReport]
    divergences: list[Divergence]
    settlement: Settlement | None
    adjusted: Adjusted | None
    agrees: bool
    complete: bool
    _in_order: list[Divergence] = field(repr=False, compare=False)

    def all_divergences(self) -> Iterator[Divergence]:
        """Every divergence in the order of the record: those of each deal, then of the totals after it; the result."""
        return iter(self._in_order)


def given_out(report: checked.Report) -> Report:
    """Return a report as the library gives it out."""
    return Report(
        report.ruleset,
        report.problems,
        [_deal(deal) for deal in report.deals],
        report.divergences,
        _settlement(report.settlement),
        None if report.adjusted is None else _adjusted(report.adjusted),
        report.agrees,
        report.complete,
        list(report.all_divergences()),
    )


def _deal(deal: checked.DealReport) -> DealReport:
    return DealReport(
        deal.number,
        deal.basis,
        deal.unknown_cards,
        deal.steps,
        deal.checked,
        _by_seat(deal.score),
        _by_seat(deal.counted),
        deal.divergences,
        deal.annulled,
        deal.incidents,
        _seat(deal.dealer),
        _seat(deal.lost),
        deal.by_adjusted,
    )


def _adjusted(found: checked.Adjusted) -> Adjusted:
    return Adjusted(tuple(found.adjustments), by_name(found.totals), _settlement(found.settled))


def _settlement(settled: settlement.Settlement | None) -> Settlement | None:
    if settled is None:
        return None
    return Settlement(**{**settled._asdict(), "totals": by_name(settled.totals), "winner": _seat(settled.winner)})


def _seat(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


def _by_seat(pair: tuple[_T, _T] | None) -> dict[str, _T] | None:
    return None if pair is None else by_name(pair)
