"""What may be set from outside, read once from the environment when the service starts."""

import logging
import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self, get_args

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
    """The settings of one running service.

    `redis_url` is where the shared cache is, or None for one in the process alone; `redis_timeout` the seconds that a
    question to it may take, `cache_ttl` those that it keeps an answer, `cache_secret` what its entries are sealed
    with; `cache_memory_bytes` is what the cache in the process may take (0: none), `cache_evaluations` whether the
    odds of many hands are shared, too. `max_body_bytes` is the longest request body that is read;
    `state_memory_bytes` what a process may take to remember verified states (0: none).
    `analysis_processes` are the helper processes of a worker for what is dear to compute (0: it computes itself),
    `analysis_waiting` how many requests may wait for one, `analysis_joining` how many more for what another computes,
    `analysis_deadline` the seconds that each may take.
    `seal_keys` are the secrets that seal states, by their ids, the one in use first; `require_seal` whether other
    states are refused; `seal_engines` versions of other engines whose seals are taken, too. `middleware` is what may be
    set about the way to the operations and back.
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
    analysis_processes: int = 0
    analysis_waiting: int = 3
    analysis_deadline: float = 10.0
    analysis_joining: int = 1
    seal_keys: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    require_seal: bool = False
    seal_engines: tuple[str, ...] = ()
    middleware: MiddlewareSettings = field(default_factory=MiddlewareSettings)

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """The settings in `environ`; an empty variable counts as one that is not set."""

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
            analysis_processes=number("ANALYSIS_PROCESSES", default=0, unit="processes", minimum=0, maximum=64),
            analysis_waiting=number("ANALYSIS_WAITING", default=3, unit="requests", minimum=0, maximum=1000),
            analysis_deadline=number("ANALYSIS_DEADLINE_MS", default=10_000, unit="milliseconds", maximum=600_000)
            / 1000,
            analysis_joining=number("ANALYSIS_JOINING", default=1, unit="requests", minimum=0, maximum=1000),
            log_level=logging.getLevelNamesMapping()[one_of(environ, "LOG_LEVEL", *_LOG_LEVELS, default="INFO")],
            seal_keys=(keys := _seal_keys(text(environ, "SEAL_KEYS"))),
            require_seal=_require_seal(environ, keys),
            seal_engines=_seal_engines(environ),
            middleware=MiddlewareSettings.from_env(environ),
        )


def _redis_url(url: str) -> str | None:
    """`url` if it says where a Redis is. It may hold a password, so no message repeats it."""
    if not url:
        return None
    try:
        parse_redis_url(url)
    except ValueError as error:
        raise SettingsError(f"REDIS_URL takes {FORMS}; {error}") from None
    return url


def _seal_keys(listed: str) -> dict[str, bytes]:
    """`id:base64,id:base64` as secrets by their ids. No message repeats any of it."""
    keys: dict[str, bytes] = {}
    for number, part in enumerate(filter(None, listed.split(",")), 1):
        name, _, encoded = part.strip().partition(":")
        try:
            secret = b64decode(encoded, validate=True)
        except NotBase64:
            secret = b""
        if not _KEY_ID.fullmatch(name) or len(secret) < SEAL_KEY_BYTES or name in keys:
            raise SettingsError(
                "SEAL_KEYS takes id:secret,id:secret, each id once and of up to 16 letters and digits, the secrets in "
                f"base64 and of at least {SEAL_KEY_BYTES} bytes; key {number} is not so"
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
