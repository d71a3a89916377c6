"""Liveness and readiness.

An answer never depends on the cache, so a cache that is slow or gone makes the service slower, not unready: it is
reported as degraded and traffic goes on.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from flask import Flask, Response

from service.api.answers import JSON, answer
from service.api.routes import require_accepts
from service.settings import SettingsError

#: Seconds that the cache is given to answer, and that a report waits for it: finding the address of a host
#: has no time limit of its own.
PING_TIMEOUT = 0.05
REPORT_TIMEOUT = 0.15

#: What the cache is and how it does: `{"kind": ..., "status": "ok" | "degraded"}`.
CacheReport = Callable[[], dict[str, str]]


def add_health(app: Flask, cache_report: CacheReport, engine_version: str) -> None:
    """`/livez`: the process answers. `/readyz`: it may be sent requests."""

    def livez() -> Response:
        require_accepts(JSON)
        return answer({"status": "ok", "engine_version": engine_version})

    def readyz() -> Response:
        require_accepts(JSON)
        return answer({"status": "ready", "engine_version": engine_version, "cache": cache_report()})

    app.add_url_rule("/livez", "livez", livez)
    app.add_url_rule("/readyz", "readyz", readyz)


def cache_report(redis_url: str | None) -> CacheReport:
    """How the cache at `redis_url` does, or the one in the process if there is none."""
    return RedisReport(redis_url) if redis_url else lambda: {"kind": "in_process", "status": "ok"}


class RedisReport:
    """Asks a Redis whether it is there, one question at a time and never waiting for long."""

    def __init__(self, url: str) -> None:
        # Imported only where a Redis is used: it takes longer than the rest of the service.
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        try:
            self._redis = Redis.from_url(
                url,
                socket_timeout=PING_TIMEOUT,
                socket_connect_timeout=PING_TIMEOUT,
                retry=Retry(NoBackoff(), 0),
            )
        except (ValueError, TypeError):
            raise SettingsError("REDIS_URL has a part that the client does not take") from None
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="redis-ping")
        self._asked: Future[Any] | None = None

    def __call__(self) -> dict[str, str]:
        return {"kind": "redis", "status": "ok" if self._answers() else "degraded"}

    def _answers(self) -> bool:
        if self._asked is None or self._asked.done():
            self._asked = self._threads.submit(self._redis.ping)
        try:
            return bool(self._asked.result(timeout=REPORT_TIMEOUT))
        except Exception:  # whatever is wrong with the cache, the answer is that it is degraded
            return False
