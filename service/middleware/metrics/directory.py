"""The directory that the workers of one service share for their metrics.

It belongs to the first process, and is locked (flock) for as long as that or one of its workers lives. The lock tells a
directory in use from one that was left behind by a killed process whose number is in use again, which in a container is
the rule: the first process always has the same number there.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from pathlib import Path

_PREFIX = "piquet-metrics-"


def is_own(directory: str) -> bool:
    """Whether a directory was made by this process."""
    return Path(directory).name.startswith(f"{_PREFIX}{os.getpid()}-")


def make_directory(parent: str) -> str:
    """Makes and locks a directory in `parent`, and removes those there whose processes are gone. Raises OSError."""
    for other in Path(parent).glob(_PREFIX + "*"):
        if _is_abandoned(other):
            shutil.rmtree(other, ignore_errors=True)
    made = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=parent)
    fcntl.flock(os.open(made, os.O_RDONLY), fcntl.LOCK_SH)  # never closed: workers inherit it, other programs do not
    return made


def is_alive(process: int) -> bool:
    """Whether there is a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # of another user
        return True
    return True


def _is_abandoned(directory: Path) -> bool:
    number = directory.name.removeprefix(_PREFIX).partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return False
    if int(number) != os.getpid() and is_alive(int(number)):
        return False
    try:
        about = directory.lstat()
        if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.geteuid():
            return False
        descriptor = os.open(directory, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked: in use where process numbers are others, as in another container
        return False
    else:
        return True
    finally:
        os.close(descriptor)
