"""Adjustments in JSON, in records and at the tables of events."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from service.piquet.message_text import did_you_mean, listed
from service.piquet.model.state import SEATS
from service.piquet.scoring.adjustments import ADJUSTED, MOST, REASON, Adjustment
from service.records.model import DEALS

Json = Any

_MALFORMED: Final = "adjustment.malformed"
_MEMBERS: Final = ("seat", "points", "of", "deal", "reason")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def read_adjustment(value: Json, pointer: str, problem: Callable[[str, str, str], None]) -> Adjustment | None:
    """Return the adjustment at a pointer; None if something is wrong with it.

    `problem` is called with the code, the message and the pointer of everything that is wrong.
    """
    if not isinstance(value, dict):
        problem("member.type", "this is not an object", pointer)
        return None
    given = _Given({name: each for name, each in value.items() if each is not None}, pointer, problem)
    seat = given.one_of("seat", SEATS)
    points = given.whole("points", -MOST, MOST)
    of = given.one_of("of", ADJUSTED)
    deal = given.whole("deal", 1, DEALS) if of == "deal" else None
    if of not in (None, "deal") and "deal" in given.members:
        given.refuse("deal", "only an adjustment of a deal names one")
    reason = given.reason()
    if given.is_wrong:
        return None
    return Adjustment(SEATS.index(seat or ""), points or 0, of or "", deal, reason, pointer)


class _Given:
    """The members of an adjustment. What is wrong with one is a problem."""

    def __init__(self, members: dict[str, Json], pointer: str, problem: Callable[[str, str, str], None]) -> None:
        self.members, self.is_wrong = members, False
        self._pointer, self._problem = pointer, problem
        for name in members:
            if name not in _MEMBERS:
                short = _CONTROL.sub("?", name[:40])
                token = short.replace("~", "~0").replace("/", "~1")
                self.refuse(token, f"{short} is not a member of an adjustment{did_you_mean(short, _MEMBERS)}")

    def refuse(self, name: str, message: str) -> None:
        self.is_wrong = True
        self._problem(_MALFORMED, message, f"{self._pointer}/{name}")

    def one_of(self, name: str, allowed: Sequence[str]) -> str | None:
        value = self.members.get(name)
        if isinstance(value, str) and value in [*allowed]:
            return value
        near = did_you_mean(value, allowed) if isinstance(value, str) else ""
        self.refuse(name, f"this is not {listed(allowed, 'or')}{near}")
        return None

    def whole(self, name: str, least: int, most: int) -> int | None:
        value = self.members.get(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is int and least <= value <= most:
            return value
        self.refuse(name, f"this is not a whole number from {least} to {most}")
        return None

    def reason(self) -> str:
        value = self.members.get("reason")
        reason = _CONTROL.sub(" ", value).strip() if isinstance(value, str) else ""
        if not 0 < len(reason) <= REASON:
            self.refuse("reason", f"this is not a text of 1 to {REASON} characters")
        return reason
