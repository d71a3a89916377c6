"""The directory that the workers of one service share for their metrics.

The main process creates it and locks it with flock; workers inherit the lock. The lock distinguishes a directory in
use from one that a killed process left behind, even if its process id is in use again. In a container that is the
rule, because the main process always has the same id.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from pathlib import Path

_PREFIX = "piquet-metrics-"


def is_own(directory: str) -> bool:
    """Whether this process made `directory`."""
    return Path(directory).name.startswith(f"{_PREFIX}{os.getpid()}-")


def make_directory(parent: str) -> str:
    """Make and lock a directory in `parent`, and remove those of processes that have ended. Raises `OSError`."""
    for other in Path(parent).glob(_PREFIX + "*"):
        if _is_abandoned(other):
            shutil.rmtree(other, ignore_errors=True)
    made = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=parent)
    fcntl.flock(os.open(made, os.O_RDONLY), fcntl.LOCK_SH)  # never closed: workers inherit it, other programs do not
    return made


def is_alive(process: int) -> bool:
    """Whether there is a process with this id."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to another user
        return True
    return True


def _is_abandoned(directory: Path) -> bool:
    pid = directory.name.removeprefix(_PREFIX).partition("-")[0]
    if not (pid.isascii() and pid.isdigit() and len(pid) < 10):
        return False
    if int(pid) != os.getpid() and is_alive(int(pid)):
        return False
    try:
        status = directory.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            return False
        descriptor = os.open(directory, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked: in use by a process with other ids, as in another container
        return False
    else:
        return True
    finally:
        os.close(descriptor)
