"""Double-dummy analysis: the exact result of best play with all cards known, for each card that may be played.

Each side maximises its **difference**: its further points less those of the other side. The points are those of play
and the bonus for the last trick (R6.2), the cards and capot (R6.3), and the 30 of a pique (R7.3). The deal is played to
its last card, without a concession.

Two solvers give the same answers: `PythonSolver` is the reference, and `KernelSolver` calls a compiled library. The
latter is used if the library has been built. Imports `piquet` only.
"""

from service.analysis.double_dummy.positions import Choice, PlayPosition, Towards, Worth, can_be_of
from service.analysis.double_dummy.shared_search import SharedSearch, chosen_solver
from service.piquet.rulesets.parameters import Ruleset

__all__ = [
    "Choice",
    "PlayPosition",
    "SharedSearch",
    "Towards",
    "Worth",
    "analyse",
    "best",
    "can_be_of",
    "chosen_solver",
    "value",
]


def analyse(rules: Ruleset, position: PlayPosition) -> tuple[Choice, ...]:
    """Every card that may be played, in the order of `cards_of`, with the result of best play after it."""
    return chosen_solver()(rules, position).choices()


def best(rules: Ruleset, position: PlayPosition) -> Choice:
    """Return the first best card, with the result of best play after it."""
    return chosen_solver()(rules, position).best()


def value(rules: Ruleset, position: PlayPosition) -> int:
    """Return the result of best play: elder's further points less younger's."""
    return chosen_solver()(rules, position).value()
