"""What the asker knows before his exchange, and every draw that may follow a discard."""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.analysis.others import Others
from service.analysis.tables import DIGITS, SUITS, Category, Ints, tables
from service.piquet.cards import SUIT_MASK, SUIT_SIZE, cards_of
from service.piquet.holdings import HAND_SIZE
from service.piquet.parameters import Ruleset

SMALL = np.int16  # holds places and points, in a quarter of the room
Smalls = NDArray[np.int16]


class Position(NamedTuple):
    """What the asker knows, and how many cards he may exchange: `low` to `high`; whether he is elder."""

    rules: Ruleset
    hand: int
    low: int
    high: int
    elder: bool = True
    known: int = 0
    held: int = 0
    carte_blanche: bool | None = None  # whether it was the asker who reckoned one, if anybody did

    @property
    def unseen(self) -> int:
        """The cards of which he knows nothing."""
        return self.rules.cards & ~(self.hand | self.known | self.held)

    @property
    def unknown_of_other(self) -> int:
        """How many cards of the other's hand he does not know."""
        return HAND_SIZE - self.held.bit_count()

    @property
    def cases(self) -> int:
        """Discards times draws."""
        unseen = self.unseen.bit_count()
        return sum(comb(HAND_SIZE, count) * comb(unseen, count) for count in range(self.low, self.high + 1))


_ALL_MASKS = np.arange(SUIT_MASK + 1)


def _with(mask: int) -> Ints:
    """Every mask of a suit, with these ranks added."""
    return _ALL_MASKS | mask


class Draws:
    """All draws of so many cards, and how the other's hands compare with what they may bring."""

    def __init__(self, position: Position, count: int) -> None:
        self._position, self._tables = position, tables(position.rules.counting)
        cards = list(cards_of(position.unseen))
        self.chosen = np.array(list(combinations(range(len(cards)), count)), dtype=np.int64)
        self.chosen = self.chosen.reshape(comb(len(cards), count), count)
        self.cards = cards
        self._bits = bits = np.zeros((SUITS, len(cards)), dtype=np.int64)
        for at, card in enumerate(cards):
            bits[card // SUIT_SIZE, at] = 1 << card % SUIT_SIZE
        self.by_suit: Ints = bits[:, self.chosen].sum(axis=2).T.copy()
        self._digits = digits = np.array([DIGITS[card % SUIT_SIZE] for card in cards], dtype=np.int64)
        self.number: Ints = digits[self.chosen].sum(axis=1)
        self.hands = comb(len(cards) - count, position.unknown_of_other)

    @cached_property
    def below(self) -> tuple[Ints, ...]:
        """By category: for each draw and place, in how many hands of the other the best is below it."""
        position = self._position
        others = Others(self._tables, position.unseen, position.held, position.unknown_of_other)
        return tuple(others.below(category, self.by_suit) for category in self._tables[:3])

    def places_of_others(self, some: Ints) -> list[Smalls]:
        """For some of the draws (rows), and every hand of the other (columns): the places of its best holdings."""
        position, size = self._position, self._position.unknown_of_other
        cards, count = self.cards, self.chosen.shape[1]
        left = np.ones((len(some), len(cards)), dtype=bool)
        np.put_along_axis(left, self.chosen[some], False, axis=1)
        there = np.nonzero(left)[1].reshape(len(some), len(cards) - count)
        # As matrix products: which of the cards left each hand has, times what each card stands for.
        hands = np.zeros((self.hands, len(cards) - count), dtype=np.float32)
        np.put_along_axis(hands, np.array(list(combinations(range(len(cards) - count), size))), 1, axis=1)

        def of_all(stands_for: Ints, held: int) -> Any:
            return (stands_for[there].astype(np.float32) @ hands.T).astype(np.int32) + held

        suits = []
        for suit in range(SUITS):
            held = position.held >> SUIT_SIZE * suit & SUIT_MASK
            suits.append(of_all(self._bits[suit], held))
        found = [
            np.maximum.reduce([category.place.astype(SMALL)[masks] for masks in suits])
            for category in (self._tables.point, self._tables.sequence)
        ]
        in_hand = sum(int(DIGITS[card % SUIT_SIZE]) for card in cards_of(position.held))
        return [*found, self._tables.set.place.astype(SMALL)[of_all(self._digits, in_hand)]]

    def places_and_values(self, kept: int) -> Iterator[tuple[Category, Ints, Ints]]:
        """For each category, and for every draw added to the cards kept: the place of the best holding, and what is
        reckoned if it is good."""
        suits = [kept >> SUIT_SIZE * suit & SUIT_MASK for suit in range(SUITS)]
        drawn = [self.by_suit[:, suit] for suit in range(SUITS)]
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
        number = self.number + sum(int(DIGITS[card % SUIT_SIZE]) for card in cards_of(kept))
        yield self._tables.set, self._tables.set.place[number], self._tables.set.value[number]
