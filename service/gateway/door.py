"""Whether a request may be answered: who asks, and how much he has asked for.

Both matter to the operations only, not to probes and documents, and not to the OPTIONS of a browser, which carries no
key."""

import re
from collections.abc import Callable, Mapping

from flask import Flask, Request, request

from service.gateway.callers import address
from service.gateway.keys import Keys
from service.gateway.limits import RateLimits, counter
from service.settings import Settings
from service.trail import current

#: Where the operations are.
OPERATIONS = "/v1/"


def doorkeeper(app: Flask, settings: Settings, costs: Mapping[str, int]) -> Callable[[], None]:
    """Asks a request for its key, and charges its caller what it costs: `costs` by the name of its operation, or 1."""
    rules = list(app.url_map.iter_rules())
    routes = {rule.endpoint: re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in rules}
    prices = {rule.endpoint: costs.get(rule.endpoint, 1) for rule in rules if rule.rule.startswith(OPERATIONS)}
    asked = settings.gateway
    keys = Keys(asked.api_keys) if asked.api_keys else None
    limits = RateLimits(asked.quotas, counter(settings)) if asked.quotas else None

    def admit() -> None:
        trail = current.get()
        assert trail is not None, "the surroundings are there before the door"
        here: Request = request._get_current_object()  # type: ignore[attr-defined]
        environ, rule = here.environ, here.url_rule
        trail.caller = address(environ, asked.trusted_proxies)
        if rule is None:
            return
        trail.route = routes[rule.endpoint]
        price = prices.get(rule.endpoint)
        if price is None or environ["REQUEST_METHOD"] == "OPTIONS":
            return
        if keys:
            trail.caller = keys.holder(environ)
        if limits:
            limits.charge(trail.caller, price, trail.headers)

    return admit
