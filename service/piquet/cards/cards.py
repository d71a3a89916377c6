"""Cards and hands.

A card is an int, ``9 * suit + rank``; a hand is an int used as a set of cards, bit ``card`` set. Nine ranks to a
suit (6 to A) serve the pack of 32 and the old pack of 36 alike. As text a card is rank then suit: ``TH`` is the ten
of hearts."""

from collections.abc import Iterable, Iterator
from functools import cache

RANKS = "6789TJQKA"
SUITS = "SHDC"
SUIT_SIZE = len(RANKS)
SUIT_MASK = (1 << SUIT_SIZE) - 1

# What each rank counts towards a point (R1: ace 11, court cards and the ten 10 each, the others their pips).
PIPS = (6, 7, 8, 9, 10, 10, 10, 10, 11)

CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD: dict[str, int] = {text: card for card, text in enumerate(CARDS)}
BIT: dict[str, int] = {text: 1 << card for card, text in enumerate(CARDS)}


def ranks_everywhere(ranks: str) -> int:
    """The hand of all cards of these ranks."""
    return sum(BIT[rank + suit] for rank in ranks for suit in SUITS)


# R2.1, and the old pack of 36 (§9): by how many cards they have.
PACKS = {32: ranks_everywhere("789TJQKA"), 36: ranks_everywhere(RANKS)}
ALL_CARDS = PACKS[36]
COURT = ranks_everywhere("JQK")

# In a suit, highest first: the order in which hands are written, suit by suit.
_WRITTEN = tuple(9 * suit + rank for suit in range(4) for rank in reversed(range(SUIT_SIZE)))


def cards_of(hand: int) -> Iterator[int]:
    """The cards of a hand: spades, hearts, diamonds, clubs, highest first."""
    return (card for card in _WRITTEN if hand >> card & 1)


_SUIT_TEXT = tuple(
    tuple(
        tuple(RANKS[r] + suit for r in reversed(range(SUIT_SIZE)) if ranks >> r & 1) for ranks in range(SUIT_MASK + 1)
    )
    for suit in SUITS
)


def names(hand: int) -> tuple[str, ...]:
    """The cards of a hand as text, in the order of `cards_of`."""
    spades, hearts, diamonds, clubs = _SUIT_TEXT
    return spades[hand & 511] + hearts[hand >> 9 & 511] + diamonds[hand >> 18 & 511] + clubs[hand >> 27]


def hand_of(texts: Iterable[str]) -> int:
    """The hand of these cards. `KeyError` for what is no card; a card named twice counts once."""
    hand = 0
    for text in texts:
        hand |= BIT[text]
    return hand


def mask_of(cards: Iterable[int]) -> int:
    """The hand of these cards, given as ints."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def suit_of(card: int) -> int:
    """0 to 3: spades, hearts, diamonds, clubs."""
    return card // SUIT_SIZE


def suit_cards(suit: int) -> int:
    """The hand of all cards of a suit."""
    return SUIT_MASK << SUIT_SIZE * suit


# For a card, all cards of its suit: following suit is asked at every card played.
SAME_SUIT = tuple(suit_cards(suit_of(card)) for card in range(4 * SUIT_SIZE))


@cache
def pips(ranks: int) -> int:
    """What a set of ranks (bits 0 to 8) counts as a point."""
    return sum(PIPS[r] for r in range(SUIT_SIZE) if ranks >> r & 1)
