"""The actions of the games for three and for four: rows of the table of actions, as far as they differ."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from service.multiplayer.games import Game
from service.multiplayer.state import Equal, Members
from service.piquet import actions
from service.piquet.actions import ActionTable, ActionType, OwnMembers
from service.piquet.model.actions import Action, ClaimCarteBlanche, Exchange
from service.piquet.value_kinds import CATEGORY, PLAIN_TOP, WHOLE_VALUE

# Only a point names its cards (V4.3, N4.3), and there are neither noughts nor halves of pips.
_CALL = replace(
    actions.CALL,
    members={**actions.CALL.members, "value": WHOLE_VALUE, "top": PLAIN_TOP},
    depends=replace(actions.BY_CATEGORY, own={**actions.CALLS, "sequence": OwnMembers(("length",), ("top",))}),
)
_TYPES = [
    replace(each, regular=True)
    for each in (
        ActionType(ClaimCarteBlanche, {}),
        actions.EXCHANGE,
        _CALL,
        ActionType(Equal, {"category": CATEGORY}, own_name="equal"),
        actions.PASS,
        actions.RECKON,
        actions.PLAY,
    )
]


@cache
def table_of(game: Game) -> ActionTable:
    """Return the actions of a game."""
    return ActionTable(game.seats, [each for each in _TYPES if game.has_exchange or each.action is not Exchange])


def action_of(game: Game, members: Mapping[str, Any]) -> Action:
    """Return the action with these members. Raises `MembersError`, which has every fault."""
    return table_of(game).read(members)


def members_of(game: Game, action: Action) -> Members:
    """Return the members of an action."""
    return table_of(game).write(action)
