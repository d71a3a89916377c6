"""Exchange analyses as bytes: the first rows, or all of them.

Numbers have eight bytes, lowest byte first: the number of rows and of rows with bonuses; the rows, each with its
discard and the sums of each category (`SUMS`: five numbers, or one in the plain mode); the bonuses, two numbers each,
-1 where they are not counted.
"""

from math import comb, prod
from typing import NamedTuple

import numpy as np

from service.analysis.exchange import SUMS, WITH_BONUSES, analyse, cases_of
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.holding_tables import Ints
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES

_NUMBER = np.dtype("<i8")
_MOST_POINTS = 1000  # an upper bound of the score of a category


def analysed(position: ExchangeKnowledge, full: bool) -> bytes:
    """Return the packed analysis of a position."""
    discards, sums, bonuses = analyse(position, full)
    rows = np.concatenate([discards[:, None], sums.reshape(len(sums), -1)], axis=1)
    return _packed(rows, np.array([each or (-1, -1) for each in bonuses]))


def first_rows(full: bool, analysis: bytes, count: int) -> bytes:
    """Return the first rows of a packed analysis, packed in the same way."""
    rows, bonuses = _parts(analysis, full)
    return _packed(rows[:count], bonuses[:count])


def _packed(rows: Ints, bonuses: Ints) -> bytes:
    counts = np.array([len(rows), len(bonuses)])
    return b"".join(part.astype(_NUMBER).tobytes() for part in (counts, rows, bonuses))


# A fraction in its lowest terms: numerator, denominator, and its value as a decimal.
Exact = tuple[int, int, float]


class Row(NamedTuple):
    """A discard: its cards, its number of draws, and the other player's number of hands after each.

    The `fractions` are the expected worth and score over all categories, those of `SUMS` for each category, and the
    chances of a repique and a pique. A fraction is None if it is not known: a bonus after the first rows, and in the
    plain mode everything but the worth.
    """

    discard: int
    draws: int
    hands: int
    fractions: list[Exact | None]


def page(position: ExchangeKnowledge, full: bool, analysis: bytes, limit: int) -> list[Row]:
    """Return the first rows of a packed analysis."""
    rows, counted = _parts(analysis, full)
    discards = rows[:limit, 0]
    draws, hands = np.array([cases_of(position, size) for size in range(position.high + 1)])[
        np.bitwise_count(discards)
    ].T
    # -1 for what is not known.
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
    exact = [each if each[0] >= 0 else None for each in zip(*(each.ravel().tolist() for each in columns), strict=True)]
    width = numerators.shape[1]
    whole = zip(discards.tolist(), draws.tolist(), hands.tolist(), strict=True)
    return [Row(*each, exact[at * width : (at + 1) * width]) for at, each in enumerate(whole)]


def row_count(position: ExchangeKnowledge) -> int:
    """Return the number of legal discards."""
    return sum(comb(HAND_SIZE, size) for size in range(position.low, position.high + 1))


def is_of(position: ExchangeKnowledge, full: bool, count: int, analysis: bytes) -> bool:
    """Whether `analysis`, which may be any bytes, has the form of the first `count` rows for the position.

    It must have so many legal discards, each once, and no number out of bounds. Raises `ValueError` for some invalid
    bytes.
    """
    rows, bonuses = _parts(analysis, full)
    discards, sums = rows[:, 0], _sums(rows)
    legal = (discards >= 0).all() and not (discards & ~position.hand).any() and len(set(discards.tolist())) == len(rows)
    if not legal or len(rows) != min(count, row_count(position)):
        return False
    if len(bonuses) != (min(WITH_BONUSES, len(rows)) if full else 0):
        return False
    sizes = np.bitwise_count(discards)
    if sizes.min() < position.low or sizes.max() > position.high:
        return False
    of_sizes = [cases_of(position, size) for size in range(position.high + 1)]
    draws = np.array([draws for draws, _ in of_sizes])[sizes]
    cases = np.array([prod(each) for each in of_sizes])[sizes]
    if (sums < 0).any() or (sums[:, :, 0] > (_MOST_POINTS * draws)[:, None]).any():
        return False
    if not full:
        return True
    if (sums[:, :, 1] > (_MOST_POINTS * cases)[:, None]).any() or (sums[:, :, 2:] > cases[:, None, None]).any():
        return False
    counted = (bonuses >= 0) & (bonuses <= cases[: len(bonuses), None])
    known = (counted | (bonuses == -1)).all() and (counted[:, 0] == counted[:, 1]).all()
    return bool(known and (sums[:, :, 2:].sum(axis=2) <= cases[:, None]).all())


def _parts(analysis: bytes, full: bool) -> tuple[Ints, Ints]:
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
