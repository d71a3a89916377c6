"""What a call may raise. Every class is a `RefereeError`."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from piquet_referee_client.models import GivenAction, Problem, Violation

# Bounded, so that no text takes long.
_NEAREST = re.compile(r"\(did you mean ([^?(]{1,300})\?")


class RefereeError(Exception):
    """The service gave no answer that can be used, the action is illegal, or a table cannot do it now."""


class NoResponse(RefereeError):
    """No response arrived, in any attempt. The `__cause__` is what httpx raised in the last one."""

    def __init__(self, where: str, attempts: int, cause: Exception) -> None:
        super().__init__(f"{where}: no response in {attempts} attempt{'s' if attempts > 1 else ''}: {cause}")
        self.attempts = attempts
        self.__cause__ = cause


class UnusableResponse(RefereeError):
    """A response arrived that the client does not read: too large, not JSON, or in another encoding."""


class WrongToken(RefereeError):
    """The opponent's token does not continue the concealed game that a table has seen."""


class ProblemError(RefereeError):
    """The service returned a problem document (RFC 9457).

    Attributes:
        problem: The whole document.
        status: The HTTP status.
        code: The code of the problem, such as `invalid_request`; `unknown` if something else than the service answered.
        violations: Why a state, a deal or an action is impossible; empty for most problems.
        rules: The ids of the rules behind the violations.
        nearest: Names that the service suggests in place of those that it does not know.
        retry_after: Seconds after which the service asks to repeat the request, if it does.
        request_id: The id under which the log of the service has the request.
    """

    def __init__(
        self, where: str, problem: Problem, *, retry_after: float | None = None, request_id: str | None = None
    ) -> None:
        faults = [f"{fault['pointer']} {fault['message']}".strip() for fault in problem["errors"]]
        super().__init__(f"{where}: {problem['status']} {problem['code']}: {'; '.join(faults or [problem['detail']])}")
        self.problem = problem
        self.status = problem["status"]
        self.code = problem["code"]
        self.violations: Sequence[Violation] = problem.get("violations", [])
        self.rules = [violation["rule"] for violation in self.violations]
        self.nearest = _nearest([problem["detail"], *(fault["message"] for fault in problem["errors"])])
        self.retry_after = retry_after
        self.request_id = request_id


class Unauthorized(ProblemError):
    """401: the service takes API keys, and this one is not among them."""


class NotFound(ProblemError):
    """404: there is no such ruleset, law or operation."""


class Conflict(ProblemError):
    """409: the request contradicts the rules or itself; often with `violations`."""


class InvalidRequest(ProblemError):
    """422: the members of the request are not those of the contract."""


class TooManyRequests(ProblemError):
    """429: the rate limit is reached, and `retry_after` is longer than the call may take."""


class Unavailable(ProblemError):
    """502, 503 or 504: the service or a gateway cannot answer now."""


class IllegalAction(RefereeError):
    """The rules forbid an action.

    Attributes:
        action: The action.
        violations: Every reason, each with its `code`, `rule`, `message` and `params`.
        rules: The ids of the rules.
    """

    def __init__(self, action: GivenAction, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(f"{violation['rule']}: {violation['message']}" for violation in violations))
        self.action = action
        self.violations = violations
        self.rules = [violation["rule"] for violation in violations]


_CLASSES: Mapping[int, type[ProblemError]] = {
    401: Unauthorized,
    404: NotFound,
    409: Conflict,
    422: InvalidRequest,
    429: TooManyRequests,
    **dict.fromkeys((502, 503, 504), Unavailable),
}


def problem_error(
    where: str, status: int, document: object, *, retry_after: float | None = None, request_id: str | None = None
) -> ProblemError:
    """Return the exception for a response that is not a success. `document` is its body, if that is JSON."""
    given = members_of(document)
    known = (
        all(isinstance(given.get(name), str) for name in ("title", "detail", "code"))
        and _are(given.get("errors"), "pointer", "message")
        and _are(given.get("violations", []), "rule", "message")
    )
    problem: Problem = {
        "type": "about:blank",
        "title": "The response is not a problem document",
        "detail": "something else than the service answered",
        "code": "unknown",
        "errors": [],
        **cast("Problem", given if known else {}),
        "status": status,
    }
    kind = _CLASSES.get(status, ProblemError)
    return kind(where, problem, retry_after=retry_after, request_id=request_id)


def members_of(value: object) -> Mapping[str, Any]:
    """Return the members of an object; none of any other value."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _are(value: object, *names: str) -> bool:
    """Whether a value is a list of objects that have texts by these names."""
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    objects = [cast("Mapping[str, object]", item) for item in items if isinstance(item, dict)]
    return len(objects) == len(items) and all(isinstance(each.get(name), str) for each in objects for name in names)


def _nearest(texts: Sequence[str]) -> list[str]:
    """Return the names that these texts suggest."""
    found = (names for text in texts for names in _NEAREST.findall(text))
    return list(dict.fromkeys(name for names in found for name in re.split(", | or ", names)))
