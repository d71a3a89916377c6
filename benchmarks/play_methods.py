"""Does another method choose better cards than perfect-information averaging, in the same time?

Advice values a card by the mean, over the possible layouts, of the value with all cards known after it. Its known fault
is that it believes both players to see through the cards from the next one on. These methods are compared with it, each
of them within the work of one effort (`service/advice/effort.py`):

* `averaging`: what `service/advice` does, with all layouts equal;
* `discards`: the same with `weights: discards`;
* `two_steps`: after a card and what the other does then, the player's own next card is the same in all layouts that
  they cannot tell apart by then. The other knows all cards, and from that next card on both do. Of cards that are as
  good for the other in a layout, the first and the last one are each half as likely. Cards that are far behind by
  averaging are left out. So a plan that needs to see the other hand at the next card counts for no more than it brings
  (the strategy fusion of averaging is gone for one more step, as with alpha-mu and two moves).
* `ties`: the same, but only of the cards that are worth the same by averaging;
* `two_steps_third`: `two_steps` with a third of the work, which takes about as long as averaging;
* `two_steps_discards`: `two_steps` with `weights: discards`.

The methods play mirrored pairs of the play alone. In each deal both players exchange by the advice with little effort
and call candidly; then the same cards are played twice with the methods changed, and the pair is one result. In the
first trick every method averages, with its own weights. Packs are drawn by a generator of their own.

Target: a method replaces averaging if it wins at least 52 % of the decided pairs.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import fmean
from typing import NamedTuple

from _mirrored import Row, arguments, packs, run
from _players import PHASES, phase_of

from service.advice.advising import advise, draws_for, likelihood_of
from service.advice.candid import candid_action
from service.advice.completion import completed
from service.advice.effort import EFFORTS, Effort
from service.advice.knowledge import Knowledge, knowledge_of
from service.advice.layouts import layouts_of
from service.analysis.double_dummy import PlayPosition, SharedSearch, Towards, Worth
from service.analysis.double_dummy.play_scoring import PlayScoring, pack_pique
from service.analysis.double_dummy.positions import hand_to_play
from service.analysis.double_dummy.search import Search
from service.analysis.double_dummy.suit_patterns import LOW_RANKS
from service.analysis.play_position import played_out, situation_of
from service.piquet import engine
from service.piquet.cards.cards import SAME_SUIT, SUIT_SIZE, cards_of
from service.piquet.legal_actions import PlayOption
from service.piquet.model.actions import PLAYS, Action
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, OVER, YOUNGER, Pair, Phase, State, replace_role
from service.piquet.rules.dealing import deal as dealing_of
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.account import PIQUE_POINTS, THIRTY
from service.piquet.scoring.settlement import by_seat
from service.piquet.views import view_of

Decisions = list[tuple[int, str, float]]

_EFFORT, _EXCHANGING = EFFORTS["quick"], Effort("exchanging", 100_000, 8)
_ASKED = 60  # what asking for the values of a position costs besides the search, in positions
_CANDIDATES, _MARGIN = 4, 8.0  # the most cards that are looked at again, and how far they may be behind
_ROUNDING = 1e-6


class Layout(NamedTuple):
    """The other hand in a layout, and its weight."""

    hand: int
    weight: float


class Plan(NamedTuple):
    """A position with its values so far: what elder has gained since the decision, and how likely it is."""

    position: PlayPosition
    gained: int
    chance: float
    seen: tuple[int, ...]


class TwoSteps:
    """The values of cards if the next own card must be the same in all layouts that cannot be told apart."""

    def __init__(self, rules: Ruleset, position: PlayPosition, own: int, budget: int, margin: float) -> None:
        self._rules, self._position, self._own, self._budget = rules, position, own, budget
        self._margin = margin
        self._search, self._scoring = SharedSearch(rules), PlayScoring(rules)
        self._pique = Search(self._scoring, TRICKS).pique
        self._asked = 0

    @property
    def _spent(self) -> int:
        return self._search.expanded + _ASKED * self._asked

    def best(self, layouts: list[Layout]) -> int:
        """Return the best card."""
        sign = 1 if self._own == ELDER else -1
        cards = cards_of(hand_to_play(self._position))
        used, totals = 0, dict.fromkeys(cards, 0.0)
        for layout in layouts:
            for worth in self._worths(self._with(layout.hand)):
                totals[worth.card] += sign * layout.weight * worth.value
            used += 1
            if self._spent >= self._budget // 2:
                break
        weight = sum(layout.weight for layout in layouts[:used])
        ranked = sorted(cards, key=lambda card: -totals[card])
        first = totals[ranked[0]] / weight
        close = [card for card in ranked[:_CANDIDATES] if first - totals[card] / weight <= self._margin]
        if len(close) < 2 or self._position.hands[self._own].bit_count() < 2:
            return ranked[0]
        return self._again(close, layouts[:used], sign)

    def _again(self, cards: list[int], layouts: list[Layout], sign: int) -> int:
        """Return the best of some cards by what they bring with the same next card in layouts that look the same."""
        seen: dict[int, dict[tuple[int, ...], dict[int, float]]] = {card: {} for card in cards}
        for layout in layouts:
            position = self._with(layout.hand)
            for card in cards:
                for plan in self._until_own(position, card):
                    found = seen[card].setdefault(plan.seen, defaultdict(float))
                    due = self._due(position) - self._due(plan.position)
                    factor = sign * layout.weight * plan.chance
                    if not plan.position.tricks_left:
                        found[-1] += factor * plan.gained
                        continue
                    for worth in self._worths(plan.position):
                        found[worth.card] += factor * (plan.gained + due + worth.value)
            if self._spent >= self._budget:
                break
        values = {card: sum(max(each.values()) for each in found.values()) for card, found in seen.items()}
        return max(cards, key=values.__getitem__)

    def _due(self, position: PlayPosition) -> int:
        elder, younger = self._scoring.due(position.won)
        return elder - younger

    def _with(self, hand: int) -> PlayPosition:
        return self._position._replace(hands=replace_role(self._position.hands, 1 - self._own, hand))

    def _worths(self, position: PlayPosition) -> tuple[Worth, ...]:
        self._asked += 1
        return self._search.worths(position)

    # ---- what happens until the next own card

    def _until_own(self, position: PlayPosition, card: int) -> Iterator[Plan]:
        """Yield the plans after a card of the player's own, up to their next decision or the end."""
        if position.lead >= 0:
            yield from self._after_trick(self._trick(position, position.lead, card, 0), 1.0, ())
            return
        led, gained = self._led(position, card)
        for reply, chance in self._best_of_other(led):
            yield from self._after_trick(self._trick(led, card, reply, gained), chance, (reply,))

    def _after_trick(self, after: tuple[PlayPosition, int], chance: float, seen: tuple[int, ...]) -> Iterator[Plan]:
        position, gained = after
        if position.leader == self._own or not position.tricks_left:
            yield Plan(position, gained, chance, seen)
            return
        for lead, likely in self._best_of_other(position):
            led, more = self._led(position, lead)
            yield Plan(led, gained + more, chance * likely, (*seen, lead))

    def _best_of_other(self, position: PlayPosition) -> list[tuple[int, float]]:
        """Return the first and the last of the best cards of the other, with how likely each is."""
        worths = self._worths(position)
        best = (max if position.to_act == ELDER else min)(worth.value for worth in worths)
        good = [worth.card for worth in worths if worth.value == best]
        return [(good[0], 1.0)] if len(good) == 1 else [(good[0], 0.5), (good[-1], 0.5)]

    def _led(self, position: PlayPosition, card: int) -> tuple[PlayPosition, int]:
        """Return the position with a card led, and what elder gains by that."""
        leader, pique = position.leader, position.pique
        points = self._scoring.tricks.lead(card % SUIT_SIZE < LOW_RANKS)
        bonus = 0
        if pique is not None and leader == ELDER:
            pique = Towards(pique.points + points, pique.in_play or points > 0)
            if pique.points >= THIRTY and pique.in_play:
                pique, bonus = None, PIQUE_POINTS
        elif points:
            pique = None
        hands = replace_role(position.hands, leader, position.hands[leader] & ~(1 << card))
        gained = points + bonus if leader == ELDER else -points
        return position._replace(hands=hands, lead=card, pique=pique, may_play=-1), gained

    def _trick(self, position: PlayPosition, lead: int, follow: int, gained: int) -> tuple[PlayPosition, int]:
        """Return the position after a trick whose lead is on the table, and what elder has gained."""
        leader, left = position.leader, position.tricks_left - 1
        low_lead, low_follow = (card % SUIT_SIZE < LOW_RANKS for card in (lead, follow))
        keeps = not (follow > lead and SAME_SUIT[lead] >> follow & 1)
        points, against = self._scoring.tricks.trick(keeps, low_lead, low_follow)
        points -= self._scoring.tricks.lead(low_lead)
        winner = leader if keeps else 1 - leader
        packed = 0 if position.pique is None else pack_pique(*position.pique)
        bonus = then = 0
        if packed:
            bonus, then = self._pique(packed, left, leader, position.won[ELDER], keeps, points, against)
        made = [points, against] if leader == ELDER else [against, points]
        made[winner] += self._scoring.cards[position.won[winner]] + (0 if left else self._scoring.last)
        made[ELDER] += bonus
        hands = replace_role(position.hands, 1 - leader, position.hands[1 - leader] & ~(1 << follow))
        won: Pair = replace_role(position.won, winner, position.won[winner] + 1)
        pique = Towards((then - 1) // 2, bool((then - 1) % 2)) if then else None
        return PlayPosition(hands, winner, -1, won, pique), gained + made[ELDER] - made[YOUNGER]


def two_steps(
    known: Knowledge, effort: Effort, weights: str, seed: str, margin: float = _MARGIN, share: int = 1
) -> Action:
    """Return the best card of a seat that has nothing else to do, by `TwoSteps` with a share of the work."""
    layouts = layouts_of(known)
    order, rng = list(range(len(layouts.hands))), Random(f"{seed}:layouts")
    rng.shuffle(order)
    found, draws = [], draws_for(len(order))
    for at in order:
        hand, weight = int(layouts.hands[at]), float(layouts.counts[at])
        if weights == "discards":
            weight *= fmean(likelihood_of(known, completed(known, hand, rng)) for _ in range(draws))
        found.append(Layout(hand, weight))
    rules = played_out(known.rules)
    position = situation_of(rules, completed(known, found[0].hand, rng)).position
    return PLAYS[known.seat][TwoSteps(rules, position, known.role, effort.budget // share, margin).best(found)]


def averaging(known: Knowledge, effort: Effort, weights: str, seed: str) -> Action:
    """Return what advice puts first."""
    return advise(known, effort, weights=weights, seed=seed).options[0].action


Method = Callable[[Knowledge, Effort, str, str], Action]
#: The methods by name, each with the weights of layouts.
METHODS: dict[str, tuple[Method, str]] = {
    "averaging": (averaging, "equal"),
    "discards": (averaging, "discards"),
    "two_steps": (two_steps, "equal"),
    "two_steps_third": (partial(two_steps, share=3), "equal"),
    "ties": (partial(two_steps, margin=_ROUNDING), "equal"),
    "two_steps_discards": (two_steps, "discards"),
}
#: What was decided in the first trick of a deal, by the weights: most methods decide alike there.
FirstTrick = dict[tuple[str, State], Action]


def until_play(rules: Ruleset, pack: tuple[int, ...], seed: str, number: int) -> tuple[State, list[Event]]:
    """Return the state before the first lead, and the events: both exchange by the advice and call candidly."""
    dealt = engine.deal(rules, engine.new_partie(number % 2), dealing_of(rules, pack))
    deal = engine.MutableDeal(rules, dealt.state)
    while deal.state.phase != Phase.PLAY:
        state = deal.state
        if min(state.exchanged) < 0:
            known = knowledge_at(rules, state, [*dealt.events, *deal.events])
            deal.do(advise(known, _EXCHANGING, seed=seed).options[0].action)
        else:
            deal.do(candid_action(rules, state))
    return deal.state, [*dealt.events, *deal.events]


def knowledge_at(rules: Ruleset, state: State, events: list[Event]) -> Knowledge:
    """Return what the seat that is to act knows."""
    return knowledge_of(rules, view_of(rules, state, state.to_act ^ 1 ^ state.dealer), events)


def play_on(
    rules: Ruleset, begun: tuple[State, list[Event]], names: list[str], seed: str, first: FirstTrick
) -> tuple[Pair, Decisions]:
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
        if not state.tricks or state.tricks[0].follow < 0:
            if (weights, state) not in first:
                first[weights, state] = averaging(known, _EFFORT, weights, seed)
            deal.apply(first[weights, state])
            continue
        begun_at = time.process_time()
        action = method(known, _EFFORT, weights, seed)
        decisions.append((seat, phase_of(state), time.process_time() - begun_at))
        deal.apply(action)
    return by_seat(deal.state.dealer, deal.state.score), decisions


def play_pair(given: argparse.Namespace, number: int) -> Row:
    """Play the cards of a deal twice with the methods changed. The points are those of the first less the second."""
    rules, seed = ruleset(given.ruleset), f"{given.seed}:{number}"
    begun = until_play(rules, next(packs(rules, given.seed, number)), seed, number)
    first: FirstTrick = {}
    points, times = [], {name: {phase: list[float]() for phase in PHASES} for name in given.players}
    for names in (given.players, given.players[::-1]):
        found, decisions = play_on(rules, begun, names, seed, first)
        points.append(found[names.index(given.players[0])] - found[names.index(given.players[1])])
        for seat, phase, taken in decisions:
            times[names[seat]][phase].append(round(taken, 6))
    return {"pair": number, "points": points, "times": times}


def main() -> None:
    given = arguments(__doc__, tuple(METHODS), ("two_steps", "averaging"), 100).parse_args()
    run(given, partial(play_pair, given), PHASES, "points")


if __name__ == "__main__":
    main()
