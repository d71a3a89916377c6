"""`make fuzz`: requests at random, a million of them, some twenty minutes.

Each is one of these: made up from the contract; a real one whose JSON has other values in some places; a real one whose
bytes are damaged anywhere; a real one with odd headers. The service answers them in process, as it is by default and
with everything switched on. Ends with status 1 if an answer was none, or a problem of the service's own, or took too
long, or if the memory kept growing; what failed is kept in build/fuzz. The same seed sends the same requests again.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path

from tests.fuzz.assertions import judge
from tests.fuzz.campaign import CONFIGURATIONS, FILLED, GROWTH, Campaign, logged_nowhere, peak
from tests.fuzz.wire import ask
from tests.helpers.random_cases import fresh_seed

KEPT = Path("build/fuzz")


def repeat(path: Path) -> int:
    """Sends a request that was kept once more, to both configurations, and lets go what it raises."""
    campaign = Campaign("repeat", None)
    for name in CONFIGURATIONS:
        answer = ask(campaign.apps[name], path.read_bytes())
        print(name, answer.status, answer.headers, answer.body[:2000])
        judge(path.read_bytes(), answer)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1_010_000)
    parser.add_argument("--seed", default=fresh_seed())
    parser.add_argument("--repeat", type=Path)
    given = parser.parse_args()
    if given.repeat:
        return repeat(given.repeat)
    campaign, began = Campaign(given.seed, KEPT), time.monotonic()
    print(f"seed {given.seed}", flush=True)
    with logged_nowhere():
        campaign.run(given.number, rounds=max(2, min(10, given.number // 10_000)), progress=partial(print, flush=True))
    print(*campaign.table(), sep="\n")
    growth = campaign.growth()
    told = f"{campaign.in_use[100]} MiB in use, {growth} more than when half of it was done; at most {peak()}"
    print(f"{time.monotonic() - began:,.0f} s; {told}")
    print(*campaign.failures[:20], sep="\n")
    return 1 if campaign.failures or (given.number >= FILLED and growth > GROWTH) else 0


if __name__ == "__main__":
    sys.exit(main())
