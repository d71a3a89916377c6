"""Views in the form of the contract: that of a seat, and the state that it is made from."""

from typing import Any

import msgspec

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.problems import problem_at
from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT
from service.api.schemas.encode import (
    NOTHING_IRREGULAR,
    cards_in_order,
    law_members,
    write_called,
    write_partie,
    write_trick,
)
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet import ENGINE_VERSION
from service.piquet.cards.cards import SUITS
from service.piquet.model.state import ELDER, SEATS, YOUNGER, State
from service.piquet.notation.member_values import card_list
from service.piquet.notation.option_dicts import option_dicts
from service.piquet.scoring.settlement import by_seat
from service.piquet.views import View, view_of, visible, visible_law


def versions(choice: RulesetName) -> dict[str, Any]:
    """Return the members that every response about a ruleset has."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


def written_view(verified: Verified, seat: int) -> dict[str, Any]:
    """Return the view of a seat in the form of the contract."""
    rules, state = verified.rules, verified.state
    view = view_of(rules, state, seat)
    partie = write_partie(rules, state, verified.deals)
    return {
        "seat": SEATS[seat],
        "ruleset": verified.choice,
        "partie": {
            "first_dealer": partie.first_dealer,
            "deal": partie.deal,
            "dealer": partie.dealer,
            "score": partie.score,
            "deals": [{"dealer": deal.dealer, "score": deal.score} for deal in partie.deals],
            "result": partie.result,
        },
        **_written_deal(view, verified.events),
        **_written_law(state, seat),
        "options": option_dicts(rules, state, visible(verified.options(), state, seat)),
    }


def _written_law(state: State, seat: int) -> dict[str, Any]:
    """Return the members about irregularities, as far as the seat may know of them."""
    members = NOTHING_IRREGULAR if state.law is None else law_members(state.dealer, visible_law(state, seat))
    own: str = SEATS[seat]
    return {
        **members._asdict(),
        "seen": getattr(members.seen, own),
        "called_suit": getattr(members.called_suit, own),
    }


def _written_deal(view: View, events: list[m.Event]) -> dict[str, Any]:
    """Return the members about the current deal."""
    dealer, other = view.dealer, view.other
    return {
        "phase": view.phase,
        "to_act": None if view.to_act < 0 else SEATS[view.to_act ^ 1 ^ dealer],
        "dealt": card_list(view.dealt) if view.dealt else None,
        "hand": card_list(view.hand),
        "drawn": cards_in_order(view.drawn),
        "discards": card_list(view.discards),
        "committed": card_list(view.committed),
        "looked": cards_in_order(view.looked),
        "left": m.Counts(*by_seat(dealer, view.left)),
        "look": view.looks[YOUNGER],
        "elder_look": view.looks[ELDER],
        "named_suit": None if view.named is None else SUITS[view.named],
        "carte_blanche": m.CarteBlanches(*by_seat(dealer, view.blanche)),  # type: ignore[arg-type]
        "announced_exchange": view.announced or None,
        "talon_count": view.talon_count,
        "calls": [write_called(called) for called in view.calls],
        "tricks": [write_trick(dealer, trick) for trick in view.tricks],
        "score": m.Score(*by_seat(dealer, view.score)),
        "events": events,
        "shown": card_list(view.shown),
        "other": {
            "hand_count": other.hand_count,
            "discard_count": other.discard_count,
            "carte_blanche": None if other.carte_blanche is None else card_list(other.carte_blanche),
            "shown": card_list(other.shown),
        },
    }


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
