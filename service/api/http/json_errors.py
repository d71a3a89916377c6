"""Why a body is not JSON, and at which byte, line and column.

The decoder that reads bodies is fast and tells the place only roughly. A body that it refused is read once more by the
standard library's, which is exact.
"""

import json
import re

from service.records.model import NODES
from service.records.stream import count_nodes

_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_NAMES_OF_NO_NUMBER = re.compile(rb'"(?:\\.|[^"\\])*+"|(?P<name>-?\b(?:NaN|Infinity)\b)', re.DOTALL)
_ESCAPE = re.compile(rb"\\(?:u(?P<unit>[0-9a-fA-F]{4})|.)", re.DOTALL)


def explain_syntax(body: bytes, error: Exception) -> str:
    """One sentence on what makes `body` malformed; `error` is what the decoder said of it, or of one of its members."""
    if not body.strip(b" \t\r\n"):
        return "the body is empty"
    if body.startswith(_BYTE_ORDER_MARKS):
        return "the body begins with a byte order mark; JSON is sent as UTF-8 without one"
    try:
        text = body.decode()
        if count_nodes(body) > NODES:  # as plain objects they would take much memory
            return str(error)
        # Numbers stay text: that one is too long is not what is wrong here.
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except UnicodeDecodeError as invalid:
        return f"the body is not UTF-8: {invalid.reason} at {_place(body, invalid.start)}"
    except json.JSONDecodeError as malformed:
        return _told(body, malformed.msg, len(text[: malformed.pos].encode()))
    except _NoNumberError:
        return _no_number(body)
    except RecursionError:
        return str(error)
    half = _half_pair(body)
    if half is None:
        return str(error)
    return f"a string has half of a surrogate pair, which is no character, at {_place(body, half)}"


class _NoNumberError(Exception):
    """NaN or Infinity, which the standard library takes for numbers."""


def _refuse(name: str) -> None:
    raise _NoNumberError(name)


def _told(body: bytes, what: str, offset: int) -> str:
    if offset >= len(body.rstrip(b" \t\r\n")) or what.startswith("Unterminated string"):
        return f"the body ends in the middle of a value, at {_place(body, len(body))}"
    return f"{what[0].lower()}{what[1:].removesuffix(' at')} at {_place(body, offset)}"


def _no_number(body: bytes) -> str:
    for found in _NAMES_OF_NO_NUMBER.finditer(body):
        if found["name"]:
            return f"{found['name'].decode()} is not a number in JSON, at {_place(body, found.start())}"
    return "NaN and Infinity are not numbers in JSON"


def _half_pair(body: bytes) -> int | None:
    """Where an escape stands for half of a surrogate pair and the other half is not beside it."""
    high_ends = -1
    high_begins = 0
    for escape in _ESCAPE.finditer(body):
        unit = int(escape["unit"] or b"0", 16)
        low = 0xDC00 <= unit <= 0xDFFF
        if high_ends >= 0 and not (low and escape.start() == high_ends):
            return high_begins
        if low and high_ends < 0:
            return escape.start()
        high_ends, high_begins = (escape.end(), escape.start()) if 0xD800 <= unit <= 0xDBFF else (-1, 0)
    return high_begins if high_ends >= 0 else None


def _place(body: bytes, offset: int) -> str:
    line = body.count(b"\n", 0, offset) + 1
    column = offset - body.rfind(b"\n", 0, offset)
    return f"byte {offset} (line {line}, column {column})"
