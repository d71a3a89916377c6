"""Problem documents (RFC 9457): the table of codes and the exception that carries one.

A problem reports a request that the service cannot answer: it is malformed, too large, or names something that does not
exist. An illegal action is not a problem: its response has the status 200 and lists violations.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from service.runtime.request_context import address

MEDIA_TYPE = "application/problem+json"

#: The page that explains the codes. A problem's `type` is this and the code.
TYPE_BASE = "/docs/errors#"

#: The longest text of the caller that a problem quotes, and the most faults that it lists.
QUOTE_LIMIT = 200
FAULT_LIMIT = 20


class Kind(NamedTuple):
    """The status and title that all problems with one code share; `tools/errors_page.md` explains them."""

    status: int
    title: str


PROBLEMS: Mapping[str, Kind] = {
    "bad_request": Kind(400, "The request cannot be read"),
    "malformed_json": Kind(400, "The body is not JSON"),
    "nesting_too_deep": Kind(400, "The body is nested too deeply"),
    "unauthorized": Kind(401, "An API key is required"),
    "not_found": Kind(404, "There is nothing at this address"),
    "unknown_ruleset": Kind(404, "There is no such ruleset"),
    "unknown_law": Kind(404, "There is no such law"),
    "method_not_allowed": Kind(405, "The method is not allowed here"),
    "not_acceptable": Kind(406, "The response format is not acceptable"),
    "invalid_ruleset": Kind(409, "The ruleset is invalid"),
    "impossible_state": Kind(409, "The state contradicts itself"),
    "invalid_deal": Kind(409, "The cards are not a deal"),
    "illegal_action": Kind(409, "The action is illegal"),
    "irregular_state": Kind(409, "The deal cannot be analysed"),
    "no_deal_due": Kind(409, "No deal is due"),
    "contradictory_request": Kind(409, "The members of the request contradict one another"),
    "cannot_conceal": Kind(409, "Concealed states are not available"),
    "invalid_token": Kind(409, "The token is not valid"),
    "wrong_seat_key": Kind(409, "The key does not belong to the seat"),
    "stale_token": Kind(409, "The token belongs to another position"),
    "concealed": Kind(409, "The state is concealed"),
    "event_not_whole": Kind(409, "The event is not whole"),
    "wrong_parties": Kind(409, "Parties of the event are wrong"),
    "round_not_in": Kind(409, "Not all tables are in"),
    "malformed_notation": Kind(409, "The line is not in the notation"),
    "seal_required": Kind(409, "Only sealed states are accepted"),
    "body_too_large": Kind(413, "The body is too large"),
    "uri_too_long": Kind(414, "The address is too long"),
    "unsupported_media_type": Kind(415, "The body is not sent as JSON"),
    "invalid_request": Kind(422, "The members of the request are invalid"),
    "too_many_requests": Kind(429, "The quota is used up"),
    "overloaded": Kind(503, "The service is busy"),
    "stopping": Kind(503, "The service is shutting down"),
    "deadline_exceeded": Kind(504, "The analysis takes too long"),
    "internal_error": Kind(500, "An internal error occurred"),
}


class Fault(msgspec.Struct, frozen=True):
    """One fault of a request: a JSON Pointer into the body (RFC 6901; "" is the whole body) and a message."""

    pointer: str
    message: str


class Problem(Exception):
    """An error that the service answers with a problem document and the status of its code.

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
        """Return the members of the problem document, the most useful first."""
        return {
            "type": address(TYPE_BASE + self.code),
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            "code": self.code,
            "errors": self.errors[:FAULT_LIMIT],
            **self.extra,
        }


def problem_at(code: str, message: str, *path: str | int) -> Problem:
    """Return the problem with one fault, at `path`."""
    return Problem(code, errors=[Fault(pointer(*path), message)])


def refuse(code: str, faults: Iterable[Fault]) -> None:
    """Raise the `Problem` with these faults, if there are any."""
    if found := list(faults):
        raise Problem(code, errors=found)


def joined(problems: list[Problem]) -> Problem:
    """Return the first of several problems, with the faults of them all."""
    first = problems[0]
    errors = [fault for problem in problems for fault in problem.errors]
    detail = "" if first.detail == _summary(first.errors) else first.detail
    return Problem(first.code, detail, errors, headers=first.headers, **first.extra)


def pointer(*tokens: str | int) -> str:
    """Return the JSON Pointer with these reference tokens, each escaped (RFC 6901 §3)."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)


def tokens_of(pointer: str) -> tuple[str, ...]:
    """Return the reference tokens of a JSON Pointer."""
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])


def quote(text: str) -> str:
    """Text of the caller, shortened to at most `QUOTE_LIMIT` characters and an ellipsis."""
    return text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"


def _summary(errors: list[Fault]) -> str:
    """Return the first fault as a sentence, with the number of further faults.

    From `FAULT_LIMIT` on it is a minimum.
    """
    if not errors:
        return ""
    first, more = errors[0], len(errors) - 1
    count = f" (and at least {FAULT_LIMIT} more)" if more >= FAULT_LIMIT else f" (and {more} more)" if more else ""
    return f"{first.pointer or 'the body'} {first.message}{count}"
