"""A state with members that rules may change."""

from service.piquet.model.events import Event
from service.piquet.model.law_state import Ledger
from service.piquet.model.state import State
from service.piquet.rulesets.parameters import Ruleset


class MutableState:
    """The members of a `State` as attributes that can be set, and the events of the change.

    The members are listed one by one for speed: unpacking into slots and packing again takes a third of the time of any
    generic way, and happens for every action applied.
    """

    __slots__ = (
        "events",
        "rules",
        "seats",
        *State._fields,
    )

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.events: list[Event] = []
        self.seats = (1 - state.dealer, state.dealer)
        self.law: Ledger | None = None  # that of `service.piquet.law`, once something irregular is entered
        (
            self.first_dealer,
            self.finished,
            self.dealers,
            self.dealer,
            self.phase,
            self.to_act,
            self.dealt,
            self.talon,
            self.hands,
            self.discards,
            self.exchanged,
            self.again,
            self.blanche,
            self.announced,
            self.committed,
            self.looks,
            self.named,
            self.calls,
            self.reckoned,
            self.barred,
            self.shown,
            self.counted,
            self.in_hand,
            self.play,
            self.settled,
            self.bonus,
            self.score,
            self.tricks,
            self.won,
            _,
        ) = state

    def state(self) -> State:
        """Return the current members as a `State`, without the part of the law."""
        packed = (
            self.first_dealer,
            self.finished,
            self.dealers,
            self.dealer,
            self.phase,
            self.to_act,
            self.dealt,
            self.talon,
            self.hands,
            self.discards,
            self.exchanged,
            self.again,
            self.blanche,
            self.announced,
            self.committed,
            self.looks,
            self.named,
            self.calls,
            self.reckoned,
            self.barred,
            self.shown,
            self.counted,
            self.in_hand,
            self.play,
            self.settled,
            self.bonus,
            self.score,
            self.tricks,
            self.won,
            None,
        )
        return tuple.__new__(State, packed)


# What a rule that changes nothing may be given.
Reader = State | MutableState
