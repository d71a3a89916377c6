"""Answers of the server itself: what the application never sees is refused as the application would refuse it."""

import json
from http import HTTPStatus

from service.api.problems import MEDIA_TYPE, PROBLEMS, TYPE_BASE
from service.guards import GUARDS_OF_DATA

BUSY = "more requests wait than can be answered soon; ask again in a moment, or elsewhere"


def refusal(code: str, detail: str = "", status: int | None = None, **headers: str) -> bytes:
    """A whole response with the problem `code`, after which the connection is closed."""
    kind = PROBLEMS[code]
    number = HTTPStatus(status or kind.status)
    members = {"type": TYPE_BASE + code, "title": kind.title, "status": number, "detail": detail or kind.title}
    body = json.dumps({**members, "code": code, "errors": []}).encode()
    lines = {
        "Connection": "close",
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        **dict(GUARDS_OF_DATA),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {number.value} {number.phrase}\r\n{head}\r\n".encode("latin-1") + body


CODING = "a body comes as it is, with its length or in chunks; there is one Transfer-Encoding, which is chunked"

UNKNOWN_CODING = refusal("bad_request", CODING, 501)
OVERLOADED = refusal("overloaded", BUSY, Retry_After="1")
