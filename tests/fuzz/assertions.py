"""What must hold for the answer to any request whatever."""

import json
import re
from types import SimpleNamespace

from service.api.problems import PROBLEMS
from tests.contract.validation import as_in_contract, decoded, operations, validate_as, validate_response
from tests.fuzz.wire import Answer, address

NDJSON = "application/x-ndjson"

_ADDRESSES = [
    (method, re.compile("[^/]+".join(map(re.escape, re.split(r"{\w+}", path)))), name)
    for name, (method, path, _) in operations().items()
]


def operation_of(raw: bytes) -> str | None:
    """The operation that a request is for, if the contract has one at its address."""
    method, path, _ = address(raw)
    method = as_in_contract(method)
    for its_method, pattern, name in _ADDRESSES:
        if method == its_method and pattern.fullmatch(path):
            return name
    return None


def judge(raw: bytes, answer: Answer) -> None:
    """Fails if it is no answer of the operation in the contract, and no problem: a mistake of the service (5xx), a body
    that cannot be read, a status or a member that the contract does not have."""
    assert answer.status < 500, f"answered {answer.status}"
    media_type = answer.headers.get("content-type", "").partition(";")[0]
    method = address(raw)[0]
    if method in ("HEAD", "OPTIONS"):
        return
    # The test client's responses have these two names, too.
    coded = SimpleNamespace(headers={"Content-Encoding": answer.headers.get("content-encoding")}, data=answer.body)
    text = decoded(coded)
    body = json.loads(text) if media_type.endswith("json") and media_type != NDJSON else None
    if answer.status >= 400:
        assert media_type == "application/problem+json", f"a refusal is sent as {media_type}"
        validate_as("Problem", body)
        assert PROBLEMS[body["code"]].status == answer.status == body["status"]
    operation = operation_of(raw)
    if operation is not None:
        validate_response(operation, answer.status, body, media_type or None)
    elif not address(raw)[1].startswith(
        ("/docs", "/schemas", "/table")
    ):  # pages, of which the contract names the beginning
        assert answer.status >= 300, f"{answer.status} where the contract has nothing"
    if media_type == NDJSON:
        for line in text.splitlines():
            report = json.loads(line)
            validate_as("StreamBroken" if "code" in report else "StreamedReport", report)
