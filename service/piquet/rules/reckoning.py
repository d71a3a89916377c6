"""Reckoning after the calls: what a player may and must reckon, and what scores most (R5.6 to R5.8, R5.11)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from service.piquet.cards.cards import SUIT_MASK, SUIT_SIZE, cards_of, names
from service.piquet.cards.holdings import (
    Holding,
    best,
    best_of_length,
    best_that_can_be_formed,
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
    ANY_TIE,
    BEST,
    BEST_RUN,
    CATEGORIES,
    NO_TIE,
    NONE,
    PLAIN,
    POINT,
    SEQUENCE,
    SET,
    Grade,
    RankingRules,
)
from service.piquet.model.actions import Reckon
from service.piquet.model.state import ELDER, YOUNGER, Called, MutableState, Reader
from service.piquet.model.violations import Violation, violation
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import log_event, score_carte_rouge, score_holding, settle_bonuses, state_equal
from service.piquet.scoring.settlement import decide_hands

# ---------------------------------------------------------------- what may be reckoned of a hand, on terms


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


# ---------------------------------------------------------------- the terms of a deal


def good_against_the_cards(rules: Ruleset, s: Reader, called: Called) -> bool:
    """Whether the cards that elder has not seen can form nothing as good as elder's call, or better (R5.8)."""
    category, length, tie = called.category, called.length, called.tie
    own, how = s.hands[ELDER] | s.discards[ELDER], rules.counting
    judged = (length, tie) if tie is not None else best_of_length(category, s.hands[ELDER], length, how)
    return best_that_can_be_formed(category, rules.cards & ~own, how) < judged


def elder_terms(rules: Ruleset, s: Reader) -> ReckoningTerms:
    """Return what elder may reckon after *good* (R5.6, R5.8)."""
    called = s.calls[-1]
    category, how = called.category, rules.counting
    if called.tie is None:
        exact = how.alike(category, called.length, None)
    else:
        exact = (how.grade(category, (called.length, called.tie)),) * 2
    if category == POINT:
        return ReckoningTerms(POINT, *exact, needs=exact, must=True)
    freed = best(category, s.hands[ELDER], how) <= exact[1] or (  # a call of the best holding restricts nothing
        rules.abide_by_call == "unless_good_against_the_cards" and good_against_the_cards(rules, s, called)
    )
    return ReckoningTerms(category, NONE, BEST if freed else exact[1], needs=exact, must=True)


def younger_terms(rules: Ruleset, s: Reader) -> Iterator[ReckoningTerms]:
    """Yield what younger may reckon or state after the first lead, by category (R5.2, R5.3, R5.11)."""
    for called in sorted(s.calls):  # by category
        category, length, tie, status, asked, _ = called
        if status == "good":
            continue
        if category == POINT and s.barred:
            yield ReckoningTerms(POINT, BEST, NONE, rule="R5.3")  # an empty range of grades: no point fits
        elif status == "passed":
            yield ReckoningTerms(category, NONE, BEST)
        elif status == "equal":
            yield ReckoningTerms(category, *rules.counting.alike(category, length, tie), equal=True)
        elif status == "declined":
            from_length = (length, NO_TIE)
            if category == POINT:
                yield ReckoningTerms(POINT, from_length, (length, ANY_TIE), rule="R5.3")
            else:
                yield ReckoningTerms(category, NONE, BEST, needs=(from_length, BEST), missing="reckon.long_missing")
        else:
            better = rules.counting.above(category, length, tie)
            # Law 46: after asking for the point, younger may score only a point of the same number of cards.
            held_to_length = category == POINT and asked
            most = (length, ANY_TIE) if held_to_length else BEST
            low = better if category == POINT else NONE
            rule = "R5.3" if held_to_length else "R5.6"
            yield ReckoningTerms(
                category, low, most, (better, most), must=True, missing="reckon.better_missing", rule=rule
            )


def terms_of(rules: Ruleset, s: Reader, role: int) -> tuple[ReckoningTerms, ...]:
    """Return the terms of a role that is to reckon, for each category in which it has something to reckon or state."""
    if role == ELDER:
        return (elder_terms(rules, s),)
    hand = s.hands[YOUNGER]
    return tuple(terms for terms in younger_terms(rules, s) if possible(rules.counting, terms, hand))


def check_reckon(rules: Ruleset, s: Reader, role: int, action: Reckon) -> tuple[Violation, ...]:
    """Return the violations of R5.6 to R5.8 for elder, or of R5.11 for younger.

    A reckoning without holdings is always legal.
    """
    if action.holdings is None:
        return ()
    all_terms = (elder_terms(rules, s),) if role == ELDER else younger_terms(rules, s)
    return check_holdings(rules.counting, s.hands[role], all_terms, action.holdings, own_call=role == ELDER)


def holdings_of(rules: Ruleset, s: Reader, role: int) -> tuple[Holding, ...]:
    """Everything that the role may reckon, chosen for the highest score; includes holdings that are stated as equal."""
    hand = s.hands[role]
    return tuple(holding for terms in terms_of(rules, s, role) for holding in best_choice(rules.counting, terms, hand))


# ---------------------------------------------------------------- reckoning


def score_all(d: MutableState, role: int, action: Reckon) -> Reckon:
    """Score what is reckoned, or state it if the category was equal. Returns the action with its holdings."""
    if action.holdings is None:
        action = replace(action, holdings=holdings_of(d.rules, d, role))
    equal = {called.category for called in d.calls if called.status == "equal"}
    for category, cards in action.holdings or ():
        if category in equal:
            state_equal(d, role, category, cards)
        else:
            score_holding(d, role, category, cards)
    return action


def apply_younger_reckoning(d: MutableState, action: Reckon) -> Reckon:
    """Apply younger's reckoning, after the first lead (R5.11)."""
    action = score_all(d, YOUNGER, action)
    score_carte_rouge(d, YOUNGER)
    d.reckoned = True
    log_event(d, YOUNGER, "reckoned")
    settle_bonuses(d)
    decide_hands(d)
    return action
