"""Serializer of the rows of an exchange analysis, which runs in the worker or in a process of the pool.

Only the discard of a row depends on the names of the suits. So a written row is its discard, with the suits in their
canonical order, and the JSON that follows it: it serves all requests that differ only in the names of the suits.
"""

from collections.abc import Iterable

import msgspec

from service.analysis.exchange import SUMS, Row, page
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.suit_symmetry import SuitSymmetry
from service.piquet.cards.cards import names
from service.piquet.cards.ranking import CATEGORIES

#: Discards in canonical suits, each with the JSON of the members after it, up to the end of the row.
WrittenRows = list[tuple[int, bytes]]

_encode = msgspec.json.Encoder().encode


def written_rows(position: ExchangeKnowledge, full: bool, analysis: bytes, limit: int) -> WrittenRows:
    """Return the first rows of a packed analysis."""
    return [(row.discard, _after_discard(row)) for row in page(position, full, analysis, limit)]


def _after_discard(row: Row) -> bytes:
    worth, score, *of_categories, repique, pique = [
        each and {"numerator": each[0], "denominator": each[1], "decimal": each[2]} for each in row.fractions
    ]
    categories = [
        {"category": name, **dict(zip(SUMS, of_categories[at * len(SUMS) :], strict=False))}
        for at, name in enumerate(CATEGORIES)
    ]
    members = {
        "draws": row.draws,
        "hands": row.hands,
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


def written_page(position: ExchangeKnowledge, full: bool, analysis: bytes, sets: SuitSymmetry, limit: int) -> bytes:
    """Return the first rows of a packed analysis as a JSON array, with the suits of the request."""
    return with_suits(written_rows(position, full, analysis, limit), sets)
