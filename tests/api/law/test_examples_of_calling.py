"""The worked examples of calling and reckoning: L-W19 to L-W31. Deal P but for L-W27 to L-W29, which are deal Q."""

import pytest

from tests.helpers.law_game import CALLS_OF_P, EXCHANGES_OF_P, EXCHANGES_OF_Q, PLAY_OF_P, LawGame, Q, deal_p
from tests.helpers.law_notation import set_of

POINT = f"{EXCHANGES_OF_P} Ap5-49 Bg ArpHAKQJ8 =5-0"  # entries 1 to 5
KNAVES_AND_LEAD = "At3-J Bn A.AH"
RECKONING = "BrtSTHTDTCT-tSQDQCQ"


@pytest.mark.rule("L46")
def test_lw19_a_sequence_called_first_loses_the_point() -> None:
    """A: 4 and 19 in play with the cards. B's point of 48 counts: 5 + 17, and 6 in play."""
    game = deal_p(f"{EXCHANGES_OF_P} A@s4-A Bg Ar =4-0")
    game.offers_nothing(3, "lost_point")
    game.refuses("Ap5-49", "call.category_closed")
    game.does(f"{KNAVES_AND_LEAD} =5-0")
    assert game.after(RECKONING).score == (5, 17)  # younger may sink the point
    game.does(f"BrpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22 {PLAY_OF_P} =23-28")


@pytest.mark.rule("L50", "A1")
def test_lw20_a_call_below_what_is_held_is_mended_before_the_reply() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap4 Aap5-49")
    assert (game.phase, game.state["to_act"]) == ("reply", "B")
    game.does("Bg ArpHAKQJ8 =5-0")


@pytest.mark.rule("L50", "A1", "R5.2")
def test_lw20_after_the_reply_it_is_too_late() -> None:
    """B said not good, and must reckon the five diamonds: 5 + 14 + 3. A has 4 in hand and leads."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4 Bn")
    game.refuses("Aap5-49", "amend.too_late", rule="L50")
    game.does(f"As4-A Bg Ar =4-0 {KNAVES_AND_LEAD} =5-0")
    game.refuses("B.TH", "play.reckon_first")
    game.refuses(RECKONING, "reckon.better_missing")
    game.does("BrpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22")


@pytest.mark.rule("L51", "A2")
def test_lw21_a_reply_of_good_is_mended_before_elder_has_reckoned() -> None:
    game = deal_p(f"{POINT} As4-A Bg Ar =9-0 At3-J Bg Ban =9-0")
    assert game.state["calls"][-1]["status"] == "not_good"
    game.does(f"A.AH {RECKONING} =10-17")


@pytest.mark.rule("L51", "A2")
def test_lw21_after_elder_has_told_the_fourth_knave_it_is_too_late() -> None:
    """LR22. In hand A has 5 + 4 + 3 = 12, B nothing."""
    game = deal_p(f"{POINT} As4-A Bg Ar At3-J Bg Ar =12-0")
    game.refuses("Ban", "amend.too_late", rule="L51")
    game.does("A.AH =13-0")
    game.refuses("Ban", "amend.too_late", rule="L51")
    game.refuses(RECKONING, "reckon.category_closed", "reckon.not_good")
    game.does("B.TH =13-0")


QUINT = f"{POINT} A@s5-A Bg"  # the call is entry 6


@pytest.mark.rule("L52", "A3")
@pytest.mark.parametrize(
    ("line", "before", "amended", "after"),
    [
        (f"{QUINT}", "5-0", "5-0", "9-0"),
        (f"{QUINT} Ar", "20-0", "5-0", "9-0"),
        (f"{QUINT} Ar {KNAVES_AND_LEAD}", "21-0", "6-0", "10-0"),
        (f"{QUINT} Ar {KNAVES_AND_LEAD} {RECKONING}", "21-17", "6-17", "10-17"),
    ],
    ids=["answered", "reckoned", "led", "younger has reckoned"],
)
def test_lw22_a_call_beyond_what_is_held_is_mended_until_youngers_first_card(
    line: str, before: str, amended: str, after: str
) -> None:
    """The quint of 15 is struck, and the quart counts 4 instead."""
    game = deal_p(f"{line} ={before}")
    phase = game.phase
    game.does(f"Aas4-A ={amended}")
    assert (game.phase, game.state["to_act"]) == ("reply", "B")
    game.does(f"Bg Ar ={after}")
    assert game.phase == ("calling" if phase == "reckoning" else phase)


@pytest.mark.rule("L52", "A3")
def test_lw22_after_youngers_first_card_it_is_too_late() -> None:
    game = deal_p(f"{QUINT} Ar {KNAVES_AND_LEAD} {RECKONING} B.TH")
    game.refuses("Aas4-A", "amend.too_late", rule="L52")


def mended_queens() -> LawGame:
    """L-W23: B has reckoned the queen of hearts with the other three, and mended it."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH =10-0")
    return game.does("B@rtSTHTDTCT-tSQHQDQCQ =10-28 BartSTHTDTCT-tSQDQCQ =10-17")


@pytest.mark.rule("L52", "A4")
def test_lw23_elder_says_first_whether_to_lead_otherwise() -> None:
    game = mended_queens()
    assert game.state["to_act"] == "A"
    options = game.options("ruling")
    assert [(one["seat"], one["elections"]) for one in options] == [("A", ["relead", "forgo"])]
    assert ["relead", "forgo"] in [[one["election"] for one in ruling["elections"]] for ruling in game.rulings()]
    game.refuses("A.KH", "ruling.due", rule="L52")
    game.refuses("B.TH", "ruling.due", rule="L52")
    number = options[0]["number"]
    forgone = game.after(f"Au{number}-forgo =10-17")
    assert forgone.state["to_act"] == "B"
    forgone.does("B.TH A.KH =11-17")


@pytest.mark.rule("L52", "A4", "E6")
def test_lw23_elder_leads_any_other_card() -> None:
    game = mended_queens()
    number = game.options("ruling")[0]["number"]
    game.does(f"Au{number}-relead =9-17")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ9"
    assert (game.phase, game.state["to_act"], game.state["tricks"]) == ("play", "A", [])
    game.does("A.KD =10-17 B.AD =10-18")  # what B reckoned stands


@pytest.mark.rule("L52", "A4", "E6", "K21")
def test_who_leads_otherwise_takes_back_the_cards_put_down_after_the_lead_as_well() -> None:
    """As L-W23, but that A has put KH down after AH."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH A@.KH B@rtSTHTDTCT-tSQHQDQCQ BartSTHTDTCT-tSQDQCQ =10-17")
    (option,) = game.options("ruling")
    game.does(f"Au{option['number']}-relead =9-17")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ9"
    assert (game.phase, game.state["to_act"], game.state["tricks"]) == ("play", "A", [])


@pytest.mark.rule("L53")
def test_lw24_a_misnomer_counts_for_what_is_held() -> None:
    """TH was never A's, so nothing of the quart to a king lies in the union of hand and discard."""
    game = deal_p(f"{POINT} A@s4-K Bg Ar =9-0 {KNAVES_AND_LEAD} {RECKONING} B.TH =10-17")
    ruling = game.ruling(6, "false_claim")
    assert (ruling["finding"], ruling["law"]) == ("misnomer", "L53")
    assert [one["election"] for one in ruling["elections"]] == ["reckon"]
    assert game.after("Bu6-reckon").score == (10, 17)


@pytest.mark.rule("L54", "E4", "E5")
def test_lw25_an_impossible_claim_is_struck_without_a_penalty() -> None:
    """15 struck; no correct call is left in sequences, so B's two tierces count 6."""
    game = deal_p(f"{QUINT} Ar =20-0 {KNAVES_AND_LEAD} =21-0 {RECKONING} =21-17")
    assert game.elections(6, "false_claim") == {}  # A may still amend
    game.does("B.TH =21-17")
    assert game.ruling(6, "false_claim")["finding"] == "impossible"
    game.offers(6, "false_claim", "B", "L54", reckon="next_deal")
    assert game.after("Bu6-reckon").score == (6, 23)
    assert game.after("Bu6-reckon-sDQJT-sCAKQ").score == (6, 23)
    assert game.after("Bu6-reckon-sDQJT").score == (6, 20)
    game.refuses("Bu6-reckon-sDKQJ", "ruling.not_good")


@pytest.mark.rule("L54", "E3", "E4")
def test_lw26_a_false_tierce_of_cards_put_out() -> None:
    """The nine is in the hand, eight and seven are in A's discard. Point and quart were correct calls and bar."""
    line = f"{POINT} As4-A Bg A@rsHAKQJ-sC987 =12-0 {KNAVES_AND_LEAD} {RECKONING} {PLAY_OF_P} =31-23"
    game = deal_p(line)
    assert game.ruling(8, "false_claim")["finding"] == "false"
    game.offers(8, "false_claim", "B", "L54", enforce="next_deal", waive="next_deal")
    assert game.after("Bu8-enforce").score == (0, 23)
    game.refuses("Bu8-enforce-pDAQJT7", "ruling.not_good")
    game.refuses("Bu8-enforce-sDQJT", "ruling.not_good")
    assert game.after("Bu8-waive").score == (28, 23)


FALSE_HEARTS = f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar =15-0 At4-A Bg Ar =29-0 A.AS =30-0 B@rpHKQT987 =30-6 B.8D =30-6"


@pytest.mark.rule("L54", "E5", "E12")
def test_lw27_what_the_false_point_kept_from_elder_is_due() -> None:
    """In hand A has 5 + 15 + 14 = 34 and nothing of B's bars: a repique in place of the pique that was saved."""
    game = LawGame.deal(Q).does(FALSE_HEARTS)
    assert game.holds("B") == "HKQT98DQJCKJT8"  # 7H is in the discard, 8D is played
    ruling = game.offers(12, "false_claim", "A", "L54", enforce="next_deal", waive="next_deal")
    assert (ruling["finding"], ruling["offender"]) == ("false", "B")
    assert ruling["elections"][0]["score_delta"] == {"A": 65, "B": -6}
    enforced = game.after("Au12-enforce-pSAKQJT =95-0")
    assert (enforced.phase, enforced.state["to_act"]) == ("play", "A")
    assert [one for one in enforced.happened if one[0] == "A" and one[2]] == [("A", "point", 5), ("A", "repique", 60)]
    assert game.after("Au12-waive").score == (95, 0)


@pytest.mark.rule("L58", "L69", "E3")
@pytest.mark.parametrize("early", [True, False], ids=["at once", "after the reckoning"])
def test_lw28_a_withheld_point_saves_all_the_same(early: bool) -> None:
    """B has thirteen cards and six real hearts. A: 15 + 14 + the lead."""
    game = LawGame.deal(Q).does("AxS98DT9CQ B@xS7D7-k678")
    assert game.holds("B") == "HKQT987DQJ8CKJT8"
    if early:
        game.does("Au2:long_hand-enforce")
    game.does("Ap5 Bn As5-A Bg Ar At4-A Bg Ar =29-0 A.AS =30-0")
    game.does("BrpHKQT987")
    assert game.score == ((30, 0) if early else (30, 6))
    if not early:
        game.does("Au2:long_hand-enforce")
    game.does("=30-0 B.8D =30-0")
    saved = [(one["bonus"], one["by"]) for one in game.state["events"] if one["kind"] == "saved"]
    assert saved == [("pique", "point")]
    (withheld,) = [one["withheld"] for one in game.state["events"] if one.get("withheld")] if early else [6]
    assert withheld == 6


FALSE_NOT_GOOD = f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At4-A Bg Ar =29-0 A.AS =30-0 B.8D =60-0"


@pytest.mark.rule("LR17", "E5", "E12")
def test_lw29_after_a_false_refusal_elder_reckons_the_point() -> None:
    """29, the lead and a pique; with the point 34 in hand, so a repique in place of the pique: 34 + 60 + 1."""
    game = LawGame.deal(Q).does(FALSE_NOT_GOOD)
    ruling = game.ruling(4, "false_reply")
    assert ruling["entitled"] == ["A"]
    assert [(one["election"], one["until"]) for one in ruling["elections"]] == [("reckon", "next_deal")]
    game.does("Au4-reckon-pSAKQJT =95-0")
    scored = [one for one in game.happened if one[2]]
    assert sorted(scored) == [("A", "point", 5), ("A", "repique", 60), ("A", "struck", -30)]
    # B is not punished and scores what they play: TC takes the nine.
    game.does("A.9C =96-0 B.TC =96-1")


@pytest.mark.rule("L55")
def test_lw30_who_shows_what_they_claim_is_not_held_to_its_name() -> None:
    game = deal_p(f"{POINT} A@s5-A-wHAKQJ Bg Ar =20-0 {KNAVES_AND_LEAD} {RECKONING} B.TH =21-17")
    ruling = game.ruling(6, "false_claim")
    assert (ruling["finding"], ruling["law"]) == ("shown", "L55")
    assert [one["election"] for one in ruling["elections"]] == ["reckon"]
    assert game.after("Bu6-reckon").score == (21 - 15 + 4, 17)
    assert set(set_of("HAKQJ")) <= set(game.state["shown"]["A"])


@pytest.mark.rule("K15", "E4", "L53")
def test_a_misnomer_that_is_reckoned_twice_is_one_claim() -> None:
    """B holds four tens and three queens: the tens count once, and both reckonings of queens are struck."""
    twice = "B@rtSQHQDQCQ =10-14 B@rtSQHQDQCQ =10-28"
    line = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH =10-0 {twice} B.TH A.KH =11-28 Au12-reckon =11-14"
    assert deal_p(line).state["score"] == {"A": 11, "B": 14}


@pytest.mark.rule("L56", "A5")
def test_lw31_an_omitted_quart_is_called_before_youngers_first_card() -> None:
    """B's tierces count 6 as long as A has passed: 17 + 6. They are struck when the quart is good."""
    game = deal_p(f"{POINT} As0 {KNAVES_AND_LEAD} =6-0 {RECKONING}-sDQJT-sCAKQ =6-23")
    game.does("Aas4-A")
    assert (game.phase, game.state["to_act"]) == ("reply", "B")
    game.does("Bg =6-17 Ar =10-17")
    assert game.state["to_act"] == "B"
    game.does("B.TH A.KH =11-17")


@pytest.mark.rule("L56", "A5")
def test_lw31_after_youngers_first_card_it_is_lost() -> None:
    game = deal_p(f"{POINT} As0 {KNAVES_AND_LEAD} {RECKONING}-sDQJT-sCAKQ B.TH =6-23")
    game.refuses("Aas4-A", "amend.too_late", rule="L56")
