"""How much memory this process takes, and how much a worker may take of what the container or the machine has."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

MEBIBYTE = 1 << 20

# Measured (docs/capacity.md), and some more.
FIRST_PROCESS = 32 * MEBIBYTE
HELPER = 96 * MEBIBYTE
SPARE = 10  # percent of the limit: a worker is looked at once a second, and files in memory count, too

LEAST = 128 * MEBIBYTE  # what a worker needs whose own memory of states and answers is full
MOST = 512 * MEBIBYTE


def resident_bytes() -> int:
    """Bytes of memory that this process has now; where that cannot be known, the most that it has had."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def worker_memory(limit: int, workers: int, helpers: int) -> int:
    """The bytes after which each of `workers` is replaced, with `helpers` beside each of them, so that all together
    stay below `limit` bytes. It is never less than `LEAST`: a worker that starts with more would be replaced for ever.
    """
    left = limit * (100 - SPARE) // 100 - FIRST_PROCESS - workers * helpers * HELPER
    return max(LEAST, min(MOST, left // max(workers, 1)))


def fits(limit: int, workers: int, helpers: int, worker: int = LEAST) -> bool:
    """Whether so many workers of `worker` bytes each, with their helpers, have room within `limit` bytes."""
    return FIRST_PROCESS + workers * (worker + helpers * HELPER) <= limit * (100 - SPARE) // 100


def memory_limit(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> int:
    """The bytes of memory that this process and its children may have: those of its control group, if that is limited,
    else of the machine."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([machine, *_limits(root, own)])


def _limits(root: Path, own: Path) -> Iterator[int]:
    """The limits of the control group of this process and of those above it, by either version of control groups."""
    try:
        groups = own.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        groups = []
    for group in ["0::/", "0:memory:/", *groups]:  # in a container the path may be one that only its host can see
        _, controllers, path = [*group.split(":", 2), "", ""][:3]
        if controllers == "":
            folder, name = root, "memory.max"
        elif "memory" in controllers.split(","):
            folder, name = root / "memory", "memory.limit_in_bytes"
        else:
            continue
        place = folder / path.strip("/")
        for level in [place, *place.parents]:
            if level.is_relative_to(folder):
                yield from _read(level / name)


def _read(file: Path) -> Iterator[int]:
    try:
        text = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return
    if text.isdigit():  # else "max"
        yield int(text)
