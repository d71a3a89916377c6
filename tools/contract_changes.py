"""Breaking changes between two versions of the contract.

They follow from one relation, `Comparison.lost`: what the schema `narrow` allows and `wide` does not. What clients sent
must still be accepted, so the narrow schema of a request is the old one. What clients receive must be what they
expect, so the narrow schema of a response is the new one. In both directions, existing members must stay. A new member
of a response is not a breaking change: clients must ignore members that they do not know (docs/versions.md).

A change is reported once, at the schema in which it was made, even if many operations use that schema.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from tools.contract_schemas import REMARKS, UNIONS, default, excluded, follow, listed, types, ways

Json = Any
Direction = Literal["request", "response"]

METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")

#: The message for each kind of change. `{of}` is the place of the change, `{what}` what changed there.
MEANINGS = {
    "operation": "{of} was removed",
    "operation-id": "the operationId of {of} is no longer {what}: generated clients name it differently",
    "parameter": "the parameter {what} of {of} was removed",
    "parameter-required": "the parameter {what} of {of} is now required",
    "body-required": "{of} now requires a body",
    "security": "{of} no longer accepts {what}",
    "status": "{of} no longer responds with {what}",
    "media-type": "{of} no longer has the media type {what}",
    "header": "the header {what} of {of} was removed",
    "header-optional": "the header {what} of {of} may now be missing",
    "request.member": "the member {what} of {of} was removed",
    "request.required": "the member {what} of {of} is now required",
    "request.closed": "{of} now accepts only the members that it names",
    "request.type": "{of} no longer accepts {what}",
    "request.value": "{of} no longer accepts {what}",
    "request.bound": "the limit {what} of {of} is narrower",
    "request.form": "the {what} of {of} differs",
    "request.default": "the default of {of} is no longer {what}",
    "response.member": "the member {what} of {of} was removed",
    "response.required": "the member {what} of {of} may now be missing",
    "response.type": "{of} may now be {what}",
    "response.value": "{of} may now be {what}, although its list of values was closed",
    "response.bound": "{of} may now exceed the limit {what}",
    "response.form": "{of} no longer has its {what}",
}

# Keywords by their meaning. All others, except annotations, must be equal.
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_READ = ("type", "const", "enum", "properties", "required", "additionalProperties", "items", *_UPPER, *_LOWER, *UNIONS)


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """A breaking change: its kind, its place, and what changed there."""

    kind: str
    of: str
    what: str = ""

    @property
    def id(self) -> str:
        """The id by which the changelog announces the change."""
        return ":".join(filter(None, (self.kind, self.of, self.what)))

    def __str__(self) -> str:
        return f"{self.id}  {MEANINGS[self.kind].format(of=self.of, what=self.what)}"


def breaking_changes(old: Json, new: Json) -> list[Change]:
    """The breaking changes from `old` to `new`, two parsed OpenAPI documents; sorted and unique."""
    return sorted(set(Comparison(old, new).changes()))


class Comparison:
    """A comparison of two contracts."""

    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._known: dict[tuple[str, str | int, str | int], tuple[Json, Json, list[Change]]] = {}

    def changes(self) -> Iterator[Change]:
        """Yield the changes of every operation. A change in a shared schema is repeated for each of them."""
        before, after = _operations(self._old), _operations(self._new)
        for address, operation in before.items():
            if address not in after:
                yield Change("operation", address)
                continue
            name = operation.get("operationId", address)
            if after[address].get("operationId", address) != name:
                yield Change("operation-id", address, name)
            yield from self._security(name, operation, after[address])
            yield from self._parameters(name, operation, after[address])
            yield from self._body(name, operation, after[address])
            yield from self._responses(name, operation, after[address])

    # ------------------------------------------------------------ around the schemas

    def _security(self, name: str, old: Json, new: Json) -> Iterator[Change]:
        ways_before, ways_after = (
            {"+".join(sorted(way)) for way in operation.get("security", document.get("security", [{}]))}
            for operation, document in ((old, self._old), (new, self._new))
        )
        for way in sorted(ways_before - ways_after):
            yield Change("security", name, way or "requests without a key")

    def _parameters(self, name: str, old: Json, new: Json) -> Iterator[Change]:
        before, after = (
            {f"{given['in']}.{given['name']}": given for given in self._all(operation.get("parameters", ()), document)}
            for operation, document in ((old, self._old), (new, self._new))
        )
        for which, given in after.items():
            if given.get("required") and not before.get(which, {}).get("required"):
                yield Change("parameter-required", name, which)
        for which, given in before.items():
            if which in after:
                schemas = given.get("schema", {}), after[which].get("schema", {})
                yield from self.lost("request", *schemas, f"{name}/{which}")
            else:
                yield Change("parameter", name, which)

    def _body(self, name: str, old: Json, new: Json) -> Iterator[Change]:
        before, after = (follow(op.get("requestBody", {}), doc) for op, doc in ((old, self._old), (new, self._new)))
        if after.get("required") and not before.get("required"):
            yield Change("body-required", name)
        yield from self._content("request", before, after, f"{name}/body")

    def _responses(self, name: str, old: Json, new: Json) -> Iterator[Change]:
        for status, response in old["responses"].items():
            if status not in new["responses"]:
                yield Change("status", name, status)
                continue
            before, after = follow(response, self._old), follow(new["responses"][status], self._new)
            of = f"{name}/{status}"
            for header, described in before.get("headers", {}).items():
                then = follow(described, self._old)
                if header not in after.get("headers", {}):
                    yield Change("header", of, header)
                    continue
                now = follow(after["headers"][header], self._new)
                if then.get("required") and not now.get("required"):
                    yield Change("header-optional", of, header)
                yield from self.lost("response", now.get("schema", {}), then.get("schema", {}), f"{of}/{header}")
            yield from self._content("response", before, after, of)

    def _content(self, direction: Direction, old: Json, new: Json, of: str) -> Iterator[Change]:
        before, after = old.get("content", {}), new.get("content", {})
        for media_type, content in before.items():
            if media_type not in after:
                yield Change("media-type", of, media_type)
                continue
            pair = content.get("schema", {}), after[media_type].get("schema", {})
            yield from self.lost(direction, *(pair if direction == "request" else pair[::-1]), of)

    # ------------------------------------------------------------ the relation

    def lost(self, direction: Direction, narrow: Json, wide: Json, of: str) -> list[Change]:
        """What the schema `narrow` allows and `wide` does not, as changes at the place `of`."""
        key = direction, _identity(narrow), _identity(wide)
        if key not in self._known:
            if isinstance(key[1], str) and key[1] == key[2]:
                of = key[1].rpartition("/")[2]
            # A schema that contains itself loses nothing by that. The schemas are kept alive so that their ids stay
            # unique.
            self._known[key] = narrow, wide, []
            self._known[key] = narrow, wide, self._compare(direction, narrow, wide, of)
        return self._known[key][2]

    def _compare(self, direction: Direction, narrow: Json, wide: Json, of: str) -> list[Change]:
        narrow_in, wide_in = self._documents(direction)
        found: list[Change] = []
        if direction == "request" and isinstance(narrow, dict) and isinstance(wide, dict):
            meant = default(narrow, narrow_in)
            if meant is not None and meant != default(wide, wide_in):
                found.append(Change("request.default", of, str(meant)))
        others = list(ways(wide, wide_in, of))
        for name, way in ways(narrow, narrow_in, of):
            # Compare with the closest alternative; among equally close ones, with the one of the same name.
            likely = sorted(others, key=lambda other: other[0] != name)
            least = min((self._way(direction, way, other, name) for _, other in likely), key=_weight, default=[])
            if direction == "request":
                least = [change for change in least if not _has_its_own_way(change, name, way, others)]
            found += least
        return found

    def _way(self, direction: Direction, narrow: Json, wide: Json, of: str) -> list[Change]:
        """The changes between two schemas without alternatives."""
        kinds, allowed = types(narrow), types(wide)
        if allowed and not (kinds and kinds <= allowed):
            return [Change(f"{direction}.type", of, "/".join(sorted(kinds - allowed)) or "of any type")]
        parts: list[Iterable[Change]] = [self._values(direction, narrow, wide, of)]
        parts.append(self._limits(direction, narrow, wide, of))
        if not kinds or "object" in kinds:
            parts.append(self._members(direction, narrow, wide, of))
        if (not kinds or "array" in kinds) and "items" in wide:
            parts.append(self.lost(direction, narrow.get("items", {}), wide["items"], f"{of}/items"))
        return list(chain.from_iterable(parts))

    def _values(self, direction: Direction, narrow: Json, wide: Json, of: str) -> Iterator[Change]:
        allowed = listed(wide)
        if allowed is None:
            return
        values = listed(narrow)
        if values is None:
            yield Change(f"{direction}.value", of, "any value")
            return
        for value in values:
            if not any(value == other and type(value) is type(other) for other in allowed):
                yield Change(f"{direction}.value", of, str(value))

    def _limits(self, direction: Direction, narrow: Json, wide: Json, of: str) -> Iterator[Change]:
        if listed(narrow) is None:
            for keyword in _UPPER:
                if keyword in wide and narrow.get(keyword, float("inf")) > wide[keyword]:
                    yield Change(f"{direction}.bound", of, keyword)
            for keyword in _LOWER:
                if keyword in wide and narrow.get(keyword, float("-inf")) < wide[keyword]:
                    yield Change(f"{direction}.bound", of, keyword)
        for keyword in wide.keys() - {*_READ, *REMARKS}:
            same = narrow.get(keyword) == wide[keyword] or (
                keyword == "not" and excluded(narrow) >= excluded(wide) > set()
            )
            if not keyword.startswith("x-") and not same and listed(narrow) is None:
                yield Change(f"{direction}.form", of, keyword)

    def _members(self, direction: Direction, narrow: Json, wide: Json, of: str) -> Iterator[Change]:
        old, new = (narrow, wide) if direction == "request" else (wide, narrow)
        gone = old.get("properties", {}).keys() - new.get("properties", {}).keys()
        for member in sorted(gone):
            yield Change(f"{direction}.member", of, member)
        for member in sorted({*wide.get("required", ())} - {*narrow.get("required", ())} - gone):
            yield Change(f"{direction}.required", of, member)
        here, there = narrow.get("properties", {}), wide.get("properties", {})
        for member, schema in here.items():
            if member in there:
                yield from self.lost(direction, schema, there[member], f"{of}/{member}")
        others, allowed = narrow.get("additionalProperties", True), wide.get("additionalProperties", True)
        if isinstance(others, dict) and isinstance(allowed, dict):
            yield from self.lost(direction, others, allowed, f"{of}/*")
        elif direction == "request" and others is not False and allowed is not True:
            yield Change("request.closed", of)

    # ------------------------------------------------------------ looking things up

    def _documents(self, direction: Direction) -> tuple[Json, Json]:
        return (self._old, self._new) if direction == "request" else (self._new, self._old)

    def _all(self, given: Json, document: Json) -> Iterator[Json]:
        return (follow(one, document) for one in given)


def _identity(schema: Json) -> str | int:
    """What tells one schema of a document from another: where a reference leads, and the id of any other object."""
    return schema["$ref"] if isinstance(schema, dict) and schema.keys() == {"$ref"} else id(schema)


def _operations(document: Json) -> dict[str, Json]:
    """Operations by method and path. Their parameters include those of the path."""
    return {
        f"{method.upper()} {path}": {**item[method], "parameters": _parameters(item, item[method])}
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }


def _parameters(item: Json, operation: Json) -> list[Json]:
    return [*item.get("parameters", ()), *operation.get("parameters", ())]


def _has_its_own_way(change: Change, name: str, way: Json, others: list[tuple[str, Json]]) -> bool:
    """Whether every value that a member no longer takes here is listed by that member in another alternative.

    An event of a new kind is no longer an event of another kind; it has a schema of its own.
    """
    member = change.of.removeprefix(f"{name}/")
    if change.what != "not" or member not in way.get("properties", {}):
        return False
    described = [(other, schema["properties"].get(member, {})) for other, schema in others if "properties" in schema]
    left_out = set[str]().union(*(excluded(schema) for other, schema in described if other == name))
    values = set[str]().union(*(listed(schema) or () for _, schema in described))
    return left_out - excluded(way["properties"][member]) <= values


def _weight(changes: list[Change]) -> tuple[bool, int]:
    """The distance of two alternatives: another type, or another value of a discriminator, is farthest."""
    apart = any(change.kind.endswith((".type", ".value")) for change in changes)
    return apart, len(changes)
