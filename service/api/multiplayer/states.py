"""Validating states, viewing them from a seat, and drawing them: `/v1/<game>/states/…`."""

from typing import Any

from service.api.game_states.pictures import style_of
from service.api.game_states.verification import Impossible
from service.api.game_states.views import versions
from service.api.multiplayer.codec import GameCodec
from service.multiplayer.views import view_of
from service.pictures import Picture, deal_picture


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


def picture(codec: GameCodec, body: dict[str, Any]) -> Picture:
    """Draw a state: as a seat may see it, or with everything visible. Raises a `Problem`."""
    verified = codec.read_possible(body["state"], "state")
    seats = (body[name] for name in ("seat", "bottom"))
    seat, bottom = (None if name is None else codec.game.seats.index(name) for name in seats)
    return deal_picture(verified.deal, seat, bottom, style_of(body))
