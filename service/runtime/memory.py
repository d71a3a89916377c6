"""Memory limits: the memory of this process, and the limit of a worker derived from the container's or the machine's.

`worker_memory` computes the size at which a worker is replaced, so that all processes together stay below the limit.
"""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

MEBIBYTE = 1 << 20

# Measured (docs/capacity.md) and rounded up.
MAIN_PROCESS_BYTES = 32 * MEBIBYTE
POOL_PROCESS_BYTES = 96 * MEBIBYTE
RESERVE_PERCENT = 10  # of the limit: a worker is measured only once a second, and files in memory count, too

MIN_WORKER_BYTES = 128 * MEBIBYTE  # what a worker needs when its caches of states and results are full
MAX_WORKER_BYTES = 512 * MEBIBYTE


def resident_bytes() -> int:
    """Resident memory of this process in bytes, or its peak on systems without /proc."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def worker_memory(limit: int, workers: int, pool_processes: int) -> int:
    """Bytes at which each of `workers` is replaced, so that all processes together stay below `limit` bytes.

    Each worker has `pool_processes`. The result is at least `MIN_WORKER_BYTES`: below the size at which a worker
    starts, it would be replaced again and again.
    """
    left = _usable(limit) - MAIN_PROCESS_BYTES - workers * pool_processes * POOL_PROCESS_BYTES
    return max(MIN_WORKER_BYTES, min(MAX_WORKER_BYTES, left // max(workers, 1)))


def fits(limit: int, workers: int, pool_processes: int, worker: int = MIN_WORKER_BYTES) -> bool:
    """Whether `workers` of `worker` bytes each, with their pool processes, fit into `limit` bytes."""
    return MAIN_PROCESS_BYTES + workers * (worker + pool_processes * POOL_PROCESS_BYTES) <= _usable(limit)


def _usable(limit: int) -> int:
    return limit * (100 - RESERVE_PERCENT) // 100


def memory_limit(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> int:
    """Bytes of memory that this process and its children may use: the limit of the control group, or of the machine."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([machine, *_limits(root, own)])


def _limits(root: Path, own: Path) -> Iterator[int]:
    """Yield the limits of this process's control group and of its ancestors (cgroup v1 and v2)."""
    try:
        groups = own.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        groups = []
    for group in ["0::/", "0:memory:/", *groups]:  # in a container, the path may be visible to its host only
        _, controllers, path = [*group.split(":", 2), "", ""][:3]
        if controllers == "":
            folder, name = root, "memory.max"
        elif "memory" in controllers.split(","):
            folder, name = root / "memory", "memory.limit_in_bytes"
        else:
            continue
        leaf = folder / path.strip("/")
        for level in [leaf, *leaf.parents]:
            if level.is_relative_to(folder):
                yield from _read(level / name)


def _read(file: Path) -> Iterator[int]:
    try:
        text = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return
    if text.isdigit():  # else "max"
        yield int(text)
