"""Validating states and viewing them from a seat: `/v1/states/…`."""

from typing import Any

from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState, is_text
from service.api.game_states.text import write_line
from service.api.game_states.verification import Impossible
from service.api.game_states.views import seen_by, versions, written_view
from service.api.http.request_body import Decoded, RequestBody
from service.api.schemas import scalars as w


class ValidateRequest(RequestBody):
    """Body of `POST /v1/states/validate`."""

    state = Decoded(GivenState, required=True)


def validate(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Validates a state against its history."""
    try:
        verified = codec.read(body["state"], "state")
    except Impossible as impossible:
        return {"valid": False, "violations": impossible.violations, **versions(impossible.choice)}
    answer: dict[str, Any] = {"valid": True, "violations": []}
    if verified.viewer is None:
        answer["text"] = write_line(verified)
    if is_text(body["state"]):
        answer |= codec.write(verified)
    return {**answer, **versions(verified.choice)}


class ViewRequest(RequestBody):
    """Body of `POST /v1/states/view`."""

    state = Decoded(GivenState, required=True)
    seat = Decoded(w.Seat, required=True)


def view(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Returns the view of a seat. Raises a `Problem`."""
    verified, seat = seen_by(codec, body["state"], body["seat"])
    return {"view": written_view(verified, seat), **versions(verified.choice)}
