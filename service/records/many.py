"""Many records, one after the other, as they come: as text, or one in each line as JSON. Memory is that of one."""

import json
from collections.abc import Iterable, Iterator

from service.records.lines import lines
from service.records.model import Problem, Reading, Record
from service.records.reader import read, read_many
from service.records.twin_reader import from_json

LINE = 1 << 20  # the longest line of NDJSON, in bytes

Readings = Iterator[tuple[int, Reading]]


def of_text(chunks: Iterable[bytes], first: int = 1) -> Readings:
    """The records of a text, each with the line where it begins; `first` is the number of the first line."""
    for reading in read_many(chunks, first):
        yield reading.places[""][0], reading


def of_ndjson(chunks: Iterable[bytes], first: int = 1) -> Readings:
    """The records of NDJSON, each an object or a text in a line, with its line."""
    for number, content, whole in lines(chunks, LINE, first):
        if content.strip():
            yield number, of_json(content) if whole else _unread("line.too_long", f"a line has at most {LINE} bytes")


def of_json(content: bytes) -> Reading:
    """The record of JSON in UTF-8: an object, or a text."""
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse)
        if b"\\ud" in content.lower():  # half of a pair of surrogates is no text
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # among the former: what is not UTF-8, and numbers that are too long
        return _unread("member.type", "this is not JSON")
    return read(value) if isinstance(value, str) else from_json(value)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _unread(code: str, message: str) -> Reading:
    return Reading(Record(), [Problem(code, message)])
