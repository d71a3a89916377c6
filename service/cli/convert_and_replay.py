"""The commands `convert` and `replay`: records as data, and as a commentary in words."""

import json
from collections.abc import Iterator
from typing import IO

from service.cli import commentary, html_page, record_files
from service.records import json_form, player_names
from service.records.text.writer import write
from service.records.verification.deals import numbered
from service.records.verification.verify import verify
from service.words import CommentaryWords


def convert(name: str, to: str | None, out: IO[str]) -> Iterator[bool]:
    """Write the records of a file to `out` as `text`, `json` (one record) or `ndjson`.

    Without `to`, text becomes JSON, and JSON text. Problems go to standard error. Yields whether each record has
    problems, before it is written. Raises `Unreadable`.
    """
    for number, (source, line, reading) in enumerate(record_files.readings(name), 1):
        record_files.print_problems(source.name, line, reading.problems)
        record = numbered(reading.record)
        to = to or ("json" if source.kind == "text" else "text")
        yield bool(reading.problems)
        if to == "text":
            out.write(("\n" if number > 1 else "") + write(record))
        elif to == "ndjson":
            out.write(json.dumps(json_form.to_json(record), ensure_ascii=False) + "\n")
        elif number == 1:
            out.write(json.dumps(json_form.to_json(record), ensure_ascii=False, indent=1) + "\n")
        else:
            raise record_files.Unreadable(name, "it has more than one record; use --to ndjson")


def replay(name: str, language: CommentaryWords, out: IO[str], page: bool = False) -> Iterator[bool]:
    """Write the commentary on each record of a file to `out`, as text or as one HTML page with pictures.

    Problems are not printed. Yields whether each record diverges or has problems, before it is written. Raises
    `Unreadable`.
    """
    written = html_page.HtmlPage(out) if page else None
    between = ""
    for source, _, reading in record_files.readings(name):
        record_files.require_record(source.name, reading)
        report = verify(reading)
        yield not report.agrees
        narrator = commentary.Narrator(reading.record, language, report)
        if written is not None:
            written.record(narrator)
        else:
            out.write(between)
            out.writelines(f"{player_names.printable(line.text)}\n" for line in narrator.lines())
            between = "\n\n"
    if written is not None:
        written.end()
