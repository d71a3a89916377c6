"""Parts of files with records, sent to another machine as they are: what `verify` and `compare` make of them."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from service.records.model import Problem, Reading
from service.records.stream import of_json, of_ndjson, of_text
from service.records.verification.report import report_json
from service.records.verification.verify import verify
from service.tournaments.boards import Board, Sitting


def verify_part(kind: str, content: bytes, line: int) -> list[tuple[int, dict[str, Any]]]:
    """Return the report of each record of a part, with the line where it begins. The first line has this number."""
    return [(begins, report_json(verify(reading))) for begins, reading in readings_of(kind, content, line)]


#: A record on its boards, as `OnBoards` has it, after the line where it begins.
Compared = tuple[int, list[Problem], list[tuple[Board, Sitting]], bytes]


def compare_part(kind: str, content: bytes, line: int) -> list[Compared]:
    """Return each record of a part on its boards, with its deals as those of record 0."""
    from service.tasks.board_plays import sittings_with_play  # with numpy and the solver, which verification needs not

    return [(begins, *sittings_with_play(reading, 0)) for begins, reading in readings_of(kind, content, line)]


def readings_of(kind: str, content: bytes, line: int = 1) -> Iterator[tuple[int, Reading]]:
    """Yield the records of a content of this kind, each with the line where it begins."""
    if kind == "json":
        return iter([(1, of_json(content))])
    return (of_ndjson if kind == "ndjson" else of_text)(BytesIO(content), line)
