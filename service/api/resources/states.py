"""Validating states, viewing them from a seat, and drawing them: `/v1/states/…`."""

from typing import Any

from service.api.game_states import given_states, pictures, text, verification, views
from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, RequestBody, ShortLine
from service.api.schemas import scalars
from service.api.schemas.responses import versions
from service.pictures import Picture, state_picture


class ValidateRequest(RequestBody):
    """Body of `POST /v1/states/validate`."""

    state = Decoded(given_states.GivenState, required=True)


def validate(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Validate a state against its history."""
    try:
        verified = codec.read(body["state"], "state")
    except verification.Impossible as impossible:
        return {"valid": False, "violations": impossible.violations, **versions(impossible.choice)}
    answer: dict[str, Any] = {"valid": True, "violations": []}
    if verified.viewer is None:
        answer["text"] = text.write_line(verified)
    if given_states.is_text(body["state"]):
        answer |= codec.write(verified)
    return {**answer, **versions(verified.choice)}


class ViewRequest(RequestBody):
    """Body of `POST /v1/states/view`."""

    state = Decoded(given_states.GivenState, required=True)
    seat = Decoded(scalars.Seat, required=True)


def view(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Return the view of a seat. Raises a `Problem`."""
    verified, seat = views.seen_by(codec, body["state"], body["seat"])
    return {"view": views.written_view(verified, seat), **versions(verified.choice)}


class PictureQuery(pictures.PositionQuery):
    """A state as text, and the options of its picture, in a query string."""

    state = ShortLine("; POST /v1/states/picture takes a longer one")


class PictureRequest(pictures.PositionOptions):
    """Body of `POST /v1/states/picture`."""

    state = Decoded(given_states.GivenState, required=True)


def picture(codec: StateCodec, body: dict[str, Any]) -> Picture:
    """Draw a state: as a seat may see it, or with everything visible. Raises a `Problem`.

    A concealed state that was sent with one key is drawn for its seat.
    """
    verified, seat = codec.read_possible(body["state"], "state"), pictures.seat_of(body["seat"])
    views.refuse_other_seat(verified, seat)
    if verified.viewer is not None:
        seat = verified.viewer.seat
    return state_picture(
        verified.rules, verified.state, seat, pictures.seat_of(body["bottom"]), pictures.style_of(body)
    )
