"""Cards that a list names twice. A hand, which is a set, would count them once."""

from collections.abc import Iterator
from typing import Any

from service.piquet.model.violations import Path


def take_repeated(value: Any, *path: str | int) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Leave each card once in every list of cards of plain data, and yield the path of a list with what it repeated.

    Lists of strings are lists of cards; `path` is the place of the value.
    """
    if isinstance(value, dict):
        for name, member in value.items():
            yield from take_repeated(member, *path, name)
    elif isinstance(value, list) and value and isinstance(value[0], str):
        if again := tuple(sorted({card for card in value if value.count(card) > 1})):
            yield path, again
            value[:] = dict.fromkeys(value)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from take_repeated(item, *path, at)
