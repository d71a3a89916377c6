"""Text of messages: lists, counts, and suggestions for unknown names, with the synonyms that callers use."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import UnionType
from typing import Final

from service.piquet.cards.cards import CARD, RANKS, SUITS, in_letters
from service.piquet.toml_tables import load

# ---------------------------------------------------------------- synonyms of the names of the contract


def _by_word() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    lists: Mapping[str, Mapping[str, str]] = load(__file__, "synonyms", dict)
    for names in lists.values():
        for name, words in names.items():
            for word in words.split():
                found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


#: The names that a word may stand for, by the word in small letters with `_` for blanks.
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = _by_word()


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


def require(given: object, kind: type | UnionType, what: str) -> None:
    """Raise `TypeError` with the sentence `what` for an argument of another kind; a truth is no number."""
    if not isinstance(given, kind) or isinstance(given, bool):
        raise TypeError(f"{what}, not {given!r:.40}")


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 card`, `2 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return the known names close to `given` or meant by it, as the end of a sentence: ` (did you mean A or B?)`.

    It is empty if there is none.
    """
    near = _near(given, [*dict.fromkeys(known)]) if len(given) <= _LONGEST else []
    return f" (did you mean {listed(near, 'or')}?)" if near else ""


#: Words for a role in a deal, which people give in place of a seat.
_ROLES = {"elder", "younger", "eldest", "dealer", "non_dealer", "pone", "major", "minor", "forehand"}


def name_meant(given: str, known: Iterable[str]) -> str:
    """Return what may have been meant, as the end of a sentence; for a role or a seat what differs between the two."""
    names = [*known]
    if given.lower() in _ROLES and {"A", "B"} <= {*names}:
        return " (a seat keeps its letter for the whole partie, whatever its role in a deal)"
    if given.upper() in ("A", "B") and {"elder", "younger"} <= {*names}:
        return " (a role is that in the deal: the dealer is younger)"
    return did_you_mean(given, names)


def no_card(given: object) -> str:
    """Why a value is not a card, with the card that was probably meant: `is not a card; …, as TH`."""
    return f"is not a card; a card is its rank, then its suit, as {card_named(given) or 'TH'}"


def card_named(given: object) -> str | None:
    """Return the card that a person wrote as `10S`, `♠10` or `ten of spades`; None if it is none."""
    return _near_card(_plain(given)) if isinstance(given, str) and len(given) <= _LONGEST else None


def cards_in(text: str) -> list[str] | None:
    """Return the cards that a text lists, with or without separators; None if it is no list of cards."""
    if len(text) > _LONGEST_LIST:
        return None
    words = _SEPARATORS.split(text.strip())
    found = [_near_card(_plain(word)) for word in words]
    if None in found and len(words) == 1 and _PAIRS.fullmatch(_plain(text)):
        found = list(_PAIR.findall(_plain(text)))
    return None if None in found else [card for card in found if card]


_LONGEST_LIST = 200  # 36 cards with their separators are shorter
_SEPARATORS = re.compile(r"[\s,;|/+-]+")
_PAIR = re.compile("[6-9TJQKA][SHDC]")
_PAIRS = re.compile(f"(?:{_PAIR.pattern})+")


def _plain(text: str) -> str:
    return in_letters(text.strip().upper())


def _near(given: str, known: list[str]) -> list[str]:
    same = [name for name in known if _plain(name) == _plain(given)]
    meant = SYNONYMS.get(_word(given), ())
    same = same or [name for name in known if name in meant]
    alike = [name for name in known if abs(len(name) - len(given)) <= _DIFFERENCE]
    return same or get_close_matches(given.lower(), alike, _MOST, _LIKENESS)


def _word(text: str) -> str:
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def _near_card(text: str) -> str | None:
    return next((card for card in (text, text[::-1]) if card in CARD), None) or _card_in_words(text)


def _card_in_words(text: str) -> str | None:
    """Return the card that is written as `knave of hearts` or `T D`."""
    words = [word for word in re.findall(r"\w+", text.lower()) if word != "of"]
    names = [name for word in words for name in {word.upper(), *SYNONYMS.get(word, ())}]
    ranks, suits = set(RANKS) & set(names), set(SUITS) & set(names)
    return ranks.pop() + suits.pop() if len(words) == len(ranks) + len(suits) == 2 and len(ranks) == 1 else None
