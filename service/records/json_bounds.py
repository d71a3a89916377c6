"""Bounds of JSON that are known before it is decoded."""

#: The most arrays and objects within one another. What a program needs has a dozen; decoders can go at least this far
#: in every supported version of Python, from wherever they are called.
DEPTH = 500

_QUOTE, _OPENING = b'"['
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_OTHERS = bytes({*range(256)} - {*b'"[]{}'})


def count_nodes(content: bytes) -> int:
    """Return an upper bound of the values and names in JSON, without decoding it.

    It also counts marks of JSON inside strings.
    """
    return 1 + sum(map(content.count, (b",", b":", b"[", b"{")))


def is_too_deep(content: bytes) -> bool:
    """Return whether JSON has more than `DEPTH` arrays and objects within one another, without decoding it.

    How far a decoder goes before it raises `RecursionError` depends on the version of Python and on who calls it.
    """
    if content.count(b"[") + content.count(b"{") <= DEPTH:
        return False
    if b"\\" in content:
        content = content.replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = content.translate(_ONE_KIND, _OTHERS)
    depth, in_string = 0, False
    # Strings without marks go first, and all but one of sixteen such lists side by side, which are equally deep.
    for mark in marks.replace(b'""', b"").replace(b"[]" * 16, b"[]"):
        if mark == _QUOTE:
            in_string = not in_string
        elif not in_string:
            depth += 1 if mark == _OPENING else -1
            if depth > DEPTH:
                return True
    return False
