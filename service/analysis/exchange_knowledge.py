"""What the asker knows before the exchange, and every draw that may follow a discard."""

from collections.abc import Iterator
from functools import cached_property, reduce
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.analysis.holding_tables import DIGITS, NUMBER, SUITS, Category, Ints, subsets, tables
from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE, cards_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.rulesets.parameters import Ruleset

SMALL = np.uint8  # large enough for places, of which a category has fewer than a hundred, and for scores in hand
Smalls = NDArray[np.uint8]


class ExchangeKnowledge(NamedTuple):
    """What the asker knows, and that they may exchange `low` to `high` cards.

    `elder` says whether the asker is elder. `known` and `held` are explained in `exchange`.
    """

    rules: Ruleset
    hand: int
    low: int
    high: int
    elder: bool = True
    known: int = 0
    held: int = 0
    carte_blanche: bool | None = None  # whether the asker reckoned one; None if nobody did

    @property
    def unseen(self) -> int:
        """The cards whose place the asker does not know."""
        return self.rules.cards & ~(self.hand | self.known | self.held)

    @property
    def unknown_of_other(self) -> int:
        """The number of cards in the other player's hand that the asker does not know."""
        return HAND_SIZE - self.held.bit_count()


_ALL_MASKS = np.arange(SUIT_MASK + 1)


class OtherHands:
    """The places of the best holdings of each hand that the other player may have."""

    def __init__(self, position: ExchangeKnowledge) -> None:
        self.size = position.unknown_of_other
        self._tables = tables(position.rules.counting)
        suits = range(0, SUITS * SUIT_SIZE, SUIT_SIZE)
        unseen, held = ([cards >> shift & SUIT_MASK for shift in suits] for cards in (position.unseen, position.held))
        self._ranks = [np.array(subsets(ranks)) | has for ranks, has in zip(unseen, held, strict=True)]

    @cached_property
    def places(self) -> list[Smalls]:
        """The place of the best holding, by category and by the unseen cards of the hand (one bit each)."""
        found = []
        for category in (self._tables.point, self._tables.sequence):
            of_suits = [category.place[ranks].astype(SMALL) for ranks in self._ranks]
            found.append(reduce(lambda low, high: np.maximum.outer(high, low).ravel(), of_suits))
        numbers = [NUMBER[ranks].astype(np.uint16) for ranks in self._ranks]
        number = reduce(lambda low, high: np.add.outer(high, low).ravel(), numbers)
        return [*found, np.take(self._tables.set.place.astype(SMALL), number)]


def _chosen(of: int, count: int) -> Ints:
    """Every choice of so many of the numbers below `of`, one in each row, in the order of `itertools.combinations`."""
    found = np.zeros((1, 0), dtype=np.int64)
    for column in range(count):
        last = found[:, -1] if column else np.array([-1])
        ways = of - (count - column) - last  # the ways to go on from each row
        rows = np.repeat(np.arange(len(found)), ways)
        number = np.arange(len(rows)) - np.repeat(np.cumsum(ways) - ways, ways)  # of a way among those of its row
        found = np.column_stack([found[rows], last[rows] + 1 + number])
    return found


class ExchangeDraws:
    """All draws of this many cards, and how the other player's hands compare with them."""

    def __init__(self, position: ExchangeKnowledge, others: OtherHands, count: int) -> None:
        self._tables, self._others = tables(position.rules.counting), others
        cards = sorted(cards_of(position.unseen))
        self.count, self._left = comb(len(cards), count), len(cards) - count
        self.hands = comb(self._left, others.size)
        # For each draw: the indices of its cards in `cards`, its ranks by suit, and its tens and higher as a number.
        self._chosen = _chosen(len(cards), count)
        bits = np.zeros((SUITS, len(cards)), dtype=np.int64)
        for at, card in enumerate(cards):
            bits[card // SUIT_SIZE, at] = 1 << card % SUIT_SIZE
        self._by_suit: Ints = bits[:, self._chosen].sum(axis=2)
        self._number: Ints = np.array([DIGITS[card % SUIT_SIZE] for card in cards])[self._chosen].sum(axis=1)

    def places_of_others(self, some: Ints) -> list[Smalls]:
        """Return the places of the other player's best holdings, by draw (rows; some of them) and hand (columns)."""
        left = np.ones((len(some), self._left + self._chosen.shape[1]), dtype=bool)
        np.put_along_axis(left, self._chosen[some], False, axis=1)
        there = np.nonzero(left)[1].reshape(len(some), self._left)
        # A matrix product: which of the cards left each hand has, times the bit of each card.
        masks = ((1 << there).astype(np.float32) @ self._in_hands).astype(np.int64)
        # No mask is out of bounds, and "wrap" is the fastest way to look them up.
        return [np.take(places, masks, mode="wrap") for places in self._others.places]

    @cached_property
    def _in_hands(self) -> NDArray[np.float32]:
        """Which of the cards left (rows) each hand of the other player has (columns): 1 or 0."""
        found = np.zeros((self._left, self.hands), dtype=np.float32)
        np.put_along_axis(found, _chosen(self._left, self._others.size).T, 1, axis=0)
        return found

    def places_and_values(self, kept: int) -> Iterator[tuple[Category, Ints, Ints]]:
        """Yield the place of the best holding and its score if good, by category and by draw."""
        suits = [kept >> SUIT_SIZE * suit & SUIT_MASK for suit in range(SUITS)]
        drawn = list(self._by_suit)
        for category in (self._tables.point, self._tables.sequence):
            of_suits = [
                np.take(category.place[_ALL_MASKS | suit], mine) for suit, mine in zip(suits, drawn, strict=True)
            ]
            place = np.maximum(np.maximum(of_suits[0], of_suits[1]), np.maximum(of_suits[2], of_suits[3]))
            if category is self._tables.point:
                yield category, place, category.score[place]
                continue
            values = [np.take(category.value[_ALL_MASKS | suit], mine) for suit, mine in zip(suits, drawn, strict=True)]
            value = values[0] + values[1] + values[2] + values[3]
            if self._tables.nought:
                void = np.logical_or.reduce([(suit | mine) == 0 for suit, mine in zip(suits, drawn, strict=True)])
                value = value + self._tables.nought * void
            yield category, place, value
        number = self._number + sum(int(DIGITS[card % SUIT_SIZE]) for card in cards_of(kept))
        yield self._tables.set, self._tables.set.place[number], self._tables.set.value[number]
