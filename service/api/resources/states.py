"""States: whether they hold, and what a seat may see of them."""

from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.text import write_line
from service.api.game_states.verification import Impossible, Verified
from service.api.game_states.views import versions, written_view
from service.api.http.request_body import Decoded, Envelope
from service.api.problems import Fault, Problem
from service.api.schemas import scalars as w
from service.api.schemas.decode import SEAT
from service.api.schemas.given_states import GivenState, is_text


class ValidateRequest(Envelope):
    state = Decoded(GivenState, required=True)


def validate(codec: StateCodec, envelope: dict[str, Any]) -> Any:
    try:
        holds = codec.read(envelope["state"], "state")
    except Impossible as impossible:
        return {"valid": False, "violations": impossible.violations, **versions(impossible.choice)}
    answer: dict[str, Any] = {"valid": True, "violations": []}
    if holds.viewer is None:
        answer["text"] = write_line(holds)
    if is_text(envelope["state"]):
        answer |= codec.write(holds)
    return {**answer, **versions(holds.choice)}


class ViewRequest(Envelope):
    state = Decoded(GivenState, required=True)
    seat = Decoded(w.Seat, required=True)


def view(codec: StateCodec, envelope: dict[str, Any]) -> Any:
    holds, seat = seen_by(codec, envelope["state"], envelope["seat"])
    return {"view": written_view(holds, seat), **versions(holds.choice)}


def seen_by(codec: StateCodec, state: msgspec.Raw, name: w.Seat) -> tuple[Verified, int]:
    """A state and a seat that may look at it: in a concealed state the one whose key was sent. Raises a `Problem`."""
    holds, seat = codec.read_possible(state, "state"), SEAT[name]
    if holds.viewer is not None and seat != holds.viewer.seat:
        raise Problem("concealed", errors=[Fault("/seat", "is not the seat whose key was sent")])
    return holds, seat
