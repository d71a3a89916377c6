"""JSON as the generated pages of the documentation print it."""

import json
from typing import Any

Json = Any


class Verbatim(str):
    """Text that is printed as it is, without quotation marks."""

    __slots__ = ()


def written(value: Json, width: int, indent: int = 0) -> str:
    """JSON with one member on each line; a value that fits into `width` stays on the line of its member."""
    line = _line(value)
    if (indent and len(line) + indent <= width) or not value or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {written(each, width, inner)}" for name, each in value.items()]
    else:
        parts = [written(each, width, inner) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(" " * inner + part for part in parts) + f"\n{' ' * indent}{closing}"


def _line(value: Json) -> str:
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {_line(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_line, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
