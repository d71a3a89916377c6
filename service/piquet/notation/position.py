"""Positions and actions in one line each (docs/notation.md), in characters that are safe in a URL.

    Ap5-49                                                              A calls a point of five, making 49
    1~parlett@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87

A position is its history: the ruleset, the first dealer, and for each deal the cards dealt and the actions since.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar, overload

from service.piquet.notation import action_lines
from service.piquet.notation.action_lines import ACTION, HAND, NAMED_CARD, NO_CARDS, ONE_CARD, NotationError
from service.piquet.rulesets.parameters import Value
from service.piquet.value_kinds import Members

_Action = TypeVar("_Action")
_Action_co = TypeVar("_Action_co", covariant=True)

VERSION = "1"
DEALS, ACTIONS = 200, 200  # the most deals in a position, and the most actions in a deal; annulled deals count, too

# The grammar. No alternative is ambiguous, so matching takes linear time.
_RULESET = r"[a-z0-9-]{1,48}(?:@[0-9]{1,4})?(?:\.[a-z0-9_]{1,48}-[a-z0-9_-]{1,48}){0,64}"
_DEAL = f"(?:@[AB]?_)?{HAND}_{HAND}_(?:{ONE_CARD}){{0,36}}(?:_{ACTION}){{0,{ACTIONS}}}"
STATE = f"{VERSION}~{_RULESET}~[AB](?:~{_DEAL}){{0,{DEALS}}}"

_NAMED = re.compile(_RULESET)
_MARK = re.compile("@[AB]?_")
_HANDS, _CARDS = re.compile(HAND), re.compile(f"(?:{ONE_CARD}){{0,36}}")


class Dealing(NamedTuple, Generic[_Action_co]):
    """The cards of a deal (A's hand, B's hand, and the talon, top card first), and the actions since.

    The actions are members, or whatever the functions given to `read_position` and `write_position` make and take.

    `mark` is `@` before a deal with wrong numbers of cards, and `@A` or `@B` before one that this seat dealt out of
    turn; it is empty before any other.
    """

    hands: tuple[list[str], list[str]]
    talon: list[str]
    actions: Sequence[_Action_co]
    mark: str = ""


class Position(NamedTuple, Generic[_Action_co]):
    """A parsed position. `first_dealer` is a seat, A or B; the last deal is the current one."""

    ruleset: str
    overrides: dict[str, Value]
    first_dealer: str
    deals: Sequence[Dealing[_Action_co]]


# ---------------------------------------------------------------- rulesets


def write_ruleset(name: str, overrides: Mapping[str, Value]) -> str:
    """Return a ruleset with its overrides: `hoyle@1.calling-automatic.target-150`."""
    return name + "".join(f".{parameter}-{_value(value)}" for parameter, value in sorted(overrides.items()))


_WORDS: dict[str, Value] = {"null": None, "true": True, "false": False}


def _value(value: Value) -> str:
    return next((word for word, meant in _WORDS.items() if meant is value), str(value))


def read_ruleset(text: str, column: int) -> tuple[str, dict[str, Value]]:
    """Return the name of a ruleset and its overrides; the ruleset need not exist. Raises `NotationError`."""
    if not _NAMED.fullmatch(text):
        raise NotationError("a ruleset is a name and its overrides, as parlett@1.target-100", column)
    name, *changed = text.split(".")
    overrides: dict[str, Value] = {}
    for each in changed:
        parameter, _, value = each.partition("-")
        overrides[parameter] = _WORDS[value] if value in _WORDS else int(value) if value.isdecimal() else value
    return name, overrides


# ---------------------------------------------------------------- positions


@overload
def write_position(position: Position[Members]) -> str: ...
@overload
def write_position(position: Position[_Action], write: Callable[[_Action], str]) -> str: ...
def write_position(position: Position[object], write: Callable[..., str] = action_lines.write_action) -> str:
    """Return a position in one line. Equal positions give equal lines. `write` gives the text of an action."""
    fields = [VERSION, write_ruleset(position.ruleset, position.overrides), position.first_dealer]
    for (a_hand, b_hand), talon, actions, mark in position.deals:
        parts = [action_lines.write_hand(a_hand), action_lines.write_hand(b_hand), "".join(talon), *map(write, actions)]
        fields.append("_".join([mark, *parts] if mark else parts))
    return "~".join(fields)


_FIRST = len(VERSION) + 2  # the column of the first field


def _fields(text: str) -> list[str]:
    version, *fields = text.split("~", DEALS + 3)
    if version != VERSION or not fields:
        raise NotationError(f"a position begins with {VERSION}~, the version of the notation", 1)
    return fields


@overload
def read_position(text: str) -> Position[Members]: ...
@overload
def read_position(text: str, read: Callable[[str], _Action]) -> Position[_Action]: ...
def read_position(text: str, read: Callable[[str], object] = action_lines.read_action) -> Position[object]:
    """Return the position of a line; its cards and actions need not be possible. Raises `NotationError`.

    `read` gets the text of an action.
    """
    fields = _fields(text)
    if len(fields) < 2:
        raise NotationError("a position has a ruleset and a first dealer", len(text) + 1)
    ruleset, overrides = read_ruleset(fields[0], _FIRST)
    column = _FIRST + len(fields[0]) + 1
    if fields[1] not in ("A", "B"):
        raise NotationError("the first dealer is A or B", column)
    column += len(fields[1]) + 1
    deals: list[Dealing[object]] = []
    for field in fields[2:]:
        if len(deals) == DEALS:
            raise NotationError(f"a partie has at most {DEALS} deals", column)
        deals.append(_read_deal(field, column, read))
        column += len(field) + 1
    return Position(ruleset, overrides, fields[1], deals)


def _read_deal(text: str, column: int, read: Callable[[str], _Action]) -> Dealing[_Action]:
    marked = _MARK.match(text)
    mark = marked[0] if marked else ""
    column += len(mark)
    parts = text[len(mark) :].split("_", ACTIONS + 3)
    found: list[list[str]] = []
    for at, grammar in enumerate((_HANDS, _HANDS, _CARDS)):
        if at == len(parts):
            raise NotationError("a deal has A's hand, B's hand and the talon", column - 1)
        if not grammar.fullmatch(parts[at]):
            raise NotationError(NO_CARDS[at // 2], column)
        cards = parts[at]
        found.append(
            action_lines.read_hand(cards) if at < 2 else [NAMED_CARD[cards[i : i + 2]] for i in range(0, len(cards), 2)]
        )
        column += len(cards) + 1
    actions: list[_Action] = []
    try:
        for part in parts[3:]:
            if len(actions) == ACTIONS:
                raise NotationError(f"a deal has at most {ACTIONS} actions", 1)
            actions.append(read(part))
    except NotationError as error:
        column += sum(len(part) + 1 for part in parts[3 : 3 + len(actions)])
        raise NotationError(error.reason, column + error.column - 1) from None
    return Dealing((found[0], found[1]), found[2], actions, mark.rstrip("_"))
