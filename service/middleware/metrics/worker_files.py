"""The files that workers count in, in the format of prometheus_client, which the page of metrics adds up.

Only to be imported once PROMETHEUS_MULTIPROC_DIR is set.
"""

import fcntl
import logging
import mmap
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

from service.middleware.metrics.directory import is_alive

logger = logging.getLogger("service.metrics")

#: Types of metrics of which the values of several processes are added up.
_TYPES = ("counter", "histogram")

_FIRST_SIZE = 1 << 16


class AllocatedDict(MmapedDict):
    """The values of one process in a file, for which space is allocated before they are written.

    A mapped file of a file system that is full ends the process with SIGBUS when a new page of it is written to, and
    nothing can catch that. So space is asked for first. Where there is none (or no file can be written at all) this
    process counts in its own memory: no request fails, and the page does not show what was counted since."""

    def __init__(self, filename: str | None, read_mode: bool = False) -> None:
        try:
            if filename is None:
                raise FileNotFoundError
            _allocate(filename)
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]
        except OSError as error:
            if filename is not None:
                _warn(error)
            self._f: Any = None
            self._m: Any = bytearray(_FIRST_SIZE)
            self._capacity, self._used, self._positions = _FIRST_SIZE, 8, {}
            self._m[:4] = self._used.to_bytes(4, "little")

    def _init_value(self, key: str) -> None:
        while self._used + len(key.encode()) + 32 > self._capacity:  # an entry: 4 + key + at most 8 + 16
            self._grow()
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _grow(self) -> None:
        size = 2 * self._capacity
        try:
            if self._f:
                os.posix_fallocate(self._f.fileno(), 0, size)
                self._m = mmap.mmap(self._f.fileno(), size)
        except OSError as error:
            _warn(error)
            self._m = bytearray(self._m[: self._capacity])
            self._f.close()
            self._f = None
        if not self._f:
            self._m += bytes(self._capacity)
        self._capacity = size

    def written(self) -> bytes:
        """All values in the format of a file."""
        return bytes(self._m[: self._used])


def _allocate(filename: str) -> None:
    """Makes sure that the file is there and has all its space. A reader never sees it without."""
    known = os.path.exists(filename)
    path = filename if known else filename + ".new"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, max(_FIRST_SIZE, os.fstat(descriptor).st_size))
        if not known:
            os.rename(path, filename)
    except OSError:
        if not known:
            os.unlink(path)
        raise
    finally:
        os.close(descriptor)


def _warn(error: OSError) -> None:
    logger.warning("process %d counts in memory only, which /metrics does not show: %s", os.getpid(), error)


def use_allocated_files() -> None:
    """From now on prometheus_client counts in files of `AllocatedDict`."""
    values.MmapedDict = AllocatedDict  # type: ignore[attr-defined]


def merge_dead(directory: str) -> None:
    """Adds the files of processes that are gone to one file for each type, and removes them. What cannot be written
    now is left for the next time."""
    try:
        with _locked(directory, fcntl.LOCK_EX | fcntl.LOCK_NB):
            for kind in _TYPES:
                _merge(Path(directory), kind)
    except OSError as error:
        if not isinstance(error, BlockingIOError):  # another worker is doing it
            logger.warning("metrics of workers that are gone could not be merged: %s", error)


def _merge(directory: Path, kind: str) -> None:
    dead = [file for file in directory.glob(f"{kind}_*.db") if _is_of_the_dead(file)]
    if not dead:
        return
    merged = directory / f"{kind}_merged.db"
    total = AllocatedDict(None)
    for file in [merged, *dead] if merged.exists() else dead:
        for key, value, *_ in MmapedDict.read_all_values_from_file(file):  # type: ignore[no-untyped-call]
            total.write_value(key, total.read_value(key)[0] + value, 0.0)  # type: ignore[no-untyped-call]
    new = merged.with_suffix(".new")
    try:
        new.write_bytes(total.written())
        new.replace(merged)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    for file in dead:
        file.unlink()


def _is_of_the_dead(file: Path) -> bool:
    number = file.stem.rpartition("_")[2]
    return number.isdigit() and not is_alive(int(number))


@contextmanager
def reading(directory: str) -> Iterator[None]:
    """While files are read, none are merged: what was counted is neither missed nor counted twice."""
    with ExitStack() as held:
        with suppress(OSError):
            held.enter_context(_locked(directory, fcntl.LOCK_SH))
        yield


@contextmanager
def _locked(directory: str, how: int) -> Iterator[None]:
    with open(os.path.join(directory, "lock"), "ab") as file:
        fcntl.flock(file, how)
        yield
