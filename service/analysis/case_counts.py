"""The number of cases in which two players' best holdings have given places, exact, with polynomials.

The asker is the player whose hand is analysed. A **case** is a draw of the asker's and a hand of the other player from
the cards that are then left. For both players the best point (or sequence) of a hand is the best of its four suits. So
the cases in which neither exceeds a given place are counted suit by suit: in how many ways some of the unseen cards of
the suit are drawn, and some are the other player's. For each suit that is a polynomial in x (one for each card drawn)
and y (one for each card of the other player, or for each card that the other player does not have, whichever are
fewer). In the product of the four polynomials the coefficient of the right powers of x and y is the number of cases.
Sets work the same way: the ranks from the ten up take the place of the suits, and all lower cards form one more part.

The score of holdings is a sum over the suits (or ranks). A third variable, whose square counts as zero, carries it
along: its coefficient is the sum of the score over the cases.

Many discards keep the same cards of a suit. The parts are divided into two halves, and each half is multiplied out once
for each way of keeping cards in it. The result for all discards is then one matrix product. Numbers are floats, which
multiply fastest. All are whole, and so are all sums of them, in whichever order they are added: 36 cards have fewer
than 2^32 cases, and the sums stay below 2^53.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np

from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.holding_tables import DIGITS, SUITS, Category, Flags, Floats, Ints, in_suits, tables
from service.piquet.cards.cards import RANKS, SUIT_SIZE, ranks_everywhere
from service.piquet.cards.ranking import SEQUENCE, SET

_AT_ONCE = 32  # thresholds to process together; bounds the memory


class _Powers(NamedTuple):
    """The highest powers of x and y, and whether y counts the cards that the other player does not have."""

    x: int
    y: int
    complement: bool


class _Divisions(NamedTuple):
    """The divisions of the unseen cards of a part.

    By division: how many cards are drawn, how many are the other player's, in how many ways, and which cards these are
    (masks of ranks for a suit, the same two numbers for a rank).
    """

    drawn: Ints
    taken: Ints
    ways: Ints
    own: Ints
    others: Ints


class _Part(NamedTuple):
    """A suit, or a rank. Its rows are the ways to keep cards of it, its columns the ways to divide its unseen cards.

    `row` is the row of each discard. `place`, `value` and `void` say, by row and column, what the asker then has.
    `ways` and `other` give, by column, the number of ways and the place of the other player's holding. Columns of the
    same monomial are adjacent: `start` is the first column of each monomial, `x` and `y` are its powers.
    """

    row: Ints
    place: Ints
    value: Ints
    void: Flags
    ways: Floats
    other: Ints
    start: Ints
    x: Ints
    y: Ints


#: Some of the parts. Their product has each combination of their rows.
_Half = tuple[_Part, ...]


class _SameSize(NamedTuple):
    """The discards of `size` cards, with the rows of both halves that they have and the index of each among these."""

    size: int
    discards: Ints
    rows: tuple[Ints, Ints]
    indices: tuple[Ints, Ints]


class Sum(NamedTuple):
    """A sum over the cases in which the other player's best holding has at most a limit.

    `limits` and `factors` are by the place of the asker's best holding: a case counts `factors` times, and with a
    `degree` of 1 as often as the asker's holdings score in it.
    """

    limits: Ints
    factors: Ints
    degree: int = 0


class CaseCounts:
    """The cases of a category, for every discard. The other player has `size` cards that the asker does not know.

    `category` has its tables, and `places` every place that the asker's best holding may have, lowest first.
    """

    def __init__(self, position: ExchangeKnowledge, which: int, discards: Ints, size: int) -> None:
        table = tables(position.rules.counting)
        self.which, self.category = which, table.categories[which]
        self.nought = table.nought if which == SEQUENCE else 0
        counts = np.bitwise_count(discards)
        others = position.unseen.bit_count() - size
        self._most = _Powers(int(counts.max()), min(size, others), others < size)
        parts = list((_ranks if which == SET else _suits)(position, self.category, discards, self._most))
        self.places = np.unique(np.concatenate([part.place.ravel() for part in parts]))
        self._others_places = np.unique(np.concatenate([part.other for part in parts]))
        self._halves = _halves(parts)
        self._by_size = [_same_size(counts, size, self._halves) for size in np.unique(counts).tolist()]
        self._discards = len(discards)

    def sums(self, wanted: Sequence[Sum], voids: bool = True) -> Ints:
        """Each of the sums (rows) for each discard (columns).

        `voids` includes the cases in which the asker lacks a suit.
        """
        found = np.zeros((len(wanted), self._discards))
        thresholds, factors = self._thresholds(wanted)
        valued = factors[[at for at, each in enumerate(wanted) if each.degree]].any(axis=0)
        for degree in range(2):
            chosen = np.flatnonzero(valued == degree)
            for start in range(0, len(chosen), _AT_ONCE):
                some = chosen[start : start + _AT_ONCE]
                places, limits = thresholds[some].T
                one, other = (self._multiplied_out(half, places, limits, degree, voids) for half in self._halves)
                for power in range(degree + 1):
                    these = np.array([at for at, each in enumerate(wanted) if each.degree == power], dtype=np.int64)
                    if len(these):
                        self._add(found, these, factors[np.ix_(these, some)], (one, other), power)
        return found.astype(np.int64)

    def _thresholds(self, wanted: Sequence[Sum]) -> tuple[Ints, Floats]:
        """Pairs of a place of the asker's and a limit of the other player's, and the factors of each by sum.

        The sums are sums over the cases that exceed neither number of a pair: a place itself is the difference of
        what does not exceed it and what does not exceed the place below it.
        """
        factors: dict[tuple[int, int], list[int]] = {}
        for at, each in enumerate(wanted):
            attained = np.searchsorted(self._others_places, each.limits, side="right") - 1
            for below, (limit, factor) in enumerate(zip(attained.tolist(), each.factors.tolist(), strict=True), -1):
                if limit < 0:
                    continue
                factors.setdefault((below + 1, limit), [0] * len(wanted))[at] += factor
                if below >= 0:
                    factors.setdefault((below, limit), [0] * len(wanted))[at] -= factor
        used = sorted(pair for pair, some in factors.items() if any(some))
        pairs = np.array(used, dtype=np.int64).reshape(-1, 2)
        thresholds = np.stack([self.places[pairs[:, 0]], self._others_places[pairs[:, 1]]], axis=1)
        return thresholds, np.array([factors[pair] for pair in used], dtype=float).reshape(-1, len(wanted)).T

    def _add(self, found: Floats, these: Ints, factors: Floats, halves: tuple[Floats, Floats], power: int) -> None:
        """Add the coefficients of the products of the halves, times the factors, to some of the sums.

        A coefficient is a sum over all ways in which the powers add up.
        """
        for size, discards, (first, second), (in_first, in_second) in self._by_size:
            left = halves[0][:, first][:, :, : power + 1, : size + 1]
            right = halves[1][:, second][:, :, power::-1, size::-1, ::-1]
            left, right = left.reshape(*left.shape[:2], -1), right.reshape(*right.shape[:2], -1)
            used = left.any(axis=(0, 1)) & right.any(axis=(0, 1))
            left, right = left[:, :, used].transpose(1, 0, 2), right[:, :, used].transpose(0, 2, 1)
            weighted = left * factors[:, None, :, None]
            products = weighted.reshape(len(these) * len(first), -1) @ right.reshape(-1, len(second))
            found[np.ix_(these, discards)] += products.reshape(len(these), len(first), -1)[:, in_first, in_second]

    def _multiplied_out(self, half: _Half, places: Ints, limits: Ints, degree: int, voids: bool) -> Floats:
        """Return the polynomials of a half: [threshold, row, third variable, x, y]."""
        *more, first = half
        found = np.zeros((len(places), len(first.place), degree + 1, self._most.x + 1, self._most.y + 1))
        for power, coefficients in enumerate(_coefficients(first, places, limits, degree, voids)):
            found[:, :, power, first.x, first.y] = coefficients
        for part in reversed(more):
            found = _product(part, _coefficients(part, places, limits, degree, voids), found)
        return found


def _coefficients(part: _Part, places: Ints, limits: Ints, degree: int, voids: bool) -> list[Floats]:
    """Return the coefficients of a part by the power of the third variable: [threshold, row, monomial]."""
    counted = part.place <= places[:, None, None]
    if not voids:
        counted &= ~part.void
    ways = counted * ((part.other <= limits[:, None]) * part.ways)[:, None, :]
    return [np.add.reduceat(each, part.start, axis=2) for each in (ways, ways * part.value)[: degree + 1]]


def _product(part: _Part, coefficients: list[Floats], so_far: Floats) -> Floats:
    """Return the products of a part with polynomials so far, up to the powers that these have, with each pair of rows.

    It is a matrix product of the coefficients and, for each monomial, the polynomials times that monomial.
    """
    thresholds, rows, powers, drawn, taken = so_far.shape
    times = np.zeros((thresholds, len(part.x), rows, powers, drawn, taken))
    for at, (x, y) in enumerate(zip(part.x, part.y, strict=True)):
        times[:, at, :, :, x:, y:] = so_far[:, :, :, : drawn - x, : taken - y]
    found = coefficients[0] @ times.reshape(thresholds, len(part.x), -1)
    found = found.reshape(thresholds, -1, powers, drawn, taken)
    for values in coefficients[1:]:
        plain = values @ times[:, :, :, 0].reshape(thresholds, len(part.x), -1)
        found[:, :, 1] += plain.reshape(thresholds, -1, drawn, taken)
    return found


def _suits(position: ExchangeKnowledge, category: Category, discards: Ints, most: _Powers) -> Iterator[_Part]:
    """Yield the parts of the four suits."""
    of_asker = zip(in_suits(position.hand), in_suits(discards), strict=True)
    for (hand, gone), unseen, held in zip(of_asker, in_suits(position.unseen), in_suits(position.held), strict=True):
        own = others = np.zeros(1, dtype=np.int64)
        for card in (1 << rank for rank in range(SUIT_SIZE) if unseen >> rank & 1):  # left, drawn, or the other's
            own, others = np.concatenate([own, own | card, own]), np.concatenate([others, others, others | card])
        divisions = _Divisions(np.bitwise_count(own), np.bitwise_count(others), np.ones_like(own), own, others)
        yield _part(category, hand & ~gone, divisions, unseen.bit_count(), held, most)


def _ranks(position: ExchangeKnowledge, category: Category, discards: Ints, most: _Powers) -> Iterator[_Part]:
    """Yield the parts of the ranks that make sets, each counted by its digit, and a part of all lower cards."""
    low = "".join(rank for rank, digit in zip(RANKS, DIGITS, strict=True) if not digit)
    of_sets = [(rank, int(digit)) for rank, digit in zip(RANKS, DIGITS, strict=True) if digit]
    for ranks, digit in [(low, 0), *of_sets]:
        cards = ranks_everywhere(ranks)
        hand, unseen, held = ((some & cards).bit_count() for some in (position.hand, position.unseen, position.held))
        numbers = [
            (drawn, taken, comb(unseen, drawn) * comb(unseen - drawn, taken), drawn, taken)
            for drawn, taken in product(range(unseen + 1), repeat=2)
            if drawn + taken <= unseen
        ]
        divisions = _Divisions(*np.array(numbers, dtype=np.int64).T)
        kept = (hand - np.bitwise_count(discards & cards)) * (digit > 0)
        yield _part(category, kept, divisions, unseen, held, most, digit)


def _part(
    category: Category, kept: Ints, divisions: _Divisions, unseen: int, held: int, most: _Powers, digit: int = 1
) -> _Part:
    """Return a part, made from what each discard keeps and from its divisions.

    Both are masks of ranks, or numbers of cards of the rank with this digit.
    """
    rows, row = np.unique(kept, return_inverse=True)
    x, taken = divisions.drawn.astype(np.int64), divisions.taken.astype(np.int64)
    y = unseen - taken if most.complement else taken
    within = np.flatnonzero((x <= most.x) & (y <= most.y))
    monomials = x[within] * SUIT_SIZE * SUITS + y[within]
    within = within[np.argsort(monomials, kind="stable")]
    _, start = np.unique(np.sort(monomials), return_index=True)
    mine = (rows[:, None] + divisions.own[within]) * digit
    return _Part(
        row=row,
        place=category.place[mine],
        value=category.value[mine],
        void=mine == 0,
        ways=divisions.ways[within].astype(float),
        other=category.place[(divisions.others[within] + held) * digit],
        start=start,
        x=x[within][start],
        y=y[within][start],
    )


def _halves(parts: list[_Part]) -> tuple[_Half, ...]:
    """Return the parts in two halves, with few rows each."""
    halves: tuple[list[_Part], list[_Part]] = ([], [])
    for part in sorted(parts, key=_rows, reverse=True):
        min(halves, key=lambda half: (prod(map(_rows, half)), len(half))).append(part)
    return tuple(map(tuple, halves))


def _row_of(half: _Half) -> Ints:
    """Return the row of each discard in the product of parts, of which the first one counts most."""
    row = np.zeros_like(half[0].row)
    for part in half:
        row = row * _rows(part) + part.row
    return row


def _same_size(counts: Ints, size: int, halves: tuple[_Half, ...]) -> _SameSize:
    discards = np.flatnonzero(counts == size)
    rows = [np.unique(_row_of(half)[discards], return_inverse=True) for half in halves]
    (first, in_first), (second, in_second) = rows
    return _SameSize(size, discards, (first, second), (in_first, in_second))


def _rows(part: _Part) -> int:
    return len(part.place)
