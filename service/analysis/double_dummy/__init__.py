"""Double-dummy analysis: the exact result of best play with all cards known, for each card that may be played.

Each side maximises its **difference**: its further points less those of the other side. The points are those of play
and the bonus for the last trick (R6.2), the cards and capot (R6.3), and the 30 of a pique (R7.3). The deal is played to
its last card, without a concession.

Two solvers give the same answers: `PythonSolver` is the reference, and `KernelSolver` calls a compiled library. The
latter is used if the library has been built. Imports `piquet` only.
"""

from collections.abc import Sequence

from service.analysis.double_dummy.kernel import KernelSolver, is_compiled
from service.analysis.double_dummy.positions import (
    COURSE,
    Choice,
    PlayPosition,
    Towards,
    Worth,
    best_of,
    can_be_of,
    cards_to_play,
)
from service.analysis.double_dummy.python_solver import PythonSolver
from service.piquet.rules.play import TRICKS
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
    """The analysis of positions one after the other, with the bounds that were found for those before.

    The answers do not depend on the order. `expanded` does: the number of positions whose moves have been tried so far.
    For positions that differ in one hand only, it is a fifth of that without sharing.
    """

    def __init__(self, rules: Ruleset, solver: type[KernelSolver] | type[PythonSolver] | None = None) -> None:
        self._rules = rules
        self._solver = solver or chosen_solver()
        self._table = self._solver.new_table()
        self.expanded = 0

    def worths(self, position: PlayPosition) -> tuple[Worth, ...]:
        """Return what every card that may be played is worth, in the order of `cards_of`."""
        _, count, *numbers = COURSE.unpack_from(self.courses([position]))
        columns = (numbers[at : at + count] for at in range(0, len(numbers), TRICKS))
        return tuple(map(Worth, cards_to_play(position), *columns))

    def best(self, position: PlayPosition) -> Worth:
        """Return what a best card is worth, always the same one."""
        return self.best_of([position])[0]

    def best_of(self, positions: Sequence[PlayPosition]) -> list[Worth]:
        """Return what a best card is worth in each of the positions."""
        if not all(position.chooses_freely for position in positions):
            return [best_of(self.worths(position), position.to_act) for position in positions]
        found, expanded = self._solver.best_of(self._rules, positions, self._table)  # type: ignore[arg-type]
        self.expanded += expanded
        return found

    def courses(self, positions: Sequence[PlayPosition], card: int = -1) -> bytes:
        """Return two `COURSE`s after each of the positions, with the first and with the last of the other's best cards.

        All begin with this card; without one, they say what the cards are worth that may be played at once.
        """
        found, expanded = self._solver.courses_of(self._rules, positions, card, self._table)  # type: ignore[arg-type]
        self.expanded += expanded
        return bytes(found)
