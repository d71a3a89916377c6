"""The referee: `options`, `check`, `apply` and `replay`, on the rules of each part of a deal.

The engine reads the parameters of a ruleset and never its name.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.piquet.law.deal import IrregularDeal, is_law_act, would_be
from service.piquet.legal_actions import Option, expand, options as regular_options
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import MutableState, State
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.verbs import APPLY, check as check_regular


class Outcome(NamedTuple):
    """The result of an action: the state, its events, and the action with every open choice filled in."""

    state: State
    events: tuple[Event, ...]
    action: Action


class Replay(NamedTuple):
    """The result of a list of actions.

    `refused` has the index of the first illegal one and its violations, else None.
    """

    state: State
    events: tuple[Event, ...]
    actions: tuple[Action, ...]
    refused: tuple[int, tuple[Violation, ...]] | None


class MutableDeal:
    """A deal that changes in place.

    It is faster than `apply` for a series of actions, since no state is made in between. From the first act of the law
    of irregularities on, an `IrregularDeal` judges it; for that the `history` of the deal before `state` is needed.
    `done` are the actions since then, with every open choice filled in.
    """

    def __init__(self, rules: Ruleset, state: State, history: Iterable[Action] = ()) -> None:
        self._rules = rules
        self._history = history
        self.done: list[Action] = []
        self._mutable = MutableState(rules, state)
        self._irregular: IrregularDeal | None = None
        if state.law is not None:
            self._switch(state)

    @property
    def state(self) -> State:
        """The current state."""
        return self._irregular.state if self._irregular else self._mutable.state()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since this object was made."""
        return tuple(self.events_after(0))

    def events_after(self, count: int) -> Sequence[Event]:
        """Return the events since this object was made, without the first ones."""
        return self._irregular.events[self._before + count :] if self._irregular else self._mutable.events[count:]

    @property
    def irregular(self) -> "IrregularDeal | None":
        """The deal as the law of irregularities judges it; None as long as nothing irregular was entered."""
        return self._irregular

    def options(self) -> tuple[Option, ...]:
        """Return the options of the current state."""
        return self._irregular.options() if self._irregular else regular_options(self._rules, self._mutable)

    def expand(self, option: Option) -> Sequence[Action]:
        """Every legal action of an option."""
        return expand(self._rules, self._irregular.d if self._irregular else self._mutable, option)

    def check(self, action: Action) -> tuple[Violation, ...]:
        """Every reason why the action is illegal; empty if it is legal."""
        if self._irregular is None:
            if not is_law_act(action):
                return check_regular(self._rules, self._mutable, action)
            self._switch(self._mutable.state())
        assert self._irregular is not None
        return self._irregular.check(action)

    def apply(self, action: Action) -> Action:
        """Apply the action and return it with every open choice filled in. Raises `IllegalAction` if it is illegal."""
        violations = self.apply_all((action,))
        if violations:
            raise IllegalAction(violations)
        return self.done[-1]

    def apply_all(self, actions: Iterable[Action]) -> tuple[Violation, ...]:
        """Apply the actions up to the first illegal one, and return its violations."""
        rules, mutable, done = self._rules, self._mutable, self.done
        for action in actions:
            effect = APPLY.get(type(action))
            if effect is None or action.irregular or self._irregular is not None:
                violations = self.check(action)
                if not violations:
                    self.do(action)
            else:
                violations = check_regular(rules, mutable, action)
                if not violations:
                    done.append(effect(mutable, action.seat ^ 1 ^ mutable.dealer, action))
            if violations:
                return violations
        return ()

    def do(self, action: Action) -> Action:
        """Apply the action without checking it. Use it only for an action that `options` allows."""
        if self._irregular is not None:
            done = self._irregular.do(action)
        else:
            done = APPLY[type(action)](self._mutable, action.seat ^ 1 ^ self._mutable.dealer, action)
        self.done.append(done)
        return done

    def _switch(self, state: State) -> None:
        """Let the law of irregularities judge the deal from now on."""
        self._irregular = IrregularDeal(self._rules, state, [*self._history, *self.done])
        self._before = len(self._irregular.events) - len(self._mutable.events)


def check(rules: Ruleset, state: State, action: Action, history: Iterable[Action] = ()) -> tuple[Violation, ...]:
    """Every reason why the action is illegal; empty if it is legal. `history` as in `MutableDeal`."""
    if state.law is None and not is_law_act(action):
        return check_regular(rules, state, action)
    return MutableDeal(rules, state, history).check(action)


def options(rules: Ruleset, state: State, history: Iterable[Action] = ()) -> tuple[Option, ...]:
    """Return the options of a state. `history` as in `MutableDeal`."""
    return regular_options(rules, state) if state.law is None else MutableDeal(rules, state, history).options()


def apply(rules: Ruleset, state: State, action: Action, history: Iterable[Action] = ()) -> Outcome:
    """Apply the action. Raises `IllegalAction` if it is illegal. `history` as in `MutableDeal`."""
    table = MutableDeal(rules, state, history)
    done = table.apply(action)
    return Outcome(table.state, table.events, done)


def replay(rules: Ruleset, state: State, actions: Iterable[Action]) -> Replay:
    """Apply the actions in order, up to the first illegal one."""
    table = MutableDeal(rules, state)
    violations = table.apply_all(actions)
    refused = (len(table.done), violations) if violations else None
    return Replay(table.state, table.events, tuple(table.done), refused)


__all__ = [
    "IllegalAction",
    "MutableDeal",
    "Option",
    "Outcome",
    "Replay",
    "apply",
    "check",
    "expand",
    "options",
    "replay",
    "would_be",
]
