"""Request context: what the log, the metrics and the trace know of the request that a thread is handling.

Code that handles a request reports to it: `record("violation", "play.must_follow_suit")`. Without a request, nothing
is recorded.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import getrandbits
from time import monotonic

#: The member of the environ with which the server says whether the client has closed the connection: a function.
CLIENT_IS_GONE = "piquet_referee.client_is_gone"


def new_ids() -> tuple[str, str]:
    """Return the ids of a new trace and of a new span, in hexadecimal digits."""
    digits = f"{getrandbits(192):048x}"  # os.urandom would release the interpreter lock to another thread
    return digits[:32], digits[32:]


@dataclass(slots=True, eq=False)
class RequestContext:
    """One request.

    - `request_id`, `trace_id`, `span_id`: its ids.
    - `route`: the template of its path (`/v1/rulesets/{name}`); None if the path is unknown.
    - `caller`: the name of the API key, or the client's address.
    - `recorded`: how often each name was recorded, by kind and name.
    - `base_path`: what the service is served under, such as `/piquet`, by a proxy that removes it.
    - `body`: the body; of a stream, the beginning.
    - `headers`: headers to add to the response.
    - `replayed_acts`: how many acts of the law it has replayed.
    - `charge(units)`: charges the caller for a further part of a stream.
    - `charge_done(units)`: charges the caller for work whose amount was not known before. Takes what is left if that is
      less, and says whether it was enough.
    - `surcharge(units)`: raises the price of the request before what it pays for is computed. The price counts as a
      whole quota at most.
    - `refund()`: gives the price of the request back.
    - `most_units`: the most units that a caller can be charged at once; None without a limit.
    - `began`: when it began, on the monotonic clock.
    - `client_is_gone()`: whether the client has closed the connection.

    `charge` and `surcharge` raise the `Problem` `too_many_requests` if fewer units are left, and take nothing then.

    A stream that goes on after its first line keeps its context: `current` is the context of another request by then.
    """

    request_id: str
    trace_id: str
    span_id: str
    route: str | None = None
    caller: str | None = None
    recorded: dict[str, dict[str, int]] = field(default_factory=dict)
    base_path: str = ""
    body: bytes = b""
    headers: list[tuple[str, str]] = field(default_factory=list)
    replayed_acts: int = 0
    began: float = field(default_factory=monotonic)
    client_is_gone: Callable[[], bool] = lambda: False
    # Without a rate limit, nothing is charged, and every charge is enough.
    charge: Callable[[int], object] = lambda units: None
    charge_done: Callable[[int], bool] = lambda units: True
    surcharge: Callable[[int], object] = lambda units: None
    refund: Callable[[], object] = lambda: None
    most_units: int | None = None


#: The context of the request that this thread is handling.
current: ContextVar[RequestContext | None] = ContextVar("request_context", default=None)


def address(path: str) -> str:
    """Return the address of a path of the service, as the caller of the current request reaches it."""
    context = current.get()
    return path if context is None else context.base_path + path


def surcharge(units: int) -> None:
    """Raise the price of the current request by `units`. Raises the `Problem` `too_many_requests`."""
    context = current.get()
    if context is not None and units:
        context.surcharge(units)


def record(kind: str, name: str, times: int = 1) -> None:
    """Record `name` for the current request, `times` times. Kinds and names are the service's, never a caller's."""
    context = current.get()
    if context is not None:
        names = context.recorded.setdefault(kind, {})
        names[name] = names.get(name, 0) + times
