"""Parts of responses: violations, events, and the response to a proposed action."""

from collections.abc import Callable
from typing import Any

import msgspec

from service.api.problems import pointer
from service.api.schemas import state as structs
from service.api.schemas.ruleset_choice import RulesetName
from service.api.schemas.state import ConcealedState
from service.piquet import ENGINE_VERSION, written
from service.piquet.model import violations as engine_violations
from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, State
from service.runtime.request_context import record

#: Plain data that a response has in place of a struct.
Members = dict[str, Any]


class Violation(msgspec.Struct, gc=False):
    """A reason why an action is illegal or a state is invalid."""

    code: str
    rule: str
    pointer: str
    message: str
    params: Any
    law: str | msgspec.UnsetType = msgspec.UNSET
    kind: str | msgspec.UnsetType = msgspec.UNSET


class Judgement(msgspec.Struct, omit_defaults=True, gc=False):
    """The response to a proposed action: whether it is legal, and the state after it."""

    legal: bool
    violations: list[Violation]
    ruleset: RulesetName
    engine_version: str
    state: structs.State | msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    events: list[structs.Event] | list[Members] | msgspec.UnsetType = msgspec.UNSET
    score_delta: structs.Score | Members | msgspec.UnsetType = msgspec.UNSET
    text: str | msgspec.UnsetType = msgspec.UNSET
    concealed: ConcealedState | msgspec.UnsetType = msgspec.UNSET
    view: Any = msgspec.UNSET
    incident: structs.IncidentRecord | Members | msgspec.UnsetType = msgspec.UNSET


def versions(choice: RulesetName) -> dict[str, Any]:
    """Return the members that every response about a ruleset has."""
    return {"ruleset": choice, "engine_version": ENGINE_VERSION}


def refused(choice: RulesetName, violations: list[Violation]) -> Judgement:
    """Return the judgement of an illegal action."""
    return Judgement(False, violations, choice, ENGINE_VERSION)


#: Makes an event as a struct; which members a kind has, the table of kinds says.
_event: Callable[..., structs.Event] = structs.Event


def write_event(event: Event) -> structs.Event:
    """Return an event as a struct, with the members of `written.event_members`.

    They are given one by one, because that takes half the time, and each state that is replayed has some thirty events.
    """
    seat, kind, points, cards, rule, score, more = event
    name = None if seat is None else SEATS[seat]
    return _event(name, kind, points, list(cards), rule, structs.Score(*score), **more)


def write_incident_of(s: State, number: int) -> Members | msgspec.UnsetType:
    """Return the irregularity that an entry of the deal is; UNSET if it is none."""
    found = next((each for each in s.law.incidents if each.number == number), None) if s.law else None
    return msgspec.UNSET if found is None else written.incident_members(s.dealer, found)


def write_violation(violation: engine_violations.Violation, *base: str | int) -> Violation:
    """Return a violation with its JSON Pointer; `base` is the place in the request where its path begins."""
    record("violation", violation.code)
    where = pointer(*base, *violation.path)
    return Violation(violation.code, violation.rule, where, violation.message, violation.params)
