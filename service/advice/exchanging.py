"""Advice before the play: which cards to exchange, and whether to claim a carte blanche.

A discard is worth what the seat is expected to reckon in point, sequences and sets, which is exact, and the mean over
deals of everything else, which is sampled: what the other reckons, repique and pique, and the play with all cards known
from the first card on. In a deal the other exchanges by `discard_policy`, as many cards as they may, and both players
declare all that they have. All discards are tried out in the same deals; the better half of them in more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np

from service.advice.discard_policy import most, promise, thrown
from service.advice.knowledge import Knowledge
from service.advice.ranking import Basis, Floats, Ranked, compared, of_discard, reasons_of_outcomes
from service.advice.values import PARTS, Effort, Parts, of_best, parts_of_events
from service.analysis.double_dummy import SharedSearch
from service.analysis.exchange import cases_of, scores
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.play_position import situation_of
from service.piquet.cards.cards import COURT, cards_of, mask_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.actions import ClaimCarteBlanche, CommitDiscard, Exchange
from service.piquet.model.state import CARTE_BLANCHE, ELDER, YOUNGER, Phase, State, replace_role
from service.piquet.rules.carte_blanche import may_claim
from service.piquet.rules.exchange import exchange_bounds
from service.piquet.rulesets.parameters import Ruleset

# ---------------------------------------------------------------- the deals in which discards are tried out


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
    gone = state.discards[known.role] | mask_of(known.left_seen)
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
    return parts_of_events(state.dealer, counted).plus(of_best(rules, situation.position, search))


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


# ---------------------------------------------------------------- the options before the exchange


_DEAL = 600  # what trying a discard in a deal costs besides the search, in positions
_EXACT = 35  # what the exact part costs for each legal discard
_LAST = 4  # so many discards are tried out to the end
_FIRST_DEALS = 4
_TRIED = 10_000  # what there must be for each discard that is tried out


@dataclass
class _Tried:
    """A discard with what it is expected to reckon, and what each deal brought besides."""

    cards: int
    in_hand: float
    deals: list[Parts] = field(default_factory=list)

    def rows(self, sign: int, count: int) -> Floats:
        """Return the parts for the seat in the first deals, with the expected reckoning."""
        found = sign * np.array(self.deals[:count], dtype=np.float64).reshape(-1, len(PARTS))
        found[:, 0] += self.in_hand
        return found


def exchange_options(
    known: Knowledge, effort: Effort, seed: str, named: Sequence[int] = (), *, only_named: bool = False
) -> tuple[tuple[Ranked, ...], Basis]:
    """Return the discards that were tried out, and the claim of a carte blanche if there is one, best first.

    `named` are discards to try out to the end whatever they promise; with `only_named`, no others are tried out.
    """
    in_hand = expected_in_hand(known)
    count = max(_LAST, min(effort.discards, (effort.budget - _EXACT * len(in_hand)) // _TRIED))
    chosen = promising(known, in_hand, 0 if only_named and named else count, named)
    options, dealt, best = _tried_out(known, in_hand, chosen, effort, seed, named)
    if may_claim(known.rules, known.state, known.role):
        claim = _claim(known, best, dealt)
        behind = claim.value - options[0].value
        options = (claim, *(each._replace(behind=each.behind + behind) for each in options))
    return options, _basis(known, in_hand, dealt)


def discards_played(
    known: Knowledge, effort: Effort, seed: str, named: Sequence[int], first: int, at_most: int | None = None
) -> tuple[tuple[Ranked, ...], Basis]:
    """Return the `first` discards by what they are expected to reckon, and those that are `named`, ranked by value.

    Of the first ones, only those of `at_most` cards are considered. Raises `KeyError` for a named one that is illegal.
    """
    in_hand = expected_in_hand(known)
    small = [cards for cards in in_hand if at_most is None or cards.bit_count() <= at_most]
    chosen = list(dict.fromkeys([*named, *small[:first]]))
    options, dealt, _ = _tried_out(known, in_hand, chosen, effort, seed)
    return options, _basis(known, in_hand, dealt)


def _basis(known: Knowledge, in_hand: Mapping[int, float], dealt: Sequence[Dealt]) -> Basis:
    unseen = known.unseen.bit_count()
    drawn = known.discarded or max(cards.bit_count() for cards in in_hand)
    return Basis(len(dealt), comb(unseen, HAND_SIZE) * comb(unseen - HAND_SIZE, drawn), False)


def _tried_out(
    known: Knowledge,
    in_hand: Mapping[int, float],
    discards: Sequence[int],
    effort: Effort,
    seed: str,
    kept: Sequence[int] = (),
) -> tuple[tuple[Ranked, ...], list[Dealt], _Tried]:
    """Return the discards, best first, the deals in which they were tried out, and the best of them.

    Those that are `kept` are tried out to the end, however they do.
    """
    tried = [_Tried(cards, in_hand[cards]) for cards in discards]
    source, sign = deals(known, seed), 1 if known.role == ELDER else -1
    dealt: list[Dealt] = []
    rounds = max(1, (len(tried) // _LAST).bit_length())
    search = SharedSearch(known.rules)
    active, cost, left = tried, 0, effort.budget - _EXACT * len(in_hand)
    for number in range(1, rounds + 1):
        while cost + search.expanded < left * number // rounds or len(active[0].deals) < _FIRST_DEALS:
            _try(known, active, source, dealt, search)
            cost += _DEAL * len(active)
        keep = max(_LAST, len(active) // 2)
        order = sorted(active, key=lambda each: -_mean(each, sign))
        active = [*order[:keep], *(each for each in order[keep:] if each.cards in kept)]
    order = sorted(tried, key=lambda each: (-len(each.deals), -_mean(each, sign)))
    return tuple(_compared(known, each, order[0], sign, order[-1]) for each in order), dealt, order[0]


def _try(
    known: Knowledge, active: Sequence[_Tried], source: Iterator[Dealt], dealt: list[Dealt], search: SharedSearch
) -> None:
    """Try each discard out in the next deal."""
    at = len(active[0].deals)
    if at == len(dealt):
        dealt += islice(source, 1)
    for each in active:
        each.deals.append(outcome(known, dealt[at], each.cards, search))


def _mean(each: _Tried, sign: int) -> float:
    return float(each.rows(sign, len(each.deals)).sum() / len(each.deals))


def _compared(known: Knowledge, each: _Tried, best: _Tried, sign: int, worst: _Tried) -> Ranked:
    """Rank a discard; it is compared in the deals that it was tried in."""
    count = len(each.deals)
    rows, ones = each.rows(sign, count), np.ones(count)
    row = compared(_action(known, each.cards), rows, best.rows(sign, count), ones, left_out=1.0)
    few = min(count, len(worst.deals))
    chances = reasons_of_outcomes(rows[:few], ones[:few], worst.rows(sign, few))
    return row._replace(because=(*of_discard(known, each.cards, each.in_hand), *chances))


def _action(known: Knowledge, cards: int) -> Exchange | CommitDiscard:
    kind = CommitDiscard if known.state.phase == Phase.COMMIT_DISCARD else Exchange
    return kind(known.seat, cards)


def _claim(known: Knowledge, best: _Tried, dealt: Sequence[Dealt]) -> Ranked:
    """Rank the claim of a carte blanche, followed by the best discard, against that discard alone."""
    rules, state, role = known.rules, known.state, known.role
    points = rules.carte_blanche_points
    steps = list(state.in_hand[role])
    steps[CARTE_BLANCHE] += points
    after = state._replace(
        blanche=replace_role(state.blanche, role, "shown"), in_hand=replace_role(state.in_hand, role, tuple(steps))
    )
    claimed, search = _Tried(best.cards, best.in_hand + points), SharedSearch(rules)
    for each in dealt[: len(best.deals)]:
        claimed.deals.append(outcome(known._replace(state=after), each, best.cards, search))
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    action = ClaimCarteBlanche(known.seat, best.cards.bit_count() if says else None)
    count, sign = len(best.deals), 1 if role == ELDER else -1
    return compared(action, claimed.rows(sign, count), claimed.rows(sign, count), np.ones(count), left_out=1.0)
