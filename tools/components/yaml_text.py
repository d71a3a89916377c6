"""Schemas and examples as YAML in the style of the contract.

A node is on one line if it fits. If not, its members are below one another, indented by one space for each level, down
to the depth `filled`; from there on, a node goes over as many lines as it needs. Texts are folded.
"""

import json
import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

Json = Any

WIDTH = 160

# Words that YAML 1.1 or 1.2 would not read as strings without quotes.
_NOT_TEXT = re.compile(r"(?:y|n|yes|no|on|off|true|false|null|~|[-+.]?[0-9][-+.0-9_:eExXob]*)\Z", re.IGNORECASE)
#: Stands for a space at which a line is not broken: after a key, and in a text with spaces that belong together.
_FIXED = "\0"
_PLAIN = re.compile(r"[A-Za-z0-9($][^\n]*\Z")


def lines(name: str, node: Json, depth: int = 0, filled: int = 4) -> Iterator[str]:
    """Yield the lines of a member of a mapping."""
    yield from (line.replace(_FIXED, " ") for line in _member(name, node, depth, filled))


def _member(name: str, node: Json, depth: int, filled: int) -> Iterator[str]:
    yield from _entry(f"{' ' * depth}{_scalar(name)}:", node, depth, filled)


def _entry(head: str, node: Json, depth: int, filled: int) -> Iterator[str]:
    """Yield the lines of a value after its key, or after the hyphen of an item."""
    short = f"{head} {_flow(node)}"
    indent = " " * (depth + 1)
    if isinstance(node, str) and _is_block(node):
        yield f"{head} |" if node.endswith("\n") else f"{head} |-"
        yield from (f"{indent}{line}".rstrip() for line in node.rstrip("\n").split("\n"))
    elif depth and len(short) <= WIDTH:
        yield short
    elif isinstance(node, dict | list) and depth >= filled and not _has_lines(node):
        yield from _wrapped(short, "", indent)
    elif isinstance(node, dict):
        yield head
        for name, value in node.items():
            yield from _member(name, value, depth + 1, filled)
    elif isinstance(node, str) and (" " not in node or " ".join(node.split()) != node):  # cannot be folded
        yield short
    elif isinstance(node, str):
        yield f"{head} >-"
        yield from _wrapped(node, indent, indent)
    elif any(isinstance(item, dict) for item in node):
        yield head
        for item in node:
            yield from _item(item, depth, filled)
    else:
        yield from _wrapped(short, "", indent)


def _wrapped(text: str, first: str, indent: str) -> list[str]:
    return wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def _item(item: Json, depth: int, filled: int) -> Iterator[str]:
    """Yield the lines of an item of a list, whose hyphen stands below the key of the list."""
    short = f"{' ' * depth}- {_flow(item)}"
    if len(short) <= WIDTH:
        yield f"{' ' * depth}- {_flow(item)[1:-1]}" if len(item) == 1 else short
        return
    rows = [row for name, value in item.items() for row in _member(name, value, depth + 2, filled)]
    yield f"{' ' * depth}- {rows[0].lstrip()}"
    yield from rows[1:]


def _flow(node: Json) -> str:
    """Write a node on one line."""
    if isinstance(node, dict):
        return "{" + ", ".join(f"{_scalar(name)}:{_FIXED}{_flow(value)}" for name, value in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(map(_flow, node)) + "]"
    return _scalar(node).replace(" ", _FIXED) if "  " in str(node) else _scalar(node)


def _is_block(text: str) -> bool:
    """Whether a text has several lines, and can be written as they are: without spaces at their ends."""
    rows = text.removesuffix("\n").split("\n")
    return "\n" in text and text[0] not in " \n" and bool(rows[-1]) and all(row == row.rstrip() for row in rows)


def _has_lines(node: Json) -> bool:
    """Whether a text in a node has several lines."""
    if isinstance(node, str):
        return "\n" in node
    return any(map(_has_lines, node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()))


def _scalar(value: Json) -> str:
    """Write a scalar so that it is read as what it is, in a mapping on one line, too."""
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.match(value) and not _NOT_TEXT.match(value) and not re.search(r"[\[\]{},?]|: | #|:$|\s$", value):
        return value
    return "'" + value.replace("'", "''") + "'" if "\n" not in value else json.dumps(value, ensure_ascii=False)
