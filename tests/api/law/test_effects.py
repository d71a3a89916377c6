"""What elections do to the state and the score, E1 to E12, and which goes first."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.law_game import (
    CALLS_OF_P,
    CLUBS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    POINT_OF_P,
    RECKONING_OF_P,
    SETS_OF_B,
    SPADES_OF_P,
    LawGame,
    Q,
    assert_annulled,
    deal_p,
)

CALLED_AND_RECKONED = f"{CALLS_OF_P} {RECKONING_OF_P}"
BLANK = "SAKQJHAKQJDAKQCA_ST987HT98DT98C98_7HKCQCJCTC7CJD7D"
THIRTEEN_OF_B = "B@xS7H9-k678"  # S QT, H T7, D AQJT7, C AKQT
PLAY_WITH_THIRTEEN = f"B.TH A.KH B.7H A.QH B.TD A.JH B.JD A.8H B.QD {CLUBS_OF_P} {SPADES_OF_P}"
BURIED_AND_PLAYED = (
    f"AxSKD98C87 Ai-buried-C9 BxS7H97 {CALLS_OF_P} A.AH {SETS_OF_B} {HEARTS_OF_P} "
    "A.KD B.AD B.AC A.JC B.KC A.8S B.QC A.9S B.TC A.JS B.QS A.AS"
)


@pytest.mark.rule("E1", "LR26")
def test_of_an_annulled_deal_nothing_scores_not_even_a_carte_blanche() -> None:
    game = LawGame.deal(BLANK).does("AxSJHJDQ Bb =0-10 Ai-faced-stock Bu3-redeal =0-0")
    assert [one for one in game.happened if one[1] == "annulled"] == [("A", "annulled", 0), ("B", "annulled", -10)]
    assert_annulled(game, "L14")


@pytest.mark.rule("E3", "LR24")
def test_if_both_reckon_nothing_nobody_scores() -> None:
    """A holds S AKJ98, H AKQJ8, DK, C J9 with KS taken back, B thirteen, too. KS and 7D are over."""
    game = deal_p(f"AxSKD98C87 Ai-recovered-SK {THIRTEEN_OF_B} Bu2:recovered-enforce Au3:wrong_exchange-enforce =0-0")
    calls = "Ap5-49 Bg ArpHAKQJ8 As4-A Bg ArsHAKQJ At3-J Bn A.AH =0-0"
    game.does(f"{calls} {SETS_OF_B} =0-0 {PLAY_WITH_THIRTEEN} =0-0")
    assert game.phase == "deal_over"
    assert (game.holds("A"), game.holds("B")) == ("SK", "D7")


@pytest.mark.rule("E3", "R3.1")
@pytest.mark.parametrize(
    "line",
    [
        "Bi-peeked-1 Au1-enforce =0-0 AxSJHJDQ Bb =0-10 BxS7",
        "Bi-peeked-1 AxSJHJDQ Bb =0-10 Au1-enforce =0-10 BxS7",
        "Bi-peeked-1 AxSJHJDQ Bb =0-10 BxS7 Au1-enforce =0-10",
    ],
)
def test_a_carte_blanche_is_kept_whether_it_is_shown_before_or_after_the_penalty(line: str) -> None:
    """B has nothing else that the penalty could take away. A's point of four cards counts 4."""
    game = LawGame.deal(BLANK).does(f"{line} Ap4-38 Bg Ar =4-10")
    (shown,) = (event for event in game.state["events"] if event["kind"] == "carte_blanche")
    assert (shown["points"], "withheld" in shown) == (10, False)
    (forfeited,) = (event for event in game.state["events"] if event["kind"] == "forfeited")
    assert forfeited["points"] == 0


@pytest.mark.rule("E3", "LR35")
def test_the_same_penalty_twice_is_the_same_once() -> None:
    game = deal_p(f"Bi-peeked-1 AxSKD98C87 {THIRTEEN_OF_B} {CALLED_AND_RECKONED} =10-17")
    game.does("Au1-enforce =10-0 Au3:wrong_exchange-enforce =10-0")
    assert game.state["reckons_nothing"]["B"] is not None


@pytest.mark.rule("E3", "R6.5")
def test_what_a_concession_made_up_is_forfeited_too() -> None:
    """A: 9, made up to 13 in play, and the cards: 32. B: 17 and 2."""
    game = deal_p(f"AxSKD98C87 {THIRTEEN_OF_B} {CALLED_AND_RECKONED} Bc =32-19", portland(concession="any_deal"))
    assert game.after("Au2:wrong_exchange-enforce").score == (32, 0)
    other = deal_p(
        f"AxSKD98C87 Ai-peeked-6-shown BxS7H97 {CALLED_AND_RECKONED} Bc =32-19", portland(concession="any_deal")
    )
    assert other.after("Bu2-enforce").score == (0, 19)


@pytest.mark.rule("E3", "E12", "R7.6")
def test_withheld_points_of_play_bar_too() -> None:
    """Deal Q: A reckons nothing, so there is neither repique nor pique of A's, and B's own score is untouched."""
    game = LawGame.deal(Q).does(f"AxS98DT9CQ Ai-peeked-6 BxS7H7D7 {'Ap5 Bg ArpSAKQJT As5-A Bg Ar At4-A Bg Ar'} =94-0")
    game.does("Bu2-enforce =0-0")
    lost = [(one["kind"], one["points"]) for one in game.events if one["points"] < 0 or one["kind"] == "struck"]
    assert lost == [("forfeited", -94)]
    game.does("A.AS =0-0 B.8D A.9C =0-0 B.TC =0-1")


@pytest.mark.rule("E3", "E4", "LR35")
def test_what_is_forfeited_is_not_taken_away_once_more_when_it_is_struck() -> None:
    """B's trio of queens, reckoned twice, was not due the second time: 3 of the 20 that B forfeits."""
    game = deal_p(f"Bi-peeked-1 {EXCHANGES_OF_P} {CALLED_AND_RECKONED} B@rtSQDQCQ =10-20")
    game.does(f"Au1-enforce =10-0 Au{game.number}-object =10-0")
    assert [one for one in game.happened if one[2]] == [("B", "forfeited", -20)]


@pytest.mark.rule("E3", "E4", "L54")
def test_what_is_false_is_struck_before_the_rest_is_forfeited() -> None:
    """L-W26: the tierce of 3 is false; the point, the quart and the lead are the other 10."""
    game = deal_p(f"{POINT_OF_P} As4-A Bg A@rsHAKQJ-sC987 {KNAVES_AND_LEAD} {SETS_OF_B} B.TH =13-17 Bu8-enforce =0-17")
    assert [one for one in game.happened if one[2] < 0] == [("A", "struck", -3), ("A", "forfeited", -10)]


@pytest.mark.rule("E5", "R5.5")
def test_in_a_category_that_was_equal_neither_reckons_late() -> None:
    """Each has a tierce to the ace. B's four queens are impossible, B's point correct: A reckons nothing for them."""
    game = LawGame.deal("ST87HT97D987CAKQ_SAQJHAKQJDAQTCT9_9S8HKDJDKS7C8CJC")
    game.does("AxS7 BxC9 Ap0 As3-A Be At0 A.9D B@rpHAKQJ8-tSQHQDQCQ =1-19 B.TD =1-20")
    game.refuses("Au8-reckon-sCAKQ", "ruling.not_good")
    game.does("Au8-reckon =1-6")


@pytest.mark.rule("E3", "E12", "R7.3")
def test_withheld_points_of_younger_in_play_save_from_the_pique() -> None:
    """Deal Q: 20 in hand, 9C 21, B's TC takes, AC takes KC 22, and eight leads: 30."""
    line = f"Bi-peeked-1 {EXCHANGES_OF_Q} Ap5 Bg Ar As5-A Bg Ar At0 A.9C B.TC B.KC A.AC A.AS B.8C A.KS B.JC A.QS B.8H"
    words = f"{line} A.JS B.9H A.TS B.TH A.AD B.8D A.KD B.JD A.AH B.QH"
    LawGame.deal(Q).does_at_once(words).does("Au1-enforce =30-0")


@pytest.mark.rule("E3", "E12", "R7.2")
def test_a_withheld_point_of_elder_saves_from_the_repique() -> None:
    """B has a sixth of 16 and four tens: 30. A's point of seven is withheld, but good, and comes first."""
    game = LawGame.deal("S7HAKQJ987DAKCAK_SAKQJT9HTDT87CT7_QC8C8S9DJDQD9CJC").does("Ai-peeked-6 Bu1-enforce AxS7 BxD8")
    game.does("Ap7 Bg Ar As4-A Bn At3-A Bn A.AH =0-0 BrsSAKQJT9-tSTHTDTCT =0-30 B.TH =0-30")


@pytest.mark.rule("E4", "R7.1", "L52")
def test_what_is_struck_is_no_part_of_a_carte_rouge_and_what_stands_is() -> None:
    """The quint has TH, which A does not hold; its other cards are in the point. The rest are aces and kings.

    6 for the point, 14 and 14, and 20 for the carte rouge.
    """
    deal = "S7HAKQJ98SAKDAKCA_S98HT7DQJ98CQJ98_KCTSJSQSTD7DTC7C"
    game = LawGame.deal(deal, ruleset=portland(carte_rouge=20)).does("AxS7 BxS8 Ap6 Bg ArpHAKQJ98 =6-0")
    game.does("A@s5-A Bg ArsHAKQJT =21-0 Aas0 =6-0 At4-A Bg ArtSAHADACA-tSKHKDKCK =54-0")


@pytest.mark.rule("E3", "LR35")
def test_one_point_is_forfeited_too() -> None:
    deal_p(f"Ai-peeked-6 {EXCHANGES_OF_P} Ap0 As0 At0 A.AH =1-0 Bu1-enforce =0-0")


@pytest.mark.rule("E3", "E5", "L54")
def test_what_younger_forfeits_bars_what_elder_reckons_late() -> None:
    """B's point of H T97 is false, 97 being put out. A's point and quart count: 9; B's tens bar A's knaves."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH B@rtSTHTDTCT-pHT97 =1-17 B.TH")
    game.refuses("Au7-enforce-tSJHJCJ", "ruling.not_good")
    game.does("Au7-enforce =10-0")


@pytest.mark.rule("E10", "L28")
def test_a_game_that_is_lost_takes_what_the_deal_had_brought() -> None:
    game = deal_p("A@xSKD98C87-k123456 BxS7H9 Ap5-49 Bg Ar =5-0", "au-cent")
    game.does("Bu1:wrong_exchange-enforce =0-0")
    (struck,) = (event for event in game.events if event["kind"] == "struck")
    assert (struck["seat"], struck["points"], struck["of"]) == ("A", -5, "deal")
    assert (game.phase, game.state["partie"]["result"]["winner"]) == ("partie_over", "B")
    (ended,) = (event for event in game.events if event["kind"] == "partie_ended")
    assert ended["seat"] == "B"


@pytest.mark.rule("E5", "R5.8")
def test_who_called_low_is_held_to_the_call() -> None:
    """Deal Q: A calls four cards, 41; B's five hearts are better, and B reckons six. 29 + 4 in hand, 60, the lead."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap4-41 Bn As5-A Bg Ar At4-A Bg Ar =29-0")
    game.does("A.AS =30-0 B@rpHKQT987 =30-6 B.8D")
    game.refuses("Au12-enforce-pSAKQJT", "ruling.not_good")
    game.does("Au12-enforce =94-0")
    (late,) = [one for one in game.state["events"] if one.get("late")]
    assert (late["kind"], late["points"], late["seat"]) == ("point", 4, "A")


@pytest.mark.rule("E5")
def test_late_holdings_may_be_fewer_than_are_due() -> None:
    game = deal_p(f"{POINT_OF_P} A@s5-A Bg Ar {KNAVES_AND_LEAD} {SETS_OF_B} B.TH =21-17")
    assert game.after("Bu6-reckon-sCAKQ").score == (6, 20)


@pytest.mark.rule("E6", "R6.3")
def test_going_back_takes_the_cards_and_the_last_trick_with_it() -> None:
    """The line of L-W34 to its end, 28 to 23, and back to the fifth trick: 13 to 17."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLED_AND_RECKONED} B.TH A.KH A@.QH A@.JH B.7D B.TD B.JD B@.QD")
    number = game.number
    game.does("A.8H B.TS A.KD B.AD B.AC A.9C B.KC A.JC B.QC A.8S B.TC A.9S B.QS A.AS =28-23")
    assert game.phase == "deal_over"
    game.does(f"Bu{number}-replay-QD =13-17")
    assert (game.phase, game.state["to_act"]) == ("play", "A")
    assert [one[:2] for one in game.happened if one[1] == "taken_back"] == [("A", "taken_back"), ("B", "taken_back")]
    assert sum(points for seat, kind, points in game.happened if kind == "taken_back" and seat == "A") == -15
    assert {one["rule"] for one in game.events if one["kind"] == "taken_back"} == {"E6"}


@pytest.mark.rule("E7", "R6.2")
@pytest.mark.parametrize(
    ("scoring", "score"), [("lead_and_capture", "16-25"), ("lead_and_take", "21-29"), ("one_per_trick", "15-33")]
)
def test_an_unanswered_card_scores_by_the_rules_for_tricks(scoring: str, score: str) -> None:
    """The line of L-W10, six tricks each, in which each leads six times.

    lead_and_take: 9 + 6 + 6 and 17 + 6 + 6. one_per_trick: 9 + 6, and 17 + 6 with ten for the last trick.
    """
    game = deal_p(f"{_without_scores(BURIED_AND_PLAYED)}", portland(trick_scoring=scoring))
    assert game.written_score == score
    assert game.phase == "deal_over"


def _without_scores(line: str) -> str:
    return " ".join(word for word in line.split() if not word.startswith("="))


@pytest.mark.rule("E7")
@pytest.mark.parametrize(
    ("end", "score", "won"),
    [("B.TC A.JS =15-22 B.QS A.AS", "17-23", 6), ("B.QS A.JS =15-22 B.TC A.AS", "15-24", 5)],
)
def test_if_both_hands_run_out_the_last_trick_played_is_the_last(end: str, score: str, won: int) -> None:
    """A has buried 9C, B has left 7D: eleven tricks.

    A with six: 9 + 5 + KD + the capture of QS + 1 = 17, and B: 17 + 6. If B wins the last, A has 15, and B one more.
    """
    game = deal_p(f"AxSKD98C87 Ai-buried-C9 B@xS7H97-k67 {CALLS_OF_P} A.AH {SETS_OF_B} =10-17")
    game.does("B.TH A.KH B.TD A.QH B.JD A.JH B.QD A.8H B.TS A.KD B.AD B.AC A.JC B.KC A.8S B.QC A.9S")
    game.does(f"{end} ={score}")
    assert (game.phase, len(game.state["tricks"]), game.won("A")) == ("deal_over", 11, won)


@pytest.mark.rule("E7", "R6.2", "R6.4")
@pytest.mark.parametrize("counted", ["end_of_deal", "seventh_trick"])
def test_the_cards_score_once_if_the_last_trick_is_the_seventh_of_its_winner(counted: str) -> None:
    """A has buried 9C, B has left 7D: eleven tricks, seven to four.

    A: 9 + 5 + KD + JC + the capture of TS + 1 for the last trick, and then 10: 28. B: 17 + the capture of JC + 4.
    """
    rules = portland(cards_counted=counted)
    game = deal_p(f"AxSKD98C87 Ai-buried-C9 B@xS7H97-k67 {CALLS_OF_P} A.AH {_without_scores(SETS_OF_B)}", rules)
    game.does("B.TH A.KH B.TD A.QH B.JD A.JH B.QD A.8H B.AD A.KD B.TC A.JC B.AC B.KC A.8S B.QC A.9S B.QS A.JS")
    game.does("B.TS A.AS =28-22")
    assert (game.phase, game.won("A"), game.won("B")) == ("deal_over", 7, 4)
    scored = [event for event in game.happened if event[2]]
    assert scored[-3:] == [("A", "capture", 1), ("A", "last_trick", 1), ("A", "cards", 10)]


@pytest.mark.rule("E7")
def test_cards_that_cannot_be_answered_are_taken_in_highest_first() -> None:
    """A buries three cards; after nine tricks B's last three are tricks of B's."""
    game = deal_p("AxSKD98C87 Ai-buried-S98C9 BxS7H97")
    game.does(f"{CALLS_OF_P} A.AH {SETS_OF_B} {HEARTS_OF_P} A.KD B.AD B.AC A.JC =15-19 B.KC A.JS =15-20 B.QC A.AS")
    # QC 21; then QS, TS and TC are unanswered: 22, 23, 24, and the last trick, 25. A has five tricks, B seven: ten.
    assert [trick["cards"] for trick in game.state["tricks"][-3:]] == [["QS"], ["TS"], ["TC"]]
    assert (game.won("A"), game.won("B")) == (5, 7)
    assert game.written_score == "15-35"


@pytest.mark.rule("E7", "L26", "R6.2", "R6.3")
@pytest.mark.parametrize(
    ("scoring", "score"), [("lead_and_capture", "62-17"), ("lead_and_take", "73-17"), ("one_per_trick", "71-17")]
)
def test_a_card_that_lies_is_unanswered_if_the_other_buries_the_last(scoring: str, score: str) -> None:
    """B has answered one card, and buries the other eleven while KH lies: all twelve tricks are A's.

    9 in hand and 40 for the capot: with twelve leads and one for the last trick; with twelve leads and twelve tricks;
    with twelve tricks and ten for the last.
    """
    game = deal_p(_without_scores(f"{EXCHANGES_OF_P} {CALLED_AND_RECKONED} B.TH A.KH"), portland(trick_scoring=scoring))
    game.does("Bi-buried-SQTDAQJT7CAKQT")
    assert game.written_score == score
    assert (game.phase, [len(trick["cards"]) for trick in game.state["tricks"]]) == ("deal_over", [2, *[1] * 11])


@pytest.mark.rule("E7", "L26", "R5.11")
def test_who_buries_all_at_the_first_lead_has_nothing_to_reckon() -> None:
    """Elder has 9, twelve leads, one for the last trick and 40."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH Bi-buried-SQTHTDAQJT7CAKQT")
    assert (game.phase, game.written_score) == ("deal_over", "62-0")


@pytest.mark.rule("L26")
@pytest.mark.parametrize(("seat", "cards"), [("A", "SAJ98HAKQJ8DKCJ9"), ("B", "SQTHTDAQJT7CAKQT")])
def test_a_card_must_be_left_for_the_first_trick(seat: str, cards: str) -> None:
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P}")
    game.refuses(f"{seat}i-buried-{cards}", "incident.contradicted")
    game.does(f"{seat}i-buried-{cards[:-1]}")


@pytest.mark.rule("E8", "LF1", "K10b")
def test_each_suit_is_led_when_its_turn_comes() -> None:
    """B has seen three cards, and A names spades for the first and hearts for the others; B has one heart."""
    game = deal_p(f"Bi-dealer_saw-1 Au1-demand-S Bi-dealer_saw-23 Au3-demand-H {EXCHANGES_OF_P}", "french")
    assert [(one[0], one[1]) for one in game.happened if one[1] == "suit_called"] == [("B", "suit_called")] * 2
    game.does("Ap0 As0 At0 A.9C Br0 B.TC =1-1")
    assert game.state["called_suit"] == {"A": None, "B": "S"}
    game.refuses("B.AC", "play.named_suit", rule="E8")
    game.does("B.QS A.AS =2-2")
    assert game.state["called_suit"] == {"A": None, "B": "H"}
    game.does("A.8S B.TS =3-3").refuses("B.AC", "play.named_suit", rule="E8")
    # With no heart in hand any lead will do, and uses up the last time.
    game.does("B.TH A.AH A.9S B.KC A.JC B.AC")
    assert game.state["called_suit"] == {"A": None, "B": "H"}
    game.does("B.AD A.KD")
    assert game.state["called_suit"] == {"A": None, "B": None}


@pytest.mark.rule("E7", "LR10")
def test_a_deal_has_twelve_tricks_however_many_cards_are_left() -> None:
    """A has taken KS back and B buried 7D: thirteen cards and eleven. JC is the twelfth trick, 9C none.

    A: 9, eleven leads, JC, the last trick and a capot: 62.
    """
    line = f"AxSKD98C87 Ai-recovered-SK BxS7H97 Bi-buried-D7 {CALLED_AND_RECKONED} B.TH A.KH B.TD A.QH B.JD A.JH B.QD"
    rest = "A.8H B.AD A.AS B.TS A.KS B.QS A.JS B.TC A.9S B.QC A.8S B.KC A.KD B.AC"
    game = LawGame.deal_p().does_at_once(_without_scores(f"{line} {rest}"))
    assert (game.score, len(game.state["tricks"]), game.holds("A")) == ((62, 17), 12, "C9")


@pytest.mark.rule("E12", "R7.3")
def test_twenty_nine_are_no_pique_after_a_ruling() -> None:
    """Deal Q: 20 in hand and nine leads."""
    line = f"Bi-peeked-1 {EXCHANGES_OF_Q} Ap5 Bg Ar As5-A Bg Ar At0 A.AS B.8C A.KS B.JC A.QS B.8H A.JS B.9H A.TS B.TH"
    game = LawGame.deal(Q).does_at_once(f"{line} A.AD B.8D A.KD B.JD A.AH B.QH A.AC B.TC")
    game.does("Au1-enforce =29-0")


# After the exchange A has the aces, kings and queens, B knaves, nines and eights with 7C.
MASTERS = "SAKQT7HAKQDAKQCA_SJ98HJ98DJ98CJ98_KCQC7CTCTHTD7H7D"


@pytest.mark.rule("E12", "R7.7")
@pytest.mark.parametrize("line", ["As3", "As3 Be", "As3 Be AhA"])
def test_a_sequence_is_open_until_it_is_answered_after_a_ruling_too(line: str) -> None:
    """A has a point of 3 and 42 in sets. B has C 987, and a sequence as long as A's until the call is answered."""
    game = LawGame.deal(MASTERS).does(f"Bi-peeked-1 AxST7 BxD8 Ap3-31 Bg Ar At4-A Bg Ar =45-0 {line}")
    game.does("Au1-enforce =45-0")


@pytest.mark.rule("E12", "R7.2", "K17")
def test_what_younger_reckons_unduly_in_elder_s_category_saves_from_no_repique() -> None:
    """A's tierces make 12 and A's sets 42: thirty with the sets, before B's knaves. B lets the point go."""
    game = LawGame.deal(MASTERS).does("AxST7 BxC9 Ap0 As3-A Bg Ar At4-A Bg Ar =54-0 A.AS B@rtSJHJDJCJ =115-14")
    assert ("A", "repique", 60) in game.happened


@pytest.mark.rule("E4", "K17", "R7.1")
@pytest.mark.parametrize(
    "line",
    [
        "As5-A Bg Ar At0 A.AH =24-0 B@rsSAKQJT9-sH987-sD987 =24-32 Au11-object =24-0",
        "As0 At0 A.AH =6-0 B@rpSAKQJT9-sSAKQJT9-sH987-sD987 =6-38 Au9-object =6-32",
    ],
)
def test_a_carte_rouge_goes_with_the_sequences_that_made_it(line: str) -> None:
    """B's sequences count 22, and 10 for having each card in one, if A has passed them. The point of 6 is not due."""
    hands = "S87HAKQJTDJTC98K_SAKQJT9H987D98CA_7C7DQCJCTCQDKDAD"
    game = LawGame.deal(hands, ruleset=portland(carte_rouge=10))
    game.does(f"AxCK BxCA Ap5 Bg Ar {line}")


@pytest.mark.rule("E3", "LR2", "R7.6")
def test_a_carte_blanche_saves_even_where_nothing_else_does() -> None:
    """By the law of 1651 nothing that B forfeits saves. A's tierces make 9, the sets 31, and the point 4 then."""
    game = LawGame.deal(BLANK, ruleset=portland(law_false_claim="old")).does("AxSJHJDQ Bb =0-10 BxS7 Ap0 As3-A Bg Ar")
    game.does("At4-A Bg Ar A.AS =41-10 B@rpST987 B.8S =41-14 Au12-enforce =45-10")


@pytest.mark.rule("E12", "R8.2")
def test_a_ruling_after_the_last_deal_decides_the_partie() -> None:
    """Six times deal P: 153 each, a tie. B then has A's 23 of the sixth deal forfeited: 130 to 153, and 23 + 100."""
    game = LawGame.deal_p()
    for _ in range(5):
        game = LawGame.deal_p(after=game.play_p())
    game.play_p(f"AxSKD98C87 {THIRTEEN_OF_B} {_without_scores(CALLED_AND_RECKONED)} {PLAY_WITH_THIRTEEN}")
    assert (game.dealer, game.phase) == ("A", "deal_over")
    assert game.state["partie"]["score"] == {"A": 153, "B": 153}
    game.does("Bu2:wrong_exchange-enforce =0-28")
    assert game.phase == "partie_over"
    result = game.state["partie"]["result"]
    assert (result["totals"], result["winner"], result["settlement"]) == ({"A": 130, "B": 153}, "B", 123)


@pytest.mark.rule("E6", "L59")
def test_a_card_of_a_run_that_was_put_down_before_lies_on() -> None:
    """B throws 7D to AH, holding TH, and KH is led (11). Back to AH: KH and QH lie as before, in their order."""
    game = deal_p(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH A@.KH A@.QH {SETS_OF_B} =10-17 B@.7D =11-17")
    game.does(f"Bu{game.number}-replay =10-17")
    assert game.state["ahead"]["A"] == ["KH", "QH"]
    assert game.state["to_act"] == "B"
    game.does("B.TH =11-17")
    assert game.state["tricks"][-1]["cards"] == ["KH"]


@pytest.mark.rule("E7", "L59")
def test_cards_of_a_run_that_nobody_can_answer_are_tricks_too() -> None:
    """The deal of three buried cards, B leading QC and TC at once to A's last card."""
    game = deal_p("AxSKD98C87 Ai-buried-S98C9 BxS7H97")
    game.does(f"{CALLS_OF_P} A.AH {SETS_OF_B} {HEARTS_OF_P} A.KD B.AD B.AC A.JC B.KC A.JS B.QC B@.TC A.AS =15-35")
    assert (game.phase, game.state["ahead"]) == ("deal_over", {"A": [], "B": []})
    assert [trick["cards"] for trick in game.state["tricks"][-3:]] == [["QS"], ["TS"], ["TC"]]


@pytest.mark.rule("E12", "R7.3")
def test_a_late_point_makes_no_pique_if_younger_scored_in_play_before() -> None:
    """Deal Q: 15 in hand, 9C 16, B's TC takes, AC takes KC 17, and eight leads: 25. The point makes it 30."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At0 =15-0 A.9C =16-0 B.TC =16-1 B.KC A.AC =17-2")
    game.does("A.AS B.8C A.KS B.JC A.QS B.8H A.JS B.9H A.TS B.TH A.AD B.8D A.KD B.JD A.AH B.QH =25-2")
    game.does("Au4-reckon =30-2")


@pytest.mark.rule("E12", "R7.3", "K20")
def test_a_lead_out_of_turn_counts_in_its_place_when_the_account_is_drawn_up_anew() -> None:
    """Deal Q: AS 16, then 8H of B's out of turn, AH takes 17, eight more leads: 25. The point makes it 30."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At0 =15-0 A.AS B.8C B@.8H =16-1 A.AH =17-1")
    game.does("A.KS B.JC A.QS B.9H A.JS B.TH A.TS B.8D A.AD B.JD A.KD B.QD A.AC B.TC A.9C B.KC =25-2")
    game.does("Au4-reckon =30-2")


@pytest.mark.rule("E4", "E12", "R7.3", "K17")
def test_a_pique_that_an_undue_sequence_prevented_is_due_after_the_objection() -> None:
    """Deal Q: 29 in hand and the lead. B's tierce is not due, A's quint being good."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At4-A Bg Ar A.AS B@rsHT98 =30-3 B.8D =30-3")
    game.does("Au12-object =60-0")


@pytest.mark.rule("E6", "E7", "K21")
def test_a_surplus_card_that_emptied_the_hand_comes_back() -> None:
    """B keeps TH 7D TD JD. JD, given to a run of two, is one too many: nobody can answer A's nine other cards.

    12 in hand, three leads, nine cards, the last trick and a capot: 12 + 3 + 9 + 1 + 40.
    """
    game = deal_p("AxSKD98C87 BxS7H97 Bi-buried-SQTDAQCAKQT Ap5-49 Bg Ar As4-A Bg Ar At3-J Bg Ar =12-0")
    game.does("A.AH B.TH A.KH A@.QH B.7D B.TD =15-0 B@.JD =65-0")
    assert game.phase == "deal_over"
    game = game.rule("B", game.number, "replay", card="JD")
    assert (game.score, game.holds("B"), game.state["to_act"]) == ((15, 0), "DJ", "A")
    assert len(game.state["tricks"]) == 3


@pytest.mark.rule("E12", "R7.3")
def test_a_pique_is_still_due_after_a_ruling_that_changed_nothing() -> None:
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At4-A Bg Ar A.AS =30-0")
    nothing = {"seat": "A", "type": "ruling", "number": 4, "election": "reckon", "holdings": []}
    game.do(nothing).does("B.8D =60-0")


@pytest.mark.rule("L75", "L27")
def test_an_annulled_deal_keeps_no_penalty() -> None:
    game = deal_p("Bi-peeked-1 Ai-faced-pack")
    game.after("Au1-enforce").does("Au2-redeal =0-0")
    game.does("Bu2-redeal").refuses("Au1-enforce")


@pytest.mark.rule("L44")
def test_a_waiver_is_for_its_ground_alone() -> None:
    game = deal_p(f"Bi-peeked-1 AxSKD98C87 {THIRTEEN_OF_B} Au1-waive")
    assert game.state["reckons_nothing"]["B"] is None
    assert game.incident(3, "long_hand")["status"] == "open"
    game.does("Au3:wrong_exchange-enforce")
    assert game.state["reckons_nothing"]["B"] == "L31"


@pytest.mark.rule("L44", "L58", "K26")
def test_a_waiver_of_the_exchange_waives_the_long_hand_that_it_made() -> None:
    game = deal_p(f"AxSKD98C87 {THIRTEEN_OF_B} Au2:wrong_exchange-waive")
    ruled = [(one["kind"], one["status"], one["election"]) for one in game.state["incidents"]]
    assert ruled == [("wrong_exchange", "ruled", "waive"), ("long_hand", "ruled", "waive")]


@pytest.mark.rule("L52", "L54")
def test_nothing_is_due_for_what_was_mended() -> None:
    game = deal_p(f"{POINT_OF_P} A@s5-A Bg Ar Aas4-A Bg Ar =9-0 {KNAVES_AND_LEAD} {SETS_OF_B} B.TH =10-17")
    assert game.incident(6, "false_claim")["status"] == "amended"
    game.refuses("Bu6-reckon", "ruling.not_offered", "ruling.already", "ruling.no_incident")


@pytest.mark.rule("R5.14")
def test_where_calling_is_automatic_nobody_speaks() -> None:
    game = deal_p(EXCHANGES_OF_P, portland(calling="automatic"))
    game.refuses("A@s5-A", "irregular.not_covered")
    game.refuses("Aap4", "amend.nothing", "amend.no_correction")
    game.does("A.AH B.TH A.KH B.7D A.QH B.TD A.JH B.JD A.8H B.QD A.KD B@.TC")
    game.offers(game.number, "revoke", "AB", "L59", replay="next_deal")
