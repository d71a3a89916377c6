"""A state with one of its values altered."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from tests.helpers.cards import PACK

Json = Any
Path = tuple[str | int, ...]


def leaves(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """All values that are not lists or objects, with their paths."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if below is None:
        yield path, value
        return
    for token, item in below:
        yield from leaves(item, (*path, token))


def altered(value: Json, path: Path) -> Json:
    """Something else of the same kind."""
    if value is None:
        return {"look": True, "to_act": "A", "announced_exchange": 1}.get(path[-1], "A")
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 10 if path[-1] not in ("count", "length", "deal") else value + 1
    if value in PACK:
        return PACK[(PACK.index(value) + 1) % 32]
    choices = itertools.chain(
        ["A", "B"], ["good", "not_good"], ["play", "deal_over"], ["point", "set"], ["lead", "dealt"]
    )
    return next(choice for choice in choices if choice != value)


def with_value(state: Json, path: Path, value: Json) -> Json:
    """The state with another value in one place. What is beside that place is shared with the state given."""
    if not path:
        return value
    changed = copy.copy(state)
    changed[path[0]] = with_value(state[path[0]], path[1:], value)
    return changed


def each_leaf_altered(state: Json) -> Iterator[tuple[Path, Json]]:
    """The state with one value altered, for each value, and its place."""
    for path, value in leaves(state):
        if path[0] == "partie" and "history" in path and len(state["partie"]["deals"]) > 1:
            continue  # the same code many times over
        yield path, with_value(state, path, altered(value, path))
