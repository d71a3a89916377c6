"""The forms in which a state is sent: as JSON, as text in one line, or concealed in a token."""

from typing import Annotated

import msgspec

from service.api.game_states.replays import LINE_WEIGHT
from service.api.game_states.text import StateText
from service.api.http.request_body import Decoded
from service.api.http.validation_errors import postponed
from service.api.schemas import state as m
from service.api.schemas.concealed import HeldState

# How many times as long the JSON is that costs as much as a token. The length of a token, unlike that of the line in
# it, tells nothing.
TOKEN_WEIGHT = 4

JSON_STATE = Decoded(m.State)
LINE = Decoded(StateText)
HELD = Decoded(HeldState)


class _Marked(msgspec.Struct):
    token: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_marked = msgspec.json.Decoder(_Marked).decode


def is_text(raw: msgspec.Raw | bytes) -> bool:
    """Whether a state was sent as text (docs/notation.md)."""
    return bytes(raw).lstrip()[:1] == b'"'


def is_concealed(sent: bytes) -> bool:
    """Whether a state was sent as a token."""
    if b'"token"' not in sent:  # sparing every other state a second reading
        return False
    try:
        return _marked(sent).token is not msgspec.UNSET
    except msgspec.DecodeError:
        return False


def json_size(raw: msgspec.Raw) -> int:
    """How many bytes a state has as JSON, roughly, however it was sent."""
    sent = bytes(raw)
    return len(sent) * (LINE_WEIGHT if is_text(raw) else TOKEN_WEIGHT if is_concealed(sent) else 1)


def field_of(sent: bytes) -> Decoded:
    """What decodes a state in the form in which it was sent."""
    return HELD if is_concealed(sent) else LINE if is_text(sent) else JSON_STATE


#: A state that is left as it was sent, since one that is known need not be decoded.
GivenState = Annotated[msgspec.Raw, postponed(lambda sent: field_of(sent).type_)]
