"""Schemas from the tables of the law and of the rulesets."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from service.api.schemas import incident_facts, scalars
from service.multiplayer.games import GAMES
from service.multiplayer.parameters import PUBLISHED
from service.piquet.law.decide import QUESTIONS
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.kinds.tables import OUTCOME, ROLES
from service.piquet.rulesets.parameters import LAW_CODES, LAW_PREFIX, LAW_ROWS, PARAMETERS, Parameter, Value
from tools.components.from_types import Types, described
from tools.components.short_form import closed_object, one_of, reference

Json = Any

#: The schemas of the contract that facts refer to, by their types.
_NAMES = {
    scalars.Cards: "Cards",
    scalars.Positions: "Positions",
    incident_facts.Proof: "ProofOfPack",
    incident_facts.Sheet: "WrittenScores",
    incident_facts.Sheets: "ScoreSheets",
    Literal[ROLES]: "Side",
    scalars.Category: "Category",
    Literal[OUTCOME.values]: "IncidentOutcome",
}
_TYPES = Types(_NAMES, unnamed="A number of cards.")

_TYPE_NAMES = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
#: What the title of the values of one type ends with, and their description.
_SOME = {"integer": ("Size", "This many."), "string": ("Name", "Another way.")}


def incidents() -> Iterator[tuple[str, Json]]:
    """Yield the incidents that are given as facts, by their names: their union, and for each kind it and its facts."""
    names = {kind: struct.__name__ for kind, struct in incident_facts.INCIDENTS.items()}
    yield "IncidentOfFacts", one_of("kind", names)
    for kind, name in names.items():
        facts = _facts(kind)
        what = " ".join(each.what for each in BY_NAME[kind])
        numbers = ", ".join(each.number for each in BY_NAME[kind])
        properties = {
            "kind": {"type": "string", "const": kind},
            "facts": reference(facts.__name__),
            "dealer": reference("IncidentDealer"),
            "passed": reference("PassedTimes"),
        }
        yield name, {"description": f"{what} ({numbers})", **closed_object(properties, ["kind"])}
        texts = {
            question.name: None if question == OUTCOME else question.text.format(side="the player")
            for question in QUESTIONS[kind]
        }
        yield facts.__name__, {"description": f"The facts of `{kind}`.", **_TYPES.structure(facts, texts)}


def _facts(kind: str) -> type[msgspec.Struct]:
    """The struct of the facts of a kind."""
    fields = {field.name: field for field in msgspec.structs.fields(incident_facts.INCIDENTS[kind])}
    struct: type[msgspec.Struct] = fields["facts"].default_factory
    return struct


def overrides() -> Iterator[tuple[str, Json]]:
    """Yield what may be overridden in the rulesets of each game, by its name in the contract."""
    yield "Overrides", _overrides({name: (about, _law_row(name)) for name, about in PARAMETERS.items()})
    for game in GAMES:
        parameters = PUBLISHED[game].parameters
        yield f"{game.capitalize()}Overrides", _overrides({name: (about, "") for name, about in parameters.items()})


def _overrides(parameters: Mapping[str, tuple[Parameter, str]]) -> Json:
    properties = {
        name: described(_values(name, about.values), _sentence(meaning or about.meaning, about.rule))
        for name, (about, meaning) in parameters.items()
    }
    return closed_object(properties, [])


def _law_row(parameter: str) -> str:
    """What a parameter decides that chooses the code of a row; empty for any other."""
    row = LAW_ROWS.get(parameter.removeprefix(LAW_PREFIX)) if parameter.startswith(LAW_PREFIX) else None
    return row.meaning if row else ""


def _sentence(meaning: str, rule: str) -> str:
    return f"{meaning[0].upper()}{meaning[1:]} ({rule})."


def _values(name: str, values: tuple[Value, ...]) -> Json:
    """A closed list of values, as one schema for each type among them."""
    if values == (None, *LAW_CODES):
        return reference("LawCodeOrNull")
    title = "".join(map(str.capitalize, name.split("_")))
    by_type: dict[str, list[Value]] = {}
    for value in values:
        by_type.setdefault(_TYPE_NAMES[type(value)], []).append(value)
    if len(by_type) == 1:
        return {"type": (kind := next(iter(by_type))), "enum": by_type[kind]}
    null = [{"type": "null"}] if by_type.pop("null", None) else []
    return {"oneOf": [*(_some(title, kind, some, len(by_type) > 1) for kind, some in by_type.items()), *null]}


def _some(title: str, kind: str, values: list[Value], several: bool) -> Json:
    """The values of one type among those of a parameter."""
    suffix, description = _SOME[kind]
    return {
        "title": title + suffix if several else title,
        "type": kind,
        "enum": values,
        "description": description,
    }
