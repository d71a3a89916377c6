"""`make law-campaign`: irregular deals beside the recount, two thousand of them, some twenty minutes.

The deals are spread over the rulesets of `irregular_play`. Every disagreement is printed, and the status is 1 if there
is one. The same seed plays the same deals; `--deal` plays one of them alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from tests.properties.irregular_play import RULESETS, IrregularGame

NAMES = sorted(RULESETS)


def disagreement(number: int, seed: str, seen: dict[str, int]) -> str | None:
    """Play a deal; what the two sides disagree on, or None."""
    try:
        IrregularGame(RULESETS[NAMES[number % len(NAMES)]], random.Random(f"{seed}:{number}"), seen).play()
    except AssertionError as error:
        return str(error) or "an assertion failed"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(1 << 32)))
    parser.add_argument("--deal", type=int, help="the number of the only deal to play")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    numbers = range(given.number) if given.deal is None else [given.deal]
    seen: dict[str, int] = {}
    began, failed = time.monotonic(), []
    for count, number in enumerate(numbers, 1):
        told = disagreement(number, given.seed, seen)
        if told is not None:
            failed.append(number)
            print(f"\ndeal {number} of seed {given.seed}, under {NAMES[number % len(NAMES)]}\n{told}", flush=True)
        if count % 200 == 0:
            print(f"{count:,} deals, {len(failed)} disagreements, {time.monotonic() - began:,.0f} s", flush=True)
    print(*(f"{seen[what]:7,} {what}" for what in sorted(seen)), sep="\n")
    print(f"{len(numbers):,} deals under {len(NAMES)} rulesets, {time.monotonic() - began:,.0f} s")
    print(f"{len(failed)} disagreements", *failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
