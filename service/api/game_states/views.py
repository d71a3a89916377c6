"""Views in the form of the contract: that of a seat, and the state that it is made from."""

from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.problems import problem_at
from service.api.schemas import scalars as w
from service.api.schemas.decode import SEAT
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet import ENGINE_VERSION
from service.piquet.written import view_members


def versions(choice: RulesetName) -> dict[str, Any]:
    """Return the members that every response about a ruleset has."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


def written_view(verified: Verified, seat: int) -> dict[str, Any]:
    """Return the view of a seat in the form of the contract."""
    return view_members(
        verified.rules,
        verified.state,
        seat,
        ruleset=verified.choice,
        deals=[{"dealer": deal.dealer, "score": deal.score} for deal in verified.deals],
        events=verified.events,
        options=verified.options(),
    )


def own_view(verified: Verified) -> dict[str, Any]:
    """Return the member `view` of a response with a concealed state, for the seat of its viewer; otherwise nothing."""
    if verified.viewer is None or verified.viewer.seat is None:
        return {}
    return {"view": written_view(verified, verified.viewer.seat)}


def seen_by(codec: StateCodec, state: msgspec.Raw, name: w.Seat) -> tuple[Verified, int]:
    """Return a state and the seat that looks at it. Raises the `Problem` `concealed` if another seat's key was sent."""
    verified, seat = codec.read_possible(state, "state"), SEAT[name]
    refuse_other_seat(verified, seat)
    return verified, seat


def refuse_other_seat(verified: Verified, seat: int | None) -> None:
    """Raise the `Problem` `concealed` for a seat whose key was not sent."""
    if verified.viewer is not None and seat not in (None, verified.viewer.seat):
        raise problem_at("concealed", "is not the seat whose key was sent", "seat")
