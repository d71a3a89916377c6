"""Validating states and viewing them from a seat: `/v1/<game>/states/…`."""

from typing import Any

from service.api.game_states.verification import Impossible
from service.api.http.request_body import Decoded, RequestBody
from service.api.multiplayer.codec import GameCodec
from service.api.multiplayer.rulesets import versions
from service.api.multiplayer.schemas import Types, request_body
from service.multiplayer.games import Game
from service.multiplayer.views import view_of


def validate_request(game: Game, types: Types) -> RequestBody:
    """The schema of the body of a validation."""
    return request_body({"state": Decoded(types.given_state, required=True)})


def validate(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Validates a state against its history."""
    try:
        verified = codec.read(body["state"], "state")
    except Impossible as impossible:
        return {"valid": False, "violations": impossible.violations, **versions(impossible.choice)}
    return {"valid": True, "violations": [], **versions(verified.choice)}


def view_request(game: Game, types: Types) -> RequestBody:
    """The schema of the body of a request for a view."""
    return request_body(
        {"state": Decoded(types.given_state, required=True), "seat": Decoded(types.seat, required=True)}
    )


def view(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Returns the view of a seat. Raises a `Problem`."""
    verified = codec.read_possible(body["state"], "state")
    seen = view_of(verified.deal, codec.game.seats.index(body["seat"]))
    return {"view": {**seen, "ruleset": verified.choice}, **versions(verified.choice)}
