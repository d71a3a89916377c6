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
    meaning: str  # in Markdown, for docs/errors.md


PROBLEMS: Mapping[str, Kind] = {
    "bad_request": Kind(
        400,
        "The request cannot be read",
        "The body breaks off, its chunks are broken, or the request is not HTTP as it should be. Where the server "
        "in front of the application refuses it, the status may also be 414, 417, 431 or 501.",
    ),
    "malformed_json": Kind(
        400,
        "The body is not JSON",
        "The body is empty, not UTF-8, or not JSON; `detail` says why and at which byte, line and column. NaN, "
        "Infinity, half of a surrogate pair and a byte order mark are not JSON.",
    ),
    "nesting_too_deep": Kind(
        400,
        "The body is nested too deeply",
        "Hundreds of arrays or objects lie within one another; nothing that the service takes goes deeper than a "
        "dozen.",
    ),
    "unauthorized": Kind(
        401,
        "An API key is needed",
        "The service was started with API keys, and the request carries none that it knows, neither as "
        "`Authorization: Bearer` nor as `X-API-Key`.",
    ),
    "not_found": Kind(
        404,
        "There is nothing at this address",
        "There is nothing at this address. Addresses have no slash at the end.",
    ),
    "unknown_ruleset": Kind(
        404,
        "There is no such ruleset",
        "No ruleset has this name.",
    ),
    "method_not_allowed": Kind(
        405,
        "The method is not allowed here",
        "The address does not take this method; `Allow` lists those that it takes.",
    ),
    "not_acceptable": Kind(
        406,
        "The answer has no acceptable form",
        "`Accept` excludes the form in which this address answers.",
    ),
    "invalid_ruleset": Kind(
        409,
        "The ruleset is not possible",
        "An override names no parameter, has a value that the parameter cannot have, or contradicts another.",
    ),
    "impossible_state": Kind(
        409,
        "The state contradicts itself",
        "The state contradicts itself, and the operation has nothing else to say about it; every reason is in "
        "`violations`.",
    ),
    "invalid_deal": Kind(
        409,
        "The cards are not a deal",
        "The cards to be dealt are not the pack; see `violations`.",
    ),
    "no_deal_due": Kind(
        409,
        "No deal is due",
        "Cards are to be dealt, but the deal in hand or the whole partie says otherwise; see `violations`.",
    ),
    "contradictory_request": Kind(
        409,
        "The members of the request contradict one another",
        "Each member of the body is right by itself, but they contradict one another, as `errors` says.",
    ),
    "cannot_conceal": Kind(
        409,
        "There are no concealed states here",
        "The service was started without `SEAL_KEYS`, from which tokens are made.",
    ),
    "invalid_token": Kind(
        409,
        "The token is not one of this service's",
        "A concealed state was sent with a token that this service did not make, that was changed on the way, or whose "
        "key is gone.",
    ),
    "wrong_seat_key": Kind(
        409,
        "The key is not that of the seat",
        "A concealed state was sent with a key that does not belong to the seat that it was sent for.",
    ),
    "stale_token": Kind(
        409,
        "The token is of another position",
        "A concealed state was sent with a `position` that is not the one that its token has: an older token, perhaps.",
    ),
    "concealed": Kind(
        409,
        "The state is concealed",
        "What was asked for would tell of a concealed state what the seat whose key was sent may not know, or is for "
        "the other seat to do.",
    ),
    "malformed_notation": Kind(
        409,
        "The line is not in the notation",
        "A state or an action that was sent as text is not in the [notation](notation.md#positions); the message says "
        "what should be there and in which column.",
    ),
    "seal_required": Kind(
        409,
        "Only sealed states are taken here",
        "The service takes sealed states only (`REQUIRE_SEAL`), and a state was sent as text, which has no seal. Send "
        "the JSON that the service returned. A state as JSON without its seal is answered with the violation "
        "[`state.not_sealed`](#state.not_sealed) instead.",
    ),
    "body_too_large": Kind(
        413,
        "The body is too large",
        "The body is longer than the service reads (1 MiB unless it is set otherwise).",
    ),
    "unsupported_media_type": Kind(
        415,
        "The body is not sent as JSON",
        "The body is not sent as `application/json` (or `application/…+json`) in UTF-8 without a content encoding.",
    ),
    "invalid_request": Kind(
        422,
        "The request does not have the members that the operation takes",
        "The body is JSON, but a member is missing, unknown, of the wrong type or out of its bounds; each is in "
        "`errors`.",
    ),
    "too_many_requests": Kind(
        429,
        "The quota is used up",
        "The service was started with a rate limit, and the caller has used up a quota. `Retry-After` says in how "
        "many seconds the request can be answered, `RateLimit` what is left. A stream that has begun to answer says it "
        "in its last line.",
    ),
    "overloaded": Kind(
        503,
        "The service is busy",
        "More is asked for than can be answered soon, or as many analyses as may wait; it is said at once. "
        "`Retry-After` says in how many seconds to come again. A gateway that sends the request to the next instance "
        "at once multiplies an overload.",
    ),
    "stopping": Kind(
        503,
        "The service is about to stop",
        "At `/readyz` only: the service was told to stop.",
    ),
    "deadline_exceeded": Kind(
        504,
        "The analysis takes too long",
        "An analysis has taken all the time that it is given, waiting included, and was given up. To ask the same "
        "again takes as long; an exchange in the mode `plain`, or fewer hands or records at once, take much less. It "
        "is no 503, which balancers send on to the next instance. The last line of a stream says it, too, of a client "
        "that sends or reads too slowly.",
    ),
    "internal_error": Kind(
        500,
        "The service has made a mistake",
        "The service has made a mistake. Please report it with its `instance`.",
    ),
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


def joined(problems: list[Problem]) -> Problem:
    """The first of several problems, with the faults of the others that have its code."""
    first = problems[0]
    errors = [fault for problem in problems if problem.code == first.code for fault in problem.errors]
    detail = "" if first.detail == _summary(first.errors) else first.detail
    return Problem(first.code, detail, errors, headers=first.headers, **first.extra)


def pointer(*tokens: str | int) -> str:
    """The JSON Pointer made of `tokens`, each escaped (RFC 6901 §3)."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)


def quote(text: str) -> str:
    """`text` of the caller's, short enough to be repeated to him."""
    return text if len(text) <= QUOTE_LIMIT else text[:QUOTE_LIMIT] + "…"


def _summary(errors: list[Fault]) -> str:
    """The first fault as a sentence, and how many more there are; of those beyond the limit not all are looked for."""
    if not errors:
        return ""
    first, more = errors[0], len(errors) - 1
    count = f" (and at least {FAULT_LIMIT} more)" if more >= FAULT_LIMIT else f" (and {more} more)" if more else ""
    return f"{first.pointer or 'the body'} {first.message}{count}"
