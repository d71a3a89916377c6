"""What takes long to make and is made once for a run of the tests, by the first process of pytest-xdist that asks."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(name: str, make: Callable[[Path], object], factory: pytest.TempPathFactory) -> Path:
    """The folder `name` that `make` has made and filled. Other processes wait for it. Not to be changed."""
    place = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent  # of all processes of this run
    folder = place / name
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = place / f"{name}.unfinished"
            make(unfinished)
            unfinished.rename(folder)
    return folder
