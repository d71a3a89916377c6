"""The values of members in the text form: how each kind is read from words and written."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from service.piquet.cards.ranking import CATEGORIES
from service.piquet.value_kinds import Members
from service.records.text.tokens import NOTHING, Words, cards_text, take_cards

_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9])?")
_WHOLE = re.compile("[0-9]{1,4}")


class Kind(NamedTuple):
    """A kind of value: its reader, which raises `WordsError`, and its writer."""

    read: Callable[[Words], Any]
    write: Callable[[Any], str] = str


def is_number(words: Words) -> bool:
    """Whether a number is next, which may have one decimal."""
    return bool(_NUMBER.fullmatch(words.next))


def is_whole(words: Words) -> bool:
    """Whether a whole number is next."""
    return bool(_WHOLE.fullmatch(words.next))


def _number(words: Words) -> float:
    word = words.take()
    if not _NUMBER.fullmatch(word):
        raise words.error("this is not a number")
    return float(word) if "." in word else int(word)


def _whole(words: Words) -> int:
    word = words.take()
    if not _WHOLE.fullmatch(word):
        raise words.error("this is not a whole number")
    return int(word)


def _category(words: Words) -> str:
    category = words.take()
    if category not in CATEGORIES:
        raise words.error("this is not one of point, sequence, set")
    return category


def phrase(meanings: Mapping[str, Any]) -> Kind:
    """Return the kind of value that is written as one of these phrases."""

    def read(words: Words) -> Any:
        taken: list[str] = []
        while words and " ".join(taken) not in meanings:
            taken.append(words.take())
        found = " ".join(taken)
        if found not in meanings:
            raise words.error(f"this is not one of {', '.join(meanings)}")
        return meanings[found]

    return Kind(read, {meaning: text for text, meaning in meanings.items()}.__getitem__)


def yes_or_no(after: str) -> Kind:
    """Return the kind of value that is true or false, written after this word."""

    def read(words: Words) -> bool:
        word = words.take()
        if word not in ("yes", "no"):
            raise words.error(f"{after} must be followed by yes or no")
        return word == "yes"

    return Kind(read, lambda value: "yes" if value else "no")


def or_nothing(kind: Kind) -> Kind:
    """Return the kind of list that is one of this kind, or `nothing` for an empty one."""

    def read(words: Words) -> Any:
        if words.next != NOTHING:
            return kind.read(words)
        words.take()
        return []

    return Kind(read, lambda values: kind.write(values) or NOTHING)


def _some_cards(words: Words) -> list[str]:
    cards = take_cards(words)
    if not cards:
        words.take()
        raise words.error("cards are expected here", "card.unknown")
    return cards


def _discard(words: Words) -> list[str]:
    if not words:
        words.take()
        raise words.error("cards, or the word nothing, are expected here")
    return take_cards(words)


def _positions(words: Words) -> list[int]:
    found = [_whole(words)]
    while is_whole(words):
        found.append(_whole(words))
    return found


def _leaves(words: Words) -> int | None:
    if words.next == "unsaid":
        words.take()
        return None
    return _whole(words)


def _holdings(words: Words) -> list[Members]:
    found = [{"category": _category(words), "cards": take_cards(words)}]
    while words.next == ",":
        words.take()
        found.append({"category": _category(words), "cards": take_cards(words)})
    return found


def _holdings_text(holdings: Iterable[Members]) -> str:
    return ", ".join(f"{each['category']} {cards_text(each['cards'])}".rstrip() for each in holdings)


def _proof(words: Words) -> dict[str, list[str]]:
    double = words.cut(("double",))
    found = {}
    for name, part in (("missing", words), ("double", double)):
        if part.next == name:
            part.take()
            found[name] = _some_cards(part)
            part.end()
    if not found:
        words.take()
        raise words.error("missing or double is expected here, with cards")
    return found


def _proof_text(proof: Mapping[str, list[str]]) -> str:
    return " ".join(f"{name} {cards_text(proof[name])}" for name in ("missing", "double") if name in proof)


def _answer(words: Words) -> int | list[str]:
    return _whole(words) if is_whole(words) else _some_cards(words)


WORD = Kind(Words.take)
NUMBER = Kind(_number)
WHOLE = Kind(_whole)
CATEGORY = Kind(_category)
CARDS = Kind(take_cards, cards_text)
SOME_CARDS = Kind(_some_cards, cards_text)
DISCARD = or_nothing(Kind(_discard, cards_text))
POSITIONS = or_nothing(Kind(_positions, lambda positions: " ".join(map(str, positions))))
LEAVES = Kind(_leaves, lambda leaves: "unsaid" if leaves is None else str(leaves))
HOLDINGS = or_nothing(Kind(_holdings, _holdings_text))
PROOF = Kind(_proof, _proof_text)
ANSWER = Kind(_answer, lambda answer: str(answer) if isinstance(answer, int) else cards_text(answer))
#: True, which the word before it says.
FLAG = Kind(lambda words: True, lambda flag: "")
