"""The schemas of the contract, and their place in `openapi.yaml`."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tools.components import from_games, from_law, yaml_text
from tools.components.from_code import with_types
from tools.components.short_form import REFERENCE, expanded, in_order
from tools.contract_schemas import UNIONS

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
    found = {name: expanded(schema) for name, schema in with_types(short).items()}
    found |= dict(from_games.schemas())
    return {name: in_order({**derived.pop(name, {}), **schema}) for name, schema in found.items()} | derived


def contract(text: str) -> str:
    """The text of the contract with its schemas as they are now."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, "openapi.yaml has no line BEGIN, or no line END after it"
    named = set(re.findall(rf"{REFERENCE}(\w+)", before))
    rows = [
        row for name, schema in in_place(schemas(), named).items() for row in yaml_text.lines(name, schema, depth=2)
    ]
    return "\n".join([f"{before}{begin.rstrip()}", " schemas:", *rows, "", f"{end}{after}"])


def with_all_names(document: Json) -> Json:
    """A contract in which every schema has a name, also where `openapi.yaml` has it within another."""
    return {**document, "components": {**document["components"], "schemas": schemas()}}


def in_place(found: Mapping[str, Json], named: set[str]) -> dict[str, Json]:
    """Schemas of which those that one other uses are within it; an object has its name as title.

    `named` are those that paths refer to. They keep their names, and so do their alternatives, since clients have
    methods for each; those of a discriminator, which many tools read only if it leads to schemas with names; and those
    of several parts, of which openapi-python-client makes a class only if they have a name.
    """
    chosen = named | {name for name, schema in found.items() if "discriminator" in schema}
    of_parts = {name for name, schema in found.items() if "allOf" in schema}
    kept = chosen | of_parts | {name for each in chosen for name in _alternatives(found[each])}
    uses = Counter(name for schema in found.values() for name in _references(schema))
    inner = {name: schema for name, schema in found.items() if uses[name] == 1 and name not in kept}
    return {name: _filled(schema, inner) for name, schema in found.items() if name not in inner}


def _filled(node: Json, inner: Mapping[str, Json]) -> Json:
    """A schema with those of `inner` in the place of references to them."""
    if isinstance(node, list):
        return [_filled(each, inner) for each in node]
    if not isinstance(node, dict):
        return node
    name = _name(node)
    if name in inner:
        beside = {key: value for key, value in node.items() if key != "$ref"}
        schema = {**_filled(inner[name], inner), **beside}
        return in_order({**schema, "title": name} if schema.get("type") == "object" else schema)
    return {key: _filled(value, inner) for key, value in node.items()}


def _references(node: Json) -> Iterator[str]:
    """Yield the name of every schema that a schema refers to, as often as it does."""
    if isinstance(node, str) and node.startswith(REFERENCE):
        yield node.removeprefix(REFERENCE)
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _references(each)


def _alternatives(schema: Json) -> Iterator[str]:
    """Yield the names of the schemas of a union."""
    for union in UNIONS:
        yield from filter(None, map(_name, schema.get(union, ())))


def _name(node: Json) -> str:
    """The name of the schema that a node refers to; empty for any other node."""
    target = node.get("$ref", "")
    return target.removeprefix(REFERENCE) if isinstance(target, str) else ""
