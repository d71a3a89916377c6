"""The facts of an irregularity as a played deal shows them.

Imports the kinds, the ledger and what they import. There is one function for each fact; it runs when a table asks.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.piquet.law.ledger import Record, full
from service.piquet.law.observed import claims
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Phase
from service.piquet.scoring.target_score import stops_at

Observer = Callable[[MutableState, Record], Any]

#: The roles by the names that facts and rulings have for them.
ROLE: Final = {ELDER: "elder", YOUNGER: "younger"}


def _outcome(d: MutableState, record: Record) -> str | None:
    """Return what came of it: an election, or what closed all rights in the deal."""
    if record.election is not None:
        return record.election
    if d.law.annulled:
        return "annulment"
    if d.law.lost >= 0:
        return "loss_of_game"
    if d.phase == Phase.PARTIE_OVER and stops_at(d.rules) is not None:
        return "end_of_game"  # LR30
    return "full_history" if full(d, record) else None


def _taken_up(d: MutableState, record: Record) -> tuple[str, ...]:
    """Return the players who have taken up their hands. Nobody has if that is reported with the ruling (L16)."""
    return ("elder", "younger") if "untouched" in d.law.past else ()


def _laid_out(d: MutableState, record: Record) -> bool:
    """Whether younger has laid out a discard for it, and taken no card yet."""
    return record.offender == ELDER and bool(d.committed)


def _elder_led(d: MutableState, record: Record) -> bool:
    """Whether elder has led to the first trick."""
    return bool(d.tricks)


def _played_since(d: MutableState, record: Record) -> int:
    """How many cards have been played since."""
    return sum(play.entry > record.number for play in d.law.plays)


def _asker_played(d: MutableState, record: Record) -> bool:
    """Whether the player who asked has put down a card since the answer."""
    return any(put.role != record.offender and put.entry > record.number for put in d.law.put)


#: The facts that any irregularity may have, by name. A fact that is None is left out.
_OF_ALL: Final[Mapping[str, Observer]] = {
    "side": lambda d, record: ROLE.get(record.offender),
    "outcome": _outcome,
    "first_card_played": lambda d, record: "first_card" in d.law.past,
}

#: The facts of each kind, by its name. A record may have others from when it was made.
OBSERVERS: Final[Mapping[str, Mapping[str, Observer]]] = {
    "deal_out_of_turn": {"deal": lambda d, record: len(d.finished) + 1, "taken_up": _taken_up},
    "false_blanche": {"laid_out": _laid_out},
    "buried": {"elder_led": _elder_led},
    "not_reckoned": {"elder_led": _elder_led},
    "false_claim": claims.CLAIM,
    "false_reply": claims.REPLY,
    "revoke": {"played_since": _played_since},
    "lead_out_of_turn": {"answered": lambda d, record: "answered" in record.past},
    "misinformed": {"asker_played": _asker_played},
}


class Observed:
    """The facts of a record, each observed when it is first asked for."""

    def __init__(self, d: MutableState, record: Record) -> None:
        self._d = d
        self._record = record
        self._known = dict(record.facts)

    def __contains__(self, name: object) -> bool:
        if name not in self._known:
            observer = OBSERVERS.get(self._record.kind, {}).get(str(name)) or _OF_ALL.get(str(name))
            value = observer(self._d, self._record) if observer else None
            if value is None:
                return False
            self._known[str(name)] = value
        return True

    def __getitem__(self, name: str) -> Any:
        return self._known[name]
