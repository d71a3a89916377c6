"""Rows of the codes that change what follows in a deal. Deal P but where Q is named."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.law_game import (
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    P_12_11_9,
    POINT_OF_P,
    RECKONED,
    LawGame,
    Q,
    assert_annulled,
    deal_p,
)

# -- false_claim

# B's five hearts are refused A's five spades, and reckoned with 7H, put out, as six. B scores in play before A has 25:
# the quint, the lead of 9C, the capture of KC, and the leads of eight high cards.
SIX_FALSE_HEARTS = f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At0 =15-0 A.9C B@rpHKQT987 =16-6 B.TC B.KC A.AC =17-8"
EIGHT_LEADS = "A.AS B.8C A.KS B.JC A.QS B.8H A.JS B.9H A.TS B.TH A.AD B.8D A.KD B.JD A.AH B.QH =25-8"


@pytest.mark.rule("L54", "E3", "E12", "R7.3", "K15")
@pytest.mark.parametrize(
    ("law", "score"),
    [
        pytest.param({"law": "portland"}, "30-0", id="portland"),
        pytest.param({"law": "old"}, "60-0", id="old"),
        pytest.param({"law_false_claim": "old"}, "60-0", id="the row alone"),
    ],
)
def test_by_the_law_of_1651_nothing_of_a_false_claimant_saves(law: dict[str, str], score: str) -> None:
    """Deal Q: 25 and the point of 5 make 30. B's withheld points of play save from the pique, but not by R51."""
    game = LawGame.deal(Q, ruleset=portland(**law)).does(f"{SIX_FALSE_HEARTS} {EIGHT_LEADS}")
    game.does(f"Au10-enforce-pSAKQJT ={score}")


@pytest.mark.rule("L54", "E3", "E12", "R7.2", "K15")
def test_by_the_law_of_1651_no_true_holding_of_a_false_claimant_saves() -> None:
    """Deal Q, in which A passes sequences: 5, the late quint 15 and the aces 14 make 34, a repique, and the lead: 95.

    B reckons the true tierce T98 of hearts and names another, J T 9 of clubs, of which 9C was never B's: a misnomer.
    """
    line = f"{EXCHANGES_OF_Q} Ap5 Bg Ar As0 At4-A Bg Ar =19-0 A.AS =20-0 B@rsHT98-sCJT9 =20-6 B.8D"
    LawGame.deal(Q, ruleset=portland(law="old")).does(f"{line} Au11-enforce =95-0")


# -- faced


@pytest.mark.rule("L14", "E1", "K4")
@pytest.mark.parametrize("where", ["pack", "stock"])
def test_by_the_law_of_1651_one_faced_card_stays_and_for_two_the_cards_are_dealt_again(where: str) -> None:
    """Each report is of one card."""
    game = deal_p(f"Ai-faced-{where}", portland(law="old"))
    assert game.incident(1, "faced")["status"] == "harmless"
    game.refuses("Au1-redeal", "ruling.not_offered", "ruling.not_entitled")
    game.does(f"Bi-faced-{where}")
    game.offers(2, "faced", "AB", "L14", redeal="next_call")
    assert_annulled(game.does("Au2-redeal"), "L14")


@pytest.mark.rule("L14", "E1", "K4")
@pytest.mark.parametrize("law", ["portland", "au-cent", "french"])
def test_by_the_other_codes_one_faced_card_is_enough(law: str) -> None:
    game = deal_p("Ai-faced-stock", portland(law=law))
    game.offers(1, "faced", "AB", "L14", redeal="next_call")


# -- one_card_wrong


@pytest.mark.rule("L11", "K1c")
def test_an_older_hoyle_has_no_law_for_eleven_cards_of_youngers_and_a_talon_of_nine() -> None:
    """HO 5 and 22 speak of thirteen cards in either hand, and of a card too few in elder's."""
    game = LawGame.deal(P_12_11_9, ruleset=portland(law="hoyle"), irregular=True)
    assert {one["law"]: one["status"] for one in game.state["incidents"]} == {"L10": "open", "L11": "harmless"}
    game.refuses("Au0:misdeal-redeal")
    game.does("AxSKD98C87 BxS7H9")
    assert game.phase == "calling"


# -- must_show


@pytest.mark.rule("LA1", "L56", "K18")
def test_at_au_cent_a_good_quart_that_is_not_shown_before_the_lead_is_lost() -> None:
    """A: 5 and the lead. B reckons both tierces, 6, besides tens and queens, 17; A's quart may not bar them (K18b)."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg A@.AH =6-0", "au-cent")
    assert game.incident(8, "not_reckoned")["law"] == "LA1"
    game.does("BrtSTHTDTCT-tSQDQCQ-sDQJT-sCAKQ =6-23")
    game.refuses("Au9:implied-object", "ruling.no_incident")
    assert game.is_valid()


@pytest.mark.rule("LA1", "L56", "K18")
@pytest.mark.parametrize("law", ["au-cent", "hoyle", "french", "old"])
def test_a_good_point_that_is_not_shown_before_the_lead_is_lost(law: str) -> None:
    """A calls 49, B's five diamonds make 48: lower, and reckoned all the same. A: the lead."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49 Bg A@.AH =1-0", portland(law=law))
    assert game.incident(5, "not_reckoned")["law"] == "LA1"
    game.does("BrpDAQJT7 =1-5")


@pytest.mark.rule("LA1", "LR17", "K16", "K18")
def test_a_call_that_is_lost_is_not_good_again_because_of_a_false_reply_that_good_followed() -> None:
    """B has tierces only, so *equal* to a quart is false. A hears *good* next, and leads without showing the quart.

    A: 5 and the lead. B reckons both tierces, 6, besides tens and queens, 17.
    """
    game = deal_p(f"{POINT_OF_P} As4 B@e AhA Bg A@.AH =6-0", portland(law="au-cent"))
    game.offers_nothing(7, "false_reply")
    game.refuses("Au7-reckon", "ruling.not_offered")
    game.does("BrtSTHTDTCT-tSQDQCQ-sDQJT-sCAKQ =6-23")


@pytest.mark.rule("LA1", "E5", "K16")
def test_what_elder_reckoned_by_an_election_is_shown() -> None:
    """B refuses 49 with 48 at most. A elects, reckons the point, and leads; B's point is not due (K17)."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49 B@n As0 Au4-reckon =5-0 At0 A.AH =6-0", portland(law="au-cent"))
    game.refuses("BrpDAQJT7", "reckon.category_closed")


@pytest.mark.rule("LA1", "L56", "K18")
@pytest.mark.parametrize("law", ["portland", "hoyle", "french"])
def test_where_no_sequence_must_be_shown_a_good_one_keeps_its_category_closed(law: str) -> None:
    game = deal_p(f"{POINT_OF_P} As4-A Bg A@.AH =6-0", portland(law=law))
    assert game.incident(8, "not_reckoned")["law"] == "L56"
    game.refuses("BrsDQJT", "reckon.category_closed")


@pytest.mark.rule("LA1", "L54", "E4", "E5", "K15")
def test_at_au_cent_a_sequence_that_cannot_be_shown_is_lost_with_all_that_was_reckoned_on_it() -> None:
    """A has put out JH, and reckons the quart with it, 4, and 987 of clubs, 3. B then has both tierces, 6."""
    line = "AxSKJHJD98 BxS7H97 Ap0 A@s4-A Bg ArsHAKQJ-sC987 =7-0 At0 A.AH =8-0 BrpDAQJT7-tSTHTDTCT-tSQDQCQ =8-22"
    game = deal_p(line, portland(law="au-cent"))
    game.offers(4, "false_claim", "B", "LA1", reckon="next_deal")
    game.does("Bu4-reckon =1-28")


# -- shown_bars

# A reckons the point of hearts, in which the tierce major lies, and passes the sequences; B has a tierce major, too.
TIERCES = "SJ97HAKQ87DJ8CQJ_SAQT8DAKQ7CK987_KSJHTH9HTD9DACTC"
TIERCE_SHOWN = "AxS7 BxCK Ap5 Bg ArpHAKQ87 As0 At0 A.AH =6-0"


@pytest.mark.rule("L56", "K18b")
@pytest.mark.parametrize(
    ("law", "reckoned", "barred"),
    [
        ("portland", "sDAKQ", True),
        ("portland", "sC987", True),
        ("au-cent", "sC987", True),
        # HO 12: equal ones; of two that are reckoned the better counts.
        ("hoyle", "sDAKQ", True),
        ("hoyle", "sDAKQ-sC987", True),
        ("hoyle", "sC987", False),
        ("old", "sDAKQ", False),
    ],
)
def test_which_sequences_a_sequence_that_was_shown_bars(law: str, reckoned: str, barred: bool) -> None:
    game = LawGame.deal(TIERCES, ruleset=portland(law_shown_bars=law)).does(f"{TIERCE_SHOWN} Br{reckoned}")
    rulings = game.rulings(number=9)
    assert [ruling["kind"] for ruling in rulings] == (["implied"] if barred else [])
    if law == "hoyle" and barred:
        assert {"name": "compared", "value": "equal", "from": "state"} in rulings[0]["facts"]


# -- false_refusal

# B refuses four cards, holding five diamonds, and three knaves, holding four tens. B's silence is entry 11.
REFUSED_TWICE = f"{EXCHANGES_OF_P} Ap4 Bn As4-A Bg Ar =4-0 {KNAVES_AND_LEAD} =5-0"


@pytest.mark.rule("LR17", "LA3", "R5.2", "K16", "K18")
@pytest.mark.parametrize(("law", "cited"), [("portland", "L46"), ("au-cent", "LA3"), ("hoyle", "LA3")])
def test_what_younger_refused_and_did_not_beat_is_reckoned_by_elder(law: str, cited: str) -> None:
    """A: 4 for the quart, the lead, 4 for the point and 3 for the knaves. B may have held better: it was not shown."""
    game = deal_p(f"{REFUSED_TWICE} B@.TH =5-0", portland(law=law))
    game.offers(11, "false_reply", "A", cited, reckon="next_deal")
    game.refuses("Bu11:false_reply-reckon", "ruling.not_entitled")
    game.does("A.KH =6-0 Au11:false_reply-reckon =13-0")
    game.refuses("Au11:false_reply-reckon", "ruling.already")
    assert game.is_valid()


@pytest.mark.rule("L56", "R5.2", "K16", "K18", "A5")
def test_younger_may_still_mend_a_silence_before_playing_a_card() -> None:
    """B reckons the tens and the queens, 17, and not the point: that is due until B's first card."""
    game = deal_p(f"{REFUSED_TWICE} B@rtSTHTDTCT-tSQDQCQ =5-17")
    assert game.elections(11, "false_reply") == {}
    mended = game.after("BarpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22")
    assert mended.incident(11, "false_reply")["status"] == "amended"
    game.does("B.TH")
    assert game.elections(11, "false_reply") == {"reckon": "next_deal"}
    game.does("Au11:false_reply-reckon =9-17")  # the four; the tens have beaten the knaves


@pytest.mark.rule("LR17", "R5.2", "K16", "K18")
def test_silence_on_a_call_that_was_false_is_no_false_reply() -> None:
    """A calls three kings, one put out, which B's four tens beat."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg Ar =9-0 A@t3-K Bn A.AH B@.TH =10-0")
    assert [one["kind"] for one in game.state["incidents"] if one["number"] == 12] == ["not_reckoned"]


# -- what holds if nobody raises it


@pytest.mark.rule("L59", "LR20", "K20")
def test_a_lead_of_youngers_before_elders_is_told_to_go_back_and_a_later_one_to_stand() -> None:
    early = deal_p(f"{POINT_OF_P} B@.AD")
    assert early.ruling(6, "lead_out_of_turn")["unraised"] == "the card goes back to the hand"
    assert "DAQJT7" in early.holds("B")
    late = deal_p(f"{RECKONED} {HEARTS_OF_P} B@.AC")
    assert late.ruling(late.number, "lead_out_of_turn")["unraised"] == "the trick stands as it was led"


@pytest.mark.rule("L30", "L57", "K7")
@pytest.mark.parametrize(
    ("law", "how"),
    [("portland", "tricks of the opponent"), ("hoyle", "no penalty"), ("old", "played to whatever is led")],
)
def test_how_a_short_hand_is_played_is_told_by_the_code(law: str, how: str) -> None:
    game = deal_p("AxSKD98C87 B@xS7H97-k67", portland(law=law))
    assert how in game.ruling(2, "wrong_exchange")["unraised"]


@pytest.mark.rule("L52", "K15", "K4")
def test_what_nothing_can_come_of_any_more_has_nothing_unraised() -> None:
    mended = deal_p(f"{EXCHANGES_OF_P} A@p5-48 Aap5-49")
    assert (mended.ruling(3, "false_claim")["status"], mended.ruling(3, "false_claim")["unraised"]) == ("amended", None)
    waived = deal_p("Bi-peeked-1 Au1-waive")
    assert (waived.ruling(1, "peeked")["status"], waived.ruling(1, "peeked")["unraised"]) == ("ruled", None)


# -- stock_mixed: the loss of a game


@pytest.mark.rule("L28", "E3", "E10", "K7")
def test_where_no_games_are_played_the_great_penalty_takes_the_place_of_a_lost_game() -> None:
    """L-W14 under au cent's row in a partie without games: E10 says that E3 takes its place."""
    game = deal_p("A@xSKD98C87-k123456", portland(law_stock_mixed="au-cent"))
    enforce = game.ruling(1, "wrong_exchange")["elections"][0]
    assert (enforce["election"], enforce["effects"]) == ("enforce", ["E3", "E12"])
    assert "forfeited" in [event["kind"] for event in enforce["events"]]
    assert game.rule("B", 1, "enforce", kind="wrong_exchange").phase == "younger_exchange"


THIRTY_SIX = "SAKJT76HAQJD987_SQ98HKT98DAKQCKQ_6D6CJDTD6H7HACJCTC9C8C7C"


@pytest.mark.rule("L29", "E3", "E10", "K7")
@pytest.mark.parametrize(("count", "effects"), [(5, ["E3", "E12"]), (8, ["E10"])])
def test_five_cards_stand_for_elders_share(count: int, effects: list[str]) -> None:
    """HO 10: younger who takes five loses the game; of a talon of twelve elder's share is eight."""
    rules = {"name": "old-36", "overrides": {"law_stock_mixed": "hoyle"}}
    game = LawGame.deal(THIRTY_SIX, ruleset=rules)
    cards = game.state["hands"]["B"][:count]
    taken = list(range(1, count + 1))
    game.do({"seat": "B", "type": "exchange", "cards": cards, "taken": taken, "irregular": True})
    enforce = game.ruling(1, "wrong_exchange")["elections"][0]
    assert (enforce["election"], enforce["effects"]) == ("enforce", effects)
    assert (game.rule("A", 1, "enforce").phase == "partie_over") == (effects == ["E10"])


# -- wrong_pack


@pytest.mark.rule("L15", "K5")
@pytest.mark.parametrize(("law", "elections"), [("portland", ["redeal"]), ("au-cent", [])])
def test_when_the_deal_is_complete_it_is_too_late_for_another_pack_at_au_cent(law: str, elections: list[str]) -> None:
    ruling = deal_p("Ai-pack-untaken", portland(law=law)).ruling(1, "pack")
    assert [each["election"] for each in ruling["elections"]] == elections
    assert ruling["status"] == ("open" if elections else "lapsed")


# -- leaving by word


@pytest.mark.rule("L28", "K7")
def test_a_card_that_elder_left_by_word_is_not_elders_to_mix() -> None:
    """L28: one of the bottom three, or one that elder had left."""
    game = deal_p("A@xSKD98C8-k12345-l1")
    assert game.ruling(1, "wrong_exchange")["law"] == "L28"
    assert list(game.elections(1, "wrong_exchange")) == ["redeal", "enforce", "waive"]
