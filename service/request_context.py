"""What is known of the request under way, for its line in the log, the metrics and its trace.

Whatever takes part in an answer may leave a note: `note("violation", "play.must_follow_suit")`. Where no request is
under way, a note is forgotten.
"""

from collections.abc import Callable
from contextvars import ContextVar


def _free(units: int) -> None:
    """Charges nothing: there is no rate limit."""


class RequestContext:
    """One request: its ids, the template of its address (`/v1/rulesets/{name}`; None if there is none such), who sent
    it, what was noted how often, by kind and name, its body (of a stream the beginning), and the headers that its
    answer is given besides its own.

    `charge` takes so many units more of the caller's quota, for a further part of a stream: it raises the `Problem`
    `too_many_requests` and takes nothing where less is left. A stream that goes on after its first line keeps the
    trail, since `current` is another request's by then. `surcharge` raises the price of the request itself, before it
    is answered: where less is left, nothing is taken at all, and together it is never more than a whole quota.
    """

    __slots__ = (
        *("body", "caller", "charge", "headers", "notes", "request_id", "route", "span_id", "surcharge", "trace_id"),
    )

    def __init__(self, request_id: str, trace_id: str, span_id: str) -> None:
        self.request_id = request_id
        self.trace_id = trace_id
        self.span_id = span_id
        self.route: str | None = None
        self.caller: str | None = None
        self.notes: dict[str, dict[str, int]] = {}
        self.body = b""
        self.headers: list[tuple[str, str]] = []
        self.charge: Callable[[int], object] = _free
        self.surcharge: Callable[[int], object] = _free


#: The request that this thread is at.
current: ContextVar[RequestContext | None] = ContextVar("trail", default=None)


def surcharge(units: int) -> None:
    """Raises the price of the request under way by so many units, or raises the `Problem` `too_many_requests`."""
    context = current.get()
    if context is not None:
        context.surcharge(units)


def record(kind: str, name: str, times: int = 1) -> None:
    """Notes once more, or so many `times`, that the request has to do with `name`. Kinds and names are the service's,
    never a caller's."""
    context = current.get()
    if context is not None:
        names = context.notes.setdefault(kind, {})
        names[name] = names.get(name, 0) + times
