"""What is known of the request under way, for its line in the log, the metrics and its trace.

Whatever takes part in an answer may leave a note: `note("violation", "play.must_follow_suit")`. Where no request is
under way, a note is forgotten.
"""

from contextvars import ContextVar


class Trail:
    """One request: its ids, the template of its address (`/v1/rulesets/{name}`; None if there is none such), who sent
    it, what was noted how often, by kind and name, its body (of a stream the beginning), and the headers that its
    answer is given besides its own.
    """

    __slots__ = ("body", "caller", "headers", "notes", "request_id", "route", "span_id", "trace_id")

    def __init__(self, request_id: str, trace_id: str, span_id: str) -> None:
        self.request_id = request_id
        self.trace_id = trace_id
        self.span_id = span_id
        self.route: str | None = None
        self.caller: str | None = None
        self.notes: dict[str, dict[str, int]] = {}
        self.body = b""
        self.headers: list[tuple[str, str]] = []


#: The request that this thread is at.
current: ContextVar[Trail | None] = ContextVar("trail", default=None)


def note(kind: str, name: str) -> None:
    """Notes once more that the request has to do with `name`. Kinds and names are the service's, never a caller's."""
    trail = current.get()
    if trail is not None:
        names = trail.notes.setdefault(kind, {})
        names[name] = names.get(name, 0) + 1
