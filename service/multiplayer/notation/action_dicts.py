"""Actions as plain data, with the names of the contract: `{"seat": "A", "type": "play", "card": "KH"}`."""

from collections.abc import Mapping
from typing import Any

from service.multiplayer.engine import NAMES
from service.multiplayer.games import Game
from service.multiplayer.state import Equal
from service.piquet.cards.cards import RANKS
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model import actions as a
from service.piquet.notation import action_dicts as two_handed
from service.piquet.notation.action_dicts import Form, action_with
from service.piquet.notation.member_values import HIGHEST, Members, MembersError, number, one_of


def types_of(game: Game) -> dict[str, type[a.Action]]:
    """The types of actions that a game has, by name."""
    return {name: kind for kind, name in NAMES.items() if game.has_exchange or kind is not a.Exchange}


def action_of(game: Game, members: Mapping[str, Any]) -> a.Action:
    """The action with these members. Raises `MembersError`, which has every fault."""
    return action_with(game.seats, types_of(game), _FORMS, members)


def members_of(game: Game, action: a.Action) -> Members:
    """The members of an action."""
    kind = type(action)
    return {"seat": game.seats[action.seat], "type": NAMES[kind], **_WRITE[kind](action)}


def _call(seat: int, members: Mapping[str, Any]) -> a.Action:
    """A call. Only a point names its cards, and there are neither noughts nor halves of pips."""
    call = two_handed.FORMS[a.Call].make(seat, members)
    if "cards" in members and members["category"] != "point":
        raise MembersError(f"does not belong to a {members['category']}", "cards")
    if "value" in members:
        number(members["value"], 0, HIGHEST, "value")
    if "top" in members:
        one_of(RANKS, members["top"], "top")
    return call


def _equal(seat: int, members: Mapping[str, Any]) -> a.Action:
    return Equal(seat, CATEGORIES.index(one_of(CATEGORIES, members["category"], "category")))


_FORMS = two_handed.FORMS | {
    a.ClaimCarteBlanche: Form("claim_carte_blanche", (), (), lambda seat, members: a.ClaimCarteBlanche(seat)),
    a.Call: Form("call", ("category",), two_handed.OF_A_CALL, _call),
    Equal: Form("equal", ("category",), (), _equal),
}
_WRITE = two_handed.WRITE | {Equal: lambda action: {"category": CATEGORIES[action.category]}}
