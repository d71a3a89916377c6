"""What a contract breaks of an older one: for whoever wrote a program against the older.

One relation does it, `Comparison.lost`: what `narrow` may hold and `wide` does not allow. What was sent must still be
taken, so in a request the old schema is the narrow one; what is answered must be what was expected, so in an answer it
is the new one. Both ways a member that was there must stay. A member that is new in an answer breaks nothing: clients
are told to pass over those they do not know (docs/versions.md).

A change is named once, at the schema in which it was made, however many operations use it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from tools.contract_schemas import REMARKS, UNIONS, default, excluded, follow, listed, types, ways

Json = Any
Direction = Literal["request", "response"]

METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")

#: What each kind of change means to a client, by its place (`{of}`) and what it is about (`{what}`).
MEANINGS = {
    "operation": "{of} is no longer there",
    "operation-id": "{of} has another operationId than {what}: generated clients name it otherwise",
    "parameter": "the parameter {what} of {of} is no longer taken",
    "parameter-required": "the parameter {what} of {of} must be sent now",
    "body-required": "{of} needs a body now",
    "security": "{of} no longer takes {what}",
    "status": "{of} is no longer answered with {what}",
    "media-type": "{of} no longer has the media type {what}",
    "header": "the header {what} of {of} is no longer there",
    "header-optional": "the header {what} of {of} may be missing now",
    "request.member": "the member {what} of {of} is no longer taken",
    "request.required": "the member {what} of {of} must be sent now",
    "request.closed": "{of} takes no more members than it names now",
    "request.type": "{of} no longer takes {what}",
    "request.value": "{of} no longer takes {what}",
    "request.bound": "the limit {what} of {of} is narrower",
    "request.form": "{of} is bound by another {what}",
    "request.default": "{of}, left out, means something else than {what}",
    "response.member": "the member {what} of {of} is no longer there",
    "response.required": "the member {what} of {of} may be missing now",
    "response.type": "{of} may be {what} now",
    "response.value": "{of} may be {what} now, in a list that was closed",
    "response.bound": "{of} may pass the limit {what} now",
    "response.form": "{of} no longer keeps to its {what}",
}

# Keywords by what they do. Of those that are in no list and are no remarks an equal one is demanded.
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_READ = ("type", "const", "enum", "properties", "required", "additionalProperties", "items", *_UPPER, *_LOWER, *UNIONS)


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """A change that breaks clients: its kind, where it is, and what it is about."""

    kind: str
    of: str
    what: str = ""

    @property
    def id(self) -> str:
        """The name by which the changelog tells of it."""
        return ":".join(filter(None, (self.kind, self.of, self.what)))

    def __str__(self) -> str:
        return f"{self.id}  {MEANINGS[self.kind].format(of=self.of, what=self.what)}"


def breaking_changes(old: Json, new: Json) -> list[Change]:
    """All that `new` breaks of `old`, two OpenAPI documents as parsed; sorted, each once."""
    return sorted(set(Comparison(old, new).changes()))


class Comparison:
    """Two contracts side by side."""

    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._known: dict[tuple[str, int, int], tuple[Json, Json, list[Change]]] = {}

    def changes(self) -> Iterator[Change]:
        """Every change in every operation; what changed in a shared schema comes again and again."""
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
        """What the schema `narrow` may hold and `wide` does not allow, as changes at the place `of`."""
        key = direction, id(narrow), id(wide)
        if key not in self._known:
            # Of what holds itself nothing is lost unless something is lost elsewhere. The schemas are kept so that
            # their ids stay theirs.
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
            # Of several that it could be, the one that it loses least against; of equal ones the one of its name.
            likely = sorted(others, key=lambda other: other[0] != name)
            least = min((self._way(direction, way, other, name) for _, other in likely), key=_weight, default=[])
            if direction == "request":
                least = [change for change in least if not _has_its_own_way(change, name, way, others)]
            found += least
        return found

    def _way(self, direction: Direction, narrow: Json, wide: Json, of: str) -> list[Change]:
        """The same of two schemas that have no alternatives in them."""
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


def _operations(document: Json) -> dict[str, Json]:
    """Every operation by its method and path, with the parameters of its path in its own."""
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
    """How far apart two alternatives are: another type, or another value of what tells them apart, is farthest."""
    apart = any(change.kind.endswith((".type", ".value")) for change in changes)
    return apart, len(changes)
