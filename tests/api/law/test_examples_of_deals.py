"""The worked examples of wrong deals: L-W1 to L-W9, L-W37 and L-W41."""

import pytest

from tests.helpers.law_game import (
    P_11_13_8,
    P_12_11_9,
    P_12_13_7,
    P_13_11_8,
    P_13_12_7,
    P_14_10_8,
    P_EXCHANGED,
    LawGame,
    P,
    assert_annulled,
)


def wrong(text: str) -> LawGame:
    return LawGame.deal(text, irregular=True)


@pytest.mark.rule("L12")
@pytest.mark.parametrize("text", [P_12_11_9, P_14_10_8], ids=["nine in the talon", "off by two"])
def test_lw1_a_deal_wrong_by_more_than_one_card_is_dealt_again(text: str) -> None:
    """14, 10, 8: the differences are 2, 2 and 0, so it is off by two. 12, 11, 9 is off by one, but has nine left."""
    game = wrong(text)
    game.offers(0, "misdeal", "AB", "L12", redeal="next_deal")
    assert_annulled(game.after("Bu0-redeal"), "L12")
    assert_annulled(game.after("Au0-redeal"), "L12")


@pytest.mark.rule("L11")
def test_lw2_elder_with_thirteen_may_have_a_new_deal_until_a_card_is_taken() -> None:
    game = wrong(P_13_11_8)
    game.offers(0, "misdeal", "A", "L11", redeal="taken", stand="taken")
    again = assert_annulled(game.after("Au0-redeal"), "L11")
    assert again.state["partie"]["score"] == {"A": 0, "B": 0}
    game.refuses("Bu0-redeal", "ruling.not_entitled")


@pytest.mark.rule("L40")
def test_lw3_standing_with_thirteen() -> None:
    """E11: 13 − 6 + 5 = 12. Younger has eleven and takes one to 8 − 5 = 3, putting out one fewer."""
    game = wrong(P_13_11_8).does("Au0-stand")
    assert game.exchange_bounds() == (2, 6)
    game.does("AxSKTD98C87")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ9"
    assert game.exchange_bounds() == (0, 2)
    two = game.after("BxS7H9")
    assert two.holds("B") == "SQHT7DAQJT7CAKQT"
    none = game.after("Bx")
    assert none.holds("B") == "SQ7HT97DAQJTCKQT"
    assert two.phase == none.phase == "calling"


@pytest.mark.rule("L41")
def test_lw4_standing_with_thirteen_and_seven_in_the_talon() -> None:
    """E11: six out, five in; two cards are left, and younger, having twelve, exchanges evenly."""
    game = wrong(P_13_12_7).does("Au0-stand")
    assert game.exchange_bounds() == (2, 6)
    game.does("AxSK9D98C87")
    assert len(game.state["hands"]["A"]) == 12
    assert game.exchange_bounds() == (1, 2)
    assert game.after("BxS7H9").holds("B") == "STHT7DAQJT7CAKQT"
    assert game.after("BxS7").holds("B") == "STHT97DAQJTCAKQT"


@pytest.mark.rule("L42")
def test_lw5_standing_with_eleven() -> None:
    """E11: elder puts out one fewer than taken; younger has thirteen and puts out one more."""
    game = wrong(P_11_13_8).does("Au0-stand")
    assert game.exchange_bounds() == (0, 4)
    assert len(game.after("Ax").state["hands"]["A"]) == 12
    game.does("AxSKD98C8")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ9"
    assert game.exchange_bounds() == (2, 4)
    for discard in ("S7H9", "S7H97", "S7H97C7"):
        assert len(game.after(f"Bx{discard}").state["hands"]["B"]) == 12


@pytest.mark.rule("L43")
def test_lw6_an_ordinary_exchange_stands_a_deal_of_twelve_thirteen_and_seven() -> None:
    game = wrong(P_12_13_7)
    assert_annulled(game.after("Au0-redeal"), "L11")
    game.does("AxSKD98C87")
    assert len(game.state["hands"]["A"]) == 12
    game.refuses("Au0-redeal", "ruling.too_late")
    assert game.exchange_bounds() == (2, 3)
    assert len(game.after("BxS7H97").state["hands"]["B"]) == 12
    assert len(game.after("BxS7H9").state["hands"]["B"]) == 12


@pytest.mark.rule("L39", "L58")
def test_lw7_who_takes_cards_with_thirteen_and_says_nothing_has_a_long_hand() -> None:
    """A has S AJT98, H AKQJ8, DK, C J9: 13 − 5 + 5. The point of 49 beats B's diamonds (48) and bars them."""
    game = wrong(P_13_11_8)
    game.refuses("AxSKD98C87", "exchange.not_stood", rule="L39")
    game.does("A@xSKD98C87 BxS7H9")
    assert (game.holds("A"), game.holds("B")) == ("SAJT98HAKQJ8DKCJ9", "SQHT7DAQJT7CAKQT")
    game.refuses("Au0-redeal", "ruling.too_late")
    game.offers(1, "long_hand", "B", "L58", enforce="next_deal", waive="next_deal")
    game = game.rule("B", 1, "enforce", kind="long_hand")
    assert game.state["reckons_nothing"] == {"A": "L58", "B": None}
    game.does("Ap5-49 Bg ArpHAKQJ8 =0-0 As4-A Bg Ar =0-0 At3-J Bn A.AH =0-0")
    game.refuses("BrpDAQJT7", "reckon.category_closed", "reckon.not_good")
    # Three queens and three tens: the ten of spades is A's.
    game.does("BrtSQDQCQ-tHTDTCT =0-6")


@pytest.mark.rule("L13")
def test_lw8_the_dealer_shows_a_card_of_elders() -> None:
    game = LawGame.deal(P).does("Bi-exposed-HJ")
    game.offers(1, "exposed", "A", "L13", redeal="taken", stand="taken")
    assert game.state["seen"]["B"] == ["JH"]
    assert_annulled(game.after("Au1-redeal"), "L13")
    stood = game.after("Au1-stand AxSKD98C87")
    stood.refuses("Au1-redeal", "ruling.already", "ruling.too_late", rule="L13")
    game.does("AxSKD98C87").refuses("Au1-redeal", "ruling.too_late", rule="L13")


@pytest.mark.rule("L13")
def test_lw8_the_dealer_shows_a_card_of_their_own() -> None:
    game = LawGame.deal(P).does("Bi-exposed-CK")
    game.offers_nothing(1, "exposed")
    assert game.state["seen"]["A"] == ["KC"]
    game.refuses("Au1-redeal", "ruling.not_offered", "ruling.not_entitled", rule="L13")


def dealers_of_a_partie(wrong_deal: int) -> str:
    """Deal P six times, A dealing first; one deal is dealt by the wrong seat, and nobody finds that in time."""
    game = LawGame.deal(P_EXCHANGED, dealer="A").play_p()
    dealers = "A"
    for number in range(2, 7):
        if number == wrong_deal:
            game = LawGame.deal_p(game, wrong_dealer=game.dealer)
        else:
            # Which seat deals is the service's word; the cards go with it, so that each deal is deal P.
            due = LawGame.deal(P, dealer=None, after=game).dealer
            game = LawGame.deal(P if due == "B" else P_EXCHANGED, dealer=None, after=game)
        assert game.state["partie"]["deal"] == number
        dealers += game.dealer
        game.play_p()
    return dealers


@pytest.mark.rule("L16")
@pytest.mark.parametrize(("wrong_deal", "dealers"), [(3, "ABBAAB"), (5, "ABABBA")])
def test_lw9_after_a_deal_out_of_turn_its_elder_deals_twice(wrong_deal: int, dealers: str) -> None:
    """LR16: not if the wrong deal is the last or the last but one."""
    assert dealers_of_a_partie(wrong_deal) == dealers


@pytest.mark.rule("L16")
def test_lw9_a_deal_out_of_turn_that_is_found_in_time_is_void() -> None:
    game = LawGame.deal_p().play_p()  # B has dealt, A is due
    game = LawGame.deal(P, "B", irregular=True, after=game)
    game.offers(0, "deal_out_of_turn", "AB", "L16", void="untouched")
    assert_annulled(game.after("Bu0-void-untouched"), "L16", dealer="A")
    game.does("AxSKD98C87").refuses("Bu0-void-untouched", "ruling.too_late", rule="L16")


@pytest.mark.rule("L75")
def test_lw37_an_incorrect_pack_voids_the_deal_and_no_earlier_one() -> None:
    game = LawGame.deal_p().play_p()
    game = LawGame.deal_p(after=game).play_p()
    game = LawGame.deal_p(after=game).play_p()
    totals = game.state["partie"]["score"]
    assert totals == {"A": 28 + 23 + 28, "B": 23 + 28 + 23}
    game = LawGame.deal_p(after=game)
    proof = {"missing": ["8D"], "double": ["7D"]}
    game.do({"seat": "A", "type": "incident", "kind": "spoiled", "proof": proof})
    game.offers(1, "spoiled", "AB", "L75", redeal="next_deal")
    again = assert_annulled(game.rule("B", 1, "redeal"), "L75", dealer="A")
    assert again.state["partie"]["score"] == totals
    assert again.state["partie"]["deal"] == 4


@pytest.mark.rule("L11", "L13")
def test_lw41_two_grounds_are_two_choices() -> None:
    game = wrong(P_13_11_8).does("Bi-exposed-HK Au0-stand")
    game.refuses("Au0-redeal", "ruling.already", "ruling.too_late")
    assert_annulled(game.after("Au1-redeal"), "L13")
