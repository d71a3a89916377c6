"""Tables of the law: laws, readings, codes, kinds of irregularity with their questions, elections, and corrections.

What is text is in the TOML files of this folder, a table for each row.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Row = TypeVar("Row")

_FOLDER = Path(__file__).parent


def load(name: str, row: Callable[..., Row], id_member: str | None = None) -> dict[str, Row]:
    """Return the rows of a TOML file of this folder by their ids, in its order, perhaps with the id as a member.

    Lists become tuples.
    """
    tables = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    rows = {}
    for key, members in tables.items():
        values = {member: _frozen(value) for member, value in members.items()}
        rows[key] = row(**values) if id_member is None else row(**values, **{id_member: key})
    return rows


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
