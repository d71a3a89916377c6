"""Problem documents (RFC 9457): the table of codes and the exception that carries one.

A problem reports a request that the service cannot answer: it is malformed, too large, or names something that does not
exist. An illegal action is not a problem: its response has the status 200 and lists violations.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

MEDIA_TYPE = "application/problem+json"

#: The page that explains the codes. A problem's `type` is this and the code.
TYPE_BASE = "/docs/errors#"

#: The longest text of the caller that a problem quotes, and the most faults that it lists.
QUOTE_LIMIT = 200
FAULT_LIMIT = 20


class Kind(NamedTuple):
    """The status, title and meaning that all problems with one code share."""

    status: int
    title: str
    meaning: str  # in Markdown, for docs/errors.md


PROBLEMS: Mapping[str, Kind] = {
    "bad_request": Kind(
        400,
        "The request cannot be read",
        "The body breaks off, its chunks are invalid, or the request is not valid HTTP. If the server refuses the "
        "request before the application sees it, the status can also be 414, 417, 431 or 501.",
    ),
    "malformed_json": Kind(
        400,
        "The body is not JSON",
        "The body is empty, not UTF-8, or not JSON; `detail` gives the reason and the byte, line and column. NaN, "
        "Infinity, half of a surrogate pair and a byte order mark are not JSON.",
    ),
    "nesting_too_deep": Kind(
        400,
        "The body is nested too deeply",
        "Hundreds of arrays or objects are nested within one another. No valid request nests deeper than a dozen.",
    ),
    "unauthorized": Kind(
        401,
        "An API key is required",
        "The service was started with API keys, and the request has no valid key in `Authorization: Bearer` or "
        "`X-API-Key`.",
    ),
    "not_found": Kind(
        404,
        "There is nothing at this address",
        "There is nothing at this address. Addresses do not end with a slash.",
    ),
    "unknown_ruleset": Kind(
        404,
        "There is no such ruleset",
        "No ruleset has this name.",
    ),
    "unknown_law": Kind(
        404,
        "There is no such law",
        "No law has this id. The ids are `L1` to `L78`, `LA1` to `LA3` and `LF1`.",
    ),
    "method_not_allowed": Kind(
        405,
        "The method is not allowed here",
        "The address does not support this method; `Allow` lists the methods that it supports.",
    ),
    "not_acceptable": Kind(
        406,
        "The response format is not acceptable",
        "`Accept` excludes the media type of the response.",
    ),
    "invalid_ruleset": Kind(
        409,
        "The ruleset is invalid",
        "An override names an unknown parameter, has a value that the parameter does not allow, or contradicts "
        "another.",
    ),
    "impossible_state": Kind(
        409,
        "The state contradicts itself",
        "The state contradicts itself, so the operation cannot use it; `violations` lists the reasons.",
    ),
    "invalid_deal": Kind(
        409,
        "The cards are not a deal",
        "The cards to be dealt are not exactly those of the pack; see `violations`.",
    ),
    "illegal_action": Kind(
        409,
        "The action is illegal",
        "The action that the request proposes may not be entered; `violations` lists the reasons.",
    ),
    "irregular_state": Kind(
        409,
        "The deal cannot be analysed",
        "The analyses take deals in which each player has twelve cards, and in which the play goes on by the rules. "
        "After some irregularities it is otherwise (`docs/law.md`); `errors` says what differs.",
    ),
    "no_deal_due": Kind(
        409,
        "No deal is due",
        "No cards can be dealt: the current deal is not over, or the partie is over; see `violations`.",
    ),
    "contradictory_request": Kind(
        409,
        "The members of the request contradict one another",
        "Each member of the body is valid by itself, but the members contradict one another; see `errors`.",
    ),
    "cannot_conceal": Kind(
        409,
        "Concealed states are not available",
        "The service was started without `SEAL_KEYS`, which it needs to make tokens.",
    ),
    "invalid_token": Kind(
        409,
        "The token is not valid",
        "The token of a concealed state was not made by this service, was changed on the way, or was made with a key "
        "that the service no longer has.",
    ),
    "wrong_seat_key": Kind(
        409,
        "The key does not belong to the seat",
        "The key sent with a concealed state does not belong to the seat that it was sent for.",
    ),
    "stale_token": Kind(
        409,
        "The token belongs to another position",
        "The `position` sent with a concealed state is not the position of its token. The token may be an older one.",
    ),
    "concealed": Kind(
        409,
        "The state is concealed",
        "The response would reveal something that the seat whose key was sent may not know, or the action belongs to "
        "the other seat.",
    ),
    "malformed_notation": Kind(
        409,
        "The line is not in the notation",
        "A state or an action that was sent as text is not in the [notation](notation.md#positions); the message says "
        "what is expected and in which column.",
    ),
    "seal_required": Kind(
        409,
        "Only sealed states are accepted",
        "The service accepts only sealed states (`REQUIRE_SEAL`), and a state was sent as text, which has no seal. "
        "Send the JSON that the service returned. If a state is sent as JSON without its seal, the response has the "
        "violation [`state.not_sealed`](#state.not_sealed) instead.",
    ),
    "body_too_large": Kind(
        413,
        "The body is too large",
        "The body is longer than the limit (1 MiB by default).",
    ),
    "unsupported_media_type": Kind(
        415,
        "The body is not sent as JSON",
        "The body must be sent as `application/json` (or `application/…+json`) in UTF-8, without a content encoding.",
    ),
    "invalid_request": Kind(
        422,
        "The members of the request are invalid",
        "The body is JSON, but a member is missing, unknown, of the wrong type or out of bounds; `errors` lists the "
        "faults.",
    ),
    "too_many_requests": Kind(
        429,
        "The quota is used up",
        "The service was started with a rate limit, and the caller has used up a quota. `Retry-After` gives the number "
        "of seconds after which the request can be answered, and `RateLimit` the quota that is left. A streaming "
        "response that has already begun reports the code in its last line.",
    ),
    "overloaded": Kind(
        503,
        "The service is busy",
        "The service has more requests than it can answer soon, or as many analyses as may wait. It refuses the "
        "request at once. `Retry-After` gives the number of seconds after which to retry. A gateway that immediately "
        "sends the request to the next instance multiplies an overload.",
    ),
    "stopping": Kind(
        503,
        "The service is shutting down",
        "At `/readyz` only: the service is shutting down and should get no new requests.",
    ),
    "deadline_exceeded": Kind(
        504,
        "The analysis takes too long",
        "An analysis reached its time limit, which includes waiting, and was cancelled. The same request takes as long "
        "again; an exchange in the mode `plain`, or fewer hands or records at once, takes much less time. The status "
        "is not 503 because load balancers retry a 503 on the next instance. The last line of a stream also has this "
        "code if the client sends or reads too slowly.",
    ),
    "internal_error": Kind(
        500,
        "An internal error occurred",
        "The service failed unexpectedly. Please report the error with its `instance`.",
    ),
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
            "type": TYPE_BASE + self.code,
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
