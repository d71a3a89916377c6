"""Canonical questions: questions that differ only in the order of the suits have one answer.

No rule ranks one suit above another. The 225,792,840 hands of twelve are 9,662,590 up to the order of the suits.
"""

from typing import NamedTuple

from service.analysis.holding_tables import SUITS, in_suits
from service.piquet.cards.cards import SUIT_SIZE
from service.piquet.rulesets.parameters import PARAMETERS, Ruleset

Suits = tuple[int, ...]

_SET_BYTES = (4 * SUIT_SIZE + 7) // 8

# The parameters that the value of holdings depends on, and all that the evaluation of a hand and its odds depend on.
HOLDINGS = (
    "pack",
    "point_minimum",
    "point_comparison",
    "point_score",
    "point_ending_in_four",
    "nought",
    "carte_blanche_points",
)
EVALUATION = (*HOLDINGS, "carte_rouge")


class SuitSymmetry(NamedTuple):
    """Sets of cards with their suits in a canonical order, and that order: `suits[i]` has become suit `i`."""

    sets: tuple[int, ...]
    suits: Suits

    def back(self, cards: int) -> int:
        """Cards of an answer to the canonical question, as cards of the original question."""
        return renamed(cards, self.suits)


def renamed(cards: int, suits: Suits) -> int:
    """Return cards with other suits: suit `i` becomes `suits[i]`."""
    found = 0
    for ranks, suit in zip(in_suits(cards), suits, strict=True):
        found |= ranks << SUIT_SIZE * suit
    return found


def canonical(*sets: int) -> SuitSymmetry:
    """Apply one permutation of the suits to several sets of cards (hands), so that equivalent sets become equal."""
    suits = sorted(zip(*map(in_suits, sets), range(SUITS), strict=True))
    found = tuple(
        spades | hearts << SUIT_SIZE | diamonds << 2 * SUIT_SIZE | clubs << 3 * SUIT_SIZE
        for spades, hearts, diamonds, clubs in list(zip(*suits, strict=True))[:-1]
    )
    return SuitSymmetry(found, tuple(suit[-1] for suit in suits))


def question(rules: Ruleset, sets: tuple[int, ...], parameters: tuple[str, ...] = EVALUATION) -> bytes:
    """Return a question about these sets of cards, as bytes for a cache key.

    The answer must depend only on `parameters` of the ruleset. The key has a byte for each parameter, the index of its
    value among those published, and five bytes for each set.
    """
    values = bytes(PARAMETERS[name].values.index(getattr(rules, name)) for name in parameters)
    return values + b"".join([cards.to_bytes(_SET_BYTES) for cards in sets])
