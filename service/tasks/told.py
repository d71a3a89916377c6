"""What a process of the pool tells of a request, as JSON: the members of the answer, or why there is none."""

import json
from typing import Any, Final, NamedTuple

ANSWER: Final = 8 << 20  # the most bytes of what is told

#: Why there is no answer: the code of a problem, a sentence, the faults by pointer, and further members of the problem.
Refused = tuple[str, str, list[tuple[str, str]], dict[str, Any]]


class Told(NamedTuple):
    """The members of an answer, each as JSON, or why there are none; and the units that it costs besides."""

    members: dict[str, bytes]
    refused: Refused | None
    cost: int


def told(members: dict[str, Any], cost: int) -> Told:
    """Return the members of an answer; if they are too long, why there is none."""
    written = {name: json.dumps(value, ensure_ascii=False).encode() for name, value in members.items()}
    if sum(map(len, written.values())) > ANSWER:
        detail = f"the answer has more than {ANSWER >> 20} MiB; the command has no such limit"
        return Told({}, ("body_too_large", detail, [], {}), cost)
    return Told(written, None, cost)
