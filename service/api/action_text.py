"""Actions of requests and responses in the notation (docs/notation.md)."""

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from service.api.problems import Problem, problem_at
from service.api.schemas import actions as action_structs
from service.api.schemas.decode import RepeatedCard, read_action
from service.api.schemas.encode import struct_of
from service.api.schemas.short_cache import cached_if_short
from service.piquet.model.actions import Action
from service.piquet.notation.action_lines import ACTION, NotationError
from service.piquet.notation.action_lines import read_action as read_action_line
from service.piquet.notation.action_lines import write_action as write_action_line

# The pattern is only for the contract. The parser does the matching, because its messages are more precise.
ActionText = Annotated[str, Meta(max_length=200, extra_json_schema={"pattern": f"^(?:{ACTION})$"})]
#: An action as members or as text.
GivenAction = action_structs.Action | ActionText

_pack = msgspec.msgpack.Encoder().encode


class Entry(NamedTuple):
    """An action of a position as a struct, and for the engine: None if it has not been read, or names a card twice."""

    struct: action_structs.Action
    read: Action | None = None


def action_of(given: Any, *path: str | int) -> action_structs.Action:
    """Return an action, sent as members or as text, as a struct. Raises a `Problem`: `malformed_notation`."""
    if not isinstance(given, str):
        return given  # type: ignore[no-any-return]
    try:
        members = read_action_line(given)
    except NotationError as error:
        raise malformed(error, given, *path) from None
    return struct_of(members)


_JSON_AS_TEXT = (
    "is JSON in a string: in a body, send the JSON itself, without quotation marks around it; an address takes text "
    "in the notation only (docs/notation.md#in-one-line)"
)


def malformed(error: NotationError, text: str, *path: str | int) -> Problem:
    """Return the problem for text that is not in the notation; `path` is its place."""
    quoted = text.lstrip()[:1] in ("{", "[")
    why = _JSON_AS_TEXT if quoted else str(error)
    return problem_at("malformed_notation", why, *path)


@cached_if_short
def read_entry(text: str) -> Entry:
    """Return an action of a position. Raises `NotationError`."""
    struct = struct_of(read_action_line(text))
    try:
        return Entry(struct, read_action(struct))
    except RepeatedCard:
        return Entry(struct)


@cached_if_short
def _line_of(packed: bytes) -> str:
    return write_action_line(msgspec.msgpack.decode(packed))


def write_struct(action: action_structs.Action) -> str:
    """Return an action in one line."""
    return _line_of(_pack(action))
