"""Why a body is not JSON, and at which byte, line and column."""

import re

import msgspec

_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_MALFORMED = re.compile(r"JSON is malformed: (?P<what>.*) \(byte (?P<offset>\d+)\)")
_NOT_A_NUMBER = re.compile(rb"NaN|-?Infinity")
_ESCAPE = re.compile(rb"\\(?:u(?P<unit>[0-9a-fA-F]{4})|.)", re.DOTALL)


def explain_syntax(body: bytes, error: Exception) -> str:
    """One sentence on what makes `body` malformed; `error` is what a decoder said of it, or of one of its members."""
    if not body.strip(b" \t\r\n"):
        return "the body is empty"
    if body.startswith(_BYTE_ORDER_MARKS):
        return "the body begins with a byte order mark; JSON is sent as UTF-8 without one"
    try:
        body.decode()
        msgspec.json.decode(body)
    except UnicodeDecodeError as invalid:
        return f"the body is not UTF-8: {invalid.reason} at {_place(body, invalid.start)}"
    except msgspec.ValidationError:
        pass  # a number out of range comes before what is malformed; `error` has no place that fits the whole body
    except msgspec.DecodeError as malformed:
        error = malformed
    return _told(body, str(error))


def _told(body: bytes, message: str) -> str:
    """The decoder's `message` in the terms of the whole body."""
    # It takes half a pair near the end of the body for the body's end, so that comes first.
    half = _half_pair(body) if "surrogate" in message or "hex escape" in message or "truncated" in message else None
    if half is not None:
        return f"a string has half of a surrogate pair, which is no character, at {_place(body, half)}"
    if "truncated" in message:
        return f"the body ends in the middle of a value, at {_place(body, len(body))}"
    match = _MALFORMED.fullmatch(message)
    if not match:
        return message
    offset = int(match["offset"])
    for start in (max(offset - 1, 0), offset):  # a minus sign is read as the beginning of a number
        if name := _NOT_A_NUMBER.match(body, start):
            return f"{name[0].decode()} is not a number in JSON, at {_place(body, start)}"
    return f"{match['what']} at {_place(body, offset)}"


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
