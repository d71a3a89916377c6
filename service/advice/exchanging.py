"""The ranking of what a seat may do before its exchange."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import comb

import numpy as np

from service.advice.discards import Dealt, deals, expected_in_hand, outcome, promising
from service.advice.effort import Effort
from service.advice.knowledge import Knowledge
from service.advice.parts import PARTS, Parts
from service.advice.ranking import Basis, Floats, Ranked, compared
from service.advice.reasons import of_discard, of_outcomes
from service.analysis.double_dummy import SharedSearch
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model import actions as a
from service.piquet.model.state import CARTE_BLANCHE, ELDER, Phase, replace_role
from service.piquet.rules.carte_blanche import may_claim

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
    chances = of_outcomes(rows[:few], ones[:few], worst.rows(sign, few))
    return row._replace(because=(*of_discard(known, each.cards, each.in_hand), *chances))


def _action(known: Knowledge, cards: int) -> a.Exchange | a.CommitDiscard:
    kind = a.CommitDiscard if known.state.phase == Phase.COMMIT_DISCARD else a.Exchange
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
    action = a.ClaimCarteBlanche(known.seat, best.cards.bit_count() if says else None)
    count, sign = len(best.deals), 1 if role == ELDER else -1
    return compared(action, claimed.rows(sign, count), claimed.rows(sign, count), np.ones(count), left_out=1.0)
