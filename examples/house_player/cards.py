"""Cards, and rules of thumb about what they are worth. Cards are written rank first: `TH` is the ten of hearts."""

from collections import Counter
from collections.abc import Iterable, Sequence

SUITS = "SHDC"
RANKS = "6789TJQKA"
RANK = {rank: place for place, rank in enumerate(RANKS)}

#: What a card adds to the difference of the points in play, for elder, who leads, and for younger: a linear fit to the
#: `value` of `POST /v1/play/analyse` in 2,200 deals, which explains two thirds of its variance.
STRENGTH = {"elder": {"A": 6.6, "K": 2.1, "Q": 0.9}, "younger": {"A": 5.1, "K": 2.5, "Q": 0.9}}
#: The same for each card of a suit beyond three. Younger seldom gets to lead a long suit.
LENGTH = {"elder": 2.7, "younger": 0.0}


def pack(size: int) -> list[str]:
    """The pack of 32 cards, or of 36."""
    return [rank + suit for rank in RANKS[-size // 4 :] for suit in SUITS]


def strength(cards: Iterable[str], side: str) -> float:
    """What a hand is worth in the play, in points."""
    cards = list(cards)
    lengths = Counter(card[1] for card in cards)
    high = sum(STRENGTH[side].get(card[0], 0) for card in cards)
    return high + LENGTH[side] * sum(max(0, length - 3) for length in lengths.values())


def usefulness(cards: Sequence[str]) -> dict[str, float]:
    """How useful each card of a hand is to keep: the higher, and the more of its suit, the more useful."""
    lengths = Counter(card[1] for card in cards)
    ranks = Counter(card[0] for card in cards)
    return {
        card: RANK[card[0]] + 2 * lengths[card[1]] + (2 * (ranks[card[0]] - 1) if card[0] in "TJQKA" else 0)
        for card in cards
    }


def least_useful(cards: Sequence[str], count: int) -> list[str]:
    """The cards to discard by rule of thumb."""
    useful = usefulness(cards)
    return sorted(cards, key=lambda card: (useful[card], card))[:count]
