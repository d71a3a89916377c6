"""Play that is taken back (E6): the cards that still lie are laid anew, and what the others brought is taken back."""

from service.piquet.cards.cards import names
from service.piquet.law.effects.effects import turn_of
from service.piquet.law.effects.playing import lay
from service.piquet.law.ledger import PLAY_KINDS, Put, played_by, strike
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
        if record.number >= entry and record.about.get("of_card", False):
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
    d.settled = tuple(pair for pair in d.settled if pair[0] != "pique")
    if back or cards:
        log_event(d, role, "taken_back", names(cards), -back, rule="E6")
