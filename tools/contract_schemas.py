"""Helpers for JSON Schema: references, alternatives, types and values."""

from collections.abc import Iterator
from typing import Any

Json = Any

#: The keywords for alternatives.
UNIONS = ("oneOf", "anyOf")

#: Annotations: keywords that do not restrict values.
REMARKS = (
    *("title", "description", "summary", "example", "examples", "default", "deprecated", "discriminator", "$comment"),
    *("externalDocs", "contentMediaType", "readOnly", "writeOnly", "xml"),
)

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null", list: "array"}


def follow(node: Json, document: Json) -> Json:
    """Resolve a reference. Any other node is returned unchanged."""
    while "$ref" in node:
        found = document
        for token in node["$ref"].removeprefix("#/").split("/"):
            found = found[token.replace("~1", "/").replace("~0", "~")]
        node = found
    return node


def default(schema: Json, document: Json) -> Json:
    """The default of a schema, from beside a reference or from its target; None if there is none."""
    while "default" not in schema and "$ref" in schema:
        schema = follow({"$ref": schema["$ref"]}, document)
    return schema.get("default")


def ways(schema: Json, document: Json, of: str) -> Iterator[tuple[str, Json]]:
    """Yield the alternatives of a schema with their names.

    Each has one type, contains no union, and includes what the alternatives have in common.
    """
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
    type_names = schema.get("type")
    if isinstance(type_names, list):
        for name in type_names:
            values = {"enum": [value for value in schema["enum"] if _fits(value, name)]} if "enum" in schema else {}
            if values.get("enum", [0]):
                yield of, {**schema, "type": name, **values}
        return
    yield of, schema


def _together(common: Json, branch: Json) -> Json:
    """Merge two schemas that both apply."""
    merged = {**common, **branch}
    if "properties" in common and "properties" in branch:
        merged["properties"] = {**common["properties"], **branch["properties"]}
    if "required" in common and "required" in branch:
        merged["required"] = [*common["required"], *branch["required"]]
    return merged


def types(schema: Json) -> set[str]:
    """The types that a value may have; empty if all are allowed."""
    type_names = schema.get("type") or [_TYPES.get(type(value), "object") for value in listed(schema) or ()]
    found = {type_names} if isinstance(type_names, str) else set(type_names)
    return found | {"integer"} if "number" in found else found


def listed(schema: Json) -> list[Json] | None:
    """The allowed values (`const`, `enum`); None if the schema does not list them."""
    if "const" in schema:
        return [schema["const"]]
    return schema.get("enum", [None] if schema.get("type") == "null" else None)


def excluded(schema: Json) -> set[str]:
    """The strings that a schema excludes with `not`."""
    return set(schema.get("not", {}).get("enum", ()))


def _fits(value: Json, type_name: str) -> bool:
    return _TYPES.get(type(value), "object") in (type_name, "integer" if type_name == "number" else type_name)
