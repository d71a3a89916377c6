"""Settings of the application and of its middleware, read once from the environment when the service starts.

Those of the middleware (logs, metrics, traces, CORS, API keys and rate limits) are off by default, except compression.
"""

import logging
import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from typing import Literal, NamedTuple, get_args

from service.settings import env
from service.settings.env import FromEnvironment, SettingsError, boolean, entries, one_of, setting, text, whole_number
from service.settings.redis_url import FORMS, parse_redis_url

# ---------------------------------------------------------------- the middleware


_MOST_BYTES = 1 << 30
_MOST_PROXIES = 16

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_QUOTA = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(_SECONDS)})")
# A key is a token68 (RFC 9110), so that it may follow `Bearer`.
_KEY = re.compile(r"([\w.-]{1,32}):([\w.~+/-]{16,256}=*)", re.ASCII)
# Numbers that the OpenTelemetry SDK reads. Its defaults for the queue and the batch are 2048 and 512.
_OTEL_POSITIVE = ("OTEL_BSP_SCHEDULE_DELAY", "OTEL_BSP_EXPORT_TIMEOUT")
_OTEL_QUEUE, _OTEL_BATCH = "OTEL_BSP_MAX_QUEUE_SIZE", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"
_OTEL_LIMIT = re.compile("OTEL_[A-Z_]+_LIMIT")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[a-z0-9._\[\]:-]+", re.ASCII)


class Quota(NamedTuple):
    """A rate limit: `amount` units in each window of `seconds`. `name` is `second`, `minute`, `hour` or `day`."""

    name: str
    amount: int
    seconds: int


def _switch(name: str) -> bool:
    """Return the field of a setting that is on or off, and off by default."""
    return setting(False, lambda environ: boolean(environ, name))


def _number(name: str, default: int, *, minimum: int = 1, maximum: int, unit: str = "") -> int:
    """Return the field of a setting that is a whole number."""
    limits = partial(whole_number, name=name, default=default, minimum=minimum, maximum=maximum, unit=unit)
    return setting(default, limits)


def _seconds(name: str, default: int, *, maximum: int) -> float:
    """Return the field of a setting in seconds, of which the variable has milliseconds."""
    limits = partial(whole_number, name=name, default=default, minimum=1, maximum=maximum, unit="milliseconds")
    return setting(default / 1000, lambda environ: limits(environ) / 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class MiddlewareSettings(FromEnvironment):
    """The settings of the middleware. docs/configuration.md describes each variable.

    - `access_log`: whether each request is logged as a line of JSON; with `log_cards`, including path and body.
    - `log_json`: whether all other logs are lines of JSON, too.
    - `health_details`: whether `/readyz` reports the status of the cache.
    - `metrics`: whether there are metrics; `metrics_token`: the token that their readers send, empty for none.
    - `traces`: the exporter of spans: `otlp`, `console` or `none`.
    - `cors_origins`: the origins that may call from a browser; `*` for all.
    - `compress_from`: the size in bytes from which responses are compressed; 0 for never.
    - `api_keys`: pairs of caller and key; empty if no key is required.
    - `quotas`: the rate limits of each caller.
    - `trusted_proxies`: how many trusted proxies append to X-Forwarded-For on the way.
    """

    access_log: bool = _switch("ACCESS_LOG")
    log_cards: bool = _switch("LOG_CARDS")
    log_json: bool = setting(False, lambda environ: one_of(environ, "LOG_FORMAT", "text", "json") == "json")
    health_details: bool = _switch("HEALTH_DETAILS")
    metrics: bool = _switch("METRICS")
    metrics_token: str = setting("", lambda environ: text(environ, "METRICS_TOKEN"), secret=True)
    traces: str = setting("none", lambda environ: _traces(environ))
    cors_origins: tuple[str, ...] = setting((), lambda environ: _origins(environ))
    compress_from: int = _number("COMPRESS_FROM_BYTES", 16_384, minimum=0, maximum=_MOST_BYTES)
    api_keys: tuple[tuple[str, str], ...] = setting((), lambda environ: _api_keys(environ), secret=True)
    quotas: tuple[Quota, ...] = setting((), lambda environ: _quotas(environ))
    trusted_proxies: int = _number("TRUSTED_PROXIES", 0, minimum=0, maximum=_MOST_PROXIES)


def _traces(environ: Mapping[str, str]) -> str:
    """Return the exporter of spans. The default is `otlp` if an endpoint is set, and `none` otherwise."""
    if boolean(environ, "OTEL_SDK_DISABLED"):
        return "none"
    named = text(environ, "OTEL_EXPORTER_OTLP_ENDPOINT") or text(environ, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    exporters = ("otlp", "none", "console") if named else ("none", "otlp", "console")
    exporter = one_of(environ, "OTEL_TRACES_EXPORTER", *exporters)
    if exporter == "otlp":
        for variable in ("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"):
            one_of(environ, variable, "http/protobuf")
    if exporter != "none":
        _check_otel(environ, exporter)
    return exporter


def _check_otel(environ: Mapping[str, str], exporter: str) -> None:
    """Check at the start what the SDK would fail with in each worker: that it is installed, and its numbers."""
    try:
        found = find_spec("opentelemetry.sdk")
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise SettingsError(
            f"OTEL_TRACES_EXPORTER takes none where OpenTelemetry is not installed, not {exporter!r}: "
            "install the wheel with [tracing], or requirements/image.txt"
        )
    for variable in filter(_OTEL_LIMIT.fullmatch, environ):
        whole_number(environ, variable, default=0, minimum=0, maximum=_MOST_BYTES)
    for variable in _OTEL_POSITIVE:
        whole_number(environ, variable, default=1, minimum=1, maximum=_MOST_BYTES)
    queue = whole_number(environ, _OTEL_QUEUE, default=2048, minimum=1, maximum=_MOST_BYTES)
    whole_number(environ, _OTEL_BATCH, default=512, minimum=1, maximum=queue)


def _origins(environ: Mapping[str, str]) -> tuple[str, ...]:
    origins = tuple(entries(environ, "CORS_ORIGINS"))
    for origin in origins:
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            raise SettingsError(f"CORS_ORIGINS takes origins such as https://play.example, or *, not {origin!r}")
    if "*" in origins and len(origins) > 1:
        raise SettingsError("CORS_ORIGINS takes origins or *, not both")
    return origins


def _api_keys(environ: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Parse `name:key,name:key`. The messages contain no key."""
    found = [_KEY.fullmatch(entry) for entry in entries(environ, "API_KEYS")]
    keys = [(match[1], match[2]) for match in found if match]
    if len(keys) < len(found):
        number = found.index(None) + 1
        raise SettingsError(
            "API_KEYS takes name:key,name:key, separated by commas, with keys of 16 to 256 letters, digits and ._~+/-; "
            f"key {number} is invalid"
        )
    return tuple(keys)


def _quotas(environ: Mapping[str, str]) -> tuple[Quota, ...]:
    """Return the quotas, sorted by the length of their windows."""
    quotas = []
    for entry in entries(environ, "RATE_LIMIT"):
        match = _QUOTA.fullmatch(entry.replace(" ", ""))
        if not match:
            raise SettingsError(
                f"RATE_LIMIT takes 1 to 999999999 per second, minute, hour or day (600/minute), not {entry!r}"
            )
        quotas.append(Quota(match[2], int(match[1]), _SECONDS[match[2]]))
    if len({quota.name for quota in quotas}) < len(quotas):
        raise SettingsError("RATE_LIMIT takes one number for each of second, minute, hour and day")
    return tuple(sorted(quotas, key=lambda quota: quota.seconds))


# ---------------------------------------------------------------- the application


MEBIBYTE = 1 << 20
TEBIBYTE = 1 << 40
WEEK = 7 * 24 * 60 * 60
YEAR = 365 * 24 * 60 * 60

_BASE_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+", re.ASCII)
_KEY_ID = re.compile("[A-Za-z0-9]{1,16}")
_ENGINE = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+(?:[.+-][0-9A-Za-z.+-]*)?")
SEAL_KEY_BYTES = 32
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


_Evaluations = Literal["auto", "on", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(FromEnvironment):
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
    - `temporary_key`: the secret of concealed states where there are no `seal_keys`; empty for none.
    - `require_seal`: whether states without a valid seal are refused.
    - `seal_engines`: further engine versions whose seals are accepted.
    - `middleware`: the settings of the middleware.
    """

    redis_url: str | None = setting(None, lambda environ: _redis_url(text(environ, "REDIS_URL")), secret=True)
    redis_timeout: float = _seconds("REDIS_TIMEOUT_MS", 50, maximum=10_000)
    cache_ttl: int = _number("CACHE_TTL_SECONDS", WEEK, unit="seconds", maximum=10 * YEAR)
    cache_secret: str = setting("", lambda environ: environ.get("CACHE_SECRET", ""), secret=True)
    cache_memory_bytes: int = _number("CACHE_MEMORY_BYTES", 16 * MEBIBYTE, minimum=0, unit="bytes", maximum=TEBIBYTE)
    cache_evaluations: _Evaluations = setting(
        "auto", lambda environ: one_of(environ, "CACHE_EVALUATIONS", *get_args(_Evaluations))
    )
    max_body_bytes: int = _number("MAX_BODY_BYTES", MEBIBYTE, unit="bytes", maximum=TEBIBYTE)
    state_memory_bytes: int = _number("STATE_MEMORY_BYTES", 24 * MEBIBYTE, minimum=0, unit="bytes", maximum=TEBIBYTE)
    analysis_processes: int = _number("ANALYSIS_PROCESSES", 0, minimum=0, unit="processes", maximum=64)
    analysis_cluster: str | None = setting(None, lambda environ: _cluster(environ))
    analysis_waiting: int = _number("ANALYSIS_WAITING", 3, minimum=0, unit="requests", maximum=1000)
    analysis_deadline: float = _seconds("ANALYSIS_DEADLINE_MS", 10_000, maximum=600_000)
    analysis_joining: int = _number("ANALYSIS_JOINING", 1, minimum=0, unit="requests", maximum=1000)
    log_level: int = setting(
        logging.INFO,
        lambda environ: logging.getLevelNamesMapping()[one_of(environ, "LOG_LEVEL", *_LOG_LEVELS, default="INFO")],
    )
    http_query: bool = _switch("HTTP_QUERY")
    base_path: str = setting("", lambda environ: _base_path(text(environ, "BASE_PATH")))
    seal_keys: Mapping[str, bytes] = field(
        default_factory=dict, repr=False, metadata={"read": lambda environ: _seal_keys(environ)}
    )
    temporary_key: bytes = setting(b"", lambda environ: _temporary_key(environ), secret=True)
    require_seal: bool = setting(False, lambda environ: _require_seal(environ))
    seal_engines: tuple[str, ...] = setting((), lambda environ: _seal_engines(environ))
    middleware: MiddlewareSettings = setting(MiddlewareSettings(), MiddlewareSettings.from_env)

    @property
    def token_keys(self) -> Mapping[str, bytes]:
        """The secrets of concealed states, by id."""
        return self.seal_keys or ({TEMPORARY: self.temporary_key} if self.temporary_key else {})


def _base_path(path: str) -> str:
    """Check the path that a proxy removes; empty if there is none."""
    path = path.rstrip("/")
    if path and not _BASE_PATH.fullmatch(path):
        raise SettingsError(f"BASE_PATH takes a path such as /piquet, of letters, digits and -._~, not {path!r}")
    return path


def _redis_url(url: str) -> str | None:
    """Check `url`; None if it is empty. It may contain a password, so no message repeats it."""
    if not url:
        return None
    try:
        parse_redis_url(url)
    except ValueError as error:
        raise SettingsError(f"REDIS_URL takes {FORMS}; {error}") from None
    return url


def _cluster(environ: Mapping[str, str]) -> str | None:
    """Return the address of a scheduler; None if there is none."""
    address = text(environ, "ANALYSIS_CLUSTER")
    if not address:
        return None
    try:
        env.parse_cluster_address(address)
    except ValueError:
        raise SettingsError(f"ANALYSIS_CLUSTER takes the address of a Dask scheduler, {env.FORMS}") from None
    if not int(text(environ, "ANALYSIS_PROCESSES") or 0):  # which is a number by now
        raise SettingsError("ANALYSIS_CLUSTER needs ANALYSIS_PROCESSES, which compute while the cluster is away")
    if find_spec("distributed") is None:
        raise SettingsError(
            "ANALYSIS_CLUSTER needs the extra dask: install the wheel with [dask], or requirements/cluster.txt"
        )
    return address


#: The variable that has the key which the main process makes for `SEAL_KEYS=auto`, and the id of this key.
TEMPORARY_KEY, TEMPORARY = "TEMPORARY_SEAL_KEY", "temporary"


def _temporary_key(environ: Mapping[str, str]) -> bytes:
    return b64decode(environ.get(TEMPORARY_KEY, "")) if text(environ, "SEAL_KEYS") == "auto" else b""


def _seal_keys(environ: Mapping[str, str]) -> dict[str, bytes]:
    """Parse `id:base64,id:base64` to secrets by id; none for `auto`. The messages contain no part of it."""
    keys: dict[str, bytes] = {}
    if text(environ, "SEAL_KEYS") == "auto":
        return keys
    for number, part in enumerate(filter(None, text(environ, "SEAL_KEYS").split(",")), 1):
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


def _require_seal(environ: Mapping[str, str]) -> bool:
    required = boolean(environ, "REQUIRE_SEAL")
    if required and not _seal_keys(environ):
        raise SettingsError("REQUIRE_SEAL needs SEAL_KEYS with keys of your own, none of which auto makes")
    return required


def _seal_engines(environ: Mapping[str, str]) -> tuple[str, ...]:
    engines = tuple(entries(environ, "SEAL_ENGINES"))
    for engine in engines:
        if not _ENGINE.fullmatch(engine):
            raise SettingsError(f"SEAL_ENGINES takes versions of the engine such as 0.1.0, not {engine!r}")
    return engines
