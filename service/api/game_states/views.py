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
from service.piquet.model.state import SEATS, YOUNGER
from service.piquet.notation.member_values import card_list
from service.piquet.notation.option_dicts import option_dicts
from service.piquet.views import visible


def versions(choice: RulesetName) -> dict[str, Any]:
    """Return the members that every response about a ruleset has."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


#: The members of a state that a view has as they are, because both players know them.
_EXCHANGE = ("left", "look", "elder_look", "named_suit", "carte_blanche", "announced_exchange")
_PLAY = ("calls", "tricks", "score", "events")


def written_view(verified: Verified, seat: int) -> dict[str, Any]:
    """Return the view of a seat in the form of the contract. It has nothing that is hidden from the seat.

    Of what is by seat it has the seat's own; of the other's cards their number and those that were shown.
    """
    state, name, role = verified.state, SEATS[seat], seat ^ 1 ^ verified.state.dealer
    other, whole = 1 - role, verified.written()

    def own(by_seat: Any) -> Any:
        return getattr(by_seat, name)

    def as_it_is(*names: str) -> dict[str, Any]:
        return {each: getattr(whole, each) for each in names}

    return {
        "seat": name,
        "ruleset": whole.ruleset,
        "partie": {
            **{each: getattr(whole.partie, each) for each in ("first_dealer", "deal", "dealer", "score")},
            "deals": [{"dealer": deal.dealer, "score": deal.score} for deal in whole.partie.deals],
            "result": whole.partie.result,
        },
        **as_it_is("phase", "to_act"),
        "dealt": card_list(state.dealt[role]) or None,
        "hand": own(whole.hands),
        "drawn": own(whole.drawn),
        "discards": own(whole.discards),
        "committed": whole.committed if role == YOUNGER else [],
        "looked": own(whole.looked),
        **as_it_is(*_EXCHANGE),
        "talon_count": len(whole.talon),
        **as_it_is(*_PLAY),
        "shown": own(whole.shown),
        "other": {
            "hand_count": state.hands[other].bit_count(),
            "discard_count": state.discards[other].bit_count(),
            "carte_blanche": card_list(state.dealt[other]) if state.blanche[other] == "shown" else None,
            "shown": card_list(state.shown[other]),
        },
        "incidents": [each for each in whole.incidents or [] if each.public or each.offender == name],
        "reckons_nothing": whole.reckons_nothing,
        "seen": own(whole.seen),
        "ahead": whole.ahead,
        "called_suit": own(whole.called_suit),
        "options": option_dicts(verified.rules, state, visible(verified.options(), state, seat)),
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
