"""The names of a request: X-Request-ID and traceparent (W3C Trace Context), taken over, or made where missing."""

import re
from random import getrandbits
from typing import TYPE_CHECKING

from service.request_context import RequestContext

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: What a request may call itself. Anything else is not repeated, neither in an answer nor in a log.
REQUEST_ID = re.compile(r"[A-Za-z0-9._~:/+=@-]{1,128}")

_TRACEPARENT = re.compile(r"(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?")


def new_request_context(environ: "WSGIEnvironment") -> tuple[RequestContext, str]:
    """The trail of a request, and the traceparent of its answer: the caller's trace, or one of its own, and this step
    in it. A request without a name of its own has that of its trace."""
    made = f"{getrandbits(192):048x}"  # os.urandom would let another thread of the worker go first
    trace_id, span_id, flags = made[:32], made[32:], "00"
    sent = environ.get("HTTP_TRACEPARENT")
    if sent is not None:
        match = _TRACEPARENT.fullmatch(sent)
        # Only versions to come may have more to say.
        if match and not (match[1] == "00" and match[4]):
            trace_id, flags = match[2], match[3]
    return RequestContext(request_id(environ, trace_id), trace_id, span_id), f"00-{trace_id}-{span_id}-{flags}"


def request_id(environ: "WSGIEnvironment", otherwise: str) -> str:
    """What the request calls itself, if it may be called so."""
    sent = environ.get("HTTP_X_REQUEST_ID")
    return sent if sent is not None and REQUEST_ID.fullmatch(sent) else otherwise
