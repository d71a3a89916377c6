"""Ids of a request: X-Request-ID and traceparent (W3C Trace Context), taken from the request or generated."""

import re
from typing import TYPE_CHECKING

from service.runtime.request_context import CLIENT_IS_GONE, RequestContext, new_ids

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: The request ids that are accepted. Any other value is repeated neither in a response nor in a log.
REQUEST_ID = re.compile(r"[A-Za-z0-9._~:/+=@-]{1,128}")

_TRACEPARENT = re.compile(r"(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?")


def new_request_context(environ: "WSGIEnvironment") -> tuple[RequestContext, str]:
    """Make the context of a request, and the traceparent of its response.

    The trace is the caller's, or a new one; the span is new. Without a valid X-Request-ID, the id of the trace is the
    request id.
    """
    (trace_id, span_id), flags = new_ids(), "00"
    sent = environ.get("HTTP_TRACEPARENT")
    if sent is not None:
        match = _TRACEPARENT.fullmatch(sent)
        # Only versions after 00 may have further fields.
        if match and not (match[1] == "00" and match[4]):
            trace_id, flags = match[2], match[3]
    own = environ.get("HTTP_X_REQUEST_ID")
    request_id = own if own is not None and REQUEST_ID.fullmatch(own) else trace_id
    context = RequestContext(request_id, trace_id, span_id)
    context.client_is_gone = environ.get(CLIENT_IS_GONE, context.client_is_gone)
    return context, f"00-{trace_id}-{span_id}-{flags}"
