"""The recount itself against the worked examples of the law: no service takes part."""

from typing import Any

import pytest

from tests.helpers.law_game import (
    CALLS_OF_P,
    CLUBS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    P_13_11_8,
    PLAY_OF_P,
    POINT_OF_P,
    RECKONING_OF_P,
    REGULAR_P,
    SETS_OF_B,
    SPADES_OF_P,
    P,
    Q,
)
from tests.helpers.law_notation import act, row_of, set_of
from tests.reference.law import Recount

CLUBS_WITHOUT_9C = "A.KD B.AD B.AC A.JC B.KC A.8S B.QC A.9S B.TC A.JS"
POINT_AND_SETS = "BrpDAQJT7-tSTHTDTCT-tSQDQCQ"
SAID = f"{CALLS_OF_P} {RECKONING_OF_P}"
RECKONED = f"{EXCHANGES_OF_P} {SAID}"
QUINT = f"{POINT_OF_P} A@s5-A Bg ArsHAKQJT =20-0"
LED_AND_RECKONED = f"{KNAVES_AND_LEAD} {SETS_OF_B}"
WITH_THIRTEEN = f"B.TH A.KH B.7H A.QH B.TD A.JH B.JD A.8H B.QD {CLUBS_OF_P} {SPADES_OF_P} =28-23"
QUINT_AND_ACES = "As5-A Bg ArsSAKQJT =15-0 At4-A Bg ArtSAHADACA =29-0 A.AS =30-0"
OVERPLAYED = "B.TH A.KH A@.QH A@.JH =11-17 B.7D B.TD B.JD =13-17 B@.QD A.8H B.TS A.KD B.AD =15-18"
TO_THE_REVOKE = f"{HEARTS_OF_P} A.KD B@.TC A.AS B.QS A.JS B.TS =17-17"

FOUR_QUEENS = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSTHTDTCT-tSQHQDQCQ"
FALSE_TIERCE = f"{POINT_OF_P} As4-A Bg A@rsHAKQJ-sC987 =12-0"
MISINFORMED = "B.TH A.KH B.7D A.QH B.TD Ai-misinformed-point-1 A.JH B.JD A.8H B.QD =14-17"

EXAMPLES = {
    "regular": (P, REGULAR_P + " =28-23"),
    "L-W7": (P_13_11_8, "A@xSKD98C87 BxS7H9 Bu1-enforce Ap5-49 Bg ArpHAKQJ8 =0-0 As0 At0 A.AH =0-0 BrtSQDQCQ =0-3"),
    "L-W10": (
        P,
        f"AxSKD98C87 Ai-buried-C9 BxS7H97 {SAID} {HEARTS_OF_P} {CLUBS_WITHOUT_9C} B.QS A.AS =16-25",
    ),
    "L-W11": (
        P,
        f"AxSKD98C87 B@xS7H97-k67 {SAID} B.TH A.KH B.TD A.QH B.JD A.JH B.QD A.8H B.TS {CLUBS_OF_P} B.QS A.AS =28-23",
    ),
    "L-W12": (P, f"AxSKD98C87 B@xS7H9-k678 {SAID} {WITH_THIRTEEN} Au2-enforce =28-0"),
    "L-W13": (P, f"AxSKD98C87 B@xS7H9-k678 {SAID} {WITH_THIRTEEN} Au2-waive =28-23"),
    "L-W16": (P, f"AxSKD98C87 Ai-peeked-6 BxS7H97 {SAID} {PLAY_OF_P} =28-23 Bu2-enforce =0-23"),
    "L-W19": (
        P,
        f"{EXCHANGES_OF_P} A@s4-A Bg ArsHAKQJ =4-0 {KNAVES_AND_LEAD} {POINT_AND_SETS} =5-22 {PLAY_OF_P} =23-28",
    ),
    "L-W21": (P, f"{POINT_OF_P} As4-A Bg ArsHAKQJ At3-J Bg ArtSJHJCJ =12-0 Ban =9-0"),
    "L-W22": (P, f"{QUINT} {LED_AND_RECKONED} =21-17 Aas4-A =6-17 Bg ArsHAKQJ =10-17"),
    "K15, one claim": (
        P,
        f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSQHQDQCQ B@rtSQHQDQCQ =10-28 B.TH A.KH Au12-reckon =11-14",
    ),
    "L-W23": (P, f"{FOUR_QUEENS} =10-28 BartSTHTDTCT-tSQDQCQ =10-17 Au14-relead =9-17"),
    "L-W24": (P, f"{POINT_OF_P} A@s4-K Bg ArsHAKQJ =9-0 {LED_AND_RECKONED} B.TH =10-17 Bu6-reckon =10-17"),
    "L-W25": (P, f"{QUINT} {LED_AND_RECKONED} B.TH =21-17 Bu6-reckon-sDQJT-sCAKQ =6-23"),
    "L-W26": (
        P,
        f"{FALSE_TIERCE} {LED_AND_RECKONED} {PLAY_OF_P} =31-23 Bu8-enforce =0-23",
    ),
    "L-W27": (
        Q,
        f"{EXCHANGES_OF_Q} Ap5 B@n {QUINT_AND_ACES} B@rpHKQT987 =30-6 B.8D =30-6 Au12-enforce-pSAKQJT =95-0",
    ),
    "L-W28": (
        Q,
        f"AxS98DT9CQ B@xS7D7-k678 Ap5 Bn {QUINT_AND_ACES} BrpHKQT987 =30-6 Au2-enforce =30-0 B.8D =30-0",
    ),
    "L-W29": (Q, f"{EXCHANGES_OF_Q} Ap5 B@n {QUINT_AND_ACES} B.8D =60-0 Au4-reckon-pSAKQJT =95-0"),
    "L-W31": (P, f"{POINT_OF_P} As0 {LED_AND_RECKONED}-sDQJT-sCAKQ =6-23 Aas4-A Bg ArsHAKQJ =10-17"),
    "L-W32": (P, f"{RECKONED} {TO_THE_REVOKE} Au23-replay =15-17 B.AD =15-18"),
    "L-W33": (P, f"{RECKONED} {HEARTS_OF_P} B@.AC =14-18 Au22-withdraw =14-17"),
    "L-W34": (P, f"{RECKONED} {OVERPLAYED} Bu20-replay-7D =13-17 A.8H =14-17"),
    "L-W35": (
        P,
        f"{RECKONED} {MISINFORMED} Bu18-replay =13-17",
    ),
}


#: P's cards, to 100 points; A has 90, so that A's lead brings the hundredth (5 + 4 + 1).
TO_100 = {"name": "portland", "overrides": {"target": 100}}
NINETY = {"A": 90, "B": 60}
ZEROS = {"A": 0, "B": 0}


def counted(line: str, ruleset: Any = "portland", before: dict[str, int] = ZEROS, deal: str = P) -> Recount:
    """The recount of a deal after these acts; `=5-0` claims its score."""
    hand_a, hand_b, talon = deal.split("_")
    dealt = {"hands": {"A": set_of(hand_a), "B": set_of(hand_b)}, "talon": row_of(talon)}
    recount = Recount(dealt, "B", ruleset, before=before)
    for word in line.split():
        if word.startswith("="):
            assert "{A}-{B}".format(**recount.score) == word[1:], (word, line)
        else:
            recount.do(act(word))
    return recount


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_recount_has_the_scores_of_the_worked_examples(name: str) -> None:
    deal, line = EXAMPLES[name]
    assert " =" in line
    counted(line, deal=deal)


@pytest.mark.rule("R8.4")
def test_the_hands_and_the_first_lead_decide_once_younger_has_reckoned() -> None:
    before_younger = counted(f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH", TO_100, NINETY)
    assert before_younger.reached is None
    assert before_younger.score == {"A": 10, "B": 0}

    decided = counted(RECKONED, TO_100, NINETY)
    assert decided.reached == {"A": 10, "B": 17}


@pytest.mark.rule("R8.4")
def test_a_point_of_play_decides_and_nothing_after_it_counts() -> None:
    decided = counted(f"{RECKONED} {HEARTS_OF_P}", TO_100, {"A": 89, "B": 60})
    assert decided.reached == {"A": 11, "B": 17}  # AH TH, KH: the second lead
    assert decided.play.tricks == [("A", ["AH", "TH"], "A"), ("A", ["KH"], None)]


@pytest.mark.rule("LR30")
def test_a_ruling_does_not_open_a_game_that_the_target_ended() -> None:
    in_time = counted(f"AxSKD98C87 Ai-peeked-6 BxS7H97 {CALLS_OF_P} A.AH Bu2-enforce", TO_100, NINETY)
    assert in_time.score == {"A": 0, "B": 0}  # younger has not reckoned, and the game is not over

    over = counted(f"AxSKD98C87 Ai-peeked-6 BxS7H97 {SAID} Bu2-enforce", TO_100, NINETY)
    assert over.score == {"A": 10, "B": 17}


@pytest.mark.rule("E12", "R8.4")
def test_a_late_reckoning_may_reach_the_target() -> None:
    line = f"{QUINT} {LED_AND_RECKONED} B.TH"  # L-W25: the quint was impossible, and the tierces count: 6-23
    assert counted(line, TO_100, {"A": 60, "B": 77}).reached is None
    decided = counted(f"{line} Bu6-reckon-sDQJT-sCAKQ", TO_100, {"A": 60, "B": 77})
    assert decided.reached == {"A": 5, "B": 23}  # point 5, sequences 6, sets 17; A's lead comes after them


@pytest.mark.rule("E5", "LR1", "R5.8")
def test_elder_whose_false_call_stands_is_held_to_it() -> None:
    """A holds five hearts, calls four cards of 20, and B's five diamonds are better. The quart is not B's."""
    called = f"{EXCHANGES_OF_P} A@p4-20 Bn As0 At0 A.AH B@rpDAQJT7-sHAKQJ =1-9"
    recount = counted(f"{called} Au8-reckon-sHAKQJ-tSJHJCJ =8-5")
    assert recount.most_late == 4 + 3  # the quart, which is A's, and three knaves


@pytest.mark.rule("R5.3", "R7.6", "K16", "LR17")
def test_a_point_that_younger_asked_about_and_kept_back_saves_nothing() -> None:
    """Of six hearts KQT9 are better than 35, and due. 29 in hand and the lead; and with the call good 33 in hand."""
    deal = "SAKQJTHADA8CA987_HKQT987DKQ7CKQJ_9D7S9S8SJHJDTDTC"
    asked = "AxD8 BxD7 Ap4 Be Av35 Bn As5-A Bg ArsSAKQJT At4-A Bg ArtSAHADACA =29-0 A.AS =30-0 B@.7S =60-0"
    counted(f"{asked} Au14:false_reply-reckon-pCA987 =94-0", deal=deal)


@pytest.mark.rule("E4", "K17")
def test_what_was_struck_by_a_correction_may_be_reckoned_again() -> None:
    again = "Aap5-49 Bg A@rpHAKQJ8-pSAJ98 =9-0"  # one point is due, and the first was struck
    counted(f"{POINT_OF_P} {again} Bu8-object =5-0", {"name": "portland", "overrides": {"law_mend_call": "hoyle"}})


@pytest.mark.rule("E10")
@pytest.mark.parametrize(
    ("row", "code", "target", "lost"),
    [
        ("stock_mixed", "portland", 100, False),
        ("stock_mixed", "au-cent", 100, True),
        ("stock_mixed", "au-cent", None, False),
        ("stock_mixed", "hoyle", 100, True),
        ("stock_shown", "au-cent", 100, False),
    ],
)
def test_elder_who_mixes_a_card_of_youngers_loses_the_game_by_some_codes(
    row: str, code: str, target: int | None, lost: bool
) -> None:
    ruleset = {"name": "portland", "overrides": {"target": target, f"law_{row}": code}}
    recount = counted("A@xSKD98C87-k123456 Bu1-enforce", ruleset, {"A": 60, "B": 80})  # L-W14, L-W38
    assert (recount.lost == "A") is lost
    assert recount.forfeits == (set() if lost else {"A"})


@pytest.mark.rule("E10")
@pytest.mark.parametrize(
    ("code", "positions", "lost"),
    [("hoyle", "1234", False), ("hoyle", "12345", True), ("au-cent", "1", True), ("portland", "12345", False)],
)
def test_younger_who_mixes_elders_cards_loses_the_game_by_number(code: str, positions: str, lost: bool) -> None:
    ruleset = {"name": "portland", "overrides": {"target": 100, "law_stock_mixed": code}}
    recount = counted(f"B@xS7H97-k{positions} Au1-enforce", ruleset, NINETY)
    assert (recount.lost == "B") is lost
