"""The worked examples of the score and of the older codes: L-W36 and L-W38 to L-W40."""

from pathlib import Path

import pytest

from tests.helpers.http import post
from tests.helpers.law_game import HEARTS_OF_P, LawGame


def facts_of(kind: str, ruleset: str = "portland", **facts: object) -> dict[str, object]:
    """The ruling on bare facts."""
    answer = post("/v1/rulings", {"ruleset": ruleset, "incident": {"kind": kind, "facts": facts}})
    (ruling,) = answer["rulings"]
    return ruling


@pytest.mark.rule("L70")
def test_lw36_a_miscounted_hand_is_put_right_until_the_next_hand_is_seen() -> None:
    open_still = facts_of("miscounted", proved=True, next_hand_seen=False)
    assert (open_still["law"], open_still["elections"], open_still["status"]) == ("L70", [], "open")
    assert facts_of("miscounted", proved=True, next_hand_seen=True)["status"] == "lapsed"


@pytest.mark.rule("L74")
def test_lw36_of_two_sheets_each_players_own_hand_counts() -> None:
    ruling = facts_of("sheets", written={"A": {"A": 28, "B": 23}, "B": {"A": 28, "B": 22}})
    assert ruling["law"] == "L74"
    assert ruling["elections"] == []


@pytest.mark.rule("L70", "L74")
def test_lw36_the_record_of_the_deal() -> None:
    """B wrote 22 for B, who has 23 and may prove it: the next hand is not dealt. A's count of A's hand is right."""
    record = (Path(__file__).parents[3] / "examples" / "w1.piquet").read_text(encoding="utf-8")
    sheets = record.replace("score: 28-23\n", "written A: 28-23\nwritten B: 28-22\n")
    assert sheets != record
    (report,) = post("/v1/records/verify", {"records": [sheets]})["reports"]
    divergence = report["deals"][0]["divergence"]
    assert (divergence["code"], divergence["computed"]) == ("claim.written", {"A": 28, "B": 23})
    assert divergence["correction"] == {"law": "L70", "by": ["B"], "until": "next_hand", "open": True}


AU_CENT_EXCHANGES = "AxSKD98C87 BxS7H97"
PLAY = (
    "B.TH A.KH B.7D A.QH B.TD A.JH B.JD A.8H B.QD A.KD B.AD B.AC A.9C B.KC A.JC B.QC A.8S B.TC A.9S B.QS A.AS A.JS B.TS"
)
POINT, QUART = "Ap5-49 Bg Ar", "As4-A Bg Ar"


def au_cent_at_60_to_80() -> LawGame:
    """Four times deal P, in which elder makes 19 and younger 6 in play and cards, and both sink some of what they hold.

    A is elder in deals 1 and 3, B in 2 and 4. Elder's own: 4, 9, 0, 4; younger's: 3, 3, 14, 3 (queens or tens).
    A: 23 + 9 + 19 + 9 = 60. B: 9 + 28 + 20 + 23 = 80.
    """
    queens, tens = "BrtSQDQCQ", "BrtSTHTDTCT"
    lines = [
        (f"Ap0 {QUART} At0", queens),
        (f"{POINT} {QUART} At0", queens),
        ("Ap0 As0 At0", tens),
        (f"Ap0 {QUART} At0", queens),
    ]
    game: LawGame | None = None
    for calls, reckoning in lines:
        game = LawGame.deal_p(game, ruleset="au-cent")
        game.play_p(f"{AU_CENT_EXCHANGES} {calls} A.AH {reckoning} {PLAY}")
    assert game is not None
    assert game.state["partie"]["score"] == {"A": 60, "B": 80}
    return LawGame.deal_p(game)


def test_the_four_deals_at_au_cent_make_60_to_80() -> None:
    assert au_cent_at_60_to_80().state["partie"]["deal"] == 5


@pytest.mark.rule("L28", "E10")
def test_lw38_at_au_cent_the_game_is_lost() -> None:
    """A single game, whatever `double_below`; the deal scores nothing."""
    game = au_cent_at_60_to_80().does("A@xSKD98C87-k123456")
    ruling = game.ruling(1, "wrong_exchange")
    assert [one["election"] for one in ruling["elections"]] == ["enforce", "waive"]
    assert "E10" in ruling["elections"][0]["effects"]
    game = game.rule("B", 1, "enforce", kind="wrong_exchange")
    assert game.phase == "partie_over"
    assert game.score == (0, 0)
    result = game.state["partie"]["result"]
    assert (result["winner"], result["settlement"]) == ("B", 1)
    assert result["totals"] == {"A": 60, "B": 80}
    assert [kind for _, kind, _ in game.happened][-2:] == ["game_lost", "partie_ended"]


@pytest.mark.rule("LA3")
def test_lw39_at_au_cent_a_point_refused_and_not_shown_is_reckoned_after_the_lead() -> None:
    game = LawGame.deal_p(ruleset="au-cent").does(f"{AU_CENT_EXCHANGES} Ap5-49 B@n {QUART} =4-0 At3-J Bg Ar =7-0")
    game.refuses("Ban", "amend.too_late", "amend.no_correction", "amend.nothing")  # what younger said good is good
    game.does("A.AH B.TH =8-0")
    ruling = game.ruling(4, "false_reply")
    assert ruling["entitled"] == ["A"]
    assert [one["election"] for one in ruling["elections"]] == ["reckon"]
    game.does("Au4-reckon =13-0 A.KH =14-0")


@pytest.mark.rule("LF1", "E8")
def test_lw40_in_the_french_code_elder_names_the_suit_of_the_dealers_leads() -> None:
    """The dealer saw two cards, so two leads, from the trick that B first wins."""
    game = LawGame.deal_p(ruleset="french").does("Bi-dealer_saw-12")
    ruling = game.ruling(1, "dealer_saw")
    assert (ruling["entitled"], ruling["offender"]) == (["A"], "B")
    assert [(one["election"], one["until"]) for one in ruling["elections"]] == [
        ("demand", "next_deal"),
        ("forgo", "next_deal"),
    ]
    game.does("Au1-demand-S")
    assert game.state["called_suit"] == {"A": None, "B": "S"}
    game.does("AxSKD98C87 BxS7H97 Ap5-49 Bg Ar As4-A Bg Ar At3-J Bn A.AH BrtSTHTDTCT-tSQDQCQ")
    game.does(f"{HEARTS_OF_P} A.KD B.AD =15-18")
    game.refuses("B.AC", "play.named_suit", rule="E8")
    game.does("B.QS A.8S =15-19")
    game.refuses("B.AC", "play.named_suit", rule="E8")
    game.does("B.TS A.9S =15-20 B.AC =15-21")


@pytest.mark.rule("LF1", "E8")
def test_suits_that_were_named_one_after_the_other_are_led_in_that_order() -> None:
    game = LawGame.deal_p(ruleset="french").does("Bi-dealer_saw-1 Au1-demand-S Bi-dealer_saw-2 Au3-demand-C")
    game.does("AxSKD98C87 BxS7H97 Ap5-49 Bg Ar As4-A Bg Ar At3-J Bn A.AH BrtSTHTDTCT-tSQDQCQ")
    game.does(f"{HEARTS_OF_P} A.KD B.AD")
    (refused,) = game.refuses("B.AC", "play.named_suit")
    assert (refused["rule"], refused["pointer"], refused["params"]) == ("E8", "/action/card", {"suit": "S"})
    game.does("B.QS A.8S")
    (refused,) = game.refuses("B.TS", "play.named_suit")
    assert (refused["rule"], refused["pointer"], refused["params"]) == ("E8", "/action/card", {"suit": "C"})
    game.does("B.AC A.9C B.TS")


@pytest.mark.rule("LF1", "E8")
def test_lw40_a_suit_that_is_not_held_uses_up_the_leads() -> None:
    game = LawGame.deal_p(ruleset="french").does("Bi-dealer_saw-12 Au1-demand-H")
    game.does("AxSKD98C87 BxS7H97 Ap5-49 Bg Ar As4-A Bg Ar At3-J Bn A.AH BrtSTHTDTCT-tSQDQCQ")
    game.does(f"{HEARTS_OF_P} A.KD B.AD B.AC A.9C B.KC A.JC =15-20")
    assert game.state["called_suit"]["B"] is None


@pytest.mark.rule("LA2", "K12", "E8")
def test_at_au_cent_a_late_look_may_also_be_answered_by_naming_a_suit() -> None:
    game = LawGame.deal_p(ruleset="au-cent").does(
        "AxSKD98C87 BxS7H9 Ap5-49 Bg Ar As4-A Bg Ar At3-J Bn A.AH BrtSTHTDTCT-tSQDQCQ B.TH B@ly"
    )
    assert list(game.elections(game.number, "looked")) == ["inspect", "demand"]
    # Of one lead (LA2); of two where the dealer saw two cards (L-W40).
    assert game.does(f"Au{game.number}-demand-D").state["called_suit"] == {"A": None, "B": "D"}
