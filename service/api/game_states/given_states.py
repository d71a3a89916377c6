"""The forms of a state in a request, and their replay: JSON, one line of text, or a concealed state with a token."""

from typing import Annotated, Any

import msgspec

from service.api.game_states.text import StateText
from service.api.game_states.verification import GivenPosition, Verified, replayed
from service.api.http.request_body import Decoded
from service.api.problems import Problem
from service.api.schemas.actions import entry_of_json
from service.api.schemas.ruleset_choice import chosen_ruleset, of_another_game
from service.api.schemas.state import HeldState, State
from service.api.validation.typed_decoders import postponed
from service.piquet.model.violations import IllegalAction, Violation

#: The cost of a byte of a line, relative to a byte of JSON: a line is eight to twelve times as dense as JSON.
LINE_WEIGHT = 10


# The order in which the service writes the members, without blanks: a state in any other form is not tried.
_BEGINNINGS, _THEN = (b'{"ruleset":"', b'{"ruleset":{'), b',"partie":{"first_dealer":'
_NEAR = 4096  # bytes: a ruleset with its overrides is shorter


_decode = msgspec.json.Decoder(GivenPosition).decode


def state_of_history(sent: bytes) -> Verified | None:
    """Return the state that the history in the JSON of a state leads to.

    None if it is not in the form in which the service writes states, is sealed, or contradicts itself. Most callers
    send a state as the service wrote it. Then it need not be decoded as a whole: what the service writes for the result
    equals what was sent, which the caller has to check.
    """
    if not sent.startswith(_BEGINNINGS) or _THEN not in sent[:_NEAR]:
        return None
    try:
        state = _decode(sent)
        if state.seal is not msgspec.UNSET:
            return None
        rules, named = chosen_ruleset(state.ruleset)
        entries = [entry_of_json(bytes(each)) for each in state.history]
    except (msgspec.MsgspecError, Problem, ValueError):
        return None
    found: list[Violation] = []
    try:
        led_to = replayed(state, rules, named, found, (), entries)
    except IllegalAction:
        return None
    return None if found else led_to


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
    """Return the approximate size of a state as JSON in bytes, in whatever form it was sent."""
    sent = bytes(raw)
    return len(sent) * (LINE_WEIGHT if is_text(raw) else TOKEN_WEIGHT if is_concealed(sent) else 1)


_JSON = Annotated[State, of_another_game()]


def _form_of(sent: bytes) -> Any:
    """Return the type of the form in which a state was sent."""
    return HeldState if is_concealed(sent) else StateText if is_text(sent) else _JSON


#: A state that is left undecoded, because a cached state does not need decoding.
GivenState = Annotated[msgspec.Raw, postponed(_form_of)]

JSON_STATE = Decoded(State, among=GivenState)
LINE = Decoded(StateText, among=GivenState)
HELD = Decoded(HeldState, among=GivenState)
