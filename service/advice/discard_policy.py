"""What a hand promises before its draw: a rule of thumb for the other's discards, quick enough for hundreds of hands.

The promise of the cards kept is an estimate of what point, sequences, sets and the play will bring. The chance that a
holding is good is a guess by its size; what a card adds to the play is that of a linear fit to the value of deals
with all cards known.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from service.analysis.double_dummy import kernel
from service.analysis.exchange_knowledge import choices_of
from service.analysis.holding_tables import COUNTS, NUMBER, Floats, Ints, in_suits
from service.piquet.cards.cards import RANKS, SUIT_MASK, SUIT_SIZE
from service.piquet.cards.ranking import SEQUENCE, WHOLE_SUIT, runs
from service.piquet.model.state import State
from service.piquet.rulesets.parameters import Ruleset

#: The scale of promises, in points, at which a player's choice among discards softens: `exp(promise / SOFTNESS)`.
#: It is fitted by maximum likelihood to 80 discards that advice `quick` chose in 40 deals of `portland`: 0.65 ± 0.06;
#: from 120 in 60 deals it is 0.61 ± 0.04. Players are compared in others (`benchmarks/discard_softness.py`).
SOFTNESS = 0.65

# The chance that a holding is good, by its number of cards.
_POINT_GOOD = (0, 0, 0, 0.05, 0.3, 0.65, 0.85, 0.95, 1, 1)
_SEQUENCE_GOOD = (0, 0, 0, 0.35, 0.55, 0.8, 0.95, 1, 1, 1)
_TRIO_GOOD, _QUATORZE_GOOD = 0.6, 0.9
# What a card adds to the play, for elder and younger, by its rank; and each card of a suit beyond three.
_HIGH: tuple[dict[str, float], ...] = ({"A": 6.6, "K": 2.1, "Q": 0.9}, {"A": 5.1, "K": 2.5, "Q": 0.9})
_LONG = (2.7, 0.0)


class Promises(NamedTuple):
    """What the ranks of a suit promise, apart from a point and in it, and what the tens and higher do as sets."""

    suit: Floats
    point: Floats
    sets: Floats


@lru_cache(maxsize=64)
def _promises(rules: Ruleset, role: int, drawn: int) -> Promises:
    """Return the promises of a role that draws so many cards, each card it has not being drawn with the same chance."""
    chance = drawn / (rules.pack - 12)
    how = rules.counting
    in_pack = [rank for rank in range(SUIT_SIZE) if rules.cards >> rank & 1]
    run_score = [sum(_SEQUENCE_GOOD[run[0]] * how.score(SEQUENCE, run) for run in runs(ranks)) for ranks in range(512)]
    point_score = [_POINT_GOOD[each[0]] * how.score(0, each) for each in WHOLE_SUIT]
    suit, point = _after_draw(np.array(run_score), in_pack, chance), _after_draw(np.array(point_score), in_pack, chance)
    high = [_HIGH[role].get(rank, 0.0) for rank in RANKS]
    for ranks in range(512):
        suit[ranks] += sum(worth for rank, worth in enumerate(high) if ranks >> rank & 1)
        suit[ranks] += _LONG[role] * max(0, ranks.bit_count() - 3)
    return Promises(suit, point, _set_promises(chance))


def _after_draw(score: Floats, in_pack: list[int], chance: float) -> Floats:
    """Return the expected score of each set of ranks after the draw."""
    found = score.astype(np.float64)
    for rank in in_pack:
        with_it = np.arange(512) | 1 << rank
        found = np.where(np.arange(512) >> rank & 1, found, (1 - chance) * found + chance * found[with_it])
    return found


def _set_promises(chance: float) -> Floats:
    """Return the expected score of sets by the number of a hand."""
    by_count = []
    for count in range(5):
        more = [comb(4 - count, each) * chance**each * (1 - chance) ** (4 - count - each) for each in range(5 - count)]
        scores = {3: 3 * _TRIO_GOOD, 4: 14 * _QUATORZE_GOOD}
        by_count.append(sum(scores.get(count + each, 0.0) * likely for each, likely in enumerate(more)))
    return np.asarray(np.array(by_count)[COUNTS].sum(axis=0))


def promise(rules: Ruleset, role: int, kept: Ints, drawn: int) -> Floats:
    """Return what each of the sets of cards kept promises, if so many are drawn."""
    tables = _promises(rules, role, drawn)
    suits = in_suits(kept)
    # No index is out of bounds, and "wrap" is the fastest way to look them up.
    found = np.take(tables.sets, sum(np.take(NUMBER, ranks, mode="wrap") for ranks in suits), mode="wrap")
    point = np.zeros(found.shape)
    for ranks in suits:
        found += np.take(tables.suit, ranks, mode="wrap")
        np.maximum(point, np.take(tables.point, ranks, mode="wrap"), out=point)
    return np.asarray(found + point)


@lru_cache(maxsize=16)
def thrown(rules: Ruleset, role: int, hands: tuple[int, ...], count: int) -> Ints:
    """Return of each hand the discard of so many cards that promises most, the first of several."""
    each = np.array(hands, dtype=np.int64)
    if kernel.is_compiled():
        tables, found = (*_promises(rules, role, count), NUMBER), np.empty_like(each)
        kernel.throw([table.ctypes.data for table in tables], each.ctypes.data, found.ctypes.data, len(each), count)
        return found
    discards = choices_of(*hands, count=count)
    kept = each[:, None] & ~discards
    return np.asarray(discards[np.arange(len(discards)), promise(rules, role, kept, count).argmax(axis=1)])


def likelihood(rules: Ruleset, state: State, role: int) -> float:
    """Return how likely a role is to throw its discards, of the hand that it was dealt, among all of as many cards."""
    hand, discards = state.dealt[role], state.discards[role]
    count = discards.bit_count()
    (every,) = choices_of(hand, count=count)
    promised = promise(rules, role, hand & ~every, count)
    weights = np.exp((promised - promised.max()) / SOFTNESS)
    return float(weights[every == discards].sum() / weights.sum())


_IN_SEQUENCE = np.array([sum(length for length, _ in runs(ranks)) for ranks in range(512)])

#: By role, how much likelier each of the `features` makes a hand after the exchange, as a logarithm. Fitted to hands of
#: players who exchange by advice (`benchmarks/likely_hands.py`).
LIKELY = np.array(
    (
        (3.8, 2.0, 1.2, 0.9, 0.6, 1.1, 3.6, 0.2, 2.2, 0.5, 0.4),
        (5.2, 3.3, 2.1, 1.1, 1.1, 1.6, 4.7, 0.4, 2.4, 0.8, 0.8),
    )
)


def features(hands: Ints) -> Floats:
    """Return what makes each of the hands likely after the exchange, by hand.

    These are the numbers of aces, kings, queens, knaves and tens, of trios, of quatorzes, and of cards in sequences,
    the lengths of the longest suit and of the second, and whether a suit is missing.
    """
    suits = np.array(in_suits(hands))
    counts = COUNTS[:, NUMBER[suits].sum(axis=0)]
    lengths = np.sort(np.bitwise_count(suits), axis=0)
    more = [(counts == 3).sum(axis=0), (counts == 4).sum(axis=0), _IN_SEQUENCE[suits].sum(axis=0)]
    return np.array([*counts, *more, lengths[-1], lengths[-2], lengths[0] == 0], dtype=np.float64).T


def likelihoods(role: int, hands: Ints) -> Floats:
    """Return how likely a role has each of the hands after the exchange, but for a factor."""
    scores = features(hands) @ LIKELY[role]
    return np.asarray(np.exp(scores - scores.max()))


@lru_cache(maxsize=1)
def _winners() -> Ints:
    """By the ranks of two players in a suit: how many tricks the first one can take at once, leading the suit."""
    own, others = np.arange(SUIT_MASK + 1)[:, None], np.arange(SUIT_MASK + 1)
    higher, found = np.ones((len(own), len(own)), dtype=bool), np.zeros((len(own), len(own)), dtype=np.int64)
    for rank in reversed(range(SUIT_SIZE)):
        higher &= others >> rank & 1 == 0
        found += higher & (own >> rank & 1 == 1)
    return np.where(found >= np.bitwise_count(others), np.bitwise_count(own), found)


def played_roughly(hands: tuple[Ints, Ints], towards: Ints) -> Floats:
    """Return an estimate of what the play of each pair of hands brings elder, with cards, capot and pique.

    `towards` are elder's points towards a pique, -1 where none is possible. It is a fit to deals of `portland` with all
    cards known, by the tricks that elder can take at once if in the lead, and those that younger can.
    """
    elder, younger = (np.array(in_suits(each)) for each in hands)
    first, second = _winners()[elder, younger].sum(axis=0), _winners()[younger, elder].sum(axis=0)
    tricks = 10.6 * np.tanh((first - 0.7 * second - 0.8) / 2) + 1.2 * first - 0.2 * second - 1.9
    capot = 31 * (first == 12) - 37 * ((first == 0) & (second == 12))
    pique = (towards >= 0) & (towards + np.minimum(first + 1, 12) >= 30)
    return np.asarray(tricks + capot + 30 * pique)
