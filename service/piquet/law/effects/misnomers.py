"""Misnomers: claims under a wrong name, which count for what is held (K15, L53)."""

from service.piquet.cards.holdings import best, pieces, said
from service.piquet.law.claims import Claim, claims_of, finding_of, substitute
from service.piquet.law.effects.late_reckoning import unreckoned
from service.piquet.law.ledger import Record, hand_after_exchange
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER
from service.piquet.scoring.account import called_in, score_holding


def reckon_truth(d: MutableState, record: Record, claims: list[Claim]) -> bool:
    """Count misnomers, or cards that were shown, for what is held, if that is good. Returns whether any was."""
    role, how = record.offender, d.rules.counting
    counted = False
    for category, pair, cards in claims:
        shown = record.about["shown"]
        called = called_in(d, category) if role == ELDER and pair is not None else None
        if shown and said(category, shown) != (0, 0):
            held = shown
        elif called is not None:
            held = substitute(d, called)
        else:
            held = _holding_of_length(d, role, category, cards)
        if not held or held & ~unreckoned(d, role, category):
            continue
        grade = how.grade(category, said(category, held))
        if best(category, hand_after_exchange(d, 1 - role), how) < grade:
            score_holding(d, role, category, held)
            counted = True
    return counted


def reckon_misnomers(d: MutableState, record: Record) -> None:
    """Count the misnomers of a list in which something else is false (L53 before L54)."""
    claims = claims_of(record)
    if not record.about["call"]:
        reckon_truth(d, record, [each for each in claims if finding_of(d, record.offender, each) == "misnomer"])


def _holding_of_length(d: MutableState, role: int, category: int, cards: int) -> int:
    """The best holding with as many cards as these that a role has and has not reckoned; no cards if there is none."""
    hand, length = unreckoned(d, role, category), cards.bit_count()
    found = [(grade, held) for grade, held in pieces(category, hand, d.rules.counting)]
    fits = [(grade, held) for grade, held in found if said(category, held)[0] == length]
    return max(fits)[1] if fits else 0
