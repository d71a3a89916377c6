"""What a state has in addition if something irregular was entered in the deal (docs/law.md).

An ordinary state has none of it. Positions are those of the talon as dealt, from 1; pairs are (elder, younger).
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

Pair = tuple[int, int]


class IncidentRecord(NamedTuple):
    """An irregularity that was entered, reported or raised.

    `number` is that of its entry, 0 for the deal; `kind` is the number of its kind (`K15`). `offender` is a role, -1
    for nobody; `entitled` are roles. `offers` are elections with the time until which each may be made; `until` is the
    first of these times, or that of a correction. `status` is open, lapsed, ruled, amended, harmless or none;
    `election` is the one that was made.
    """

    number: int
    kind: str
    law: str
    offender: int
    entitled: tuple[int, ...]
    offers: tuple[tuple[str, str], ...]
    until: str | None
    status: str
    election: str | None
    public: bool


class LawState(NamedTuple):
    """The part of a state that the law of irregularities adds.

    * `lying`: the positions of the talon that nobody has taken, from the top; `taken`: those that each role took.
    * `incidents`: what was entered, reported or raised, in order.
    * `forfeits`: the law under which a role reckons nothing (E3), or None.
    * `seen`: cards of the other role or of the talon that were exposed to a role, as masks.
    * `ahead`: cards of a run that are not led yet, and surplus answers, in order.
    * `suits_due`: the suits that a role must lead when next in the lead (E8), in order.
    * `dealt_by`: the seat that dealt out of turn; -1 if the deal was in turn.
    * `annulled`: the law by which the deal was annulled; empty if it was not.
    * `lost`: the role that lost the game by a ruling (E10); -1 if none did.
    * `relead_due`: whether elder has first to say whether to lead another card (A4).
    """

    lying: tuple[int, ...] = ()
    taken: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    incidents: tuple[IncidentRecord, ...] = ()
    forfeits: tuple[str | None, str | None] = (None, None)
    seen: Pair = (0, 0)
    ahead: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    suits_due: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    dealt_by: int = -1
    annulled: str = ""
    lost: int = -1
    relead_due: bool = False


class Ledger(Protocol):
    """What the rules ask while a deal with irregularities is played: members of `LawState`, and the items."""

    @property
    def lying(self) -> Sequence[int]: ...
    @property
    def taken(self) -> tuple[Sequence[int], Sequence[int]]: ...
    @property
    def forfeits(self) -> Sequence[str | None]: ...
    @property
    def suits_due(self) -> tuple[Sequence[int], Sequence[int]]: ...
    @property
    def saves_nothing(self) -> Sequence[bool]:
        """Whether what a role has, and does not score, saves it from no pique and repique."""
        ...

    @property
    def late(self) -> bool:
        """Whether what is entered now is a late reckoning (E5)."""
        ...

    def enter(self, role: int, kind: str, points: int, cards: tuple[str, ...]) -> int:
        """Enter an item and return the points that it scores: 0 if the role reckons nothing."""
        ...

    def take(self, role: int, count: int) -> None:
        """Note that a role takes cards from the top of the talon."""
        ...

    def run_of(self, role: int) -> Sequence[int]:
        """Return the cards of a role's run that are not led yet, in order."""
        ...

    def in_play(self) -> Sequence[tuple[int, int]]:
        """Return what scored in play and for the cards, in the order in which it did, as role and points."""
        ...
