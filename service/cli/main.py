"""The entry point of `piquet-referee`: reads the arguments, runs a command, and turns its result into the exit status.

`commands.toml` has the commands with their options and help.
"""

import argparse
import os
import signal
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

from service.cli.interview import ask
from service.cli.record_commands import convert, replay, rule
from service.cli.record_files import Above, Unreadable, of_files, reason_of
from service.cli.results_import import DECIMALS, SEPARATORS
from service.cli.tournaments import SheetForm, add_round, check_events, pair, write_sheets_of, write_standings
from service.cli.verify import AsJson, AsJUnit, Checked, ForPeople, Progress, Reporter, check, outcome
from service.piquet import ENGINE_VERSION
from service.records.model import DEALS, STEPS
from service.records.player_names import printable
from service.runtime import package, version
from service.settings.env import parse_cluster_address
from service.tournaments.event import ROUNDS
from service.tournaments.sheets import KINDS
from service.words import LANGUAGES, words_in

AGREES, DIVERGES, UNREADABLE = 0, 1, 2
INTERRUPTED, OUTPUT_CLOSED = 128 + signal.SIGINT, 128 + signal.SIGPIPE


def main(given: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: those of the process). Returns the exit status."""
    _replace_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # characters that the terminal cannot show, or write, are escapes
            stream.reconfigure(errors="backslashreplace")
    known = AGREES  # the worst status so far
    ends = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) == signal.SIG_DFL]
    for number in ends:
        signal.signal(number, _end)
    try:
        arguments = _parse(given)
        if isinstance(sys.stdout, TextIOWrapper) and _is_for_programs(arguments):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        for found in _COMMANDS[arguments.command](arguments):
            status = _failed(str(found), UNREADABLE) if isinstance(found, Unreadable) else int(found)
            known = max(known, status)
        sys.stdout.flush()
        return known
    except Unreadable as unreadable:
        return _failed(str(unreadable), UNREADABLE)
    except BrokenPipeError:  # the reader has closed the pipe
        _discard(sys.stdout, sys.stderr)
        return known or OUTPUT_CLOSED
    except OSError as error:
        _say(f"{error.filename or 'the output'}: {reason_of(error)}")
        _discard(sys.stdout)
        return UNREADABLE
    except BrokenProcessPool:
        return _failed("a worker process was killed", UNREADABLE)
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


# ---------------------------------------------------------------- arguments


def _parse(given: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments. Raises `SystemExit` after the help, or `OSError` where it cannot be written."""
    try:
        return parser().parse_args(given)
    except SystemExit:
        sys.stdout.flush()
        raise


class _Version(argparse.Action):
    """The option that prints the versions of the release and of the engine, and which solver double dummy uses.

    The solver is imported only here: commands need none.
    """

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from service.analysis.double_dummy import chosen_solver

        print(f"piquet-referee {version.VERSION} (engine {ENGINE_VERSION}, double dummy: {chosen_solver().name})")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that raises `OSError` where its help cannot be written, which argparse ignores."""

    def print_help(self, file: Any = None) -> None:
        """Print the help."""
        print(self.format_help(), end="", file=file)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    table = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))
    made = _Parser(
        prog="piquet-referee",
        description="The referee for Piquet.",
        epilog=_status_help(table["statuses"]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    verbs = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, row in table["commands"].items():
        summary = row["summary"]
        examples = "".join(f"  piquet-referee {each}\n" for each in row["examples"])
        statuses = row.get("all_statuses") or table["statuses"] | row.get("statuses", {})
        verb = verbs.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog="\n".join([table["formats"][row["formats"]], f"examples:\n{examples}", _status_help(statuses)]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        _add_options(verb, [table["options"].get(each.pop("option", ""), {}) | each for each in row["options"]])
    return made


def _add_options(verb: argparse.ArgumentParser, options: list[dict[str, Any]]) -> None:
    groups: dict[str, Any] = defaultdict(verb.add_mutually_exclusive_group, {"": verb})
    for option in options:
        if isinstance(option.get("choices"), str):
            option["choices"] = _CHOICES[option["choices"]]
        if "type" in option:
            option["type"] = _TYPES[option["type"]]
        groups[option.pop("group", "")].add_argument(*option.pop("flags"), **option)


def _status_help(statuses: Mapping[str, str]) -> str:
    return "exit status:\n" + "".join(f"  {number:<3}  {meaning}\n" for number, meaning in statuses.items())


def _number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of numbers within bounds."""

    def read(text: str) -> int:
        digits = text.lstrip("0") or "0"
        # The number of digits comes first: Python refuses to read very many.
        if not (text.isascii() and text.isdigit() and len(digits) <= len(str(most)) and least <= int(digits) <= most):
            raise argparse.ArgumentTypeError(f"a number from {least} to {most}")
        return int(digits)

    return read


def _cluster(text: str) -> str:
    try:
        return parse_cluster_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


#: How the text of an option is read.
_TYPES: Final[Mapping[str, Callable[[str], int | str]]] = {
    "cluster": _cluster,
    "deal": _number(1, DEALS),
    "jobs": _number(1, 1024),
    "port": _number(0, 65535),
    "round": _number(1, ROUNDS),
    "seat": lambda text: text.strip().upper(),
    "step": _number(0, STEPS),
}
_CHOICES: Final = {"languages": LANGUAGES, "separators": SEPARATORS, "decimals": DECIMALS, "sheets": KINDS}


# ---------------------------------------------------------------- standard streams


#: How the null device is opened in place of a closed stream. Reading and writing then fail as with any closed file, but
#: for errors, which have no other place to go.
_IN_PLACE_OF: Final = {"stdin": ("r", os.O_WRONLY), "stdout": ("w", os.O_RDONLY), "stderr": ("w", os.O_WRONLY)}


def _replace_closed_streams() -> None:
    """Give the process a standard stream for each that was closed when it started, under the same descriptor."""
    for name, (mode, flags) in _IN_PLACE_OF.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, flags), mode))  # noqa: SIM115 (open until the end)


def _is_for_programs(arguments: argparse.Namespace) -> bool:
    """Return whether a command writes for programs, which read UTF-8: a form other than text, or records."""
    asked = vars(arguments)
    forms = asked.get("json"), asked.get("junit"), asked.get("html"), asked.get("format", "text") != "text"
    return arguments.command == "convert" or any(forms)


def _say(what: str) -> None:
    """Print an error in one line, if there is a place for it."""
    try:
        print(f"piquet-referee: {printable(what)}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


def _failed(why: str, status: int) -> int:
    """Print an error, and return the status that it has."""
    _say(why)
    return status


def _discard(*streams: TextIO) -> None:
    """Drop what these streams have not written, and what they are still given."""
    for stream in streams:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# ---------------------------------------------------------------- servers


def _serve(arguments: argparse.Namespace) -> NoReturn:
    """Replace this process with the server, as `make run` does, but only on the chosen port."""
    os.environ["HOST"] = arguments.host or os.environ.get("HOST", "")
    os.environ["PORT"] = os.environ.get("PORT", "") if arguments.port is None else str(arguments.port)
    os.execv(sys.executable, [sys.executable, "-m", package.module("server")])  # noqa: S606 (no shell)


def _mcp(arguments: argparse.Namespace) -> Iterator[int]:
    """Serve until the caller closes the connection, or over HTTP until a signal."""
    host, port, names = arguments.host, arguments.port, arguments.allow_host
    if not arguments.http and (host or port is not None or names):
        yield _failed("--host, --port and --allow-host go with --http", UNREADABLE)
        return
    try:
        from service.mcp.server import make_server
        from service.mcp.service_client import at_address, in_process
        from service.mcp.transports import serve_http, serve_stdio
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in _PACKAGES_OF_MCP:
            raise
        needed = "the command mcp needs the extra of that name"
        yield _failed(f"{needed}: make mcp in a checkout, or the wheel installed with [mcp]", DIVERGES)
        return
    try:
        service = at_address(arguments.url) if arguments.url else in_process(os.environ)
        server = make_server(service, keeps_games=not arguments.http)
    except ValueError as unusable:  # a setting, or the address of the service
        yield _failed(str(unusable), DIVERGES)
        return
    if not arguments.http:
        serve_stdio(server)
        return
    host, port = host or "127.0.0.1", 8001 if port is None else port
    try:
        serve_http(server, host, port, names, _say)
    except OSError as error:
        yield _failed(f"port {port} of {host}: {error.strerror or error}", DIVERGES)


_PACKAGES_OF_MCP: Final = {"httpx2", "mcp", "mcp_types", "starlette", "uvicorn"}


# ---------------------------------------------------------------- records and tournaments


def _verify(arguments: argparse.Namespace) -> Iterator[int]:
    counts: Counter[str] = Counter()
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


def _convert(arguments: argparse.Namespace) -> Iterator[bool]:
    return convert(arguments.file, arguments.to, sys.stdout)


def _replay(arguments: argparse.Namespace) -> Iterator[bool]:
    return replay(arguments.file, words_in(arguments.lang).commentary, sys.stdout, page=arguments.html)


def _review(arguments: argparse.Namespace) -> Iterator[bool]:
    from service.cli.review import review  # the other commands need neither numpy nor the solver

    form = "html" if arguments.html else "json" if arguments.json else "text"
    language = words_in(arguments.lang).commentary
    return review(arguments.file, arguments.deal, arguments.effort, language, sys.stdout, form)


def _rule(arguments: argparse.Namespace) -> Iterator[int]:
    incident, of = arguments.incident, (arguments.file, arguments.deal, arguments.step)
    form = {"as_json": arguments.json, "lang": arguments.lang}
    idle = (arguments.dealer, arguments.ruleset) if incident is None else of
    if (incident is None and arguments.file is None) or any(each is not None for each in idle):
        yield _failed("rule takes FILE [--deal] [--step] or --incident [--dealer] [--ruleset]", UNREADABLE)
    elif incident is None:
        yield from rule(*of, sys.stdout, **form)
    else:
        yield from ask(incident, arguments.ruleset or "portland", arguments.dealer, sys.stdout, **form)


def _event(arguments: argparse.Namespace) -> Iterator[int | Unreadable]:
    name, results, number = arguments.files[0], arguments.results, arguments.round
    options = {"replace": arguments.replace, "encoding": arguments.encoding}
    beside = sys.stderr if arguments.json else sys.stdout
    if (results is None) != (number is None) or (len(arguments.files) > 1 and results is not None):
        yield _failed("--import takes --round and one file", UNREADABLE)
    elif results is None and any(options.values()):
        yield _failed("--replace and --encoding go with --import", UNREADABLE)
    elif results is not None and not add_round(name, results, number, beside, **options):
        yield DIVERGES
    else:
        yield from check_events(arguments.files, sys.stdout, as_json=arguments.json, cluster=arguments.dask)


def _standings(arguments: argparse.Namespace) -> Iterator[bool]:
    options = {"accept_wrong": arguments.accept_wrong, "grid": arguments.grid}
    yield not write_standings(arguments.file, arguments.round, _form(arguments), sys.stdout, **options)


def _sheet(arguments: argparse.Namespace) -> Iterator[bool]:
    yield not write_sheets_of(arguments.file, arguments.kind, arguments.round, _form(arguments), sys.stdout)


def _pair(arguments: argparse.Namespace) -> Iterator[bool]:
    yield not pair(arguments.file, arguments.round, arguments.lang, sys.stdout)


def _form(arguments: argparse.Namespace) -> SheetForm:
    return SheetForm(arguments.format, arguments.lang, SEPARATORS[arguments.separator], DECIMALS[arguments.decimal])


def _compare(arguments: argparse.Namespace) -> Iterator[bool | Unreadable]:
    from service.cli.compare import compare  # the other commands need neither numpy nor the solver

    return compare(arguments.files, sys.stdout, as_json=arguments.json, cluster=arguments.dask)


#: What runs a command. It yields statuses; True is that of something wrong, False that of nothing wrong.
_COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], Iterator[int | Unreadable]]]] = {
    "serve": _serve,
    "mcp": _mcp,
    "verify": _verify,
    "convert": _convert,
    "replay": _replay,
    "review": _review,
    "rule": _rule,
    "event": _event,
    "standings": _standings,
    "sheet": _sheet,
    "pair": _pair,
    "compare": _compare,
}
