"""The possible layouts of the cards that a seat has not seen.

They are grouped by the other hand, since the play depends on it alone: each hand counts as many times as there are ways
to place the other unseen cards among the discards and in the talon.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.advice.discard_policy import discards_of
from service.advice.knowledge import Knowledge
from service.advice.statements import Complete, Condition, Statements
from service.analysis.holding_tables import DIGITS, NUMBER, tables
from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE, cards_of, mask_of
from service.piquet.cards.holdings import HAND_SIZE, SET_RANKS, pieces, said
from service.piquet.cards.ranking import BEST, NONE, NOUGHT, PLAIN, POINT, SET, Grade, RankingRules

Hands = NDArray[np.int64]
Booleans = NDArray[np.bool_]

_SHIFTS = range(0, 4 * SUIT_SIZE, SUIT_SIZE)
_MASKS = SUIT_MASK + 1

# What takes as long as searching a position: so many conditions of a hand, and so many additions of numbers of cards.
_CHOICES, _ADDITIONS = 64, 512


class Layouts(NamedTuple):
    """The hands that the other player may have now, in a fixed order, and how many layouts each stands for.

    `work` is what it took to find them, in positions (see `effort`).
    """

    hands: Hands
    counts: Hands
    work: int

    @property
    def total(self) -> int:
        """The number of layouts."""
        return int(self.counts.sum())


def layouts_of(known: Knowledge) -> Layouts:
    """Return all possible layouts. The other player must have exchanged."""
    free, said = cards_of(known.unseen & ~known.void), known.said
    work = comb(len(free), known.missing) * (4 + len(said.conditions) + len(said.complete)) // _CHOICES
    found = [_possible(known, some | known.held) for some in _choices(free, known.missing)]
    if not found:
        return Layouts(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), work)
    hands, counts = (np.concatenate(each) for each in zip(*found, strict=True))
    if said.against and len(hands):
        counts, more = _good_against(known, hands)
        work += more
        hands, counts = hands[counts > 0], counts[counts > 0]
    return Layouts(hands, counts, work)


def _possible(known: Knowledge, hands: Hands) -> tuple[Hands, Hands]:
    """Return those of the hands that are possible, and the number of layouts of each."""
    how = known.rules.counting
    counts = _counts(known, hands)
    there = (counts > 0) & agreeing(how, known.said, hands | known.played)
    hands, counts = hands[there], counts[there]
    for complete in known.said.complete:
        there = _is_complete(how, complete, hands | known.played)
        hands, counts = hands[there], counts[there]
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
    return _highest(how, condition, hands) > 0


def _highest(how: RankingRules, condition: Condition, cards: Hands, *, scored: bool = False) -> Hands:
    """Return the number of the best grade that a condition is about and a hand of these cards can have; 0 if none.

    Better grades have greater numbers. With `scored`, the best is what scores most, and then the better grade.
    """
    suits = [cards >> shift & SUIT_MASK for shift in _SHIFTS]
    if condition.category == SET:
        return np.asarray(_sets(condition)[sum(NUMBER[ranks] for ranks in suits)])
    table = _in_suit(how, condition, scored)
    found = reduce(np.maximum, (table[ranks] for ranks in suits))
    nought = how.grade(condition.category, NOUGHT[condition.category])
    if how.nought and _fits(how, condition, nought):
        found = np.maximum(found, _number(how, condition.category, nought, scored) * _can_be_void(cards))
    return np.asarray(found)


def _can_be_void(cards: Hands) -> Booleans:
    """Whether a hand of twelve of these cards can be without a suit (§9)."""
    without = (np.bitwise_count(cards & ~(SUIT_MASK << shift)) for shift in _SHIFTS)
    return np.asarray(reduce(np.maximum, without) >= HAND_SIZE)


def _number(how: RankingRules, category: int, grade: Grade, scored: bool) -> int:
    """Return the number of a grade."""
    first, second = grade
    points = how.score(category, how.said(category, grade)) if scored else 0
    return (points << 10 | first) << 10 | second


def _fits(how: RankingRules, condition: Condition, grade: Grade) -> bool:
    length, tie = how.said(condition.category, grade)
    said = condition.length in (None, length) and condition.tie in (None, tie)
    return said and condition.low <= grade <= condition.high


@lru_cache(maxsize=256)
def _in_suit(how: RankingRules, condition: Condition, scored: bool) -> Hands:
    """Return the number of the best such point or sequence of the ranks of one suit."""
    held, category = _grades(how, condition.category), condition.category
    every = frozenset().union(*held)
    numbers = {grade: _number(how, category, grade, scored) for grade in every if _fits(how, condition, grade)}
    return np.array([max((numbers.get(grade, 0) for grade in each), default=0) for each in held], dtype=np.int64)


@lru_cache(maxsize=64)
def _grades(how: RankingRules, category: int) -> tuple[frozenset[Grade], ...]:
    """Return the grades of the points or sequences that the ranks of one suit have, for every choice of ranks."""
    held = (pieces(category, ranks, how) for ranks in range(_MASKS))
    return tuple(frozenset(grade for grade, cards in each if cards) for each in held)


@lru_cache(maxsize=256)
def _sets(condition: Condition) -> Hands:
    """Return the number of the best such set of a hand with this number."""
    found = np.zeros(5 ** len(SET_RANKS), dtype=np.int64)
    digits = np.arange(len(found))
    for grade in sorted((count, rank) for count in (3, 4) for rank in SET_RANKS):
        if _fits(PLAIN, condition, grade):
            found[digits // DIGITS[grade[1]] % 5 >= grade[0]] = _number(PLAIN, SET, grade, False)
    return found


# ---------------------------------------------------------------- conditions that need more than the hand


def _is_complete(how: RankingRules, complete: Complete, hands: Hands) -> Booleans:
    """Whether each of the hands after the exchange had nothing more to reckon on these terms than was reckoned.

    Of several points that score as much, the best is reckoned. Of sequences and sets, all are.
    """
    terms, reckoned = complete
    category = terms.category
    if category == POINT:
        numbers = [_number(how, POINT, how.grade(POINT, said(*each)), True) for each in reckoned]
        due = _highest(how, Condition(POINT, terms.low, terms.high), hands, scored=True)
        return np.asarray(due == (sum(numbers) if len(numbers) < 2 else -1))
    suits = [hands >> shift & SUIT_MASK for shift in _SHIFTS]
    of_rules = tables(how)
    if category == SET:
        score = of_rules.set.value[sum(NUMBER[ranks] for ranks in suits)]
    else:
        score = sum(of_rules.sequence.value[ranks] for ranks in suits) + of_rules.nought * _can_be_void(hands)
    low, high = terms.needs or (terms.low, terms.high)
    may = holds(how, Condition(category, low, high), hands)
    return np.asarray(score * may == sum(how.score(category, said(*each)) for each in reckoned))


def splits(known: Knowledge, hand: int) -> Hands:
    """Return the unseen cards left in each layout with this hand. The other unseen cards are the other's discards."""
    left = discards_of(known.unseen & ~(hand | known.blanche), known.left)
    good = np.ones(len(left), dtype=bool)
    for formed, judged in _against(known, np.array([hand], dtype=np.int64), left):
        good &= formed < judged
    return left[good]


def _against(known: Knowledge, hands: Hands, left: Hands) -> Iterator[tuple[Hands, Hands]]:
    """Yield for each low call of elder's that was good against the cards what decides that (R5.8), as numbers.

    That is what younger's cards and those left can form, by the cards left, and what is judged, by the hand.
    """
    how = known.rules.counting
    others = known.rules.cards & ~(known.unseen | known.held | known.played)
    for category, length, tie in known.said.against:
        formed = _highest(how, Condition(category, NONE, BEST), left | others)
        if tie is None:
            yield formed, _highest(how, Condition(category, NONE, BEST, length=length), hands | known.played)
        else:
            judged = _number(how, category, how.grade(category, (length, tie)), False)
            yield formed, np.full(len(hands), judged, dtype=np.int64)


def _good_against(known: Knowledge, hands: Hands) -> tuple[Hands, int]:
    """Return the layouts of each hand of elder's in which the calls were good against the cards, and the work (R5.8).

    That depends on the cards left. Of those with which they were good, each hand counts those that are not in it.
    """
    free = cards_of(known.unseen & ~known.blanche)
    left = np.concatenate(list(_choices(free, known.left)))
    against = list(_against(known, hands, left))
    judged, group_of = np.unique(np.stack([judged for _, judged in against]), axis=1, return_inverse=True)
    counts = np.zeros(len(hands), dtype=np.int64)
    for group, limits in enumerate(judged.T):
        good = reduce(np.logical_and, (formed < limit for (formed, _), limit in zip(against, limits, strict=True)))
        mine = group_of.ravel() == group
        counts[mine] = _within(free, left[good], mask_of(free) & ~hands[mine])
    return counts, len(against) * len(left) // _CHOICES + (judged.shape[1] * len(free) << len(free)) // _ADDITIONS


def _within(cards: tuple[int, ...], some: Hands, places: Hands) -> Hands:
    """Return how many of some choices of the cards lie within each of the places.

    They are counted for every set of the cards at once, card by card.
    """
    counts = np.zeros(1 << len(cards), dtype=np.int32)
    counts[_packed(cards, some)] = 1
    for at in range(len(cards)):
        pairs = counts.reshape(-1, 2, 1 << at)
        pairs[:, 1] += pairs[:, 0]
    return counts[_packed(cards, places)].astype(np.int64)


def _packed(cards: tuple[int, ...], sets: Hands) -> Hands:
    """Return each set of cards as a number whose bits stand for these cards alone."""
    found = np.zeros(len(sets), dtype=np.int64)
    for at, card in enumerate(cards):
        found |= (sets >> card & 1) << at
    return found
