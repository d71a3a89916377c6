"""What is printed in the course of an event: pairings, score sheets, results, standings and the cross-table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, get_args

from service.piquet.model.state import SEATS
from service.records.player_names import isolated, without_marks
from service.tournaments.event import Event, Round, Table, names_by_id
from service.tournaments.report import Refusal, ranked
from service.tournaments.standings import SIGNS, Outcome, Row, outcomes_of_round
from service.words import Language, words_in

Rows = list[list[str]]


class Sheet(NamedTuple):
    """A table. The cells of the columns `names` are names, in marks that keep their direction (`isolated`)."""

    kind: str
    title: str
    headings: list[str]
    rows: Rows
    names: tuple[int, ...]
    note: str = ""


#: What there is to print of an event. The first four are of one round.
SheetKind = Literal["pairings", "entry", "slips", "results", "standings", "crosstable"]
KINDS: Final[tuple[SheetKind, ...]] = get_args(SheetKind)
_TARGET_ROWS = 12  # rows of a score sheet, where a partie has no fixed number of deals


def sheets_of(
    event: Event, kind: SheetKind, number: int | None, lang: Language, *, accept_wrong: bool = False
) -> list[Sheet]:
    """Return the sheets of a kind: of a round, or after one; by default the last one that there is.

    Raises `Refusal` if the event does not have the round, or its results are needed and are not in.
    """
    writer = SheetWriter(event, lang)
    if kind not in ("standings", "crosstable"):
        each = next((one for one in event.rounds if one.number == (number or len(event.rounds))), None)
        if each is None:
            raise Refusal(f"the event has no round {number or 1}; its last round is {len(event.rounds)}", [])
        of_round = {
            "pairings": writer.pairings,
            "entry": writer.entry,
            "slips": writer.slips,
            "results": writer.results,
        }
        return list(of_round[kind](each))
    rows, until = ranked(event, number, accept_wrong=accept_wrong)
    return [writer.standings(rows, until) if kind == "standings" else writer.cross_table(rows, until)]


class SheetWriter:
    """Writes the sheets of an event in a language."""

    def __init__(self, event: Event, lang: Language) -> None:
        self._event = event
        self._words = words_in(lang).sheets
        self._names = {player: isolated(name) for player, name in names_by_id(event).items()}

    def _sheet(
        self, kind: str, columns: str, rows: list[list[str]], names: tuple[int, ...] = (1,), **of: object
    ) -> Sheet:
        headings = [self._words[column] for column in columns.split()]
        return Sheet(kind, self._words[kind].format(**of), headings, rows, names)

    # ------------------------------------------------------------ a round

    def pairings(self, each: Round) -> Iterator[Sheet]:
        """Yield who meets whom in a round, and who has a bye."""
        rows = [[str(table.number), *map(self._names.__getitem__, table.players)] for table in each.tables]
        rows += [["", self._names[player], self._words["bye"]] for player in each.byes]
        yield self._sheet("pairings", "table first_dealer second_dealer", rows, (1, 2), round=each.number)

    def entry(self, each: Round) -> Iterator[Sheet]:
        """Yield the pairings with the columns in which results are entered for `piquet-referee event --import`."""
        for sheet in self.pairings(each):
            rows = [[table, a, b if table else "", "", ""] for table, a, b in sheet.rows]
            yield sheet._replace(headings=["table", "a", "b", "a_total", "b_total"], rows=rows)

    def slips(self, each: Round) -> Iterator[Sheet]:
        """Yield a score sheet for each table, with who deals: the player at A first."""
        rules = self._event.rules
        deals = rules.partie_deals if rules.target is None else _TARGET_ROWS
        for table in each.tables:
            names = [self._names[player] for player in table.players]
            number = str(table.number)
            rows = [[number, "", "", *names]]
            rows += [[number, str(deal), names[1 - deal % 2], "", ""] for deal in range(1, deals + 1)]
            rows += [[number, self._words[last], "", "", ""] for last in ("total", "signature")]
            yield self._sheet("slip", "table deal dealer a b", rows, (2, 3, 4), round=each.number, table=number)

    def results(self, each: Round) -> Iterator[Sheet]:
        """Yield the results of a round, as far as they are in, with the points that they give."""
        points = {player: _points(outcome) for player, outcome in outcomes_of_round(self._event, each)}
        rows = []
        for table in each.tables:
            a, b = table.players
            totals = ("", "") if table.partie is None else table.partie.adjusted.totals
            own = [points[player] if table.is_in else "" for player in (a, b)]
            row = [str(table.number), self._names[a], str(totals[0]), own[0], self._names[b], str(totals[1]), own[1]]
            rows.append([*row, self._remark(table)])
        rows += [["", self._names[player], "", points[player], "", "", "", self._words["bye"]] for player in each.byes]
        columns = "table player total points player total points remark"
        yield self._sheet("results", columns, rows, (1, 4, 7), round=each.number)

    def _remark(self, table: Table) -> str:
        forfeits = [
            self._words["forfeit"].format(player=self._names[table.players[at]]) for at in sorted(table.forfeit)
        ]
        adjusted = [self._words["adjusted"]] if table.adjustments else []
        return "; ".join(forfeits + adjusted) if table.is_in else self._words["open"]

    # ------------------------------------------------------------ after a round

    def standings(self, rows: Sequence[Row], until: int) -> Sheet:
        """Return the standings after a round, with a mark for those who have withdrawn."""
        columns = " ".join(["rank player points played", *self._event.tie_breaks])
        numbers = [[row.points, row.played, *row.tie_breaks.values()] for row in rows]
        texts = [["" if number is None else str(number) for number in own] for own in numbers]
        cells = [self._player(row) + own for row, own in zip(rows, texts, strict=True)]
        return self._sheet("standings", columns, cells, round=until, rounds=len(self._event.rounds))

    def cross_table(self, rows: Sequence[Row], until: int) -> Sheet:
        """Return what each player did, round by round; in a round robin against each of the others."""
        ranks = {row.player: row.rank for row in rows}
        against = self._event.pairing.system == "round_robin"
        columns = [row.player for row in rows] if against else [*range(1, until + 1)]
        cells = []
        for row in rows:
            done = {(one.opponent if against else one.round): self._cell(one, ranks, against) for one in row.against}
            own = ["×" if column == row.player else done.get(column, "") for column in columns]
            cells.append([*self._player(row), *own, str(row.points)])
        sheet = self._sheet("crosstable", "rank player", cells)
        numbers = [str(ranks.get(str(column), column)) for column in columns]
        return sheet._replace(headings=[*sheet.headings, *numbers, self._words["points"]], note=self._words["legend"])

    def adjustments(self, until: int) -> Sheet:
        """Return the adjustments up to a round, with their reasons."""
        rows = []
        for each in self._event.rounds[:until]:
            for table in each.tables:
                for one in table.adjustments:
                    of = self._words[f"of_{one.of}"].format(deal=one.deal)
                    player = f"{self._names[table.players[SEATS.index(one.seat)]]} ({one.seat})"
                    points = f"{one.points:+d}".replace("-", "−")
                    rows.append([str(each.number), str(table.number), player, points, of, isolated(one.reason)])
        return self._sheet("adjustments", "round table player points of reason", rows, (2, 4, 5))

    def _player(self, row: Row) -> list[str]:
        mark = ""
        if row.withdrawn is not None:
            mark = self._words["withdrawn_after" if row.withdrawn else "withdrawn"].format(round=row.withdrawn)
        return [str(row.rank), self._names[row.player] + (f" ({mark})" if mark else "")]

    def _cell(self, outcome: Outcome, ranks: Mapping[str, int], against: bool) -> str:
        """Return what a player did in a round: `+3 (2)` is a win against the third for two points."""
        sign = SIGNS.get(outcome.result) or self._words["bye"]
        opponent = "" if outcome.opponent is None or against else ranks[outcome.opponent]
        return f"{sign}{opponent} ({_points(outcome)})"


def _points(outcome: Outcome) -> str:
    return f"{outcome.points}{'*' if outcome.adjusted else ''}"


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """Return a sheet as data: its title, its headings and its rows of text."""
    rows = [[without_marks(cell) for cell in row] for row in sheet.rows]
    return {"title": sheet.title, "headings": sheet.headings, "rows": rows}
