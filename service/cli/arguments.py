"""The command line: commands, options and help."""

import argparse
import os
import signal
from collections.abc import Callable
from typing import Any

from service.cli.event_files import COLUMNS, DECIMALS, SEPARATORS
from service.piquet import ENGINE_VERSION
from service.records.model import DEALS, STEPS
from service.runtime.version import VERSION
from service.settings.env import parse_cluster_address
from service.tournaments.event import ROUNDS
from service.words import LANGUAGES

AGREES, DIVERGES, UNREADABLE = 0, 1, 2
INTERRUPTED, OUTPUT_CLOSED = 128 + signal.SIGINT, 128 + signal.SIGPIPE

_STATUSES = {
    AGREES: "every record agrees, or the output was written",
    DIVERGES: "a record diverges or has problems",
    UNREADABLE: "a file cannot be read or has no record, a part was given up by a cluster, the cluster cannot be used, "
    "the output cannot be written, or the arguments are invalid",
    128 + signal.SIGHUP: "ended by SIGHUP",
    INTERRUPTED: "ended by SIGINT (Ctrl-C)",
    OUTPUT_CLOSED: "the reader closed the output early, and nothing wrong had been found by then",
    128 + signal.SIGTERM: "ended by SIGTERM",
}
_STATUSES_OF_REVIEW = _STATUSES | {
    AGREES: "the review was written",
    DIVERGES: "a record diverges, has problems, or has nothing that can be reviewed",
}
_STATUSES_OF_EVENT = _STATUSES | {
    AGREES: "every event is whole, and no partie is wrong",
    DIVERGES: "an event is not whole, or a partie is wrong",
    UNREADABLE: "a file is neither TOML nor JSON, the output cannot be written, or the arguments are invalid",
}
_STATUSES_OF_STANDINGS = _STATUSES_OF_EVENT | {
    AGREES: "the standings were written",
    DIVERGES: "there are none: the event is not whole, a partie is wrong, or not all tables are in",
}
_STATUSES_OF_COMPARE = _STATUSES | {
    AGREES: "the comparison was written",
    DIVERGES: "no cards were played more than once",
}
_STATUSES_OF_SERVE = {
    0: "ended by a signal",
    1: "cannot start: the address is in use or invalid, or a setting is invalid",
    2: "the arguments are invalid",
}
_STATUSES_OF_MCP = _STATUSES | {
    AGREES: "the caller closed the connection",
    DIVERGES: "cannot start: the extra is not installed, or an address or a setting cannot be used",
    UNREADABLE: "standard input or output cannot be used, or the arguments are invalid",
    OUTPUT_CLOSED: "the caller no longer reads the output",
}

_FORMATS = """\
formats:
  .piquet            text, one record or many
  .json              JSON, one record
  .ndjson, .jsonl    JSON, one record in each line
  Other files are read as text; standard input as JSON if it begins with { or ", otherwise as text.
"""

_EXAMPLES = {
    "serve": ("serve", "serve --host 0.0.0.0 --port 9000"),
    "mcp": ("mcp", "mcp --http --port 9001", "mcp --url https://referee.example"),
    "verify": (
        *("verify examples/", "verify -v --jobs 2 monday.piquet", "verify --junit records/", "verify --json -"),
        "verify --dask tcp://scheduler:8786 archive/",
    ),
    "convert": ("convert w1.piquet", "convert --to ndjson season.piquet", "convert w1.json | piquet-referee verify -"),
    "replay": ("replay w1.piquet", "replay --lang fr w1.piquet | less", "replay --html w1.piquet"),
    "review": ("review w1.piquet", "review --effort full --deal 3 monday.piquet", "review --html w1.piquet"),
    "event": (
        "event event.toml",
        "event --import results.csv --round 3 event.toml",
        "event --json spring.toml autumn.json",
    ),
    "compare": ("compare tables/", "compare --json table-1.piquet table-2.piquet"),
    "standings": ("standings event.toml", "standings --round 3 --format csv event.toml > round-3.csv"),
    "rule": ("rule w1.piquet", "rule --deal 3 --step 23 monday.piquet", "rule --json w1.piquet"),
}


class _Version(argparse.Action):
    """The option that prints the versions of the release and of the engine, and which solver double dummy uses.

    The solver is imported only here: commands need none.
    """

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from service.analysis.double_dummy import chosen_solver

        print(f"piquet-referee {VERSION} (engine {ENGINE_VERSION}, double dummy: {chosen_solver().name})")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that raises `OSError` where its help cannot be written, which argparse ignores."""

    def print_help(self, file: Any = None) -> None:
        """Print the help."""
        print(self.format_help(), end="", file=file)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = _Parser(
        prog="piquet-referee",
        description="The referee for Piquet.",
        epilog=_status_help(_STATUSES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    verbs = made.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def verb(
        name: str, summary: str, formats: str = _FORMATS, statuses: dict[int, str] = _STATUSES
    ) -> argparse.ArgumentParser:
        examples = "".join(f"  piquet-referee {each}\n" for each in _EXAMPLES[name])
        parts = [formats, f"examples:\n{examples}", _status_help(statuses)]
        return verbs.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog="\n".join(filter(None, parts)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    settings = "settings:\n  environment variables; docs/configuration.md lists them\n"
    serve = verb("serve", "serve the API over HTTP", settings, _STATUSES_OF_SERVE)
    serve.add_argument("--host", help="the address to listen on (default: HOST, or 127.0.0.1)")
    serve.add_argument("--port", type=_number(0, 65535), help="the port (default: PORT, or 8000); 0 for any free port")

    mcp = verb("mcp", "serve language models (Model Context Protocol)", settings, _STATUSES_OF_MCP)
    mcp.add_argument("--http", action="store_true", help="over HTTP; without it, over standard input and output")
    mcp.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    mcp.add_argument("--port", type=_number(0, 65535), help="the port (default: 8001); 0 for any free port")
    mcp.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="a further name that requests may be sent to"
    )
    mcp.add_argument("--url", help="ask the service at this address (default: the service in this process)")

    verify = verb("verify", "check records against the rules")
    verify.add_argument("files", nargs="+", metavar="FILE", help="a file, a folder, or - for standard input")
    where = verify.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=_number(1, 1024), default=_processors(), help="processes (default: one for each processor)"
    )
    where.add_argument("--dask", **_DASK)
    verify.add_argument("--verbose", "-v", action="store_true", help="list records that agree, too")
    form = verify.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a line of JSON for each record, and one for the summary")
    form.add_argument("--junit", action="store_true", help="JUnit XML")

    convert = verb("convert", "write records in another form, or canonically")
    convert.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    convert.add_argument(
        "--to", choices=("text", "json", "ndjson"), help="the output form (default: json for text, else text)"
    )

    replay = verb("replay", "print records as a commentary in words")
    replay.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    replay.add_argument("--lang", choices=sorted(LANGUAGES), default="en", help="the language (default: en)")
    replay.add_argument("--html", action="store_true", help="one page with pictures, which needs nothing else")

    review = verb("review", "print what each decision of records cost", statuses=_STATUSES_OF_REVIEW)
    review.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    review.add_argument("--deal", type=_number(1, DEALS), metavar="N", help="the deal with this number only")
    review.add_argument(
        "--effort", choices=("quick", "full"), default="quick", help="about 2 s for a deal, or about 8 s"
    )
    review.add_argument("--lang", choices=sorted(LANGUAGES), default="en", help="the language (default: en)")
    written = review.add_mutually_exclusive_group()
    written.add_argument("--json", action="store_true", help="a line of JSON for each record")
    written.add_argument("--html", action="store_true", help="one page with pictures, which needs nothing else")

    files = "formats:\n  TOML, or JSON with the same members; docs/tournaments.md lists them\n"
    event = verb("event", "check whether events are whole, and their parties", files, _STATUSES_OF_EVENT)
    event.add_argument("files", nargs="+", metavar="FILE", help="a file with its records beside it, or -")
    event.add_argument("--json", action="store_true", help="a line of JSON for each event")
    event.add_argument("--dask", **_DASK)
    event.add_argument(
        "--import", dest="results", metavar="CSV", help=f"add a round with the columns {','.join(COLUMNS)}"
    )
    event.add_argument("--round", type=_number(1, ROUNDS), metavar="N", help="the number of the round to add")

    standings = verb("standings", "print the standings of an event", files, _STATUSES_OF_STANDINGS)
    standings.add_argument("file", metavar="FILE", help="a file with its records beside it, or -")
    standings.add_argument(
        "--round", type=_number(1, ROUNDS), metavar="N", help="after this round (default: the last one that is in)"
    )
    standings.add_argument("--format", choices=("text", "json", "csv", "html"), default="text", help="(default: text)")
    standings.add_argument("--separator", choices=SEPARATORS, default="comma", help="between cells of CSV (comma)")
    standings.add_argument("--decimal", choices=DECIMALS, default="point", help="in numbers of CSV (point)")
    standings.add_argument("--accept-wrong", action="store_true", help="count parties that are wrong as claimed")

    compare = verb("compare", "compare deals with the same cards", statuses=_STATUSES_OF_COMPARE)
    compare.add_argument("files", nargs="+", metavar="FILE", help="a file, a folder, or - for standard input")
    compare.add_argument("--json", action="store_true", help="JSON")
    compare.add_argument("--dask", **_DASK)

    rule = verb("rule", "print the rulings that are open in a deal, and what each election would do")
    rule.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    rule.add_argument(
        "--deal", type=_number(1, DEALS), metavar="N", help="the number of the deal (default: the last deal)"
    )
    rule.add_argument(
        "--step", type=_number(0, STEPS), metavar="N", help="the number of steps played (default: all of the deal)"
    )
    rule.add_argument(
        "--lang", choices=sorted(LANGUAGES), default="en", help="the language of what is read out (default: en)"
    )
    rule.add_argument("--json", action="store_true", help="a line of JSON for each deal")
    return made


def _status_help(statuses: dict[int, str]) -> str:
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


#: The option that names a cluster.
_DASK: dict[str, Any] = {
    "type": _cluster,
    "metavar": "ADDRESS",
    "help": "send the work to this Dask scheduler (tcp://host:port), and write what one machine would write",
}


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
