"""The acts of the law as plain data: the members of marked actions, incidents and rulings (docs/law.md)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from service.piquet.cards.cards import CARDS, SUITS
from service.piquet.law.act_members import ELECTIONS, KINDS, LAST_ENTRY, MARKED, PLACES, QUESTIONS, REPORTED
from service.piquet.model import actions as a
from service.piquet.notation import member_values as values

_Given = Mapping[str, Any]

#: The members that incidents have, according to their kinds, and those that rulings have, according to the election.
FACTS = tuple(dict.fromkeys(name for must, may in REPORTED.values() for name in (*must, *may)))
ELECTED = tuple(dict.fromkeys(name for must, may in ELECTIONS.values() for name in (*must, *may)))

# ---------------------------------------------------------------- marked actions


def mark_members(kind: type[a.Action]) -> tuple[str, ...]:
    """The members that an action of this type may have if it is marked irregular; empty if it cannot be."""
    return ("irregular", *MARKED[kind]) if kind in MARKED else ()


def marked(action: a.Action, members: _Given) -> a.Action:
    """The action with its mark and what goes with it. Raises `MembersError`."""
    values.yes(members["irregular"], "irregular")
    read = _MARKS.get(type(action), {})
    found = {name: take(members[name], name) for name, take in read.items() if name in members}
    return replace(action, irregular=True, **found)


def _leaves(value: Any, *path: str | int) -> int | None:
    return None if value is None else values.number(value, 0, values.MOST, *path)


_MARKS: dict[type[a.Action], dict[str, Callable[..., Any]]] = {
    a.ClaimCarteBlanche: {"mixed": values.truth},
    a.Exchange: {"taken": values.positions_in, "mixed": values.positions_in, "leaves": _leaves},
    a.Call: {"shown": values.some_cards_in},
    a.Reckon: {"shown": values.some_cards_in},
}


def write_marks(action: Any) -> values.Members:
    """The members of a mark; empty for an action that is not irregular."""
    if not action.irregular:
        return {}
    members: values.Members = {"irregular": True}
    match action:
        case a.ClaimCarteBlanche(mixed=bool()):
            members["mixed"] = action.mixed
        case a.Exchange():
            if action.taken is not None:
                members["taken"] = list(action.taken)
            if action.mixed is not None:
                members["mixed"] = list(action.mixed)
            if action.leaves != a.AS_DUE:
                members["leaves"] = action.leaves
        case a.Call() | a.Reckon() if action.shown:
            members["shown"] = values.card_list(action.shown)
    return members


# ---------------------------------------------------------------- incidents


def incident(seat: int, members: _Given) -> a.Incident:
    """An incident. Raises `MembersError`."""
    kind = values.one_of(tuple(REPORTED), members["kind"], "kind")
    must, may = REPORTED[kind]
    _check_members(f"the incident {kind}", members, must, may, ("kind",))
    if kind == "spoiled":
        missing, double = _proof(members["proof"])
        return a.Incident(seat, kind, missing=missing, double=double)
    if kind == "misinformed":
        about, (answer, of_cards) = values.one_of(QUESTIONS, members["about"], "about"), _answer(members["answer"])
        return a.Incident(seat, kind, about=about, answer=answer, answer_is_cards=of_cards)
    found = {name: _FACTS[name](members[name], name) for name in (*must, *may) if name in members}
    found.pop("redeal", None)  # all that an offer can be
    return a.Incident(seat, kind, **found)


def _check_members(what: str, given: _Given, must: tuple[str, ...], may: tuple[str, ...], own: tuple[str, ...]) -> None:
    for name in must:
        if name not in given:
            raise values.MembersError("is required", name)
    for name in sorted(given.keys() & {*FACTS, *ELECTED} - {*own, *must, *may}):
        raise values.MembersError(f"does not belong to {what}", name)


def _place(value: Any, *path: str | int) -> str:
    return values.one_of(PLACES, value, *path)


def _positions(value: Any, *path: str | int) -> tuple[int, ...]:
    return values.positions_in(value, *path, least=1)


_FACTS: dict[str, Callable[..., Any]] = {
    "cards": values.some_cards_in,
    "where": _place,
    "taken_up": values.truth,
    "positions": _positions,
    "together": values.yes,
    "shown": values.yes,
    "redeal": values.yes,
}


def _proof(value: Any) -> tuple[int, int]:
    """The cards missing, and those that are there twice."""
    if not isinstance(value, Mapping) or not value or value.keys() - {"missing", "double"}:
        raise values.MembersError("does not name cards that are missing or double", "proof")
    missing, double = (
        values.some_cards_in(value[name], "proof", name) if name in value else 0 for name in ("missing", "double")
    )
    return missing, double


def _answer(value: Any) -> tuple[int, bool]:
    """An answer: a number of cards, or the cards named, as a hand. The second value is whether it names cards."""
    if isinstance(value, list):
        return values.some_cards_in(value, "answer"), True
    return values.number(value, 0, values.MOST, "answer"), False


def write_incident(action: a.Incident) -> values.Members:
    """The members of an incident."""
    members: values.Members = {"kind": action.kind}
    must, may = REPORTED[action.kind]
    for name in must:
        members[name] = _WRITE_FACT[name](action)
    for name in may:
        if getattr(action, name):
            members[name] = True
    return members


def _write_proof(action: a.Incident) -> values.Members:
    named = {"missing": action.missing, "double": action.double}
    return {name: values.card_list(cards) for name, cards in named.items() if cards}


_WRITE_FACT: dict[str, Callable[[a.Incident], Any]] = {
    "cards": lambda action: values.card_list(action.cards),
    "where": lambda action: action.where,
    "taken_up": lambda action: action.taken_up,
    "positions": lambda action: list(action.positions),
    "proof": _write_proof,
    "about": lambda action: action.about,
    "answer": lambda action: values.card_list(action.answer) if action.answer_is_cards else action.answer,
    "redeal": lambda action: True,
}


# ---------------------------------------------------------------- rulings


def ruling(seat: int, members: _Given) -> a.Ruling:
    """A ruling. Raises `MembersError`."""
    election = values.one_of(tuple(ELECTIONS), members["election"], "election")
    must, may = ELECTIONS[election]
    _check_members(f"the election {election}", members, must, may, ("number", "kind", "election"))
    entry = values.number(members["number"], 0, LAST_ENTRY, "number")
    kind = values.one_of(KINDS, members["kind"], "kind") if "kind" in members else None
    found = {name: _ELECTED[name](members[name], name) for name in (*must, *may) if name in members}
    return a.Ruling(seat, entry, election, kind, **found)


_ELECTED: dict[str, Callable[..., Any]] = {
    "holdings": values.holdings_in,
    "card": values.card_in,
    "suit": values.suit_in,
    "untouched": values.yes,
}


def write_ruling(action: a.Ruling) -> values.Members:
    """The members of a ruling."""
    members: values.Members = {"number": action.number}
    if action.kind is not None:
        members["kind"] = action.kind
    members["election"] = action.election
    if action.holdings is not None:
        members["holdings"] = values.holding_list(action.holdings)
    if action.card is not None:
        members["card"] = CARDS[action.card]
    if action.suit is not None:
        members["suit"] = SUITS[action.suit]
    if action.untouched:
        members["untouched"] = True
    return members
