"""Actions in one line each (docs/notation.md): `Ap5-49` is A's call of a point of five cards, making 49."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from service.piquet.notation import act_lines
from service.piquet.notation.action_dicts import SAID
from service.piquet.notation.card_sets import HAND, ONE_CARD, read_hand, write_hand
from service.piquet.notation.errors import no_action
from service.piquet.notation.member_values import Members

_CODE_OF = {
    "claim_carte_blanche": "b",
    "commit_discard": "m",
    "exchange": "x",
    "look_at_left": "l",
    "name_suit": "u",
    "decline": "d",
    "reckon": "r",
    "play": ".",
    "concede": "c",
}
_TYPE_OF = {code: name for name, code in _CODE_OF.items()}
_REPLY_OF = {"g": "good", "n": "not_good", "e": "equal"}
_TIE_OF = {"v": "value", "h": "top"}
_LETTER = {word: letter for table in (_REPLY_OF, act_lines.CATEGORY_OF, _TIE_OF) for letter, word in table.items()}

# The grammar. No alternative is ambiguous, so matching takes linear time.
_SIZE = "(?:[1-9]|1[0-2])"
_PIPS = r"(?:(?:1[01][0-9]|[1-9]?[0-9])(?:\.5)?|120)"
_TOP = "(?:[6-9TJQKA]|nought)"
_CLAIM = f"b(?:0|{_SIZE})?"
_SAID = (
    f"p{_SIZE}(?:-{_PIPS}?(?:-{HAND})?)?|s{_SIZE}(?:-{_TOP}?(?:-{HAND})?)?|t{_SIZE}-[6-9TJQKA]"
    f"|r(?:0|[pst]{HAND}(?:-[pst]{HAND}){{0,11}}|)"
)
ACTION = (
    f"[AB](?:{_CLAIM}|@{_CLAIM}{act_lines.MIXING}|@?m{HAND}|x{HAND}|@x{HAND}{act_lines.TAKING}|@?l[yn][SHDC]?|u[SHDC]|[dc]|a?[pst]0"
    rf"|[@a]?(?:[ge]|n{_SIZE}?(?:v{_PIPS})?(?:h{_TOP})?|v{_PIPS}(?:-{HAND})?|h{_TOP}(?:-{HAND})?|\.{ONE_CARD})"
    f"|a?(?:{_SAID})|@(?:{_SAID}){act_lines.SHOWING}|i{act_lines.INCIDENT}|u{act_lines.RULING})"
)

_ACTION = re.compile(ACTION)
_BETTER = re.compile("([0-9]*)(?:v([0-9.]+))?(?:h(.+))?")


# ---------------------------------------------------------------- writing


def write_action(members: Mapping[str, Any]) -> str:
    """Return a valid action, given as members, in one line."""
    mark = "@" if "irregular" in members else ""
    marks = act_lines.write_marks(members) if mark else ""
    return f"{members['seat']}{mark}{_ABBREVIATED[members['type']](members)}{marks}"


def _joined(*parts: object) -> str:
    """Parts joined by -; those left out at the end leave no trace."""
    return "-".join("" if part is None else str(part) for part in parts).rstrip("-")


def _call(members: Mapping[str, Any]) -> str:
    size, tie = SAID[members["category"]]
    cards = write_hand(members.get("cards", ()))
    return _LETTER[members["category"]] + _joined(members[size], _halved(members.get(tie)), cards)


def _halved(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value % 1 == 0 else value


def _tie_break(members: Mapping[str, Any]) -> str:
    kind = "value" if "value" in members else "top"
    return _LETTER[kind] + _joined(_halved(members[kind]), write_hand(members.get("cards", ())))


def _reply(members: Mapping[str, Any]) -> str:
    ties = "".join(f"{letter}{_halved(members[kind])}" for letter, kind in _TIE_OF.items() if kind in members)
    return f"{_LETTER[members['reply']]}{members.get('length', '')}{ties}"


def _reckon(members: Mapping[str, Any]) -> str:
    if "holdings" not in members:
        return "r"
    return "r" + act_lines.write_holdings(members["holdings"])


def _amend(members: Mapping[str, Any]) -> str:
    action = members["action"]
    return "a" + _ABBREVIATED[action["type"]](action)


_ABBREVIATED: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "claim_carte_blanche": lambda m: f"b{m.get('exchange', '')}",
    "commit_discard": lambda m: "m" + write_hand(m["cards"]),
    "exchange": lambda m: "x" + write_hand(m["cards"]),
    "look_at_left": lambda m: ("ly" if m["look"] else "ln") + m.get("suit", ""),
    "name_suit": lambda m: "u" + m["suit"],
    "call": _call,
    "pass": lambda m: _LETTER[m["category"]] + "0",
    "reply": _reply,
    "state_tie_break": _tie_break,
    "decline": lambda m: "d",
    "reckon": _reckon,
    "play": lambda m: "." + m["card"],
    "concede": lambda m: "c",
    "incident": lambda m: "i" + act_lines.write_incident(m),
    "amend": _amend,
    "ruling": lambda m: "u" + act_lines.write_ruling(m),
}


# ---------------------------------------------------------------- reading


def read_action(text: str) -> Members:
    """Return the members of an action in one line. A card named twice is kept twice. Raises `NotationError`."""
    if not _ACTION.fullmatch(text):
        raise no_action(text)
    seat, code, rest = text[0], text[1], text[2:]
    if code == "@":
        code, (rest, marks) = text[2], act_lines.read_marks(text[2], text[3:])
        return {"seat": seat, **_read(code, rest), **marks}
    return {"seat": seat, **_read(code, rest)}


def _read(code: str, rest: str) -> Members:
    if code in _REPLY_OF:
        return {"type": "reply", "reply": _REPLY_OF[code], **_read_better(rest)}
    if code in act_lines.CATEGORY_OF:
        return _read_call(act_lines.CATEGORY_OF[code], rest)
    if code in _TIE_OF:
        text_of_tie, _, cards = rest.partition("-")
        tie = {_TIE_OF[code]: _pips(text_of_tie) if code == "v" else text_of_tie}
        return {"type": "state_tie_break", **tie, **_meant(cards)}
    if code == "a":
        return {"type": "amend", "action": _read(rest[0], rest[1:])}
    if code == "i":
        return {"type": "incident", **act_lines.read_incident(rest)}
    if code == "u" and rest[0].isdecimal():
        return {"type": "ruling", **act_lines.read_ruling(rest)}
    return {"type": _TYPE_OF[code], **_read_rest(code, rest)}


def _read_better(rest: str) -> Members:
    size, value, top = _BETTER.fullmatch(rest).groups()  # type: ignore[union-attr]
    members = {"length": size and int(size), "value": value and _pips(value), "top": top}
    return {name: member for name, member in members.items() if member}


def _read_call(category: str, rest: str) -> Members:
    if rest == "0":
        return {"type": "pass", "category": category}
    size, tie, cards = (*rest.split("-"), "", "")[:3]
    number, breaker = SAID[category]
    tie_break = {breaker: _pips(tie) if category == "point" else tie} if tie else {}
    return {"type": "call", "category": category, number: int(size), **tie_break, **_meant(cards)}


def _meant(cards: str) -> Members:
    return {"cards": read_hand(cards)} if cards else {}


def _pips(text: str) -> float:
    return float(text) if "." in text else int(text)


def _read_rest(code: str, rest: str) -> Members:
    match code:
        case "x" | "m":
            return {"cards": read_hand(rest)}
        case ".":
            return {"card": rest}
        case "b":
            return {"exchange": int(rest)} if rest else {}
        case "u":
            return {"suit": rest}
        case "l":
            return {"look": rest[0] == "y", **({"suit": rest[1]} if rest[1:] else {})}
        case "r" if rest:
            return {"holdings": act_lines.read_holdings(rest)}
    return {}
