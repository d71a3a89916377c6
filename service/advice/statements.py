"""What the other player has said, as conditions on the hand that they had after the exchange.

The referee lets nobody say what is false, so a call, *not good*, *equal* and what is reckoned tell something for
certain. *Good* and a pass do not, because both may be sunk; neither does a call exclude a better holding (R5.1, R5.2).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.piquet.cards.cards import SUITS, hand_of, suit_cards
from service.piquet.cards.holdings import Holding, said
from service.piquet.cards.ranking import (
    ANY_TIE,
    BEST,
    CATEGORIES,
    NONE,
    NOUGHT,
    POINT,
    SAID_MEMBERS,
    SET,
    Grade,
    read_tie,
)
from service.piquet.model.events import Event
from service.piquet.model.state import YOUNGER, Called, State
from service.piquet.rules.reckonable_holdings import ReckoningTerms
from service.piquet.rules.reckoning_terms import younger_terms
from service.piquet.rulesets.parameters import Ruleset

_SOMETHING: Grade = (1, 0)


class Condition(NamedTuple):
    """That a hand has, or has not (`held` is false), a holding of a category with a grade from `low` to `high`.

    Parts of holdings count (R5.1). With a `length`, the holding has so many cards; with a `tie`, this tie-break.
    """

    category: int
    low: Grade
    high: Grade
    held: bool = True
    length: int | None = None
    tie: int | None = None


#: Terms of reckoning, with everything that was reckoned on them.
Complete = tuple[ReckoningTerms, tuple[Holding, ...]]


class Statements(NamedTuple):
    """What is certain about the other's twelve cards after the exchange.

    They agree with all `conditions` and have a card of each of the `suits`. `against` are calls of elder's that were
    good against the cards: what younger and the talon have forms nothing as good (R5.8). Each is a category, a length
    and a tie-break; without one the best of that length is judged. `complete` are the terms on which everything was
    reckoned, with what was: that is known only if nobody sinks.
    """

    conditions: tuple[Condition, ...] = ()
    suits: tuple[int, ...] = ()
    against: tuple[tuple[int, int, int | None], ...] = ()
    complete: tuple[Complete, ...] = ()


def statements(rules: Ruleset, state: State, events: Sequence[Event], other: int, *, candid: bool) -> Statements:
    """Return what the other role has said in a deal; with `candid`, nobody sinks anything."""
    reckoned = tuple(
        Holding(CATEGORIES.index(event.kind), hand_of(event.cards))
        for event in events
        if event.kind in CATEGORIES and event.seat == other ^ 1 ^ state.dealer
    )
    noughts = [_nought(rules, category) for category, cards in reckoned if not cards]
    if other == YOUNGER:
        found = [*_replies(rules, state, events, candid=candid), *_younger_reckoned(rules, state, events, reckoned)]
        found += noughts
        all_reckoned = tuple(_completed(rules, state, reckoned)) if candid and _has_reckoned(events) else ()
        return Statements(tuple(dict.fromkeys(found)), complete=all_reckoned)
    conditions = noughts
    against, complete = [], []
    for called in state.calls:
        conditions += _called(rules, called, candid=candid)
        high = rules.counting.alike(called.category, called.length, called.tie)[1]
        mine = tuple(each for each in reckoned if each.category == called.category)
        if any(rules.counting.grade(category, said(category, cards)) > high for category, cards in mine):
            against.append((called.category, called.length, called.tie))
        if candid and mine and called.category != POINT:
            complete.append((ReckoningTerms(called.category, NONE, BEST), mine))
    suits = _named(events, other ^ 1 ^ state.dealer)
    return Statements(tuple(dict.fromkeys(conditions)), suits, tuple(against), tuple(complete))


def _nought(rules: Ruleset, category: int) -> Condition:
    """Return what a nought that was reckoned tells: it shows no cards (§9)."""
    grade = rules.counting.grade(category, NOUGHT[category])
    return Condition(category, grade, grade)


def _named(events: Sequence[Event], seat: int) -> tuple[int, ...]:
    """Return the suits that a seat has named for its first lead, as hands: it held a card of each (R4.5)."""
    named = [event.more["suit"] for event in events if event.seat == seat and "suit" in event.more]
    return tuple(suit_cards(SUITS.index(suit)) for suit in named)


# ---------------------------------------------------------------- elder has called


def _called(rules: Ruleset, called: Called, *, candid: bool) -> Iterator[Condition]:
    """Yield what a call of elder's tells about elder's hand (R5.1, R5.3)."""
    how, category, length, tie = rules.counting, called.category, called.length, called.tie
    if called.status == "passed":
        if candid:
            yield Condition(category, _SOMETHING, BEST, held=False)
        return
    exact = how.alike(category, length, None) if tie is None else (how.grade(category, (length, tie)),) * 2
    yield Condition(category, *exact)
    if candid:
        yield Condition(category, how.above(category, length, tie), BEST, held=False)


# ---------------------------------------------------------------- younger has replied


def _replies(rules: Ruleset, state: State, events: Sequence[Event], *, candid: bool) -> Iterator[Condition]:
    """Yield what the replies tell about younger's hand (R5.2, R5.3)."""
    how = rules.counting
    for category, length, tie, status, asked, _ in state.calls:
        if asked:
            yield Condition(category, *how.alike(category, length, None))
            if candid:
                yield Condition(category, how.above(category, length, None), BEST, held=False)
        if status == "not_good":
            yield Condition(category, how.above(category, length, tie), BEST)
        elif status == "equal":
            yield Condition(category, *how.alike(category, length, tie))
        if candid and status == "equal":
            yield Condition(category, how.above(category, length, tie), BEST, held=False)
        elif candid and status == "good":
            yield Condition(category, how.alike(category, length, tie)[0], BEST, held=False)
    for event in events:
        if event.kind == "replied" and event.more["reply"] == "not_good":
            yield from _said_better(rules, state, event)


def _said_better(rules: Ruleset, state: State, event: Event) -> Iterator[Condition]:
    """Yield what younger has added to *not good*: the length, the value or the top of what is better (R5.2)."""
    category = CATEGORIES.index(event.more["category"])
    length_member, tie_member = SAID_MEMBERS[category]
    length, tie = event.more.get(length_member), event.more.get(tie_member)
    called = next((each for each in state.calls if each.category == category), None)
    if called is None or category == SET or (length is None and tie is None):
        return
    above = rules.counting.above(category, called.length, called.tie)
    written = None if tie is None else read_tie(tie_member, tie)
    yield Condition(category, above, BEST, length=length, tie=written)


def _has_reckoned(events: Sequence[Event]) -> bool:
    """Whether younger has reckoned, if only nothing (R5.11)."""
    return any(event.kind == "reckoned" for event in events)


def _younger_reckoned(
    rules: Ruleset, state: State, events: Sequence[Event], reckoned: tuple[Holding, ...]
) -> Iterator[Condition]:
    """Yield what younger's reckoning tells, or the card that younger has played without one (R5.3, R5.11)."""
    if _has_reckoned(events):
        for category, length, tie, status, asked, _ in state.calls:
            # Law 46: having asked, younger must reckon a better point of as many cards, if there is one.
            if category == POINT and asked and status == "not_good" and all(each != POINT for each, _ in reckoned):
                above = rules.counting.above(category, length, tie)
                yield Condition(category, above, (length, ANY_TIE), held=False)
    elif state.reckoned:
        for terms in younger_terms(rules, state):
            low, high = terms.needs or (terms.low, terms.high)
            yield Condition(terms.category, max(low, _SOMETHING), high, held=False)


def _completed(rules: Ruleset, state: State, reckoned: tuple[Holding, ...]) -> Iterator[Complete]:
    """Yield the terms of younger's reckoning with what was reckoned on them, where everything that might be was."""
    for terms in younger_terms(rules, state):
        mine = tuple(each for each in reckoned if each.category == terms.category)
        barred = terms.category == POINT and terms.must and not mine  # R5.3, Law 46
        if not terms.equal and not barred:
            yield terms, mine
