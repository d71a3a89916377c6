"""Middleware around every request: ids, access log, metrics, traces, CORS, API keys and rate limits.

`observability` wraps all of Flask; `admission` runs inside, once the route is known. Imports everything but `app`,
`wsgi`, `server` and `cli`.
"""

from collections.abc import Iterable, Mapping

from flask import Flask

from service.api.http.operation import Operation
from service.cache.redis_store import RedisStore
from service.middleware.access_log import AccessLog
from service.middleware.admission import Admit, admission
from service.middleware.metrics import Metrics, add_metrics_endpoint
from service.middleware.observability import Cors, RequestObserver, observe
from service.middleware.rate_limits import make_counter
from service.middleware.tracing import Tracing
from service.settings.service import Settings

__all__ = ["Admit", "install"]


def install(
    app: Flask,
    settings: Settings,
    operations: Iterable[Operation],
    build: Mapping[str, str],
    redis: RedisStore | None,
) -> Admit | None:
    """Wrap `app`, whose routes are complete except for `/metrics`, with the middleware that `settings` enable.

    `operations` are the operations of the app, with their costs for the rate limits, which the `redis` counts. The
    metrics show `build`, which says what runs, and whether the Redis answers. Returns what admits requests to their
    routes, if anything does.
    """
    options = settings.middleware
    observers: list[RequestObserver] = [AccessLog(cards=options.log_cards)] if options.access_log else []
    counter = make_counter(redis)
    metrics = Metrics(build, lambda: redis is None or redis.answers) if options.metrics else None
    app.extensions["metrics"] = metrics
    add_metrics_endpoint(app, metrics, options.metrics_token)
    if metrics:
        observers.append(metrics)
    tracing = Tracing(options.traces) if options.traces != "none" else None
    cors = Cors(options.cors_origins) if options.cors_origins else None
    app.wsgi_app = observe(app.wsgi_app, observers, cors, tracing, settings.base_path)  # type: ignore[assignment, method-assign]
    if observers or tracing or options.api_keys or options.quotas:
        return admission(app, settings, operations, counter)
    return None
