"""What may be set from outside, read once from the environment when the service starts."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from service.environment import SettingsError as SettingsError
from service.gateway.settings import GatewaySettings

MEBIBYTE = 1 << 20
TEBIBYTE = 1 << 40

_REDIS_SCHEMES = ("redis", "rediss", "unix")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one running service.

    `redis_url` is where the shared cache is, or None for one in the process alone; `max_body_bytes` is the longest
    request body that is read; `state_memory_bytes` how much JSON of states a process remembers as verified (0: none);
    `gateway` is what may be set about the way to the operations and back.
    """

    redis_url: str | None = None
    max_body_bytes: int = MEBIBYTE
    state_memory_bytes: int = 8 * MEBIBYTE
    log_level: int = logging.INFO
    gateway: GatewaySettings = field(default_factory=GatewaySettings)

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """The settings in `environ`; an empty variable counts as one that is not set."""
        return cls(
            redis_url=_redis_url(environ.get("REDIS_URL", "").strip()),
            max_body_bytes=_bytes("MAX_BODY_BYTES", environ.get("MAX_BODY_BYTES", "").strip(), default=MEBIBYTE),
            state_memory_bytes=_bytes(
                "STATE_MEMORY_BYTES",
                environ.get("STATE_MEMORY_BYTES", "").strip(),
                default=8 * MEBIBYTE,
                least=0,
            ),
            log_level=_log_level(environ.get("LOG_LEVEL", "").strip()),
            gateway=GatewaySettings.from_env(environ),
        )


def _redis_url(text: str) -> str | None:
    """`text` if it says where a Redis is. It may hold a password, so no message repeats it."""
    if not text:
        return None
    takes = "takes redis://host:port/db, rediss://host:port/db or unix:///path/to/socket"
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise SettingsError(f"REDIS_URL {takes}; what is set is no URL") from None
    if parts.scheme not in _REDIS_SCHEMES:
        raise SettingsError(f"REDIS_URL {takes}, not the scheme {parts.scheme!r}")
    if parts.scheme == "unix" and not parts.path:
        raise SettingsError(f"REDIS_URL {takes}; the path of the socket is missing")
    if parts.scheme != "unix" and not parts.hostname:
        raise SettingsError(f"REDIS_URL {takes}; the host is missing")
    return text


def _bytes(name: str, text: str, *, default: int, least: int = 1) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= TEBIBYTE):
        raise SettingsError(f"{name} takes a whole number of bytes from {least} to {TEBIBYTE}, not {text!r}")
    return int(text)


def _log_level(text: str) -> int:
    if not text:
        return logging.INFO
    if text.upper() not in _LOG_LEVELS:
        raise SettingsError(f"LOG_LEVEL takes one of {', '.join(_LOG_LEVELS)}, not {text!r}")
    return logging.getLevelNamesMapping()[text.upper()]
