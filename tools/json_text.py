"""JSON as the generated pages of the documentation print it."""

import json
from typing import Any

Json = Any


class Verbatim(str):
    """Text that is printed as it is, without quotation marks."""

    __slots__ = ()


def written(value: Json, width: int, indent: int = 0, *, at_once: bool = False) -> str:
    """JSON with one member on each line; a value that fits into `width` stays on the line of its member.

    With `at_once`, so does the value itself: it takes one line if it fits.
    """
    lines: dict[int, str] = {}
    line = _line(value, lines)
    return line if at_once and len(line) <= width else _written(value, width, indent, lines)


def _written(value: Json, width: int, indent: int, lines: dict[int, str]) -> str:
    line = _line(value, lines)
    if (indent and len(line) + indent <= width) or not value or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {_written(each, width, inner, lines)}" for name, each in value.items()]
    else:
        parts = [_written(each, width, inner, lines) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(" " * inner + part for part in parts) + f"\n{' ' * indent}{closing}"


def _line(value: Json, lines: dict[int, str]) -> str:
    """A value in one line. `lines` keeps those of lists and objects: each is needed for all that it is in."""
    if isinstance(value, Verbatim):
        return str(value)
    if not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    if id(value) not in lines:
        if isinstance(value, dict):
            members = (f"{json.dumps(name)}: {_line(each, lines)}" for name, each in value.items())
            lines[id(value)] = "{" + ", ".join(members) + "}"
        else:
            lines[id(value)] = "[" + ", ".join(_line(each, lines) for each in value) + "]"
    return lines[id(value)]
