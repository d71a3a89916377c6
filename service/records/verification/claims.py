"""What a claim of a record is compared with, and the divergences of claims and steps.

A claim that rightly adds to a wrong one is not wrong by itself: it carries the error forward.

A claim rests on the claims before it: a running score on the running score before it, the score of a deal on the last
running score, a total on the total before it and on the score of its deal, the result on the last totals. Its error is
how much it differs from what is computed. If that is the error which follows from the claims it rests on, as they are
written, it carries their errors forward; any other error is its own (docs/notation.md, "Wrong claims").
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.adjustments import (
    NOTHING,
    Claim,
    before,
    of_deals,
    of_settlement,
    of_totals,
    plus,
    whole,
    won,
)
from service.piquet.scoring.settlement import (
    Settlement,
    points_with,
    settle,
    settlement_after,
    settlement_of_totals,
)
from service.piquet.suggestions import counted
from service.piquet.value_kinds import Members
from service.records.model import Deal, Record
from service.records.partial_actions import is_irregular
from service.records.verification.replayed_deal import FOLLOWED_BY
from service.records.verification.report import (
    NONE,
    RIGHT,
    Correction,
    Divergence,
    Error,
    Errors,
    Report,
    adding_error,
    claim_json,
    counting_error,
    merged,
    violations_json,
    winner_json,
)
from service.records.verification.score_bounds import can_total


class Judged(NamedTuple):
    """A judged claim: its errors by seat, whether it is wrong by itself, and the claims whose errors it carries."""

    errors: Errors
    is_wrong: bool
    carries: tuple[str, ...]

    @property
    def diverges(self) -> bool:
        """Whether the claim differs from what is computed."""
        return self.is_wrong or bool(self.carries)


def judged(claimed: Claim, computed: Pair, expected: Errors, pointer: str) -> Judged:
    """Judge a claim at `pointer`; `expected` are the errors that follow from the claims on which it rests."""
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
    return Judged((errors[0], errors[1]), is_wrong, () if is_wrong else merged(carries))


def with_errors(scores: Sequence[Pair], errors: Errors) -> list[Pair]:
    """Return scores of deals that add up to totals with these errors: in the second deal, which never counts double."""
    at = min(1, len(scores) - 1)
    wrong = scores[at][0] + errors[0].points, scores[at][1] + errors[1].points
    return [*scores[:at], wrong, *scores[at + 1 :]]


# ---------------------------------------------------------------- the claims and the steps of a deal


def check_claim(
    found: list[Divergence],
    divergence: Divergence,
    claimed: Claim,
    computed: Pair,
    expected: Errors,
    correction: Callable[[list[str]], Correction],
    adjustment: Pair = NOTHING,
) -> Errors:
    """Add a claim to the divergences if it differs from what is computed, and return its errors.

    `divergence` has the start of the message; `expected` are the errors that follow from the claims before it, and
    `correction` says who of the seats with a wrong number may correct it. What is computed includes an `adjustment`.
    """
    verdict = judged(claimed, computed, expected, divergence.pointer)
    if verdict.diverges:
        wrong = [seat for seat, one, real in zip(SEATS, claimed, computed, strict=True) if one not in (None, real)]
        divergence.message += f" {computed[0]} to {computed[1]}"
        if adjustment != NOTHING:
            played = judged(claimed, plus(computed, adjustment, -1), expected, divergence.pointer)
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
            first.code, where, first.rule, first.message, reasons=violations_json(violations), **more
        )

    def claim(
        self,
        found: list[Divergence],
        divergence: Divergence,
        claimed: Claim,
        computed: Pair,
        expected: Errors,
        adjustment: Pair = NOTHING,
    ) -> Errors:
        """Check a claim of a score that was played, to which an adjustment is added, as `check_claim` does."""
        computed = plus(computed, adjustment)
        return check_claim(
            found,
            divergence,
            claimed,
            computed,
            expected,
            lambda seats: counting_error(seats, self.followed),
            adjustment,
        )

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
            reasons=violations_json(refused),
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
        wrong = self.divergence(
            "claim.running",
            f"/steps/{at}/score",
            rule,
            "the score after this step is",
            step=at + 1,
            reasons=reasons,
        )
        return self.claim(found, wrong, claimed, score, errors)

    def final_score(self, found: list[Divergence], score: Pair, errors: Errors = RIGHT) -> Errors:
        """Check the scores claimed for the whole deal, as such and on the sheets, and return the errors of its score.

        `errors` are those of the running score. The sheets have what was played, without adjustments.
        """
        deal = self.deal

        def claim(code: str, place: str, claimed: Claim | None, before: Errors, adjustment: Pair = NOTHING) -> Errors:
            wrong = self.divergence(code, place, "R7.1", "the score of the deal is")
            return before if claimed is None else self.claim(found, wrong, claimed, score, before, adjustment)

        whole = claim("claim.score", "/score", deal.score, errors, self.adjustment)
        sheets = [claim("claim.written", f"/written/{seat}", deal.written[at], whole) for at, seat in enumerate(SEATS)]
        own = sheets[0][0], sheets[1][1]  # each player's own score counts (Law 74)
        return own if deal.score is None else whole

    def score_beside_sheets(self, found: list[Divergence], score: Claim, own: Pair) -> Errors:
        """Check a score of the deal against what each player wrote as their own, and return its errors (Law 74)."""
        what = "the scores that the players wrote down for themselves are"
        wrong = self.divergence("claim.score", "/score", "R7.1", what)
        return self.claim(found, wrong, score, own, RIGHT, self.adjustment)

    def wrongly_annulled(self, annulled: bool) -> Divergence:
        """Return a deal that the record says was annulled and that was not, or the other way round."""
        message = "a ruling annuls this deal" if annulled else "no ruling annuls this deal"
        return self.divergence(
            "claim.annulled", "/annulled", "E1", message, claimed=self.deal.annulled, computed=annulled
        )

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
            correction=Correction(74, list(SEATS), None),
        )

    def impossible_cards(self) -> Divergence:
        """Known cards that no deal of the pack has."""
        message = "no deal of the pack fits the known cards"
        return self.divergence("cards.contradictory", "/dealt", "R2.1", message)

    def impossible_score(
        self, place: str, message: str, claimed: Claim, *, adjusted: bool, fits_without: bool
    ) -> Divergence:
        """Return a claim at a place in the deal that gives it a score that no deal can have.

        `adjusted` is whether the claim has the adjustments of a director, and `fits_without` whether it would be
        possible without them.
        """
        found = self.divergence(
            "score.impossible",
            place,
            "R7.1",
            message,
            claimed=claim_json(claimed),
            correction=counting_error(list(SEATS), self.followed),
        )
        if adjusted and self.adjustment != NOTHING:
            note_adjustments(found, fits_without=fits_without)
        return found


def _reply_text(reply: Members) -> str:
    return str(reply["reply"]).replace("_", " ")


# ---------------------------------------------------------------- the totals and the result


def impossible_totals(
    rules: Ruleset, record: Record, claimed: Claim | None, pointer: str, deals: int | None = None
) -> Iterator[Divergence]:
    """Yield totals that are claimed after so many deals, or of the whole partie, if no deals can make them."""
    if claimed is None or any(map(is_irregular, record.deals)):  # the bounds are those of the rules
        return
    extra = of_totals(rules, record.adjustments) if deals is None else of_deals(rules, record.adjustments, deals)
    if not can_total(rules, before(claimed, extra), deals):
        what = "no partie" if deals is None else f"no {counted(deals, 'deal')}"
        found = Divergence(
            "score.impossible",
            "R8.1" if rules.target is None else "R8.4",
            f"{what} can have these totals",
            pointer,
            claimed=claim_json(claimed),
            deal=deals,
            correction=adding_error(rules, deals is None),
        )
        if extra != NOTHING:
            note_adjustments(found, fits_without=can_total(rules, claimed, deals))
        yield found


def by_totals(rules: Ruleset, claimed: Claim | None) -> Settlement | None:
    """Return the settlement of a partie of which only the totals are known; None if one of them is not."""
    both = whole(claimed)
    if both is None:
        return None
    if rules.target is not None:
        return settle(rules, [both])
    deals = [(0, 0), both] + [(0, 0)] * (rules.partie_deals - 2)  # all in the second deal, which never counts double
    settled = settle(rules, deals)
    return settled if settled.over else settle(rules, [*deals, (0, 0), (0, 0)])


def check_totals(rules: Ruleset, record: Record, report: Report, at: int, computed: Pair, expected: Errors) -> Errors:
    """Check the totals after a deal, and return their errors; `expected` are those that follow from earlier claims.

    They have the adjustments of deals so far. Those of the partie count in the totals of the result.
    """
    deal, number = record.deals[at], report.deals[at].number
    if deal.totals is None:
        return expected
    wrong = Divergence(
        "claim.totals", "R8.1", f"the totals after deal {number} are", f"/deals/{at}/totals", deal=number
    )
    return check_claim(
        report.divergences,
        wrong,
        deal.totals,
        computed,
        expected,
        lambda seats: adding_error(rules, rules.target is not None and settle(rules, [computed]).over),
        of_deals(rules, record.adjustments, number),
    )


def check_result(
    rules: Ruleset, record: Record, report: Report, settled: Settlement, known: list[Pair], errors: Errors
) -> None:
    """Check the claimed result.

    `known` are the scores of all deals, and `errors` those of the totals after the last one as they are written; both
    are empty if the deals are not known.
    """
    result = record.result
    assert result is not None
    verdict = judged(result.totals or (None, None), settled.totals, errors, "/result/totals")
    origins = merged(verdict.errors[0].origins, verdict.errors[1].origins)
    written = _as_written(rules, record, settled, known, verdict.errors) if origins else None
    played = _unadjusted(rules, report, settled)
    if not settled.over:
        message = (
            f"the partie is not over: {counted(settled.due, 'more deal')} {'is' if settled.due == 1 else 'are'} due"
        )
        rule = "R8.4" if rules.target is not None else "R8.3" if len(record.deals) >= rules.partie_deals else "R8.1"
        carries = origins if written is not None and written.over else ()
        not_over = Divergence(
            "partie.not_over", rule, message, "/result", computed=claim_json(settled.totals), carries=carries
        )
        report.divergences.append(not_over)

    def wrong(name: str, claimed: Any, values: tuple[Any, Any], rule: str, carries: tuple[str, ...]) -> None:
        """Note a wrong claim. `values` are what is computed, and what would be without adjustments."""
        computed, without = values
        found = Divergence(
            f"claim.{name}",
            rule,
            f"the {name} of the partie {'are' if name == 'totals' else 'is'} {_value_text(computed)}",
            f"/result/{name}",
            claimed=claimed,
            computed=computed,
            correction=adding_error(rules, True),
            carries=carries,
        )
        if computed != without:
            note_adjustments(found, fits_without=claimed == without)
        report.divergences.append(found)

    if result.totals is not None and verdict.diverges:
        both = (_where_claimed(result.totals, each.totals) for each in (settled, played))
        wrong("totals", claim_json(result.totals), (next(both), next(both)), "R8.1", verdict.carries)
    if not settled.over:
        return
    rule = "R8.2" if rules.target is None else "R8.4"
    winners, rubicons, points = zip(_outcome(settled, record), _outcome(played, None), strict=True)
    by_written = _outcome(written, record) if written is not None and written.over else None
    if result.winner not in (None, winners[0]):
        wrong("winner", result.winner, winners, rule, origins if by_written and by_written[0] == result.winner else ())
    if result.rubicon not in (None, rubicons[0]):
        carried = origins if by_written and by_written[1] == result.rubicon else ()
        wrong("rubicon", result.rubicon, rubicons, "R8.2", carried)
    if result.settlement not in (None, points[0]):
        carried = _settlement_carries(rules, record, settled, written, origins)
        wrong("settlement", result.settlement, points, rule if rules.target is None else "R8.5", carried)


def _unadjusted(rules: Ruleset, report: Report, settled: Settlement) -> Settlement:
    """Return the settlement of a partie without its adjustments; `settled` is the one with them."""
    if report.adjusted is None:
        return settled
    return report.settlement or settlement_of_totals(rules, plus(settled.totals, report.adjusted.totals, -1))


def _as_written(rules: Ruleset, record: Record, settled: Settlement, known: list[Pair], errors: Errors) -> Settlement:
    """Return the settlement of the totals as they are written, with these errors."""
    if not record.adjustments:
        return settle(rules, with_errors(known, errors))
    both = plus(settled.totals, (errors[0].points, errors[1].points))
    return settlement_of_totals(rules, both) if settled.over else settlement_after(rules, len(known), both)


def _where_claimed(claimed: Claim, computed: Pair) -> dict[str, int]:
    return claim_json([None if old is None else now for old, now in zip(claimed, computed, strict=True)])


def _outcome(settled: Settlement, record: Record | None) -> tuple[str, bool, int]:
    """Return the winner, rubicon and points of a settlement, as the result of a record has them: with adjustments."""
    points = settled.points
    if record is not None and settled.winner is not None:
        points = won(settled, record.adjustments)[settled.winner]
    return winner_json(settled), settled.rubicon, points


def _settlement_carries(
    rules: Ruleset, record: Record, settled: Settlement, written: Settlement | None, origins: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the claims whose errors a wrong settlement carries forward: the totals, the winner and the rubicon."""
    result = record.result
    assert result is not None and result.settlement is not None
    for basis, carried in ((written, origins), (settled, ())):
        if basis is None or not basis.over:
            continue
        own = 0 if basis.winner is None else of_settlement(record.adjustments)[basis.winner]
        claimed = result.settlement - own
        drawn = basis.winner is None if result.winner is None else result.winner == "none"
        rubicon = basis.rubicon if result.rubicon is None else result.rubicon
        follows = basis.points
        if rules.target is None:
            follows = 0 if drawn else points_with(rules, basis.totals, rubicon=rubicon)
        if follows == claimed:
            differs = {"winner": drawn != (basis.winner is None), "rubicon": rubicon != basis.rubicon}
            return merged([f"/result/{name}" for name, other in differs.items() if other], carried)
        if carried and basis.points == claimed:
            return carried
    return ()


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return " to ".join(map(str, value.values()))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
