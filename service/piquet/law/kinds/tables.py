"""Decision tables of the kinds of irregularity: what a kind is, the facts that it rests on, and how it is decided."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from service.piquet.law.data import codes
from service.piquet.law.data.elections import ELECTIONS
from service.piquet.rulesets.parameters import LAW_PREFIX, Ruleset
from service.piquet.toml_tables import load

# ---------------------------------------------------------------- kinds


class Kind(NamedTuple):
    """A kind of irregularity (`data/kinds.toml`). Several numbers may share a name, and then the table that decides.

    `enters` says how it comes into a history: by an irregular `act`, by the `deal`, as a reported `incident`, or on
    `asking` only. A kind that enters from `facts` is in no history, only in rulings from facts. `members` are those of
    a reported incident. `entitled` says who may elect: elder, younger, the adversary of the offender, the offender,
    both, or nobody. A `compulsory` kind leaves no choice. `unraised` says what holds if nobody raises it in time.
    `rows` are the rows of the codes on which it depends. A waiver waives the kind `waives` of the same entry, too.
    `public_finding` says whether both players can see what is found, if they can see that it happened. `violations` are
    the codes of those that are always of this kind.
    """

    number: str
    name: str
    what: str
    laws: tuple[str, ...]
    enters: str
    entitled: str
    unraised: str
    public: bool = True
    members: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    compulsory: bool = False
    waives: str = ""
    public_finding: bool = True
    violations: tuple[str, ...] = ()

    @property
    def order(self) -> int:
        """The number without its letters."""
        return int("".join(filter(str.isdigit, self.number)))


#: The kinds by number, in order, and by name.
BY_NUMBER: Final[Mapping[str, Kind]] = load(codes.__file__, "kinds", Kind, "number")
BY_NAME: Final[Mapping[str, tuple[Kind, ...]]] = {
    name: tuple(kind for kind in BY_NUMBER.values() if kind.name == name)
    for name in dict.fromkeys(kind.name for kind in BY_NUMBER.values())
}


# ---------------------------------------------------------------- questions

#: The value of a fact: a flag, a word, a number, a list of these, or members with values.
FactValue = bool | int | str | None | Sequence["FactValue"] | Mapping[str, "FactValue"]


def as_word(value: FactValue) -> str:
    """Return a value that is a word."""
    assert isinstance(value, str), value
    return value


def as_number(value: FactValue) -> int:
    """Return a value that is a number."""
    assert isinstance(value, int), value
    return value


def as_optional_number(value: FactValue) -> int | None:
    """Return a value that is a number or None."""
    return None if value is None else as_number(value)


def as_list(value: FactValue) -> Sequence[FactValue]:
    """Return a value that is a list."""
    assert isinstance(value, tuple | list), value
    return value


def as_numbers(value: FactValue) -> tuple[int, ...]:
    """Return a value that is a list of numbers."""
    return tuple(map(as_number, as_list(value)))


def as_words(value: FactValue) -> tuple[str, ...]:
    """Return a value that is a list of words."""
    return tuple(map(as_word, as_list(value)))


def as_members(value: FactValue) -> Mapping[str, FactValue]:
    """Return a value that has members; none if it is None."""
    assert value is None or isinstance(value, Mapping), value
    return {} if value is None else value


#: Facts by name. Lists are tuples, and lists of roles are in the order elder, younger.
GivenFacts = Mapping[str, FactValue]


class Facts(Protocol):
    """Facts by name, wherever they are known from."""

    def __contains__(self, name: object, /) -> bool:
        """Whether a fact is known."""
        ...

    def __getitem__(self, name: str, /) -> FactValue:
        """Return the value of a fact that is known."""
        ...


#: Values of a fact that stand for all others, given the ruleset and other facts.
Samples = Callable[[Ruleset, GivenFacts], tuple[FactValue, ...]]

ROLES: Final = ("elder", "younger")


@dataclass(frozen=True, slots=True)
class Question:
    """A fact: its name, the question that it answers, and its type (`data/questions.toml`).

    `form` is the type: `flag`, `choice` (one of `values`), `number` (from `least` to `most`), `choices` (some of
    `values`), `cards`, `positions` (of the talon), `counts` (cards of elder, of younger and in the talon), `amount` (a
    number, or cards), `proof` (cards `missing` and `double`), `packets` (the sizes of two) or `sheets` (scores by seat
    on the sheet of each seat). `least` and `most` are also those of each number of `counts`, `amount`, `packets` and
    `sheets`, and `least` how many positions there are. The text may name the player who did it, `{side}`; the
    `explanation` follows it. A fact that is `optional` is not asked for: left out, it is `absent`. If it is `offered`,
    it may be given once all others are known. `samples` are values that stand for all others, or give them; the default
    is `values`.
    """

    name: str
    text: str
    form: str = "flag"
    values: tuple[FactValue, ...] = ()
    least: int = 0
    most: int = 36
    null: bool = False
    optional: bool = False
    absent: FactValue = None
    offered: bool = False
    explanation: str = ""
    samples: Samples | tuple[FactValue, ...] = ()

    def sampled(self, rules: Ruleset, known: GivenFacts) -> tuple[FactValue, ...]:
        """Values that stand for all that the fact may have, given other facts."""
        if not isinstance(self.samples, tuple):
            return self.samples(rules, known)
        return self.samples or self.values

    def options(self, rules: Ruleset, known: GivenFacts) -> tuple[FactValue, ...]:
        """Return the values that an answer may have or, if it is a list, that may be in it; empty if there are many."""
        if self.form == "positions":
            talon = tuple(range(1, talon_size(rules, known) + 1))
            return as_numbers(known.get("taken", talon)) if self.name == "mixed" else talon
        values = self.values if self.form in ("flag", "choice", "choices") else ()
        return (*values, None) if self.null else values

    def bounds(self, rules: Ruleset, known: GivenFacts) -> tuple[int, int] | None:
        """Return the bounds of the number, or of each number, that answers it, or of how many options do."""
        if self.form in ("choices", "positions"):
            return self.least, len(self.options(rules, known))
        if self.form not in ("number", "counts", "amount", "packets", "sheets"):
            return None
        most = {"leaves": rules.elder_share, "taken": rules.elder_max, "sizes": rules.pack, "cards": rules.pack}
        return self.least, min(self.most, most.get(self.name, self.most))


def _completed(row: Question) -> Question:
    """Return the fact of a row, with what its form says. The `name` of the row may begin with that of a kind."""
    values, samples = row.values, row.samples
    if row.form == "flag":
        values = (True, False)
    elif row.form == "number":
        values = tuple(range(row.least, row.most + 1))
    elif row.form == "choices":
        samples = ((), *((value,) for value in values), values)
    optional = row.optional or row.absent is not None
    return replace(row, name=row.name.rpartition(".")[2], values=values, samples=samples, optional=optional)


#: The facts, by their names; one whose question differs for a kind has the name of the kind before its own.
FACTS: Final[Mapping[str, Question]] = {
    name: _completed(row) for name, row in load(codes.__file__, "questions", Question, "name").items()
}

#: What may have closed all rights in a deal: it was annulled, the game was lost by a ruling or ended by its target, or
#: the history has no room for another ruling.
CLOSED: Final = ("annulment", "loss_of_game", "end_of_game", "full_history")
#: What may have come of any irregularity that stands in a history.
OUTCOME: Final = Question("outcome", "What came of it?", "choice", (*ELECTIONS, *CLOSED), optional=True)


def normal(question: Question, value: FactValue) -> FactValue:
    """Return a value as the tables take it: a list as a tuple, and a list of choices in the order of the choices."""
    if question.form == "choices":
        return tuple(each for each in question.values if each in as_list(value))
    return tuple(value) if isinstance(value, list) else value


def talon_size(rules: Ruleset, facts: GivenFacts) -> int:
    """Return how many cards the talon may have: what was due may be given of a deal with wrong numbers."""
    return 15 if "due" in facts else rules.pack - 24


def contradictions(rules: Ruleset, facts: GivenFacts) -> Iterator[tuple[str, str]]:
    """Yield what contradicts the rules or another fact: the name of the fact, and the end of a sentence about it."""
    talon = talon_size(rules, facts)
    for name in ("taken", "mixed", "positions", "due"):
        if not isinstance(facts.get(name, ()), tuple):
            continue
        positions = as_numbers(facts.get(name, ()))
        if len(set(positions)) < len(positions):
            yield name, "names a position twice"
        if max(positions, default=1) > talon:
            yield name, f"names a position below the last of the {talon} cards"
    if isinstance(facts.get("taken"), tuple) and not set(as_numbers(facts.get("mixed", ()))) <= set(
        as_numbers(facts["taken"])
    ):
        yield "mixed", "names a position that was not taken"
    for name in ("dealt", "sizes"):
        if name in facts and (total := sum(as_numbers(facts[name]))) != rules.pack:
            yield name, f"adds up to {total} cards; the pack has {rules.pack}"
    if (as_optional_number(facts.get("leaves")) or 0) > rules.elder_share:
        yield "leaves", f"is more than elder's {rules.elder_share} cards of the talon"
    deals = as_optional_number(facts.get("deals"))
    if deals is not None and as_number(facts.get("deal", 1)) > deals:
        yield "deal", f"is greater than the number of deals, {deals}"


# ---------------------------------------------------------------- how an answer is written


class AnswerForm(NamedTuple):
    """The form of an answer in words, which may name `least` and `most`, and an example."""

    form: str
    example: FactValue = None


#: By the form of a fact.
FORMS: Final[Mapping[str, AnswerForm]] = load(codes.__file__, "forms", AnswerForm)


def answer_form(question: Question) -> AnswerForm:
    """How the answer to a question is written, with an example that the question takes."""
    form, example = FORMS[question.form]
    if question.form == "number":
        example = question.least
    elif question.form == "choice":
        example = question.values[0]
    elif question.form == "choices":
        example = [question.values[0]]
    return AnswerForm(form, example)


# ---------------------------------------------------------------- tables

#: A value derived from facts.
Derived = Callable[["Reader"], FactValue]


class Offered(NamedTuple):
    """An election, its effects (or the name of a derived fact that has them), and until when it may be made.

    `when` says on what it depends, if not on the kind alone.
    """

    election: str
    effects: tuple[str, ...] | str
    until: str
    when: str = ""


class AnyOf(frozenset[str | int | None]):
    """Several values, each of which fulfils a condition."""


class Case(NamedTuple):
    """A row of a decision table: if all conditions hold, this follows.

    The name of a condition is that of a fact, a derived fact, a parameter of the ruleset, or a row of the codes with
    the prefix `law_`. `message` may name facts in braces. `law` overrides the first law of the kind, `readings` its
    readings and `entitled` who may elect. `until` is needed only without offers. `shows` are derived facts that the
    ruling gives. `number` is the number of the kind, and `who` the offender: a role, `side` for the fact of that name,
    or None.
    """

    when: Mapping[str, FactValue | AnyOf]
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


# ---------------------------------------------------------------- rows of files

_Row = Mapping[str, FactValue]

#: The parts of a game. Each has a TOML file here with what the kinds of its irregularities ask, and their cases.
PARTS: Final = ("dealing", "exchange", "calling", "play", "outside")

_FILES: Final = tuple(load(__file__, part, dict[str, FactValue]) for part in PARTS)
_KINDS: Final[Mapping[str, _Row]] = {name: row for file in _FILES for name, row in file.items()}
_SHARED: Final[_Row] = {name: row for file in _FILES for name, row in file.get("shared", {}).items()}
_OFFERS: Final[Mapping[str, _Row]] = load(__file__, "offers", dict[str, FactValue])

# A member that a row should not have, or lacks, is an error when the row is read.
_case: Callable[..., Case] = Case
_offered: Callable[..., Offered] = Offered


def cases_of(name: str) -> tuple[Case, ...]:
    """Return the cases of the kinds of a name, in their order.

    The file of a part has a table for each name: what the kinds of that name ask (`asks`), who the `offender` is, if
    not `side`, and the rows of their `cases`. A case is of the first of these kinds, and of this offender, unless its
    row names another `number` or `who`. A row has the members of `Case`, and:

    - `like` names a shared row, which has what the row does not say itself;
    - a row without `when` always holds, and a condition that several values fulfil has them in `any_of`;
    - `offers` are elections by their names, or the name of a group of them in `offers.toml`; `only_when` says on what
      all of them depend;
    - `cases_of` stands for all cases of another name;
    - `short_hand` stands for the cases of a hand that is too short, which is not punished (L57), by how the code has
      it played.
    """
    kind = _KINDS[name]
    own = {"number": BY_NAME[name][0].number, "who": kind.get("offender", "side")}
    return tuple(case for row in as_list(kind["cases"]) for case in _cases({**own, **_with_shared(as_members(row))}))


def _with_shared(row: _Row) -> _Row:
    if "like" not in row:
        return row
    return {**_with_shared(as_members(_SHARED[as_word(row["like"])])), **row}


def _cases(row: _Row) -> tuple[Case, ...]:
    when = {name: _wanted(value) for name, value in as_members(row.get("when")).items()}
    if "cases_of" in row:
        return tuple(case._replace(when={**when, **case.when}) for case in cases_of(as_word(row["cases_of"])))
    members = {name: value for name, value in row.items() if name not in ("like", "only_when", "short_hand")}
    who = None if row["who"] == "nobody" else row["who"]
    case = _case(**{**members, "when": when, "offers": _offers(row), "who": who})
    if not row.get("short_hand"):
        return (case,)
    return tuple(
        case._replace(when={**when, "law_short_hand": word}, status="ruled", finding=word, unraised=how)
        for word, how in codes.SHORT_HAND.items()
    )


def _wanted(value: FactValue) -> FactValue | AnyOf:
    return AnyOf(as_words(value["any_of"])) if isinstance(value, Mapping) else value


def _offers(row: _Row) -> tuple[Offered, ...]:
    offers = row.get("offers")
    group = _OFFERS[offers] if isinstance(offers, str) else as_members(offers)
    depending = {"when": row["only_when"]} if "only_when" in row else {}
    return tuple(_offered(election, **{**as_members(offer), **depending}) for election, offer in group.items())


class Table(NamedTuple):
    """The kinds of one name, what the law asks about them, and how it decides. Some case always holds."""

    kinds: tuple[Kind, ...]
    questions: tuple[Question, ...]
    cases: tuple[Case, ...]
    derived: Mapping[str, Derived]

    @property
    def laws(self) -> set[str | None]:
        """The laws on which the cases rest."""
        first = {kind.number: next(iter(kind.laws), None) for kind in self.kinds}
        return {first.get(case.number) if case.law == "" else case.law for case in self.cases}


def table(
    name: str,
    derived: Mapping[str, Derived] = MappingProxyType({}),
    samples: Mapping[str, Samples | tuple[FactValue, ...]] = MappingProxyType({}),
) -> Table:
    """Return the table of the kinds of a name. `samples` are those of facts whose rows have none."""
    asked = (FACTS.get(f"{name}.{fact}") or FACTS[fact] for fact in as_words(_KINDS[name]["asks"]))
    questions = tuple(replace(each, samples=samples.get(each.name, each.samples)) for each in asked)
    return Table(BY_NAME[name], questions, cases_of(name), derived)


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
        self.asked: dict[str, FactValue] = {}
        self._known = known
        self._table = table
        self._questions = {question.name: question for question in (*table.questions, OUTCOME)}

    def __getitem__(self, name: str) -> FactValue:
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
        if name.startswith(LAW_PREFIX) and (term := codes.term(self.rules, name.removeprefix(LAW_PREFIX))):
            self.rows[name] = term  # given with the ruling, which so says which code it rests on
            return term.word
        value: FactValue = getattr(self.rules, name)
        return value

    def word(self, name: str) -> str:
        """Return the value of a name that is a word."""
        return as_word(self[name])

    def number(self, name: str) -> int:
        """Return the value of a name that is a number."""
        return as_number(self[name])

    def optional_number(self, name: str) -> int | None:
        """Return the value of a name that is a number or None."""
        return as_optional_number(self[name])

    def optional_flag(self, name: str) -> bool | None:
        """Return the value of a name that is true, false or None."""
        value = self[name]
        return None if value is None else bool(value)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the value of a name that is a list of numbers."""
        return as_numbers(self[name])

    def counts(self, name: str) -> tuple[int, int, int]:
        """Return numbers of cards: those of elder, of younger and of the talon."""
        elder, younger, talon = self.numbers(name)
        return elder, younger, talon

    def words(self, name: str) -> tuple[str, ...]:
        """Return the value of a name that is a list of words."""
        return as_words(self[name])

    def members(self, name: str) -> Mapping[str, FactValue]:
        """Return the value of a name that has members; none if it is None."""
        return as_members(self[name])

    def get(self, name: str) -> FactValue:
        """Return the value of a name, or None if it rests on a fact that is not known."""
        try:
            return self[name]
        except Unknown:
            return None


def case_that_holds(reader: Reader, cases: tuple[Case, ...]) -> Case:
    """Return the first case whose conditions hold. Raises `Unknown` if that depends on an unknown fact."""
    for case in cases:
        if all(_holds(reader[name], wanted) for name, wanted in case.when.items()):
            return case
    raise LookupError("no case of the table holds")


def _holds(value: FactValue, wanted: FactValue | AnyOf) -> bool:
    return value in wanted if isinstance(wanted, AnyOf) else bool(value == wanted)
