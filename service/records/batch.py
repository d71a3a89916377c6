"""The verification and conversion of many records in a process of the pool.

Each record is decoded, processed and written as JSON before the next, so that only one is in memory and the size of the
result is bounded.
"""

import json
import time
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from service.piquet import ENGINE_VERSION
from service.piquet.table import Table
from service.records.json_form import to_json
from service.records.model import Problem, Reading, Record
from service.records.played import contradicted, record_of
from service.records.stream import Kind, Part, of_json, read_part, readings_of
from service.records.text.writer import write
from service.records.verification import card_inference, deals, verify
from service.records.verification.report import Report, report_json

TRIES = 2000  # the most times that unknown cards are filled in for one request
REPORTS = 4 << 20  # the most bytes of the reports of one request

#: The forms of a record.
Form = Literal["text", "json"]

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Checked(NamedTuple):
    """The reports of records, and how many times unknown cards were filled in for them.

    `reports` has one for each record, or a list of lines for each part of a stream.
    """

    reports: list[Any]
    tries: int


def verify_records(records: Iterable[bytes]) -> Checked:
    """Return the report of each record. Records and reports are JSON; a record may be any buffer.

    A report that would take the total over `REPORTS` bytes is replaced by a short one that says so.
    """
    tries, room = card_inference.Tries(TRIES), REPORTS
    reports = []
    for record in records:
        report = verify.verify(of_json(bytes(record)), tries.of_a_record())
        written = _encode(report_json(report))
        if len(written) > room:
            written = _encode(report_json(_left_out(report)))
        else:
            room -= len(written)
        reports.append(written)
    return Checked(reports, TRIES - tries.left)


def _left_out(report: Report) -> Report:
    message = f"the reports of one request have at most {REPORTS} bytes, and this one is left out"
    return Report(report.ruleset, [Problem("record.limit", message)])


def verify_parts(kind: Kind, parts: Iterable[Part], number: int, seconds: float) -> Checked:
    """Return the result lines of each part of a stream: one line with the report, or none for a part without a record.

    The first record has the number `number`. Once `seconds` have passed, the remaining parts are not processed.
    """
    until = time.monotonic() + seconds
    answers: list[list[bytes]] = []
    used = 0
    for part in parts:
        found = read_part(kind, part)
        if found is None:
            answers.append([])
        else:
            line, reading = found
            tries = card_inference.Tries()
            report = {"record": number, "line": line, **report_json(verify.verify(reading, tries))}
            answers.append([_encode({**report, "engine_version": ENGINE_VERSION}) + b"\n"])
            number, used = number + 1, used + card_inference.OF_A_RECORD - tries.left
        if time.monotonic() > until:
            break
    return Checked(answers, used)


class Converted(NamedTuple):
    """A record in another form, and its problems, both as JSON; `contradicted` by the partie are these members."""

    record: bytes
    problems: bytes
    contradicted: list[str]


def convert_record(record: bytes, to: Form, line: str = "") -> Converted:
    """Convert a record, given as JSON, to the canonical text or JSON.

    With the `line` of a partie, its deals take the place of those of the record, which may be empty then.
    """
    reading = of_json(record) if record else Reading(Record())
    if not line:
        return _converted(reading, to)
    table, head = Table.from_line(line), deals.numbered(reading.record)
    reading.record = record_of(table, head)
    return _converted(reading, to)._replace(contradicted=contradicted(head, table, reading.record))


def convert_unplayed(record: bytes, to: Form) -> Converted | None:
    """Convert a record; None if it must be played for it, because a ruling leaves out the number of its entry.

    That takes much longer than converting.
    """
    reading = of_json(record)
    return None if deals.has_unnumbered(reading.record) else _converted(reading, to)


def _converted(reading: Reading, to: Form) -> Converted:
    canonical = deals.numbered(reading.record)
    converted = write(canonical) if to == "text" else to_json(canonical)
    return Converted(_encode(converted), _encode([problem._asdict() for problem in reading.problems]), [])


def _encode(value: Any) -> bytes:
    return _encoder.encode(value).encode()


# ---------------------------------------------------------------- parts of files


def verify_part(kind: str, content: bytes, line: int) -> list[tuple[int, dict[str, Any]]]:
    """Return the report of each record of a part of a file, with the line where it begins.

    The first line has this number.
    """
    return [(begins, report_json(verify.verify(reading))) for begins, reading in readings_of(kind, content, line)]
