"""The acts of the law in one line: the parts of marked actions, incidents and rulings (docs/notation.md).

A@xD98C87-k12345-m1234-l1   Ai-peeked-6-together   Au12-enforce-pSAKQJT
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from service.piquet.law.act_members import ELECTIONS, KINDS, PLACES, REPORTED
from service.piquet.notation.card_sets import HAND, ONE_CARD, SOME_CARDS, read_hand, write_hand
from service.piquet.notation.member_values import Members

CATEGORY_OF = {"p": "point", "s": "sequence", "t": "set"}
_LETTER = {category: letter for letter, category in CATEGORY_OF.items()}

#: The grammar of the parts. A position is a hexadecimal digit; 0 stands for none at all.
_COUNT = "(?:[0-9]|1[0-2])"
_SOME_POSITIONS = "[1-9a-f]{1,15}"
_POSITIONS = f"(?:0|{_SOME_POSITIONS})"
_HOLDINGS = f"(?:-0|(?:-[pst]{HAND}){{0,12}})"
_ENTRY = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
TAKING = f"(?:-k{_POSITIONS})?(?:-m{_POSITIONS})?(?:-l{_COUNT}?)?"
SHOWING = f"(?:-w{SOME_CARDS}|)"
MIXING = "(?:-m[yn])?"
_FACT = {
    "cards": SOME_CARDS,
    "where": f"(?:{'|'.join(PLACES)})",
    "taken_up": "(?:not-)?taken-up",
    "proof": f"(?:missing-{SOME_CARDS}(?:-double-{SOME_CARDS}|)|double-{SOME_CARDS})",
    "positions": _SOME_POSITIONS,
    "about": "(?:point|sequence|set|all|[SHDC]|[6-9TJQKA])",
    "answer": f"(?:{_COUNT}|{SOME_CARDS})",
    "redeal": "redeal",
    "card": ONE_CARD,
    "suit": "[SHDC]",
}
_Table = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]


def _in_line(word: str) -> str:
    """Return a word with hyphens: a line has `_` between its actions."""
    return word.replace("_", "-")


def _alternatives(table: _Table) -> str:
    """Return the grammar of the words of a table with their members. Words with the same members stand together."""
    words: dict[str, list[str]] = {}
    for word, (must, may) in table.items():
        members = "".join(f"-{_FACT[name]}" for name in must)
        members += "".join(_HOLDINGS if name == "holdings" else f"(?:-{_FACT.get(name, name)})?" for name in may)
        words.setdefault(members, []).append(_in_line(word))
    return "|".join(f"(?:{'|'.join(same)}){members}" for members, same in words.items())


INCIDENT = f"-(?:{_alternatives(REPORTED)})"
RULING = f"{_ENTRY}(?:-(?:{'|'.join(map(_in_line, KINDS))}))?-(?:{_alternatives(ELECTIONS)})"


# ---------------------------------------------------------------- marked actions


def write_marks(members: Mapping[str, Any]) -> str:
    """Return what follows a marked action."""
    text = ""
    if "taken" in members:
        text += "-k" + _positions(members["taken"])
    if "mixed" in members:
        mixed = members["mixed"]
        text += "-m" + ("ny"[mixed] if isinstance(mixed, bool) else _positions(mixed))
    if "leaves" in members:
        text += "-l" + ("" if members["leaves"] is None else str(members["leaves"]))
    if "shown" in members:
        text += "-w" + write_hand(members["shown"])
    return text


def read_marks(code: str, rest: str) -> tuple[str, Members]:
    """Return what follows the letter of a marked action: the text without the mark, and the mark as members."""
    members: Members = {"irregular": True}
    if code in "pstr":
        rest, _, shown = rest.partition("-w")
        return rest, members | ({"shown": read_hand(shown)} if shown else {})
    if code == "b":
        rest, _, mixed = rest.partition("-m")
        return rest, members | ({"mixed": mixed == "y"} if mixed else {})
    if code == "x":
        rest, *parts = rest.split("-")
        members |= {_TAKING[part[0]]: _read_taking(part[0], part[1:]) for part in parts}
    return rest, members


_TAKING = {"k": "taken", "m": "mixed", "l": "leaves"}


def _read_taking(letter: str, text: str) -> Any:
    return (int(text) if text else None) if letter == "l" else _read_positions(text)


def _positions(positions: Iterable[int]) -> str:
    return "".join(f"{position:x}" for position in positions) or "0"


def _read_positions(text: str) -> list[int]:
    return [] if text == "0" else [int(digit, 16) for digit in text]


# ---------------------------------------------------------------- incidents and rulings


def write_incident(members: Mapping[str, Any]) -> str:
    """Return what follows the letter of an incident."""
    return _written(members["kind"], REPORTED, members)


def write_ruling(members: Mapping[str, Any]) -> str:
    """Return what follows the letter of a ruling."""
    kind = f"-{_in_line(members['kind'])}" if "kind" in members else ""
    return f"{members['number']}{kind}{_written(members['election'], ELECTIONS, members)}"


def _written(word: str, table: _Table, members: Mapping[str, Any]) -> str:
    must, may = table[word]
    parts = [_WRITE[name](members[name]) for name in (*must, *may) if name in members]
    return "-" + "-".join([_in_line(word), *parts])


def write_holdings(holdings: Sequence[Mapping[str, Any]]) -> str:
    """Return holdings, joined by -; 0 if there are none."""
    return "-".join(_LETTER[each["category"]] + write_hand(each["cards"]) for each in holdings) or "0"


def _proof(proof: Mapping[str, Sequence[str]]) -> str:
    return "-".join(f"{name}-{write_hand(proof[name])}" for name in ("missing", "double") if name in proof)


def _answer(answer: int | Sequence[str]) -> str:
    return str(answer) if isinstance(answer, int) else write_hand(answer)


_WRITE: dict[str, Callable[[Any], str]] = {
    "cards": write_hand,
    "where": str,
    "taken_up": lambda taken_up: "taken-up" if taken_up else "not-taken-up",
    "proof": _proof,
    "positions": _positions,
    "together": lambda together: "together",
    "shown": lambda shown: "shown",
    "about": str,
    "answer": _answer,
    "redeal": lambda redeal: "redeal",
    "holdings": write_holdings,
    "card": str,
    "suit": str,
    "untouched": lambda untouched: "untouched",
}


def read_incident(rest: str) -> Members:
    """Return the members of an incident, from what follows its letter. The text must match its grammar."""
    kind, rest = _first(rest[1:], REPORTED)
    return {"kind": kind, **_read(REPORTED[kind], rest)}


def read_ruling(rest: str) -> Members:
    """Return the members of a ruling, from what follows its letter. The text must match its grammar."""
    number, _, rest = rest.partition("-")
    members: Members = {"number": int(number)}
    kind, rest = _first(rest, KINDS)
    members |= {"kind": kind} if kind else {}
    election, rest = _first(rest, ELECTIONS)
    return {**members, "election": election, **_read(ELECTIONS[election], rest)}


def _first(text: str, words: Iterable[str]) -> tuple[str, str]:
    """Return the word at the beginning of a text, and what follows it; the empty word if there is none."""
    for word in words:
        if f"{text}-".startswith(f"{_in_line(word)}-"):
            return word, text[len(word) + 1 :]
    return "", text


def _read(own: tuple[tuple[str, ...], tuple[str, ...]], rest: str) -> Members:
    """Return the members of an incident or a ruling; `own` are those that it must have and those that it may have."""
    must, may = own
    if rest and "holdings" in may:
        return {"holdings": read_holdings(rest)}
    if must == ("proof",):
        parts = rest.split("-")
        return {"proof": {name: read_hand(cards) for name, cards in zip(parts[::2], parts[1::2], strict=True)}}
    if must == ("taken_up",):
        return {"taken_up": rest == "taken-up"}
    parts = rest.split("-") if rest else []
    members = {name: _READ[name](part) for name, part in zip(must, parts, strict=False)}
    for part in parts[len(must) :]:
        members |= {"card": part} if may == ("card",) else {part: True}
    return members


def read_holdings(text: str) -> list[Members]:
    """Return the holdings that `write_holdings` has written. The text must match its grammar."""
    parts = [] if text == "0" else text.split("-")
    return [{"category": CATEGORY_OF[part[0]], "cards": read_hand(part[1:])} for part in parts]


_READ: dict[str, Callable[[str], Any]] = {
    "cards": read_hand,
    "where": str,
    "positions": _read_positions,
    "about": str,
    "answer": lambda text: int(text) if text.isdecimal() else read_hand(text),
    "redeal": lambda text: True,
    "suit": str,
}
