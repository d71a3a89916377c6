"""Whether the service is about to stop: said once by gunicorn's first process, known to all that it has forked."""

import mmap

# A byte that a process shares with those it forks. To be imported before the first of them.
_said = mmap.mmap(-1, 1)


def begin() -> None:
    """From now on the service says that it is not ready."""
    _said[0] = 1


def is_shutting_down() -> bool:
    """Whether it is about to stop."""
    return _said[0] == 1


def reset() -> None:
    """For tests."""
    _said[0] = 0
