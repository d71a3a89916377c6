"""The commands `event` and `standings`: whether events are whole, and who stands where.

The standings may be one HTML page: the table, the cross-table, and the adjustments with their reasons.
"""

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, Final, NamedTuple

from service.cli.event_files import read_event
from service.cli.html_page import HtmlPage, html_name, html_table, html_text
from service.cli.record_files import Unreadable, shown
from service.cli.results_import import WrongRow, import_round
from service.piquet.model.state import SEATS
from service.piquet.suggestions import counted
from service.records.player_names import aligned, printable
from service.tournaments.event import STATUSES, WRONG, Event, Fault, names_by_id, parties, repeated_meetings
from service.tournaments.reading import Read
from service.tournaments.report import Refusal, event_members, ranked, rows_json
from service.tournaments.standings import BYE, DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, WIN, Outcome, Row, rounds_in

# ---------------------------------------------------------------- the page of standings


_SIGNS: Final = {WIN: "+", DRAW: "=", LOSS: "−", FORFEIT_WIN: "+f", FORFEIT_LOSS: "−f", BYE: "bye"}
_LEGEND = (
    "+, = and − are a partie won, drawn and lost, then the rank of the opponent, and in brackets the points. f is a "
    "forfeit. An asterisk marks an adjustment of the points."
)


def mark_of(row: Row) -> str:
    """Return what is said behind the name of a player who has withdrawn."""
    if row.withdrawn is None:
        return ""
    return f" (withdrawn after round {row.withdrawn})" if row.withdrawn else " (withdrawn)"


def write_page(event: Event, rows: Sequence[Row], until: int, headings: Sequence[str], out: IO[str]) -> None:
    """Write the page. `headings` are those of the numbers behind rank and player: points, parties and tie-breaks."""
    page = HtmlPage(out)
    page.article("en", event.name or "Standings", _parts(event, rows, until, headings))
    page.end()


def _parts(event: Event, rows: Sequence[Row], until: int, headings: Sequence[str]) -> Iterator[str]:
    about = ", ".join(filter(None, (event.site, event.date)))
    if about:
        yield f"<p>{html_text(about)}</p>\n"
    yield f"<h2>Standings after round {until} of {len(event.rounds)}</h2>\n"
    names = names_by_id(event)
    yield from _standings_table("Standings", rows, names, headings, map(_cells, rows))
    if until:
        yield "<h2>Round by round</h2>\n"
        ranks = {row.player: row.rank for row in rows}
        done = ({each.round: _cell(each, ranks) for each in row.against} for row in rows)
        cells = ([own.get(number, "") for number in range(1, until + 1)] for own in done)
        yield from _standings_table("Round by round", rows, names, list(map(str, range(1, until + 1))), cells)
        yield f'<p class="note">{_LEGEND}</p>\n'
    if adjustments := list(_adjustments(event, until, names)):
        yield "<h2>Adjustments</h2>\n<ul>\n"
        yield from (f"<li>{each}</li>\n" for each in adjustments)
        yield "</ul>\n"


def _standings_table(
    name: str, rows: Sequence[Row], names: dict[str, str], headings: Sequence[str], cells: Iterator[Sequence[str]]
) -> Iterator[str]:
    """Yield a table of the players with these columns behind their ranks and names."""
    yield f'<div class="wide" role="region" aria-label="{name}" tabindex="0">\n'
    players = (f"{html_name(names[row.player])}{html_text(mark_of(row))}" for row in rows)
    texts = (
        [str(row.rank), player, *map(html_text, own)] for row, player, own in zip(rows, players, cells, strict=True)
    )
    yield from html_table(["rank", "player", *headings], texts, 1)
    yield "</div>\n"


def _cell(outcome: Outcome, ranks: dict[str, int]) -> str:
    """Return what a player did in a round: `+3 (2)` is a win against the third for two points."""
    opponent = "" if outcome.opponent is None else ranks[outcome.opponent]
    return f"{_SIGNS[outcome.result]}{opponent} ({outcome.points}){'*' if outcome.adjusted else ''}"


def _adjustments(event: Event, until: int, names: dict[str, str]) -> Iterator[str]:
    for each in event.rounds[:until]:
        for table in each.tables:
            for one in table.adjustments:
                of = f"deal {one.deal}" if one.of == "deal" else f"the {one.of}"
                player = html_name(names[table.players[one.seat]])
                points = f"{one.points:+d}".replace("-", "−")
                yield (
                    f"Round {each.number}, table {table.number}: {player} ({SEATS[one.seat]}), "
                    f"{points} points of {of}: {html_name(one.reason)}"
                )


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


def add_round(name: str, results: str, number: int, changed: IO[str], *, replace: bool, encoding: str) -> bool:
    """Add results to a round of an event, and return whether they were added; if not, standard error says why.

    What they change of a round that was there goes to `changed`. Raises `Unreadable`.
    """
    found = import_round(name, results, number, replace=replace, encoding=encoding)
    for notice in found.notices:
        print(f"{printable(shown(results))}: {notice}", file=sys.stderr)
    for each in found.wrong:
        if isinstance(each, WrongRow):
            print(f"{printable(shown(results))}: {printable(each.place)}: {printable(each.message)}", file=sys.stderr)
        else:
            print(fault_line(name, each), file=sys.stderr)
    if not found.wrong:
        changed.writelines(f"{printable(name)}: {printable(change)}\n" for change in found.changes)
    return not found.wrong


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
    names = {player: printable(name) for player, name in names_by_id(event).items()}
    cells = [["rank", "player", *_headings(event)]]
    cells += ([str(row.rank), names[row.player] + mark_of(row), *_cells(row)] for row in rows)
    title = f"{printable(event.name)}: standings" if event.name else "Standings"
    yield f"{title} after round {until} of {len(event.rounds)}"
    yield ""
    yield from aligned(cells, {1})


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
