"""Typed decoders: the cached decoder of each type, why it refuses a value, and what its types allow."""

from collections.abc import Callable, Iterable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType


@cache
def decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    """Return the cached JSON decoder of a type."""
    return msgspec.json.Decoder(type_)


def postponed(choose: Callable[[bytes], Any]) -> Meta:
    """Mark a `Raw` value that is decoded later, as the type `choose(bytes)`. Faults are reported with the others."""
    return Meta(extra={"choose": choose})


def refusal_of(value: bytes | Raw, type_: Any) -> str | None:
    """Return the error of the decoder, or None.

    The length of an array is checked first, to avoid decoding a long one.
    """
    most = bounds_of(type_)[1] if first_byte(value) == b"[" and list_of(type_) else None
    if most is not None and len(first_items(value, most + 1)) > most:
        return f"Expected `array` of length <= {most}"
    try:
        decoded = decoder(type_).decode(value)
    except msgspec.ValidationError as error:
        return str(error)
    return "Expected `true`" if extra_of(type_, "only") not in (None, decoded) else None


def first_byte(value: bytes | Raw) -> bytes:
    """Return the first byte of JSON, which shows its type."""
    return bytes(memoryview(value)[:1])


def first_items(array: bytes | Raw, count: int) -> list[Raw]:
    """Return the first items of an array, at most `count`, undecoded.

    It decodes a struct with `array_like`, because decoding a list would read the array to its end.
    """
    items = msgspec.structs.astuple(_items_decoder(count).decode(array))
    return [item for item in items if item is not UNSET]


@cache
def _items_decoder(count: int) -> msgspec.json.Decoder[Any]:
    members = [(f"item_{number}", Raw | UnsetType, UNSET) for number in range(count)]
    return msgspec.json.Decoder(msgspec.defstruct("Items", members, array_like=True))


def stripped(type_: Any) -> Any:
    """Return a type without its annotations."""
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


@cache
def forms_of(type_: Any) -> tuple[Any, ...]:
    """Return the members of a union without their annotations; a tuple of one for any other type."""
    type_ = stripped(type_)
    if get_origin(type_) in (Union, UnionType):
        return tuple(form for part in get_args(type_) if part is not UnsetType for form in forms_of(part))
    return (type_,)


@cache
def list_of(type_: Any) -> Any:
    """Return the list type among the members of a union, if there is one."""
    return next((form for form in forms_of(type_) if get_origin(form) is list), None)


def is_struct(form: Any) -> bool:
    """Whether a form is the type of objects."""
    return isinstance(form, type) and issubclass(form, Struct)


def structs_of(type_: Any) -> list[Any]:
    """Return the types of objects among the members of a union."""
    return [form for form in forms_of(type_) if is_struct(form)]


def metas_of(type_: Any) -> list[Meta]:
    """Return the annotations of a type and of the members of a union."""
    own = [note for note in get_args(type_)[1:] if isinstance(note, Meta)] if get_origin(type_) is Annotated else []
    bare = stripped(type_)
    parts = get_args(bare) if get_origin(bare) in (Union, UnionType) else ()
    return own + [meta for part in parts for meta in metas_of(part)]


@cache
def bounds_of(type_: Any) -> tuple[int, int | None]:
    """Return the minimum and maximum number of items of an array or members of a mapping."""
    least = [meta.min_length for meta in metas_of(type_) if meta.min_length is not None]
    most = [meta.max_length for meta in metas_of(type_) if meta.max_length is not None]
    return max(least, default=0), min(most, default=None)


def chosen_type(type_: Any, value: bytes | Raw) -> Any:
    """Return the type as which a postponed value is decoded; any other type itself."""
    choose = extra_of(type_, "choose")
    return type_ if choose is None else choose(bytes(value))


@cache
def extra_of(type_: Any, name: str) -> Any:
    """Return the value of a name in the extra annotations of a type, or None."""
    return next((meta.extra[name] for meta in metas_of(type_) if meta.extra and name in meta.extra), None)


@cache
def has_postponed(type_: Any) -> bool:
    """Whether a part of the type is decoded later, so that a value which the decoder accepts may have faults."""
    if extra_of(type_, "choose"):
        return True
    for form in forms_of(type_):
        if is_struct(form):
            parts: Iterable[Any] = (field.type for field in msgspec.structs.fields(form))
        else:
            parts = get_args(form) if get_origin(form) in (list, dict) else ()
        if any(map(has_postponed, parts)):
            return True
    return False
