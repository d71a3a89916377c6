"""Double-dummy analysis: the exact result of best play with all cards known, for each card that may be played.

Each side maximises its **difference**: its further points less those of the other side. The points are those of play
and the bonus for the last trick (R6.2), the cards and capot (R6.3), and the 30 of a pique (R7.3). The deal is played to
its last card, without a concession.

Two solvers give the same answers: `PythonSolver` is the reference, and `KernelSolver` calls a compiled library. The
latter is used if the library has been built. Imports `piquet` only.
"""

from service.analysis.double_dummy.kernel import KernelSolver, is_compiled
from service.analysis.double_dummy.positions import Choice, PlayPosition, Towards, Worth, can_be_of
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


class SharedSearch:
    """The analysis of one position after the other, with the bounds that were found for those before.

    The answers do not depend on the order. `expanded` does: the number of positions whose moves have been tried so far.
    For positions that differ in one hand only, it is a fifth of that without sharing.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._solver = chosen_solver()
        self._table = self._solver.new_table()
        self._best: dict[PlayPosition, Worth] = {}
        self._worths: dict[PlayPosition, tuple[Worth, ...]] = {}
        self.expanded = 0

    def worths(self, position: PlayPosition) -> tuple[Worth, ...]:
        """Return what every card that may be played is worth, in the order of `cards_of`."""
        found = self._worths.get(position)
        if found is None:
            solver = self._solver(self._rules, position, table=self._table)  # type: ignore[arg-type]
            found = self._worths[position] = solver.worths()
            self.expanded += solver.expanded
        return found

    def best(self, position: PlayPosition) -> Worth:
        """Return what the first best card is worth."""
        found = self._best.get(position)
        if found is None:
            solver = self._solver(self._rules, position, table=self._table)  # type: ignore[arg-type]
            found = self._best[position] = solver.best_worth()
            self.expanded += solver.expanded
        return found
