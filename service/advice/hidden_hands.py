"""The possible layouts of the cards that a seat has not seen, and the deals that they make.

Layouts are grouped by the other hand, since the play depends on it alone: each hand counts as many times as there are
ways to place the other unseen cards among the discards and in the talon. Where no layout is possible, the view
contradicts itself; a view of a state never does.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from math import comb
from operator import or_
from random import Random
from typing import NamedTuple

import numpy as np

from service.advice import knowledge
from service.advice.knowledge import Complete, Condition, Knowledge, Statements, is_barred, played_by, statements
from service.analysis.exchange_knowledge import choices_of
from service.analysis.holding_tables import COUNTS, MASKS, NUMBER, Flags, Ints, in_suits, tables
from service.piquet.cards.cards import COURT, SAME_SUIT, cards_of, mask_of, suit_cards
from service.piquet.cards.holdings import HAND_SIZE, SET_RANKS, grades, said
from service.piquet.cards.ranking import BEST, CATEGORIES, NONE, NOUGHT, PLAIN, POINT, SET, Grade, RankingRules
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, YOUNGER, Phase, State, replace_role
from service.piquet.rules.exchange import exchange_bounds

# What takes as long as searching a position: so many conditions of a hand, and so many additions of numbers of cards.
_CHOICES, _ADDITIONS = 64, 512


class Layouts(NamedTuple):
    """The hands that the other player may have now, in a fixed order, and how many layouts each stands for.

    `work` is what it took to find them, in positions (see `effort`).
    """

    hands: Ints
    counts: Ints
    work: int

    @property
    def total(self) -> int:
        """The number of layouts."""
        return int(self.counts.sum())


def layouts_of(known: Knowledge) -> Layouts:
    """Return all possible layouts. The other player must have exchanged."""
    free, said = cards_of(known.unseen & ~known.void), known.said
    work = comb(len(free), known.missing) * (4 + len(said.conditions) + len(said.complete)) // _CHOICES
    nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    found = [_possible(known, some | known.held) for some in _choices(free, known.missing)]
    hands, counts = (np.concatenate(each) for each in zip(nothing, *found, strict=True))
    if said.against and len(hands):
        counts, more = _good_against(known, hands)
        work += more
        hands, counts = hands[counts > 0], counts[counts > 0]
    return Layouts(hands, counts, work)


def _possible(known: Knowledge, hands: Ints) -> tuple[Ints, Ints]:
    """Return those of the hands that are possible, and the number of layouts of each."""
    how = known.rules.counting
    counts = _counts(known, hands)
    there = (counts > 0) & agreeing(how, known.said, hands | known.played)
    hands, counts = hands[there], counts[there]
    for complete in known.said.complete:
        there = _is_complete(how, complete, hands | known.played)
        hands, counts = hands[there], counts[there]
    return hands, counts


def agreeing(how: RankingRules, said: Statements, hands: Ints) -> Flags:
    """Whether each of the hands after the exchange agrees with the conditions and suits of what was said."""
    found = np.ones(len(hands), dtype=bool)
    for condition in said.conditions:
        found &= holds(how, condition, hands) == condition.held
    for suit in said.suits:
        found &= (hands & suit) != 0
    return found


def _choices(cards: tuple[int, ...], count: int) -> Iterator[Ints]:
    """Yield every choice of so many of the cards, as hands, in arrays of limited size.

    Each half of the cards is combined with the other: there may be millions of choices.
    """
    low, high = mask_of(cards[: len(cards) // 2]), mask_of(cards[len(cards) // 2 :])
    for some in range(max(0, count - high.bit_count()), min(count, low.bit_count()) + 1):
        yield np.bitwise_or.outer(choices_of(low, count=some), choices_of(high, count=count - some)).ravel()


def _counts(known: Knowledge, hands: Ints) -> Ints:
    """Return the layouts of each hand: the ways to split the other unseen cards into discards and talon.

    Of a hand dealt that was shown, each card is in the hand, played or discarded (R3.4). Another card is discarded only
    in a second exchange.
    """
    if not known.blanche:
        return np.full(len(hands), comb(known.discarded + known.left, known.left), dtype=np.int64)
    redrawn = known.state.again if known.other == ELDER else 0
    others = known.discarded - np.bitwise_count(known.blanche & ~(hands | known.played)).astype(np.int64)
    ways = [comb(count + known.left, known.left) for count in range(redrawn + 1)]
    within = (others >= 0) & (others <= redrawn)
    return np.where(within, np.array(ways, dtype=np.int64)[np.where(within, others, 0)], 0)


# ---------------------------------------------------------------- conditions


def holds(how: RankingRules, condition: Condition, hands: Ints) -> Flags:
    """Whether each hand of twelve cards has a holding that a condition is about."""
    return _highest(how, condition, hands) > 0


def _highest(how: RankingRules, condition: Condition, cards: Ints, *, scored: bool = False) -> Ints:
    """Return the number of the best grade that a condition is about and a hand of these cards can have; 0 if none.

    Better grades have greater numbers. With `scored`, the best is what scores most, and then the better grade.
    """
    suits = np.array(in_suits(cards))
    if condition.category == SET:
        return np.asarray(_sets(condition)[NUMBER[suits].sum(axis=0)])
    found = _in_suit(how, condition, scored)[suits].max(axis=0)
    nought = how.grade(condition.category, NOUGHT[condition.category])
    if how.nought and _fits(how, condition, nought):
        found = np.maximum(found, _number(how, condition.category, nought, scored) * _can_be_void(suits))
    return np.asarray(found)


def _can_be_void(suits: Ints) -> Flags:
    """Whether a hand of twelve of the cards of these suits can be without one of them (docs/rules.md#nought)."""
    counts = np.bitwise_count(suits)
    return np.asarray(counts.sum(axis=0) - counts.min(axis=0) >= HAND_SIZE)


def _number(how: RankingRules, category: int, grade: Grade, scored: bool) -> int:
    """Return the number of a grade."""
    first, second = grade
    points = how.score(category, how.said(category, grade)) if scored else 0
    return (points << 10 | first) << 10 | second


def _fits(how: RankingRules, condition: Condition, grade: Grade) -> bool:
    length, tie = how.said(condition.category, grade)
    said = condition.length in (None, length) and condition.tie in (None, tie)
    return said and condition.low <= grade <= condition.high


@lru_cache(maxsize=256)
def _in_suit(how: RankingRules, condition: Condition, scored: bool) -> Ints:
    """Return the number of the best such point or sequence of the ranks of one suit."""
    held, category = _grades(how, condition.category), condition.category
    every = set[Grade]().union(*held)
    numbers = {grade: _number(how, category, grade, scored) for grade in every if _fits(how, condition, grade)}
    return np.array([max((numbers.get(grade, 0) for grade in each), default=0) for each in held], dtype=np.int64)


@lru_cache(maxsize=64)
def _grades(how: RankingRules, category: int) -> tuple[set[Grade], ...]:
    """Return the grades of the points or sequences that the ranks of one suit have, for every choice of ranks."""
    return tuple(grades(category, ranks, how) for ranks in range(MASKS))


@lru_cache(maxsize=256)
def _sets(condition: Condition) -> Ints:
    """Return the number of the best such set of a hand with this number."""
    found = np.zeros(COUNTS.shape[1], dtype=np.int64)
    for grade in sorted((count, rank) for count in (3, 4) for rank in SET_RANKS):
        if _fits(PLAIN, condition, grade):
            found[COUNTS[SET_RANKS.index(grade[1])] >= grade[0]] = _number(PLAIN, SET, grade, False)
    return found


# ---------------------------------------------------------------- conditions that need more than the hand


def _is_complete(how: RankingRules, complete: Complete, hands: Ints) -> Flags:
    """Whether each of the hands after the exchange had nothing more to reckon on these terms than was reckoned.

    Of several points that score as much, the best is reckoned. Of sequences and sets, all are.
    """
    terms, reckoned = complete
    category = terms.category
    if category == POINT:
        numbers = [_number(how, POINT, how.grade(POINT, said(*each)), True) for each in reckoned]
        due = _highest(how, Condition(POINT, terms.low, terms.high), hands, scored=True)
        return np.asarray(due == (sum(numbers) if len(numbers) < 2 else -1))
    _, score = tables(how).holdings(category, np.array(in_suits(hands)))
    low, high = terms.needs or (terms.low, terms.high)
    may = holds(how, Condition(category, low, high), hands)
    return np.asarray(score * may == sum(how.score(category, said(*each)) for each in reckoned))


def splits(known: Knowledge, hand: int) -> Ints:
    """Return the unseen cards left in each layout with this hand. The other unseen cards are the other's discards."""
    (left,) = choices_of(known.unseen & ~(hand | known.blanche), count=known.left)
    good = np.ones(len(left), dtype=bool)
    for formed, called in _against(known, np.array([hand], dtype=np.int64), left):
        good &= formed < called
    return np.asarray(left[good])


def _against(known: Knowledge, hands: Ints, left: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yield for each low call of elder's that was good against the cards what decides that (R5.8), as numbers.

    That is what younger's cards and those left can form, by the cards left, and what was called, by the hand.
    """
    how = known.rules.counting
    others = known.rules.cards & ~(known.unseen | known.held | known.played)
    for category, length, tie in known.said.against:
        formed = _highest(how, Condition(category, NONE, BEST), left | others)
        if tie is None:
            yield formed, _highest(how, Condition(category, NONE, BEST, length=length), hands | known.played)
        else:
            called = _number(how, category, how.grade(category, (length, tie)), False)
            yield formed, np.full(len(hands), called, dtype=np.int64)


def _good_against(known: Knowledge, hands: Ints) -> tuple[Ints, int]:
    """Return the layouts of each hand of elder's in which the calls were good against the cards, and the work (R5.8).

    That depends on the cards left. Of those with which they were good, each hand counts those that are not in it.
    """
    free = cards_of(known.unseen & ~known.blanche)
    left = np.concatenate(list(_choices(free, known.left)))
    against = list(_against(known, hands, left))
    called, group_of = np.unique(np.stack([numbers for _, numbers in against]), axis=1, return_inverse=True)
    counts = np.zeros(len(hands), dtype=np.int64)
    for group, limits in enumerate(called.T):
        good = reduce(np.logical_and, (formed < limit for (formed, _), limit in zip(against, limits, strict=True)))
        mine = group_of.ravel() == group
        counts[mine] = _within(free, left[good], mask_of(free) & ~hands[mine])
    return counts, len(against) * len(left) // _CHOICES + (called.shape[1] * len(free) << len(free)) // _ADDITIONS


def _within(cards: tuple[int, ...], some: Ints, places: Ints) -> Ints:
    """Return how many of some choices of the cards lie within each of the places.

    They are counted for every set of the cards at once, card by card.
    """
    counts = np.zeros(1 << len(cards), dtype=np.int32)
    counts[_packed(cards, some)] = 1
    for at in range(len(cards)):
        pairs = counts.reshape(-1, 2, 1 << at)
        pairs[:, 1] += pairs[:, 0]
    return counts[_packed(cards, places)].astype(np.int64)


def _packed(cards: tuple[int, ...], sets: Ints) -> Ints:
    """Return each set of cards as a number whose bits stand for these cards alone."""
    found = np.zeros(len(sets), dtype=np.int64)
    for at, card in enumerate(cards):
        found |= (sets >> card & 1) << at
    return found


# ---------------------------------------------------------------- the deal of a layout


def completed(known: Knowledge, hand: int, rng: Random) -> State:
    """Return a state in which the other player has this hand.

    Which of the other unseen cards are their discards, and which cards they drew, is drawn at random: the value of the
    play does not depend on it.
    """
    state, other = known.state, known.other
    after = hand | known.played
    discards = _discards(known, hand, rng)
    rest = cards_of(known.unseen & ~(hand | discards))
    left = (*known.left_seen, *rng.sample(rest, len(rest)))  # in an order that elder may draw them in (R4.6)
    drawn = _drawn(known, after, discards, rng)
    dealt = (after | discards) & ~mask_of(drawn)
    talon = _talon(known, drawn, left)
    hands = replace_role(state.hands, other, hand)
    return state._replace(
        hands=hands,
        discards=replace_role(state.discards, other, discards),
        dealt=replace_role(state.dealt, other, dealt),
        talon=talon,
        barred=is_barred(known.rules, state.calls, hands[YOUNGER] | played_by(state.tricks, YOUNGER)),
    )


def _discards(known: Knowledge, hand: int, rng: Random) -> int:
    rest = known.unseen & ~hand
    if not known.left:
        return rest
    if known.said.against:
        left: int = rng.choice(splits(known, hand).tolist())
        return rest & ~left
    gone = rest & known.blanche
    return gone | mask_of(rng.sample(cards_of(rest & ~gone), known.discarded - gone.bit_count()))


def _drawn(known: Knowledge, after: int, discards: int, rng: Random) -> tuple[int, ...]:
    """Return as many cards as the other drew: those known to be drawn, and none that were known to be dealt.

    Cards that were not dealt and are discarded were drawn first, and put away in a second exchange (R4.6).
    """
    again = cards_of(discards & ~known.blanche) if known.blanche else ()
    rest = cards_of(after & ~mask_of(known.drawn_known) & ~known.blanche)
    return (*known.drawn_known, *again, *rng.sample(rest, known.discarded - len(known.drawn_known) - len(again)))


def _talon(known: Knowledge, others: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...]:
    """Return the talon as dealt: what elder drew, what younger drew, what elder drew again, and what is left (R4.6)."""
    state = known.state
    elder, younger = (known.drawn, others) if known.role == ELDER else (others, known.drawn)
    first = max(state.exchanged[ELDER], 0)
    return (*elder[:first], *younger, *elder[first:], *left)


# ---------------------------------------------------------------- contradictions of what a seat knows


_LAST_STATUS = {Phase.REPLY: ("called", "stated"), Phase.TIE_BREAK: ("asked",), Phase.RECKONING: ("good",)}
_DONE = ("good", "not_good", "declined", "equal", "passed")


def refuse_impossible(known: Knowledge, events: Sequence[Event]) -> None:
    """Raise `ImpossibleError` with the first contradiction of what a seat knows; `events` are those of its view."""
    why = next(_contradictions(known, events), None)
    if why is not None:
        raise knowledge.ImpossibleError(why)


def _contradictions(known: Knowledge, events: Sequence[Event]) -> Iterator[str]:
    """Yield what contradicts itself in what a seat knows."""
    yield from _of_cards(known)
    yield from _of_exchanges(known, events)
    yield from _of_cartes_blanches(known)
    yield from _of_calls(known)
    yield from _of_tricks(known)
    state, role = known.state, known.role
    said = statements(known.rules, state, events, role, candid=known.rules.calling == "automatic")
    if state.named is not None and suit_cards(state.named) not in (said if role == ELDER else known.said).suits:
        yield "elder did not name the suit of the first lead"
    after = np.array([state.hands[role] | played_by(state.tricks, role)], dtype=np.int64)
    if not agreeing(known.rules.counting, said, after).all():
        yield "the hand is not as was said of it"


def _of_cards(known: Knowledge) -> Iterator[str]:
    state, role = known.state, known.role
    dealt, hand, discards = state.dealt[role], state.hands[role], state.discards[role]
    drawn, played = mask_of(known.drawn), played_by(state.tricks, role)
    places = (hand, discards, played, mask_of(known.left_seen), known.held, known.played)
    found = reduce(or_, places)
    if sum(cards.bit_count() for cards in places) != found.bit_count():
        yield "a card is in two places"
    if (found | dealt | drawn | known.blanche) & ~known.rules.cards:
        yield "a card is not in the pack"
    if dealt.bit_count() != HAND_SIZE or dealt & drawn or (dealt | drawn) != hand | discards | played:
        yield "the hand is not what was dealt and drawn, without what was discarded and played"
    if len(known.drawn) != discards.bit_count() or drawn.bit_count() != len(known.drawn):
        yield "the numbers of cards drawn and discarded differ"
    if known.missing + (known.held | known.played).bit_count() != HAND_SIZE:
        yield "the other hand and what it has played are not twelve cards"
    in_talon = known.left + len(known.left_seen) + len(known.drawn) + known.discarded
    if in_talon != known.rules.pack - 2 * HAND_SIZE:
        yield "the cards drawn and left are not the talon"


def _of_exchanges(known: Knowledge, events: Sequence[Event]) -> Iterator[str]:
    state, rules, role = known.state, known.rules, known.role
    (elder, younger), again = state.exchanged, state.again
    if (state.phase in (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD)) != (elder < 0):
        yield "elder exchanges first"
    if known.left_seen and state.exchanged[role] < 0:
        yield "nobody sees a card of the talon before they exchange"
    if state.phase == Phase.YOUNGER_EXCHANGE and younger >= 0:
        yield "younger has exchanged"
    if state.phase not in _BEFORE and min(elder, younger) < 0:
        yield "both exchange before the calls"
    given = [event.more["exchange"] for event in events if event.kind == "announced" and "exchange" in event.more]
    announced = state.announced
    if given != ([announced] if announced else []) or (state.phase == Phase.COMMIT_DISCARD and not announced):
        yield "elder did not announce so many cards"
    begun = state._replace(exchanged=(-1, -1), again=0)
    for count, before, whose in (
        (announced or -1, begun._replace(announced=0), ELDER),
        (elder, begun, ELDER),
        (younger, begun._replace(exchanged=(elder, -1)), YOUNGER),
    ):
        least, most = exchange_bounds(rules, before, whose)
        if count != -1 and not least <= count <= most:
            yield "so many cards may not be exchanged"
    drawn = {role: len(known.drawn), known.other: known.discarded}
    if (drawn[ELDER], drawn[YOUNGER]) != (max(elder, 0) + again, max(younger, 0)):
        yield "the cards drawn are not as many as exchanged"
    if again and not (rules.elder_second_exchange and elder == rules.elder_share and younger > 0):
        yield "elder exchanges once"


def _of_cartes_blanches(known: Knowledge) -> Iterator[str]:
    state, role, other = known.state, known.role, known.other
    own = state.dealt[role] | mask_of((*known.drawn, *known.left_seen, *known.drawn_known))
    if (state.blanche[other] == "shown") != bool(known.blanche):
        yield "a carte blanche was shown without cards, or cards of one that was not shown"
    if known.blanche and (known.blanche.bit_count() != HAND_SIZE or known.blanche & (COURT | own)):
        yield "the carte blanche is not twelve cards without a court card that the other was dealt"
    plain = (known.unseen & ~COURT).bit_count()
    if state.blanche[other] and state.exchanged[other] < 0 and plain < HAND_SIZE:
        yield "the other cannot have a carte blanche"
    if state.blanche[role] and state.dealt[role] & COURT:
        yield "the seat has no carte blanche"


def _of_calls(known: Knowledge) -> Iterator[str]:
    state = known.state
    calls = state.calls
    if len({called.category for called in calls}) < len(calls):
        yield "a category was called twice"
    if calls and calls[0].category:
        yield "the point is called first"
    before = calls[:-1] if state.phase in _LAST_STATUS else calls
    if any(called.status not in _DONE for called in before):
        yield "a call was not answered"
    if state.phase in _LAST_STATUS and (not calls or calls[-1].status not in _LAST_STATUS[state.phase]):
        yield f"the last call does not lead to {state.phase}"
    if state.phase == Phase.CALLING and len(calls) == len(CATEGORIES):
        yield "all categories have been called"
    waits = known.rules.calling == "automatic" and not state.tricks
    if state.phase == Phase.PLAY and len(calls) < len(CATEGORIES) and not waits:
        yield "not all categories have been called"
    if state.phase in _BEFORE and calls:
        yield "nothing is called before the exchange"
    if any(called.status in ("stated", "equal") and called.tie is None for called in calls):
        yield "a tie-break was stated and is not in the view"


def _of_tricks(known: Knowledge) -> Iterator[str]:
    state = known.state
    played = [card for trick in state.tricks for card in trick.cards]
    if len(set(played)) < len(played):
        yield "a card was played twice"
    leader = ELDER
    for at, trick in enumerate(state.tricks):
        if trick.leader != leader:
            yield "a trick was led by who did not win the one before"
        if trick.follow < 0:
            if trick is not state.tricks[-1] or trick.winner >= 0:
                yield "a trick was not followed to"
            leader = 1 - trick.leader
            continue
        wins = trick.follow > trick.lead and SAME_SUIT[trick.lead] >> trick.follow & 1
        leader = 1 - trick.leader if wins else trick.leader
        if trick.winner != leader:
            yield f"trick {at + 1} has another winner"
    if state.tricks and state.phase != Phase.PLAY:
        yield f"no card is played in the phase {state.phase}"
    due = leader if state.phase == Phase.PLAY else YOUNGER if state.phase in _OF_YOUNGER else ELDER
    if state.to_act != due:
        yield "another seat is to act"
    if state.phase == Phase.PLAY and not state.hands[known.role]:
        yield "there is no card to play"


_BEFORE = (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE)
_OF_YOUNGER = (Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE, Phase.REPLY)
