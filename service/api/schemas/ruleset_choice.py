"""The ruleset of a request: its typed structs, and its decoding into parameters."""

from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from service.api.problems import Fault, Problem, pointer
from service.api.schemas import scalars as w
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import code_of
from service.piquet.rulesets.published import ruleset as find_ruleset
from service.request_context import record


class RulesetChoice(w.Model):
    """A ruleset with some parameters changed."""

    name: w.Word
    overrides: Annotated[dict[w.Word, w.Parameter], Meta(max_length=64)] = msgspec.field(default_factory=dict)


RulesetName = w.Word | RulesetChoice


@lru_cache(maxsize=256)
def _ruleset(name: str, overrides: tuple[tuple[str, tuple[type, Any]], ...]) -> Ruleset:
    return find_ruleset(name, {parameter: value for parameter, (_, value) in overrides})


class Chosen(NamedTuple):
    """A ruleset that was asked for: its parameters, and how it is named in answers, with its version."""

    rules: Ruleset
    named: RulesetName


def note_ruleset(named: RulesetName) -> None:
    """Notes that the request has to do with a ruleset, whatever it overrides."""
    record("ruleset", named if isinstance(named, str) else named.name)


def ruleset_of(choice: RulesetName, *place: str | int) -> Chosen:
    """The ruleset that is meant, which stands at `place` in the request; a `Problem` if there is none such."""
    chosen = _chosen(choice, *place)
    note_ruleset(chosen.named)
    return chosen


def _chosen(choice: RulesetName, *place: str | int) -> Chosen:
    try:
        if isinstance(choice, str):
            return Chosen(_ruleset(choice, ()), code_of(choice).label)
        # The type is part of the key, since 1 and true are one key otherwise.
        typed = ((name, (type(value), value)) for name, value in choice.overrides.items())
        rules = _ruleset(choice.name, tuple(sorted(typed, key=lambda item: item[0])))
        return Chosen(rules, RulesetChoice(code_of(choice.name).label, choice.overrides))
    except RulesetError as error:
        place = place or ("ruleset",)
        if not error.parameters:
            where = pointer(*place) if isinstance(choice, str) else pointer(*place, "name")
            raise Problem("unknown_ruleset", str(error), [Fault(where, "names no ruleset")]) from None
        faults = [Fault(pointer(*place, "overrides", name), why) for name, why in error.faults.items()]
        raise Problem("invalid_ruleset", str(error), faults, parameters=list(error.parameters)) from None
