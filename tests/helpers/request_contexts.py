"""The context of a request, for tests of what runs in one."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.runtime.request_context import RequestContext, current


@contextmanager
def in_request(context: RequestContext | None = None) -> Iterator[RequestContext]:
    """Run what is inside as in a request with this context, by default an empty one."""
    context = context or RequestContext("", "", "")
    token = current.set(context)
    try:
        yield context
    finally:
        current.reset(token)
