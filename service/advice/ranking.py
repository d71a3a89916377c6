"""The means of what actions bring over layouts, their standard errors, and their order."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.advice.parts import PARTS
from service.piquet.model.actions import Action, Play

Floats = NDArray[np.float64]
_ROUNDING = 1e-9


class Reason(NamedTuple):
    """Why an action is worth what it is: a code, and its numbers: a `chance` from 0 to 1, `points`, or a holding."""

    code: str
    members: dict[str, object]


class Ranked(NamedTuple):
    """An action, and what it is worth to the seat: the expected difference, own points less the other's.

    `value` is the sum of `parts`. `error` is its standard error, `behind` how much less it is worth than the first
    action, and `behind_error` the standard error of that difference; errors are 0 if all layouts were used.
    """

    action: Action
    value: float
    error: float
    behind: float
    behind_error: float
    parts: dict[str, float]
    because: tuple[Reason, ...] = ()


class Basis(NamedTuple):
    """What advice rests on: how many of the layouts were used, and whether the values are exact."""

    layouts: int
    of: int
    exact: bool


def ranked(actions: Sequence[Action], parts: Floats, weights: Floats, left_out: float) -> tuple[Ranked, ...]:
    """Return the actions by their value, best first; of equal ones the first given comes first.

    `parts` are by layout, action and part. `left_out` is the share of the layouts that were not used: without any the
    values are exact. If all actions but cards are within one standard error of the best, their order is that given.
    """
    means = np.average(parts, axis=0, weights=weights).sum(axis=1).round(9)
    order = sorted(range(len(actions)), key=lambda at: -means[at])
    rows = [compared(actions[at], parts[:, at], parts[:, order[0]], weights, left_out) for at in order]
    if not isinstance(actions[order[0]], Play) and all(row.behind <= row.behind_error + _ROUNDING for row in rows):
        rows = [compared(action, parts[:, at], parts[:, 0], weights, left_out) for at, action in enumerate(actions)]
    return tuple(rows)


def compared(action: Action, parts: Floats, best: Floats, weights: Floats, left_out: float) -> Ranked:
    """Return the value of an action, and how much less it is worth than the best; parts are by layout and part."""
    mean = np.average(parts, axis=0, weights=weights)
    values, behind = parts.sum(axis=1), (best - parts).sum(axis=1)
    return Ranked(
        action,
        float(mean.sum()),
        _error(values, weights, left_out),
        float(np.average(behind, weights=weights)),
        _error(behind, weights, left_out),
        dict(zip(PARTS, mean.tolist(), strict=True)),
    )


def _error(column: Floats, weights: Floats, left_out: float) -> float:
    """Return the standard error of a weighted mean of a sample without replacement."""
    if left_out <= 0 or len(column) < 2:
        return 0.0
    total = weights.sum()
    deviations = weights * (column - np.average(column, weights=weights))
    count = len(column)
    return float(sqrt(float((deviations**2).sum()) * count / (count - 1) * left_out) / total)
