"""The exchange: every legal discard with the exact expected score of the declarations after it.

Tricks and cards are not counted.

**Assumptions.** The asker knows their twelve cards, the `known` cards that are out of play for them (neither in the
talon nor with the other player), and the `held` cards that the other player has shown. All other cards are unseen, and
each is equally likely to be in any place. So every draw from them is equally likely, and after it every hand of the
other player, which has twelve cards. Both players call everything that they have, and nobody sinks anything. How the
other player exchanges is not predicted.

All numbers are exact: a chance is a number of cases, out of the draws times the hands of the other player. Rules: R4.1,
R4.2, R5.6, R5.7, R5.12, R7.2, R7.3.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from service.analysis import suit_symmetry
from service.analysis.case_counts import CaseCounts, Floats
from service.analysis.exchange_knowledge import SMALL, ExchangeDraws, ExchangeKnowledge, Smalls
from service.analysis.holding_tables import Category, Ints
from service.piquet.cards.cards import cards_of, mask_of
from service.piquet.cards.ranking import POINT, SEQUENCE, SET

THIRTY = 30
_CELLS = 1 << 19  # draws times hands of the other player to process at once
MOST_CASES = 10_000_000  # bonuses are counted for a discard with at most this many cases; with 32 cards each has fewer
WITH_BONUSES = 10


class Expected(NamedTuple):
    """A category of the hands that may result from a discard, summed over all cases.

    `worth` is the score of the holdings if they were good, over the draws alone. The rest is over all cases, or None in
    the plain mode: `score` is what they score; `good`, `equal` and `beaten` are the cases in which the best of them is
    so. Cases with nothing to call are none of the three.
    """

    worth: int
    score: int | None = None
    good: int | None = None
    equal: int | None = None
    beaten: int | None = None


class Row(NamedTuple):
    """A discard: its cards, its number of draws, the other player's number of hands after each, and the categories."""

    discard: int
    draws: int
    hands: int
    categories: tuple[Expected, ...]

    @property
    def worth(self) -> Fraction:
        """The expected score of the holdings if all of them were good."""
        return Fraction(sum(each.worth for each in self.categories), self.draws)

    @property
    def score(self) -> Fraction | None:
        """The expected score in hand, without bonuses; None in the plain mode."""
        scores = [each.score for each in self.categories if each.score is not None]
        return Fraction(sum(scores), self.draws * self.hands) if scores else None


def _expected(position: ExchangeKnowledge, which: int, discards: Ints, full: bool) -> list[Expected]:
    """A category, for each of the discards."""
    alone = CaseCounts(position, which, discards, 0)  # as if the other player had no cards
    anything = np.full_like(alone.places, alone.category.size)
    worth = alone.scores_by_place(anything)
    if not full:
        return [Expected(*sums) for sums in _sums(worth)]
    counts = CaseCounts(position, which, discards, position.unknown_of_other)
    first, last = counts.category.first[counts.places], counts.category.last[counts.places]
    any_hand, no_worse, better = (counts.by_place(limits) for limits in (anything, last, first - 1))
    score = counts.scores_by_place(first - 1)
    called = counts.places > 0  # a hand with nothing to call is neither good nor equal nor beaten
    kinds = (better[called], (no_worse - better)[called], (any_hand - no_worse)[called])
    return [Expected(*sums) for sums in _sums(worth, score, *kinds)]


def _sums(*by_place: Floats) -> Iterator[tuple[int, ...]]:
    """The sum of each over the places, as whole numbers, by discard."""
    return zip(*(each.sum(axis=0).astype(np.int64).tolist() for each in by_place), strict=True)


class Analysis(NamedTuple):
    """Every legal discard, best first, and the bonuses of the first few (None where they take too long to count)."""

    rows: tuple[Row, ...]
    bonuses: tuple["Bonuses | None", ...]


def analyse(position: ExchangeKnowledge, full: bool) -> Analysis:
    """Every legal discard, by expected score, or in the plain mode by expected worth and without bonuses."""
    sizes = range(position.low, position.high + 1)
    discards = [mask_of(cards) for size in sizes for cards in combinations(list(cards_of(position.hand)), size)]
    categories = [_expected(position, which, np.array(discards), full) for which in (POINT, SEQUENCE, SET)]
    rows = [row_of(position, discard, each) for discard, *each in zip(discards, *categories, strict=True)]
    rows.sort(key=lambda each: (each.score if full else each.worth) or Fraction(0), reverse=True)
    return Analysis(tuple(rows), tuple(bonuses(position, each) for each in rows[:WITH_BONUSES]) if full else ())


def row_of(position: ExchangeKnowledge, discard: int, categories: list[Expected]) -> Row:
    """A discard with its categories."""
    unseen, count = position.unseen.bit_count(), discard.bit_count()
    return Row(discard, comb(unseen, count), comb(unseen - count, position.unknown_of_other), tuple(categories))


class Bonuses(NamedTuple):
    """The cases of a discard in which the asker has a repique (R7.2), and those with a pique at their first lead.

    The pique needs nothing reckoned by the other player, no repique, and 29 or more in hand (R7.3). It is elder's only,
    and only where a lead scores.
    """

    repique: int
    pique: int


def bonuses(position: ExchangeKnowledge, row: Row) -> Bonuses | None:
    """The cases with repique and pique for one discard; None if there are too many to count.

    Point, sequences and sets depend on each other here, so every hand of the other player is compared with every draw
    that may bring thirty.
    """
    if position.carte_blanche is False:
        return Bonuses(0, 0)  # the other player's carte blanche saves from both
    if position.rules.repique_by == "elder" and not position.elder:
        return Bonuses(0, 0)
    if row.draws * row.hands > MOST_CASES:
        return None
    draws = ExchangeDraws(position, row.discard.bit_count())
    before = position.rules.carte_blanche_points if position.carte_blanche else 0
    mine = list(draws.places_and_values(position.hand & ~row.discard))
    enough = np.flatnonzero(before + sum(value for _, _, value in mine) >= THIRTY - _lead_scores(position))
    repique = pique = 0
    step = max(1, _CELLS // draws.hands)
    for start in range(0, len(enough), step):
        some = enough[start : start + step]
        own = [(category, place[some, None], value[some, None].astype(SMALL)) for category, place, value in mine]
        added = _bonuses(position, before, own, draws.places_of_others(some))
        repique, pique = repique + added.repique, pique + added.pique
    return Bonuses(repique, pique)


def _bonuses(
    position: ExchangeKnowledge, before: int, own: list[tuple[Category, Ints, Smalls]], others: list[Smalls]
) -> Bonuses:
    rules = position.rules
    in_order = rules.repique_test == "before_in_order"
    total = np.full(others[0].shape, before, dtype=SMALL)
    nothing_of_the_other = np.ones(others[0].shape, dtype=bool)
    repique, equal = np.zeros_like(nothing_of_the_other), np.zeros_like(nothing_of_the_other)
    for at, ((category, place, value), other) in enumerate(zip(own, others, strict=True)):
        good, beaten = other < category.first[place].astype(SMALL), other > category.last[place].astype(SMALL)
        total += value * good
        nothing_of_the_other &= ~beaten
        if at < len(others) - 1:  # point or sequence (R7.5)
            equal |= ~good & ~beaten & (place > 0)
        if in_order:
            repique |= nothing_of_the_other & (total >= THIRTY)
    if not in_order:
        repique = nothing_of_the_other & (total >= THIRTY)
    if rules.equality_saves_repique:
        repique &= ~equal
    pique = nothing_of_the_other & ~repique & (total >= THIRTY - 1) & _lead_scores(position)
    return Bonuses(int(repique.sum()), int(pique.sum()))


def _lead_scores(position: ExchangeKnowledge) -> bool:
    """Whether the asker leads to the first trick and scores a point with it (R6.2).

    A hand with 29 reckoned always has a ten or higher to lead.
    """
    return position.elder and position.rules.trick_scoring != "one_per_trick"


# The parameters that the analysis depends on.
_PARAMETERS = (*suit_symmetry.HOLDINGS, "repique_test", "repique_by", "equality_saves_repique", "trick_scoring")


def question(position: ExchangeKnowledge, full: bool) -> bytes:
    """The question as bytes for a cache key. The suits must be in their canonical order."""
    sets = (position.hand, position.known, position.held)
    more = (position.low, position.high, position.elder, full, (None, True, False).index(position.carte_blanche))
    return suit_symmetry.question(position.rules, sets, _PARAMETERS) + bytes(more)
