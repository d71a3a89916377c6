"""Incidents reported as bare facts, as typed structs: one for each kind, distinguished by `kind`.

The structs are made from the questions of the law, so that the two cannot differ.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec

from service.api.schemas import scalars
from service.piquet.law.data.elections import UNTIL
from service.piquet.law.decide import QUESTIONS
from service.piquet.law.kinds.tables import Question, normal


class Proof(scalars.Model):
    """The cards that prove a pack incorrect."""

    missing: scalars.Cards = msgspec.field(default_factory=list)
    double: scalars.Cards = msgspec.field(default_factory=list)


_Written = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Sheet(scalars.BySeat[_Written]):
    """The scores of both seats, as one player wrote them down."""


class Sheets(scalars.BySeat[Sheet]):
    """The score sheets of both players."""


def _number(least: int, most: int) -> Any:
    return Annotated[int, msgspec.Meta(ge=least, le=most)]


def _list(item: Any, least: int, most: int) -> Any:
    return Annotated[list[item], msgspec.Meta(min_length=least, max_length=most)]


def _type(question: Question) -> Any:
    """Return the type of a fact."""
    values = Literal[question.values] if question.values else None
    number = _number(question.least, question.most)
    types: Mapping[str, Any] = {
        "flag": bool,
        "choice": values,
        "number": number,
        "choices": _list(values, 0, len(question.values)),
        "cards": scalars.Cards,
        "positions": scalars.Positions,
        "counts": _list(number, 3, 3),
        "amount": number | scalars.Cards,
        "proof": Proof,
        "packets": _list(number, 2, 2),
        "sheets": Sheets,
    }
    return types[question.form] | None if question.null else types[question.form]


_PASSED: Any = _list(Literal[tuple(name for name in UNTIL if name != "none")], 0, len(UNTIL))


class ReportedIncident(scalars.Model):
    """An incident reported as bare facts. `dealer` is the seat that dealt; `passed` are times that are past."""

    facts: Any
    dealer: scalars.Seat | msgspec.UnsetType
    passed: list[str]

    def known(self) -> dict[str, Any]:
        """Return the facts that are given, by name, as the tables of the law take them."""
        given = {name: getattr(self.facts, name) for name in self.facts.__struct_fields__}
        questions = {question.name: question for question in QUESTIONS[self.kind]}
        return {
            name: normal(questions[name], msgspec.to_builtins(value))
            for name, value in given.items()
            if value is not msgspec.UNSET
        }

    @property
    def kind(self) -> str:
        """The name of the kind of irregularity."""
        return str(self.__struct_config__.tag)


def _struct(kind: str, questions: tuple[Question, ...]) -> Any:
    name = kind.title().replace("_", "")
    facts = msgspec.defstruct(
        f"{name}Facts",
        [(question.name, _type(question) | msgspec.UnsetType, msgspec.UNSET) for question in questions],
        bases=(scalars.Model,),
        module=__name__,
    )
    members: Any = [
        ("facts", facts, msgspec.field(default_factory=facts)),
        ("dealer", scalars.Seat | msgspec.UnsetType, msgspec.UNSET),
        ("passed", _PASSED, msgspec.field(default_factory=list)),
    ]
    return msgspec.defstruct(
        f"{name}Incident", members, bases=(ReportedIncident,), module=__name__, tag=kind, tag_field="kind", kw_only=True
    )


#: The struct of each kind, by its name.
INCIDENTS: Mapping[str, Any] = {kind: _struct(kind, questions) for kind, questions in QUESTIONS.items()}
IncidentOfFacts = reduce(or_, INCIDENTS.values())
