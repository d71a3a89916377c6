"""The verification of a record: its replay under its ruleset, and the comparison of every claim with the result.

It checks what was called and established, not what might have been: a holding that nobody reckoned does not count.
"""

from collections.abc import Iterator, Sequence

from service.piquet.model.state import Pair
from service.piquet.model.violations import JsonValue
from service.piquet.partie import WrittenPartie
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import code_of
from service.piquet.scoring import adjustments, settlement
from service.piquet.scoring.adjustments import NO_CLAIM, NOTHING, Claim, before, of_deals, plus, whole
from service.piquet.scoring.settlement import Settlement
from service.piquet.suggestions import counted
from service.records.model import PROBLEMS, Problem, Reading, Record
from service.records.partial_actions import is_irregular
from service.records.verification import card_inference, claims, report as reports, score_bounds
from service.records.verification.deals import check_deal
from service.records.verification.report import RIGHT, Correction, DealReport, Divergence, Errors, Report, claim_json


def verify(reading: Reading, tries: card_inference.Tries | None = None) -> Report:
    """Return the report of a record.

    `tries` limits how often unknown cards are filled in; share it between records to limit all.
    """
    tries = tries or card_inference.Tries()
    record = reading.record
    name = record.ruleset_name
    try:
        rules, label = record.rules(), code_of(name).label
    except RulesetError as error:
        unknown = Problem("ruleset.unknown", str(error), "/ruleset", *reading.place("/ruleset"))
        problems = [*reading.problems, unknown]
        if len(problems) > PROBLEMS:
            del problems[-3]  # the one after it says that there are more
        return Report(name, problems)
    report = Report(label, list(reading.problems))
    partie = record.partie(rules)
    known: list[Pair] = []  # the scores of the deals before the first unknown one
    sums: Pair | None = (0, 0)  # the totals so far; None after a deal without score and totals
    errors = RIGHT
    for at, deal in enumerate(record.deals):
        if partie.over:
            message, rule = "the partie was over before this deal", "R8.1" if rules.target is None else "R8.4"
            report.divergences.append(Divergence("partie.over", rule, message, f"/deals/{at}", deal=partie.number))
            break
        found = check_deal(record, at, partie, tries)
        report.deals.append(found)
        found.counted = partie.end(deal, found.dealer, found.score, found.lost)
        number = len(partie.scores)
        if found.counted is not None and len(known) == number - 1:
            known.append(found.counted)
        score = (0, 0) if deal.annulled else found.counted
        if score is None or sums is None:  # the sums start again from the totals as they are written
            sums, errors = whole(deal.totals), RIGHT
            if not any(each.code == "score.impossible" for each in found.divergences):
                report.divergences += _impossible_totals(rules, record, deal.totals, f"/deals/{at}/totals", number)
            continue
        times = settlement.times_counted(rules, number)
        adjustment = NOTHING if deal.annulled else adjustments.of_deal(record.adjustments, number)
        sums = plus(sums, plus(score, adjustment), times)
        errors = _check_totals(rules, record, report, at, sums, reports.added(errors, found.errors, times))
    checked, number = len(report.deals), partie.number
    for deal in record.deals[checked:]:  # deals after the end of the partie
        report.deals.append(DealReport(number, annulled=deal.annulled, steps=len(deal.steps)))
        number += not deal.annulled
    if checked < len(record.deals):
        _adjust(rules, record, report, known, None)
    else:
        _settle(rules, record, report, known, partie, errors)
    for divergence in report.all_divergences():
        divergence.line, divergence.column = reading.place(divergence.pointer)
    return report


# ---------------------------------------------------------------- the partie


def _settle(
    rules: Ruleset, record: Record, report: Report, known: list[Pair], partie: WrittenPartie, errors: Errors
) -> None:
    """Settle a partie that no deal follows, and check its result (R8); `errors` are those of its last totals."""
    played = len(known) == len(partie.scores) > 0
    lost = partie.lost if played else None
    if record.deals and len(known) >= len(partie.scores) - 1:  # the last deal may be unfinished
        report.settlement = settlement.settle(rules, known, lost)
    _adjust(rules, record, report, known, lost)
    if report.final is not None and not report.final.over and _may_be_lost(rules, record, report):
        report.settlement, report.adjusted = None, report.adjusted and report.adjusted._replace(settled=None)
        return
    if record.result is None:
        return
    if not played:
        report.divergences += _impossible_totals(rules, record, record.result.totals, "/result/totals")
    settled = report.final if played else by_totals(rules, record.result.totals)
    if settled is not None:
        _check_result(rules, record, report, settled, known if played else [], errors if played else RIGHT)


def _adjust(rules: Ruleset, record: Record, report: Report, known: list[Pair], lost: int | None) -> None:
    """Note the adjustments of a record and the settlement with them, and those of deals that it does not have."""
    if not record.adjustments:
        return
    deals = {deal.number for deal in report.deals if not deal.annulled}
    for each in record.adjustments:
        if each.deal is not None and deals and each.deal not in deals:
            message = f"there is no deal {each.deal} to adjust"
            report.divergences.append(Divergence("adjustment.deal", "R8.1", message, each.pointer))
    settled = report.settlement and adjustments.settlement_with(rules, known, record.adjustments, lost)
    extra = adjustments.of_totals(rules, record.adjustments, len(known) if record.deals else None)
    report.adjusted = reports.Adjusted(record.adjustments, extra, settled)


def _may_be_lost(rules: Ruleset, record: Record, report: Report) -> bool:
    """Whether a ruling in the last deal may have ended the game (docs/law.md, E10), without cards that show it."""
    if rules.target is None or report.deals[-1].checked == report.deals[-1].steps:
        return False
    return any(step.action.get("election") == "enforce" for step in record.deals[-1].steps)


# ---------------------------------------------------------------- the totals and the result


def _impossible_totals(
    rules: Ruleset, record: Record, claimed: Claim | None, pointer: str, deals: int | None = None
) -> Iterator[Divergence]:
    """Yield totals that are claimed after so many deals, or of the partie, if no deals can make them."""
    if claimed is None or any(map(is_irregular, record.deals)):  # the bounds are those of the rules
        return
    extra = (
        adjustments.of_totals(rules, record.adjustments)
        if deals is None
        else of_deals(rules, record.adjustments, deals)
    )
    if not score_bounds.can_total(rules, before(claimed, extra), deals):
        what = "no partie" if deals is None else f"no {counted(deals, 'deal')}"
        rule = "R8.1" if rules.target is None else "R8.4"
        found = Divergence("score.impossible", rule, f"{what} can have these totals", pointer, deal=deals)
        found.claimed, found.correction = claim_json(claimed), reports.adding_error(rules, deals is None)
        if extra != NOTHING:
            claims.note_adjustments(found, fits_without=score_bounds.can_total(rules, claimed, deals))
        yield found


def by_totals(rules: Ruleset, claimed: Claim | None) -> Settlement | None:
    """Return the settlement of a partie of which only the totals are known; None if one of them is not."""
    both = whole(claimed)
    if both is None:
        return None
    if rules.target is not None:
        return settlement.settle(rules, [both])
    deals = [(0, 0), both] + [(0, 0)] * (rules.partie_deals - 2)  # all in the second deal, which never counts double
    settled = settlement.settle(rules, deals)
    return settled if settled.over else settlement.settle(rules, [*deals, (0, 0), (0, 0)])


def _check_totals(rules: Ruleset, record: Record, report: Report, at: int, computed: Pair, expected: Errors) -> Errors:
    """Check the totals after a deal, and return their errors; `expected` are those that follow from earlier claims.

    They have the adjustments of deals so far. Those of the partie count in the totals of the result.
    """
    number = report.deals[at].number
    message = f"the totals after deal {number} are"
    wrong = Divergence("claim.totals", "R8.1", message, f"/deals/{at}/totals", deal=number)

    def correction(seats: list[str]) -> Correction:
        return reports.adding_error(rules, rules.target is not None and settlement.settle(rules, [computed]).over)

    adjustment = of_deals(rules, record.adjustments, number)
    claimed = record.deals[at].totals
    return claims.check_claim(report.divergences, wrong, claimed, computed, expected, correction, adjustment)


def _check_result(
    rules: Ruleset, record: Record, report: Report, settled: Settlement, known: list[Pair], errors: Errors
) -> None:
    """Check the claimed result.

    `known` are the scores of all deals, and `errors` those of the totals after the last one as they are written; both
    are empty if the deals are not known.
    """
    result = record.result
    assert result is not None
    verdict = claims.compared(result.totals or NO_CLAIM, settled.totals, errors, "/result/totals")
    origins = reports.merged(verdict.errors[0].origins, verdict.errors[1].origins)
    written = _as_written(rules, record, settled, known, verdict.errors) if origins else None
    played = _unadjusted(rules, report, settled)
    if not settled.over:
        rule = "R8.4" if rules.target is not None else "R8.3" if len(record.deals) >= rules.partie_deals else "R8.1"
        not_over = Divergence("partie.not_over", rule, why_not_over(settled), "/result")
        not_over.computed = claim_json(settled.totals)
        not_over.carries = origins if written is not None and written.over else ()
        report.divergences.append(not_over)

    def wrong(
        name: str, rule: str, claimed: JsonValue, computed: JsonValue, without: JsonValue, carries: tuple[str, ...]
    ) -> None:
        """Note a wrong claim. `without` is what would be computed without adjustments."""
        message = f"the {name} of the partie {'are' if name == 'totals' else 'is'} {_value_text(computed)}"
        found = Divergence(f"claim.{name}", rule, message, f"/result/{name}", claimed=claimed, computed=computed)
        found.correction, found.carries = reports.adding_error(rules, True), carries
        if computed != without:
            claims.note_adjustments(found, fits_without=claimed == without)
        report.divergences.append(found)

    if result.totals is not None and verdict.diverges:
        totals, unadjusted = (_where_claimed(result.totals, each.totals) for each in (settled, played))
        wrong("totals", "R8.1", claim_json(result.totals), totals, unadjusted, verdict.carries)
    if not settled.over:
        return
    outcomes = _outcome(settled, record), _outcome(played, None)
    follows = _outcome(written, record) if written is not None and written.over else (None, None, None)
    laws = ("R8.2", "R8.2", "R8.2") if rules.target is None else ("R8.4", "R8.2", "R8.5")
    for name, rule, computed, without, written_so in zip(_OUTCOME, laws, *outcomes, follows, strict=True):
        claimed = getattr(result, name)
        if claimed not in (None, computed):
            carries = origins if written_so == claimed else ()
            if name == "settlement":
                carries = _settlement_carries(rules, record, settled, written, origins)
            wrong(name, rule, claimed, computed, without, carries)


# The members of a result that `_outcome` returns.
_OUTCOME = ("winner", "rubicon", "settlement")


def why_not_over(settled: Settlement) -> str:
    """Return why a partie has no result: how many deals are due."""
    return f"the partie is not over: {counted(settled.due, 'more deal')} {'is' if settled.due == 1 else 'are'} due"


def _unadjusted(rules: Ruleset, report: Report, settled: Settlement) -> Settlement:
    """Return the settlement of a partie without its adjustments; `settled` is the one with them."""
    if report.adjusted is None:
        return settled
    return report.settlement or settlement.settlement_of_totals(rules, plus(settled.totals, report.adjusted.totals, -1))


def _as_written(rules: Ruleset, record: Record, settled: Settlement, known: list[Pair], errors: Errors) -> Settlement:
    """Return the settlement of the totals as they are written, with these errors."""
    if not record.adjustments:
        return settlement.settle(rules, _with_errors(known, errors))
    both = plus(settled.totals, (errors[0].points, errors[1].points))
    return (
        settlement.settlement_of_totals(rules, both)
        if settled.over
        else settlement.settlement_after(rules, len(known), both)
    )


def _with_errors(scores: Sequence[Pair], errors: Errors) -> list[Pair]:
    """Return scores of deals that add up to totals with these errors: in the second deal, which never counts double."""
    at = min(1, len(scores) - 1)
    wrong = scores[at][0] + errors[0].points, scores[at][1] + errors[1].points
    return [*scores[:at], wrong, *scores[at + 1 :]]


def _where_claimed(claimed: Claim, computed: Pair) -> dict[str, int]:
    return claim_json([None if old is None else now for old, now in zip(claimed, computed, strict=True)])


def _outcome(settled: Settlement, record: Record | None) -> tuple[str | int, ...]:
    """Return the winner, rubicon and points of a settlement, as the result of a record has them: with adjustments."""
    points = settled.points
    if record is not None and settled.winner is not None:
        points = adjustments.won(settled, record.adjustments)[settled.winner]
    return reports.winner_json(settled), settled.rubicon, points


def _settlement_carries(
    rules: Ruleset, record: Record, settled: Settlement, written: Settlement | None, origins: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the claims whose errors a wrong settlement carries forward: the totals, the winner and the rubicon."""
    result = record.result
    assert result is not None and result.settlement is not None
    for basis, carried in ((written, origins), (settled, ())):
        if basis is None or not basis.over:
            continue
        own = 0 if basis.winner is None else adjustments.of_settlement(record.adjustments)[basis.winner]
        claimed = result.settlement - own
        drawn = basis.winner is None if result.winner is None else result.winner == "none"
        rubicon = basis.rubicon if result.rubicon is None else result.rubicon
        follows = basis.points
        if rules.target is None:
            follows = 0 if drawn else settlement.points_with(rules, basis.totals, rubicon=rubicon)
        if follows == claimed:
            differs = {"winner": drawn != (basis.winner is None), "rubicon": rubicon != basis.rubicon}
            return reports.merged([f"/result/{name}" for name, other in differs.items() if other], carried)
        if carried and basis.points == claimed:
            return carried
    return ()


def _value_text(value: JsonValue) -> str:
    if isinstance(value, dict):
        return " to ".join(map(str, value.values()))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
