"""`make family-campaign`: `voleur` and `normand` in both implementations, five thousand random deals of each.

After each deal there is a settlement of random deals and a comparison of random hands, and after every hundredth a
whole partie. Every disagreement is printed, with the deal and its actions, and the status is 1 if there is one. The
same seed plays the same deals; `--deal` plays one of them alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from tests.reference.several.tables import SEATS
from tests.several.parties import compare_hands, play_partie, random_settlement
from tests.several.side_by_side import play

GAMES = tuple(SEATS)
DEALS_BETWEEN_PARTIES = 100


def disagreement(game: str, number: int, seed: str, seen: dict[str, int]) -> str | None:
    """Play a deal; what the two implementations disagree on, or None."""
    rng = random.Random(f"{seed}:{game}:{number}")
    try:
        play(game, rng, seen)
        random_settlement(game, rng, seen)
        compare_hands(game, rng, seen)
        if number % DEALS_BETWEEN_PARTIES == 0:
            play_partie(game, rng, seen)
    except AssertionError as error:
        return str(error) or "an assertion failed"
    return None


def campaign(game: str, numbers: range | list[int], seed: str) -> list[int]:
    """Play these deals of a game; the numbers of those that disagree."""
    seen: dict[str, int] = {}
    began, failed = time.monotonic(), []
    for count, number in enumerate(numbers, 1):
        told = disagreement(game, number, seed, seen)
        if told is not None:
            failed.append(number)
            print(f"\n{game}, deal {number} of seed {seed}\n{told}", flush=True)
        if count % 500 == 0:
            print(f"{game}: {count:,} deals, {len(failed)} disagreements", flush=True)
    print(*(f"{seen[what]:9,} {what}" for what in sorted(seen)), sep="\n")
    taken = time.monotonic() - began
    print(f"{game}: {len(numbers):,} deals, {taken:,.0f} s, {len(failed)} disagreements", *failed, flush=True)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(1 << 32)))
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument("--deal", type=int, help="the number of the only deal to play")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    numbers = range(given.number) if given.deal is None else [given.deal]
    failed = [campaign(game, numbers, given.seed) for game in GAMES if given.game in (None, game)]
    return 1 if any(failed) else 0


if __name__ == "__main__":
    sys.exit(main())
