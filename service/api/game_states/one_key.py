"""What the holder of one key may not enter in a concealed state, because it depends on what that seat cannot see."""

from service.api.game_states.verification import Verified
from service.api.problems import problem_at
from service.api.schemas import actions as am
from service.api.schemas.decode import hand_of
from service.piquet.law.effects.exchange import own_positions

# Incidents that show cards of nobody's or of the other seat's, or whose effect depends on them (docs/law.md, K3 to K6,
# K10, K23). With both keys they may be reported.
_BOTH_KEYS = {"exposed", "faced", "pack", "spoiled", "peeked", "dealer_saw", "misinformed"}


def refuse_unseen(before: Verified, action: am.Action, seat: int, *path: str | int) -> None:
    """Raise the `Problem` `concealed` for an act of the law that needs both keys."""
    why = ""
    match action:
        case am.Incident(kind=kind) if kind in _BOTH_KEYS:
            why = "reports something that depends on cards that the seat cannot see"
        case am.Incident(kind="buried", cards=list() as cards):
            hand = before.state.hands[seat ^ 1 ^ before.state.dealer]
            why = "names cards that are not in the hand of the seat" if hand_of(cards) & ~hand else ""
        case am.LookAtLeft(irregular=True):
            why = "shows cards that the seat cannot see"
        case am.Exchange(taken=list() as taken, cards=cards):
            own = own_positions(before.irregular().d, seat ^ 1 ^ before.state.dealer)
            if set(taken) - set(own) or len(taken) > len(cards):
                why = "takes cards that are not the seat's to take"
    if why:
        raise problem_at("concealed", why, *path)
