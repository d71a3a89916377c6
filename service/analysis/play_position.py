"""A deal in play, prepared for double-dummy analysis.

It reckons what is still open and decides whether a pique is possible.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from service.analysis.double_dummy import PlayPosition, Towards
from service.piquet.cards.cards import cards_of
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import PLAYS, Reckon
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, YOUNGER, Pair, State
from service.piquet.rules.play import TRICKS, playable
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CARDS_POINTS, PIQUE, REPIQUE


class Situation(NamedTuple):
    """A position, and the points that elder and younger still reckon before play goes on.

    The points are all that each may reckon (R5.11), including a repique, and a pique that a lead on the table has made;
    `events` are those that score them. `to_reckon` says whether the reckoning was still open.
    """

    position: PlayPosition
    reckoned: Pair
    to_reckon: bool
    events: tuple[Event, ...] = ()


@lru_cache(maxsize=64)
def played_out(rules: Ruleset) -> Ruleset:
    """Return the rules under which no target ends a deal before its last card (R8.4)."""
    return replace(rules, target_stop="end_of_deal")


def situation_of(rules: Ruleset, state: State) -> Situation:
    """Return the situation of a state in the phase `play`."""
    reckoned, events = _reckon(rules, state)
    made = [0, 0]
    closed = (PIQUE, ELDER) in (reckoned if state.tricks else state).settled
    # Before the first lead, one is made only to let younger reckon.
    counted = tuple(each for each in events if each.kind != "lead" and (each.kind != PIQUE or state.tricks))
    for event in counted:
        role = state.dealer ^ 1 ^ (event.seat or 0)
        made[role] += event.points
        closed = closed or (event.kind == REPIQUE and role == ELDER)
    saved = any(reckoned.in_hand[YOUNGER]) or reckoned.barred or reckoned.blanche == ("shown", "shown")  # R7.3, R7.6
    pique = None if closed or saved else towards(rules, (sum(reckoned.in_hand[ELDER]), 0), state.play, state.won)
    on_table = bool(state.tricks) and state.tricks[-1].follow < 0
    leader, lead = (state.tricks[-1].leader, state.tricks[-1].lead) if on_table else (state.to_act, -1)
    named = not state.tricks and state.named is not None
    may_play = playable(state, ELDER) if named else -1
    position = PlayPosition(state.hands, leader, lead, state.won, pique, may_play)
    return Situation(position, (made[ELDER], made[YOUNGER]), not state.reckoned, counted)


def _reckon(rules: Ruleset, state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the state once younger has reckoned all that they may, and the events until then.

    Before the first lead any card can be led for this, since the result does not depend on it.
    """
    deal = MutableDeal(played_out(rules), state)
    if not state.tricks:
        deal.do(PLAYS[1 - state.dealer][cards_of(playable(state, ELDER))[0]])
    if not deal.state.reckoned:
        deal.do(Reckon(state.dealer))
    return deal.state, deal.events


def towards(rules: Ruleset, in_hand: Pair, play: Pair, won: Pair) -> Towards | None:
    """Elder's points towards a pique, from points in hand and in play and tricks won; None if younger has any points.

    The caller must know that neither it nor a repique has been made yet.
    """
    if in_hand[YOUNGER] or play[YOUNGER]:
        return None
    early = CARDS_POINTS if rules.cards_counted == "seventh_trick" and won[ELDER] > TRICKS // 2 else 0
    return Towards(in_hand[ELDER] + play[ELDER] + early, play[ELDER] > 0)
