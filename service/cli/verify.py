"""The command `verify`: verifies the records of files on several processors, in order and in constant memory.

The result is written as text, as JSON lines or as JUnit XML.
"""

import json
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from ctypes import c_bool
from itertools import takewhile
from multiprocessing import get_context, parent_process
from multiprocessing.sharedctypes import RawValue
from tempfile import SpooledTemporaryFile
from threading import Thread
from typing import IO, Any, NamedTuple, Protocol

from service.cli.commentary import happened
from service.cli.record_files import GivenUp, Part, Source, Unreadable, all_parts, delete_copy, records
from service.piquet.law.data.elections import UNTIL
from service.piquet.suggestions import listed
from service.records.batch import verify_part
from service.records.player_names import printable
from service.records.recognition import FORMAT_PAGE
from service.records.verification.report import report_json
from service.records.verification.verify import verify
from service.words import words_in

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


# ---------------------------------------------------------------- reports


_BUFFER = 1 << 20


class Out(Protocol):
    """A stream that text is written to."""

    def write(self, text: str, /) -> object:
        """Write text."""


def outcome(report: Json) -> str:
    """Return the outcome of a report.

    `agrees`, `agrees_so_far` (not everything could be checked), `diverges`, or `problems` (not everything could be
    read, and the rest agrees).
    """
    if report["divergences"] or report["carried_forward"]:
        return "diverges"
    if report["problems"]:
        return "problems"
    return "agrees" if report["complete"] else "agrees_so_far"


def report_lines(checked: Checked) -> list[str]:
    """Return the findings of a record as lines of text; those that only carry errors forward come last."""
    report = checked.report
    findings = (*report["problems"], *report["divergences"], *report["carried_forward"])
    found = [line for finding in findings for line in lines(checked, finding)]
    if report["unlisted"]:
        found.append(f"{printable(checked.file)}:{checked.line}: {report['unlisted']:,} more divergences, not listed")
    return found


def place(checked: Checked, finding: Json) -> str:
    """Return the place of a finding: file, line and column if known, or the JSON Pointer for a record in JSON."""
    if finding["line"] is not None:
        return f"{printable(checked.file)}:{finding['line']}:{finding['column'] or 1}"
    return f"{printable(checked.file)}:{checked.line}: {finding['pointer'] or '/'}"


def lines(checked: Checked, finding: Json) -> list[str]:
    """Return a finding as lines of text."""
    deal = f"deal {finding['deal']}: " if finding.get("deal") else ""
    rule = f" ({finding['rule']})" if finding.get("rule") else ""
    if finding.get("carries"):
        origins = listed([_origin(checked, pointer) for pointer in finding["carries"]])
        claimed = value_text(finding["claimed"])
        what = f"{claimed} only carries forward what is wrong at {origins}; {finding['message']}"
        return [f"{place(checked, finding)}: {deal}{what}{rule} [{finding['code']}]"]
    found = [f"{place(checked, finding)}: {deal}{finding['message']}{rule} [{finding['code']}]"]
    values = {name: finding[name] for name in ("claimed", "computed") if finding.get(name) is not None}
    found += [f"    {name:9} {value_text(value)}" for name, value in values.items()]
    found += [f"    because   {_reason(reason)}" for reason in finding.get("reasons", ())]
    if ruling := finding.get("ruling"):
        found.append(
            f"    by law    {ruling['kind'].replace('_', ' ')} ({ruling['law']}), if it is marked as irregular"
        )
    if correction := finding.get("correction"):
        found.append(f"    {correction_text(correction)}")
    return found


def adjustment_lines(report: Json) -> list[str]:
    """Return the adjustments of a record, and the numbers that they change before and after them."""
    adjusted = report["adjusted"]
    if adjusted is None:
        return []
    found = []
    for each in adjusted["adjustments"]:
        deal = "" if each["deal"] is None else f" {each['deal']}"
        found.append(f"adjustment {each['seat']} {each['points']:+d} {each['of']}{deal}: {printable(each['reason'])}")
    rows = [(f"deal {each['deal']}", each) for each in adjusted["deals"]]
    rows += [(name, adjusted[name]) for name in ("totals", "settlement") if adjusted[name] is not None]
    for name, row in rows:
        before, by, after = (row[part] for part in ("before", "adjustment", "after"))
        if before is not None:
            numbers = (f"{one['A']} and {one['B']}" for one in (before, after))
            found.append(f"{name}: {next(numbers)}, adjusted by {by['A']:+d} and {by['B']:+d}: {next(numbers)}")
    return found


def _origin(checked: Checked, pointer: str) -> str:
    """Return the place of a claim that is wrong by itself: its line, or its JSON Pointer."""
    found = next((each for each in checked.report["divergences"] if each["pointer"] == pointer), None)
    return pointer if found is None or found["line"] is None else f"line {found['line']}"


def _reason(reason: Json) -> str:
    if "message" in reason:
        return f"{reason['message']} ({reason['rule']})"
    return f"{reason['seat']} {reason['kind'].replace('_', ' ')} {reason['points']} ({reason['rule']})"


def value_text(value: Any) -> str:
    """Return a claimed or computed value in short: `28-23`, `A`, or the members of an action."""
    if isinstance(value, dict) and set(value) <= {"A", "B"} and all(isinstance(each, int) for each in value.values()):
        return "-".join(str(value.get(seat, "?")) for seat in "AB")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_UNTIL = {"next_hand": "until the next hand is seen", "end_of_game": "until the game ends", None: "at any time"}


def correction_text(correction: Json) -> str:
    """Who may still correct a divergence."""
    law = f" (Law {correction['law'][1:]})" if correction["law"] else ""
    if not correction["open"]:
        return f"nobody may correct it any more{law}"
    return f"{' and '.join(correction['by'])} may correct it {_UNTIL[correction['until']]}{law}"


def incident_text(incident: Json) -> str:
    """Return an irregularity, and what was elected or may still be."""
    status = f"{incident['election']}, {incident['status']}" if incident["election"] else incident["status"]
    if incident["elections"]:
        who, what = " or ".join(incident["entitled"]), " or ".join(incident["elections"])
        until = incident["until"]
        status += f"; {who} may elect {what} {'at any time' if until == 'none' else f'until {UNTIL[until]}'}"
    return f"{happened(incident, words_in('en').commentary)}: {status}"


class ForPeople:
    """The report as text: every finding with its place, and a summary.

    With `verbose` also the records that agree, and all irregularities and adjustments.
    """

    def __init__(self, out: Out, *, verbose: bool = False) -> None:
        self._out, self._verbose = out, verbose

    def record(self, checked: Checked) -> None:
        """Write the findings of a record."""
        if self._verbose:
            print(
                f"{printable(checked.file)}:{checked.line}: {_WORDS[outcome(checked.report)][0]}{_extent(checked)}",
                file=self._out,
            )
            for deal in checked.report["deals"]:
                for incident in deal["incidents"]:
                    print(f"    deal {deal['deal']}, {incident_text(incident)}", file=self._out)
            for line in adjustment_lines(checked.report):
                print(f"    {line}", file=self._out)
        if found := report_lines(checked):
            print("\n".join(found), file=self._out)

    def unreadable(self, unreadable: Unreadable) -> None:
        """Write the file and the reason."""
        print(printable(str(unreadable)), file=self._out)

    def end(self, counts: Counter[str]) -> None:
        """Write the summary."""
        parts = [f"{counts[name]:,} {words[counts[name] > 1]}" for name, words in _WORDS.items() if counts[name]]
        files = f"; {_several(counts['unreadable'], 'file')} cannot be read" if counts["unreadable"] else ""
        summary = ", ".join(parts) or "nothing was checked"
        print(f"{_several(counts['records'], 'record')}: {summary}{files}", file=self._out)


# Singular and plural.
_WORDS = {
    "agrees": ("agrees", "agree"),
    "agrees_so_far": ("agrees as far as it can be checked", "agree as far as they can be checked"),
    "diverges": ("diverges", "diverge"),
    "problems": ("has problems", "have problems"),
}


def _several(count: int, name: str) -> str:
    return f"{count:,} {name}{'' if count == 1 else 's'}"


def _extent(checked: Checked) -> str:
    """How far the deals of a record were checked."""
    bases = Counter(deal["basis"].replace("_", " ") for deal in checked.report["deals"])
    extent = ", ".join(f"{_several(count, 'deal')} by {basis}" for basis, count in bases.items())
    return f" ({extent})" if extent else ""


class AsJson:
    """The report as JSON lines.

    Each record has a line as `/v1/records/verify` streams it, with its `file`. Each unreadable file has a line, and the
    last line has the `summary`.
    """

    def __init__(self, out: Out) -> None:
        self._out = out

    def _line(self, value: Json) -> None:
        print(json.dumps(value, ensure_ascii=False), file=self._out)

    def record(self, checked: Checked) -> None:
        """Write the line of a record."""
        self._line({"file": checked.file, "record": checked.record, "line": checked.line, **checked.report})

    def unreadable(self, unreadable: Unreadable) -> None:
        """Write the line of a file."""
        self._line({"file": unreadable.name, "error": unreadable.reason})

    def end(self, counts: Counter[str]) -> None:
        """Write the line with the summary."""
        names = ("records", *_WORDS, "unreadable")
        self._line({"summary": {name: counts[name] for name in names}})


class AsJUnit:
    """The report as XML for continuous integration: a test suite for each file and a test case for each record."""

    def __init__(self, out: Out) -> None:
        self._out = out
        self._file: str | None = None
        self._counts: Counter[str] = Counter()
        self._cases: IO[str] = self._buffer()
        print('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="piquet-referee verify">', file=out)

    @staticmethod
    def _buffer() -> IO[str]:
        return SpooledTemporaryFile(_BUFFER, "w+", encoding="utf-8")

    def _case(self, file: str, name: str, kind: str, message: str, text: str, notes: str = "") -> None:
        if file != self._file:
            self._close()
            self._file = file
        self._counts["tests"] += 1
        self._cases.write(f"    <testcase classname={_attribute(file)} name={_attribute(name)}")
        elements = []
        if kind:
            self._counts[kind] += 1
            elements.append(f"<{kind} message={_attribute(message)}>{_text(text)}</{kind}>")
        if notes:
            elements.append(f"<system-out>{_text(notes)}</system-out>")
        inside = "".join(f"      {each}\n" for each in elements)
        self._cases.write(f">\n{inside}    </testcase>\n" if inside else "/>\n")

    def record(self, checked: Checked) -> None:
        """Write the test case of a record."""
        found = report_lines(checked)
        name = f"record {checked.record}, line {checked.line}"
        kind, message = ("failure", found[0]) if found else ("", "")
        notes = "\n".join(adjustment_lines(checked.report))
        self._case(checked.file, name, kind, message, "\n".join(found), notes)

    def unreadable(self, unreadable: Unreadable) -> None:
        """Write a test case with an error for the file."""
        self._case(unreadable.name, "the file", "error", unreadable.reason, str(unreadable))

    def end(self, counts: Counter[str]) -> None:
        """Write the last test suite and the end of the document."""
        self._close()
        self._cases.close()
        print("</testsuites>", file=self._out)

    def _close(self) -> None:
        if self._file is None:
            return
        counts_text = " ".join(f'{name}="{self._counts[kind]}"' for name, kind in _COUNTED)
        self._out.write(f"  <testsuite name={_attribute(self._file)} {counts_text}>\n")
        self._cases.seek(0)
        while chunk := self._cases.read(_BUFFER):
            self._out.write(chunk)
        self._out.write("  </testsuite>\n")
        self._cases.close()
        self._cases, self._counts = self._buffer(), Counter()


_COUNTED = (("tests", "tests"), ("failures", "failure"), ("errors", "error"))

# Characters that XML 1.0 does not allow, not even escaped.
_NOT_IN_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(55296, 57344), 65534, 65535), "�")


def _attribute(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # which imports urllib, http and email

    return quoteattr(text.translate(_NOT_IN_XML))


def _text(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(text.translate(_NOT_IN_XML))


#: What receives every record and every unreadable file, in order, and then the counts by outcome.
Reporter = ForPeople | AsJson | AsJUnit
