"""Cards and hands as integers.

A card is an int, ``9 * suit + rank``. A hand is an int used as a set of cards: bit ``card`` is set for each card that
it holds. Each suit has nine ranks (6 to A), which is enough for the pack of 32 and for the old pack of 36. As text a
card is its rank, then its suit: ``TH`` is the ten of hearts.
"""

from collections.abc import Iterable
from functools import cache

RANKS = "6789TJQKA"
SUITS = "SHDC"
SUIT_SIZE = len(RANKS)
SUIT_MASK = (1 << SUIT_SIZE) - 1

# The pips of each rank in a point (R1): ace 11, court cards and the ten 10 each, the others their number.
PIPS = (6, 7, 8, 9, 10, 10, 10, 10, 11)

CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD: dict[str, int] = {text: card for card, text in enumerate(CARDS)}
BIT: dict[str, int] = {text: 1 << card for card, text in enumerate(CARDS)}

_SIGNS = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC")


def in_letters(text: str) -> str:
    """Return cards, ranks or suits that a person wrote with the letters of `CARDS`: `10♠` is `TS`."""
    return text.replace("10", "T").translate(_SIGNS)


def ranks_everywhere(ranks: str) -> int:
    """All cards of these ranks, as a hand."""
    return sum(BIT[rank + suit] for rank in ranks for suit in SUITS)


# The packs by size (R2.1); the old pack has 36 cards (docs/rules.md#old-36).
PACKS = {32: ranks_everywhere("789TJQKA"), 36: ranks_everywhere(RANKS)}
ALL_CARDS = PACKS[36]
COURT = ranks_everywhere("JQK")

_SUIT_CARDS = tuple(
    tuple(tuple(SUIT_SIZE * suit + r for r in reversed(range(SUIT_SIZE)) if ranks >> r & 1) for ranks in range(512))
    for suit in range(len(SUITS))
)


def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a hand, in the order spades, hearts, diamonds, clubs, highest first."""
    spades, hearts, diamonds, clubs = _SUIT_CARDS
    return spades[hand & 511] + hearts[hand >> 9 & 511] + diamonds[hand >> 18 & 511] + clubs[hand >> 27]


_SUIT_TEXT = tuple(
    tuple(
        tuple(RANKS[r] + suit for r in reversed(range(SUIT_SIZE)) if ranks >> r & 1) for ranks in range(SUIT_MASK + 1)
    )
    for suit in SUITS
)


def names(hand: int) -> tuple[str, ...]:
    """Return the cards of a hand as text, in the order of `cards_of`."""
    spades, hearts, diamonds, clubs = _SUIT_TEXT
    return spades[hand & 511] + hearts[hand >> 9 & 511] + diamonds[hand >> 18 & 511] + clubs[hand >> 27]


def hand_of(texts: Iterable[str]) -> int:
    """Return the hand of these cards, given as text.

    A card named twice counts once. Raises `KeyError` for an unknown card.
    """
    hand = 0
    for text in texts:
        hand |= BIT[text]
    return hand


def mask_of(cards: Iterable[int]) -> int:
    """Return the hand of these cards, given as ints."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def suit_of(card: int) -> int:
    """Return the suit of a card: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card // SUIT_SIZE


def suit_cards(suit: int) -> int:
    """All cards of a suit, as a hand."""
    return SUIT_MASK << SUIT_SIZE * suit


# For each card, all cards of its suit. A table, because every card played is checked for following suit.
SAME_SUIT = tuple(suit_cards(suit_of(card)) for card in range(4 * SUIT_SIZE))


@cache
def pips(ranks: int) -> int:
    """Return the pips of a set of ranks (bits 0 to 8), counted as a point."""
    return sum(PIPS[r] for r in range(SUIT_SIZE) if ranks >> r & 1)
