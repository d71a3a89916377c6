"""Schemas of a contract taken apart: what a reference leads to, what the alternatives are, what a value may be."""

from collections.abc import Iterator
from typing import Any

Json = Any

#: The keywords that hold alternatives.
UNIONS = ("oneOf", "anyOf")

#: The keywords that say nothing of what a value may be.
REMARKS = (
    *("title", "description", "summary", "example", "examples", "default", "deprecated", "discriminator", "$comment"),
    *("externalDocs", "contentMediaType", "readOnly", "writeOnly", "xml"),
)

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null", list: "array"}


def follow(node: Json, document: Json) -> Json:
    """What a reference leads to; anything else as it is."""
    while "$ref" in node:
        found = document
        for token in node["$ref"].removeprefix("#/").split("/"):
            found = found[token.replace("~1", "/").replace("~0", "~")]
        node = found
    return node


def default(schema: Json, document: Json) -> Json:
    """What is meant where a value is left out, as said beside a reference or where it leads; None if nothing
    is said."""
    while "default" not in schema and "$ref" in schema:
        schema = follow({"$ref": schema["$ref"]}, document)
    return schema.get("default")


def ways(schema: Json, document: Json, of: str) -> Iterator[tuple[str, Json]]:
    """The alternatives of a schema, each without a union in it and of one type, with its name; what they have in common
    is in each."""
    if schema is True:
        schema = {}
    if "$ref" in schema:
        of = schema["$ref"].rpartition("/")[2]
        beside = {name: value for name, value in schema.items() if name != "$ref" and name not in REMARKS}
        schema = _together(follow(schema, document), beside) if beside else follow(schema, document)
        yield from ways(schema, document, of)
        return
    if "allOf" in schema:
        whole = {name: value for name, value in schema.items() if name != "allOf"}
        for part in schema["allOf"]:
            whole = _together(whole, follow(part, document))
        yield from ways(whole, document, of)
        return
    for union in UNIONS:
        if union in schema:
            common = {name: value for name, value in schema.items() if name != union}
            for branch in schema[union]:
                bare = set(common) <= set(REMARKS)
                yield from ways(branch if bare else _together(common, follow(branch, document)), document, of)
            return
    kinds = schema.get("type")
    if isinstance(kinds, list):
        for kind in kinds:
            values = {"enum": [value for value in schema["enum"] if _fits(value, kind)]} if "enum" in schema else {}
            if values.get("enum", [0]):
                yield of, {**schema, "type": kind, **values}
        return
    yield of, schema


def _together(common: Json, branch: Json) -> Json:
    """A schema and what is said of it besides as one."""
    merged = {**common, **branch}
    if "properties" in common and "properties" in branch:
        merged["properties"] = {**common["properties"], **branch["properties"]}
    if "required" in common and "required" in branch:
        merged["required"] = [*common["required"], *branch["required"]]
    return merged


def types(schema: Json) -> set[str]:
    """The types that a value may have; none where any."""
    kinds = schema.get("type") or [_TYPES.get(type(value), "object") for value in listed(schema) or ()]
    found = {kinds} if isinstance(kinds, str) else set(kinds)
    return found | {"integer"} if "number" in found else found


def listed(schema: Json) -> list[Json] | None:
    """The values of a closed list."""
    if "const" in schema:
        return [schema["const"]]
    return schema.get("enum", [None] if schema.get("type") == "null" else None)


def excluded(schema: Json) -> set[str]:
    """The texts that a schema names as those that it does not allow."""
    return set(schema.get("not", {}).get("enum", ()))


def _fits(value: Json, kind: str) -> bool:
    return _TYPES.get(type(value), "object") in (kind, "integer" if kind == "number" else kind)
