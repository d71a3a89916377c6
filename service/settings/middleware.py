"""Settings of the middleware: logs, metrics, traces, CORS, compression, API keys and rate limits.

All are off by default, except compression.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import NamedTuple, Self

from service.settings.env import SettingsError, boolean, entries, one_of, text, whole_number

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MiddlewareSettings:
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

    access_log: bool = False
    log_cards: bool = False
    log_json: bool = False
    health_details: bool = False
    metrics: bool = False
    metrics_token: str = field(default="", repr=False)
    traces: str = "none"
    cors_origins: tuple[str, ...] = ()
    compress_from: int = 16_384
    api_keys: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    quotas: tuple[Quota, ...] = ()
    trusted_proxies: int = 0

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings from `environ`. Raises `SettingsError`."""
        return cls(
            access_log=boolean(environ, "ACCESS_LOG"),
            log_cards=boolean(environ, "LOG_CARDS"),
            log_json=one_of(environ, "LOG_FORMAT", "text", "json") == "json",
            health_details=boolean(environ, "HEALTH_DETAILS"),
            metrics=boolean(environ, "METRICS"),
            metrics_token=text(environ, "METRICS_TOKEN"),
            traces=_traces(environ),
            cors_origins=_origins(environ),
            compress_from=whole_number(environ, "COMPRESS_FROM_BYTES", default=16_384, maximum=_MOST_BYTES),
            api_keys=_api_keys(environ),
            quotas=_quotas(environ),
            trusted_proxies=whole_number(environ, "TRUSTED_PROXIES", default=0, maximum=_MOST_PROXIES),
        )


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
        whole_number(environ, variable, default=0, maximum=_MOST_BYTES)
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
            f"API_KEYS takes name:key,name:key, with keys of 16 to 256 characters; key {number} is invalid"
        )
    return tuple(keys)


def _quotas(environ: Mapping[str, str]) -> tuple[Quota, ...]:
    """Return the quotas, sorted by the length of their windows."""
    quotas = []
    for entry in entries(environ, "RATE_LIMIT"):
        match = _QUOTA.fullmatch(entry.replace(" ", ""))
        if not match:
            raise SettingsError(
                f"RATE_LIMIT takes a number per second, minute, hour or day (600/minute), not {entry!r}"
            )
        quotas.append(Quota(match[2], int(match[1]), _SECONDS[match[2]]))
    if len({quota.name for quota in quotas}) < len(quotas):
        raise SettingsError("RATE_LIMIT takes one number for each of second, minute, hour and day")
    return tuple(sorted(quotas, key=lambda quota: quota.seconds))
