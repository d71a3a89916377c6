"""Advice before the play: which cards to exchange, and whether to claim a carte blanche.

A discard is worth what the seat is expected to reckon in point, sequences and sets, which is exact, and the mean over
deals of everything else, which is sampled: what the other reckons, repique and pique, and the play with all cards known
from the first card on. In a deal the other exchanges by `discard_policy`, as many cards as they may, and both players
declare all that they have. All discards are tried out in the same deals; the better half of them in more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from service.advice.discard_policy import most, promise, thrown
from service.advice.knowledge import Knowledge
from service.advice.parts import Parts, of_events
from service.advice.values import of_best
from service.analysis.double_dummy import SharedSearch
from service.analysis.exchange import cases_of, scores
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.play_position import situation_of
from service.piquet.cards.cards import COURT, cards_of, mask_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.state import ELDER, YOUNGER, Phase, State
from service.piquet.rules.exchange import exchange_bounds
from service.piquet.rulesets.parameters import Ruleset


class Dealt(NamedTuple):
    """A deal of the unseen cards: the other's hand and the talon as dealt, top first."""

    other: int
    talon: tuple[int, ...]


def expected_in_hand(known: Knowledge) -> dict[int, float]:
    """Return every legal discard of the seat with what it is expected to reckon after it, best first (exact)."""
    state, rules = known.state, known.rules
    low, high = exchange_bounds(rules, state, known.role)
    own = state.blanche[known.role] is not None
    blanche = True if own else False if state.blanche[known.other] is not None else None
    gone = state.discards[known.role] | mask_of(known.lying)
    position = ExchangeKnowledge(
        rules, state.hands[known.role], low, high, known.role == ELDER, gone, known.held, blanche
    )
    discards, totals = scores(position)
    cases = [draws * hands for draws, hands in (cases_of(position, size) for size in range(high + 1))]
    sizes = np.bitwise_count(discards)
    return {
        cards: total / cases[size]
        for cards, total, size in zip(discards.tolist(), totals.tolist(), sizes.tolist(), strict=True)
    }


def promising(known: Knowledge, in_hand: dict[int, float], count: int, named: Sequence[int] = ()) -> list[int]:
    """Return the discards to try out: those that promise most in hand and in the play, and those that are `named`."""
    rules, role = known.rules, known.role
    hand = known.state.hands[role]
    worth: dict[int, float] = {}
    for size in {cards.bit_count() for cards in in_hand}:
        same = np.array([cards for cards in in_hand if cards.bit_count() == size], dtype=np.int64)
        play = promise(rules, role, hand & ~same, size)
        worth |= {cards: in_hand[cards] + more for cards, more in zip(same.tolist(), play.tolist(), strict=True)}
    best = sorted(worth, key=lambda cards: -worth[cards])[:count]
    return list(dict.fromkeys([*named, *best]))


def deals(known: Knowledge, seed: str) -> Iterator[Dealt]:
    """Yield deals of the unseen cards at random, without end."""
    rng, state = Random(f"{seed}:deals"), known.state  # noqa: S311
    announced = state.blanche[known.other] == "announced"
    blank = known.unseen & ~COURT
    while True:
        hand = known.blanche or mask_of(rng.sample(cards_of(blank if announced else known.unseen), HAND_SIZE))
        talon = list(cards_of(known.rules.cards & ~(hand | state.hands[known.role])))
        rng.shuffle(talon)
        yield Dealt(hand, tuple(talon))


def outcome(known: Knowledge, dealt: Dealt, discard: int, search: SharedSearch) -> Parts:
    """Return what a deal brings elder after a discard of the seat.

    What the seat itself reckons in point, sequences and sets is left out.
    """
    state = _after_exchange(known, dealt, discard)
    rules = _automatic(known.rules)
    situation = situation_of(rules, state)
    own = known.seat
    counted = [event for event in situation.events if event.seat != own or event.kind not in CATEGORIES]
    return of_events(state.dealer, counted).plus(of_best(rules, situation.position, search))


@lru_cache(maxsize=64)
def _automatic(rules: Ruleset) -> Ruleset:
    """Return the rules under which both players declare all that they have."""
    return replace(rules, calling="automatic", elder_second_exchange=False, left_cards="none")


def _after_exchange(known: Knowledge, dealt: Dealt, discard: int) -> State:
    """Return the state in which both have exchanged and elder is to lead."""
    rules, state = known.rules, known.state
    size, talon = discard.bit_count(), dealt.talon
    mine = state.hands[known.role]
    if known.role == ELDER:
        left = len(talon) - size
        theirs = most(rules, YOUNGER, left)
        gone = (discard, thrown(rules, YOUNGER, dealt.other, theirs))
        drawn = (mask_of(talon[:size]), mask_of(talon[size : size + theirs]))
        hands, counts = (mine, dealt.other), (size, theirs)
    else:
        theirs = state.announced or state.exchanged[ELDER]
        gone = (thrown(rules, ELDER, dealt.other, theirs), discard)
        drawn = (mask_of(talon[:theirs]), mask_of(talon[theirs : theirs + size]))
        hands, counts = (dealt.other, mine), (theirs, size)
    return state._replace(
        phase=Phase.PLAY,
        to_act=ELDER,
        dealt=hands,
        talon=talon,
        hands=(hands[ELDER] & ~gone[ELDER] | drawn[ELDER], hands[YOUNGER] & ~gone[YOUNGER] | drawn[YOUNGER]),
        discards=gone,
        exchanged=counts,
        committed=0,
    )
