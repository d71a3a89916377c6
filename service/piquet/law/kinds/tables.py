"""Decision tables: the cases of a kind, from the facts to an outcome."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.piquet.law import codes
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import OUTCOME, Facts, Question
from service.piquet.rulesets.law_parameters import PREFIX
from service.piquet.rulesets.parameters import Ruleset

#: A value derived from facts.
Derived = Callable[["Reader"], Any]


class Offered(NamedTuple):
    """An election, its effects (or the name of a derived fact that has them), and until when it may be made.

    `when` says on what it depends, if not on the kind alone.
    """

    election: str
    effects: tuple[str, ...] | str
    until: str
    when: str = ""


class Then(NamedTuple):
    """The outcome of a case.

    `message` may name facts in braces. `law` overrides the first law of the kind, `readings` its readings and
    `entitled` who may elect. `until` is needed only without offers. `shows` are derived facts that the ruling tells.
    `number` is the number of the kind, and `who` the offender: a role, `side` for the fact of that name, or None. What
    is empty of these two is filled in by `table`.
    """

    message: str
    status: str = "open"
    law: str | None = ""
    also: tuple[str, ...] = ()
    readings: tuple[str, ...] | None = None
    finding: str | None = None
    entitled: str = ""
    offers: tuple[Offered, ...] = ()
    until: str | None = None
    unraised: str | None = None
    shows: tuple[str, ...] = ()
    number: str = ""
    who: str | None = ""


class AnyOf(frozenset[Any]):
    """Several values, each of which fulfils a condition."""


class Case(NamedTuple):
    """A row of a decision table: the outcome if all conditions hold.

    The name of a condition is that of a fact, a derived fact, a parameter of the ruleset, or a row of the codes with
    the prefix `law_`. Instead of an outcome, `then` may be another table.
    """

    when: Mapping[str, Any]
    then: "Then | tuple[Case, ...]"


class Table(NamedTuple):
    """The kinds of one name, what the law asks about them, and how it decides. Some case always holds."""

    kinds: tuple[Kind, ...]
    questions: tuple[Question, ...]
    cases: tuple[Case, ...]
    derived: Mapping[str, Derived]


def table(
    kinds: tuple[Kind, ...],
    questions: tuple[Question, ...],
    cases: tuple[Case, ...],
    derived: Mapping[str, Derived] = MappingProxyType({}),
    offender: str | None = "side",
) -> Table:
    """Return a table whose outcomes are of the first of these kinds and this offender, unless they name others."""
    return Table(kinds, questions, _filled_in(cases, kinds[0].number, offender), derived)


def _filled_in(cases: tuple[Case, ...], number: str, offender: str | None) -> tuple[Case, ...]:
    return tuple(
        Case(
            when,
            then._replace(number=then.number or number, who=offender if then.who == "" else then.who)
            if isinstance(then, Then)
            else _filled_in(then, number, offender),
        )
        for when, then in cases
    )


class Unknown(Exception):
    """A fact that is needed and not known."""

    def __init__(self, question: Question) -> None:
        self.question = question


class Reader:
    """Reads facts, derived facts, parameters of the ruleset and rows of the codes, all by name.

    `known` are the facts: given by a caller, or observed in a deal when they are read. `asked` are those that were
    read, and `rows` the rows of the codes.
    """

    def __init__(self, rules: Ruleset, table: Table, known: Facts) -> None:
        self.rules = rules
        self.rows: dict[str, codes.Term] = {}
        self.asked: dict[str, Any] = {}
        self._known = known
        self._table = table
        self._questions = {question.name: question for question in (*table.questions, OUTCOME)}

    def __getitem__(self, name: str) -> Any:
        """Return the value of a name. Raises `Unknown` for a fact that is not known."""
        if name in self._known:
            self.asked[name] = self._known[name]
            return self.asked[name]
        if name in self._table.derived:
            return self._table.derived[name](self)
        if question := self._questions.get(name):
            if question.optional:
                return question.absent
            raise Unknown(question)
        if name.startswith(PREFIX) and (term := codes.term(self.rules, name.removeprefix(PREFIX))):
            self.rows[name] = term  # told with the ruling, so that it says which code it rests on
            return term.word
        return getattr(self.rules, name)

    def get(self, name: str) -> Any:
        """Return the value of a name, or None if it rests on a fact that is not known."""
        try:
            return self[name]
        except Unknown:
            return None


def decide(reader: Reader, cases: tuple[Case, ...]) -> Then:
    """Return the outcome of the first case whose conditions hold.

    Raises `Unknown` if that depends on an unknown fact.
    """
    for case in cases:
        if all(_holds(reader[name], wanted) for name, wanted in case.when.items()):
            return case.then if isinstance(case.then, Then) else decide(reader, case.then)
    raise LookupError("no case of the table holds")


def _holds(value: Any, wanted: Any) -> bool:
    return value in wanted if isinstance(wanted, AnyOf) else bool(value == wanted)


#: The condition of a last case.
ELSE: Final[Mapping[str, Any]] = {}


def regular(message: str, **more: Any) -> Then:
    """Return the outcome that there is no irregularity."""
    return Then(message, "none", **more)


def settled(message: str, status: str = "ruled", **more: Any) -> Then:
    """Return an outcome that leaves nobody a choice."""
    return Then(message, status, **more)


ENFORCE: Final = Offered("enforce", ("E3", "E12"), "next_deal")
WAIVE: Final = Offered("waive", (), "next_deal")
PENALTY: Final = (ENFORCE, WAIVE)


def only_when(when: str, *offers: Offered) -> tuple[Offered, ...]:
    """Elections that depend on something."""
    return tuple(each._replace(when=when) for each in offers)


def outcomes(cases: tuple[Case, ...]) -> Iterator[Then]:
    """All outcomes of a table, in its order."""
    for case in cases:
        yield from (case.then,) if isinstance(case.then, Then) else outcomes(case.then)


#: What elder may elect while no hand has been taken up (L10).
UNTOUCHED: Final = (
    Offered("rectify", ("E1",), "untouched"),
    Offered("redeal", ("E1",), "untouched"),
    Offered("stand", (), "untouched"),
)


def by_side(elder: Then, younger: Then) -> tuple[Case, ...]:
    """Two cases: the offender is elder, or younger."""
    return Case({"side": "elder"}, elder), Case({"side": "younger"}, younger)
