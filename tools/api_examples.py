"""Examples of the contract, shortened for `tools.api_page`."""

import json
from urllib.parse import quote

from tools.api_members import Json
from tools.json_text import Verbatim, written

#: The examples shown for each operation, by their names in the contract.
EXAMPLES = {
    "list_rulesets": ("all",),
    "get_ruleset": ("portland",),
    "compare_rulesets": ("denexa",),
    "list_laws": ("all",),
    "get_law": ("L54",),
    "start_partie": ("cut",),
    "deal": ("seed",),
    "deal_concealed": ("first",),
    "check_action_line": ("w1_lead_too_early",),
    "check_action": ("w1_call", "w1_too_many"),
    "check_many_actions": ("two_items",),
    "list_options": ("w1_call",),
    "validate_state": ("ten_points_more",),
    "view_state": ("w1_elder",),
    "picture_line": ("w1_seat",),
    "picture_state": ("w1_play",),
    "list_rulings": ("needs", "wrong_exchange"),
    "settle_partie": ("w6_rubicon", "chouette"),
    "compare_hands": ("w9",),
    "evaluate_hands": ("w1",),
    "get_hand": ("kings",),
    "get_hand_picture": ("signs",),
    "analyse_play": ("followed",),
    "analyse_exchange": ("w1_elder",),
    "verify_records": ("wrong",),
    "convert_record": ("to_json",),
    "list_voleur_rulesets": ("all",),
    "voleur_deal": ("hands",),
    "check_voleur_action": ("call", "not_better"),
    "check_many_voleur_actions": ("two_items",),
    "list_voleur_options": ("reckon",),
    "validate_voleur_state": ("ten_points_more",),
    "view_voleur_state": ("to_act",),
    "settle_voleur_partie": ("won",),
    "compare_voleur_hands": ("repique",),
    "list_normand_rulesets": ("all",),
    "normand_deal": ("hands",),
    "check_normand_action": ("exchange", "too_many"),
    "check_many_normand_actions": ("two_items",),
    "list_normand_options": ("call",),
    "validate_normand_state": ("ten_points_more",),
    "view_normand_state": ("to_act",),
    "settle_normand_partie": ("continued",),
    "compare_normand_hands": ("saved",),
    "index": ("links",),
    "livez": ("ok",),
    "readyz": ("ready",),
}

#: The member that is left out where it is long, and how long a text and an array may be.
_LONG_MEMBER = "state"
_MOST_CHARACTERS = 100
_MOST_IN_ARRAY = 400

_WIDTH = 110


def block(value: Json) -> str:
    """A block of JSON, the whole example where it is short, or an excerpt; a text as it is."""
    if isinstance(value, str):
        return f"```text\n{value}```\n"
    short = _shortened(value)
    mark = "example" if short == value else "excerpt"
    return f"```json {mark}\n{written(short, _WIDTH)}\n```\n"


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
        return Verbatim("{…}")
    if isinstance(value, str) and len(value) > _MOST_CHARACTERS:
        return value[: _MOST_CHARACTERS - 20] + "…"
    if isinstance(value, dict):
        return {key: _shortened(each, key) for key, each in value.items()}
    if isinstance(value, list):
        items = [_shortened(each, name) for each in value]
        if len(items) > 2 and len(json.dumps(items)) > _MOST_IN_ARRAY:
            return [*items[:1], Verbatim("…")]
        return items
    return value
