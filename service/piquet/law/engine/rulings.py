"""Rulings: whether one may be made, and making it (§2, §3, §7.3)."""

from service.piquet.law.bare_facts import OFFERS
from service.piquet.law.effects.carrying_out import carry_out, check_holdings
from service.piquet.law.effects.rewinding import rest_answers
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.law.ledger import Record, fork
from service.piquet.law.ruled import ROLE, due, entitled, implied_record, law_of, ruled, times_past
from service.piquet.model.actions import Ruling
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.violations import Violation, violation
from service.piquet.scoring.account import log_event


def check(d: MutableState, role: int, action: Ruling) -> tuple[Violation, ...]:
    """Return the violations of a ruling."""
    found = _records(d, action)
    if not found:
        return (violation("ruling.no_incident", "number"),)
    fitting = [record for record in found if _fits(d, record, role, action)]
    of_role = [record for record in found if role in entitled(due(d, record))]
    record = (fitting or sorted(of_role or found, key=lambda each: _distance(d, each, action)))[0]
    if d.law.relead is not None and record is not d.law.relead:
        return (violation("ruling.due", rule="L52"),)
    if not fitting:
        return (_refusal(d, record, action, is_entitled=bool(of_role)),)
    if action.holdings is not None:
        trial = fork(d)
        return check_holdings(trial, role, choose(trial, role, action), action.holdings)
    run_card = action.card if action.election == "replay" and "leads" in record.about else None
    if run_card is not None and not rest_answers(d, record, run_card):
        return (violation("ruling.not_offered", "card", rule="L59", election="replay"),)
    if action.election == "demand" and action.suit is None:
        return (violation("look.suit_missing", "suit", rule=ruled(d, record).outcome.law),)
    return ()


def _records(d: MutableState, action: Ruling) -> list[Record]:
    found: list[Record] = d.law.find(action.number, action.kind)
    if not found and action.kind in (None, "implied"):
        implied = implied_record(d, action.number)
        found = [implied] if implied else []
    return found


def choose(d: MutableState, role: int, action: Ruling) -> Record:
    """Return the irregularity that a legal ruling is about."""
    return next(each for each in _records(d, action) if _fits(d, each, role, action))


def _fits(d: MutableState, record: Record, role: int, action: Ruling) -> bool:
    """Whether an irregularity offers an election to a role, for hands taken up or untouched as the ruling says."""
    leaf = ruled(d, record)
    until = {each.election: each.until for each in leaf.outcome.offers}.get(action.election)
    return role in entitled(leaf) and until is not None and (until == "untouched") == action.untouched


def _distance(d: MutableState, record: Record, action: Ruling) -> tuple[bool, bool]:
    """How far a ruling is from being about an irregularity: by its election, and by whether hands were untouched."""
    times = {each.election: each.until for each in due(d, record).outcome.offers}
    until = times.get(action.election)
    untouched = "untouched" in times.values()
    return until is None or (until == "untouched") != action.untouched, untouched != action.untouched


def _refusal(d: MutableState, record: Record, action: Ruling, *, is_entitled: bool) -> Violation:
    """Why an irregularity does not offer an election now."""
    now, ever = ruled(d, record).outcome, due(d, record).outcome
    if not is_entitled and ever.entitled:
        return violation("ruling.not_entitled", "seat", rule=now.law)
    if record.settled:
        return violation("ruling.already", "number", rule=now.law)
    times = {each.election: each.until for each in OFFERS[now.number]}
    times |= {each.election: each.until for each in ever.offers}
    until = times.get(action.election)
    if until in times_past(d, record):
        return violation("ruling.too_late", "number", rule=now.law, until=until)
    return violation("ruling.not_offered", "election", rule=now.law, election=action.election)


def apply(d: MutableState, role: int, action: Ruling) -> Ruling:
    """Make an election: log it, apply its effects, and draw up the account anew."""
    record = choose(d, role, action)
    leaf = ruled(d, record)
    law = law_of(leaf)
    kind = BY_NUMBER[leaf.outcome.number]
    if not record.raised and kind.enters not in ("incident", "deal"):
        more = {"incident": record.kind, "number": record.number, "law": law}
        offender = ROLE[leaf.outcome.offender]
        log_event(d, offender if offender >= 0 else role, "irregularity", more=more, rule=law)
    record.raised = True
    if record not in d.law.records:
        d.law.records.append(record)
    more = {"number": action.number, "election": action.election, "law": law}
    log_event(d, role, "ruled", more=more, rule=law)
    return carry_out(d, role, record, leaf, action)
