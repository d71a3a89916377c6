"""Each row in which the codes of law differ changes a ruling from facts."""

from typing import Any

import pytest

from service.piquet.rulesets.parameters import LAW_ROWS
from tests.helpers.rulings import FALSE_CLAIM, offers, ruled, told

Json = Any

BOTH = ["elder", "younger"]
MIXED = {"discarded": 5, "taken": [1, 2, 3, 4, 5, 6], "mixed": [1, 2, 3, 4, 5, 6], "leaves": 0}
ENFORCE = {"enforce": "E3 E12", "waive": ""}
FALSE = {"enforce": "E3 E5 E12", "waive": "E4 E5 E12"}
LATE = {"reckon": "E4 E5 E12"}

# Row, the code that it is taken from instead, kind and facts; then status and effects by election, before and after.
Expected = tuple[str, dict[str, str]]
MATTERS: list[tuple[str, str, str, dict[str, Json], Expected, Expected]] = [
    (
        "wrong_pack",
        "au-cent",
        "pack",
        {"taken_up": True, "deal_complete": False},
        ("lapsed", {}),
        ("open", {"redeal": "E1"}),
    ),
    (
        "one_card_wrong",
        "au-cent",
        "misdeal",
        {"dealt": [11, 13, 8], "taken_up": BOTH, "stock": "touched", "cards": 11},
        ("open", {"redeal": "E1", "stand": "E11"}),
        ("lapsed", {}),
    ),
    (
        "many_wrong",
        "hoyle",
        "misdeal",
        {"dealt": [13, 10, 9], "taken_up": BOTH, "stock": "untouched"},
        ("open", {"redeal": "E1"}),
        ("open", {"redeal": "E1", "stand": "E7"}),
    ),
    (
        "faced",
        "hoyle",
        "faced",
        {"where": "stock", "exchanged": [], "faced": 1, "bottom": True},
        ("open", {"redeal": "E1"}),
        ("harmless", {}),
    ),
    (
        "faced",
        "old",
        "faced",
        {"where": "pack", "exchanged": [], "faced": 1, "bottom": False},
        ("open", {"redeal": "E1"}),
        ("harmless", {}),
    ),
    ("discard_final", "hoyle", "recovered", {"side": "elder", "stock": "touched"}, ("none", {}), ("open", ENFORCE)),
    (
        "discard_final",
        "au-cent",
        "recovered",
        {"side": "elder", "stock": "touched", "freed": False},
        ("none", {}),
        ("open", ENFORCE),
    ),
    (
        "stock_mixed",
        "old",
        "wrong_exchange",
        {"side": "elder", **MIXED},
        ("open", {"redeal": "E1", **ENFORCE}),
        ("open", ENFORCE),
    ),
    (
        "late_look",
        "au-cent",
        "looked",
        {"side": "elder"},
        ("open", {"inspect": "E9"}),
        ("open", {"inspect": "E9", "demand": "E8"}),
    ),
    ("late_look", "hoyle", "looked", {"side": "elder"}, ("open", {"inspect": "E9"}), ("ruled", {})),
    (
        "dealer_saw",
        "french",
        "dealer_saw",
        {"positions": [1]},
        ("open", ENFORCE),
        ("open", {"demand": "E8", "forgo": ""}),
    ),
    (
        "mend_call",
        "au-cent",
        "false_claim",
        {**FALSE_CLAIM, "mended": "before_reply"},
        ("amended", {}),
        ("open", FALSE),
    ),
    (
        "mend_reply",
        "old",
        "false_reply",
        {"mended": "before_first_card", "held": False},
        ("open", {"reckon": "E5 E12"}),
        ("amended", {}),
    ),
    (
        "mend_reply",
        "au-cent",
        "false_reply",
        {"mended": "before_next_call", "held": False},
        ("amended", {}),
        ("open", {"reckon": "E5 E12"}),
    ),
    (
        "mend_claim",
        "french",
        "false_claim",
        {**FALSE_CLAIM, "mended": "before_first_card"},
        ("amended", {}),
        ("open", FALSE),
    ),
    ("false_claim", "au-cent", "false_claim", FALSE_CLAIM, ("open", FALSE), ("open", LATE)),
    (
        "false_claim",
        "old",
        "false_claim",
        {**FALSE_CLAIM, "in_union": False, "same_value_held": True},
        ("open", {"reckon": "E4 E5 E12"}),
        ("open", FALSE),
    ),
    (
        "must_show",
        "au-cent",
        "not_reckoned",
        {"side": "elder", "omitted": "showing", "category": "sequence", "first_card_played": True},
        ("none", {}),
        ("lapsed", {}),
    ),
    (
        "shown_bars",
        "hoyle",
        "implied",
        {"category": "sequence", "laid": "shown", "compared": "lower", "below_rubicon": False},
        ("open", {"object": "E4 E12"}),
        ("none", {}),
    ),
    (
        "shown_bars",
        "au-cent",
        "implied",
        {"category": "sequence", "laid": "reckoned", "compared": "lower", "below_rubicon": False},
        ("open", {"object": "E4 E12"}),
        ("none", {}),
    ),
    (
        "shown_bars",
        "old",
        "implied",
        {"category": "set", "laid": "shown", "compared": "lower", "below_rubicon": False},
        ("open", {"object": "E4 E12"}),
        ("none", {}),
    ),
    (
        "false_refusal",
        "au-cent",
        "false_reply",
        {"mended": "never", "held": True, "first_card_played": True, "reckoned": True, "shown": False},
        ("none", {}),
        ("open", {"reckon": "E5 E12"}),
    ),
    (
        "omitted",
        "hoyle",
        "undue_reckoning",
        {"side": "elder", "reason": "too_late", "first_card_played": False, "elder_led": True},
        ("none", {}),
        ("open", {"object": "E4 E12"}),
    ),
    (
        "count_errors",
        "au-cent",
        "miscounted",
        {"proved": True, "bonus": False, "next_hand_seen": True, "game_over": False},
        ("lapsed", {}),
        ("open", {}),
    ),
    (
        "count_errors",
        "old",
        "miscounted",
        {"proved": True, "bonus": True, "next_hand_seen": False, "shuffled": True},
        ("open", {}),
        ("lapsed", {}),
    ),
    (
        "out_of_turn",
        "old",
        "deal_out_of_turn",
        {"deal": 1, "taken_up": ["elder"], "noticed": "elder"},
        ("lapsed", {}),
        ("open", {"void": "E2"}),
    ),
]


def answer(ruling: Json) -> Expected:
    return ruling["status"], {name: effects for name, (effects, _) in offers(ruling).items()}


def overridden(row: str, code: str, base: str = "portland") -> Json:
    return {"name": base, "overrides": {f"law_{row}": code}}


@pytest.mark.parametrize(("row", "code", "kind", "facts", "before", "after"), MATTERS)
def test_a_row_changes_a_ruling(
    row: str, code: str, kind: str, facts: dict[str, Json], before: Expected, after: Expected
) -> None:
    assert answer(ruled(kind, **facts)) == before
    assert answer(ruled(kind, overridden(row, code), **facts)) == after


# ---------------------------------------------------------------- rows that need more than a comparison


def test_cards_exposed_in_the_cut() -> None:
    facts = {"when": "for_deal", "cards": 2, "pack_incorrect": False}
    assert ruled("cut", **facts)["finding"] == "again"
    assert ruled("cut", overridden("cut_exposed", "au-cent"), **facts)["finding"] == "lowest_counts"


def test_no_remedy_for_a_deal_out_of_turn() -> None:
    # AC: void only if the dealer has not taken up their hand; then nothing follows.
    facts = {"deal": 1, "taken_up": BOTH}
    assert ruled("deal_out_of_turn", **facts)["finding"] == "two_deals"
    assert ruled("deal_out_of_turn", overridden("out_of_turn", "au-cent"), **facts)["finding"] is None


@pytest.mark.parametrize(
    ("row", "dealt", "portland", "au_cent"),
    [
        # AC: elder may take none and leaves three at least; younger may discard none: none for one.
        ("stand_13", [13, 11, 8], [(1, 2), (5, 6)], [(0, 1), (5, 6)]),
        # AC: elder discards one at least.
        ("stand_11", [11, 13, 8], [(1, 0), (5, 4)], [(2, 1), (5, 4)]),
        # AC: elder leaves three of seven at least.
        ("stand_7", [12, 13, 7], [(1, 1), (5, 5)], [(1, 1), (4, 4)]),
    ],
)
def test_how_a_wrong_deal_is_played_on(
    row: str, dealt: list[int], portland: list[tuple[int, int]], au_cent: list[tuple[int, int]]
) -> None:
    facts = {"dealt": dealt, "taken_up": BOTH, "stock": "untouched"}
    for ruleset, expected in (("portland", portland), (overridden(row, "au-cent"), au_cent)):
        rows = told(ruled("misdeal", ruleset, **facts), "exchanges")
        first_and_last = [(each["elder_takes"], each["elder_discards"]) for each in (rows[0], rows[-1])]
        assert first_and_last == expected


@pytest.mark.parametrize(
    ("row", "code", "side", "kind", "facts"),
    [
        ("stock_shown", "au-cent", "younger", "peeked", {"positions": [1], "leaves": 0}),
        ("stock_mixed", "au-cent", "younger", "wrong_exchange", {**MIXED, "discarded": 3}),
        ("stock_mixed", "hoyle", "elder", "wrong_exchange", MIXED),
    ],
)
def test_penalties_that_cost_the_game(row: str, code: str, side: str, kind: str, facts: dict[str, Json]) -> None:
    # L-W38: where games are played, E10.
    game = {"name": "french", "overrides": {f"law_{row}": code}}
    known = {"side": side, "exchanged": True} if kind == "peeked" else {"side": side, "elder_began": False}
    assert answer(ruled(kind, "french", **known, **facts))[1]["enforce"] == "E3 E12"
    assert answer(ruled(kind, game, **known, **facts))[1]["enforce"] == "E10"


def test_younger_under_hoyle_loses_the_game_only_for_five_cards() -> None:
    # HO 10: who takes five cards although elder did not leave two.
    game = {"name": "french", "overrides": {"law_stock_mixed": "hoyle"}}
    known = {"side": "younger", "discarded": 5, "leaves": 1, "elder_began": False}
    five = ruled("wrong_exchange", game, **known, taken=[4, 5, 6, 7, 8], mixed=[4, 5, 6, 7, 8])
    assert answer(five)[1]["enforce"] == "E10"
    taken_and_not_all_mixed = ruled("wrong_exchange", game, **known, taken=[4, 5, 6, 7, 8], mixed=[4])
    assert answer(taken_and_not_all_mixed)[1]["enforce"] == "E10"
    four = ruled("wrong_exchange", game, **known, taken=[4, 5, 6, 7], mixed=[4, 5, 6, 7])
    assert answer(four)[1]["enforce"] == "E3 E12"


@pytest.mark.parametrize("code", ["hoyle", "french", "old"])
def test_short_hands(code: str) -> None:
    facts = {"side": "elder", "cards": 11, "cause": "exchange"}
    sentences = {
        ruled("long_hand", ruleset, **facts)["unraised"] for ruleset in ("portland", overridden("short_hand", code))
    }
    assert len(sentences) == 2


def test_long_hands_have_the_same_penalty_under_every_code() -> None:
    # E3 throughout; the ruling says which code has it.
    facts = {"side": "elder", "cards": 13, "cause": "exchange"}
    portland, hoyle = ruled("long_hand", **facts), ruled("long_hand", overridden("long_hand", "hoyle"), **facts)
    assert answer(portland) == answer(hoyle) == ("open", ENFORCE)
    assert told(portland, "law_long_hand")["code"] == "portland"
    assert told(hoyle, "law_long_hand")["code"] == "hoyle"


def test_every_row_is_here() -> None:
    elsewhere = {"cut_exposed", "stand_13", "stand_11", "stand_7", "stock_shown", "short_hand", "long_hand"}
    assert {row for row, *_ in MATTERS} | elsewhere == LAW_ROWS.keys()


def test_without_a_law_there_is_no_irregularity() -> None:
    ruling = ruled("exposed", {"name": "portland", "overrides": {"law": "none"}}, owner="elder")
    assert (ruling["status"], ruling["law"], ruling["elections"], ruling["needs"]) == ("none", None, [], [])
