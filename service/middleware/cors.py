"""CORS headers (Fetch standard) for web pages of other origins.

Credentials are not allowed, since there are no cookies: a page sends its API key in a header.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = list[tuple[str, str]]

_REQUEST_HEADERS = (
    "Accept, Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-ID, baggage, traceparent, tracestate"
)
_RESPONSE_HEADERS = "Accept-Query, Allow, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID, traceparent"
_DAY = "86400"


class Cors:
    """CORS for the given origins; `*` allows all."""

    def __init__(self, origins: Iterable[str]) -> None:
        self._origins = frozenset(origins)
        self._allow_all = "*" in self._origins
        self._vary: Headers = [] if self._allow_all else [("Vary", "Origin")]

    def headers(self, environ: "WSGIEnvironment", response_headers: Headers) -> Headers:
        """Return the headers to add to a response. To a preflight request, the methods in `Allow` are allowed."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is None or not (self._allow_all or origin in self._origins):
            return self._vary
        added = [*self._vary, ("Access-Control-Allow-Origin", "*" if self._allow_all else origin)]
        added.append(("Access-Control-Expose-Headers", _RESPONSE_HEADERS))
        if environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            added += [("Access-Control-Allow-Methods", value) for name, value in response_headers if name == "Allow"]
            added += [("Access-Control-Allow-Headers", _REQUEST_HEADERS), ("Access-Control-Max-Age", _DAY)]
        return added
