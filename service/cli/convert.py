"""Records from one form into the other, or into the canonical form of what they are."""

import json
import sys
from collections.abc import Iterator
from typing import IO

from service.cli.record_files import Source, Unreadable, forget, one, parts, records
from service.cli.reporters import shown
from service.records.json_form.format import to_json
from service.records.model import Record
from service.records.text.writer import write


def convert(name: str, to: str | None, out: IO[str]) -> Iterator[bool]:
    """Writes the records of a file to `out` as `text`, as `json` (one record) or `ndjson`; unless it is said, as what
    the file is not. Problems are told on standard error. Yields whether a record had any, before it is written."""
    for number, (kind, found, record) in enumerate(_read(one(name)), 1):
        to = to or ("json" if kind == "text" else "text")
        yield found > 0
        if to == "text":
            out.write(("\n" if number > 1 else "") + write(record))
        elif to == "ndjson":
            out.write(json.dumps(to_json(record), ensure_ascii=False) + "\n")
        elif number == 1:
            out.write(json.dumps(to_json(record), ensure_ascii=False, indent=1) + "\n")
        else:
            raise Unreadable(name, "it has more than one record, which become ndjson, and not json")


def _read(source: Source) -> Iterator[tuple[str, int, Record]]:
    """The records of a file, each with what the file holds and how many problems it had."""
    try:
        for part in parts(source):
            source = part.source
            for line, reading in records(part):
                for problem in reading.problems:
                    where = f"{problem.line}:{problem.column}" if problem.line else f"{line}: {problem.pointer or '/'}"
                    print(f"{shown(source.name)}:{where}: {problem.message} [{problem.code}]", file=sys.stderr)
                yield source.kind, len(reading.problems), reading.record
    finally:
        forget(source)
