"""Reading a request body into its members: those that an operation takes, decoded and typed.

The body is split once into its members, each left as it was sent; a marshmallow schema then says which members there
must be, and its fields decode each with a typed decoder made beforehand. Anything that cannot be read is a `Problem`
that names the member.

    class Check(RequestBody):
        state = Decoded(StateModel, required=True)
        action = Decoded(ActionModel, required=True)

Types are exact: "5" is no integer, nor is true. A number without a fractional part is one however it is written (5.0,
as in JSON Schema). Where a name appears twice in an object the last one counts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from threading import Lock
from typing import Annotated, Any

import marshmallow
import msgspec
from marshmallow import fields
from msgspec import Meta, Raw

from service.api.http.alternatives import Forms
from service.api.http.json_errors import explain_syntax
from service.api.http.validation_errors import (
    REQUIRED,
    Path,
    decoder,
    faults,
    first_items,
    postponed,
    sentence,
    unknown_member,
)
from service.api.problems import FAULT_LIMIT, QUOTE_LIMIT, Fault, Problem, pointer
from service.records.model import NODES
from service.records.stream import count_nodes

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])

# What a number has that is written with a point or an exponent.
_FRACTION = re.compile(rb"[0-9][.eE]")

# Held while a value is decoded into plain objects, which may take thirty times its memory.
_ONE_TREE = Lock()


class RequestBody(marshmallow.Schema):
    """The members of one operation's request. An instance is made once, at import."""

    class Meta:
        unknown = marshmallow.EXCLUDE  # `load` refuses them, and names them in their order

    #: Which members go together, where a request has one of several forms.
    forms = Forms()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.names = {field.data_key or name: field for name, field in self.fields.items()}


class Decoded(fields.Field[Any]):
    """A member that is decoded into `type_`, exactly.

    A ValueError that a struct's `__post_init__` raises is a fault at the value it was raised for. A refusal has no
    message of its own: `faults` tells everything that is wrong.
    """

    def __init__(self, type_: Any, **settings: Any) -> None:
        super().__init__(**settings)
        self.type_ = type_
        self._decoder = decoder(type_)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return self._decoder.decode(value)
        except msgspec.ValidationError as error:
            if "got `float`" not in str(error):
                raise marshmallow.ValidationError(str(error)) from None
        try:
            return self._decoder.decode(_integral(value))
        except msgspec.ValidationError as error:
            raise marshmallow.ValidationError(str(error)) from None

    def faults(self, value: Raw) -> Iterator[tuple[Path, str]]:
        """Everything that is wrong with the member; nothing if it can be decoded."""
        yield from faults(_integral(value), self.type_)

    def read(self, value: Raw, *place: str | int) -> Any:
        """A value that was left as it was sent, decoded after all; a `Problem` names its `place` in the request."""
        try:
            return self._deserialize(value, None, None)
        except marshmallow.ValidationError:
            raise _invalid(((*place, *path), message) for path, message in self.faults(value)) from None
        except RecursionError:
            raise _too_deep() from None


class Undecoded(Decoded):
    """A string or an object that is left as it was sent: decoded, it may take thirty times the memory."""

    def __init__(self, type_: Any, **settings: Any) -> None:
        super().__init__(type_, **settings)
        self.type_ = Annotated[Raw, postponed(partial(_unless_begun_as_one, type_))]

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return value if memoryview(value)[0] in b'"{' else super()._deserialize(value, attr, data, **kwargs)


def _unless_begun_as_one(type_: Any, value: bytes) -> Any:
    return Raw if value[:1] in (b'"', b"{") else type_


class UndecodedItems(Decoded):
    """An array of 1 to `most` values, each left as it was sent."""

    def __init__(self, item: Undecoded, most: int, **settings: Any) -> None:
        bounds = Meta(min_length=1, max_length=most)
        super().__init__(Annotated[list[item._decoder.type], bounds], **settings)  # type: ignore[name-defined]
        self.type_ = Annotated[list[item.type_], bounds]  # type: ignore[name-defined]
        self._most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        items = first_items(value, self._most + 1) if memoryview(value)[0] in b"[" else []
        if not 1 <= len(items) <= self._most or any(memoryview(item)[0] not in b'"{' for item in items):
            raise marshmallow.ValidationError("is refused")
        return items


def decode_body(body: bytes, schema: RequestBody) -> dict[str, Any]:
    """The members of `body` as `schema` declares them, or a `Problem`."""
    try:
        body.decode()  # the decoder leaves the members that it skips unchecked
        members = _MEMBERS.decode(body)
        return load(members, schema)
    except msgspec.ValidationError as error:
        raise Problem("invalid_request", errors=[Fault("", sentence(str(error)))]) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem("malformed_json", explain_syntax(body, error)) from None
    except RecursionError:
        raise _too_deep() from None


def load(members: Mapping[str, Any], schema: RequestBody, more: Iterable[Fault] = ()) -> dict[str, Any]:
    """`members`, each still as it was sent, as `schema` declares them; a `Problem` tells every fault, with `more` that
    are known."""
    more = [*schema.forms.faults(members), *more]
    if members.keys() <= schema.names.keys() and not more:
        try:
            loaded: dict[str, Any] = schema.load(members)
            return loaded
        except marshmallow.ValidationError:
            pass
    raise _invalid(_faults(members, schema), more)


def _faults(members: Mapping[str, Any], schema: RequestBody) -> Iterator[tuple[Path, str]]:
    for name, field in schema.names.items():
        if name not in members:
            if field.required:
                yield (name,), REQUIRED
        elif isinstance(field, Decoded):
            for path, message in field.faults(members[name]):
                yield (name, *path), message
        else:
            try:
                field.deserialize(members[name])
            except marshmallow.ValidationError as error:
                for message in error.messages:
                    yield (name,), str(message)
    for name in members:
        if name not in schema.names:
            yield (name,), unknown_member(name, schema.names)


def _invalid(found: Iterable[tuple[Path, str]], more: Iterable[Fault] = ()) -> Problem:
    """The problem of a request with these faults: no more are looked for than tell that some are left out."""
    told = [_fault(path, message) for path, message in islice(found, FAULT_LIMIT + 1)]
    return Problem("invalid_request", errors=[*told, *more])


def _too_deep() -> Problem:
    return Problem("nesting_too_deep", "the body has too many arrays or objects within one another")


def _fault(path: Path, message: str) -> Fault:
    """A fault at `path`; a member with a name too long to repeat is told of at the object that has it."""
    if path and len(str(path[-1])) > QUOTE_LIMIT:
        return Fault(pointer(*path[:-1]), f"has a member of {len(str(path[-1]))} letters, which {message}")
    return Fault(pointer(*path), message)


def _integral(value: bytes | Raw) -> bytes:
    """JSON with every number that has no fractional part written as an integer; what no request has as much of as would
    take much memory is left as it is."""
    value = bytes(value)
    if not _FRACTION.search(value) or count_nodes(value) > NODES:
        return value
    try:
        with _ONE_TREE:
            return msgspec.json.encode(_PLAIN.decode(value))
    except msgspec.ValidationError:  # a number that is out of all bounds
        return value


def _whole(text: str) -> float | Raw:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < _GREATEST else Raw(text.encode())


_GREATEST = 1 << 63
_PLAIN = msgspec.json.Decoder(float_hook=_whole)
