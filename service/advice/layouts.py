"""The possible layouts of the cards that a seat has not seen.

They are grouped by the other hand, since the play depends on it alone: each hand counts as many times as there are ways
to place the other unseen cards among the discards and in the talon.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.advice.knowledge import Knowledge
from service.advice.statements import Condition, Statements
from service.analysis.holding_tables import DIGITS, NUMBER
from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE, cards_of, mask_of
from service.piquet.cards.holdings import SET_RANKS, best_of_length, best_that_can_be_formed, pieces, said
from service.piquet.cards.ranking import NOUGHT, POINT, SET, RankingRules
from service.piquet.rules.reckonable_holdings import best_choice, possible

Hands = NDArray[np.int64]
Booleans = NDArray[np.bool_]

_SHIFTS = range(0, 4 * SUIT_SIZE, SUIT_SIZE)
_MASKS = SUIT_MASK + 1


class Layouts(NamedTuple):
    """The hands that the other player may have now, in a fixed order, and how many layouts each stands for."""

    hands: Hands
    counts: Hands

    @property
    def total(self) -> int:
        """The number of layouts."""
        return int(self.counts.sum())


def layouts_of(known: Knowledge) -> Layouts:
    """Return all possible layouts. The other player must have exchanged."""
    free = cards_of(known.unseen & ~known.void)
    found = [_possible(known, some | known.held) for some in _choices(free, known.missing)]
    if not found:
        return Layouts(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    hands, counts = (np.concatenate(each) for each in zip(*found, strict=True))
    return Layouts(hands, counts)


def _possible(known: Knowledge, hands: Hands) -> tuple[Hands, Hands]:
    """Return those of the hands that are possible, and the number of layouts of each."""
    counts = _counts(known, hands)
    there = (counts > 0) & agreeing(known.rules.counting, known.said, hands | known.played)
    hands, counts = hands[there], counts[there]
    if known.said.against:
        counts = np.array([_count_good_against(known, hand) for hand in hands.tolist()], dtype=np.int64)
        hands, counts = hands[counts > 0], counts[counts > 0]
    if known.said.complete:
        complete = np.array([_is_complete(known, hand | known.played) for hand in hands.tolist()], dtype=bool)
        hands, counts = hands[complete], counts[complete]
    return hands, counts


def agreeing(how: RankingRules, said: Statements, hands: Hands) -> Booleans:
    """Whether each of the hands after the exchange agrees with the conditions and suits of what was said."""
    found = np.ones(len(hands), dtype=bool)
    for condition in said.conditions:
        found &= holds(how, condition, hands) == condition.held
    for suit in said.suits:
        found &= (hands & suit) != 0
    return found


def _choices(cards: tuple[int, ...], count: int) -> Iterator[Hands]:
    """Yield every choice of so many of the cards, as hands, in arrays of limited size.

    Each half of the cards is combined with the other: there may be millions of choices.
    """
    low, high = cards[: len(cards) // 2], cards[len(cards) // 2 :]
    for some in range(max(0, count - len(high)), min(count, len(low)) + 1):
        yield np.bitwise_or.outer(_subsets(low, some), _subsets(high, count - some)).ravel()


def _subsets(cards: tuple[int, ...], count: int) -> Hands:
    return np.array([mask_of(some) for some in combinations(cards, count)], dtype=np.int64)


def _counts(known: Knowledge, hands: Hands) -> Hands:
    """Return the layouts of each hand: the ways to split the other unseen cards into discards and talon.

    Of a hand dealt that was shown, each card is in the hand, played or discarded (R3.4). Another card is discarded only
    in a second exchange.
    """
    if not known.blanche:
        return np.full(len(hands), comb(known.discarded + known.left, known.left), dtype=np.int64)
    others = known.discarded - np.bitwise_count(known.blanche & ~(hands | known.played)).astype(np.int64)
    ways = [comb(count + known.left, known.left) for count in range(known.redrawn + 1)]
    within = (others >= 0) & (others <= known.redrawn)
    return np.where(within, np.array(ways, dtype=np.int64)[np.where(within, others, 0)], 0)


# ---------------------------------------------------------------- conditions


def holds(how: RankingRules, condition: Condition, hands: Hands) -> Booleans:
    """Whether each hand of twelve cards has a holding that a condition is about."""
    suits = [hands >> shift & SUIT_MASK for shift in _SHIFTS]
    if condition.category == SET:
        return np.asarray(_sets(condition)[sum(NUMBER[ranks] for ranks in suits)])
    table = _in_suit(how, condition)
    found = table[suits[0]] | table[suits[1]] | table[suits[2]] | table[suits[3]]
    if how.nought and _fits(how, condition, how.grade(condition.category, NOUGHT[condition.category])):
        for ranks in suits:
            found = found | (ranks == 0)
    return np.asarray(found)


def _fits(how: RankingRules, condition: Condition, grade: tuple[int, int]) -> bool:
    length, tie = how.said(condition.category, grade)
    said = condition.length in (None, length) and condition.tie in (None, tie)
    return said and condition.low <= grade <= condition.high


@lru_cache(maxsize=256)
def _in_suit(how: RankingRules, condition: Condition) -> Booleans:
    """Whether the ranks of one suit have such a point or sequence."""
    held = _grades(how, condition.category)
    fitting = {grade for grade in frozenset().union(*held) if _fits(how, condition, grade)}
    return np.array([not fitting.isdisjoint(each) for each in held])


@lru_cache(maxsize=64)
def _grades(how: RankingRules, category: int) -> tuple[frozenset[tuple[int, int]], ...]:
    """Return the grades of the points or sequences that the ranks of one suit have, for every choice of ranks."""
    held = (pieces(category, ranks, how) for ranks in range(_MASKS))
    return tuple(frozenset(grade for grade, cards in each if cards) for each in held)


@lru_cache(maxsize=256)
def _sets(condition: Condition) -> Booleans:
    """Whether a hand with this number has such a set."""
    found = np.zeros(5 ** len(SET_RANKS), dtype=bool)
    number = np.arange(len(found))
    for rank in SET_RANKS:
        held = number // DIGITS[rank] % 5
        for count in (3, 4):
            if condition.low <= (count, rank) <= condition.high:
                found |= held >= count
    return found


# ---------------------------------------------------------------- conditions that need more than the hand


def _count_good_against(known: Knowledge, hand: int) -> int:
    """Return the layouts of a hand of elder's in which the calls were good against the cards (R5.8).

    That depends on what elder has discarded, so each split of the other unseen cards is asked.
    """
    return sum(good_against(known, hand, discards) for discards, _ in splits(known, hand))


def good_against(known: Knowledge, hand: int, discards: int) -> bool:
    """Whether elder's low calls were good against the cards with this hand and these discards (R5.8)."""
    after, how = hand | known.played, known.rules.counting
    others = known.rules.cards & ~(after | discards)
    for category, length, tie in known.said.against:
        judged = how.grade(category, (length, tie)) if tie is not None else best_of_length(category, after, length, how)
        if best_that_can_be_formed(category, others, how) >= judged:
            return False
    return True


def _is_complete(known: Knowledge, after: int) -> bool:
    """Whether the other player has reckoned everything that they might have with this hand after the exchange."""
    how = known.rules.counting
    for terms, reckoned in known.said.complete:
        due = best_choice(how, terms, after) if possible(how, terms, after) else []
        if terms.category == POINT:  # of several that score as much, the best
            agrees = [said(*each) for each in due] == [said(*each) for each in reckoned]
        else:
            scores = [sum(how.score(each.category, said(*each)) for each in some) for some in (due, reckoned)]
            agrees = scores[0] == scores[1]
        if not agrees:
            return False
    return True


def splits(known: Knowledge, hand: int) -> Iterator[tuple[int, int]]:
    """Yield the other's discards and the unseen cards left, for each layout with this hand."""
    rest = known.unseen & ~hand
    for left in combinations(cards_of(rest & ~known.blanche), known.left):
        talon = mask_of(left)
        yield rest & ~talon, talon
