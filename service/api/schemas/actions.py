"""Actions in requests and responses: as typed structs made from the table of actions, and in the notation.

Structs are distinguished by `type`. Actions recur, since a partie consists of a few hundred different ones, so what is
read from short texts is remembered.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.api.problems import Problem, problem_at
from service.api.schemas import scalars
from service.piquet import actions as engine_actions
from service.piquet.model.actions import Action as EngineAction
from service.piquet.model.violations import Violation
from service.piquet.notation import action_lines
from service.piquet.value_kinds import KINDS, PLACES, Members
from service.records.text.typed_actions import LONGEST, readings

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
    "reported_kind": Literal[tuple(engine_actions.INCIDENTS)],
    "place": Literal[PLACES],
    "question": scalars.Category | scalars.Suit | scalars.Rank | Literal["all"],
    "proof": Proof,
    "answer": Annotated[int, Meta(ge=0, le=36)] | scalars.SomeCards,  # a hand may be long
    "entry": scalars.EntryNumber,
    "ruled_kind": Kind,
    "election": Literal[tuple(engine_actions.ELECTIONS)],
}


def type_of(kind: engine_actions.MemberKind) -> Any:
    """Return the type of the values of a kind."""
    return _TYPES[kind.name]


# ---------------------------------------------------------------- what the members say together


Check = Callable[[Any], None]


def _depends(depends: engine_actions.Depends) -> Check:
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


def _either(either: engine_actions.Either) -> Check:
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


def _check_of(action: engine_actions.ActionType) -> Check | None:
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


def _struct_of(action: engine_actions.ActionType, name: str, seat: Any = None) -> Any:
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


def structs_of(table: engine_actions.ActionTable, seat: Any, prefix: str = "") -> Mapping[str, Any]:
    """Return the struct of each type of action of a game, by its name; the name of a struct begins with the prefix."""
    return {
        name: _struct_of(action, prefix + _NAMES.get(name, action.action.__name__), seat)
        for name, action in table.types.items()
    }


_TYPES["correction"] = reduce(
    or_,
    [_struct_of(action, f"{action.action.__name__}Correction") for action in engine_actions.CORRECTIONS.types.values()],
)

#: The struct of each type of action of the two-handed game, by its name.
STRUCTS: Mapping[str, Any] = structs_of(engine_actions.TABLE, scalars.Seat)
if TYPE_CHECKING:
    Action = scalars.Model
else:
    Action = reduce(or_, STRUCTS.values())

ActionText = Annotated[str, Meta(max_length=LONGEST)]
#: An action as members or as text.
GivenAction = Action | ActionText


# ---------------------------------------------------------------- reading and writing


K = TypeVar("K", str, bytes)
T = TypeVar("T")

MOST = 4096  # results of each function
SHORT = 256  # characters or bytes of an argument whose result is remembered


def remembered_if_short(compute: Callable[[K], T]) -> Callable[[K], T]:
    """Return `compute` with a memory for short arguments. Its results must not be modified."""
    remembered: Any = lru_cache(maxsize=MOST)(compute)

    def result(given: K) -> T:
        found: T = (remembered if len(given) <= SHORT else compute)(given)
        return found

    return result


class Entry(NamedTuple):
    """An action as a struct, and for the engine, with a violation for each list in it that names a card twice."""

    struct: Action
    action: EngineAction
    repeats: tuple[Violation, ...] = ()


_encode = msgspec.json.Encoder().encode
_decode: Callable[[bytes], Action] = msgspec.json.Decoder(Action).decode
_given = msgspec.json.Decoder(GivenAction)


def given_action(sent: bytes | msgspec.Raw) -> "Entry | str":
    """Return an action of a request, or its text if it was sent as text. Raises `msgspec.ValidationError`."""
    sent = bytes(sent)
    text = sent[:1] == b'"'
    return _given.decode(sent) if text else entry_of_json(sent)


@remembered_if_short
def entry_of_json(sent: bytes) -> Entry:
    """Return an action that was sent as JSON. Raises `msgspec.ValidationError`."""
    struct = _decode(sent)
    return Entry(struct, *engine_actions.proposal_of(msgspec.json.decode(sent)))


def entry_of(struct: Action) -> Entry:
    """Return the action of a struct."""
    return entry_of_json(_encode(struct))


@remembered_if_short
def entry_of_text(text: str) -> Entry:
    """Return an action in the notation. Raises `NotationError`."""
    return entry_of_json(_encode(action_lines.read_action(text)))


def entry_of_given_text(
    text: str, *path: str | int, read: Callable[[str], engine_actions.Proposal] | None = None
) -> Entry | str:
    """Return an action that was sent as text; `read` chooses in a state if it may be several.

    Without it the text itself is returned if more must be known. Raises the `Problem` `malformed_notation`; `path` is
    its place.
    """
    try:
        return entry_of_text(text)
    except action_lines.NotationError:  # it may be words
        pass
    try:
        found = readings(text) if read is None else [read(text)]
    except ValueError as error:
        raise malformed(error, text, *path) from None
    return text if len(found) > 1 else Entry(write_action(found[0].action), *found[0])


_JSON_AS_TEXT = (
    "is JSON in a string: in a body, send the JSON itself, without quotation marks around it; an address takes text "
    "only (docs/notation.md#in-one-line)"
)


def malformed(error: ValueError, text: str, *path: str | int) -> Problem:
    """Return the problem for text that is not in the notation; `path` is its place."""
    quoted = text.lstrip()[:1] in ("{", "[")
    return problem_at("malformed_notation", _JSON_AS_TEXT if quoted else str(error), *path)


def struct_of(members: Members) -> Action:
    """Return the struct with these members.

    They are encoded and decoded, because `msgspec.convert` inspects the type of each action, which takes ten times as
    long.
    """
    return _decode(_encode(members))


def write_action(action: EngineAction) -> Action:
    """Return an action of the engine as a struct."""
    return struct_of(engine_actions.members_of(action))


@remembered_if_short
def _line_of(sent: bytes) -> str:
    return action_lines.write_action(msgspec.json.decode(sent))


def line_of(struct: Action) -> str:
    """Return an action in one line of the notation."""
    return _line_of(_encode(struct))
