"""The standings of an event: primary points, then tie-breaks, each within the groups that are still equal.

Primary points are what the parties give their players.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final, NamedTuple

from service.piquet.model.state import SEATS
from service.piquet.scoring.settlement import Settlement
from service.tournaments.event import WRONG, Event, Points, Round, Scoring, Table, exact, parties

# ---------------------------------------------------------------- what parties give their players


WIN, DRAW, LOSS = "win", "draw", "loss"
BYE, FORFEIT_WIN, FORFEIT_LOSS = "bye", "forfeit_win", "forfeit_loss"

#: How they are marked in lists.
SIGNS: Final = {WIN: "+", DRAW: "=", LOSS: "−", FORFEIT_WIN: "+f", FORFEIT_LOSS: "−f"}
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
        for name, outcome in outcomes_of_round(event, each):
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


def outcomes_of_round(event: Event, each: Round) -> Iterator[tuple[str, Outcome]]:
    """Yield what each player did in a round, with the id."""
    for table in each.tables:
        own = [
            sum(one.points for one in table.adjustments if (one.seat, one.of) == (seat, "settlement")) for seat in SEATS
        ]
        for seat, outcome in enumerate(_of_table(event, each.number, table)):
            yield (
                table.players[seat],
                outcome._replace(points=exact(outcome.points + own[seat]), adjusted=own[seat]),
            )
    for name in each.byes:
        yield name, Outcome(each.number, None, BYE, event.scoring.bye)
    for name, missed in event.attendance.missed.items():
        if each.number in missed:
            yield name, Outcome(each.number, None, BYE, event.scoring.missed)


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


# ---------------------------------------------------------------- standings


class Row(NamedTuple):
    """A player in the standings.

    `tie_breaks` has a number for each that was applied to a group of the player and could decide, None for others.
    `decided_by` is what separates the player from the one just above: `points` or a tie-break; None for a shared rank
    and for the first player. `against` has what the player did, round by round. `withdrawn` is the round after which
    the player has withdrawn, None for one who plays on.
    """

    rank: int
    player: str
    points: Points
    played: int
    tie_breaks: dict[str, Points | None]
    decided_by: str | None
    against: list[Outcome]
    withdrawn: int | None


def standings(event: Event, until: int) -> list[Row]:
    """Return the standings after a round, best first. All tables up to it must be in."""
    field = _Field(event, until)
    ids = sorted(field.points)
    decided: dict[str, str | None] = dict.fromkeys(ids)  # by what each player is separated from the one above
    values: dict[str, dict[str, Points | None]] = {each: dict.fromkeys(event.tie_breaks) for each in ids}
    groups = list(_split(ids, field.points, "points", decided))
    for name in event.tie_breaks:
        found: list[list[str]] = []
        for group in groups:
            numbers = TIE_BREAKS[name](field, group) if len(group) > 1 else None
            if numbers is None:
                found.append(group)
                continue
            for each in group:
                values[each][name] = exact(numbers[each])
            order = {each: -number for each, number in numbers.items()} if name == "lot" else numbers
            found += _split(group, order, name, decided)
        groups = found
    rows, rank = [], 1
    for group in groups:
        for each in group:
            own = field.outcomes[each]
            played = sum(outcome.played for outcome in own)
            gone = event.attendance.has_withdrawn(each, until + 1)
            withdrawn = event.attendance.withdrawn[each] if gone else None
            rows.append(Row(rank, each, field.points[each], played, values[each], decided[each], own, withdrawn))
        rank += len(group)
    return rows


def _split(
    ids: Sequence[str], numbers: Mapping[str, Points], name: str, decided: dict[str, str | None]
) -> Iterator[list[str]]:
    """Yield the players with equal numbers, highest first. `name` separates the first of each from those above.

    The first of all is separated from those above by what separated the group before.
    """
    by = decided[ids[0]] if ids else None
    ranked = sorted(ids, key=lambda each: -numbers[each])  # it keeps the order of the ids of equals
    for _, equal in groupby(ranked, key=numbers.__getitem__):
        group = list(equal)
        decided.update(dict.fromkeys(group))
        decided[group[0]], by = by, name
        yield group


class _Field:
    """What tie-breaks compare: what the players did, and their primary points."""

    def __init__(self, event: Event, until: int) -> None:
        self.until, self.lot_seed = until, event.lot_seed
        self.outcomes = outcomes(event, until)
        self.points = {each: exact(sum(one.points for one in own)) for each, own in self.outcomes.items()}

    def over_the_board(self, player: str) -> list[Outcome]:
        """Return what a player did against opponents who were there."""
        return [outcome for outcome in self.outcomes[player] if outcome.played]

    def opponents(self, player: str) -> list[str]:
        """Return the opponents that a player has met, one for each partie."""
        return [outcome.opponent for outcome in self.over_the_board(player) if outcome.opponent is not None]

    def met(self, player: str) -> list[Points]:
        """Return the primary points of all opponents met, and the player's own for each round without one."""
        theirs = [self.points[opponent] for opponent in self.opponents(player)]
        return theirs + [self.points[player]] * (self.until - len(theirs))

    def wins(self, player: str) -> int:
        """Return the parties that a player has won over the board."""
        return sum(outcome.result == WIN for outcome in self.over_the_board(player))


#: A tie-break gives a number for each player of a group; None if it decides nothing.
TieBreak = Callable[[_Field, Sequence[str]], dict[str, Points] | None]


def _direct(field: _Field, group: Sequence[str]) -> dict[str, Points] | None:
    """Return the primary points in the parties among the group, if every two of it have met."""
    if len(group) > field.until + 1:
        return None  # nobody can have met all others
    own = {each: [one for one in field.over_the_board(each) if one.opponent in group] for each in group}
    if any(len({one.opponent for one in own[each]}) < len(group) - 1 for each in group):
        return None
    return {each: sum(one.points for one in own[each]) for each in group}


def _for_each(number: Callable[[_Field, str], Points]) -> TieBreak:
    """Return the tie-break that compares a number of each player, whoever is in the group."""
    return lambda field, group: {each: number(field, each) for each in group}


def _sonneborn_berger(field: _Field, player: str) -> Points:
    shares = {WIN: 1.0, DRAW: 0.5}
    own = field.over_the_board(player)
    return sum(shares.get(one.result, 0) * field.points[one.opponent] for one in own if one.opponent is not None)


def _lot(field: _Field, group: Sequence[str]) -> dict[str, Points]:
    """Return the places in the order of the hashes, the smallest first."""
    drawn = sorted(group, key=lambda each: sha256(f"{field.lot_seed}:{each}".encode()).digest())
    return {each: place for place, each in enumerate(drawn, 1)}


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "direct": _direct,
    "wins": _for_each(_Field.wins),
    "difference": _for_each(lambda field, each: sum(one.difference for one in field.over_the_board(each))),
    "best": _for_each(lambda field, each: max((one.total for one in field.over_the_board(each)), default=0)),
    "rubicons": _for_each(lambda field, each: sum(one.rubicon for one in field.over_the_board(each))),
    "buchholz": _for_each(lambda field, each: sum(field.met(each))),
    "buchholz_cut_1": _for_each(lambda field, each: sum(sorted(field.met(each))[1:])),
    "sonneborn_berger": _for_each(_sonneborn_berger),
    "opponents_wins": _for_each(lambda field, each: sum(map(field.wins, field.opponents(each)))),
    "lot": _lot,
}
