"""The command `convert`: writes records in another form, or in the canonical form."""

import json
from collections.abc import Iterator
from typing import IO

from service.cli.record_files import Unreadable, readings
from service.cli.reporters import print_problems
from service.records.json_form import to_json
from service.records.text.writer import write
from service.records.verification.deals import numbered


def convert(name: str, to: str | None, out: IO[str]) -> Iterator[bool]:
    """Write the records of a file to `out` as `text`, `json` (one record) or `ndjson`.

    Without `to`, text becomes JSON, and JSON text. Problems go to standard error. Yields whether each record has
    problems, before it is written. Raises `Unreadable`.
    """
    for number, (source, line, reading) in enumerate(readings(name), 1):
        print_problems(source.name, line, reading.problems)
        record = numbered(reading.record)
        to = to or ("json" if source.kind == "text" else "text")
        yield bool(reading.problems)
        if to == "text":
            out.write(("\n" if number > 1 else "") + write(record))
        elif to == "ndjson":
            out.write(json.dumps(to_json(record), ensure_ascii=False) + "\n")
        elif number == 1:
            out.write(json.dumps(to_json(record), ensure_ascii=False, indent=1) + "\n")
        else:
            raise Unreadable(name, "it has more than one record; use --to ndjson")
