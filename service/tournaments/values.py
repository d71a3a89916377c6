"""Values of an event as TOML or JSON has them, each of which is right, or a fault with its place."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from service.piquet.message_text import did_you_mean, listed
from service.piquet.model.state import SEATS, Pair
from service.records.model import NUMBER
from service.tournaments import event as e

Json = Any

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NEAR = 8  # unknown names for which near ones are looked up: each takes some tenths of a millisecond


class Values:
    """Reads values, and notes in `faults` what is wrong with them. `place` is the round and the table being read."""

    def __init__(self) -> None:
        self.faults: list[e.Fault] = []
        self.place: tuple[int | None, int | None] = (None, None)
        self._looked_up = 0

    def fault(self, code: str, message: str, pointer: str, file: str | None = None) -> None:
        """Note a fault."""
        if len(self.faults) < e.FAULTS - 1:
            self.faults.append(e.Fault(code, message, pointer, *self.place, file))
        elif len(self.faults) == e.FAULTS - 1:
            self.faults.append(e.Fault("event.limit", "there are more faults, which are not listed", pointer))

    # ------------------------------------------------------------ values

    def members(self, value: Json, allowed: Sequence[str], pointer: str) -> Mapping[str, Json]:
        """Return the allowed members of an object; null counts as absent."""
        if not isinstance(value, dict):
            self.fault("member.type", "this is not a table (an object)", pointer)
            return {}
        for name in value:
            if name not in allowed:
                short = quoted(name)
                near = self.near(short, allowed)
                self.fault("member.unknown", f"{short} is not a member here{near}", f"{pointer}/{escaped(short)}")
        return {name: value[name] for name in allowed if value.get(name) is not None}

    def items(self, value: Json, most: int, pointer: str) -> list[Json]:
        """Return the items of an array."""
        if not isinstance(value, list):
            self.fault("member.type", "this is not an array", pointer)
            return []
        if len(value) > most:
            self.fault("event.limit", f"there may be at most {most} of these", pointer)
        return value[:most]

    def text(self, value: Json, pointer: str) -> str | None:
        """Return a text of one line; TOML has dates of its own."""
        text = str(value) if isinstance(value, date) else value
        if not isinstance(text, str) or not text.strip():
            self.fault("member.type", "this is not a text", pointer)
            return None
        if len(text) > e.TEXT or _CONTROL.search(text):
            self.fault("member.value", f"a text is one line of at most {e.TEXT} characters", pointer)
            text = _CONTROL.sub(" ", text[: e.TEXT])
        return text.strip()

    def whole(self, value: Json, least: int, most: int, pointer: str) -> int | None:
        """Return a whole number within bounds."""
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is int and least <= value <= most:
            return value
        self.fault("member.value", f"this is not a whole number from {least} to {most}", pointer)
        return None

    def points(self, value: Json, pointer: str) -> e.Points:
        """Return a number of points, with a half at most."""
        if type(value) in (int, float) and abs(value) <= e.MOST and value * 2 == int(value * 2):
            return e.exact(value)
        self.fault("member.value", f"this is not a number of points up to {e.MOST}, in halves", pointer)
        return 0

    def one_of(self, value: Json, allowed: Iterable[str], pointer: str) -> str | None:
        """Return a value out of some."""
        allowed = list(allowed)
        if isinstance(value, str) and value in allowed:
            return value
        near = self.near(value, allowed) if isinstance(value, str) else ""
        self.fault("member.value", f"this is not {listed(allowed, 'or')}{near}", pointer)
        return None

    def pair(self, value: Json, pointer: str) -> Pair | None:
        """Return A's and B's points, given as `[120, 80]` or by seat."""
        if isinstance(value, dict):
            given = self.members(value, SEATS, pointer)
            value = [given.get(seat) for seat in SEATS]
        if not isinstance(value, list) or len(value) != len(SEATS):
            self.fault("member.value", "this is not the points of A and of B, such as [120, 80]", pointer)
            return None
        a, b = value
        if type(a) is type(b) is int and 0 <= a <= NUMBER and 0 <= b <= NUMBER:  # as almost always
            return a, b
        both = [self.whole(points, 0, NUMBER, f"{pointer}/{at}") for at, points in enumerate(value)]
        return None if both[0] is None or both[1] is None else (both[0], both[1])

    def near(self, given: str, known: Iterable[str]) -> str:
        """Return the known names that were probably meant, as the end of a sentence; only for the first few faults."""
        self._looked_up += 1
        return did_you_mean(given, known) if self._looked_up <= _NEAR else ""


def escaped(token: str) -> str:
    """Return a token of a JSON Pointer."""
    return token.replace("~", "~0").replace("/", "~1")


def quoted(value: object) -> str:
    """Return a text as it stands in a message, short and without control characters; any other value as `this`."""
    return _CONTROL.sub("?", value[:40]) if isinstance(value, str) else "this"
