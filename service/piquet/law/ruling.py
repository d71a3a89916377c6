"""What a ruling says: the irregularity, who may elect what until when, and what holds if nobody does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.piquet.law.kinds.tables import FactValue
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import State

#: What a ruling's status may be.
STATUSES: Final[Mapping[str, str]] = {
    "open": "somebody may still elect, or correct what they said",
    "lapsed": "the time is past, and what happened stands",
    "ruled": "it is settled: by an election, or by the law itself, which leaves nobody a choice",
    "amended": "the player who erred has corrected it in time",
    "harmless": "it was irregular, and nothing follows from it",
    "none": "there is no irregularity",
}

#: The stage of a ruling whose status, or who is entitled, depends on missing facts. `status` has no such value: the
#: contract has closed its list.
UNDECIDED: Final = "undecided"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a ruling rests on. `source` is where it is known from: `state`, `request` or `law`."""

    name: str
    value: FactValue
    source: str


@dataclass(frozen=True, slots=True)
class Need:
    """A fact without which the law says no more.

    `values` are those that it may have; empty if there are too many. `form` says how it is written, and may name
    `least` and `most`; with `null` it may be null, too. `sample` is an example.
    """

    name: str
    question: str
    values: tuple[FactValue, ...]
    form: str
    sample: FactValue
    least: int = 0
    most: int = 0
    null: bool = False


@dataclass(frozen=True, slots=True)
class ElectionOffer:
    """An election that the law offers, its effects E1 to E12, and until when it may be made (`elections.UNTIL`).

    In a deal it has the `actions` that bring it about, their `events`, and the `state` to which they lead; None if that
    is not given. A ruling from facts has none of these.
    """

    election: str
    effects: tuple[str, ...]
    until: str
    actions: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling on an irregularity.

    `number` is the entry in the history, None if there is no history; `kind` the name of a kind, and `law` the law that
    it rests on, with `also` further laws, and `readings`. `offender` and `entitled` are seats or, if the dealer is not
    known, roles. `finding` is what the law takes the irregularity for, where it distinguishes. `until` is the time
    until which something may be elected or corrected, and `unraised` what holds if nothing is. `passed` are the times
    that are past (`elections.UNTIL`). `offered` says whether the law offers an election to anybody; `elections` may be
    those of one player only. An `undecided` ruling has a status, or names players who are entitled, only in so far as
    all that is possible has them in common.
    """

    kind: str
    status: str
    message: str
    facts: tuple[Fact, ...]
    number: int | None = None
    law: str | None = None
    also: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    offender: str | None = None
    finding: str | None = None
    needs: tuple[Need, ...] = ()
    entitled: tuple[str, ...] = ()
    until: str | None = None
    elections: tuple[ElectionOffer, ...] = ()
    unraised: str | None = None
    passed: tuple[str, ...] = ()
    offered: bool = False
    undecided: bool = False

    @property
    def stage(self) -> str:
        """The status, or `undecided` as long as missing facts decide it."""
        return UNDECIDED if self.undecided else self.status
