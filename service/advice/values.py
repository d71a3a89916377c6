"""What the actions of a seat are worth: over layouts, from now to the end of the deal.

In each layout the dialogue goes on candidly, younger reckons all that they may, and the cards are played with all cards
known (perfect-information averaging). From the first answer to a lead on, `CardValues` does better.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from service.advice.candid import until_play
from service.advice.effort import DIALOGUE, LAYOUT
from service.advice.knowledge import Knowledge
from service.advice.parts import Parts, of_events, of_worth
from service.advice.two_steps import CardValues, InTies
from service.analysis.double_dummy import PlayPosition, SharedSearch
from service.analysis.play_position import played_out, situation_of
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import PLAYS, Action, Play
from service.piquet.model.state import ELDER, OVER, State
from service.piquet.rulesets.parameters import Ruleset


class Valuation(Protocol):
    """What actions of a seat bring elder, over layouts that are added one by one."""

    def add(self, hand: int, weight: float, completed: Callable[[], State]) -> None:
        """Add the layout in which the other has this hand; `completed` returns its state."""
        ...

    def finish(self) -> int:
        """Value the actions over the layouts so far; return the work for it so far, in positions."""
        ...

    def rows(self) -> Sequence[Sequence[InTies]]:
        """Return what each action brings in each layout."""
        ...


def valuation(known: Knowledge, first: State, actions: Sequence[Action], always: Collection[Action]) -> Valuation:
    """Return the valuation of these actions; `first` is the state of any layout.

    Actions of `always` are valued exactly, even where it is enough to know that they cannot be the best.
    """
    rules = played_out(known.rules)
    if not _is_settled(known, first, actions):
        return ActionValues(rules, actions)
    cards, exactly = ([each.card for each in some if isinstance(each, Play)] for some in (actions, always))
    return CardValues(rules, situation_of(rules, first).position, cards, exactly)


def _is_settled(known: Knowledge, first: State, actions: Sequence[Action]) -> bool:
    """Whether the cards to come alone are open, and not whether younger's point scores (R5.3).

    Then layouts differ in the other hand only.
    """
    if not first.tricks or not all(isinstance(action, Play) for action in actions):
        return False
    return known.other == ELDER or not any(called.asked and called.status == "not_good" for called in first.calls)


class ActionValues:
    """What actions bring elder with all cards known after them."""

    def __init__(self, rules: Ruleset, actions: Sequence[Action]) -> None:
        self._rules, self._actions = rules, actions
        self._search = SharedSearch(rules)
        self._rows: list[list[InTies]] = []
        self._said = sum(not isinstance(action, Play) for action in actions)

    def add(self, hand: int, weight: float, completed: Callable[[], State]) -> None:
        """Add a layout."""
        self._rows.append([(parts, parts) for parts in self._of_state(completed())])

    def finish(self) -> int:
        """Return the work so far."""
        return self._search.expanded + len(self._rows) * (LAYOUT + self._said * DIALOGUE)

    def rows(self) -> Sequence[Sequence[InTies]]:
        """Return what each action brings in each layout."""
        return self._rows

    def _of_state(self, state: State) -> list[Parts]:
        found: dict[Action, Parts] = {}
        if any(isinstance(action, Play) for action in self._actions):
            situation = situation_of(self._rules, state)
            before, plays = of_events(state.dealer, situation.events), PLAYS[state.to_act ^ 1 ^ state.dealer]
            for worth in self._search.worths(situation.position):
                found[plays[worth.card]] = before.plus(of_worth(self._rules, situation.position, worth))
        return [found.get(action) or self._of_action(state, action) for action in self._actions]

    def _of_action(self, state: State, action: Action) -> Parts:
        deal = MutableDeal(self._rules, state)
        deal.do(action)
        then = until_play(self._rules, deal)
        said = of_events(state.dealer, deal.events)
        if then.phase in OVER:
            return said
        situation = situation_of(self._rules, then)
        more = of_events(then.dealer, situation.events)
        return said.plus(more).plus(of_best(self._rules, situation.position, self._search))


def of_best(rules: Ruleset, position: PlayPosition, search: SharedSearch) -> Parts:
    """Return what best play brings elder."""
    return of_worth(rules, position, search.best(position))
