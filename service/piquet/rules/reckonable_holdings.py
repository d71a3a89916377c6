"""What may be reckoned of a hand: the terms, the check, and the choice that scores most (R5.6 to R5.8)."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE, cards_of, names
from service.piquet.cards.holdings import (
    Holding,
    best,
    contains,
    example,
    grades,
    holds,
    is_holding,
    maximal,
    pieces,
    said,
)
from service.piquet.cards.ranking import (
    BEST,
    BEST_RUN,
    CATEGORIES,
    NONE,
    PLAIN,
    POINT,
    SEQUENCE,
    SET,
    Grade,
    RankingRules,
)
from service.piquet.model.violations import Violation, violation


class ReckoningTerms(NamedTuple):
    """The terms of reckoning in a category.

    Every holding reckoned must have a grade from `low` to `high`. If `needs` is given, one of them must be or contain a
    holding with a grade from `needs[0]` to `needs[1]`; this applies if anything is reckoned, and with `must` something
    has to be. With `equal` a holding is stated and not scored. `missing` is the violation code when what `needs`
    requires is not there.
    """

    category: int
    low: Grade
    high: Grade
    needs: tuple[Grade, Grade] | None = None
    must: bool = False
    equal: bool = False
    missing: str = "reckon.called_missing"
    rule: str = "R5.6"  # the rule that forbids grades outside `low` to `high`


def possible(how: RankingRules, terms: ReckoningTerms, hand: int) -> bool:
    """Whether the hand has something to reckon or state under these terms."""
    low, high = terms.needs or (terms.low, terms.high)
    if high == BEST:
        found = best(terms.category, hand, how)
        return found != NONE and found >= low
    return holds(terms.category, hand, low, high, how)


# ---------------------------------------------------------------- checking


def check_holdings(
    how: RankingRules,
    hand: int,
    all_terms: Iterable[ReckoningTerms],
    holdings: tuple[Holding, ...],
    *,
    own_call: bool,
) -> tuple[Violation, ...]:
    """Return the violations of holdings that are reckoned from a hand on these terms (R5.6 to R5.8).

    `own_call` is whether the terms follow from a call of the player who reckons, or of a partner.
    """
    found: list[Violation] = []
    by_category = {terms.category: terms for terms in all_terms}
    reckoned: dict[int, list[Grade]] = {category: [] for category in by_category}
    taken = dict.fromkeys(by_category, 0)
    for at, (category, cards) in enumerate(holdings):
        terms = by_category.get(category)
        name = CATEGORIES[category]
        if terms is None:
            found.append(violation("reckon.category_closed", "holdings", at, "category", category=name))
            continue
        place = ("holdings", at, "cards")
        held = how.grade(category, said(category, cards))
        if cards & ~hand:
            found.append(violation("cards.not_held", *place, cards=names(cards & ~hand)))
        if not is_holding(category, cards, hand, how):
            found.append(violation("reckon.not_a_holding", *place, cards=names(cards), category=name))
            continue
        if own_call and how.alike(category, *said(category, cards))[0] > terms.high:
            found.append(violation("reckon.better_than_called", *place, cards=names(cards)))
        elif not terms.low <= held <= terms.high:
            found.append(violation("reckon.not_good", *place, rule=terms.rule, cards=names(cards), category=name))
        if reckoned[category] and (category == POINT or terms.equal):
            found.append(violation("reckon.one_only", *place, category=name))
        elif not cards and held in reckoned[category]:
            found.append(violation("reckon.nought_once", *place))
        elif taken[category] & cards:
            found.append(violation("reckon.cards_shared", *place, cards=names(taken[category] & cards)))
        taken[category] |= cards
        reckoned[category].append(held)
    for category, terms in by_category.items():
        needs, held_grades = terms.needs, reckoned[category]
        if needs and (terms.must or held_grades) and not any(contains(category, held, *needs) for held in held_grades):
            found.append(violation(terms.missing, "holdings", category=CATEGORIES[category]))
    return tuple(found)


# ---------------------------------------------------------------- choosing all that may be reckoned


def best_choice(how: RankingRules, terms: ReckoningTerms, hand: int) -> list[Holding]:
    """Everything that may be reckoned of a hand on these terms, chosen for the highest score."""
    chosen: list[Holding] = []
    if terms.category == POINT or terms.equal:
        held = grades(terms.category, hand, how)
        allowed = [grade for grade in held if terms.low <= grade <= terms.high]
        scored = {grade: how.score(terms.category, how.said(terms.category, grade)) for grade in allowed}
        top = max(allowed, key=lambda grade: (scored[grade], grade))
        if terms.category == SET:  # equal to a false call (docs/law.md, K15)
            chosen.append(Holding(SET, next(cards for grade, cards in pieces(SET, hand) if grade == top)))
        else:
            chosen.append(Holding(terms.category, example(terms.category, hand, top, how)))
    elif terms.category == SET:
        chosen += [Holding(SET, cards) for cards in _all_sets(hand, terms.high)]
    elif terms.high == BEST:
        chosen += [Holding(SEQUENCE, cards) for _, cards in maximal(SEQUENCE, hand, how)]
    else:
        chosen += [Holding(SEQUENCE, cards) for cards in _cut_down(hand, terms, how)]
    return chosen


def _all_sets(hand: int, high: Grade) -> Iterator[int]:
    """Yield the set of each rank. A quatorze is cut down to a trio if only that may be reckoned (R5.8)."""
    for (count, rank), cards in maximal(SET, hand):
        if (count, rank) <= high:
            yield cards
        elif count == 4 and (3, rank) <= high:
            yield cards & ~(1 << cards_of(cards)[-1])


def _cut_down(hand: int, terms: ReckoningTerms, how: RankingRules) -> tuple[int, ...]:
    """Return the sequences that score most if none may beat the call and the needed one is among them (R5.8)."""
    held_pieces = pieces(SEQUENCE, hand, how)
    needs = terms.needs
    called = [cards for held, cards in held_pieces if needs[0] <= held <= needs[1]] if needs else [0]
    noughts = [cards for held, cards in held_pieces if not cards and held <= terms.high]

    def with_the_rest(cards: int) -> tuple[int, ...]:
        rest = hand & ~cards
        more = tuple(
            part << shift for shift in range(0, 36, SUIT_SIZE) for part in _cut(rest >> shift & SUIT_MASK, terms.high)
        )
        return (*((cards,) if needs else ()), *more, *(nought for nought in noughts if cards or not needs))

    best_way = max(map(with_the_rest, called), key=_total)
    return tuple(sorted(best_way, key=lambda cards: said(SEQUENCE, cards), reverse=True))


def _total(parts: tuple[int, ...]) -> int:
    return sum(PLAIN.score(SEQUENCE, said(SEQUENCE, part)) for part in parts)


@cache
def _cut(ranks: int, high: Grade) -> tuple[int, ...]:
    """Return the disjoint sequences of one suit's ranks, none better than `high`, that score most."""
    if not ranks:
        return ()
    top = ranks.bit_length() - 1
    ways = [_cut(ranks & ~(1 << top), high)]
    length = 1
    while length <= top and ranks >> (top - length) & 1:
        length += 1
        part = ((1 << length) - 1) << (top - length + 1)
        if length >= 3 and BEST_RUN[part] <= high:
            ways.append((part, *_cut(ranks & ~part, high)))
    return max(ways, key=_total)
