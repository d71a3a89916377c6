"""What a claim of a record is compared with, and the divergences of claims and steps.

A claim that rightly adds to a wrong one is not wrong by itself: it carries the error forward.

A claim depends on the claims before it: a running score on the running score before it, the score of a deal on the last
running score, a total on the total before it and on the score of its deal, the result on the last totals. Its error is
how much it differs from what is computed. If that is the error which follows from the claims it depends on, as they are
written, it carries their errors forward; any other error is its own (docs/notation.md, "Wrong claims").
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.scoring.adjustments import NOTHING, Claim, plus
from service.records.model import Deal, Members
from service.records.verification import report
from service.records.verification.replayed_deal import FOLLOWED_BY
from service.records.verification.report import NONE, RIGHT, Correction, Divergence, Error, Errors, claim_json


class ComparedClaim(NamedTuple):
    """The errors of a claim by seat, whether it is wrong by itself, and the claims whose errors it carries."""

    errors: Errors
    is_wrong: bool
    carries: tuple[str, ...]

    @property
    def diverges(self) -> bool:
        """Whether the claim differs from what is computed."""
        return self.is_wrong or bool(self.carries)


def compared(claimed: Claim, computed: Pair, expected: Errors, pointer: str) -> ComparedClaim:
    """Compare a claim at `pointer` with what is computed; `expected` are the errors that follow from earlier claims."""
    errors, carries = list(expected), list[str]()
    is_wrong = False
    for seat, (one, real) in enumerate(zip(claimed, computed, strict=True)):
        if one is None:
            continue
        if one == real:
            errors[seat] = NONE
        elif one - real == expected[seat].points:
            carries += expected[seat].origins
        else:
            is_wrong = True
            errors[seat] = Error(one - real, (pointer,))
    return ComparedClaim((errors[0], errors[1]), is_wrong, () if is_wrong else report.merged(carries))


def check_claim(
    found: list[Divergence],
    divergence: Divergence,
    claimed: Claim | None,
    computed: Pair,
    expected: Errors,
    correction: Callable[[list[str]], Correction],
    adjustment: Pair = NOTHING,
) -> Errors:
    """Add a claim to the divergences if there is one that differs from what is computed, and return its errors.

    `divergence` has the start of the message; `expected` are the errors that follow from the claims before it, and
    `correction` says who of the seats with a wrong number may correct it. What is computed includes an `adjustment`.
    """
    if claimed is None:
        return expected
    verdict = compared(claimed, computed, expected, divergence.pointer)
    if verdict.diverges:
        wrong = [seat for seat, one, real in zip(SEATS, claimed, computed, strict=True) if one not in (None, real)]
        divergence.message += f" {computed[0]} to {computed[1]}"
        if adjustment != NOTHING:
            played = compared(claimed, plus(computed, adjustment, -1), expected, divergence.pointer)
            note_adjustments(divergence, fits_without=not played.is_wrong)
        divergence.claimed, divergence.computed = claim_json(claimed), claim_json(computed)
        divergence.correction, divergence.carries = correction(wrong), verdict.carries
        found.append(divergence)
    return verdict.errors


def note_adjustments(divergence: Divergence, *, fits_without: bool) -> None:
    """Note that what is computed includes adjustments, and whether the claim would be right without them."""
    divergence.without_adjustments = fits_without
    divergence.message += " with the adjustments"
    if fits_without:
        divergence.message += "; the claim leaves them out"


class DealDivergences:
    """The divergences of one deal, with their place in the record.

    `followed` says whether the record has another deal after this one. The players have then seen their next hands,
    and Law 70 no longer lets them correct a counting error. `at` is the index of the deal in the record, and `number`
    its number in the partie. `adjustment` is what a director has added to its score, by seat.
    """

    def __init__(self, deal: Deal, at: int, number: int, followed: bool, adjustment: Pair) -> None:
        self.deal = deal
        self.number = number
        self.followed = followed
        self.adjustment = adjustment
        self._pointer = f"/deals/{at}"

    def divergence(self, code: str, place: str, rule: str, message: str, **more: Any) -> Divergence:
        """Return a divergence at `place`, a JSON Pointer within the deal."""
        return Divergence(code, rule, message, f"{self._pointer}{place}", deal=self.number, **more)

    def refused(self, place: str, violations: Sequence[Violation], **more: Any) -> Divergence:
        """Something that the rules forbid. The first violation gives the code; `reasons` has all of them."""
        first = violations[0]
        where = place + "".join(f"/{token}" for token in first.path)
        return self.divergence(
            first.code, where, first.rule, first.message, reasons=report.violations_json(violations), **more
        )

    def _check(
        self,
        found: list[Divergence],
        divergence: Divergence,
        claimed: Claim | None,
        computed: Pair,
        expected: Errors,
        adjustment: Pair = NOTHING,
    ) -> Errors:
        """Check a claim of a score that was played, to which an adjustment is added, as `check_claim` does."""
        correction = partial(report.counting_error, seen_next_hand=self.followed)
        return check_claim(found, divergence, claimed, plus(computed, adjustment), expected, correction, adjustment)

    def contradictory_reply(self, at: int, meant: Members, refused: Sequence[Violation]) -> Divergence:
        """Return a reply that makes the next action impossible, where the reply `meant` would make it possible."""
        claimed = self.deal.steps[at].action
        return self.divergence(
            "reply.contradictory",
            f"/steps/{at}/action/reply",
            FOLLOWED_BY[claimed["reply"]],
            f"the next action fits the reply {_reply_text(meant)}, not {_reply_text(claimed)}",
            step=at + 1,
            claimed=claimed,
            computed=meant,
            reasons=report.violations_json(refused),
        )

    def running_score(
        self, found: list[Divergence], at: int, claimed: Claim, score: Pair, events: Sequence[Event], errors: Errors
    ) -> Errors:
        """Check a score claimed after a step, and return its errors; `errors` are those of the score before it.

        The reasons are what the step scores.
        """
        reasons = [
            {"seat": SEATS[event.seat or 0], "kind": event.kind, "points": event.points, "rule": event.rule}
            for event in events
            if event.points
        ]
        rule = str(reasons[0]["rule"]) if reasons else "R7.1"
        message = "the score after this step is"
        wrong = self.divergence("claim.running", f"/steps/{at}/score", rule, message, step=at + 1, reasons=reasons)
        return self._check(found, wrong, claimed, score, errors)

    def final_score(self, found: list[Divergence], score: Pair, errors: Errors = RIGHT) -> Errors:
        """Check the scores claimed for the whole deal, as such and on the sheets, and return the errors of its score.

        `errors` are those of the running score. The sheets have what was played, without adjustments.
        """
        deal = self.deal

        def claim(code: str, place: str, claimed: Claim | None, before: Errors, adjustment: Pair = NOTHING) -> Errors:
            wrong = self.divergence(code, place, "R7.1", "the score of the deal is")
            return self._check(found, wrong, claimed, score, before, adjustment)

        whole = claim("claim.score", "/score", deal.score, errors, self.adjustment)
        sheets = [claim("claim.written", f"/written/{seat}", deal.written[at], whole) for at, seat in enumerate(SEATS)]
        own = sheets[0][0], sheets[1][1]  # each player's own score counts (Law 74)
        return own if deal.score is None else whole

    def score_beside_sheets(self, found: list[Divergence], score: Claim, own: Pair) -> Errors:
        """Check a score of the deal against what each player wrote as their own, and return its errors (Law 74)."""
        what = "the scores that the players wrote down for themselves are"
        wrong = self.divergence("claim.score", "/score", "R7.1", what)
        return self._check(found, wrong, score, own, RIGHT, self.adjustment)

    def differing_sheets(self, a_sheet: Claim, b_sheet: Claim) -> Divergence | None:
        """Return the players' sheets, if they differ; each player's own score counts (Law 74)."""
        if all(None in (one, other) or one == other for one, other in zip(a_sheet, b_sheet, strict=True)):
            return None
        return self.divergence(
            "sheets.differ",
            "/written",
            "R7.1",
            "the two sheets differ; each player's own score counts",
            claimed={"A": claim_json(a_sheet), "B": claim_json(b_sheet)},
            computed=claim_json((a_sheet[0], b_sheet[1])),
            correction=Correction("L74", list(SEATS), None),
        )


def _reply_text(reply: Members) -> str:
    return str(reply["reply"]).replace("_", " ")
