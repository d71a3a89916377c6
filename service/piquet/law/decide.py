"""Decisions from facts: what a table says, and what holds whatever the facts are that are missing.

Facts and rulings speak of the roles elder and younger.

    rule(rules, "exposed", {"owner": "stock"}).elections     redeal, stand
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Final, NamedTuple

from service.piquet.law.data import codes
from service.piquet.law.data.elections import UNTIL
from service.piquet.law.kinds import BY_NAME, BY_NUMBER, KINDS, TABLES
from service.piquet.law.kinds.tables import (
    CLOSED,
    OUTCOME,
    Facts,
    Known,
    Offered,
    Question,
    Reader,
    Table,
    Then,
    Unknown,
    answer_form,
    decide,
    outcomes,
)
from service.piquet.law.ruling import ElectionOffer, Fact, Need, Ruling
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset

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


class Outcome(NamedTuple):
    """What the law says when everything that matters is known. The offender and those entitled are roles."""

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


@dataclass(frozen=True, slots=True)
class Leaf:
    """An outcome, with the facts that the ruling tells, the rows of the codes that were read, and the message."""

    outcome: Outcome
    message: str = field(compare=False)
    shown: dict[str, Any] = field(compare=False)
    rows: dict[str, codes.Term] = field(compare=False)
    asked: dict[str, Any] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """A missing fact on which the outcome depends, with a tree for each of its values."""

    question: Question
    trees: tuple[tuple[Any, "Tree"], ...]


Tree = Leaf | Branch


def explore(rules: Ruleset, table: Table, known: Known, passed: frozenset[str]) -> Tree:
    """Return the outcome of a table, as a tree over the missing facts on which it depends."""
    try:
        return judged(rules, table, known, passed)
    except Unknown as unknown:
        question = unknown.question
    trees = tuple(
        (value, explore(rules, table, {**known, question.name: value}, passed))
        for value in question.sampled(rules, known)
    )
    first = trees[0][1]
    return first if all(tree == first for _, tree in trees) else Branch(question, trees)


def judged(rules: Ruleset, table: Table, known: Facts, passed: frozenset[str]) -> Leaf:
    """Return the outcome of a table from facts. Raises `Unknown` if it depends on one that is not known."""
    reader = Reader(rules, table, known)
    return _leaf(reader, decide(reader, table.cases), passed)


def leaves(tree: Tree) -> Iterator[Leaf]:
    """All outcomes of a tree."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        for _, branch in tree.trees:
            yield from leaves(branch)


def questions(tree: Tree) -> Iterator[Question]:
    """Yield the missing facts on which the outcome depends, from the root of the tree; one may come several times."""
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


def _leaf(reader: Reader, then: Then, passed: frozenset[str]) -> Leaf:
    kind = BY_NUMBER[then.number]
    offender = reader[SIDE] if then.who == SIDE else then.who
    offers = tuple(
        ElectionOffer(one.election, reader[one.effects] if isinstance(one.effects, str) else one.effects, one.until)
        for one in then.offers
        if one.until not in passed
    )
    status, until = then.status, offers[0].until if offers else then.until
    too_late = (then.offers and not offers) or until in passed
    came = reader["outcome"]
    closed, elected = came in CLOSED, came is not None and came not in CLOSED
    if came is not None:
        offers, until = (), None
    if elected:
        status = "ruled"
    elif too_late or (closed and status == "open"):
        status, until = "lapsed", None
    pending = bool(offers) or status == "open"
    outcome = Outcome(
        then.number,
        status,
        (kind.laws[0] if kind.laws else None) if then.law == "" else then.law,
        then.also,
        kind.readings if then.readings is None else then.readings,
        offender,
        then.finding,
        _entitled(then.entitled or kind.entitled, offender) if pending else (),
        until,
        offers,
        None if elected else then.unraised or (kind.unraised if pending or status in ("lapsed", "ruled") else None),
    )
    message = TOO_LATE if status == "lapsed" and (then.offers or too_late) else then.message
    shown = {name: value for name in then.shows if (value := reader.get(name)) is not None}
    return Leaf(outcome, message, shown, dict(reader.rows), reader.asked)


def _entitled(role: str, offender: str | None) -> tuple[str, ...]:
    if role == "both":
        return ("elder", "younger")
    named = {"adversary": _OTHER[offender], "offender": offender}.get(role, role)
    return (named,) if named in ("elder", "younger") else ()


# ---------------------------------------------------------------- rulings from facts, for an arbiter without the cards

#: The message of a ruling that depends on missing facts.
MORE: Final = "the law says more when more is known"

#: The facts of each kind, by its name.
QUESTIONS: Final[Mapping[str, tuple[Question, ...]]] = {
    name: table.questions if BY_NAME[name][0].enters == "facts" else (*table.questions, OUTCOME)
    for name, table in TABLES.items()
}


def _offers(number: str) -> tuple[Offered, ...]:
    """Return what a kind may offer if it is not corrected, first where it offers most."""
    found = [then for table in TABLES.values() for then in outcomes(table.cases) if then.number == number]
    found = sorted((then for then in found if then.status == "open"), key=lambda then: -len(then.offers))
    by_name: dict[str, Offered] = {}
    for offer in (each for then in found for each in then.offers):
        by_name.setdefault(offer.election, offer)
    return tuple(by_name.values())


#: The elections that each kind may offer, by its number.
OFFERS: Final[Mapping[str, tuple[Offered, ...]]] = {kind.number: _offers(kind.number) for kind in KINDS}


def rule(rules: Ruleset, kind: str, facts: Known, passed: Iterable[str] = ()) -> Ruling:
    """Return the ruling on an irregularity, as far as the facts carry it (docs/law.md, §7.4).

    `kind` is the name of a kind, and `facts` has values of the types that `QUESTIONS` gives. Of a fact that is missing
    the ruling says whether the law depends on it (`needs`); the elections are those that hold whatever it is. `passed`
    are times after which something can no longer be elected (`elections.UNTIL`).
    """
    given = tuple(Fact(name, value, "request") for name, value in facts.items())
    times = past(passed)
    if rules.law == NO_LAW:
        return Ruling(kind, "none", "the ruleset has no law of irregularities", given, passed=_named(times))
    tree = explore(rules, TABLES[kind], facts, times)
    needs = {question.name: question for question in questions(tree)}
    return replace(
        told_by(kind, tuple(leaves(tree)), given),
        needs=tuple(map(_need, needs.values())),
        passed=_named(times),
    )


def _named(times: frozenset[str]) -> tuple[str, ...]:
    """Return times in the order of the contract."""
    return tuple(name for name in UNTIL if name in times)


def told_by(asked: str, found: tuple[Leaf, ...], facts: tuple[Fact, ...]) -> Ruling:
    """Return the ruling that outcomes have in common, with the facts on which it rests. It speaks of roles.

    Its kind is that of the outcomes or, where they differ, the one that was asked about.
    """
    kinds = {BY_NUMBER[leaf.outcome.number].name for leaf in found}
    kind = asked if len(kinds) > 1 else kinds.pop()
    outcome = reduce(_common, (leaf.outcome for leaf in found))._asdict()
    offers = outcome.pop("offers")
    del outcome["number"]
    message = MORE if len(found) > 1 else found[0].message
    known = (*facts, *_from_law(found))
    undecided = len({(leaf.outcome.status, leaf.outcome.entitled) for leaf in found}) > 1
    return Ruling(
        kind=kind,
        message=message,
        facts=known,
        elections=offers,
        offered=bool(offers),
        undecided=undecided,
        **outcome,
    )


def seated(ruling: Ruling, dealer: str) -> Ruling:
    """Return the ruling with seats in place of roles for the offender and those entitled; `dealer` is A or B."""
    seats = {"younger": dealer, "elder": "BA"["AB".index(dealer)]}
    offender = None if ruling.offender is None else seats[ruling.offender]
    return replace(ruling, offender=offender, entitled=tuple(sorted(seats[role] for role in ruling.entitled)))


def for_seat(ruling: Ruling, seat: str) -> Ruling:
    """Return the ruling with the elections of a player, who is named as `entitled` has them."""
    return ruling if seat in ruling.entitled else replace(ruling, elections=())


def _common(one: Outcome, other: Outcome) -> Outcome:
    """Return what two outcomes have in common."""
    kept = one._asdict()
    for name, value in other._asdict().items():
        if kept[name] != value:
            kept[name] = _DIFFERENT.get(name)
    others = {(offer.election, offer.until): offer for offer in other.offers}
    offers = tuple(
        replace(offer, effects=tuple(effect for effect in offer.effects if effect in same.effects))
        for offer in one.offers
        if (same := others.get((offer.election, offer.until)))
    )
    until = offers[0].until if offers else kept["until"]
    return Outcome(**{**kept, "number": one.number, "offers": offers, "until": until})


# What a ruling has where outcomes differ; None, if it is not named here.
_DIFFERENT: Final[Mapping[str, Any]] = {"status": "open", "also": (), "readings": (), "entitled": ()}


def _from_law(found: tuple[Leaf, ...]) -> Iterable[Fact]:
    """Yield what the ruling tells that follows from the law, and what its code says in the rows on which it rests."""
    first, *rest = found
    for name, value in first.shown.items():
        if all(leaf.shown.get(name) == value for leaf in rest):
            yield Fact(name, value, "law")
    rows = {row: term for leaf in found for row, term in leaf.rows.items()}
    for row, term in rows.items():
        yield Fact(row, {"code": term.source, "says": term.meaning}, "law")


def _need(question: Question) -> Need:
    form, sample = answer_form(question)
    bounds = question.least, question.most, question.null
    return Need(question.name, question.text, _values(question), form, sample, *bounds)


_MOST_VALUES: Final = 40


def _values(question: Question) -> tuple[Any, ...]:
    """Return the values that a fact may have; none if there are too many to list."""
    null = (None,) if question.null else ()
    if question.form == "choices":
        return ((), *((value,) for value in question.values), question.values)
    return (*question.values, *null) if question.values and len(question.values) <= _MOST_VALUES else ()
