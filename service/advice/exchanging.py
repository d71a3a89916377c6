"""Advice before the play: which cards to exchange, and whether to claim a carte blanche.

A discard is worth what the seat is expected to reckon in point, sequences and sets, which is exact, and the mean over
deals of everything else, which is sampled: what the other reckons, repique and pique, and the play with all cards known
from the first card on. In a deal the other exchanges by `discard_policy`, as many cards as they may, and both players
declare all that they have. All discards are tried out in the same deals, until they are clearly behind the best: the
play is estimated in hundreds of deals, and searched in some of them, which shows how wrong the estimates are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np

from service.advice.discard_policy import played_roughly, promise, thrown
from service.advice.knowledge import Knowledge
from service.advice.ranking import Basis, Ranked, compared, of_discard, reasons_of_outcomes
from service.advice.values import PARTS, Effort, parts_of_worths
from service.analysis.declarations import declared
from service.analysis.double_dummy import PlayPosition, SharedSearch, Towards
from service.analysis.exchange import scores
from service.analysis.exchange_knowledge import ExchangeKnowledge, choices_of
from service.analysis.holding_tables import Floats, Ints
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

    def some(self, begun: int, count: int) -> "Dealt":
        """Return so many of the deals."""
        return Dealt(self.others[begun : begun + count], self.talon[:, begun : begun + count])


def expected(known: Knowledge, count: int | None = None, named: Sequence[int] = ()) -> dict[int, float]:
    """Return discards of the seat, with what is expected to be reckoned after each: the most first (exact).

    Of each number of cards there are the `count` that promise most, or all, and those that are `named`.
    """
    state, rules, role = known.state, known.rules, known.role
    low, high = exchange_bounds(rules, state, role)
    own = state.blanche[role] is not None
    blanche = True if own else False if state.blanche[known.other] is not None else None
    gone = state.discards[role] | mask_of(known.left_seen)
    position = ExchangeKnowledge(rules, state.hands[role], low, high, role == ELDER, gone, known.held, blanche)
    chosen = list[Ints]()
    for size in range(low, high + 1):
        (some,) = choices_of(position.hand, count=size)
        some = some[np.argsort(-promise(rules, role, position.hand & ~some, size), kind="stable")]
        chosen.append(some if count is None else some[(np.arange(len(some)) < count) | np.isin(some, named)])
    return scores(position, np.concatenate(chosen))


def deals(known: Knowledge, rng: Random, count: int) -> Dealt:
    """Return deals of the unseen cards at random."""
    unseen = known.rules.cards & ~known.state.hands[known.role]
    possible = unseen & ~COURT if known.state.blanche[known.other] == "announced" else known.blanche or unseen
    cards = np.array([1 << card for card in cards_of(unseen)], dtype=np.int64)
    keys = np.frombuffer(rng.randbytes(16 * count * len(cards)), dtype="<u8").reshape(2, count, len(cards)) >> 1
    order = (keys[0] | ((cards & possible) == 0).astype(np.uint64) << 63).argsort(axis=1)
    rest = np.take_along_axis(order[:, HAND_SIZE:], keys[1, :, HAND_SIZE:].argsort(axis=1), axis=1)
    return Dealt(cards[order[:, :HAND_SIZE]].sum(axis=1), cards[rest].T)


def outcomes(known: Knowledge, dealt: Dealt, discards: Sequence[int], search: SharedSearch | None) -> Floats:
    """Return what the deals bring elder after discards of the seat, by discard, deal and part.

    What the seat itself reckons in point, sequences and sets is left out. Without a search, all that the play brings is
    an estimate, which stands under `play`.
    """
    rules, state = known.rules, known.state
    sizes = [discard.bit_count() for discard in discards]
    after = {size: _after_exchange(known, dealt, size) for size in set(sizes)}
    kept = state.hands[known.role] & ~np.array(discards)
    # Deal by deal: the search goes faster if positions that are alike follow each other.
    mine = (np.stack([after[size][0] for size in sizes], axis=1) | kept).ravel()
    others = np.stack([after[size][1] for size in sizes], axis=1).ravel()
    hands = (mine, others) if known.role == ELDER else (others, mine)
    points, repique, towards = declared(rules, state, hands)
    points[known.role][: len(CATEGORIES)] = 0
    found = np.zeros((len(repique), len(PARTS)))
    if search is None:
        found[:, PARTS.index("play")] = played_roughly(hands, towards)
    else:
        both = zip(*(each.tolist() for each in hands), towards.tolist(), strict=True)
        positions = [
            PlayPosition((elder, younger), ELDER, pique=Towards(pique) if pique >= 0 else None)
            for elder, younger, pique in both
        ]
        found = parts_of_worths(rules, (0, 0), *np.array([worth[1:] for worth in search.best_of(positions)]).T)
    found[:, PARTS.index("in_hand")] += points[ELDER].sum(axis=0) - points[YOUNGER].sum(axis=0)
    found[:, PARTS.index("repique")] += repique
    return found.reshape(-1, len(discards), len(PARTS)).transpose(1, 0, 2)


def _after_exchange(known: Knowledge, dealt: Dealt, size: int) -> tuple[Ints, Ints]:
    """Return what the seat draws after a discard of so many cards, and the other's hand after the exchange, by deal."""
    rules, state, role, talon = known.rules, known.state, known.role, dealt.talon
    if role == ELDER:
        theirs = min(rules.younger_max or len(talon), len(talon) - size)
    else:
        theirs = state.announced if state.phase == Phase.COMMIT_DISCARD else state.exchanged[ELDER]
    gone = thrown(rules, known.other, tuple(dealt.others.tolist()), theirs)
    first, second = (size, theirs) if role == ELDER else (theirs, size)
    drawn = talon[:first].sum(axis=0), talon[first : first + second].sum(axis=0)
    return drawn[role], dealt.others & ~gone | drawn[known.other]


# ---------------------------------------------------------------- the options before the exchange


_DEAL = 100  # what trying a discard in a deal costs besides the search, in positions
_EXACT = 75_000  # what the exact part and the estimates cost, and more: to search further brings next to nothing
_CONSIDERED = 20  # so many discards of each number of cards are estimated
_ESTIMATED = 64  # so many deals are estimated at a time
_AT_ONCE = 4  # so many deals are searched at a time
_SEARCHED = 16  # in so many the play of the best is searched, if the budget allows
_TRUST = 60  # an estimate of the play tells as much of its value as so many deals that are searched
_LEAST = 3  # the best discards of so many cards and more are among the options
_LEFT_BEHIND = 2.0  # a discard is given up when it is so many standard errors behind


@dataclass(eq=False)
class _Tried:
    """A discard with what it is expected to reckon; what it brings the seat in each deal, by estimate, and in parts."""

    cards: int
    in_hand: float
    estimated: Floats
    rows: Floats
    lasted: int = 0  # so many times it was not clearly behind the best

    def order(self) -> tuple[int, float]:
        """Return what is greatest for the best: how long it lasted, and what it is worth by all its deals."""
        return self.lasted, float(self.totals(self).sum()) / len(self.estimated)

    def totals(self, other: "_Tried") -> Floats:
        """Return numbers by deal, of those of both discards: their mean is the worth, and they scatter as that does.

        They are the estimates, with so much of the differences of searched deals from them as these are trusted.
        """
        found, searched = self.estimated[: len(other.estimated)], self.rows[: len(other.rows)]
        if not len(searched):
            return found
        differences = searched.sum(axis=1) - found[: len(searched)]
        found = found.copy()
        found[: len(differences)] += differences * len(found) / (len(differences) + _TRUST)
        return found

    def parts(self, totals: Floats) -> Floats:
        """Return the parts, by deal, of these totals: but for the play they are the means of the searched deals."""
        found = np.tile(self.rows.mean(axis=0), (len(totals), 1))
        found[:, PARTS.index("play")] += totals - found.sum(axis=1)
        return found


def exchange_options(
    known: Knowledge, effort: Effort, seed: str, named: Sequence[int] = (), *, only_named: bool = False
) -> tuple[tuple[Ranked, ...], Basis]:
    """Return the discards that were tried out, and the claim of a carte blanche if there is one, best first.

    `named` are discards to try out to the end whatever they promise; with `only_named`, no others are tried out.
    """
    found = expected(known, 0 if only_named and named else _CONSIDERED, named)
    options, dealt, best = _tried_out(known, found, effort, seed, effort.discards, named)
    if may_claim(known.rules, known.state, known.role):
        claim = _claim(known, best, dealt)
        behind = claim.value - options[0].value
        options = (claim, *(each._replace(behind=each.behind + behind) for each in options))
    return options, _basis(known, best)


def discards_played(
    known: Knowledge, effort: Effort, seed: str, named: Sequence[int], first: int, at_most: int | None = None
) -> tuple[tuple[Ranked, ...], Basis]:
    """Return the `first` discards by what they are expected to reckon, and those that are `named`, ranked by value.

    Of the first ones, only those of `at_most` cards are considered. Raises `KeyError` for a named one that is illegal.
    """
    found = expected(known)
    small = [cards for cards in found if at_most is None or cards.bit_count() <= at_most]
    chosen = {cards: found[cards] for cards in (*named, *small[:first])}
    options, _, best = _tried_out(known, chosen, effort, seed, len(chosen))
    return options, _basis(known, best)


def _basis(known: Knowledge, best: _Tried) -> Basis:
    unseen = known.unseen.bit_count()
    drawn = known.discarded or exchange_bounds(known.rules, known.state, known.role)[1]
    of = comb(unseen, HAND_SIZE) * comb(unseen - HAND_SIZE, drawn)
    return Basis(len(best.estimated), of, False)


def _tried_out(
    known: Knowledge, found: Mapping[int, float], effort: Effort, seed: str, most: int, kept: Sequence[int] = ()
) -> tuple[tuple[Ranked, ...], Dealt, _Tried]:
    """Return the best discards, best first, the deals in which they were tried out, and the best of them.

    All that are `found` are tried out in the same deals, by estimates of the play; then it is searched after the `most`
    best, and the best of each number of cards. One that is clearly behind is given up, unless it is `kept`.
    """
    dealt = deals(known, Random(f"{seed}:deals"), _ESTIMATED * effort.discards)  # noqa: S311
    active = tried = [_Tried(*each, np.zeros(0), np.zeros((0, len(PARTS)))) for each in found.items()]
    for begun in range(0, len(dealt.others), _ESTIMATED):
        _try(known, active, dealt.some(begun, _ESTIMATED), None)
        active = _not_behind(active, kept)
        if len(active) == 1:
            break
    order = sorted(tried, key=_Tried.order, reverse=True)
    of_size = {each.cards.bit_count(): each for each in reversed(order) if each.cards.bit_count() >= _LEAST}
    active = tried = list(
        dict.fromkeys([*order[:most], *of_size.values(), *(each for each in order if each.cards in kept)])
    )
    search, left = SharedSearch(known.rules), effort.budget - _EXACT * effort.budget // effort.positions
    for begun in range(0, len(order[0].estimated), _AT_ONCE):
        before = search.expanded
        _try(known, active, dealt.some(begun, _AT_ONCE), search)
        left -= search.expanded - before + _DEAL * _AT_ONCE * len(active)
        active = _not_behind(active, kept)
        if left <= 0 or (len(active) == 1 and len(active[0].rows) >= _SEARCHED):
            break
    best, worst = max(active, key=_Tried.order), min(tried, key=_Tried.order)
    others = [_compared(known, each, best, worst) for each in tried if each is not best]
    ranked = (_compared(known, best, best, worst), *sorted(others, key=lambda row: row.behind))
    return ranked, dealt, best


def _try(known: Knowledge, tried: Sequence[_Tried], dealt: Dealt, search: SharedSearch | None) -> None:
    """Try discards out in more deals, by estimates or by a search."""
    found = outcomes(known, dealt, [each.cards for each in tried], search)
    for each, rows in zip(tried, found if known.role == ELDER else -found, strict=True):
        rows[:, PARTS.index("in_hand")] += each.in_hand
        if search is None:
            each.estimated = np.concatenate([each.estimated, rows.sum(axis=1)])
        else:
            each.rows = np.concatenate([each.rows, rows])


def _not_behind(active: Sequence[_Tried], kept: Sequence[int]) -> list[_Tried]:
    """Return the discards that are not clearly behind the best of them, and those that are `kept`."""
    best = max(active, key=_Tried.order)
    for each in active:
        behind = best.totals(each) - each.totals(best)
        count, total = len(behind), float(behind.sum())
        squares = max(0.0, float(behind @ behind) - total**2 / count)  # numpy's mean and std take much longer
        if total <= 0 or total**2 <= _LEFT_BEHIND**2 * squares:
            each.lasted += 1
    return [each for each in active if each.lasted == best.lasted or each.cards in kept]


def _compared(known: Knowledge, each: _Tried, best: _Tried, worst: _Tried) -> Ranked:
    """Rank a discard; it is compared in the deals that it was tried in."""
    own, others = each.parts(each.totals(best)), best.parts(best.totals(each))
    kind = CommitDiscard if known.state.phase == Phase.COMMIT_DISCARD else Exchange
    row = compared(kind(known.seat, each.cards), own, others, np.ones(len(own)), left_out=1.0)
    few = min(len(each.rows), len(worst.rows))
    chances = reasons_of_outcomes(each.rows[:few], np.ones(few), worst.rows[:few])
    return row._replace(because=(*of_discard(known, each.cards, each.in_hand), *chances))


def _claim(known: Knowledge, best: _Tried, dealt: Dealt) -> Ranked:
    """Rank the claim of a carte blanche, followed by the best discard, against that discard alone."""
    rules, state, role = known.rules, known.state, known.role
    points = rules.carte_blanche_points
    steps = list(state.in_hand[role])
    steps[CARTE_BLANCHE] += points
    after = state._replace(
        blanche=replace_role(state.blanche, role, "shown"), in_hand=replace_role(state.in_hand, role, tuple(steps))
    )
    blanche = known._replace(state=after)
    claimed = replace(best, in_hand=best.in_hand + points, estimated=best.estimated[:0], rows=best.rows[:0])
    _try(blanche, [claimed], dealt.some(0, len(best.estimated)), None)
    _try(blanche, [claimed], dealt.some(0, len(best.rows)), SharedSearch(rules))
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    action = ClaimCarteBlanche(known.seat, best.cards.bit_count() if says else None)
    rows = claimed.parts(claimed.totals(best))
    return compared(action, rows, rows, np.ones(len(rows)), left_out=1.0)
