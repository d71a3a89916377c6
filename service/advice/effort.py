"""How much work advice may be: bounds by counting, so that the same question has the same answer everywhere."""

from collections.abc import Iterable
from typing import NamedTuple

from service.analysis.double_dummy import chosen_solver
from service.analysis.double_dummy.kernel import KernelSolver
from service.piquet.model.actions import Action, Play

# What the parts of the work cost, in positions searched by the kernel.
_HAND, _LAYOUT, _CARD, _DIALOGUE, _DRAW = 50, 400, 10, 800, 250


class Effort(NamedTuple):
    """The work that one answer may be, in positions searched; the search in Python does fewer in the same time."""

    name: str
    positions: int
    discards: int  # that are tried out

    @property
    def budget(self) -> int:
        """The positions that may be searched."""
        return self.positions if chosen_solver() is KernelSolver else self.positions // 20

    @property
    def most_layouts(self) -> int:
        """The most layouts that the budget can have room for."""
        return self.budget // _HAND + 1

    @staticmethod
    def overhead(actions: Iterable[Action], draws: int, *, settled: bool) -> int:
        """Return what trying these actions in a layout costs besides the search, and weighing it by so many draws."""
        once, card = (_HAND, _CARD) if settled else (_LAYOUT, _CARD)
        return once + draws * _DRAW + sum(card if isinstance(action, Play) else _DIALOGUE for action in actions)


#: By name: `quick` takes at most 0.3 s of processor time, and `full` 2 s.
EFFORTS = {each.name: each for each in (Effort("quick", 300_000, 16), Effort("full", 2_600_000, 40))}
