"""Verifies a record: replays it under its ruleset and compares every claim with the result.

It checks what was called and established, not what might have been: a holding that nobody reckoned does not count.
"""

from typing import Any

from service.piquet.message_text import counted
from service.piquet.model.state import SEATS, Pair
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import DEFAULT, code_of, ruleset
from service.piquet.scoring.settlement import Settlement, dealer_of, settle, totals
from service.records.model import Claim, Deal, Problem, Reading, Record
from service.records.verification.card_inference import Tries
from service.records.verification.deal_replay import check_deal
from service.records.verification.report import DealReport, Divergence, Report, adding_error, claim_json

OF_A_RECORD = 200  # tries for one record; a deal uses about fourteen at most


def verify(reading: Reading, tries: Tries | None = None) -> Report:
    """The report of a record.

    `tries` limits how often unknown cards are filled in; share it between records to limit all.
    """
    tries = tries or Tries(OF_A_RECORD)
    record = reading.record
    name = record.ruleset or DEFAULT
    try:
        rules, label = ruleset(name, record.overrides), code_of(name).label
    except RulesetError as error:
        problem = Problem("ruleset.unknown", str(error), "/ruleset", *reading.place("/ruleset"))
        return Report(name, [*reading.problems, problem])
    report = Report(label, list(reading.problems))
    dealer = first_dealer(record)
    scores: list[Pair | None] = []
    for number in range(1, len(record.deals) + 1):
        made = tuple(score for score in scores if score is not None)
        known = made if len(made) == len(scores) else None
        seat = None if dealer is None else dealer_of(dealer, number)
        if known and settle(rules, known).over:
            break
        found = check_deal(rules, record, number, seat, known, tries)
        report.deals.append(found)
        scores.append(found.score or _claimed(rules, record, number))
    for number in range(len(scores) + 1, len(record.deals) + 1):  # deals after the end of the partie
        report.deals.append(DealReport(number, steps=len(record.deals[number - 1].steps)))
        scores.append(None)
    _check_partie(rules, record, report, scores)
    for divergence in (*(deal.divergence for deal in report.deals), report.divergence):
        if divergence is not None:
            divergence.line, divergence.column = reading.place(divergence.pointer)
    return report


def first_dealer(record: Record) -> int | None:
    """The seat that dealt first, as written down or as the first deal shows; None if nothing shows it."""
    if record.first_dealer is not None:
        return SEATS.index(record.first_dealer)
    for number, deal in enumerate(record.deals, 1):
        seat = deal.dealer
        if seat is None:
            first = next((step.action for step in deal.steps if step.action["type"] == "exchange"), None)
            seat = SEATS[1 - SEATS.index(first["seat"])] if first else None
        if seat is not None:
            return dealer_of(SEATS.index(seat), number)
    return None


def whole(claim: Claim | None) -> Pair | None:
    """Both numbers of a claim; None if one of them was not written down."""
    if claim is None or claim[0] is None or claim[1] is None:
        return None
    return claim[0], claim[1]


def _claimed(rules: Ruleset, record: Record, number: int) -> Pair | None:
    """The claimed score of a deal.

    It was written down as such, on the players' own sheets (Law 74), or follows as the difference of two totals.
    """
    deal = record.deals[number - 1]
    if deal.score is not None:
        return whole(deal.score)
    if deal.written[0] is not None and deal.written[1] is not None:
        return whole((deal.written[0][0], deal.written[1][1]))
    before = whole(record.deals[number - 2].totals) if number > 1 else (0, 0)
    after = whole(deal.totals)
    if before is None or after is None:
        return None
    times = 2 if number in rules.doubled else 1
    made = [(later - earlier) // times for earlier, later in zip(before, after, strict=True)]
    return (made[0], made[1]) if min(made) >= 0 else None


# ---------------------------------------------------------------- the partie


def _check_partie(rules: Ruleset, record: Record, report: Report, scores: list[Pair | None]) -> None:
    """Check the totals after each deal, that the partie was not over earlier, and the result (§8)."""
    known: list[Pair] = []
    for number, (deal, score) in enumerate(zip(record.deals, scores, strict=True), 1):
        if known and settle(rules, known).over:
            pointer = f"/deals/{number - 1}"
            rule = "R8.1" if rules.target is None else "R8.4"
            over = Divergence("partie.over", "the partie was over before this deal", pointer, rule, number)
            report.divergence = report.divergence or over  # a divergence of the totals before it comes first
            return
        if score is None:
            break
        known.append(score)
        _check_totals(rules, record, report, number, deal, known)
    played = len(known) == len(record.deals) > 0
    if played or len(known) == len(record.deals) - 1:  # the last deal may be unfinished
        report.settlement = settle(rules, known)
    if record.result is None or report.divergence is not None:
        return
    settled = report.settlement if played else _by_totals(rules, record.result.totals)
    if settled is not None:
        _check_result(rules, record, report, settled)


def _by_totals(rules: Ruleset, claimed: Claim | None) -> Settlement | None:
    """The settlement of a partie of which only the totals are known."""
    both = whole(claimed)
    if both is None:
        return None
    if rules.target is not None:
        return settle(rules, [both])
    deals = [(0, 0), both] + [(0, 0)] * (rules.partie_deals - 2)  # all in the second deal, which never counts double
    settled = settle(rules, deals)
    return settled if settled.over else settle(rules, [*deals, (0, 0), (0, 0)])


def _check_totals(rules: Ruleset, record: Record, report: Report, number: int, deal: Deal, known: list[Pair]) -> None:
    if deal.totals is None or report.divergence is not None:
        return
    computed = totals(rules, known)
    if all(claimed is None or claimed == real for claimed, real in zip(deal.totals, computed, strict=True)):
        return
    report.divergence = Divergence(
        "claim.totals",
        f"the totals after deal {number} are {computed[0]} to {computed[1]}",
        f"/deals/{number - 1}/totals",
        "R8.1",
        number,
        claimed=claim_json(deal.totals),
        computed=claim_json(computed),
        correction=adding_error(rules, settle(rules, known).over),
    )


def _check_result(rules: Ruleset, record: Record, report: Report, settled: Settlement) -> None:
    result = record.result
    assert result is not None
    if not settled.over:
        message = (
            f"the partie is not over: {counted(settled.due, 'more deal')} {'is' if settled.due == 1 else 'are'} due"
        )
        rule = "R8.4" if rules.target is not None else "R8.3" if len(record.deals) >= rules.partie_deals else "R8.1"
        report.divergence = Divergence("partie.not_over", message, "/result", rule, computed=claim_json(settled.totals))
        return
    winner = "none" if settled.winner is None else SEATS[settled.winner]
    rule = "R8.2" if rules.target is None else "R8.4"
    claims: list[tuple[str, Any, Any, str]] = [
        ("winner", result.winner, winner, rule),
        ("rubicon", result.rubicon, settled.rubicon, "R8.2"),
        ("settlement", result.settlement, settled.points, rule if rules.target is None else "R8.5"),
    ]
    if result.totals is not None:
        real = tuple(now if old is not None else None for old, now in zip(result.totals, settled.totals, strict=True))
        claims.insert(0, ("totals", claim_json(result.totals), claim_json(real), "R8.1"))
    for name, claimed, computed, rule_of in claims:
        if claimed is not None and claimed != computed:
            report.divergence = Divergence(
                f"claim.{name}",
                f"the {name} of the partie {'are' if name == 'totals' else 'is'} {_value_text(computed)}",
                f"/result/{name}",
                rule_of,
                claimed=claimed,
                computed=computed,
                correction=adding_error(rules, True),
            )
            return


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return " to ".join(map(str, value.values()))
    return str({True: "yes", False: "no"}.get(value, value)) if isinstance(value, bool) else str(value)
