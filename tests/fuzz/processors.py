"""A campaign shared out among the processors."""

import argparse
import multiprocessing
import os
import platform
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any


def arguments(description: str) -> argparse.ArgumentParser:
    """What every campaign may be told: the seed, which it takes at random and prints, and how many processes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(1 << 32)))
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    return parser


def shared_out(part: Callable[[int, str], Any], number: int, given: argparse.Namespace) -> list[Any]:
    """What `part` gives in each process, for its share of `number` and a seed of its own."""
    print(f"Python {platform.python_version()}, {given.processes} processes, seed {given.seed}", flush=True)
    shares = [-(-number // given.processes)] * given.processes
    seeds = [f"{given.seed}:{at}" for at in range(given.processes)]
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(part, shares, seeds))
