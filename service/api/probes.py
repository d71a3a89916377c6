"""Liveness and readiness.

An answer never depends on the cache, so a cache that is slow or gone makes the service slower, not unready: it is
reported as degraded, where anything is reported to whoever asks, and traffic goes on.
"""

from collections.abc import Callable

from flask import Flask, Response

from service.api.http.responses import JSON, answer
from service.api.http.routing import require_accepts
from service.api.problems import Problem
from service.shutdown import is_shutting_down

#: What the cache is and how it does: `{"kind": ..., "status": "ok" | "degraded"}`.
CacheReport = Callable[[], dict[str, str]]


def add_health(app: Flask, cache_report: CacheReport | None, engine_version: str) -> None:
    """`/livez`: the process answers. `/readyz`: it may be sent requests, which ends when it is told to stop. How the
    cache does is asked, and told to everybody, only if there is a `cache_report`."""

    def livez() -> Response:
        require_accepts(JSON)
        return answer({"status": "ok", "engine_version": engine_version})

    def readyz() -> Response:
        require_accepts(JSON)
        if is_shutting_down():
            raise Problem("stopping", "requests are still answered, but should go elsewhere")
        ready = {"status": "ready", "engine_version": engine_version}
        return answer({**ready, "cache": cache_report()} if cache_report else ready)

    app.add_url_rule("/livez", "livez", livez)
    app.add_url_rule("/readyz", "readyz", readyz)
