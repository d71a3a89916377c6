"""Liveness and readiness probes, `/livez` and `/readyz`, and what it is that runs.

No operation depends on the cache. A slow or unreachable cache makes the service slower but not unready: `/readyz`
reports it as degraded, if details are on, and the service keeps its traffic.
"""

import platform
from collections.abc import Callable
from typing import Any

from flask import Flask, Response

from service.analysis.double_dummy import chosen_solver
from service.api.http.responses import JSON, answer
from service.api.http.routing import require_accepts
from service.api.problems import Problem
from service.runtime.shutdown import is_shutting_down
from service.runtime.version import VERSION

#: Gives the kind and the status of the cache: `{"kind": ..., "status": "ok" | "degraded"}`.
CacheReport = Callable[[], dict[str, str]]


def build_info(engine_version: str) -> dict[str, str]:
    """Return what runs, for the metrics: the release, the engine, Python, and which solver double dummy uses."""
    return {
        "version": VERSION,
        "engine_version": engine_version,
        "python": platform.python_version(),
        "double_dummy": chosen_solver().name,
    }


def add_health(app: Flask, cache_report: CacheReport | None, engine_version: str) -> None:
    """Add the probes to the application.

    `/livez` says that the process answers. `/readyz` says that it may be sent requests, until it begins to shut down.
    With a `cache_report`, `/readyz` shows the status of the cache, and which solver double dummy uses, to every caller.
    """

    def livez() -> Response:
        require_accepts(JSON)
        return answer({"status": "ok", "engine_version": engine_version})

    def readyz() -> Response:
        require_accepts(JSON)
        if is_shutting_down():
            raise Problem("stopping", "requests are still answered but should go to another instance")
        ready: dict[str, Any] = {"status": "ready", "engine_version": engine_version}
        if cache_report:
            ready |= {"cache": cache_report(), "double_dummy": chosen_solver().name}
        return answer(ready)

    app.add_url_rule("/livez", "livez", livez)
    app.add_url_rule("/readyz", "readyz", readyz)
