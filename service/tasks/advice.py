"""Advice as plain data, which a process of the pool computes."""

import msgspec

from service.advice.advising import advise
from service.advice.effort import EFFORTS
from service.advice.knowledge import Knowledge
from service.piquet.notation.action_dicts import members_of


class Row(msgspec.Struct, array_like=True):
    """A ranked action: its members in the contract, its worth, the parts of it, and why."""

    action: dict[str, object]
    value: float
    error: float
    behind: float
    behind_error: float
    parts: dict[str, float]
    because: list[tuple[str, dict[str, object]]]


class Answer(msgspec.Struct, array_like=True):
    """Advice: the actions, and the number of layouts used, of all layouts, and whether the values are exact."""

    options: list[Row]
    basis: tuple[int, int, bool] | None


def advised(known: Knowledge, effort: str, weights: str, seed: str) -> Answer:
    """Return the advice for a seat. Raises `ImpossibleError`."""
    advice = advise(known, EFFORTS[effort], weights=weights, seed=seed)
    rows = [
        Row(
            members_of(each.action),
            each.value,
            each.error,
            each.behind,
            each.behind_error,
            each.parts,
            [(reason.code, reason.members) for reason in each.because],
        )
        for each in advice.options
    ]
    return Answer(rows, advice.basis)
