"""What a wrong exchange was, from the positions of the talon that were taken and mixed (law.md, K7 and K10)."""

from typing import Any

import pytest

from service.piquet.law.decide import Ruling, ruling_on_facts
from service.piquet.rulesets.published import ruleset

Positions = tuple[int, ...]


def row(first: int, last: int) -> Positions:
    """The positions from one to another."""
    return tuple(range(first, last + 1))


def exchanged(
    side: str, discarded: int, taken: Positions, mixed: Positions | None = None, name: str = "portland", **more: Any
) -> Ruling:
    """The ruling on an exchange; what was taken was mixed, too, if nothing else is said."""
    known = {"leaves": None, "elder_began": False} | more
    facts = {"side": side, "discarded": discarded, "taken": taken, "mixed": taken if mixed is None else mixed}
    return ruling_on_facts(ruleset(name), "wrong_exchange", facts | known)


REGULAR = "L23"


@pytest.mark.rule("L23", "L27", "L28", "L29", "L30", "L31", "L33", "L35", "LR11", "LR12")
@pytest.mark.parametrize(
    ("side", "discarded", "taken", "mixed", "more", "law"),
    [
        # Elder's are 1 to 5 (R4.1): as many as were put out, fewer, more; the sixth mixed, or only taken up.
        ("elder", 5, row(1, 5), None, {}, REGULAR),
        ("elder", 5, row(1, 4), None, {}, "L30"),
        ("elder", 4, row(1, 5), None, {}, "L31"),
        ("elder", 5, row(1, 6), None, {}, "L28"),
        ("elder", 5, row(1, 6), row(1, 5), {}, "L27"),
        ("elder", 1, (1,), None, {}, REGULAR),
        ("elder", 1, (8,), None, {}, "L28"),
        ("elder", 1, (8,), (), {}, "L27"),
        # One's own, taken up beyond the draw and not mixed; and only as many as were put out.
        ("elder", 4, row(1, 5), row(1, 4), {}, "L33"),
        ("elder", 5, row(1, 5), row(1, 4), {}, REGULAR),
        ("elder", 5, row(1, 5), (), {}, REGULAR),
        # Left by word: mixed, it is the other's; not mixed, it is one that elder leaves.
        ("elder", 4, row(1, 4), None, {"leaves": 1}, REGULAR),
        ("elder", 4, row(1, 5), None, {"leaves": 1}, "L28"),
        ("elder", 4, row(1, 5), row(1, 4), {"leaves": 1}, "L33"),
        ("elder", 5, row(1, 5), None, {"leaves": 0}, REGULAR),
        # Younger's are 6 to 8, and what elder left.
        ("younger", 3, row(6, 8), None, {}, REGULAR),
        ("younger", 3, row(6, 7), None, {}, "L30"),
        ("younger", 2, row(6, 8), None, {}, "L31"),
        ("younger", 2, row(6, 8), row(6, 7), {}, "L35"),
        ("younger", 3, row(5, 7), None, {}, "L29"),
        ("younger", 3, row(5, 7), row(6, 7), {}, "L27"),
        ("younger", 3, row(5, 7), None, {"leaves": 1}, REGULAR),
        ("younger", 4, row(5, 8), None, {"leaves": 1}, REGULAR),
        ("younger", 4, row(4, 7), None, {"leaves": 1}, "L29"),
        ("younger", 3, row(6, 8), None, {"leaves": 0}, REGULAR),
        # Passed over, one's own are taken and mixed as well, but only above the last card taken.
        ("elder", 2, (1, 3), None, {}, "L31"),
        ("elder", 3, (1, 3), None, {}, REGULAR),
        ("elder", 3, (2, 3), None, {}, REGULAR),
        ("elder", 4, (1, 3), None, {}, "L30"),
        ("younger", 1, (7,), None, {}, "L31"),
        ("younger", 2, (7,), None, {}, REGULAR),
        ("younger", 1, (7,), (), {}, "L35"),
        # What was due may be told: of these the fourth and the fifth.
        ("elder", 2, (4, 5), None, {"due": (4, 5)}, REGULAR),
        ("elder", 1, (5,), None, {"due": (4, 5)}, "L31"),
        ("elder", 2, (3, 4), None, {"due": (4, 5)}, "L28"),
        ("younger", 2, (4, 5), None, {"due": (4, 5)}, REGULAR),
        ("younger", 2, (4, 5), None, {"due": ()}, "L29"),
    ],
)
def test_the_law_of_an_exchange(
    side: str, discarded: int, taken: Positions, mixed: Positions | None, more: dict[str, Any], law: str
) -> None:
    ruling = exchanged(side, discarded, taken, mixed, **more)
    assert (ruling.law, ruling.status == "none") == (law, law == REGULAR)
    assert ruling.needs == ()


@pytest.mark.rule("L35", "L31")
def test_younger_who_takes_more_and_had_said_that_they_leave_some() -> None:
    assert exchanged("younger", 2, row(6, 8), leaves_some=True).law == "L35"
    assert exchanged("younger", 2, row(6, 8), leaves_some=False).law == "L31"


@pytest.mark.rule("R4.1", "L27", "L28")
def test_the_shares_are_those_of_the_pack() -> None:
    """With 36 cards elder has eight of twelve."""
    assert exchanged("elder", 8, row(1, 8), name="old-36").law == REGULAR
    assert exchanged("elder", 8, row(1, 9), row(1, 8), name="old-36").law == "L27"
    assert exchanged("younger", 4, row(9, 12), name="old-36").law == REGULAR
    assert exchanged("younger", 4, row(8, 11), name="old-36").law == "L29"


@pytest.mark.rule("E11", "L40", "L41", "L42", "L43")
@pytest.mark.parametrize(
    ("dealt", "elder", "younger"),
    [((13, 11, 8), 1, -1), ((13, 12, 7), 1, 0), ((11, 13, 8), -1, 1), ((12, 13, 7), 0, 1), ((12, 12, 8), 0, 0)],
)
def test_in_a_wrong_deal_that_stands_the_discard_has_another_number(
    dealt: tuple[int, int, int], elder: int, younger: int
) -> None:
    """Who has thirteen cards puts out one more than they take; who has eleven one fewer."""
    own = {"elder": row(1, 3), "younger": row(6, 7)}
    for side, more in (("elder", elder), ("younger", younger)):
        for discarded, law in ((0, REGULAR), (1, "L30"), (-1, "L31")):
            cards = len(own[side]) + more + discarded
            assert exchanged(side, cards, own[side], due=own[side], dealt=dealt).law == law


@pytest.mark.rule("L28", "L29")
@pytest.mark.parametrize(
    ("side", "taken", "mixed", "more", "left"),
    [
        ("elder", row(1, 6), row(1, 6), {}, [7, 8]),
        ("elder", (1, 6), (1, 6), {}, [2, 3, 4, 5, 7, 8]),
        ("elder", (6,), (6,), {}, [1, 2, 3, 4, 5, 7, 8]),
        ("elder", (3, 6), (3, 6), {}, [4, 5, 7, 8]),  # the first two were passed over (LR12)
        ("younger", (1, 2), (1, 2), {}, [3, 4, 5]),
        ("younger", (1, 2), (2,), {}, [1, 3, 4, 5]),
        ("younger", (1, 2), (1, 2), {"leaves": 2}, [3]),
    ],
)
def test_what_is_left_for_the_other(
    side: str, taken: Positions, mixed: Positions, more: dict[str, Any], left: list[int]
) -> None:
    """Younger takes what is not mixed; elder only what is elder's."""
    ruling = exchanged(side, 2, taken, mixed, **more)
    assert [fact.value for fact in ruling.facts if fact.name == "left_for_adversary"] == [left]


def test_what_is_left_is_not_told_of_a_talon_from_which_cards_were_taken() -> None:
    ruling = exchanged("elder", 1, (6,), due=(4, 5))
    assert ruling.law == "L28"
    assert [fact for fact in ruling.facts if fact.name == "left_for_adversary"] == []


@pytest.mark.rule("L29", "E10")
@pytest.mark.parametrize(
    ("count", "leaves", "finding"),
    [
        (5, None, "five_taken"),
        (5, 0, "five_taken"),
        (5, 1, "five_taken"),
        (6, 1, "five_taken"),
        (5, 2, None),
        (4, 0, None),
    ],
)
def test_younger_who_takes_five_cards_by_the_laws_of_an_older_hoyle(
    count: int, leaves: int | None, finding: str | None
) -> None:
    """HO 10: younger who takes five cards, elder not having left two, loses the game."""
    ruling = exchanged("younger", 5, row(3, 2 + count), name="hoyle", leaves=leaves)
    assert (ruling.law, ruling.finding) == ("L29", finding)
    assert ruling.elections[0].effects == (("E10",) if finding else ("E3", "E12"))


@pytest.mark.rule("L27", "L33", "L36", "R4.4")
@pytest.mark.parametrize(
    ("side", "positions", "more", "law", "status"),
    [
        ("elder", (5,), {}, "L33", "none"),
        ("elder", (5, 6), {}, "L27", "open"),
        ("elder", (6,), {}, "L27", "open"),
        ("younger", (6,), {}, "L36", "open"),
        ("younger", (6,), {"leaves_some": False}, "L27", "none"),
        ("younger", (5,), {}, "L27", "open"),
        ("younger", (4,), {"leaves": 1}, "L27", "open"),
        ("younger", (5,), {"leaves": 1}, "L36", "open"),
        # What was due may be told.
        ("elder", (5,), {"due": (4, 5)}, "L33", "none"),
        ("elder", (3, 5), {"due": (4, 5)}, "L27", "open"),
        ("younger", (5,), {"due": (5, 6)}, "L36", "open"),
    ],
)
def test_cards_that_were_looked_at(
    side: str, positions: Positions, more: dict[str, Any], law: str, status: str
) -> None:
    known = {"side": side, "positions": positions, "together": False, "exchanged": True, "leaves": None}
    ruling = ruling_on_facts(ruleset("portland"), "peeked", known | more)
    assert (ruling.law, ruling.status) == (law, status)
