"""Rulings: what they say, and how the tables decide them from facts, with what holds whatever the missing facts are.

Facts and rulings speak of the roles elder and younger.

    ruling_on_facts(rules, "exposed", {"owner": "stock"}).elections     redeal, stand
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final, TypeVar

from service.piquet.law.data import codes
from service.piquet.law.data.elections import UNTIL
from service.piquet.law.kinds import BY_NAME, BY_NUMBER, KINDS, TABLES, tables
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import State
from service.piquet.rulesets.parameters import NO_LAW, Ruleset

#: What a ruling's status may be.
STATUSES: Final[Mapping[str, str]] = {
    "open": "somebody may still elect, or correct what they said",
    "lapsed": "the time is past, and what happened stands",
    "ruled": "it is settled: by an election, or by the law itself, which leaves nobody a choice",
    "amended": "the player who erred has corrected it in time",
    "harmless": "it was irregular, and nothing follows from it",
    "none": "there is no irregularity",
}

#: The stage of a ruling whose status, or who is entitled, depends on missing facts. `status` has no such value: the
#: contract has closed its list.
UNDECIDED: Final = "undecided"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a ruling rests on. `source` is where it is known from: `state`, `request` or `law`."""

    name: str
    value: tables.FactValue
    source: str


@dataclass(frozen=True, slots=True)
class Need:
    """A fact without which the law says no more, or an `optional` one.

    Without an optional fact the ruling does not name the offender, or takes the fact for its `absent` value. `values`
    are those that it may have; empty if there are too many. `form` says how it is written, and may name the `least`
    and `most` of its question. `sample` is an example. `options` and `bounds` are those of the question, given the
    other facts, and `total` is what the numbers of the answer add up to.
    """

    question: tables.Question
    values: tuple[tables.FactValue, ...]
    form: str
    sample: tables.FactValue
    options: tuple[tables.FactValue, ...]
    bounds: tuple[int, int] | None
    total: int | None
    optional: bool

    @property
    def name(self) -> str:
        """The name of the fact."""
        return self.question.name


@dataclass(frozen=True, slots=True)
class ElectionOffer:
    """An election that the law offers, its effects E1 to E12, and until when it may be made (`elections.UNTIL`).

    In a deal it has the `actions` that bring it about, their `events`, and the `state` to which they lead; None if that
    is not given. A ruling from facts has none of these.
    """

    election: str
    effects: tuple[str, ...]
    until: str
    actions: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling on an irregularity.

    `number` is the entry in the history, None if there is no history; `kind` the name of a kind, and `law` the law that
    it rests on, with `also` further laws, and `readings`. `offender` and `entitled` are seats or, if the dealer is not
    known, roles. `finding` is what the law takes the irregularity for, where it distinguishes. `until` is the time
    until which something may be elected or corrected, and `unraised` what holds if nothing is. `passed` are the times
    that are past (`elections.UNTIL`). `offered` says whether the law offers an election to anybody; `elections` may be
    those of one player only. An `undecided` ruling has a status, or names players who are entitled, only in so far as
    all that is possible has them in common. `seats` has those of the roles, if the ruling speaks of seats.
    """

    kind: str
    status: str
    message: str
    facts: tuple[Fact, ...]
    number: int | None = None
    law: str | None = None
    also: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    offender: str | None = None
    finding: str | None = None
    needs: tuple[Need, ...] = ()
    entitled: tuple[str, ...] = ()
    until: str | None = None
    elections: tuple[ElectionOffer, ...] = ()
    unraised: str | None = None
    passed: tuple[str, ...] = ()
    offered: bool = False
    undecided: bool = False
    seats: Mapping[str, str] = field(default_factory=dict)

    @property
    def stage(self) -> str:
        """The status, or `undecided` as long as missing facts decide it."""
        return UNDECIDED if self.undecided else self.status


Value = TypeVar("Value")

# ---------------------------------------------------------------- what holds whatever the missing facts are

# The times that are past when another one is.
_EARLIER = {
    "end_of_game": ("next_deal",),
    "next_deal": ("deal_over", "answered", "next_entry"),
    "deal_over": ("first_card",),  # not `answered`: a lead to which no card is left stays unanswered (E7)
    "first_card": ("next_call",),
    "next_call": ("taken", "own_take"),  # not `next_entry`, which counts from the entry of the irregularity
    "taken": ("untouched",),
    "own_take": ("untouched",),
}


def _earlier(time: str) -> frozenset[str]:
    direct = _EARLIER.get(time, ())
    return frozenset(direct).union(*map(_earlier, direct))


_ALL_EARLIER = {time: _earlier(time) for time in _EARLIER}

#: An offender that is the player named by the fact `side`.
SIDE = "side"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a table says when everything that matters is known. The offender and those entitled are roles.

    `derived` are the facts from the law that the ruling gives, `rows` the rows of the codes on which it rests, and
    `read` the facts that the table read. Verdicts that differ only in these or in the message are equal.
    """

    number: str
    status: str
    law: str | None
    also: tuple[str, ...]
    readings: tuple[str, ...]
    offender: str | None
    finding: str | None
    entitled: tuple[str, ...]
    until: str | None
    offers: tuple[ElectionOffer, ...]
    unraised: str | None
    message: str = field(compare=False)
    derived: Mapping[str, tables.FactValue] = field(compare=False)
    rows: Mapping[str, codes.Term] = field(compare=False)
    read: Mapping[str, tables.FactValue] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """A missing fact on which the verdict depends, with a tree for each of its values."""

    question: tables.Question
    trees: tuple[tuple[tables.FactValue, "Tree"], ...]


Tree = Verdict | Branch


def explore(rules: Ruleset, table: tables.Table, known: tables.GivenFacts, passed: frozenset[str]) -> Tree:
    """Return the verdict of a table, as a tree over the missing facts on which it depends."""
    try:
        return decide(rules, table, known, passed)
    except tables.Unknown as unknown:
        question = unknown.question
    trees = tuple(
        (value, explore(rules, table, {**known, question.name: value}, passed))
        for value in question.sampled(rules, known)
    )
    first = trees[0][1]
    return first if all(tree == first for _, tree in trees) else Branch(question, trees)


def decide(rules: Ruleset, table: tables.Table, known: tables.Facts, passed: frozenset[str]) -> Verdict:
    """Return the verdict of a table on facts. Raises `Unknown` if it depends on one that is not known."""
    reader = tables.Reader(rules, table, known)
    return _verdict(reader, tables.case_that_holds(reader, table.cases), passed)


def verdicts(tree: Tree) -> Iterator[Verdict]:
    """Yield all verdicts of a tree."""
    if isinstance(tree, Verdict):
        yield tree
    else:
        for _, branch in tree.trees:
            yield from verdicts(branch)


def questions(tree: Tree) -> Iterator[tables.Question]:
    """Yield the missing facts on which the verdict depends, from the root of the tree; one may come several times."""
    if isinstance(tree, Branch):
        yield tree.question
        for _, branch in tree.trees:
            yield from questions(branch)


def past(times: Iterable[str]) -> frozenset[str]:
    """Return these times and all that are past with them."""
    reached = frozenset(times)
    return reached.union(*(_ALL_EARLIER[time] for time in reached if time in _ALL_EARLIER))


#: The message of a ruling on what could have been raised earlier.
TOO_LATE: Final = "it is too late: {unraised}"

_OTHER = {"elder": "younger", "younger": "elder", None: None}


def _verdict(reader: tables.Reader, case: tables.Case, passed: frozenset[str]) -> Verdict:
    kind = BY_NUMBER[case.number]
    offender = reader.word(SIDE) if case.who == SIDE else case.who
    offers = tuple(
        ElectionOffer(
            each.election, reader.words(each.effects) if isinstance(each.effects, str) else each.effects, each.until
        )
        for each in case.offers
        if each.until not in passed
    )
    status, until = case.status, offers[0].until if offers else case.until
    too_late = (case.offers and not offers) or until in passed
    outcome = reader["outcome"]
    closed, elected = outcome in tables.CLOSED, outcome is not None and outcome not in tables.CLOSED
    if outcome is not None:
        offers, until = (), None
    if elected:
        status = "ruled"
    elif too_late or (closed and status == "open"):
        status, until = "lapsed", None
    pending = bool(offers) or status == "open"
    unraised = case.unraised
    if unraised is None and (pending or status in ("lapsed", "ruled")):
        unraised = kind.unraised
    return Verdict(
        number=case.number,
        status=status,
        law=(kind.laws[0] if kind.laws else None) if case.law == "" else case.law,
        also=case.also,
        readings=kind.readings if case.readings is None else case.readings,
        offender=offender,
        finding=case.finding,
        entitled=_entitled(case.entitled or kind.entitled, offender) if pending else (),
        until=until,
        offers=offers,
        unraised=None if elected else unraised,
        message=TOO_LATE if status == "lapsed" and (case.offers or too_late) else case.message,
        derived={name: value for name in case.shows if (value := reader.get(name)) is not None},
        rows=dict(reader.rows),
        read=reader.asked,
    )


def _entitled(role: str, offender: str | None) -> tuple[str, ...]:
    if role == "both":
        return ("elder", "younger")
    named = {"adversary": _OTHER[offender], "offender": offender}.get(role, role)
    return (named,) if named in ("elder", "younger") else ()


# ---------------------------------------------------------------- rulings from facts, for an arbiter without the cards

#: The message of a ruling that depends on missing facts.
MORE: Final = "the law says more when more is known"

#: The facts of each kind, by its name.
QUESTIONS: Final[Mapping[str, tuple[tables.Question, ...]]] = {
    name: table.questions if BY_NAME[name][0].enters == "facts" else (*table.questions, tables.OUTCOME)
    for name, table in TABLES.items()
}


def _offers(number: str) -> tuple[tables.Offered, ...]:
    """Return what a kind may offer if it is not corrected, first where it offers most."""
    every = (case for table in TABLES.values() for case in table.cases)
    found = [case for case in every if case.number == number and case.status == "open"]
    by_name: dict[str, tables.Offered] = {}
    for offer in (each for case in sorted(found, key=lambda each: -len(each.offers)) for each in case.offers):
        by_name.setdefault(offer.election, offer)
    return tuple(by_name.values())


#: The elections that each kind may offer, by its number.
OFFERS: Final[Mapping[str, tuple[tables.Offered, ...]]] = {kind.number: _offers(kind.number) for kind in KINDS}


def ruling_on_facts(rules: Ruleset, kind: str, facts: tables.GivenFacts, passed: Iterable[str] = ()) -> Ruling:
    """Return the ruling on an irregularity, as far as the facts carry it (docs/law.md).

    `kind` is the name of a kind, and `facts` has values of the types that `QUESTIONS` gives. Of a fact that is missing
    the ruling says whether the law depends on it (`needs`); the elections are those that hold whatever it is. `passed`
    are times after which something can no longer be elected (`elections.UNTIL`).
    """
    given = tuple(Fact(name, value, "request") for name, value in facts.items())
    times = past(passed)
    if rules.law == NO_LAW:
        return Ruling(kind, "none", "the ruleset has no law of irregularities", given, passed=_named(times))
    tree = explore(rules, TABLES[kind], facts, times)
    return replace(
        ruling_of(kind, tuple(verdicts(tree)), given),
        needs=tuple(_needs(rules, TABLES[kind], facts, times, tree)),
        passed=_named(times),
    )


def _needs(
    rules: Ruleset, table: tables.Table, facts: tables.GivenFacts, times: frozenset[str], tree: Tree
) -> Iterator[Need]:
    """Yield the facts that are missing, in the order in which they are best asked for; optional ones come last."""
    asked = {question.name: question for question in questions(tree)}
    required = {question.name for question in questions(_nameless(tree))}
    first = table.questions[0].name if table.questions else None
    for question in sorted(
        asked.values(), key=lambda each: (each.name not in required, not first == each.name == SIDE)
    ):
        yield _need(rules, facts, question, optional=question.name not in required)
    for question in () if required else table.questions:
        if question.offered and question.name not in facts:
            trees = (explore(rules, table, {**facts, question.name: value}, times) for value in question.values)
            if any(other != tree for other in trees):
                yield _need(rules, facts, question, optional=True)


def _nameless(tree: Tree) -> Tree:
    """Return a tree without what only says who the offender is."""
    if isinstance(tree, Verdict):
        return replace(tree, offender=None)
    trees = tuple((value, _nameless(each)) for value, each in tree.trees)
    first = trees[0][1]
    return first if all(each == first for _, each in trees) else Branch(tree.question, trees)


def _named(times: frozenset[str]) -> tuple[str, ...]:
    """Return times in the order of the contract."""
    return tuple(name for name in UNTIL if name in times)


def ruling_of(asked: str, found: tuple[Verdict, ...], facts: tuple[Fact, ...]) -> Ruling:
    """Return the ruling that verdicts have in common, with the facts on which it rests. It speaks of roles.

    Its kind is that of the verdicts or, where they differ, the one that was asked about.
    """
    kinds = {BY_NUMBER[verdict.number].name for verdict in found}
    common = reduce(_common, found)
    return Ruling(
        kind=asked if len(kinds) > 1 else kinds.pop(),
        status=common.status,
        message=MORE if len(found) > 1 else common.message,
        facts=(*facts, *_from_law(found)),
        law=common.law,
        also=common.also,
        readings=common.readings,
        offender=common.offender,
        finding=common.finding,
        entitled=common.entitled,
        until=common.until,
        elections=common.offers,
        unraised=common.unraised,
        offered=bool(common.offers),
        undecided=len({(verdict.status, verdict.entitled) for verdict in found}) > 1,
    )


def seated(ruling: Ruling, dealer: str) -> Ruling:
    """Return the ruling with seats in place of roles for the offender and those entitled; `dealer` is A or B."""
    seats = {"elder": "BA"["AB".index(dealer)], "younger": dealer}
    offender = None if ruling.offender is None else seats[ruling.offender]
    entitled = tuple(sorted(seats[role] for role in ruling.entitled))
    return replace(ruling, offender=offender, entitled=entitled, seats=seats)


def for_seat(ruling: Ruling, seat: str) -> Ruling:
    """Return the ruling with the elections of a player, who is named as `entitled` has them."""
    return ruling if seat in ruling.entitled else replace(ruling, elections=())


def _common(one: Verdict, other: Verdict) -> Verdict:
    """Return what two verdicts have in common."""
    others = {(offer.election, offer.until): offer for offer in other.offers}
    offers = tuple(
        replace(offer, effects=tuple(effect for effect in offer.effects if effect in same.effects))
        for offer in one.offers
        if (same := others.get((offer.election, offer.until)))
    )
    return replace(
        one,
        status=_same(one.status, other.status, "open"),
        law=_same(one.law, other.law, None),
        also=_same(one.also, other.also, ()),
        readings=_same(one.readings, other.readings, ()),
        offender=_same(one.offender, other.offender, None),
        finding=_same(one.finding, other.finding, None),
        entitled=_same(one.entitled, other.entitled, ()),
        until=offers[0].until if offers else _same(one.until, other.until, None),
        offers=offers,
        unraised=_same(one.unraised, other.unraised, None),
    )


def _same(one: Value, other: Value, otherwise: Value) -> Value:
    return one if one == other else otherwise


def _from_law(found: tuple[Verdict, ...]) -> Iterable[Fact]:
    """Yield what the ruling says that follows from the law, and what its code says in the rows on which it rests."""
    first, *rest = found
    for name, value in first.derived.items():
        if all(verdict.derived.get(name) == value for verdict in rest):
            yield Fact(name, value, "law")
    rows = {row: term for verdict in found for row, term in verdict.rows.items()}
    for row, term in rows.items():
        yield Fact(row, {"code": term.source, "says": term.meaning}, "law")


def _need(rules: Ruleset, facts: tables.GivenFacts, question: tables.Question, *, optional: bool) -> Need:
    form, sample = tables.answer_form(question)
    options, bounds = question.options(rules, facts), question.bounds(rules, facts)
    total = rules.pack if question.form in ("counts", "packets") else None
    return Need(question, _values(question), form, sample, options, bounds, total, optional)


_MOST_VALUES: Final = 40


def _values(question: tables.Question) -> tuple[tables.FactValue, ...]:
    """Return the values that a fact may have; none if there are too many to list."""
    null = (None,) if question.null else ()
    if question.form == "choices":
        return ((), *((value,) for value in question.values), question.values)
    return (*question.values, *null) if question.values and len(question.values) <= _MOST_VALUES else ()
