"""Counts the cases in which two players' best holdings have given places, exactly, with polynomials.

The asker is the player whose hand is analysed. A **case** is a draw of the asker's and a hand of the other player from
the cards that are then left. For both players the best point (or sequence) of a hand is the best of its four suits. So
the cases in which neither exceeds a given place are counted suit by suit: in how many ways some of the unseen cards of
the suit are drawn, and some are the other player's. For each suit that is a polynomial in x (one for each card drawn)
and y (one for each card of the other player). In the product of the four polynomials the coefficient of x^drawn y^size
is the number of cases. Sets work the same way: the ranks from the ten up take the place of the suits, and all lower
cards form one more part.

The score of holdings is a sum over the suits (or ranks). A third variable, whose square counts as zero, carries it
along: its coefficient is the sum of the score over the cases.

Many discards keep the same cards of a suit. The parts are divided into two halves, and each half is multiplied out once
for each way of keeping cards in it. The result for all discards is then one matrix product. Numbers are floats, which
multiply fastest. All are whole and below 2^53: 36 cards have fewer than 2^32 cases.
"""

from collections.abc import Iterator
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.holding_tables import DIGITS, SUITS, Category, Ints, subsets, tables
from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE
from service.piquet.cards.ranking import POINT, SEQUENCE, SET

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_AT_ONCE = 32  # pairs of places to process together; bounds the memory

# A division of the unseen cards of a part: how many are drawn, how many are the other player's, in how many ways, and
# which cards these are (masks of ranks for a suit, the same two numbers for a rank).
_Division = tuple[int, int, int, int, int]


class _Part(NamedTuple):
    """A suit, or a rank. Its rows are the ways to keep cards of it, its columns the ways to divide its unseen cards.

    `row` is the row of each discard. `place`, `value` and `void` say, by row and column, what the asker then has.
    `ways` and `other` give, by column, the number of ways and the place of the other player's holding. Columns with the
    same two numbers of cards are adjacent: `start` is the first column of each such group, and `drawn` and `taken` are
    its numbers.
    """

    row: Ints
    place: Ints
    value: Ints
    void: Flags
    ways: Ints
    other: Ints
    start: Ints
    drawn: Ints
    taken: Ints


class _Half(NamedTuple):
    """Some of the parts, multiplied out.

    Each step has the rows of the product so far and of the next part that belong together. `row` is the final row of
    each discard.
    """

    parts: tuple[_Part, ...]
    steps: tuple[tuple[Ints, Ints], ...]
    row: Ints


class CaseCounts:
    """The cases of a category, for every discard. The other player has `size` cards that the asker does not know.

    `category` has its tables, and `places` every place that the asker's best holding may have, lowest first.
    """

    def __init__(self, position: ExchangeKnowledge, which: int, discards: Ints, size: int) -> None:
        table = tables(position.rules.counting)
        self.which, self.category = which, (table.point, table.sequence, table.set)[which]
        self._nought = table.nought if which == SEQUENCE else 0
        self._counts = np.bitwise_count(discards)
        self._most = int(self._counts.max()), size  # the most cards drawn, and the other player's cards
        parts = list((_ranks if which == SET else _suits)(position, self.category, discards, self._most))
        self.places = np.unique(np.concatenate([part.place.ravel() for part in parts]))
        self._halves = _halves(parts)

    def by_place(self, limits: Ints) -> Floats:
        """The cases for each of `places` and each discard.

        The asker's best holding has this place, and the other player's at most its limit.
        """
        return self._by_place(limits, 0)

    def scores_by_place(self, limits: Ints) -> Floats:
        """The total score of the asker's holdings in these cases, if they are good."""
        if self.which == POINT:  # only the best point is reckoned
            return self._by_place(limits, 0) * self.category.score[self.places, None]
        found = self._by_place(limits, 1)
        if self._nought:
            found += self._nought * (self._by_place(limits, 0) - self._by_place(limits, 0, voids=False))
        return found

    def _by_place(self, limits: Ints, degree: int, voids: bool = True) -> Floats:
        below = np.concatenate([[-1], self.places[:-1]])
        return self._up_to(self.places, limits, degree, voids) - self._up_to(below, limits, degree, voids)

    def _up_to(self, places: Ints, limits: Ints, degree: int, voids: bool) -> Floats:
        """The cases with at most that place for the asker and at most that limit for the other player.

        With `degree` 1, the sum of the values in these cases. `voids` includes the cases in which the asker lacks a
        suit.
        """
        found = np.zeros((len(places), len(self._counts)))
        for start in range(0, len(places), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            one, other = (
                self._multiplied_out(half, places[some], limits[some], degree, voids) for half in self._halves
            )
            for count in np.unique(self._counts):
                rows = np.flatnonzero(self._counts == count)
                found[some, rows] = self._coefficients(one, other, rows, count)
        return found

    def _coefficients(self, one: Floats, other: Floats, rows: Ints, count: int) -> Floats:
        """The coefficients in the products of the halves, for discards of `count` cards.

        They are sums over all ways in which the degrees add up.
        """
        (first, in_first), (second, in_second) = (
            np.unique(half.row[rows], return_inverse=True) for half in self._halves
        )
        left = one[:, first][:, :, :, : count + 1]
        right = other[:, second][:, :, ::-1, count::-1, ::-1]
        left, right = left.reshape(*left.shape[:2], -1), right.reshape(*right.shape[:2], -1)
        used = left.any(axis=(0, 1)) & right.any(axis=(0, 1))
        products = left[:, :, used] @ right[:, :, used].transpose(0, 2, 1)
        return np.asarray(products[:, in_first, in_second])

    def _multiplied_out(self, half: _Half, places: Ints, limits: Ints, degree: int, voids: bool) -> Floats:
        """The polynomials of a half: [threshold, row, third variable, x, y]."""
        found, *more = (self._polynomials(part, places, limits, degree, voids) for part in half.parts)
        for polynomials, (so_far, row) in zip(more, half.steps, strict=True):
            found = _product(found[:, so_far], polynomials[:, row])
        return found

    def _polynomials(self, part: _Part, places: Ints, limits: Ints, degree: int, voids: bool) -> Floats:
        counted = part.place <= places[:, None, None]
        if not voids:
            counted = counted & ~part.void
        ways = counted * ((part.other <= limits[:, None]) * part.ways)[:, None, :]
        found = np.zeros((*ways.shape[:2], degree + 1, *(most + 1 for most in self._most)))
        for power, summed in enumerate((ways, ways * part.value)[: degree + 1]):
            found[:, :, power, part.drawn, part.taken] = np.add.reduceat(summed, part.start, axis=2)
        return found


def _suits(position: ExchangeKnowledge, category: Category, discards: Ints, most: tuple[int, int]) -> Iterator[_Part]:
    """The parts of the four suits. `most` limits the cards drawn and the other player's cards."""
    for shift in range(0, SUITS * SUIT_SIZE, SUIT_SIZE):
        hand, unseen, held = (cards >> shift & SUIT_MASK for cards in (position.hand, position.unseen, position.held))
        divisions = [
            (drawn.bit_count(), taken.bit_count(), 1, drawn, taken)
            for drawn in subsets(unseen)
            for taken in subsets(unseen & ~drawn)
        ]
        yield _part(category, hand & ~(discards >> shift & SUIT_MASK), divisions, held, most)


def _ranks(position: ExchangeKnowledge, category: Category, discards: Ints, most: tuple[int, int]) -> Iterator[_Part]:
    """The parts of the ranks that make sets, each counted by its digit, and a part of all lower cards."""
    of_rank = {rank: sum(1 << suit * SUIT_SIZE + rank for suit in range(SUITS)) for rank in range(SUIT_SIZE)}
    low = sum(cards for rank, cards in of_rank.items() if not DIGITS[rank])
    for cards, digit in [(low, 0), *((of_rank[rank], int(DIGITS[rank])) for rank in of_rank if DIGITS[rank])]:
        hand, unseen, held = ((some & cards).bit_count() for some in (position.hand, position.unseen, position.held))
        divisions = [
            (drawn, taken, comb(unseen, drawn) * comb(unseen - drawn, taken), drawn, taken)
            for drawn, taken in product(range(unseen + 1), repeat=2)
            if drawn + taken <= unseen
        ]
        kept = (hand - np.bitwise_count(discards & cards)) * (digit > 0)
        yield _part(category, kept, divisions, held, most, digit)


def _part(
    category: Category, kept: Ints, divisions: list[_Division], held: int, most: tuple[int, int], digit: int = 1
) -> _Part:
    """A part, made from what each discard keeps and from its divisions.

    Both are masks of ranks, or numbers of cards of the rank with this digit.
    """
    rows, row = np.unique(kept, return_inverse=True)
    within = sorted(each for each in divisions if each[0] <= most[0] and each[1] <= most[1])
    drawn, taken, ways, own, others = np.array(within, dtype=np.int64).T
    _, start = np.unique(drawn * SUIT_SIZE * SUITS + taken, return_index=True)
    mine = (rows[:, None] + own) * digit
    return _Part(
        row=row,
        place=category.place[mine],
        value=category.value[mine],
        void=mine == 0,
        ways=ways,
        other=category.place[(others + held) * digit],
        start=start,
        drawn=drawn[start],
        taken=taken[start],
    )


def _halves(parts: list[_Part]) -> tuple[_Half, ...]:
    """The parts in two halves, with few rows each."""
    halves: tuple[list[_Part], list[_Part]] = ([], [])
    for part in sorted(parts, key=_rows, reverse=True):
        min(halves, key=lambda half: (prod(map(_rows, half)), len(half))).append(part)
    return tuple(map(_half, halves))


def _half(parts: list[_Part]) -> _Half:
    row, steps = parts[0].row, []
    for part in parts[1:]:
        together, row = np.unique(row * _rows(part) + part.row, return_inverse=True)
        steps.append((together // _rows(part), together % _rows(part)))
    return _Half(tuple(parts), tuple(steps), row)


def _rows(part: _Part) -> int:
    return len(part.place)


def _product(one: Floats, other: Floats) -> Floats:
    """The products of polynomials by row and threshold, up to the degrees that they have."""
    found = np.zeros_like(one)
    _, _, values, drawn, taken = one.shape
    for e, x, y in np.argwhere(other.any(axis=(0, 1))):
        terms = one[:, :, : values - e, : drawn - x, : taken - y]
        found[:, :, e:, x:, y:] += terms * other[:, :, e, x, y, None, None, None]
    return found
