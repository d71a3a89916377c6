"""JSON of records and events: its bounds before it is decoded, and the one way in which it is decoded."""

import json
from typing import Any

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


def decode(content: bytes) -> Any:
    """Return the value of JSON in UTF-8, with or without a byte order mark.

    Raises `ValueError`: for other encodings and for what is not JSON, arrays and objects that are nested too deeply,
    constants such as NaN, numbers with too many digits, and an unpaired surrogate; `MemberTwiceError` for a member that
    an object has twice.
    """
    if is_too_deep(content):
        raise ValueError("arrays and objects are nested too deeply")
    value = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse, object_pairs_hook=_object)
    if b"\\ud" in content.lower():  # raises for an unpaired surrogate
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number in JSON")


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise MemberTwiceError(f"an object has the member {twice[:40]!r} twice")
    return found
