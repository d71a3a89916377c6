"""Validation errors: all faults of a value that a typed decoder refused, each with its path and a message.

The decoder stops at the first fault. This module splits a refused value level by level along the same types. It skips
the parts that the decoder accepts and looks into the others, so the types stay the only definition of validity. The
time grows with the length of the value and with the number of faults that the caller consumes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Raw, Struct

from service.api.problems import quote
from service.api.validation.fault_messages import REQUIRED, sentence, unknown_member
from service.api.validation.misplaced_values import wrapped
from service.api.validation.typed_decoders import (
    bounds_of,
    chosen_type,
    decoder,
    extra_of,
    first_byte,
    first_items,
    forms_of,
    has_postponed,
    list_of,
    refusal_of,
    structs_of,
)

Path = tuple[str | int, ...]
Faults = Iterator[tuple[Path, str]]

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def faults(value: bytes | Raw, type_: Any, path: Path = ()) -> Faults:
    """All faults of a JSON value of `type_`, in the order of the type's members; empty if it can be decoded.

    Each fault has its path, which begins with `path`, and a message.
    """
    chosen = chosen_type(type_, value)
    if chosen is Raw:
        return
    refusal = refusal_of(value, chosen)
    if refusal is None and not has_postponed(chosen):
        return
    if refusal is not None and (outer := wrapped(value, chosen, path)):
        yield path, outer.message
        if outer.value is not None:
            yield from faults(outer.value, type_, (*path, outer.name))
        return
    elsewhere = extra_of(chosen, "elsewhere")
    if refusal is not None and elsewhere and (message := elsewhere(bytes(value))):
        yield path, message
        return
    within = _WITHIN.get(first_byte(value))
    found = False
    for fault in within(value, chosen, path) if within else ():
        found = True
        yield fault
    if refusal is not None and not found:
        yield path, sentence(refusal, chosen, value)


# ---------------------------------------------------------------- within objects and arrays


def _within_object(value: bytes | Raw, type_: Any, path: Path) -> Faults:
    if structs := {form.__struct_config__.tag: form for form in structs_of(type_)}:
        yield from _within_struct(_MEMBERS.decode(value), structs, path)
    for mapping in (form for form in forms_of(type_) if get_origin(form) is dict):
        names, values = get_args(mapping)
        members = _MEMBERS.decode(value)
        yield from _length(len(members), type_, "an object", path)
        for name in list(members)[: bounds_of(type_)[1]]:
            if refusal := refusal_of(msgspec.json.encode(name), names):
                yield path, f"has a member with a name that {sentence(refusal, names)}"
            yield from faults(members[name], values, (*path, name))


def _within_struct(members: Mapping[str, Raw], structs: Mapping[Any, type[Struct]], path: Path) -> Faults:
    tag_field, tag = next(iter(structs.values())).__struct_config__.tag_field, None
    if tag_field is not None:
        tags: Any = Literal[tuple(structs)]
        if tag_field not in members:
            yield (*path, tag_field), REQUIRED + _standing_in(members, structs)
            return
        if refusal := refusal_of(members[tag_field], tags):
            yield (*path, tag_field), sentence(refusal, tags, members[tag_field])
            return
        tag = decoder(str).decode(members[tag_field])
    fields = {field.encode_name: field for field in msgspec.structs.fields(structs[tag])}
    for name, field in fields.items():
        if name in members:
            found = faults(members[name], field.type, (*path, name))
            yield from with_null_left_out(found, members[name], field.required)
        elif field.required:
            yield (*path, name), REQUIRED
    for name in members:
        if name not in fields and name != tag_field:
            yield (*path, name), unknown_member(name, fields)


def _standing_in(members: Mapping[str, Raw], tags: Iterable[str]) -> str:
    """Where the value of a missing tag stands, as the end of a sentence."""
    values = {msgspec.json.encode(tag): tag for tag in tags}
    found = next(((name, values[bytes(value)]) for name, value in members.items() if bytes(value) in values), None)
    return "" if found is None else f"; {found[1]} stands in {quote(found[0])}"


def _within_array(value: bytes | Raw, type_: Any, path: Path) -> Faults:
    form = list_of(type_)
    if form is None:
        return
    most = bounds_of(type_)[1]
    items = decoder(list[Raw]).decode(value) if most is None else first_items(value, most + 1)
    yield from _length(len(items), type_, "an array", path)
    for at, item in enumerate(items[:most]):
        yield from faults(item, get_args(form)[0], (*path, at))


def _length(count: int, type_: Any, noun: str, path: Path) -> Faults:
    least, most = bounds_of(type_)
    if most is not None and count > most:
        yield path, f"must be {noun} of length <= {most}"
    elif count < least:
        yield path, f"must be {noun} of length >= {least}"


_WITHIN: Mapping[bytes, Callable[[bytes | Raw, Any, Path], Faults]] = {b"{": _within_object, b"[": _within_array}


def with_null_left_out(found: Faults, value: str | bytes | Raw, required: bool) -> Faults:
    """Yield the faults of a member; that of null in an optional one says that it may be left out.

    A query sends text.
    """
    is_null = value == "null" if isinstance(value, str) else bytes(memoryview(value)[:4]) == b"null"
    for path, message in found:
        yield path, f"{message}; or leave it out" if is_null and not required else message
