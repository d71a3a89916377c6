"""How many of the hands that the other may hold have nothing better: exactly, by counting.

The best point (or sequence) of a hand is the best of its four suits. So the number of hands of so many cards whose
best is below a grade is a coefficient of a product of four polynomials, one a suit: how many sets of so many of its
cards stay below. Sets are alike: the ranks from the ten up stand in the place of the suits, and one factor for all
lower cards.
"""

from math import comb

import numpy as np

from service.analysis.tables import COUNTS, DIGITS, MASKS, SUITS, Category, Ints, Tables
from service.piquet.cards import SUIT_MASK, SUIT_SIZE

_ROWS = 2048  # how many draws are worked on at once, so that memory stays small


class Others:
    """The hands that the other may hold: the cards of `held`, and `size` of those of `unseen` that were not drawn.

    `unseen` and `held` are hands (masks)."""

    def __init__(self, tables: Tables, unseen: int, held: int, size: int) -> None:
        self._tables, self._size = tables, size
        self._unseen = [unseen >> SUIT_SIZE * suit & SUIT_MASK for suit in range(SUITS)]
        self._held = [held >> SUIT_SIZE * suit & SUIT_MASK for suit in range(SUITS)]

    def below(self, category: Category, drawn: Ints) -> Ints:
        """For each draw out of `unseen` (a row of four masks of ranks) and each place, and one beyond the last: in how
        many of the other's hands the best holding has a lower place."""
        if category is self._tables.set:
            return self._sets_below(category, drawn)
        polynomials = [self._below_in_suit(category, suit) for suit in range(SUITS)]
        left = np.stack([self._unseen[suit] & ~drawn[:, suit] for suit in range(SUITS)], axis=1)
        # The suit with the most unseen cards goes with the one that has the fewest: pairs of masks stay few.
        by_size = sorted(range(SUITS), key=lambda suit: self._unseen[suit].bit_count())
        pairs = []
        for one, other in ((by_size[3], by_size[0]), (by_size[2], by_size[1])):
            masks, which = np.unique(left[:, one] * MASKS + left[:, other], return_inverse=True)
            pairs.append((_product(polynomials[one][masks // MASKS], polynomials[other][masks % MASKS]), which))
        (first, in_first), (second, in_second) = pairs
        first, second = _padded(first, self._size), _padded(second, self._size)[:, :, ::-1]
        found = np.empty((len(drawn), category.size + 1), dtype=np.int64)
        for start in range(0, len(drawn), _ROWS):
            rows = slice(start, start + _ROWS)
            found[rows] = np.einsum("rgj,rgj->rg", first[in_first[rows]], second[in_second[rows]])
        return found

    def _below_in_suit(self, category: Category, suit: int) -> Ints:
        """By mask of unseen ranks of a suit, by place, by number of cards: in how many ways the other may have so many
        of them and, with those that he is known to have, stay below the place."""
        unseen, held = self._unseen[suit], self._held[suit]
        found = np.zeros((MASKS, category.size + 1, self._size + 1), dtype=np.int64)
        masks = [mask for mask in range(MASKS) if not mask & ~unseen]
        for mask in masks:
            if mask.bit_count() <= self._size:
                found[mask, category.place[mask | held] + 1 :, mask.bit_count()] = 1
        for rank in range(SUIT_SIZE):  # from sets of cards to their subsets, a card at a time
            with_it = [mask for mask in masks if mask >> rank & 1]
            found[with_it] += found[[mask & ~(1 << rank) for mask in with_it]]
        return found

    def _sets_below(self, category: Category, drawn: Ints) -> Ints:
        left = np.stack([self._unseen[suit] & ~drawn[:, suit] for suit in range(SUITS)], axis=1)
        per_rank = [(left >> rank & 1).sum(axis=1) for rank in range(SUIT_SIZE)]
        ranks = [rank for rank in range(SUIT_SIZE) if DIGITS[rank]]
        low = sum(per_rank[rank] for rank in range(SUIT_SIZE) if not DIGITS[rank])
        code = sum((per_rank[rank] * DIGITS[rank] for rank in ranks), low * COUNTS)
        kinds, which = np.unique(code, return_inverse=True)
        places = np.arange(category.size + 1)
        found = np.zeros((len(kinds), category.size + 1, self._size + 1), dtype=np.int64)
        for row, kind in enumerate(kinds):
            for count in range(min(self._size, kind // COUNTS) + 1):
                found[row, 1:, count] = comb(int(kind // COUNTS), count)
        for rank in ranks:
            digit = DIGITS[rank]
            held = sum(mask >> rank & 1 for mask in self._held)
            of_rank = np.zeros((len(kinds), category.size + 1, 5), dtype=np.int64)
            for row, number in enumerate(kinds // digit % 5):
                for count in range(int(number) + 1):
                    below = places > category.place[(count + held) * digit]
                    of_rank[row, below, count] = comb(int(number), count)
            found = _padded(_product(found, of_rank), self._size)
        return found[which, :, self._size]


def _padded(polynomials: Ints, degree: int) -> Ints:
    """Polynomials (the last axis) cut or filled up to a degree."""
    width = degree + 1 - polynomials.shape[2]
    return np.pad(polynomials, ((0, 0), (0, 0), (0, width))) if width > 0 else polynomials[:, :, : degree + 1]


def _product(one: Ints, other: Ints) -> Ints:
    """The products of polynomials (the last axis), row by row and place by place."""
    found = np.zeros((*one.shape[:2], one.shape[2] + other.shape[2] - 1), dtype=np.int64)
    for count in range(other.shape[2]):
        if other[:, :, count].any():
            found[:, :, count : count + one.shape[2]] += one * other[:, :, count, None]
    return found
