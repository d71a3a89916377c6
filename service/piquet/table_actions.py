"""What a table gives out: actions, the options of a position, and refusals."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from secrets import token_hex
from typing import Protocol, SupportsIndex, overload

from service.piquet import engine
from service.piquet.actions import DEEPEST, Proposal, members_of, proposal_of
from service.piquet.cards.cards import CARD, RANKS, SUITS, in_letters
from service.piquet.json_types import Json, Members
from service.piquet.law.deal import WouldBe
from service.piquet.model.actions import Action as EngineAction
from service.piquet.model.state import SEATS, State
from service.piquet.model.violations import IllegalAction, JsonValue, Violation, beside_repeats
from service.piquet.notation.action_lines import write_action
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.sampling import sample
from service.piquet.suggestions import card_named, did_you_mean, listed, require
from service.piquet.value_kinds import MembersError
from service.piquet.verbs import NAMES

_SHOWN = 6  # actions that a text of options lists, apart from these, which are any cards of a hand
_OF_ANY_CARDS = {"exchange": "an exchange", "commit_discard": "a discard"}


class Action(Mapping[str, Json]):
    """An action of a seat, with the members of the contract: `action["card"]`.

    It is equal to any mapping with the same members, cannot be changed, and can be a key of a dict. In the library,
    `str(action)` has words, as in records: `A play AS`.
    """

    __slots__ = ("_members", "engine")

    def __init__(self, engine: EngineAction) -> None:
        #: The action as the engine has it, with masks.
        self.engine = engine
        self._members = members_of(engine)

    @property
    def seat(self) -> str:
        """The seat whose action it is, A or B."""
        return SEATS[self.engine.seat]

    @property
    def type(self) -> str:
        """The type of action, such as `play`."""
        return NAMES[self.engine.__class__]

    @property
    def line(self) -> str:
        """The action in the notation, such as `A.AS` (docs/notation.md)."""
        return write_action(self._members)

    def __getitem__(self, member: str) -> Json:
        return self._members[member]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __eq__(self, other: object) -> bool:  # a type checker then knows that a text may be among actions
        return Mapping.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(self.engine)

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"<{self.__class__.__name__} {self}>"

    def __reduce__(self) -> tuple[object, tuple[EngineAction]]:
        return self.__class__, (self.engine,)


#: An action as a table takes it: from its options, as members, or as text.
GivenAction = Action | Mapping[str, JsonValue] | str


#: What the rules have against an action in a position; empty if it is legal.
Check = Callable[[Proposal], tuple[Violation, ...]]


_LONGEST_SEED = 200


def seed_text(given: object) -> str:
    """Return the text of a seed, a text or a whole number. Raises `ValueError` for another (docs/rules.md)."""
    text = str(given) if isinstance(given, int) and not isinstance(given, bool) else given
    whole = isinstance(text, str) and not any("\ud800" <= each <= "\udfff" for each in text)
    if not isinstance(text, str) or not whole or not 1 <= len(text) <= _LONGEST_SEED:
        raise ValueError(f"a seed is a text of 1 to {_LONGEST_SEED} characters or a whole number, not {given!r:.40}")
    return text


class Position(Protocol):
    """A position of a table that does not change."""

    def made(self, action: EngineAction) -> Action:
        """Return an action of the engine as the table gives it out."""

    def read(self, given: GivenAction) -> Proposal:
        """Return the action of the engine. Raises `ValueError` for what is not an action."""

    def check(self, proposed: Proposal) -> tuple[Violation, ...]:
        """Every reason why the action is illegal; empty if it is legal."""


class MalformedMembers(MembersError):
    """Raised for members that are no action, or for cards that are none. Its text names each member at fault."""

    def __init__(self, error: MembersError) -> None:
        super().__init__(str(error), *error.path)
        self.faults = error.faults

    def __str__(self) -> str:
        return "; ".join(f"{'/'.join(map(str, path))} {message}".strip() for path, message in self.faults)


def in_our_letters(value: JsonValue, depth: int = 0) -> JsonValue:
    """Return plain data with the letters of cards, ranks and suits where people write `10S`, `10` or `♠`."""
    if isinstance(value, str):
        plain = in_letters(value)
        return card_named(value) or (plain if plain in (*RANKS, *SUITS) else value)
    if depth > DEEPEST:
        return value
    if isinstance(value, Mapping):
        return {name: in_our_letters(member, depth + 1) for name, member in value.items()}
    if not isinstance(value, list | tuple) or len(value) > len(CARD):
        return value
    return [in_our_letters(item, depth + 1) for item in value]


def _within(given: object) -> str:
    """Return what was probably meant by advice or options in place of an action."""
    parts = {"action": ".action", "best": ".best", "sample": ".sample()[0]"}
    return next((f"; did you mean its {part}?" for name, part in parts.items() if hasattr(given, name)), "")


def read_members(given: Mapping[str, JsonValue]) -> Proposal:
    """Return the action of the engine. Raises `MalformedMembers`."""
    if isinstance(given, Action):
        return Proposal(given.engine)
    if not isinstance(given, Mapping):
        raise MalformedMembers(MembersError(f"an action is a text or has members{_within(given)}"))
    try:
        return proposal_of({name: in_our_letters(value, 1) for name, value in given.items()})
    except MembersError as error:
        raise MalformedMembers(error) from None


def check_proposal(
    rules: Ruleset, state: State, proposed: Proposal, done: Iterable[EngineAction]
) -> tuple[Violation, ...]:
    """Every reason why an action is illegal, and each card that it names twice; empty if it is legal."""
    found = engine.check(rules, state, proposed.action, done)
    return (*proposed.repeats, *beside_repeats(proposed.repeats, found))


class Options(Sequence[Action]):
    """Every legal action of a position, as a sequence: each is made when it is read.

    There can be millions of ways to reckon, which `len` counts without making them. `action in options` is whether it
    is legal, also for one that says less or more than those listed, such as a call that names its cards. The options
    stay what they are when the table changes.
    """

    def __init__(
        self,
        rows: Sequence[tuple[Members, Sequence[EngineAction]]],
        position: Position,
        whole: "Options | None" = None,
    ) -> None:
        self._rows, self._position = rows, position
        self._whole = whole or self  # what these were taken from

    @property
    def described(self) -> list[Members]:
        """The options as the contract has them: each type of action, with what every action of it is built from."""
        return [members for members, _ in self._rows]

    @property
    def types(self) -> list[str]:
        """The types of action that are legal, in the order of the options."""
        return list(dict.fromkeys(str(members["type"]) for members, _ in self._rows))

    def of(self, type: str | None = None, *, seat: str | None = None) -> "Options":  # noqa: A002
        """Return those options that are of a type of action, or of a seat. Raises `ValueError` for an unknown one."""
        for given, known in ((type, NAMES.values()), (seat, SEATS)):
            if given is not None and given not in known:
                raise ValueError(f"{given!r} is none of {', '.join(known)}{did_you_mean(given, known)}")
        rows = [row for row in self._rows if type in (None, row[0]["type"]) and seat in (None, row[0]["seat"])]
        return Options(rows, self._position, self._whole)

    def sample(self, count: int = 1, *, seed: str | None = None) -> list[Action]:
        """Return so many different actions, all equally likely; all of them, in random order, if there are fewer.

        The same seed always draws the same actions of the same options. Without a seed they differ each time. Raises
        `ValueError` for a count below 0.
        """
        require(count, int, "a sample has a number of actions")
        if count < 0:
            raise ValueError(f"a sample has 0 actions or more, not {count}")
        lists = [actions for _, actions in self._rows]
        drawn = sample(self.described, lists, count, token_hex() if seed is None else seed_text(seed))
        return list(map(self._position.made, drawn))

    def __len__(self) -> int:
        return sum(len(actions) for _, actions in self._rows)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> list[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | list[Action]:
        if isinstance(at, slice):
            return [self[place] for place in range(len(self))[at]]
        require(at, SupportsIndex, "options are numbered from 0, and of() selects a type of action")
        count = len(self)
        if not -count <= at < count:
            raise IndexError(f"there is no option {at} of {count}; legal here: {self._whole}")
        place = range(count)[at]
        for _, actions in self._rows:
            if place < len(actions):
                break
            place -= len(actions)
        return self._position.made(actions[place])

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the place of an option. Raises `ValueError` if it is none of these."""
        for place in range(len(self))[start:stop]:
            if self[place] == value:
                return place
        raise ValueError(f"{value} is none of these options: {self}")

    def __iter__(self) -> Iterator[Action]:
        return (self._position.made(action) for _, actions in self._rows for action in actions)

    def __contains__(self, given: object) -> bool:
        if not isinstance(given, Mapping | str):
            return False
        try:
            proposed = self._position.read(given)
        except ValueError:
            return False
        action = proposed.action
        of = {(members["seat"], members["type"]) for members, _ in self._rows}
        return (SEATS[action.seat], NAMES[type(action)]) in of and not self._position.check(proposed)

    def __str__(self) -> str:
        shown: list[str] = []
        more = 0
        for row, actions in self._rows:
            if row["type"] in _OF_ANY_CARDS:
                least, most = row["min"], row["max"]
                count = f"{most} card" if most == 1 else f"{most} cards"
                count = count if least == most else f"{least} to {count}"
                shown.append(f"{_OF_ANY_CARDS[row['type']]} of {count} by {row['seat']}")
                continue
            listed_here = min(len(actions), max(0, _SHOWN - len(shown)))
            shown += [str(self._position.made(actions[at])) for at in range(listed_here)]
            more += len(actions) - listed_here
        return listed([*shown, f"{more:,} more"] if more else shown, "or") or "nothing"

    def __repr__(self) -> str:
        return f"<{len(self):,} options: {self}>"


class RefusedAction(IllegalAction):
    """Raised for an action that the rules forbid. The table is as it was.

    * `action`: what was refused.
    * `violations`: every reason, each with its `code`, the `rule` or law that it rests on, the `path` of the member at
      fault, a `message` and its `params`.
    * `irregularities`: for each violation what it would be if it had happened, as its `kind` and its `law`, or None.
    * `instead`: the options that the seat has; if it has none, those of the other seat.
    """

    def __init__(
        self,
        action: Action,
        violations: tuple[Violation, ...],
        irregularities: tuple[WouldBe | None, ...],
        instead: Options,
    ) -> None:
        super().__init__(violations)
        self.action, self.irregularities, self.instead = action, irregularities, instead

    def __str__(self) -> str:
        reasons = "; ".join(f"{each.message} ({each.rule})" for each in self.violations)
        return f"{self.action}: {reasons}. Legal instead: {self.instead}"
