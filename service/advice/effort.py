"""How much work advice may be: bounds by counting, so that the same question has the same answer everywhere."""

from typing import NamedTuple

from service.analysis.double_dummy import chosen_solver
from service.analysis.double_dummy.kernel import KernelSolver

#: What work costs besides the search, in positions searched by the kernel: asking for the values of a position; the
#: state of a layout; what is said after an action; weighing a layout by a draw of the other.
ASKED, LAYOUT, DIALOGUE, DRAW = 80, 400, 800, 250

# The budget includes so much work to find the layouts, which a pack of 32 cards does not exceed.
_FINDING = 20_000


class Effort(NamedTuple):
    """The work that one answer may be, in positions searched; the search in Python does fewer in the same time."""

    name: str
    positions: int
    discards: int  # that are tried out

    @property
    def budget(self) -> int:
        """The positions that may be searched."""
        return self.positions if chosen_solver() is KernelSolver else self.positions // 20

    def left(self, finding: int) -> int:
        """Return the positions that may be searched after so much work to find the layouts."""
        return self.budget * max(0, self.positions - max(0, finding - _FINDING)) // self.positions

    @property
    def most_layouts(self) -> int:
        """The most layouts that the budget can have room for."""
        return self.budget // ASKED + 1


#: By name: `quick` takes at most 0.3 s of processor time, and `full` 2 s.
EFFORTS = {each.name: each for each in (Effort("quick", 300_000, 16), Effort("full", 2_600_000, 40))}
