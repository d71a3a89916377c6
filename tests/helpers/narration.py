"""The commentary on a record, as the command `replay` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from service.cli.commentary import Narrator
from service.records.model import Record
from service.records.verification.report import Report
from service.words import CommentaryWords


def narrate(record: Record, language: CommentaryWords, report: Report | None = None) -> Iterator[str]:
    """The lines of the commentary; with the `report` of a verification, wrong claims are among them."""
    return (line.text for line in Narrator(record, language, report).lines())
