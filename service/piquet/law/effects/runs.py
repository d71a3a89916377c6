"""Runs that a player answered with too many cards (K21): which cards were given, and how one is taken back."""

from itertools import pairwise

from service.piquet.cards.cards import SAME_SUIT, mask_of
from service.piquet.law.effects.rewinding import lapse, lay_anew
from service.piquet.law.ledger import Put, Record
from service.piquet.model.mutable_state import MutableState


def _given(d: MutableState, record: Record) -> list[Put]:
    entries = range(record.about["since"], record.number + 1)
    return [put for put in d.law.put if put.role == record.offender and put.entry in entries]


def given_to_run(d: MutableState, record: Record) -> list[int]:
    """The cards that the offender gave to the run, answers and surplus, in order."""
    return [put.card for put in _given(d, record)]


def rest_answers(d: MutableState, record: Record, card: int) -> bool:
    """Whether the other cards, in their order, answer the leads of the run lawfully, or lie as they did."""
    if card in d.law.surplus:
        return True
    given = [each for each in given_to_run(d, record) if each != card]
    hand = mask_of(given_to_run(d, record))
    for lead, answer in zip(record.about["leads"], given, strict=False):
        if hand & SAME_SUIT[lead] and not SAME_SUIT[lead] >> answer & 1:
            return False
        hand &= ~(1 << answer)
    return True


def take_back(d: MutableState, record: Record, card: int) -> None:
    """Take play back to the first card after a run, and one card that was given to it to the hand (K21).

    The cards given after that one move up: each answers what the one before it had answered.
    """
    given = _given(d, record)
    at = next(at for at, put in enumerate(given) if put.card == card)
    moved = {before.entry: Put(before.entry, after.role, after.card) for before, after in pairwise(given[at:])}
    lying = [put for put in d.law.put if put.entry <= record.number and put is not given[-1]]
    lay_anew(d, [moved.get(put.entry, put) for put in lying], given[at].entry)
    lapse(d, record.number)
