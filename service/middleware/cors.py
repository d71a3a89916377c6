"""Which pages of other origins may call the service from a browser (CORS, as the Fetch standard has it).

No cookies are meant: a key is sent in a header, which a page has to know.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = list[tuple[str, str]]

_SENT = "Accept, Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-ID, baggage, traceparent, tracestate"
_SHOWN = (
    "Access-Control-Expose-Headers",
    "Allow, Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-ID, traceparent",
)
_DAY = "86400"


class Cors:
    """The pages that may call: their origins, or `*` for all."""

    def __init__(self, origins: Iterable[str]) -> None:
        self._origins = frozenset(origins)
        self._everybody = "*" in self._origins
        self._vary: Headers = [] if self._everybody else [("Vary", "Origin")]

    def headers(self, environ: "WSGIEnvironment", answered: Headers) -> Headers:
        """What an answer with the headers `answered` is given besides. A browser asks beforehand with OPTIONS; what it
        may do is what the address takes."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is None or not (self._everybody or origin in self._origins):
            return self._vary
        told = [*self._vary, ("Access-Control-Allow-Origin", "*" if self._everybody else origin), _SHOWN]
        if environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            told += [("Access-Control-Allow-Methods", value) for name, value in answered if name == "Allow"]
            told += [("Access-Control-Allow-Headers", _SENT), ("Access-Control-Max-Age", _DAY)]
        return told
