"""The evaluation of a hand by itself: its points, sequences and sets, and what each would score if it were good."""

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from service.analysis.odds import Odds, odds_of
from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE
from service.piquet.cards.holdings import (
    HAND_SIZE,
    best_that_can_be_formed,
    has_nought,
    is_carte_blanche,
    maximal,
)
from service.piquet.cards.ranking import NOUGHT, POINT, SEQUENCE, SET, Grade, RankingRules, Said
from service.piquet.rulesets.parameters import Ruleset


class Valued(NamedTuple):
    """A holding that is not part of another, with its value.

    `cards` is a hand, empty for a nought. `score` is what it scores if good (R5.12). `good_against_the_cards` says that
    nothing as good, or better, can be formed from the cards neither in hand nor discarded (R5.8).
    """

    category: int
    grade: Grade
    said: Said
    cards: int
    score: int
    good_against_the_cards: bool


# A holding before the cards against it are known: the grade that they must stay below, then its two possible values.
_Either = tuple[Grade, Valued, Valued]
_GRADE = itemgetter(0)


class Evaluation(NamedTuple):
    """An evaluated hand.

    It has the holdings by category, best first, the scores of a carte blanche and a carte rouge (0 without one), and
    whether there is a nought.
    """

    holdings: tuple[Valued, ...]
    carte_blanche: int
    carte_rouge: int
    nought: bool


def evaluate(rules: Ruleset, hand: int, discards: int = 0) -> Evaluation:
    """Return the evaluation of a hand of up to twelve cards, whose holder has discarded `discards`.

    A carte blanche takes twelve cards as dealt, so there is none after a discard (R3.1). A carte rouge takes twelve
    cards that are all reckoned if one of the points, the sequences and the sets are good (R7.1).
    """
    how = rules.counting
    against = rules.cards & ~(hand | discards)
    found = _held(how, hand)
    against_it = [best_that_can_be_formed(category, against, how) for category in (POINT, SEQUENCE, SET)]
    holdings = [good if against_it[good[0]] < low else doubtful for low, doubtful, good in found]
    full = hand.bit_count() == HAND_SIZE
    return Evaluation(
        tuple(holdings),
        rules.carte_blanche_points if full and not discards and is_carte_blanche(hand) else 0,
        rules.carte_rouge if full and rules.carte_rouge and _all_may_count(hand, holdings) else 0,
        has_nought(how, hand),
    )


def _held(how: RankingRules, hand: int) -> list[_Either]:
    """Return the holdings by category, best first; equal ones in the order of suits."""
    spades, spade_runs = _of_suit(how, 0, hand & SUIT_MASK)
    hearts, heart_runs = _of_suit(how, 1, hand >> SUIT_SIZE & SUIT_MASK)
    diamonds, diamond_runs = _of_suit(how, 2, hand >> 2 * SUIT_SIZE & SUIT_MASK)
    clubs, club_runs = _of_suit(how, 3, hand >> 3 * SUIT_SIZE)
    points = spades + hearts + diamonds + clubs
    runs = spade_runs + heart_runs + diamond_runs + club_runs
    if has_nought(how, hand):
        points += (_either(how, POINT, how.grade(POINT, NOUGHT[POINT]), 0),)
        runs += (_either(how, SEQUENCE, how.grade(SEQUENCE, NOUGHT[SEQUENCE]), 0),)
    found = sorted(points, key=_GRADE, reverse=True)
    found += sorted(runs, key=_GRADE, reverse=True) if len(runs) > 1 else runs
    for grade, cards in maximal(SET, hand):
        found.append(_either(how, SET, grade, cards))
    return found


@lru_cache(maxsize=4096)
def _of_suit(how: RankingRules, suit: int, ranks: int) -> tuple[tuple[_Either, ...], tuple[_Either, ...]]:
    """Return the point and the sequences of a suit."""
    points, sequences = (
        tuple(
            _either(how, category, grade, cards) for grade, cards in maximal(category, ranks << SUIT_SIZE * suit, how)
        )
        for category in (POINT, SEQUENCE)
    )
    return points, sequences


@lru_cache(maxsize=1024)
def _either(how: RankingRules, category: int, grade: Grade, cards: int) -> _Either:
    """Return a holding with both of its values, shared by all hands that have it."""
    said = how.said(category, grade)
    doubtful = Valued(category, grade, said, cards, how.score(category, said), False)
    return how.alike(category, *said)[0], doubtful, doubtful._replace(good_against_the_cards=True)


def _all_may_count(hand: int, holdings: list[Valued]) -> bool:
    """Whether every card is in a sequence, in a set or in one point: only one point is reckoned (R5.6)."""
    left = hand
    for held in holdings:
        if held.category != POINT:
            left &= ~held.cards
    return not left or any(held.category == POINT and not left & ~held.cards for held in holdings)


def holdings_odds(rules: Ruleset, evaluation: Evaluation, unseen: int, held: int = 0) -> tuple[Odds, ...]:
    """Return the odds of each holding, in order (see `odds_of`). They do not depend on the order of the suits."""
    found: list[Odds] = []
    for category in (POINT, SEQUENCE, SET):
        grades = [valued.grade for valued in evaluation.holdings if valued.category == category]
        if grades:
            found += odds_of(rules.counting, category, grades, unseen, held)
    return tuple(found)
