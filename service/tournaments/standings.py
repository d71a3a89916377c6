"""The standings of an event: primary points, then tie-breaks, each within the groups that are still equal (§4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final, NamedTuple

from service.tournaments.event import Event, Points, exact
from service.tournaments.scoring import DRAW, WIN, Outcome, outcomes


class Row(NamedTuple):
    """A player in the standings.

    `tie_breaks` has a number for each that was applied to a group of the player and could decide, None for others.
    `decided_by` is what tells the player from the one just above: `points` or a tie-break; None for a shared rank and
    for the first player. `against` has what the player did, round by round. `withdrawn` is the round after which
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
    decided: dict[str, str | None] = dict.fromkeys(ids)  # by what each player is told from the one above
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
            last = event.withdrawn.get(each)
            withdrawn = last if last is not None and last <= until else None
            rows.append(Row(rank, each, field.points[each], played, values[each], decided[each], own, withdrawn))
        rank += len(group)
    return rows


def _split(
    ids: Sequence[str], numbers: Mapping[str, Points], name: str, decided: dict[str, str | None]
) -> Iterator[list[str]]:
    """Yield the players with equal numbers, highest first. `name` tells the first of each from those above.

    The first of all is told from those above by what told the group before.
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
