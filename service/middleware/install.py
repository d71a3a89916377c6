"""The gateway's parts put around an application."""

from collections.abc import Iterable

from flask import Flask

from service.api.http.operation import Operation
from service.middleware.access_log import AccessLog
from service.middleware.admission import admission
from service.middleware.cors import Cors
from service.middleware.metrics.endpoint import add_metrics_endpoint
from service.middleware.metrics.recorder import Metrics
from service.middleware.observability import RequestObserver, observe
from service.middleware.tracing import Tracing
from service.settings.service import Settings


def install(app: Flask, settings: Settings, operations: Iterable[Operation]) -> None:
    """Puts around `app`, which has all its addresses but that of the metrics, what `settings` ask for. `operations` are
    those of the app, of which each says what it costs of a quota."""
    asked = settings.middleware
    observers: list[RequestObserver] = [AccessLog(cards=asked.log_cards)] if asked.access_log else []
    metrics = Metrics() if asked.metrics else None
    app.extensions["metrics"] = metrics
    add_metrics_endpoint(app, metrics, asked.metrics_token)
    if metrics:
        observers.append(metrics)
    tracing = Tracing(asked.traces) if asked.traces != "none" else None
    cors = Cors(asked.cors_origins) if asked.cors_origins else None
    if observers or tracing or asked.api_keys or asked.quotas:
        app.before_request(admission(app, settings, operations))
    app.wsgi_app = observe(app.wsgi_app, observers, cors, tracing)  # type: ignore[assignment, method-assign]
