"""A worked example of the contract: a request and what it shows."""

from typing import Any, NamedTuple

Json = Any


class Worked(NamedTuple):
    """A request with a response of 200. `settings` as in `Provoked`; `accept` is sent as Accept."""

    operation: str
    name: str
    summary: str
    method: str
    path: str
    body: Json = None
    settings: dict[str, str] = {}  # noqa: RUF012 (never changed)
    accept: str = "application/json"
