"""Misdeals, and deals out of turn (K1, K2, E11)."""

from typing import NamedTuple

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER


class Standing(NamedTuple):
    """How a misdeal that stands is put right (E11): for each role, how many more cards it discards than it takes."""

    law: str
    elder: int
    younger: int


# By the cards dealt to elder and to younger, if one card went to the wrong place.
STANDING = {
    (13, 11): Standing("L40", 1, -1),
    (13, 12): Standing("L41", 1, 0),
    (11, 13): Standing("L42", -1, 1),
    (12, 13): Standing("L43", 0, 1),
}


def counts(d: MutableState) -> tuple[int, int, int]:
    """The numbers of cards dealt: elder's, younger's and the talon's."""
    return d.dealt[ELDER].bit_count(), d.dealt[YOUNGER].bit_count(), len(d.talon)


def cards_off(d: MutableState) -> int:
    """How many cards went to a wrong place: half the sum of the three differences (LR37)."""
    elder, younger, talon = counts(d)
    due = d.rules.pack - 2 * HAND_SIZE
    return (abs(elder - HAND_SIZE) + abs(younger - HAND_SIZE) + abs(talon - due)) // 2


def must_redeal(d: MutableState) -> bool:
    """Whether the deal is so wrong that nobody has a choice (L12), as the code of the ruleset has it."""
    elder, younger, talon = counts(d)
    limits = {
        "over_thirteen": max(elder, younger) > HAND_SIZE + 1,
        "fifteen": max(elder, younger) > HAND_SIZE + 2,
    }
    usual = cards_off(d) > 1 or talon > d.rules.pack - 2 * HAND_SIZE
    return limits.get(d.law.says("many_wrong"), usual)


def open_misdeal(d: MutableState) -> None:
    """Record what is wrong with the cards or the dealer, as entry 0."""
    if d.law.dealt_by >= 0:
        d.law.record("K2", YOUNGER)
    if not d.talon or not cards_off(d):
        return
    d.law.record("K1a", YOUNGER)
    if must_redeal(d):
        d.law.must_redeal = True
        d.law.record("K1b", YOUNGER)
    else:
        d.law.misdealt = STANDING.get(counts(d)[:2], Standing("L11", 0, 0))
        d.law.record("K1c", YOUNGER)


def excess(d: MutableState, role: int) -> int:
    """How many more cards a role has to discard than it takes; negative for fewer (E11)."""
    standing: Standing | None = d.law.misdealt
    if standing is None:
        return 0
    return standing.elder if role == ELDER else standing.younger
