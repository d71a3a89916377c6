"""Responses of the server itself, for requests that never reach the application."""

import json
from http import HTTPStatus

from service.api.problems import MEDIA_TYPE, Problem
from service.security_headers import DATA_SECURITY_HEADERS

_CODES = {413: "body_too_large", 500: "internal_error", 503: "overloaded"}
_BUSY = "more requests wait than can be answered soon; ask again in a moment, or elsewhere"


class Refused(Exception):
    """A request that the server answers itself, with `status`. `logged` is for the log, where it is escaped."""

    def __init__(self, status: int, detail: str = "", logged: str = "") -> None:
        self.status, self.detail, self.logged = HTTPStatus(status), detail, logged or detail

    def response(self) -> bytes:
        """The whole response, a problem, after which the connection is closed."""
        busy = self.status == HTTPStatus.SERVICE_UNAVAILABLE
        problem = Problem(_CODES.get(self.status, "bad_request"), self.detail or busy * _BUSY)
        body = json.dumps({**problem.document(), "status": self.status}).encode()
        fields = [("Connection", "close"), ("Content-Type", MEDIA_TYPE), ("Content-Length", len(body))]
        fields += [("Cache-Control", "no-store"), *DATA_SECURITY_HEADERS, *busy * [("Retry-After", "1")]]
        head = "".join(f"{name}: {value}\r\n" for name, value in fields)
        return f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\n{head}\r\n".encode("latin-1") + body
