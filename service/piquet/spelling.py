"""Suggestions for names that are unknown and look like a known one."""

from collections.abc import Iterable
from difflib import get_close_matches

from .cards import CARD

# Comparing two names takes time with the product of their lengths, so only those of about the same length are compared.
_LONGEST = 32  # no known name is longer
_DIFFERENCE = 4
_LIKENESS = 0.7
_MOST = 3


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The known names that `given` may stand for, as the end of a sentence: ` (did you mean A or B?)`; else nothing."""
    near = _near(given, list(known)) if len(given) <= _LONGEST else []
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def no_card(given: str) -> str:
    """What is wrong with a text that is no card: ` is not a card: …`, with the card that may be meant."""
    likely = _near_card(_plain(given)) if len(given) <= _LONGEST else None
    return f"is not a card; a card is its rank, then its suit, as {likely or 'TH'}"


def _plain(text: str) -> str:
    return text.strip().upper().replace("10", "T")


def _near(given: str, known: list[str]) -> list[str]:
    same = [name for name in known if _plain(name) == _plain(given)]
    alike = [name for name in known if abs(len(name) - len(given)) <= _DIFFERENCE]
    return same or get_close_matches(given.lower(), alike, _MOST, _LIKENESS)


def _near_card(text: str) -> str | None:
    return next((card for card in (text, text[::-1]) if card in CARD), None)
