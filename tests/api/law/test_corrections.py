"""Corrections by who erred, A1 to A6: what they let be said, and until when."""

import pytest

from service.app import create_app
from service.settings.service import Settings
from tests.helpers.cards import portland
from tests.helpers.http import post
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    POINT_OF_P,
    RECKONED,
    RECKONING_OF_P,
    SETS_OF_B,
    Json,
    LawGame,
    Q,
    deal_p,
)

LED = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH =10-0"


@pytest.mark.rule("L50", "LR28", "A1")
def test_a_call_is_lowered_or_withdrawn_before_the_reply() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49")
    lowered = game.after("Aap4-41")
    assert (lowered.phase, lowered.state["calls"][0]["called"]) == ("reply", {"length": 4, "value": 41})
    withdrawn = game.after("Aap0")
    assert (withdrawn.phase, withdrawn.state["to_act"]) == ("calling", "A")
    assert withdrawn.state["calls"][0]["status"] == "passed"


@pytest.mark.rule("L50", "A1")
def test_a_stated_tie_break_is_mended_before_it_is_answered() -> None:
    """B asks what four cards make. A says 41 (A K Q J), then 39 (A K Q 8 or the like)."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4 Be Av41 Aav39")
    assert game.state["calls"][0]["status"] == "stated"
    assert game.state["calls"][0]["called"]["value"] == 39
    game.does("Bg ArpHAKQ8 =4-0")


@pytest.mark.rule("L50", "A1")
def test_an_amended_call_must_itself_be_legal() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49")
    game.refuses("Aap6", "call.not_held", "amend.no_correction")
    game.refuses("Aas4-A", "amend.no_correction", "amend.nothing", "call.out_of_order")
    game.refuses("Bap4", "amend.nothing", "turn.other_seat")


@pytest.mark.rule("L50", "A1")
def test_a_call_that_was_answered_is_no_longer_raised() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg")
    game.refuses("Aap5-49", "amend.too_late", rule="L50")


@pytest.mark.rule("L50", "A1", "E4")
def test_in_the_french_code_a_call_is_mended_until_elders_first_card() -> None:
    """`mend_call`: as if it had been said at first, so what was reckoned on it is struck."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg Ar =4-0", "french")
    withdrawn = game.after("Aap0 =0-0")
    assert withdrawn.phase == "calling"
    game.after("Aap5-49 =0-0 Bg Ar =5-0")
    game.does("As0 At0 A.AH =5-0").refuses("Aap5-49", "amend.too_late", rule="L50")


@pytest.mark.rule("L51", "A2")
def test_a_reply_of_good_is_mended_until_elders_next_call() -> None:
    """A's four cards make 41, and so do B's four diamonds; the five are better. Not good is binding: 5 + 17."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg Ar =4-0")
    mended = game.after("Ban =0-0")
    assert mended.state["calls"][0]["status"] == "not_good"
    mended.does(f"As4-A Bg Ar =4-0 {KNAVES_AND_LEAD} =5-0")
    mended.refuses(SETS_OF_B, "reckon.better_missing")
    mended.does("BrpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22")
    game.does("As4-A").refuses("Ban", "amend.too_late", rule="L51")


@pytest.mark.rule("L51", "A2")
def test_an_earlier_reply_is_offered_with_what_beats_its_own_call() -> None:
    """By the law of 1651 B may mend the reply to the point although the quart is called: five diamonds make 48."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg Ar =4-0 As4-A", portland(law_mend_reply="old"))
    (offered,) = game.options("amend", seat="B", remedies=True)
    assert (offered["of"], offered["better"]) == ("reply", [{"length": 5, "value": 48}])


@pytest.mark.rule("L51", "A2")
def test_equal_is_mended_to_not_good_by_who_holds_better() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Be Ban")
    assert game.state["calls"][0]["status"] == "not_good"
    game.does(f"As4-A Bg Ar =4-0 {KNAVES_AND_LEAD} =5-0")
    game.refuses(SETS_OF_B, "reckon.better_missing")
    game.does("BrpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22")


@pytest.mark.rule("L51", "A2")
def test_who_holds_nothing_better_keeps_to_good() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49 Bg")
    game.refuses("Ban", "amend.no_correction", "reply.not_better")


@pytest.mark.rule("L51", "A2")
def test_equal_is_mended_while_the_tie_break_is_asked_for() -> None:
    """B's five diamonds are better than four cards. Once elder has stated the tie-break, B answers that."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4 Be")
    assert game.after("Ban").state["calls"][0]["status"] == "not_good"
    game.does("Av41").refuses("Ban", "amend.nothing")


@pytest.mark.rule("A1", "A2", "A5", "LR28")
@pytest.mark.parametrize(
    ("ruleset", "line", "correction", "code"),
    [
        # The same again is no correction.
        ("portland", f"{EXCHANGES_OF_P} Ap5-49 Bg", "Bag", "amend.no_correction"),
        # What is good is reckoned now, and what is not good is never reckoned.
        ("portland", f"{POINT_OF_P} As4-A Bg", "AarsHAKQJ", "amend.nothing"),
        ("portland", f"{POINT_OF_P} At3-J Bn", "AartSJHJCJ", "amend.nothing"),
        # Where the service calls for both players, nobody has said anything.
        (portland(calling="automatic"), EXCHANGES_OF_P, "Aap5-49", "amend.nothing"),
        # Nor is anything corrected after the deal.
        (portland(concession="any_deal"), f"{POINT_OF_P} As0 At0 A.AH Br0 Bc", "Aap4-41", "amend.nothing"),
    ],
)
def test_what_is_not_open_to_correction(ruleset: Json, line: str, correction: str, code: str) -> None:
    deal_p(line, ruleset).refuses(correction, code)


@pytest.mark.rule("L50", "A1", "K15")
@pytest.mark.parametrize("answer", ["Ad", "A@v59 Bg"])
def test_a_call_and_its_tie_break_are_mended_together(answer: str) -> None:
    """By the French code a call is mended until elder leads. A holds neither six hearts nor a tie-break of them."""
    game = deal_p(f"{EXCHANGES_OF_P} A@p6 B@e {answer} Aap5-49", "french")
    claims = [one["status"] for one in game.state["incidents"] if one["kind"] == "false_claim"]
    assert set(claims) == {"amended"}


@pytest.mark.rule("L50", "A1", "E4")
def test_what_was_reckoned_in_another_category_stands() -> None:
    """A has 4 for the point and 4 for the quart; a point of five is called instead, and only the point is struck."""
    deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg Ar As4-A Bg Ar =8-0 Aap5-49 =4-0 Bg Ar =9-0", "french")


@pytest.mark.rule("L51", "A2")
@pytest.mark.parametrize(("call", "reply"), [("Ap4", "Bn"), ("Ap4-41", "Be")])
def test_a_true_reply_is_not_made_worse(call: str, reply: str) -> None:
    """Not good and equal were true, so nothing is to be corrected to good."""
    deal_p(f"{EXCHANGES_OF_P} {call} {reply}").refuses("Bag", "amend.no_correction", "amend.nothing")


@pytest.mark.rule("L51", "A2")
def test_a_reply_is_not_mended_to_a_false_one() -> None:
    deal_p(f"{EXCHANGES_OF_P} Ap5-49 Bg").refuses("Bae", "amend.no_correction", "reply.not_equal")


@pytest.mark.rule("L51", "LR17", "A2", "K16")
def test_a_false_not_good_is_mended_to_good() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49 B@n Bag")
    assert (game.phase, game.state["to_act"]) == ("reckoning", "A")
    game.does("Ar =5-0")
    late = deal_p(f"{EXCHANGES_OF_P} Ap5-49 B@n As4-A")
    late.refuses("Bag", "amend.too_late", rule="L51")


@pytest.mark.rule("L51", "LR17", "A2", "K15", "K16")
def test_a_false_call_that_was_falsely_refused_is_reckoned_after_the_correction() -> None:
    """Neither holds six cards of a suit. Six of the suit of five hearts are then named, or found by the service."""
    game = deal_p(f"{EXCHANGES_OF_P} A@p6 B@n Bag")
    game.after("Ar =6-0")
    game.does("ArpHAKQJT8 =6-0")


@pytest.mark.rule("L51", "A2")
def test_at_au_cent_a_reply_is_never_mended() -> None:
    deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg", "au-cent").refuses("Ban")


@pytest.mark.rule("L51", "A2")
def test_the_next_call_waits_while_an_earlier_reply_is_mended() -> None:
    """The law of 1651: B said good to four cards, and mends that after the next call. The quart is answered then."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap4-41 Bg Ar =4-0 As4-A Ban =0-0", portland(law="old"))
    assert (game.phase, game.state["to_act"]) == ("reply", "B")
    game.does("Bg Ar =4-0 At3-J Bn A.AH =5-0 BrpDAQJT7-tSTHTDTCT-tSQDQCQ =5-22")


@pytest.mark.rule("L52", "A3")
def test_a_call_beyond_what_is_held_is_mended_to_a_pass() -> None:
    """B's tierces are then free: 17 + 6."""
    game = deal_p(f"{POINT_OF_P} A@s5-A Bg Ar =20-0 Aas0 =5-0 {KNAVES_AND_LEAD} BrtSTHTDTCT-tSQDQCQ-sDQJT-sCAKQ =6-23")
    assert game.state["calls"][1]["status"] == "passed"


@pytest.mark.rule("L52", "A3")
def test_a_call_that_is_held_is_not_mended_after_the_reply() -> None:
    game = deal_p(f"{POINT_OF_P} As4-A Bg")
    game.refuses("Aas3-A", "amend.too_late", "amend.no_correction", "amend.nothing")
    bad = deal_p(f"{POINT_OF_P} A@s5-A Bg")
    bad.refuses("Aas5-A", "call.not_held", "amend.no_correction")


@pytest.mark.rule("L52", "A3", "R5.2")
def test_younger_who_has_reckoned_reckons_anew_in_the_category_that_was_mended() -> None:
    """A false point of six is allowed and makes 6. Mended to four cards it is not good: B's five count."""
    game = deal_p(f"{EXCHANGES_OF_P} A@p6 Bg Ar =6-0 As4-A Bg Ar =10-0 {KNAVES_AND_LEAD} {SETS_OF_B} =11-17")
    game.does("Aap4-41 =5-17 Bn")
    game.refuses("B.TH", "play.reckon_first")
    (option,) = game.options("reckon")
    assert {one["category"] for one in option["categories"]} == {"point"}
    game.refuses("BrpDAQJT7-tSQDQCQ")
    game.does("BrpDAQJT7 =5-22 B.TH A.KH =6-22")


@pytest.mark.rule("L52", "A4")
def test_a_reckoning_is_mended_until_youngers_first_card() -> None:
    game = deal_p(f"{LED} B@rtSTHTDTCT-tSQHQDQCQ B.TH =10-28")
    game.refuses("BartSTHTDTCT-tSQDQCQ", "amend.too_late", rule="L52")


@pytest.mark.rule("L52", "A4")
def test_a_reckoning_that_is_held_is_not_made_less() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P}")
    game.refuses("BartSTHTDTCT", "amend.no_correction")


@pytest.mark.rule("L56", "A5")
def test_younger_adds_what_was_left_out() -> None:
    game = deal_p(f"{LED} BrtSTHTDTCT =10-14 BartSTHTDTCT-tSQDQCQ =10-17")
    assert game.state["to_act"] == "B"  # nothing false was mended, so elder has no choice of another lead
    game.does("B.TH").refuses("BartSTHTDTCT-tSQDQCQ", "amend.too_late", rule="L56")


@pytest.mark.rule("L56", "A5", "K18")
def test_elder_reckons_a_good_call_after_the_lead() -> None:
    game = deal_p(f"{POINT_OF_P} As4-A Bg A@.AH =6-0 AarsHAKQJ =10-0")
    assert game.state["to_act"] == "B"
    assert [call["category"] for call in game.state["calls"]] == ["point", "sequence", "set"]  # as elder called them


@pytest.mark.rule("L49", "L56", "A5", "K17")
def test_more_of_one_category_leaves_a_fault_in_another_open() -> None:
    """A calls three kings and reckons four aces, too, which L49 forbids. That he then adds a tierce mends nothing.

    5 for the point, 3 for the tierce to the ace, 3 for the kings, 14 for the aces, 1 for the lead; 3 for the tierce.
    """
    game = LawGame.deal("SAKQHAKQDA8CA987_SJT98HJT9DJTCKJT_KD7D8H7H7S9DQDQC")
    game.does("AxD8C987 BxDT Ap5-46 Bg Ar As3-A Bg ArsSAKQ At3-K Bg A@rtSKHKDK-tSAHADACA")
    number = game.number
    game.does("A.AC =26-0 AarsSAKQ-sHAKQ =29-0")
    assert game.incident(number, "undue_reckoning")["entitled"] == ["B"]
    assert game.incident(number, "undue_reckoning")["elections"] == ["object"]


@pytest.mark.rule("L56", "L46", "A5", "K14")
def test_the_point_is_never_called_after_another_category() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} A@s4-A Bg Ar {KNAVES_AND_LEAD} =5-0")
    game.refuses("Aap5-49", "amend.no_correction", "amend.nothing", "amend.too_late")


@pytest.mark.rule("L56", "A5")
def test_a_category_omitted_is_called_and_found_not_good() -> None:
    """A passed the sets, and now calls three knaves; B's tens are better and stay."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg Ar At0 A.AH =10-0 {SETS_OF_B} =10-17 Aat3-J Bn =10-17")
    assert game.state["to_act"] == "B"


@pytest.mark.rule("L56", "A5", "R5.2")
@pytest.mark.parametrize(("again", "score"), [(SETS_OF_B, "10-17"), ("BrtSTHTDTCT", "10-14"), ("Br", "10-17")])
def test_what_younger_reckons_again_in_the_category_replaces_what_was_reckoned_in_it(again: str, score: str) -> None:
    """A5: the turn is open again for the sets alone. The tens are 14, with the queens 17, and count once."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg Ar At0 A.AH {SETS_OF_B} Aat3-J Bn =10-17 {again} ={score}")
    assert game.state["to_act"] == "B"
    game.refuses(SETS_OF_B, "turn.not_now", "reckon.already")


@pytest.mark.rule("L56", "A5", "R5.6")
def test_a_category_omitted_that_is_equal_strikes_what_younger_reckoned_in_it() -> None:
    """B, with HAKQJ8, reckons 5 and a quart. A calls CAKQ, which HAKQ equals: nobody reckons sequences. A led 9D."""
    game = LawGame.deal(EQUAL).does("AxS7 BxC9 Ap0 As0 At0 A.9D BrpHAKQJ8-sHAKQJ =1-9 Aas3-A Be =1-5")
    game.refuses("BrsHAKQJ", "reckon.not_good", rule="R5.6")
    game.does("BrsHAKQ =1-5 B.TD")  # stated as equal, which scores nothing


@pytest.mark.rule("L56", "A5", "R7.1")
def test_a_carte_rouge_falls_with_what_was_reckoned_in_the_category() -> None:
    """B holds SAKQJT987 HAKQJ: 8, 18 and 4 make a repique, and all cards count: 10. Of it the point stays."""
    deal = "DAKQ987CAKQ987_SAKQJT987HAKQ7_THJH9H8HJDTDJCTC"
    game = LawGame.deal(deal, ruleset=portland(carte_rouge=10)).does("AxC7 BxH7 Ap0 As0 At0 A.9D")
    game.does("BrpSAKQJT987-sSAKQJT987-sHAKQJ =1-100 Aas3-A Bg =1-8")


@pytest.mark.rule("L56", "A5")
def test_a_category_omitted_that_is_good_strikes_what_younger_reckoned_in_it() -> None:
    """B says good to the three knaves: 17 struck, and A has 3."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg Ar At0 A.AH =10-0 {SETS_OF_B} =10-17 Aat3-J Bg =10-0 Ar =13-0")
    assert game.state["to_act"] == "B"


@pytest.mark.rule("L59", "LR34", "A6")
def test_a_card_of_a_run_is_changed_until_it_is_answered() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P} B.TH A.KH A@.QH Aa.8H =11-17")
    assert game.state["ahead"]["A"] == ["8H"]
    assert "QH" in game.state["hands"]["A"]
    assert "8H" not in game.state["hands"]["A"]
    assert game.state["seen"]["B"] == ["QH"]
    game.does("B.7D =12-17 B.TD")
    game.refuses("Aa.QH", "amend.too_late", "amend.nothing")


@pytest.mark.rule("L59", "LR34", "A6")
def test_younger_changes_the_last_card_of_a_run() -> None:
    """B leads AC after AD has taken KD, and puts down KC, then QC instead."""
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD B.AD B.AC B@.KC Ba.QC")
    assert (game.state["ahead"], game.state["seen"]) == ({"A": [], "B": ["QC"]}, {"A": ["KC"], "B": []})
    assert game.holds("B") == "SQTCKT"


@pytest.mark.rule("L52", "L56", "L59", "A4", "A5", "A6")
@pytest.mark.parametrize(
    ("line", "seat", "of", "law", "members"),
    [
        (f"{LED} B@rtSTHTDTCT-tSQHQDQCQ", "B", "reckon", "L52", {"categories": ["set"]}),
        (f"{LED} BrtSTHTDTCT", "B", "reckon", "L56", {"categories": ["set"]}),
        (f"{POINT_OF_P} As4-A Bg A@.AH", "A", "reckon", "L56", {"categories": ["sequence"]}),
        (f"{POINT_OF_P} As0 At3-J Bg A@.AH", "A", "reckon", "L56", {"categories": ["set"]}),
        # A has drawn S98 HK DK C9 and put down HAKQ: any card left may lie instead of the queen.
        (
            f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P} B.TH A.KH A@.QH",
            "A", "play", "L59", {"cards": ["AS", "JS", "9S", "8S", "JH", "8H", "KD", "JC", "9C"]},
        ),
    ],
)  # fmt: skip
def test_a_list_and_a_card_of_a_run_are_offered_for_correction(
    line: str, seat: str, of: str, law: str, members: dict[str, list[str]]
) -> None:
    """With `remedies` every correction that may be made, and to the player who may make it."""
    game = deal_p(line)
    for asked in ({}, {"seat": seat}):
        offered = [one for one in game.options("amend", remedies=True, **asked) if one["of"] == of]
        assert [(one["seat"], one["law"]) for one in offered] == [(seat, law)]
        (option,) = offered
        found = {name: option[name] for name in members}
        if of == "reckon":
            found["categories"] = [one["category"] for one in option["categories"]]
        assert found == members
    other = "B" if seat == "A" else "A"
    assert [one for one in game.options("amend", seat=other, remedies=True) if one["of"] == of] == []


@pytest.mark.rule("L56", "A5")
@pytest.mark.parametrize("line", [f"{LED} {SETS_OF_B}", LED, f"{POINT_OF_P} A@s5-A Bg A@.AH"])
def test_a_list_with_nothing_to_add_is_not_offered_for_correction(line: str) -> None:
    """B has reckoned all that he holds, or nothing yet; A has reckoned what he called, or holds nothing of it."""
    assert [one for one in deal_p(line).options("amend", remedies=True) if one["of"] == "reckon"] == []


@pytest.mark.rule("A1", "A2", "A3", "A4", "A5")
def test_there_is_nothing_to_amend_before_anything_was_said() -> None:
    game = deal_p(EXCHANGES_OF_P)
    game.refuses("Aap5", "amend.nothing")
    game.refuses("Ban", "amend.nothing")
    game.refuses("BartSTHTDTCT", "amend.nothing")
    game.refuses("Aa.AH", "amend.nothing")


@pytest.mark.rule("L50", "L53", "A1")
def test_at_au_cent_a_call_under_a_wrong_name_is_mended_until_the_lead() -> None:
    """`mend_call`. TH was never A's, so the quart to the king is a misnomer of the quart major; so are the queens.

    B's four tens are better than the three knaves, which A calls queens.
    """
    game = deal_p(f"{POINT_OF_P} A@s4-K Aas4-A", "au-cent")
    assert game.incident(6, "false_claim")["status"] == "amended"
    game.does("Bg Ar =9-0 A@t3-Q Bn")
    game.after("Aat3-J Bn A.AH =10-0")
    game.does("A.AH =10-0").refuses("Aat3-J", "amend.too_late", rule="L50")


@pytest.mark.rule("L50", "L54", "A1")
def test_at_au_cent_another_false_call_is_never_mended_before_it_is_answered() -> None:
    """KS is put out, so S AKJ98, 48, could have been held: it is no misnomer."""
    deal_p(f"{EXCHANGES_OF_P} A@p5-48", "au-cent").refuses("Aap5-49", "amend.too_late", rule="L50")


@pytest.mark.rule("L52", "L56", "A4", "A5")
@pytest.mark.parametrize("law", ["portland", "au-cent", "french", "old"])
def test_a_refusal_names_the_time_that_is_past(law: str) -> None:
    """Elder's own first card is the lead, which ends with elder's next call; younger's own is `first_card`."""
    line = f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} B@rsCAKQJ-tSTHTDTCT-tSQDQCQ B.TH"
    game = deal_p(line, portland(law=law))
    (late,) = game.refuses("BartSTHTDTCT-tSQDQCQ", "amend.too_late", rule="L52")
    assert late["params"] == {"until": "first_card"}
    (late,) = game.refuses("Aas4-A", "amend.too_late", rule="L56")
    assert late["params"] == {"until": "first_card" if law == "portland" else "next_call"}


@pytest.mark.rule("L56", "K18", "A5")
def test_what_was_not_called_may_be_made_good_by_the_speaker_until_youngers_first_card() -> None:
    """K18: the speaker, by A5. Where `omitted` says the player's own first card, elder's lead is too late."""
    game = deal_p(f"{POINT_OF_P} A@.AH")
    incident = game.incident(6, "not_reckoned")
    assert (incident["status"], incident["entitled"], incident["until"]) == ("open", ["A"], "first_card")
    ruling = game.ruling(6, "not_reckoned")
    assert (ruling["status"], ruling["entitled"], ruling["until"]) == ("open", ["A"], "first_card")
    assert ruling["elections"] == []
    game.after("Aas4-A Bg Ar =10-0")
    game.does(f"{SETS_OF_B} B.TH")
    assert game.ruling(6, "not_reckoned")["status"] == game.incident(6, "not_reckoned")["status"] == "lapsed"
    hoyle = deal_p(f"{POINT_OF_P} A@.AH", portland(law="hoyle"))
    assert (hoyle.ruling(6, "not_reckoned")["status"], hoyle.ruling(6, "not_reckoned")["until"]) == ("lapsed", None)
    hoyle.refuses("Aas4-A", "amend.too_late")


#: B, who is elder, called three knaves falsely and led; mended to three aces, which A's four queens beat. A has
#: SKQ8 HQ7 DAKQ CKQJ9, so three kings, too (R5.7).
REOPENED = (
    "1~portland@1~A~SQHQDAKQJT987C87_SAJT97HAKJT8CAT_9H8SQCKC7HKSJC9C_BxCT_AxDJT987C87_Bp3_Bap4-39-HAKJ8_Ae_B@t4-J_Ag"
    "_BrtSJHJDJCJ_Bs4_Ag_BrsHJT98_B.JS_ArpCKQJ9_Bat3-A_An"
)


@pytest.mark.rule("L56", "A5")
def test_a_reckoning_without_holdings_takes_the_category_that_is_open_again_alone() -> None:
    """A5: the turn is open again for this category alone. The state that results is one that can be replayed."""
    answer = post("/v1/actions/check", {"state": REOPENED, "action": {"seat": "A", "type": "reckon"}})
    assert answer["legal"]
    (*_, reckoned) = answer["state"]["history"]
    sets = [["QS", "QH", "QD", "QC"], ["KS", "KD", "KC"]]
    assert reckoned["holdings"] == [{"category": "set", "cards": cards} for cards in sets]
    forgetful = create_app(Settings(state_memory_bytes=0)).test_client()
    assert forgetful.post("/v1/states/validate", json={"state": answer["state"]}).json["violations"] == []


# After the exchange A holds S T98, H T97, D 987, C AKQ, and B S AQJ, H AKQJ8, D AQT, C T, with an equal tierce.
EQUAL = "ST87HT97D987CAKQ_SAQJHAKQJDAQTCT9_9S8HKDJDKS7C8CJC"
CALLED_EQUAL = "AxS7 BxC9 Ap0 As3-A Be"


@pytest.mark.rule("L51", "A2", "R5.13")
def test_a_call_that_is_not_good_after_all_shows_no_cards() -> None:
    game = LawGame.deal(EQUAL).does(CALLED_EQUAL)
    assert game.state["shown"]["A"] == ["AC", "KC", "QC"]
    game.does("Ban")
    assert game.state["shown"]["A"] == []


@pytest.mark.rule("L51", "A2", "K18b", "LR36")
def test_cards_that_were_stated_equal_bar_unless_the_reply_is_mended() -> None:
    """B's point, D AQT, is 31 like C AKQ. Below the rubicon A must reckon it to object: the lead, and 3."""
    equal = LawGame.deal(EQUAL).does(f"{CALLED_EQUAL} At0 A.9D BrpDAQT-sHAKQ =1-3")
    equal.does(f"Au{equal.number}-object =4-0")
    mended = LawGame.deal(EQUAL).does(f"{CALLED_EQUAL} Ban At0 A.9D BrpDAQT-sHAKQJ =1-7")
    mended.refuses(f"Au{mended.number}-object", "ruling.no_incident")


@pytest.mark.rule("E4", "R5.13")
def test_cards_stated_equal_stay_shown_when_something_else_of_them_is_struck() -> None:
    """B states H AKQ equal, takes the lead with TD, and reckons the hearts as a point too late, to which A objects."""
    game = LawGame.deal(EQUAL).does(f"{CALLED_EQUAL} At0 A.9D BrsHAKQ B.TD =1-1 B@rpHAKQJ8 =1-6")
    game.does(f"Au{game.number}-object =1-1")
    assert game.state["shown"]["B"] == ["AH", "KH", "QH"]


@pytest.mark.rule("L52", "A3", "R5.13")
def test_a_false_call_that_was_equal_and_is_mended_shows_no_cards() -> None:
    """A calls a quart to the ace, which B has and A has not."""
    game = LawGame.deal(EQUAL).does("AxS7 BxC9 Ap0 A@s4-A")
    game.does("Be At0 A.9D BrsHAKQJ =1-0")
    game.does("Aas3-T")
    assert [game.state["shown"][seat] for seat in "AB"] == [[], []]


@pytest.mark.rule("L51", "A2", "R5.2")
def test_after_a_reply_mended_when_all_was_reckoned_younger_reckons_in_that_category_alone() -> None:
    """A1 to A3. By the law of 1651 B mends *good* until B's first card, and owes the tierce to the ace then."""
    line = f"{EXCHANGES_OF_P} Ap5-49 Bg Ar At3-J Bn As3-K Bg Ar A.AH =9-0 BrtSTHTDTCT =9-14 Ban =6-14"
    game = deal_p(line, portland(law="old"))
    (option,) = game.options("reckon")
    assert [one["category"] for one in option["categories"]] == ["sequence"]
    game.refuses("BrsCAKQ-tSQDQCQ", "reckon.category_closed")
    game.refuses("B.TH", "play.reckon_first")
    game.does("BrsCAKQ =6-17 B.TH A.KH =7-17")


@pytest.mark.rule("L51", "A2", "K16")
def test_a_false_reply_mended_to_good_takes_from_younger_what_was_reckoned_there() -> None:
    """A2 in place of K16: B refuses the quart major and reckons tierces, and mends the refusal after that."""
    line = f"{EXCHANGES_OF_P} Ap5-49 Bg Ar At3-J Bn As4-A B@n A.AH =6-0 BrsCAKQ-tSTHTDTCT =6-17 Bag"
    game = deal_p(line, portland(law="old"))
    assert (game.phase, game.written_score) == ("reckoning", "6-14")
    game.does("ArsHAKQJ =10-14 B.TH A.KH =11-14")


# Elder: three tierces to the knave. Younger: the point of five clubs, T98 of clubs, four aces and four queens.
REPIQUE = "SKJT7HKJT9DKJT9_SAQHAQDAQCAQT987_9S8S8H7H8D7DKCJC"
REPIQUE_RECKONED = "AxS7 BxC7 Ap0 A@s4-J Bg Ar At0 A.JS BrpCAQT98-tSAHADACA-tSQHQDQCQ"


@pytest.mark.rule("L52", "A3", "R7.2", "R7.7")
@pytest.mark.parametrize("ruleset", ["portland", portland(equality_saves_repique=True)])
def test_a_repique_of_younger_s_waits_until_elder_s_corrected_call_is_decided(ruleset: str | dict[str, object]) -> None:
    """R7.2: younger has 5, and 33 with the sets. Elder's sequence saves, as long as elder may still reckon it."""
    game = LawGame.deal(REPIQUE, ruleset=ruleset).does(f"{REPIQUE_RECKONED} =5-33 Aas3 =1-33 Be =1-33")
    assert game.after("Ad =1-93").happened[-1] == ("B", "repique", 60)
    assert game.after("AhJ =1-33 Bg =1-33 ArsSJT9 =4-33").happened[-1] == ("B", "saved", 0)


@pytest.mark.rule("A1", "A2", "A3", "A4", "A5", "A6", "L50", "L51", "L52", "L56", "L59")
@pytest.mark.parametrize(
    ("law", "before", "amendment", "told", "phase", "calls", "score"),
    [
        ("portland", f"{EXCHANGES_OF_P} Ap4-41", "Aap5-49", "call L50", "reply", "called", "0-0"),
        ("portland", f"{EXCHANGES_OF_P} Ap4-41", "Aap0", "pass L50", "calling", "passed", "0-0"),
        ("portland", f"{EXCHANGES_OF_P} Ap4 Be Av41", "Aav39", "state_tie_break L50", "reply", "stated", "0-0"),
        ("portland", f"{EXCHANGES_OF_P} Ap4-41 Bg", "Ban", "reply L51", "calling", "not_good", "0-0"),
        # A false call: until younger's first card.
        ("portland", f"{POINT_OF_P} A@s5-A Bg", "Aas4-A", "call L52", "reply", "good called", "5-0"),
        ("portland", f"{POINT_OF_P} A@s5-A Bg Ar =20-0", "Aas0", "pass L52", "calling", "good passed", "5-0"),
        # What was omitted: a category that was passed, the point if no other was called, and more of a list.
        ("portland", f"{EXCHANGES_OF_P} Ap0 As0", "Aap5-49", "call L56", "reply", "passed called", "0-0"),
        ("portland", f"{POINT_OF_P} As0 At0", "Aas4-A", "call L56", "reply", "good passed called", "5-0"),
        (
            "portland",
            f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH BrtSQDQCQ =10-3",
            "BartSTHTDTCT-tSQDQCQ",
            "reckon L56",
            "play",
            "good good not_good",
            "10-17",
        ),
        # A card of a run.
        ("portland", f"{RECKONED} B.TH A.KH A@.QH", "Aa.8H", "play L59", "play", "good good not_good", "11-17"),
        # Nothing that was reckoned is taken away.
        ("portland", f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} BrsDQJT-tSQDQCQ", "BartSQDQCQ", None, "", "", ""),
        (
            "portland",
            f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH BrtSQDQCQ",
            "BartSQDQCQ",
            "reckon L56",
            "play",
            "good good not_good",
            "10-3",
        ),
        # One call at a time; and the point is lost once another category was called.
        ("portland", f"{EXCHANGES_OF_P} A@p5-48 Bg ArpSAKJ98 As4-A", "Aap5-49", None, "", "", ""),
        ("portland", f"{POINT_OF_P} As0 At3-J", "Aas4-A", None, "", "", ""),
        ("old", f"{POINT_OF_P} As4-A", "Aap4-41", None, "", "", ""),
        ("portland", f"{EXCHANGES_OF_P} Ap0 As4-A Bg Ar", "Aap5-49", None, "", "", ""),
    ],
)
def test_what_may_be_amended_is_told_with_its_law(
    law: str, before: str, amendment: str, told: str | None, phase: str, calls: str, score: str
) -> None:
    game = LawGame.deal_p(ruleset=portland(law=law)).play_p(before)
    if told is None:
        assert {one["code"] for one in game.refuses(amendment)} == {"amend.no_correction"}
        return
    game.does(f"{amendment} ={score}")
    (event,) = (one for one in game.events if one["kind"] == "amended")
    assert (event["seat"], f"{event['of']} {event['rule']}", event["law"]) == (amendment[0], told, event["rule"])
    assert (game.phase, [one["status"] for one in game.state["calls"]]) == (phase, calls.split())


@pytest.mark.rule("A1", "A2", "A3", "L50", "L51", "L52")
@pytest.mark.parametrize(
    ("line", "law", "phase", "status", "top"),
    [
        ("As3 Be AhT AahA", "L50", "reply", "stated", "A"),
        # B asked about the quart that A does not hold, which is a reply to it.
        ("A@s4 Be Aas3-A", "L52", "reply", "called", "A"),
        # *Equal* asks for the highest card, unless it was told.
        ("As3 Bg Bae", "L51", "tie_break", "asked", None),
        ("As3-A Bg Bae", "L51", "calling", "equal", "A"),
        ("As3 Be AhA Bg Bae", "L51", "calling", "equal", "A"),
        ("As3 Be AhA Bg Ban", "L51", "calling", "not_good", "A"),
        ("As3 Be AhA Bg Ar Ban", "L51", "calling", "not_good", "A"),
    ],
)
def test_a_tierce_whose_highest_card_is_told_or_asked_for(
    line: str, law: str, phase: str, status: str, top: str | None
) -> None:
    game = LawGame.deal(EQUAL).does(f"AxS7 BxC9 Ap0 {line} =0-0")
    assert [one["law"] for one in game.events if one["kind"] == "amended"] == [law]
    (_, call) = game.state["calls"]
    assert (game.phase, call["status"], call["called"]["top"]) == (phase, status, top)


@pytest.mark.rule("A3", "E12", "R7.2", "L52")
def test_a_repique_that_rested_on_a_false_call_goes_with_it() -> None:
    """Deal Q: 5, 15, and 14 for kings of which A holds two: 34 and 60. Without them 20."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 Bg Ar As5-A Bg Ar A@t4-K Bg Ar =94-0 Aat0 =20-0")
    assert [one[2] for one in game.happened if one[1] == "struck"] == [-14, -60]


@pytest.mark.rule("A1", "L50", "K16")
def test_a_false_reply_goes_with_the_call_that_it_answered() -> None:
    """By the law of 1651 A may change the call until A's first card, though B refused it without better."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49 B@n", portland(law="old"))
    assert game.incident(4, "false_reply")["status"] == "open"
    game.does("Aap4-41")
    assert game.incident(4, "false_reply")["status"] == "lapsed"
    # B, with five diamonds, refuses the four cards truly, and has to reckon them.
    game.does("Bn As0 At0 A.AH =1-0")
    game.refuses("B.TH", "play.reckon_first")
    game.does("BrpDAQJT7 =1-5 B.TH")
    game.refuses("Au4-reckon", "ruling.not_offered")


@pytest.mark.rule("A5", "K18b", "LR36")
def test_what_a_correction_adds_may_be_barred() -> None:
    """A's quart lies in the five hearts that A reckoned, and bars the tierce that B adds."""
    game = deal_p(f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B} {SETS_OF_B.replace('Br', 'Bar')}-sDQJT =6-20")
    assert [(one["number"], one["kind"]) for one in game.options("ruling", remedies=True)] == [(11, "implied")]
    game.does("Au11-object =10-17")
