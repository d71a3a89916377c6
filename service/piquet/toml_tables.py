"""Tables whose cells are text: TOML files beside the modules that read them, with a table for each row."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Row = TypeVar("Row")


def load(module: str, name: str, row: Callable[..., Row], id_member: str | None = None) -> dict[str, Row]:
    """Return the rows of a TOML file by their ids, in its order, perhaps with the id as a member.

    The file is beside the file of a module. Lists become tuples, those in tables too.
    """
    file = Path(module).with_name(f"{name}.toml")
    rows = {}
    for key, members in tomllib.loads(file.read_text(encoding="utf-8")).items():
        values = {member: _frozen(value) for member, value in members.items()}
        rows[key] = row(**values) if id_member is None else row(**values, **{id_member: key})
    return rows


def _frozen(value: object) -> object:
    if isinstance(value, dict):
        return {member: _frozen(each) for member, each in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
