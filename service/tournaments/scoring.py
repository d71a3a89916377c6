"""What the parties of an event give their players (§3)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from service.piquet.scoring.settlement import Settlement
from service.tournaments.event import WRONG, Event, Points, Round, Scoring, Table, exact, parties

WIN, DRAW, LOSS = "win", "draw", "loss"
BYE, FORFEIT_WIN, FORFEIT_LOSS = "bye", "forfeit_win", "forfeit_loss"

#: Results over the board, for which there was an opponent.
PLAYED: Final = (WIN, DRAW, LOSS)


class Outcome(NamedTuple):
    """What a player did in a round.

    `difference` is the player's total less the opponent's, or games won less games lost. `rubicon` is 1 if the opponent
    was rubiconed, -1 if the player was. `points` include `adjusted`, what a director added to the player's own points.
    """

    round: int
    opponent: str | None
    result: str
    points: Points
    total: int = 0
    difference: int = 0
    rubicon: int = 0
    adjusted: int = 0

    @property
    def played(self) -> bool:
        """Whether the partie was played over the board."""
        return self.result in PLAYED


def outcomes(event: Event, until: int) -> dict[str, list[Outcome]]:
    """Return what each player did in each round up to one, by id."""
    found: dict[str, list[Outcome]] = {player.id: [] for player in event.players}
    for each in event.rounds[:until]:
        for name, outcome in _of_round(event, each):
            found[name].append(outcome)
    return found


def rounds_in(event: Event) -> int:
    """Return the last round up to which all tables are in; 0 if the first one is not."""
    count = 0
    for each in event.rounds:
        if each.number != count + 1 or not each.is_in:
            break
        count += 1
    return count


def wrong_tables(event: Event, until: int) -> list[tuple[int, int]]:
    """Return the round and the number of each table whose partie is wrong."""
    return [
        (number, table.number) for number, table, partie in parties(event) if number <= until and partie.status == WRONG
    ]


def _of_round(event: Event, each: Round) -> Iterator[tuple[str, Outcome]]:
    for table in each.tables:
        own = [
            sum(one.points for one in table.adjustments if (one.seat, one.of) == (at, "settlement")) for at in (0, 1)
        ]
        for seat, outcome in enumerate(_of_table(event, each.number, table)):
            yield (
                table.players[seat],
                outcome._replace(points=exact(outcome.points + own[seat]), adjusted=own[seat]),
            )
    for name in each.byes:
        yield name, Outcome(each.number, None, BYE, event.scoring.bye)


def _of_table(event: Event, number: int, table: Table) -> Iterator[Outcome]:
    scoring = event.scoring
    for seat in (0, 1):
        opponent = table.players[1 - seat]
        if table.partie is None:
            lost = seat in table.forfeit
            points = scoring.forfeit_loss if lost else scoring.forfeit_win
            yield Outcome(number, opponent, FORFEIT_LOSS if lost else FORFEIT_WIN, points)
            continue
        settled = table.partie.adjusted
        result = DRAW if settled.winner is None else WIN if settled.winner == seat else LOSS
        total, difference = settled.totals[seat], settled.totals[seat] - settled.totals[1 - seat]
        if event.rules.target is not None:  # games
            difference = {WIN: settled.points, DRAW: 0, LOSS: -settled.points}[result]
        rubicon = settled.rubicon * {WIN: 1, DRAW: 0, LOSS: -1}[result]
        points = _points(scoring, settled, result, total, difference)
        yield Outcome(number, opponent, result, points, total, difference, rubicon)


def _points(scoring: Scoring, settled: Settlement, result: str, total: int, difference: int) -> Points:
    match scoring.points:
        case "settlement":
            return {WIN: settled.points, DRAW: 0, LOSS: -settled.points}[result]
        case "won":
            return settled.points if result == WIN else 0
        case "difference":
            cap = scoring.cap or abs(difference)
            return max(-cap, min(cap, difference))
        case "total":
            return total
        case "game":
            return {WIN: scoring.win, DRAW: scoring.draw, LOSS: scoring.loss}[result]
    _, winner, loser = next(row for row in reversed(scoring.scale) if row[0] <= abs(difference))
    if result == DRAW:
        _, winner, loser = scoring.scale[0]
        return exact((winner + loser) / 2)
    return winner if result == WIN else loser
