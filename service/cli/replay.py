"""The command `replay`: prints records as a commentary in words, deal by deal, or writes them as a page."""

from collections.abc import Iterator
from typing import IO, Protocol

from service.cli.html_page import HtmlPage
from service.cli.locales import Language
from service.cli.narration import Narrator
from service.cli.record_files import delete_copy, parts, records, require_record, source_of
from service.records.verification.verify import verify


class Writer(Protocol):
    """Writes the commentaries on records, one after the other."""

    def record(self, narrator: Narrator) -> None:
        """Write a commentary."""
        ...

    def end(self) -> None:
        """Write what comes after the last one."""
        ...


def replay(name: str, language: Language, out: IO[str], page: bool = False) -> Iterator[bool]:
    """Write the commentary on each record of a file to `out`, as text or as one HTML page with pictures.

    Problems are not printed. Yields whether each record diverges or has problems, before it is written. Raises
    `Unreadable`.
    """
    source = source_of(name)
    writer: Writer = HtmlPage(language, out) if page else TextOutput(out)
    try:
        for part in parts(source):
            source = part.source
            for _, reading in records(part):
                require_record(source.name, reading)
                report = verify(reading)
                yield not report.agrees
                writer.record(Narrator(reading.record, language, report))
        writer.end()
    finally:
        delete_copy(source)


class TextOutput:
    """Writes commentaries as lines of text."""

    def __init__(self, out: IO[str]) -> None:
        self._out, self._between = out, ""

    def record(self, narrator: Narrator) -> None:
        self._out.write(self._between)
        self._out.writelines(f"{line.text}\n" for line in narrator.lines())
        self._between = "\n\n"

    def end(self) -> None:
        """Write nothing."""
