"""Examples of the contract, shortened for `tools.reference_page`."""

import json
from urllib.parse import quote

from tools.json_text import Verbatim, written
from tools.reference_members import Json

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
            query.append(f"{each['name']}={quote(str(value), safe='~@')}")
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
