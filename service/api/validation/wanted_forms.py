"""The form that a member has, for a value that was sent in another one: the value in that form, or an example.

A common wrong form is rewritten: a number as text and text as a number, an item without its array, cards in one
string, two numbers in place of an object. A rewriting is shown only if the decoder of the member accepts it.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Raw

from service.api.validation.typed_decoders import (
    bounds_of,
    chosen_type,
    extra_of,
    first_byte,
    first_items,
    forms_of,
    has_postponed,
    is_struct,
    list_of,
    metas_of,
    refusal_of,
    structs_of,
)
from service.piquet.cards.cards import CARD
from service.piquet.message_text import cards_in
from service.piquet.notation.card_sets import HAND, read_hand

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
    if first_byte(sent).isdigit() and (instead := extra_of(type_, "instead_of_a_number")):
        return f": {instead}"
    if rewritten := next((each for each in _rewritings(sent, type_) if _accepted(each, type_)), None):
        return f"; write {rewritten.decode()}"
    if list_of(type_) and first_byte(sent) != b"[" and sent != b"null" and _accepted(b"[" + sent + b"]", type_):
        return "; put it into an array: [ … ]"
    if first_byte(sent) == b"[" and not list_of(type_):
        items = first_items(sent, 2)
        if len(items) == 1 and _accepted(bytes(items[0]), type_):
            return "; send its only item, without the array"
    example = _example(type_)
    plain = not isinstance(example, list | dict) and example != _CARD  # what is expected is said already
    written = "" if plain else _written(_encode(example))
    return f", such as {written}" if written and len(written) <= _SHOWN else ""


def _accepted(value: bytes, type_: Any) -> bool:
    """Whether a value has the form of the type, also where it is decoded later."""
    chosen = chosen_type(type_, value)
    if chosen is not type_:
        return chosen is Raw or _accepted(value, chosen)
    if refusal_of(value, type_) is not None:
        return False
    form = list_of(type_)
    if form is None or not has_postponed(type_):
        return True
    most = bounds_of(type_)[1]
    return all(_accepted(bytes(item), get_args(form)[0]) for item in first_items(value, most or 1))


def _rewritings(value: bytes, type_: Any) -> Iterator[bytes]:
    """Yield the value in other JSON types, which the type may accept or not."""
    if len(value) > _REWRITTEN or has_postponed(type_):
        return
    match first_byte(value):
        case b'"':
            yield from _rewritten_text(msgspec.json.decode(value), type_)
            yield b"[" + value + b"]"
        case b"[":
            items = [bytes(item) for item in first_items(value, 3)]
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
    for form in structs_of(type_):
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
    for form in forms_of(type_):
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
    if is_struct(form):
        fields = [field for field in msgspec.structs.fields(form) if field.required]
        found = {field.encode_name: _example(field.type) for field in fields}
        tag_field = form.__struct_config__.tag_field
        tagged = {tag_field: form.__struct_config__.tag} if tag_field else {}
        return None if None in found.values() else {**tagged, **found} or None
    if form is int:
        return max((meta.ge for meta in metas_of(type_) if isinstance(meta.ge, int)), default=1) or 1
    return None


def _written(value: bytes) -> str:
    return value.decode().replace(",", ", ").replace(":", ": ")
