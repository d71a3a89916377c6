"""Schemas as YAML in the style of the contract.

A node is on one line if it fits, texts are folded, and a schema is indented by one space for each level.
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
_PLAIN = re.compile(r"[A-Za-z0-9($][^\n]*\Z")


def lines(name: str, node: Json, depth: int = 0) -> Iterator[str]:
    """Yield the lines of a member of a mapping."""
    yield from _entry(f"{' ' * depth}{_scalar(name)}:", node, depth)


def _entry(head: str, node: Json, depth: int) -> Iterator[str]:
    """Yield the lines of a value after its key, or after the hyphen of an item."""
    short = f"{head} {_flow(node)}"
    indent = " " * (depth + 1)
    if isinstance(node, str) and "\n" in node:
        yield f"{head} |" if node.endswith("\n") else f"{head} |-"
        yield from (f"{indent}{line}".rstrip() for line in node.rstrip("\n").split("\n"))
    elif depth and len(short) <= WIDTH:
        yield short
    elif isinstance(node, dict):
        yield head
        for name, value in node.items():
            yield from lines(name, value, depth + 1)
    elif isinstance(node, str) and len(node.split()) == 1:
        yield short
    elif isinstance(node, str):
        yield f"{head} >-"
        yield from _wrapped(node, indent, indent)
    elif any(isinstance(item, dict) for item in node):
        yield head
        for item in node:
            yield from _item(item, depth)
    else:
        yield from _wrapped(short, "", indent)


def _wrapped(text: str, first: str, indent: str) -> list[str]:
    return wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def _item(item: Json, depth: int) -> Iterator[str]:
    """Yield the lines of an item of a list, whose hyphen stands below the key of the list."""
    short = f"{' ' * depth}- {_flow(item)}"
    if len(short) <= WIDTH:
        yield f"{' ' * depth}- {_flow(item)[1:-1]}" if len(item) == 1 else short
        return
    rows = [row for name, value in item.items() for row in lines(name, value, depth + 2)]
    yield f"{' ' * depth}- {rows[0].lstrip()}"
    yield from rows[1:]


def _flow(node: Json) -> str:
    """Write a node on one line."""
    if isinstance(node, dict):
        return "{" + ", ".join(f"{_scalar(name)}: {_flow(value)}" for name, value in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(map(_flow, node)) + "]"
    return _scalar(node)


def _scalar(value: Json) -> str:
    """Write a scalar so that it is read as what it is, in a mapping on one line, too."""
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.match(value) and not _NOT_TEXT.match(value) and not re.search(r"[\[\]{},?]|: | #|:$|\s$", value):
        return value
    return "'" + value.replace("'", "''") + "'" if "\n" not in value else json.dumps(value, ensure_ascii=False)
