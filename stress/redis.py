"""Scenario: faults of the Redis under load."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from stress import questions as q
from stress.client import Client, steadily
from stress.instances import Instance
from stress.tally import Tally
from tests.cache.servers import Server

RATE = 60  # analyses in a second


def restart(server: Server) -> None:
    server.kill()
    server.start()


def out_of_memory(server: Server) -> None:
    server.client.flushall()
    server.client.config_set("maxmemory-policy", "noeviction")
    server.client.config_set("maxmemory", 1)


def enough_memory(server: Server) -> None:
    server.client.config_set("maxmemory", 0)


def rubbish(server: Server) -> None:
    for key in server.client.scan_iter():
        server.client.set(key, b"rubbish" * 40)


def nothing(server: Server) -> None:
    pass


# Each fault, with the functions that cause and end it.
FAULTS: dict[str, tuple[Callable[[Server], object], Callable[[Server], object]]] = {
    "killed": (Server.kill, Server.start),
    "restarted empty": (restart, nothing),
    "paused": (Server.pause, Server.resume),
    "out of memory": (out_of_memory, enough_memory),
    "entries of rubbish": (rubbish, nothing),
}


async def redis_faults(directory: Path, report: Callable[[str], None], seconds: float) -> AsyncIterator[Tally]:
    """Load before, during and after each fault of the Redis. The workers have no cache of their own."""
    asked = q.plays(120)
    with Server(directory / "r") as server:
        settings = {"WEB_CONCURRENCY": "2", "CACHE_MEMORY_BYTES": "0", "REDIS_URL": server.url}
        with Instance(directory / "log", **settings) as instance:
            client = Client(instance.port)
            await steadily(client, asked, RATE, 2 + len(asked) / RATE, Tally("warm"))
            for name, (begin, end) in FAULTS.items():
                for when, act in (("before", nothing), ("during", begin), ("after", end)):
                    await asyncio.to_thread(act, server)
                    yield (tally := Tally(f"Redis {name}: {when}"))
                    await steadily(client, asked, RATE, seconds / 2, tally)
            client.close()
