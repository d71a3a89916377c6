"""Play that is taken back (E6): the cards that still lie are laid anew, and what the others brought is taken back."""

from itertools import pairwise

from service.piquet.cards.cards import SAME_SUIT, mask_of, names
from service.piquet.law.effects.effects import turn_of
from service.piquet.law.effects.playing import lay
from service.piquet.law.ledger import PLAY_KINDS, Put, Record, played_by, strike
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Phase
from service.piquet.scoring.account import log_event

#: What goes back with the play: a repique is not among it, since it is made in hand.
TAKEN_BACK = PLAY_KINDS | {"pique", "cards", "capot", "concession"}


def rewind(d: MutableState, entry: int) -> None:
    """E6: return all cards played from an entry on to the hands they came from, with what they scored."""
    lay_anew(d, [put for put in d.law.put if put.entry < entry], entry)
    lapse(d, entry)


def lapse(d: MutableState, entry: int) -> None:
    """Close what was irregular in cards played from an entry on: it is gone with them."""
    for record in d.law.records:
        if record.number >= entry and record.about.get("of_card"):
            record.facts["taken_back"] = True


def lay_anew(d: MutableState, cards: list[Put], entry: int) -> None:
    """Let these cards lie in place of those that lay; what was put down from an entry on scores anew.

    A run lies again as it lay before that entry, even if a card that is taken back had ended it.
    """
    law, before = d.law, (played_by(d, ELDER), played_by(d, YOUNGER))
    d.hands = d.hands[ELDER] | before[ELDER], d.hands[YOUNGER] | before[YOUNGER]
    d.tricks, d.won, d.phase, d.to_act = (), (0, 0), Phase.PLAY, ELDER
    law.put, law.plays, law.ahead, law.surplus, law.run_cards = [], [], ([], []), set(), set()
    _lay_all(d, [put for put in cards if put.entry < entry], scores=False)
    for role in (ELDER, YOUNGER):
        back = before[role] & d.hands[role]
        law.seen[1 - role] |= back
        _take_back(d, role, entry, back)
    _lay_all(d, [put for put in cards if put.entry >= entry], scores=True)


def _lay_all(d: MutableState, cards: list[Put], *, scores: bool) -> None:
    """Lay cards as if the entries by which they were put down were made again."""
    law = d.law
    number = law.number
    for put in cards:
        law.number = put.entry
        law.put.append(put)
        lay(d, put.role, put.card, scores=scores)
    law.number = number
    if d.phase == Phase.PLAY:
        d.to_act = turn_of(d)


def _take_back(d: MutableState, role: int, entry: int, cards: int) -> None:
    """Take back what the play from an entry on brought a role, and the bonuses that it made."""
    back = 0
    for item in d.law.standing(role):
        if item.entry >= entry and item.kind in TAKEN_BACK:
            back += item.paid
            strike(d, item, kind="")
    if back or cards:
        log_event(d, role, "taken_back", names(cards), -back, rule="E6")


# ---------------------------------------------------------------- runs that were answered with too many cards (K21)


def given_to_run(d: MutableState, record: Record) -> list[Put]:
    """Return the cards that the offender gave to the run, answers and surplus, in order."""
    entries = range(record.about["since"], record.number + 1)
    return [put for put in d.law.put if put.role == record.offender and put.entry in entries]


def rest_answers(d: MutableState, record: Record, card: int) -> bool:
    """Whether without a card given to the run the others, in their order, answer it lawfully, or lie as they did."""
    given = [put.card for put in given_to_run(d, record)]
    hand = mask_of(given)
    if card in d.law.surplus or card not in given:
        return card in given
    given.remove(card)
    for lead, answer in zip(record.about["leads"], given, strict=False):
        if hand & SAME_SUIT[lead] and not SAME_SUIT[lead] >> answer & 1:
            return False
        hand &= ~(1 << answer)
    return True


def take_back(d: MutableState, record: Record, card: int) -> None:
    """Take play back to the first card after a run, and one card that was given to it to the hand (K21).

    The cards given after that one move up: each answers what the one before it had answered.
    """
    given = given_to_run(d, record)
    at = next(at for at, put in enumerate(given) if put.card == card)
    moved = {before.entry: Put(before.entry, after.role, after.card) for before, after in pairwise(given[at:])}
    lying = [put for put in d.law.put if put.entry < record.number]  # its own entry gave one too many
    lay_anew(d, [moved.get(put.entry, put) for put in lying], given[at].entry)
    lapse(d, record.number)
