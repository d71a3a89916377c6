"""Questions that are the same but for the names of the suits, asked as one.

No rule sets one suit above another: the 225,792,840 hands of twelve are 9,662,590 up to the order of the suits."""

from typing import NamedTuple

from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE
from service.piquet.rulesets.parameters import PARAMETERS, Ruleset

Suits = tuple[int, ...]

_SHIFTS = tuple(range(0, 4 * SUIT_SIZE, SUIT_SIZE))
_SET_BYTES = (4 * SUIT_SIZE + 7) // 8

# What of a ruleset the evaluation of a hand and its odds depend on.
EVALUATION = (
    "pack",
    "point_minimum",
    "point_comparison",
    "point_score",
    "point_ending_in_four",
    "nought",
    "carte_blanche_points",
    "carte_rouge",
)


class SuitSymmetry(NamedTuple):
    """Sets of cards with their suits in a standard order, and that order: `suits[i]` has become suit `i`."""

    sets: tuple[int, ...]
    suits: Suits

    def back(self, cards: int) -> int:
        """Cards of an answer to the canonical question, as those of the question that was asked."""
        found = 0
        for shift, suit in zip(_SHIFTS, self.suits, strict=True):
            found |= (cards >> shift & SUIT_MASK) << SUIT_SIZE * suit
        return found


def canonical(*sets: int) -> SuitSymmetry:
    """Several sets of cards (hands), the same permutation of the suits applied to all of them. Sets that differ by a
    permutation of the suits only have the same canonical sets."""
    suits = sorted([(*[cards >> shift & SUIT_MASK for cards in sets], shift // SUIT_SIZE) for shift in _SHIFTS])
    found = tuple(
        spades | hearts << SUIT_SIZE | diamonds << 2 * SUIT_SIZE | clubs << 3 * SUIT_SIZE
        for spades, hearts, diamonds, clubs in list(zip(*suits, strict=True))[:-1]
    )
    return SuitSymmetry(found, tuple(suit[-1] for suit in suits))


def question(rules: Ruleset, sets: tuple[int, ...], parameters: tuple[str, ...] = EVALUATION) -> bytes:
    """A question about these sets of cards, whose answer depends on `parameters` of the ruleset, as the material of a
    key: one byte for each parameter, which of its published values it has, and five for each set."""
    values = bytes(PARAMETERS[name].values.index(getattr(rules, name)) for name in parameters)
    return values + b"".join([cards.to_bytes(_SET_BYTES) for cards in sets])
