"""The kinds of irregularity in calling, reckoning and play, K14 to K25, and the limits of their rights."""

import pytest

from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    PLAY_OF_P,
    POINT_OF_P,
    RECKONED,
    SETS_OF_B,
    LawGame,
    Q,
    deal_p,
)

# -- K14, K15: calls


@pytest.mark.rule("L46", "K14")
def test_a_set_called_first_loses_the_point_too() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} A@t3-J Bn")
    game.offers_nothing(3, "lost_point")
    game.refuses("Ap5", "call.category_closed")
    game.refuses("A@p5")
    game.does("As4-A Bg Ar A.AH =5-0 BrpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22")


@pytest.mark.rule("LR6", "K15")
def test_a_false_call_that_was_not_allowed_is_harmless() -> None:
    """A calls three kings, one of which is put out; B's four tens are better."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg Ar A@t3-K Bn A.AH =10-0")
    assert game.ruling(9, "false_claim")["status"] == "harmless"
    game.offers_nothing(9, "false_claim")


@pytest.mark.rule("L54", "K15")
def test_a_false_call_is_a_false_claim_by_a_card_of_the_discard() -> None:
    """A holds S AJ98 and has put out KS, so S AKJ98, 48, lies in the union. Younger's 48 only equals it."""
    game = deal_p(f"{EXCHANGES_OF_P} A@p5-48 Bg ArpSAKJ98 =5-0 As4-A Bg Ar {KNAVES_AND_LEAD} {SETS_OF_B} B.TH =10-17")
    ruling = game.ruling(3, "false_claim")
    # A real point of five is held, 49, but an instance of what was named lies in the union: false, not a misnomer.
    assert ruling["finding"] == "false"
    game.offers(3, "false_claim", "B", "L54", enforce="next_deal", waive="next_deal")
    # No correct call in the point is left, so B's five diamonds count: 17 + 5. A's quart bars B's tierces.
    assert game.after("Bu3-enforce").score == (0, 22)
    assert game.after("Bu3-waive").score == (5, 22)


@pytest.mark.rule("L54", "K15", "E4", "LR5")
def test_what_was_reckoned_truly_beside_a_false_call_stands() -> None:
    """A calls three kings, one of which is put out, and reckons the knaves, too: 6. B's tens and queens are better."""
    line = f"{POINT_OF_P} As4-A Bg Ar A@t3-K Bg ArtSKHKDK-tSJHJCJ =15-0 A.AH Br0 B.TH =16-0"
    game = deal_p(line).does("Bu9-waive =13-17")
    assert [one for one in game.happened if one[1] == "struck"] == [("A", "struck", -3)]


@pytest.mark.rule("L54", "K15", "E4")
def test_youngers_impossible_claim_is_struck() -> None:
    """A passes sequences. B names a quart of clubs to the ace; JC was never B's, nor is any quart."""
    game = deal_p(f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} =6-0 B@rsCAKQJ-tSTHTDTCT-tSQDQCQ =6-21")
    assert game.elections(10, "false_claim") == {}  # B may still amend
    game.does("B.TH =6-21")
    assert game.ruling(10, "false_claim")["finding"] == "impossible"
    game.offers(10, "false_claim", "A", "L54", reckon="next_deal")
    # B's only claim in sequences was false, so A's quart, which A had passed, counts: 6 + 4.
    assert game.after("Au10-reckon").score == (10, 17)


@pytest.mark.rule("K15", "R5.12")
@pytest.mark.parametrize(
    ("named", "points"), [("pSQT-tSTHTDTCT", 2 + 14), ("sCAKQT", 4), ("sDAQJT7", 15), ("tSTHTDTCT-tC7D7ST", 14 + 3)]
)
def test_cards_that_are_no_holding_score_by_their_number_until_that_is_raised(named: str, points: int) -> None:
    game = deal_p(f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} =6-0 B@r{named}")
    assert game.score == (6, points)


@pytest.mark.rule("L54", "K15")
def test_claims_may_be_raised_until_the_next_deal() -> None:
    line = f"{POINT_OF_P} As4-A Bg A@rsHAKQJ-sC987 {KNAVES_AND_LEAD} {SETS_OF_B} {PLAY_OF_P} =31-23"
    game = deal_p(line)
    assert game.elections(8, "false_claim") == {"enforce": "next_deal", "waive": "next_deal"}
    following = LawGame.deal_p(after=game)
    following.refuses("Bu8-enforce", "ruling.no_incident", "ruling.too_late")
    assert following.rulings() == []


@pytest.mark.rule("L54", "K15")
def test_the_offender_has_no_election_on_a_false_claim() -> None:
    game = deal_p(f"{POINT_OF_P} As4-A Bg A@rsHAKQJ-sC987 {KNAVES_AND_LEAD} {SETS_OF_B} B.TH")
    game.refuses("Au8-waive", "ruling.not_entitled", rule="L54")
    game.refuses("Bu8-redeal", "ruling.not_offered", rule="L54")
    game.does("Bu8-waive").refuses("Bu8-enforce", "ruling.already", rule="L54")


# -- K16 to K18: replies and reckonings


@pytest.mark.rule("L46", "LR18", "K16")
def test_an_inquiry_without_the_cards_for_it_is_a_false_reply() -> None:
    """B has no quart, and asks how high A's is; A declines. The quart counts as good."""
    game = deal_p(f"{POINT_OF_P} As4 B@e Ad {KNAVES_AND_LEAD} {SETS_OF_B} B.TH =6-17")
    assert game.elections(7, "false_reply") == {"reckon": "next_deal"}
    game.does("Au7-reckon =10-17")


@pytest.mark.rule("LR17", "K16")
def test_a_false_not_good_leaves_the_call_good() -> None:
    """B says not good to the quart; the tierces then count 6 in play, until A has the quart reckoned."""
    game = deal_p(f"{POINT_OF_P} As4-A B@n {KNAVES_AND_LEAD} =6-0 {SETS_OF_B} B.TH =6-17")
    assert game.elections(7, "false_reply") == {"reckon": "next_deal"}
    game.does("Au7-reckon =10-17")
    assert game.state["reckons_nothing"] == {"A": None, "B": None}


@pytest.mark.rule("K16", "K18", "R5.3")
def test_who_reckons_nothing_after_a_decline_has_refused_nothing() -> None:
    """B has as long a point as A, who declines to tell its value, and plays without reckoning it or the sets."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5 Be Ad As0 At0 A.AH B@.TH")
    assert [one["kind"] for one in game.state["incidents"]] == ["not_reckoned"]


@pytest.mark.rule("LR17", "K16")
def test_a_false_equal_leaves_the_call_good_too() -> None:
    game = deal_p(f"{POINT_OF_P} As4-A B@e {KNAVES_AND_LEAD} =6-0 {SETS_OF_B} B.TH =6-17")
    game.does("Au7-reckon =10-17")


@pytest.mark.rule("L53", "K15")
def test_a_misnomer_counts_for_nothing_that_was_reckoned_already() -> None:
    """Deal Q: four aces and "three queens", of which A never held two. The aces do not count as a trio besides."""
    line = f"{EXCHANGES_OF_Q} Ap5 Bg Ar As5-A Bg Ar =20-0 At4-A Bg A@rtSAHADACA-tSQHQDQ =97-0 A.AS B.8D =98-0"
    game = LawGame.deal(Q).does(line)
    game.does("Bu11-reckon =95-0")


@pytest.mark.rule("L56", "R5.8", "K17")
def test_a_better_holding_than_was_called_is_not_due() -> None:
    """A calls four, 41, and is told good; a low point always binds (R5.8)."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg A@rpHAKQJ8 =5-0")
    game.offers(5, "undue_reckoning", "B", game.ruling(5, "undue_reckoning")["law"], object="next_deal")
    game.does("Bu5-object =0-0")


@pytest.mark.rule("L56", "K17", "E4")
@pytest.mark.parametrize(
    ("before", "reckoning", "score"),
    [
        ("", "B@rpDAQJT7-tSTHTDTCT-tSQDQCQ", "10-22"),
        (f"{SETS_OF_B} B.TH", "B@rsDQJT", "10-20"),
        (f"{SETS_OF_B}", "B@rtSQDQCQ", "10-20"),
    ],
    ids=["closed", "too late", "again"],
)
def test_what_is_held_but_not_due_scores_until_the_other_objects(before: str, reckoning: str, score: str) -> None:
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH {before} {reckoning} ={score}")
    number = game.number
    assert game.elections(number, "undue_reckoning") == {"object": "next_deal"}
    objected = game.rule("A", number, "object")
    assert objected.score == (10, 17)
    assert ("B", "struck") in [one[:2] for one in objected.happened]


@pytest.mark.rule("L56", "K18")
def test_elder_who_leads_without_calling_has_passed() -> None:
    game = deal_p(f"{POINT_OF_P} A@.AH =6-0")
    assert [(call["category"], call["status"]) for call in game.state["calls"]][1:] == [
        ("sequence", "passed"),
        ("set", "passed"),
    ]
    game.does("BrtSTHTDTCT-tSQDQCQ-sDQJT-sCAKQ =6-23")


@pytest.mark.rule("L56", "K18")
def test_a_good_call_that_is_not_reckoned_keeps_its_category_closed() -> None:
    game = deal_p(f"{POINT_OF_P} As4-A Bg A@.AH =6-0")
    game.refuses("BrsDQJT-tSTHTDTCT", "reckon.category_closed", "reckon.not_good")
    game.does(f"{SETS_OF_B} B.TH A.KH =7-17")


@pytest.mark.rule("L46", "L56", "K18")
def test_a_lead_while_the_tie_break_is_asked_for_declines_it() -> None:
    """B may then reckon a point of five (R5.3)."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5 Be A@.AH =1-0")
    assert game.state["calls"][0]["status"] == "declined"
    game.does("BrpDAQJT7 =1-5")


@pytest.mark.rule("L46", "L56", "LA1", "K18")
@pytest.mark.parametrize(
    ("law", "line", "calls"),
    [
        ("portland", f"{POINT_OF_P} As4 B@e A@.AH", "good declined passed"),
        ("portland", f"{POINT_OF_P} As4-A Bg A@.AH", "good good passed"),
        # What must be shown is lost as if it had not been called.
        ("au-cent", f"{POINT_OF_P} As4-A Bg A@.AH", "good passed passed"),
    ],
)
def test_what_a_lead_makes_of_the_calls(law: str, line: str, calls: str) -> None:
    assert [one["status"] for one in deal_p(line, law).state["calls"]] == calls.split()


@pytest.mark.rule("L56", "K18", "R5.2")
def test_younger_who_plays_without_reckoning_what_was_said_loses_it() -> None:
    """B said not good to four cards, holding five diamonds, and plays at once."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4 Bn As4-A Bg Ar =4-0 {KNAVES_AND_LEAD} =5-0 B@.TH =5-0")
    game.refuses("BrpDAQJT7")
    game.does("A.KH =6-0")


IMPLIED = f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B}-sDQJT-sCAKQ =6-23"  # B's reckoning is entry 10


@pytest.mark.rule("L56", "LR36", "K18b")
def test_a_quart_among_the_cards_of_the_point_bars_tierces() -> None:
    """A reckoned H AKQJ8. Below the rubicon A reckons the quart with the objection: 6 + 4; the tierces are struck."""
    game = deal_p(IMPLIED)
    assert game.elections(10, "implied") == {"object": "first_card"}
    assert game.ruling(10, "implied")["entitled"] == ["A"]
    assert game.after("Au10:implied-object-sHAKQJ").score == (10, 17)
    game.does("B.TH").refuses("Au10:implied-object-sHAKQJ", "ruling.too_late")


# -- K19 to K25: the play


@pytest.mark.rule("L59", "K19")
def test_a_revoke_may_be_raised_by_who_made_it_and_after_the_deal() -> None:
    """B throws TC to KD. B's AD is then the last card: A's KD wins, and A leads AS, JS, and clubs that B wins."""
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC A.AS B.QS A.JS B.TS =17-17 A.9S B.AD =18-17 A.8S B.QC =19-17")
    # A leads 9C: B has AC KC; then A's JC.
    game.does("A.9C B.AC =20-18 B.KC A.JC =30-20")
    number = 12 + 9 + 2  # TC: two cards after the hearts
    assert game.phase == "deal_over"
    game.does(f"Bu{number}-replay =15-17 B.AD =15-18")
    assert game.phase == "play"


@pytest.mark.rule("LR20", "K20")
def test_a_lead_of_youngers_before_elders_first_is_taken_up() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} B@.AC =9-0")
    assert (game.state["to_act"], game.state["tricks"]) == ("A", [])
    assert game.holds("B") == "SQTHTDAQJT7CAKQT"
    assert (game.state["seen"], game.happened[-1]) == ({"A": ["AC"], "B": []}, ("B", "exposed", 0))
    game.does("A.AH =10-0")


@pytest.mark.rule("LR20", "K20")
def test_a_lead_of_youngers_ends_no_calls() -> None:
    game = deal_p(f"{POINT_OF_P} As0 B@.AC At3-J Bn A.AH =6-0")
    assert game.state["calls"][-1]["status"] == "not_good"


@pytest.mark.rule("L59", "K21")
def test_a_card_of_a_run_that_loses_brings_the_rest_back() -> None:
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD A@.AS A@.JS =15-17")
    assert game.state["ahead"]["A"] == ["AS", "JS"]
    assert game.holds("A") == "S98CJ9"
    game.does("B.AD =15-18")
    assert game.state["ahead"]["A"] == []
    assert (game.holds("A"), game.state["to_act"]) == ("SAJ98CJ9", "B")
    assert game.state["seen"] == {"A": [], "B": ["AS", "JS"]}


@pytest.mark.rule("L59", "K20", "K21")
def test_a_run_is_over_when_a_single_card_is_led() -> None:
    """KH and QH together, then JH alone: a card of B's is now a lead out of turn, and not one too many."""
    game = deal_p(f"{RECKONED} B.TH A.KH A@.QH B.7D B.TD A.JH B.JD =13-17 B@.AC =13-18")
    game.offers(game.number, "lead_out_of_turn", "AB", "L59", withdraw="answered")


@pytest.mark.rule("L59", "K20", "K21")
def test_a_card_that_came_back_from_a_run_is_no_card_of_one() -> None:
    """KD, AS and JS together: KD loses, and AS and JS come back. JS is led alone later."""
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD A@.AS A@.JS B.AD =15-18 B.QS A.AS =16-19 A.JS B.TS B@.AC =17-20")
    game.offers(game.number, "lead_out_of_turn", "AB", "L59", withdraw="answered")


@pytest.mark.rule("L59", "K20", "K21", "E6")
def test_a_run_that_was_taken_back_is_no_run() -> None:
    """KH and QH together are taken back with B's revoke; then QH is led alone."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH {SETS_OF_B} =10-17 B@.7D A.KH A@.QH Au13-replay =10-17")
    game.does("B.TH A.QH B.7D =11-17 B@.AC =11-18")
    game.offers(game.number, "lead_out_of_turn", "AB", "L59", withdraw="answered")


@pytest.mark.rule("L59", "K22")
def test_dropped_cards_are_seen_and_go_back() -> None:
    game = deal_p(f"{RECKONED} B.TH Ai-dropped-SA")
    assert game.state["seen"]["B"] == ["AS"]
    assert "AS" in game.state["hands"]["A"]
    game.offers_nothing(game.number, "dropped")
    game.refuses("Bi-dropped-SA", "incident.contradicted", rule="L59")


@pytest.mark.rule("L59", "LR21", "K23")
@pytest.mark.parametrize(
    ("about", "answer", "harmless"), [("sequence", 1, False), ("sequence", 2, True), ("H", 3, True)]
)
def test_only_declared_cards_are_asked_about(about: str, answer: int, harmless: bool) -> None:
    """After AH and KH A holds Q J 8 of the five hearts that were reckoned, Q J of the quart."""
    game = deal_p(f"{RECKONED} B.TH A.KH B.7D")
    game.do({"seat": "A", "type": "incident", "kind": "misinformed", "about": about, "answer": answer})
    number = game.number
    game.does("A.QH B.TD")
    assert (game.ruling(number, "misinformed")["status"] == "harmless") is harmless


@pytest.mark.rule("L59", "K23", "E6")
def test_a_misinformed_player_goes_back_to_their_own_first_card_after_the_answer() -> None:
    """The answer comes after KH (11) is answered; QH (12) TD, JH (13) JD follow. Back to TD: 12 stays."""
    game = deal_p(f"{RECKONED} B.TH A.KH B.7D Ai-misinformed-sequence-1 =11-17")
    number = game.number
    assert game.elections(number, "misinformed") == {}  # B has played no card since
    game.does("A.QH B.TD A.JH B.JD =13-17")
    game.does(f"Bu{number}-replay =12-17")
    assert game.state["tricks"][-1]["cards"] == ["QH"]
    assert game.state["to_act"] == "B"


@pytest.mark.rule("L59", "K23", "E6")
def test_cards_played_after_the_answer_are_no_run_when_they_are_taken_back() -> None:
    """After KD AD (15 to 18) A has no card of the point left, and says one. B's QS, AS and the lead of JS go back."""
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD B.AD =15-18 Ai-misinformed-point-1")
    number = game.number
    game.does(f"B.QS A.AS A.JS =17-19 Bu{number}-replay =15-18")
    assert game.state["ahead"] == {"A": [], "B": []}
    game.does("B.QS A.AS =16-19")
    assert game.state["tricks"][-1]["cards"] == ["QS", "AS"]


@pytest.mark.rule("L51", "A2", "K16")
def test_a_false_reply_that_is_mended_costs_nothing() -> None:
    """The false reply of L-W27 mended in time: 5 + 15 + 14 = 34 and 60."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 B@n Bag Ar =5-0 As5-A Bg Ar =20-0 At4-A Bg Ar =94-0")
    assert game.incident(4, "false_reply")["status"] == "amended"
