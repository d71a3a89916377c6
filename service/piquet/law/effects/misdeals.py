"""Misdeals, and deals out of turn (K1, K2, E11)."""

from service.piquet.law.ruled import ruled
from service.piquet.law.wrong_numbers import Counts, Standing, cards_off, standing_of
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER


def counts(d: MutableState) -> Counts:
    """The numbers of cards dealt."""
    return d.dealt[ELDER].bit_count(), d.dealt[YOUNGER].bit_count(), len(d.talon)


def open_misdeal(d: MutableState) -> None:
    """Record what is wrong with the cards or the dealer, as entry 0."""
    if d.law.dealt_by >= 0:
        d.law.record("deal_out_of_turn", YOUNGER)
    dealt = counts(d)
    if not d.talon or not cards_off(d.rules, dealt):
        return
    facts = {"dealt": dealt, "stock": "untouched"}
    d.law.record("misdeal", YOUNGER, {**facts, "taken_up": ()})
    outcome = ruled(d, d.law.record("misdeal", YOUNGER, {**facts, "taken_up": ("elder", "younger")})).outcome
    d.law.must_redeal = not any(offer.election == "stand" for offer in outcome.offers) and bool(outcome.offers)
    if outcome.offers and not d.law.must_redeal:
        d.law.misdealt = standing_of(dealt) or Standing("L11", "", 0, 0)


def excess(d: MutableState, role: int) -> int:
    """How many more cards a role has to discard than it takes; negative for fewer (E11)."""
    standing: Standing | None = d.law.misdealt
    if standing is None:
        return 0
    return standing.elder if role == ELDER else standing.younger
