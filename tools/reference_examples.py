"""Examples of the contract, shortened for `tools.reference_page`."""

import json
from urllib.parse import quote

from tools.json_text import Verbatim, written
from tools.reference_members import Json

#: The most lines of a block. A request is more often complete, so that it can be sent.
MOST_LINES = 8
MOST_LINES_OF_A_REQUEST = 9

#: How an example is shortened, step by step until it has few enough lines: objects nested deeper than the first number
#: are left out, and so are the items of an array beyond the second.
_STEPS = ((9, 9), (9, 2), (9, 1), (5, 1), (4, 1), (3, 1), (2, 1), (1, 1))

#: The member that is left out where it is long, and how long a text and an object may be.
_LONG_MEMBER = "state"
_MOST_CHARACTERS = 100
_MOST_IN_STATE = 400

#: How many characters a list may have; an object that is written in one line; and what is within such an object.
_MOST_IN_LINE = 110
_MOST_IN_OBJECT = 95
_MOST_WITHIN = 48

_WIDTH = 120

#: A member of every response, which the examples leave out.
_EVERYWHERE = "engine_version"

_LEFT_OUT = Verbatim("…")


def block(value: Json, most: int = MOST_LINES) -> str:
    """A block of JSON with at most so many lines, the complete example where it is short, or an excerpt; or a text."""
    if isinstance(value, str):
        lines = value.rstrip("\n").split("\n")
        cut = [*lines[: most - 1], "…"] if len(lines) > most else lines
        return "```text\n" + "\n".join(cut) + "\n```\n"
    short, text = value, ""
    own = {name: each for name, each in value.items() if name != _EVERYWHERE}
    for deepest, items in _STEPS:
        short = _shortened(own, deepest, items)
        text = written(short, _WIDTH, at_once=True)
        if text.count("\n") < most:
            break
    else:
        first_members = dict(list(short.items())[: most - 3])
        text = written(first_members, _WIDTH).removesuffix("\n}") + ",\n  …\n}"
    return f"```json {'example' if short == value else 'excerpt'}\n{text}\n```\n"


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


def _shortened(value: Json, deepest: int, items: int, name: str = "") -> Json:
    if name == _LONG_MEMBER and isinstance(value, dict) and len(json.dumps(value)) > _MOST_IN_STATE:
        return Verbatim("{…}")
    if isinstance(value, str) and len(value) > _MOST_CHARACTERS:
        return value[: _MOST_CHARACTERS - 20] + "…"
    if isinstance(value, dict):
        if deepest == 0:
            return _in_a_line(value)
        return {key: _shortened(each, deepest - 1, items, key) for key, each in value.items()}
    if isinstance(value, list):
        shown = [_shortened(each, max(deepest - 1, 0), items) for each in value]
        is_long = len(json.dumps(shown)) > _MOST_IN_LINE
        return [*shown[:items], _LEFT_OUT] if is_long and len(shown) > items else shown
    return value


def _in_a_line(value: dict[str, Json]) -> Json:
    """The first members of an object, as many as a line has room for."""
    parts: list[str] = []
    for name, each in value.items():
        part = f"{json.dumps(name)}: {_brief(each)}"
        if parts and len(", ".join([*parts, part])) > _MOST_IN_OBJECT:
            return Verbatim(f"{{{', '.join(parts)}, …}}")
        parts.append(part)
    return Verbatim(f"{{{', '.join(parts)}}}")


def _brief(value: Json) -> str:
    """A value within an object that is written in one line."""
    if isinstance(value, dict) and len(json.dumps(value)) > _MOST_WITHIN:
        return "{…}"
    if isinstance(value, list) and len(json.dumps(value)) > _MOST_WITHIN:
        return "[…]" if isinstance(value[0], dict | list) else f"[{json.dumps(value[0])}, …]"
    if isinstance(value, str) and len(value) > _MOST_WITHIN:
        return json.dumps(f"{value[: _MOST_WITHIN - 1]}…", ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False)
