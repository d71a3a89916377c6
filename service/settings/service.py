"""Settings of the application, read once from the environment when the service starts."""

import logging
import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Literal, Self, get_args

from service.settings.cluster_address import FORMS as FORMS_OF_CLUSTER
from service.settings.cluster_address import parse_cluster_address
from service.settings.env import SettingsError as SettingsError
from service.settings.env import boolean, entries, one_of, text, whole_number
from service.settings.middleware import MiddlewareSettings
from service.settings.redis_url import FORMS, parse_redis_url

MEBIBYTE = 1 << 20
TEBIBYTE = 1 << 40
WEEK = 7 * 24 * 60 * 60
YEAR = 365 * 24 * 60 * 60

_KEY_ID = re.compile("[A-Za-z0-9]{1,16}")
_ENGINE = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(?:[.+-][0-9A-Za-z.+-]*)?")
SEAL_KEY_BYTES = 32
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


_Evaluations = Literal["auto", "on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the application. docs/configuration.md describes each variable.

    - `redis_url`: the shared cache; None for a cache in the process only.
    - `redis_timeout`: seconds that a call to the Redis may take.
    - `cache_ttl`: seconds for which the Redis keeps a result.
    - `cache_secret`: the key that signs the entries in the Redis; may be empty.
    - `cache_memory_bytes`: the size of the cache in the process; 0 for none.
    - `cache_evaluations`: whether the odds of many hands are stored in the Redis, too.
    - `max_body_bytes`: the longest request body.
    - `state_memory_bytes`: the size of the cache of verified states in each process; 0 for none.
    - `analysis_cluster`: the address of a Dask scheduler, whose workers compute in place of pool processes; or None.
    - `analysis_processes`: pool processes of each worker for expensive computations; 0 to compute in the worker.
    - `analysis_waiting`: requests that may wait for a pool process.
    - `analysis_joining`: further requests that may wait for a result that another one computes.
    - `analysis_deadline`: seconds that an analysis may take.
    - `http_query`: whether operations with a body take QUERY (RFC 10008) besides POST.
    - `seal_keys`: the secrets that seal states, by id; the first one seals new states.
    - `require_seal`: whether states without a valid seal are refused.
    - `seal_engines`: further engine versions whose seals are accepted.
    - `middleware`: the settings of the middleware.
    """

    redis_url: str | None = field(default=None, repr=False)
    redis_timeout: float = 0.05
    cache_ttl: int = WEEK
    cache_secret: str = field(default="", repr=False)
    cache_memory_bytes: int = 16 * MEBIBYTE
    cache_evaluations: _Evaluations = "auto"
    max_body_bytes: int = MEBIBYTE
    state_memory_bytes: int = 24 * MEBIBYTE
    log_level: int = logging.INFO
    analysis_cluster: str | None = None
    analysis_processes: int = 0
    analysis_waiting: int = 3
    analysis_deadline: float = 10.0
    analysis_joining: int = 1
    http_query: bool = False
    seal_keys: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    require_seal: bool = False
    seal_engines: tuple[str, ...] = ()
    middleware: MiddlewareSettings = field(default_factory=MiddlewareSettings)

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings from `environ`. Raises `SettingsError`. An empty variable counts as unset."""

        def number(name: str, *, minimum: int = 1, **limits: Any) -> int:
            return whole_number(environ, name, minimum=minimum, **limits)

        of_bytes: dict[str, Any] = {"unit": "bytes", "maximum": TEBIBYTE}
        return cls(
            redis_url=_redis_url(text(environ, "REDIS_URL")),
            redis_timeout=number("REDIS_TIMEOUT_MS", default=50, unit="milliseconds", maximum=10_000) / 1000,
            cache_ttl=number("CACHE_TTL_SECONDS", default=WEEK, unit="seconds", maximum=10 * YEAR),
            cache_secret=environ.get("CACHE_SECRET", ""),
            cache_memory_bytes=number("CACHE_MEMORY_BYTES", default=16 * MEBIBYTE, minimum=0, **of_bytes),
            cache_evaluations=one_of(environ, "CACHE_EVALUATIONS", *get_args(_Evaluations)),
            max_body_bytes=number("MAX_BODY_BYTES", default=MEBIBYTE, **of_bytes),
            state_memory_bytes=number("STATE_MEMORY_BYTES", default=24 * MEBIBYTE, minimum=0, **of_bytes),
            analysis_processes=(
                processes := number("ANALYSIS_PROCESSES", default=0, unit="processes", minimum=0, maximum=64)
            ),
            analysis_cluster=_cluster(text(environ, "ANALYSIS_CLUSTER"), processes),
            analysis_waiting=number("ANALYSIS_WAITING", default=3, unit="requests", minimum=0, maximum=1000),
            analysis_deadline=number("ANALYSIS_DEADLINE_MS", default=10_000, unit="milliseconds", maximum=600_000)
            / 1000,
            analysis_joining=number("ANALYSIS_JOINING", default=1, unit="requests", minimum=0, maximum=1000),
            log_level=logging.getLevelNamesMapping()[one_of(environ, "LOG_LEVEL", *_LOG_LEVELS, default="INFO")],
            http_query=boolean(environ, "HTTP_QUERY"),
            seal_keys=(keys := _seal_keys(text(environ, "SEAL_KEYS"))),
            require_seal=_require_seal(environ, keys),
            seal_engines=_seal_engines(environ),
            middleware=MiddlewareSettings.from_env(environ),
        )


def _redis_url(url: str) -> str | None:
    """Check `url`; None if it is empty. It may contain a password, so no message repeats it."""
    if not url:
        return None
    try:
        parse_redis_url(url)
    except ValueError as error:
        raise SettingsError(f"REDIS_URL takes {FORMS}; {error}") from None
    return url


def _cluster(address: str, processes: int) -> str | None:
    """Check the address of a scheduler; None if it is empty."""
    if not address:
        return None
    try:
        parse_cluster_address(address)
    except ValueError:
        raise SettingsError(f"ANALYSIS_CLUSTER takes the address of a Dask scheduler, {FORMS_OF_CLUSTER}") from None
    if not processes:
        raise SettingsError("ANALYSIS_CLUSTER needs ANALYSIS_PROCESSES, which compute while the cluster is away")
    if find_spec("distributed") is None:
        raise SettingsError(
            "ANALYSIS_CLUSTER needs the extra dask: install the wheel with [dask], or requirements/cluster.txt"
        )
    return address


def _seal_keys(listed: str) -> dict[str, bytes]:
    """Parse `id:base64,id:base64` to secrets by id. The messages contain no part of it."""
    keys: dict[str, bytes] = {}
    for number, part in enumerate(filter(None, listed.split(",")), 1):
        name, _, encoded = part.strip().partition(":")
        try:
            secret = b64decode(encoded, validate=True)
        except NotBase64:
            secret = b""
        if not _KEY_ID.fullmatch(name) or len(secret) < SEAL_KEY_BYTES or name in keys:
            raise SettingsError(
                "SEAL_KEYS takes id:secret,id:secret, with unique ids of up to 16 letters and digits and secrets of at "
                f"least {SEAL_KEY_BYTES} bytes in base64; key {number} is invalid"
            )
        keys[name] = secret
    return keys


def _require_seal(environ: Mapping[str, str], keys: Mapping[str, bytes]) -> bool:
    required = boolean(environ, "REQUIRE_SEAL")
    if required and not keys:
        raise SettingsError("REQUIRE_SEAL needs SEAL_KEYS")
    return required


def _seal_engines(environ: Mapping[str, str]) -> tuple[str, ...]:
    engines = tuple(entries(environ, "SEAL_ENGINES"))
    for engine in engines:
        if not _ENGINE.fullmatch(engine):
            raise SettingsError(f"SEAL_ENGINES takes versions of the engine such as 0.1.0, not {engine!r}")
    return engines
