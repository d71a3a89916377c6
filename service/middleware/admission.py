"""Admission: authentication and rate limiting, applied before a handler runs.

Both apply to operations only, and not to probes, documents, or OPTIONS requests: a browser's preflight carries no key.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask, Request, request

from service.api.http.operation import Operation
from service.api.http.streaming import announced_length, media_type
from service.middleware.api_keys import ApiKeys
from service.middleware.client_address import client_address
from service.middleware.rate_limit_counters import make_counter
from service.middleware.rate_limits import RateLimits
from service.request_context import RequestContext, current
from service.settings.service import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: The prefix of the paths of operations.
OPERATIONS = "/v1/"


def admission(app: Flask, settings: Settings, operations: Iterable[Operation]) -> Callable[[], None]:
    """Make a function for `Flask.before_request` that checks the API key and charges the caller for the operation.

    It raises the problems `unauthorized` and `too_many_requests`.
    """
    rules = list(app.url_map.iter_rules())
    routes = {rule.endpoint: re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in rules}
    by_name = {operation.name: operation for operation in operations}
    max_body_bytes: int = app.config["MAX_CONTENT_LENGTH"]
    options = settings.middleware
    keys = ApiKeys(options.api_keys) if options.api_keys else None
    limits = RateLimits(options.quotas, make_counter(settings)) if options.quotas else None

    def admit() -> None:
        context = current.get()
        assert context is not None, "observability wraps the application"
        this: Request = request._get_current_object()  # type: ignore[attr-defined]
        environ, rule = this.environ, this.url_rule
        context.caller = client_address(environ, options.trusted_proxies)
        if rule is None:
            return
        context.route = routes[rule.endpoint]
        if not rule.rule.startswith(OPERATIONS) or environ["REQUEST_METHOD"] == "OPTIONS":
            return
        if keys:
            context.caller = keys.authenticate(environ)
        if limits:
            _charge(limits, context, context.caller, _price(by_name[rule.endpoint], environ, max_body_bytes))

    return admit


def _charge(limits: RateLimits, context: RequestContext, caller: str, price: int) -> None:
    """Charge for a request, and give its context the functions for further charges."""
    charge = limits.charge(caller, price, context.headers)

    def surcharge(units: int) -> None:
        nonlocal charge, price
        limits.give_back(caller, charge)
        price += units
        charge = limits.charge(caller, price, context.headers)

    context.charge = partial(limits.charge, caller, headers=context.headers)
    context.surcharge = surcharge


def _price(operation: Operation, environ: "WSGIEnvironment", max_body_bytes: int) -> int:
    """The price of a request before it is read.

    A body without Content-Length is charged as the longest one that is allowed. A stream is charged as it is read.
    """
    if operation.method == "GET":
        return operation.cost.of(len(environ.get("QUERY_STRING", "")))
    if operation.streams and media_type() in operation.streams:
        return operation.cost.base
    length, longest = announced_length(), max_body_bytes * operation.bodies
    return operation.cost.of(longest if length is None else min(length, longest))
