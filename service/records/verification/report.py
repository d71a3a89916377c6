"""What the check of a record comes to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement
from service.records.model import Claim, Problem

Json = Any


@dataclass(slots=True)
class Correction:
    """Who may still correct it. `law` is 70 or 74 of the Portland Club's, "au cent" of the laws of that game, or None
    where no law says; `by` the seats that may; `until` when: `next_hand` is seen, `end_of_game`, or None for ever."""

    law: int | str | None
    by: list[str]
    until: str | None

    @property
    def open(self) -> bool:
        """Whether anybody still may."""
        return bool(self.by)


@dataclass(slots=True)
class Divergence:
    """Where what is claimed and what follows from the rules part for the first time.

    `deal` from 1 and `step` from 1, where it is in one; `claimed` and `computed` are values as in a record's JSON, None
    where nothing is claimed or an action has no place; `reasons` are violations, or the scores of the step, as data."""

    code: str
    message: str
    pointer: str
    rule: str
    deal: int | None = None
    step: int | None = None
    claimed: Json = None
    computed: Json = None
    correction: Correction | None = None
    reasons: list[dict[str, Json]] = field(default_factory=list)
    line: int | None = None
    column: int | None = None


@dataclass(slots=True)
class DealReport:
    """How far a deal was checked, and where it parts.

    `basis` is `cards` (all of them known), `fitting_cards` (unknown ones were chosen so that they fit), `score` (only
    whether such a score is possible), or `nothing`. `checked` of `steps` steps were checked. `score` by seat is what
    the steps come to, None if they do not end the deal."""

    number: int
    basis: str = "nothing"
    unknown_cards: int = 0
    steps: int = 0
    checked: int = 0
    score: Pair | None = None
    divergence: Divergence | None = None


@dataclass(slots=True)
class Report:
    """The check of a record. `agrees`: nothing diverges and there are no problems. `complete`: every claim was checked
    by the cards. `settlement` is what the partie comes to by the scores that were computed or, where they could not be,
    claimed; None if there are deals without either."""

    ruleset: str
    problems: list[Problem]
    deals: list[DealReport] = field(default_factory=list)
    divergence: Divergence | None = None  # of the partie: totals and result
    settlement: Settlement | None = None

    @property
    def agrees(self) -> bool:
        return not (self.problems or self.divergence or any(deal.divergence for deal in self.deals))

    @property
    def complete(self) -> bool:
        by_cards = [deal.basis == "cards" and deal.checked == deal.steps for deal in self.deals]
        return not self.problems and bool(by_cards) and all(by_cards)


def claim_json(claim: Claim | Sequence[int | None]) -> dict[str, int]:
    """Two numbers as in JSON."""
    return {seat: number for seat, number in zip(SEATS, claim, strict=True) if number is not None}


def report_json(report: Report) -> dict[str, Json]:
    """The report as JSON."""
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
    return {
        "agrees": report.agrees,
        "complete": report.complete,
        "ruleset": report.ruleset,
        "problems": [_problem(problem) for problem in report.problems],
        "deals": [_deal(deal) for deal in report.deals],
        "divergence": divergence_json(report.divergence),
        "totals": None if settled is None else claim_json(settled.totals),
        "deals_due": None if settled is None else settled.due,
        "result": result,
    }


def _problem(problem: Problem) -> dict[str, Json]:
    return problem._asdict()


def _deal(deal: DealReport) -> dict[str, Json]:
    return {
        "deal": deal.number,
        "agrees": deal.divergence is None,
        "basis": deal.basis,
        "unknown_cards": deal.unknown_cards,
        "steps": deal.steps,
        "checked": deal.checked,
        "score": None if deal.score is None else claim_json(deal.score),
        "divergence": divergence_json(deal.divergence),
    }


def violations_json(violations: Sequence[Violation]) -> list[dict[str, Json]]:
    """Violations as the reasons of a divergence."""
    return [
        {"code": each.code, "rule": each.rule, "message": each.message, "params": dict(each.params)}
        for each in violations
    ]


def divergence_json(found: Divergence | None) -> dict[str, Json] | None:
    """A divergence as JSON."""
    if found is None:
        return None
    correction = found.correction
    return {
        "code": found.code,
        "rule": found.rule,
        "message": found.message,
        "pointer": found.pointer,
        "line": found.line,
        "column": found.column,
        "deal": found.deal,
        "step": found.step,
        "claimed": found.claimed,
        "computed": found.computed,
        "reasons": found.reasons,
        "correction": None
        if correction is None
        else {"law": correction.law, "by": correction.by, "until": correction.until, "open": correction.open},
    }


def counting_error(seats: list[str], seen_next_hand: bool) -> Correction:
    """Law 70: who counted his hand wrongly may put it right until he has seen his next hand."""
    return Correction(70, [] if seen_next_hand else seats, "next_hand")


def adding_error(rules: Ruleset, over: bool) -> Correction:
    """Sums and settlements: no law of the Portland Club's sets a limit; at piquet au cent the game's end does."""
    if rules.target is None:
        return Correction(None, list(SEATS), None)
    return Correction("au cent", [] if over else list(SEATS), "end_of_game")
