"""The record of a partie that was played at a table."""

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.engine import MutableDeal
from service.piquet.model.state import OVER, SEATS
from service.piquet.partie import Partie, settlement_of
from service.piquet.scoring.settlement import by_seat, totals
from service.piquet.table import DealPlayed, Table
from service.records.model import Deal, Record, Result, Step


def record_of(table: Table, head: Record) -> Record:
    """Return the record of the partie at a table, with the names of players, the tags and the notes of another."""
    first_dealer, deals = SEATS[table.state.first_dealer], [_deal(table, played) for played in table.deals]
    record = Record(head.tags, head.players, table.ruleset, dict(table.overrides), first_dealer, head.notes, deals)
    if table.over:
        settled = settlement_of(table.rules, table.state)
        winner = "none" if settled.winner is None else SEATS[settled.winner]
        record.result = Result(settled.totals, winner, settled.rubicon, settled.points)
    return record


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
