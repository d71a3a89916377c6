"""Positions and actions in one line each (docs/notation.md), in characters that are safe in a URL.

    Ap5-49                                                              A calls a point of five, making 49
    1~parlett@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87

A position is its history: the ruleset, the first dealer, and for each deal the cards dealt and the actions since.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from service.piquet.cards.cards import CARD, RANKS, SUITS
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.notation.action_dicts import SAID, Members
from service.piquet.notation.errors import NO_CARDS, NotationError, no_action
from service.piquet.rulesets.parameters import Value

VERSION = "1"
DEALS, ACTIONS = 101, 100  # the most deals in a position, and the most actions in a deal

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
_CATEGORY_OF = dict(zip("pst", CATEGORIES, strict=True))
_TIE_OF = {"v": "value", "h": "top"}
_LETTER = {word: letter for table in (_REPLY_OF, _CATEGORY_OF, _TIE_OF) for letter, word in table.items()}

# The grammar. No alternative is ambiguous, so matching takes linear time.
_HAND = "".join(f"(?:{suit}[6-9TJQKA]{{1,9}})?" for suit in SUITS)
_CARD = "[6-9TJQKA][SHDC]"
_SIZE = "(?:[1-9]|1[0-2])"
_PIPS = r"(?:(?:1[01][0-9]|[1-9]?[0-9])(?:\.5)?|120)"
_TOP = "(?:[6-9TJQKA]|nought)"
ACTION = (
    f"[AB](?:b(?:0|{_SIZE})?|[mx]{_HAND}|l[yn][SHDC]?|u[SHDC]|[pst]0|[gedc]"
    f"|n{_SIZE}?(?:v{_PIPS})?(?:h{_TOP})?"
    f"|p{_SIZE}(?:-{_PIPS}?(?:-{_HAND})?)?|s{_SIZE}(?:-{_TOP}?(?:-{_HAND})?)?|t{_SIZE}-[6-9TJQKA]"
    f"|v{_PIPS}(?:-{_HAND})?|h{_TOP}(?:-{_HAND})?"
    rf"|r(?:0|[pst]{_HAND}(?:-[pst]{_HAND}){{0,11}})?|\.{_CARD})"
)
_RULESET = r"[a-z0-9-]{1,48}(?:@[0-9]{1,4})?(?:\.[a-z0-9_]{1,48}-[a-z0-9_-]{1,48}){0,64}"
_DEAL = f"{_HAND}_{_HAND}_(?:{_CARD}){{0,36}}(?:_{ACTION}){{0,{ACTIONS}}}"
STATE = f"{VERSION}~{_RULESET}~[AB](?:~{_DEAL}){{0,{DEALS}}}"

_ACTION, _NAMED = re.compile(ACTION), re.compile(_RULESET)
_SUIT_AND_RANKS = re.compile("([SHDC])([6-9TJQKA]+)")
_BETTER = re.compile("([0-9]*)(?:v([0-9.]+))?(?:h(.+))?")
_HANDS, _CARDS = re.compile(_HAND), re.compile(f"(?:{_CARD}){{0,36}}")


class Dealing(NamedTuple):
    """The cards of a deal (A's hand, B's hand, and the talon, top card first), and the actions since, as members."""

    hands: tuple[list[str], list[str]]
    talon: list[str]
    actions: list[Members]


class Position(NamedTuple):
    """A parsed position. `first_dealer` is a seat, A or B; the last deal is the current one."""

    ruleset: str
    overrides: dict[str, Value]
    first_dealer: str
    deals: list[Dealing]


# ---------------------------------------------------------------- cards and rulesets

# One string object for each card, shared by all positions.
_NAMED_CARD = {card: card for card in CARD}
_PLACE = {card: SUITS.index(card[1]) * 9 - RANKS.index(card[0]) for card in CARD}


def write_hand(cards: Iterable[str]) -> str:
    """Cards as a set, suit by suit, highest first: `SAKJHQ8`."""
    text, suit = "", ""
    for card in sorted(cards, key=_PLACE.__getitem__):
        text += card[0] if card[1] == suit else card[1] + card[0]
        suit = card[1]
    return text


def read_hand(text: str) -> list[str]:
    """The cards of a set written suit by suit. The text must match its grammar."""
    return [_NAMED_CARD[rank + suit] for suit, ranks in _SUIT_AND_RANKS.findall(text) for rank in ranks]


def write_ruleset(name: str, overrides: Mapping[str, Value]) -> str:
    """A ruleset with its overrides: `hoyle@1.calling-automatic.target-150`."""
    return name + "".join(f".{parameter}-{_value(value)}" for parameter, value in sorted(overrides.items()))


_WORDS: dict[str, Value] = {"null": None, "true": True, "false": False}


def _value(value: Value) -> str:
    return next((word for word, meant in _WORDS.items() if meant is value), str(value))


def read_ruleset(text: str, column: int = 1) -> tuple[str, dict[str, Value]]:
    """The name of a ruleset and its overrides; the ruleset need not exist. Raises `NotationError`."""
    if not _NAMED.fullmatch(text):
        raise NotationError("a ruleset is a name and its overrides, as parlett@1.target-100", column)
    name, *changed = text.split(".")
    overrides: dict[str, Value] = {}
    for each in changed:
        parameter, _, value = each.partition("-")
        overrides[parameter] = _WORDS[value] if value in _WORDS else int(value) if value.isdecimal() else value
    return name, overrides


# ---------------------------------------------------------------- actions


def write_action(members: Mapping[str, Any]) -> str:
    """A valid action, given as members, in one line."""
    seat: str = members["seat"]
    return seat + _ABBREVIATED[members["type"]](members)


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
    holdings = members["holdings"]
    return "r" + ("-".join(_LETTER[each["category"]] + write_hand(each["cards"]) for each in holdings) or "0")


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
}


def read_action(text: str, column: int = 1) -> Members:
    """The members of an action in one line. A card named twice is kept twice. Raises `NotationError`."""
    if not _ACTION.fullmatch(text):
        raise no_action(text, column)
    seat, code, rest = text[0], text[1], text[2:]
    if code in _REPLY_OF:
        return {"seat": seat, "type": "reply", "reply": _REPLY_OF[code], **_read_better(rest)}
    if code in _CATEGORY_OF:
        return {"seat": seat, **_read_call(_CATEGORY_OF[code], rest)}
    if code in _TIE_OF:
        text_of_tie, _, cards = rest.partition("-")
        tie = {_TIE_OF[code]: _pips(text_of_tie) if code == "v" else text_of_tie}
        return {"seat": seat, "type": "state_tie_break", **tie, **_meant(cards)}
    return {"seat": seat, "type": _TYPE_OF[code], **_read_rest(code, rest)}


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
            parts = [] if rest == "0" else rest.split("-")
            return {"holdings": [{"category": _CATEGORY_OF[each[0]], "cards": read_hand(each[1:])} for each in parts]}
    return {}


# ---------------------------------------------------------------- positions


def write_position(position: Position) -> str:
    """A position in one line. Equal positions give equal lines."""
    fields = [VERSION, write_ruleset(position.ruleset, position.overrides), position.first_dealer]
    for (a_hand, b_hand), talon, actions in position.deals:
        parts = [write_hand(a_hand), write_hand(b_hand), "".join(talon), *map(write_action, actions)]
        fields.append("_".join(parts))
    return "~".join(fields)


_FIRST = len(VERSION) + 2  # the column of the first field


def _fields(text: str) -> list[str]:
    version, *fields = text.split("~", DEALS + 3)
    if version != VERSION or not fields:
        raise NotationError(f"a position begins with {VERSION}~, the version of the notation", 1)
    return fields


def read_position(text: str) -> Position:
    """The position of a line; its cards and actions need not be possible. Raises `NotationError`."""
    fields = _fields(text)
    if len(fields) < 2:
        raise NotationError("a position has a ruleset and a first dealer", len(text) + 1)
    ruleset, overrides = read_ruleset(fields[0], _FIRST)
    column = _FIRST + len(fields[0]) + 1
    if fields[1] not in ("A", "B"):
        raise NotationError("the first dealer is A or B", column)
    column += len(fields[1]) + 1
    deals: list[Dealing] = []
    for field in fields[2:]:
        if len(deals) == DEALS:
            raise NotationError(f"a partie has at most {DEALS} deals", column)
        deals.append(_read_deal(field, column))
        column += len(field) + 1
    return Position(ruleset, overrides, fields[1], deals)


def _read_deal(text: str, column: int) -> Dealing:
    parts = text.split("_", ACTIONS + 3)
    found: list[list[str]] = []
    for at, grammar in enumerate((_HANDS, _HANDS, _CARDS)):
        if at == len(parts):
            raise NotationError("a deal has A's hand, B's hand and the talon", column - 1)
        if not grammar.fullmatch(parts[at]):
            raise NotationError(NO_CARDS[at // 2], column)
        cards = parts[at]
        found.append(read_hand(cards) if at < 2 else [_NAMED_CARD[cards[i : i + 2]] for i in range(0, len(cards), 2)])
        column += len(cards) + 1
    actions: list[Members] = []
    for part in parts[3:]:
        if len(actions) == ACTIONS:
            raise NotationError(f"a deal has at most {ACTIONS} actions", column)
        actions.append(read_action(part, column))
        column += len(part) + 1
    return Dealing((found[0], found[1]), found[2], actions)
