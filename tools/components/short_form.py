"""The short form in which this package writes schemas.

| short | stands for |
| --- | --- |
| `Card`, `{$ref: Card, …}` | a reference to the schema `Card` |
| `members: {seat: …, cards?: …}` | a closed object with these properties, all required but those with a `?` |
| `list_of: Card` | an array of these items |
| `nullable: Card` | the schema or null |
| `one_of: [Card, Suit]` | one of these schemas |
| `by: type`, `one_of: {play: Play}` | one of these schemas, which `type` tells apart |
| `any_of` | as `one_of`, where several may fit |

All other keywords are those of OpenAPI.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Json = Any

REFERENCE = "#/components/schemas/"
NULL: Json = {"type": "null"}


def reference(name: str, **beside: Json) -> Json:
    """A reference to a schema of the contract."""
    return {"$ref": f"{REFERENCE}{name}", **beside}


def expanded(short: Json) -> Json:
    """The schema that a short form stands for."""
    if isinstance(short, str):
        return reference(short)
    known = {name: value for name, value in short.items() if name in _EXPANDED}
    schema = {name: _keyword(name, value) for name, value in short.items() if name not in (*_EXPANDED, *_BESIDE)}
    for name, value in known.items():
        schema |= _EXPANDED[name](value, short)
    return in_order(schema)


def _keyword(name: str, value: Json) -> Json:
    """The value of a keyword of OpenAPI, with what is short in it."""
    if name == "$ref":
        return value if value.startswith(REFERENCE) else f"{REFERENCE}{value}"
    if name in ("items", "not"):
        return expanded(value)
    if name in ("oneOf", "anyOf", "allOf"):
        return [expanded(each) for each in value]
    if name == "properties":
        return {member: expanded(each) for member, each in value.items()}
    return value


def closed_object(properties: Mapping[str, Json], required: list[str]) -> Json:
    """An object with these properties and no others."""
    some = {"required": required} if required else {}
    return {"type": "object", "properties": dict(properties), **some, "additionalProperties": False}


def one_of(member: str, names: Mapping[str, str], *, union: str = "oneOf") -> Json:
    """A union of schemas that a member tells apart: the name of a schema by each value of it."""
    references = [reference(name) for name in dict.fromkeys(names.values())]
    mapping = {value: reference(name)["$ref"] for value, name in names.items()}
    return {union: references, "discriminator": {"propertyName": member, "mapping": mapping}}


def _members(members: Mapping[str, Json], _: Json) -> Json:
    properties = {name.rstrip("?"): expanded(value) for name, value in members.items()}
    return closed_object(properties, [name for name in members if not name.endswith("?")])


def _list(item: Json, _: Json) -> Json:
    return {"type": "array", "items": expanded(item)}


def _nullable(value: Json, _: Json) -> Json:
    return {"oneOf": [expanded(value), NULL]}


def _union(union: str, alternatives: Json, short: Json) -> Json:
    if "by" in short:
        return one_of(short["by"], alternatives, union=union)
    return {union: [expanded(each) for each in alternatives]}


_EXPANDED: Mapping[str, Callable[[Json, Json], Json]] = {
    "members": _members,
    "list_of": _list,
    "nullable": _nullable,
    "one_of": partial(_union, "oneOf"),
    "any_of": partial(_union, "anyOf"),
}
#: What is read with another keyword.
_BESIDE = ("by",)

#: The keywords that stand first in a schema, and those that stand last.
_FIRST = ("$ref", "title", "type", "description")
_LAST = (
    *("properties", "items", "oneOf", "anyOf", "discriminator"),
    *("required", "dependentRequired", "additionalProperties"),
)


def in_order(schema: Json) -> Json:
    """A schema with its keywords in the order of the contract."""
    first = {name: schema[name] for name in _FIRST if name in schema}
    last = {name: schema[name] for name in _LAST if name in schema}
    return {**first, **{name: value for name, value in schema.items() if name not in (*_FIRST, *_LAST)}, **last}
