"""Decoding of request bodies into typed members.

The body is split once into its raw members. A marshmallow schema declares them, and its fields decode each with a
prepared typed decoder (docs/adr/0022-marshmallow.md). Any fault raises a `Problem` that names the member.

    class Check(RequestBody):
        state = Decoded(StateModel, required=True)
        action = Decoded(ActionModel, required=True)

Types are exact: neither "5" nor true is an integer. As in JSON Schema, a number without a fractional part is an integer
however it is written (5.0). If an object has a name twice, the last value counts.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from threading import Lock
from typing import Annotated, Any, NamedTuple

import marshmallow
import msgspec
from marshmallow import fields, missing

from service.api.problems import FAULT_LIMIT, QUOTE_LIMIT, Fault, Problem, pointer, problem_at
from service.api.validation import misplaced_values, typed_decoders, validation_errors
from service.piquet.suggestions import listed
from service.records.json_values import count_nodes, is_too_deep
from service.records.model import NODES
from service.runtime.worker_threads import require_thread

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])

# Matches in any number that is written with a point or an exponent.
_FRACTION = re.compile(rb"[0-9][.eE]")

_INTEGER = re.compile("-?(0|[1-9][0-9]{0,15})", re.ASCII)

# Held while a value is decoded into plain objects, which may take thirty times its memory.
_ONE_TREE = Lock()


# ---------------------------------------------------------------- which members may be sent together


class Form(NamedTuple):
    """The required and the optional members of a form."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


class Forms:
    """The forms that a request may have. Without forms all members may be sent. Members of no form are ignored."""

    def __init__(self, *forms: Form) -> None:
        self._forms = forms
        self._sets = [(frozenset(form.required), frozenset(form.required + form.optional)) for form in forms]
        self._known = frozenset[str]().union(*(members for _, members in self._sets))

    def faults(self, given: Mapping[str, Any]) -> list[Fault]:
        """Return the faults of members that match no form; empty if they match one."""
        there = given.keys() & self._known
        if not self._forms or any(required <= there <= members for required, members in self._sets):
            return []
        return self._explained([name for name in given if name in there])

    def _explained(self, there: list[str]) -> list[Fault]:
        choices = "; ".join(listed(form.required or form.optional) for form in self._forms)
        if not there:
            return [Fault("", f"needs one of these: {choices}")]
        lacking = [
            [name for name in form.required if name not in there]
            for form, (_, members) in zip(self._forms, self._sets, strict=True)
            if members.issuperset(there)
        ]
        if not lacking:
            return [Fault("", f"has {listed(there)}, which do not go together; it takes one of these: {choices}")]
        return [Fault(pointer(name), f"is required with {listed(there)}") for name in min(lacking, key=len)]


class FirstOrNext(Forms):
    """The forms of a request for a deal: after a `state`, or the first deal of a partie, with all that it needs.

    `required` are the members that begin a partie, and `optional` those that may be sent with them; the state replaces
    both.
    """

    def __init__(self, *forms: Form, required: tuple[str, ...], optional: tuple[str, ...] = ("ruleset",)) -> None:
        super().__init__(*forms)
        self._required, self._optional = required, optional

    def faults(self, given: Mapping[str, Any]) -> list[Fault]:
        """Return the faults of members that the state replaces, or that are missing, then those of the forms."""
        if "state" in given:
            # A deal out of turn has its dealer, whom the state otherwise gives.
            own = {"dealer"} if "irregular" in given else set()
            replaced = [name for name in (*self._optional, *self._required) if name in given and name not in own]
            return [*(Fault(f"/{name}", "is given by the state") for name in replaced), *super().faults(given)]
        missing = [Fault(f"/{name}", "is required without a state") for name in self._required if name not in given]
        return [*missing, *super().faults(given)]


# ---------------------------------------------------------------- the members


class RequestBody(marshmallow.Schema):
    """The schema of the members of a request. One instance per operation is made at import."""

    #: The members that may be sent together, if a request has several forms.
    forms: Forms | None = None

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        #: Whether a member is left undecoded whose faults are part of an answer.
        self.undecoded = any(isinstance(field, Undecoded | UndecodedItems) for field in self.fields.values())
        self.required = frozenset(name for name, field in self.fields.items() if field.required)
        defaults = {name: field.load_default for name, field in self.fields.items()}
        self.defaults = {name: value for name, value in defaults.items() if value is not missing}
        self.decoders: Mapping[str, Callable[[Any], Any]] = {
            name: field.decode if isinstance(field, Decoded) else field.deserialize
            for name, field in self.fields.items()
        }


class Decoded(fields.Field[Any]):
    """A member that is decoded into `type_`, without conversions.

    If the type is one form of several of a value, `among` is the type of all of them, whose faults are listed. A
    ValueError of a struct's `__post_init__` is a fault of the value that it was raised for. The validation error has
    no useful message; `faults` lists everything that is wrong. `decode` replaces the decoder of the type.
    """

    def __init__(
        self, type_: Any, *, among: Any = None, decode: Callable[[Any], Any] | None = None, **settings: Any
    ) -> None:
        super().__init__(**settings)
        self.form, self.type_ = type_, among or type_
        #: Decodes a member as it was sent. Raises `msgspec.ValidationError`.
        self.decode = decode or typed_decoders.decoder(type_).decode

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return self.decode(value)
        except msgspec.ValidationError as error:
            if "got `float`" not in str(error):
                raise marshmallow.ValidationError(str(error)) from None
        try:
            return self.decode(msgspec.Raw(_integral(value)))
        except msgspec.ValidationError as error:
            raise marshmallow.ValidationError(str(error)) from None

    def faults(self, value: msgspec.Raw, *path: str | int) -> Iterator[tuple[validation_errors.Path, str]]:
        """All faults of the member; empty if it can be decoded. `path` is its place in the request."""
        yield from validation_errors.faults(_integral(value), self.type_, path)

    def read(self, value: msgspec.Raw, *base: str | int) -> Any:
        """Decode a raw value. Raises a `Problem` with its faults; `base` is the place of the value in the request."""
        try:
            return self._deserialize(value, None, None)
        except marshmallow.ValidationError:
            raise _invalid(self.faults(value, *base)) from None


class FromText(Decoded):
    """A member of a query string, decoded as if it were sent in JSON: as an integer if it is one, else as a string."""

    def __init__(self, type_: Any, **settings: Any) -> None:
        decode = typed_decoders.decoder(type_).decode
        super().__init__(type_, decode=lambda text: decode(_as_json(text)), **settings)

    def faults(self, value: Any, *path: str | int) -> Iterator[tuple[validation_errors.Path, str]]:
        yield from super().faults(_as_json(value), *path)


def short_text(most: int, instead: str = "") -> fields.String:
    """Return a required text of a query string, so short that the address fits into a request line."""
    why = f"is longer than {most:,} characters{instead}"
    return fields.String(required=True, validate=marshmallow.validate.Length(max=most, error=why))


class ShortLine(fields.Field[msgspec.Raw]):
    """A state as text in a query string, decoded into the JSON of a body. `instead` says what takes a longer one."""

    def __init__(self, instead: str = "") -> None:
        super().__init__(required=True)
        self._text = short_text(3000, instead)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(self._text.deserialize(value)))


def _as_json(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode() if _INTEGER.fullmatch(text) else msgspec.json.encode(text))


class Undecoded(Decoded):
    """A string or an object that is left undecoded, because it may take thirty times the memory when decoded."""

    def __init__(self, type_: Any, **settings: Any) -> None:
        decode = typed_decoders.decoder(type_).decode
        super().__init__(
            Annotated[
                msgspec.Raw, typed_decoders.postponed(lambda value: msgspec.Raw if value[:1] in (b'"', b"{") else type_)
            ],
            decode=lambda value: value if memoryview(value)[0] in b'"{' else decode(value),
            **settings,
        )
        self.form = type_


class UndecodedItems(Decoded):
    """An array of 1 to `most` undecoded values."""

    def __init__(self, item: Undecoded, most: int, **settings: Any) -> None:
        def decode(value: msgspec.Raw) -> list[msgspec.Raw]:
            items = typed_decoders.first_items(value, most + 1) if memoryview(value)[0] in b"[" else []
            if not 1 <= len(items) <= most or any(memoryview(item)[0] not in b'"{' for item in items):
                raise msgspec.ValidationError
            return items

        bounds = msgspec.Meta(min_length=1, max_length=most)
        super().__init__(Annotated[list[item.type_], bounds], decode=decode, **settings)  # type: ignore[name-defined]
        self.form = Annotated[list[item.form], bounds]  # type: ignore[name-defined]


def require_shallow(body: bytes) -> None:
    """Raise the `Problem` `nesting_too_deep` if too many arrays and objects are nested within one another."""
    if is_too_deep(body):
        raise Problem("nesting_too_deep", "the body has too many nested arrays or objects")


def decode_body(body: bytes, schema: RequestBody) -> dict[str, Any]:
    """Return the members of `body` as `schema` declares them.

    Raises a `Problem`; for a body that is too deep it may be any, or a `RecursionError`, also where a member is decoded
    later. Then `require_shallow` says what is wrong.
    """
    if schema.undecoded:
        require_shallow(body)
    try:
        body.decode()  # the decoder does not check the UTF-8 of skipped members
        members = _MEMBERS.decode(body)
        return load(members, schema)
    except msgspec.ValidationError as error:
        raise problem_at("invalid_request", validation_errors.sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem("malformed_json", _explain_syntax(body, error)) from None


def load(members: Mapping[str, Any], schema: RequestBody, more: Iterable[Fault] = ()) -> dict[str, Any]:
    """Raw `members` as `schema` declares them. Raises a `Problem` with all faults, followed by those in `more`."""
    of_forms, more = schema.forms.faults(members) if schema.forms else [], list(more)
    if not (of_forms or more):
        try:
            return _loaded(members, schema)
        except marshmallow.ValidationError:
            pass
    raise _invalid(*_all_faults(members, schema, of_forms, more))


def _loaded(members: Mapping[str, Any], schema: RequestBody) -> dict[str, Any]:
    """Return the members as `schema.load` does, which takes over what is not decoded at once, such as 5.0 for 5."""
    if schema.required <= members.keys() <= schema.decoders.keys():
        decoded = dict(schema.defaults)
        try:
            for name, value in members.items():
                decoded[name] = schema.decoders[name](value)
            return decoded
        except msgspec.ValidationError:
            pass
    loaded: dict[str, Any] = schema.load(members)
    return loaded


def _all_faults(
    members: Mapping[str, Any], schema: RequestBody, of_forms: list[Fault], more: list[Fault]
) -> tuple[Iterable[tuple[validation_errors.Path, str]], list[Fault]]:
    """Return the faults of the members, and those of their combination. Misplaced members are one fault together."""
    types = {name: getattr(field, "type_", str) for name, field in schema.fields.items()}
    if answer := misplaced_values.whole_response(members, types):
        own = {name: value for name, value in members.items() if name in schema.fields}
        return chain([((), answer)], _faults(own, schema)), [*of_forms, *more]
    outside = misplaced_values.without_their_member(members, types)
    if outside is None:
        return _faults(members, schema), [*of_forms, *more]
    own = {name: value for name, value in members.items() if name not in outside.members}
    found = (fault for fault in _faults(own, schema) if fault != ((outside.name,), validation_errors.REQUIRED))
    of_forms = schema.forms.faults({**own, outside.name: None}) if schema.forms else []
    return chain([((), outside.message)], found), [*of_forms, *more]


def _faults(members: Mapping[str, Any], schema: RequestBody) -> Iterator[tuple[validation_errors.Path, str]]:
    for name, field in schema.fields.items():
        if name not in members:
            if field.required:
                yield (name,), validation_errors.REQUIRED
        elif isinstance(field, Decoded):
            yield from validation_errors.with_null_left_out(
                field.faults(members[name], name), members[name], field.required
            )
        else:
            try:
                field.deserialize(members[name])
            except marshmallow.ValidationError as error:
                for message in error.messages:
                    yield (name,), str(message)
    for name in members:
        if name not in schema.fields:
            yield (name,), validation_errors.unknown_member(name, schema.fields)


def _invalid(found: Iterable[tuple[validation_errors.Path, str]], more: Iterable[Fault] = ()) -> Problem:
    """Return the problem with these faults. It takes at most one more than it lists, to say that there are more."""
    first = [_fault(path, message) for path, message in islice(found, FAULT_LIMIT + 1)]
    return Problem("invalid_request", errors=[*first, *more])


def _fault(path: validation_errors.Path, message: str) -> Fault:
    """Return a fault at `path`.

    If the name of the member is too long to quote, the fault points to the object that has it.
    """
    if path and len(str(path[-1])) > QUOTE_LIMIT:
        return Fault(pointer(*path[:-1]), f"has a member of {len(str(path[-1]))} letters, which {message}")
    return Fault(pointer(*path), message)


def _integral(value: bytes | msgspec.Raw) -> bytes:
    """JSON in which every number without a fractional part is written as an integer.

    A value with more nodes than any valid request is returned unchanged, because it would take too much memory.
    """
    value = bytes(value)
    if not _FRACTION.search(value) or count_nodes(value) > NODES:
        return value
    require_thread()  # a long value may hold the lock for a while
    try:
        with _ONE_TREE:
            return msgspec.json.encode(_PLAIN.decode(value))
    except msgspec.ValidationError:  # a number out of range
        return value


def _whole(text: str) -> float | msgspec.Raw:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < _GREATEST else msgspec.Raw(text.encode())


_GREATEST = 1 << 63
_PLAIN = msgspec.json.Decoder(float_hook=_whole)


# ---------------------------------------------------------------- bodies that are not JSON

# The decoder is fast but gives only a rough position. A body that it refuses is decoded once more by the standard
# library, which gives the byte, line and column.

_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_NON_NUMBERS = re.compile(rb'"(?:\\.|[^"\\])*+"|(?P<name>-?(?:NaN|Infinity))', re.DOTALL)
# An escape: a surrogate pair, half of one without the other half, or any other.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<half>u[dD][89a-fA-F]..)|.)",
    re.DOTALL,
)

#: What a trailing comma stands at the end of, by the message of Python 3.12 or earlier and the byte that it points at.
_AFTER_LAST_COMMA = {
    ("Expecting property name enclosed in double quotes", b"}"): "object",
    ("Expecting value", b"]"): "array",
}
_SPACE = b" \t\r\n"


def _explain_syntax(body: bytes, error: Exception) -> str:
    """Return a sentence on why `body` is malformed.

    `error` is the error of the decoder for it or for one of its members.
    """
    if not body.strip(_SPACE):
        return "the body is empty"
    if body.startswith(_BYTE_ORDER_MARKS):
        return "the body begins with a byte order mark; JSON is sent as UTF-8 without one"
    try:
        text = body.decode()
        if count_nodes(body) > NODES:  # decoded into plain objects it would take too much memory
            return str(error)
        # Numbers stay strings: Python refuses to convert a very long one, which is not an error of syntax.
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except UnicodeDecodeError as invalid:
        return f"the body is not UTF-8: {invalid.reason} at {_position(body, invalid.start)}"
    except json.JSONDecodeError as malformed:
        return _message(body, malformed.msg, len(text[: malformed.pos].encode()))
    except ValueError:
        found = next(found for found in _NON_NUMBERS.finditer(body) if found["name"])
        return f"{found['name'].decode()} is not a number in JSON, at {_position(body, found.start())}"
    half = next((escape.start() for escape in _ESCAPE.finditer(body) if escape["half"]), None)
    if half is None:
        return str(error)
    return f"a string has half of a surrogate pair, which is not a character, at {_position(body, half)}"


def _refuse(name: str) -> None:
    """Refuse NaN and Infinity, which the standard library accepts as numbers."""
    raise ValueError(name)


def _message(body: bytes, what: str, offset: int) -> str:
    if offset >= len(body.rstrip(_SPACE)) or what.startswith("Unterminated string"):
        return f"the body ends in the middle of a value, at {_position(body, len(body))}"
    ends = _AFTER_LAST_COMMA.get((what, body[offset : offset + 1]))
    before = body[:offset].rstrip(_SPACE)
    if ends and before.endswith(b","):
        what, offset = f"Illegal trailing comma before end of {ends}", len(before) - 1
    return f"{what[0].lower()}{what[1:].removesuffix(' at')} at {_position(body, offset)}"


def _position(body: bytes, offset: int) -> str:
    line = body.count(b"\n", 0, offset) + 1
    column = offset - body.rfind(b"\n", 0, offset)
    return f"byte {offset} (line {line}, column {column})"
