"""Misdeals, and deals out of turn (K1, K2, E11)."""

from service.piquet.law.wrong_numbers import Counts, Standing, cards_off, has_choice, must_redeal, standing_of
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER


def counts(d: MutableState) -> Counts:
    """The numbers of cards dealt."""
    return d.dealt[ELDER].bit_count(), d.dealt[YOUNGER].bit_count(), len(d.talon)


def open_misdeal(d: MutableState) -> None:
    """Record what is wrong with the cards or the dealer, as entry 0."""
    if d.law.dealt_by >= 0:
        d.law.record("K2", YOUNGER)
    dealt = counts(d)
    if not d.talon or not cards_off(d.rules, dealt):
        return
    d.law.record("K1a", YOUNGER)
    if must_redeal(d.rules, dealt, d.law.says("many_wrong")):
        d.law.must_redeal = True
        d.law.record("K1b", YOUNGER)
    elif not has_choice(dealt, d.law.says("one_card_wrong")):
        d.law.record("K1c", YOUNGER, ()).status = "harmless"
    else:
        d.law.misdealt = standing_of(dealt) or Standing("L11", "", 0, 0)
        d.law.record("K1c", YOUNGER)


def excess(d: MutableState, role: int) -> int:
    """How many more cards a role has to discard than it takes; negative for fewer (E11)."""
    standing: Standing | None = d.law.misdealt
    if standing is None:
        return 0
    return standing.elder if role == ELDER else standing.younger
