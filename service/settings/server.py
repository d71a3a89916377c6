"""Settings of the server, read from the environment before gunicorn forks its first worker."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from service.runtime.memory import MEBIBYTE
from service.settings.env import SettingsError, text, whole_number

DEFAULT_PORT = 8000

_DAY = 86_400
_MOST_PROCESSES = _MOST_THREADS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """The settings of the server.

    - `host`, `port`: the address to listen on. With a port of None, the server takes 8000, or a free port.
    - `workers`, `threads`: worker processes, and threads of each.
    - `blas_threads`: threads that one matrix product may use.
    - `max_waiting`: requests that may wait for a thread.
    - `worker_memory`: bytes after which a worker is replaced; 0 for no limit, None to derive it from the memory limit.
    - `request_timeout`, `drain_seconds`, `keepalive`, `timeout`, `graceful_timeout`: seconds.
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
        """Read the settings from `environ`. Raises `SettingsError`.

        `busy` is the number of threads that analyses may occupy: at least one more is required, for checks.
        """

        def number(name: str, default: int, minimum: int, maximum: int, unit: str, also: str = "") -> int:
            return whole_number(environ, name, default=default, minimum=minimum, maximum=maximum, unit=unit, also=also)

        return cls(
            host=_host(text(environ, "HOST") or "127.0.0.1"),
            port=None if text(environ, "PORT") == "auto" else number("PORT", DEFAULT_PORT, 0, 65535, "", ", or auto"),
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
    """Processors that this process may use; in a container there may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _memory(environ: Mapping[str, str]) -> int | None:
    if not text(environ, "MAX_WORKER_MEMORY_MB"):
        return None
    return whole_number(environ, "MAX_WORKER_MEMORY_MB", default=0, minimum=0, maximum=1 << 20, unit="MiB") * MEBIBYTE


def _host(host: str) -> str:
    """Check that this machine can listen on `host`. gunicorn tries for five seconds and does not name the setting."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"HOST takes an address of this machine, not {host!r} ({error})") from None
    return host
