"""Exchange analyses as bytes, from which one page can be read without the rest.

Numbers have eight bytes, lowest byte first: the number of rows and of rows with bonuses; the rows, each with its
discard and the sums of each category (`Expected`: five numbers, or one in the plain mode); the bonuses, two numbers
each, -1 where they are not counted.
"""

from itertools import chain
from math import comb
from typing import NamedTuple

import numpy as np

from service.analysis.exchange import WITH_BONUSES, Analysis, Bonuses, Expected, Row, analyse, row_of
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.holding_tables import Ints
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES

_NUMBER = np.dtype("<i8")
_MOST_POINTS = 1000  # an upper bound of the score of a category


def analysed(position: ExchangeKnowledge, full: bool) -> bytes:
    """The packed analysis of a position."""
    return packed(analyse(position, full), full)


def packed(analysis: Analysis, full: bool) -> bytes:
    """An analysis as bytes."""
    sums = 5 if full else 1
    rows = [
        (each.discard, *chain.from_iterable(category[:sums] for category in each.categories)) for each in analysis.rows
    ]
    bonuses = [each or (-1, -1) for each in analysis.bonuses]
    counts = np.array([len(rows), len(bonuses)], _NUMBER)
    return b"".join(part.tobytes() for part in (counts, np.array(rows, _NUMBER), np.array(bonuses, _NUMBER)))


class _Parts(NamedTuple):
    rows: Ints
    bonuses: Ints


def page(position: ExchangeKnowledge, full: bool, analysis: bytes, limit: int) -> list[tuple[Row, Bonuses | None]]:
    """The first rows of a packed analysis, each with its bonuses."""
    found = _parts(analysis, full)
    sums = 5 if full else 1
    rows = [
        row_of(position, discard, [Expected(*numbers[at : at + sums]) for at in range(0, len(numbers), sums)])
        for discard, *numbers in found.rows[:limit].tolist()
    ]
    bonuses = [Bonuses(*each) if each[0] >= 0 else None for each in found.bonuses[:limit].tolist()]
    return list(zip(rows, [*bonuses, *[None] * (len(rows) - len(bonuses))], strict=True))


def row_count(position: ExchangeKnowledge) -> int:
    """The number of legal discards."""
    return sum(comb(HAND_SIZE, size) for size in range(position.low, position.high + 1))


def is_of(position: ExchangeKnowledge, full: bool, analysis: bytes) -> bool:
    """Whether `analysis`, which may be any bytes, is a well-formed analysis of the position.

    It must have every legal discard once and no number out of bounds. Raises `ValueError` for some invalid bytes.
    """
    rows, bonuses = _parts(analysis, full)
    discards, sums = rows[:, 0], rows[:, 1:].reshape(len(rows), len(CATEGORIES), -1)
    legal = (discards >= 0).all() and not (discards & ~position.hand).any() and len(np.unique(discards)) == len(rows)
    if not legal or len(rows) != row_count(position) or len(bonuses) != (min(WITH_BONUSES, len(rows)) if full else 0):
        return False
    sizes = np.bitwise_count(discards)
    if sizes.min() < position.low or sizes.max() > position.high:
        return False
    unseen, others = position.unseen.bit_count(), position.unknown_of_other
    draws = np.array([comb(unseen, size) for size in range(position.high + 1)])[sizes]
    cases = draws * np.array([comb(max(unseen - size, 0), others) for size in range(position.high + 1)])[sizes]
    if (sums < 0).any() or (sums[:, :, 0] > (_MOST_POINTS * draws)[:, None]).any():
        return False
    if not full:
        return True
    if (sums[:, :, 1] > (_MOST_POINTS * cases)[:, None]).any() or (sums[:, :, 2:] > cases[:, None, None]).any():
        return False
    counted = (bonuses >= 0) & (bonuses <= cases[: len(bonuses), None])
    known = (counted | (bonuses == -1)).all() and (counted[:, 0] == counted[:, 1]).all()
    return bool(known and (sums[:, :, 2:].sum(axis=2) <= cases[:, None]).all())


def _parts(analysis: bytes, full: bool) -> _Parts:
    numbers = np.frombuffer(analysis, _NUMBER)
    if len(numbers) < 2:
        raise ValueError("no analysis has so few numbers")
    rows, bonuses = numbers[:2].tolist()
    width = 1 + len(CATEGORIES) * (5 if full else 1)
    if not 0 <= rows <= len(numbers) or len(numbers) != 2 + rows * width + 2 * bonuses:
        raise ValueError("an analysis has as many numbers as it says")
    end = 2 + rows * width
    return _Parts(numbers[2:end].reshape(rows, width), numbers[end:].reshape(bonuses, 2))
