"""Points, sequences and sets in a hand.

A holding is a set of cards that count together. Holdings are compared by their grades (see `ranking`). Rules: R1, R5.1.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from service.piquet.cards.cards import COURT, RANKS, SUIT_MASK, SUIT_SIZE, cards_of, mask_of
from service.piquet.cards.ranking import (
    BEST_RUN,
    CATEGORIES,
    NONE,
    NOUGHT,
    NOUGHT_TOP,
    PLAIN,
    POINT,
    SEQUENCE,
    SET,
    WHOLE_SUIT,
    Grade,
    RankingRules,
    Said,
    runs,
)

Pair = tuple[int, int]
HAND_SIZE = 12

# The ranks that make sets (R1: tens and higher), highest first.
SET_RANKS = tuple(RANKS.index(rank) for rank in "AKQJT")
_ONE_RANK = sum(1 << SUIT_SIZE * suit for suit in range(4))


_SET_MASK = mask_of(SET_RANKS)


class Holding(NamedTuple):
    """Cards that count together. `category` is POINT, SEQUENCE or SET; `cards` is a hand."""

    category: int
    cards: int


def _suits(hand: int) -> tuple[tuple[int, int], ...]:
    """Return the shift and the ranks of each suit; ``ranks << shift`` are its cards."""
    return ((0, hand & 511), (9, hand >> 9 & 511), (18, hand >> 18 & 511), (27, hand >> 27))


def has_nought(how: RankingRules, hand: int) -> bool:
    """Whether a hand has a nought: twelve cards without a card of some suit, under a ruleset that counts it."""
    return how.nought and hand.bit_count() == HAND_SIZE and not all(ranks for _, ranks in _suits(hand))


def _run(length: int, tie: int) -> int:
    """Return the ranks of a sequence, from what is said of it."""
    return ((1 << length) - 1) << (tie // 2 - length + 1)


def _parts(longest: int, highest: int) -> Iterator[Said]:
    """Yield what is said of each part of a sequence and of the whole, from what is said of the whole."""
    for length in range(3, longest + 1):
        for tie in range(highest, highest - 2 * (longest - length) - 1, -2):
            yield length, tie


@lru_cache(maxsize=4096)
def _pieces_of_suit(category: int, suit: int, ranks: int, how: RankingRules) -> tuple[tuple[Grade, int], ...]:
    """Every point or sequence of one suit's ranks, parts included: grade and cards, the highest cards first."""
    shift = SUIT_SIZE * suit
    if category == POINT:
        held = [rank for rank in reversed(range(SUIT_SIZE)) if ranks >> rank & 1]
        lengths = range(how.point_minimum, len(held) + 1)
        chosen = (mask_of(some) for length in lengths for some in combinations(held, length))
        return tuple((how.grade(POINT, WHOLE_SUIT[subset]), subset << shift) for subset in chosen)
    return tuple((part, _run(*part) << shift) for run in runs(ranks) for part in _parts(*run))


@lru_cache(maxsize=4096)
def _grades_of_suit(category: int, ranks: int, how: RankingRules) -> Mapping[Grade, int]:
    """Return the grades of one suit's ranks, each with the highest ranks that have it."""
    return dict(reversed(_pieces_of_suit(category, 0, ranks, how)))


def _nought(category: int, hand: int, how: RankingRules) -> list[tuple[Grade, int]]:
    """Return the grade and the cards (none) of the hand's nought; empty if it has none."""
    return [(how.grade(category, NOUGHT[category]), 0)] if has_nought(how, hand) else []


def _four_and_three(hand: int) -> Pair:
    """Return the ranks of which the hand has four cards, and those of which it has three; only ranks that make sets."""
    spades, hearts, diamonds, clubs = hand & 511, hand >> 9 & 511, hand >> 18 & 511, hand >> 27
    pair, other = spades & hearts, diamonds & clubs
    four = pair & other & _SET_MASK
    return four, (pair & (diamonds | clubs) | other & (spades | hearts)) & _SET_MASK & ~four


def pieces(category: int, hand: int, how: RankingRules = PLAIN) -> list[tuple[Grade, int]]:
    """Every holding of a category, parts of holdings included (R5.1): its grade and its cards."""
    if category != SET:
        return [
            *_pieces_of_suit(category, 0, hand & 511, how),
            *_pieces_of_suit(category, 1, hand >> 9 & 511, how),
            *_pieces_of_suit(category, 2, hand >> 18 & 511, how),
            *_pieces_of_suit(category, 3, hand >> 27, how),
            *_nought(category, hand, how),
        ]
    four, three = _four_and_three(hand)
    found: list[tuple[Grade, int]] = []
    for rank in SET_RANKS:
        cards = hand & (_ONE_RANK << rank)
        if four >> rank & 1:
            found.append(((4, rank), cards))
            found += [((3, rank), cards & ~(1 << card)) for card in cards_of(cards)]
        elif three >> rank & 1:
            found.append(((3, rank), cards))
    return found


def grades(category: int, hand: int, how: RankingRules = PLAIN) -> set[Grade]:
    """Return the grades that a hand holds in a category, parts of holdings included (R5.1)."""
    if category != SET:
        suits = [_grades_of_suit(category, ranks, how) for _, ranks in _suits(hand)]
        return set(dict(_nought(category, hand, how))).union(*suits)
    four, three = _four_and_three(hand)
    found: set[Grade] = {(4, rank) for rank in SET_RANKS if four >> rank & 1}
    return found | {(3, rank) for rank in SET_RANKS if (four | three) >> rank & 1}


def holds(category: int, hand: int, low: Grade, high: Grade, how: RankingRules = PLAIN) -> bool:
    """Whether a hand has a holding with a grade from `low` to `high`, parts of holdings included (R5.1)."""
    if low == high and category != SET:
        return (
            low in _grades_of_suit(category, hand & 511, how)
            or low in _grades_of_suit(category, hand >> 9 & 511, how)
            or low in _grades_of_suit(category, hand >> 18 & 511, how)
            or low in _grades_of_suit(category, hand >> 27, how)
            or (how.nought and low in dict(_nought(category, hand, how)))
        )
    return any(low <= held <= high for held in grades(category, hand, how))


def holds_length(category: int, hand: int, length: int, how: RankingRules) -> bool:
    """Whether a hand has a point or sequence of this many cards, parts included, where length comes first (R5.3)."""
    table = how.best[category]
    longest = max(table[hand & 511], table[hand >> 9 & 511], table[hand >> 18 & 511], table[hand >> 27])[0]
    return longest >= length or (length == NOUGHT[category][0] and has_nought(how, hand))


def example(category: int, hand: int, wanted: Grade, how: RankingRules = PLAIN) -> int:
    """Return the cards of a point or sequence of the grade: in the first suit that has one, the highest.

    Raises `ValueError` if the hand has none.
    """
    for shift, ranks in _suits(hand):
        subset = _grades_of_suit(category, ranks, how).get(wanted)
        if subset:
            return subset << shift
    if wanted in dict(_nought(category, hand, how)):
        return 0
    raise ValueError(f"no {CATEGORIES[category]} of grade {wanted} is held")


def maximal(category: int, hand: int, how: RankingRules = PLAIN) -> tuple[tuple[Grade, int], ...]:
    """Return the holdings of a category that are not part of another, best first: grade and cards."""
    found: list[tuple[Grade, int]] = []
    if category == SET:
        for count, ranks in zip((4, 3), _four_and_three(hand), strict=True):
            while ranks:
                rank = ranks.bit_length() - 1
                ranks ^= 1 << rank
                found.append(((count, rank), hand & (_ONE_RANK << rank)))
        return tuple(found)
    for shift, ranks in _suits(hand):
        if category == SEQUENCE:
            found += [(run, _run(*run) << shift) for run in runs(ranks)]
        elif ranks.bit_count() >= how.point_minimum:
            found.append((how.best[POINT][ranks], ranks << shift))
    found += _nought(category, hand, how)
    return tuple(sorted(found, key=lambda held: held[0], reverse=True))


def best(category: int, hand: int, how: RankingRules = PLAIN) -> Grade:
    """Return the grade of the best holding of a category; `NONE` if there is none."""
    if category == SET:
        four, three = _four_and_three(hand)
        return (4, four.bit_length() - 1) if four else (3, three.bit_length() - 1) if three else NONE
    table = how.best[category]
    found = max(table[hand & 511], table[hand >> 9 & 511], table[hand >> 18 & 511], table[hand >> 27])
    return max(found, *dict(_nought(category, hand, how))) if has_nought(how, hand) else found


def best_that_can_be_formed(category: int, cards: int, how: RankingRules = PLAIN) -> Grade:
    """Return the best grade that any hand formed from these cards can have (R5.8)."""
    void = how.nought and any((cards & ~(SUIT_MASK << shift)).bit_count() >= HAND_SIZE for shift, _ in _suits(cards))
    found = best(category, cards, how)
    return max(found, how.grade(category, NOUGHT[category])) if void and category != SET else found


def best_of_length(category: int, hand: int, length: int, how: RankingRules = PLAIN) -> Grade:
    """Return the best grade of exactly this length, parts of longer holdings included; `NONE` if there is none."""
    return max((held for held in grades(category, hand, how) if how.said(category, held)[0] == length), default=NONE)


@lru_cache(maxsize=4096)
def said(category: int, cards: int) -> Said:
    """Return what a player says of a holding that consists of exactly these cards.

    (0, 0) if the cards are not a holding.
    """
    if not cards:
        return NOUGHT[category] if category != SET else (0, 0)
    suit, top = divmod(cards.bit_length() - 1, SUIT_SIZE)
    if category == SET:
        whole = _SET_MASK >> top & 1 and cards.bit_count() >= 3 and not cards & ~(_ONE_RANK << top)
        return (cards.bit_count(), top) if whole else (0, 0)
    ranks = cards >> SUIT_SIZE * suit
    if ranks << SUIT_SIZE * suit != cards:
        return (0, 0)
    found = WHOLE_SUIT[ranks] if category == POINT else BEST_RUN[ranks]
    return found if found[0] == ranks.bit_count() else (0, 0)


def missing_of_trio(cards: int) -> int:
    """Return the card of the rank that a trio does not have (R5.9)."""
    rank = cards_of(cards)[0] % SUIT_SIZE
    return cards_of((_ONE_RANK << rank) & ~cards)[0]


def said_of_claim(category: int, cards: int) -> Said:
    """Return what a player says who claims these cards as a holding, whether they are one or not (docs/law.md, K15)."""
    pair = said(category, cards)
    if pair != (0, 0) or not cards:
        return pair
    top = max(card % SUIT_SIZE for card in cards_of(cards))
    return cards.bit_count(), top if category == SET else 2 * top


def is_holding(category: int, cards: int, hand: int, how: RankingRules) -> bool:
    """Whether exactly these cards are a holding. No cards are a holding if the hand has a nought."""
    if not cards:
        return category != SET and has_nought(how, hand)
    length, _ = said(category, cards)
    return length >= (how.point_minimum if category == POINT else 3)


def contains(category: int, holding: Grade, low: Grade, high: Grade) -> bool:
    """Whether a holding of this grade, or a part of it, has a grade from `low` to `high`."""
    if low <= holding <= high or category == POINT or holding[1] == NOUGHT_TOP:
        return low <= holding <= high
    if category == SET:
        count, rank = holding
        return any(low <= (part, rank) <= high for part in range(3, count + 1))
    return any(low <= part <= high for part in _parts(*holding))


def is_carte_blanche(dealt: int) -> bool:
    """Whether the cards dealt have no king, queen or knave (R1)."""
    return not dealt & COURT
