"""Requests made from the contract: every default check of schemathesis, in process and against the running server.

It sends the examples, then requests in which every limit of the contract is kept and broken by rule ("coverage"), then
requests made up at random ("fuzzing"). All are sent in process, and to the server too except for most of those by rule.
Both answers are checked, and have to be the same.
"""

from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from flask import Flask
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response

from service.piquet.rulesets.published import RULESETS, VERSIONS
from tests.contract.conftest import Session
from tests.contract.validation import operations

EXAMPLES = 200
CONTRACT = Path(__file__).parents[2] / "openapi.yaml"

# How long a machine takes to make requests up is no matter of theirs.
SETTINGS = {"generation": {"max-examples": EXAMPLES}, "suppress-health-check": ["all"]}
schema = schemathesis.openapi.from_path(CONTRACT, config=SchemathesisConfig.from_dict(SETTINGS))


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context: Any, value: Any) -> bytes:
    """Lines of JSON may be anything to the contract, and are sent as they are."""
    return str(value).encode("utf-8", "replace")


# Of the thousands of requests that are made by rule, one in so many is taken as seriously as those made up at random.
SPARED = 10

# In process nothing would be decompressed; over HTTP the client sees to it.
UNCODED = {"Accept-Encoding": "identity"}

# Requests made up at random, by operation; what schemathesis sends besides is not among them.
fuzzed: Counter[str] = Counter()


@schema.parametrize()
def test_every_answer_is_what_the_contract_says(
    case: schemathesis.Case, app: Flask, server: Session, counted: Counter[str]
) -> None:
    assert case.meta is not None
    counted["requests by schemathesis in process"] += 1
    made_up = case.meta.phase.name.value != "coverage" or counted["requests by schemathesis in process"] % SPARED == 0
    if made_up and case.meta.generation.mode.is_positive:
        _with_rulesets_that_there_are(case.body)
    in_process = case.call_and_validate(app=app, headers=UNCODED)
    # A longer address is refused by the server, before the service sees it (414).
    fits = sum(len(quote(str(value))) for value in (case.query or {}).values()) < 3000
    if (made_up or _is_about_http(case)) and fits:
        over_http = case.call_and_validate(base_url=server.url, session=server.session)
        if _is_plain(case.query):
            assert _told(over_http) == _told(in_process)
        counted["of them to the running server too"] += 1
    if case.meta.phase.name.value == "fuzzing":
        fuzzed[case.operation.definition.raw["operationId"]] += 1


def _is_about_http(case: schemathesis.Case) -> bool:
    """Whether it is the method or the media type that is tried out."""
    return case.method != case.operation.method.upper() or "Content-Type" in (case.headers or {})


def test_every_operation_that_takes_anything_was_tried_often_enough() -> None:
    if not fuzzed:
        pytest.skip("no requests were made up in this run")
    takes = {
        name
        for name, (_, path, operation) in operations().items()
        if "requestBody" in operation or operation.get("parameters")
    }
    assert {name: fuzzed[name] for name in takes if fuzzed[name] < EXAMPLES} == {}


KNOWN = RULESETS.keys() | VERSIONS.keys()


def _with_rulesets_that_there_are(body: Any) -> None:
    """Without this most bodies would end at the name of their ruleset, which may be any text."""
    members = body.values() if isinstance(body, dict) else body if isinstance(body, list) else ()
    for member in members:
        _with_rulesets_that_there_are(member)
    if isinstance(body, dict) and "ruleset" in body:
        choice = body["ruleset"]
        if isinstance(choice, str) and choice not in KNOWN:
            body["ruleset"] = "portland"
        elif isinstance(choice, dict) and choice["name"] not in KNOWN:
            choice["name"] = "portland"


def _is_plain(query: Any) -> bool:
    """Whether a query is names and texts: lists and objects that are made up are not written the same both ways."""
    return all(name and isinstance(value, str) for name, value in (query or {}).items())


def _told(response: Response) -> tuple[int, str, bytes]:
    """What an answer says: its status, its media type and its body."""
    return response.status_code, response.headers.get("content-type", [""])[0], response.content
