"""Rulings and late reckonings in a game to a target: R8.4 is asked again, and a game that is over stays over (LR30)."""

import pytest

from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    KNAVES_AND_LEAD,
    PLAY_OF_P,
    POINT_OF_P,
    RECKONING_OF_P,
    SETS_OF_B,
    LawGame,
    P,
    Q,
)
from tests.piquet.rulesets.table import at

QUINT = f"{POINT_OF_P} A@s5-A Bg ArsHAKQJT =20-0 {KNAVES_AND_LEAD} {SETS_OF_B} =21-17"  # entry 6 calls it
REFUSED = f"{EXCHANGES_OF_P} Ap5-49 B@n As4-A Bg Ar At3-J Bn A.AH =5-0 {SETS_OF_B} =5-17"  # entry 4 refuses 49


def to_100(before: tuple[int, int], line: str, deal: str = P) -> LawGame:
    """A is elder, and both have these totals before the deal, in a game to a hundred."""
    standing = LawGame({"state": at(*before).state, "events": []})
    return LawGame.deal(deal, None, after=standing).does(line)


def assert_over(game: LawGame, winner: str, totals: dict[str, int]) -> None:
    result = game.state["partie"]["result"]
    assert (game.phase, result["winner"], result["totals"]) == ("partie_over", winner, totals)
    assert [kind for _, kind, _ in game.happened].count("partie_ended") == 1


def uncounted(game: LawGame) -> dict[str, int]:
    return {seat: points for seat, kind, points in game.happened if kind == "uncounted"}


@pytest.mark.rule("LR30", "R8.4")
@pytest.mark.parametrize("report", ["Ai-peeked-6", "Ai-pack"])
def test_nothing_may_be_elected_once_the_target_has_ended_the_game(report: str) -> None:
    """A: 90, 9 in hand and the lead are a hundred. The penalty could be raised until then, and is too late now."""
    line = f"AxSKD98C87 {report} BxS7H97 {CALLS_OF_P} A.AH =10-0"
    election = {"Ai-peeked-6": "enforce", "Ai-pack": "redeal"}[report]
    game = to_100((90, 60), line)
    game.after(f"Bu2-{election} =0-0")
    game.does(f"{SETS_OF_B} =10-17")
    assert_over(game, "A", {"A": 100, "B": 77})
    game.refuses(f"Bu2-{election}", "ruling.not_offered")
    assert all(one["status"] == "lapsed" and one["elections"] == [] for one in game.state["incidents"])


@pytest.mark.rule("E12", "R8.4")
def test_what_a_ruling_lets_reckon_late_may_end_the_game() -> None:
    """L-W25: A's 15 go, B's tierces count 6. In order: A's point 65, the tierces 83, B's sets 100, before A's lead."""
    game = to_100((60, 77), f"{QUINT} B.TH =21-17 Bu6-reckon-sDQJT-sCAKQ =5-23")
    assert_over(game, "B", {"A": 65, "B": 100})
    assert uncounted(game) == {"A": -1}


@pytest.mark.rule("E12", "R8.4", "R7.1")
def test_the_points_of_play_are_asked_in_the_order_in_which_their_cards_fell() -> None:
    """A: 89, the point that counts after all and the quart 98, AH 99, KH a hundred: the lead of QH does not count."""
    line = f"{REFUSED} B.TH A.KH B.7D A.QH =7-17"
    game = to_100((89, 60), f"{line} Au4-reckon =11-17")
    assert_over(game, "A", {"A": 100, "B": 77})
    assert uncounted(game) == {"A": -1}
    short = to_100((87, 60), f"{line} Au4-reckon =12-17")
    assert short.phase == "play"


@pytest.mark.rule("E12", "R8.4", "R6.3")
def test_after_the_deal_the_cards_come_last() -> None:
    """A: 76 and 23 are 99. With the point the play makes 94, and the cards 104."""
    game = to_100((76, 60), f"{REFUSED} {PLAY_OF_P} =23-23")
    assert game.phase == "deal_over"
    game.does("Au4-reckon =28-23")
    assert_over(game, "A", {"A": 104, "B": 83})


@pytest.mark.rule("E12", "R8.4")
def test_a_ruling_after_the_deal_may_end_the_game_with_a_card_that_was_played_long_before() -> None:
    """B: 76 and 23. The tierces make 99 in hand, and AD, B's first capture, the hundred. A: 5 and six leads."""
    game = to_100((50, 76), f"{QUINT} {PLAY_OF_P} =39-23")
    assert game.phase == "deal_over"
    game.does("Bu6-reckon-sDQJT-sCAKQ =11-24")
    assert_over(game, "B", {"A": 61, "B": 100})


@pytest.mark.rule("K17", "R8.4", "LR1", "LR30")
def test_a_reckoning_out_of_time_ends_the_game_like_another() -> None:
    """B, 85, reckons five diamonds, and the tens after B's first card: 104, before A's lead. Nobody may object now."""
    line = "Ap0 As0 At0 A.AH =1-0 BrpDAQJT7 =1-5 B.TH"
    game = to_100((60, 85), f"{EXCHANGES_OF_P} {line} B@rtSTHTDTCT =0-19")
    assert_over(game, "B", {"A": 60, "B": 104})
    game.refuses(f"Au{game.number}-object", "ruling.not_offered")
    short = to_100((60, 80), f"{EXCHANGES_OF_P} {line} B@rtSTHTDTCT =1-19")
    assert short.after(f"Au{short.number}-object").score == (1, 5)


@pytest.mark.rule("K15", "R8.4", "LR30")
def test_a_claim_that_ends_the_game_is_not_corrected() -> None:
    """B, 75, reckons four tens and "four queens": 28, 103."""
    game = to_100((60, 75), f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH =10-0 B@rtSTHTDTCT-tSQHQDQCQ")
    assert_over(game, "B", {"A": 69, "B": 103})
    game.refuses("BartSTHTDTCT-tSQDQCQ", "amend.nothing")


@pytest.mark.rule("A5", "R8.4", "R5.11")
def test_while_a_category_is_open_again_nothing_decides() -> None:
    """A: 90, the point 95, the lead 96. The quart that was passed is called after all: 99, and the lead a hundred."""
    line = f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B}-sDQJT-sCAKQ =6-23"
    game = to_100((90, 60), f"{line} Aas4-A =6-23")
    assert game.phase == "reply"
    game.does("Bg =6-17")
    assert game.phase == "reckoning"
    game.does("ArsHAKQJ =10-17")
    assert_over(game, "A", {"A": 100, "B": 77})


@pytest.mark.rule("LR36", "K18b", "R8.2")
@pytest.mark.parametrize(("holdings", "score"), [("", "6-17"), ("-sHAKQJ", "10-17")])
def test_where_there_is_no_rubicon_elder_objects_and_reckons_as_elder_likes(holdings: str, score: str) -> None:
    """A reckoned H AKQJ8 and passed sequences; B's two tierces are barred."""
    game = to_100((60, 60), f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B}-sDQJT-sCAKQ =6-23")
    game.does(f"Au{game.number}-object{holdings} ={score}")


@pytest.mark.rule("LR36", "K18b")
@pytest.mark.parametrize(("holdings", "score"), [("", "13-0"), ("-tSAHADACA", "27-0"), ("-pSAKQ-tSAHADACA", "60-0")])
def test_elder_objects_in_two_categories_at_once(holdings: str, score: str) -> None:
    """A's tierces, 12, show S AKQ and four aces, which bar B's point and knaves. 3, 12, 14 and a lead make a pique."""
    hands = "SAKQT7HAKQDAKQCA_SJ98HJ98DJ98CJ98_KCQC7CTCTHTD7H7D"
    game = to_100((60, 60), "AxST7 BxC9 Ap0 As3-A Bg Ar At0 A.AS =13-0 BrpSJ98-tSJHJDJCJ =13-17", hands)
    game.does(f"Au{game.number}-object{holdings} ={score}")


@pytest.mark.rule("K18b", "R5.2")
def test_what_elder_called_too_low_bars_nothing_that_is_better() -> None:
    """A's point shows a tierce to the ace, but A called another one, to the nine, and B has one to the king."""
    hands = "SJ987HAKQ87D8CQJ_SAQTDAKQJ7CK987_KSJHTH9HTD9DACTC"
    game = to_100((60, 60), "AxCJ BxCK Ap5 Bg ArpHAKQ87 As3-9 Bn At0 A.AH BrsDKQJ =6-3", hands)
    assert game.state["incidents"] == []


@pytest.mark.rule("E3", "LR2", "R8.4")
def test_the_carte_blanche_of_who_reckons_nothing_counts_towards_the_target() -> None:
    """B, 90, shows ten, which are never forfeited and come first: a hundred, once B has reckoned."""
    blank = "SAKQJHAKQJDAKQCA_ST987HT98DT98C98_7HKCQCJCTC7CJD7D"
    game = to_100((60, 90), "Bi-peeked-1 AxSJHJDQ Bb =0-10 Au1-enforce =0-10", blank)
    game.does("BxS7 Ap0 As0 At0 A.AS =1-10 Br0 =0-10")
    assert_over(game, "B", {"A": 60, "B": 100})


@pytest.mark.rule("R8.4", "LR30", "E12")
def test_a_game_that_ends_with_the_deal_may_be_decided_otherwise_by_a_ruling() -> None:
    """`end_of_deal`: A ends with 118, B with 103; B's penalty leaves 80. LR30 speaks of games that end at once."""
    game = LawGame({"state": at(90, 80, target_stop="end_of_deal").state, "events": []})
    game = LawGame.deal(P, None, after=game).does(f"Bi-peeked-1 {EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P} ")
    game.does(f"{PLAY_OF_P} =28-23")
    assert game.state["partie"]["result"]["totals"] == {"A": 118, "B": 103}
    game.does("Au1-enforce =28-0")
    assert game.state["partie"]["result"]["totals"] == {"A": 118, "B": 80}


@pytest.mark.rule("E12", "R7.3", "R8.4")
def test_a_pique_by_a_ruling_counts_with_the_point_that_makes_thirty() -> None:
    """Deal Q: 29 in hand, and AS makes thirty: 45 + 30 + 30 is beyond a hundred, once B's tierce is struck."""
    line = f"{EXCHANGES_OF_Q} Ap5 B@n As5-A Bg Ar At4-A Bg Ar A.AS B@rsHT98 =30-3 B.8D A.KS =31-3"
    game = to_100((45, 60), f"{line} Au12-object =60-0", Q)
    assert_over(game, "A", {"A": 105, "B": 60})
    assert uncounted(game) == {"A": -1}


@pytest.mark.rule("E12", "R7.3", "R8.4")
def test_a_pique_by_a_ruling_may_count_with_a_later_lead() -> None:
    """A: 41, aces and kings 69, AS 70, KS 71, which makes thirty: 101 once B's knaves are struck."""
    hands = "SAKQT7HAKQDAKQCA_SJ98HJ98DJ98CJ98_KCQC7CTCTHTD7H7D"
    line = "AxST7 BxC9 Ap3 B@n As0 At4-A Bg ArtSAHADACA-tSKHKDKCK A.AS B@rtSJHJDJCJ =29-14 B.8S A.KS =30-14"
    game = to_100((41, 60), line, hands)
    game.does(f"Au{game.number - 2}-object =60-0")
    assert_over(game, "A", {"A": 101, "B": 60})


@pytest.mark.rule("E3", "E12", "R8.4")
def test_who_reckons_nothing_has_nothing_in_the_order_of_reckoning() -> None:
    """A: 90, 9 in hand and the lead are a hundred. Of B's 17 in sets nothing counts, and nothing is uncounted."""
    line = f"Bi-peeked-1 Au1-enforce {EXCHANGES_OF_P} {CALLS_OF_P} A.AH =10-0 {SETS_OF_B} =10-0"
    game = to_100((90, 60), line)
    assert_over(game, "A", {"A": 100, "B": 60})
    assert uncounted(game) == {}


@pytest.mark.rule("A4", "L52", "R8.4")
def test_elder_does_not_lead_again_where_the_corrected_list_ends_the_game() -> None:
    """B: 85 and "four queens" are 99. Mended to four tens and three queens: 102, and A's lead is not reached."""
    game = to_100((60, 85), f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSQHQDQCQ =10-14")
    game.does("BartSTHTDTCT-tSQDQCQ =9-17")
    assert_over(game, "B", {"A": 69, "B": 102})
    assert game.state["to_act"] is None
    game.refuses(f"Au{game.number}-relead")


# -- the rubicon, where no target ends the game


@pytest.mark.rule("LR36", "K18b", "R8.2")
@pytest.mark.parametrize(("total", "effects"), [(93, ["E4", "E5", "E12"]), (94, ["E4", "E12"])])
def test_below_the_rubicon_elder_reckons_with_the_objection(total: int, effects: list[str]) -> None:
    """With the point and the lead, 6, A has 99 or a hundred. The point shows a tierce, and A passes sequences."""
    standing = LawGame({"state": at(total, 60, target=None).state, "events": []})
    hands = "SJ97HAKQ87DJ8CQJ_SAQT8DAKQ7CK987_KSJHTH9HTD9DACTC"
    game = LawGame.deal(hands, None, after=standing)
    game.does("AxS7 BxCK Ap5 Bg ArpHAKQ87 As0 At0 A.AH =6-0 BrsDAKQ =6-3")
    (election,) = game.ruling(9, "implied")["elections"]
    assert (election["election"], election["effects"]) == ("object", effects)
