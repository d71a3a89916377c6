"""Admission: authentication and rate limiting, applied before a handler runs.

Both apply to operations only, and not to probes, documents, or OPTIONS requests: a browser's preflight carries no key.
A caller without an API key is known by its address.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from hashlib import sha256
from hmac import compare_digest
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from flask import Flask

from service.api.http.operation import Operation
from service.api.http.streaming import announced_length, media_type
from service.api.problems import Problem
from service.middleware.rate_limits import Count, RateLimits
from service.runtime.request_context import RequestContext, current
from service.settings.service import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


# ---------------------------------------------------------------- the address of a caller


#: The address of requests over a Unix socket.
LOCAL = "local"


def client_address(environ: "WSGIEnvironment", trusted_proxies: int) -> str:
    """Return the normalized address of the client of a request.

    Each proxy appends the address of its client to X-Forwarded-For. Only the last `trusted_proxies` entries are
    reliable: the client can have sent all others.
    """
    if trusted_proxies:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        found = normalize_address(forwarded[-trusted_proxies].strip()) if len(forwarded) >= trusted_proxies else None
        if found:
            return found
    return normalize_address(environ.get("REMOTE_ADDR", "")) or LOCAL


@lru_cache(maxsize=1024)
def normalize_address(text: str) -> str | None:
    """Return an address in the form in which it is counted; None if `text` is not an address.

    IPv6 addresses become their /64 network, because one caller has all of its addresses.
    """
    try:
        found = ip_address(text)
    except ValueError:
        return None
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


# ---------------------------------------------------------------- API keys


_REALM = 'Bearer realm="piquet"'


class ApiKeys:
    """API keys with the names of their callers. A caller may have several, so that a key can be replaced.

    `missing` and `unknown` say what is wrong where none is sent, or another one.
    """

    def __init__(
        self,
        keys: Iterable[tuple[str, str]],
        missing: str = "this operation takes an API key, as Authorization: Bearer or as X-API-Key",
        unknown: str = "the API key is not known here",
    ) -> None:
        self._digests = [(name, _digest(key)) for name, key in keys]
        self._missing, self._unknown = missing, unknown

    def authenticate(self, environ: "WSGIEnvironment") -> str:
        """Return the name of the caller of a request. Raises the problem `unauthorized`.

        The time that it takes says nothing about a wrong key: digests are compared, and always all of them.
        """
        sent = sent_key(environ)
        digest = _digest(sent)
        found = [name for name, known in self._digests if compare_digest(digest, known)]
        if sent and found:
            return found[0]
        why, challenge = self._unknown, f'{_REALM}, error="invalid_token"'
        if not sent:
            why, challenge = self._missing, _REALM
        raise Problem("unauthorized", why, headers={"WWW-Authenticate": challenge})


def sent_key(environ: "WSGIEnvironment") -> str:
    """Return the key that a request carries.

    It is in Authorization, or in X-API-Key if a gateway uses Authorization itself.
    """
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    key: str = token if scheme.lower() == "bearer" else environ.get("HTTP_X_API_KEY", "")
    return key.strip()


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogateescape")).digest()


# ---------------------------------------------------------------- authentication and quotas


#: The prefix of the paths of operations.
OPERATIONS = "/v1/"


#: Authenticates and charges the caller of the operation with this name. Raises `unauthorized` or `too_many_requests`.
Admit = Callable[["WSGIEnvironment", str], None]


def admission(app: Flask, settings: Settings, operations: Iterable[Operation], counter: Count) -> Admit:
    """Make the function that admits a request to the route with a name, of an operation or of anything else."""
    rules = list(app.url_map.iter_rules())
    routes = {rule.endpoint: re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in rules}
    by_name = {operation.name: operation for operation in operations}
    max_body_bytes: int = app.config["MAX_CONTENT_LENGTH"]
    options = settings.middleware
    keys = ApiKeys(options.api_keys) if options.api_keys else None
    limits = RateLimits(options.quotas, counter) if options.quotas else None

    def admit(environ: "WSGIEnvironment", name: str) -> None:
        context = current.get()
        assert context is not None, "observability wraps the application"
        context.caller = client_address(environ, options.trusted_proxies)
        if not name:
            return
        context.route = route = routes[name]
        if not route.startswith(OPERATIONS) or environ["REQUEST_METHOD"] == "OPTIONS":
            return
        if keys:
            context.caller = keys.authenticate(environ)
        if limits:
            _charge(limits, context, context.caller, _price(by_name[name], environ, max_body_bytes))

    return admit


def _charge(limits: RateLimits, context: RequestContext, caller: str, price: int) -> None:
    """Charge for a request, and give its context the functions for further charges."""
    charge = limits.charge(caller, price, context.headers)

    def refund() -> None:
        limits.give_back(caller, charge)
        charge.clear()  # it is given back once

    def surcharge(units: int) -> None:
        nonlocal price
        charge.extend(limits.charge(caller, units, context.headers, paid=price))
        price += units

    context.charge = partial(limits.charge, caller, headers=context.headers)
    context.charge_done = partial(limits.charge_done, caller, headers=context.headers)
    context.surcharge, context.refund = surcharge, refund
    context.most_units = limits.most_units


def _price(operation: Operation, environ: "WSGIEnvironment", max_body_bytes: int) -> int:
    """Return the price of a request before it is read.

    A body without Content-Length is charged as the longest one that is allowed. A stream is charged as it is read.
    """
    if operation.method == "GET":
        return operation.cost.of(len(environ.get("QUERY_STRING", "")))
    if operation.streams and media_type(environ) in operation.streams:
        return operation.cost.base
    length, longest = announced_length(environ), max_body_bytes * operation.bodies
    return operation.cost.of(longest if length is None else min(length, longest))
