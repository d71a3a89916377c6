"""The pairings of a round, which the same event always gives: Swiss or round robin (docs/adr/0023-pairings.md)."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from typing import Final

import networkx

from service.tournaments.event import Event, Round, Table
from service.tournaments.report import ranked

_NOBODY: Final = ""  # the opponent of a player who has a bye
_BITS = 48  # more than the sum of any part of the costs of all pairs has


def pair_round(event: Event, number: int) -> Round:
    """Return a round in which every player who is there has a table or a bye.

    The player at A deals first. Raises `Refusal` if the results of the rounds before it are needed and are not in.
    """
    pairs = _round_robin(event, number) if event.pairing.system == "round_robin" else _swiss(event, number)
    absent = {player.id for player in event.players if event.attendance.absence(player.id, number)} | {_NOBODY}
    meeting = [(a, b) for a, b in pairs if not absent & {a, b}]
    if event.pairing.first_dealer == "drawn":
        meeting = [(b, a) if _lot(event, number, a, b) % 2 else (a, b) for a, b in meeting]
    tables = [Table(at, pair) for at, pair in enumerate(meeting, 1)]
    byes = {player.id for player in event.players} - absent - {player for pair in meeting for player in pair}
    return Round(number, tuple(tables), tuple(sorted(byes)))


def _lot(event: Event, *of: object) -> int:
    """Return a number that nobody chooses, but for the seed or the name of the event."""
    text = ":".join(map(str, (event.lot_seed or event.name or "", *of)))
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")


def _round_robin(event: Event, number: int) -> Iterator[tuple[str, str]]:
    """Yield the pairs of all players by the circle method. After all have met they meet again at the other seats."""
    players = sorted((player.id for player in event.players), key=lambda each: _lot(event, each))
    *circle, last = players if len(players) % 2 == 0 else [*players, _NOBODY]
    cycle, at = divmod(number - 1, max(1, len(circle)))
    pairs = [(circle[at], last)] if circle else [(last, _NOBODY)]
    pairs += [(circle[(at + by) % len(circle)], circle[at - by]) for by in range(1, len(circle) // 2 + 1)]
    for by, (a, b) in enumerate(pairs):
        yield (a, b) if (cycle + (by or at)) % 2 else (b, a)


def _swiss(event: Event, number: int) -> Iterator[tuple[str, str]]:
    """Yield the pairs of the players who are there, those with the most points first: the pairs of the least cost.

    Meetings and byes that were there before cost most, then clubs that are kept apart, then the square of how many
    groups of equal points are between the two, then two who dealt first equally often; the lot decides the rest.
    """
    rows, _ = ranked(event, number - 1)
    there = [row for row in rows if not event.attendance.absence(row.player, number)]
    groups = sorted({row.points for row in there}, reverse=True)
    group = {row.player: groups.index(row.points) for row in there} | {_NOBODY: len(groups)}
    apart = number <= event.pairing.clubs_apart
    clubs = {player.id: player.club for player in event.players if apart and player.club}
    met, dealt, last = Counter[frozenset[str]](), Counter[str](), dict[str, int]()
    for each in event.rounds[: number - 1]:
        met.update(frozenset({player, _NOBODY}) for player in each.byes)
        for a, b in (table.players for table in each.tables if not table.forfeit):
            met[frozenset({a, b})] += 1
            dealt.update({a: 1, b: -1})
            last |= {a: 1, b: -1}

    def cost(one: str, other: str) -> int:
        same_club = one in clubs and clubs[one] == clubs.get(other)
        same_turn = dealt[one] * dealt[other] > 0
        total = 0
        for part in (met[frozenset({one, other})], same_club, (group[one] - group[other]) ** 2, same_turn):
            total = (total + part) << _BITS
        return total + _lot(event, number, *sorted((one, other)))

    players = [row.player for row in there] + [_NOBODY] * (len(there) % 2)
    graph = networkx.Graph()
    for one, other in combinations(range(len(players)), 2):
        graph.add_edge(one, other, weight=cost(players[one], players[other]))
    for pair in sorted(sorted(each) for each in networkx.min_weight_matching(graph)):
        turn = {players[at]: (dealt[players[at]], last.get(players[at], 0), _lot(event, number, at)) for at in pair}
        a, b = sorted(turn, key=turn.__getitem__)
        yield a, b
