"""Does advice choose better cards than perfect-information averaging, in the same time?

Averaging values a card by the mean, over the possible layouts, of the value with all cards known after it. So it takes
the player to see through the cards from the next one on. These methods are compared, each within the work of one effort
(`service/advice/values.py`):

* `advice`: what `service/advice` does (`service/advice/values.py`);
* `discards`: the same with `weights: discards`;
* `averaging`: what it did before.

The methods play mirrored pairs of the play alone. In each deal both players exchange by the advice with little effort
and call candidly; then the same cards are played twice with the methods changed, and the pair is one result. The first
lead is always that of averaging; from the answer to it on the methods differ. Packs are drawn by a generator of their
own.

Target: a method replaces averaging if it wins at least 52 % of the decided pairs.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from _mirrored import Row, arguments, packs, run
from _players import PHASES, phase_of

from service.advice.advising import advise
from service.advice.hidden_hands import completed, layouts_of
from service.advice.knowledge import Knowledge, knowledge_of
from service.advice.values import ASKED, EFFORTS, Effort, candid_action
from service.analysis.double_dummy import SharedSearch
from service.analysis.double_dummy.positions import hand_to_play
from service.analysis.play_position import played_out, situation_of
from service.piquet import engine
from service.piquet.cards.cards import cards_of
from service.piquet.legal_actions import PlayOption
from service.piquet.model.actions import PLAYS, Action
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, OVER, Pair, Phase, State, replace_role
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal as dealing_of
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat
from service.piquet.views import view_of

Decisions = list[tuple[int, str, float]]

_EFFORT, _LITTLE = EFFORTS["quick"], Effort("little", 100_000, 8)


def averaging(known: Knowledge, effort: Effort, weights: str, seed: str) -> Action:
    """Return the card with the best mean of what it brings with all cards known after it."""
    layouts, rng = layouts_of(known), Random(f"{seed}:layouts")
    order = rng.sample(range(len(layouts.hands)), len(layouts.hands))
    rules = played_out(known.rules)
    position = situation_of(rules, completed(known, int(layouts.hands[order[0]]), rng)).position
    search, sign, totals = SharedSearch(rules), 1 if known.role == ELDER else -1, Counter[int]()
    for asked, at in enumerate(order, 1):
        hands = replace_role(position.hands, known.other, int(layouts.hands[at]))
        for worth in search.worths(position._replace(hands=hands)):
            totals[worth.card] += sign * worth.value * int(layouts.counts[at])
        if search.expanded + ASKED * asked >= effort.budget:
            break
    return PLAYS[known.seat][max(cards_of(hand_to_play(position)), key=totals.__getitem__)]


def advice(known: Knowledge, effort: Effort, weights: str, seed: str) -> Action:
    """Return what advice puts first."""
    return advise(known, effort, weights=weights, seed=seed).options[0].action


Method = Callable[[Knowledge, Effort, str, str], Action]
#: The methods by name, each with the weights of layouts.
METHODS: dict[str, tuple[Method, str]] = {
    "advice": (advice, "equal"),
    "discards": (advice, "discards"),
    "averaging": (averaging, "equal"),
}


def until_led(rules: Ruleset, pack: tuple[int, ...], seed: str, number: int) -> tuple[State, list[Event]]:
    """Return the state after the first lead, and the events: both exchange by the advice and call candidly."""
    dealt = deal_next(rules, new_partie(number % 2), dealing_of(rules, pack))
    deal = engine.MutableDeal(rules, dealt.state)
    while not deal.state.tricks:
        state = deal.state
        if min(state.exchanged) >= 0 and state.phase != Phase.PLAY:
            deal.do(candid_action(rules, state))
        else:
            known = knowledge_at(rules, state, [*dealt.events, *deal.events])
            deal.do(advise(known, _LITTLE, seed=seed).options[0].action)
    return deal.state, [*dealt.events, *deal.events]


def knowledge_at(rules: Ruleset, state: State, events: list[Event]) -> Knowledge:
    """Return what the seat that is to act knows."""
    return knowledge_of(rules, view_of(rules, state, state.to_act ^ 1 ^ state.dealer), events)


def play_on(rules: Ruleset, begun: tuple[State, list[Event]], names: list[str], seed: str) -> tuple[Pair, Decisions]:
    """Play the cards with a method at each seat; return the scores by seat, and the decisions."""
    state, events = begun
    deal, decisions = engine.MutableDeal(rules, state), Decisions()
    while deal.state.phase not in OVER:
        state = deal.state
        seat = state.to_act ^ 1 ^ state.dealer
        play = next((option for option in deal.options() if isinstance(option, PlayOption)), None)
        if play is None or play.cards.bit_count() == 1:
            deal.do(candid_action(rules, state) if play is None else PLAYS[seat][cards_of(play.cards)[0]])
            continue
        known = knowledge_at(rules, state, [*events, *deal.events])
        method, weights = METHODS[names[seat]]
        begun_at = time.process_time()
        action = method(known, _EFFORT, weights, seed)
        decisions.append((seat, phase_of(state), time.process_time() - begun_at))
        deal.apply(action)
    return by_seat(deal.state.dealer, deal.state.score), decisions


def play_pair(given: argparse.Namespace, number: int) -> Row:
    """Play the cards of a deal twice with the methods changed. The points are those of the first less the second."""
    rules, seed = ruleset(given.ruleset), f"{given.seed}:{number}"
    begun = until_led(rules, next(packs(rules, given.seed, number)), seed, number)
    points, times = [], {name: {phase: list[float]() for phase in PHASES} for name in given.players}
    for names in (given.players, given.players[::-1]):
        found, decisions = play_on(rules, begun, names, seed)
        points.append(found[names.index(given.players[0])] - found[names.index(given.players[1])])
        for seat, phase, taken in decisions:
            times[names[seat]][phase].append(round(taken, 6))
    return {"pair": number, "points": points, "times": times}


def main() -> None:
    given = arguments(__doc__, tuple(METHODS), ("advice", "averaging"), 100).parse_args()
    run(given, partial(play_pair, given), PHASES, "points")


if __name__ == "__main__":
    main()
