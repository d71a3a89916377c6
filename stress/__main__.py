"""`python -m stress`: run all scenarios one after the other and print a table of the outcomes.

Exits with status 1 if a response was wrong, a request was lost, or too few were answered during an attack. `--only
NAME` runs one scenario; `--seconds` is the length of each step.
"""

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

from stress.attacks import ATTACKS
from stress.redis import redis_faults
from stress.scenarios import killed_workers, rolling_restart, slow_clients, steady_and_overload
from stress.starving import under_attack
from stress.tally import HEAD, Tally

Scenario = Callable[[Path, Callable[[str], None], float], AsyncIterator[Tally]]

_SCENARIOS: dict[str, Scenario] = {
    "load": steady_and_overload,
    "rolling": rolling_restart,
    "killed": killed_workers,
    "redis": redis_faults,
    "slow": slow_clients,
}

#: The scenarios with their descriptions, by name.
SCENARIOS: dict[str, tuple[str, Scenario]] = {
    **{name: (str(scenario.__doc__).splitlines()[0], scenario) for name, scenario in _SCENARIOS.items()},
    **{name: (f"16 connections: {attack.about}", partial(under_attack, name)) for name, attack in ATTACKS.items()},
}


async def run(names: list[str], seconds: float) -> list[Tally]:
    """Run scenarios and return their tallies. A tally is printed when it is complete, as the next one begins."""
    found: list[Tally] = []
    for name in names:
        notes: list[str] = []
        about, scenario = SCENARIOS[name]
        print(f"-- {name}: {about}", flush=True)
        with tempfile.TemporaryDirectory(prefix="piquet-") as directory:
            shown: list[Tally] = []

            def show(shown: list[Tally], notes: list[str]) -> None:
                while notes:
                    print(f"   {notes.pop(0)}", flush=True)
                for tally in shown:
                    print(tally.line(), *tally.shown, sep="\n      ", flush=True)
                found.extend(shown)
                shown.clear()

            async for tally in scenario(Path(directory), notes.append, seconds):
                show(shown, notes)
                shown.append(tally)
            show(shown, notes)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=SCENARIOS, action="append", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=6.0)
    given = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {given.seconds:g} seconds a step")
    print(HEAD)
    began = time.monotonic()
    found = asyncio.run(run(given.only or list(SCENARIOS), given.seconds))
    total = Tally("all of it")
    for tally in found:
        total.counts += tally.counts
        total.seconds += tally.seconds
        total.refusals += tally.refusals
    print(HEAD, total.line(), f"in {time.monotonic() - began:.0f} seconds", sep="\n")
    return 0 if all(tally.clean for tally in found) else 1


if __name__ == "__main__":
    sys.exit(main())
