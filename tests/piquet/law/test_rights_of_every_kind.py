"""Whose right is what, by which law and until when: for each kind that a played deal may have."""

import pytest

from service.piquet.legal_actions import RulingOption
from tests.helpers.entered_deals import dealt, enter, entered, rights
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
RUN = f"{RECKONED} B.TH A.KH A@.QH A@.JH"
#: B reckons four queens and holds three, beside four tens: a misnomer, since another quatorze is held.
QUEENS = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSTHTDTCT-tSQHQDQCQ"


@pytest.mark.rule("L10", "L11", "L12", "L16", "K1", "K2")
@pytest.mark.parametrize(
    ("deal", "wrong_dealer", "offered"),
    [
        # K1a (L10): elder, while no hand is taken up. K1c (L11): elder, until a card is taken.
        (P_13_11_8, "", ["A0 misdeal L10 rectify+redeal+stand untouched", "A0 misdeal L11 redeal+stand taken"]),
        # K1b (L12): both, and they have no choice.
        (
            P_12_11_9,
            "",
            [
                "A0 misdeal L10 rectify+redeal+stand untouched",
                "A0 misdeal L12 redeal next_deal",
                "B0 misdeal L12 redeal next_deal",
            ],
        ),
        # K2 (L16): both, before the first entry.
        ("", "A", ["A0 deal_out_of_turn L16 void untouched", "B0 deal_out_of_turn L16 void untouched"]),
    ],
)
def test_in_a_wrong_deal(deal: str, wrong_dealer: str, offered: list[str]) -> None:
    game = dealt(deal, wrong_dealer=wrong_dealer) if deal else dealt(wrong_dealer=wrong_dealer)
    assert sorted(rights(game)) == offered


@pytest.mark.rule("K3", "K4", "K7", "K8", "K9", "K10", "K11", "K12", "K15", "K16", "K17", "K18", "K19", "K20", "K21")
@pytest.mark.rule("K22", "K23", "K26", "K29")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        # K3 (L13): a card of elder's, then one of the dealer's own.
        ("Bi-exposed-HJ", ["A1 exposed L13 redeal+stand taken"]),
        ("Bi-exposed-DA", []),
        # K4 (L14): both, no choice.
        ("Ai-faced-pack", ["A1 faced L14 redeal next_call", "B1 faced L14 redeal next_call"]),
        # K7 i (L28, L29): the adversary may have a fresh deal before they take up a card. K26: thirteen cards.
        (
            "A@xSKD98C87-k123456",
            ["B1 long_hand L58 enforce+waive next_deal", "B1 wrong_exchange L28 redeal+enforce+waive own_take"],
        ),
        (
            "A@xSKD98C87-k123456 BxS7",
            ["B1 long_hand L58 enforce+waive next_deal", "B1 wrong_exchange L28 enforce+waive next_deal"],
        ),
        ("B@xS7-k1", ["A1 wrong_exchange L29 redeal+enforce+waive own_take"]),
        # ii (L27): taken up, not mixed. iii (L31, L35): more than discarded. iv (L30): nobody.
        ("A@xSKD98C87-k123456-m12345", ["B1 wrong_exchange L27 enforce+waive next_deal"]),
        (
            "AxSKD98C87 B@xS7H9-k678",
            ["A2 long_hand L58 enforce+waive next_deal", "A2 wrong_exchange L31 enforce+waive next_deal"],
        ),
        ("AxSKD98C87 B@xS7H9-k6", []),
        # K8 (L25), K9 (L26, and L37 once elder has led), K10 (L27, L33), K11 (L32).
        (
            "AxSKD98C87 Ai-recovered-SK",
            ["B2 long_hand L58 enforce+waive next_deal", "B2 recovered L25 enforce+waive next_deal"],
        ),
        ("AxSKD98C87 Ai-buried-DK", []),
        (f"{LEFT_BY_B} Bi-buried-D7 Ap0 As0 At0 A.AH", ["A3 buried L37 inspect deal_over"]),
        ("Bi-peeked-1", ["A1 peeked L27 enforce+waive next_deal"]),
        ("AxSKD98C8 Ai-peeked-5-together", ["B2 peeked L33 enforce+waive next_deal"]),
        ("AxSKD98C8 Ai-undeclared", ["B2 undeclared L32 alter own_take"]),
        # K12 (L36): younger looks before elder has led.
        (f"{LEFT_BY_B} B@ly", ["A3 looked L36 inspect deal_over"]),
        # K22 (L59 I): nobody. K29 (LR25): the other, at once.
        ("Ai-dropped-SA", []),
        ("Ai-offer-redeal", ["B1 offer LR25 accept next_entry"]),
    ],
)
def test_before_the_first_card_is_answered(line: str, offered: list[str]) -> None:
    ruled = [each for each in rights(entered(line)) if "amend" not in each]
    assert sorted(ruled) == offered


@pytest.mark.rule("K15", "K16", "K17", "K19", "K20", "K21", "K23")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        # K15: nothing of younger's until A4 is past; then elder.
        (QUEENS, []),
        (f"{QUEENS} B.TH", ["A12 false_claim L53 reckon next_deal"]),
        # K16: elder, whose point was refused by a shorter one.
        (
            f"{EXCHANGES_OF_P} Ap5-49 B@n As4-A Bg Ar At3-J Bn A.AH {SETS_OF_B} B.TH",
            ["A4 false_reply L46 reckon next_deal"],
        ),
        # K17 (L56): younger reckons a point though elder's was good.
        (RECKONED.replace(SETS_OF_B, f"B@{SETS_OF_B[1:]}-pDAQJT7"), ["A12 undue_reckoning L56 object next_deal"]),
        # K19 (L59 IV): both, no choice. K20 (L59 III): both, until it is answered.
        (
            f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC",
            ["A23 revoke L59 replay next_deal", "B23 revoke L59 replay next_deal"],
        ),
        (
            f"{RECKONED} B.TH B@.AC",
            ["A14 lead_out_of_turn L59 withdraw answered", "B14 lead_out_of_turn L59 withdraw answered"],
        ),
        # K21 (L59 II): who put down one card too many. K23 (L59 V): who asked, once they have played.
        (f"{RUN} B.7D B.TD B.JD B@.QD", ["B20 overplayed L59 replay next_deal"]),
        (f"{RECKONED} Ai-misinformed-point-1 B.TH", ["B13 misinformed L59 replay next_deal"]),
        (f"{RECKONED} Ai-misinformed-point-4 B.TH", []),
    ],
)
def test_in_play(line: str, offered: list[str]) -> None:
    ruled = [each for each in rights(entered(line)) if "amend" not in each]
    assert sorted(ruled) == offered


@pytest.mark.rule("A1", "A2", "A3", "A4", "A5", "A6", "L50", "L51", "L52", "L56", "L59")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        # A1: before the reply, another call or a pass. A2: younger holds five diamonds. So may a false reply be.
        (f"{EXCHANGES_OF_P} Ap4", ["A amend L50 call", "A amend L50 pass"]),
        (f"{EXCHANGES_OF_P} Ap4 Bg", ["B amend L51 reply"]),
        (f"{EXCHANGES_OF_P} Ap5-49 B@n", ["B amend L51 reply"]),
        # A3: a false call that was allowed, until younger's first card.
        (f"{POINT_OF_P} A@s5-A Bg Ar At3-J Bn A.AH", ["A amend L52 call", "A amend L52 pass"]),
        (f"{POINT_OF_P} A@s5-A Bg Ar At3-J Bn A.AH {SETS_OF_B} B.TH", []),
        # A4: another list.
        (QUEENS, ["B amend L52 reckon"]),
        # A5: what elder omitted, or passed.
        (f"{EXCHANGES_OF_P} Ap4 Bg ArpHAKQJ As0", ["A amend L56 call"]),
        (PASSED, ["A amend L56 call", "A amend L56 call", "A amend L56 call"]),
        (f"{PASSED} Br0 B.TH", []),
        # A6: the last card of a run.
        (RUN, ["A amend L59 play"]),
    ],
)
def test_what_may_be_corrected(line: str, offered: list[str]) -> None:
    assert sorted(each for each in rights(entered(line)) if "amend" in each) == offered


@pytest.mark.rule("L52", "K15", "A4")
def test_after_a4_elder_alone_elects() -> None:
    """A4: `relead` and `forgo` are elder's only options, and the account goes on after either."""
    game = entered(f"{QUEENS} BartSTHTDTCT-tSQDQCQ")
    (only,) = game.options()
    assert isinstance(only, RulingOption)
    assert rights(game)[0] == "A12 false_claim L52 relead+forgo next_entry"
    enter(game, "Au12-forgo B.TH")
    assert (game.state.to_act, len(game.state.tricks)) == (0, 1)
