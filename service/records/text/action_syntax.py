"""The syntax of actions in the text form: `A call point 5 49`.

The words are those of the members: a type or what it says, then its values, separated by spaces.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from service.piquet.cards.cards import RANKS
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.message_text import did_you_mean, no_card
from service.piquet.model.actions import Action
from service.piquet.notation.action_dicts import SAID
from service.piquet.notation.member_values import Members, MembersError
from service.records.model import UNKNOWN, Step
from service.records.partial_actions import step_of
from service.records.text.act_syntax import (
    MARKS,
    holdings_text,
    read_incident,
    read_marks,
    read_ruling,
    take_holdings,
    write_incident,
    write_marks,
    write_ruling,
)
from service.records.text.tokens import NOTHING, ONE_BY_ONE, Words, WordsError, cards_text, take_cards

_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9])?")
IRREGULAR = "irregular"
_SHORT = 20  # the most characters of an action that is remembered: `A call sequence 4 A`


def read_step(text: str, column: int = 1) -> Step:
    """Return the step of an action in words. Raises `WordsError`."""
    action = _remembered_action(text) if len(text) <= _SHORT else None
    return _read_step(text, column) if action is None else Step(action)


@lru_cache(maxsize=4096)
def _remembered_action(text: str) -> Action | None:
    """Return the action in a short text; None if the text is wrong or the engine has no action for it.

    Most actions of a record are plays, calls and replies, so a few hundred texts recur in all records.
    """
    try:
        entry = _read_step(text, 1).entry
    except WordsError:
        return None
    return entry if isinstance(entry, Action) else None


def _read_step(text: str, column: int) -> Step:
    words = Words(text, column)
    seat = words.take()
    if seat not in ("A", "B"):
        raise words.error("an action begins with its seat, A or B")
    members = _marked(words) if words.next == IRREGULAR else _action(words)
    if words:
        words.take()
        raise words.error("nothing more is expected here")
    try:
        return step_of({"seat": seat, **members})
    except MembersError as error:
        where = " ".join(map(str, error.path))
        raise WordsError(f"{where} {error}".strip(), column) from None


def _marked(words: Words) -> Members:
    words.take()
    marks = words.cut(MARKS.values())
    members = _action(words)
    if words:
        words.take()
        raise words.error("nothing more is expected here")
    members |= read_marks(members["type"], marks)
    if marks:
        marks.take()
        raise marks.error("nothing more is expected here")
    return members


def _action(words: Words) -> Members:
    """Return the members of an action without its seat."""
    verb = words.take()
    read = _READ.get(verb)
    if read is not None:
        return read(words)
    if not ONE_BY_ONE.fullmatch(verb) and verb != UNKNOWN:
        raise words.error(f"this is not an action{did_you_mean(verb, [*_READ, IRREGULAR])}, and {no_card(verb)}")
    return {"type": "play", "card": verb}


def _amend(words: Words) -> Members:
    if words.next == "amend":
        words.take()
        raise words.error("this is not an action that can be amended")
    return {"type": "amend", "action": _action(words)}


def _category(words: Words) -> str:
    category = words.take()
    if category not in CATEGORIES:
        raise words.error("this is not one of point, sequence, set")
    return category


def _number(words: Words) -> float:
    word = words.take()
    if not _NUMBER.fullmatch(word):
        raise words.error("this is not a number")
    return float(word) if "." in word else int(word)


def _meant(words: Words) -> Members:
    return {"cards": take_cards(words)} if words else {}


def _call(words: Words) -> Members:
    category = _category(words)
    size, tie = SAID[category]
    members: Members = {"type": "call", "category": category, size: _number(words)}
    if category == "point" and _NUMBER.fullmatch(words.next):
        members[tie] = _number(words)
    elif category != "point" and words.next in (*RANKS, "nought"):
        members[tie] = words.take()
    return members | _meant(words)


def _reckon(words: Words) -> Members:
    if not words:
        return {"type": "reckon"}
    if words.next == NOTHING:
        words.take()
        return {"type": "reckon", "holdings": []}
    return {"type": "reckon", "holdings": take_holdings(words)}


def _discard(type_: str) -> Callable[[Words], Members]:
    def read(words: Words) -> Members:
        if words.next == NOTHING:
            words.take()
            return {"type": type_, "cards": []}
        if not words:
            words.take()
            raise words.error("cards, or the word nothing, are expected here")
        return {"type": type_, "cards": take_cards(words)}

    return read


def _look(words: Words) -> Members:
    look = words.take()
    if look not in ("yes", "no"):
        raise words.error("look must be followed by yes or no")
    return {"type": "look_at_left", "look": look == "yes", **({"suit": words.take()} if words else {})}


def _carte_blanche(words: Words) -> Members:
    if words.take() != "blanche":
        raise words.error("carte must be followed by blanche")
    return {"type": "claim_carte_blanche", **({"exchange": _number(words)} if words else {})}


def _not_good(words: Words) -> Members:
    if words.take() != "good":
        raise words.error("not must be followed by good")
    members: Members = {"type": "reply", "reply": "not_good"}
    if _NUMBER.fullmatch(words.next):
        members["length"] = _number(words)
    for kind, read in (("value", _number), ("top", Words.take)):
        if words.next == kind:
            words.take()
            members[kind] = read(words)
    return members


_READ: dict[str, Callable[[Words], Members]] = {
    "carte": _carte_blanche,
    "commit": _discard("commit_discard"),
    "exchange": _discard("exchange"),
    "look": _look,
    "suit": lambda words: {"type": "name_suit", "suit": words.take()},
    "call": _call,
    "pass": lambda words: {"type": "pass", "category": _category(words)},
    "good": lambda words: {"type": "reply", "reply": "good"},
    "equal": lambda words: {"type": "reply", "reply": "equal"},
    "not": _not_good,
    "value": lambda words: {"type": "state_tie_break", "value": _number(words), **_meant(words)},
    "top": lambda words: {"type": "state_tie_break", "top": words.take(), **_meant(words)},
    "decline": lambda words: {"type": "decline"},
    "reckon": _reckon,
    "play": lambda words: {"type": "play", "card": words.take()},
    "concede": lambda words: {"type": "concede"},
    "incident": read_incident,
    "amend": _amend,
    "ruling": read_ruling,
}


# ---------------------------------------------------------------- writing words


def write_words(members: Members) -> str:
    """Return an action in words."""
    mark = [IRREGULAR] if "irregular" in members else []
    marks = write_marks(members) if mark else []
    return " ".join([members["seat"], *mark, _WRITE[members["type"]](members), *marks])


def _written(*parts: Any) -> str:
    return " ".join(str(part) for part in parts if part not in (None, ""))


def _write_call(members: Members) -> str:
    size, tie = SAID[members["category"]]
    cards = cards_text(members.get("cards", ()))
    return _written("call", members["category"], members[size], members.get(tie), cards)


def _write_reply(members: Members) -> str:
    tie_break = [part for kind in ("value", "top") if kind in members for part in (kind, members[kind])]
    return _written(members["reply"].replace("_", " "), members.get("length"), *tie_break)


def _write_tie_break(members: Members) -> str:
    kind = "value" if "value" in members else "top"
    return _written(kind, members[kind], cards_text(members.get("cards", ())))


def _write_reckon(members: Members) -> str:
    if "holdings" not in members:
        return "reckon"
    return _written("reckon", holdings_text(members["holdings"]))


_WRITE: dict[str, Callable[[Members], str]] = {
    "claim_carte_blanche": lambda m: _written("carte blanche", m.get("exchange")),
    "commit_discard": lambda m: _written("commit", cards_text(m["cards"]) or NOTHING),
    "exchange": lambda m: _written("exchange", cards_text(m["cards"]) or NOTHING),
    "look_at_left": lambda m: _written("look", "yes" if m["look"] else "no", m.get("suit")),
    "name_suit": lambda m: _written("suit", m["suit"]),
    "call": _write_call,
    "pass": lambda m: _written("pass", m["category"]),
    "reply": _write_reply,
    "state_tie_break": _write_tie_break,
    "decline": lambda m: "decline",
    "reckon": _write_reckon,
    "play": lambda m: m["card"],
    "concede": lambda m: "concede",
    "incident": write_incident,
    "amend": lambda m: "amend " + _WRITE[m["action"]["type"]](m["action"]),
    "ruling": write_ruling,
}
