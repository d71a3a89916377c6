"""The exchange: every legal discard with the exact expected score of the declarations after it.

Tricks and cards are not counted.

**Assumptions.** The asker knows their twelve cards, the `known` cards that are out of play for them (neither in the
talon nor with the other player), and the `held` cards that the other player has shown. All other cards are unseen, and
each is equally likely to be in any place. So every draw from them is equally likely, and after it every hand of the
other player, which has twelve cards. Both players call everything that they have, and nobody sinks anything. How the
other player exchanges is not predicted.

All numbers are exact: a chance is a number of cases, out of the draws times the hands of the other player. Rules: R4.1,
R4.2, R5.6, R5.7, R5.12, R7.2, R7.3.

**As bytes**, for the pool and the cache, an analysis has numbers of eight bytes, lowest byte first: the number of rows
and of rows with bonuses; the rows, each with its discard and the sums of each category (`SUMS`: five numbers, or one in
the plain mode); the bonuses, two numbers each, -1 where they are not counted.
"""

from collections.abc import Iterable
from math import comb, lcm, prod
from typing import NamedTuple

import msgspec
import numpy as np
import zstandard

from service.analysis import suit_symmetry
from service.analysis.case_counts import CaseCounts, Sum
from service.analysis.exchange_knowledge import SMALL, ExchangeDraws, ExchangeKnowledge, OtherHands, Smalls, choices_of
from service.analysis.holding_tables import Ints, in_suits, tables
from service.analysis.suit_symmetry import SuitSymmetry
from service.piquet.cards.cards import names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES, POINT, SEQUENCE, SET

THIRTY = 30
_CELLS = 1 << 19  # draws times hands of the other player to process at once
MOST_CASES = 10_000_000  # bonuses are counted for a discard with at most this many cases; with 32 cards each has fewer
WITH_BONUSES = 10


#: The sums of a category of the hands that may result from a discard, over all cases. `worth` is the score of the
#: holdings if they were good, over the draws alone, and the only sum of the plain mode. `score` is what they score;
#: `good`, `equal` and `beaten` are the cases in which the best of them is so. Cases with nothing to call are none of
#: the three.
SUMS = ("worth", "score", "good", "equal", "beaten")


def _expected(position: ExchangeKnowledge, which: int, discards: Ints, full: bool) -> Ints:
    """Return the `SUMS` of a category (columns), for each of the discards (rows); only the worth in the plain mode."""
    alone = CaseCounts(position, which, discards, 0)  # as if the other player had no cards
    anything = np.full_like(alone.places, len(alone.category.score))
    called = (alone.places > 0).astype(np.int64)  # a hand with nothing to call is neither good nor equal nor beaten
    worth, draws = _scores(alone, anything, Sum(anything, called))
    if not full:
        return np.stack([worth], axis=1)
    counts = CaseCounts(position, which, discards, position.unknown_of_other)
    first, last = counts.category.first[counts.places], counts.category.last[counts.places]
    score, good, no_worse = _scores(counts, first - 1, Sum(first - 1, called), Sum(last, called))
    any_hand = draws * _cases(position, discards)[1]
    return np.stack([worth, score, good, no_worse - good, any_hand - no_worse], axis=1)


def _scores(counts: CaseCounts, limits: Ints, *more: Sum) -> Ints:
    """Return the total score of the asker's holdings where the other's are within limits, with these further sums.

    The asker's holdings are taken for good.
    """
    if counts.which == POINT:  # only the best point is reckoned
        return counts.sums([Sum(limits, counts.category.score[counts.places]), *more])
    each = np.ones_like(limits)
    found = counts.sums([Sum(limits, each, degree=1), *more])
    if counts.nought:
        nought = [Sum(limits, each)]
        found[0] += counts.nought * (counts.sums(nought) - counts.sums(nought, voids=False))[0]
    return found


def analyse(
    position: ExchangeKnowledge, full: bool, with_bonuses: int = WITH_BONUSES
) -> "tuple[Ints, Ints, list[Bonuses | None]]":
    """Return every legal discard, by expected score, or in the plain mode by expected worth and without bonuses.

    With the discards come their `SUMS` by discard and category, and the bonuses of the first few, which are None where
    they take too long to count.
    """
    discards = _legal(position)
    sums = np.stack([_expected(position, which, discards, full) for which in (POINT, SEQUENCE, SET)], axis=1)
    best = _order(position, discards, sums[:, :, int(full)].sum(axis=1), full)
    first = discards[best[:with_bonuses]].tolist() if full else []
    return discards[best], sums[best], bonuses(position, first)


def scores(position: ExchangeKnowledge, discards: Ints) -> dict[int, float]:
    """Return the expected score of each of these legal discards, best first."""
    found = np.zeros(len(discards), dtype=np.int64)
    for which in (POINT, SEQUENCE, SET):
        counts = CaseCounts(position, which, discards, position.unknown_of_other)
        found += _scores(counts, counts.category.first[counts.places] - 1)[0]
    best = _order(position, discards, found, True)
    expected = found / _cases(position, discards).prod(axis=0)
    return dict(zip(discards[best].tolist(), expected[best].tolist(), strict=True))


def _legal(position: ExchangeKnowledge) -> Ints:
    """Return every legal discard."""
    sizes = range(position.low, position.high + 1)
    return np.concatenate([choices_of(position.hand, count=size)[0] for size in sizes])


def _order(position: ExchangeKnowledge, discards: Ints, totals: Ints, full: bool) -> list[int]:
    """Return the indices of the discards by their expectation, best first; equal ones in the order of the discards."""
    draws, hands = _cases(position, discards)
    cases = (draws * hands if full else draws).tolist()
    common = lcm(*set(cases))
    numerators = [total * (common // each) for total, each in zip(totals.tolist(), cases, strict=True)]
    return sorted(range(len(numerators)), key=numerators.__getitem__, reverse=True)


def cases_of(position: ExchangeKnowledge, count: int) -> tuple[int, int]:
    """Return the number of draws after a discard of so many cards, and of the other player's hands after each."""
    unseen = position.unseen.bit_count()
    return comb(unseen, count), comb(unseen - count, position.unknown_of_other)


def _cases(position: ExchangeKnowledge, discards: Ints) -> Ints:
    """Return the same two numbers (rows) by discard."""
    of_sizes = np.array([cases_of(position, size) for size in range(position.high + 1)])
    return of_sizes[np.bitwise_count(discards)].T


class Bonuses(NamedTuple):
    """The cases of a discard in which the asker has a repique (R7.2), and those with a pique at their first lead.

    The pique needs nothing reckoned by the other player, no repique, and 29 or more in hand (R7.3). It is elder's only,
    and only where a lead scores.
    """

    repique: int
    pique: int


def bonuses(position: ExchangeKnowledge, discards: list[int]) -> list[Bonuses | None]:
    """Return the cases with repique and pique for each of some discards; None if there are too many to count.

    Point, sequences and sets depend on each other here, so every hand of the other player is compared with every draw
    that may bring thirty. Discards of as many cards have the same draws.
    """
    # The other player's carte blanche saves from both.
    if position.carte_blanche is False or (position.rules.repique_by == "elder" and not position.elder):
        return [Bonuses(0, 0)] * len(discards)
    others, found = OtherHands(position), dict[int, Bonuses]()
    for size in {discard.bit_count() for discard in discards}:
        if prod(cases_of(position, size)) <= MOST_CASES:
            same = [discard for discard in discards if discard.bit_count() == size]
            found.update(zip(same, _counted(position, ExchangeDraws(position, others, size), same), strict=True))
    return [found.get(discard) for discard in discards]


def _counted(position: ExchangeKnowledge, draws: ExchangeDraws, discards: list[int]) -> list[Bonuses]:
    """Return the bonuses of discards of as many cards."""
    before = position.rules.carte_blanche_points if position.carte_blanche else 0
    every = tables(position.rules.counting)
    # By discard: the draws that may bring thirty, and the places and values that the hands then have, by category.
    drawn: list[tuple[Ints, list[tuple[Ints, Smalls]]]] = []
    wanted = np.zeros(len(draws.cards), dtype=bool)
    for discard in discards:
        suits = np.array(in_suits(draws.cards | position.hand & ~discard))
        mine = [every.holdings(which, suits) for which in (POINT, SEQUENCE, SET)]
        enough = before + sum(value for _, value in mine) >= THIRTY - _lead_scores(position)
        some = np.flatnonzero(enough)
        drawn.append((some, [(place[some], value[some].astype(SMALL)) for place, value in mine]))
        wanted |= enough
    found = [Bonuses(0, 0)] * len(discards)
    used = np.flatnonzero(wanted)
    step = max(1, _CELLS // draws.hands)
    for start in range(0, len(used), step):
        block = used[start : start + step]
        others = draws.places_of_others(block)
        for at, (some, holdings) in enumerate(drawn):
            within = slice(*np.searchsorted(some, (block[0], block[-1] + 1)))
            rows = np.searchsorted(block, some[within])
            own = [(place[within, None], value[within, None]) for place, value in holdings]
            added = _bonuses(position, before, own, [places[rows] for places in others])
            found[at] = Bonuses(found[at].repique + added.repique, found[at].pique + added.pique)
    return found


def _bonuses(position: ExchangeKnowledge, before: int, own: list[tuple[Ints, Smalls]], others: list[Smalls]) -> Bonuses:
    rules = position.rules
    in_order = rules.repique_test == "before_in_order"
    total = np.full(others[0].shape, before, dtype=SMALL)
    nothing_of_the_other = np.ones(others[0].shape, dtype=bool)
    repique, equal = np.zeros_like(nothing_of_the_other), np.zeros_like(nothing_of_the_other)
    categories = tables(rules.counting).categories
    for at, (category, (place, value), other) in enumerate(zip(categories, own, others, strict=True)):
        good, last = other < category.first[place].astype(SMALL), category.last[place].astype(SMALL)
        total += value * good
        nothing_of_the_other &= other <= last
        if rules.equality_saves_repique and at < len(others) - 1:  # point or sequence (R7.5)
            equal |= ~good & (other <= last) & (place > 0)
        if in_order:
            repique |= nothing_of_the_other & (total >= THIRTY)
    if not in_order:
        repique = nothing_of_the_other & (total >= THIRTY)
    repique &= ~equal
    pique = nothing_of_the_other & ~repique & (total >= THIRTY - 1) & _lead_scores(position)
    return Bonuses(int(np.count_nonzero(repique)), int(np.count_nonzero(pique)))


def _lead_scores(position: ExchangeKnowledge) -> bool:
    """Whether the asker leads to the first trick and scores a point with it (R6.2).

    A hand with 29 reckoned always has a ten or higher to lead.
    """
    return position.elder and position.rules.trick_scoring != "one_per_trick"


# The parameters that the analysis depends on.
_PARAMETERS = (*suit_symmetry.HOLDINGS, "repique_test", "repique_by", "equality_saves_repique", "trick_scoring")


def question(position: ExchangeKnowledge, full: bool) -> bytes:
    """Return the question as bytes for a cache key. The suits must be in their canonical order."""
    sets = (position.hand, position.known, position.held)
    more = (position.low, position.high, position.elder, full, (None, True, False).index(position.carte_blanche))
    return suit_symmetry.question(position.rules, sets, _PARAMETERS) + bytes(more)


# ---------------------------------------------------------------- analyses as bytes


_NUMBER = np.dtype("<i8")
_MOST_POINTS = 1000  # an upper bound of the score of a category


def analysed(position: ExchangeKnowledge, full: bool) -> bytes:
    """Return the packed analysis of a position."""
    discards, sums, bonuses = analyse(position, full)
    rows = np.concatenate([discards[:, None], sums.reshape(len(sums), -1)], axis=1)
    return _packed(rows, np.array([each or (-1, -1) for each in bonuses]))


def first_rows(full: bool, analysis: bytes, count: int) -> bytes:
    """Return the first rows of a packed analysis, packed in the same way."""
    rows, bonuses = _unpacked(analysis, full)
    return _packed(rows[:count], bonuses[:count])


def _packed(rows: Ints, bonuses: Ints) -> bytes:
    counts = np.array([len(rows), len(bonuses)])
    return b"".join(part.astype(_NUMBER).tobytes() for part in (counts, rows, bonuses))


def row_count(position: ExchangeKnowledge) -> int:
    """Return the number of legal discards."""
    return sum(comb(HAND_SIZE, size) for size in range(position.low, position.high + 1))


def is_of(position: ExchangeKnowledge, full: bool, count: int, analysis: bytes) -> bool:
    """Whether `analysis`, which may be any bytes, has the form of the first `count` rows for the position.

    It must have so many legal discards, each once, and no number out of bounds. Raises `ValueError` for some invalid
    bytes.
    """
    rows, bonuses = _unpacked(analysis, full)
    discards, sums = rows[:, 0], _sums(rows)
    legal = (discards >= 0).all() and not (discards & ~position.hand).any() and len(set(discards.tolist())) == len(rows)
    with_bonuses = min(WITH_BONUSES, len(rows)) if full else 0
    if not legal or len(rows) != min(count, row_count(position)) or len(bonuses) != with_bonuses:
        return False
    sizes = np.bitwise_count(discards)
    if sizes.min() < position.low or sizes.max() > position.high:
        return False
    draws, hands = _cases(position, discards)
    cases = draws * hands
    if (sums < 0).any() or (sums[:, :, 0] > (_MOST_POINTS * draws)[:, None]).any():
        return False
    if not full:
        return True
    if (sums[:, :, 1] > (_MOST_POINTS * cases)[:, None]).any() or (sums[:, :, 2:] > cases[:, None, None]).any():
        return False
    counted = (bonuses >= 0) & (bonuses <= cases[: len(bonuses), None])
    known = (counted | (bonuses == -1)).all() and (counted[:, 0] == counted[:, 1]).all()
    return bool(known and (sums[:, :, 2:].sum(axis=2) <= cases[:, None]).all())


def _unpacked(analysis: bytes, full: bool) -> tuple[Ints, Ints]:
    """Return the rows and the bonuses."""
    numbers = np.frombuffer(analysis, _NUMBER)
    if len(numbers) < 2:
        raise ValueError("no analysis has so few numbers")
    rows, bonuses = numbers[:2].tolist()
    width = 1 + len(CATEGORIES) * (len(SUMS) if full else 1)
    if not 0 <= rows <= len(numbers) or len(numbers) != 2 + rows * width + 2 * bonuses:
        raise ValueError("an analysis has as many numbers as it says")
    end = 2 + rows * width
    return numbers[2:end].reshape(rows, width), numbers[end:].reshape(bonuses, 2)


def _sums(rows: Ints) -> Ints:
    """Return the sums by row and category."""
    return rows[:, 1:].reshape(len(rows), len(CATEGORIES), -1)


# ---------------------------------------------------------------- as JSON

# Only the discard of a row depends on the names of the suits. So a written row is its discard, with the suits in their
# canonical order, and the JSON that follows it: it serves all requests that differ only in the names of the suits.

#: Discards in canonical suits, each with the JSON of the members after it, up to the end of the row.
WrittenRows = list[tuple[int, bytes]]

_encode = msgspec.json.Encoder().encode


def written_rows(position: ExchangeKnowledge, full: bool, analysis: bytes, limit: int) -> WrittenRows:
    """Return the first rows of a packed analysis."""
    rows, counted = _unpacked(analysis, full)
    discards = rows[:limit, 0]
    draws, hands = _cases(position, discards)
    # -1 for what is not known: a bonus after the first rows, and in the plain mode everything but the worth.
    sums = np.full((len(discards), len(CATEGORIES), len(SUMS)), -1)
    sums[:, :, : None if full else 1] = _sums(rows[:limit])
    bonuses = np.full((len(discards), 2), -1)
    bonuses[: len(counted)] = counted[:limit]
    numerators = np.concatenate([sums[:, :, :2].sum(axis=1), sums.reshape(len(discards), -1), bonuses], axis=1)
    cases = draws * hands
    of_category = [draws, *[cases] * (len(SUMS) - 1)]
    denominators = np.stack([draws, cases, *of_category * len(CATEGORIES), cases, cases], axis=1)
    divisors = np.gcd(numerators, denominators)
    columns = numerators // divisors, denominators // divisors, numerators / denominators
    by_row = zip(draws.tolist(), hands.tolist(), *(each.tolist() for each in columns), strict=True)
    return [(cards, _after_discard(*row)) for cards, row in zip(discards.tolist(), by_row, strict=True)]


def _after_discard(draws: int, hands: int, *columns: list[float]) -> bytes:
    """Write the members after the discard.

    `columns` are the numerators, the denominators and the decimals of the fractions: the expected worth and score over
    all categories, those of `SUMS` for each category, and the chances of a repique and a pique.
    """
    worth, score, *of_categories, repique, pique = [
        {"numerator": part, "denominator": whole, "decimal": decimal} if part >= 0 else None
        for part, whole, decimal in zip(*columns, strict=True)
    ]
    categories = [
        {"category": name, **dict(zip(SUMS, of_categories[at * len(SUMS) :], strict=False))}
        for at, name in enumerate(CATEGORIES)
    ]
    members = {
        "draws": draws,
        "hands": hands,
        "worth": worth,
        "score": score,
        "categories": categories,
        "repique": repique,
        "pique": pique,
    }
    return _encode(members)[1:]


def with_suits(rows: Iterable[tuple[int, bytes]], sets: SuitSymmetry) -> bytes:
    """Return the rows as a JSON array, with the suits of the request."""
    return b"[%b]" % b",".join(
        [b'{"discard":%b,%b' % (_encode(names(sets.back(discard))), rest) for discard, rest in rows]
    )


def compressed_page(position: ExchangeKnowledge, full: bool, analysis: bytes, sets: SuitSymmetry, limit: int) -> bytes:
    """Return the first rows of a packed analysis as a JSON array, with the suits of the request, in a frame of zstd.

    All rows are up to six megabytes: too much for the cache of a process, which has room for a seventh of it.
    """
    return zstandard.compress(with_suits(written_rows(position, full, analysis, limit), sets), 1)
