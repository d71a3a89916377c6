"""The command `replay`: prints records as a commentary in words, deal by deal, or writes them as a page."""

from collections.abc import Iterator
from typing import IO

from service.cli.commentary import Narrator
from service.cli.html_page import HtmlPage
from service.cli.record_files import readings, require_record
from service.records.player_names import printable
from service.records.verification.verify import verify
from service.words import CommentaryWords


def replay(name: str, language: CommentaryWords, out: IO[str], page: bool = False) -> Iterator[bool]:
    """Write the commentary on each record of a file to `out`, as text or as one HTML page with pictures.

    Problems are not printed. Yields whether each record diverges or has problems, before it is written. Raises
    `Unreadable`.
    """
    written = HtmlPage(out) if page else None
    between = ""
    for source, _, reading in readings(name):
        require_record(source.name, reading)
        report = verify(reading)
        yield not report.agrees
        narrator = Narrator(reading.record, language, report)
        if written is not None:
            written.record(narrator)
        else:
            out.write(between)
            out.writelines(f"{printable(line.text)}\n" for line in narrator.lines())
            between = "\n\n"
    if written is not None:
        written.end()
