"""Points, sequences and sets: what a hand holds, and how holdings compare.

A holding is its cards. Its **grade** is what it is compared by, a pair, the greater the better. Point: number of
cards, then pip value. Sequence: length, then the rank of the top card. Set: 3 or 4, then rank. Ranks are 0 (six) to
8 (ace). Sources: R1, R5.1, R5.12."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from .cards import COURT, RANKS, SUIT_MASK, SUIT_SIZE, cards_of, mask_of, pips

POINT, SEQUENCE, SET = 0, 1, 2
CATEGORIES = ("point", "sequence", "set")

Grade = tuple[int, int]
Pair = tuple[int, int]
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
def _pieces_of_suit(category: int, suit: int, ranks: int, minimum: int) -> tuple[tuple[Grade, int], ...]:
    """Every point (of at least `minimum` cards) or sequence within one suit's ranks, parts included: grade and
    cards, the highest cards first."""
    shift = SUIT_SIZE * suit
    if category == POINT:
        held = [rank for rank in reversed(range(SUIT_SIZE)) if ranks >> rank & 1]
        chosen = (mask_of(some) for length in range(minimum, len(held) + 1) for some in combinations(held, length))
        return tuple((_WHOLE_SUIT[subset], subset << shift) for subset in chosen)
    return tuple(
        ((length, top), _run(length, top) << shift)
        for longest, highest in runs(ranks)
        for length in range(3, longest + 1)
        for top in range(highest, highest - longest + length - 1, -1)
    )


@cache
def _grades_of_suit(category: int, ranks: int, minimum: int) -> Mapping[Grade, int]:
    """The grades within one suit's ranks, each with the highest ranks that have it."""
    return dict(reversed(_pieces_of_suit(category, 0, ranks, minimum)))


def _four_and_three(hand: int) -> Pair:
    """The ranks (of those that make sets) of which the hand has four, and three."""
    spades, hearts, diamonds, clubs = hand & 511, hand >> 9 & 511, hand >> 18 & 511, hand >> 27
    pair, other = spades & hearts, diamonds & clubs
    four = pair & other & _SET_MASK
    return four, (pair & (diamonds | clubs) | other & (spades | hearts)) & _SET_MASK & ~four


def pieces(category: int, hand: int, point_minimum: int = 3) -> list[tuple[Grade, int]]:
    """Every holding of a category, parts of holdings included (R5.1): its grade and its cards."""
    if category != SET:
        return [
            *_pieces_of_suit(category, 0, hand & 511, point_minimum),
            *_pieces_of_suit(category, 1, hand >> 9 & 511, point_minimum),
            *_pieces_of_suit(category, 2, hand >> 18 & 511, point_minimum),
            *_pieces_of_suit(category, 3, hand >> 27, point_minimum),
        ]
    four, three = _four_and_three(hand)
    found = []
    for rank in SET_RANKS:
        cards = hand & (_ONE_RANK << rank)
        if four >> rank & 1:
            found.append(((4, rank), cards))
            found += [((3, rank), cards & ~(1 << card)) for card in cards_of(cards)]
        elif three >> rank & 1:
            found.append(((3, rank), cards))
    return found


def grades(category: int, hand: int, point_minimum: int = 3) -> set[Grade]:
    """Every grade that a hand holds in a category, parts of holdings included (R5.1)."""
    if category != SET:
        return set().union(*[_grades_of_suit(category, ranks, point_minimum) for _, ranks in _suits(hand)])
    four, three = _four_and_three(hand)
    found = {(4, rank) for rank in SET_RANKS if four >> rank & 1}
    return found | {(3, rank) for rank in SET_RANKS if (four | three) >> rank & 1}


def holds(category: int, hand: int, wanted: Grade, point_minimum: int = 3) -> bool:
    """Whether a hand has a holding of this grade, parts of holdings included (R5.1)."""
    if category != SET:
        return (
            wanted in _grades_of_suit(category, hand & 511, point_minimum)
            or wanted in _grades_of_suit(category, hand >> 9 & 511, point_minimum)
            or wanted in _grades_of_suit(category, hand >> 18 & 511, point_minimum)
            or wanted in _grades_of_suit(category, hand >> 27, point_minimum)
        )
    four, three = _four_and_three(hand)
    return bool((four if wanted[0] == 4 else four | three if wanted[0] == 3 else 0) >> wanted[1] & 1)


def example(category: int, hand: int, wanted: Grade, point_minimum: int = 3) -> int:
    """The cards of a point or sequence of this grade that the hand has: the first suit's, the highest in it."""
    for shift, ranks in _suits(hand):
        subset = _grades_of_suit(category, ranks, point_minimum).get(wanted)
        if subset:
            return subset << shift
    raise ValueError(f"no {CATEGORIES[category]} of grade {wanted} is held")


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
    if category == SET:
        four, three = _four_and_three(hand)
        return (4, four.bit_length() - 1) if four else (3, three.bit_length() - 1) if three else NONE
    table = _BEST_RUN if category == SEQUENCE else _WHOLE_SUIT
    found = max(table[hand & 511], table[hand >> 9 & 511], table[hand >> 18 & 511], table[hand >> 27])
    return found if category == SEQUENCE or found[0] >= point_minimum else NONE


def best_of_length(category: int, hand: int, length: int) -> Grade:
    """The best grade of exactly this length, parts of longer holdings included; `NONE` if there is none."""
    return max((grade_ for grade_ in grades(category, hand) if grade_[0] == length), default=NONE)


def grade(category: int, cards: int) -> Grade:
    """What the holding that these cards are, taken whole, is compared by; `NONE` if they are no holding."""
    if not cards:
        return NONE
    suit, top = divmod(cards.bit_length() - 1, SUIT_SIZE)
    if category == SET:
        whole = _SET_MASK >> top & 1 and cards.bit_count() >= 3 and not cards & ~(_ONE_RANK << top)
        return (cards.bit_count(), top) if whole else NONE
    ranks = cards >> SUIT_SIZE * suit
    if ranks << SUIT_SIZE * suit != cards:
        return NONE
    found = _WHOLE_SUIT[ranks] if category == POINT else _BEST_RUN[ranks]
    return found if found[0] == ranks.bit_count() else NONE


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
