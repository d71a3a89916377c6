"""The syntax of the acts of the law in the text form: what follows a marked action, incidents and rulings.

A irregular exchange D98 C87 taking 1 2 3 4 5 mixing nothing leaving unsaid
A incident peeked 6 together
A ruling 12 enforce point SAKQJT
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law.act_members import ELECTIONS, KINDS, MARKED, REPORTED
from service.piquet.message_text import did_you_mean
from service.piquet.notation.action_dicts import KINDS as TYPES
from service.piquet.notation.member_values import Members
from service.records.text.tokens import NOTHING, Words, WordsError, cards_text, take_cards

_WHOLE = re.compile("[0-9]{1,4}")
_YES_OR_NO = {"yes": True, "no": False}

#: The words that begin what goes with a mark, by its member.
MARKS = {"taken": "taking", "mixed": "mixing", "leaves": "leaving", "shown": "showing"}


def in_words(word: str) -> str:
    """Return a kind or a type as words: `dealer saw`."""
    return word.replace("_", " ")


def some_cards(words: Words) -> list[str]:
    """Cards, at least one. Raises `WordsError`."""
    cards = take_cards(words)
    if not cards:
        words.take()
        raise words.error("cards are expected here", "card.unknown")
    return cards


# ---------------------------------------------------------------- marked actions


def read_marks(type_: str, words: Words) -> Members:
    """Return the members of a mark, from the words after the action. Raises `WordsError`."""
    members: Members = {"irregular": True}
    for name in MARKED.get(TYPES[type_], ()):
        if words.next == MARKS[name]:
            words.take()
            members[name] = _truth(words) if type_ == "claim_carte_blanche" else _READ_MARK[name](words)
    return members


def _truth(words: Words) -> bool:
    word = words.take()
    if word not in _YES_OR_NO:
        raise words.error("mixing must be followed by yes or no")
    return _YES_OR_NO[word]


def _number(words: Words) -> int:
    word = words.take()
    if not _WHOLE.fullmatch(word):
        raise words.error("this is not a whole number")
    return int(word)


def _positions(words: Words) -> list[int]:
    if words.next == NOTHING:
        words.take()
        return []
    found = [_number(words)]
    while _WHOLE.fullmatch(words.next):
        found.append(_number(words))
    return found


def _leaves(words: Words) -> int | None:
    if words.next == "unsaid":
        words.take()
        return None
    return _number(words)


_READ_MARK: dict[str, Callable[[Words], Any]] = {
    "taken": _positions,
    "mixed": _positions,
    "leaves": _leaves,
    "shown": some_cards,
}


def write_marks(members: Mapping[str, Any]) -> list[str]:
    """Return what follows a marked action, in words."""
    return [part for name, word in MARKS.items() if name in members for part in (word, _mark_text(name, members[name]))]


def _mark_text(name: str, value: Any) -> str:
    if name == "leaves":
        return "unsaid" if value is None else str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return cards_text(value) if name == "shown" else _positions_text(value)


def _positions_text(positions: Iterable[int]) -> str:
    return " ".join(map(str, positions)) or NOTHING


# ---------------------------------------------------------------- incidents


def _proof(words: Words) -> dict[str, list[str]]:
    double = words.cut(("double",))
    found = {}
    for name, part in (("missing", words), ("double", double)):
        if part.next == name:
            part.take()
            found[name] = some_cards(part)
            if part:
                part.take()
                raise part.error("nothing more is expected here")
    if not found:
        words.take()
        raise words.error("missing or double is expected here, with cards")
    return found


def _phrase(*phrases: str) -> Callable[[Words], str]:
    """Return a reader of one of these phrases."""

    def read(words: Words) -> str:
        taken: list[str] = []
        while words and " ".join(taken) not in phrases:
            taken.append(words.take())
        phrase = " ".join(taken)
        if phrase not in phrases:
            raise words.error(f"this is not one of {', '.join(phrases)}")
        return phrase

    return read


def _taken_up(words: Words) -> bool:
    return _phrase("taken up", "not taken up")(words) == "taken up"


def _answer(words: Words) -> int | list[str]:
    return _number(words) if _WHOLE.fullmatch(words.next) else some_cards(words)


def _flag(word: str) -> Callable[[Words], bool]:
    return lambda words: bool(_phrase(word)(words))


def _holdings(words: Words) -> list[Members]:
    if words.next == NOTHING:
        words.take()
        return []
    return take_holdings(words)


def take_holdings(words: Words) -> list[Members]:
    """Return holdings, separated by commas. Raises `WordsError`."""
    holdings = [take_holding(words)]
    while words.next == ",":
        words.take()
        holdings.append(take_holding(words))
    return holdings


def take_holding(words: Words) -> Members:
    """Return a category with its cards. Raises `WordsError`."""
    category = words.take()
    if category not in CATEGORIES:
        raise words.error("this is not one of point, sequence, set")
    return {"category": category, "cards": take_cards(words)}


_READ: dict[str, Callable[[Words], Any]] = {
    "cards": some_cards,
    "where": Words.take,
    "taken_up": _taken_up,
    "proof": _proof,
    "positions": _positions,
    "together": _flag("together"),
    "shown": _flag("shown"),
    "about": Words.take,
    "answer": _answer,
    "redeal": _flag("redeal"),
    "holdings": _holdings,
    "card": Words.take,
    "suit": Words.take,
    "untouched": _flag("untouched"),
}


def read_incident(words: Words) -> Members:
    """Return the members of an incident, from the words after `incident`. Raises `WordsError`."""
    kind = _named(words, REPORTED)
    return {"type": "incident", "kind": kind, **_members(words, REPORTED[kind])}


def read_ruling(words: Words) -> Members:
    """Return the members of a ruling, from the words after `ruling`; its number may be left out.

    Raises `WordsError`.
    """
    members: Members = {"type": "ruling"}
    if _WHOLE.fullmatch(words.next):
        members["number"] = _number(words)
    if words.next not in ELECTIONS:
        kind = _named(words, KINDS, or_of=ELECTIONS)
        members["kind"] = kind
    election = words.take()
    if election not in ELECTIONS:
        raise words.error(f"this is not an election{did_you_mean(election, ELECTIONS)}")
    return {**members, "election": election, **_members(words, ELECTIONS[election])}


def _named(words: Words, known: Iterable[str], or_of: Iterable[str] = ()) -> str:
    """Return the kind that the next words name. Raises `WordsError`."""
    by_words = {in_words(kind): kind for kind in known}
    phrase = words.take()
    column = words.column
    while phrase not in by_words and words and any(kind.startswith(f"{phrase} ") for kind in by_words):
        phrase += f" {words.take()}"
    if phrase in by_words:
        return by_words[phrase]
    near = did_you_mean(phrase, [*by_words, *or_of])
    raise WordsError(f"this is not a kind of irregularity{' or an election' if or_of else ''}{near}", column)


def _members(words: Words, own: tuple[tuple[str, ...], tuple[str, ...]]) -> Members:
    must, may = own
    members = {name: _READ[name](words) for name in must}
    for name in may:
        if words and (name not in _FLAGS or words.next == name):
            members[name] = _READ[name](words)
    return members


_FLAGS = ("together", "shown", "untouched")


# ---------------------------------------------------------------- writing


def _proof_text(proof: Mapping[str, list[str]]) -> str:
    return " ".join(f"{name} {cards_text(proof[name])}" for name in ("missing", "double") if name in proof)


def holdings_text(holdings: Iterable[Members]) -> str:
    """Return holdings in words; `nothing` if there are none."""
    return ", ".join(f"{each['category']} {cards_text(each['cards'])}".rstrip() for each in holdings) or NOTHING


_WRITE: dict[str, Callable[[Any], str]] = {
    "cards": cards_text,
    "taken_up": lambda taken_up: "taken up" if taken_up else "not taken up",
    "proof": _proof_text,
    "positions": _positions_text,
    "answer": lambda answer: str(answer) if isinstance(answer, int) else cards_text(answer),
    "holdings": holdings_text,
}


def write_incident(members: Mapping[str, Any]) -> str:
    """Return an incident in words."""
    return " ".join(["incident", in_words(members["kind"]), *_texts(members, REPORTED[members["kind"]])])


def write_ruling(members: Mapping[str, Any]) -> str:
    """Return a ruling in words."""
    about = [str(members["number"])] if "number" in members else []
    about += [in_words(members["kind"])] if "kind" in members else []
    election = members["election"]
    return " ".join(["ruling", *about, election, *_texts(members, ELECTIONS[election])])


def _texts(members: Mapping[str, Any], own: tuple[tuple[str, ...], tuple[str, ...]]) -> list[str]:
    given = [name for names in own for name in names if name in members]
    return [
        name if name not in _WRITE and members[name] is True else _WRITE.get(name, str)(members[name]) for name in given
    ]
