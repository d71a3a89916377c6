"""What a hand can call and reckon, by trying everything, as in the two-handed reference."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from tests.reference.holdings import (
    CATEGORIES,
    RANKS,
    SUITS,
    Collection,
    Grade,
    Holding,
    grade as grade_of,
    points,
    sequences,
    sets,
    sub_collections,
)

MEMBERS = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ("count", "rank")}
LONG_SEQUENCE, QUATORZE = 5, 4


@lru_cache(maxsize=4096)
def held(category: str, hand: frozenset[str]) -> tuple[Holding, ...]:
    """Every holding of the category in the hand, parts of others included (R5.1)."""
    cards = sorted(hand)
    if category == "point":
        return tuple(points(cards, 3))
    return tuple(sequences(cards) if category == "sequence" else sets(cards))


@lru_cache(maxsize=4096)
def grades_held(category: str, hand: frozenset[str], floor: int | None) -> frozenset[Grade]:
    """Every grade that may be called of the hand, a point from the floor up (4.4)."""
    found = {grade_of(category, holding) for holding in held(category, hand)}
    return frozenset(grade for grade in found if category != "point" or grade[1] >= (floor or 0))


def members_of(category: str, grade: Grade) -> dict[str, Any]:
    """A grade as the members of a call or an event."""
    number, tie = MEMBERS[category]
    return {number: grade[0], tie: grade[1] if category == "point" else RANKS[int(grade[1])]}


def grade_in(action: dict[str, Any]) -> Grade:
    """The grade that a call names."""
    number, tie = MEMBERS[action["category"]]
    return action[number], action[tie] if tie == "value" else RANKS.index(action[tie])


def worth(category: str, holding: Holding) -> int:
    """What a holding scores (5.1)."""
    if category == "set":
        return 14 if len(holding) == QUATORZE else 3
    return len(holding) + (10 if category == "sequence" and len(holding) >= LONG_SEQUENCE else 0)


def total_worth(category: str, holdings: Iterable[Holding]) -> int:
    """What several holdings of a category score."""
    return sum(worth(category, holding) for holding in holdings)


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards by suit, spades, hearts, diamonds, clubs, and from the ace down."""
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), -RANKS.index(card[0])))


def listed(category: str, holdings: Iterable[Holding]) -> list[Holding]:
    """Holdings by grade, the best first, then by suit."""
    return sorted(
        holdings, key=lambda one: ([-number for number in grade_of(category, one)], SUITS.index(in_order(one)[0][1]))
    )


def point_of(grade: Grade, hand: Iterable[str]) -> Holding:
    """The cards of a point that were left out: the first suit that has it, its highest such cards."""
    for suit in SUITS:
        cards = in_order(card for card in hand if card[1] == suit)
        # In this order `combinations` gives those with the highest first card first, then the highest second, …
        for some in itertools.combinations(cards, int(grade[0])):
            if grade_of("point", frozenset(some)) == grade:
                return frozenset(some)
    raise AssertionError((grade, hand))


def ways_to_reckon(
    category: str, hand: frozenset[str], called: Grade, must: bool, floor: int | None
) -> Iterator[Collection]:
    """Every list of holdings that a seat may reckon: none better than the call, no card twice (4.7, 4.8).

    The caller `must` reckon the called grade. A partner's point is one at most, and from the floor up.
    """
    allowed = [one for one in held(category, hand) if grade_of(category, one) <= called]
    if category == "point":
        yield frozenset()
        yield from (frozenset([one]) for one in allowed if grade_of("point", one)[1] >= (floor or 0))
        return
    for some in sub_collections(allowed):
        if not must or any(grade_of(category, one) == called for one in some):
            yield some


def best_way(category: str, hand: frozenset[str], called: Grade, must: bool, floor: int | None) -> list[Holding]:
    """What is reckoned if the list is left out: all that scores most; of a point the best one.

    Several ways may score as much. The scores are the same; where no holding need be cut there is one way only.
    """
    ways = list(ways_to_reckon(category, hand, called, must, floor))
    if category == "point":
        grades = [grade_of("point", one) for way in ways for one in way]
        return [point_of(max(grades), hand)] if grades else []
    most = max(total_worth(category, way) for way in ways)
    ways = [way for way in ways if total_worth(category, way) == most]
    return listed(category, min(ways, key=lambda way: (len(way), [in_order(one) for one in listed(category, way)])))


__all__ = [
    "CATEGORIES",
    "Grade",
    "Holding",
    "best_way",
    "grade_in",
    "grade_of",
    "grades_held",
    "held",
    "in_order",
    "listed",
    "members_of",
    "point_of",
    "total_worth",
    "ways_to_reckon",
    "worth",
]
