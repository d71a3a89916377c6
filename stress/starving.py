"""Scenario: checks and analyses during an attack."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import cache
from pathlib import Path

from stress import questions as q
from stress.attackers import attacking, listed, prepare
from stress.attacks import API_KEY, ATTACKS
from stress.client import Client, steadily
from stress.instances import Instance
from stress.tally import Tally

CONNECTIONS = 16  # of the attack
CHECKS, ANALYSES = 150, 5  # in a second
REQUIRED_SHARE = 0.60  # the share of the attacked requests that must be answered

_checks = cache(q.checks)
_analyses = cache(lambda: q.plays(100, seed="starving"))


async def under_attack(
    name: str, directory: Path, report: Callable[[str], None], seconds: float
) -> AsyncIterator[Tally]:
    """Two workers with their default settings, while 16 connections send the attack `name`."""
    attack = ATTACKS[name]
    settings = {"WEB_CONCURRENCY": "2", "GRACEFUL_TIMEOUT": "5", **attack.settings}
    headers = (f"X-API-Key: {API_KEY}",) if "API_KEYS" in settings else ()
    with Instance(directory / "log", open_files=attack.open_files, **settings) as instance:
        client = Client(instance.port, headers)
        await prepare(name, instance.port)
        await steadily(client, _checks(), CHECKS, 0.5, Tally("warm"))
        checks = Tally(f"{name}: checks", REQUIRED_SHARE if attack.starves == "checks" else None)
        analyses = Tally(f"{name}: analyses", REQUIRED_SHARE if attack.starves == "analyses" else None)
        async with instance.watched(), attacking(name, instance.port, CONNECTIONS) as answers:
            await asyncio.sleep(0.5)
            await asyncio.gather(
                steadily(client, _checks(), CHECKS, seconds, checks),
                steadily(client, _analyses(), ANALYSES, seconds, analyses),
            )
        report(f"the attackers got {listed(answers)}; the instance had {instance.peak >> 20} MiB at most")
        client.close()
        yield checks
        yield analyses
