"""The entry point of `piquet-referee`: runs a command and turns its result into the exit status."""

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from io import TextIOWrapper
from typing import Final, NoReturn, TextIO

from service.cli.arguments import AGREES, DIVERGES, INTERRUPTED, OUTPUT_CLOSED, UNREADABLE, parser
from service.cli.convert import convert
from service.cli.event_files import DECIMALS, SEPARATORS
from service.cli.record_files import Above, Unreadable, of_files, reason_of
from service.cli.replay import replay
from service.cli.reporters import AsJson, AsJUnit, ForPeople, Reporter, outcome
from service.cli.rule import rule
from service.cli.tournaments import CsvForm, add_round, check_events, write_standings
from service.cli.verify import Checked, Progress, check
from service.records.player_names import printable
from service.runtime.package import module
from service.words import words_in


def main(given: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: those of the process). Returns the exit status."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # write characters that the terminal cannot show as escapes
            stream.reconfigure(errors="backslashreplace")
    known = AGREES  # the worst status so far
    ends = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) == signal.SIG_DFL]
    for number in ends:
        signal.signal(number, _end)
    try:
        arguments = _parse(given)
        for status in _COMMANDS[arguments.command](arguments):
            known = max(known, status)
        sys.stdout.flush()
        return known
    except Unreadable as unreadable:
        _say(str(unreadable))
        return UNREADABLE
    except BrokenPipeError:  # the reader has closed the pipe
        _discard(sys.stdout, sys.stderr)
        return known or OUTPUT_CLOSED
    except OSError as error:
        _say(f"{error.filename or 'the output'}: {reason_of(error)}")
        _discard(sys.stdout)
        return UNREADABLE
    except BrokenProcessPool:
        _say("a worker process was killed")
        return UNREADABLE
    except KeyboardInterrupt:
        _discard(sys.stdout)
        return INTERRUPTED
    except _Ended as ended:
        _discard(sys.stdout)
        return 128 + ended.number
    finally:
        for number in ends:
            signal.signal(number, signal.SIG_DFL)


class _Ended(BaseException):
    """Raised by a signal that ends the command, so that temporary files are removed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end(number: int, _: object) -> NoReturn:
    raise _Ended(number)


# ---------------------------------------------------------------- standard streams


#: How the null device is opened in place of a closed stream. Reading and writing then fail as with any closed file, but
#: for errors, which have no other place to go.
_IN_PLACE_OF: Final = {"stdin": ("r", os.O_WRONLY), "stdout": ("w", os.O_RDONLY), "stderr": ("w", os.O_WRONLY)}


def _replace_closed_streams() -> None:
    """Give the process a standard stream for each that was closed when it started, under the same descriptor."""
    for name, (mode, flags) in _IN_PLACE_OF.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, flags), mode))  # noqa: SIM115 (open until the end)


def _parse(given: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments. Raises `SystemExit` after the help, or `OSError` where it cannot be written."""
    try:
        return parser().parse_args(given)
    except SystemExit:
        sys.stdout.flush()
        raise


def _say(what: str) -> None:
    """Print an error in one line, if there is a place for it."""
    try:
        print(f"piquet-referee: {printable(what)}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _discard(*streams: TextIO) -> None:
    """Drop what these streams have not written, and what they are still given."""
    for stream in streams:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# ---------------------------------------------------------------- serve


def _serve(arguments: argparse.Namespace) -> NoReturn:
    """Replace this process with the server, as `make run` does, but only on the chosen port."""
    os.environ["HOST"] = arguments.host or os.environ.get("HOST", "")
    os.environ["PORT"] = os.environ.get("PORT", "") if arguments.port is None else str(arguments.port)
    os.execv(sys.executable, [sys.executable, "-m", module("server")])  # noqa: S606 (no shell)


def _mcp(arguments: argparse.Namespace) -> Iterator[int]:
    from service.cli.mcp import serve  # the other commands need no SDK

    yield serve(arguments.host, arguments.port, arguments.allow_host, arguments.url, http=arguments.http)


# ---------------------------------------------------------------- records


def _verify(arguments: argparse.Namespace) -> Iterator[int]:
    counts: Counter[str] = Counter()
    if arguments.json or arguments.junit:
        _in_utf8()
    jobs = arguments.jobs or _processors()
    with of_files(arguments.files) as bar, closing(check(arguments.files, jobs, arguments.dask)) as checked:
        out = sys.stdout if bar.disable else Above(bar)
        reporter: Reporter = ForPeople(out, verbose=arguments.verbose)
        if arguments.json or arguments.junit:
            reporter = AsJson(out) if arguments.json else AsJUnit(out)
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


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _in_utf8() -> None:
    """Write UTF-8 whatever the encoding of the terminal: programs read this output."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _convert(arguments: argparse.Namespace) -> Iterator[int]:
    _in_utf8()
    yield from _statuses(convert(arguments.file, arguments.to, sys.stdout))


def _replay(arguments: argparse.Namespace) -> Iterator[int]:
    if arguments.html:
        _in_utf8()
    yield from _statuses(replay(arguments.file, words_in(arguments.lang).commentary, sys.stdout, page=arguments.html))


def _rule(arguments: argparse.Namespace) -> Iterator[int]:
    if arguments.json:
        _in_utf8()
    found = rule(
        arguments.file, arguments.deal, arguments.step, sys.stdout, as_json=arguments.json, lang=arguments.lang
    )
    yield from _statuses(found)


def _review(arguments: argparse.Namespace) -> Iterator[int]:
    from service.cli.review import review  # the other commands need neither numpy nor the solver

    form = "html" if arguments.html else "json" if arguments.json else "text"
    if form != "text":
        _in_utf8()
    found = review(
        arguments.file, arguments.deal, arguments.effort, words_in(arguments.lang).commentary, sys.stdout, form
    )
    yield from _statuses(found)


# ---------------------------------------------------------------- tournaments


def _event(arguments: argparse.Namespace) -> Iterator[int]:
    if (arguments.results is None) != (arguments.round is None) or (arguments.results and len(arguments.files) > 1):
        _say("--import takes --round and one file")
        yield UNREADABLE
        return
    if arguments.results is not None and not add_round(arguments.files[0], arguments.results, arguments.round):
        yield DIVERGES
        return
    if arguments.json:
        _in_utf8()
    for found in check_events(arguments.files, sys.stdout, as_json=arguments.json, cluster=arguments.dask):
        yield from _told(found)


def _compare(arguments: argparse.Namespace) -> Iterator[int]:
    from service.cli.compare import compare  # the other commands need neither numpy nor the solver

    if arguments.json:
        _in_utf8()
    for found in compare(arguments.files, sys.stdout, as_json=arguments.json, cluster=arguments.dask):
        yield from _told(found)


def _told(found: bool | Unreadable) -> Iterator[int]:
    """Yield the status of a file: of one that cannot be read, which is told, or of one that is wrong or not."""
    if isinstance(found, Unreadable):
        _say(str(found))
        yield UNREADABLE
    else:
        yield DIVERGES if found else AGREES


def _standings(arguments: argparse.Namespace) -> Iterator[int]:
    if arguments.format != "text":
        _in_utf8()
    written = write_standings(
        arguments.file,
        arguments.round,
        arguments.format,
        sys.stdout,
        accept_wrong=arguments.accept_wrong,
        csv_form=CsvForm(SEPARATORS[arguments.separator], DECIMALS[arguments.decimal]),
    )
    yield AGREES if written else DIVERGES


def _statuses(wrong: Iterator[bool]) -> Iterator[int]:
    return (DIVERGES if each else AGREES for each in wrong)


_COMMANDS = {
    "serve": _serve,
    "mcp": _mcp,
    "verify": _verify,
    "convert": _convert,
    "replay": _replay,
    "review": _review,
    "rule": _rule,
    "event": _event,
    "standings": _standings,
    "compare": _compare,
}
