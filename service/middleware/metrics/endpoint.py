"""The `/metrics` endpoint, protected by a token if there is one."""

from flask import Flask, Response, request

from service.api.http.responses import plain
from service.api.http.routing import require_accepts
from service.api.problems import Problem
from service.middleware.api_keys import ApiKeys
from service.middleware.metrics.recorder import Metrics


def add_metrics_endpoint(app: Flask, metrics: Metrics | None, token: str) -> None:
    """Add `/metrics` to `app`. Without metrics it responds with the problem `not_found`."""
    keys = ApiKeys([("metrics", token)]) if token else None

    def page() -> Response:
        if metrics is None:
            raise Problem("not_found", "metrics are off")
        if keys:
            keys.authenticate(request.environ)
        require_accepts("text/plain")
        return plain(metrics.page(), metrics.media_type, request.environ, app.config["COMPRESS_FROM"])

    app.add_url_rule("/metrics", "metrics", page)
