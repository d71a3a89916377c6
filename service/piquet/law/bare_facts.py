"""Rulings from bare facts, for an arbiter without the cards.

Imports `law` and what it imports. Facts and rulings speak of the roles elder and younger.

    rule(rules, "exposed", {"owner": "stock"}).elections     redeal, stand
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from service.piquet.law import missing_facts
from service.piquet.law.elections import UNTIL
from service.piquet.law.kinds import BY_NAME, BY_NUMBER, KINDS, TABLES
from service.piquet.law.kinds.answer_forms import answer_form
from service.piquet.law.kinds.questions import OUTCOME, Known, Question
from service.piquet.law.kinds.tables import Offered, outcomes
from service.piquet.law.missing_facts import Leaf, Outcome, explore, leaves, past
from service.piquet.law.rulings import Fact, Need, Ruling
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset

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
    needs = {question.name: question for question in missing_facts.questions(tree)}
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
