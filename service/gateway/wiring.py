"""The gateway's parts put around an application."""

from collections.abc import Mapping

from flask import Flask

from service.gateway.cors import Cors
from service.gateway.door import doorkeeper
from service.gateway.logs import AccessLog
from service.gateway.metrics import Caches, Metrics
from service.gateway.page import add_metrics_page
from service.gateway.settings import GatewaySettings
from service.gateway.surroundings import Teller, surrounded
from service.gateway.tracing import Tracing


def add_gateway(
    app: Flask, settings: GatewaySettings, *, redis_url: str | None, costs: Mapping[str, int], caches: Caches
) -> None:
    """Puts around `app`, which has all its addresses but that of the metrics, what `settings` ask for.

    `redis_url` is where callers are counted; `costs` what operations cost them, by name, if it is not 1; `caches` tells
    the metrics what the caches of this process have counted.
    """
    tellers: list[Teller] = [AccessLog(cards=settings.log_cards)] if settings.access_log else []
    metrics = Metrics(caches) if settings.metrics else None
    add_metrics_page(app, metrics, settings.metrics_token)
    if metrics:
        tellers.append(metrics)
    tracing = Tracing(settings.traces) if settings.traces != "none" else None
    cors = Cors(settings.cors_origins) if settings.cors_origins else None
    if tellers or tracing or settings.api_keys or settings.quotas:
        app.before_request(doorkeeper(app, settings, redis_url, costs))
    app.wsgi_app = surrounded(app.wsgi_app, tellers, cors, tracing)  # type: ignore[assignment, method-assign]
