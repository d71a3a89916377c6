"""What the asker knows before the exchange, and every draw that may follow a discard."""

from functools import cached_property, lru_cache, reduce
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.analysis.holding_tables import NUMBER, Floats, Ints, in_suits, subsets, tables
from service.piquet.cards.cards import cards_of
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


class OtherHands:
    """The places of the best holdings of each hand that the other player may have."""

    def __init__(self, position: ExchangeKnowledge) -> None:
        self.size, self._position = position.unknown_of_other, position

    @cached_property
    def places(self) -> list[Smalls]:
        """The place of the best holding, by category and by the unseen cards of the hand (one bit each)."""
        in_both = zip(in_suits(self._position.unseen), in_suits(self._position.held), strict=True)
        suits = [np.array(subsets(unseen)) | held for unseen, held in in_both]
        *by_suit, sets = tables(self._position.rules.counting).categories
        found = []
        for category in by_suit:
            of_suits = [category.place[ranks].astype(SMALL) for ranks in suits]
            found.append(reduce(lambda low, high: np.maximum.outer(high, low).ravel(), of_suits))
        numbers = [NUMBER[ranks].astype(np.uint16) for ranks in suits]
        number = reduce(lambda low, high: np.add.outer(high, low).ravel(), numbers)
        return [*found, np.take(sets.place.astype(SMALL), number)]


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


@lru_cache(maxsize=64)
def _choices(size: int, count: int) -> Floats:
    """Every choice of so many of the cards of a hand (columns): 1 for each place in it that is chosen, else 0."""
    found = np.zeros((size, comb(size, count)))
    np.put_along_axis(found, _chosen(size, count).T, 1, axis=0)
    return found


def choices_of(*hands: int, count: int) -> Ints:
    """Every choice of so many cards of each of the hands (rows), which have as many cards as each other."""
    cards = np.array([[1 << card for card in cards_of(hand)] for hand in hands], dtype=np.float64)
    return (cards @ _choices(cards.shape[1], count)).astype(np.int64)


class ExchangeDraws:
    """All draws of this many cards, and how the other player's hands compare with them."""

    def __init__(self, position: ExchangeKnowledge, others: OtherHands, count: int) -> None:
        self._others = others
        cards = np.array(sorted(cards_of(position.unseen)))
        self._left = len(cards) - count
        self.hands = comb(self._left, others.size)
        # For each draw: the indices of its cards in `cards`, and these cards.
        self._chosen = _chosen(len(cards), count)
        self.cards: Ints = (1 << cards)[self._chosen].sum(axis=1)

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
