"""Graceful shutdown: a flag that gunicorn's main process sets and its workers read."""

import mmap

# Shared with the processes that are forked later. Import this module before the first fork.
_flag = mmap.mmap(-1, 1)


def begin() -> None:
    """Report from now on that the service is not ready."""
    _flag[0] = 1


def is_shutting_down() -> bool:
    """Whether the service is about to stop."""
    return _flag[0] == 1


def reset() -> None:
    """Clear the flag, for tests."""
    _flag[0] = 0
