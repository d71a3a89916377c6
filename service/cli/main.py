"""`piquet-referee`: what its words mean, and what becomes of each."""

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from io import TextIOWrapper
from typing import Any, NoReturn

from tqdm import tqdm

from service.cli.arguments import AGREES, DIVERGES, INTERRUPTED, OUTPUT_CLOSED, UNREADABLE, parser
from service.cli.convert import convert
from service.cli.locales import LANGUAGES
from service.cli.record_files import Source, Unreadable, sources
from service.cli.replay import replay
from service.cli.reporters import AsJson, AsJUnit, ForPeople, Reporter, outcome, shown
from service.cli.verify import Checked, Progress, check


def main(given: Sequence[str] | None = None) -> int:
    """Runs the command with these words (those of the process unless they are given), and gives its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a letter that the other end has not is no reason to stop
            stream.reconfigure(errors="backslashreplace")
    said = parser().parse_args(given)
    known = AGREES  # of what was checked until now
    ends = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) == signal.SIG_DFL]
    for number in ends:
        signal.signal(number, _end)
    try:
        for status in _DO[said.command](said):
            known = max(known, status)
        sys.stdout.flush()
        return known
    except Unreadable as unreadable:
        print(f"piquet-referee: {shown(str(unreadable))}", file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:  # the reader has closed the pipe
        _write_no_more()
        return known or OUTPUT_CLOSED
    except OSError as error:
        print(f"piquet-referee: {shown(error.filename or 'the output')}: {error.strerror or error}", file=sys.stderr)
        _write_no_more()
        return UNREADABLE
    except BrokenProcessPool:
        print("piquet-referee: a process that was checking was ended from outside", file=sys.stderr)
        return UNREADABLE
    except KeyboardInterrupt:
        _write_no_more()
        return INTERRUPTED
    except _Ended as ended:
        _write_no_more()
        return 128 + ended.number
    finally:
        for number in ends:
            signal.signal(number, signal.SIG_DFL)


class _Ended(BaseException):
    """A signal that ends the command, so that files which it keeps are removed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, _: object) -> NoReturn:
    raise _Ended(number)


def _write_no_more() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ---------------------------------------------------------------- serve


def _serve(said: argparse.Namespace) -> NoReturn:
    """Becomes the server, as `make run` starts it, but on no other port than the one that is chosen."""
    os.environ["HOST"] = said.host or os.environ.get("HOST", "")
    os.environ["PORT"] = said.port or os.environ.get("PORT", "")
    os.execv(sys.executable, [sys.executable, "-m", "service.server"])  # noqa: S606 (no shell is meant to come between)


# ---------------------------------------------------------------- records


def _verify(said: argparse.Namespace) -> Iterator[int]:
    counts: Counter[str] = Counter()
    if said.json or said.junit:
        _in_utf8()
    with _progress(said.files) as bar, closing(check(said.files, said.jobs)) as checked:
        out = sys.stdout if bar.disable else _Above(bar)
        reporter: Reporter = ForPeople(out, verbose=said.verbose)
        if said.json or said.junit:
            reporter = AsJson(out) if said.json else AsJUnit(out)
        for found in checked:
            if isinstance(found, Progress):
                bar.set_postfix(records=counts["records"], diverge=counts["diverges"], refresh=False)
                bar.update(found.size)
            elif isinstance(found, Checked):
                result = outcome(found.report)
                counts["records"] += 1
                counts[result] += 1
                yield DIVERGES if result in ("diverges", "problems") else AGREES
                reporter.record(found)
            else:
                counts["unreadable"] += 1
                yield UNREADABLE
                reporter.unreadable(found)
    reporter.end(counts)


def _progress(names: Sequence[str]) -> "tqdm[Any]":
    """A bar on standard error, if that is a terminal: how much of the files is done, how fast, and how long is left."""
    found = [each for each in sources(names) if isinstance(each, Source)]
    total = None if any(each.flows for each in found) else sum(each.size for each in found)
    return tqdm(total=total or None, unit="B", unit_scale=True, leave=False, disable=None)


class _Above:
    """Standard output, so that what is written stands above the bar."""

    def __init__(self, bar: "tqdm[Any]") -> None:
        self._bar = bar

    def write(self, text: str) -> None:
        self._bar.clear()
        sys.stdout.write(text)


def _in_utf8() -> None:
    """What programs read is in UTF-8, whatever the terminal has."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _convert(said: argparse.Namespace) -> Iterator[int]:
    _in_utf8()
    yield from _statuses(convert(said.file, said.to, sys.stdout))


def _replay(said: argparse.Namespace) -> Iterator[int]:
    yield from _statuses(replay(said.file, LANGUAGES[said.lang], sys.stdout))


def _statuses(wrong: Iterator[bool]) -> Iterator[int]:
    return (DIVERGES if each else AGREES for each in wrong)


_DO = {"serve": _serve, "verify": _verify, "convert": _convert, "replay": _replay}
