"""Error responses of the server itself, for requests that do not reach the application."""

import json
from http import HTTPStatus

from service.api.problems import MEDIA_TYPE, Problem
from service.runtime.request_context import new_ids
from service.runtime.security_headers import DATA_SECURITY_HEADERS

_CODES = {413: "body_too_large", 500: "internal_error", 503: "overloaded"}
_BUSY = "too many requests are waiting; try again in a moment, or another instance"


class Refused(Exception):
    """A request that the server refuses with `status` and `detail`. `logged` replaces `detail` in the log."""

    def __init__(self, status: int, detail: str = "", logged: str = "") -> None:
        self.status, self.detail, self.logged = HTTPStatus(status), detail, logged or detail
        self.request_id, self._span_id = new_ids()

    def response(self) -> bytes:
        """The bytes of the response: a problem document. The connection is closed after it."""
        busy = self.status == HTTPStatus.SERVICE_UNAVAILABLE
        problem = Problem(_CODES.get(self.status, "bad_request"), self.detail or busy * _BUSY)
        body = json.dumps({**problem.document(), "status": self.status}).encode()
        fields = [("Connection", "close"), ("Content-Type", MEDIA_TYPE), ("Content-Length", len(body))]
        fields += [("Cache-Control", "no-store"), *DATA_SECURITY_HEADERS, ("X-Request-ID", self.request_id)]
        fields += [("traceparent", f"00-{self.request_id}-{self._span_id}-00"), *busy * [("Retry-After", "1")]]
        head = "".join(f"{name}: {value}\r\n" for name, value in fields)
        return f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\n{head}\r\n".encode("latin-1") + body
