"""The candid player, who says what they hold and sinks nothing: how a dialogue is taken to go on."""

from service.piquet.cards.holdings import best, grades, holds, holds_length, maximal
from service.piquet.cards.ranking import POINT
from service.piquet.engine import MutableDeal
from service.piquet.model import actions as a
from service.piquet.model.state import ELDER, Phase, State
from service.piquet.rules.calling import callable_categories
from service.piquet.rulesets.parameters import Ruleset


def candid_action(rules: Ruleset, state: State) -> a.Action:
    """Return what a candid player says in a state in which a call, a reply, a tie-break or a reckoning is due."""
    seat = state.to_act ^ 1 ^ state.dealer
    hand, how = state.hands[state.to_act], rules.counting
    if state.phase == Phase.CALLING:
        category = callable_categories(rules, state)[0]
        held = maximal(category, hand, how)
        return a.Call(seat, category, *how.said(category, held[0][0])) if held else a.Pass(seat, category)
    category, length, tie, *_ = state.calls[-1]
    if state.phase == Phase.REPLY:
        if best(category, hand, how) >= how.above(category, length, tie):
            return a.Reply(seat, "not_good")
        same = how.alike(category, length, tie)
        equal = holds_length(category, hand, length, how) if tie is None else holds(category, hand, *same, how)
        return a.Reply(seat, "equal" if equal else "good")
    if state.phase == Phase.TIE_BREAK:
        ties = [how.said(category, grade)[1] for grade in _of_length(state, rules)]
        return a.StateTieBreak(seat, "value" if category == POINT else "top", max(ties))
    return a.Reckon(seat)


def _of_length(state: State, rules: Ruleset) -> set[tuple[int, int]]:
    category, length, *_ = state.calls[-1]
    how = rules.counting
    return {grade for grade in grades(category, state.hands[ELDER], how) if how.said(category, grade)[0] == length}


def until_play(rules: Ruleset, deal: MutableDeal) -> State:
    """Let both players be candid until nothing is left to say before the play, and return the state."""
    state = deal.state
    while state.phase in (Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING):
        deal.do(candid_action(rules, state))
        state = deal.state
    return state
