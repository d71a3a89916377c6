"""What a hand holds, by trying everything (R5.1: parts of holdings are holdings too)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any

RANKS = "6789TJQKA"
SUITS = "SHDC"
PACKS = {36: frozenset(rank + suit for rank in RANKS for suit in SUITS)}
PACKS[32] = frozenset(card for card in PACKS[36] if card[0] != "6")
PACK = PACKS[32]
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7, "6": 6}
COURT_CARDS = "KQJ"
SET_RANKS = "TJQKA"
CATEGORIES = ("point", "sequence", "set")

Rules = dict[str, Any]
Holding = frozenset[str]
Collection = frozenset[Holding]
Grade = tuple[int, float]

STRETCHES = [
    frozenset(rank + suit for rank in RANKS[low:high])
    for suit in SUITS
    for low in range(len(RANKS))
    for high in range(low + 3, len(RANKS) + 1)
]

# The nought is the holding without cards: five cards worth 50½, or a quint between the king's and the ace's.
NOUGHT: Holding = frozenset()
NOUGHT_AS = {"point": (5, 50.5), "sequence": (5, RANKS.index("K") + 0.5)}


def points(hand: Iterable[str], minimum: int) -> list[Holding]:
    """Every collection of cards of one suit, from the least number that a point may have."""
    found = []
    for suit in SUITS:
        cards = [card for card in hand if card[1] == suit]
        for size in range(minimum, len(cards) + 1):
            found += [frozenset(some) for some in itertools.combinations(cards, size)]
    return found


def sequences(hand: Iterable[str]) -> list[Holding]:
    """Every stretch of three or more consecutive cards of one suit."""
    held = set(hand)
    return [stretch for stretch in STRETCHES if stretch <= held]


def sets(hand: Iterable[str]) -> list[Holding]:
    """Every three and every four of a rank that counts."""
    found = []
    for rank in SET_RANKS:
        cards = [card for card in hand if card[0] == rank]
        for count in (3, 4):
            found += [frozenset(some) for some in itertools.combinations(cards, count)]
    return found


def lacks_a_suit(hand: Iterable[str]) -> bool:
    return {card[1] for card in hand} != set(SUITS)


def holdings(category: str, hand: Iterable[str], rules: Rules) -> list[Holding]:
    """All the holdings of a hand in a category."""
    hand = sorted(hand)
    nought = [NOUGHT] if rules["nought"] and lacks_a_suit(hand) else []
    if category == "point":
        return points(hand, rules["point_minimum"]) + nought
    return sequences(hand) + nought if category == "sequence" else sets(hand)


def grade(category: str, holding: Holding) -> Grade:
    """What is said of a holding: the number of its cards, and its value, top card or rank."""
    if holding == NOUGHT:
        return NOUGHT_AS[category]
    if category == "point":
        return len(holding), sum(PIPS[card[0]] for card in holding)
    return len(holding), max(RANKS.index(card[0]) for card in holding)


def strength(category: str, said: Grade, rules: Rules) -> tuple[float, ...]:
    """What is compared of what is said: points by their value alone where the ruleset has it so."""
    return said[1:] if category == "point" and rules["point_comparison"] == "pips" else said


def strongest(category: str, some: Iterable[Holding], rules: Rules) -> tuple[float, ...]:
    """The strength of the best of these holdings; of none it is below every other."""
    return max((strength(category, grade(category, one), rules) for one in some), default=())


def contains(holding: Holding, part: Holding) -> bool:
    """Whether a holding is, or has as a part, another one. A nought is in no other."""
    return holding == part if part == NOUGHT else holding >= part


def tie_break(category: str, value: Any) -> float:
    """A value, a top card or a rank as it is said, in the terms of `grade`."""
    if value == "nought":
        return NOUGHT_AS["sequence"][1]
    return value if category == "point" else RANKS.index(value)


def said(category: str, tie: float) -> Any:
    """The other way round."""
    if category == "sequence" and tie == NOUGHT_AS["sequence"][1]:
        return "nought"
    return tie if category == "point" else RANKS[int(tie)]


def worth(category: str, holding: Holding, rules: Rules) -> int:
    """What a holding scores (R5.12)."""
    size, value = grade(category, holding)
    if category == "point" and rules["point_score"] == "pips":
        return math.floor((value + 5) / 10)
    if category == "point":
        return size - (1 if rules["point_ending_in_four"] and value % 10 == 4 else 0)
    if category == "sequence" and holding == NOUGHT:
        return 10
    if category == "sequence":
        return size if size < 5 else size + 10
    return 14 if size == 4 else 3


def is_carte_blanche(dealt: Iterable[str]) -> bool:
    """No king, queen or knave among the twelve cards dealt (R3.1)."""
    return not any(card[0] in COURT_CARDS for card in dealt)


def sub_collections(some: list[Holding]) -> Iterator[Collection]:
    """Every sub-collection of these holdings, the empty one too, of which no two share a card (R5.7)."""
    if not some:
        yield frozenset()
        return
    first, rest = some[0], some[1:]
    yield from sub_collections(rest)
    for more in sub_collections([other for other in rest if not other & first]):
        yield more | {first}


def best_way(category: str, collections: Iterable[Collection], rules: Rules) -> int:
    """The most that any of these collections scores."""
    return max(sum(worth(category, holding, rules) for holding in some) for some in collections)
