"""Problem documents (RFC 9457): the table of codes and the exception that carries one.

A problem reports a request that the service cannot answer: it is malformed, too large, or names something that does not
exist. An illegal action is not a problem: its response has the status 200 and lists violations.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from service.piquet.toml_tables import load
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


PROBLEMS: Final = load(__file__, "problems", Kind)


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
        reasons = [violation.message for violation in extra.get("violations", ())]
        self.detail = detail or _summary(_sentences(self.errors) or reasons) or self.kind.title
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
    detail = "" if first.detail == _summary(_sentences(first.errors)) else first.detail
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


def _sentences(errors: list[Fault]) -> list[str]:
    return [f"{fault.pointer or 'the body'} {fault.message}" for fault in errors]


def _summary(reasons: list[str]) -> str:
    """Return the first of these sentences, with the number of further ones.

    From `FAULT_LIMIT` on it is a minimum.
    """
    if not reasons:
        return ""
    first, more = reasons[0], len(reasons) - 1
    count = f" (and at least {FAULT_LIMIT} more)" if more >= FAULT_LIMIT else f" (and {more} more)" if more else ""
    return f"{first}{count}"
