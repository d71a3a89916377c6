"""Penalties and outcomes that several kinds share."""

from typing import Any, Final

from service.piquet.law.codes import SHORT_HAND
from service.piquet.law.kinds.tables import Case, Offered, Reader, settled

E3_ALONE: Final = ("E3", "E12")
REPLAY: Final = (Offered("replay", ("E6", "E12"), "next_deal"),)


def loss(reader: Reader) -> tuple[str, ...]:
    """Return the loss of a game; where no games are played, the great penalty takes its place."""
    return E3_ALONE if reader.rules.target is None else ("E10",)


def lifting(reader: Reader) -> tuple[str, ...]:
    """Return the penalty for taking up or showing a card of the other's."""
    lost = reader["law_stock_shown"] == "younger_loses_game" and reader["side"] == "younger"
    return loss(reader) if lost else E3_ALONE


def short_hand(message: str, **more: Any) -> tuple[Case, ...]:
    """Return the cases of a hand that is too short, which is not punished (L57)."""
    return tuple(
        Case({"law_short_hand": word}, settled(message, unraised=how, finding=word, **more))
        for word, how in SHORT_HAND.items()
    )
