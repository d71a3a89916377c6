"""Tables of what each suit and rank adds to a hand, in numpy, for evaluating millions of hands at once.

A hand is four masks of ranks, one for each suit, and one number for its tens and higher: five digits in base five,
which count the tens, knaves, queens, kings and aces. Grades (see `service.piquet.cards.ranking`) are replaced by their
**places** in order, 0 for nothing, so that small integers are compared.
"""

from functools import lru_cache, reduce
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE
from service.piquet.cards.holdings import SET_RANKS
from service.piquet.cards.ranking import NONE, NOUGHT, POINT, SEQUENCE, SET, Grade, RankingRules, runs

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
SUITS = 4
MASKS = SUIT_MASK + 1

_Cards = TypeVar("_Cards", int, Ints)


def in_suits(cards: _Cards) -> list[_Cards]:
    """Return the ranks of each suit, of a hand or of an array of hands."""
    hearts, diamonds, clubs = cards >> SUIT_SIZE, cards >> 2 * SUIT_SIZE, cards >> 3 * SUIT_SIZE
    return [cards & SUIT_MASK, hearts & SUIT_MASK, diamonds & SUIT_MASK, clubs & SUIT_MASK]


# The digit of a rank in the number of tens and higher; 0 for lower ranks, which make no sets.
_DIGIT = {rank: 5**at for at, rank in enumerate(sorted(SET_RANKS))}
DIGITS: Ints = np.array([_DIGIT.get(rank, 0) for rank in range(SUIT_SIZE)], dtype=np.int64)


def subsets(mask: int) -> list[int]:
    """Every mask within a mask of ranks. Bit i of an index is the i-th rank, lowest first."""
    ranks = [1 << rank for rank in range(SUIT_SIZE) if mask >> rank & 1]
    return reduce(lambda found, rank: found + [some | rank for some in found], ranks, [0])


# By the ranks of a suit: the number of its tens and higher.
NUMBER: Ints = np.array(
    [sum(int(DIGITS[rank]) for rank in range(SUIT_SIZE) if ranks >> rank & 1) for ranks in range(MASKS)]
)

# By that number of a hand (columns): how many cards it has of each of the `SET_RANKS` (rows).
COUNTS: Ints = np.array([np.arange(5 ** len(SET_RANKS)) // DIGITS[rank] % 5 for rank in SET_RANKS])


class Category(NamedTuple):
    """A category as tables.

    `place` and `value` are by the ranks of a suit (for sets, by the number of the hand): the place of the best holding,
    and the score of all of them. The best of a hand is the highest place of its suits, and its score is the sum of
    their values, except that only the best point is reckoned: `score`, by place. `first` and `last`, by place, are the
    lowest and the highest place that is equal to it.
    """

    place: Ints
    value: Ints
    score: Ints
    first: Ints
    last: Ints


class Tables(NamedTuple):
    """The three categories, and what a nought adds to a hand's sequences (0 without noughts)."""

    categories: tuple[Category, Category, Category]
    nought: int

    def holdings(self, which: int, suits: Ints) -> tuple[Ints, Ints]:
        """Return the places of the best holdings of hands of twelve, and what all of the category score if good.

        `suits` are the ranks by suit and hand.
        """
        category = self.categories[which]
        if which == SET:
            number = NUMBER[suits].sum(axis=0)
            return category.place[number], category.value[number]
        place = category.place[suits].max(axis=0)
        if which == POINT:
            return place, category.score[place]
        return place, category.value[suits].sum(axis=0) + self.nought * (suits == 0).any(axis=0)


@lru_cache(maxsize=64)
def tables(how: RankingRules) -> Tables:
    """Return the tables for these ranking rules."""
    nought = [how.grade(category, NOUGHT[category]) if how.nought else NONE for category in (POINT, SEQUENCE)]
    points = [nought[POINT], *how.best[POINT][1:]]
    sequences = [nought[SEQUENCE], *how.best[SEQUENCE][1:]]
    in_sequences = [sum(how.score(SEQUENCE, run) for run in runs(ranks)) for ranks in range(MASKS)]
    adds = how.score(SEQUENCE, NOUGHT[SEQUENCE]) if how.nought else 0
    categories = (
        _category(how, POINT, points, [0] * MASKS),
        _category(how, SEQUENCE, sequences, in_sequences),
        _category(how, SET, *_sets(how)),
    )
    return Tables(categories, adds)


def _sets(how: RankingRules) -> tuple[list[Grade], list[int]]:
    """By the number of a hand: its best set, and the score of its sets."""
    best, value = [], []
    for counts in product(range(5), repeat=len(SET_RANKS)):  # aces first: they are the highest digit
        held = [(count, rank) for count, rank in zip(counts, SET_RANKS, strict=True) if count >= 3]
        best.append(max(held, default=NONE))
        value.append(sum(how.score(SET, said) for said in held))
    return best, value


def _category(how: RankingRules, category: int, best: list[Grade], value: list[int]) -> Category:
    grades = sorted({NONE, *best})
    places = {grade: place for place, grade in enumerate(grades)}
    alike = [(0, 0)]
    for grade in grades[1:]:
        low, high = how.alike(category, *how.said(category, grade))
        same = [place for other, place in places.items() if low <= other <= high]
        alike.append((same[0], same[-1]))
    return Category(
        place=np.array([places[grade] for grade in best]),
        value=np.array(value),
        score=np.array([0, *(how.score(category, how.said(category, grade)) for grade in grades[1:])]),
        first=np.array([low for low, _ in alike]),
        last=np.array([high for _, high in alike]),
    )
