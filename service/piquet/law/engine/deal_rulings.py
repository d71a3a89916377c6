"""Rulings on a played deal, with what each election would do. They do not change the deal (§7.4)."""

from dataclasses import replace

from service.piquet.law.bare_facts import seated, told_by
from service.piquet.law.elections import ELECTIONS, UNTIL
from service.piquet.law.engine.deal import IrregularDeal
from service.piquet.law.engine.options import LAW_UNTOLD, UNTOLD, is_told, may_know, records_of
from service.piquet.law.kinds import BY_NAME, BY_NUMBER
from service.piquet.law.ledger import Record
from service.piquet.law.missing_facts import Leaf
from service.piquet.law.observed import Observed
from service.piquet.law.ruled import entitled, ruled, times_past
from service.piquet.law.rulings import ElectionOffer, Fact, Ruling
from service.piquet.model import actions as a
from service.piquet.model.state import SEATS


def judge(
    deal: IrregularDeal,
    number: int | None = None,
    kind: str | None = None,
    role: int | None = None,
    before: tuple[a.Action, ...] = (),
    since: int | None = None,
    *,
    concealed: bool = False,
) -> list[Ruling]:
    """Return the rulings on a deal: on everything open, or on one entry; for one role, or for an arbiter who knows all.

    `before` are the proposed acts that the actions of an election begin with, and `since` the number of events before
    them. With `concealed` the role sees its own hand only, and nothing is told that depends on the other.
    """
    wanted = [record for record in records_of(deal.d, number) if kind in (None, record.kind)]
    if number is None and not before:
        wanted = [record for record in wanted if ruled(deal.d, record).outcome.offers]
    known = [record for record in wanted if role is None or may_know(deal.d, record, role)]
    since = len(deal.events) if since is None else since
    return [_judged(deal, record, role, before, since, concealed=concealed) for record in known]


def _judged(
    deal: IrregularDeal, record: Record, role: int | None, before: tuple[a.Action, ...], since: int, *, concealed: bool
) -> Ruling:
    """Return the ruling on an irregularity, with the elections of a role or of whoever is entitled."""
    d = deal.d
    leaf = ruled(d, record)
    outcome, passed = leaf.outcome, times_past(d, record)
    told = is_told(record, role, concealed=concealed)
    offered = outcome.offers
    if offered and not told and record.kind == "false_claim":
        offered = UNTOLD
    electors = [each for each in entitled(leaf) if role in (None, each)]
    elections = tuple(_with_actions(deal, record, each, electors[0], before) for each in offered if electors)
    if told:
        elections = tuple(_with_events(deal, each, since) for each in elections)
    ruling = replace(
        seated(told_by(record.kind, (leaf,), _facts(deal, record, leaf)), SEATS[d.dealer]),
        number=record.number,
        passed=tuple(name for name in UNTIL if name in passed),
        elections=elections,
    )
    if offered and not elections:
        ruling = replace(ruling, entitled=(), until=None)
    secret = concealed and record.offender != role and not BY_NUMBER[outcome.number].public_finding
    return ruling if told and not secret else _untold(ruling, told=told)


def _untold(ruling: Ruling, *, told: bool) -> Ruling:
    """Return a ruling without what depends on the other hand."""
    kind = BY_NAME[ruling.kind][0]
    ruling = replace(ruling, facts=(), message=kind.what, finding=None)
    if told or ruling.kind != "false_claim":
        return ruling
    return replace(ruling, law=LAW_UNTOLD, also=(), finding="not_held", readings=kind.readings, unraised=kind.unraised)


def _facts(deal: IrregularDeal, record: Record, leaf: Leaf) -> tuple[Fact, ...]:
    """Return the facts that the table asked for, and those that are told besides."""
    observed = Observed(deal.d, record)
    names = dict.fromkeys(leaf.asked)
    if leaf.outcome.finding is not None:
        names |= dict.fromkeys(name for name in ("claimed", "lacking") if name in observed)
    return tuple(Fact(name, observed[name], "state") for name in names if name in observed)


def _with_actions(
    deal: IrregularDeal, record: Record, offer: ElectionOffer, role: int, before: tuple[a.Action, ...]
) -> ElectionOffer:
    """Return an election with the actions that bring it about."""
    suit = 0 if "suit" in ELECTIONS[offer.election].members else None  # any: what it does is the same
    kind = record.kind if deal.law.find(record.number, None) != [record] else None
    untouched = offer.until == "untouched"
    ruling = a.Ruling(deal.d.seats[role], record.number, offer.election, kind, suit=suit, untouched=untouched)
    return replace(offer, actions=(*before, ruling))


def _with_events(deal: IrregularDeal, offer: ElectionOffer, since: int) -> ElectionOffer:
    """Return an election with its open choices filled in, and with what follows from it."""
    trial = deal.fork()
    *before, ruling = offer.actions
    done = trial.do(ruling)
    return replace(offer, actions=(*before, done), events=tuple(trial.events[since:]), state=trial.state)
