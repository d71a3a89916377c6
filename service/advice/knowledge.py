"""The knowledge of a seat: the deal as far as its view shows it, and what is certain about the other hand.

A **layout** places all cards that the seat has not seen: in the other hand, among the other's discards, or among the
cards left. It is possible if it agrees with every certain fact: the cards seen, the suits that the other did not
follow, and what was truly said.

The referee lets nobody say what is false, so a call, *not good*, *equal* and what is reckoned say something for
certain. *Good* and a pass do not, because both may be sunk; neither does a call exclude a better holding (R5.1, R5.2).
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from service.piquet.cards import ranking
from service.piquet.cards.cards import SAME_SUIT, SUITS, hand_of, mask_of, suit_cards
from service.piquet.cards.holdings import HAND_SIZE, Holding, best_of_length, said
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, POINT, SET, Grade
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, NOBODY, STEPS, YOUNGER, Called, Pair, State, Trick
from service.piquet.partie import Partie
from service.piquet.rules.reckoning import ReckoningTerms, younger_terms
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import PIQUE, REPIQUE
from service.piquet.views import View

# ---------------------------------------------------------------- what the other has said


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
    and a tie-break; without one the best of that length is compared. `complete` are the terms on which everything was
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
    """Return what a nought that was reckoned says: it shows no cards (docs/rules.md#nought)."""
    grade = rules.counting.grade(category, ranking.NOUGHT[category])
    return Condition(category, grade, grade)


def _named(events: Sequence[Event], seat: int) -> tuple[int, ...]:
    """Return the suits that a seat has named for its first lead, as hands: it held a card of each (R4.5)."""
    named = [event.word("suit") for event in events if event.seat == seat and "suit" in event.more]
    return tuple(suit_cards(SUITS.index(suit)) for suit in named)


# ---------------------------------------------------------------- elder has called


def _called(rules: Ruleset, called: Called, *, candid: bool) -> Iterator[Condition]:
    """Yield what a call of elder's says about elder's hand (R5.1, R5.3)."""
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
    """Yield what the replies say about younger's hand (R5.2, R5.3)."""
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
    category = CATEGORIES.index(event.word("category"))
    length_member, tie_member = ranking.SAID_MEMBERS[category]
    length, tie = event.more.get(length_member), event.more.get(tie_member)
    called = next((each for each in state.calls if each.category == category), None)
    if called is None or category == SET or (length is None and tie is None):
        return
    above = rules.counting.above(category, called.length, called.tie)
    written = ranking.read_tie(tie_member, tie) if isinstance(tie, int | float | str) else None
    yield Condition(category, above, BEST, length=length if isinstance(length, int) else None, tie=written)


def _has_reckoned(events: Sequence[Event]) -> bool:
    """Whether younger has reckoned, if only nothing (R5.11)."""
    return any(event.kind == "reckoned" for event in events)


def _younger_reckoned(
    rules: Ruleset, state: State, events: Sequence[Event], reckoned: tuple[Holding, ...]
) -> Iterator[Condition]:
    """Yield what younger's reckoning says, or the card that younger has played without one (R5.3, R5.11)."""
    if _has_reckoned(events):
        for category, length, tie, status, asked, _ in state.calls:
            # Law 46: having asked, younger must reckon a better point of as many cards, if there is one.
            if category == POINT and asked and status == "not_good" and all(each != POINT for each, _ in reckoned):
                above = rules.counting.above(category, length, tie)
                yield Condition(category, above, (length, ranking.ANY_TIE), held=False)
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


# ---------------------------------------------------------------- what a seat knows


_PLAYED = ("lead", "capture", "trick", "last_trick")


class ImpossibleError(ValueError):
    """The view contradicts itself: no cards of the other player agree with it."""


class Knowledge(NamedTuple):
    """What a seat knows of a deal.

    `state` is the deal without the cards that the seat does not know. Of these, `unseen`, some are in the other hand:
    `missing` cards besides `held`, none of the suits in `void`. `discarded` are among the other's discards and `left`
    in the talon. `played` are the cards that the other has played, and `blanche` those that the other was dealt, if
    they were shown as a carte blanche. `drawn_known` are cards that the other is known to have drawn, in order.
    """

    rules: Ruleset
    seat: int
    role: int
    state: State
    left_seen: tuple[int, ...]
    drawn: tuple[int, ...]
    drawn_known: tuple[int, ...]
    unseen: int
    held: int
    void: int
    missing: int
    discarded: int
    left: int
    played: int
    blanche: int
    said: Statements

    @property
    def other(self) -> int:
        """The role of the other player."""
        return 1 - self.role


def knowledge_of(
    rules: Ruleset, view: View, events: Sequence[Event], partie: Partie | None = None, *, candid: bool = False
) -> Knowledge:
    """Return what the seat of a view knows; `events` are those of the deal, which both players have heard or seen.

    `partie` has the deals before it, if there are any. With `candid`, what is only likely is taken for certain: nobody
    sinks. Raises `ImpossibleError` if the numbers of cards contradict each other.
    """
    role, other = view.role, 1 - view.role
    state = _public_state(rules, view, events, partie or Partie(rules, 0))
    played, own_played = played_by(view.tricks, other), played_by(view.tricks, role)
    drawn_known = _drawn_by_younger(view)
    left_seen = tuple(card for card in view.looked if card not in drawn_known)
    held = (view.other.shown | mask_of(drawn_known)) & ~played
    own = view.hand | view.discards | own_played | mask_of(left_seen)
    unseen = rules.cards & ~(own | held | played)
    left = view.talon_count - len(left_seen)
    missing = view.other.hand_count - held.bit_count()
    if min(left, missing) < 0 or unseen.bit_count() != missing + view.other.discard_count + left:
        raise ImpossibleError("the numbers of cards contradict each other")
    return Knowledge(
        rules=rules,
        seat=view.seat,
        role=role,
        state=state,
        left_seen=left_seen,
        drawn=view.drawn,
        drawn_known=drawn_known,
        unseen=unseen,
        held=held,
        void=_void(view, other),
        missing=missing,
        discarded=view.other.discard_count,
        left=left,
        played=played,
        blanche=view.other.carte_blanche or 0,
        said=statements(rules, state, events, other, candid=candid or rules.calling == "automatic"),
    )


def _drawn_by_younger(view: View) -> tuple[int, ...]:
    """Return the cards that elder left and younger drew, which only elder knows: the first ones (R4.3, R4.4)."""
    if view.role != ELDER or view.left[ELDER] is None or view.left[YOUNGER] is None:
        return ()
    return view.looked[: view.left[ELDER]][: view.other.discard_count]


def _void(view: View, other: int) -> int:
    """Return the cards of the suits that the other did not follow (K-b)."""
    found = 0
    for trick in view.tricks:
        if trick.follow >= 0 and trick.leader != other and not SAME_SUIT[trick.lead] >> trick.follow & 1:
            found |= SAME_SUIT[trick.lead]
    return found


def _public_state(rules: Ruleset, view: View, events: Sequence[Event], partie: Partie) -> State:
    """Return the state as far as the view shows it; the other's cards and the talon are missing."""
    role = view.role
    reckoned = _has_reckoned(events) or any(trick.follow >= 0 for trick in view.tricks)
    drawn_by_elder, drawn_by_younger = _pair(role, len(view.drawn), view.other.discard_count)
    left, left_by_younger = view.left
    elder = -1 if left is None else rules.elder_share - left
    younger = -1 if left_by_younger is None else drawn_by_younger
    asked = {event.more["category"] for event in events if event.kind in ("tie_break", "declined")}
    calls = tuple(
        called._replace(asked=called.status == "asked" or CATEGORIES[called.category] in asked, cards=0)
        for called in view.calls
    )
    winners = [trick.winner for trick in view.tricks]
    return State(
        first_dealer=partie.first_dealer,
        finished=partie.finished,
        dealers=partie.dealers,
        dealer=view.dealer,
        phase=view.phase,
        to_act=view.to_act,
        dealt=_pair(role, view.dealt, view.other.carte_blanche or 0),
        talon=(NOBODY,) * (rules.pack - 2 * HAND_SIZE),  # only how many there are is known
        hands=_pair(role, view.hand, 0),
        discards=_pair(role, view.discards, 0),
        exchanged=(elder, younger),
        again=max(0, drawn_by_elder - elder) if elder >= 0 else 0,
        blanche=view.blanche,
        announced=view.announced,
        committed=view.committed,
        looks=view.looks,
        named=view.named,
        calls=calls,
        reckoned=reckoned,
        shown=_pair(role, view.shown, view.other.shown),
        **_account(view.dealer, events),
        score=view.score,
        tricks=view.tricks,
        won=(winners.count(ELDER), winners.count(YOUNGER)),
    )


def _pair(role: int, own: int, others: int) -> Pair:
    return (own, others) if role == ELDER else (others, own)


def _account(dealer: int, events: Sequence[Event]) -> dict[str, Any]:
    """Return what the events of a deal have scored, by role, and the bonuses that they have settled."""
    counted, play, bonus = [0, 0], [0, 0], [0, 0]
    in_hand = [[0] * len(STEPS), [0] * len(STEPS)]
    settled: list[tuple[str, int]] = []
    for event in events:
        if event.seat is None:
            continue
        role, kind = event.seat ^ 1 ^ dealer, event.kind
        if kind in STEPS:
            in_hand[role][STEPS.index(kind)] += event.points
            if kind in CATEGORIES:
                counted[role] |= hand_of(event.cards)
        elif kind in _PLAYED:
            play[role] += event.points
        elif kind in (PIQUE, REPIQUE, "saved"):
            made, by = (event.word("bonus"), event.word("by")) if kind == "saved" else (kind, "")
            bonus[role] += event.points
            settled.append((made, role))
            # As `account.decisions` does: a repique excludes the pique (R7.3).
            if made == REPIQUE and (not by or (role == ELDER and by != "equality")):
                settled.append((PIQUE, ELDER))
    return {
        "counted": tuple(counted),
        "in_hand": tuple(map(tuple, in_hand)),
        "play": tuple(play),
        "settled": tuple(settled),
        "bonus": tuple(bonus),
    }


def played_by(tricks: Sequence[Trick], role: int) -> int:
    """Return the cards that a role has played, as a hand."""
    return mask_of(trick.cards[trick.leader != role] for trick in tricks if trick.leader == role or trick.follow >= 0)


def is_barred(rules: Ruleset, calls: Sequence[Called], hand: int) -> bool:
    """Whether younger's point is good but may not score, with this hand after the exchange (R5.3, Law 46)."""
    for called in calls:
        if called.category == POINT and called.asked and called.status == "not_good":
            own = best_of_length(POINT, hand, called.length, rules.counting)
            return own < rules.counting.above(POINT, called.length, called.tie)
    return False
