"""The schemas of the contract, and their place in `openapi.yaml`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tools.components import from_games, from_law, yaml_text
from tools.components.short_form import expanded, in_order

Json = Any

HERE = Path(__file__).parent

#: The files of this package with schemas in the short form, in the order of the contract.
FILES = (
    *("words", "rulesets", "law", "actions", "state", "states", "records", "settlements", "rulings", "analyses"),
    *("service", "multiplayer", "problems"),
)
#: The lines of `openapi.yaml` between which its schemas are.
BEGIN = " # ---- Schemas: written by `python -m tools.components` from the types, and from the files of that package.\n"
END = " # ---- From here on written by `python -m tools.refresh_examples`: see CONTRIBUTING.md.\n"


def schemas() -> dict[str, Json]:
    """All schemas of the contract, by name."""
    derived = {**dict(from_law.overrides()), **dict(from_law.incidents())}
    short = {
        name: schema
        for file in FILES
        for name, schema in yaml.safe_load((HERE / f"{file}.yaml").read_text(encoding="utf-8")).items()
    }
    found = {name: expanded(schema) for name, schema in short.items()}
    found |= dict(from_games.schemas())
    return {name: in_order({**derived.pop(name, {}), **schema}) for name, schema in found.items()} | derived


def lines() -> Iterator[str]:
    """Yield the lines of the schemas."""
    yield " schemas:"
    for name, schema in schemas().items():
        yield from yaml_text.lines(name, schema, depth=2)


def contract(text: str) -> str:
    """The text of the contract with its schemas as they are now."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, "openapi.yaml has no line BEGIN, or no line END after it"
    return "\n".join([f"{before}{begin.rstrip()}", *lines(), "", f"{end}{after}"])
