"""Sets of cards in one line (docs/notation.md): suit by suit, `SAKJHQ8`."""

import re
from collections.abc import Iterable

from service.piquet.cards.cards import CARD, RANKS, SUITS

#: The grammar: a set of cards, which may be empty; one that is not; and a card.
_HELD = [f"{suit}[6-9TJQKA]{{1,9}}" for suit in SUITS]
HAND = "".join(f"(?:{cards})?" for cards in _HELD)
_FROM = [cards + "".join(f"(?:{others})?" for others in _HELD[at + 1 :]) for at, cards in enumerate(_HELD)]
SOME_CARDS = f"(?:{'|'.join(_FROM)})"
ONE_CARD = "[6-9TJQKA][SHDC]"

_SUIT_AND_RANKS = re.compile("([SHDC])([6-9TJQKA]+)")

# One string object for each card, shared by all positions.
NAMED_CARD = {card: card for card in CARD}
_PLACE = {card: SUITS.index(card[1]) * 9 - RANKS.index(card[0]) for card in CARD}


def write_hand(cards: Iterable[str]) -> str:
    """Cards as a set, suit by suit, highest first: `SAKJHQ8`."""
    text, suit = "", ""
    for card in sorted(cards, key=_PLACE.__getitem__):
        text += card[0] if card[1] == suit else card[1] + card[0]
        suit = card[1]
    return text


def read_hand(text: str) -> list[str]:
    """Return the cards of a set written suit by suit. The text must match its grammar."""
    return [NAMED_CARD[rank + suit] for suit, ranks in _SUIT_AND_RANKS.findall(text) for rank in ranks]
