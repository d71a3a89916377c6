"""The acts of the law as plain data: the members of marked actions, incidents and rulings (docs/law.md)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from service.piquet.cards.cards import CARDS
from service.piquet.law.act_members import ELECTIONS, KINDS, LAST_ENTRY, MARKED, PLACES, QUESTIONS, REPORTED
from service.piquet.model import actions as a
from service.piquet.notation import member_values as values

_Given = Mapping[str, Any]

#: The members that incidents have, according to their kinds, and those that rulings have, according to the election.
FACTS = tuple(dict.fromkeys(name for must, may in REPORTED.values() for name in (*must, *may)))
ELECTED = tuple(dict.fromkeys(name for must, may in ELECTIONS.values() for name in (*must, *may)))

# ---------------------------------------------------------------- marked actions


def mark_members(kind: type[a.Action]) -> tuple[str, ...]:
    """Return the members that an action of this type may have if it is marked irregular; empty if it cannot be."""
    return ("irregular", *MARKED[kind]) if kind in MARKED else ()


def marked(action: a.Action, members: _Given) -> a.Action:
    """Return the action with its mark and what goes with it. Raises `MembersError`."""
    values.yes(members["irregular"], "irregular")
    return replace(action, irregular=True, **values.read_members(_MARKS.get(type(action), {}), members))


def _leaves(value: Any, *path: str | int) -> int | None:
    return None if value is None else values.count_in(value, *path)


_POSITIONS = values.Member(values.positions_in, list)
_SHOWN = values.Member(values.some_cards_in, values.card_list, absent=0)
_MARKS: dict[type[a.Action], dict[str, values.Member]] = {
    a.ClaimCarteBlanche: {"mixed": values.Member(values.truth, bool)},
    a.Exchange: {
        "taken": _POSITIONS,
        "mixed": _POSITIONS,
        "leaves": values.Member(_leaves, lambda count: count, absent=a.AS_DUE),
    },
    a.Call: {"shown": _SHOWN},
    a.Reckon: {"shown": _SHOWN},
}


def write_marks(action: a.Action) -> values.Members:
    """Return the members of a mark; empty for an action that is not irregular."""
    if not action.irregular:
        return {}
    return {"irregular": True, **values.write_members(_MARKS.get(type(action), {}), action)}


# ---------------------------------------------------------------- incidents


def incident(seat: int, members: _Given) -> a.Incident:
    """Return an incident. Raises `MembersError`."""
    kind = values.one_of(tuple(REPORTED), members["kind"], "kind")
    must, may = REPORTED[kind]
    _check_members(f"the incident {kind}", members, must, may, ("kind",))
    found = values.read_members(_facts_of(kind), members)
    if "proof" in must:
        found["missing"], found["double"] = _proof(members["proof"])
    if "answer" in must:
        found["answer"], found["answer_is_cards"] = _answer(members["answer"])
    if "redeal" in must:
        values.yes(members["redeal"], "redeal")  # all that an offer can be
    return a.Incident(seat, kind, **found)


def _check_members(what: str, given: _Given, must: tuple[str, ...], may: tuple[str, ...], own: tuple[str, ...]) -> None:
    for name in must:
        if name not in given:
            raise values.MembersError("is required", name)
    for name in sorted(given.keys() & {*FACTS, *ELECTED} - {*own, *must, *may}):
        raise values.MembersError(f"does not belong to {what}", name)


_YES = values.Member(values.yes, bool, absent=False)
# The facts of incidents that have a member of their own in the engine.
_FACTS: dict[str, values.Member] = {
    "cards": values.Member(values.some_cards_in, values.card_list),
    "where": values.Member(partial(values.one_of, PLACES), str),
    "taken_up": values.Member(values.truth, bool),
    "positions": values.Member(partial(values.positions_in, least=1), list),
    "about": values.Member(partial(values.one_of, QUESTIONS), str),
    "together": _YES,
    "shown": _YES,
}


def _facts_of(kind: str) -> dict[str, values.Member]:
    must, may = REPORTED[kind]
    return {name: _FACTS[name] for name in (*must, *may) if name in _FACTS}


def _proof(value: Any) -> tuple[int, int]:
    """Return the cards missing, and those that are there twice."""
    if not isinstance(value, Mapping) or not value or value.keys() - {"missing", "double"}:
        raise values.MembersError("does not name cards that are missing or double", "proof")
    missing, double = (
        values.some_cards_in(value[name], "proof", name) if name in value else 0 for name in ("missing", "double")
    )
    return missing, double


def _answer(value: Any) -> tuple[int, bool]:
    """Return an answer: a number of cards, or the cards named, as a hand.

    The second value is whether it names cards.
    """
    if isinstance(value, list):
        return values.some_cards_in(value, "answer"), True
    return values.number(value, 0, len(CARDS), "answer"), False


def write_incident(action: a.Incident) -> values.Members:
    """Return the members of an incident."""
    members = {"kind": action.kind, **values.write_members(_facts_of(action.kind), action)}
    must, _ = REPORTED[action.kind]
    return members | {name: write(action) for name, write in _WRITE_FACT.items() if name in must}


def _write_proof(action: a.Incident) -> values.Members:
    named = {"missing": action.missing, "double": action.double}
    return {name: values.card_list(cards) for name, cards in named.items() if cards}


# The other facts.
_WRITE_FACT: dict[str, Callable[[a.Incident], Any]] = {
    "proof": _write_proof,
    "answer": lambda action: values.card_list(action.answer) if action.answer_is_cards else action.answer,
    "redeal": lambda action: True,
}


# ---------------------------------------------------------------- rulings


def ruling(seat: int, members: _Given) -> a.Ruling:
    """Return a ruling. Raises `MembersError`."""
    election = values.one_of(tuple(ELECTIONS), members["election"], "election")
    _check_members(f"the election {election}", members, *ELECTIONS[election], ("number", "kind", "election"))
    entry = values.number(members["number"], 0, LAST_ENTRY, "number")
    kind = values.one_of(KINDS, members["kind"], "kind") if "kind" in members else None
    return a.Ruling(seat, entry, election, kind, **values.read_members(_ELECTED, members))


_ELECTED: dict[str, values.Member] = {
    "holdings": values.HOLDINGS,
    "card": values.ONE_CARD,
    "suit": values.SUIT,
    "untouched": _YES,
}


def write_ruling(action: a.Ruling) -> values.Members:
    """Return the members of a ruling."""
    kind = {} if action.kind is None else {"kind": action.kind}
    election = {"election": action.election}
    return {"number": action.number, **kind, **election, **values.write_members(_ELECTED, action)}
