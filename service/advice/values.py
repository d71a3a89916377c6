"""What the actions of a seat are worth: over layouts, from now to the end of the deal.

In each layout the dialogue goes on candidly, younger reckons all that they may, and the cards are played with all cards
known (perfect-information averaging). That takes the seat to see through the cards from its next card on, so it is only
an upper bound. From the first answer to a lead on, `CardValues` does better: the next card is the same in all layouts
that look alike by then, and only after it all cards are known. Until then the other plays the cards that are best with
all cards known; where several are, the lowest of them and the highest are equally likely. A card whose bound is below
what another one is worth cannot be the best, and keeps its bound.

Work is bounded by counting positions, not by time, so that the same question has the same answer everywhere.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.advice.knowledge import Knowledge
from service.analysis.double_dummy import PlayPosition, SharedSearch, Worth, chosen_solver
from service.analysis.double_dummy.kernel import KernelSolver
from service.analysis.double_dummy.positions import cards_to_play
from service.analysis.holding_tables import Floats, Ints
from service.analysis.play_position import played_out, situation_of
from service.piquet.cards.holdings import best, best_of_length, holds, holds_length, maximal
from service.piquet.cards.ranking import POINT
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import PLAYS, Action, Call, Pass, Play, Reckon, Reply, StateTieBreak
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, OVER, STEPS, YOUNGER, Pair, Phase, State, replace_role
from service.piquet.rules.calling import callable_categories
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CAPOT, CARDS_POINTS, PIQUE_POINTS

# ---------------------------------------------------------------- how much work advice may be


#: What work costs besides the search, in positions searched by the kernel: asking for the values of a position; the
#: state of a layout; what is said after an action; weighing a layout by a draw of the other.
ASKED, LAYOUT, DIALOGUE, DRAW = 150, 400, 800, 250

# The budget includes so much work to find the layouts, which a pack of 32 cards does not exceed.
_FINDING = 20_000


class Effort(NamedTuple):
    """The work that one answer may be, in positions searched; the search in Python does fewer in the same time."""

    name: str
    positions: int
    discards: int  # that are tried out

    @property
    def budget(self) -> int:
        """The positions that may be searched."""
        return self.positions if chosen_solver() is KernelSolver else self.positions // 6

    def left(self, finding: int) -> int:
        """Return the positions that may be searched after so much work to find the layouts."""
        return self.budget * max(0, self.positions - max(0, finding - _FINDING)) // self.positions


#: By name: 99 in 100 answers take at most about 0.1 s of processor time with `quick`, and 0.6 s with `full`.
EFFORTS = {each.name: each for each in (Effort("quick", 90_000, 8), Effort("full", 500_000, 24))}


# ---------------------------------------------------------------- the parts of what a deal brings


PARTS = ("in_hand", "play", "cards", "capot", "pique", "repique")
_PART_OF = {
    **dict.fromkeys(STEPS, "in_hand"),
    **dict.fromkeys(("lead", "capture", "trick", "last_trick", "concession"), "play"),
    **{kind: kind for kind in ("cards", "capot", "pique", "repique")},
}


def parts_of_events(dealer: int, events: Iterable[Event]) -> Floats:
    """Return the points of elder that events have scored, less those of younger, by what they are for (R7.1)."""
    found = dict.fromkeys(PARTS, 0)
    for event in events:
        if event.points and event.kind in _PART_OF:
            found[_PART_OF[event.kind]] += event.points if event.seat != dealer else -event.points
    return np.array(list(found.values()), dtype=np.float64)


def parts_of_worths(rules: Ruleset, so_far: Pair, value: Ints, won: Ints, pique: Ints) -> Floats:
    """Return what cards bring with best play after them, with a column of parts for each.

    They are given as `Worth` has them; both sides have won so many tricks before.
    """
    cards, capot = _cards_and_capot(rules, so_far)[:, won]
    bonus, nothing = PIQUE_POINTS * pique, np.zeros_like(value)
    return np.stack([nothing, value - cards - capot - bonus, cards, capot, bonus, nothing], axis=-1, dtype=np.float64)


@lru_cache(maxsize=1024)
def _cards_and_capot(rules: Ruleset, so_far: Pair) -> Ints:
    """Return what the cards and a capot still bring elder (rows), by elder's tricks at the end (R6.3)."""
    ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    at_once = rules.cards_counted == "seventh_trick"  # the ten may have been scored
    found = np.zeros((2, TRICKS + 1), dtype=np.int64)
    for elder in range(TRICKS + 1):
        for won, before, sign in ((elder, so_far[ELDER], 1), (TRICKS - elder, so_far[YOUNGER], -1)):
            every, majority = won == TRICKS, won > TRICKS // 2
            if at_once:
                found[:, elder] += sign * ten * (majority and before <= TRICKS // 2), sign * (CAPOT - ten) * every
            else:
                found[:, elder] += sign * ten * (majority and not every), sign * CAPOT * every
    return found


# ---------------------------------------------------------------- the dialogue of candid players


def candid_action(rules: Ruleset, state: State) -> Action:
    """Return what a candid player says in a state in which a call, a reply, a tie-break or a reckoning is due."""
    seat = state.to_act ^ 1 ^ state.dealer
    hand, how = state.hands[state.to_act], rules.counting
    if state.phase == Phase.CALLING:
        category = callable_categories(rules, state)[0]
        held = maximal(category, hand, how)
        return Call(seat, category, *how.said(category, held[0][0])) if held else Pass(seat, category)
    category, length, tie, *_ = state.calls[-1]
    if state.phase == Phase.REPLY:
        if best(category, hand, how) >= how.above(category, length, tie):
            return Reply(seat, "not_good")
        same = how.alike(category, length, tie)
        equal = holds_length(category, hand, length, how) if tie is None else holds(category, hand, *same, how)
        return Reply(seat, "equal" if equal else "good")
    if state.phase == Phase.TIE_BREAK:
        _, tie = how.said(category, best_of_length(category, hand, length, how))
        return StateTieBreak(seat, "value" if category == POINT else "top", tie)
    return Reckon(seat)


def until_play(rules: Ruleset, deal: MutableDeal) -> State:
    """Let both players be candid until nothing is left to say before the play, and return the state."""
    state = deal.state
    while state.phase in (Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING):
        deal.do(candid_action(rules, state))
        state = deal.state
    return state


# ---------------------------------------------------------------- cards in play, the next one chosen blindly


_ROUNDING = 1e-9
#: The other plays the lowest or the highest of several best cards.
TIES = ("lowest", "highest")

# The numbers of a `COURSE`.
_COURSE = np.dtype(
    [("seen", "i4"), ("count", "i4"), ("value", "i2", TRICKS), ("won", "i1", TRICKS), ("pique", "?", TRICKS)]
)
_AT_ONCE = -1  # in place of a card: no card, but all that may be played
_CARDS = 1 << 6  # what is seen is less than this if it is one card


class CardValues:
    """What a seat's cards in play bring elder, over layouts that differ in the other hand."""

    def __init__(self, rules: Ruleset, position: PlayPosition, cards: Sequence[int], always: Collection[int]) -> None:
        """Prepare for these cards in layouts of `position`; those of `always` are valued whatever their bounds are."""
        self._rules, self._begun, self._cards, self._always = rules, position, cards, always
        self._own = position.to_act
        self._sign = 1 if self._own == ELDER else -1
        self._search, self._asked = SharedSearch(rules), 0
        self._layouts, self._weights = list[PlayPosition](), list[float]()
        # By layout and tie: the courses after each card, and what all cards are worth at once.
        self._courses = dict.fromkeys((*cards, _AT_ONCE), np.zeros((0, len(TIES)), _COURSE))
        self._chosen: dict[int, Ints] = {}  # the places of the best next cards, as in `_courses`

    def add(self, hand: int, weight: float, completed: Callable[[], State]) -> None:
        """Add the layout in which the other has this hand."""
        hands = replace_role(self._begun.hands, 1 - self._own, hand)
        self._layouts.append(self._begun._replace(hands=hands))
        self._weights.append(weight)

    def finish(self) -> int:
        """Look ahead in the layouts so far; return the work so far, in positions."""
        self._chosen = {}
        at_once = self._after(_AT_ONCE)["value"][:, 0]
        totals = self._sign * (np.array(self._weights) @ at_once)
        bounds = {card: totals[at] for at, card in enumerate(cards_to_play(self._begun))}
        best = -float("inf")
        for card in sorted(self._cards, key=lambda card: -bounds[card]):
            if card in self._always or bounds[card] >= best - _ROUNDING:
                best = max(best, self._value(card))
        return self._search.expanded + ASKED * self._asked

    def rows(self) -> Floats:
        """Return what each card brings elder, by layout, card, tie and part; bounds for cards that are not valued."""
        columns, places = [], cards_to_play(self._begun)
        for card in self._cards:
            courses = self._courses[card if card in self._chosen else _AT_ONCE]
            chosen = self._chosen.get(card, np.full(courses.shape, places.index(card)))[..., None]
            worths = (np.take_along_axis(courses[name], chosen, -1)[..., 0] for name in ("value", "won", "pique"))
            columns.append(parts_of_worths(self._rules, self._begun.won, *worths))
        return np.stack(columns, axis=1)

    def _value(self, card: int) -> float:
        """Return the sum over all layouts of what a card is worth, with the best next card after each thing seen."""
        courses = self._after(card)
        seen, place = np.unique(courses["seen"], return_inverse=True)
        place = place.reshape(courses.shape)
        totals = np.zeros((len(seen), TRICKS))
        weights = self._sign * np.array(self._weights) / len(TIES)
        np.add.at(totals, place, weights[:, None, None] * courses["value"])
        counts = np.zeros(len(seen), dtype=np.int64)
        counts[place] = courses["count"]
        totals[np.arange(TRICKS) >= counts[:, None]] = -np.inf
        self._chosen[card] = totals.argmax(axis=1)[place]
        return float(totals.max(axis=1).sum())

    def _after(self, card: int) -> NDArray[np.void]:
        """Return the courses after a card in all layouts so far."""
        known = self._courses[card]
        more = self._search.courses(self._layouts[len(known) :], card)
        found = np.frombuffer(more, _COURSE).reshape(-1, len(TIES))
        low, high = found["seen"].T
        for seen in (low, high[low != high]):
            self._asked += int((1 + (seen > 0) + (seen >= _CARDS)).sum())
        self._courses[card] = np.concatenate([known, found])
        return self._courses[card]


# ---------------------------------------------------------------- all actions


def valuation(known: Knowledge, first: State, actions: Sequence[Action], always: Collection[Action]) -> "Valuation":
    """Return the valuation of these actions; `first` is the state of any layout.

    Actions of `always` are valued exactly, even where it is enough to know that they cannot be the best.
    """
    rules = played_out(known.rules)
    plays = [action for action in actions if isinstance(action, Play)]
    open_point = known.other == YOUNGER and any(each.asked and each.status == "not_good" for each in first.calls)
    # Layouts differ in the other hand only if the cards to come alone are open, and not whether younger's point scores
    # (R5.3).
    if not first.tricks or len(plays) < len(actions) or open_point:
        return ActionValues(rules, actions)
    exactly = [each.card for each in always if isinstance(each, Play)]
    return CardValues(rules, situation_of(rules, first).position, [each.card for each in plays], exactly)


class ActionValues:
    """What actions bring elder with all cards known after them."""

    def __init__(self, rules: Ruleset, actions: Sequence[Action]) -> None:
        self._rules, self._actions = rules, actions
        self._search = SharedSearch(rules)
        self._rows = list[list[Floats]]()
        self._said = sum(not isinstance(action, Play) for action in actions)

    def add(self, hand: int, weight: float, completed: Callable[[], State]) -> None:
        """Add a layout."""
        self._rows.append(self._of_state(completed()))

    def finish(self) -> int:
        """Return the work so far."""
        return self._search.expanded + len(self._rows) * (LAYOUT + self._said * DIALOGUE)

    def rows(self) -> Floats:
        """Return what each action brings, by layout, action, tie and part."""
        return np.repeat(np.array(self._rows, dtype=np.float64)[:, :, None], len(TIES), axis=2)

    def _of_state(self, state: State) -> list[Floats]:
        found = dict[Action, Floats]()
        if any(isinstance(action, Play) for action in self._actions):
            situation = situation_of(self._rules, state)
            before, plays = parts_of_events(state.dealer, situation.events), PLAYS[state.to_act ^ 1 ^ state.dealer]
            worths = self._search.worths(situation.position)
            brought = before + self._parts(situation.position, worths)
            found = {plays[worth.card]: parts for worth, parts in zip(worths, brought, strict=True)}
        return [found[action] if action in found else self._of_action(state, action) for action in self._actions]

    def _parts(self, position: PlayPosition, worths: Sequence[Worth]) -> Floats:
        return parts_of_worths(self._rules, position.won, *np.array([worth[1:] for worth in worths]).T)

    def _of_action(self, state: State, action: Action) -> Floats:
        deal = MutableDeal(self._rules, state)
        deal.do(action)
        then = until_play(self._rules, deal)
        said = parts_of_events(state.dealer, deal.events)
        if then.phase in OVER:
            return said
        situation = situation_of(self._rules, then)
        more = parts_of_events(then.dealer, situation.events)
        worth: Floats = self._parts(situation.position, [self._search.best(situation.position)])[0]
        return said + more + worth


#: What actions of a seat bring elder, over layouts that are added one by one.
Valuation = CardValues | ActionValues
