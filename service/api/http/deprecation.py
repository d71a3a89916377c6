"""Operations that will go: told in every answer of theirs, long before they do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import format_datetime
from typing import Any

from flask import Response

from service.request_context import current


@dataclass(frozen=True, slots=True)
class Deprecation:
    """From which day (UTC) an operation should not be used any more, on which it may be gone, or None where that is not
    decided, and the address of a page that says what to use instead."""

    since: date
    sunset: date | None
    link: str

    def __post_init__(self) -> None:
        if self.sunset is not None and self.sunset < self.since:
            raise ValueError("RFC 8594, RFC 9745: the sunset does not come before the deprecation")

    def headers(self) -> list[tuple[str, str]]:
        """`Deprecation` (RFC 9745, a date as a structured field), `Sunset` (RFC 8594, a date of HTTP), and `Link`."""
        told = [("Deprecation", f"@{int(_midnight(self.since).timestamp())}")]
        if self.sunset is not None:
            told.append(("Sunset", format_datetime(_midnight(self.sunset), usegmt=True)))
        return [*told, ("Link", f'<{self.link}>; rel="deprecation"; type="text/html"')]


def deprecated(deprecation: Deprecation, view: Callable[..., Response]) -> Callable[..., Response]:
    """`view`, every answer of which says that the operation is deprecated: its problems, too."""
    headers = deprecation.headers()

    def told(**variables: Any) -> Response:
        context = current.get()
        assert context is not None, "the surroundings are there before an operation"
        context.headers += headers
        return view(**variables)

    return told


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
