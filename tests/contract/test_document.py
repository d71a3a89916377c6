"""The contract as a document: valid, without what is not used, described, limited, and served as it is."""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from service.app import create_app
from service.settings.service import Settings
from tests.contract.validation import (
    CheckedClient,
    assert_openapi,
    contract,
    follow,
    forms,
    operations,
    request_schema,
    validator_at,
)
from tools.contract_file import CONTRACT

Json = Any


def test_the_contract_is_openapi() -> None:
    assert_openapi(contract())


def _defaults(node: Json, place: str = "#") -> Iterator[tuple[str, Json]]:
    """Each schema of the contract with a default: where it is, and the default."""
    if isinstance(node, dict) and "default" in node and not place.endswith("/properties"):
        yield place, node["default"]
    for name, each in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if (place, name) != ("#/components", "examples"):
            yield from _defaults(each, f"{place}/{quote(str(name).replace('~', '~0').replace('/', '~1'))}")


def test_every_default_is_what_its_schema_allows() -> None:
    defaults = dict(_defaults(contract()))
    assert len(defaults) > 10
    assert [place for place, default in defaults.items() if not validator_at(place).is_valid(default)] == []


def test_no_key_is_there_twice() -> None:
    """Of two members with one name YAML keeps the last, and says nothing."""

    class Strict(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        pass

    def construct(loader: yaml.SafeLoader, node: yaml.MappingNode) -> Json:
        keys = [loader.construct_object(key) for key, _ in node.value]
        assert len(keys) == len(set(keys)), str(node.start_mark)
        return loader.construct_mapping(node, deep=True)

    Strict.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, construct)
    yaml.load(CONTRACT.read_text(encoding="utf-8"), Loader=Strict)


def test_nothing_is_defined_that_is_not_used() -> None:
    text = json.dumps(contract())
    for kind, components in contract()["components"].items():
        for name in components:
            used = f'{{"{name}": []}}' if kind == "securitySchemes" else f'"#/components/{kind}/{name}"'
            assert used in text, f"{kind}/{name}"


def within(schema: Json, place: str) -> Iterator[tuple[str, Json]]:
    """A schema and all that it contains, with where they are. References are not followed."""
    yield place, schema
    parts = {name: schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)}
    parts |= schema.get("properties", {})
    for name, each in parts.items():
        yield from within(each, f"{place}/{name}")
    for each in forms(schema, ()):
        yield from within(each, place)


def test_everything_is_described() -> None:
    """Every operation, parameter, body, response, header, schema and member, in itself or by what it refers to."""
    components = contract()["components"]
    for name, (_, _, operation) in operations().items():
        assert operation["summary"] and operation["tags"], name
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        for each in (operation, *operation.get("parameters", ()), *bodies, *operation["responses"].values()):
            assert follow(each)["description"], name
    assert all(header["description"] for header in components["headers"].values())
    for path, schema in chain.from_iterable(within(schema, name) for name, schema in components["schemas"].items()):
        clear = "const" in schema or schema == {"type": "null"} or path.endswith(("/type", "/look/items"))
        if schema.keys() & {"$ref", "type", "oneOf", "anyOf", "enum"} and not clear:
            assert "description" in schema or "description" in follow(schema), path


# Any object is taken for a record or an event, and what makes no sense in it is in the answer; the body limits it.
READ_LENIENTLY = {"GivenRecord", "RecordObject", "GivenEvent", "verify_event/event", "standings/event"}


def test_whatever_is_sent_has_limits() -> None:
    sent = {name: request_schema(name) for name, (method, _, _) in operations().items() if method == "POST"}
    waiting = list(sent)
    schemas = []
    while waiting:
        name = waiting.pop()
        for path, schema in within(sent[name], name):
            schemas.append((path, schema))
            other = schema.get("$ref", "").rpartition("/")[2]
            if other and other not in sent:
                sent[other] = follow(schema)
                waiting.append(other)
    assert len(schemas) > 500
    for path, schema in schemas:
        types = schema.get("type", "")
        if path in READ_LENIENTLY:
            continue
        if "object" in types and not forms(schema, ()):
            assert schema["additionalProperties"] is False, path
        if "array" in types:
            assert schema["maxItems"] <= 1000, path
        if "enum" not in schema and "const" not in schema:
            assert "string" not in types or "maxLength" in schema, path
            assert "integer" not in types or {"minimum", "maximum"} <= schema.keys(), path


def test_a_schema_of_several_parts_has_a_name() -> None:
    """openapi-python-client leaves out what refers to one within another, here every answer with events."""
    parts = [
        (name, part is schema)
        for name, schema in contract()["components"]["schemas"].items()
        for _, part in within(schema, name)
        if "allOf" in part
    ]
    assert len(parts) > 5
    assert [name for name, has_name in parts if not has_name] == []


def test_the_contract_is_served_as_it_is(checked: CheckedClient) -> None:
    assert checked.get("/openapi.yaml").data == CONTRACT.read_bytes()
    assert checked.get("/openapi.json").json == contract()


@pytest.mark.parametrize("query", [False, True])
def test_the_contract_in_openapi_3_2_has_what_3_1_cannot_say(query: bool) -> None:
    """OpenAPI 3.2: `query` of a path item (§ Path Item Object), `itemSchema` of a media type (§ Media Type Object)."""
    document = create_app(Settings(http_query=query)).test_client().get("/openapi-3.2.json").json
    assert_openapi(document)
    assert document["openapi"] == "3.2.0"
    ids = [each["operationId"] for item in document["paths"].values() for each in item.values() if "responses" in each]
    assert len(ids) == len(set(ids))
    for path, item in document["paths"].items():
        written = contract()["paths"][path]
        takes_query = query and "post" in written and written["post"].get("x-repeatable", True)
        assert item.keys() - written.keys() == ({"query"} if takes_query else set())
        if takes_query:
            own = {"operationId", "summary"}
            asked, post = ({of: it for of, it in item[method].items() if of not in own} for method in ("query", "post"))
            assert asked == post
            assert post["responses"]["200"]["headers"].pop("Accept-Query")["required"]
    streams = document["paths"]["/v1/records/verify"]["query" if query else "post"]
    taken, given = streams["requestBody"]["content"], streams["responses"]["200"]["content"]
    assert taken["application/x-ndjson"]["itemSchema"]["description"]
    lines = [each["$ref"].rpartition("/")[2] for each in given["application/x-ndjson"]["itemSchema"]["oneOf"]]
    assert lines == ["StreamedReport", "StreamBroken"]
    # All the rest is the contract.
    for path in document["paths"].values():
        path.pop("query", None)
    for kind in (document, whole := json.loads(json.dumps(contract()))):
        verify = kind["paths"]["/v1/records/verify"]["post"]
        for media in (verify["requestBody"]["content"], verify["responses"]["200"]["content"]):
            del media["application/x-ndjson"]
    assert document == {**whole, "openapi": "3.2.0"}
