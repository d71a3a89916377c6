"""The commands `event` and `standings`: whether events are whole, and who stands where."""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple

from service.cli.event_files import read_event
from service.cli.event_import import WrongRow, import_round
from service.cli.record_files import Unreadable, shown
from service.cli.standings_page import mark_of, write_page
from service.piquet.message_text import counted
from service.records.player_names import left, printable, right, width
from service.tournaments.event import STATUSES, WRONG, Event, Fault, parties, repeated_meetings
from service.tournaments.reading import Read
from service.tournaments.report import Refusal, event_members, ranked, rows_json
from service.tournaments.standings import Row, rounds_in


def check_events(
    names: Sequence[str], out: IO[str], *, as_json: bool, cluster: str | None = None
) -> Iterator[bool | Unreadable]:
    """Write whether each event is whole, and the status of its parties; a file that cannot be read stops no other.

    With the address of a cluster, its workers verify the parties.

    Yields, before an event is written, whether it has a fault or a partie that is wrong.
    """
    for given, read in _events(names, cluster):
        name = shown(given)
        if isinstance(read, Unreadable):
            yield read
            continue
        yield bool(read.faults) or any(partie.status == WRONG for _, _, partie in parties(read.event))
        if as_json:
            _write_json({"file": name, **event_members(read)}, out)
        else:
            out.writelines(f"{line}\n" for line in _lines(name, read))


def _events(names: Sequence[str], cluster: str | None) -> Iterator[tuple[str, Read | Unreadable]]:
    if cluster is not None:
        from service.cli.dask_events import read_events

        yield from read_events(names, cluster)
        return
    for name in names:
        try:
            yield name, read_event(name)
        except Unreadable as unreadable:
            yield name, unreadable


def add_round(name: str, results: str, number: int) -> bool:
    """Add a round of results to an event, and return whether it was added; if not, standard error says why.

    Raises `Unreadable`.
    """
    found = import_round(name, results, number)
    for each in found:
        if isinstance(each, WrongRow):
            print(f"{printable(shown(results))}: {printable(each.place)}: {printable(each.message)}", file=sys.stderr)
        else:
            print(fault_line(name, each), file=sys.stderr)
    return not found


def _write_json(members: Mapping[str, Any], out: IO[str]) -> None:
    """Write an object as a line of JSON. The items of an iterator are written one by one."""
    for at, (name, value) in enumerate(members.items()):
        out.write(f"{', ' if at else '{'}{json.dumps(name)}: ")
        if isinstance(value, Iterator):
            out.write("[")
            out.writelines(f"{', ' if n else ''}{json.dumps(each, ensure_ascii=False)}" for n, each in enumerate(value))
            out.write("]")
        else:
            out.write(json.dumps(value, ensure_ascii=False))
    out.write("}\n")


def _lines(name: str, read: Read) -> Iterator[str]:
    event = read.event
    for fault in read.faults:
        yield fault_line(name, fault)
    counts: Counter[str] = Counter()
    for number, table, partie in parties(event):
        counts[partie.status] += 1
        if partie.status == WRONG:
            place = f"round {number}, table {table.number}"
            yield f"{printable(name)}: {place}: {printable(partie.divergence or '')} [partie.wrong]"
    for pair, rounds in repeated_meetings(event):
        yield f"{printable(name)}: {' and '.join(pair)} meet in rounds {' and '.join(map(str, rounds))}"
    statuses = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status]) or "no partie"
    whole = f"not whole ({counted(len(read.faults), 'fault')})" if read.faults else "whole"
    yield f"{printable(name)}: {whole}; {rounds_in(event)} of {counted(len(event.rounds), 'round')} in; {statuses}"


def fault_line(name: str, fault: Fault) -> str:
    """Return a fault of an event in a line, with its file, round, table and member."""
    places = [f"{kind} {number}" for kind, number in (("round", fault.round), ("table", fault.table)) if number]
    where = ", ".join([*places, printable(fault.pointer) or "/"])
    file = f"{printable(fault.file)}: " if fault.file else ""
    return f"{printable(name)}: {where}: {file}{printable(fault.message)} [{fault.code}]"


# ---------------------------------------------------------------- standings


class CsvForm(NamedTuple):
    """How CSV is written: what separates its cells, and the decimal mark of its numbers."""

    separator: str = ","
    decimal: str = "."


def write_standings(
    name: str, number: int | None, form: str, out: IO[str], *, accept_wrong: bool, csv_form: CsvForm
) -> bool:
    """Write the standings of an event, and return whether there are any.

    Without any, the faults or the tables that are wrong go to standard error. Raises `Unreadable`.
    """
    read = read_event(name)
    name = shown(name)
    for fault in read.faults:
        print(fault_line(name, fault), file=sys.stderr)
    if read.faults:
        return False
    try:
        rows, until = ranked(read.event, number, accept_wrong=accept_wrong)
    except Refusal as refusal:
        print(f"{printable(name)}: {refusal}", file=sys.stderr)
        return False
    if form == "json":
        _write_json({"round": until, "rows": rows_json(rows)}, out)
    elif form == "csv":
        _write_csv(read.event, rows, until, csv_form, out)
    elif form == "html":
        write_page(read.event, rows, until, _headings(read.event), out)
    else:
        out.writelines(f"{line}\n" for line in _table(read.event, rows, until))
    return True


def _headings(event: Event) -> list[str]:
    """Return the headings of the numbers of a row."""
    return ["points", "played", *(name.replace("_", " ") for name in event.tie_breaks)]


def _cells(row: Row) -> list[str]:
    """Return the numbers of a row: points, parties played, and tie-breaks."""
    breaks = ["" if number is None else str(number) for number in row.tie_breaks.values()]
    return [str(row.points), str(row.played), *breaks]


def _table(event: Event, rows: Sequence[Row], until: int) -> Iterator[str]:
    names = {player.id: printable(player.name) for player in event.players}
    cells = [["rank", "player", *_headings(event)]]
    cells += ([str(row.rank), names[row.player] + mark_of(row), *_cells(row)] for row in rows)
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    title = f"{printable(event.name)}: standings" if event.name else "Standings"
    yield f"{title} after round {until} of {len(event.rounds)}"
    yield ""
    for rank, player, *numbers in cells:
        last = map(right, numbers, widths[2:])
        yield "  ".join([right(rank, widths[0]), left(player, widths[1]), *last]).rstrip()


def _write_csv(event: Event, rows: Sequence[Row], until: int, form: CsvForm, out: IO[str]) -> None:
    """Write CSV as spreadsheets do: with a mark of its encoding, and CRLF."""
    players = {player.id: player for player in event.players}
    out.write("\ufeff")
    writer = csv.writer(out, delimiter=form.separator)
    rounds = [f"{what} {number}" for number in range(1, until + 1) for what in ("opponent", "result", "points")]
    of_player = ("rank", "id", "player", "club", "federation", "points", "played")
    writer.writerow([*of_player, *event.tie_breaks, "decided by", *rounds, "withdrawn after"])
    for row in rows:
        player = players[row.player]
        texts = (player.id, player.name, player.club or "", player.federation or "")
        done = {each.round: (each.opponent or "", each.result, str(each.points)) for each in row.against}
        against = [cell for number in range(1, until + 1) for cell in done.get(number, ("", "", ""))]
        last = "" if row.withdrawn is None else str(row.withdrawn)
        cells = [*texts, *_cells(row), row.decided_by or "", *against, last]
        writer.writerow([row.rank, *(_harmless(cell, form) for cell in cells)])


def _harmless(text: str, form: CsvForm) -> str:
    """Return a text that no spreadsheet takes for a formula, whatever separates its cells; a number stays one."""
    if _NUMBER.fullmatch(text):
        return text.replace(".", form.decimal)
    return "".join(_without_formula(part) for part in _SPLIT_AT.split(text))


def _without_formula(cell: str) -> str:
    begun = cell.lstrip(" ")
    return cell.removesuffix(begun) + "'" + begun if begun.startswith(_FORMULA) else cell


_FORMULA = ("=", "+", "-", "@", "\t", "\r", *"＝＋＠－−")
#: What a spreadsheet with another separator would split a cell at.
_SPLIT_AT = re.compile("([,;\t])")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
