"""The command line: the parser of the commands in `commands.toml`, with their options and help."""

import argparse
import signal
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from service.cli.event_files import DECIMALS, SEPARATORS
from service.piquet import ENGINE_VERSION
from service.records.model import DEALS, STEPS
from service.runtime.version import VERSION
from service.settings.env import parse_cluster_address
from service.tournaments.event import ROUNDS
from service.words import LANGUAGES

AGREES, DIVERGES, UNREADABLE = 0, 1, 2
INTERRUPTED, OUTPUT_CLOSED = 128 + signal.SIGINT, 128 + signal.SIGPIPE


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
    "step": _number(0, STEPS),
}
_CHOICES: Final = {"languages": LANGUAGES, "separators": SEPARATORS, "decimals": DECIMALS}
