"""Carte blanche: a dealt hand without a court card (§2)."""

from service.multiplayer.rules.rounds import category_due
from service.multiplayer.scoring import end_step, log_event, note_scored, score_in_hand
from service.multiplayer.state import Deal, Phase
from service.multiplayer.violations import refuse
from service.piquet.cards.cards import COURT, names
from service.piquet.cards.holdings import is_carte_blanche
from service.piquet.cards.ranking import POINT
from service.piquet.model.actions import ClaimCarteBlanche
from service.piquet.model.violations import Violation

POINTS = 10


def may_claim(d: Deal, seat: int) -> bool:
    """Whether the seat to act may claim a carte blanche (V2.1, N2.1)."""
    return is_carte_blanche(d.dealt[seat]) and seat not in d.claimed and not _too_late(d, seat)


def _too_late(d: Deal, seat: int) -> bool:
    if d.phase == Phase.EXCHANGE:
        return False
    before_the_word = d.phase == Phase.CALLING and category_due(d) == POINT
    return not before_the_word or (d.game.has_exchange and seat == d.dealer)


def check_claim(d: Deal, seat: int, action: ClaimCarteBlanche) -> tuple[Violation, ...]:
    """The violations of a claim (V2.1, N2.1)."""
    found = []
    if not is_carte_blanche(d.dealt[seat]):
        found.append(refuse(d.game, "carte_blanche.court_cards", cards=names(d.dealt[seat] & COURT)))
    if seat in d.claimed:
        found.append(refuse(d.game, "carte_blanche.already_claimed"))
    if _too_late(d, seat):
        found.append(refuse(d.game, "carte_blanche.too_late"))
    return tuple(found)


def apply_claim(d: Deal, seat: int, action: ClaimCarteBlanche) -> ClaimCarteBlanche:
    """Claim a carte blanche and show the hand as dealt (V2.1, N2.1). The seat is still to act."""
    d.claimed = (*d.claimed, seat)
    log_event(d, "shown", seat, names(d.dealt[seat]))
    return action


def score_cartes_blanches(d: Deal) -> None:
    """Score what was claimed, before the point; each is a step (V2.2, N2.2, V2.3, N2.3)."""
    claimants = [seat for seat in d.order if seat in d.claimed]
    opposed = len({d.game.side_of[seat] for seat in claimants}) > 1
    points = POINTS
    if opposed and d.rules.opposed_cartes_blanches == "neither":
        points = 0
    elif len(claimants) == 1:
        points = d.rules.single_carte_blanche
    number = "2.3" if opposed else None
    for seat in claimants:
        if d.is_over:
            return
        score_in_hand(d, "carte_blanche", seat, names(d.dealt[seat]), points, number=number)
        if opposed and not points and d.rules.opposed_blanche_saves:
            note_scored(d, seat, "carte_blanche")
        end_step(d, seat)
