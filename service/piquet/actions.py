"""The table of actions: for each type its members, the kinds of their values, and when a member is required.

Actions as plain data, with the names of the contract, are read and written by it:
`{"seat": "A", "type": "play", "card": "KH"}`. The one-line notation, the text form of records and the types of the API
take their members from it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Final, NamedTuple

from service.piquet import value_kinds
from service.piquet.cards.cards import CARD
from service.piquet.cards.ranking import CATEGORIES, SAID_MEMBERS
from service.piquet.law.data import elections
from service.piquet.law.kinds import REPORTED
from service.piquet.model import actions
from service.piquet.model.actions import Action
from service.piquet.model.state import SEATS
from service.piquet.model.violations import JsonValue, Path, Violation, violation
from service.piquet.suggestions import did_you_mean
from service.piquet.value_kinds import EngineValue, EngineValues, Members, MembersError, ValueKind, refused
from service.piquet.verbs import NAMES

MemberKind = ValueKind[EngineValue]
_MOST_UNKNOWN = 20  # the most unknown members that are reported


class OwnMembers(NamedTuple):
    """The members that belong to one value of another member: the required ones, and the optional ones."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


@dataclass(frozen=True)
class Depends:
    """Members that depend on the value of another one, as those of a call on its category.

    `whose` names the owner of the members in a message, with `{}` for the value. The API says it after `of`, and lists
    all members that are required if `lists_all`, otherwise those that are missing.
    """

    member: str
    own: Mapping[str, OwnMembers]
    whose: str
    of: str = ""
    lists_all: bool = False

    @cached_property
    def members(self) -> frozenset[str]:
        """The members that belong to some value."""
        return frozenset(name for own in self.own.values() for part in own for name in part)

    @cached_property
    def _foreign(self) -> Mapping[str, frozenset[str]]:
        """The members that do not belong to a value."""
        return {value: self.members.difference(*own) for value, own in self.own.items()}

    def faults(self, value: str, given: Collection[str]) -> tuple[list[str], list[str]]:
        """Return the members that are missing with this value, and those given that do not belong to it."""
        missing = [name for name in self.own[value].required if name not in given]
        return missing, sorted(self._foreign[value].intersection(given))


class Either(NamedTuple):
    """Two members of which exactly one is given, and the words of a message for what has them."""

    one: str
    other: str
    what: str


@dataclass(frozen=True)
class ActionType:
    """A type of action: the kinds of its members, by name, and which of them it must have.

    A member is required if the action of the engine has no default for it, and no other member decides. `marks` are
    the members that only an action marked irregular has; if the type is `regular`, it is never marked. `make` and
    `values_of` are there where the members are not the attributes of the engine: they make the action of a seat from
    the values of its members, and return these values.
    """

    action: type[Action]
    members: Mapping[str, MemberKind]
    marks: Mapping[str, MemberKind] | None = None
    regular: bool = False
    depends: Depends | None = None
    either: Either | None = None
    make: Callable[..., Action] | None = None
    values_of: Callable[..., EngineValues] | None = None
    own_name: str = ""

    @cached_property
    def name(self) -> str:
        """The name of the type, of another game its own one."""
        return self.own_name or NAMES[self.action]

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The members that every action of the type has."""
        free = self.depends.members if self.depends else ()
        must = {field.name for field in fields(self.action) if field.default is MISSING}
        return tuple(name for name in self.members if name in must and name not in free)

    @cached_property
    def optional(self) -> tuple[str, ...]:
        """The other members, apart from those of a mark."""
        return tuple(name for name in self.members if name not in self.required)

    @cached_property
    def all_members(self) -> Mapping[str, MemberKind]:
        """The members with those of a mark."""
        if self.regular or self.action not in actions.MARKABLE:
            return self.members
        return {**self.members, "irregular": value_kinds.YES, **(self.marks or {})}

    @cached_property
    def _needed(self) -> frozenset[str]:
        return frozenset(self.required)

    @cached_property
    def _plain(self) -> frozenset[str]:
        return frozenset(("seat", "type", *self.members))

    @cached_property
    def _defaults(self) -> Mapping[str, object]:
        """What each member is left out for: the default of the engine, or None."""
        defaults = {field.name: field.default for field in fields(self.action)}
        return {name: None if self.values_of else defaults[name] for name in self.all_members}

    def read(self, seat: int, members: Mapping[str, JsonValue]) -> Action:
        """Return the action of a seat. Raises `MembersError`, which has every fault."""
        faults = [] if self._needed <= members.keys() <= self._plain else self._wrong_names(members)
        if not self._needed <= members.keys():
            raise refused(faults)
        if self.depends or self.either:
            faults += self._wrong_together(members)
        passed = {fault.path[0] for fault in faults} if faults else ()
        values: EngineValues = {}
        for name, kind in (self.all_members if "irregular" in members else self.members).items():
            if name in members and name not in passed:
                try:
                    values[name] = kind.read(members[name], name)
                except MembersError as error:
                    faults.append(error)
        if faults:
            raise refused(faults)
        make: Callable[..., Action] = self.make or self.action
        return make(seat, **values)

    def _wrong_names(self, members: Mapping[str, JsonValue]) -> list[MembersError]:
        """Return a fault for each member that is missing, unknown, or one of a mark without the mark."""
        known = (*self.required, *self.optional, *(name for name in self.all_members if name not in self.members))
        unknown = sorted(map(str, members.keys() - {"seat", "type", *known}))
        faults = [MembersError("is required", name) for name in self.required if name not in members] + [
            MembersError(f"is not a member of {self.name}{did_you_mean(name, known)}", name)
            for name in unknown[:_MOST_UNKNOWN]
        ]
        marks = [name for name in self.marks or () if name in members and not (self.regular or "irregular" in members)]
        return faults + [MembersError("is a member of an irregular action only", name) for name in marks]

    def _wrong_together(self, members: Mapping[str, JsonValue]) -> list[MembersError]:
        """Return a fault for each member that is missing, or does not belong, because of what another one says."""
        if self.either and (self.either.one in members) == (self.either.other in members):
            one, other, _ = self.either
            return [MembersError(f"is required unless {other} is given, and not allowed with it", one)]
        if self.depends is None:
            return []
        value = members[self.depends.member]
        if not isinstance(value, str) or value not in self.depends.own:
            return []
        missing, foreign = self.depends.faults(value, members)
        whose = self.depends.whose.format(value)
        return [MembersError(f"does not belong to {whose}", name) for name in foreign] + [
            MembersError("is required", name) for name in missing
        ]

    def write(self, action: Action) -> Members:
        """Return the members of an action besides its seat and its type."""
        values = self.values_of(action) if self.values_of else None
        members: Members = {}
        for name, default in self._defaults.items():
            value = getattr(action, name) if values is None else values.get(name)
            if value != default:
                members[name] = self.all_members[name].write(value)
        return members


class ActionTable:
    """The types of action of a game, and its seats."""

    def __init__(self, seats: Sequence[str], types: Iterable[ActionType]) -> None:
        self.seats = tuple(seats)
        #: The types by name.
        self.types: Mapping[str, ActionType] = {each.name: each for each in types}
        self._of_class = {each.action: each for each in self.types.values()}

    def read(self, members: Mapping[str, JsonValue]) -> Action:
        """Return the action with these members. Raises `MembersError`, which has every fault."""
        of_type = self.type_in(members)
        faults, seat = [], 0
        try:
            if "seat" not in members:
                raise MembersError("is required", "seat")
            seat = self.seats.index(value_kinds.one_of(self.seats, members["seat"], "seat"))
        except MembersError as error:
            faults.append(error)
        try:
            action = of_type.read(seat, members)
        except MembersError as error:
            faults.append(error)
        if faults:
            raise refused(faults)
        return action

    def type_in(self, members: Mapping[str, JsonValue]) -> ActionType:
        """Return the type of action that these members name. Raises `MembersError`, with the nearest name."""
        name = members.get("type")
        if not isinstance(name, str) or name not in self.types:
            near = did_you_mean(name, self.types) if isinstance(name, str) else ""
            raise MembersError(f"is not a type of action{near}", "type")
        return self.types[name]

    def write(self, action: Action) -> Members:
        """Return the members of an action."""
        return {"seat": self.seats[action.seat], **self.write_without_seat(action)}

    def write_without_seat(self, action: Action) -> Members:
        """Return the members of an action besides its seat."""
        of_type = self._of_class[type(action)]
        return {"type": of_type.name, **of_type.write(action)}


# ---------------------------------------------------------------- where the engine has other attributes than members


def _call(
    seat: int, *, category: int, cards: int = 0, irregular: bool = False, shown: int = 0, **said: int
) -> actions.Call:
    size, tie = SAID_MEMBERS[category]
    return actions.Call(seat, category, said[size], said.get(tie), cards, irregular=irregular, shown=shown)


def _values_of_call(call: actions.Call) -> EngineValues:
    size, tie = SAID_MEMBERS[call.category]
    said = {"category": call.category, size: call.length, tie: call.tie}
    return {**said, "cards": call.cards or None, "irregular": call.irregular or None, "shown": call.shown or None}


def _tie_break(seat: int, *, cards: int = 0, irregular: bool = False, **said: int) -> actions.StateTieBreak:
    ((kind, tie),) = said.items()
    return actions.StateTieBreak(seat, kind, tie, cards, irregular=irregular)


def _values_of_tie_break(action: actions.StateTieBreak) -> EngineValues:
    return {action.kind: action.tie, "cards": action.cards or None, "irregular": action.irregular or None}


def _play(seat: int, *, card: int, irregular: bool = False) -> actions.Play:
    played = actions.PLAYS[seat][card]
    return replace(played, irregular=True) if irregular else played


def _incident(
    seat: int,
    *,
    proof: tuple[int, int] = (0, 0),
    answer: tuple[int, bool] = (0, False),
    redeal: bool = False,
    **named: EngineValue,
) -> Action:
    (missing, double), (given, names_cards) = proof, answer
    make: Callable[..., Action] = actions.Incident
    return make(seat, **named, missing=missing, double=double, answer=given, answer_is_cards=names_cards)


def _values_of_incident(action: actions.Incident) -> EngineValues:
    other: EngineValues = {
        "proof": (action.missing, action.double),
        "answer": (action.answer, action.answer_is_cards),
        "redeal": True,  # all that an offer can be
    }
    required, optional = INCIDENTS[action.kind]
    values = {name: other[name] if name in other else getattr(action, name) for name in required}
    return {"kind": action.kind, **values, **{name: getattr(action, name) or None for name in optional}}


def _correction(value: JsonValue, *path: str | int) -> Action:
    """Return the action that takes the place of another, as one of seat A."""
    if not isinstance(value, Mapping):
        raise MembersError("is not an action", *path)
    if "seat" in value:
        raise MembersError("is that of the amendment, and is left out", *path, "seat")
    try:
        return CORRECTIONS.type_in(value).read(0, value)
    except MembersError as error:
        raise error.under(*path) from None


# ---------------------------------------------------------------- the table

#: The members of what is said of a holding, by category: the number of cards, then the tie-break.
SAID: Final = dict(zip(CATEGORIES, SAID_MEMBERS, strict=True))

#: The members of an incident of a kind, or of a ruling with an election, that are optional; the others are required.
_OPTIONAL = ("together", "shown", "holdings", "untouched", "card")


def _own(members: tuple[str, ...]) -> OwnMembers:
    return OwnMembers(
        tuple(name for name in members if name not in _OPTIONAL),
        tuple(name for name in members if name in _OPTIONAL),
    )


#: The members of an incident by its kind, and those of a ruling by its election.
INCIDENTS: Final = {kind: _own(members) for kind, members in REPORTED.items()}
ELECTIONS: Final = {name: _own(election.members) for name, election in elections.ELECTIONS.items()}

#: The members of a call by its category.
CALLS: Final = {
    "point": OwnMembers(("length",), ("value", "cards")),
    "sequence": OwnMembers(("length",), ("top", "cards")),
    "set": OwnMembers(("count", "rank")),
}

BY_CATEGORY: Final = Depends("category", CALLS, "a {}", of="a call of ", lists_all=True)

EXCHANGE: Final = ActionType(
    actions.Exchange,
    {"cards": value_kinds.ALL_CARDS},
    marks={"taken": value_kinds.POSITIONS, "mixed": value_kinds.POSITIONS, "leaves": value_kinds.LEAVES},
)
CALL: Final = ActionType(
    actions.Call,
    {
        "category": value_kinds.CATEGORY,
        "length": value_kinds.LENGTH,
        "value": value_kinds.VALUE,
        "top": value_kinds.TOP,
        "count": value_kinds.LENGTH,
        "rank": value_kinds.RANK,
        "cards": value_kinds.ALL_CARDS,
    },
    marks={"shown": value_kinds.SOME_CARDS},
    depends=BY_CATEGORY,
    make=_call,
    values_of=_values_of_call,
)
PASS: Final = ActionType(actions.Pass, {"category": value_kinds.CATEGORY})
RECKON: Final = ActionType(actions.Reckon, {"holdings": value_kinds.HOLDINGS}, marks={"shown": value_kinds.SOME_CARDS})
PLAY: Final = ActionType(actions.Play, {"card": value_kinds.ONE_CARD}, make=_play)
_REPLY = ActionType(
    actions.Reply,
    {"reply": value_kinds.REPLY, "length": value_kinds.LENGTH, "value": value_kinds.VALUE, "top": value_kinds.TOP},
)
_TIE_BREAK = ActionType(
    actions.StateTieBreak,
    {"value": value_kinds.VALUE, "top": value_kinds.TOP, "cards": value_kinds.ALL_CARDS},
    either=Either("value", "top", "a tie-break"),
    make=_tie_break,
    values_of=_values_of_tie_break,
)

#: The actions that an amendment may put in the place of the last word (A1 to A6).
CORRECTIONS: Final = ActionTable(
    SEATS, [replace(each, regular=True) for each in (CALL, PASS, _REPLY, _TIE_BREAK, RECKON, PLAY)]
)

#: The actions of the two-handed game.
TABLE: Final = ActionTable(
    SEATS,
    (
        ActionType(actions.ClaimCarteBlanche, {"exchange": value_kinds.COUNT}, marks={"mixed": value_kinds.TRUTH}),
        ActionType(actions.CommitDiscard, {"cards": value_kinds.ALL_CARDS}),
        EXCHANGE,
        ActionType(actions.LookAtLeft, {"look": value_kinds.TRUTH, "suit": value_kinds.SUIT}),
        ActionType(actions.NameSuit, {"suit": value_kinds.SUIT}),
        CALL,
        PASS,
        _REPLY,
        _TIE_BREAK,
        ActionType(actions.Decline, {}),
        RECKON,
        PLAY,
        ActionType(actions.Concede, {}),
        ActionType(
            actions.Incident,
            {
                "kind": value_kinds.REPORTED_KIND,
                "cards": value_kinds.SOME_CARDS,
                "where": value_kinds.PLACE,
                "taken_up": value_kinds.TAKEN_UP,
                "proof": value_kinds.PROOF,
                "positions": value_kinds.SOME_POSITIONS,
                "together": value_kinds.YES,
                "shown": value_kinds.YES,
                "about": value_kinds.QUESTION,
                "answer": value_kinds.ANSWER,
                "redeal": value_kinds.YES,
            },
            depends=Depends("kind", INCIDENTS, "the incident {}"),
            make=_incident,
            values_of=_values_of_incident,
        ),
        ActionType(
            actions.Amend,
            {"action": ValueKind[Action]("correction", _correction, CORRECTIONS.write_without_seat)},
            make=lambda seat, action: actions.Amend(seat, replace(action, seat=seat)),
        ),
        ActionType(
            actions.Ruling,
            {
                "number": value_kinds.ENTRY,
                "kind": value_kinds.RULED_KIND,
                "election": value_kinds.ELECTION,
                "holdings": value_kinds.HOLDINGS,
                "card": value_kinds.ONE_CARD,
                "suit": value_kinds.SUIT,
                "untouched": value_kinds.YES,
            },
            depends=Depends("election", ELECTIONS, "the election {}"),
        ),
    ),
)

#: Reads an action of the two-handed game from its members, or raises `MembersError`; and writes its members.
action_of: Final = TABLE.read
members_of: Final = TABLE.write


# ---------------------------------------------------------------- cards that a list names twice


#: The most steps from an action to one of its lists of cards, as in `action/holdings/0/cards`. Nothing below is read:
#: plain data may be nested deeper than a function can call itself.
DEEPEST = 4


class Proposal(NamedTuple):
    """An action that is proposed: with each card once, and a violation for each list that names a card twice."""

    action: Action
    repeats: tuple[Violation, ...] = ()


def proposal_of(members: Mapping[str, JsonValue]) -> Proposal:
    """Return the action with these members, which may name a card twice. Raises `MembersError`."""
    try:
        return Proposal(action_of(members))
    except MembersError as error:
        once = {name: _copied(member, 1) for name, member in members.items()}
        repeats = tuple(violation("cards.twice", *path, cards=cards) for path, cards in take_repeated(once))
        if not repeats:
            raise
        try:
            return Proposal(action_of(once), repeats)
        except MembersError as others:
            lists = {repeat.path for repeat in repeats}
            # A fault in such a list has its place in the list as it was given.
            within = any(path[:-1] in lists for path, _ in others.faults)
            raise (error if within else others) from None


def _copied(value: JsonValue, depth: int) -> JsonValue:
    """Return a copy of plain data, as far down as there can be cards."""
    if depth > DEEPEST:
        return value
    if isinstance(value, dict):
        return {name: _copied(member, depth + 1) for name, member in value.items()}
    return [_copied(item, depth + 1) for item in value] if isinstance(value, list) else value


def take_repeated(value: JsonValue, *path: str | int) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Leave each card once in every list of cards of plain data, and yield the path of a list with what it repeated.

    Lists of at most 36 strings are lists of cards; `path` is the place of the value.
    """
    if isinstance(value, dict) and len(path) <= DEEPEST:
        for name, member in value.items():
            yield from take_repeated(member, *path, name)
    elif not isinstance(value, list) or len(value) > len(CARD) or len(path) > DEEPEST:
        return
    elif len(cards := [each for each in value if isinstance(each, str)]) < len(value):
        for at, item in enumerate(value):
            yield from take_repeated(item, *path, at)
    elif again := tuple(sorted({card for card in cards if cards.count(card) > 1})):
        yield path, again
        value[:] = dict.fromkeys(cards)
