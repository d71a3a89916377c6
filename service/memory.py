"""The memory of this process."""

import os
import resource


def resident_bytes() -> int:
    """Bytes of memory that this process has now; where that cannot be known, the most that it has had."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
