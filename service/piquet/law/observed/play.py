"""Facts on play: what was answered, and what has been played since (K19 to K23)."""

from service.piquet.law.ledger import Record
from service.piquet.model.mutable_state import MutableState


def elder_led(d: MutableState, record: Record) -> bool:
    """Whether elder has led to the first trick."""
    return bool(d.tricks)


def answered(d: MutableState, record: Record) -> bool:
    """Whether the trick was played to."""
    return "answered" in record.past


def played_since(d: MutableState, record: Record) -> int:
    """How many cards have been played since."""
    return sum(play.entry > record.number for play in d.law.plays)


def asker_played(d: MutableState, record: Record) -> bool:
    """Whether the player who asked has put down a card since the answer."""
    return any(put.role != record.offender and put.entry > record.number for put in d.law.put)
