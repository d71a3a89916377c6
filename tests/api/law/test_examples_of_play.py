"""The worked examples of the play: L-W32 to L-W35, all with deal P."""

import pytest

from tests.helpers.law_game import HEARTS_OF_P, RECKONED, LawGame
from tests.helpers.law_notation import set_of

AFTER_HEARTS = f"{RECKONED} {HEARTS_OF_P} =14-17"  # each hand has seven cards; A leads


@pytest.mark.rule("L59", "E6")
def test_lw32_play_goes_back_to_the_card_that_did_not_follow() -> None:
    """KD 15, AS 16, JS 17. Going back to KD takes two from A; then B must play AD, the only diamond left."""
    game = LawGame.deal_p().does(f"{AFTER_HEARTS} A.KD =15-17 B@.TC")
    revoke = game.number
    assert game.state["to_act"] == "A"
    game.does("A.AS B.QS =16-17 A.JS B.TS =17-17")
    game.offers(revoke, "revoke", "AB", "L59", replay="next_deal")
    game = game.rule("A", revoke, "replay")
    assert game.score == (15, 17)
    assert (game.state["to_act"], game.state["tricks"][-1]["cards"]) == ("B", ["KD"])
    assert game.holds("A") == "SAJ98CJ9"
    assert game.holds("B") == "SQTDACAKQT"
    assert set(game.state["seen"]["A"]) >= set(set_of("SQTCT"))
    assert set(game.state["seen"]["B"]) >= set(set_of("SAJ"))
    game.refuses("B.TC", "play.must_follow_suit", rule="R6.1")
    game.does("B.AD =15-18 B.AC =15-19")


@pytest.mark.rule("L59")
def test_lw33_a_lead_out_of_turn_goes_back_until_it_is_answered() -> None:
    game = LawGame.deal_p().does(f"{AFTER_HEARTS} B@.AC =14-18")
    lead = game.number
    assert game.state["to_act"] == "A"
    game.offers(lead, "lead_out_of_turn", "AB", "L59", withdraw="answered")
    for seat in "AB":
        withdrawn = game.rule(seat, lead, "withdraw")
        assert withdrawn.score == (14, 17)
        assert withdrawn.state["to_act"] == "A"
        assert withdrawn.holds("B") == "SQTDACAKQT"
        withdrawn.does("A.KD =15-17")
    game.does("A.9C =14-18")
    assert game.state["to_act"] == "B"
    game.refuses({"seat": "A", "type": "ruling", "number": lead, "election": "withdraw"}, "ruling.too_late", rule="L59")
    game.does("B.KC =14-19")


def overplayed() -> tuple[LawGame, int]:
    """L-W34, and the number of the surplus card: KH QH JH at once, and four cards to them."""
    game = LawGame.deal_p().does(f"{RECKONED} B.TH A.KH A@.QH A@.JH =11-17")
    assert game.state["ahead"]["A"] == ["QH", "JH"]
    assert game.state["to_act"] == "B"
    game.does("B.7D =12-17 B.TD =13-17 B.JD =13-17 B@.QD =13-17")
    number = game.number
    assert game.state["ahead"]["B"] == ["QD"]
    assert game.state["to_act"] == "A"
    game.does("A.8H =14-17 B.TS A.KD =15-17 B.AD =15-18")
    assert (len(game.state["hands"]["A"]), len(game.state["hands"]["B"])) == (6, 5)
    return game, number


@pytest.mark.rule("L59", "E6")
@pytest.mark.parametrize("card", ["7D", "TD", "JD", "QD"])
def test_lw34_any_of_the_four_cards_may_be_taken_back(card: str) -> None:
    """Back to the fifth trick: A loses the leads of 8H and KD, B the capture of AD. Three cards answer the run."""
    game, number = overplayed()
    ruling = game.ruling(number, "overplayed")
    assert (ruling["law"], ruling["entitled"]) == ("L59", ["B"])
    assert [(one["election"], one["until"]) for one in ruling["elections"]] == [("replay", "next_deal")]
    game = game.rule("B", number, "replay", card=card)
    assert game.score == (13, 17)
    assert (game.state["to_act"], len(game.state["tricks"])) == ("A", 4)
    assert set(game.state["hands"]["B"]) == {card, *set_of("SQTDACAKQT")}
    others = [one for one in ("7D", "TD", "JD", "QD") if one != card]
    assert [trick["cards"] for trick in game.state["tricks"][1:]] == [
        ["KH", others[0]],
        ["QH", others[1]],
        ["JH", others[2]],
    ]
    assert game.state["ahead"] == {"A": [], "B": []}
    game.does("A.8H =14-17")


@pytest.mark.rule("L59")
def test_lw34_unraised_the_surplus_card_answers_nothing() -> None:
    """E7: B has five cards for the six of A, and the last of those is alone."""
    game, _ = overplayed()
    # B leads AC 9C, KC JC, QC 8S, TC 9S, QS AS; A's JS is unanswered: 1 + 1, and ten for seven tricks.
    game.does("B.AC =15-19 A.9C B.KC =15-20 A.JC B.QC =15-21 A.8S B.TC =15-22 A.9S B.QS =15-23 A.AS =28-23")
    assert game.won("A") == 7
    assert game.phase == "deal_over"


@pytest.mark.rule("L59", "LR21")
def test_lw35_a_wrong_answer_about_the_point_takes_play_back() -> None:
    """A, with JH and 8H of the point in hand, says one. Back to B's first card after it: JH, 13, lies."""
    game = LawGame.deal_p().does(f"{RECKONED} B.TH A.KH B.7D A.QH B.TD =12-17 Ai-misinformed-point-1")
    number = game.number
    game.does("A.JH =13-17 B.JD A.8H =14-17 B.QD")
    game.offers(number, "misinformed", "B", "L59", replay="next_deal")
    game = game.rule("B", number, "replay")
    assert game.score == (13, 17)
    assert game.state["tricks"][-1]["cards"] == ["JH"]
    assert (game.state["to_act"], game.holds("B")) == ("B", "SQTDAQJCAKQT")
    game.does("B.QS A.8H =14-17")


@pytest.mark.rule("L59", "LR21")
def test_lw35_a_true_answer_is_harmless() -> None:
    game = LawGame.deal_p().does(f"{RECKONED} B.TH A.KH B.7D A.QH B.TD =12-17 Ai-misinformed-point-2")
    number = game.number
    game.does("A.JH B.JD A.8H B.QD")
    assert game.offers_nothing(number, "misinformed")["status"] == "harmless"
    game.refuses({"seat": "B", "type": "ruling", "number": number, "election": "replay"}, "ruling.not_offered")
