"""The forms of an action, from the table of actions: what it has for one value of a member, regular or irregular.

`action: {type: call, category: point, irregular: true}` in a short form stands for a marked call of a point, and
`correction` for an action inside another, which has no seat. Of a list of values the form has the members that they
share. If nothing is said of `irregular`, the form allows the mark if the type does. `having` names which of two members
is given that exclude each other.
"""

from collections.abc import Mapping
from typing import Any

from service.api.schemas.actions import type_of
from service.piquet.actions import CORRECTIONS, TABLE, ActionType
from tools.components.from_types import Types, described
from tools.components.short_form import closed_object, in_order, reference

Json = Any


def form_of_action(short: Mapping[str, Json], types: Types) -> Json:
    """The schema of a short form with `action` or `correction`. Its members are descriptions."""
    about = short.get("action") or short["correction"]
    row = (TABLE if "action" in short else CORRECTIONS).types[about["type"]]
    required, names = _members(row, about)
    properties: dict[str, Json] = {"seat": reference("Seat")} if "action" in short else {}
    properties["type"] = {"type": "string", "const": row.name}
    for name in names:
        schema = _constant(about[name]) if name in about and name != "irregular" else None
        properties[name] = schema or types.schema(type_of(row.all_members[name]))
    if "irregular" in properties:
        properties["irregular"] = reference("Irregular")
    remarks = short.get("members", {})
    assert remarks.keys() <= properties.keys(), f"{row.name} has no {remarks.keys() - properties.keys()}"
    always = [name for name in properties if name in ("seat", "type") or name in required]
    members = {name: described(schema, remarks.get(name)) for name, schema in properties.items()}
    beside = {name: value for name, value in short.items() if name not in ("action", "correction", "members")}
    return in_order({**closed_object(members, always), **beside})


def _members(row: ActionType, about: Mapping[str, Json]) -> tuple[set[str], list[str]]:
    """The required members of a form, and all of them in the order of the table."""
    required, left_out = set(row.required), set()
    if "irregular" in about:
        required |= {"irregular"} if about["irregular"] else set()
        left_out |= set() if about["irregular"] else {"irregular", *(row.marks or ())}
    if row.depends:
        values = about[row.depends.member]
        (own,) = {row.depends.own[value] for value in ([values] if isinstance(values, str) else values)}
        required |= set(own.required)
        left_out |= row.depends.members.difference(*own)
    if row.either and "having" in about:
        required.add(about["having"])
        left_out |= {row.either.one, row.either.other} - {about["having"]}
    return required, [name for name in row.all_members if name not in left_out]


def _constant(value: str | list[str]) -> Json:
    return {"type": "string", "const": value} if isinstance(value, str) else {"type": "string", "enum": value}
