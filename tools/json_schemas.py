"""Writes docs/schemas: states, actions, views, records and events as JSON Schemas for editors and validators.

    python -m tools.json_schemas

Each file stands alone: the schema of the contract with what it refers to under `$defs`. The contract leaves open what a
record and an event contain; `json_schemas.yaml` says it, in terms of the contract.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tools import contract_file, json_text
from tools.components.written import schemas

Json = Any

FOLDER = contract_file.ROOT / "docs" / "schemas"
OPEN = Path(__file__).with_name("json_schemas.yaml")
DIALECT = "https://json-schema.org/draft/2020-12/schema"

#: The files, each with its schema and its title.
SCHEMAS = {
    "state": ("State", "A state of a game of Piquet"),
    "action": ("Action", "An action of Piquet"),
    "view": ("View", "What a seat sees of a game of Piquet"),
    "record": ("Record", "A record of Piquet"),
    "event": ("Tournament", "An event of Piquet"),
}
_PREFIX = "#/components/schemas/"
#: The keyword of OpenAPI in the contract that JSON Schema does not know; no member has this name.
_OPENAPI = "discriminator"


def identifier(name: str) -> str:
    """The `$id` of a file. It is no address, because each service has its own."""
    return f"urn:piquet-referee:v1:{name}"


def schema(name: str) -> Json:
    """The schema of a file of this name."""
    root, title = SCHEMAS[name]
    contract, beside = schemas(), yaml.safe_load(OPEN.read_text(encoding="utf-8"))
    assert not contract.keys() & beside.keys(), "a schema beside the contract has a name of its own"
    known = {**contract, **beside}
    if name == "record":
        known = _with_gaps(known)
    used = {each: _plain(known[each]) for each in _reached(known, root)}
    whole = {"$schema": DIALECT, "$id": identifier(name), "title": title, **used.pop(root)}
    return {**whole, "title": title, "$defs": dict(sorted(used.items()))}


def _with_gaps(known: dict[str, Json]) -> dict[str, Json]:
    """The schemas for records: a card may be unknown, and a ruling need not name its entry."""
    card = {**known["Card"], "enum": [*known["Card"]["enum"], "?"]}
    card["description"] = f"{card['description']} `?` is an unknown card."
    changed = {"Card": card}
    for name, each in known.items():
        if each.get("properties", {}).get("type", {}).get("const") == "ruling":
            changed[name] = {**each, "required": [member for member in each["required"] if member != "number"]}
    return {**known, **changed}


def _reached(known: dict[str, Json], root: str) -> Iterator[str]:
    """Yield the names of a schema and of all that it refers to, each once."""
    seen, waiting = {root}, [root]
    while waiting:
        name = waiting.pop()
        yield name
        for other in references(known[name]):
            other = other.removeprefix(_PREFIX)
            if other not in seen:
                seen.add(other)
                waiting.append(other)


def references(node: Json) -> Iterator[str]:
    """Yield every `$ref` of a schema."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            elif key != _OPENAPI:
                yield from references(value)
    elif isinstance(node, list):
        for each in node:
            yield from references(each)


def _plain(node: Json) -> Json:
    """The same schema in JSON Schema: with references to `$defs`, and without the keyword of OpenAPI."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        key: f"#/$defs/{value.removeprefix(_PREFIX)}" if key == "$ref" and isinstance(value, str) else _plain(value)
        for key, value in node.items()
        if key != _OPENAPI
    }


def written(name: str) -> str:
    """The text of a file."""
    return f"{json_text.written(schema(name), 120)}\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in SCHEMAS:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
