"""The report of a verification: its deals, divergences and corrections, and their JSON."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import NamedTuple

from service.piquet.json_types import Json, Members
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.adjustments import Adjustment, Claim, adjustment_json, of_deal, of_settlement, plus, won
from service.piquet.scoring.settlement import Settlement
from service.records.model import Problem

# ---------------------------------------------------------------- the errors of claims

MOST_ORIGINS = 8  # claims that are given for each number


class Error(NamedTuple):
    """The error of one number: how much the claim differs, and the pointers of the claims that brought it in."""

    points: int = 0
    origins: tuple[str, ...] = ()

    def plus(self, other: "Error", times: int) -> "Error":
        """Return the error of a number that adds the other one, `times` over."""
        points = self.points + times * other.points
        return Error(points, merged(self.origins, other.origins)) if points else NONE


def merged(*origins: Sequence[str]) -> tuple[str, ...]:
    """Return the pointers of several numbers, each once, up to the most that are given."""
    return tuple(dict.fromkeys(chain.from_iterable(origins)))[:MOST_ORIGINS]


NONE = Error()

#: The errors of both seats, A and B.
Errors = tuple[Error, Error]

RIGHT: Errors = (NONE, NONE)


def added(errors: Errors, more: Errors, times: int) -> Errors:
    """Return the errors of totals to which a score is added, `times` over."""
    if errors is RIGHT and more is RIGHT:  # as almost always
        return RIGHT
    return errors[0].plus(more[0], times), errors[1].plus(more[1], times)


# ---------------------------------------------------------------- the report

#: The most divergences in each list of a report.
LISTED = 100


class Correction(NamedTuple):
    """Who may still correct a divergence.

    `law` is the id of the law that says so, L70 or L74, or None if none has a number. `by` has the seats that may
    correct it, and `until` when: until the `next_hand` is seen, until the `end_of_game`, or None for no limit.
    """

    law: str | None
    by: list[str]
    until: str | None

    @property
    def open(self) -> bool:
        """Whether anyone may still correct it."""
        return bool(self.by)


@dataclass(slots=True)
class Divergence:
    """A place where a record differs from what follows from the rules.

    `carries` has the pointers of the claims whose errors a claim only carries forward; empty if it is wrong by itself.

    `deal` and `step` count from 1. `claimed` and `computed` are values as in a record's JSON; None if nothing is
    claimed, or for an action that the rules do not allow there. `reasons` are violations, or the scores of the step, as
    data. `ruling` is what the law of irregularities would say of it, had it happened; None if it says nothing.
    `without_adjustments` is whether the claim would be right if nothing had been adjusted.
    """

    code: str
    rule: str
    message: str
    pointer: str
    line: int | None = None
    column: int | None = None
    deal: int | None = None
    step: int | None = None
    claimed: Json = None
    computed: Json = None
    reasons: list[Members] = field(default_factory=list)
    ruling: dict[str, str] | None = None
    carries: Sequence[str] = ()
    without_adjustments: bool = False
    correction: Correction | None = None


@dataclass(slots=True)
class DealReport:
    """How far a deal was checked, and its divergences.

    `basis` is `cards` (all are known), `fitting_cards` (unknown cards were chosen to fit), `score` (only whether the
    score is possible), or `nothing`. `checked` of `steps` steps were checked. `score` is the score by seat that the
    steps give, None if they do not end the deal, and `counted` the one that counts as played, which may follow from a
    claim. `number` is the number in the partie; the deal after an `annulled` one
    has the same number. `incidents` are the irregularities as a state has them. `dealer` is the seat that dealt,
    and `lost` the seat that lost the game by a ruling, if one did. `errors` are those of the score as it was written
    down. `by_adjusted` is whether the players went by the scores after the adjustments of earlier deals.
    """

    number: int
    basis: str = "nothing"
    unknown_cards: int = 0
    steps: int = 0
    checked: int = 0
    score: Pair | None = None
    counted: Pair | None = None
    divergences: list[Divergence] = field(default_factory=list)
    annulled: bool = False
    incidents: list[dict[str, Json]] = field(default_factory=list)
    dealer: int | None = None
    lost: int | None = None
    errors: Errors = RIGHT
    by_adjusted: bool = False

    @property
    def divergence(self) -> Divergence | None:
        """The first divergence."""
        return next(iter(self.divergences), None)


class Adjusted(NamedTuple):
    """The adjustments of a record, and the partie with them.

    `totals` is what is added to the totals. `settled` is the settlement with it, before adjustments of a settlement;
    None if the score of a deal is not known.
    """

    adjustments: Sequence[Adjustment]
    totals: Pair
    settled: Settlement | None


@dataclass(slots=True)
class Report:
    """The report of a record.

    `problems`: what cannot be read, each with its `code`, `message`, `pointer`, `line` and `column`. `agrees`: no
    divergence and no problem. `complete`: every claim was checked with known cards. `settlement` is computed from the
    computed scores, or the claimed ones where none could be computed; None if a deal has neither. It is that of what
    was played; `adjusted` has the one with adjustments, None if there are none.
    """

    ruleset: str
    problems: list[Problem]
    deals: list[DealReport] = field(default_factory=list)
    divergences: list[Divergence] = field(default_factory=list)  # of the partie: totals and result
    settlement: Settlement | None = None
    adjusted: Adjusted | None = None

    @property
    def final(self) -> Settlement | None:
        """The settlement after the adjustments of deals and of the partie."""
        return self.settlement if self.adjusted is None else self.adjusted.settled

    @property
    def divergence(self) -> Divergence | None:
        """The first divergence of the partie: of its totals or its result."""
        return next(iter(self.divergences), None)

    @property
    def agrees(self) -> bool:
        """Whether there is no divergence and no problem."""
        return not (self.problems or any(True for _ in self.all_divergences()))

    def all_divergences(self) -> Iterator[Divergence]:
        """Every divergence in the order of the record: those of each deal, then of the totals after it; the result."""
        rest = deque(self.divergences)
        for at, deal in enumerate(self.deals):
            yield from deal.divergences
            while rest and f"{rest[0].pointer}/".startswith(f"/deals/{at}/"):
                yield rest.popleft()
        yield from rest

    @property
    def complete(self) -> bool:
        """Whether every claim was checked with known cards."""
        by_cards = [deal.basis == "cards" and deal.checked == deal.steps for deal in self.deals]
        return not self.problems and bool(by_cards) and all(by_cards)


def claim_json(claim: Claim | Sequence[int | None]) -> dict[str, int]:
    """Return a claim as JSON."""
    return {seat: number for seat, number in zip(SEATS, claim, strict=True) if number is not None}


def winner_json(settled: Settlement) -> str:
    """Return the winner of a settlement as JSON: a seat, or `none` for a drawn partie."""
    return "none" if settled.winner is None else SEATS[settled.winner]


def report_json(report: Report) -> dict[str, Json]:
    """Return the report as JSON."""
    settled, final = report.settlement, report.final
    result: dict[str, Json] | None = None
    if settled is not None and settled.over:
        result = {
            "totals": claim_json(settled.totals),
            "winner": winner_json(settled),
            "rubicon": settled.rubicon,
            "settlement": settled.points,
        }
    found = list(report.all_divergences())
    wrong, carried = ([each for each in found if bool(each.carries) == carries] for carries in (False, True))
    return {
        "agrees": report.agrees,
        "complete": report.complete,
        "ruleset": report.ruleset,
        "problems": [problem._asdict() for problem in report.problems],
        "deals": [_deal(deal) for deal in report.deals],
        "divergence": divergence_json(report.divergence),
        "divergences": [divergence_json(each) for each in wrong[:LISTED]],
        "carried_forward": [divergence_json(each) for each in carried[:LISTED]],
        "unlisted": max(0, len(wrong) - LISTED) + max(0, len(carried) - LISTED),
        "totals": None if settled is None else claim_json(settled.totals),
        "deals_due": None if final is None else final.due,
        "result": result,
        "adjusted": None if report.adjusted is None else _adjusted(report, report.adjusted),
    }


def _adjusted(report: Report, found: Adjusted) -> dict[str, Json]:
    """Return what was played, the adjustments and their sums, each apart from the others."""
    played = report.settlement
    over = found.settled if found.settled is not None and found.settled.over else None
    return {
        "adjustments": [adjustment_json(each) for each in found.adjustments],
        "deals": [
            {"deal": deal.number, **_three(deal.counted, of_deal(found.adjustments, deal.number))}
            for deal in report.deals
            if not deal.annulled and any((each.of, each.deal) == ("deal", deal.number) for each in found.adjustments)
        ],
        "totals": _three(None if played is None else played.totals, found.totals),
        "settlement": over and _three(won(over), of_settlement(found.adjustments)),
        "winner": over and winner_json(over),
        "rubicon": over and over.rubicon,
    }


def _three(before: Pair | None, adjustment: Pair) -> dict[str, Json]:
    """Return a number by seat before an adjustment, the adjustment, and their sum."""
    after = None if before is None else plus(before, adjustment)
    numbers = {"before": before, "adjustment": adjustment, "after": after}
    return {name: None if pair is None else claim_json(pair) for name, pair in numbers.items()}


def _deal(deal: DealReport) -> dict[str, Json]:
    return {
        "deal": deal.number,
        "annulled": deal.annulled,
        "agrees": deal.divergence is None,
        "basis": deal.basis,
        "unknown_cards": deal.unknown_cards,
        "steps": deal.steps,
        "checked": deal.checked,
        "score": None if deal.score is None else claim_json(deal.score),
        "divergence": divergence_json(deal.divergence),
        "incidents": deal.incidents,
    }


def violations_json(violations: Sequence[Violation]) -> list[dict[str, Json]]:
    """Violations as the reasons of a divergence."""
    return [
        {"code": each.code, "rule": each.rule, "message": each.message, "params": dict(each.params)}
        for each in violations
    ]


def divergence_json(found: Divergence | None) -> dict[str, Json] | None:
    """Return a divergence as JSON."""
    if found is None:
        return None
    members = {each.name: getattr(found, each.name) for each in fields(found)}
    correction = found.correction and {**found.correction._asdict(), "open": found.correction.open}
    return members | {"carries": list(found.carries), "correction": correction}


def counting_error(seats: list[str], seen_next_hand: bool) -> Correction:
    """Law 70: players may correct an error in counting their hands until they have seen their next hands."""
    return Correction("L70", [] if seen_next_hand else seats, "next_hand")


def adding_error(rules: Ruleset, over: bool) -> Correction:
    """Return the correction of sums and settlements.

    No law of the Portland Club sets a limit; at piquet au cent the end of the game does.
    """
    if rules.target is None:
        return Correction(None, list(SEATS), None)
    return Correction(None, [] if over else list(SEATS), "end_of_game")
