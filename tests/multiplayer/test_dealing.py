"""The deal of the games of several seats (V1.1 to V1.3, N1.1 to N1.3)."""

from __future__ import annotations

import pytest

from service.multiplayer import engine
from service.multiplayer.engine import Cards, check_cards, deal_deck
from service.multiplayer.games import NORMAND, VOLEUR
from service.multiplayer.parameters import ruleset
from service.multiplayer.state import Deal
from service.piquet.cards.cards import CARD, PACKS, mask_of
from service.piquet.model.actions import Exchange
from service.piquet.model.violations import IllegalAction
from tests.multiplayer.table import deal_hands, play_worked, refused, score, worked

DECK = tuple(range(32))


def positions(rules_deal: Cards, seat: int) -> list[int]:
    """The places in the deck, counted from 1, of the cards that a seat has, where the deck is 0, 1, 2 …"""
    return [at + 1 for at in range(32) if rules_deal.hands[seat] >> at & 1]


@pytest.mark.rule("V1.3", "V1.2")
def test_packets_go_round_from_eldest():
    # Dealer D, so that A is eldest. 3-2-3: A has the first three, then 13 14 (after twelve cards), then 21 22 23.
    dealt = deal_deck(ruleset(VOLEUR), 3, DECK)
    assert positions(dealt, 0) == [1, 2, 3, 13, 14, 21, 22, 23]
    assert positions(dealt, 3) == [10, 11, 12, 19, 20, 30, 31, 32]
    assert dealt.talon == ()
    dealt = deal_deck(ruleset(VOLEUR, {"deal_packet": "3-3-2"}), 3, DECK)
    assert positions(dealt, 0) == [1, 2, 3, 13, 14, 15, 25, 26]
    # Dealer A, so that B is eldest; packets of 2, 3 and 3: B 1 2, then 9 10 11, then 21 22 23.
    dealt = deal_deck(ruleset(VOLEUR, {"deal_packet": "2-3-3"}), 0, DECK)
    assert positions(dealt, 1) == [1, 2, 9, 10, 11, 21, 22, 23]


@pytest.mark.rule("N1.3", "N1.2")
def test_five_rounds_of_two_and_the_last_two_are_the_talon():
    # Dealer B, so that C is eldest: C 1 2 7 8 13 14 …, A 3 4 9 10 …, B 5 6 11 12 …
    dealt = deal_deck(ruleset(NORMAND), 1, DECK)
    assert positions(dealt, 2) == [1, 2, 7, 8, 13, 14, 19, 20, 25, 26]
    assert positions(dealt, 1) == [5, 6, 11, 12, 17, 18, 23, 24, 29, 30]
    assert dealt.talon == (30, 31)


@pytest.mark.rule("V1.1")
def test_the_cards_must_be_the_pack():
    rules = ruleset(VOLEUR)
    pack = sorted(card for card in range(36) if PACKS[32] >> card & 1)
    hands = [pack[8 * at : 8 * at + 8] for at in range(4)]
    assert check_cards(rules, Cards(tuple(map(mask_of, hands)))) == ()
    six = [CARD["6S"], *hands[0][1:]]
    found = check_cards(rules, Cards(tuple(map(mask_of, [six, *hands[1:]]))))
    assert [(each.code, each.rule) for each in found] == [("deal.card_unknown", "V1.1"), ("deal.card_missing", "V1.1")]
    twice = [hands[1][0], *hands[0][1:]]
    found = check_cards(rules, Cards(tuple(map(mask_of, [twice, *hands[1:]]))))
    assert [each.code for each in found] == ["deal.card_twice", "deal.card_missing"]
    found = check_cards(rules, Cards(tuple(map(mask_of, [hands[0][1:], *hands[1:]])), (hands[0][0],)))
    assert [(each.code, each.path) for each in found] == [
        ("deal.wrong_count", ("A",)),
        ("deal.wrong_count", ("talon",)),
    ]


@pytest.mark.rule("N1.1")
def test_ten_cards_each_and_a_talon_of_two():
    pack = sorted(card for card in range(36) if PACKS[32] >> card & 1)
    hands = tuple(mask_of(pack[10 * at : 10 * at + 10]) for at in range(3))
    assert check_cards(ruleset(NORMAND), Cards(hands, tuple(pack[30:]))) == ()
    found = check_cards(ruleset(NORMAND), Cards(hands, tuple(pack[30:31])))
    assert [(each.code, each.rule) for each in found] == [("deal.wrong_count", "N1.1"), ("deal.card_missing", "N1.1")]


@pytest.mark.rule("V1.2", "N1.2")
@pytest.mark.parametrize(("name", "dealer", "then"), [("VW1", 3, 0), ("NW2", 0, 1)])
def test_eldest_deals_next(name: str, dealer: int, then: int):
    d = play_worked(name)
    assert d.dealer == dealer
    after = engine.next_deal(d, Cards(d.dealt, d.talon))
    assert (after.dealer, after.number, after.finished) == (then, 2, (d.score,))


@pytest.mark.rule("V1.2", "V8.3")
def test_a_deal_is_refused_while_one_is_played_or_the_partie_is_over():
    d = worked("VW13", before=(136, 134))
    assert refuse_next(d) == [("deal.not_now", "V1.2")]
    over = play_worked("VW13", before=(136, 134))
    assert over.phase == "partie_over"
    assert refuse_next(over) == [("deal.not_now", "V8.3")]


def refuse_next(d: Deal) -> list[tuple[str, str]]:
    with pytest.raises(IllegalAction) as refusal:
        engine.next_deal(d, Cards(d.dealt, d.talon))
    return [(each.code, each.rule) for each in refusal.value.violations]


@pytest.mark.rule("N3.1")
def test_the_dealer_alone_exchanges_before_the_calling():
    d = worked("NW2")
    assert (d.phase, d.to_act) == ("exchange", 0)
    assert refused(d, {"seat": "B", "type": "exchange", "cards": []}) == [("turn.other_seat", "N3.1")]
    assert refused(d, {"seat": "B", "type": "exchange", "cards": ["KS"]}) == [
        ("turn.other_seat", "N3.1"),
        ("cards.not_held", "N3.1"),
    ]
    pass_early = {"seat": "A", "type": "pass", "category": "point"}
    assert refused(d, pass_early) == [("turn.not_now", "N3.1")]


@pytest.mark.rule("N3.1")
def test_the_dealer_puts_out_none_to_two():
    d = worked("NW2", dealer_min=1)
    assert refused(d, {"seat": "A", "type": "exchange", "cards": []}) == [("exchange.too_few", "N3.1")]
    three = {"seat": "A", "type": "exchange", "cards": ["KS", "9S", "7S"]}
    assert refused(d, three) == [("exchange.too_many", "N3.1")]
    assert refused(d, {"seat": "A", "type": "exchange", "cards": ["8S"]}) == [("cards.not_held", "N3.1")]
    assert refused(d, {"seat": "A", "type": "exchange", "cards": ["7S"]}) == []
    both = worked("NW2", dealer_min=2)
    assert refused(both, {"seat": "A", "type": "exchange", "cards": ["7S"]}) == [("exchange.too_few", "N3.1")]


@pytest.mark.rule("N3.1")
def test_the_dealer_draws_from_the_top_of_the_talon():
    # NW1: the talon is TS AS; C puts out 7S and then would draw TS alone.
    d = worked("NW1")
    engine.apply(d, Exchange(2, 1 << CARD["7S"]))
    assert d.hands[2] >> CARD["TS"] & 1
    assert not d.hands[2] >> CARD["AS"] & 1
    assert (d.exchanged, d.phase, d.to_act) == (1, "calling", 0)
    assert d.events[-1].kind == "exchanged" and d.events[-1].more == {"count": 1} and d.events[-1].cards == ()


@pytest.mark.rule("V3.1")
def test_nobody_exchanges_in_voleur():
    d = deal_hands("voleur", "D", {})
    assert (d.phase, d.to_act, score(d)) == ("calling", 0, (0, 0))
    assert [violation.code for violation in engine.check(d, Exchange(0, 0))] == ["turn.not_now"]
