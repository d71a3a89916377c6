"""Deprecated operations: the headers that announce their end in every response."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from flask import Response
from werkzeug.http import http_date

from service.runtime.request_context import current


@dataclass(frozen=True, slots=True)
class Deprecation:
    """The deprecation of an operation.

    `since` is the day (UTC) from which it should not be used, `sunset` the day on which it may be removed (None if not
    decided), and `link` the address of a page that says what to use instead.
    """

    since: date
    sunset: date | None
    link: str

    def __post_init__(self) -> None:
        if self.sunset is not None and self.sunset < self.since:
            raise ValueError("RFC 8594, RFC 9745: the sunset must not come before the deprecation")

    def headers(self) -> list[tuple[str, str]]:
        """Return `Deprecation` (RFC 9745, a structured field date), `Sunset` (RFC 8594, an HTTP date), and `Link`."""
        headers = [("Deprecation", f"@{int(datetime.combine(self.since, time(), UTC).timestamp())}")]
        if self.sunset is not None:
            headers.append(("Sunset", http_date(self.sunset)))
        return [*headers, ("Link", f'<{self.link}>; rel="deprecation"; type="text/html"')]


def deprecated(deprecation: Deprecation, view: Callable[..., Response]) -> Callable[..., Response]:
    """`view` with the headers of the deprecation in every response, including problems."""
    headers = deprecation.headers()

    def with_headers(**variables: Any) -> Response:
        context = current.get()
        assert context is not None, "the middleware sets the request context before an operation"
        context.headers += headers
        return view(**variables)

    return with_headers
