"""Cards of a run that are changed, and cards that both barred categories lose (law.md, A6, K18b, K21)."""

import pytest

from tests.helpers.law_game import HEARTS_OF_P, P_12_13_7, RECKONED, LawGame, deal_p


@pytest.mark.rule("L59", "LR34", "A6", "E9")
def test_a_card_of_a_run_that_was_changed_has_been_seen() -> None:
    """A puts down KH and QH together, and 8H in place of QH: B has seen QH, which is in A's hand again."""
    game = deal_p(f"{RECKONED} B.TH A.KH A@.QH Aa.8H =11-17")
    assert (game.state["ahead"]["A"], game.state["seen"]) == (["8H"], {"A": [], "B": ["QH"]})
    assert game.holds("A") == "SAJ98HQJDKCJ9"
    # 8H is led when KH is answered; then QH is a card like another, and neither it nor 8H is of a run any more.
    game.does("B.7D B.TD =12-17 A.QH B.JD =13-17")
    assert game.state["seen"]["B"] == []
    game.does("B@.AC =13-18")
    game.offers(game.number, "lead_out_of_turn", "AB", "L59", withdraw="answered")


@pytest.mark.rule("L59", "LR34", "A6", "K21")
def test_the_last_card_of_a_run_is_the_one_that_is_changed() -> None:
    game = deal_p(f"{RECKONED} B.TH A.KH A@.QH A@.JH Aa.8H")
    assert (game.state["ahead"]["A"], game.state["seen"]["B"]) == (["QH", "8H"], ["JH"])
    game.refuses("Aa.KS", "amend.no_correction", "cards.not_held", "play.not_held")
    game.does("Aa.JH")
    assert game.state["ahead"]["A"] == ["QH", "JH"]
    assert "8H" in game.state["seen"]["B"]
    # Each is led in its order.
    game.does("B.7D B.TD B.JD =13-17")
    assert [trick["cards"] for trick in game.state["tricks"]][1:] == [["KH", "7D"], ["QH", "TD"], ["JH", "JD"]]


#: A has AK of spades and AKQ of the other suits; B has JT of spades and JT9 of the others.
BARRED = "SAKQHAKQDAKQCAKQ_SJT9HJT9DJT9CJT9_8S7S8H7H8D7D8C7C"


@pytest.mark.rule("L46", "L56", "LR36", "K18b", "E12")
def test_what_elders_cards_bar_in_two_categories_is_struck_together() -> None:
    """A calls the sets first, and so no point, and passes sequences: 14, 14 and 3.

    Among the cards shown are a tierce to the ace and the point of three, 31, of each suit but spades. With B's point
    and tierces struck there is nothing before A's 31: a repique, and with the lead 92.
    """
    game = LawGame.deal(BARRED).does("AxSQ BxS9 A@t4-A Bg ArtSAHADACA-tSKHKDKCK-tHQDQCQ As0")
    game.does("A.AH =32-0 BrpHJT9-sHJT9-sDJT9-sCJT9 =32-12")
    number = game.number
    (ruling,) = game.rulings(number=number)
    assert (ruling["kind"], ruling["entitled"]) == ("implied", ["A"])
    assert [one["election"] for one in ruling["elections"]] == ["object"]
    objected = game.after(f"Au{number}-object")
    struck = [event["of"] for event in objected.events if event["kind"] == "struck"]
    assert sorted(struck) == ["point", "sequence", "sequence", "sequence"]
    assert objected.score[1] == 0


@pytest.mark.rule("L11", "L43", "A6")
def test_a_card_that_is_changed_has_no_part_in_the_deal_itself() -> None:
    """Elder stood by exchanging (L-W6), so that the right to a fresh deal is past, and nothing was elected."""
    game = LawGame.deal(P_12_13_7, irregular=True).does("AxSKD98C87 BxS97H9 Ap0 As0 At0 A.AH Br0 B.TH A.KH A@.QH")
    game.refuses("Au0-redeal", "ruling.too_late")
    game.does("Aa.8H").refuses("Au0-redeal", "ruling.too_late")


@pytest.mark.rule("E3", "E6", "L59")
def test_a_point_that_was_taken_back_is_not_taken_away_again() -> None:
    """B's lead of AC goes back, and 1 with it; then B reckons nothing: the 17 of the sets."""
    game = deal_p(f"Bi-peeked-1 {RECKONED} {HEARTS_OF_P} B@.AC =14-18")
    game.does(f"Au{game.number}-withdraw =14-17 Au1-enforce =14-0")
    assert [points for _, kind, points in game.happened if kind in ("taken_back", "forfeited")] == [-1, -17]
