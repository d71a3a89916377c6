"""A match of the house player against a simple one or another level, in this process or with a running service.

python -m examples.house_player.match --level strong --opponent greedy --parties 100 --seed piquet
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator

import httpx

from examples.house_player.opponents import GreedyPlayer, RandomPlayer
from examples.house_player.player import LEVELS, HousePlayer
from examples.house_player.table import OTHER, Json, Player, Seat, Table
from piquet_referee_client import Referee


class Timed:
    """A player whose decisions are timed: in seconds, and in seconds of the processor in this process."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds: list[float] = []
        self.computing: list[float] = []

    def deals_first(self) -> bool:
        return self._player.deals_first()

    def decide(self, seat: Seat) -> Json:
        begun, computed = time.perf_counter(), time.process_time()
        action = self._player.decide(seat)
        self.seconds.append(time.perf_counter() - begun)
        self.computing.append(time.process_time() - computed)
        return action


def play_match(referee: Referee, house: Player, other: Player, ruleset: str, parties: int, seed: str) -> Iterator[Json]:
    """The result of each partie, with the seat of the house player as `house`.

    Two parties in a row have the same cards and the same first dealer, with the players in each other's seats. The
    first dealer alternates from pair to pair.
    """
    for number in range(parties):
        seat = "AB"[number % 2]
        table = Table(referee, ruleset, f"{seed}, {number // 2}")
        table.begin("AB"[number // 2 % 2])
        yield {"house": seat, **table.play({seat: house, OTHER[seat]: other})["result"]}


def outcome(result: Json) -> str:
    """What a partie was for the house player."""
    return {result["house"]: "win", None: "draw"}.get(result["winner"], "loss")


def opponent(referee: Referee, name: str, seed: str) -> Player:
    """The player with this name: a simple one, or a house player of another level."""
    if name in LEVELS:
        return HousePlayer(referee, f"{seed}, other", name)
    return RandomPlayer(seed) if name == "random" else GreedyPlayer()


def chosen_referee(base_url: str | None) -> Referee:
    """The client of a running service, or of one in this process."""
    if base_url:
        return Referee(base_url)
    from service.app import create_app
    from service.settings.service import Settings

    return Referee("http://localhost", transport=httpx.WSGITransport(app=create_app(Settings()).wsgi_app))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", choices=LEVELS, default="strong", help="how well the house player plays")
    parser.add_argument("--opponent", choices=("random", "greedy", *LEVELS), default="greedy")
    parser.add_argument("--parties", type=int, default=100)
    parser.add_argument("--ruleset", default="portland")
    parser.add_argument("--seed", default="piquet", help="any text: the same text gives the same match")
    parser.add_argument("--base-url", help="the address of a running service; without it, one in this process is used")
    arguments = parser.parse_args()
    if not 1 <= arguments.parties <= 1000:
        parser.error("--parties: from 1 to 1000")

    referee = chosen_referee(arguments.base_url)
    house = Timed(HousePlayer(referee, arguments.seed, arguments.level))
    other = opponent(referee, arguments.opponent, arguments.seed)
    results, totals = Counter[str](), Counter[str]()
    for result in play_match(referee, house, other, arguments.ruleset, arguments.parties, arguments.seed):
        results[outcome(result)] += 1
        for seat, points in result["totals"].items():
            totals["house" if seat == result["house"] else "other"] += points
    wins, losses, draws = (results[name] for name in ("win", "loss", "draw"))
    players = f"{arguments.level} against {arguments.opponent}"
    print(f"{arguments.parties} parties, {players}: {wins} wins, {losses} losses, {draws} draws")
    print(f"points in all: {totals['house']} to {totals['other']}")
    for what, seconds in (("a decision takes", house.seconds), ("of the processor", house.computing)):
        print(f"{what}: {1000 * statistics.median(seconds):.0f} ms (median), {1000 * max(seconds):.0f} ms (longest)")


if __name__ == "__main__":
    main()
