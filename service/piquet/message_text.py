"""Text of messages: lists, counts, and suggestions for unknown names."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from service.piquet.cards.cards import CARD

# Comparing two names takes time proportional to the product of their lengths, so only names of similar length are.
_LONGEST = 32  # no known name is longer
_DIFFERENCE = 4
_LIKENESS = 0.7
_MOST = 3

#: For how many unknown names near ones are looked up where there may be many: each takes a tenth of a millisecond.
LOOKED_UP = 8


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Words as a list in a sentence: `A, B and C`."""
    *most, last = words or ("",)
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def counted(count: int, noun: str) -> str:
    """A count with its noun: `1 card`, `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The known names close to `given`, as the end of a sentence: ` (did you mean A or B?)`; empty if none is."""
    near = _near(given, list(known)) if len(given) <= _LONGEST else []
    return f" (did you mean {listed(near, 'or')}?)" if near else ""


def no_card(given: object) -> str:
    """Why a value is not a card, with the card that was probably meant: `is not a card; …, as TH`."""
    likely = _near_card(_plain(given)) if isinstance(given, str) and len(given) <= _LONGEST else None
    return f"is not a card; a card is its rank, then its suit, as {likely or 'TH'}"


def _plain(text: str) -> str:
    return text.strip().upper().replace("10", "T")


def _near(given: str, known: list[str]) -> list[str]:
    same = [name for name in known if _plain(name) == _plain(given)]
    alike = [name for name in known if abs(len(name) - len(given)) <= _DIFFERENCE]
    return same or get_close_matches(given.lower(), alike, _MOST, _LIKENESS)


def _near_card(text: str) -> str | None:
    return next((card for card in (text, text[::-1]) if card in CARD), None)
