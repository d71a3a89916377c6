"""Requests that are made up from `openapi.yaml`, by schemathesis: such as it allows, and such as it does not."""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from tests.fuzz.wire import request
from tools import contract_file

# The length is said by whoever sends the request; the number of the case would be another one in each run.
NOT_SENT = {"content-length", "x-schemathesis-testcaseid"}

# What takes hypothesis longest to make up gets less.
SELDOM = {"check_many_actions": 0.2, "deal": 0.5, "settle_partie": 0.5}


@cache
def _strategies(only: frozenset[str]) -> list[tuple[float, Any]]:
    """How often, and what: for each operation that takes anything, what it may be sent and what it may not."""

    @schemathesis.serializer("application/x-ndjson")
    def as_it_is(context: Any, value: Any) -> bytes:
        return str(value).encode("utf-8", "replace")

    found = []
    document = contract_file.read()
    if only:  # to read a path takes schemathesis longer than to make up a request
        document["paths"] = {path: item for path, item in document["paths"].items() if _operations(item) & only}
    for result in schemathesis.openapi.from_dict(document).get_all_operations():
        operation = result.ok()
        raw = operation.definition.raw
        if only and raw["operationId"] not in only:
            continue
        takes = "requestBody" in raw or raw.get("parameters")
        for mode in GenerationMode if takes else [GenerationMode.POSITIVE]:
            often = SELDOM.get(raw["operationId"], 1.0) if takes else 0.1
            found.append((often, operation.as_strategy(generation_mode=mode)))
    return found


def _operations(item: dict[str, Any]) -> set[str]:
    """The operations of a path, by their ids."""
    return {each["operationId"] for each in item.values() if "operationId" in each}


def made_up(rng: random.Random, number: int, only: Iterable[str] = ()) -> Iterator[bytes]:
    """So many requests, or nearly, for all operations or `only` these."""
    strategies = _strategies(frozenset(only))
    unit = number / sum(often for often, _ in strategies)
    for often, strategy in strategies:
        yield from _examples(strategy, max(1, round(unit * often)), rng.randrange(1 << 32))


def _examples(strategy: Any, number: int, first: int) -> list[bytes]:
    found: list[bytes] = []

    @seed(first)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def gather(case: Any) -> None:
        found.append(_raw(case))

    with suppress(Unsatisfiable):  # anything at all is allowed there
        gather()
    return found


def _raw(case: Any) -> bytes:
    sent = case.as_transport_kwargs(base_url="http://localhost")
    prepared = requests.Request(**{name: value for name, value in sent.items() if name != "timeout"}).prepare()
    url = urlsplit(prepared.url)
    target = url.path + (f"?{url.query}" if url.query else "")
    body = prepared.body or b""
    headers = [(_text(name), _text(value)) for name, value in prepared.headers.items() if name.lower() not in NOT_SENT]
    return request(prepared.method, target, headers, body if isinstance(body, bytes) else body.encode())


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value
