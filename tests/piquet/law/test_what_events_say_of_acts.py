"""The events of acts of the law, each with the law or effect that it rests on."""

import pytest

from tests.helpers.entered_deals import dealt, enter, entered, told
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    HEARTS_OF_P,
    P_12_11_9,
    P_13_11_8,
    POINT_OF_P,
    RECKONED,
    SETS_OF_B,
)

LEFT_BY_B = "AxSKD98C87 BxS7H9"  # 7D stays in the talon
PASSED = f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH"
QUEENS = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSTHTDTCT-tSQHQDQCQ"
ANNULLED = "A annulled {0}, B annulled {0}"


@pytest.mark.rule("E1", "E2", "E3", "E4", "E6", "E8", "E9", "E10", "E11", "E12", "LR1", "LR25")
@pytest.mark.parametrize(
    ("name", "line", "act", "expected"),
    [
        # Reports name the law of what they report; what they show rests on E9.
        ("portland", "", "Bi-exposed-HJ", "B irregularity L13, A exposed E9"),
        ("portland", "", "Bi-exposed-S9", "B irregularity L13, - exposed E9"),
        ("portland", "", "Ai-dropped-SA", "A irregularity L59, A exposed E9"),
        ("portland", "", "Ai-faced-pack", "A irregularity L14"),
        ("portland", "", "Ai-pack", "A irregularity L15"),
        ("portland", "", "Ai-offer-redeal", "A irregularity LR25"),
        ("portland", "", "Bi-peeked-1", "B irregularity L27"),
        ("portland", "AxSKD98C8", "Ai-undeclared", "A irregularity L32"),
        ("portland", "AxSKD98C87", "Ai-recovered-SK", "A irregularity L25"),
        ("portland", "AxSKD98C87", "Ai-buried-DK", "A irregularity L26"),
        ("portland", LEFT_BY_B, "Bi-buried-D7", "B irregularity L37"),
        ("portland", RECKONED, "Ai-misinformed-point-1", "A irregularity L59"),
        ("french", "", "Bi-dealer_saw-1", "B irregularity LF1"),
        # E1: a fresh deal is told of both seats.
        ("portland", "Bi-exposed-HJ", "Au1-redeal", "A ruled L13, " + ANNULLED.format("L13")),
        ("portland", "Ai-pack", "Bu1-redeal", "B ruled L15, " + ANNULLED.format("L15")),
        ("portland", "Ai-faced-pack", "Bu1-redeal", "B ruled L14, " + ANNULLED.format("L14")),
        ("portland", "Ai-offer-redeal", "Bu1-accept", "B ruled LR25, " + ANNULLED.format("LR25")),
        # E3. What was not reported is told when it is raised. The deal has scored nothing so far.
        (
            "portland",
            "A@xSKD98C87-k123456",
            "Bu1:wrong_exchange-enforce",
            "A irregularity L28, B ruled L28, A forfeited L28",
        ),
        ("portland", "A@xSKD98C87-k123456", "Bu1:long_hand-waive", "A irregularity L58, B ruled L58"),
        ("portland", "Bi-peeked-1", "Au1-enforce", "A ruled L27, B forfeited L27"),
        # E10: where single games are played.
        (
            "au-cent",
            "A@xSKD98C87-k123456",
            "Bu1:wrong_exchange-enforce",
            "A irregularity L28, B ruled L28, A game_lost L28, B partie_ended R8.2",
        ),
        # E5: elder's call counts as good (LR17).
        (
            "portland",
            f"{EXCHANGES_OF_P} Ap5-49 B@n As4-A Bg Ar At3-J Bn A.AH {SETS_OF_B} B.TH",
            "Au4-reckon",
            "B irregularity L46, A ruled L46, A point R5.12",
        ),
        # E4: what was not due is struck, the point under K17 and the four queens under K15.
        (
            "portland",
            RECKONED.replace(SETS_OF_B, f"B@{SETS_OF_B[1:]}-pDAQJT7"),
            "Au12-object",
            "B irregularity L56, A ruled L56, B struck E4",
        ),
        # E6: the card goes back to the hand; nothing had been scored by it.
        (
            "portland",
            f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC",
            "Au23-replay",
            "B irregularity L59, A ruled L59, B taken_back E6",
        ),
        # E8, E9.
        ("french", "Bi-dealer_saw-1", "Au1-demand-S", "A ruled LF1, B suit_called LF1"),
        ("portland", f"{LEFT_BY_B} B@ly", "Au3-inspect", "B irregularity L36, A ruled L36, - exposed L36"),
        ("portland", f"{LEFT_BY_B} Bi-buried-D7 Ap0 As0 At0 A.AH", "Au3-inspect", "A ruled L37, B exposed L37"),
        # The exchange is told as ever: R4.3, and what is left by R4.4 or R4.5.
        ("portland", "", "A@xSKD98C87-k123456", "A exchanged R4.3"),
        ("portland", "", "A@xSKD98C8-k1234-l1", "A exchanged R4.3, A left R4.4"),
        ("portland", "AxSKD98C87", "B@xS7H9-k6", "B exchanged R4.3, B left R4.5"),
        # A1 to A6: the law of the correction, then what is said in its place.
        ("portland", f"{EXCHANGES_OF_P} Ap4", "Aap5-49", "A amended L50, A called R5.1"),
        ("portland", f"{EXCHANGES_OF_P} Ap4 Bg", "Ban", "B amended L51, B replied R5.2"),
        (
            "portland",
            f"{POINT_OF_P} A@s5-A Bg Ar",
            "Aas4-A",
            "A amended L52, A struck E4, A called R5.1",
        ),
        (
            "portland",
            QUEENS,
            "BartSTHTDTCT-tSQDQCQ",
            "B amended L52, B struck E4, B struck E4, B set R5.12, B set R5.12, B reckoned R5.11",
        ),
        ("portland", PASSED, "Aas4-A", "A amended L56, A called R5.1"),
        ("portland", f"{RECKONED} B.TH A.KH A@.QH A@.JH", "Aa.8H", "A amended L59"),
    ],
)
def test_the_events_of_an_act(name: str, line: str, act: str, expected: str) -> None:
    game = entered(line, name=name)
    before = len(game.events)
    assert ", ".join(told(enter(game, act).events[before:])) == expected


@pytest.mark.rule("E1", "E2", "E11", "L11", "L12", "L16", "L40")
@pytest.mark.parametrize(
    ("deal", "wrong_dealer", "acts", "expected"),
    [
        (P_13_11_8, "", "Au0-redeal", "A ruled L11, " + ANNULLED.format("L11")),
        (P_13_11_8, "", "Au0-rectify-untouched", "A ruled L10, " + ANNULLED.format("L10")),
        (P_13_11_8, "", "Au0-stand AxSKTD98C87", "A ruled L11, A exchanged R4.3"),
        (P_12_11_9, "", "Bu0-redeal", "B ruled L12, " + ANNULLED.format("L12")),
        ("", "A", "Bu0-void-untouched", "B ruled L16, B annulled L16, A annulled L16"),
    ],
)
def test_the_events_of_a_ruling_on_the_deal(deal: str, wrong_dealer: str, acts: str, expected: str) -> None:
    game = dealt(deal, wrong_dealer=wrong_dealer) if deal else dealt(wrong_dealer=wrong_dealer)
    assert ", ".join(told(enter(game, acts).events)) == expected


@pytest.mark.rule("R4.3", "R4.4", "R4.5", "R4.6")
def test_elder_s_second_exchange_rests_on_its_own_rule() -> None:
    """S3: elder has taken all five, and younger has left two of three."""
    events = told(entered("AxSKD98C87 BxS7 AxS8", name="french").events)
    assert events == ["A exchanged R4.3", "B exchanged R4.3", "B left R4.5", "A exchanged R4.6", "A left R4.4"]
