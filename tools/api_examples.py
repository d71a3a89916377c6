"""Examples of the contract, shortened for `tools.api_page`."""

import json
from urllib.parse import quote

from tools.api_members import Json

#: The examples shown for each operation, by their names in the contract.
EXAMPLES = {
    "list_rulesets": ("all",),
    "get_ruleset": ("portland",),
    "compare_rulesets": ("denexa",),
    "start_partie": ("cut",),
    "deal": ("seed",),
    "deal_concealed": ("first",),
    "check_action_line": ("w1_lead_too_early",),
    "check_action": ("w1_call", "w1_too_many"),
    "check_many_actions": ("two_items",),
    "list_options": ("w1_call",),
    "validate_state": ("ten_points_more",),
    "view_state": ("w1_elder",),
    "settle_partie": ("w6_rubicon", "chouette"),
    "compare_hands": ("w9",),
    "evaluate_hands": ("w1",),
    "get_hand": ("kings",),
    "analyse_play": ("followed",),
    "analyse_exchange": ("w1_elder",),
    "verify_records": ("wrong",),
    "convert_record": ("to_json",),
    "index": ("links",),
    "livez": ("ok",),
    "readyz": ("ready",),
}

#: The member that is left out where it is long, and how long a text and an array may be.
_LONG_MEMBER = "state"
_MOST_CHARACTERS = 100
_MOST_IN_ARRAY = 400

_WIDTH = 110


class _Gap(str):
    """Something left out, written as it stands."""

    __slots__ = ()


def block(value: Json) -> str:
    """A block of JSON: the whole example where it is short, or an excerpt."""
    short = _shortened(value)
    mark = "example" if short == value else "excerpt"
    return f"```json {mark}\n{_written(short)}\n```\n"


def address(method: str, path: str, operation: Json, example: str) -> str:
    """The request line of a GET, with the values of its parameters in an example."""
    query = []
    for each in operation.get("parameters", ()):
        value = each.get("examples", {}).get(example, {}).get("value")
        if value is None:
            continue
        if each["in"] == "path":
            path = path.replace(f"{{{each['name']}}}", quote(value))
        else:
            query.append(f"{each['name']}={quote(value, safe='~@')}")
    return f"{method.upper()} {path}{'?' if query else ''}{'&'.join(query)}"


def _shortened(value: Json, name: str = "") -> Json:
    if name == _LONG_MEMBER and isinstance(value, dict) and len(json.dumps(value)) > _MOST_IN_ARRAY:
        return _Gap("{…}")
    if isinstance(value, str) and len(value) > _MOST_CHARACTERS:
        return value[: _MOST_CHARACTERS - 20] + "…"
    if isinstance(value, dict):
        return {key: _shortened(each, key) for key, each in value.items()}
    if isinstance(value, list):
        items = [_shortened(each, name) for each in value]
        if len(items) > 2 and len(json.dumps(items)) > _MOST_IN_ARRAY:
            return [*items[:1], _Gap("…")]
        return items
    return value


def _written(value: Json, indent: int = 0) -> str:
    """JSON with one member on a line, and a short value on the line of its name."""
    line = _line(value)
    if (indent and len(line) + indent <= _WIDTH) or not value or not isinstance(value, dict | list):
        return line
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {_written(each, inner)}" for name, each in value.items()]
    else:
        parts = [_written(each, inner) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(" " * inner + part for part in parts) + f"\n{' ' * indent}{closing}"


def _line(value: Json) -> str:
    if isinstance(value, _Gap):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {_line(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_line, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
