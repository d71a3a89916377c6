"""The actions of the contract as typed structs, distinguished by `type`, made from the table of actions."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars
from service.piquet.actions import CORRECTIONS, ELECTIONS, INCIDENTS, TABLE, ActionTable, ActionType, Depends, Either
from service.piquet.value_kinds import KINDS, PLACES, ValueKind

# The closed lists of the law: plain strings for the type checker.
if TYPE_CHECKING:
    Kind = str
else:
    Kind = Literal[KINDS]


class Proof(scalars.Model):
    """The proof that a pack is incorrect: cards that are missing, and cards that are there twice (K6)."""

    missing: scalars.SomeCards | UnsetType = UNSET
    double: scalars.SomeCards | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.missing is UNSET and self.double is UNSET:
            raise ValueError("a proof has cards that are missing or double")


#: The type of each kind of value, by its name.
_TYPES: dict[str, Any] = {
    "card": scalars.Card,
    "cards": scalars.Cards,
    "some_cards": scalars.SomeCards,
    "suit": scalars.Suit,
    "rank": scalars.Rank,
    "top": scalars.Top,
    "plain_top": scalars.Rank,
    "value": scalars.Value,
    "whole_value": Annotated[int, Meta(ge=0, le=120)],
    "category": scalars.Category,
    "reply": scalars.ReplyWord,
    "length": scalars.Length,
    "count": scalars.Count,
    "holdings": scalars.Holdings,
    "truth": bool,
    "taken_up": bool,
    "yes": scalars.Yes,
    "positions": scalars.Positions,
    "some_positions": Annotated[scalars.Positions, Meta(min_length=1)],
    "leaves": scalars.Count | None,
    "reported_kind": Literal[tuple(INCIDENTS)],
    "place": Literal[PLACES],
    "question": scalars.Category | scalars.Suit | scalars.Rank | Literal["all"],
    "proof": Proof,
    "answer": Annotated[int, Meta(ge=0, le=36)] | scalars.SomeCards,  # a hand may be long
    "entry": scalars.EntryNumber,
    "ruled_kind": Kind,
    "election": Literal[tuple(ELECTIONS)],
}


def type_of(kind: ValueKind) -> Any:
    """Return the type of the values of a kind."""
    return _TYPES[kind.name]


# ---------------------------------------------------------------- what the members say together


Check = Callable[[Any], None]


def _depends(depends: Depends) -> Check:
    members = sorted(depends.members)

    def check(struct: Any) -> None:
        value = getattr(struct, depends.member)
        missing, foreign = depends.faults(value, [name for name in members if getattr(struct, name) is not UNSET])
        if missing:
            needed = depends.own[value].required if depends.lists_all else missing
            raise ValueError(f"{depends.of}{depends.whose.format(value)} has {' and '.join(needed)}")
        if foreign:
            raise ValueError(f"{depends.of}{depends.whose.format(value)} has no {' or '.join(foreign)}")

    return check


def _either(either: Either) -> Check:
    def check(struct: Any) -> None:
        if (getattr(struct, either.one) is UNSET) == (getattr(struct, either.other) is UNSET):
            raise ValueError(f"{either.what} is either a {either.one} or a {either.other}")

    return check


def _mark(marks: tuple[str, ...]) -> Check:
    def check(struct: Any) -> None:
        if struct.irregular is False:
            raise ValueError("an action that is not irregular has no such mark")
        if not marks or struct.irregular is True:
            return
        if given := [name for name in marks if getattr(struct, name) is not UNSET]:
            raise ValueError(f"only an irregular action has {' or '.join(given)}")

    return check


def _flags(flags: list[str]) -> Check:
    def check(struct: Any) -> None:
        scalars.check_yes(*(getattr(struct, name) for name in flags))

    return check


def _check_of(action: ActionType) -> Check | None:
    """Return the check of a struct after its members have been decoded, which raises `ValueError`."""
    checks: list[Check] = []
    if action.depends:
        checks.append(_depends(action.depends))
    if action.either:
        checks.append(_either(action.either))
    if "irregular" in action.all_members:
        checks.append(_mark(tuple(action.marks or ())))
    if flags := [name for name, kind in action.members.items() if kind.name == "yes"]:
        checks.append(_flags(flags))
    if len(checks) < 2:
        return checks[0] if checks else None

    def check(struct: Any) -> None:
        for each in checks:
            each(struct)

    return check


# ---------------------------------------------------------------- the structs

# The names of structs in the contract, as far as they are not those of the actions of the engine.
_NAMES = {"ruling": "RulingAction"}


def _struct_of(action: ActionType, name: str, seat: Any = None) -> Any:
    """Return the struct of a type of action, with the seats of its game; an action inside another has none."""
    check = _check_of(action)
    optional = [name for name in action.all_members if name not in action.required]
    return msgspec.defstruct(
        name,
        [
            *([] if seat is None else [("seat", seat)]),
            *((name, type_of(action.members[name])) for name in action.required),
            *((name, type_of(action.all_members[name]) | UnsetType, UNSET) for name in optional),
        ],
        bases=(scalars.Model,),
        namespace={"__doc__": action.action.__doc__, **({"__post_init__": check} if check else {})},
        module=__name__,
        tag=action.name,
        tag_field="type",
    )


def structs_of(table: ActionTable, seat: Any, prefix: str = "") -> Mapping[str, Any]:
    """Return the struct of each type of action of a game, by its name; the name of a struct begins with the prefix."""
    return {
        name: _struct_of(action, prefix + _NAMES.get(name, action.action.__name__), seat)
        for name, action in table.types.items()
    }


_TYPES["correction"] = reduce(
    or_, [_struct_of(action, f"{action.action.__name__}Correction") for action in CORRECTIONS.types.values()]
)

#: The struct of each type of action of the two-handed game, by its name.
STRUCTS: Mapping[str, Any] = structs_of(TABLE, scalars.Seat)
if TYPE_CHECKING:
    Action = scalars.Model
else:
    Action = reduce(or_, STRUCTS.values())
