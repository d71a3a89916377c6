"""What the asker knows before the exchange, and every draw that may follow a discard."""

from collections.abc import Iterator
from functools import cached_property, reduce
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.analysis.holding_tables import DIGITS, NUMBER, SUITS, Category, Ints, subsets, tables
from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE, cards_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.rulesets.parameters import Ruleset

SMALL = np.int16  # large enough for places and points, in a quarter of the memory
Smalls = NDArray[np.int16]


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


def _with(mask: int) -> Ints:
    """Every mask of a suit, with these ranks added."""
    return _ALL_MASKS | mask


class ExchangeDraws:
    """All draws of this many cards, and how the other player's hands compare with them."""

    def __init__(self, position: ExchangeKnowledge, count: int) -> None:
        self._position, self._tables = position, tables(position.rules.counting)
        self._cards = cards = sorted(cards_of(position.unseen))
        self._left = len(cards) - count
        self.hands = comb(self._left, position.unknown_of_other)
        # For each draw: the indices of its cards in `cards`, its ranks by suit, and its tens and higher as a number.
        self._chosen = np.array(list(combinations(range(len(cards)), count)), dtype=np.int64)
        self._chosen = self._chosen.reshape(comb(len(cards), count), count)
        bits = np.zeros((SUITS, len(cards)), dtype=np.int64)
        for at, card in enumerate(cards):
            bits[card // SUIT_SIZE, at] = 1 << card % SUIT_SIZE
        self._by_suit: Ints = bits[:, self._chosen].sum(axis=2)
        self._number: Ints = np.array([DIGITS[card % SUIT_SIZE] for card in cards])[self._chosen].sum(axis=1)

    def places_of_others(self, some: Ints) -> list[Smalls]:
        """The places of the other player's best holdings, for some of the draws (rows) and every hand (columns)."""
        size = self._position.unknown_of_other
        left = np.ones((len(some), len(self._cards)), dtype=bool)
        np.put_along_axis(left, self._chosen[some], False, axis=1)
        there = np.nonzero(left)[1].reshape(len(some), self._left)
        # A matrix product: which of the cards left each hand has, times the bit of each card.
        hands = np.zeros((self.hands, self._left), dtype=np.float32)
        np.put_along_axis(hands, np.array(list(combinations(range(self._left), size)), dtype=np.int64), 1, axis=1)
        masks = ((1 << there).astype(np.float32) @ hands.T).astype(np.int32)
        return [np.take(places, masks) for places in self._places]

    @cached_property
    def _places(self) -> list[Smalls]:
        """The place of the other player's best holding, by category and by their unseen cards (one bit each)."""
        position, found = self._position, []
        unseen, held = (
            [cards >> shift & SUIT_MASK for shift in range(0, SUITS * SUIT_SIZE, SUIT_SIZE)]
            for cards in (position.unseen, position.held)
        )
        masks = [np.array(subsets(ranks)) | has for ranks, has in zip(unseen, held, strict=True)]
        for category in (self._tables.point, self._tables.sequence):
            of_suits = [category.place[ranks].astype(SMALL) for ranks in masks]
            found.append(reduce(lambda low, high: np.maximum.outer(high, low).ravel(), of_suits))
        numbers = [NUMBER[ranks] for ranks in masks]
        number = reduce(lambda low, high: np.add.outer(high, low).ravel(), numbers)
        return [*found, np.take(self._tables.set.place.astype(SMALL), number)]

    def places_and_values(self, kept: int) -> Iterator[tuple[Category, Ints, Ints]]:
        """The place of the best holding, and its score if good, by category and by draw added to the kept cards."""
        suits = [kept >> SUIT_SIZE * suit & SUIT_MASK for suit in range(SUITS)]
        drawn = list(self._by_suit)
        for category in (self._tables.point, self._tables.sequence):
            of_suits = [np.take(category.place[_with(suit)], mine) for suit, mine in zip(suits, drawn, strict=True)]
            place = np.maximum(np.maximum(of_suits[0], of_suits[1]), np.maximum(of_suits[2], of_suits[3]))
            if category is self._tables.point:
                yield category, place, category.score[place]
                continue
            values = [np.take(category.value[_with(suit)], mine) for suit, mine in zip(suits, drawn, strict=True)]
            value = values[0] + values[1] + values[2] + values[3]
            if self._tables.nought:
                void = np.logical_or.reduce([(suit | mine) == 0 for suit, mine in zip(suits, drawn, strict=True)])
                value = value + self._tables.nought * void
            yield category, place, value
        number = self._number + sum(int(DIGITS[card % SUIT_SIZE]) for card in cards_of(kept))
        yield self._tables.set, self._tables.set.place[number], self._tables.set.value[number]
