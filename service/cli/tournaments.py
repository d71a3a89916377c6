"""The commands `event` and `standings`: whether events are whole, and who stands where."""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import IO, Any

from service.cli.event_files import read_event
from service.cli.event_import import WrongRow, import_round
from service.cli.record_files import Unreadable
from service.cli.reporters import printable
from service.cli.standings_page import write_page
from service.piquet.message_text import counted
from service.tournaments.event import STATUSES, WRONG, Event, Fault
from service.tournaments.reading import Read
from service.tournaments.report import Refusal, event_json, ranked, standings_json
from service.tournaments.standings import Row


def check_events(names: Sequence[str], out: IO[str], *, as_json: bool) -> Iterator[bool | Unreadable]:
    """Write whether each event is whole, and the status of its parties; a file that cannot be read stops no other.

    Yields, before an event is written, whether it has a fault or a partie that is wrong.
    """
    for name in names:
        try:
            read = read_event(name)
        except Unreadable as unreadable:
            yield unreadable
            continue
        told = event_json(read)
        yield bool(read.faults) or any(each["status"] == WRONG for each in told["parties"])
        if as_json:
            print(json.dumps({"file": name, **told}, ensure_ascii=False), file=out)
        else:
            out.writelines(f"{line}\n" for line in _lines(name, read, told))


def add_round(name: str, results: str, number: int) -> bool:
    """Add a round of results to an event, and return whether it was added; if not, standard error says why.

    Raises `Unreadable`.
    """
    found = import_round(name, results, number)
    for each in found:
        if isinstance(each, WrongRow):
            print(f"{printable(results)}: row {each.row}: {printable(each.message)}", file=sys.stderr)
        else:
            print(fault_line(name, each), file=sys.stderr)
    return not found


def _lines(name: str, read: Read, told: dict[str, Any]) -> Iterator[str]:
    for fault in read.faults:
        yield fault_line(name, fault)
    for each in told["parties"]:
        if each["status"] == WRONG:
            place = f"round {each['round']}, table {each['table']}"
            yield f"{printable(name)}: {place}: {printable(each['divergence'])} [partie.wrong]"
    for each in told["meetings"]:
        rounds = " and ".join(map(str, each["rounds"]))
        yield f"{printable(name)}: {' and '.join(each['players'])} meet in rounds {rounds}"
    counts = Counter(each["status"] for each in told["parties"])
    statuses = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status]) or "no partie"
    whole = "whole" if told["whole"] else f"not whole ({counted(len(told['faults']), 'fault')})"
    yield f"{printable(name)}: {whole}; {told['rounds_in']} of {counted(told['rounds'], 'round')} in; {statuses}"


def fault_line(name: str, fault: Fault) -> str:
    """Return a fault of an event in a line, with its file, round, table and member."""
    places = [f"{kind} {number}" for kind, number in (("round", fault.round), ("table", fault.table)) if number]
    where = ", ".join([*places, printable(fault.pointer) or "/"])
    file = f"{printable(fault.file)}: " if fault.file else ""
    return f"{printable(name)}: {where}: {file}{printable(fault.message)} [{fault.code}]"


# ---------------------------------------------------------------- standings


def write_standings(name: str, number: int | None, form: str, out: IO[str], *, accept_wrong: bool) -> bool:
    """Write the standings of an event, and return whether there are any.

    Without any, the faults or the tables that are wrong go to standard error. Raises `Unreadable`.
    """
    read = read_event(name)
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
        print(json.dumps(standings_json(rows, until), ensure_ascii=False), file=out)
    elif form == "csv":
        _write_csv(read.event, rows, until, out)
    elif form == "html":
        write_page(read.event, rows, until, _headings(read.event), out)
    else:
        out.writelines(f"{line}\n" for line in _table(read.event, rows, until))
    return True


def _headings(event: Event) -> list[str]:
    """Return the headings of the numbers of a row."""
    return ["points", "played", *(name.replace("_", " ") for name in event.tie_breaks)]


def _cells(event: Event, row: Row) -> list[str]:
    """Return the cells of a row: rank, name, points, parties played, and tie-breaks."""
    names = {player.id: player.name for player in event.players}
    breaks = ["" if number is None else str(number) for number in row.tie_breaks.values()]
    return [str(row.rank), names[row.player], str(row.points), str(row.played), *breaks]


def _table(event: Event, rows: Sequence[Row], until: int) -> Iterator[str]:
    cells = [["rank", "player", *_headings(event)], *([*map(printable, _cells(event, row))] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    title = f"{printable(event.name)}: standings" if event.name else "Standings"
    yield f"{title} after round {until} of {len(event.rounds)}"
    yield ""
    for rank, player, *numbers in cells:
        right = (cell.rjust(width) for cell, width in zip(numbers, widths[2:], strict=True))
        yield "  ".join([rank.rjust(widths[0]), player.ljust(widths[1]), *right]).rstrip()


def _write_csv(event: Event, rows: Sequence[Row], until: int, out: IO[str]) -> None:
    """Write CSV as spreadsheets do: with a mark of its encoding, and CRLF."""
    players = {player.id: player for player in event.players}
    out.write("\ufeff")
    writer = csv.writer(out)
    rounds = [f"{what} {number}" for number in range(1, until + 1) for what in ("opponent", "result", "points")]
    of_player = ("rank", "id", "player", "club", "federation", "points", "played")
    writer.writerow([*of_player, *event.tie_breaks, "decided by", *rounds])
    for row in rows:
        player = players[row.player]
        texts = (player.id, player.name, player.club or "", player.federation or "")
        rank, _, *numbers = _cells(event, row)
        done = {each.round: (each.opponent or "", each.result, str(each.points)) for each in row.against}
        against = [cell for number in range(1, until + 1) for cell in done.get(number, ("", "", ""))]
        writer.writerow([rank, *map(_harmless, texts), *numbers, row.decided_by or "", *map(_harmless, against)])


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; a number stays one."""
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


_FORMULA = ("=", "+", "-", "@", "\t")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
