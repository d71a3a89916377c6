"""Answers held against `openapi.yaml`.

    validate_response("check_action", 200, body)

`CheckedClient(app)` does so with the answers that it is given: the first four of a kind in each test, and some of
those after them. A long state takes it some 0.05 ms, so it may stand wherever tests ask the service something.
"""

import json
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

import brotli
import msgspec
import zstandard
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, Registry, ValidationError, meta

from tools import contract_file

Json = Any

#: What the paths of the games for three and four begin with. Their states have no text.
MULTIPLAYER = ("/v1/voleur/", "/v1/normand/")

METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")


@cache
def contract() -> dict[str, Json]:
    """`openapi.yaml`. Not to be changed."""
    document: dict[str, Json] = contract_file.read()
    return document


def assert_openapi(document: Json) -> None:
    """Fails if this is no contract in OpenAPI, or a schema in it is none of JSON Schema.

    The validator of OpenAPI takes five seconds for the schemas of the contract: another looks at them.
    """
    from openapi_spec_validator import validate  # each process would take half a second to import it

    components = document.get("components", {})
    unread = {kind: {name: {} for name in components.get(kind, ())} for kind in ("schemas", "examples")}
    validate({**document, "components": {**components, **unread}})
    for name, schema in components.get("schemas", {}).items():
        try:
            meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
        except ValidationError as error:
            raise AssertionError(f"{name}: at /{'/'.join(map(str, error.instance_path))}: {error.message}") from None


def follow(node: Json) -> Json:
    """What a reference within the contract leads to; anything else as it is."""
    while isinstance(node, dict) and "$ref" in node:
        found: Json = contract()
        for token in node["$ref"].removeprefix("#/").split("/"):
            found = found[token.replace("~1", "/").replace("~0", "~")]
        node = found
    return node


def forms(schema: Json, otherwise: Json) -> Json:
    """The alternatives of a schema."""
    return schema.get("oneOf", schema.get("anyOf", otherwise))


@cache
def operations() -> dict[str, tuple[str, str, dict[str, Json]]]:
    """Every operation by its id: method, path and what the contract says of it."""
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, item in contract()["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    }


def request_schema(operation: str) -> Json:
    """The schema of an operation's request body."""
    return operations()[operation][2]["requestBody"]["content"]["application/json"]["schema"]


@cache
def _schemas() -> Registry:
    """The contract without its examples, which are most of it: every validator refers to it."""
    document = contract()
    components = {kind: named for kind, named in document["components"].items() if kind != "examples"}
    return Registry([("urn:contract", {"paths": document["paths"], "components": components})])


@cache
def _validator(pointer: tuple[str, ...]) -> Draft202012Validator:
    place, node = "#", contract()
    for token in pointer:
        if "$ref" in node:
            place, node = node["$ref"], follow({"$ref": node["$ref"]})
        place, node = f"{place}/{quote(token.replace('~', '~0').replace('/', '~1'))}", node[token]
    return validator_at(place)


def validator_at(place: str) -> Draft202012Validator:
    """The validator of the schema at a place of the contract, such as `#/components/schemas/Card`."""
    return Draft202012Validator({"$ref": f"urn:contract{place}"}, registry=_schemas())


def _validate(pointer: tuple[str, ...], body: Json, what: str) -> None:
    validator = _validator(pointer)
    if not validator.is_valid(body):
        error = max(validator.iter_errors(body), key=lambda error: len(error.instance_path))
        raise AssertionError(f"{what}: at /{'/'.join(map(str, error.instance_path))}: {error.message}")


def validate_request(operation: str, body: Json) -> None:
    """Fails if the contract does not allow this request body."""
    method, path, _ = operations()[operation]
    media = ("requestBody", "content", "application/json", "schema")
    _validate(("paths", path, method.lower(), *media), body, f"request of {operation}")


def is_valid_request(operation: str, body: Json) -> bool:
    """Whether the contract allows this request body."""
    method, path, _ = operations()[operation]
    media = ("requestBody", "content", "application/json", "schema")
    return bool(_validator(("paths", path, method.lower(), *media)).is_valid(body))


def validate_response(operation: str, status: int, body: Json, media_type: str | None = None) -> None:
    """Fails if the contract does not have this status for the operation, or not this body for the status.

    `body` is decoded JSON, or None where there is none. `media_type` is that of the response, if it is to be checked.
    """
    method, path, known = operations()[operation]
    what = f"{operation} answered {status}"
    assert str(status) in known["responses"], f"{what}, which the contract does not have"
    content = follow(known["responses"][str(status)]).get("content", {})
    if not content:
        assert body is None, f"{what} with a body, which the contract does not have"
        return
    expected = media_type or next(iter(content))
    assert expected in content, f"{what} with {expected}; the contract has {', '.join(content)}"
    if expected.endswith(("/json", "+json")):
        at = ("paths", path, method.lower(), "responses", str(status), "content", expected, "schema")
        _validate(at, body, what)
        # Events of the games of several seats have one schema, which the response names.
        for event in () if path.startswith(MULTIPLAYER) else body.get("events", ()):
            _validate(_kind_of_event(event["kind"]), event, f"{what} with an event {event['kind']}")


def _kind_of_event(kind: str) -> tuple[str, ...]:
    """Where the schema is of events of this kind."""
    known: Json = contract()["components"]["schemas"]["KnownEvent"]
    return ("components", "schemas", known["discriminator"]["mapping"].get(kind, "Event").rpartition("/")[2])


def validate_as(schema: str, body: Json) -> None:
    """Fails if the body is not what a named schema of the contract allows."""
    _validate(("components", "schemas", schema), body, schema)


NOTHING = object()


def validate_exchange(method: str, address: str, sent: Json, status: int, media_type: str | None, body: Json) -> None:
    """Fails if the contract does not allow this response, or not the body `sent` that the service accepted."""
    operation = operation_at(method, address)
    if operation is not None:
        if _is_one_of_many(operation, status):
            return
        validate_response(operation, status, _without_its_middle(sent, body), media_type or None)
        if status == 200 and sent is not NOTHING:
            validate_request(operation, _shortened(sent))
            _remember(operation, body)
    elif status >= 400:
        assert media_type == "application/problem+json", media_type
        validate_as("Problem", body)


#: Random games ask one operation thousands of times. Of the answers with one status in a test, so many are validated,
#: and of those after them one in so many, or in a campaign one in so many.
_FIRST, _ONE_IN, _ONE_IN_OF_A_CAMPAIGN = 4, 32, 8
_answered: Counter[tuple[str | None, str, int]] = Counter()


def _is_one_of_many(operation: str, status: int) -> bool:
    """Whether to let an answer pass, because the test had many of this kind before."""
    from tests.helpers.random_cases import SCALE  # a plugin, which pytest has to import before tests/conftest.py does

    kind = os.environ.get("PYTEST_CURRENT_TEST"), operation, status
    _answered[kind] += 1
    one_in = _ONE_IN if SCALE == 1 else _ONE_IN_OF_A_CAMPAIGN
    return _answered[kind] > _FIRST and _answered[kind] % one_in != 0


def _without_its_middle(sent: Json, body: Json) -> Json:
    """An answer to a sequence of actions, with the first two and the last two items only.

    Each item has a whole state. The last one has the history and the events of all.
    """
    items = body.get("items", ()) if isinstance(body, dict) else ()
    if len(items) > 4 and isinstance(sent, dict) and "actions" in sent:
        return {**body, "items": [*items[:2], *items[-2:]]}
    return body


#: Hashes of the states of piquet in valid responses. To validate them again when they are sent back would take a sixth
#: of the time of random games, and find nothing: a state has one schema, in requests and responses.
_returned: set[int] = set()
_MOST_RETURNED = 100_000
_STATE_AS_TEXT = "1~portland@1~A"


def _remember(operation: str, body: Json) -> None:
    """Keep the state in a valid response."""
    state = body.get("state") if isinstance(body, dict) else None
    if isinstance(state, dict) and not operations()[operation][1].startswith(MULTIPLAYER):
        if len(_returned) >= _MOST_RETURNED:
            _returned.clear()
        _returned.add(hash(msgspec.json.encode(state)))


def _shortened(sent: Json) -> Json:
    """The body of a request with another valid state, a short one, in the place of one that was returned."""
    state = sent.get("state") if isinstance(sent, dict) else None
    if isinstance(state, dict) and hash(msgspec.json.encode(state)) in _returned:
        return {**sent, "state": _STATE_AS_TEXT}
    return sent


def as_in_contract(method: str) -> str:
    """The method that the contract in OpenAPI 3.1 has for it: it knows no QUERY, which is answered as POST is."""
    return "POST" if method == "QUERY" else method


@lru_cache(1000)
def operation_at(method: str, address: str) -> str | None:
    """The operation at an address, if the contract has one."""
    method = as_in_contract(method)
    for name, (its_method, path, _) in operations().items():
        if method == its_method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), address):
            return name
    return None


DECODE: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda body: zstandard.ZstdDecompressor().decompress(body, max_output_size=1 << 24),
    "br": brotli.decompress,
    "gzip": lambda body: zlib.decompress(body, wbits=31),
}


def decoded(response: Any) -> bytes:
    """The body of a response as it was before it was compressed."""
    coding = response.headers.get("Content-Encoding")
    body: bytes = response.data
    return DECODE[coding](body) if coding else body


class CheckedClient(FlaskClient):
    """A test client that validates the answers and refusals of operations against the contract, and the bodies of
    requests that are answered: the service must not accept what the contract does not describe."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        response = super().open(*args, **kwargs)
        request = response.request
        if request.method in ("HEAD", "OPTIONS"):
            return response
        body = json.loads(decoded(response)) if response.is_json else None
        sent = kwargs["json"] if as_in_contract(request.method) == "POST" and "json" in kwargs else NOTHING
        validate_exchange(request.method, request.path, sent, response.status_code, response.mimetype, body)
        return response
