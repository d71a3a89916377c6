"""The worked examples of exchanges and unequal hands: L-W10 to L-W18 and L-W42, all with deal P but the last."""

import pytest

from tests.helpers.law_game import (
    CALLS_OF_P,
    CLUBS_OF_P,
    EXCHANGES_OF_P,
    HEARTS_OF_P,
    PLAY_OF_P,
    RECKONING_OF_P,
    SPADES_OF_P,
    LawGame,
    assert_annulled,
)

CALLED_AND_RECKONED = f"{CALLS_OF_P} {RECKONING_OF_P}"
# B has 7H in place of 7D, which is left over: hearts and clubs as ever.
PLAY_WITH_THIRTEEN = f"B.TH A.KH B.7H A.QH B.TD A.JH B.JD A.8H B.QD {CLUBS_OF_P} {SPADES_OF_P}"


@pytest.mark.rule("L26", "L57", "E7")
def test_lw10_a_buried_card_leaves_eleven_and_an_unanswered_trick() -> None:
    """A: 9, five hearts, KD and the capture of QS. B: 17, AD takes, four clubs, QS, and TS alone, the last trick."""
    game = LawGame.deal_p().does("AxSKD98C87 Ai-buried-C9 BxS7H97")
    game.offers_nothing(2, "buried")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ"
    assert "9C" in game.state["discards"]["A"]
    game.does(f"{CALLED_AND_RECKONED} {HEARTS_OF_P} A.KD =15-17 B.AD B.AC A.JC B.KC A.8S B.QC A.9S B.TC A.JS =15-22")
    game.does("B.QS =15-23 A.AS =16-25")
    assert game.phase == "deal_over"
    assert (game.won("A"), game.won("B")) == (6, 6)
    assert game.state["tricks"][-1] == {"leader": "B", "cards": ["TS"], "winner": "B"}
    assert ("B", "unanswered", 1) in game.happened


@pytest.mark.rule("L30", "L57", "E7")
def test_lw11_taking_fewer_than_were_put_out_costs_nothing() -> None:
    """A: 9, five hearts, KD, the capture of QS, JS alone (1 + 1) = 18, and ten for seven tricks."""
    game = LawGame.deal_p().does("AxSKD98C87 B@xS7H97-k67")
    assert game.holds("B") == "SQTHTDAQJTCAKQT"
    game.offers_nothing(2, "wrong_exchange")
    # B has only four diamonds, 41.
    game.does(f"{CALLS_OF_P} A.AH BrtSTHTDTCT-tSQDQCQ =10-17")
    game.does("B.TH A.KH B.TD A.QH B.JD A.JH B.QD A.8H B.TS A.KD B.AD B.AC A.9C B.KC A.JC B.QC A.8S B.TC A.9S =15-22")
    game.does("B.QS A.AS =28-23")
    assert game.phase == "deal_over"
    assert game.won("A") == 7
    assert game.state["tricks"][-1] == {"leader": "A", "cards": ["JS"], "winner": "A"}


@pytest.mark.rule("L31", "L35", "L58")
def test_lw12_who_takes_too_many_cards_reckons_nothing() -> None:
    """A's 28 stand: the three knaves stay barred by the four tens."""
    game = LawGame.deal_p().does("AxSKD98C87 B@xS7H9-k678")
    assert game.holds("B") == "SQTHT7DAQJT7CAKQT"
    game.offers(2, "wrong_exchange", "A", "L31", enforce="next_deal", waive="next_deal")
    game.offers(2, "long_hand", "A", "L58", enforce="next_deal", waive="next_deal")
    early = game.rule("A", 2, "enforce", kind="wrong_exchange")
    assert early.state["reckons_nothing"] == {"A": None, "B": "L31"}
    early.does(f"{CALLS_OF_P} A.AH BrtSTHTDTCT-tSQDQCQ =10-0 {PLAY_WITH_THIRTEEN} =28-0")
    game.does(f"{CALLED_AND_RECKONED} {PLAY_WITH_THIRTEEN} =28-23")
    assert game.holds("B") == "D7"
    assert len(game.state["tricks"]) == 12
    for kind in ("wrong_exchange", "long_hand"):
        late = game.rule("A", 2, "enforce", kind=kind)
        assert late.score == (28, 0)
        assert ("B", "forfeited", -23) in late.happened


@pytest.mark.rule("L44")
def test_lw13_the_penalty_may_be_waived() -> None:
    game = LawGame.deal_p().does("AxSKD98C87 B@xS7H9-k678 Au2:wrong_exchange-waive")
    game.does(f"{CALLED_AND_RECKONED} {PLAY_WITH_THIRTEEN} =28-23")
    # A waiver of too many taken waives the long hand that came of it (K1b).
    game.refuses(
        {"seat": "A", "type": "ruling", "number": 2, "kind": "long_hand", "election": "enforce"}, "ruling.already"
    )


@pytest.mark.rule("L28")
def test_lw14_elder_mixes_one_of_the_last_three() -> None:
    game = LawGame.deal_p().does("A@xSKD98C87-k123456")
    assert game.holds("A") == "SAQJ98HAKQJ8DKCJ9"
    game.offers(1, "wrong_exchange", "B", "L28", redeal="own_take", enforce="next_deal", waive="next_deal")
    assert_annulled(game.rule("B", 1, "redeal", kind="wrong_exchange"), "L28")
    assert game.exchange_bounds() == (1, 2)
    game.does("BxS7H9")
    assert game.holds("B") == "STHT7DAQJT7CAKQT"  # AC and 7D
    redeal = {"seat": "B", "type": "ruling", "number": 1, "kind": "wrong_exchange", "election": "redeal"}
    game.refuses(redeal, "ruling.too_late", rule="L28")
    game.offers(1, "wrong_exchange", "B", "L28", enforce="next_deal", waive="next_deal")


@pytest.mark.rule("L29")
def test_lw15_younger_mixes_three_of_elders_five() -> None:
    """Nothing is unequal: three out, three in. Positions 4 and 5 are left to elder."""
    game = LawGame.deal_p().does("B@xS7H97-k123")
    assert game.holds("B") == "ST98HKTDAQJTCKQT"
    game.offers(1, "wrong_exchange", "A", "L29", redeal="own_take", enforce="next_deal", waive="next_deal")
    assert_annulled(game.after("Au1-redeal"), "L29")
    assert game.exchange_bounds() == (1, 2)
    game.does("AxD98")
    assert game.holds("A") == "SAKJHAQJ8DKCJ987"
    assert (game.phase, game.state["to_act"]) == ("calling", "A")
    game.refuses("Au1-redeal", "ruling.too_late", rule="L29")


@pytest.mark.rule("L27")
def test_lw16_a_card_of_the_others_share_turned_up() -> None:
    """A has won seven tricks, and scores nothing for them; B has only five."""
    game = LawGame.deal_p().does("AxSKD98C87 Ai-peeked-6-shown")
    assert game.state["seen"] == {"A": ["QS"], "B": ["QS"]}
    game.offers(2, "peeked", "B", "L27", enforce="next_deal", waive="next_deal")
    early = game.after("Bu2-enforce BxS7H97 Ap5-49 Bg ArpHAKQJ8 =0-0 As4-A Bg Ar =0-0 At3-J Bn A.AH =0-0")
    early.refuses("BrpDAQJT7", "reckon.category_closed", "reckon.not_good")
    early.does(f"BrtSTHTDTCT-tSQDQCQ =0-17 {PLAY_OF_P} =0-23")
    late = game.after(f"BxS7H97 {CALLED_AND_RECKONED} {PLAY_OF_P} =28-23 Bu2-enforce =0-23")
    assert late.won("A") == 7
    assert late.phase == "deal_over"


@pytest.mark.rule("L33")
def test_lw17_a_card_that_elder_leaves_is_taken_up_with_the_draw() -> None:
    game = LawGame.deal_p().does("AxSKD98C8")
    by_itself = {"seat": "A", "type": "incident", "kind": "peeked", "positions": [5]}
    game.refuses(by_itself, "incident.contradicted", "incident.not_now")  # R4.4 allows it
    game.does("Ai-peeked-5-together")
    game.offers(2, "peeked", "B", "L33", enforce="next_deal", waive="next_deal")
    assert game.after("Bu2-enforce").state["reckons_nothing"]["A"] == "L33"
    assert game.after("Bu2-waive").state["reckons_nothing"]["A"] is None


@pytest.mark.rule("L32")
def test_lw18_younger_who_finds_four_cards_may_alter_the_discard() -> None:
    game = LawGame.deal_p().does("AxSKD98C8 Ai-undeclared")
    game.offers(2, "undeclared", "B", "L32", alter="own_take")
    game.does("Bu2-alter")
    assert game.exchange_bounds() == (1, 4)
    game.does("BxS7H97DT")
    assert len(game.state["hands"]["B"]) == 12
    late = LawGame.deal_p().does("AxSKD98C8 Ai-undeclared BxS7H97")
    late.refuses("Bu2-alter", "ruling.too_late", rule="L32")


@pytest.mark.rule("L58", "E3")
def test_lw42_a_carte_blanche_is_not_forfeited() -> None:
    """LR2. B shows the carte blanche, then takes three cards for two."""
    deal = "SAKQJHAKQJDAKQCA_ST987HT98DT98C98_7HKCQCJCTC7CJD7D"
    game = LawGame.deal(deal).does("AxSJHJDQ =0-0 Bb =0-10")
    # A took 7H KC QC and left two: B takes JC TC 7C for two cards, and has thirteen.
    game.does("B@xS7C8-k456")
    assert len(game.state["hands"]["B"]) == 13
    enforced = game.rule("A", 3, "enforce", kind="wrong_exchange")
    assert enforced.score == (0, 10)
    # A has S AKQ, H AKQ7, D AK, C AKQ: 4 + 9 + 14 + 14 + 3 = 44. The carte blanche stands, and saves repique and pique.
    enforced.does("Ap4-38 Bg Ar =4-10 As3-A Bg Ar =13-10 At4-A Bg Ar =44-10 A.AS B.8S =45-10")


def test_the_exchanges_of_deal_p_draw_no_ruling() -> None:
    game = LawGame.deal_p().does(EXCHANGES_OF_P)
    assert game.rulings() == []
