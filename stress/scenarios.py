"""Scenarios: load, restarts, killed workers and slow clients."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from stress import questions as q
from stress.balancer import balancer
from stress.client import Client, at_capacity, steadily
from stress.instances import Instance
from stress.slow import CHUNKED, HEAD, LONG, read_slowly, trickle
from stress.tally import Tally
from tests.helpers.running_service import children

Report = Callable[[str], None]
Act = Callable[[], Awaitable[None]]


async def _during(work: Awaitable[None], act: Act) -> None:
    """Run `act` while requests are sent."""
    sending = asyncio.ensure_future(work)
    await act()
    await sending


async def steady_and_overload(directory: Path, report: Report, seconds: float) -> AsyncIterator[Tally]:
    """Two workers without a balancer: at capacity, at 0.4 of it, beside exchanges, and at three times capacity."""
    mixed = [question for pair in zip(q.checks(40), q.evaluations(10) * 8, strict=False) for question in pair]
    expensive = q.exchanges(6)
    with Instance(directory / "log", WEB_CONCURRENCY="2", CACHE_MEMORY_BYTES="0") as instance:
        client = Client(instance.port)
        await at_capacity(client, mixed, 4, 1.0, Tally("warm"))
        yield (tally := Tally("as much as can be, 16 clients"))
        capacity = await at_capacity(client, mixed, 16, seconds / 2, tally)
        report(f"capacity: {capacity:,.0f} requests a second, half of them checks, half evaluations of 40 hands")
        yield (tally := Tally("steady load, 0.4 of that"))
        await steadily(client, mixed, 0.4 * capacity, seconds, tally)
        yield (tally := Tally("steady load beside exchanges without end"))
        beside = Tally("exchanges, 12 asked for at a time")
        analysing = asyncio.create_task(at_capacity(Client(instance.port), expensive, 12, seconds, beside))
        await steadily(client, mixed, 0.2 * capacity, seconds, tally)
        await analysing
        yield beside
        yield (tally := Tally("overload, three times capacity"))
        probes = Tally("probes in the meantime")
        probing = asyncio.create_task(_probe(instance.port, seconds, probes))
        await steadily(client, mixed, 3 * capacity, seconds, tally)
        await probing
        yield probes
        yield (tally := Tally("afterwards, 0.4 of capacity"))
        await steadily(client, mixed, 0.4 * capacity, seconds / 2, tally)
        client.close()


async def _probe(port: int, seconds: float, tally: Tally) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            status = (await asyncio.wait_for(reader.read(), 30))[9:12]
            writer.close()
            tally.add("answered" if status == b"200" else "wrong", time.monotonic() - began, repr(status))
        except (OSError, TimeoutError) as error:
            tally.add("lost", 0, repr(error))
        await asyncio.sleep(0.1)


@asynccontextmanager
async def _two_behind(directory: Path, report: Report, **settings: str) -> AsyncIterator[tuple[list[Instance], Client]]:
    """Run two instances of two workers behind a balancer. Yields the instances and a client."""
    async with AsyncExitStack() as stack:
        instances = [Instance(directory / f"log-{at}", **{"WEB_CONCURRENCY": "2", **settings}) for at in (1, 2)]
        for instance in instances:
            stack.enter_context(instance)
        name, port = await stack.enter_async_context(balancer(directory / "balancer", [i.port for i in instances]))
        report(f"two instances behind {name}")
        client = Client(port)
        yield instances, client
        client.close()


async def rolling_restart(directory: Path, report: Report, seconds: float) -> AsyncIterator[Tally]:
    """Stop and start one instance after the other, twice."""
    async with _two_behind(directory, report, DRAIN_SECONDS="1") as (instances, client):
        starts = []

        async def roll() -> None:
            for instance in instances * 2:
                await asyncio.to_thread(instance.stop)
                starts.append(await asyncio.to_thread(instance.start))

        yield (tally := Tally("rolling restart, twice around"))
        rolling = asyncio.create_task(roll())
        while not rolling.done():
            await steadily(client, q_checks(), 150, 1.0, tally)
        await rolling
        report(f"start to ready, under load: {', '.join(f'{each:.2f}' for each in starts)} seconds")


_CHECKS: list[q.Question] = []


def q_checks() -> list[q.Question]:
    if not _CHECKS:
        _CHECKS.extend(q.checks())
    return _CHECKS


async def killed_workers(directory: Path, report: Report, seconds: float) -> AsyncIterator[Tally]:
    """Kill a worker or a pool process every second; then make workers hang; then give each too much memory."""
    expensive = q.exchanges(3)
    async with _two_behind(directory, report, TIMEOUT="3", CACHE_MEMORY_BYTES="0") as (instances, client):

        async def kill(find: Callable[[Instance], list[int]], number: int) -> None:
            for turn in range(max(2, int(seconds))):
                found = find(instances[turn % 2])
                if found:
                    os.kill(found[0], number)
                await asyncio.sleep(1)

        yield (tally := Tally("SIGKILL of a worker every second"))
        await _during(
            steadily(client, q_checks(), 150, seconds + 1, tally), lambda: kill(Instance.workers, signal.SIGKILL)
        )
        yield (tally := Tally("SIGKILL of a helper every second, exchanges"))
        await _during(
            steadily(client, expensive, 1.5, seconds, tally),
            lambda: kill(lambda i: [h for w in i.workers() for h in children(w)], signal.SIGKILL),
        )

        async def hang() -> None:
            for instance in instances:
                os.kill(instance.workers()[0], signal.SIGSTOP)
                await asyncio.sleep(seconds / 2)

        yield (tally := Tally("a worker of each instance hangs"))
        await _during(steadily(client, q_checks(), 150, seconds, tally), hang)
    async with _two_behind(directory, report, MAX_WORKER_MEMORY_MB="16") as (instances, client):
        before = [instance.workers() for instance in instances]
        yield (tally := Tally("every worker has too much memory at once"))
        await steadily(client, q_checks(), 150, seconds, tally)
        stayed = sum(len(set(old) & set(instance.workers())) for old, instance in zip(before, instances, strict=True))
        report(f"workers that were not replaced: {stayed}")


async def slow_clients(directory: Path, report: Report, seconds: float) -> AsyncIterator[Tally]:
    """Hundreds of clients that are slow with heads, bodies and reading, beside others. There is no balancer."""
    table = {"side": "elder", "mode": "plain", "limit": 5000, "hand": q.PACK[::3][:11] + q.PACK[1:2]}
    (long,) = q.answered("/v1/exchanges/analyse", [table])
    with Instance(directory / "log", WEB_CONCURRENCY="2", REQUEST_TIMEOUT="5") as instance:
        slow = [
            *(trickle(instance.port, HEAD, b"x", 0.5) for _ in range(150)),
            *(trickle(instance.port, LONG, b" ", 0.5) for _ in range(150)),
            *(trickle(instance.port, CHUNKED, b"1\r\n \r\n", 0.5) for _ in range(50)),
            *(trickle(instance.port, b"", b"", 0.5) for _ in range(50)),
            *(read_slowly(instance.port, long.request(), 0.5) for _ in range(4)),
        ]
        crowd = [asyncio.create_task(each) for each in slow]
        await asyncio.sleep(1)
        client = Client(instance.port)
        yield (tally := Tally(f"beside {len(crowd)} slow clients"))
        await steadily(client, q_checks(), 150, 2 * seconds, tally)
        client.close()
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
