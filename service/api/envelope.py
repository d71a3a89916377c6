"""Reading a request body into an envelope: the members that an operation takes, decoded and typed.

The body is split once into its members, each left as it was sent; a marshmallow schema then says which members there
must be, and its fields decode each with a typed decoder made beforehand. Anything that cannot be read is a `Problem`
that names the member.

    class Check(Envelope):
        state = Decoded(StateModel, required=True)
        action = Decoded(ActionModel, required=True)

Types are exact: "5" is no integer, nor is true. A number without a fractional part is one however it is written (5.0,
as in JSON Schema). Where a name appears twice in an object the last one counts.
"""

from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Annotated, Any, NoReturn

import marshmallow
import msgspec
from marshmallow import fields
from msgspec import UNSET, Meta, Raw, inspect

from service.api.faults import REQUIRED, UNKNOWN, Path, explain
from service.api.problems import QUOTE_LIMIT, Fault, Problem, pointer
from service.api.syntax import explain_syntax
from service.records.many import count_nodes
from service.records.model import NODES

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])

# Held while a value is decoded into plain objects, which may take thirty times its memory.
_ONE_TREE = Lock()


class Envelope(marshmallow.Schema):
    """The members of one operation's request. An instance is made once, at import."""

    class Meta:
        unknown = marshmallow.RAISE

    error_messages = {"unknown": UNKNOWN}  # noqa: RUF012 (marshmallow's own declaration)


class Decoded(fields.Field[Any]):
    """A member that is decoded into `type_`, exactly.

    `dec_hook` is as for `msgspec.json.Decoder`; a ValueError that it or a struct's `__post_init__` raises is a fault at
    the value it was raised for.
    """

    default_error_messages = {"required": REQUIRED}  # noqa: RUF012 (marshmallow's own declaration)

    def __init__(self, type_: Any, *, dec_hook: Callable[[type, Any], Any] | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.type_ = type_
        self._decoder = msgspec.json.Decoder(type_, dec_hook=dec_hook)
        self._type = inspect.type_info(type_)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return self._decoder.decode(value)
        except msgspec.ValidationError as error:
            return self._again(value, error)

    def read(self, value: Raw, *place: str | int) -> Any:
        """A value that was left as it was sent, decoded after all; a `Problem` names its `place` in the request."""
        try:
            return self._deserialize(value, None, None)
        except marshmallow.ValidationError as error:
            raise Problem("invalid_request", errors=_faults(error.messages, place)) from None
        except RecursionError:
            raise _too_deep() from None

    def _again(self, value: Raw, error: msgspec.ValidationError) -> Any:
        """`value` once more with 5.0 written as 5, if that may have been the `error`; no request has as much in it as
        would take much memory."""
        if "got `float`" in str(error) and count_nodes(bytes(value)) <= NODES:
            try:
                with _ONE_TREE:
                    written = msgspec.json.encode(_integral(msgspec.json.decode(value)))
                return self._decoder.decode(written)
            except msgspec.ValidationError as persisting:
                error = persisting
        path, message = explain(error, self._type)
        raise marshmallow.ValidationError(_nested(path, message))


class Undecoded(Decoded):
    """A string or an object that is left as it was sent: decoded, it may take thirty times the memory."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if memoryview(value)[0] in b'"{':
            return value
        return super()._deserialize(value, attr, data, **kwargs)  # which refuses it


class UndecodedItems(Decoded):
    """An array of 1 to `most` values, each left as it was sent.

    A list would be read to its end before its length is looked at; a struct that is written as an array is not."""

    def __init__(self, item: Undecoded, most: int, **settings: Any) -> None:
        super().__init__(Annotated[list[item.type_], Meta(min_length=1, max_length=most)], **settings)  # type: ignore[name-defined]
        members = [(f"item_{number}", Raw | msgspec.UnsetType, UNSET) for number in range(most)]
        items = msgspec.defstruct("Items", members, array_like=True, forbid_unknown_fields=True)
        self._items = msgspec.json.Decoder(items)
        self._item, self._most = item, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if memoryview(value)[0] not in b"[":
            return super()._deserialize(value, attr, data, **kwargs)  # which refuses it
        try:
            items = [item for item in msgspec.structs.astuple(self._items.decode(value)) if item is not UNSET]
        except msgspec.ValidationError:
            raise marshmallow.ValidationError(f"must be an array of length <= {self._most}") from None
        if not items:
            return super()._deserialize(value, attr, data, **kwargs)  # which refuses it
        for at, item in enumerate(items):
            try:
                self._item.deserialize(item)
            except marshmallow.ValidationError as error:
                raise marshmallow.ValidationError({at: error.messages}) from None
        return items


def read_envelope(body: bytes, schema: Envelope) -> dict[str, Any]:
    """The members of `body` as `schema` declares them, or a `Problem`."""
    try:
        body.decode()  # the decoder leaves the members that it skips unchecked
        members = _MEMBERS.decode(body)
        return load(members, schema)
    except msgspec.ValidationError as error:
        _, message = explain(error, inspect.AnyType())
        raise Problem("invalid_request", errors=[Fault("", message)]) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem("malformed_json", explain_syntax(body, error)) from None
    except RecursionError:
        raise _too_deep() from None


def load(members: Mapping[str, Any], schema: Envelope) -> dict[str, Any]:
    """`members`, each still as it was sent, as `schema` declares them, or a `Problem`."""
    if len(members) > len(schema.fields):
        _refuse_unknown(members, schema)
    try:
        envelope: dict[str, Any] = schema.load(members)
    except marshmallow.ValidationError as error:
        found = error.messages_dict
        # marshmallow names unknown members in the order of a set, which is another in every process.
        ordered = {name: found[name] for name in dict.fromkeys([*schema.fields, *members, *found]) if name in found}
        raise Problem("invalid_request", errors=_faults(ordered)) from None
    return envelope


def _too_deep() -> Problem:
    return Problem("nesting_too_deep", "the body has too many arrays or objects within one another")


def _refuse_unknown(members: Mapping[str, Any], schema: Envelope) -> NoReturn:
    """Names what `schema` does not have; marshmallow's time for it grows with the square of the members."""
    known = {field.data_key or name for name, field in schema.fields.items()}
    raise Problem("invalid_request", errors=[_fault((name,), UNKNOWN) for name in members if name not in known])


def _faults(messages: Any, path: Path = ()) -> list[Fault]:
    """marshmallow's tree of messages as a list, in its order."""
    return list(_walk(messages, path))


def _walk(messages: Any, path: Path) -> Iterator[Fault]:
    if isinstance(messages, Mapping):
        for token, below in messages.items():
            yield from _walk(below, path if token == marshmallow.exceptions.SCHEMA else (*path, token))
    elif isinstance(messages, list):
        for below in messages:
            yield from _walk(below, path)
    else:
        yield _fault(path, str(messages))


def _fault(path: Path, message: str) -> Fault:
    """A fault at `path`; a member with a name too long to repeat is told of at the object that has it."""
    if path and len(str(path[-1])) > QUOTE_LIMIT:
        return Fault(pointer(*path[:-1]), f"has a member of {len(str(path[-1]))} letters, which {message}")
    return Fault(pointer(*path), message)


def _nested(path: Path, message: str) -> Any:
    """`message` at `path` in the form in which marshmallow nests the messages of members."""
    messages: Any = [message]
    for token in reversed(path):
        messages = {token: messages}
    return messages


def _integral(value: Any) -> Any:
    """`value` with every number that has no fractional part as an integer."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_integral(item) for item in value]
        case dict():
            return {name: _integral(item) for name, item in value.items()}
        case _:
            return value
