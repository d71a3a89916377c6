"""What a hand holds, by trying everything (R5.1: parts of holdings are holdings too)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

RANKS = "789TJQKA"
SUITS = "SHDC"
PACK = frozenset(rank + suit for rank in RANKS for suit in SUITS)
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
COURT_CARDS = "KQJ"
SET_RANKS = "TJQKA"
CATEGORIES = ("point", "sequence", "set")

Holding = frozenset[str]
Collection = frozenset[Holding]
Grade = tuple[int, int]


def points(hand: Iterable[str], minimum: int = 3) -> list[Holding]:
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
    stretches = [
        frozenset(rank + suit for rank in RANKS[low:high])
        for suit in SUITS
        for low in range(len(RANKS))
        for high in range(low + 3, len(RANKS) + 1)
    ]
    return [stretch for stretch in stretches if stretch <= held]


def sets(hand: Iterable[str]) -> list[Holding]:
    """Every three and every four of a rank that counts."""
    found = []
    for rank in SET_RANKS:
        cards = [card for card in hand if card[0] == rank]
        for count in (3, 4):
            found += [frozenset(some) for some in itertools.combinations(cards, count)]
    return found


def holdings(category: str, hand: Iterable[str], minimum: int = 3) -> list[Holding]:
    """All the holdings of a hand in a category."""
    hand = sorted(hand)
    if category == "point":
        return points(hand, minimum)
    return sequences(hand) if category == "sequence" else sets(hand)


def grade(category: str, holding: Holding) -> Grade:
    """How a holding ranks in its category: by number of cards, then by value, top card or rank."""
    if category == "point":
        return len(holding), sum(PIPS[card[0]] for card in holding)
    return len(holding), max(RANKS.index(card[0]) for card in holding)


def tie_break(category: str, value: Any) -> int:
    """A value, a top card or a rank as it is said, in the terms of `grade`."""
    return value if category == "point" else RANKS.index(value)


def said(category: str, tie: int) -> Any:
    """The other way round."""
    return tie if category == "point" else RANKS[tie]


def worth(category: str, holding: Holding, rules: dict[str, Any]) -> int:
    """What a holding scores (R5.12)."""
    size, value = grade(category, holding)
    if category == "point":
        return size - (1 if rules["point_ending_in_four"] and value % 10 == 4 else 0)
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


def best_way(category: str, collections: Iterable[Collection], rules: dict[str, Any]) -> int:
    """The most that any of these collections scores."""
    return max(sum(worth(category, holding, rules) for holding in some) for some in collections)
