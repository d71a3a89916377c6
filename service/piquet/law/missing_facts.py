"""What holds whatever the missing facts are: a table is decided for all values that they may have."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from service.piquet.law import codes
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.law.kinds.questions import CLOSED, Facts, Known, Question
from service.piquet.law.kinds.tables import Reader, Table, Then, Unknown, decide
from service.piquet.law.rulings import ElectionOffer
from service.piquet.rulesets.parameters import Ruleset

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
