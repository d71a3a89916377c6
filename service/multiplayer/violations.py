"""Violations in the games of several seats: codes with the numbers of their rules, and the messages of new codes.

A code that the two-handed game has, too, keeps its message.
"""

from dataclasses import replace
from typing import Any, Final

from service.multiplayer.games import Game
from service.piquet.model.violations import CODES as TWO_HANDED, Code, Violation, worded
from service.piquet.toml_tables import load

#: The codes, each with the number of its rule; a message only where the two-handed game does not have the code.
CODES: Final = load(__file__, "violations", Code)


def refuse(game: Game, code: str, /, *path: str | int, number: str | None = None, **params: Any) -> Violation:
    """Return the violation with this code. `number` replaces the number of its rule in the table."""
    message = CODES[code].message or TWO_HANDED[code].message
    return worded(code, game.rule(number or CODES[code].rule), path, message, params)


def in_game(game: Game, reason: Violation, number: str | None = None) -> Violation:
    """Return a violation of the two-handed rules with the id of the rule of a game that says the same."""
    return replace(reason, rule=game.rule(number or CODES[reason.code].rule))
