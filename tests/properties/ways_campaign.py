"""`make ways-campaign`: twenty thousand random parties, asked in every way in.

Every disagreement is printed with the command that repeats it, and the status is 1 if there is one. The same seed plays
the same parties; `--deal` plays one number alone. The parties are split over the processes given.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from service.pool.processes import ProcessPool
from tests.helpers.campaigns import campaign, disagreed, numbers, parser
from tests.properties.ways import IN_PROCESSES, Run, play


def play_some(parties: Sequence[int], seed: str) -> list[int]:
    """Play these parties; the numbers of those with a disagreement."""
    pool = ProcessPool(1, 1, deadline=120.0, joining=1)
    run = Run(pool)

    def disagreement(number: int) -> str | None:
        found = disagreed(lambda: play(random.Random(f"{seed}:{number}"), number, run))
        again = f"python -m tests.properties.ways_campaign --seed {seed} --deal {number}"
        return None if found is None else f"{again}\n{found}"

    failed = campaign("ways", parties, disagreement, run.seen)
    pool.close()
    if wrong := disagreed(run.verify_by_process):
        print(wrong, flush=True)
        failed.append(parties[-1])
    print("never asked:", ", ".join([*run.missing(), *run.missing(IN_PROCESSES)]) or "nothing", flush=True)
    return failed


def main() -> int:
    arguments = parser(__doc__, 20_000)
    arguments.add_argument("--processes", type=int, default=2)
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    parties = numbers(given)
    if len(parties) == 1 or given.processes == 1:
        return 1 if play_some(parties, given.seed) else 0
    shares = [parties[at :: given.processes] for at in range(given.processes)]
    with ProcessPoolExecutor(given.processes) as pool:
        failed = [each for found in pool.map(partial(play_some, seed=given.seed), shares) for each in found]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
