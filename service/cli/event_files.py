"""Files of events: TOML or JSON, with the records that stand beside them.

`event --import` adds a round of results from a spreadsheet to such a file.
"""

import csv
import io
import json
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.cli.record_files import STANDARD_INPUT, Unreadable, inside, of_tables, readings, shown
from service.piquet.suggestions import did_you_mean, listed
from service.records.json_values import decode
from service.records.model import Reading
from service.records.recognition import not_utf8
from service.tournaments import reading as tournaments
from service.tournaments.event import WRONG, Event, Fault, parties
from service.tournaments.parties import Unreadable as UnreadableRecord
from service.tournaments.parties import only_record

# ---------------------------------------------------------------- reading


_LONGEST = 1 << 26  # bytes; ten thousand players over nine rounds have six million


def read_event(name: str) -> tournaments.Read:
    """Return the event in a file, as far as it can be read. Raises `Unreadable` if it is neither TOML nor JSON."""
    return read_content(name, event_content(name))


def read_content(name: str, content: str) -> tournaments.Read:
    """Return the event of a content that stands, or will stand, in a file of this name. Raises `Unreadable`."""
    value = decoded(name, content)
    with of_tables(value) as bar:
        return tournaments.read_event(value, Folder(Path(name).parent).load, each_table=bar.update)


def event_content(name: str) -> str:
    """Return the text of an event, from a file or standard input. Raises `Unreadable`."""
    return text_of(name, _LONGEST, "an event has")


def text_of(name: str, longest: int, what: str) -> str:
    """Return the text of a file or of standard input, which has at most `longest` bytes. Raises `Unreadable`."""
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(longest + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(longest + 1)
    except OSError as error:
        raise Unreadable.because_of(shown(name), error) from None
    if len(content) > longest:
        raise Unreadable(shown(name), f"{what} at most {longest:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(shown(name), f"it is {not_utf8(content)}") from None


def decoded(name: str, content: str) -> Any:
    """Return the value of TOML or JSON. Raises `Unreadable`."""
    try:
        if content.lstrip().startswith("{"):
            return decode(content.encode())
        return tomllib.loads(content)
    except RecursionError:
        raise Unreadable(shown(name), "arrays and tables are nested too deeply") from None
    except ValueError as error:
        raise Unreadable(shown(name), f"it is neither TOML nor JSON: {error}") from None


class Folder:
    """The folder of an event. A record is read from it or from a folder in it, and from nowhere else."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, name: str) -> Reading:
        """Return the only record of a file. Raises `UnreadableRecord`."""
        place = self.place(name)
        try:
            found = [reading for _, _, reading in readings(str(place))]
        except Unreadable as error:
            raise UnreadableRecord(error.reason) from None
        except (OSError, ValueError) as error:
            raise UnreadableRecord(str(error)) from None
        return only_record(found)

    def place(self, name: str) -> Path:
        """Return the path of a file. Raises `UnreadableRecord`."""
        try:
            place = inside(self._path, self._path / name)
        except (OSError, ValueError) as error:  # also a name with a null character
            raise UnreadableRecord(str(error)) from None
        if place is None:
            raise UnreadableRecord("a record is in the folder of the event")
        return place


# ---------------------------------------------------------------- results from a spreadsheet


#: The columns of results. A row without `b` is a bye of `a`.
COLUMNS: Final = ("table", "a", "b", "a_total", "b_total")
#: What separates the cells of CSV, and the decimal marks of its numbers, by the names that the command has for them.
SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
DECIMALS: Final = {"point": ".", "comma": ","}
_LONGEST_RESULTS = 1 << 22  # bytes of results
_SEP = re.compile(r'"?sep=([,;\t])"?', re.IGNORECASE)

Json = Any


class WrongRow(NamedTuple):
    """What is wrong in a file of results: the row, of which that of the headings is the first, and the column from 1.

    The column is None if the whole row is meant; `heading` is that of the column.
    """

    row: int
    column: int | None
    message: str
    heading: str = ""

    @property
    def place(self) -> str:
        """The row, and the column with its heading, as text."""
        column = "" if self.column is None else f", column {self.column}"
        return f"row {self.row}{column}{f' ({self.heading})' if self.heading else ''}"


class _Results(NamedTuple):
    """A round read from results, what is wrong with it, and where its tables and byes stand: their rows."""

    added: Json
    wrong: list[WrongRow]
    headings: list[str]
    rows: dict[str, list[int]]

    def fault(self, row: int, column: str, message: str) -> WrongRow:
        """Return what is wrong in a row, at the column with this heading."""
        return WrongRow(row, self.headings.index(column) + 1, message, column)


def import_round(name: str, results: str, number: int) -> list[Fault | WrongRow]:
    """Add a round from a file of results to the file of an event.

    Returns what is wrong with the results, or with the round in the event; then nothing is written. Raises
    `Unreadable`, and `OSError` where the file cannot be written.
    """
    if name == STANDARD_INPUT:
        raise Unreadable(shown(name), "a round is added to the file of an event")
    read = _round(results, number)
    if read.wrong:
        return [*read.wrong]
    content = event_content(name)
    event = decoded(name, content)
    if content.lstrip().startswith("{"):
        if not isinstance(event.setdefault("rounds", []), list):
            raise Unreadable(name, "its rounds are not an array, so that none can be added")
        event["rounds"].append(read.added)
        written = json.dumps(event, ensure_ascii=False, indent=2) + "\n"
    else:
        written = f"{content.rstrip()}\n\n{_toml(read.added)}"
        try:
            tomllib.loads(written)
        except tomllib.TOMLDecodeError:
            raise Unreadable(name, "its rounds are not written as [[rounds]], so that none can be added") from None
    found = read_content(name, written)
    wrong = [_in_results(read, fault) for fault in found.faults if fault.round in (None, number)]
    if not wrong:
        wrong = list(_impossible(read, found.event, number))
    if not wrong:
        _replace(Path(name), written)
    return wrong


def _in_results(read: _Results, fault: Fault) -> Fault | WrongRow:
    """Return a fault of the round that is added with its row of the results, if it is one of a row."""
    _, *place = fault.pointer.split("/")  # rounds, its index, tables or byes, the index of one of them, a member of it
    if fault.round is None or len(place) < 4:
        return fault
    _, _, kind, at, *member = place
    column = "a" if kind == "byes" else member[0] if member else "table"
    return read.fault(read.rows[kind][int(at)], "a_total" if column == "result" else column, fault.message)


def _impossible(read: _Results, event: Event, number: int) -> Iterator[WrongRow]:
    """Yield the rows of the round that is added whose totals no partie can have."""
    row_of = {table["table"]: row for table, row in zip(read.added["tables"], read.rows["tables"], strict=True)}
    for of, table, partie in parties(event):
        if of == number and partie.status == WRONG:
            yield read.fault(row_of[table.number], "a_total", partie.divergence or "the result is wrong")


def _round(results: str, number: int) -> _Results:
    """Return the round in a file of results."""
    rows = _rows(results)
    first, cells = next(rows, (1, []))
    headings = [heading.strip().lower() for heading in cells]
    while headings and not headings[-1]:
        headings.pop()
    read = _Results({"number": number, "tables": [], "byes": []}, [], headings, {"tables": [], "byes": []})
    read.wrong.extend(_wrong_headings(first, headings))
    if read.wrong:
        return read
    for at, cells in rows:
        stripped = [cell.strip() for cell in cells]
        row = dict.fromkeys(COLUMNS, "") | dict(zip(headings, stripped, strict=False))
        surplus = [column for column, cell in enumerate(stripped, 1) if cell and column > len(headings)]
        if surplus:
            message = (
                f"there is no heading for this cell; is a separator within a number, as in {_thousands(stripped)}?"
            )
            read.wrong.append(WrongRow(at, surplus[0], message))
        elif row["a"] and not row["b"]:
            _add_bye(read, at, row)
        elif any(row.values()):
            _add_table(read, at, row)
    return read


def _thousands(cells: Sequence[str]) -> str:
    """Return what two neighbouring cells would be if they were one number with a separator of thousands."""
    pairs = (
        f"{one},{other}" for one, other in pairwise(cells) if one.isdigit() and len(other) == 3 and other.isdigit()
    )
    return next(pairs, "1,249")


def _wrong_headings(row: int, headings: Sequence[str]) -> Iterator[WrongRow]:
    missing = [column for column in COLUMNS if column not in headings]
    if missing and set(headings) <= set(COLUMNS):  # otherwise one may be misspelt
        yield WrongRow(row, None, f"the columns {listed(missing)} are missing")
    for at, heading in enumerate(headings, 1):
        if heading not in COLUMNS:
            near = did_you_mean(heading, COLUMNS)
            yield WrongRow(row, at, f"{heading or 'an empty heading'} is not the heading of a column{near}")
        elif heading in headings[: at - 1]:
            yield WrongRow(row, at, f"{heading} is the heading of column {headings.index(heading) + 1} already")


def _add_bye(read: _Results, at: int, row: dict[str, str]) -> None:
    for column in ("a_total", "b_total"):
        if row[column]:
            message = "a row without b is a bye, which has no totals; if there was a game, b is missing"
            read.wrong.append(read.fault(at, column, message))
    read.added["byes"].append(row["a"])
    read.rows["byes"].append(at)


def _add_table(read: _Results, at: int, row: dict[str, str]) -> None:
    numbers = {column: _number(row[column]) for column in ("table", "a_total", "b_total")}
    for column, found in numbers.items():
        if found is None:
            read.wrong.append(read.fault(at, column, f"{column} is not a whole number"))
    totals = [numbers["a_total"], numbers["b_total"]]
    read.added["tables"].append({"table": numbers["table"], "a": row["a"], "b": row["b"], "result": {"totals": totals}})
    read.rows["tables"].append(at)


def _rows(results: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file as spreadsheets write it, with their numbers: with commas, semicolons or tabs, in UTF-8.

    A first line such as `sep=;` names the separator; it is the first row then.
    """
    text = text_of(results, _LONGEST_RESULTS, "results have")
    first, _, rest = text.partition("\n")
    named = _SEP.fullmatch(first.strip())
    separator = named[1] if named else max(SEPARATORS.values(), key=first.count)
    if named:
        text = rest
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        yield from enumerate(rows, 2 if named else 1)
    except csv.Error as error:
        raise Unreadable(shown(results), f"it is not CSV: {error}") from None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _toml(added: Json) -> str:
    """Return a round as TOML. The strings and arrays of JSON are those of TOML, too."""
    lines = ["[[rounds]]", f"number = {added['number']}", f"byes = {json.dumps(added['byes'])}"]
    for table in added["tables"]:
        a, b, totals = map(json.dumps, (table["a"], table["b"], table["result"]["totals"]))
        lines += ["", "[[rounds.tables]]", f"table = {table['table']}", f"a = {a}", f"b = {b}"]
        lines.append(f"result = {{ totals = {totals} }}")
    return "\n".join(lines) + "\n"


def _replace(path: Path, content: str) -> None:
    """Write a file anew: a new one takes the place of the old one, so that it is never half written."""
    path = path.resolve()
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        os.chmod(name, path.stat().st_mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
