"""What the actions of a seat are worth: over layouts, from now to the end of the deal.

In each layout the dialogue goes on candidly, younger reckons all that they may, and the cards are played with all cards
known (perfect-information averaging). That believes both to see through the cards from the next one on.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.advice.candid import until_play
from service.advice.parts import Parts, of_choice, of_events
from service.analysis.double_dummy import Choice, PlayPosition, chosen_solver
from service.analysis.play_position import played_out, situation_of
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import Action, Play
from service.piquet.model.state import OVER, State
from service.piquet.rulesets.parameters import Ruleset


class Outcomes(NamedTuple):
    """What actions bring in one layout, for elder, and how many positions were searched for that."""

    parts: list[Parts]
    searched: int


def outcomes(rules: Ruleset, state: State, actions: Sequence[Action]) -> Outcomes:
    """Return what each of the actions brings in a deal with all cards known."""
    search = _Search(played_out(rules))
    plays = [action for action in actions if isinstance(action, Play)]
    found = search.of_plays(state, plays) if plays else {}
    for action in actions:
        if action not in found:
            found[action] = search.of_action(state, action)
    return Outcomes([found[action] for action in actions], search.searched)


class _Search:
    """The values of one deal. What is said seldom changes the play, so each position is searched once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._best: dict[PlayPosition, Choice] = {}
        self.searched = 0

    def of_plays(self, state: State, plays: Iterable[Play]) -> dict[Action, Parts]:
        """Return what each card brings."""
        situation = situation_of(self._rules, state)
        solver = chosen_solver()(self._rules, situation.position)
        by_card = {choice.card: choice for choice in solver.choices()}
        self.searched += solver.expanded
        before = of_events(state.dealer, situation.events)
        return {play: before.plus(of_choice(self._rules, situation.position, by_card[play.card])) for play in plays}

    def of_action(self, state: State, action: Action) -> Parts:
        """Return what another action brings, if both players are candid after it."""
        deal = MutableDeal(self._rules, state)
        deal.do(action)
        then = until_play(self._rules, deal)
        said = of_events(state.dealer, deal.events)
        if then.phase in OVER:
            return said
        situation = situation_of(self._rules, then)
        before = said.plus(of_events(state.dealer, situation.events))
        return before.plus(of_choice(self._rules, situation.position, self._best_of(situation.position)))

    def _best_of(self, position: PlayPosition) -> Choice:
        if position not in self._best:
            solver = chosen_solver()(self._rules, position)
            self._best[position] = solver.best()
            self.searched += solver.expanded
        return self._best[position]
