"""Schemas from the types that decode requests: members, limits and closed lists. Descriptions are given beside them."""

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Raw, UnsetType

from service.api.schemas.responses import Members
from tools.components.short_form import NULL, closed_object, expanded, in_order, reference

Json = Any

_PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null"}
# How a limit of a type is called in a schema, of a number, of a string and of a list.
_LIMITS = {
    int: {"ge": "minimum", "le": "maximum", "multiple_of": "multipleOf"},
    str: {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
    list: {"min_length": "minItems", "max_length": "maxItems"},
}


def nullable(schema: Json) -> Json:
    """A schema that allows null, too."""
    if "type" in schema and "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"oneOf": [schema, NULL]}


class Types:
    """Types as schemas. `names` are the schemas of the contract by the type that each stands for.

    A type with a name is a reference. `unnamed` is the description of a number without a name.
    """

    def __init__(self, names: Mapping[Any, str], unnamed: str = "") -> None:
        self._names = dict(names)
        self._unnamed = unnamed

    def schema(self, type_: Any) -> Json:
        """The schema of a type, or a reference to it."""
        alternatives = _alternatives(type_)
        name = self._name(alternatives)
        if name:
            return reference(name)
        if type(None) in alternatives:
            return nullable(self.schema(_union(each for each in alternatives if each is not type(None))))
        if len(alternatives) > 1:
            return {"oneOf": [{**self.schema(each), **self._remark(each)} for each in alternatives]}
        return self.definition(alternatives[0])

    def definition(self, type_: Any) -> Json:
        """The schema of a type, even if it has a name: what a reference to it leads to."""
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            return self.structure(type_)
        if get_origin(type_) is Annotated:
            plain, *remarks = get_args(type_)
            return {**self.definition(plain), **_limits(plain, remarks)}
        if get_origin(type_) is Literal:
            values = list(get_args(type_))
            return {"type": _PLAIN[type(values[0])], "enum": values}
        if get_origin(type_) in (Union, UnionType):
            return self._merged([self.definition(each) for each in _alternatives(type_)])
        if get_origin(type_) is list:
            (item,) = get_args(type_)
            return {"type": "array", "items": {**self.schema(item), **self._remark(item)}}
        return {} if type_ is Any else {"type": _PLAIN[type_]}

    def structure(self, struct: type[msgspec.Struct], remarks: Mapping[str, Json] | None = None) -> Json:
        """The schema of an object. `remarks` are the descriptions of members, or more keywords for them.

        If all members have one, they are in the order of the remarks.
        """
        remarks = remarks or {}
        tag = struct.__struct_config__.tag_field
        members: dict[str, Json] = {tag: {"type": "string", "const": struct.__struct_config__.tag}} if tag else {}
        required = [tag] if tag else []
        for field in msgspec.structs.fields(struct):
            members[field.encode_name] = {**self.schema(field.type), **self._default(field)}
            required += [field.encode_name] if field.required else []
        unknown = remarks.keys() - members.keys()
        assert not unknown, f"{struct.__name__} has no {unknown}"
        order = remarks if remarks.keys() == members.keys() else members
        properties = {name: described(members[name], remarks.get(name)) for name in order}
        return closed_object(properties, [name for name in order if name in required])

    def _name(self, alternatives: list[Any]) -> str:
        """The schema that stands for a union of these types."""
        wanted = set(alternatives)
        return next((name for type_, name in self._names.items() if set(_alternatives(type_)) == wanted), "")

    def _remark(self, type_: Any) -> Json:
        """What describes an item or an alternative without a name."""
        schema = self.schema(type_)
        return {"description": self._unnamed} if self._unnamed and schema.get("type") == "integer" else {}

    @staticmethod
    def _merged(alternatives: list[Json]) -> Json:
        """The union of closed lists, or of whole numbers and others, as one schema."""
        if all("enum" in each for each in alternatives):
            return {**alternatives[0], "enum": [value for each in alternatives for value in each["enum"]]}
        wider = [each for each in alternatives if each.get("type") == "number"]
        return wider[0] if wider else {"oneOf": alternatives}

    @staticmethod
    def _default(field: msgspec.structs.FieldInfo) -> Json:
        return {"default": []} if field.default_factory is list else {}


def described(schema: Json, remark: Json) -> Json:
    """A schema with its description, or with other keywords, too. A reference in them takes the place of the schema."""
    if remark is None:
        return in_order(schema)
    if isinstance(remark, str):
        return in_order({**schema, "description": remark})
    return expanded(remark) if "$ref" in remark else in_order({**schema, **expanded(remark)})


#: The mark of a member that is left out, and what is encoded already: another alternative says what it is.
_NO_TYPES = (UnsetType, Raw, Members, list[Members])


def _alternatives(type_: Any) -> list[Any]:
    """The types of a union."""
    whole = get_args(type_) if get_origin(type_) in (Union, UnionType) else (type_,)
    return [each for each in whole if each not in _NO_TYPES]


def _union(types: Iterator[Any]) -> Any:
    return Union[tuple(types)]  # noqa: UP007 (of a tuple)


def _limits(plain: Any, remarks: list[Any]) -> Json:
    """The limits that the remarks of a type state."""
    kind = get_origin(plain) or plain
    found: dict[str, Json] = {}
    for remark in remarks:
        if isinstance(remark, Meta):
            limits = _LIMITS[int if kind in (int, float) else kind] if kind is not bool else {}
            found |= {limits[name]: getattr(remark, name) for name in limits if getattr(remark, name) is not None}
            found |= remark.extra_json_schema or {}
    if kind is list and found.get("minItems") == 0:
        del found["minItems"]
    return found


def in_types(short: Json, structs: Mapping[str, Any], types: Types) -> Json:
    """The schema of a short form that names a struct with `of`. Its members are descriptions of those of the struct."""
    beside = {name: value for name, value in short.items() if name not in ("of", "members")}
    return in_order({**types.structure(structs[short["of"]], short.get("members")), **beside})
