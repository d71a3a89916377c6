"""The command `verify`: verifies the records of files on several processors, in order and in constant memory."""

import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from ctypes import c_bool
from itertools import takewhile
from multiprocessing import get_context, parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from typing import Any, NamedTuple

from service.cli.record_files import GivenUp, Part, Source, Unreadable, all_parts, delete_copy, records
from service.records.batch import verify_part
from service.records.recognition import FORMAT_PAGE
from service.records.verification.report import report_json
from service.records.verification.verify import verify

Json = dict[str, Any]

_AHEAD = 4  # parts under way or waiting, for each process
_PATIENCE = 0.2  # seconds after which a wait for a result is interrupted


class Checked(NamedTuple):
    """A verified record: its file, its number there from 1, the line where it begins, and its report.

    The report is as in `/v1/records/verify`.
    """

    file: str
    record: int
    line: int
    report: Json


class Progress(NamedTuple):
    """The number of bytes processed since the last one."""

    size: int


#: The results of a verification, in the order of the files.
Found = Checked | Unreadable | Progress


def check(names: Sequence[str], jobs: int, cluster: str | None = None) -> Generator[Found, None, None]:
    """Verify the records of files and folders with `jobs` processes, or with the cluster at an address."""
    copies: list[Source] = []
    try:
        if cluster is not None:
            from service.cli.dask import over_parts

            yield from _numbered(over_parts(cluster, "verify", all_parts(names, copies), verify_part))
            return
        if jobs == 1:
            yield from _numbered(map(_checked, all_parts(names, copies)))
            return
        stopped = RawValue(c_bool, False)  # without a lock, which a worker that is killed would never release
        # Forked workers import nothing. Python 3.14 forks only if asked; on macOS that is not safe.
        context = get_context("fork" if sys.platform == "linux" else None)
        with ProcessPoolExecutor(jobs, context, _begin_worker, (stopped,)) as pool:
            try:
                yield from _numbered(_in_order(pool, all_parts(names, copies), _AHEAD * jobs))
            finally:
                stopped.value = True
    finally:
        for source in copies:  # temporary copies that were not read to the end
            delete_copy(source)


# In a worker process: whether the command has ended early, so that the results are no longer needed.
_stopped = c_bool(False)


def _begin_worker(stopped: c_bool) -> None:
    """Prepare a worker process: it ignores signals from the terminal, and ends when its parent does."""
    global _stopped
    _stopped = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):  # a forked worker inherits the handlers of the command
        signal.signal(number, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends, for whatever reason."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _in_order(pool: Executor, parts: Iterator[Part | Unreadable], ahead: int) -> Iterator["_Result"]:
    """Yield the results of all parts in order. At most `ahead` of them are under way or waiting for earlier ones."""
    under_way: deque[Future[_Result]] = deque()
    try:
        for part in parts:
            with _without_interrupts():
                under_way.append(pool.submit(_checked, part))
            if len(under_way) > ahead:
                yield _result_of(under_way.popleft())
        while under_way:
            yield _result_of(under_way.popleft())
    finally:
        for future in under_way:  # the results are no longer needed
            future.cancel()


_Result = tuple[Part | None, list[tuple[int, Json]] | Unreadable]


def _result_of(future: "Future[_Result]") -> "_Result":
    """Return the result of a future. An interrupt takes effect within `_PATIENCE` seconds."""
    while True:
        with _without_interrupts():
            if wait((future,), _PATIENCE).done:
                return future.result()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let an interrupt (Ctrl-C) wait for the end of the block.

    Raised within the pool, it could leave one of its locks behind, and the command would wait for the pool for ever.
    """
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        signal.raise_signal(signal.SIGINT)


def _checked(part: Part | Unreadable) -> _Result:
    if isinstance(part, Unreadable):
        return None, part
    try:
        reports = [
            (line, report_json(verify(reading)))
            for line, reading in takewhile(lambda _: not _stopped.value, records(part))
        ]
        return part, reports
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
            if part is not None:  # counts, so that `_ended` does not report the file again
                number += found.records if isinstance(found, GivenUp) else 1
            yield found
        elif part is not None:
            for line, report in found:
                number += 1
                yield Checked(part.source.name, number, line, report)
        if part is not None:
            yield Progress(part.end - part.start)
    yield from _ended(source, number)


def _ended(source: Source | None, number: int) -> Iterator[Unreadable]:
    """Finish a file that had this many records."""
    if source is not None:
        delete_copy(source)
        if not number:
            what = "it has no record" if source.size or source.copied else "it is empty"
            yield Unreadable(source.name, f"{what}; {FORMAT_PAGE} describes the format")
