"""The contract and the code are of one mind: addresses, members, limits, closed lists, problems."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
import yaml
from flask import Flask

from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, RequestBody
from service.api.operations import operations as operations_of_the_service
from service.api.problems import FAULT_LIMIT, PROBLEMS, TYPE_BASE
from service.api.schemas.actions import Action
from service.api.schemas.responses import Judgement, Violation
from service.api.schemas.view import View
from service.app import create_app
from service.cache import make_cache
from service.multiplayer.games import GAMES
from service.piquet.actions import ELECTIONS, INCIDENTS, TABLE
from service.piquet.model.events import KINDS as EVENT_KINDS
from service.piquet.model.violations import CODES
from service.piquet.rulesets.parameters import PARAMETERS
from service.piquet.rulesets.published import RULESETS, VERSIONS
from service.runtime.version import VERSION
from service.settings.service import Settings
from tests.contract.test_examples import answer_of, request_of
from tests.contract.validation import (
    CheckedClient,
    assert_openapi,
    contract,
    follow,
    is_valid_request,
    operations,
    request_schema,
    validator_at,
)
from tests.helpers.http import post
from tools.components.written import schemas

Json = Any

ROOT = Path(__file__).parents[2]
#: The schemas of the contract by name, including those that it has within others.
SCHEMAS = schemas()

#: What leads to the first page, and what only a page asks for: further pages, parts of pages.
NOT_IN_THE_CONTRACT = {
    *("docs", "docs_start", "docs_parts", "table", "table_start", "table_parts"),
    *("schemas", "schema"),  # of which the contract has the originals
}


def subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, count) for count in range(len(names) + 1))


# ---------------------------------------------------------------- the document


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
    yaml.load((ROOT / "openapi.yaml").read_text(), Loader=Strict)


def test_the_version_is_that_of_the_project() -> None:
    assert contract()["info"]["version"] == VERSION


def test_nothing_is_defined_that_is_not_used() -> None:
    text = json.dumps(contract())
    for kind, components in contract()["components"].items():
        for name in components:
            used = f'{{"{name}": []}}' if kind == "securitySchemes" else f'"#/components/{kind}/{name}"'
            assert used in text, f"{kind}/{name}"


def _described(node: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Every schema, with where it is."""
    if isinstance(node, dict):
        if node.keys() & {"$ref", "type", "oneOf", "anyOf", "enum"}:
            yield path, node
        for name in ("properties", "schemas"):
            for member, below in node.get(name, {}).items():
                yield from _described(below, f"{path}/{member}")
        for name in ("items", "additionalProperties"):
            yield from _described(node.get(name), f"{path}/{name}")
        for name in ("oneOf", "anyOf"):
            for at, below in enumerate(node.get(name, ())):
                yield from _described(below, f"{path}/{at}")


def test_everything_is_described() -> None:
    """Every operation, parameter, body, response, header, schema and member, in itself or by what it refers to."""
    for name, (_, _, operation) in operations().items():
        assert operation["summary"] and operation["description"] and operation["tags"], name
        for parameter in operation.get("parameters", ()):
            assert follow(parameter)["description"], name
        assert "description" in operation.get("requestBody", {"description": ""}), name
        for response in operation["responses"].values():
            assert follow(response)["description"], name
    for header in contract()["components"]["headers"].values():
        assert header["description"]
    for path, schema in _described({"schemas": contract()["components"]["schemas"]}):
        said = "const" in schema or schema == {"type": "null"} or path.endswith(("/type", "/look/items"))
        if not said:
            assert "description" in schema or "description" in follow(schema), path


def _within(schema: Json, seen: set[str], path: str) -> Iterator[tuple[str, Json]]:
    """Every schema that a body is made of, with where it is."""
    if "$ref" in schema:
        if schema["$ref"] not in seen:
            seen.add(schema["$ref"])
            yield from _within(follow(schema), seen, schema["$ref"].rpartition("/")[2])
        return
    yield path, schema
    for member, below in schema.get("properties", {}).items():
        yield from _within(below, seen, f"{path}/{member}")
    for below in forms(schema, ()):
        yield from _within(below, seen, path)
    if "items" in schema:
        yield from _within(schema["items"], seen, f"{path}/items")


def forms(schema: Json, otherwise: Json) -> Json:
    """The alternatives of a schema."""
    return schema.get("oneOf", schema.get("anyOf", otherwise))


# Any object is taken for a record or an event, and what makes no sense in it told in the answer; the body limits it.
READ_LENIENTLY = {"GivenRecord", "RecordObject", "GivenEvent", "verify_event/event", "standings/event"}


def test_whatever_is_sent_has_limits() -> None:
    seen: set[str] = set()
    for name, (method, _, _) in operations().items():
        if method != "POST":
            continue
        for path, schema in _within(request_schema(name), seen, name):
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


def test_a_body_may_be_as_long_as_the_contract_says() -> None:
    assert Settings().max_body_bytes == 1_048_576
    assert "1,048,576" in contract()["components"]["responses"]["BodyTooLarge"]["description"]


# ---------------------------------------------------------------- addresses


def test_the_operations_are_the_addresses_of_the_service(app: Flask) -> None:
    served = {
        (rule.endpoint, method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS", "QUERY"}
        if rule.endpoint not in NOT_IN_THE_CONTRACT
    }
    assert {(name, method, path) for name, (method, path, _) in operations().items()} == served


def test_operations_whose_answers_depend_on_more_than_the_request_say_so() -> None:
    """ "Repetition" in the contract: a concealed deal without a seed draws its cards, so it takes no QUERY."""
    every = create_app(Settings(http_query=True)).url_map.iter_rules()
    taken = {rule.endpoint for rule in every if "QUERY" in (rule.methods or ())}
    posts = {name: one for name, (method, _, one) in operations().items() if method == "POST"}
    assert {name for name, one in posts.items() if one.get("x-repeatable", True)} == taken
    assert posts.keys() - taken == {"deal_concealed"}


def test_operations_are_named_in_snake_case() -> None:
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+|_\d)*", name) for name in operations())


ALWAYS = {"200", "405", "406", "500"}
OF_A_POST = {"400", "404", "409", "413", "415", "422"}
AT_THE_DOOR = {"401", "429"}
STATES = {
    "deal",
    "deal_concealed",
    "check_action",
    "check_many_actions",
    "list_options",
    "validate_state",
    "view_state",
    "picture_state",
    *(
        form.format(game)
        for game in GAMES
        for form in (
            "{}_deal",
            "check_{}_action",
            "check_many_{}_actions",
            "list_{}_options",
            "validate_{}_state",
            "view_{}_state",
            "picture_{}_state",
        )
    ),
}
DEAR = {
    "advise",
    "advise_line",
    "analyse_exchange",
    "analyse_play",
    "compare_records",
    "convert_record",
    "evaluate_hands",
    "review_record",
    "standings",
    "verify_event",
    "verify_records",
    *STATES,
}
OF_A_LINE = ("advise_line", "check_action_line", "picture_line")


@pytest.mark.parametrize("name", operations())
def test_an_operation_has_every_status_that_it_can_answer(name: str) -> None:
    method, path, operation = operations()[name]
    cached = {"304"} if operation.get("parameters") else set()
    parameters = operation.get("parameters", ())
    query = {follow(each)["name"] for each in parameters if follow(each)["in"] == "query"}
    refused = ({"422"} if query else set()) | ({"409"} if query & {"ruleset", "state"} or "{cards}" in path else set())
    missing = {"404"} if "{" in path or name in ("metrics", *OF_A_LINE) else set()
    too_long = {"414"} if "{" in path or query else set()
    guarded = AT_THE_DOOR if path.startswith("/v1/") else {"401"} if name == "metrics" else set()
    unless_alive = set() if name == "livez" else {"503"}
    late = {"504"} if name in DEAR else set()
    led = {"303"} if name in ("index", "version_index") else set()
    own = OF_A_POST if method == "POST" else cached | missing | too_long | refused | led
    assert operation["responses"].keys() == ALWAYS | own | guarded | unless_alive | late


@pytest.mark.parametrize("name", operations())
def test_every_answer_has_the_names_of_its_request(name: str) -> None:
    _, path, operation = operations()[name]
    sent = {follow(parameter)["name"] for parameter in contract()["paths"][path]["parameters"]}
    assert {"X-Request-ID", "traceparent"} <= sent
    for response in map(follow, operation["responses"].values()):
        assert {"X-Request-ID", "traceparent"} <= response["headers"].keys()


@pytest.mark.parametrize("name", operations())
def test_an_operation_of_the_game_may_take_a_key_and_tell_a_quota_and_no_other_does(name: str) -> None:
    _, path, operation = operations()[name]
    security = operation.get("security", contract()["security"])
    guarded = path.startswith("/v1/")
    assert {scheme for each in security for scheme in each} == (
        {"ApiKey", "Bearer"} if guarded or name == "metrics" else set()
    )
    assert not security or {} in security, "a key is asked for only where there are keys"
    assert ({"RateLimit", "RateLimit-Policy"} <= follow(operation["responses"]["200"])["headers"].keys()) == guarded


# ---------------------------------------------------------------- problems, violations, events


def test_the_problems_are_those_of_the_code() -> None:
    told: str = SCHEMAS["Problem"]["properties"]["code"]["description"]
    listed = {
        code: int(status)
        for status, codes in re.findall(r"^(\d{3}) (.*)[;.]$", told, re.MULTILINE)
        for code in re.findall(r"`(\w+)`", codes)
    }
    assert listed == {code: kind.status for code, kind in PROBLEMS.items()}
    assert SCHEMAS["Problem"]["properties"]["errors"]["maxItems"] == FAULT_LIMIT


def test_a_problems_type_is_an_address_of_the_contract() -> None:
    assert TYPE_BASE.removesuffix("#") in contract()["paths"]


def test_codes_and_rules_have_the_form_of_the_contract() -> None:
    code = re.compile(SCHEMAS["Violation"]["properties"]["code"]["pattern"])
    rule = re.compile(SCHEMAS["RuleId"]["pattern"])
    for each, (its_rule, _) in CODES.items():
        assert code.search(each) and rule.search(its_rule)
    assert all(rule.search(about.rule) for about in PARAMETERS.values())


def test_the_kinds_of_events_are_those_of_the_data_model() -> None:
    told = SCHEMAS["Event"]["description"].partition("Kinds that score:")[2]
    assert set(re.findall(r"`(\w+)`", told)) == members_in_the_documents().keys()


def members_in_the_documents() -> dict[str, set[str]]:
    """By kind of event, the names in the last column of the table in docs/reference.md."""
    table = (ROOT / "docs" / "reference.md").read_text().partition("## Events")[2].partition("## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    return {kind: set(re.findall(r"`(\w+)`", row[5])) for row in rows for kind in re.findall(r"`(\w+)`", row[1])}


def test_events_are_told_apart_by_their_kind_and_have_the_members_of_the_documents() -> None:
    told = members_in_the_documents()
    members = SCHEMAS["StateEvent"]["properties"].keys()
    mapping = SCHEMAS["KnownEvent"]["discriminator"]["mapping"]
    assert mapping.keys() == told.keys() == EVENT_KINDS.keys()
    for kind, reference in mapping.items():
        _, own = follow({"$ref": reference})["allOf"]
        kinds = own["properties"]["kind"]
        assert kind in kinds["enum"]
        assert told[kind] & members <= own["properties"].keys() <= members, kind
        assert sorted(told[kind] & members) == sorted(EVENT_KINDS[kind].members)


# ---------------------------------------------------------------- rulesets


def test_a_ruleset_by_name_is_one_that_there_is() -> None:
    assert set(SCHEMAS["RulesetName"]["examples"]) <= RULESETS.keys() | VERSIONS.keys()


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_every_value_that_is_published_is_taken(parameter: str, checked: CheckedClient) -> None:
    """Or refused because it contradicts the other parameters, which are left as they are here; the default never is."""
    taken = 0
    for value in PARAMETERS[parameter].values:
        choice = {"name": "portland", "overrides": {parameter: value}}
        body = {"ruleset": choice, "first_dealer": "A"}
        assert is_valid_request("start_partie", body)
        response = checked.post("/v1/parties", json=body)
        taken += response.status_code == 200
        if response.status_code != 200:
            assert response.json["code"] == "invalid_ruleset" and "and" in response.json["detail"], value
    assert taken >= 1


# ---------------------------------------------------------------- members, types and limits


# What the two sides say in different ways; each has tests of its own below or above.
OTHERWISE = {
    "Amend",
    "Call",
    "CallCorrection",
    "ClaimCarteBlanche",
    "Exchange",
    "Incident",
    "MultiplayerCall",
    "Reckon",
    "RulesetChoice",
    "RulingAction",
    "StateTieBreak",
    "TieBreakCorrection",
    "View",
}
NULL = ("enum", frozenset({"null"}))
#: The structs of the code that are in `OTHERWISE`, where the contract has another name for them.
STRUCTS = {
    "VoleurRulesetChoice": "RulesetChoice",
    "NormandRulesetChoice": "RulesetChoice",
}
#: The key, in definitions, of what the code leaves undecoded at first: a state, to be recognised as it was sent.
UNDECODED = "undecoded"


def canonical(schema: Json, definitions: Json) -> Json:
    """What a schema allows, in a form in which two that allow the same are equal."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        struct = STRUCTS.get(name, name.removeprefix("Any"))  # one struct decodes regular and irregular actions
        return struct if struct in OTHERWISE else canonical(definitions[name], definitions)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return ("enum", frozenset(json.dumps(value) for value in values))
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return _any(canonical(each, definitions) for each in schema[several])
    if not schema:
        return definitions[UNDECODED]
    match schema["type"]:
        case list(types):
            return _any(canonical({**schema, "type": each}, definitions) for each in types)
        case "null":
            return NULL
        case "array":
            bounds = schema.get("minItems", 0), schema.get("maxItems")
            return ("array", canonical(schema["items"], definitions), *bounds)
        case "object" if "maxProperties" in schema:
            value = schema["additionalProperties"] or next(iter(schema["properties"].values()))
            return ("map", canonical(value, definitions), schema["minProperties"], schema["maxProperties"])
        case "object":
            members = {name: canonical(each, definitions) for name, each in schema.get("properties", {}).items()}
            required = frozenset(schema.get("required", ()))
            return ("object", tuple(sorted(members.items())), required, schema.get("additionalProperties", True))
        case "integer" | "number" as kind:
            return (kind, schema.get("minimum"), schema.get("maximum"))
        case "string":
            return ("string", schema.get("minLength", 0), schema.get("maxLength"), schema.get("pattern"))
        case plain:
            return (plain,)


def _any(alternatives: Iterator[Json]) -> Json:
    """One of several: those within one another as one list, the closed lists as one."""
    found: set[Json] = set()
    values: set[str] = set()
    for each in alternatives:
        for one in each[1] if each[0] == "any" else (each,):
            if one[0] == "enum":
                values |= one[1]
            else:
                found.add(one)
    found -= {("integer", *bounds) for kind, *bounds in found if kind == "number"}
    if values:
        found.add(("enum", frozenset(values)))
    return found.pop() if len(found) == 1 else ("any", frozenset(found))


def of_code(type_: Json, undecoded: Json = None) -> Json:
    """What the decoder of a type takes. `undecoded` is what it leaves to another decoder."""
    (schema,), definitions = msgspec.json.schema_components([type_])
    return canonical(schema, {**definitions, UNDECODED: undecoded})


@cache
def schemas_of(operation: str) -> Json:
    """The schemas of the contract, as they are meant for an operation: the shared seat has no D in normand."""
    seat = SCHEMAS["MultiplayerSeat"]
    return {**SCHEMAS, "MultiplayerSeat": {**seat, "enum": ["A", "B", "C"]}} if "normand" in operation else SCHEMAS


@cache
def state_of(operation: str) -> Json:
    """What an operation takes for a state."""
    game = next((game for game in GAMES if game in operation), None)
    name = f"{game.capitalize()}State" if game else "GivenState"
    return canonical({"$ref": f"#/{name}"}, schemas_of(operation))


@cache
def body_schema_of(operation: str) -> RequestBody:
    """What the code reads a request with."""
    bodies = {each.name: each.schema for each in operations_of_the_service(StateCodec(1 << 20), make_cache(Settings()))}
    schema = bodies[operation]
    assert schema is not None
    return schema


def members_in_code(operation: str) -> dict[str, tuple[Json, bool]]:
    """The members of a request as the code reads them: what each takes, and whether it has to be there."""
    found = {}
    for name, field in body_schema_of(operation).fields.items():
        assert isinstance(field, Decoded)
        found[name] = (of_code(field._decoder.type, state_of(operation)), field.required)
    return found


def members_in_contract(operation: str) -> Iterator[tuple[str, Json, bool]]:
    """The members of a request as the contract has them, of every form that it may have."""
    schema = follow(request_schema(operation))
    for form in map(follow, forms(schema, [schema])):
        for name, member in form["properties"].items():
            yield (
                name,
                canonical(member, schemas_of(operation)),
                name in form.get("required", ()) and not forms(schema, ()),
            )


def takes_less(taken: Json, whole: Json) -> bool:
    """Whether all that the one takes is taken by the other: one of several, or arrays with other bounds."""
    if taken == whole or (whole[0] == "any" and taken in whole[1]):
        return True
    match taken, whole:
        case ("array", item, least, most), ("array", other, fewest, highest):
            return takes_less(item, other) and fewest <= least and most <= highest
        case ("object", members, *rest), ("object", others, *other_rest):
            known = dict(others)
            return rest == other_rest and all(takes_less(each, known[name]) for name, each in members)
    return False


POSTS = [name for name, (method, _, _) in operations().items() if method == "POST"]


@pytest.mark.parametrize("operation", POSTS)
def test_a_request_is_read_as_the_contract_says(operation: str) -> None:
    code = members_in_code(operation)
    whole = set()
    for name, taken, required in members_in_contract(operation):
        assert name in code, name
        expected, needed = code[name]
        assert required == needed, name
        if taken == expected:
            whole.add(name)
        else:  # one form of a request may take less of a member than another
            assert takes_less(taken, expected), name
    assert whole == code.keys()


@pytest.mark.parametrize("operation", POSTS)
def test_what_is_left_out_is_what_the_contract_says(operation: str) -> None:
    schema = follow(request_schema(operation))
    members = [follow(form)["properties"] for form in forms(schema, [schema])]
    for name, field in body_schema_of(operation).fields.items():
        meant = [follow(form[name]) for form in members if name in form]
        defaults = {json.dumps(member["default"]) for member in meant if "default" in member}
        default = field.load_default() if callable(field.load_default) else field.load_default
        told = {json.dumps(default)} if isinstance(default, str | int | list) else set()
        assert defaults - {"null"} == told, name


def of_a_view(definitions: Json) -> Json:
    """What is taken for a view. Of options only the bounds of a discard are read, and events as those of a state."""
    view = definitions["View"]
    lists = {name: {**view["properties"][name], "items": {}} for name in ("events", "options")}
    return canonical({**view, "properties": {**view["properties"], **lists}}, {**definitions, UNDECODED: "an item"})


def test_a_view_is_what_the_contract_says() -> None:
    _, definitions = msgspec.json.schema_components([View])
    assert of_a_view(SCHEMAS) == of_a_view(definitions)


def test_every_action_is_what_the_contract_says() -> None:
    assert canonical(SCHEMAS["Action"], SCHEMAS) == of_code(Action)


def test_actions_are_told_apart_by_their_type() -> None:
    mapping = SCHEMAS["Action"]["discriminator"]["mapping"]
    assert list(mapping.values()) == [each["$ref"] for each in SCHEMAS["Action"]["oneOf"]]
    types = {each.__struct_config__.tag for each in Action.__args__}
    assert mapping.keys() == types
    assert SCHEMAS["Option"]["discriminator"]["mapping"].keys() == types - {"incident"}


def test_answers_have_the_members_of_the_contract() -> None:
    for struct in (Violation, Judgement):
        schema = SCHEMAS[struct.__name__]
        fields = msgspec.structs.fields(struct)
        assert schema["properties"].keys() == {field.name for field in fields}
        assert set(schema["required"]) == {field.name for field in fields if field.required}


SAID = {"length": 5, "value": 49, "top": "A", "count": 3, "rank": "K", "cards": ["AS"]}


@pytest.mark.parametrize("category", ["point", "sequence", "set"])
def test_a_call_has_the_members_of_its_category(category: str) -> None:
    for given in subsets(list(SAID)):
        call = {"seat": "A", "type": "call", "category": category, **{name: SAID[name] for name in given}}
        _agree(call)


def test_a_tie_break_is_a_value_or_a_top() -> None:
    for given in subsets(list(SAID)):
        _agree({"seat": "A", "type": "state_tie_break", **{name: SAID[name] for name in given}})


MARK = {"irregular": True, "shown": ["AS"], "taken": [1], "mixed": [1], "leaves": None}


@pytest.mark.parametrize(
    "action",
    [
        {"type": "claim_carte_blanche"},
        {"type": "exchange", "cards": []},
        {"type": "reckon"},
        {"type": "play", "card": "AS"},
        {"type": "call", "category": "set", "count": 3, "rank": "K"},
        {"type": "pass", "category": "set"},
        {"type": "concede"},
    ],
)
def test_a_mark_goes_with_the_members_that_the_contract_names(action: Json) -> None:
    for given in subsets(list(MARK)):
        _agree({"seat": "A", **action, **{name: MARK[name] for name in given}})
    _agree({"seat": "A", **action, "irregular": False})


FACTS = {
    "cards": ["AS"], "where": "pack", "taken_up": False, "proof": {"missing": ["AS"]}, "positions": [1],
    "together": True, "shown": True, "about": "all", "answer": 3, "redeal": True,
}  # fmt: skip


@pytest.mark.parametrize("kind", [*INCIDENTS, "revoke", "sheets"])
def test_an_incident_has_the_members_of_its_kind(kind: str) -> None:
    incident = {"seat": "A", "type": "incident", "kind": kind}
    for given in (*combinations(FACTS, 0), *combinations(FACTS, 1), *combinations(FACTS, 2), *combinations(FACTS, 3)):
        _agree({**incident, **{name: FACTS[name] for name in given}})
    for name, wrong in (("cards", []), ("positions", [0]), ("positions", []), ("shown", False), ("answer", []),
                        ("proof", {}), ("redeal", False), ("positions", [1] * 16), ("answer", 13)):  # fmt: skip
        must = {fact: FACTS[fact] for fact in (INCIDENTS.get(kind, ((), ())))[0]}
        _agree({**incident, **must, name: wrong})


ELECTED = {"holdings": [], "card": "AS", "suit": "H", "untouched": True, "kind": "false_claim"}


@pytest.mark.parametrize("election", [*ELECTIONS, "complete"])
def test_a_ruling_has_the_members_of_its_election(election: str) -> None:
    for given in subsets(list(ELECTED)):
        members = {name: ELECTED[name] for name in given}
        _agree({"seat": "A", "type": "ruling", "number": 3, "election": election, **members})
    for number in (-1, 0, 255, 256):
        _agree({"seat": "A", "type": "ruling", "number": number, "election": election, "suit": "H"})
        _agree({"seat": "A", "type": "ruling", "number": number, "election": election})


@pytest.mark.parametrize("type_", sorted(TABLE.types))
def test_an_amendment_is_an_action_of_the_contract_without_its_seat(type_: str) -> None:
    said = {**SAID, "category": "point", "reply": "good", "holdings": [], "card": "AS", "look": True}
    for given in (*combinations(said, 0), *combinations(said, 1), *combinations(said, 2)):
        inner = {"type": type_, **{name: said[name] for name in given}}
        for more in ({}, {"seat": "A"}, {"irregular": True}):
            _agree({"seat": "A", "type": "amend", "action": {**inner, **more}})


def _agree(action: Json) -> None:
    """The contract and the code allow the same."""
    state = request_of("check_action", "w1_exchange")["state"]
    try:
        msgspec.json.decode(json.dumps(action), type=Action)
        taken = True
    except msgspec.ValidationError:
        taken = False
    assert is_valid_request("check_action", {"state": state, "action": action}) == taken, action


def _everything(operation: str) -> dict[str, Json]:
    """Something for every member of a request."""
    hands = request_of("deal", "w1_hands")
    before = answer_of("start_partie", "first_dealer")["state"]
    in_view = {"view": answer_of("view_state", "w1_elder")["view"]}
    dealt = request_of("analyse_exchange", "w1_seat")
    dealt_view = post("/v1/states/view", {"state": dealt["state"], "seat": dealt["seat"]})["view"]
    return {
        "deal": {**hands, "deck": request_of("deal", "w1_deck")["deck"], "seed": "x", "state": before},
        "start_partie": {**request_of("start_partie", "choice"), "ruleset": "portland"},
        "check_many_actions": {
            **request_of("check_many_actions", "w1_in_turn"),
            **request_of("check_many_actions", "two_items"),
        },
        "analyse_play": {
            **request_of("analyse_play", "w1_second_card"),
            **request_of("analyse_play", "pique"),
        },
        "evaluate_hands": {
            **request_of("evaluate_hands", "nought"),
            **in_view,
            **request_of("evaluate_hands", "w1_seat"),
        },
        "analyse_exchange": {
            **request_of("analyse_exchange", "w1_seat"),
            **request_of("analyse_exchange", "w1_elder"),
            "view": dealt_view,
        },
        "advise": {**in_view, "state": request_of("advise", "w1_lead")["state"], "seat": "A"},
    }[operation]


@pytest.mark.parametrize(
    "operation",
    ["deal", "start_partie", "check_many_actions", "analyse_play", "evaluate_hands", "analyse_exchange", "advise"],
)
def test_members_go_together_as_the_contract_says(operation: str, checked: CheckedClient) -> None:
    _, path, _ = operations()[operation]
    everything = _everything(operation)
    for given in subsets(list(everything)):
        body = {name: everything[name] for name in given}
        status = checked.post(path, json=body).status_code
        assert status in (200, 422)
        assert is_valid_request(operation, body) == (status == 200), given


# ---------------------------------------------------------------- what is served


def test_the_contract_is_served_as_it_is(checked: CheckedClient) -> None:
    assert checked.get("/openapi.yaml").data == (ROOT / "openapi.yaml").read_bytes()
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
