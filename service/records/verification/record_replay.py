"""The play of the deals of a record whose cards are all known, to read them aloud or to ask the law about them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from service.piquet.engine import IllegalAction
from service.piquet.partie import WrittenPartie
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.records.model import Deal, Record, Step
from service.records.partial_actions import has_unknown, is_unnumbered, step_of
from service.records.verification.card_inference import OF_A_RECORD, Tries, as_dealt
from service.records.verification.deal_replay import check_deal
from service.records.verification.dealt_cards import misdealt
from service.records.verification.replayed_deal import ReplayedDeal, begin


class DealInHand(NamedTuple):
    """A deal of a record before its first step.

    `dealer` is the seat that dealt, None if nothing shows it. `replayed` is None unless all cards and steps are known
    and the cards are the pack.
    """

    number: int
    deal: Deal
    dealer: int | None
    replayed: ReplayedDeal | None


def deals_in_turn(record: Record, rules: Ruleset) -> Iterator[DealInHand]:
    """Yield the deals of a record.

    Play each as far as it goes before you take the next: that one depends on its score.
    """
    partie = record.partie(rules)
    for at, deal in enumerate(record.deals):
        if partie.may_go_by_adjusted:
            check_deal(record, at, partie, Tries(OF_A_RECORD))  # finds out by which scores the players went
        dealer = partie.dealer_of(deal)
        replayed = _begin(partie, deal, dealer)
        yield DealInHand(partie.number, deal, dealer, replayed)
        if replayed is None:
            partie.end(deal, dealer, None)
        else:
            partie.end(deal, dealer, replayed.score, replayed.lost)


def _begin(partie: WrittenPartie, deal: Deal, dealer: int | None) -> ReplayedDeal | None:
    rules = partie.rules
    dealt = as_dealt(rules, deal)
    unread = deal.unread is not None or any(has_unknown(step.entry) for step in deal.steps)
    if dealer is None or dealt is None or unread or misdealt(rules, deal):
        return None
    if rules.law == NO_LAW and (deal.irregular or deal.out_of_turn):
        return None
    if partie.finished is None and rules.target is not None:
        return None
    return begin(partie, dealer, dealt.hands, dealt.talon)


def has_unnumbered(record: Record) -> bool:
    """Whether a ruling of the record leaves out the number of its entry."""
    return any(is_unnumbered(step.entry) for deal in record.deals for step in deal.steps)


def numbered(record: Record) -> Record:
    """Return the record with the number of the entry in every ruling that leaves it out, as far as it can be played."""
    if not has_unnumbered(record):
        return record
    try:
        rules = ruleset(record.ruleset or DEFAULT, record.overrides)
    except RulesetError:
        return record
    deals = []
    for each in deals_in_turn(record, rules):
        steps = each.deal.steps if each.replayed is None else list(_numbered(each.deal, each.replayed))
        deals.append(replace(each.deal, steps=steps))
    return replace(record, deals=deals)


def _numbered(deal: Deal, replayed: ReplayedDeal) -> Iterator[Step]:
    legal = True
    for step in deal.steps:
        entry = step.entry
        if legal and is_unnumbered(entry):
            entry = step_of({**step.action, "number": replayed.latest(step.action)}).entry
        try:
            if legal:
                replayed.apply(entry)
        except IllegalAction:
            legal, entry = False, step.entry
        yield replace(step, entry=entry)
