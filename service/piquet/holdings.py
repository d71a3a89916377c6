"""Points, sequences and sets: what a hand holds, and how holdings compare.

A holding is its cards. Its **grade** is what it is compared by, a pair, the greater the better. Point: number of
cards, then pip value. Sequence: length, then the rank of the top card. Set: 3 or 4, then rank. Ranks are 0 (six) to
8 (ace). Sources: R1, R5.1, R5.12."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from .cards import COURT, RANKS, SUIT_MASK, SUIT_SIZE, cards_of, mask_of, pips

POINT, SEQUENCE, SET = 0, 1, 2
CATEGORIES = ("point", "sequence", "set")

Grade = tuple[int, int]
NONE: Grade = (0, 0)
BEST: Grade = (99, 99)

# Sets are of tens and higher only (R1), the highest first.
SET_RANKS = tuple(RANKS.index(rank) for rank in "AKQJT")
_ONE_RANK = sum(1 << SUIT_SIZE * suit for suit in range(4))


class Holding(NamedTuple):
    """Cards that count together: `category` is POINT, SEQUENCE or SET, `cards` a hand."""

    category: int
    cards: int


def _suits(hand: int) -> tuple[tuple[int, int], ...]:
    """(shift, ranks) of each suit: `ranks << shift` are its cards."""
    return ((0, hand & 511), (9, hand >> 9 & 511), (18, hand >> 18 & 511), (27, hand >> 27))


@cache
def runs(ranks: int) -> tuple[Grade, ...]:
    """The longest sequences of one suit's ranks (bits 0 to 8), as grades, the highest top first."""
    found = []
    length = 0
    for rank in reversed(range(-1, SUIT_SIZE)):
        if rank >= 0 and ranks >> rank & 1:
            length += 1
        else:
            if length >= 3:
                found.append((length, rank + length))
            length = 0
    return tuple(found)


# One table per suit's ranks: the best run, and the suit as a point.
_BEST_RUN: tuple[Grade, ...] = tuple(max(runs(ranks), default=NONE) for ranks in range(SUIT_MASK + 1))
_WHOLE_SUIT: tuple[Grade, ...] = tuple((ranks.bit_count(), pips(ranks)) for ranks in range(SUIT_MASK + 1))
_SET_MASK = mask_of(SET_RANKS)


def _run(length: int, top: int) -> int:
    """The ranks of a sequence."""
    return ((1 << length) - 1) << (top - length + 1)


@cache
def _points_of_suit(ranks: int) -> tuple[tuple[Grade, int], ...]:
    """Every point within one suit's ranks: all its subsets, the highest cards first."""
    held = [rank for rank in reversed(range(SUIT_SIZE)) if ranks >> rank & 1]
    subsets = (mask_of(chosen) for length in range(1, len(held) + 1) for chosen in combinations(held, length))
    return tuple(((subset.bit_count(), pips(subset)), subset) for subset in subsets)


@cache
def _sequences_of_suit(ranks: int) -> tuple[tuple[Grade, int], ...]:
    """Every sequence within one suit's ranks, parts of longer ones included."""
    return tuple(
        ((length, top), _run(length, top))
        for longest, highest in runs(ranks)
        for length in range(3, longest + 1)
        for top in range(highest - longest + length, highest + 1)
    )


def pieces(category: int, hand: int, point_minimum: int = 3) -> Iterator[tuple[Grade, int]]:
    """Every holding of a category, parts of holdings included (R5.1): its grade and its cards."""
    if category == SET:
        for rank in SET_RANKS:
            cards = hand & (_ONE_RANK << rank)
            if cards.bit_count() == 4:
                yield (4, rank), cards
                for card in cards_of(cards):
                    yield (3, rank), cards & ~(1 << card)
            elif cards.bit_count() == 3:
                yield (3, rank), cards
        return
    for shift, ranks in _suits(hand):
        if category == SEQUENCE:
            for grade_, subset in _sequences_of_suit(ranks):
                yield grade_, subset << shift
        elif ranks.bit_count() >= point_minimum:
            for grade_, subset in _points_of_suit(ranks):
                if grade_[0] >= point_minimum:
                    yield grade_, subset << shift


@cache
def _grades_of_suit(category: int, ranks: int) -> tuple[tuple[Grade, int], ...]:
    """The grades within one suit's ranks, each once, with the highest cards that have it."""
    found: dict[Grade, int] = {}
    for grade_, subset in _sequences_of_suit(ranks) if category == SEQUENCE else _points_of_suit(ranks):
        found.setdefault(grade_, subset)
    return tuple(found.items())


@lru_cache(maxsize=1024)
def grades(category: int, hand: int, point_minimum: int = 3) -> Mapping[Grade, int]:
    """Every grade that a hand holds in a category, with the cards of one such holding (R5.1). Not to be changed."""
    found: dict[Grade, int] = {}
    if category == SET:
        for grade_, cards in pieces(SET, hand):
            found.setdefault(grade_, cards)
        return found
    for shift, ranks in _suits(hand):
        if category == SEQUENCE or ranks.bit_count() >= point_minimum:
            for grade_, subset in _grades_of_suit(category, ranks):
                if grade_[0] >= point_minimum or category == SEQUENCE:
                    found.setdefault(grade_, subset << shift)
    return found


@lru_cache(maxsize=1024)
def maximal(category: int, hand: int, point_minimum: int = 3) -> tuple[tuple[Grade, int], ...]:
    """The holdings of a hand in a category that are no part of another, the best first: grade and cards."""
    found: list[tuple[Grade, int]] = []
    if category == SET:
        found = [held for held in pieces(SET, hand) if held[0][0] == (hand & (_ONE_RANK << held[0][1])).bit_count()]
    else:
        for shift, ranks in _suits(hand):
            if category == SEQUENCE:
                found += [(run, _run(*run) << shift) for run in runs(ranks)]
            elif ranks.bit_count() >= point_minimum:
                found.append(((ranks.bit_count(), pips(ranks)), ranks << shift))
    return tuple(sorted(found, key=lambda held: held[0], reverse=True))


def best(category: int, hand: int, point_minimum: int = 3) -> Grade:
    """The grade of the best holding of a category; `NONE` if there is none."""
    spades, hearts, diamonds, clubs = hand & 511, hand >> 9 & 511, hand >> 18 & 511, hand >> 27
    if category == SET:
        four = spades & hearts & diamonds & clubs & _SET_MASK
        if four:
            return (4, four.bit_length() - 1)
        pair, other = spades & hearts, diamonds & clubs
        three = (pair & (diamonds | clubs) | other & (spades | hearts)) & _SET_MASK
        return (3, three.bit_length() - 1) if three else NONE
    table = _BEST_RUN if category == SEQUENCE else _WHOLE_SUIT
    found = max(table[spades], table[hearts], table[diamonds], table[clubs])
    return found if category == SEQUENCE or found[0] >= point_minimum else NONE


def best_of_length(category: int, hand: int, length: int) -> Grade:
    """The best grade of exactly this length, parts of longer holdings included; `NONE` if there is none."""
    return max((grade_ for grade_ in grades(category, hand) if grade_[0] == length), default=NONE)


def grade(category: int, cards: int) -> Grade:
    """What the holding that these cards are, taken whole, is compared by; `NONE` if they are no holding."""
    if category == SET:
        rank = (cards.bit_length() - 1) % SUIT_SIZE if cards else 0
        whole = rank in SET_RANKS and cards.bit_count() >= 3 and not cards & ~(_ONE_RANK << rank)
        return (cards.bit_count(), rank) if whole else NONE
    for shift, ranks in _suits(cards):
        if ranks:
            if cards != ranks << shift:
                return NONE
            if category == POINT:
                return (ranks.bit_count(), pips(ranks))
            found = runs(ranks)
            return found[0] if found and found[0][0] == ranks.bit_count() else NONE
    return NONE


def contains(category: int, holding: Grade, low: Grade, high: Grade) -> bool:
    """Whether a holding of this grade is, or has as a part, one from `low` to `high`."""
    if low <= holding <= high or category == POINT:
        return low <= holding <= high
    count, top = holding
    if category == SET:
        return any(low <= (part, top) <= high for part in range(3, count + 1))
    return any(
        low <= (length, highest) <= high
        for length in range(3, count + 1)
        for highest in range(top - count + length, top + 1)
    )


def score(category: int, count: int) -> int:
    """What a good holding of `count` cards scores (R5.12)."""
    if category == POINT:
        return count
    if category == SEQUENCE:
        return count if count < 5 else count + 10
    return 14 if count == 4 else 3


def is_carte_blanche(dealt: int) -> bool:
    """No king, queen or knave among the cards dealt (R1)."""
    return not dealt & COURT
