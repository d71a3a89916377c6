"""Actions as plain data, with the names of the contract: `{"seat": "A", "type": "play", "card": "KH"}`.

JSON, the one-line notation and records all use this form.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from service.piquet.cards.cards import CARD, CARDS, RANKS, SUITS, hand_of, names
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT, SET, read_tie, write_tie
from service.piquet.engine import VERBS
from service.piquet.message_text import did_you_mean, no_card
from service.piquet.model import actions as a
from service.piquet.model.state import SEATS
from service.piquet.model.violations import violation
from service.piquet.scoring.account import reply_members, said_members

Members = dict[str, Any]

KINDS = {verb.name: kind for kind, verb in VERBS.items()}
REPLIES = ("good", "not_good", "equal")
_TOPS = (*RANKS, "nought")
# The members of what is said of a holding, by category: the number of cards, then the tie-break.
SAID = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ("count", "rank")}
MOST = 12  # the most cards in a call or a discard, and the most holdings
HIGHEST = 120  # the highest value of a point
_MOST_UNKNOWN = 20  # the most unknown members that are reported


class MembersError(ValueError):
    """Members that are not an action.

    `path` is the place of the first fault, and its message continues a sentence that begins "this member". `faults` has
    every path with its message.
    """

    def __init__(self, message: str, *path: str | int, more: Iterable["MembersError"] = ()) -> None:
        super().__init__(message)
        self.path = path
        self.faults: list[tuple[tuple[str | int, ...], str]] = [(path, message)]
        self.faults += [fault for other in more for fault in other.faults]


def action_of(members: Mapping[str, Any]) -> a.Action:
    """The action of the engine with these members. Raises `MembersError`."""
    name = members.get("type")
    if not isinstance(name, str) or name not in KINDS:
        near = did_you_mean(name, KINDS) if isinstance(name, str) else ""
        raise MembersError(f"is not a type of action{near}", "type")
    must, may, make = _MAKE[KINDS[name]]
    given = members.keys() - {"seat", "type"}
    known = [*must, *may]
    found = [MembersError("is required", missing) for missing in sorted({"seat", *must} - members.keys())]
    found += [
        MembersError(f"is not a member of {name}{did_you_mean(str(unknown), known)}", str(unknown))
        for unknown in sorted(given - set(known), key=str)[:_MOST_UNKNOWN]
    ]
    seat = 0
    try:
        seat = SEATS.index(_one_of(SEATS, members["seat"], "seat")) if "seat" in members else seat
    except MembersError as error:
        found.append(error)
    try:
        if not set(must) - members.keys():
            made: a.Action = make(seat, members)
    except MembersError as error:
        found.append(error)
    if found:
        first, *more = found
        raise MembersError(str(first), *first.path, more=more)
    return made


def members_of(action: a.Action) -> Members:
    """The members of an action of the engine."""
    kind = type(action)
    return {"seat": SEATS[action.seat], "type": VERBS[kind].name, **_WRITE[kind](action)}


# ---------------------------------------------------------------- reading members


def _one_of(allowed: Sequence[str], value: Any, *path: str | int) -> str:
    if not isinstance(value, str) or value not in tuple(
        allowed
    ):  # tuple(): "AB" must not match the letters of a string
        raise MembersError(f"is not one of {', '.join(allowed)}", *path)
    return value


def _number(value: Any, least: int, most: int, *path: str | int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise MembersError(f"is not a whole number from {least} to {most}", *path)
    return value


def cards_in(value: Any, *path: str | int) -> int:
    """A list of different cards, as a hand. Raises `MembersError`."""
    if not isinstance(value, list):
        raise MembersError("is not a list of cards", *path)
    seen: set[str] = set()
    for at, card in enumerate(value):
        if not isinstance(card, str) or card not in CARD:
            raise MembersError(no_card(card), *path, at)
        if card in seen:
            raise MembersError(violation("cards.twice", cards=(card,)).message, *path, at)
        seen.add(card)
    return hand_of(value)


def _call(seat: int, members: Mapping[str, Any]) -> a.Call:
    name = _one_of(CATEGORIES, members["category"], "category")
    category = CATEGORIES.index(name)
    size, tie = SAID[name]
    for member in ("length", "value", "top", "count", "rank"):
        if member in members and member not in (size, tie):
            raise MembersError(f"does not belong to a {name}", member)
    if size not in members or (category == SET and tie not in members):
        raise MembersError("is required", size if size not in members else tie)
    if category == SET and "cards" in members:
        raise MembersError("does not belong to a set", "cards")
    length = _number(members[size], 1, MOST, size)
    tie_break = _tie(tie, members[tie]) if tie in members else None
    return a.Call(seat, category, length, tie_break, cards_in(members["cards"], "cards") if "cards" in members else 0)


def _tie(member: str, value: Any) -> int:
    if member != "value":
        return read_tie(member, _one_of(_TOPS if member == "top" else RANKS, value, member))
    if type(value) not in (int, float) or not 0 <= value <= HIGHEST or value * 2 % 1:
        raise MembersError(f"is not a number of pips from 0 to {HIGHEST}, whole or with a half", member)
    return read_tie(member, value)


def _tie_break(seat: int, members: Mapping[str, Any]) -> a.StateTieBreak:
    if ("value" in members) == ("top" in members):
        raise MembersError("is required unless top is given, and not allowed with it", "value")
    kind = "value" if "value" in members else "top"
    cards = cards_in(members["cards"], "cards") if "cards" in members else 0
    return a.StateTieBreak(seat, kind, _tie(kind, members[kind]), cards)


def _reckon(seat: int, members: Mapping[str, Any]) -> a.Reckon:
    if "holdings" not in members:
        return a.Reckon(seat)
    listed = members["holdings"]
    if not isinstance(listed, list) or len(listed) > MOST:
        raise MembersError(f"is not a list of at most {MOST} holdings", "holdings")
    found = []
    for at, holding in enumerate(listed):
        if not isinstance(holding, Mapping) or holding.keys() != {"category", "cards"}:
            raise MembersError("is not a category with cards", "holdings", at)
        category = _one_of(CATEGORIES, holding["category"], "holdings", at, "category")
        found.append(Holding(CATEGORIES.index(category), cards_in(holding["cards"], "holdings", at, "cards")))
    return a.Reckon(seat, tuple(found))


def _look(seat: int, members: Mapping[str, Any]) -> a.LookAtLeft:
    if not isinstance(members["look"], bool):
        raise MembersError("is neither true nor false", "look")
    suit = SUITS.index(_one_of(SUITS, members["suit"], "suit")) if "suit" in members else None
    return a.LookAtLeft(seat, members["look"], suit)


def _reply(seat: int, members: Mapping[str, Any]) -> a.Reply:
    reply = _one_of(REPLIES, members["reply"], "reply")
    more = [name for name in ("length", "value", "top") if name in members]
    if more and reply != "not_good":
        raise MembersError(f"does not belong to the reply {reply}", more[0])
    length = _number(members["length"], 1, MOST, "length") if "length" in members else None
    value, top = (_tie(name, members[name]) if name in members else None for name in ("value", "top"))
    return a.Reply(seat, reply, length, value, top)


def _name_suit(seat: int, members: Mapping[str, Any]) -> a.NameSuit:
    return a.NameSuit(seat, SUITS.index(_one_of(SUITS, members["suit"], "suit")))


def _claim(seat: int, members: Mapping[str, Any]) -> a.ClaimCarteBlanche:
    count = _number(members["exchange"], 0, MOST, "exchange") if "exchange" in members else None
    return a.ClaimCarteBlanche(seat, count)


def _play(seat: int, members: Mapping[str, Any]) -> a.Play:
    card = members["card"]
    if not isinstance(card, str) or card not in CARD:
        raise MembersError(no_card(card), "card")
    return a.Play(seat, CARD[card])


_Make = tuple[tuple[str, ...], tuple[str, ...], Callable[[int, Mapping[str, Any]], a.Action]]
# By type: the required members, the optional ones, and the function that makes the action.
_MAKE: dict[type[a.Action], _Make] = {
    a.ClaimCarteBlanche: ((), ("exchange",), _claim),
    a.CommitDiscard: (("cards",), (), lambda seat, m: a.CommitDiscard(seat, cards_in(m["cards"], "cards"))),
    a.Exchange: (("cards",), (), lambda seat, m: a.Exchange(seat, cards_in(m["cards"], "cards"))),
    a.LookAtLeft: (("look",), ("suit",), _look),
    a.NameSuit: (("suit",), (), _name_suit),
    a.Call: (("category",), ("length", "value", "top", "count", "rank", "cards"), _call),
    a.Pass: (
        ("category",),
        (),
        lambda seat, m: a.Pass(seat, CATEGORIES.index(_one_of(CATEGORIES, m["category"], "category"))),
    ),
    a.Reply: (("reply",), ("length", "value", "top"), _reply),
    a.StateTieBreak: ((), ("value", "top", "cards"), _tie_break),
    a.Decline: ((), (), lambda seat, m: a.Decline(seat)),
    a.Reckon: ((), ("holdings",), _reckon),
    a.Play: (("card",), (), _play),
    a.Concede: ((), (), lambda seat, m: a.Concede(seat)),
}


# ---------------------------------------------------------------- writing members


def _write_call(action: a.Call) -> Members:
    members = {
        "category": CATEGORIES[action.category],
        **said_members(action.category, (action.length, action.tie or 0)),
    }
    if action.tie is None:
        del members["value" if action.category == POINT else "top"]
    return members | ({"cards": list(names(action.cards))} if action.cards else {})


def _write_tie_break(action: a.StateTieBreak) -> Members:
    members: Members = {action.kind: write_tie(action.kind, action.tie)}
    return members | ({"cards": list(names(action.cards))} if action.cards else {})


def _write_reckon(action: a.Reckon) -> Members:
    if action.holdings is None:
        return {}
    return {
        "holdings": [{"category": CATEGORIES[which], "cards": list(names(held))} for which, held in action.holdings]
    }


_WRITE: dict[type[a.Action], Callable[[Any], Members]] = {
    a.ClaimCarteBlanche: lambda action: {} if action.exchange is None else {"exchange": action.exchange},
    a.CommitDiscard: lambda action: {"cards": list(names(action.cards))},
    a.Exchange: lambda action: {"cards": list(names(action.cards))},
    a.LookAtLeft: lambda action: {"look": action.look, **({} if action.suit is None else {"suit": SUITS[action.suit]})},
    a.NameSuit: lambda action: {"suit": SUITS[action.suit]},
    a.Call: _write_call,
    a.Pass: lambda action: {"category": CATEGORIES[action.category]},
    a.Reply: lambda action: {"reply": action.reply, **reply_members(action.better)},
    a.StateTieBreak: _write_tie_break,
    a.Decline: lambda action: {},
    a.Reckon: _write_reckon,
    a.Play: lambda action: {"card": CARDS[action.card]},
    a.Concede: lambda action: {},
}
