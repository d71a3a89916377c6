"""Play that goes back to an earlier entry (law.md, E6): runs that lay, cards that move up, and hands that ran out."""

import pytest

from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    RECKONED,
    RECKONING_OF_P,
    SETS_OF_B,
    LawGame,
    Q,
)

CALLED_AND_RECKONED = f"{CALLS_OF_P} {RECKONING_OF_P}"


def deal_p(line: str) -> LawGame:
    return LawGame.deal_p().does(line)


@pytest.mark.rule("E6", "L59", "K21")
def test_a_run_that_was_lost_after_the_entry_lies_again() -> None:
    """A leads KD (10) and puts AH down with it; AD takes (18), and AH goes back. Back before AD: AH lies as before."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.KD A@.AH {SETS_OF_B} =10-17 Ai-misinformed-point-1")
    number = game.number
    game.does("B.AD =10-18")
    assert game.state["ahead"]["A"] == []
    game.does(f"Bu{number}-replay =10-17")
    assert game.state["ahead"]["A"] == ["AH"]
    game.does("B.7D =11-17")
    assert game.state["tricks"][-1]["cards"] == ["AH"]


@pytest.mark.rule("E6", "L59", "K21")
def test_a_card_that_moves_up_to_answer_a_run_may_take_the_trick() -> None:
    """KH (11) and JS (12) at once; B gives 7D, TS and QS. Without TS it is QS that answers JS, and takes it: 18."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLED_AND_RECKONED} B.TH A.KH A@.JS B.7D B.TS =12-17 B@.QS")
    number = game.number
    game.does(f"A.QH =13-17 Bu{number}-replay-TS =12-18")
    assert game.state["tricks"][-1] == {"leader": "A", "cards": ["JS", "QS"], "winner": "B"}
    assert (game.state["to_act"], game.holds("B")) == ("B", "STDAQJTCAKQT")


@pytest.mark.rule("E6", "L59", "K21")
def test_two_cards_too_many_are_taken_back_one_after_the_other() -> None:
    """Five diamonds to a run of three: the last record gives 7D back, the first one TD. JD QD AD answer the run."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLED_AND_RECKONED} B.TH A.KH A@.QH A@.JH B.7D B.TD B.JD =13-17 B@.QD")
    first = game.number
    game.does(f"B@.AD A.8H =14-17 Bu{game.number + 1}-replay-7D =13-17")
    assert game.state["ahead"]["B"] == ["AD"]
    game.does(f"Bu{first}-replay-TD =13-17")
    assert [trick["cards"][1] for trick in game.state["tricks"]] == ["TH", "JD", "QD", "AD"]
    assert (game.state["ahead"]["B"], game.holds("B")) == ([], "SQTDT7CAKQT")


@pytest.mark.rule("E6", "E7", "K23")
def test_a_card_that_nobody_can_answer_is_not_a_first_card_to_go_back_to() -> None:
    """B asks, QC lying, before A's last card; B's own three are tricks without being played (E7)."""
    game = deal_p("AxSKD98C87 Ai-buried-S98C9 BxS7H97")
    game.does(f"{CALLS_OF_P} A.AH {SETS_OF_B} {HEARTS_OF_P} A.KD B.AD B.AC A.JC B.KC A.JS B.QC Ai-misinformed-point-1")
    number = game.number
    game.does("A.AS =15-35")
    assert game.elections(number, "misinformed") == {}


@pytest.mark.rule("E6", "E12", "R7.3", "K21")
@pytest.mark.parametrize("card", ["8D", "JD", "QD", "9H"])
def test_a_pique_counts_once_whichever_card_of_a_run_goes_back(card: str) -> None:
    """Deal Q: 29 in hand, and the run of three spades: 32 and 30. Four cards answer it; none of B's is a spade."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At4-A Bg Ar =29-0 A.AS A@.KS A@.QS")
    game.does("B.8D B.JD B.QD =62-0 B@.9H")
    game.does(f"Bu{game.number}-replay-{card} =62-0")
    others = [one for one in ("8D", "JD", "QD", "9H") if one != card]
    assert [trick["cards"][1] for trick in game.state["tricks"]] == others
    game.does("A.JS B.8H =63-0")


@pytest.mark.rule("E6", "L59", "K21")
def test_the_other_cards_answer_the_leads_in_their_order() -> None:
    """KH, AS and QH at once; B, with spades and no hearts, gives 7D TS TD and JD. TS has to answer AS."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLED_AND_RECKONED} B.TH A.KH A@.AS A@.QH B.7D B.TS B.TD =13-17 B@.JD")
    number = game.number
    game.refuses(f"Bu{number}-replay-TS", "ruling.not_offered", rule="L59")
    game.does(f"Bu{number}-replay-TD =13-17")
    assert [trick["cards"] for trick in game.state["tricks"]][1:] == [["KH", "7D"], ["AS", "TS"], ["QH", "JD"]]


@pytest.mark.rule("E6", "K21")
def test_if_no_card_is_named_the_last_one_goes_back() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} {CALLED_AND_RECKONED} B.TH A.KH A@.QH B.7D B.TD B@.JD =12-17")
    game.does(f"Bu{game.number}-replay =12-17")
    assert game.state["history"][-1]["card"] == "JD"
    assert game.holds("B") == "SQTDAQJCAKQT"


@pytest.mark.rule("E6", "K19", "K23")
def test_a_revoke_that_is_taken_back_is_gone() -> None:
    """A has no card of the point left and says one; then KD (15), to which B, with AD, throws TC; AS (16)."""
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} Ai-misinformed-point-1 A.KD B@.TC A.AS =16-17")
    number = game.number
    assert game.incident(number - 1, "revoke")["status"] == "open"
    game.does(f"Bu{number - 3}-replay =15-17")
    assert game.state["tricks"][-1]["cards"] == ["KD"]
    assert game.incident(number - 1, "revoke")["status"] == "lapsed"
    game.refuses(f"Au{number - 1}:revoke-replay", "ruling.not_offered")


@pytest.mark.rule("E6", "L59", "K19", "K21")
def test_a_card_beyond_the_run_goes_back_though_the_others_did_not_follow() -> None:
    """To AS and AH at once B gives TH, holding TS, then TS, and TD beyond them: without TD they lie as they did."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AS A@.AH {SETS_OF_B} B@.TH B.TS B@.TD =11-17")
    game.does(f"Bu{game.number}:overplayed-replay-TD =11-17")
    assert [trick["cards"] for trick in game.state["tricks"]] == [["AS", "TH"], ["AH", "TS"]]


@pytest.mark.rule("E6", "L59", "K21")
def test_a_card_that_answered_one_lead_of_a_run_is_not_due_to_the_next() -> None:
    """After AS and QS, JS and 9S at once: TS answers JS and is B's last spade, so TD may answer 9S in place of 7D."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AS {SETS_OF_B} B.QS A.JS A@.9S B.TS B.7D B@.TD =12-17")
    game.does(f"Bu{game.number}-replay-7D =12-17")
    assert [trick["cards"] for trick in game.state["tricks"]][1:] == [["JS", "TS"], ["9S", "TD"]]


@pytest.mark.rule("E6", "K19", "K20", "K21")
def test_all_that_was_irregular_in_cards_taken_back_is_gone() -> None:
    """B throws 7D to AH, holding TH. A run of KH QH follows with a card too many, and a lead of B's out of turn."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH {SETS_OF_B} B@.7D A.KH A@.QH B.TH B.TD B@.JD A.JH B.QD B@.AC")
    game.does("Au13-replay =10-17")
    found = [(one["kind"], one["status"]) for one in game.state["incidents"]]
    assert found == [
        ("revoke", "ruled"),
        ("run", "lapsed"),
        ("overplayed", "lapsed"),
        ("lead_out_of_turn", "lapsed"),
    ]


@pytest.mark.rule("E6", "E7", "R6.3")
def test_tricks_that_are_taken_back_do_not_count_for_the_cards() -> None:
    """The line of L-W10, six tricks each, with a lead of B's out of turn that goes back."""
    line = f"AxSKD98C87 Ai-buried-C9 BxS7H97 {CALLS_OF_P} A.AH {SETS_OF_B} {HEARTS_OF_P} B@.AC Au23-withdraw"
    rest = "A.KD B.AD B.AC A.JC B.KC A.8S B.QC A.9S B.TC A.JS B.QS A.AS"
    regular = [word for word in f"{line} {rest}".split() if word[0] != "="]
    assert LawGame.deal_p().does_at_once(" ".join(regular)).score == (16, 25)
