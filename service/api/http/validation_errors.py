"""Validation errors: all faults of a value that a typed decoder refused, each with its path and a message.

The decoder stops at the first fault. This module splits a refused value level by level along the same types. It skips
the parts that the decoder accepts and looks into the others, so the types stay the only definition of validity. The
time grows with the length of the value and with the number of faults that the caller consumes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from service.api.problems import quote
from service.piquet.cards.cards import CARD
from service.piquet.message_text import did_you_mean, no_card

Path = tuple[str | int, ...]
Faults = Iterator[tuple[Path, str]]

REQUIRED = "is required"
UNKNOWN = "is not a member of this object"

_TYPE = re.compile(r"`([^`]+)`")
_NOT_ONE_OF = re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL)
_EXPECTED = re.compile(r"Expected (?P<wanted>`[^`]+`.*?)(?:, got `(?P<got>[^`]+)`)?", re.DOTALL)

_NOUNS = {
    "int": "an integer",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "null": "null",
    "array": "an array",
    "object": "an object",
}

#: The most values that a message lists.
_LISTED = 16

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


@cache
def decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    """The cached JSON decoder of a type."""
    return msgspec.json.Decoder(type_)


def postponed(choose: Callable[[bytes], Any]) -> Meta:
    """Marks a `Raw` value that is decoded later, as the type `choose(bytes)`. Faults are reported with the others."""
    return Meta(extra={"choose": choose})


def faults(value: bytes | Raw, type_: Any, path: Path = ()) -> Faults:
    """All faults of a JSON value of `type_`, in the order of the type's members; empty if it can be decoded.

    Each fault has its path, which begins with `path`, and a message.
    """
    choose = _chooser(type_)
    if choose is not None:
        yield from faults(value, choose(bytes(value)), path)
        return
    refusal = _refusal(value, type_)
    if refusal is None and not _has_postponed(type_):
        return
    within = _WITHIN.get(_first_byte(value))
    found = False
    for fault in within(value, type_, path) if within else ():
        found = True
        yield fault
    if refusal is not None and not found:
        yield path, sentence(refusal, type_)


def _refusal(value: bytes | Raw, type_: Any) -> str | None:
    """The error of the decoder, or None. The length of an array is checked first, to avoid decoding a long one."""
    most = _bounds(type_)[1] if _first_byte(value) == b"[" and _list_of(type_) else None
    if most is not None and len(first_items(value, most + 1)) > most:
        return f"Expected `array` of length <= {most}"
    try:
        decoded = decoder(type_).decode(value)
    except msgspec.ValidationError as error:
        return str(error)
    return "Expected `true`" if _extra(type_, "only") not in (None, decoded) else None


def _first_byte(value: bytes | Raw) -> bytes:
    return bytes(memoryview(value)[:1])


# ---------------------------------------------------------------- within objects and arrays


def _within_object(value: bytes | Raw, type_: Any, path: Path) -> Faults:
    forms = _forms(type_)
    structs = {
        form.__struct_config__.tag: form for form in forms if isinstance(form, type) and issubclass(form, Struct)
    }
    if structs:
        yield from _within_struct(_MEMBERS.decode(value), structs, path)
    for mapping in (form for form in forms if get_origin(form) is dict):
        names, values = get_args(mapping)
        members = _MEMBERS.decode(value)
        yield from _length(len(members), type_, "an object", path)
        for name in list(members)[: _bounds(type_)[1]]:
            if refusal := _refusal(msgspec.json.encode(name), names):
                yield path, f"has a member with a name that {sentence(refusal, names)}"
            yield from faults(members[name], values, (*path, name))


def _within_struct(members: Mapping[str, Raw], structs: Mapping[Any, type[Struct]], path: Path) -> Faults:
    tag_field, tag = next(iter(structs.values())).__struct_config__.tag_field, None
    if tag_field is not None:
        tags: Any = Literal[tuple(structs)]
        if tag_field not in members:
            yield (*path, tag_field), REQUIRED
            return
        if refusal := _refusal(members[tag_field], tags):
            yield (*path, tag_field), sentence(refusal, tags)
            return
        tag = decoder(str).decode(members[tag_field])
    fields = {field.encode_name: field for field in msgspec.structs.fields(structs[tag])}
    for name, field in fields.items():
        if name in members:
            yield from faults(members[name], field.type, (*path, name))
        elif field.required:
            yield (*path, name), REQUIRED
    for name in members:
        if name not in fields and name != tag_field:
            yield (*path, name), unknown_member(name, fields)


def unknown_member(name: str, known: Iterable[str]) -> str:
    """The message for an unknown member, with suggestions."""
    return UNKNOWN + did_you_mean(name, known)


def _within_array(value: bytes | Raw, type_: Any, path: Path) -> Faults:
    form = _list_of(type_)
    if form is None:
        return
    most = _bounds(type_)[1]
    items = decoder(list[Raw]).decode(value) if most is None else first_items(value, most + 1)
    yield from _length(len(items), type_, "an array", path)
    for at, item in enumerate(items[:most]):
        yield from faults(item, get_args(form)[0], (*path, at))


def _length(count: int, type_: Any, noun: str, path: Path) -> Faults:
    least, most = _bounds(type_)
    if most is not None and count > most:
        yield path, f"must be {noun} of length <= {most}"
    elif count < least:
        yield path, f"must be {noun} of length >= {least}"


def first_items(array: bytes | Raw, count: int) -> list[Raw]:
    """The first items of an array, at most `count`, undecoded.

    It decodes a struct with `array_like`, because decoding a list would read the array to its end.
    """
    items = msgspec.structs.astuple(_items_decoder(count).decode(array))
    return [item for item in items if item is not UNSET]


@cache
def _items_decoder(count: int) -> msgspec.json.Decoder[Any]:
    members = [(f"item_{number}", Raw | UnsetType, UNSET) for number in range(count)]
    return msgspec.json.Decoder(msgspec.defstruct("Items", members, array_like=True))


_WITHIN: Mapping[bytes, Callable[[bytes | Raw, Any, Path], Faults]] = {b"{": _within_object, b"[": _within_array}


# ---------------------------------------------------------------- types


def _stripped(type_: Any) -> Any:
    """A type without its annotations."""
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


@cache
def _forms(type_: Any) -> tuple[Any, ...]:
    """The members of a union without their annotations; a tuple of one for any other type."""
    type_ = _stripped(type_)
    if get_origin(type_) in (Union, UnionType):
        return tuple(form for part in get_args(type_) if part is not UnsetType for form in _forms(part))
    return (type_,)


@cache
def _list_of(type_: Any) -> Any:
    """The list type among the members of a union, if there is one."""
    return next((form for form in _forms(type_) if get_origin(form) is list), None)


def _is_struct(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, Struct)


def _metas(type_: Any) -> list[Meta]:
    """The annotations of a type and of the members of a union."""
    own = [note for note in get_args(type_)[1:] if isinstance(note, Meta)] if get_origin(type_) is Annotated else []
    bare = _stripped(type_)
    parts = get_args(bare) if get_origin(bare) in (Union, UnionType) else ()
    return own + [meta for part in parts for meta in _metas(part)]


@cache
def _bounds(type_: Any) -> tuple[int, int | None]:
    """The minimum and maximum number of items of an array or members of a mapping."""
    least = [meta.min_length for meta in _metas(type_) if meta.min_length is not None]
    most = [meta.max_length for meta in _metas(type_) if meta.max_length is not None]
    return max(least, default=0), min(most, default=None)


@cache
def _chooser(type_: Any) -> Callable[[bytes], Any] | None:
    choose: Callable[[bytes], Any] | None = _extra(type_, "choose")
    return choose


def _form(type_: Any) -> str:
    """The description of a string type with a pattern."""
    return str(_extra(type_, "form"))


def _extra(type_: Any, name: str) -> Any:
    """The value of a name in the extra annotations of a type, or None."""
    return next((meta.extra[name] for meta in _metas(type_) if meta.extra and name in meta.extra), None)


@cache
def _has_postponed(type_: Any) -> bool:
    """Whether a part of the type is decoded later, so that a value which the decoder accepts may have faults."""
    if _chooser(type_):
        return True
    for form in _forms(type_):
        if _is_struct(form):
            parts: Iterable[Any] = (field.type for field in msgspec.structs.fields(form))
        else:
            parts = get_args(form) if get_origin(form) in (list, dict) else ()
        if any(map(_has_postponed, parts)):
            return True
    return False


# ---------------------------------------------------------------- sentences


def sentence(refusal: str, type_: Any = Any) -> str:
    """The message for an error of the decoder of `type_`."""
    what = refusal.partition(" - at ")[0]
    if match := _NOT_ONE_OF.fullmatch(what):
        return _not_one_of(match["value"], _allowed(type_))
    if " matching regex " in what:
        return f"must be {_form(type_)}"
    if match := _EXPECTED.fullmatch(what):
        return f"must be {_nouns(match['wanted'])}" + (f", not {_got(**match.groupdict())}" if match["got"] else "")
    if what.endswith("out of range"):
        return "is a number out of range"
    return quote(what)


def _not_one_of(value: str, allowed: list[str]) -> str:
    text = value.strip("'")
    if set(allowed) >= CARD.keys():
        return f"is {quote(value)}, which {no_card(text)}"
    listed = allowed if len(allowed) <= _LISTED else [*allowed[: _LISTED - 1], "…", allowed[-1]]
    return f"is {quote(value)}, which is not {_one_of(listed)}{did_you_mean(text, allowed)}"


def _one_of(texts: list[str]) -> str:
    return f"one of {', '.join(texts)}" if len(texts) > 1 else "".join(texts) or "allowed here"


def _allowed(type_: Any) -> list[str]:
    """The values of the closed lists of a type."""
    values = [value for form in _forms(type_) if get_origin(form) is Literal for value in get_args(form)]
    return list(dict.fromkeys(map(str, values)))


def _nouns(wanted: str) -> str:
    """`wanted` with the types in backticks replaced by their names in plain English."""
    return _TYPE.sub(lambda match: " or ".join(_noun(name) for name in match[1].split(" | ")), wanted)


def _got(wanted: str, got: str) -> str:
    """The name of the type that was sent. 5.0 is an integer, so a float in its place has a fraction."""
    return "a number with a fraction" if got == "float" and "int" in wanted else _noun(got)


def _noun(name: str) -> str:
    return _NOUNS.get(name, name)
