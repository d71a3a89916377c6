"""Actions as plain data, with the names of the contract: `{"seat": "A", "type": "play", "card": "KH"}`.

JSON, the one-line notation and records all use this form.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from service.piquet.cards.cards import CARDS
from service.piquet.cards.ranking import CATEGORIES, SAID_MEMBERS, said_members, write_tie
from service.piquet.law.act_members import AMENDED
from service.piquet.message_text import did_you_mean
from service.piquet.model import actions as a
from service.piquet.model.state import SEATS
from service.piquet.notation import member_values as values
from service.piquet.notation.act_dicts import (
    ELECTED,
    FACTS,
    incident,
    mark_members,
    marked,
    ruling,
    write_incident,
    write_marks,
    write_ruling,
)
from service.piquet.scoring.account import reply_members
from service.piquet.verbs import NAMES

KINDS = {name: kind for kind, name in NAMES.items()}
REPLIES = ("good", "not_good", "equal")
# The members of what is said of a holding, by category: the number of cards, then the tie-break.
SAID = dict(zip(CATEGORIES, SAID_MEMBERS, strict=True))
#: The members that a call has besides its category, whatever that is.
OF_A_CALL = ("length", "value", "top", "count", "rank", "cards")


class Form:
    """The members of a type of action: the required ones, the optional ones, and the function that makes the action."""

    def __init__(
        self, name: str, must: Sequence[str], may: Sequence[str], make: Callable[[int, Mapping[str, Any]], a.Action]
    ) -> None:
        self._name, self._must, self._may, self.make = name, must, may, make
        self._required, self._allowed = frozenset(must), frozenset(("seat", "type", *must, *may))

    def read(self, seat: int, members: Mapping[str, Any], marks: tuple[str, ...] = ()) -> a.Action:
        """Return the action of a seat. `marks` are the members that it may have if it is marked irregular."""
        if self._required <= members.keys() <= self._allowed:
            return self.make(seat, members)
        given = members.keys() - {"seat", "type"}
        found = values.wrong_names(self._name, members, self._must, (*self._may, *marks))
        is_marked = "irregular" in given and "irregular" in marks
        if marks and not is_marked:
            found += [
                values.MembersError("is a member of an irregular action only", each) for each in marks if each in given
            ]
        try:
            if self._required <= members.keys():
                made = self.make(seat, members)
                if is_marked:
                    made = marked(made, members)
        except values.MembersError as error:
            found.append(error)
        if found:
            raise values.refused(found)
        return made


def action_of(members: Mapping[str, Any]) -> a.Action:
    """Return the action of the engine with these members. Raises `MembersError`."""
    return action_with(SEATS, KINDS, FORMS, members, mark_members)


def action_with(
    seats: Sequence[str],
    kinds: Mapping[str, type[a.Action]],
    forms: Mapping[type[a.Action], Form],
    members: Mapping[str, Any],
    marks_of: Callable[[type[a.Action]], tuple[str, ...]] = lambda kind: (),
) -> a.Action:
    """Return the action with these members in a game of these seats and types of action.

    `marks_of` gives the members that a type may have if it is marked irregular. Raises `MembersError`.
    """
    kind = kind_in(members, kinds)
    found = [] if "seat" in members else [values.MembersError("is required", "seat")]
    seat = 0
    try:
        seat = seats.index(values.one_of(seats, members["seat"], "seat")) if "seat" in members else seat
    except values.MembersError as error:
        found.append(error)
    try:
        action = forms[kind].read(seat, members, marks_of(kind))
    except values.MembersError as error:
        found.append(error)
    if found:
        raise values.refused(found)
    return action


def kind_in(members: Mapping[str, Any], kinds: Mapping[str, type[a.Action]]) -> type[a.Action]:
    """Return the type of action that these members name. Raises `MembersError`, with the nearest name."""
    name = members.get("type")
    if not isinstance(name, str) or name not in kinds:
        near = did_you_mean(name, kinds) if isinstance(name, str) else ""
        raise values.MembersError(f"is not a type of action{near}", "type")
    return kinds[name]


def members_of(action: a.Action) -> values.Members:
    """Return the members of an action of the engine."""
    return {"seat": SEATS[action.seat], **_without_seat(action)}


def _without_seat(action: a.Action) -> values.Members:
    kind = type(action)
    return {"type": NAMES[kind], **WRITE[kind](action), **write_marks(action)}


# ---------------------------------------------------------------- reading members


def _call(seat: int, members: Mapping[str, Any]) -> a.Call:
    name = values.one_of(CATEGORIES, members["category"], "category")
    size, tie = SAID[name]
    for member in OF_A_CALL[:-1]:
        if member in members and member not in (size, tie):
            raise values.MembersError(f"does not belong to a {name}", member)
    if size not in members or (name == "set" and tie not in members):
        raise values.MembersError("is required", size if size not in members else tie)
    if name == "set" and "cards" in members:
        raise values.MembersError("does not belong to a set", "cards")
    length = values.number(members[size], 1, values.MOST, size)
    tie_break = values.tie_in(tie, members[tie]) if tie in members else None
    return a.Call(
        seat,
        CATEGORIES.index(name),
        length,
        tie_break,
        values.cards_in(members["cards"], "cards") if "cards" in members else 0,
    )


def _tie_break(seat: int, members: Mapping[str, Any]) -> a.StateTieBreak:
    if ("value" in members) == ("top" in members):
        raise values.MembersError("is required unless top is given, and not allowed with it", "value")
    kind = "value" if "value" in members else "top"
    cards = values.cards_in(members["cards"], "cards") if "cards" in members else 0
    return a.StateTieBreak(seat, kind, values.tie_in(kind, members[kind]), cards)


def _reply(seat: int, members: Mapping[str, Any]) -> a.Reply:
    reply = values.one_of(REPLIES, members["reply"], "reply")
    length = values.number(members["length"], 1, values.MOST, "length") if "length" in members else None
    value, top = (values.tie_in(name, members[name]) if name in members else None for name in ("value", "top"))
    return a.Reply(seat, reply, length, value, top)


def _category(value: Any, *path: str | int) -> int:
    return CATEGORIES.index(values.one_of(CATEGORIES, value, *path))


_AMENDED = {NAMES[kind]: kind for kind in AMENDED}


def _amend(seat: int, members: Mapping[str, Any]) -> a.Amend:
    inner = members["action"]
    if not isinstance(inner, Mapping):
        raise values.MembersError("is not an action", "action")
    if "seat" in inner:
        raise values.MembersError("is that of the amendment, and is left out", "action", "seat")
    try:
        return a.Amend(seat, FORMS[kind_in(inner, _AMENDED)].read(seat, inner))
    except values.MembersError as error:
        raise error.under("action") from None


_Table = dict[str, values.Member]
# The members of the actions that have the same members here and in the engine: the required and the optional ones.
_PLAIN: dict[type[a.Action], tuple[_Table, _Table]] = {
    a.ClaimCarteBlanche: ({}, {"exchange": values.Member(values.count_in, int)}),
    a.CommitDiscard: ({"cards": values.ALL_CARDS}, {}),
    a.Exchange: ({"cards": values.ALL_CARDS}, {}),
    a.LookAtLeft: ({"look": values.Member(values.truth, bool)}, {"suit": values.SUIT}),
    a.NameSuit: ({"suit": values.SUIT}, {}),
    a.Pass: ({"category": values.Member(_category, CATEGORIES.__getitem__)}, {}),
    a.Decline: ({}, {}),
    a.Reckon: ({}, {"holdings": values.HOLDINGS}),
    a.Concede: ({}, {}),
}


def _plain(kind: type[a.Action], seat: int, members: Mapping[str, Any]) -> a.Action:
    must, may = _PLAIN[kind]
    return kind(seat, **values.read_members(must | may, members))


_Make = Callable[[int, Mapping[str, Any]], a.Action]
_FORMS: dict[type[a.Action], tuple[Iterable[str], Iterable[str], _Make]] = {
    **{kind: (must, may, partial(_plain, kind)) for kind, (must, may) in _PLAIN.items()},
    a.Call: (("category",), OF_A_CALL, _call),
    a.Reply: (("reply",), ("length", "value", "top"), _reply),
    a.StateTieBreak: ((), ("value", "top", "cards"), _tie_break),
    a.Play: (("card",), (), lambda seat, m: a.PLAYS[seat][values.card_in(m["card"], "card")]),
    a.Incident: (("kind",), FACTS, incident),
    a.Amend: (("action",), (), _amend),
    a.Ruling: (("number", "election"), ("kind", *ELECTED), ruling),
}
FORMS = {kind: Form(NAMES[kind], tuple(must), tuple(may), make) for kind, (must, may, make) in _FORMS.items()}


# ---------------------------------------------------------------- writing members


def _write_call(action: a.Call) -> values.Members:
    members = {"category": CATEGORIES[action.category], **said_members(action.category, (action.length, action.tie))}
    return members | ({"cards": values.card_list(action.cards)} if action.cards else {})


def _write_tie_break(action: a.StateTieBreak) -> values.Members:
    members: values.Members = {action.kind: write_tie(action.kind, action.tie)}
    return members | ({"cards": values.card_list(action.cards)} if action.cards else {})


#: The members of an action besides its seat and its type.
WRITE: dict[type[a.Action], Callable[[Any], values.Members]] = {
    **{kind: partial(values.write_members, must | may) for kind, (must, may) in _PLAIN.items()},
    a.Call: _write_call,
    a.Reply: lambda action: {"reply": action.reply, **reply_members(action.better)},
    a.StateTieBreak: _write_tie_break,
    a.Play: lambda action: {"card": CARDS[action.card]},
    a.Incident: write_incident,
    a.Amend: lambda action: {"action": _without_seat(action.action)},
    a.Ruling: write_ruling,
}
