"""The exchange of the dealer with the talon, in a game that has one (N3.1)."""

from service.multiplayer.rules.calling import declare_all
from service.multiplayer.rules.carte_blanche import apply_claim
from service.multiplayer.scoring import log_event
from service.multiplayer.state import Deal, Phase, with_item
from service.multiplayer.violations import in_game, refuse
from service.piquet.cards.cards import mask_of, names
from service.piquet.cards.holdings import is_carte_blanche
from service.piquet.model.actions import ClaimCarteBlanche, Exchange
from service.piquet.model.violations import Violation, out_of_bounds

AUTOMATIC = "automatic"


def not_held(d: Deal, seat: int, cards: int, number: str, member: str) -> tuple[Violation, ...]:
    """The violation for cards that are not in the seat's hand; empty if all are."""
    missing = cards & ~d.hands[seat]
    return (refuse(d.game, "cards.not_held", member, number=number, cards=names(missing)),) if missing else ()


def check_exchange(d: Deal, seat: int, action: Exchange) -> tuple[Violation, ...]:
    """The violations of an exchange (N3.1)."""
    bounds = d.rules.dealer_min, d.game.talon_size
    wrong = out_of_bounds(action.cards.bit_count(), bounds, "", "cards")
    return (*(in_game(d.game, reason) for reason in wrong), *not_held(d, seat, action.cards, "3.1", "cards"))


def apply_exchange(d: Deal, seat: int, action: Exchange) -> Exchange:
    """Put out cards and draw as many from the top of the talon; the calling follows (N3.1)."""
    automatic = d.rules.calling == AUTOMATIC
    if automatic and is_carte_blanche(d.dealt[seat]):
        apply_claim(d, seat, ClaimCarteBlanche(seat))
    count = action.cards.bit_count()
    d.hands = with_item(d.hands, seat, d.hands[seat] & ~action.cards | mask_of(d.talon[:count]))
    d.discards, d.exchanged = action.cards, count
    log_event(d, "exchanged", seat, more={"count": count})
    begin_calling(d)
    return action


def begin_calling(d: Deal) -> None:
    """Begin the calling, which is over at once if it is automatic (V4.11, N4.11)."""
    d.phase, d.to_act = Phase.CALLING, d.eldest
    if d.rules.calling == AUTOMATIC:
        declare_all(d)
