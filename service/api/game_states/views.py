"""What a caller is shown: what a seat may do, and what it may see."""

from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.problems import Fault, Problem
from service.api.schemas import scalars as w
from service.api.schemas.decode import SEAT
from service.api.schemas.options import written_options
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet import ENGINE_VERSION, engine
from service.piquet.model import actions as a
from service.piquet.model.state import SEATS, YOUNGER, State


def versions(choice: RulesetName) -> dict[str, Any]:
    """What every answer about a ruleset carries."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


def written_view(holds: Verified, seat: int) -> dict[str, Any]:
    """What a seat may see: its own cards, what was said, shown and played, and counts of the rest."""
    own: Any = SEATS[seat]
    other: Any = SEATS[1 - seat]
    state, whole = holds.state, holds.written()
    partie = whole.partie
    role = seat ^ 1 ^ state.dealer
    return {
        "seat": own,
        "ruleset": whole.ruleset,
        "partie": {
            "first_dealer": partie.first_dealer,
            "deal": partie.deal,
            "dealer": partie.dealer,
            "score": partie.score,
            "deals": [{"dealer": deal.dealer, "score": deal.score} for deal in partie.deals],
            "result": partie.result,
        },
        "phase": whole.phase,
        "to_act": whole.to_act,
        "dealt": None if whole.dealt is None else getattr(whole.dealt.hands, own),
        "hand": getattr(whole.hands, own),
        "drawn": getattr(whole.drawn, own),
        "discards": getattr(whole.discards, own),
        "committed": whole.committed if role == YOUNGER else [],
        "looked": getattr(whole.looked, own),
        "left": whole.left,
        "look": whole.look,
        "elder_look": whole.elder_look,
        "named_suit": whole.named_suit,
        "carte_blanche": whole.carte_blanche,
        "announced_exchange": whole.announced_exchange,
        "talon_count": len(whole.talon),
        "calls": whole.calls,
        "tricks": whole.tricks,
        "score": whole.score,
        "events": whole.events,
        "shown": getattr(whole.shown, own),
        "other": {
            "hand_count": len(getattr(whole.hands, other)),
            "discard_count": len(getattr(whole.discards, other)),
            "carte_blanche": _shown_carte_blanche(whole, other),
            "shown": getattr(whole.shown, other),
        },
        "options": written_options(holds.rules, state, visible_options(holds, seat)),
    }


def own_view(holds: Verified) -> dict[str, Any]:
    """With an answer that has a concealed state: what the seat that asked may see of it."""
    if holds.viewer is None or holds.viewer.seat is None:
        return {}
    return {"view": written_view(holds, holds.viewer.seat)}


def _shown_carte_blanche(whole: Any, other: str) -> list[str] | None:
    shown = getattr(whole.carte_blanche, other) == "shown"
    cards: list[str] | None = getattr(whole.dealt.hands, other) if shown else None
    return cards


def visible_options(holds: Verified, seat: int) -> tuple[engine.Option, ...]:
    """What the seat may do, as far as it can know that it may."""
    knows = may_know_of_conceding(holds.state, seat)
    return tuple(
        option
        for option in engine.options(holds.rules, holds.state)
        if option.seat == seat and (knows or option.type is not a.Concede)
    )


def may_know_of_conceding(state: State, seat: int) -> bool:
    """Until younger has reckoned, whether a hand may be thrown down hangs on what he holds, and so tells elder."""
    return state.reckoned or seat == state.dealer


def seen_by(codec: StateCodec, state: msgspec.Raw, name: w.Seat) -> tuple[Verified, int]:
    """A state and a seat that may look at it: in a concealed state the one whose key was sent. Raises a `Problem`."""
    holds, seat = codec.read_possible(state, "state"), SEAT[name]
    if holds.viewer is not None and seat != holds.viewer.seat:
        raise Problem("concealed", errors=[Fault("/seat", "is not the seat whose key was sent")])
    return holds, seat
