"""The settings of the server, read from the environment before it forks a process."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from service.memory import MEBIBYTE
from service.settings.env import SettingsError, text, whole_number

DEFAULT_PORT = 8000

_DAY = 86_400
_MOST_PROCESSES = _MOST_THREADS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """`host` and `port` are where to listen (None: the usual port, or a free one); `workers` the processes, `threads`
    those of each, of which `blas_threads` may share one matrix product. `max_waiting` requests may wait for a thread.
    `worker_memory` is in bytes (0: any; None: what the memory limit leaves). All else is in seconds.
    """

    host: str
    port: int | None
    workers: int
    threads: int
    blas_threads: int
    max_waiting: int
    request_timeout: int
    drain_seconds: int
    keepalive: int
    timeout: int
    graceful_timeout: int
    worker_memory: int | None

    @classmethod
    def from_env(cls, environ: Mapping[str, str], *, busy: int) -> Self:
        """The settings in `environ`. `busy` threads of a worker may run or wait for analyses, which leaves at least one
        for checks. Raises `SettingsError`."""

        def number(name: str, default: int, minimum: int, maximum: int, unit: str) -> int:
            return whole_number(environ, name, default=default, minimum=minimum, maximum=maximum, unit=unit)

        return cls(
            host=_host(text(environ, "HOST") or "127.0.0.1"),
            port=None if text(environ, "PORT") == "auto" else number("PORT", DEFAULT_PORT, 0, 65535, ""),
            workers=number("WEB_CONCURRENCY", processors(), 1, _MOST_PROCESSES, "processes"),
            threads=number("THREADS", 8, busy + 1, _MOST_THREADS, "threads"),
            blas_threads=number("OPENBLAS_NUM_THREADS", 1, 1, _MOST_THREADS, "threads"),
            max_waiting=number("MAX_WAITING", 32, 0, 100_000, "requests"),
            request_timeout=number("REQUEST_TIMEOUT", 10, 1, 3600, "seconds"),
            drain_seconds=number("DRAIN_SECONDS", 0, 0, 3600, "seconds"),
            keepalive=number("KEEPALIVE", 75, 0, _DAY, "seconds"),  # most load balancers keep connections for 60
            timeout=number("TIMEOUT", 30, 0, _DAY, "seconds"),
            graceful_timeout=number("GRACEFUL_TIMEOUT", 30, 0, _DAY, "seconds"),
            worker_memory=_memory(environ),
        )


def processors() -> int:
    """The processors that this process may use, which in a container may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _memory(environ: Mapping[str, str]) -> int | None:
    if not text(environ, "MAX_WORKER_MEMORY_MB"):
        return None
    return whole_number(environ, "MAX_WORKER_MEMORY_MB", default=0, maximum=1 << 20, unit="MiB") * MEBIBYTE


def _host(host: str) -> str:
    """`host`, if this machine can listen on it. gunicorn would try for five seconds and then not name the setting."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"HOST takes an address of this machine, not {host!r} ({error})") from None
    return host
