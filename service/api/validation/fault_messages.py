"""Messages on faults of values: what the decoder expected, what was sent, and what may have been meant."""

import re
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from msgspec import Raw

from service.api.problems import quote
from service.api.validation.typed_decoders import extra_of, forms_of
from service.api.validation.wanted_forms import wanted_form
from service.piquet.cards.cards import CARD
from service.piquet.law.kinds import BY_NAME, REPORTED, VIOLATION_KINDS
from service.piquet.message_text import did_you_mean, listed, no_card

REQUIRED = "is required"
UNKNOWN = "is not a member of this object"

_TYPE = re.compile(r"`([^`]+)`")
_NOT_ONE_OF = re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)
_EXPECTED = re.compile(r"Expected (?P<wanted>`[^`]+`.*?)(?:, got `(?P<got>[^`]+)`)?", re.DOTALL)

_NOUNS = {
    "int": "an integer",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "null": "null",
    "array": "an array",
    "object": "an object",
}
#: Words for a role in a deal, which callers send in place of a seat.
_ROLES = {"elder", "younger", "eldest", "dealer", "non_dealer", "pone", "major", "minor", "forehand"}

# How a kind comes into a deal if no incident reports it, by `Kind.enters`.
_ENTERED = {
    "act": 'enter the action itself, with "irregular": true',
    "deal": 'deal the cards as they were dealt, with "irregular": true',
    "asking": "ask for the rulings on the state",
    "facts": "ask for the ruling on the facts",
}

#: The most values that a message lists.
_LISTED = 16


def unknown_member(name: str, known: Iterable[str]) -> str:
    """Return the message for an unknown member, with suggestions."""
    return UNKNOWN + _near(name, [*known])


def sentence(refusal: str, type_: Any = Any, value: bytes | Raw = b"") -> str:
    """Return the message for an error of the decoder of `type_` on a JSON value."""
    what = refusal.partition(" - at ")[0]
    if match := _NOT_ONE_OF.fullmatch(what):
        return _not_one_of(match["value"], type_)
    if " matching regex " in what:
        return f"must be {extra_of(type_, 'form')}"
    if match := _EXPECTED.fullmatch(what):
        wanted = f"must be {_wanted(match['wanted'], type_)}"
        if not match["got"]:
            return wanted
        # 5.0 is an integer, so a float in its place has a fraction.
        fraction = match["got"] == "float" and "int" in match["wanted"]
        got = "a number with a fraction" if fraction else _NOUNS.get(match["got"], match["got"])
        return f"{wanted}, not {got}{wanted_form(value, type_) if value else ''}"
    if what.endswith("out of range"):
        return "is a number out of range"
    return quote(what)


def _wanted(wanted: str, type_: Any) -> str:
    """Return the types in backticks in plain English; the values of a closed list in place of `a string`."""
    allowed = _allowed(type_)
    closed = bool(allowed) and str not in forms_of(type_) and wanted.startswith(("`str`", "`str | null`"))
    if closed:
        return "a card" if set(allowed) >= CARD.keys() else _one_of(allowed)
    return _TYPE.sub(lambda match: " or ".join(_NOUNS.get(name, name) for name in match[1].split(" | ")), wanted)


def _not_one_of(value: str, type_: Any) -> str:
    text, allowed = value.strip("'"), _allowed(type_)
    if set(allowed) >= CARD.keys():
        return f"is {quote(value)}, which {no_card(text)}"
    said = f"is {quote(value)}, which is not {_one_of(allowed)}"
    return said + (_kind_meant(text, allowed) or _near(text, allowed))


def _near(text: str, allowed: list[str]) -> str:
    """Return what may have been meant, as the end of a sentence."""
    if text.lower() in _ROLES and {"A", "B"} <= set(allowed):
        return " (a seat keeps its letter for the whole partie, whatever its role in a deal)"
    return did_you_mean(text, allowed)


def _one_of(allowed: list[str]) -> str:
    """Return the values of a closed list, or the first of many and the last."""
    texts = allowed if len(allowed) <= _LISTED else [*allowed[: _LISTED - 1], "…", allowed[-1]]
    return f"one of {', '.join(texts)}" if len(texts) > 1 else "".join(texts) or "allowed here"


def _allowed(type_: Any) -> list[str]:
    """Return the values of the closed lists of a type."""
    values = [value for form in forms_of(type_) if get_origin(form) is Literal for value in get_args(form)]
    return list(dict.fromkeys(map(str, values)))


def _kind_meant(given: str, allowed: list[str]) -> str:
    """Return the end of a sentence that names the kind of a violation's code, or says how another kind is entered.

    `allowed` are the kinds that may be sent. It is empty if `given` is neither a code nor a kind.
    """
    if not any(name in BY_NAME for name in allowed):
        return ""
    of_code = list(dict.fromkeys(cover.kind for cover in VIOLATION_KINDS.get(given, ())))
    kinds = of_code or [given] * (given in BY_NAME)
    if not kinds:
        return ""
    what = f"{given} is the code of a violation; its kind is {listed(kinds, 'or')}" if of_code else given
    if any(kind in allowed for kind in kinds):
        return f" ({what})"
    if not set(allowed) <= REPORTED.keys():
        return ""
    how = _ENTERED.get(BY_NAME[kinds[0]][0].enters, "")
    return f" ({what}{', which' if of_code else ''} is not reported as an incident: {how})" if how else ""
