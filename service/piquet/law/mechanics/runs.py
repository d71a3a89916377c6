"""Runs that a player answered with too many cards (K21): which cards were given, and how one is taken back."""

from service.piquet.cards.cards import SAME_SUIT, mask_of
from service.piquet.law.mechanics.effects import lay_again, rewind, turn_of
from service.piquet.law.mechanics.ledger import Record
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import replace_role


def given_to_run(d: MutableState, record: Record) -> list[int]:
    """The cards that the offender gave to the run, answers and surplus, in order."""
    lying = [answer for answer in record.facts["answers"] if any(answer is play for play in d.law.plays)]
    ahead = d.law.ahead[record.offender]
    return [answer.card for answer in lying] + [card for card in ahead if d.law.put_down[card] <= record.number]


def rest_answers(d: MutableState, record: Record, card: int) -> bool:
    """Whether the other cards, in their order, answer the leads of the run lawfully, or lie as they did."""
    if card in d.law.surplus:
        return True
    given = [each for each in given_to_run(d, record) if each != card]
    leads = [lead.card for lead in record.facts["leads"]]
    hand = mask_of(given_to_run(d, record))
    for lead, answer in zip(leads, given, strict=False):
        if hand & SAME_SUIT[lead] and not SAME_SUIT[lead] >> answer & 1:
            return False
        hand &= ~(1 << answer)
    return True


def take_back(d: MutableState, record: Record, card: int) -> None:
    """Take play back to the first card after a run, and one card that was given to it to the hand (K21)."""
    law, role = d.law, record.offender
    given = given_to_run(d, record)
    rewind(d, record.number)  # with what was played since, and with tricks that nobody could answer (E7)
    rest = [each for each in given if each != card]
    answers = [answer for answer in record.facts["answers"] if any(answer is play for play in law.plays)]
    for play, answer in zip(answers, rest, strict=False):
        play.card = answer
    law.ahead[role][:] = [each for each in rest if each not in {play.card for play in answers}]
    law.put_down.update(dict.fromkeys(law.ahead[role], record.number))
    law.surplus |= set(law.ahead[role])
    law.to_hand(1 << card)
    d.hands = replace_role(d.hands, role, d.hands[role] & ~mask_of(given) | 1 << card)
    law.seen[1 - role] |= 1 << card
    lay_again(d)
    d.to_act = turn_of(d)
