"""The standings of an event as one HTML page: the table, the cross-table, and the adjustments with their reasons."""

from collections.abc import Iterator, Sequence
from typing import IO, Final

from service.cli.html_page import HtmlPage, html_name, html_text
from service.piquet.model.state import SEATS
from service.tournaments.event import Event
from service.tournaments.standings import BYE, DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, WIN, Outcome, Row

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
    names = {player.id: player.name for player in event.players}
    numbers = ((str(row.points), str(row.played), *_tie_breaks(row)) for row in rows)
    yield from _table("Standings", rows, names, headings, numbers)
    if until:
        yield "<h2>Round by round</h2>\n"
        ranks = {row.player: row.rank for row in rows}
        done = ({each.round: _cell(each, ranks) for each in row.against} for row in rows)
        cells = ([own.get(number, "") for number in range(1, until + 1)] for own in done)
        yield from _table("Round by round", rows, names, [str(number) for number in range(1, until + 1)], cells)
        yield f'<p class="note">{_LEGEND}</p>\n'
    if adjustments := list(_adjustments(event, until, names)):
        yield "<h2>Adjustments</h2>\n<ul>\n"
        yield from (f"<li>{each}</li>\n" for each in adjustments)
        yield "</ul>\n"


def _tie_breaks(row: Row) -> Iterator[str]:
    return ("" if number is None else str(number) for number in row.tie_breaks.values())


def _table(
    name: str, rows: Sequence[Row], names: dict[str, str], headings: Sequence[str], cells: Iterator[Sequence[str]]
) -> Iterator[str]:
    """Yield a table of the players with these columns behind their ranks and names."""
    yield f'<div class="wide" role="region" aria-label="{name}" tabindex="0">\n<table>\n<thead><tr>'
    yield from (f'<th scope="col">{html_text(heading)}</th>' for heading in ("rank", "player", *headings))
    yield "</tr></thead>\n<tbody>\n"
    for row, own in zip(rows, cells, strict=True):
        written = "".join(f"<td>{html_text(cell)}</td>" for cell in own)
        name = f"{html_name(names[row.player])}{html_text(mark_of(row))}"
        yield f'<tr><td>{row.rank}</td><th scope="row">{name}</th>{written}</tr>\n'
    yield "</tbody>\n</table>\n</div>\n"


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
