"""The record of a partie that was played at a table."""

from functools import partial

from service.piquet.actions import proposal_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.engine import MutableDeal
from service.piquet.model.state import OVER, SEATS
from service.piquet.partie import Partie, settlement_of
from service.piquet.rulesets.parameters import RulesetError
from service.piquet.scoring.settlement import by_seat, totals
from service.piquet.table import DealPlayed, Table
from service.piquet.value_kinds import MembersError
from service.records.model import Deal, Record, Result, Step


def record_of(table: Table, head: Record) -> Record:
    """Return the record of the partie at a table, with what was written besides: names, tags, notes and own sheets."""
    first_dealer, deals = SEATS[table.state.first_dealer], [_deal(table, played) for played in table.deals]
    for deal, other in zip(deals, head.deals, strict=False):
        deal.notes, deal.written = other.notes, other.written
    record = Record(head.tags, head.players, table.ruleset, dict(table.overrides), first_dealer, head.notes, deals)
    if table.over:
        settled = settlement_of(table.rules, table.state)
        winner = "none" if settled.winner is None else SEATS[settled.winner]
        record.result = Result(settled.totals, winner, settled.rubicon, settled.points)
    return record


def contradicted(head: Record, table: Table, played: Record) -> list[str]:
    """Return the members of a record that are not those of the partie at a table, which `played` is the record of.

    Its deals may be the first of the partie.
    """
    same = {
        "ruleset": head.ruleset is None or _has_rules(head, table),
        "first_dealer": head.first_dealer in (None, played.first_dealer),
        "deals": len(head.deals) <= len(played.deals)
        and all(map(partial(_begins, table), head.deals, played.deals, table.deals)),
        "adjustments": not head.adjustments,
        "result": head.result in (None, played.result),
    }
    return [member for member, agrees in same.items() if not agrees]


def _has_rules(record: Record, table: Table) -> bool:
    try:
        return record.rules() == table.rules
    except RulesetError:
        return False


def _begins(table: Table, deal: Deal, whole: Deal, played: DealPlayed) -> bool:
    """Whether a deal has the cards, the claims and the first actions of one that was played."""
    if any(one not in (None, other) for one, other in zip(_claims(deal), _claims(whole), strict=True)):
        return False
    try:
        actions = [proposal_of(step.action).action for step in deal.steps]
    except MembersError:  # a card is not known
        return False
    again = MutableDeal(table.rules, played.begun)
    return not again.apply_all(actions) and tuple(again.done) == played.actions[: len(actions)]


def _claims(deal: Deal) -> list[object]:
    return [*(hand and sorted(hand) for hand in deal.hands), deal.talon, deal.score, deal.totals]


def _deal(table: Table, played: DealPlayed) -> Deal:
    dealing, dealer = played.dealing(), played.begun.dealer
    deal = Deal(SEATS[dealer], [*dealing.hands], [*dealing.talon], _steps(table, played))
    deal.irregular = [*map(len, dealing.hands)] != [HAND_SIZE, HAND_SIZE]
    deal.out_of_turn, deal.annulled = played.dealt_out_of_turn, played.annulled
    if played.state.phase in OVER and not played.annulled:
        deal.score = by_seat(dealer, played.state.score)
        deal.totals = totals(table.rules, Partie.of(table.rules, played.state).finished)
    return deal


def _steps(table: Table, played: DealPlayed) -> list[Step]:
    """Return the steps of a deal, each with the score after it if that has changed."""
    deal, before, steps = MutableDeal(table.rules, played.begun), played.begun.score, []
    for action in played.actions:
        deal.apply(action)
        after = deal.state.score
        steps.append(Step(action, None if after == before else by_seat(played.begun.dealer, after)))
        before = after
    return steps
