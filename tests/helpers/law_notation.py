"""Acts, cards and sets in one-line notation (docs/notation.md), parsed independently of the service."""

from __future__ import annotations

import re
from typing import Any

from tests.helpers.cards import in_order

Json = Any
CATEGORIES = {"p": "point", "s": "sequence", "t": "set"}
REPLIES = {"g": "good", "n": "not_good", "e": "equal"}


def set_of(text: str) -> list[str]:
    """`SAKJHA` as a list of cards."""
    found, suit = [], ""
    for letter in text:
        if letter in "SHDC":
            suit = letter
        else:
            assert suit, text
            found.append(letter + suit)
    assert len(set(found)) == len(found), text
    return found


def row_of(text: str) -> list[str]:
    """`9S8SKH` as a list of cards, in order."""
    return re.findall("..", text)


def text_of(some: list[str]) -> str:
    """Cards as a set in notation."""
    some = in_order(some)
    return "".join(
        suit + "".join(card[0] for card in some if card[1] == suit)
        for suit in "SHDC"
        if any(card[1] == suit for card in some)
    )


def holdings_of(arguments: list[str]) -> list[Json]:
    """`pSAKQ`, `tSTHT…`: a category and its cards."""
    return [{"category": CATEGORIES[one[0]], "cards": set_of(one[1:])} for one in arguments]


def _call(letter: str, arguments: list[str]) -> Json:
    category, size = CATEGORIES[letter], int(arguments[0])
    shown = [set_of(one[1:]) for one in arguments if one[0] == "w"]
    named = [one for one in arguments[1:] if one[0] != "w"]
    if size == 0:
        return {"type": "pass", "category": category}
    action: Json = {"type": "call", "category": category}
    if letter == "t":
        action |= {"count": size, "rank": named[0]}
    else:
        action |= {"length": size}
        if named:
            action["value" if letter == "p" else "top"] = int(named[0]) if letter == "p" else named[0]
        if len(named) > 1:
            action["cards"] = set_of(named[1])
    return action | ({"shown": shown[0]} if shown else {})


def _exchange(arguments: list[str]) -> Json:
    action: Json = {"type": "exchange", "cards": set_of(arguments[0])}
    for one in arguments[1:]:
        digits = [int(digit) for digit in one[1:] if digit != "0"]
        if one[0] == "l":
            action["leaves"] = digits[0] if digits else None
        else:
            action[{"k": "taken", "m": "mixed"}[one[0]]] = digits
    return action


def _reckon(arguments: list[str]) -> Json:
    shown = [set_of(one[1:]) for one in arguments if one[:1] == "w"]
    named = [one for one in arguments if one and one[0] != "w"]
    action: Json = {"type": "reckon"}
    if named:
        action["holdings"] = [] if named == ["0"] else holdings_of(named)
    return action | ({"shown": shown[0]} if shown else {})


def _incident(arguments: list[str]) -> Json:
    kind, rest = arguments[0], arguments[1:]
    action: Json = {"type": "incident", "kind": kind}
    if kind in ("exposed", "recovered", "buried", "dropped"):
        action["cards"] = set_of(rest[0])
    elif kind in ("peeked", "dealer_saw"):
        action["positions"] = [int(digit) for digit in rest[0]]
        action |= dict.fromkeys(rest[1:], True)
    elif kind == "misinformed":
        action |= {"about": rest[0], "answer": int(rest[1]) if rest[1].isdigit() else set_of(rest[1])}
    elif kind == "faced":
        action["where"] = rest[0]
    elif kind == "pack":
        action["taken_up"] = rest == ["taken_up"]
    elif kind == "offer":
        action["redeal"] = rest == ["redeal"]
    else:
        assert not rest, arguments
    return action


def _ruling(arguments: list[str]) -> Json:
    number, _, kind = arguments[0].partition(":")
    election, *rest = arguments[1:]
    action: Json = {"type": "ruling", "number": int(number), "election": election} | ({"kind": kind} if kind else {})
    for one in rest:
        if one == "untouched":
            action["untouched"] = True
        elif len(one) == 1:
            action["suit"] = one
        elif len(one) == 2:
            action["card"] = one
        else:
            action.setdefault("holdings", []).extend(holdings_of([one]))
    return action


def act(line: str) -> Json:
    """One act in notation as the members of an action."""
    seat, rest = line[0], line[1:]
    irregular = rest.startswith("@")
    rest = rest.removeprefix("@")
    letter, arguments = rest[0], rest[1:].split("-")
    if letter in "pst":
        action = _call(letter, arguments)
    elif letter in REPLIES:
        action = {"type": "reply", "reply": REPLIES[letter]}
    elif letter == "u" and arguments[0][0].isdigit():
        action = _ruling(arguments)
    elif letter == "a":
        action = {"type": "amend", "action": act(seat + rest[1:])}
        del action["action"]["seat"]
    elif letter == "b":
        action = {"type": "claim_carte_blanche"} | ({"exchange": int(arguments[0])} if arguments[0] else {})
    elif letter == "l":
        action = {"type": "look_at_left", "look": rest[1] == "y"} | ({"suit": rest[2]} if rest[2:] else {})
    else:
        action = {
            "x": lambda: _exchange(arguments),
            "m": lambda: {"type": "commit_discard", "cards": set_of(arguments[0])},
            "u": lambda: {"type": "name_suit", "suit": arguments[0]},
            "v": lambda: {"type": "state_tie_break", "value": int(arguments[0])},
            "h": lambda: {"type": "state_tie_break", "top": arguments[0]},
            "d": lambda: {"type": "decline"},
            "r": lambda: _reckon(arguments),
            "i": lambda: _incident(arguments[1:]),
            ".": lambda: {"type": "play", "card": rest[1:]},
            "c": lambda: {"type": "concede"},
        }[letter]()
    return {"seat": seat, **action} | ({"irregular": True} if irregular else {})
