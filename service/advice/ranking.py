"""The means of what actions bring over layouts, their standard errors, their order, and the reasons as codes."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from service.advice.hidden_hands import holds
from service.advice.knowledge import Condition, Knowledge
from service.advice.values import PARTS
from service.analysis.holding_tables import Floats, Ints
from service.piquet.cards.holdings import best, maximal
from service.piquet.cards.ranking import BEST, CATEGORIES, POINT, SEQUENCE, SET, said_members
from service.piquet.json_types import Json
from service.piquet.model.actions import Action, Call, Pass, Play, Reply

_ROUNDING = 1e-9


class Reason(NamedTuple):
    """Why an action is worth what it is: a code, and its numbers: a `chance` from 0 to 1, `points`, or a holding."""

    code: str
    members: Mapping[str, Json]


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
    """The basis of advice: how many of the layouts were used, and whether the values are exact."""

    layouts: int
    of: int
    exact: bool


def ranked(actions: Sequence[Action], parts: Floats, weights: Floats, left_out: float) -> tuple[Ranked, ...]:
    """Return the actions by their value, best first; of equal ones the first given comes first.

    `parts` are by layout, action and part. `left_out` is the share of the layouts that were not used: without any the
    values are exact. If all actions but cards are within one standard error of the best, their order is that given.
    """
    means = (weights @ parts.sum(axis=2) / weights.sum()).round(9)
    order = sorted(range(len(actions)), key=lambda at: -means[at])
    rows = [compared(actions[at], parts[:, at], parts[:, order[0]], weights, left_out) for at in order]
    if not isinstance(actions[order[0]], Play) and all(row.behind <= row.behind_error + _ROUNDING for row in rows):
        rows = [compared(action, parts[:, at], parts[:, 0], weights, left_out) for at, action in enumerate(actions)]
    return tuple(rows)


def compared(action: Action, parts: Floats, best: Floats, weights: Floats, left_out: float) -> Ranked:
    """Return the value of an action, and how much less it is worth than the best; parts are by layout and part."""
    mean = weights @ parts / weights.sum()
    values, behind = parts.sum(axis=1), (best - parts).sum(axis=1)
    return Ranked(
        action,
        float(mean.sum()),
        _error(values, weights, left_out),
        float(weights @ behind / weights.sum()),
        _error(behind, weights, left_out),
        dict(zip(PARTS, mean.tolist(), strict=True)),
    )


def _error(column: Floats, weights: Floats, left_out: float) -> float:
    """Return the standard error of a weighted mean of a sample without replacement."""
    if left_out <= 0 or len(column) < 2:
        return 0.0
    total = weights.sum()
    deviations = weights * (column - weights @ column / total)
    count = len(column)
    return float(sqrt(float((deviations**2).sum()) * count / (count - 1) * left_out) / total)


# ---------------------------------------------------------------- why an action is worth what it is


_LEAST = 0.005  # chances below this are not given


#: The codes of the chance that a part is the seat's, and that it is the other's.
_CHANCES = {
    "cards": ("wins_cards", "loses_cards"),
    "capot": ("makes_capot", "suffers_capot"),
    "pique": ("makes_pique", "suffers_pique"),
    "repique": ("makes_repique", "suffers_repique"),
}


def reasons_of_outcomes(parts: Floats, weights: Floats, worst: Floats) -> Iterator[Reason]:
    """Yield the chances of the cards, capot and bonuses, and how often this saves the capot of the worst action.

    The parts of both are by layout and part.
    """
    shares = weights / weights.sum()
    won, lost, worst_lost = (shares @ cases for cases in (parts > 0, parts < 0, worst < 0))
    for name, codes in _CHANCES.items():
        at = PARTS.index(name)
        for code, chance in zip(codes, (float(won[at]), float(lost[at])), strict=True):
            if chance >= _LEAST:
                yield Reason(code, {"chance": chance})
    at = PARTS.index("capot")
    saved = float(worst_lost[at] - lost[at])
    if saved >= _LEAST:
        yield Reason("saves_capot", {"chance": saved})


def of_discard(known: Knowledge, discard: int, in_hand: float) -> Iterator[Reason]:
    """Yield what the cards kept have, and what they are expected to reckon."""
    kept, how = known.state.hands[known.role] & ~discard, known.rules.counting
    for category, code in ((POINT, "keeps_point"), (SEQUENCE, "keeps_sequence"), (SET, "keeps_set")):
        held = maximal(category, kept, how)
        for grade, _ in held[:1] if category == POINT else held:
            yield Reason(code, said_members(category, how.said(category, grade)))
    yield Reason("reckons", {"points": in_hand})


def reasons_of_saying(known: Knowledge, action: Action, hands: Ints, weights: Floats) -> Iterator[Reason]:
    """Yield the chance that a call is good or equal, or that something better is sunk.

    `hands` are the other's hands after the exchange, one for each weight.
    """
    how, own = known.rules.counting, known.state.hands[known.role]
    if isinstance(action, Call):
        category, length, tie = action.category, action.length, action.tie
        low, high = how.alike(category, length, tie)
        as_good = holds(how, Condition(category, low, BEST), hands)
        better = holds(how, Condition(category, how.above(category, length, tie), BEST), hands)
        name: dict[str, object] = {"category": CATEGORIES[category]}
        yield Reason("chance_good", {**name, "chance": float(np.average(~as_good, weights=weights))})
        yield Reason("chance_equal", {**name, "chance": float(np.average(as_good & ~better, weights=weights))})
        if best(category, own, how) > high:
            yield Reason("sinks", name)
    elif isinstance(action, Pass) and maximal(action.category, own, how):
        yield Reason("sinks", {"category": CATEGORIES[action.category]})
    elif isinstance(action, Reply) and action.reply == "good":
        called = known.state.calls[-1]
        if best(called.category, own, how) >= how.alike(called.category, called.length, called.tie)[0]:
            yield Reason("sinks", {"category": CATEGORIES[called.category]})
