"""JSON of records and events: its bounds and its decoding; and its values, each right or reported with its place."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from service.piquet.model.violations import JsonValue
from service.piquet.suggestions import did_you_mean, listed

Json = JsonValue
T = TypeVar("T")

#: Returns what a value at a place says; None if it is wrong.
Read = Callable[[Json, str], T | None]

# ---------------------------------------------------------------- before it is decoded


#: The most arrays and objects within one another. What a program needs has a dozen; decoders can go at least this far
#: in every supported version of Python, from wherever they are called.
DEPTH = 500

_QUOTE, _OPENING = b'"['
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_OTHERS = bytes({*range(256)} - {*b'"[]{}'})


def count_nodes(content: bytes) -> int:
    """Return an upper bound of the values and names in JSON, without decoding it.

    It also counts marks of JSON inside strings.
    """
    return 1 + sum(map(content.count, (b",", b":", b"[", b"{")))


def is_too_deep(content: bytes) -> bool:
    """Return whether JSON has more than `DEPTH` arrays and objects within one another, without decoding it.

    How far a decoder goes before it raises `RecursionError` depends on the version of Python and on who calls it.
    """
    if content.count(b"[") + content.count(b"{") <= DEPTH:
        return False
    if b"\\" in content:
        content = content.replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = content.translate(_ONE_KIND, _OTHERS)
    depth, in_string = 0, False
    # Strings without marks go first, and all but one of sixteen such lists side by side, which are equally deep.
    for mark in marks.replace(b'""', b"").replace(b"[]" * 16, b"[]"):
        if mark == _QUOTE:
            in_string = not in_string
        elif not in_string:
            depth += 1 if mark == _OPENING else -1
            if depth > DEPTH:
                return True
    return False


class MemberTwiceError(ValueError):
    """Raised for an object of JSON with two members of one name, of which a decoder would keep the last."""


def decode(content: bytes) -> Json:
    """Return the value of JSON in UTF-8, with or without a byte order mark.

    Raises `ValueError`: for other encodings and for what is not JSON, arrays and objects that are nested too deeply,
    constants such as NaN, numbers with too many digits, and an unpaired surrogate; `MemberTwiceError` for a member that
    an object has twice.
    """
    if is_too_deep(content):
        raise ValueError("arrays and objects are nested too deeply")
    value: Json = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_object)
    if b"\\ud" in content.lower():  # raises for an unpaired surrogate
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number in JSON")


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise MemberTwiceError(f"an object has the member {twice[:40]!r} twice")
    return found


# ---------------------------------------------------------------- decoded values


#: Control characters, and those that some programs read as a line end.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def escaped(token: str) -> str:
    """Return a token of a JSON Pointer."""
    return token.replace("~", "~0").replace("/", "~1")


def whole_number(value: Json, least: int, most: int) -> int | None:
    """Return a whole number within bounds, of which JSON may write `5.0` for 5; None for any other value."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and least <= value <= most else None


class JsonValues:
    """A reader of values, which goes on after what is wrong. Subclasses report that, under codes of their own."""

    an_object, here = "an object", "here"
    unknown_member, wrong_value, too_many = "tag.unknown", "tag.value", "record.limit"

    def problem(self, code: str, message: str, pointer: str) -> None:
        """Report what is wrong at a place, a JSON Pointer."""
        raise NotImplementedError

    def near(self, given: str, known: Iterable[str]) -> str:
        """Return the known names that were probably meant, as the end of a sentence."""
        return did_you_mean(given, known)

    def quoted(self, name: object) -> str:
        """Return the name of a member as it stands in a message."""
        return CONTROL.sub("?", str(name)[:40])

    def members(self, value: Json, allowed: Sequence[str], pointer: str) -> Mapping[str, Json]:
        """Return the allowed members of an object. Others are reported, and null counts as absent."""
        if not isinstance(value, dict):
            self.problem("member.type", f"this is not {self.an_object}", pointer)
            return {}
        for name in value:
            if name not in allowed:
                short = self.quoted(name)
                message = f"{short} is not a member {self.here}{self.near(short, allowed)}"
                self.problem(self.unknown_member, message, f"{pointer}/{escaped(short)}")
        return {name: value[name] for name in allowed if value.get(name) is not None}

    def optional(self, members: Mapping[str, Json], name: str, pointer: str, read: Read[T]) -> T | None:
        """Return the value of a member of what is at the pointer; None if there is none."""
        return read(members[name], f"{pointer}/{name}") if name in members else None

    def items(self, value: Json, most: int, pointer: str) -> list[tuple[Json, str]]:
        """Return the items of an array, up to the most that there may be, each with its place."""
        if not isinstance(value, list):
            self.problem("member.type", "this is not an array", pointer)
            return []
        if len(value) > most:
            self.problem(self.too_many, f"there may be at most {most} of these", pointer)
        return [(item, f"{pointer}/{at}") for at, item in enumerate(value[:most])]

    def whole(self, value: Json, least: int, most: int, pointer: str) -> int | None:
        """Return a whole number within bounds."""
        found = whole_number(value, least, most)
        if found is None:
            self.problem(self.wrong_value, f"this is not a whole number from {least} to {most}", pointer)
        return found

    def one_of(self, value: Json, allowed: Iterable[str], pointer: str) -> str | None:
        """Return one of the allowed values."""
        allowed = list(allowed)
        if isinstance(value, str) and value in allowed:
            return value
        near = self.near(value, allowed) if isinstance(value, str) else ""
        self.problem(self.wrong_value, f"this is not {listed(allowed, 'or')}{near}", pointer)
        return None
