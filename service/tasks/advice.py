"""Advice as it is written, which a process of the pool computes.

Only the action of an option depends on the names of suits and seats. So a written option is its action, in canonical
form, and the JSON that follows it: it serves all requests that differ only in these names.
"""

from typing import Any

import msgspec

from service.advice.advising import advise
from service.advice.effort import EFFORTS
from service.advice.exchanging import discards_played
from service.advice.knowledge import Knowledge
from service.advice.parts import PARTS
from service.advice.ranking import Ranked
from service.piquet.notation.action_dicts import members_of

_DIGITS = 4  # decimal places of values and chances
_encode = msgspec.json.Encoder().encode


class WrittenAdvice(msgspec.Struct, array_like=True):
    """The options, best first: the members of each action, and the JSON of what follows it; and that of the basis."""

    options: list[tuple[dict[str, Any], bytes]]
    basis: dict[str, Any]


def written_advice(known: Knowledge, effort: str, weights: str, seed: str) -> WrittenAdvice:
    """Return the advice for a seat. Raises `ImpossibleError`."""
    advice = advise(known, EFFORTS[effort], weights=weights, seed=seed)
    layouts, of, exact = advice.basis or (0, 0, True)
    write = _after_action if advice.basis else _not_valued
    return WrittenAdvice(
        [(members_of(each.action), _encode(write(each))[1:]) for each in advice.options],
        {"layouts": layouts, "of": of, "exact": exact},
    )


def written_discards(
    known: Knowledge, effort: str, seed: str, first: int, at_most: int | None, named: tuple[int, ...]
) -> WrittenAdvice:
    """Return the ranking of discards with the play: see `discards_played`."""
    options, (layouts, of, exact) = discards_played(known, EFFORTS[effort], seed, named, first, at_most)
    return WrittenAdvice(
        [(members_of(each.action), _encode(_after_action(each))[1:]) for each in options],
        {"layouts": layouts, "of": of, "exact": exact},
    )


def _after_action(row: Ranked) -> dict[str, Any]:
    parts = {name: round(row.parts[name], _DIGITS) for name in PARTS}
    return {
        "value": round(sum(parts.values()), _DIGITS),
        "error": round(row.error, _DIGITS),
        "behind": round(row.behind, _DIGITS),
        "behind_error": round(row.behind_error, _DIGITS),
        "parts": parts,
        "because": [{"code": reason.code, **_rounded(reason.members)} for reason in row.because],
    }


def _not_valued(row: Ranked) -> dict[str, Any]:
    """Return the members of the only legal action, for which nothing was searched."""
    return {"value": None, "error": 0, "behind": 0, "behind_error": 0, "parts": None, "because": []}


def _rounded(members: dict[str, object]) -> dict[str, Any]:
    return {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in members.items()}
