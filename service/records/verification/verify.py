"""The verification of a record: its replay under its ruleset, and the comparison of every claim with the result.

It checks what was called and established, not what might have been: a holding that nobody reckoned does not count.
"""

from service.piquet.model.state import Pair
from service.piquet.partie import WrittenPartie
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import DEFAULT, code_of, ruleset
from service.piquet.scoring.adjustments import (
    NOTHING,
    of_deal,
    of_totals,
    plus,
    settlement_with,
    whole,
)
from service.piquet.scoring.settlement import (
    settle,
    times_counted,
)
from service.records.model import PROBLEMS, Problem, Reading, Record
from service.records.verification.card_inference import OF_A_RECORD, Tries
from service.records.verification.claims import by_totals, check_result, check_totals, impossible_totals
from service.records.verification.deals import check_deal
from service.records.verification.report import (
    RIGHT,
    Adjusted,
    DealReport,
    Divergence,
    Report,
    added,
)


def verify(reading: Reading, tries: Tries | None = None) -> Report:
    """Return the report of a record.

    `tries` limits how often unknown cards are filled in; share it between records to limit all.
    """
    tries = tries or Tries(OF_A_RECORD)
    record = reading.record
    name = record.ruleset or DEFAULT
    try:
        rules, label = ruleset(name, record.overrides), code_of(name).label
    except RulesetError as error:
        unknown = Problem("ruleset.unknown", str(error), "/ruleset", *reading.place("/ruleset"))
        problems = [*reading.problems, unknown]
        if len(problems) > PROBLEMS:
            del problems[-3]  # the one after it says that there are more
        return Report(name, problems)
    report = Report(label, list(reading.problems))
    partie = record.partie(rules)
    for at, deal in enumerate(record.deals):
        if partie.over:
            break
        found = check_deal(record, at, partie, tries)
        report.deals.append(found)
        found.counted = partie.end(deal, found.dealer, found.score, found.lost)
    checked, number = len(report.deals), partie.number
    for deal in record.deals[checked:]:  # deals after the end of the partie
        report.deals.append(DealReport(number, annulled=deal.annulled, steps=len(deal.steps)))
        number += not deal.annulled
    _check_partie(rules, record, report, partie, checked)
    for divergence in report.all_divergences():
        divergence.line, divergence.column = reading.place(divergence.pointer)
    return report


# ---------------------------------------------------------------- the partie


def _check_partie(rules: Ruleset, record: Record, report: Report, partie: WrittenPartie, checked: int) -> None:
    """Check the totals after each deal, that the partie was not over earlier, and the result (R8).

    The partie was over after the first `checked` deals, if there are more.
    """
    known: list[Pair] = []  # the scores of the deals before the first unknown one
    sums: Pair | None = (0, 0)  # the totals so far; None after a deal without score and totals
    errors, number = RIGHT, 0
    for at, deal in enumerate(record.deals):
        if at == checked:
            pointer, rule = f"/deals/{at}", "R8.1" if rules.target is None else "R8.4"
            message = "the partie was over before this deal"
            report.divergences.append(Divergence("partie.over", rule, message, pointer, deal=partie.number))
            break
        score: Pair | None = (0, 0)
        if not deal.annulled:
            score = partie.scores[number]
            number += 1
            if score is not None and len(known) == number - 1:
                known.append(score)
        if score is None or sums is None:  # the sums start again from the totals as they are written
            sums, errors = whole(deal.totals), RIGHT
            if not any(each.code == "score.impossible" for each in report.deals[at].divergences):
                report.divergences += impossible_totals(rules, record, deal.totals, f"/deals/{at}/totals", number)
            continue
        times = times_counted(rules, number)
        adjustment = NOTHING if deal.annulled else of_deal(record.adjustments, number)
        sums = plus(sums, plus(score, adjustment), times)
        errors = added(errors, report.deals[at].errors, times)
        errors = check_totals(rules, record, report, at, sums, errors)
    if checked < len(record.deals):
        _adjust(rules, record, report, known, None)
        return
    played = len(known) == len(partie.scores) > 0
    lost = partie.lost if played else None
    if record.deals and len(known) >= len(partie.scores) - 1:  # the last deal may be unfinished
        report.settlement = settle(rules, known, lost)
    _adjust(rules, record, report, known, lost)
    if report.final is not None and not report.final.over and _may_be_lost(rules, record, report):
        report.settlement, report.adjusted = None, report.adjusted and report.adjusted._replace(settled=None)
        return
    if record.result is None:
        return
    if not played:
        report.divergences += impossible_totals(rules, record, record.result.totals, "/result/totals")
    settled = report.final if played else by_totals(rules, record.result.totals)
    if settled is not None:
        check_result(rules, record, report, settled, known if played else [], errors if played else RIGHT)


def _adjust(rules: Ruleset, record: Record, report: Report, known: list[Pair], lost: int | None) -> None:
    """Note the adjustments of a record and the settlement with them, and those of deals that it does not have."""
    if not record.adjustments:
        return
    deals = {deal.number for deal in report.deals if not deal.annulled}
    for each in record.adjustments:
        if each.deal is not None and deals and each.deal not in deals:
            message = f"there is no deal {each.deal} to adjust"
            report.divergences.append(Divergence("adjustment.deal", "R8.1", message, each.pointer))
    settled = report.settlement and settlement_with(rules, known, record.adjustments, lost)
    extra = of_totals(rules, record.adjustments, len(known) if record.deals else None)
    report.adjusted = Adjusted(record.adjustments, extra, settled)


def _may_be_lost(rules: Ruleset, record: Record, report: Report) -> bool:
    """Whether a ruling in the last deal may have ended the game (docs/law.md, E10), without cards that show it."""
    if rules.target is None or report.deals[-1].checked == report.deals[-1].steps:
        return False
    return any(step.action.get("election") == "enforce" for step in record.deals[-1].steps)
