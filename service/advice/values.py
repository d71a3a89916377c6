"""What the actions of a seat are worth: over layouts, from now to the end of the deal.

In each layout the dialogue goes on candidly, younger reckons all that they may, and the cards are played with all cards
known (perfect-information averaging). That believes both to see through the cards from the next one on.
"""

from collections.abc import Callable, Sequence

from service.advice.candid import until_play
from service.advice.knowledge import Knowledge
from service.advice.parts import Parts, of_events, of_worth
from service.analysis.double_dummy import PlayPosition, SharedSearch
from service.analysis.play_position import played_out, situation_of
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import PLAYS, Action, Play
from service.piquet.model.state import OVER, YOUNGER, State, replace_role
from service.piquet.rulesets.parameters import Ruleset


class Valuation:
    """What actions of a seat bring elder, layout by layout. `searched` is the number of positions searched for it."""

    def __init__(self, known: Knowledge, first: State, actions: Sequence[Action]) -> None:
        """Prepare for these actions; `first` is the state of any layout."""
        self._rules = played_out(known.rules)
        self._search = SharedSearch(self._rules)
        self._actions = actions
        self._dealer, self._other = first.dealer, known.other
        self._position = self._settled(known, first)

    @property
    def searched(self) -> int:
        """The number of positions searched so far."""
        return self._search.expanded

    @property
    def is_settled(self) -> bool:
        """Whether the layouts differ in the other hand only, so that it is enough to know that."""
        return self._position is not None

    def of(self, hand: int, completed: Callable[[], State]) -> list[Parts]:
        """Return what each action brings in a layout, of which `completed` returns the state."""
        if self._position is not None:
            hands = replace_role(self._position.hands, self._other, hand)
            found = self._of_plays(self._position._replace(hands=hands))
            return [found[action] for action in self._actions]
        return self._of_state(completed())

    def _settled(self, known: Knowledge, first: State) -> PlayPosition | None:
        """Return the position if the cards to come alone are open, and not whether younger's point scores (R5.3)."""
        if not first.tricks or not all(isinstance(action, Play) for action in self._actions):
            return None
        if known.other == YOUNGER and any(called.asked and called.status == "not_good" for called in first.calls):
            return None
        return situation_of(self._rules, first).position

    def _of_state(self, state: State) -> list[Parts]:
        found: dict[Action, Parts] = {}
        if any(isinstance(action, Play) for action in self._actions):
            situation = situation_of(self._rules, state)
            before = of_events(state.dealer, situation.events)
            found = {play: before.plus(parts) for play, parts in self._of_plays(situation.position).items()}
        return [found.get(action) or self._of_action(state, action) for action in self._actions]

    def _of_plays(self, position: PlayPosition) -> dict[Action, Parts]:
        """Return what each card of a position brings from then on."""
        plays = PLAYS[position.to_act ^ 1 ^ self._dealer]
        return {plays[worth.card]: of_worth(self._rules, position, worth) for worth in self._search.worths(position)}

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
