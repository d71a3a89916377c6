"""Whether a request may be answered: who asks, and how much he has asked for.

Both matter to the operations only, not to probes and documents, and not to the OPTIONS of a browser, which carries no
key."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask, Request, request

from service.api.http.operation import Operation
from service.api.http.streaming import announced_length, media_type
from service.middleware.api_keys import ApiKeys
from service.middleware.client_address import address
from service.middleware.rate_limits import RateLimits, make_counter
from service.request_context import RequestContext, current
from service.settings.service import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: Where the operations are.
OPERATIONS = "/v1/"


def admission(app: Flask, settings: Settings, operations: Iterable[Operation]) -> Callable[[], None]:
    """Asks a request for its key, and charges its caller what it costs."""
    rules = list(app.url_map.iter_rules())
    routes = {rule.endpoint: re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in rules}
    priced = {operation.name: operation for operation in operations}
    longest: int = app.config["MAX_CONTENT_LENGTH"]
    asked = settings.middleware
    keys = ApiKeys(asked.api_keys) if asked.api_keys else None
    limits = RateLimits(asked.quotas, make_counter(settings)) if asked.quotas else None

    def admit() -> None:
        context = current.get()
        assert context is not None, "the surroundings are there before the door"
        here: Request = request._get_current_object()  # type: ignore[attr-defined]
        environ, rule = here.environ, here.url_rule
        context.caller = address(environ, asked.trusted_proxies)
        if rule is None:
            return
        context.route = routes[rule.endpoint]
        if not rule.rule.startswith(OPERATIONS) or environ["REQUEST_METHOD"] == "OPTIONS":
            return
        if keys:
            context.caller = keys.holder(environ)
        if limits:
            _charge(limits, context, context.caller, _price(priced[rule.endpoint], environ, longest))

    return admit


def _charge(limits: RateLimits, context: RequestContext, caller: str, price: int) -> None:
    """Charges for a request, and leaves in its trail how it is charged for more."""
    taken = limits.charge(caller, price, context.headers)

    def surcharge(units: int) -> None:
        nonlocal taken, price
        limits.give_back(caller, taken)
        price += units
        taken = limits.charge(caller, price, context.headers)

    context.charge = partial(limits.charge, caller, headers=context.headers)
    context.surcharge = surcharge


def _price(operation: Operation, environ: "WSGIEnvironment", longest: int) -> int:
    """What a request costs before it is read. A body whose length is not announced may be as long as one may be; a
    stream charges its bytes as they come."""
    if operation.method == "GET":
        return operation.cost.of(len(environ.get("QUERY_STRING", "")))
    if operation.streams and media_type() in operation.streams:
        return operation.cost.base
    length, most = announced_length(), longest * operation.bodies
    return operation.cost.of(most if length is None else min(length, most))
