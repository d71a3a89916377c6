"""The forms of a state in a request: JSON, one line of text, or a concealed state with a token."""

from typing import Annotated, Any

import msgspec

from service.api.game_states.replays import LINE_WEIGHT
from service.api.game_states.text import StateText
from service.api.http.request_body import Decoded
from service.api.other_game import of_another_game
from service.api.schemas import state as m
from service.api.schemas.concealed import HeldState
from service.api.validation.typed_decoders import postponed

# The length of JSON that costs as much as a token, relative to the length of the token. The cost uses the padded token
# because the length of the line in it would reveal something about the cards.
TOKEN_WEIGHT = 4


class _Marked(msgspec.Struct):
    token: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_marked = msgspec.json.Decoder(_Marked).decode


def is_text(raw: msgspec.Raw | bytes) -> bool:
    """Whether a state was sent as text (docs/notation.md)."""
    return bytes(raw).lstrip()[:1] == b'"'


def is_concealed(sent: bytes) -> bool:
    """Whether a state was sent as a token."""
    if b'"token"' not in sent:  # avoids a second decoding of every other state
        return False
    try:
        return _marked(sent).token is not msgspec.UNSET
    except msgspec.DecodeError:
        return False


def json_size(raw: msgspec.Raw) -> int:
    """The approximate size of a state as JSON in bytes, in whatever form it was sent."""
    sent = bytes(raw)
    return len(sent) * (LINE_WEIGHT if is_text(raw) else TOKEN_WEIGHT if is_concealed(sent) else 1)


_JSON = Annotated[m.State, of_another_game()]


def _form_of(sent: bytes) -> Any:
    """The type of the form in which a state was sent."""
    return HeldState if is_concealed(sent) else StateText if is_text(sent) else _JSON


#: A state that is left undecoded, because a cached state does not need decoding.
GivenState = Annotated[msgspec.Raw, postponed(_form_of)]

JSON_STATE = Decoded(m.State, among=GivenState)
LINE = Decoded(StateText, among=GivenState)
HELD = Decoded(HeldState, among=GivenState)
