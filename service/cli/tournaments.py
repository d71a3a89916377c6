"""The commands `event`, `standings` and `sheet`: whether events are whole, who stands where, and what is printed.

The standings may be one HTML page: the table, the cross-table, and the adjustments with their reasons.
"""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from service.cli.event_files import decoded, event_content, objects, read_event, read_value, replace_file, with_round
from service.cli.html_page import HtmlPage, html_table, html_text
from service.cli.record_files import Unreadable, shown
from service.cli.results_import import WrongRow, import_round
from service.piquet.suggestions import counted
from service.records.player_names import aligned, printable, without_marks
from service.tournaments.event import STATUSES, WRONG, Event, Fault, parties, repeated_meetings
from service.tournaments.reading import Read
from service.tournaments.report import Refusal, event_members, ranked, rows_json
from service.tournaments.sheets import Sheet, SheetKind, SheetWriter, sheet_json, sheets_of
from service.tournaments.standings import Row, rounds_in
from service.words import Language

# ---------------------------------------------------------------- the commands


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
        from service.cli.dask import read_events

        yield from read_events(names, cluster)
        return
    for name in names:
        try:
            yield name, read_event(name)
        except Unreadable as unreadable:
            yield name, unreadable


def add_round(name: str, results: str, number: int, changed: IO[str], *, replace: bool, encoding: str | None) -> bool:
    """Add results to a round of an event, and return whether they were added; if not, standard error says why.

    What they change of a round that was there goes to `changed`. Raises `Unreadable`.
    """
    wrong, changes = import_round(name, results, number, replace=replace, encoding=encoding)
    for each in wrong:
        if isinstance(each, WrongRow):
            print(f"{printable(shown(results))}: {printable(each.place)}: {printable(each.message)}", file=sys.stderr)
        else:
            print(fault_line(name, each), file=sys.stderr)
    if not wrong:
        changed.writelines(f"{printable(name)}: {printable(change)}\n" for change in changes)
    return not wrong


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


class SheetForm(NamedTuple):
    """How sheets are written: as `text`, `json`, `csv`, `html` or a `fragment` of HTML, and in which language.

    In CSV these are what separates the cells, and the decimal mark of numbers.
    """

    name: str
    lang: Language = "en"
    separator: str = ","
    decimal: str = "."


def write_standings(
    name: str, number: int | None, form: SheetForm, out: IO[str], *, accept_wrong: bool, grid: bool
) -> bool:
    """Write the standings of an event, and return whether there are any, as `of_whole_event` does."""

    def write(event: Event) -> None:
        rows, until = ranked(event, number, accept_wrong=accept_wrong)
        if form.name == "json":
            _write_json({"round": until, "rows": rows_json(rows)}, out)
        elif form.name == "csv":
            _write_csv(event, rows, until, form, out)
        else:
            writer = SheetWriter(event, form.lang)
            more = [writer.cross_table(rows, until), writer.adjustments(until)] if form.name != "text" or grid else []
            sheets = [writer.standings(rows, until), *(sheet for sheet in more if until and sheet.rows)]
            write_sheets(event, sheets, form, out)

    return of_whole_event(name, write)


def write_sheets_of(name: str, kind: SheetKind, number: int | None, form: SheetForm, out: IO[str]) -> bool:
    """Write the sheets of a kind, and return whether there are any, as `of_whole_event` does."""
    return of_whole_event(name, lambda event: write_sheets(event, sheets_of(event, kind, number, form.lang), form, out))


def of_whole_event(name: str, write: Callable[[Event], None], read: Read | None = None) -> bool:
    """Write something of the event in a file, or of one that is read already, and return whether that can be done.

    If not, the faults or the tables that are wrong go to standard error. Raises `Unreadable`.
    """
    event, faults = read or read_event(name)
    for fault in faults:
        print(fault_line(shown(name), fault), file=sys.stderr)
    if faults:
        return False
    try:
        write(event)
    except Refusal as refusal:
        print(f"{printable(shown(name))}: {refusal}", file=sys.stderr)
        return False
    return True


def pair(name: str, number: int | None, lang: Language, out: IO[str]) -> bool:
    """Pair a round, by default the next one, write it into the file of an event, and print it.

    A round that is there is paired again if no table has a result. Without pairings standard error says why. Raises
    `Unreadable`, and `OSError` where the file cannot be written.
    """
    try:
        from service.tournaments.pairing import pair_round
    except ModuleNotFoundError:
        raise Unreadable("pair", "it needs the extra pairings, or make pairings in a checkout") from None
    content = event_content(name)
    event = decoded(name, content)
    rounds = objects(event, "rounds")
    number = number or len(rounds) + 1
    event["rounds"] = [each for each in rounds if each.get("number") != number]
    old = [table for each in rounds if each.get("number") == number for table in objects(each, "tables")]
    if any(set(table) & {"record", "result", "forfeit"} for table in old):
        print(f"{printable(shown(name))}: round {number} has results and is not paired again", file=sys.stderr)
        return False

    def write(read: Event) -> None:
        found = pair_round(read, number)
        tables = [{"table": table.number, "a": table.players[0], "b": table.players[1]} for table in found.tables]
        added = {"number": number, "byes": [*found.byes], "tables": tables}
        replace_file(Path(name), with_round(name, content, added))
        write_sheets(read, [*SheetWriter(read, lang).pairings(found)], SheetForm("text", lang), out)

    return of_whole_event(name, write, read_value(name, event))


def write_sheets(event: Event, sheets: Sequence[Sheet], form: SheetForm, out: IO[str]) -> None:
    """Write sheets of an event in a form. In CSV those of one kind have one row of headings."""
    if form.name == "json":
        _write_json({"sheets": map(sheet_json, sheets)}, out)
    elif form.name in ("html", "fragment"):
        page = HtmlPage(out, fragment=form.name == "fragment")
        page.article(form.lang, event.name or sheets[0].title, _parts(event, sheets))
        page.end()
    elif form.name == "csv":
        out.write("\ufeff")
        writer = csv.writer(out, delimiter=form.separator)
        for row in [*sheets[0].headings], *(row for sheet in sheets for row in sheet.rows):
            writer.writerow([_harmless(without_marks(cell), form) for cell in row])
    else:
        name = f"{printable(event.name)}: " if event.name else ""
        for at, sheet in enumerate(sheets):
            title = sheet.title[:1].lower() + sheet.title[1:] if name else sheet.title
            out.write("\n" * bool(at) + f"{name}{title}\n\n")
            cells = [[without_marks(cell) for cell in row] for row in (sheet.headings, *sheet.rows)]
            lines = [*aligned(cells, sheet.names), *(["", sheet.note] if sheet.note else [])]
            out.writelines(f"{line}\n" for line in lines)


def _parts(event: Event, sheets: Sequence[Sheet]) -> Iterator[str]:
    if about := ", ".join(filter(None, (event.site, event.date))):
        yield f"<p>{html_text(about)}</p>\n"
    for sheet in sheets:
        title = html_text(sheet.title)
        yield f'<section class="{sheet.kind}">\n<h2>{title}</h2>\n'
        yield f'<div class="wide" role="region" aria-label="{title}" tabindex="0">\n'
        yield from html_table(sheet.headings, (list(map(html_text, row)) for row in sheet.rows), sheet.names[0])
        yield "</div>\n" + (f'<p class="note">{html_text(sheet.note)}</p>\n' if sheet.note else "") + "</section>\n"


def _write_csv(event: Event, rows: Sequence[Row], until: int, form: SheetForm, out: IO[str]) -> None:
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
        numbers = [row.points, row.played, *row.tie_breaks.values()]
        breaks = ["" if number is None else str(number) for number in numbers]
        cells = [*texts, *breaks, row.decided_by or "", *against, last]
        writer.writerow([row.rank, *(_harmless(cell, form) for cell in cells)])


def _harmless(text: str, form: SheetForm) -> str:
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
