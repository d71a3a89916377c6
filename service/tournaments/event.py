"""What an event is made of: players, rounds, tables, scoring. Names are those of its members (docs/tournaments.md)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.adjustments import Adjustment
from service.piquet.scoring.settlement import Settlement
from service.records.player_names import plain_name

#: Points of a tournament: whole, or with halves and quarters. Binary floats have these exactly, and so their sums.
Points = int | float

# Limits. Anything beyond a limit is one fault, and is left out.
TEXT = 200  # characters of a name, a site or a reason
PLAYERS = 20_000
ROUNDS = 100
TABLES = PLAYERS // 2  # of a round
SCALE = 100  # rows
MOST = 100_000  # points that a scoring may give
FAULTS = 1_000

#: Of a partie: a record that holds to the last card; scores without cards that are possible and rightly summed; only
#: totals; or something that is wrong.
VERIFIED, COUNTED, CLAIMED, WRONG = STATUSES = ("verified", "counted", "claimed", "wrong")

SCORINGS: Final = ("settlement", "won", "difference", "total", "game", "scale")
TIE_BREAKS: Final = (
    "direct",
    "wins",
    "difference",
    "best",
    "rubicons",
    "buchholz",
    "buchholz_cut_1",
    "sonneborn_berger",
    "opponents_wins",
    "lot",
)


class Fault(NamedTuple):
    """What keeps an event from being whole: a code, what is wrong, and where.

    `pointer` is the place in the event as a JSON Pointer, `file` the record that is meant, if it is in a file of its
    own.
    """

    code: str
    message: str
    pointer: str
    round: int | None = None
    table: int | None = None
    file: str | None = None


class Player(NamedTuple):
    """A player of an event."""

    id: str
    name: str
    club: str | None = None
    federation: str | None = None


class Partie(NamedTuple):
    """A partie that is over: its status, and its settlement before and after adjustments.

    A `wrong` one has what was claimed; `divergence` says what is wrong with it.
    """

    status: str
    settled: Settlement
    adjusted: Settlement
    divergence: str | None = None


class Table(NamedTuple):
    """A table of a round: the ids of those at seats A and B, and how their partie ended.

    `forfeit` has the seats that did not play. Without a partie and a forfeit the partie is still being played.
    `adjustments` are those of the table and of the record of its partie.
    """

    number: int
    players: tuple[str, str]
    partie: Partie | None = None
    forfeit: frozenset[int] = frozenset()
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def is_in(self) -> bool:
        """Whether the result is known."""
        return self.partie is not None or bool(self.forfeit)


class Round(NamedTuple):
    """A round: its tables in the order of their numbers, and the ids of those who have a bye."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()

    @property
    def is_in(self) -> bool:
        """Whether the results of all tables are known."""
        return all(table.is_in for table in self.tables)


class Scoring(NamedTuple):
    """What a partie gives each player.

    `cap` bounds a difference. `scale` has rows of the least difference, and what it gives the winner and the loser.
    """

    points: str
    cap: int | None = None
    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    scale: tuple[tuple[int, Points, Points], ...] = ()
    bye: Points = 0
    forfeit_win: Points = 0
    forfeit_loss: Points = 0
    missed: Points = 0


class Attendance(NamedTuple):
    """Who is not there in all rounds, by id.

    These are the first round of a player who came late, the last one before a player left, the first one after that
    player came back, and the rounds that a player misses on request.
    """

    entered: Mapping[str, int] = {}
    withdrawn: Mapping[str, int] = {}
    returned: Mapping[str, int] = {}
    missed: Mapping[str, Sequence[int]] = {}

    def has_withdrawn(self, player: str, number: int) -> bool:
        """Return whether a player has left before a round and has not come back."""
        return self.withdrawn.get(player, number) < number and number < self.returned.get(player, number + 1)

    def absence(self, player: str, number: int) -> str:
        """Return why a player needs no place in a round, as the end of a sentence; empty if there is a need."""
        if number in self.missed.get(player, ()):
            return f"misses round {number}"
        if number < self.entered.get(player, number):
            return f"enters in round {self.entered[player]}"
        return f"has withdrawn after round {self.withdrawn[player]}" if self.has_withdrawn(player, number) else ""


class Pairing(NamedTuple):
    """How rounds are paired: by which system, and up to which round players of one club do not meet.

    The player at A deals first, who alternates as far as possible (`alternated`) or is decided by lot (`drawn`).
    """

    system: str = "swiss"
    clubs_apart: int = 0
    first_dealer: str = "alternated"


class Event(NamedTuple):
    """An event."""

    name: str | None
    date: str | None
    site: str | None
    rules: Ruleset
    ruleset: str
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    attendance: Attendance
    scoring: Scoring
    tie_breaks: tuple[str, ...] = ()
    lot_seed: str | None = None
    pairing: Pairing = Pairing()


def exact(number: Points) -> Points:
    """Return a number as an integer, if it is one."""
    return int(number) if number == int(number) else number


def names_by_id(event: Event) -> dict[str, str]:
    """Return the names of the players. Behind a name that several have stands the id."""
    counts = Counter(plain_name(player.name) for player in event.players)
    return {
        player.id: f"{player.name} ({player.id})" if counts[plain_name(player.name)] > 1 else player.name
        for player in event.players
    }


def parties(event: Event) -> Iterator[tuple[int, Table, Partie]]:
    """Yield the parties that are over, each with its round and its table."""
    for each in event.rounds:
        for table in each.tables:
            if table.partie is not None:
                yield each.number, table, table.partie


def repeated_meetings(event: Event) -> list[tuple[tuple[str, str], list[int]]]:
    """Return the pairs who meet more than once, by id, with the rounds."""
    found: dict[tuple[str, str], list[int]] = {}
    for each in event.rounds:
        for table in each.tables:
            one, other = sorted(table.players)
            found.setdefault((one, other), []).append(each.number)
    return [(pair, rounds) for pair, rounds in sorted(found.items()) if len(rounds) > 1]
