"""Are checks still answered during an attack with the most expensive requests?

For each attack in `stress/attacks.py` the service is started with its default settings (two workers) and receives
checks with known responses: from two callers that send the next one 5 ms after a response, and at a fixed rate. This is
measured without an attack, then while 1, 4 and 16 connections send the attack without a pause, and without it again
before each of them. The attackers are one process of low priority.

Ratio: the checks that were answered for the two callers / those in the same time without the attack. For those at a
fixed rate, the median and the 99th percentile are shown, counted from the moment when each was due. Memory is the
maximum of all processes of the instance together. Target: with 16 connections a ratio of 0.60 and a 99th percentile
under 100 ms.

`--checkout` measures another checkout of the service with the same program, and `--server` another server than that of
the deployment, with its settings.
"""

import argparse
import asyncio
import os
import platform
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from _servers import SERVERS, in_front
from _shared import ROOT

from stress import questions as q
from stress.attackers import SENT, attacking, listed, prepare
from stress.attacks import API_KEY, ATTACKS, ORDINARY
from stress.client import Client, at_capacity, steadily
from stress.instances import Instance
from stress.tally import Tally, percentile

TARGET, SLOWEST = 0.60, 0.100  # the ratio, and seconds of the 99th percentile
TARGET_CONNECTIONS = 16  # the target is for this many connections

CALLERS, PAUSE = 2, 0.005  # callers that send checks one after the other, and their pause in seconds
RATE = 100  # checks a second at a fixed rate
PATIENCE = 10.0  # seconds after which a check counts as lost
RAMP = 0.7  # seconds of an attack before the measurement
CALM, CALMING = 0.05, 5.0  # seconds that a check takes after an attack; time limit for that

SETTINGS = {"WEB_CONCURRENCY": "2", "GRACEFUL_TIMEOUT": "1"}


@dataclass
class Found:
    """The outcome of checks: `answered` a second of the two callers, and the tally of those at a fixed rate."""

    answered: list[float] = field(default_factory=list)
    closed: Tally = field(default_factory=lambda: Tally("one after the other"))
    paced: Tally = field(default_factory=lambda: Tally("at a fixed rate"))

    async def measure(self, client: Client, checks: Sequence[q.Question], seconds: float) -> list[asyncio.Task[object]]:
        """Send checks for so many seconds. Returns what has to be awaited afterwards."""
        before = self.closed.counts["answered"]
        tasks: list[asyncio.Task[object]] = [
            asyncio.create_task(at_capacity(client, checks, CALLERS, seconds, self.closed, PAUSE)),
            asyncio.create_task(steadily(client, checks, RATE, seconds, self.paced)),
        ]
        await asyncio.sleep(seconds)
        self.answered.append((self.closed.counts["answered"] - before) / seconds)
        return tasks

    @property
    def rate(self) -> float:
        return sum(self.answered) / len(self.answered)

    @property
    def bad(self) -> int:
        return sum(tally.counts[outcome] for tally in (self.closed, self.paced) for outcome in ("wrong", "lost"))


class Measurement:
    """The measurement of one attack."""

    def __init__(self, name: str, directory: Path, checks: Sequence[q.Question], given: argparse.Namespace) -> None:
        self._name, self._attack, self._checks, self._given = name, SENT[name], checks, given
        self._kind = SERVERS[given.server]
        self._instance = Instance(
            directory / "log",
            root=given.checkout,
            open_files=self._attack.open_files,
            command=self._kind.command(given.checkout),
            **SETTINGS,
            **self._attack.settings,
        )

    async def run(self) -> list[str]:
        """Print a row for each number of connections. Returns the rows that miss the target."""
        missed = []
        headers = (f"X-API-Key: {API_KEY}",) if "API_KEYS" in self._attack.settings else ()
        with in_front(self._kind, self._instance.port) as front, self._instance:
            self._port, self._client = front.port, Client(front.port, headers, PATIENCE)
            self._instance.beside = front.processes
            await prepare(self._name, self._port)
            for connections in self._given.connections:
                quiet, beside, answers = Found(), Found(), Counter[str]()
                self._instance.peak = 0
                for _ in range(self._given.rounds):
                    await self._calm()
                    await asyncio.gather(*await quiet.measure(self._client, self._checks, self._given.seconds / 2))
                    answers += await self._beside(beside, connections)
                row = Row(self._name, connections, quiet, beside, answers, self._instance.peak)
                print(row.line(), flush=True)
                if not row.meets_target:
                    missed.append(row.name)
            self._client.close()
        return missed

    async def _beside(self, beside: Found, connections: int) -> Counter[str]:
        """Measure during the attack. Returns the statuses that the attackers received."""
        async with self._instance.watched():
            async with attacking(self._name, self._port, connections) as answers:
                await asyncio.sleep(RAMP)
                unfinished = await beside.measure(self._client, self._checks, self._given.seconds)
            await asyncio.gather(*unfinished)
        return answers

    async def _calm(self) -> None:
        """Wait until checks are answered as usual. Restarts the service if that takes too long."""
        until = time.monotonic() + CALMING
        quick = 0
        while quick < 5:
            if time.monotonic() > until:
                self._client.close()
                self._instance.stop()
                self._instance.start()
                until = time.monotonic() + CALMING
            tally = Tally("calm")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._client.ask(self._checks[0], tally), 1)
            quick = quick + 1 if tally.seconds and tally.seconds[0] < CALM else 0


@dataclass
class Row:
    name: str
    connections: int
    quiet: Found
    beside: Found
    answers: Counter[str]
    peak: int

    @property
    def ratio(self) -> float:
        return self.beside.rate / self.quiet.rate

    @property
    def meets_target(self) -> bool:
        slowest = percentile(self.beside.paced.seconds, 0.99)
        return self.connections < TARGET_CONNECTIONS or (
            self.ratio >= TARGET and slowest < SLOWEST and not self.beside.bad
        )

    def line(self) -> str:
        paced = self.beside.paced
        times = " ".join(
            f"{percentile(tally.seconds, part) * 1000:8.1f}"
            for tally in (self.quiet.paced, paced)
            for part in (0.5, 0.99)
        )
        refused = f", {paced.counts['refused']} checks refused" if paced.counts["refused"] else ""
        bad = f", {self.beside.bad} CHECKS WRONG OR LOST" if self.beside.bad else ""
        return (
            f"{self.name:24}{self.connections:4}{self.quiet.rate:7.0f}{self.beside.rate:7.0f}{self.ratio:7.2f} {times}"
            f"{self.peak >> 20:7}   {listed(self.answers)}{refused}{bad}{'' if self.meets_target else '  <'}"
        )


HEAD = f"{'':24}conn  alone beside  ratio  p50, p99 alone   p50, p99 beside    MiB   what came back to the attackers"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="16 connections and half a second: shows that it runs")
    parser.add_argument("--only", choices=SENT, action="append", metavar="NAME", help="this attack")
    parser.add_argument("--connections", default="1,4,16", help="how many send it (1,4,16)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each attack is measured (1.5)")
    parser.add_argument("--rounds", type=int, default=1, help="how often (1)")
    parser.add_argument("--server", choices=SERVERS, default="own", help="this server (own)")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="the checkout that is measured (this one)")
    given = parser.parse_args()
    if given.quick:
        given.connections, given.seconds = str(TARGET_CONNECTIONS), 0.5
    given.connections = [int(number) for number in given.connections.split(",")]
    given.checkout = given.checkout.resolve()
    return given


async def measured(given: argparse.Namespace) -> list[str]:
    """Measure the attacks. Returns the names of those that miss the target."""
    checks, missed = q.checks(40), []
    for name in given.only or [*ORDINARY, *ATTACKS]:
        with tempfile.TemporaryDirectory(prefix="piquet-") as directory:
            missed += await Measurement(name, Path(directory), checks, given).run()
    return missed


def main() -> None:
    given = arguments()
    print(
        f"CPython {platform.python_version()}, {os.cpu_count()} cores, {given.rounds} × {given.seconds:g} seconds a row"
    )
    print(HEAD)
    missed = asyncio.run(measured(given))
    print("The target is missed by " + ", ".join(missed) if missed else "All that was measured meets the target.")


if __name__ == "__main__":
    main()
