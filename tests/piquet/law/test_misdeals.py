"""Deals with wrong numbers of cards: what each code says of them, and how they are exchanged (K1, E11)."""

from typing import Any

import pytest

from service.piquet.law.decide import Ruling, ruling_on_facts
from service.piquet.rulesets.published import ruleset

BOTH = ("elder", "younger")
HOYLE = {"law_many_wrong": "hoyle", "law_one_card_wrong": "hoyle"}
PACK_36 = {"pack": 36, "elder_max": 8}

Dealt = tuple[int, int, int]
Bounds = tuple[int, int]


def misdeal(dealt: Dealt, name: str = "portland", **overrides: Any) -> Ruling:
    facts = {"dealt": dealt, "taken_up": BOTH, "stock": "untouched"}
    return ruling_on_facts(ruleset(name, overrides), "misdeal", facts)


def offered(ruling: Ruling) -> str:
    return " ".join(f"{each.election} {'+'.join(each.effects)}" for each in ruling.elections)


# ---------------------------------------------------------------- L11 and L12

FRESH, CHOICE, UNEQUAL = "redeal E1", "redeal E1 stand E11", "redeal E1 stand E7"


@pytest.mark.rule("L11", "L12", "LR37")
@pytest.mark.parametrize(
    ("dealt", "overrides", "law", "also", "elections"),
    [
        # L12: off by two, or one card too many in the talon; "old" is the same below fifteen cards in a hand.
        ((11, 12, 9), {}, "L12", (), FRESH),
        ((14, 11, 7), {}, "L12", (), FRESH),
        ((10, 14, 8), {}, "L12", (), FRESH),
        ((14, 10, 8), {"law_many_wrong": "old"}, "L12", (), FRESH),
        ((13, 11, 8), {"law_many_wrong": "old"}, "L11", ("L40",), CHOICE),
        # HO 5: more than thirteen cards in a hand, whoever's it is; thirteen are elder's choice.
        ((14, 11, 7), HOYLE, "L12", (), FRESH),
        ((10, 14, 8), HOYLE, "L12", (), FRESH),
        ((13, 13, 6), HOYLE, "L11", (), UNEQUAL),
        ((12, 13, 7), HOYLE, "L11", ("L43",), CHOICE),
        # HO 22: a card too few in elder's hand. There is no law for one too few in younger's.
        ((11, 12, 9), HOYLE, "L11", (), UNEQUAL),
        ((11, 11, 10), HOYLE, "L11", (), UNEQUAL),
        ((12, 11, 9), HOYLE, "L11", (), ""),
        # With 36 cards the talon has twelve: thirteen or fourteen cards there are in no hand.
        ((12, 11, 13), HOYLE | PACK_36, "L11", (), ""),
        ((11, 11, 14), HOYLE | PACK_36, "L11", (), UNEQUAL),
        ((12, 11, 13), PACK_36, "L12", (), FRESH),
    ],
)
def test_what_follows_from_the_numbers_dealt(
    dealt: Dealt, overrides: dict[str, Any], law: str, also: tuple[str, ...], elections: str
) -> None:
    ruling = misdeal(dealt, **overrides)
    assert (ruling.law, ruling.also, offered(ruling)) == (law, also, elections)
    assert ruling.status == ("open" if elections else "harmless")


@pytest.mark.rule("L11", "L39")
@pytest.mark.parametrize(
    ("code", "stock", "law"),
    [
        ("portland", "untouched", "L11"),
        ("portland", "touched", "L11"),
        ("portland", "taken", "L39"),
        ("au-cent", "untouched", "L11"),
        ("au-cent", "touched", "L39"),
        ("au-cent", "taken", "L39"),
        ("old", "touched", "L11"),
    ],
)
def test_until_when_elder_may_speak(code: str, stock: str, law: str) -> None:
    """Section 6: before taking up a card of the talon; under au cent before touching it."""
    facts = {"dealt": (13, 11, 8), "taken_up": BOTH, "stock": stock, "cards": 13}
    assert ruling_on_facts(ruleset("portland", {"law_one_card_wrong": code}), "misdeal", facts).law == law


@pytest.mark.rule("L39", "L57", "L58")
@pytest.mark.parametrize(
    ("facts", "status", "also", "elections"),
    [
        ({"cards": 13}, "open", ("L58",), "enforce E3+E12 waive "),
        ({"cards": 12}, "lapsed", ("L57",), ""),
        ({"cards": 11}, "lapsed", ("L57",), ""),
        # Ruled on by itself, the long hand leaves nothing more to elect.
        ({"cards": 13, "long_hand_apart": True}, "lapsed", ("L58",), ""),
        ({"cards": 13, "long_hand_apart": False}, "open", ("L58",), "enforce E3+E12 waive "),
    ],
)
def test_elder_who_says_nothing(facts: dict[str, Any], status: str, also: tuple[str, ...], elections: str) -> None:
    known = {"dealt": (13, 11, 8), "taken_up": BOTH, "stock": "taken"}
    ruling = ruling_on_facts(ruleset("portland"), "misdeal", known | facts)
    assert (ruling.law, ruling.status, ruling.also, offered(ruling)) == ("L39", status, also, elections)
    assert (ruling.offender, ruling.entitled) == ("elder", ("younger",) if elections else ())


# ---------------------------------------------------------------- E11

L40, L41, L42, L43 = (13, 11, 8), (13, 12, 7), (11, 13, 8), (12, 13, 7)


@pytest.mark.rule("E11", "L40", "L41", "L42", "L43")
@pytest.mark.parametrize(
    ("dealt", "name", "code", "elder", "fewest", "most"),
    [
        # Elder takes from so many to so many cards; when elder takes the fewest, younger takes so many; and the most.
        (L40, "portland", "portland", (1, 5), (1, 7), (1, 3)),
        (L41, "portland", "portland", (1, 5), (1, 6), (1, 2)),
        (L42, "portland", "portland", (1, 5), (1, 7), (1, 3)),
        (L43, "portland", "portland", (1, 5), (1, 6), (1, 2)),
        # AC, thirteen: elder may take none and leaves three; younger may discard none, so with eleven takes one.
        (L40, "portland", "au-cent", (0, 5), (1, 8), (1, 3)),
        (L41, "portland", "au-cent", (0, 4), (0, 7), (0, 3)),
        # AC, eleven: elder discards one, and so takes two; younger may take none. Seven: elder leaves three.
        (L42, "portland", "au-cent", (2, 5), (0, 6), (0, 3)),
        (L43, "portland", "au-cent", (1, 4), (0, 6), (0, 3)),
        # HO 5 and 22: one more discarded; elder leaves three. R51: one more discarded, and E11.
        (L40, "portland", "hoyle", (1, 5), (1, 7), (1, 3)),
        (L41, "portland", "hoyle", (1, 5), (1, 6), (1, 2)),
        (L42, "portland", "hoyle", (1, 5), (1, 7), (1, 3)),
        (L40, "portland", "old", (1, 5), (1, 7), (1, 3)),
        (L42, "portland", "old", (1, 5), (1, 7), (1, 3)),
        # R4.2: younger exchanges at most five; R4.1: both exchange at least three, or what is left.
        (L40, "denexa", "portland", (1, 5), (1, 5), (1, 3)),
        (L41, "german", "portland", (3, 5), (3, 4), (2, 2)),
        (L40, "german", "portland", (3, 5), (3, 5), (3, 3)),
    ],
)
def test_how_many_cards_each_player_exchanges(
    dealt: Dealt, name: str, code: str, elder: Bounds, fewest: Bounds, most: Bounds
) -> None:
    """Both end with twelve cards: a player with thirteen discards one more than they take, with eleven one fewer."""
    rows = ("stand_13", "stand_11", "stand_7")
    ruling = misdeal(dealt, name, **{f"law_{row}": code for row in rows})
    (exchanges,) = (fact.value for fact in ruling.facts if fact.name == "exchanges")
    assert [row["elder_takes"] for row in exchanges] == list(range(elder[0], elder[1] + 1))
    for row, younger in ((exchanges[0], fewest), (exchanges[-1], most)):
        assert row["elder_discards"] == row["elder_takes"] + dealt[0] - 12
        assert row["younger_takes"] == list(younger)
        assert row["younger_discards"] == [count + dealt[1] - 12 for count in younger]
