"""Metric files of the workers, in the format of prometheus_client; `/metrics` sums them.

Import this module only after PROMETHEUS_MULTIPROC_DIR is set.
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

from service.runtime.metrics_directory import is_alive

logger = logging.getLogger("service.metrics")

#: The types of metrics whose values are summed over processes.
_TYPES = ("counter", "histogram")

_FIRST_SIZE = 1 << 16


class AllocatedDict(MmapedDict):
    """The values of one process in a mapped file whose space is allocated before it is written.

    Writing a new page of a mapped file on a full file system ends the process with SIGBUS, which cannot be caught.
    If there is no space, or no file can be written, the process counts in memory: no request fails, and `/metrics` does
    not show what is counted from then on.
    """

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
        """Return the values in the format of a file."""
        return bytes(self._m[: self._used])


def _allocate(filename: str) -> None:
    """Make sure that the file exists with all its space. It gets its name last, so readers see a complete file."""
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
    logger.warning("process %d counts in memory only, and /metrics does not show it: %s", os.getpid(), error)


def use_allocated_files() -> None:
    """Make prometheus_client use `AllocatedDict` for its files."""
    values.MmapedDict = AllocatedDict  # type: ignore[attr-defined]


def merge_dead(directory: str) -> None:
    """Merge the files of processes that have ended into one file for each type. Retried later if it cannot write.

    What they measured about themselves counts no more.
    """
    try:
        with _locked(directory, fcntl.LOCK_EX | fcntl.LOCK_NB):
            for file in filter(_is_of_dead_process, Path(directory).glob("gauge_live*.db")):
                file.unlink()
            for metric_type in _TYPES:
                _merge(Path(directory), metric_type)
    except OSError as error:
        if not isinstance(error, BlockingIOError):  # another worker is merging them
            logger.warning("metrics of workers that have ended could not be merged: %s", error)


def _merge(directory: Path, metric_type: str) -> None:
    dead = [file for file in directory.glob(f"{metric_type}_*.db") if _is_of_dead_process(file)]
    if not dead:
        return
    merged = directory / f"{metric_type}_merged.db"
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


def _is_of_dead_process(file: Path) -> bool:
    pid = file.stem.rpartition("_")[2]
    return pid.isdigit() and not is_alive(int(pid))


@contextmanager
def no_merge(directory: str) -> Iterator[None]:
    """Prevent merging while files are read, so that no value is missed or counted twice."""
    with ExitStack() as held:
        with suppress(OSError):
            held.enter_context(_locked(directory, fcntl.LOCK_SH))
        yield


@contextmanager
def _locked(directory: str, how: int) -> Iterator[None]:
    with open(os.path.join(directory, "lock"), "ab") as file:
        fcntl.flock(file, how)
        yield
