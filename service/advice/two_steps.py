"""What cards in play are worth, if the seat's next card must be chosen as blindly as this one.

The mean of what a card brings with all cards known (perfect-information averaging) takes the seat to see through the
cards from its next card on. So it is only an upper bound. Here the next card is the same in all layouts that look alike
by then, and only after it all cards are known. Until then the other plays the cards that are best with all cards known;
where several are, the lowest of them and the highest are equally likely.

A card whose bound is below what another one is worth cannot be the best, and keeps its bound.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from service.advice.effort import ASKED
from service.advice.parts import Parts, for_the_cards, of_worth
from service.analysis.double_dummy import PlayPosition, SharedSearch, Worth
from service.analysis.double_dummy.play_scoring import PlayScoring
from service.analysis.double_dummy.stepping import step
from service.piquet.model.state import ELDER, Pair, State, replace_role
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import PIQUE_POINTS

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
        chosen = {card: self._next_cards(card) for card in self._valued()}
        columns = [self._column(at, card, chosen.get(card)) for at, card in enumerate(self._cards)]
        return [list(row) for row in zip(*columns, strict=True)]

    def _column(self, at: int, card: int, chosen: dict[tuple[int, ...], int] | None) -> list[InTies]:
        """Return what a card brings in each layout."""
        if chosen is None:
            bounds = (of_worth(self._rules, layout.position, layout.bounds[at]) for layout in self._layouts)
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
        then = of_worth(self._rules, course.position, worth)
        cards, capot = self._for_the_cards(self._begun.won)[worth.won]
        return Parts(0, course.play + then.play, cards, capot, course.pique + then.pique)

    def _next_cards(self, card: int) -> dict[tuple[int, ...], int]:
        """Return the best next card after each thing that may be seen."""
        return {seen: max(total, key=total.__getitem__) for seen, total in self._totals[card].items()}

    def _for_the_cards(self, won: Pair) -> tuple[Pair, ...]:
        return for_the_cards(self._rules, won)

    def _sums(self, won: Pair) -> list[int]:
        """Return what the cards and a capot still bring elder together, by elder's tricks at the end."""
        found = self._summed.get(won)
        if found is None:
            found = self._summed[won] = [sum(pair) for pair in self._for_the_cards(won)]
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
