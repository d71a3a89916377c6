"""The deals of the worked examples, played without any irregularity (L-W1 to L-W42)."""

import pytest

from tests.helpers.cards import PACK, in_order
from tests.helpers.law_game import EXCHANGES_OF_Q, REGULAR_P, LawGame, P, Q
from tests.helpers.law_notation import row_of, set_of


@pytest.mark.parametrize("text", [P, Q], ids=["P", "Q"])
def test_the_deals_have_every_card_once_and_twelve_in_each_hand(text: str) -> None:
    hand_a, hand_b, talon = text.split("_")
    assert (len(set_of(hand_a)), len(set_of(hand_b)), len(row_of(talon))) == (12, 12, 8)
    assert in_order(set_of(hand_a) + set_of(hand_b) + row_of(talon)) == PACK


def test_deal_p_is_28_to_23() -> None:
    """A: 5 + 4 + seven leads, AS takes, JS leads the last trick: 9 + 6 + 1 + 1 + 1 = 18, and ten for seven tricks."""
    game = LawGame.deal(P).does(REGULAR_P)
    assert game.score == (28, 23)
    assert (game.won("A"), game.won("B")) == (7, 5)
    assert game.phase == "deal_over"


def test_after_the_exchange_of_deal_p_the_hands_are_those_of_the_example() -> None:
    game = LawGame.deal(P).does("AxSKD98C87 BxS7H97")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ9"
    assert game.holds("B") == "SQTHTDAQJT7CAKQT"


def test_deal_q_is_94_in_hand_and_95_with_the_lead() -> None:
    """A: 5 + 15 + 14 = 34 and a repique."""
    game = LawGame.deal(Q).does(
        f"{EXCHANGES_OF_Q} Ap5 Bg ArpSAKQJT =5-0 As5-A Bg Ar =20-0 At4-A Bg Ar =94-0 A.AS =95-0"
    )
    assert game.holds("A") == "SKQJTHAJDAKCA97"
    assert game.holds("B") == "HKQT98DQJ8CKJT8"
