"""The view of a seat: what it may see of a state, and which options it may know of."""

from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.problems import Fault, Problem
from service.api.schemas import scalars as w
from service.api.schemas.decode import SEAT
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet import ENGINE_VERSION, engine
from service.piquet.model import actions as a
from service.piquet.model.state import SEATS, YOUNGER, State
from service.piquet.notation.option_dicts import option_dicts


def versions(choice: RulesetName) -> dict[str, Any]:
    """The members that every response about a ruleset has."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


def written_view(verified: Verified, seat: int) -> dict[str, Any]:
    """The view of a seat: its own cards, everything called, shown and played, and counts of the rest."""
    own: Any = SEATS[seat]
    other: Any = SEATS[1 - seat]
    state, whole = verified.state, verified.written()
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
        "options": option_dicts(verified.rules, state, visible_options(verified, seat)),
    }


def own_view(verified: Verified) -> dict[str, Any]:
    """The member `view` of a response with a concealed state, for the seat of its viewer; otherwise nothing."""
    if verified.viewer is None or verified.viewer.seat is None:
        return {}
    return {"view": written_view(verified, verified.viewer.seat)}


def _shown_carte_blanche(whole: Any, other: str) -> list[str] | None:
    shown = getattr(whole.carte_blanche, other) == "shown"
    cards: list[str] | None = getattr(whole.dealt.hands, other) if shown else None
    return cards


def visible_options(verified: Verified, seat: int) -> tuple[engine.Option, ...]:
    """The options of a seat that it can know of from its own view."""
    knows = may_know_of_conceding(verified.state, seat)
    return tuple(
        option
        for option in engine.options(verified.rules, verified.state)
        if option.seat == seat and (knows or option.type is not a.Concede)
    )


def may_know_of_conceding(state: State, seat: int) -> bool:
    """Whether a seat may know if conceding is legal.

    Until younger has reckoned, this depends on younger's hand, so it would reveal something of it to elder.
    """
    return state.reckoned or seat == state.dealer


def seen_by(codec: StateCodec, state: msgspec.Raw, name: w.Seat) -> tuple[Verified, int]:
    """A state and the seat that looks at it. Raises the `Problem` `concealed` if another seat's key was sent."""
    verified, seat = codec.read_possible(state, "state"), SEAT[name]
    if verified.viewer is not None and seat != verified.viewer.seat:
        raise Problem("concealed", errors=[Fault("/seat", "is not the seat whose key was sent")])
    return verified, seat
