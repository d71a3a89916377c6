"""Advice before the play: which cards to exchange, and whether to claim a carte blanche.

A discard is worth what the seat is expected to reckon in point, sequences and sets, which is exact, and the mean over
deals of everything else, which is sampled: what the other reckons, repique and pique, and the play with all cards known
from the first card on. In a deal the other exchanges by `discard_policy`, as many cards as they may, and both players
declare all that they have. All discards are tried out in the same deals, until they are clearly behind the best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from service.advice.discard_policy import discards_of, most, promise, thrown
from service.advice.knowledge import Knowledge
from service.advice.ranking import Basis, Floats, Ranked, compared, of_discard, reasons_of_outcomes
from service.advice.values import PARTS, Effort, parts_of_worths
from service.analysis.declarations import declared
from service.analysis.double_dummy import PlayPosition, SharedSearch, Towards
from service.analysis.exchange import cases_of, scores
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.holding_tables import Ints
from service.piquet.cards.cards import COURT, cards_of, mask_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.actions import ClaimCarteBlanche, CommitDiscard, Exchange
from service.piquet.model.state import CARTE_BLANCHE, ELDER, YOUNGER, Phase, replace_role
from service.piquet.rules.carte_blanche import may_claim
from service.piquet.rules.exchange import exchange_bounds

# ---------------------------------------------------------------- the deals in which discards are tried out


class Dealt(NamedTuple):
    """Deals of the unseen cards: the other's hands by deal, and the talon's cards by place, from the top, and deal."""

    others: Ints
    talon: Ints


#: By role: what each point that is expected in hand adds to the value of a discard, each point that the cards kept
#: promise, and each card exchanged. It is the linear fit to the values of 960 discards in 80 deals each.
_PROMISED = ((1.5, 1.2, 4.8), (0.7, 0.95, 1.4))


class Expected(NamedTuple):
    """A discard, what is expected to be reckoned after it (exact), and what it promises in all, but for a constant."""

    cards: int
    in_hand: float
    promised: float


def expected(known: Knowledge, count: int | None = None, named: Sequence[int] = ()) -> list[Expected]:
    """Return discards of the seat, those first after which most is expected to be reckoned.

    Of each number of cards there are the `count` that promise most, or all, and those that are `named`.
    """
    state, rules, role = known.state, known.rules, known.role
    low, high = exchange_bounds(rules, state, role)
    own = state.blanche[role] is not None
    blanche = True if own else False if state.blanche[known.other] is not None else None
    gone = state.discards[role] | mask_of(known.left_seen)
    position = ExchangeKnowledge(rules, state.hands[role], low, high, role == ELDER, gone, known.held, blanche)
    promises: dict[int, float] = {}
    for size in range(low, high + 1):
        (some,) = discards_of(position.hand, count=size)
        promised = promise(rules, role, position.hand & ~some, size)
        order = np.argsort(-promised, kind="stable")
        chosen = order if count is None else order[(np.arange(len(order)) < count) | np.isin(some[order], named)]
        promises |= zip(some[chosen].tolist(), promised[chosen].tolist(), strict=True)
    discards, totals = scores(position, np.array(list(promises), dtype=np.int64))
    cases = [draws * hands for draws, hands in (cases_of(position, size) for size in range(high + 1))]
    reckoned, kept, card = _PROMISED[role]
    found = []
    for cards, total in zip(discards.tolist(), totals.tolist(), strict=True):
        in_hand = total / cases[cards.bit_count()]
        promised = reckoned * in_hand + kept * promises[cards] + card * cards.bit_count()
        found.append(Expected(cards, in_hand, promised))
    return found


def promising(found: Sequence[Expected], count: int, named: Sequence[int]) -> list[Expected]:
    """Return the discards to try out: `count` that promise most, the best of each size from three up, and `named`."""
    order = sorted(found, key=lambda each: -each.promised)
    by_size = [[each for each in order if each.cards.bit_count() == size] for size in range(3, HAND_SIZE)]
    chosen = [*order[:count], *(each for some in by_size if count for each in some[:_OF_EACH_SIZE])]
    return list(dict.fromkeys([*(each for each in found if each.cards in named), *chosen]))


def deals(known: Knowledge, rng: Random, count: int) -> Dealt:
    """Return deals of the unseen cards at random."""
    unseen = known.rules.cards & ~known.state.hands[known.role]
    possible = unseen & ~COURT if known.state.blanche[known.other] == "announced" else known.blanche or unseen
    cards = np.array([1 << card for card in cards_of(unseen)], dtype=np.int64)
    keys = np.frombuffer(rng.randbytes(16 * count * len(cards)), dtype="<u8").reshape(2, count, len(cards)) >> 1
    order = (keys[0] | ((cards & possible) == 0).astype(np.uint64) << 63).argsort(axis=1)
    rest = np.take_along_axis(order[:, HAND_SIZE:], keys[1, :, HAND_SIZE:].argsort(axis=1), axis=1)
    return Dealt(cards[order[:, :HAND_SIZE]].sum(axis=1), cards[rest].T)


def outcomes(known: Knowledge, dealt: Dealt, discards: Sequence[int], search: SharedSearch) -> Floats:
    """Return what the deals bring elder after discards of the seat, by discard, deal and part.

    What the seat itself reckons in point, sequences and sets is left out.
    """
    rules, state = known.rules, known.state
    after = [_after_exchange(known, dealt, discard) for discard in discards]
    # Deal by deal: the search goes faster if positions that are alike follow each other.
    hands = (
        np.stack([elder for elder, _ in after], axis=1).ravel(),
        np.stack([each[1] for each in after], axis=1).ravel(),
    )
    points, repique, towards = declared(rules, state, hands)
    points[known.role][: len(CATEGORIES)] = 0
    both = zip(*(each.tolist() for each in hands), towards.tolist(), strict=True)
    positions = [
        PlayPosition((elder, younger), ELDER, pique=Towards(pique) if pique >= 0 else None)
        for elder, younger, pique in both
    ]
    found = parts_of_worths(rules, (0, 0), *np.array([worth[1:] for worth in search.best_of(positions)]).T)
    found[:, PARTS.index("in_hand")] += points[ELDER].sum(axis=0) - points[YOUNGER].sum(axis=0)
    found[:, PARTS.index("repique")] += repique
    return found.reshape(-1, len(discards), len(PARTS)).transpose(1, 0, 2)


def _after_exchange(known: Knowledge, dealt: Dealt, discard: int) -> tuple[Ints, Ints]:
    """Return the hands of elder and younger after both have exchanged, by deal."""
    rules, state, role, talon = known.rules, known.state, known.role, dealt.talon
    size = discard.bit_count()
    if role == ELDER:
        theirs = most(rules, YOUNGER, len(talon) - size)
    else:
        theirs = state.announced if state.phase == Phase.COMMIT_DISCARD else state.exchanged[ELDER]
    gone = thrown(rules, known.other, tuple(dealt.others.tolist()), theirs)
    first, second = (size, theirs) if role == ELDER else (theirs, size)
    drawn = talon[:first].sum(axis=0), talon[first : first + second].sum(axis=0)
    mine = state.hands[role] & ~discard | drawn[role]
    others = dealt.others & ~gone | drawn[known.other]
    return (mine, others) if role == ELDER else (others, mine)


# ---------------------------------------------------------------- the options before the exchange


_DEAL = 100  # what trying a discard in a deal costs besides the search, in positions
_EXACT = 30_000  # what the exact part costs
_CONSIDERED = 25  # so many discards of each number of cards are considered
_OF_EACH_SIZE = 3  # so many of each number of cards are tried out
_AT_ONCE = 4  # so many deals are tried at a time
_TRUST = (20, 8)  # what a discard promises tells as much of its value as so many deals, by role
_USUAL, _USUAL_DEALS = (19.0, 9.0), 6  # how much a difference scatters, by role, and how many deals that is worth
_LEFT_BEHIND = 2.0  # a discard is given up when it is so many standard errors behind


@dataclass
class _Tried:
    """A discard with what it is expected to reckon and promises, and the parts for the seat by deal."""

    cards: int
    in_hand: float
    promised: float
    trust: int
    rows: Floats
    lasted: int = 0  # so many deals it was not clearly behind the best

    def add(self, rows: Floats) -> None:
        """Add what deals bring besides what is reckoned."""
        rows[:, PARTS.index("in_hand")] += self.in_hand
        self.rows = np.concatenate([self.rows, rows])

    def shrunk(self, count: int) -> Floats:
        """Return the first deals, their mean shrunk as if `trust` deals more had brought what is promised."""
        rows = self.rows[:count].copy()
        rows[:, PARTS.index("play")] += (self.promised - rows.sum() / count) * self.trust / (count + self.trust)
        return rows

    @property
    def estimate(self) -> float:
        """What the discard is worth, by all its deals."""
        return float(self.shrunk(len(self.rows)).sum()) / len(self.rows)

    def error_behind(self, best: "_Tried", usual: float) -> float:
        """Return the standard error of the difference from the best; it usually scatters so much in a deal."""
        behind = (best.rows - self.rows).sum(axis=1)
        squares = float(((behind - behind.mean()) ** 2).sum()) + _USUAL_DEALS * usual**2
        return sqrt(squares / (len(behind) + _USUAL_DEALS - 1) / (len(behind) + self.trust))


def exchange_options(
    known: Knowledge, effort: Effort, seed: str, named: Sequence[int] = (), *, only_named: bool = False
) -> tuple[tuple[Ranked, ...], Basis]:
    """Return the discards that were tried out, and the claim of a carte blanche if there is one, best first.

    `named` are discards to try out to the end whatever they promise; with `only_named`, no others are tried out.
    """
    found = expected(known, 0 if only_named and named else _CONSIDERED, named)
    chosen = promising(found, 0 if only_named and named else effort.discards, named)
    options, dealt, best = _tried_out(known, chosen, effort, seed, named)
    if may_claim(known.rules, known.state, known.role):
        claim = _claim(known, best, dealt)
        behind = claim.value - options[0].value
        options = (claim, *(each._replace(behind=each.behind + behind) for each in options))
    return options, _basis(known, dealt)


def discards_played(
    known: Knowledge, effort: Effort, seed: str, named: Sequence[int], first: int, at_most: int | None = None
) -> tuple[tuple[Ranked, ...], Basis]:
    """Return the `first` discards by what they are expected to reckon, and those that are `named`, ranked by value.

    Of the first ones, only those of `at_most` cards are considered. Raises `KeyError` for a named one that is illegal.
    """
    found = {each.cards: each for each in expected(known)}
    small = [each for each in found.values() if at_most is None or each.cards.bit_count() <= at_most]
    chosen = list(dict.fromkeys([*(found[cards] for cards in named), *small[:first]]))
    options, dealt, _ = _tried_out(known, chosen, effort, seed)
    return options, _basis(known, dealt)


def _basis(known: Knowledge, dealt: Sequence[Dealt]) -> Basis:
    unseen = known.unseen.bit_count()
    drawn = known.discarded or exchange_bounds(known.rules, known.state, known.role)[1]
    of = comb(unseen, HAND_SIZE) * comb(unseen - HAND_SIZE, drawn)
    return Basis(sum(len(each.others) for each in dealt), of, False)


def _tried_out(
    known: Knowledge, discards: Sequence[Expected], effort: Effort, seed: str, kept: Sequence[int] = ()
) -> tuple[tuple[Ranked, ...], list[Dealt], _Tried]:
    """Return the discards, best first, the deals in which they were tried out, and the best of them.

    All are tried out in the same deals; one that is clearly behind the best is given up, unless it is `kept`. Their
    means are shrunk towards what they promise.
    """
    role = known.role
    tried = [_Tried(*each, _TRUST[role], np.zeros((0, len(PARTS)))) for each in discards]
    rng, search, dealt = Random(f"{seed}:deals"), SharedSearch(known.rules), list[Dealt]()  # noqa: S311
    active, left = tried, effort.budget - _EXACT * effort.budget // effort.positions
    while not dealt or (left > 0 and len(active) > 1):
        dealt.append(deals(known, rng, _AT_ONCE))
        before = search.expanded
        found = outcomes(known, dealt[-1], [each.cards for each in active], search)
        for each, rows in zip(active, found, strict=True):
            each.add(rows if role == ELDER else -rows)
        left -= search.expanded - before + _DEAL * _AT_ONCE * len(active)
        if len(dealt) == 1:  # what is promised says nothing but differences: the first deals say the rest
            level = fmean(each.rows.sum() / _AT_ONCE - each.promised for each in tried)
            for each in tried:
                each.promised += level
        best = max(active, key=lambda each: each.estimate)
        for each in active:
            if best.estimate - each.estimate <= _LEFT_BEHIND * each.error_behind(best, _USUAL[role]):
                each.lasted = len(each.rows)
        active = [each for each in active if each.lasted == len(each.rows) or each.cards in kept]
    rows = {each.cards: _compared(known, each, best, tried[-1]) for each in tried}
    order = sorted(tried, key=lambda each: (each is not best, -each.lasted, rows[each.cards].behind))
    return tuple(rows[each.cards] for each in order), dealt, best


def _compared(known: Knowledge, each: _Tried, best: _Tried, worst: _Tried) -> Ranked:
    """Rank a discard; it is compared in the deals that it was tried in."""
    count = len(each.rows)
    rows, ones = each.shrunk(count), np.ones(count)
    row = compared(_action(known, each.cards), rows, best.shrunk(count), ones, left_out=1.0)
    few = min(count, len(worst.rows))
    chances = reasons_of_outcomes(rows[:few], ones[:few], worst.rows[:few])
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
    claimed, search = replace(best, in_hand=best.in_hand + points, promised=best.promised + points), SharedSearch(rules)
    claimed.rows, count = best.rows[:0], len(best.rows)
    for each in dealt[: count // _AT_ONCE]:
        found = outcomes(known._replace(state=after), each, [best.cards], search)[0]
        claimed.add(found if role == ELDER else -found)
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    action = ClaimCarteBlanche(known.seat, best.cards.bit_count() if says else None)
    return compared(action, claimed.shrunk(count), claimed.shrunk(count), np.ones(count), left_out=1.0)
