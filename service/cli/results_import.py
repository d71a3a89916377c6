"""`event --import`: results of a round from a spreadsheet, for the file of an event."""

import csv
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.cli import event_files
from service.cli.event_files import as_toml, objects
from service.cli.record_files import STANDARD_INPUT, Unreadable, shown
from service.piquet.scoring.adjustments import adjustment_json
from service.piquet.suggestions import did_you_mean, listed
from service.records.player_names import plain_name, printable
from service.records.recognition import encoding_of
from service.records.text.parser import read_adjustment
from service.records.text.tokens import WordsError
from service.tournaments.event import WRONG, Event, Fault, parties

#: The columns that results must have. A row without `b` is a bye of `a`.
NEEDED: Final = ("table", "a", "b")
#: The columns that they may have. Besides these there is one for each score of a deal, such as `a_1` and `b_1`.
OPTIONAL: Final = ("a_total", "b_total", "forfeit", "adjustment", "reason")
_TOGETHER: Final = (("a_total", "b_total"), ("b_total", "a_total"), ("adjustment", "reason"))
_SCORE = re.compile(r"([ab])_([1-9][0-9]?)")
#: The members of a table that say how its partie ended.
_ENDS: Final = ("record", "result", "forfeit")

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


def import_round(
    name: str, results: str, number: int, *, replace: bool = False, encoding: str | None = None
) -> tuple[list[Fault | WrongRow], list[str]]:
    """Add results from a file to a round of an event. A round that is not there yet is added.

    Returns what is wrong, and then nothing is written, and what has changed in the round if it was there. Without
    `replace`, only tables that are still being played may get a result; with it, the file is the whole round.
    Raises `Unreadable`, and `OSError` where the file of the event cannot be written.
    """
    if name == STANDARD_INPUT:
        raise Unreadable(shown(name), "a round is added to the file of an event")
    content = event_files.event_content(name)
    event = event_files.decoded(name, content)
    read = _Results(results, _text(results, encoding), number, _Players(event))
    old = next((each for each in objects(event, "rounds") if each.get("number") == number), None)
    if old is not None and not read.wrong:
        read.merge(old, replace)
    if read.wrong:
        return [*read.wrong], []
    written = event_files.with_round(name, content, read.added)
    found = event_files.read_value(name, event_files.decoded(name, written))
    wrong = [read.in_results(fault) for fault in found.faults if fault.round in (None, number)]
    wrong = wrong or list(read.impossible(found.event))
    if not wrong:
        event_files.replace_file(Path(name), written)
    return wrong, [*_changes(old, read.added)] if old else []


def _changes(old: Json, new: Json) -> Iterator[str]:
    """Yield what a round had that it has no longer, or has otherwise."""
    was, now = _written(old), _written(new)
    for table, member in {**was, **now}:
        before, after = (each.get((table, member), "nothing") for each in (was, now))
        if before not in (after, "nothing"):
            at_table = "" if member == "byes" else f", table {table}"
            yield f"round {new['number']}{at_table}: {member} was {before} and is {after}"


def _written(each: Json) -> dict[tuple[str, str], str]:
    """Return the members of a round and of its tables as TOML, by the number of the table and their name."""
    members = {"": {"byes": each.get("byes", [])}} | {str(of.get("table")): of for of in objects(each, "tables")}
    return {(at, name): as_toml(value) for at, of in members.items() for name, value in of.items() if name != "table"}


class _Players:
    """The players of an event by id and by name."""

    def __init__(self, event: Json) -> None:
        players = objects(event, "players")
        self._names = {str(each.get("id")): str(each.get("name")) for each in players}
        self._ids: defaultdict[str, list[str]] = defaultdict(list)
        for player, name in self._names.items():
            for written in (name, f"{name} ({player})"):  # as lists have it where several have the name
                self._ids[plain_name(written)].append(player)

    def ids(self, text: str) -> list[str]:
        """Return the ids of those whom a cell may mean: by id, or else by name."""
        return [text] if text in self._names else self._ids[plain_name(text)]

    def why_not(self, text: str) -> str:
        """Return why a cell means no player, or several."""
        if ids := self.ids(text):
            return f"{len(ids)} players are called {text}: write {listed(ids, 'or')}"
        names = [name for player, name in self._names.items() if plain_name(name) != plain_name(player)]
        return f"{text} is neither the id nor the name of a player{did_you_mean(text, [*self._names, *names])}"


# ---------------------------------------------------------------- results


class _Results:
    """The round of a file of results, what is wrong with it, and the rows in which its tables and byes stand."""

    def __init__(self, name: str, text: str, number: int, players: _Players) -> None:
        rows = _rows(name, text)
        first, cells = next(rows, (1, []))
        self.added: Json = {"number": number, "byes": [], "tables": []}
        self.wrong: list[WrongRow] = []
        self._rows: dict[str, list[int]] = {"tables": [], "byes": []}
        self._players = players
        self._headings = [heading.strip().lower() for heading in cells]
        while self._headings and not self._headings[-1]:
            self._headings.pop()
        self._scores = sorted({int(found[2]) for found in map(_SCORE.fullmatch, self._headings) if found})
        self.wrong.extend(self._wrong_headings(first))
        for at, cells in () if self.wrong else rows:
            self._add(at, [cell.strip() for cell in cells])

    def _fault(self, row: int, column: str, message: str) -> None:
        self.wrong.append(self._wrong_at(row, column, message))

    def _wrong_at(self, row: int, column: str, message: str) -> WrongRow:
        """Return what is wrong in a row, at the column with this heading."""
        return WrongRow(row, self._headings.index(column) + 1, message, column)

    def _wrong_headings(self, row: int) -> Iterator[WrongRow]:
        scores = [f"{seat}_{number}" for number in self._scores for seat in "ab"]
        missing = [column for column in (*NEEDED, *scores) if column not in self._headings]
        missing += [other for one, other in _TOGETHER if one in self._headings and other not in self._headings]
        known = (*NEEDED, *OPTIONAL, *scores)
        if missing and set(self._headings) <= set(known):  # otherwise one may be misspelt
            are = "columns {} are" if len(missing) > 1 else "column {} is"
            yield WrongRow(row, None, f"the {are.format(listed(missing))} missing")
        for at, heading in enumerate(self._headings, 1):
            if heading not in known:
                near = did_you_mean(heading, known)
                yield WrongRow(row, at, f"{heading or 'an empty heading'} is not the heading of a column{near}")
            elif heading in self._headings[: at - 1]:
                before = self._headings.index(heading) + 1
                yield WrongRow(row, at, f"{heading} is the heading of column {before} already")

    def _add(self, at: int, cells: Sequence[str]) -> None:
        row = defaultdict(str, zip(self._headings, cells, strict=False))
        surplus = [column for column, cell in enumerate(cells, 1) if cell and column > len(self._headings)]
        if surplus:
            number = _thousands(cells)
            message = f"there is no heading for this cell; is a separator within a number, as in {number}?"
            self.wrong.append(WrongRow(at, surplus[0], message))
        elif row["a"] and not row["b"]:
            self._add_bye(at, row)
        elif any(row.values()):
            self._add_table(at, row)

    def _player(self, at: int, row: Mapping[str, str], column: str) -> str:
        ids = self._players.ids(row[column])
        if len(ids) != 1:
            self._fault(at, column, self._players.why_not(row[column]))
        return ids[0] if ids else ""

    def _number(self, at: int, row: Mapping[str, str], column: str) -> int:
        text = row[column]
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            self._fault(at, column, f"{column} is not a whole number")
            return 0
        return int(text)

    def _add_bye(self, at: int, row: Mapping[str, str]) -> None:
        for column, cell in row.items():
            if cell and column not in NEEDED:
                message = "a row without b is a bye, which has no totals; if there was a game, b is missing"
                self._fault(at, column, message)
        self.added["byes"].append(self._player(at, row, "a"))
        self._rows["byes"].append(at)

    def _add_table(self, at: int, row: Mapping[str, str]) -> None:
        a, b = (self._player(at, row, column) for column in ("a", "b"))
        table: Json = {"table": self._number(at, row, "table"), "a": a, "b": b}
        last = max((number for number in self._scores if row[f"a_{number}"] or row[f"b_{number}"]), default=0)
        pairs = [(f"a_{number}", f"b_{number}") for number in self._scores if number <= last]
        result: Json = {}
        if pairs:
            result["deals"] = [[self._number(at, row, column) for column in pair] for pair in pairs]
        if row["a_total"] or row["b_total"]:
            result["totals"] = [self._number(at, row, column) for column in ("a_total", "b_total")]
        if result:
            table["result"] = result
        if forfeit := row["forfeit"]:
            named = self._players.ids({"a": a, "b": b}.get(forfeit.lower(), forfeit))
            table["forfeit"] = next((player for player in named if player in (a, b)), forfeit.lower())
        if row["adjustment"] or row["reason"]:
            table["adjustments"] = self._adjustments(at, row)
        self.added["tables"].append(table)
        self._rows["tables"].append(at)

    def _adjustments(self, at: int, row: Mapping[str, str]) -> list[Json]:
        """Return the adjustment of a row, which is written as in a record; what it is of may be left out."""
        words = row["adjustment"].split()
        written = " ".join(["adjustment", *words, *(["partie"] if len(words) == 2 else [])])
        try:
            found = adjustment_json(read_adjustment(f"{written}: {row['reason']}", 1, ""))
            return [{name: each for name, each in found.items() if each is not None}]
        except WordsError as error:
            self._fault(at, "adjustment" if row["reason"] else "reason", error.reason)
            return []

    # ------------------------------------------------------------ in the event

    def merge(self, old: Json, replace: bool) -> None:
        """Merge the round as it stands in the event into this one.

        Adjustments stay if the file has no column of them. Without `replace` the rest of the round stays, too.
        """
        tables = {str(each.get("table")): each for each in objects(old, "tables")}
        for table, row in zip(self.added["tables"], self._rows["tables"], strict=True):
            before = tables.pop(str(table["table"]), {})
            others = [name for name in ("a", "b", *_ENDS) if name in before and name in table]
            if not replace and any(before[name] != table[name] for name in others):
                message = f"table {table['table']} is otherwise in the event; --replace replaces the round"
                self._fault(row, "table", message)
            if "adjustment" not in self._headings and "adjustments" in before:
                table["adjustments"] = before["adjustments"]
            if not replace:
                table |= {name: each for name, each in before.items() if name not in table}
        if not replace:
            self.added["tables"] += tables.values()
            byes = old["byes"] if isinstance(old.get("byes"), list) else []
            self.added["byes"] += [each for each in byes if each not in self.added["byes"]]

    def in_results(self, fault: Fault) -> Fault | WrongRow:
        """Return a fault of the round with its row of the results, if it is one of a row."""
        _, *place = fault.pointer.split("/")  # rounds, its index, tables or byes, the index of one of them, a member
        if fault.round is None or len(place) < 4 or int(place[3]) >= len(self._rows[place[2]]):
            return fault
        _, _, kind, at, *members = place
        member = "a" if kind == "byes" else (*members, "table")[0]
        column = {"result": self._of_result, "adjustments": "adjustment"}.get(member, member)
        return self._wrong_at(self._rows[kind][int(at)], column, fault.message)

    @property
    def _of_result(self) -> str:
        """The first column of a result."""
        return next((each for each in self._headings if each == "a_total" or _SCORE.fullmatch(each)), "table")

    def impossible(self, event: Event) -> Iterator[WrongRow]:
        """Yield the rows whose results no partie can have."""
        number, rows = self.added["number"], self._rows["tables"]
        row_of = {table["table"]: row for table, row in zip(self.added["tables"], rows, strict=False)}
        for of, table, partie in parties(event):
            if of == number and partie.status == WRONG and table.number in row_of:
                message = partie.divergence or "the result is wrong"
                yield self._wrong_at(row_of[table.number], self._of_result, message)


# ---------------------------------------------------------------- CSV


def _text(name: str, encoding: str | None) -> str:
    """Return the text of results. Raises `Unreadable`.

    Without an encoding it is UTF-8, UTF-16 if it begins with a mark of that, or else, with a notice, Windows-1252.
    """
    content = event_files.bytes_of(name, _LONGEST_RESULTS, "results have")
    likely = encoding or encoding_of(content) or "UTF-8"
    try:
        return content.decode(likely).removeprefix("\ufeff")
    except UnicodeDecodeError:
        if encoding:
            raise Unreadable(shown(name), f"it is not {encoding}") from None
    notice = "it is not UTF-8 and was read as Windows-1252; --encoding names another encoding"
    print(f"{printable(shown(name))}: {notice}", file=sys.stderr)
    return content.decode("cp1252", "replace")


def _rows(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file as spreadsheets write it, with their numbers: with commas, semicolons or tabs.

    A first line such as `sep=;` names the separator; it is the first row then.
    """
    first, _, rest = text.partition("\n")
    named = _SEP.fullmatch(first.strip())
    separator = named[1] if named else max(SEPARATORS.values(), key=first.count)
    try:
        rows = csv.reader(io.StringIO(rest if named else text, newline=""), delimiter=separator, strict=True)
        yield from enumerate(rows, 2 if named else 1)
    except csv.Error as error:
        raise Unreadable(shown(name), f"it is not CSV: {error}") from None


def _thousands(cells: Sequence[str]) -> str:
    """Return what two neighbouring cells would be if they were one number with a separator of thousands."""
    pairs = (
        f"{one},{other}" for one, other in pairwise(cells) if one.isdigit() and len(other) == 3 and other.isdigit()
    )
    return next(pairs, "1,249")
