"""Serializer of the rows of an exchange analysis, which runs in the worker or in a process of the pool."""

from fractions import Fraction
from typing import Any

import msgspec

from service.analysis.exchange import Bonuses, Row
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.exchange_pages import page
from service.analysis.suit_symmetry import SuitSymmetry
from service.piquet.cards.cards import names
from service.piquet.cards.ranking import CATEGORIES
from service.tasks.fraction_members import exact


def written_rows(position: ExchangeKnowledge, full: bool, analysis: bytes, sets: SuitSymmetry, limit: int) -> bytes:
    """The first rows of a packed analysis as JSON, with the suits of the request."""
    rows = page(position, full, analysis, limit)
    return msgspec.json.encode([_written(sets, row, bonuses) for row, bonuses in rows])


def _written(sets: SuitSymmetry, row: Row, bonuses: Bonuses | None) -> dict[str, Any]:
    cases = row.draws * row.hands

    def of_cases(count: int | None) -> dict[str, Any] | None:
        return None if count is None else exact(Fraction(count, cases))

    return {
        "discard": list(names(sets.back(row.discard))),
        "draws": row.draws,
        "hands": row.hands,
        "worth": exact(row.worth),
        "score": exact(row.score),
        "categories": [
            {
                "category": name,
                "worth": exact(Fraction(each.worth, row.draws)),
                "score": of_cases(each.score),
                "good": of_cases(each.good),
                "equal": of_cases(each.equal),
                "beaten": of_cases(each.beaten),
            }
            for name, each in zip(CATEGORIES, row.categories, strict=True)
        ],
        "repique": of_cases(bonuses.repique if bonuses else None),
        "pique": of_cases(bonuses.pique if bonuses else None),
    }
