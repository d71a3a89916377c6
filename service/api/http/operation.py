"""What an operation of the interface is: declared in one line, wired to its URL elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Literal

from service.api.http.deprecation import Deprecation
from service.api.http.request_body import RequestBody
from service.api.http.responses import FOR_ALL
from service.api.http.streaming import Stream

#: Takes the loaded members of a request and gives the answer: JSON bytes, or anything that encodes as JSON.
Handler = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request takes of a caller's quota, in units of the check of an action: `base`, and `per_kib` for each KiB
    of its body or query string beyond the `included` bytes."""

    base: int = 1
    per_kib: float = 0.0
    included: int = 0

    def of(self, length: int) -> int:
        """The whole price of a request with a body, or a query string, of `length` bytes."""
        return self.base + ceil(self.per_kib * max(0, length - self.included) / 1024)


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its method and path, its name in the contract, and what reads and answers it.

    The handler of a POST is given the members of the body as `schema` loads them. The handler of a GET is given the
    variables of the path (`/v1/rulesets/<name>`) and, where there is a `schema`, the members of the query string,
    which reach it as strings.

    `cost` is what a request takes of a caller's quota; of a stream it is the `base` alone, and the stream charges the
    rest while it reads (`RequestContext.charge`). `bodies` says how many times the
    usual length a body may have; `streams` what answers a body of another media type than JSON, of any length, line by
    line. Answers to a POST are kept by nobody; those to a GET as `kept` says (Cache-Control). `deprecation` says since
    when the operation should not be used any more.
    """

    method: Literal["GET", "POST"]
    path: str
    name: str
    schema: RequestBody | None
    handler: Handler
    cost: Cost = Cost()
    bodies: int = 1
    kept: str = FOR_ALL
    streams: Mapping[str, Stream] = field(default_factory=dict)
    deprecation: Deprecation | None = None

    def __post_init__(self) -> None:
        if self.method == "POST" and self.schema is None:
            raise ValueError(f"{self.name}: a POST needs a schema")
