"""Error messages for bodies that are not JSON, with the byte, line and column.

The decoder of request bodies is fast but gives only a rough position. A body that it refuses is decoded once more by
the standard library, which gives the exact position.
"""

import json
import re

from service.records.json_bounds import count_nodes
from service.records.model import NODES

_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_NON_NUMBERS = re.compile(rb'"(?:\\.|[^"\\])*+"|(?P<name>-?(?:NaN|Infinity))', re.DOTALL)
# An escape: a surrogate pair, half of one without the other half, or any other.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<half>u[dD][89a-fA-F]..)|.)",
    re.DOTALL,
)

#: What a trailing comma stands at the end of, by the message of Python 3.12 or earlier and the byte that it points at.
_AFTER_LAST_COMMA = {
    ("Expecting property name enclosed in double quotes", b"}"): "object",
    ("Expecting value", b"]"): "array",
}
_SPACE = b" \t\r\n"


def explain_syntax(body: bytes, error: Exception) -> str:
    """Return a sentence on why `body` is malformed.

    `error` is the error of the decoder for it or for one of its members.
    """
    if not body.strip(_SPACE):
        return "the body is empty"
    if body.startswith(_BYTE_ORDER_MARKS):
        return "the body begins with a byte order mark; JSON is sent as UTF-8 without one"
    try:
        text = body.decode()
        if count_nodes(body) > NODES:  # decoded into plain objects it would take too much memory
            return str(error)
        # Numbers stay strings: Python refuses to convert a very long one, which is not an error of syntax.
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except UnicodeDecodeError as invalid:
        return f"the body is not UTF-8: {invalid.reason} at {_position(body, invalid.start)}"
    except json.JSONDecodeError as malformed:
        return _message(body, malformed.msg, len(text[: malformed.pos].encode()))
    except ValueError:
        found = next(found for found in _NON_NUMBERS.finditer(body) if found["name"])
        return f"{found['name'].decode()} is not a number in JSON, at {_position(body, found.start())}"
    half = next((escape.start() for escape in _ESCAPE.finditer(body) if escape["half"]), None)
    if half is None:
        return str(error)
    return f"a string has half of a surrogate pair, which is not a character, at {_position(body, half)}"


def _refuse(name: str) -> None:
    """Refuse NaN and Infinity, which the standard library accepts as numbers."""
    raise ValueError(name)


def _message(body: bytes, what: str, offset: int) -> str:
    if offset >= len(body.rstrip(_SPACE)) or what.startswith("Unterminated string"):
        return f"the body ends in the middle of a value, at {_position(body, len(body))}"
    ends = _AFTER_LAST_COMMA.get((what, body[offset : offset + 1]))
    before = body[:offset].rstrip(_SPACE)
    if ends and before.endswith(b","):
        what, offset = f"Illegal trailing comma before end of {ends}", len(before) - 1
    return f"{what[0].lower()}{what[1:].removesuffix(' at')} at {_position(body, offset)}"


def _position(body: bytes, offset: int) -> str:
    line = body.count(b"\n", 0, offset) + 1
    column = offset - body.rfind(b"\n", 0, offset)
    return f"byte {offset} (line {line}, column {column})"
