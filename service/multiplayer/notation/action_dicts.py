"""Actions as plain data, with the names of the contract: `{"seat": "A", "type": "play", "card": "KH"}`."""

from collections.abc import Callable, Mapping
from typing import Any

from service.multiplayer.engine import NAMES
from service.multiplayer.games import Game
from service.multiplayer.state import Equal
from service.piquet.cards.cards import CARDS, RANKS
from service.piquet.cards.ranking import CATEGORIES, read_tie, said_members
from service.piquet.model import actions as a
from service.piquet.notation.action_dicts import SAID, kind_in
from service.piquet.notation.member_values import (
    HIGHEST,
    MOST,
    Members,
    MembersError,
    card_in,
    card_list,
    cards_in,
    holding_list,
    holdings_in,
    number,
    one_of,
    refused,
    wrong_names,
)

_ANNOUNCED = ("length", "value", "top", "count", "rank")


def types_of(game: Game) -> dict[str, type[a.Action]]:
    """The types of actions that a game has, by name."""
    return {name: kind for kind, name in NAMES.items() if game.has_exchange or kind is not a.Exchange}


def action_of(game: Game, members: Mapping[str, Any]) -> a.Action:
    """The action with these members. Raises `MembersError`, which has every fault."""
    kind = kind_in(members, types_of(game))
    must, may, make = _READ[kind]
    found = wrong_names(NAMES[kind], members, ("seat", *must), may)
    seat, action = 0, None
    try:
        if "seat" in members:
            seat = game.seats.index(one_of(game.seats, members["seat"], "seat"))
    except MembersError as error:
        found.append(error)
    try:
        if not set(must) - members.keys():
            action = make(seat, members)
    except MembersError as error:
        found.append(error)
    if found or action is None:
        raise refused(found)
    return action


def members_of(game: Game, action: a.Action) -> Members:
    """The members of an action."""
    kind = type(action)
    return {"seat": game.seats[action.seat], "type": NAMES[kind], **_WRITE[kind](action)}


def _category(members: Mapping[str, Any]) -> int:
    return CATEGORIES.index(one_of(CATEGORIES, members["category"], "category"))


def _tie(member: str, value: Any) -> int:
    """A tie-break; there are no noughts here."""
    given = number(value, 0, HIGHEST, member) if member == "value" else one_of(RANKS, value, member)
    return read_tie(member, given)


def _call(seat: int, members: Mapping[str, Any]) -> a.Call:
    name = one_of(CATEGORIES, members["category"], "category")
    size, tie = SAID[name]
    for member in _ANNOUNCED:
        if member in members and member not in (size, tie):
            raise MembersError(f"does not belong to a {name}", member)
    if size not in members:
        raise MembersError("is required", size)
    if name != "point" and "cards" in members:
        raise MembersError(f"does not belong to a {name}", "cards")
    tie_break = _tie(tie, members[tie]) if tie in members else None
    cards = cards_in(members["cards"], "cards") if "cards" in members else 0
    return a.Call(seat, CATEGORIES.index(name), number(members[size], 1, MOST, size), tie_break, cards)


def _reckon(seat: int, members: Mapping[str, Any]) -> a.Reckon:
    return a.Reckon(seat, holdings_in(members["holdings"], "holdings") if "holdings" in members else None)


_Read = tuple[tuple[str, ...], tuple[str, ...], Callable[[int, Mapping[str, Any]], a.Action]]
# By type: the required members, the optional ones, and the function that makes the action.
_READ: dict[type[a.Action], _Read] = {
    a.ClaimCarteBlanche: ((), (), lambda seat, m: a.ClaimCarteBlanche(seat)),
    a.Exchange: (("cards",), (), lambda seat, m: a.Exchange(seat, cards_in(m["cards"], "cards"))),
    a.Call: (("category",), (*_ANNOUNCED, "cards"), _call),
    Equal: (("category",), (), lambda seat, m: Equal(seat, _category(m))),
    a.Pass: (("category",), (), lambda seat, m: a.Pass(seat, _category(m))),
    a.Reckon: ((), ("holdings",), _reckon),
    a.Play: (("card",), (), lambda seat, m: a.Play(seat, card_in(m["card"], "card"))),
}


def _write_call(action: a.Call) -> Members:
    said = said_members(action.category, (action.length, action.tie or 0))
    if action.tie is None:
        said.popitem()
    cards = {"cards": card_list(action.cards)} if action.cards else {}
    return {"category": CATEGORIES[action.category], **said, **cards}


_WRITE: dict[type[a.Action], Callable[[Any], Members]] = {
    a.ClaimCarteBlanche: lambda action: {},
    a.Exchange: lambda action: {"cards": card_list(action.cards)},
    a.Call: _write_call,
    Equal: lambda action: {"category": CATEGORIES[action.category]},
    a.Pass: lambda action: {"category": CATEGORIES[action.category]},
    a.Reckon: lambda action: {} if action.holdings is None else {"holdings": holding_list(action.holdings)},
    a.Play: lambda action: {"card": CARDS[action.card]},
}
