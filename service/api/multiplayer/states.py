"""Validating states and viewing them from a seat: `/v1/<game>/states/…`."""

from typing import Any

from service.api.game_states.verification import Impossible
from service.api.game_states.views import versions
from service.api.multiplayer.codec import GameCodec
from service.multiplayer.views import view_of


def validate(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Validate a state against its history."""
    try:
        verified = codec.read(body["state"], "state")
    except Impossible as impossible:
        return {"valid": False, "violations": impossible.violations, **versions(impossible.choice)}
    return {"valid": True, "violations": [], **versions(verified.choice)}


def view(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Return the view of a seat. Raises a `Problem`."""
    verified = codec.read_possible(body["state"], "state")
    seen = view_of(verified.deal, codec.game.seats.index(body["seat"]))
    return {"view": {**seen, "ruleset": verified.choice}, **versions(verified.choice)}
