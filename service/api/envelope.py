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
from typing import Any, NoReturn

import marshmallow
import msgspec
from marshmallow import fields
from msgspec import inspect

from service.api.faults import REQUIRED, UNKNOWN, Path, explain
from service.api.problems import QUOTE_LIMIT, Fault, Problem, pointer
from service.api.syntax import explain_syntax

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])


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
        self._decoder = msgspec.json.Decoder(type_, dec_hook=dec_hook)
        self._type = inspect.type_info(type_)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        try:
            return self._decoder.decode(value)
        except msgspec.ValidationError as error:
            return self._again(value, error)

    def read(self, value: msgspec.Raw, *place: str | int) -> Any:
        """A value that was left as it was sent, decoded after all; a `Problem` names its `place` in the request."""
        try:
            return self._deserialize(value, None, None)
        except marshmallow.ValidationError as error:
            raise Problem("invalid_request", errors=_faults(error.messages, place)) from None
        except RecursionError:
            raise _too_deep() from None

    def _again(self, value: msgspec.Raw, error: msgspec.ValidationError) -> Any:
        """`value` once more with 5.0 written as 5, if that may have been the `error`."""
        if "got `float`" in str(error):
            try:
                return self._decoder.decode(msgspec.json.encode(_integral(msgspec.json.decode(value))))
            except msgspec.ValidationError as persisting:
                error = persisting
        path, message = explain(error, self._type)
        raise marshmallow.ValidationError(_nested(path, message))


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
