"""Advice in the last two tricks, as it is derived by hand.

Ten tricks are played, five each, and both have scored in hand. A, in the lead with AS and 7H, has seen all cards but
KS, 9H and 8D: B holds two of them, and has put the third away.
"""

from __future__ import annotations

import numpy as np
import pytest

from service.advice.advising import Advice, advise
from service.advice.discard_policy import likelihoods
from service.advice.hidden_hands import layouts_of
from service.advice.values import EFFORTS
from service.piquet.cards.cards import CARD, CARDS, hand_of, names
from service.piquet.cards.holdings import Holding
from service.piquet.model.actions import Action, LookAtLeft, Play, Reckon
from service.piquet.model.state import YOUNGER
from service.piquet.rulesets.published import ruleset
from tests.advice.random_deals import Position
from tests.advice.told_deals import ELDERS, YOUNGERS, ToldDeal

PORTLAND = ruleset("portland")
HIDDEN = ("KS", "9H", "8D")
TWO = (("KS", "9H"), ("KS", "8D"), ("9H", "8D"))
ELDER = "CA CK CJ CT SA H7 HA HK D7 D9 DT S9"


def written(text: str) -> str:
    """Cards written suit first, as they are thought of here, in the notation of the service."""
    return " ".join(card[::-1] for card in text.split())


def example(put_away: str) -> Position:
    """A has called a point of four, 41, which B calls good; B has played four hearts. B has put this card away."""
    younger = written("HQ HJ HT H8 CQ C7 DA DK DJ ST")
    kept = " ".join(card for card in HIDDEN if card != put_away)
    # A has put five away, and has seen the two that B left.
    told = ToldDeal.exchanged(
        PORTLAND, written(ELDER), f"{kept} {younger}", written("SQ SJ S8 S7 DQ"), put_away, left=written("C9 C8")
    )
    told.calls("point", 4, 41).replies("good").passes("sequence").calls("set", 3, "A").replies("good")
    told.plays("JC").do(LookAtLeft(YOUNGERS, True), reckoned_tierce())
    # B wins with the queen of clubs, three diamonds and the ten of spades; A with three clubs and two hearts.
    return told.plays("QC AD 7D KD 9D JD TD 7C KC 9S TS 8H KH AH TH AC QH TC JH").position


def reckoned_tierce() -> Reckon:
    """B reckons a tierce of hearts, sinking what is longer with the nine."""
    return Reckon(YOUNGERS, (holding("sequence", "QH JH TH"),))


def holding(category: str, some: str) -> Holding:
    return Holding(("point", "sequence", "set").index(category), sum(1 << CARD[card] for card in some.split()))


def advised(position: Position, *, candid: bool = False) -> Advice:
    return advise(position.known(ELDERS, candid=candid), EFFORTS["quick"])


def card_of(action: Action) -> str:
    assert isinstance(action, Play)
    return CARDS[action.card]


def test_the_position_is_that_of_the_example() -> None:
    for card in HIDDEN:
        position = example(card)
        state = position.state
        assert state.won == (5, 5)
        assert (position.seat, names(state.hands[0])) == (ELDERS, ("AS", "7H"))
        assert min(sum(points) for points in state.in_hand) > 0
        assert names(position.known(ELDERS).unseen) == HIDDEN


@pytest.mark.parametrize("put_away", HIDDEN)
def test_the_ace_is_led_which_wins_at_least_as_many_tricks(put_away: str) -> None:
    """A-W1. The ace brings 0, 13 and 0 over the three layouts, the seven 1, 13 and -12."""
    advice = advised(example(put_away))
    ace, seven = advice.options
    assert [card_of(each.action) for each in advice.options] == ["AS", "7H"]
    assert (ace.value, seven.value) == (pytest.approx(13 / 3), pytest.approx(2 / 3))
    assert (ace.behind, seven.behind) == (0, pytest.approx(11 / 3))
    assert ace.parts["play"] == pytest.approx(1)
    assert ace.parts["cards"] == pytest.approx(10 / 3)
    assert [ace.parts[name] for name in ("in_hand", "capot", "pique", "repique")] == [0, 0, 0, 0]
    assert {ace.error, seven.error, ace.behind_error, seven.behind_error} == {0}
    assert advice.basis == (3, 3, True)


@pytest.mark.parametrize("put_away", HIDDEN)
def test_likely_hands_count_as_they_are_likely(put_away: str) -> None:
    """A-W1 again. With KS and 8D either card brings 13, with KS and 9H the ace 0 and the seven 1, else 0 and -12."""
    known = example(put_away).known(ELDERS)
    options = {card_of(each.action): each for each in advise(known, EFFORTS["quick"], weights="likely").options}
    ace, seven = options["AS"], options["7H"]
    nine, diamond, low = likelihoods(YOUNGER, np.array([known.played | hand_of(two) for two in TWO])).tolist()
    total = nine + diamond + low
    assert ace.value == pytest.approx(13 * diamond / total)
    assert seven.value == pytest.approx((nine + 13 * diamond - 12 * low) / total)
    assert nine > low and diamond > low, "a king is kept more often than not"
    assert (ace.error, seven.behind_error) == (0, 0)


def test_who_has_not_followed_hearts_has_no_nine_of_hearts() -> None:
    """A-W2. KS and 8D alone are left: either card wins both tricks, 3 and 10."""
    younger = written("HQ HJ HT S8 CQ C7 DA DK DJ ST")
    told = ToldDeal.exchanged(
        PORTLAND, written(ELDER), f"KS 8D {younger}", written("SQ SJ H8 S7 DQ"), "9H", left=written("C9 C8")
    )
    told.calls("point", 4, 41).replies("good").passes("sequence").calls("set", 3, "A").replies("good")
    told.plays("JC").do(LookAtLeft(YOUNGERS, True), reckoned_tierce())
    position = told.plays("QC AD 7D KD 9D JD TD 7C KC 9S TS TH KH AC QH TC JH AH 8S").position
    assert position.state.won == (5, 5)
    advice = advised(position)
    assert [(each.value, each.behind) for each in advice.options] == [(13, 0), (13, 0)]
    assert advice.basis == (1, 1, True)


def test_a_candid_player_who_calls_four_good_has_no_five() -> None:
    """A-W4. With the nine B would hold five hearts. Who may sink may hold them all the same."""
    position = example("9H")
    assert len(layouts_of(position.known(ELDERS)).hands) == 3
    (hand,) = layouts_of(position.known(ELDERS, candid=True)).hands.tolist()
    assert names(hand) == ("KS", "8D")
    advice = advised(position, candid=True)
    assert [each.value for each in advice.options] == [13, 13]
    assert advice.basis == (1, 1, True)
