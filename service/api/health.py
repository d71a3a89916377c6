"""Liveness and readiness.

An answer never depends on the cache, so a cache that is slow or gone makes the service slower, not unready: it is
reported as degraded and traffic goes on.
"""

from collections.abc import Callable

from flask import Flask, Response

from service.api.answers import JSON, answer
from service.api.problems import Problem
from service.api.routes import require_accepts
from service.stopping import said

#: What the cache is and how it does: `{"kind": ..., "status": "ok" | "degraded"}`.
CacheReport = Callable[[], dict[str, str]]


def add_health(app: Flask, cache_report: CacheReport, engine_version: str) -> None:
    """`/livez`: the process answers. `/readyz`: it may be sent requests, which ends when it is told to stop."""

    def livez() -> Response:
        require_accepts(JSON)
        return answer({"status": "ok", "engine_version": engine_version})

    def readyz() -> Response:
        require_accepts(JSON)
        if said():
            raise Problem("stopping", "requests are still answered, but should go elsewhere")
        return answer({"status": "ready", "engine_version": engine_version, "cache": cache_report()})

    app.add_url_rule("/livez", "livez", livez)
    app.add_url_rule("/readyz", "readyz", readyz)
