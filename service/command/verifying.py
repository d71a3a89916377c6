"""Records of files checked, on as many processors as there are: part by part, in order, in constant memory."""

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any, NamedTuple

from service.command.files import Part, Source, Unreadable, forget, parts, records, sources
from service.records.report import report_json
from service.records.verify import verify

Json = dict[str, Any]

_AHEAD = 4  # parts for each process


class Checked(NamedTuple):
    """A record that was checked: its file, its number in it from 1, the line where it begins, and the report as
    `/v1/records/verify` gives it."""

    file: str
    record: int
    line: int
    report: Json


class Progress(NamedTuple):
    """So many bytes more have been worked through."""

    size: int


#: What comes of a check, in the order of the files.
Found = Checked | Unreadable | Progress


def check(names: Sequence[str], jobs: int) -> Iterator[Found]:
    """Checks the records of files and folders with `jobs` processes."""
    if jobs == 1:
        yield from _numbered(map(_checked, _parts(names)))
        return
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from _numbered(_in_order(pool, names, _AHEAD * jobs))


def _in_order(pool: Executor, names: Sequence[str], ahead: int) -> Iterator["_Result"]:
    """The results of all parts, of which no more than `ahead` are under way or wait for those before them."""
    under_way: deque[Future[_Result]] = deque()
    try:
        for part in _parts(names):
            under_way.append(pool.submit(_checked, part))
            if len(under_way) > ahead:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:  # nobody wants to know any more
            future.cancel()


_Result = tuple[Part | None, list[tuple[int, Json]] | Unreadable]


def _parts(names: Sequence[str]) -> Iterator[Part | Unreadable]:
    for source in sources(names):
        if isinstance(source, Unreadable):
            yield source
            continue
        try:
            yield from parts(source)
        except Unreadable as unreadable:
            yield unreadable


def _checked(part: Part | Unreadable) -> _Result:
    if isinstance(part, Unreadable):
        return None, part
    try:
        return part, [(line, report_json(verify(reading))) for line, reading in records(part)]
    except Unreadable as unreadable:
        return part, unreadable


def _numbered(results: Iterator[_Result]) -> Iterator[Found]:
    source: Source | None = None
    number = 0
    for part, found in results:
        if part is not None and part.start == 0:
            yield from _ended(source, number)
            source, number = part.source, 0
        if isinstance(found, Unreadable):
            number += part is not None  # that is told
            yield found
        elif part is not None:
            for line, report in found:
                number += 1
                yield Checked(part.source.name, number, line, report)
        if part is not None:
            yield Progress(part.end - part.start)
    yield from _ended(source, number)


def _ended(source: Source | None, number: int) -> Iterator[Unreadable]:
    """A file that had so many records is behind."""
    if source is not None:
        forget(source)
        if not number:
            yield Unreadable(source.name, "there is no record in it")
