"""Double-dummy analysis: the exact result of best play with all cards known, for each card that may be played.

Each side maximises its **difference**: its further points less those of the other side. The points are those of play
and the bonus for the last trick (R6.2), the cards and capot (R6.3), and the 30 of a pique (R7.3). The deal is played to
its last card, without a concession.

Two solvers give the same answers: `PythonSolver` is the reference, and `KernelSolver` calls a compiled library. The
latter is used if the library has been built. Imports `piquet` only.
"""

from collections.abc import Sequence

from service.analysis.double_dummy.kernel import KernelSolver, is_compiled
from service.analysis.double_dummy.positions import Choice, PlayPosition, Towards, Worth, best_of, can_be_of
from service.analysis.double_dummy.python_solver import PythonSolver
from service.piquet.rulesets.parameters import Ruleset

__all__ = [
    "Choice",
    "PlayPosition",
    "SharedSearch",
    "Towards",
    "Worth",
    "analyse",
    "can_be_of",
    "chosen_solver",
]


def analyse(rules: Ruleset, position: PlayPosition) -> tuple[Choice, ...]:
    """Every card that may be played, in the order of `cards_of`, with the result of best play after it."""
    return chosen_solver()(rules, position).choices()


# ---------------------------------------------------------------- many positions that have much in common


def chosen_solver() -> type[KernelSolver] | type[PythonSolver]:
    """Return the solver that this process uses."""
    return KernelSolver if is_compiled() else PythonSolver


_Worths = dict[PlayPosition, tuple[Worth, ...]]


class SharedSearch:
    """The analysis of positions one after the other, with the bounds that were found for those before.

    The answers do not depend on the order. `expanded` does: the number of positions whose moves have been tried so far.
    For positions that differ in one hand only, it is a fifth of that without sharing.
    """

    def __init__(self, rules: Ruleset, solver: type[KernelSolver] | type[PythonSolver] | None = None) -> None:
        self._rules = rules
        self._solver = solver or chosen_solver()
        self._table = self._solver.new_table()
        self._known: tuple[_Worths, _Worths] = {}, {}  # of every card, and of the best one
        self.expanded = 0

    def worths(self, position: PlayPosition) -> tuple[Worth, ...]:
        """Return what every card that may be played is worth, in the order of `cards_of`."""
        return self._worths_of([position], best=False)[0]

    def best(self, position: PlayPosition) -> Worth:
        """Return what the first best card is worth."""
        return self.best_of([position])[0]

    def best_of(self, positions: Sequence[PlayPosition]) -> list[Worth]:
        """Return what the first best card is worth in each of the positions."""
        if not all(position.chooses_freely for position in positions):
            return [best_of(self.worths(position), position.to_act) for position in positions]
        return [worth for (worth,) in self._worths_of(positions, best=True)]

    def _worths_of(self, positions: Sequence[PlayPosition], *, best: bool) -> list[tuple[Worth, ...]]:
        known = self._known[best]
        new = list(dict.fromkeys(position for position in positions if position not in known))
        found, expanded = self._solver.worths_of(self._rules, new, self._table, best=best)  # type: ignore[arg-type]
        self.expanded += expanded
        known.update(zip(new, found, strict=True))
        return [known[position] for position in positions]
