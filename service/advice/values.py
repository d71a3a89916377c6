"""What the actions of a seat are worth: over layouts, from now to the end of the deal.

In each layout the dialogue goes on candidly, younger reckons all that they may, and the cards are played with all cards
known (perfect-information averaging). That takes the seat to see through the cards from its next card on, so it is only
an upper bound. From the first answer to a lead on, `CardValues` does better: the next card is the same in all layouts
that look alike by then, and only after it all cards are known. Until then the other plays the cards that are best with
all cards known; where several are, the lowest of them and the highest are equally likely. A card whose bound is below
what another one is worth cannot be the best, and keeps its bound.

Work is bounded by counting positions, not by time, so that the same question has the same answer everywhere.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

from service.advice.knowledge import Knowledge
from service.analysis.double_dummy import PlayPosition, SharedSearch, Worth, chosen_solver
from service.analysis.double_dummy.kernel import KernelSolver
from service.analysis.double_dummy.play_scoring import PlayScoring, step
from service.analysis.play_position import played_out, situation_of
from service.piquet.cards.holdings import best, grades, holds, holds_length, maximal
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
        return self.positions if chosen_solver() is KernelSolver else self.positions // 5

    def left(self, finding: int) -> int:
        """Return the positions that may be searched after so much work to find the layouts."""
        return self.budget * max(0, self.positions - max(0, finding - _FINDING)) // self.positions

    @property
    def most_layouts(self) -> int:
        """The most layouts that the budget can have room for."""
        return self.budget // ASKED + 1


#: By name: 99 in 100 answers take at most 0.06 s of processor time with `quick`, and 0.5 s with `full`.
EFFORTS = {each.name: each for each in (Effort("quick", 90_000, 8), Effort("full", 500_000, 24))}


# ---------------------------------------------------------------- the parts of what a deal brings


PARTS = ("in_hand", "play", "cards", "capot", "pique", "repique")
_PART_OF = {
    **dict.fromkeys(STEPS, "in_hand"),
    **dict.fromkeys(("lead", "capture", "trick", "last_trick", "concession"), "play"),
    **{kind: kind for kind in ("cards", "capot", "pique", "repique")},
}


class Parts(NamedTuple):
    """The points of elder less those of younger, by what they are for (R7.1)."""

    in_hand: int = 0
    play: int = 0
    cards: int = 0
    capot: int = 0
    pique: int = 0
    repique: int = 0

    def plus(self, other: "Parts") -> "Parts":
        """Return the sum of both."""
        return Parts(*map(add, self, other))


def parts_of_events(dealer: int, events: Iterable[Event]) -> Parts:
    """Return what events have scored."""
    found = dict.fromkeys(PARTS, 0)
    for event in events:
        if event.points and event.kind in _PART_OF:
            found[_PART_OF[event.kind]] += event.points if event.seat != dealer else -event.points
    return Parts(**found)


def parts_of_worth(rules: Ruleset, position: PlayPosition, worth: Worth) -> Parts:
    """Return what a card brings with best play after it, in parts."""
    cards, capot = cards_and_capot(rules, position.won)[worth.won]
    pique = PIQUE_POINTS * worth.pique
    return Parts(0, worth.value - cards - capot - pique, cards, capot, pique)


@lru_cache(maxsize=1024)
def cards_and_capot(rules: Ruleset, so_far: Pair) -> tuple[Pair, ...]:
    """Return what the cards and a capot still bring elder, by elder's tricks at the end (R6.3)."""
    ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    at_once = rules.cards_counted == "seventh_trick"  # the ten may have been scored
    found = []
    for elder in range(TRICKS + 1):
        cards = capot = 0
        for won, before, sign in ((elder, so_far[ELDER], 1), (TRICKS - elder, so_far[YOUNGER], -1)):
            every, majority = won == TRICKS, won > TRICKS // 2
            if at_once:
                cards += sign * ten * (majority and before <= TRICKS // 2)
                capot += sign * (CAPOT - ten) * every
            else:
                cards += sign * ten * (majority and not every)
                capot += sign * CAPOT * every
        found.append((cards, capot))
    return tuple(found)


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
        ties = [how.said(category, grade)[1] for grade in _of_length(state, rules)]
        return StateTieBreak(seat, "value" if category == POINT else "top", max(ties))
    return Reckon(seat)


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


# ---------------------------------------------------------------- cards in play, the next one chosen blindly


_OVER = -1  # the next card where there is none
_ROUNDING = 1e-9
#: The other's lowest and highest of several best cards.
_LOWEST, _HIGHEST = 0, -1
TIES = (_LOWEST, _HIGHEST)

#: What a card brings in each of `TIES`.
InTies = tuple[Parts, Parts]


class _Course(NamedTuple):
    """A way on to the seat's next card: what it sees until then, and that position with what each card is worth in it.

    `play` and `pique` are what elder has scored on the way, less what younger has.
    """

    seen: tuple[int, ...]
    play: int
    pique: int
    position: PlayPosition
    worths: tuple[Worth, ...]


class _Layout(NamedTuple):
    position: PlayPosition
    weight: float
    bounds: tuple[Worth, ...]  # with all cards known from the next card on


class CardValues:
    """What a seat's cards in play bring elder, over layouts that differ in the other hand."""

    def __init__(self, rules: Ruleset, position: PlayPosition, cards: Sequence[int], always: Collection[int]) -> None:
        """Prepare for these cards in layouts of `position`; those of `always` are valued whatever their bounds are."""
        self._rules, self._begun, self._cards, self._always = rules, position, cards, always
        self._own = position.to_act
        self._sign = 1 if self._own == ELDER else -1
        self._search, self._scoring = SharedSearch(rules), PlayScoring(rules)
        self._layouts: list[_Layout] = []
        self._courses: dict[int, list[tuple[_Course, _Course]]] = {card: [] for card in cards}
        self._totals = {card: defaultdict[tuple[int, ...], dict[int, float]](dict) for card in cards}
        self._summed: dict[Pair, list[int]] = {}
        self._asked = 0

    def add(self, hand: int, weight: float, completed: Callable[[], State]) -> None:
        """Add the layout in which the other has this hand."""
        hands = replace_role(self._begun.hands, 1 - self._own, hand)
        position = self._begun._replace(hands=hands)
        self._layouts.append(_Layout(position, weight, self._worths(position)))

    def finish(self) -> int:
        """Look ahead in the layouts so far; return the work so far, in positions."""
        self._valued()
        return self._search.expanded + ASKED * self._asked

    def rows(self) -> list[list[InTies]]:
        """Return what each card brings elder in each layout."""
        chosen = {
            card: {seen: max(total, key=total.__getitem__) for seen, total in self._totals[card].items()}
            for card in self._valued()
        }  # the best next card after each thing that may be seen
        columns = [self._column(at, card, chosen.get(card)) for at, card in enumerate(self._cards)]
        return [list(row) for row in zip(*columns, strict=True)]

    def _column(self, at: int, card: int, chosen: dict[tuple[int, ...], int] | None) -> list[InTies]:
        """Return what a card brings in each layout."""
        if chosen is None:
            bounds = (parts_of_worth(self._rules, layout.position, layout.bounds[at]) for layout in self._layouts)
            return [(bound, bound) for bound in bounds]
        return [
            (self._parts(low, chosen[low.seen]), self._parts(high, chosen[high.seen]))
            for low, high in self._courses[card]
        ]

    def _valued(self) -> list[int]:
        """Value cards: the best by their bounds, down to what one of them is worth. Return them."""
        bounds = {
            card: self._sign * sum(each.weight * each.bounds[at].value for each in self._layouts)
            for at, card in enumerate(self._cards)
        }
        found, best = [], -float("inf")
        for card in sorted(self._cards, key=lambda card: -bounds[card]):
            if card in self._always or bounds[card] >= best - _ROUNDING:
                found.append(card)
                best = max(best, self._value(card))
        return found

    def _value(self, card: int) -> float:
        """Return the sum over all layouts of what a card is worth."""
        courses, totals = self._courses[card], self._totals[card]
        for layout in self._layouts[len(courses) :]:
            low, tied = self._course(layout.position, card, _LOWEST)
            high = self._course(layout.position, card, _HIGHEST)[0] if tied else low
            courses.append((low, high))
            for course in (low, high):
                self._count(totals[course.seen], course, self._sign * layout.weight / len(TIES))
        return sum(max(total.values()) for total in totals.values())

    def _count(self, total: dict[int, float], course: _Course, weight: float) -> None:
        """Add what each next card brings on a course."""
        before, after = self._sums(self._begun.won), self._sums(course.position.won)
        scored = course.play + course.pique
        for card, value, won, _ in course.worths:
            brings = scored + value + before[won] - after[won]
            total[card] = total.get(card, 0.0) + weight * brings

    def _parts(self, course: _Course, card: int) -> Parts:
        """Return what a next card brings on a course."""
        worth = next(worth for worth in course.worths if worth.card == card)
        then = parts_of_worth(self._rules, course.position, worth)
        cards, capot = cards_and_capot(self._rules, self._begun.won)[worth.won]
        return Parts(0, course.play + then.play, cards, capot, course.pique + then.pique)

    def _sums(self, won: Pair) -> list[int]:
        """Return what the cards and a capot still bring elder together, by elder's tricks at the end."""
        found = self._summed.get(won)
        if found is None:
            found = self._summed[won] = [sum(pair) for pair in cards_and_capot(self._rules, won)]
        return found

    # ---- until the next own card

    def _course(self, begun: PlayPosition, card: int, tie: int) -> tuple[_Course, bool]:
        """Return the way on after a card, and whether the other had several best cards."""
        position, play, pique = step(self._scoring, begun, card)
        seen, tied, piques = list[int](), False, int(pique)
        while position.tricks_left and position.to_act != self._own:
            good = self._best_of_other(position)
            seen.append(good[tie])
            tied = tied or len(good) > 1
            position, more, pique = step(self._scoring, position, good[tie])
            play, piques = play + more, piques + pique
        worths = self._worths(position) if position.tricks_left else (Worth(_OVER, 0, position.won[ELDER], False),)
        return _Course(tuple(seen), play, PIQUE_POINTS * piques, position, worths), tied

    def _best_of_other(self, position: PlayPosition) -> list[int]:
        worths = self._worths(position)
        best = (max if position.to_act == ELDER else min)(worth.value for worth in worths)
        return [worth.card for worth in worths if worth.value == best]

    def _worths(self, position: PlayPosition) -> tuple[Worth, ...]:
        self._asked += 1
        return self._search.worths(position)


# ---------------------------------------------------------------- all actions


def valuation(known: Knowledge, first: State, actions: Sequence[Action], always: Collection[Action]) -> "Valuation":
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
            before, plays = parts_of_events(state.dealer, situation.events), PLAYS[state.to_act ^ 1 ^ state.dealer]
            for worth in self._search.worths(situation.position):
                found[plays[worth.card]] = before.plus(parts_of_worth(self._rules, situation.position, worth))
        return [found.get(action) or self._of_action(state, action) for action in self._actions]

    def _of_action(self, state: State, action: Action) -> Parts:
        deal = MutableDeal(self._rules, state)
        deal.do(action)
        then = until_play(self._rules, deal)
        said = parts_of_events(state.dealer, deal.events)
        if then.phase in OVER:
            return said
        situation = situation_of(self._rules, then)
        more = parts_of_events(then.dealer, situation.events)
        worth = self._search.best(situation.position)
        return said.plus(more).plus(parts_of_worth(self._rules, situation.position, worth))


#: What actions of a seat bring elder, over layouts that are added one by one.
Valuation = CardValues | ActionValues
