"""What the holder of one key may not enter in a concealed state, because it depends on what that seat cannot see."""

from service.api.game_states.verification import Verified
from service.api.problems import problem_at
from service.piquet.law.irregular_exchange import own_positions
from service.piquet.model.actions import Action, Concede, Exchange, Incident, LookAtLeft
from service.piquet.views import may_know_of_conceding

# Incidents that show cards of nobody's or of the other seat's, or whose effect depends on them (docs/law.md, K3 to K6,
# K10, K23). With both keys they may be reported.
_BOTH_KEYS = {"exposed", "faced", "pack", "spoiled", "peeked", "dealer_saw", "misinformed"}


def refuse_concealed(before: Verified, action: Action, *path: str | int) -> None:
    """Raise the `Problem` `concealed` for an action that the holder of one key may not propose.

    They act for their own seat only, and cannot try an action whose legality depends on the cards of the other seat.
    """
    if before.viewer is None:
        return
    seat = action.seat
    if seat != before.viewer.seat:
        raise problem_at("concealed", "is not the seat whose key was sent", *path, "seat")
    role = seat ^ 1 ^ before.state.dealer
    why = ""
    match action:
        case Incident(kind=kind) if kind in _BOTH_KEYS:
            why = "reports something that depends on cards that the seat cannot see"
        case Incident(kind="buried", cards=cards) if cards & ~before.state.hands[role]:
            why = "names cards that are not in the hand of the seat"
        case LookAtLeft(irregular=True):
            why = "shows cards that the seat cannot see"
        case Exchange(taken=tuple() as taken, cards=cards):
            own = own_positions(before.irregular().d, role)
            if set(taken) - set(own) or len(taken) > cards.bit_count():
                why = "takes cards that are not the seat's to take"
        case Concede() if not may_know_of_conceding(before.state, seat):
            why = "depends on the hand of younger until younger has reckoned"
    if why:
        raise problem_at("concealed", why, *path)
