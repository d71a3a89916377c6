"""`/metrics`, for those who have the token, or, where there is none, for all who reach the port."""

from flask import Flask, Response, request

from service.api.http.responses import plain
from service.api.http.routing import require_accepts
from service.api.problems import Problem
from service.middleware.api_keys import ApiKeys
from service.middleware.metrics.recorder import Metrics


def add_metrics_endpoint(app: Flask, metrics: Metrics | None, token: str) -> None:
    """Gives the metrics their address, at which there is nothing if there are none."""
    keys = ApiKeys([("metrics", token)]) if token else None

    def page() -> Response:
        if metrics is None:
            raise Problem("not_found", "no metrics are kept here")
        if keys:
            keys.holder(request.environ)
        require_accepts("text/plain")
        return plain(metrics.page(), metrics.media_type)

    app.add_url_rule("/metrics", "metrics", page)
