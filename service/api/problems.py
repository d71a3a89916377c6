"""Problem documents (RFC 9457): one exception, one table of codes, one shape.

A problem says that the service has no answer to give: the request is malformed, too large, or asks for what is not
there. An illegal action is no problem but an answer, and never comes through here.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

MEDIA_TYPE = "application/problem+json"

#: Where the codes are explained; a problem's `type` is this and the code.
TYPE_BASE = "/docs/errors#"

#: The longest text of the caller's that a problem repeats, and the most faults that it lists.
QUOTE_LIMIT = 200
FAULT_LIMIT = 20


class Kind(NamedTuple):
    """What every problem with one code has in common."""

    status: int
    title: str


PROBLEMS: Mapping[str, Kind] = {
    "bad_request": Kind(400, "The request cannot be read"),
    "malformed_json": Kind(400, "The body is not JSON"),
    "nesting_too_deep": Kind(400, "The body is nested too deeply"),
    "unauthorized": Kind(401, "An API key is needed"),
    "not_found": Kind(404, "There is nothing at this address"),
    "unknown_ruleset": Kind(404, "There is no such ruleset"),
    "method_not_allowed": Kind(405, "The method is not allowed here"),
    "not_acceptable": Kind(406, "The answer has no acceptable form"),
    "invalid_ruleset": Kind(409, "The ruleset contradicts itself"),
    "impossible_state": Kind(409, "The state contradicts itself"),
    "invalid_deal": Kind(409, "The cards are not a deal"),
    "no_deal_due": Kind(409, "No deal is due"),
    "contradictory_request": Kind(409, "The members of the request contradict one another"),
    "malformed_notation": Kind(409, "The line is not in the notation"),
    "body_too_large": Kind(413, "The body is too large"),
    "unsupported_media_type": Kind(415, "The body is not sent as JSON"),
    "invalid_request": Kind(422, "The request does not have the members that the operation takes"),
    "too_many_requests": Kind(429, "The quota is used up"),
    "overloaded": Kind(503, "The service is busy"),
    "stopping": Kind(503, "The service is about to stop"),
    "deadline_exceeded": Kind(504, "The analysis takes too long"),
    "internal_error": Kind(500, "The service has made a mistake"),
}


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a request: where (RFC 6901, into the body; "" is the whole body) and what."""

    pointer: str
    message: str


class Problem(Exception):
    """Raised anywhere below a route; answered as a problem document with the status of its code.

    `extra` are further members of the document, by name: `Problem("impossible_state", violations=[...])`.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        errors: Iterable[Fault] = (),
        *,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(code, detail)
        self.code = code
        self.kind = PROBLEMS[code]
        self.errors = list(errors)
        self.detail = detail or _summary(self.errors) or self.kind.title
        self.headers = dict(headers or {})
        self.extra = extra

    def document(self) -> dict[str, Any]:
        """The members of the problem document, in the order in which a reader wants them."""
        return {
            "type": TYPE_BASE + self.code,
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "code": self.code,
            "errors": self.errors[:FAULT_LIMIT],
            **self.extra,
        }


def pointer(*tokens: str | int) -> str:
    """The JSON Pointer made of `tokens`, each escaped (RFC 6901 §3)."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)


def quote(text: str) -> str:
    """`text` of the caller's, short enough to be repeated to him."""
    return text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"


def _summary(errors: list[Fault]) -> str:
    """The first fault as a sentence, and how many there are besides."""
    if not errors:
        return ""
    first, more = errors[0], len(errors) - 1
    return f"{first.pointer or 'the body'} {first.message}" + (f" (and {more} more)" if more else "")
