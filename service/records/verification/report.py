"""The report of a verification: its deals, divergences and corrections, and their JSON."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement
from service.records.model import Claim, Problem
from service.records.verification.carried_errors import RIGHT, Errors

Json = Any

#: The most divergences in each list of a report.
LISTED = 100


class Correction(NamedTuple):
    """Who may still correct a divergence.

    `law` is 70 or 74 of the Portland Club's laws, "au cent" for the laws of that game, or None. `by` has the seats that
    may correct it, and `until` when: until the `next_hand` is seen, until the `end_of_game`, or None for no limit.
    """

    law: int | str | None
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
    reasons: list[dict[str, Json]] = field(default_factory=list)
    ruling: dict[str, Json] | None = None
    carries: Sequence[str] = ()
    correction: Correction | None = None


@dataclass(slots=True)
class DealReport:
    """How far a deal was checked, and its divergences.

    `basis` is `cards` (all are known), `fitting_cards` (unknown cards were chosen to fit), `score` (only whether the
    score is possible), or `nothing`. `checked` of `steps` steps were checked. `score` is the score by seat that the
    steps give, None if they do not end the deal. `number` is the number in the partie; the deal after an `annulled` one
    has the same number. `incidents` are the irregularities as a state has them. `dealer` is the seat that dealt,
    and `lost` the seat that lost the game by a ruling, if one did. `errors` are those of the score as it was written
    down.
    """

    number: int
    basis: str = "nothing"
    unknown_cards: int = 0
    steps: int = 0
    checked: int = 0
    score: Pair | None = None
    divergences: list[Divergence] = field(default_factory=list)
    annulled: bool = False
    incidents: list[dict[str, Json]] = field(default_factory=list)
    dealer: int | None = None
    lost: int | None = None
    errors: Errors = RIGHT

    @property
    def divergence(self) -> Divergence | None:
        """The first divergence."""
        return next(iter(self.divergences), None)


@dataclass(slots=True)
class Report:
    """The report of a record.

    `agrees`: no divergence and no problem. `complete`: every claim was checked with known cards. `settlement` is
    computed from the computed scores, or the claimed ones where none could be computed; None if a deal has neither.
    """

    ruleset: str
    problems: list[Problem]
    deals: list[DealReport] = field(default_factory=list)
    divergences: list[Divergence] = field(default_factory=list)  # of the partie: totals and result
    settlement: Settlement | None = None

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


def report_json(report: Report) -> dict[str, Json]:
    """Return the report as JSON."""
    settled = report.settlement
    result = None
    if settled is not None and settled.over:
        winner = "none" if settled.winner is None else SEATS[settled.winner]
        result = {
            "totals": claim_json(settled.totals),
            "winner": winner,
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
        "deals_due": None if settled is None else settled.due,
        "result": result,
    }


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
    return Correction(70, [] if seen_next_hand else seats, "next_hand")


def adding_error(rules: Ruleset, over: bool) -> Correction:
    """Return the correction of sums and settlements.

    No law of the Portland Club sets a limit; at piquet au cent the end of the game does.
    """
    if rules.target is None:
        return Correction(None, list(SEATS), None)
    return Correction("au cent", [] if over else list(SEATS), "end_of_game")
