"""The declaration of an operation: its path, request schema, handler and cost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Literal

from service.api.http import request_body, responses, streaming

#: Takes the decoded members of a request and returns what the response is made of: JSON bytes, or a value to encode.
Handler = Callable[[dict[str, Any]], Any]

#: Writes what a handler returns as a body, by media type. The first one is the default.
Encoders = Mapping[str, Callable[[Any], bytes]]


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a request against the caller's quota, in units of one check of an action.

    It is `base`, and `per_kib` for each KiB of the body or query string beyond the `included` bytes. `besides` says in
    words what the handler charges in addition once it has read the request, and `most` how much of that for one thing.
    """

    base: int = 1
    per_kib: float = 0.0
    included: int = 0
    besides: str = ""
    most: int = 0

    @property
    def highest(self) -> int:
        """The highest price of a request about one thing, without what its length adds."""
        return self.base + self.most

    def of(self, length: int) -> int:
        """Return the total cost of a request with a body or query string of `length` bytes."""
        return self.base + ceil(self.per_kib * max(0, length - self.included) / 1024)


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: its method and path, its name in the contract, its request schema and its handler.

    The handler of a POST gets the members of the body as `schema` loads them. The handler of a GET gets the variables
    of the path (`/v1/rulesets/<name>`) and, if there is a `schema`, the members of the query string, which are strings.

    `cost` is the cost of a request against the caller's quota. A stream is charged the `base` at first, and the rest
    while it reads (`RequestContext.charge`). `bodies` multiplies the usual limit of the body's length. `streams` has
    the handlers of streamed bodies by media type; such a body may have any length. `kept` is the Cache-Control of
    responses to a GET; responses to a POST are never cached. `encoders` are the media types of responses, of which
    Accept chooses one. `headers` are added to responses to a GET.

    With `HTTP_QUERY=on`, a POST may also be sent as QUERY (RFC 10008), and gets the same response, unless `query` is
    False: for an operation whose response does not depend on the request alone. A QUERY may be repeated by anyone who
    forwards it.
    """

    method: Literal["GET", "POST"]
    path: str
    name: str
    schema: request_body.RequestBody | None
    handler: Handler
    cost: Cost = Cost()
    bodies: int = 1
    kept: str = responses.FOR_ALL
    encoders: Encoders = field(default_factory=lambda: {responses.JSON: responses.encode})
    headers: Mapping[str, str] = field(default_factory=dict)
    streams: Mapping[str, streaming.Stream] = field(default_factory=dict)
    query: bool = True

    def __post_init__(self) -> None:
        if self.method == "POST" and self.schema is None:
            raise ValueError(f"{self.name}: a POST needs a schema")

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that the handler answers."""
        return (self.method, "QUERY") if self.query and self.method == "POST" else (self.method,)

    @property
    def taken(self) -> tuple[str, ...]:
        """The media types of the bodies that a POST takes."""
        return (responses.JSON, *self.streams)

    @property
    def quick(self) -> bool:
        """Whether a short request takes about as long as the check of an action: it costs one unit."""
        return self.method == "POST" and self.cost.base == 1 and not self.streams
