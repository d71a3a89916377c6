"""`make multiplayer-campaign`: `voleur` and `normand` in both implementations, five thousand random deals of each.

After each deal there is a settlement of random deals and a comparison of random hands, and after every hundredth a
whole partie. Every disagreement is printed, with the deal and its actions, and the status is 1 if there is one. The
same seed plays the same deals; `--deal` plays one of them alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from tests.helpers.campaigns import campaign, disagreed, numbers, parser
from tests.multiplayer.parties import compare_hands, play_partie, random_settlement
from tests.multiplayer.side_by_side import play as play_deal
from tests.reference.multiplayer.tables import SEATS

GAMES = tuple(SEATS)
DEALS_BETWEEN_PARTIES = 100


def play(game: str, number: int, seed: str, seen: dict[str, int]) -> None:
    """Play a deal and what follows it. Raises `AssertionError` if the two implementations disagree."""
    rng = random.Random(f"{seed}:{game}:{number}")
    play_deal(game, rng, seen)
    random_settlement(game, rng, seen)
    compare_hands(game, rng, seen)
    if number % DEALS_BETWEEN_PARTIES == 0:
        play_partie(game, rng, seen)


def of_a_game(game: str, deals: Sequence[int], seed: str) -> list[int]:
    """Play these deals of a game; the numbers of those that disagree."""
    seen: dict[str, int] = {}
    return campaign(game, deals, lambda number: disagreed(lambda: play(game, number, seed, seen)), seen)


def main() -> int:
    arguments = parser(__doc__, 5000)
    arguments.add_argument("--game", choices=GAMES, help="only this game")
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    failed = [of_a_game(game, numbers(given), given.seed) for game in GAMES if given.game in (None, game)]
    return 1 if any(failed) else 0


if __name__ == "__main__":
    sys.exit(main())
