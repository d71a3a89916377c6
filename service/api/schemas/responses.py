"""Violations and the response to a proposed action as typed structs."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from service.api.schemas.concealed import ConcealedState
from service.api.schemas.ruleset_choice import RulesetName
from service.api.schemas.state import Event, IncidentRecord, Score, State
from service.piquet.value_kinds import Members


class Violation(Struct, gc=False):
    """A reason why an action is illegal or a state is invalid."""

    code: str
    rule: str
    pointer: str
    message: str
    params: Any
    law: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET


class Judgement(Struct, omit_defaults=True, gc=False):
    """The response to a proposed action: whether it is legal, and the state after it."""

    legal: bool
    violations: list[Violation]
    ruleset: RulesetName
    engine_version: str
    state: State | msgspec.Raw | UnsetType = UNSET
    events: list[Event] | list[Members] | UnsetType = UNSET
    score_delta: Score | Members | UnsetType = UNSET
    text: str | UnsetType = UNSET
    concealed: ConcealedState | UnsetType = UNSET
    view: Any = UNSET
    incident: IncidentRecord | UnsetType = UNSET
