"""What the actions of a seat are worth: over layouts, from now to the end of the deal.

In each layout the dialogue goes on candidly, younger reckons all that they may, and the cards are played with all cards
known (perfect-information averaging). That believes both to see through the cards from the next one on.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.advice.candid import until_play
from service.advice.parts import Parts, of_choice, of_events, of_situation
from service.analysis.double_dummy import chosen_solver
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
    rules = played_out(rules)
    found: dict[Action, Parts] = {}
    searched = 0
    plays = [action for action in actions if isinstance(action, Play)]
    if plays:
        found, searched = _of_plays(rules, state, plays)
    for action in actions:
        if action not in found:
            found[action], more = _of_action(rules, state, action)
            searched += more
    return Outcomes([found[action] for action in actions], searched)


def _of_plays(rules: Ruleset, state: State, plays: Iterable[Play]) -> tuple[dict[Action, Parts], int]:
    situation = situation_of(rules, state)
    solver = chosen_solver()(rules, situation.position)
    by_card = {choice.card: choice for choice in solver.choices()}
    before = of_events(state.dealer, situation.events)
    found: dict[Action, Parts] = {
        play: before.plus(of_choice(rules, situation.position, by_card[play.card])) for play in plays
    }
    return found, solver.expanded


def _of_action(rules: Ruleset, state: State, action: Action) -> tuple[Parts, int]:
    deal = MutableDeal(rules, state)
    deal.do(action)
    then = until_play(rules, deal)
    said = of_events(state.dealer, deal.events)
    if then.phase in OVER:
        return said, 0
    more, searched = of_play(rules, then)
    return said.plus(more), searched


def of_play(rules: Ruleset, state: State) -> tuple[Parts, int]:
    """Return what a state in the phase `play` brings with best play, and the number of positions searched."""
    situation = situation_of(rules, state)
    solver = chosen_solver()(rules, situation.position)
    parts = of_situation(rules, state.dealer, situation, solver.best())
    return parts, solver.expanded
