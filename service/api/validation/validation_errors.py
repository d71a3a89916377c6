"""Validation errors: all faults of a value that a typed decoder refused, each with its path and a message.

The decoder stops at the first fault. This module splits a refused value level by level along the same types. It skips
the parts that the decoder accepts and looks into the others, so the types stay the only definition of validity. The
time grows with the length of the value and with the number of faults that the caller consumes. A message says what the
decoder expected, what was sent, and what may have been meant.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Raw, Struct

from service.api.problems import quote
from service.api.validation import typed_decoders
from service.api.validation.misplaced_values import wrapped
from service.piquet.cards.cards import CARD
from service.piquet.law.sentences import kind_meant
from service.piquet.notation.action_lines import HAND, read_hand
from service.piquet.suggestions import cards_in, name_meant, no_card

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
_LISTED = 40


def unknown_member(name: str, known: Iterable[str]) -> str:
    """Return the message for an unknown member, with suggestions."""
    return UNKNOWN + name_meant(name, known)


def sentence(refusal: str, type_: Any = Any, value: bytes | Raw = b"") -> str:
    """Return the message for an error of the decoder of `type_` on a JSON value."""
    what = refusal.partition(" - at ")[0]
    if match := _NOT_ONE_OF.fullmatch(what):
        return _not_one_of(match["value"], type_)
    if " matching regex " in what:
        return f"must be {typed_decoders.extra_of(type_, 'form')}"
    if match := _EXPECTED.fullmatch(what):
        wanted = f"must be {_wanted(match['wanted'], type_)}"
        if not match["got"]:
            return wanted
        # 5.0 is an integer, so a float in its place has a fraction.
        fraction = match["got"] == "float" and "int" in match["wanted"]
        got = "a number with a fraction" if fraction else _NOUNS.get(match["got"], match["got"])
        return f"{wanted}, not {got}{wanted_form(value, type_) if value else ''}"
    if what.endswith("out of range"):
        return "is a number out of range"
    return quote(what)


def _wanted(wanted: str, type_: Any) -> str:
    """Return the types in backticks in plain English; the values of a closed list in place of `a string`."""
    allowed = _allowed(type_)
    closed = (
        bool(allowed) and str not in typed_decoders.forms_of(type_) and wanted.startswith(("`str`", "`str | null`"))
    )
    if closed:
        return "a card" if set(allowed) >= CARD.keys() else _one_of(allowed)
    return _TYPE.sub(lambda match: " or ".join(_NOUNS.get(name, name) for name in match[1].split(" | ")), wanted)


def _not_one_of(value: str, type_: Any) -> str:
    text, allowed = value.strip("'"), _allowed(type_)
    if set(allowed) >= CARD.keys():
        return f"is {quote(value)}, which {no_card(text)}"
    said = f"is {quote(value)}, which is not {_one_of(allowed)}"
    return said + (kind_meant(text, allowed, '"irregular": true') or name_meant(text, allowed))


def _one_of(allowed: list[str]) -> str:
    """Return the values of a closed list, or the first of many and the last."""
    texts = allowed if len(allowed) <= _LISTED else [*allowed[: _LISTED - 1], "…", allowed[-1]]
    return f"one of {', '.join(texts)}" if len(texts) > 1 else "".join(texts) or "allowed here"


def _allowed(type_: Any) -> list[str]:
    """Return the values of the closed lists of a type."""
    values = [
        value for form in typed_decoders.forms_of(type_) if get_origin(form) is Literal for value in get_args(form)
    ]
    return list(dict.fromkeys(map(str, values)))


#: The most bytes of a value that is rewritten, and the most characters of an example in a message.
_REWRITTEN = 200
_SHOWN = 120

_CARD = "TH"  # the card of an example

_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,3})?", re.ASCII)
_BOTH = re.compile(r"(\d{1,6})\s*[-:–]\s*(\d{1,6})", re.ASCII)
_HAND = re.compile(HAND)
_BOOLEANS = {"yes": "true", "true": "true", "1": "true", "no": "false", "false": "false", "0": "false"}
_encode = msgspec.json.Encoder().encode


def wanted_form(value: bytes | Raw, type_: Any) -> str:
    """Return the end of a message on a value of another JSON type: `; write "42"`, `, such as ["TH"]`, or nothing."""
    sent = bytes(value)
    if typed_decoders.first_byte(sent).isdigit() and (instead := typed_decoders.extra_of(type_, "instead_of_a_number")):
        return f": {instead}"
    if rewritten := next((each for each in _rewritings(sent, type_) if _accepted(each, type_)), None):
        return f"; write {rewritten.decode()}"
    if (
        typed_decoders.list_of(type_)
        and typed_decoders.first_byte(sent) != b"["
        and sent != b"null"
        and _accepted(b"[" + sent + b"]", type_)
    ):
        return "; put it into an array: [ … ]"
    if typed_decoders.first_byte(sent) == b"[" and not typed_decoders.list_of(type_):
        items = typed_decoders.first_items(sent, 2)
        if len(items) == 1 and _accepted(bytes(items[0]), type_):
            return "; send its only item, without the array"
    example = _example(type_)
    plain = not isinstance(example, list | dict) and example != _CARD  # what is expected is said already
    written = "" if plain else _written(_encode(example))
    return f", such as {written}" if written and len(written) <= _SHOWN else ""


def _accepted(value: bytes, type_: Any) -> bool:
    """Whether a value has the form of the type, also where it is decoded later."""
    chosen = typed_decoders.chosen_type(type_, value)
    if chosen is not type_:
        return chosen is Raw or _accepted(value, chosen)
    if typed_decoders.refusal_of(value, type_) is not None:
        return False
    form = typed_decoders.list_of(type_)
    if form is None or not typed_decoders.has_postponed(type_):
        return True
    most = typed_decoders.bounds_of(type_)[1]
    return all(_accepted(bytes(item), get_args(form)[0]) for item in typed_decoders.first_items(value, most or 1))


def _rewritings(value: bytes, type_: Any) -> Iterator[bytes]:
    """Yield the value in other JSON types, which the type may accept or not."""
    if len(value) > _REWRITTEN or typed_decoders.has_postponed(type_):
        return
    match typed_decoders.first_byte(value):
        case b'"':
            yield from _rewritten_text(msgspec.json.decode(value), type_)
            yield b"[" + value + b"]"
        case b"[":
            items = [bytes(item) for item in typed_decoders.first_items(value, 3)]
            if len(items) == 1:
                yield items[0]
            if len(items) == 2:
                yield b'{"A": %b, "B": %b}' % (items[0], items[1])
        case b"{":
            yield from _card_of(value)
            yield b"[" + value + b"]"
        case b"n":
            return
        case _:
            yield b'"' + value + b'"'
            yield b"[" + value + b"]"
            if value in (b"0", b"1"):
                yield _BOOLEANS[value.decode()].encode()


def _rewritten_text(text: str, type_: Any) -> Iterator[bytes]:
    if _NUMBER.fullmatch(text):
        yield text.encode()
    if text.lower() in _BOOLEANS:
        yield _BOOLEANS[text.lower()].encode()
    if text and _HAND.fullmatch(text):
        yield _written(_encode(read_hand(text))).encode()
    if (cards := cards_in(text)) is not None:
        yield _written(_encode(cards)).encode()
    if both := _BOTH.fullmatch(text):
        yield f'{{"A": {int(both[1])}, "B": {int(both[2])}}}'.encode()
    for form in typed_decoders.structs_of(type_):
        if tag_field := form.__struct_config__.tag_field:
            yield _encode({tag_field: text})


def _card_of(value: bytes) -> Iterator[bytes]:
    """Yield a card that is written as an object with its rank and its suit."""
    members = msgspec.json.decode(value)
    if members.keys() == {"rank", "suit"}:
        found = cards_in(f"{members['rank']}{members['suit']}".replace(" ", ""))
        if found and len(found) == 1:
            yield _encode(found[0])


# ---------------------------------------------------------------- examples


def _example(type_: Any) -> Any:
    """Return an example of a type: of its first form that has one. None if there is none."""
    for form in typed_decoders.forms_of(type_):
        found = _example_of(form, type_)
        if found is not None:
            return found
    return None


def _example_of(form: Any, type_: Any) -> Any:
    if get_origin(form) is Literal:
        values = get_args(form)
        return _CARD if set(values) >= CARD.keys() else values[0]
    if get_origin(form) is list:
        item = _example(get_args(form)[0])
        return None if item is None else [item, "QS"] if item == _CARD else [item]
    if typed_decoders.is_struct(form):
        fields = [field for field in msgspec.structs.fields(form) if field.required]
        found = {field.encode_name: _example(field.type) for field in fields}
        tag_field = form.__struct_config__.tag_field
        tagged = {tag_field: form.__struct_config__.tag} if tag_field else {}
        return None if None in found.values() else {**tagged, **found} or None
    if form is int:
        return max((meta.ge for meta in typed_decoders.metas_of(type_) if isinstance(meta.ge, int)), default=1) or 1
    return None


def _written(value: bytes) -> str:
    return value.decode().replace(",", ", ").replace(":", ": ")


Path = tuple[str | int, ...]
Faults = Iterator[tuple[Path, str]]

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def faults(value: bytes | Raw, type_: Any, path: Path = ()) -> Faults:
    """All faults of a JSON value of `type_`, in the order of the type's members; empty if it can be decoded.

    Each fault has its path, which begins with `path`, and a message.
    """
    chosen = typed_decoders.chosen_type(type_, value)
    if chosen is Raw:
        return
    refusal = typed_decoders.refusal_of(value, chosen)
    if refusal is None and not typed_decoders.has_postponed(chosen):
        return
    if refusal is not None and (outer := wrapped(value, chosen, path)):
        yield path, outer.message
        if outer.value is not None:
            yield from faults(outer.value, type_, (*path, outer.name))
        return
    elsewhere = typed_decoders.extra_of(chosen, "elsewhere")
    if refusal is not None and elsewhere and (message := elsewhere(bytes(value))):
        yield path, message
        return
    within = _WITHIN.get(typed_decoders.first_byte(value))
    found = False
    for fault in within(value, chosen, path) if within else ():
        found = True
        yield fault
    if refusal is not None and not found:
        yield path, sentence(refusal, chosen, value)


# ---------------------------------------------------------------- within objects and arrays


def _within_object(value: bytes | Raw, type_: Any, path: Path) -> Faults:
    if structs := {form.__struct_config__.tag: form for form in typed_decoders.structs_of(type_)}:
        yield from _within_struct(_MEMBERS.decode(value), structs, path)
    for mapping in (form for form in typed_decoders.forms_of(type_) if get_origin(form) is dict):
        names, values = get_args(mapping)
        members = _MEMBERS.decode(value)
        yield from _length(len(members), type_, "an object", path)
        for name in list(members)[: typed_decoders.bounds_of(type_)[1]]:
            if refusal := typed_decoders.refusal_of(msgspec.json.encode(name), names):
                yield path, f"has a member with a name that {sentence(refusal, names)}"
            yield from faults(members[name], values, (*path, name))


def _within_struct(members: Mapping[str, Raw], structs: Mapping[Any, type[Struct]], path: Path) -> Faults:
    tag_field, tag = next(iter(structs.values())).__struct_config__.tag_field, None
    if tag_field is not None:
        tags: Any = Literal[tuple(structs)]
        if tag_field not in members:
            yield (*path, tag_field), REQUIRED + _standing_in(members, structs)
            return
        if refusal := typed_decoders.refusal_of(members[tag_field], tags):
            yield (*path, tag_field), sentence(refusal, tags, members[tag_field])
            return
        tag = typed_decoders.decoder(str).decode(members[tag_field])
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
    form = typed_decoders.list_of(type_)
    if form is None:
        return
    most = typed_decoders.bounds_of(type_)[1]
    items = (
        typed_decoders.decoder(list[Raw]).decode(value) if most is None else typed_decoders.first_items(value, most + 1)
    )
    yield from _length(len(items), type_, "an array", path)
    for at, item in enumerate(items[:most]):
        yield from faults(item, get_args(form)[0], (*path, at))


def _length(count: int, type_: Any, noun: str, path: Path) -> Faults:
    least, most = typed_decoders.bounds_of(type_)
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
