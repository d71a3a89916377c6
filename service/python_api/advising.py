"""Advice at a table: what the seat to act should do, from what it knows."""

import warnings
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, overload

from service.advice.advising import advise
from service.advice.knowledge import knowledge_of
from service.advice.ranking import Basis as Basis, Reason as Reason
from service.advice.values import EFFORTS
from service.analysis.double_dummy.kernel import NOT_COMPILED, is_compiled
from service.piquet.model.state import ELDER, SEATS
from service.piquet.partie import Partie
from service.piquet.table import Table
from service.piquet.views import view_of, visible_law
from service.python_api.actions import Action


class Advised(NamedTuple):
    """An `action` with its `value` to the seat: the expected difference, own points to come less the opponent's.

    `behind` is how much less that is than the best action brings. `error` and `behind_error` are the standard errors of
    the two. `parts` add up to the value, and `because` has reasons as codes with numbers (docs/advice.md).
    """

    action: Action
    value: float
    error: float
    behind: float
    behind_error: float
    parts: dict[str, float]
    because: tuple[Reason, ...]


class Advice(Sequence[Advised]):
    """A sequence of the actions of the `seat` to act, each as `Advised`, best first.

    `basis` says what it rests on; None if there is one action only.
    """

    def __init__(self, seat: str, advised: Sequence[Advised], basis: Basis | None) -> None:
        self.seat, self.basis, self._advised = seat, basis, tuple(advised)

    @property
    def best(self) -> Action:
        """The first action."""
        return self._advised[0].action

    @overload
    def __getitem__(self, at: int) -> Advised: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Advised]: ...
    def __getitem__(self, at: int | slice) -> Advised | Sequence[Advised]:
        return self._advised[at]

    def __len__(self) -> int:
        return len(self._advised)

    def __str__(self) -> str:
        return "\n".join(f"{each.value:+8.2f}  {each.action}" for each in self._advised)

    def __repr__(self) -> str:
        return f"<Advice for {self.seat}: {self.best}, and {len(self) - 1} more>"


@cache
def _warn_if_slow() -> None:
    if not is_compiled():
        warnings.warn(NOT_COMPILED, RuntimeWarning, stacklevel=4)  # at the line that asks the table


def advice_for(table: Table, effort: str, seed: str, *, candid: bool) -> Advice:
    """Return the advice for the seat to act, from its view alone.

    Raises `ValueError` if nobody is to act, if the seat knows of an irregularity, or if no cards of the other agree
    with what was said.
    """
    state, rules = table.state, table.rules
    if effort not in EFFORTS:
        raise ValueError(f"an effort is {' or '.join(EFFORTS)}, not {effort!r}")
    if table.to_act is None:
        raise ValueError(f"nobody is to act in the phase {state.phase}")
    _warn_if_slow()
    seat = SEATS.index(table.to_act)
    if visible_law(state, seat).incidents:
        raise ValueError("advice knows nothing of irregularities, and there is one in this deal")
    if state.exchanged[ELDER] >= 0 and table.options(SEATS[seat]).types == ["exchange"] and state.again:
        raise ValueError("advice does not value a second exchange")
    partie = Partie(rules, state.first_dealer, state.finished, state.dealers)
    events = table.deals[-1].events
    known = knowledge_of(rules, view_of(rules, state, seat), events, partie, candid=candid)
    found = advise(known, EFFORTS[effort], seed=seed)
    advised = [Advised(Action(each.action), *each[1:]) for each in found.options]
    return Advice(SEATS[seat], advised, found.basis)
