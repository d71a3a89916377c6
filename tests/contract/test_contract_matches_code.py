"""The contract and the code agree: addresses, statuses, members, limits, closed lists, problems, events.

That the schemas are what the types of the code give is shown by `test_components.py`. Here is what those do not give:
the addresses, the requests that `tools/components` describes by hand, and which members go together.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, RequestBody
from service.api.multiplayer.schemas import types_for
from service.api.operations import operations as operations_of_the_service
from service.api.problems import FAULT_LIMIT, PROBLEMS, TYPE_BASE
from service.api.schemas.actions import Action
from service.api.schemas.state import View
from service.app import create_app
from service.cache import make_cache
from service.multiplayer.actions import table_of
from service.multiplayer.games import GAMES, Game
from service.multiplayer.parameters import PUBLISHED
from service.multiplayer.scoring import KINDS
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
    contract,
    follow,
    forms,
    is_valid_request,
    operations,
    request_schema,
)
from tests.helpers.http import post
from tools.components.written import schemas

Json = Any

ROOT = Path(__file__).parents[2]
#: The schemas of the contract by name, including those that it has within others.
SCHEMAS = schemas()
EACH_OPERATION = pytest.mark.parametrize("name", operations())
EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
POSTS = [name for name, (method, _, _) in operations().items() if method == "POST"]


def subsets(names: Mapping[str, Json], most: int | None = None) -> Iterator[dict[str, Json]]:
    """Every choice of members, or of `most` of them at most."""
    counts = range((len(names) if most is None else most) + 1)
    for given in chain.from_iterable(combinations(names, count) for count in counts):
        yield {name: names[name] for name in given}


# ---------------------------------------------------------------- addresses

#: What leads to the first page, and what only a page asks for: further pages, parts of pages.
NOT_IN_THE_CONTRACT = {
    *("docs", "docs_start", "docs_parts", "table", "table_start", "table_parts"),
    *("schemas", "schema"),  # of which the contract has the originals
}


def test_the_operations_are_the_addresses_of_the_service(app: Flask) -> None:
    served = {
        (rule.endpoint, method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS", "QUERY"}
        if rule.endpoint not in NOT_IN_THE_CONTRACT
    }
    assert {(name, method, path) for name, (method, path, _) in operations().items()} == served
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+|_\d)*", name) for name in operations())


def test_operations_whose_answers_depend_on_more_than_the_request_say_so() -> None:
    """ "Repetition" in the contract: a concealed deal without a seed draws its cards, so it takes no QUERY."""
    every = create_app(Settings(http_query=True)).url_map.iter_rules()
    taken = {rule.endpoint for rule in every if "QUERY" in (rule.methods or ())}
    assert {name for name in POSTS if operations()[name][2].get("x-repeatable", True)} == taken
    assert set(POSTS) - taken == {"deal_concealed"}


ALWAYS = {"200", "405", "406", "500"}
OF_A_POST = {"400", "404", "409", "413", "415", "422"}
AT_THE_DOOR = {"401", "429"}
#: What may take long: operations of the two-handed game and of the others.
DEAR = {
    *("advise", "advise_line", "analyse_exchange", "analyse_play", "evaluate_hands", "deal", "deal_concealed"),
    *("compare_records", "convert_record", "review_record", "standings", "verify_event", "verify_records"),
    *("check_action", "check_many_actions", "list_options", "validate_state", "view_state", "picture_state"),
    *(f"{game}_deal" for game in GAMES),
    *(f"check_{game}_action" for game in GAMES),
    *(f"check_many_{game}_actions" for game in GAMES),
    *(f"list_{game}_options" for game in GAMES),
    *(f"{verb}_{game}_state" for game in GAMES for verb in ("validate", "view", "picture")),
}
OF_A_LINE = ("advise_line", "check_action_line", "picture_line")


@EACH_OPERATION
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


@EACH_OPERATION
def test_every_answer_has_the_names_of_its_request(name: str) -> None:
    _, path, operation = operations()[name]
    sent = {follow(parameter)["name"] for parameter in contract()["paths"][path]["parameters"]}
    answered = [follow(response)["headers"].keys() for response in operation["responses"].values()]
    assert all({"X-Request-ID", "traceparent"} <= names for names in (sent, *answered))


@EACH_OPERATION
def test_an_operation_of_the_game_may_take_a_key_and_tell_a_quota_and_no_other_does(name: str) -> None:
    _, path, operation = operations()[name]
    security = operation.get("security", contract()["security"])
    guarded = path.startswith("/v1/")
    schemes = {"ApiKey", "Bearer"} if guarded or name == "metrics" else set()
    assert {scheme for each in security for scheme in each} == schemes
    assert not security or {} in security, "a key is asked for only where there are keys"
    assert ({"RateLimit", "RateLimit-Policy"} <= follow(operation["responses"]["200"])["headers"].keys()) == guarded


def test_numbers_in_the_document_are_those_of_the_code() -> None:
    assert contract()["info"]["version"] == VERSION
    limit = f"{Settings().max_body_bytes:,}"
    assert limit == "1,048,576"
    assert limit in contract()["components"]["responses"]["BodyTooLarge"]["description"]
    assert SCHEMAS["Problem"]["properties"]["errors"]["maxItems"] == FAULT_LIMIT


# ---------------------------------------------------------------- problems, violations, events, rulesets


def test_the_problems_are_those_of_the_code() -> None:
    description: str = SCHEMAS["Problem"]["properties"]["code"]["description"]
    listed = {
        code: int(status)
        for status, codes in re.findall(r"^(\d{3}) (.*)[;.]$", description, re.MULTILINE)
        for code in re.findall(r"`(\w+)`", codes)
    }
    assert listed == {code: kind.status for code, kind in PROBLEMS.items()}
    assert TYPE_BASE.removesuffix("#") in contract()["paths"]


def test_codes_and_rules_have_the_form_of_the_contract() -> None:
    code = re.compile(SCHEMAS["Violation"]["properties"]["code"]["pattern"])
    rule = re.compile(SCHEMAS["RuleId"]["pattern"])
    assert all(map(code.search, CODES))
    assert all(map(rule.search, (*(named for named, _ in CODES.values()), *(one.rule for one in PARAMETERS.values()))))


def test_events_have_the_kinds_and_members_of_the_code_and_of_the_documents() -> None:
    table = (ROOT / "docs" / "reference" / "actions.md").read_text().partition("## Events")[2].partition("## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    documented = {kind: set(re.findall(r"`(\w+)`", row[5])) for row in rows for kind in re.findall(r"`(\w+)`", row[1])}
    named = re.findall(r"`(\w+)`", SCHEMAS["Event"]["description"].partition("Kinds that score:")[2])
    mapping = SCHEMAS["KnownEvent"]["discriminator"]["mapping"]
    assert mapping.keys() == documented.keys() == EVENT_KINDS.keys() == set(named)
    members = SCHEMAS["StateEvent"]["properties"].keys()
    for kind, reference in mapping.items():
        _, own = follow({"$ref": reference})["allOf"]
        assert kind in own["properties"]["kind"]["enum"]
        assert documented[kind] & members <= own["properties"].keys() <= members, kind
        assert sorted(documented[kind] & members) == sorted(EVENT_KINDS[kind].members)


@EACH_GAME
def test_events_of_a_game_have_the_kinds_and_members_of_the_code(game: Game) -> None:
    event = SCHEMAS[f"{game.name.capitalize()}Event"]
    kinds = {kind: members for kind, (_, members) in KINDS.items() if game.has_exchange or kind != "exchanged"}
    named = event["description"].partition("The kinds are ")[2].partition(".")[0]
    assert named == ", ".join(f"`{kind}`" for kind in kinds)
    places = set() if game.goes_on_between_two else {"second", "loser", "remaining"}
    for kind, members in kinds.items():
        for member in {*members} - places:
            assert f"`{kind}`" in event["properties"][member]["description"], (kind, member)


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


@EACH_GAME
def test_every_value_of_a_game_is_taken(game: Game, checked: CheckedClient) -> None:
    operation = f"{game.name}_deal"
    values = {name: about.values for name, about in PUBLISHED[game.name].parameters.items()}
    choices = [{name: value} for name in values for value in values[name]]
    for overrides in choices:
        body = {**request_of(operation, "seed"), "ruleset": {"name": game.name, "overrides": overrides}}
        assert is_valid_request(operation, body)
        response = checked.post(operations()[operation][1], json=body)
        assert (response.status_code, response.json["ruleset"]["overrides"]) == (200, overrides)
    assert len(choices) > 30


# ---------------------------------------------------------------- members, types and limits of requests

# What the two sides say in different ways; each has tests of its own below or above.
OTHERWISE = {
    *("Amend", "Call", "CallCorrection", "ClaimCarteBlanche", "Exchange", "Incident", "MultiplayerCall", "Reckon"),
    *("RulesetChoice", "RulingAction", "StateTieBreak", "TieBreakCorrection", "View"),
}
#: The key, in definitions, of what the code leaves undecoded at first: a state, to be recognised as it was sent.
UNDECODED = "undecoded"


def canonical(schema: Json, definitions: Json) -> Json:
    """What a schema allows, in a form in which two that allow the same are equal."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        # One struct decodes regular and irregular actions, and one the ruleset of any game.
        struct = "RulesetChoice" if name.endswith("RulesetChoice") else name.removeprefix("Any")
        return struct if struct in OTHERWISE else canonical(definitions[name], definitions)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return ("enum", frozenset(json.dumps(value) for value in values))
    if alternatives := forms(schema, ()):
        return _any(canonical(each, definitions) for each in alternatives)
    if not schema:
        return definitions[UNDECODED]
    match schema["type"]:
        case list(types):
            return _any(canonical({**schema, "type": each}, definitions) for each in types)
        case "null":
            return ("enum", frozenset({"null"}))
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
        case kind:
            limits = {"string": ("minLength", "maxLength", "pattern"), "boolean": ()}.get(kind, ("minimum", "maximum"))
            return (kind, *(schema.get(name, 0 if name == "minLength" else None) for name in limits))


def _any(alternatives: Iterator[Json]) -> Json:
    """One of several: those within one another as one list, the closed lists as one."""
    found = set(chain.from_iterable(each[1] if each[0] == "any" else (each,) for each in alternatives))
    closed = {each for each in found if each[0] == "enum"}
    found -= closed | {("integer", *bounds) for kind, *bounds in found if kind == "number"}
    if closed:
        found.add(("enum", frozenset(chain.from_iterable(values for _, values in closed))))
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
def body_of(operation: str) -> RequestBody:
    """What the code reads a request with."""
    bodies = {each.name: each.schema for each in operations_of_the_service(StateCodec(1 << 20), make_cache(Settings()))}
    schema = bodies[operation]
    assert schema is not None
    return schema


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


@pytest.mark.parametrize("operation", POSTS)
def test_a_request_is_read_as_the_contract_says(operation: str) -> None:
    """Each member of every form; one form of a request may take less of a member than another."""
    game = next((game.capitalize() for game in GAMES if game in operation), "Given")
    state = canonical({"$ref": f"#/{game}State"}, schemas_of(operation))
    schema = follow(request_schema(operation))
    read = body_of(operation).fields
    whole = set()
    for form in map(follow, forms(schema, [schema])):
        for name, member in form["properties"].items():
            field = read[name]
            assert isinstance(field, Decoded)
            taken, expected = canonical(member, schemas_of(operation)), of_code(field.form, state)
            assert takes_less(taken, expected), name
            assert (name in form.get("required", ()) and not forms(schema, ())) == field.required, name
            whole |= {name} if taken == expected else set()
    assert whole == read.keys()


@pytest.mark.parametrize("operation", POSTS)
def test_what_is_left_out_is_what_the_contract_says(operation: str) -> None:
    schema = follow(request_schema(operation))
    members = [follow(form)["properties"] for form in forms(schema, [schema])]
    for name, field in body_of(operation).fields.items():
        meant = [follow(form[name]) for form in members if name in form]
        defaults = {json.dumps(member["default"]) for member in meant if "default" in member}
        default = field.load_default() if callable(field.load_default) else field.load_default
        assumed = {json.dumps(default)} if isinstance(default, str | int | list) else set()
        assert defaults - {"null"} == assumed, name


def test_a_view_is_what_the_contract_says() -> None:
    """Of options only the bounds of a discard are read, and events as those of a state."""

    def taken(definitions: Json) -> Json:
        view = definitions["View"]
        lists = {name: {**view["properties"][name], "items": {}} for name in ("events", "options")}
        known = {**definitions, UNDECODED: "an item"}
        return canonical({**view, "properties": {**view["properties"], **lists}}, known)

    _, definitions = msgspec.json.schema_components([View])
    assert taken(SCHEMAS) == taken(definitions)


def test_actions_are_what_the_contract_says_and_are_told_apart_by_their_type() -> None:
    assert canonical(SCHEMAS["Action"], SCHEMAS) == of_code(Action)
    types = {each.__struct_config__.tag for each in Action.__args__}
    unions = {"Action": types, "Option": types - {"incident"}}
    unions |= {f"{game.name.capitalize()}Action": table_of(game).types.keys() for game in GAMES.values()}
    unions["MultiplayerOption"] = set().union(*(table_of(game).types for game in GAMES.values()))
    for name, expected in unions.items():
        mapping = SCHEMAS[name]["discriminator"]["mapping"]
        assert mapping.keys() == expected, name
        if name.endswith("Action"):
            assert list(mapping.values()) == [each["$ref"] for each in SCHEMAS[name]["oneOf"]]


# ---------------------------------------------------------------- which members go together


CALLED = {"length": 5, "value": 49, "top": "A", "count": 3, "rank": "K", "cards": ["AS"]}
CALLS = [{"seat": "A", "type": "call", "category": category} for category in ("point", "sequence", "set")]
MARK = {"irregular": True, "shown": ["AS"], "taken": [1], "mixed": [1], "leaves": None}
MARKED = [
    {"type": "claim_carte_blanche"}, {"type": "exchange", "cards": []}, {"type": "reckon"}, {"type": "concede"},
    {"type": "call", "category": "set", "count": 3, "rank": "K"}, {"type": "pass", "category": "set"},
    {"type": "play", "card": "AS"},
]  # fmt: skip
FACTS = {
    "cards": ["AS"], "where": "pack", "taken_up": False, "proof": {"missing": ["AS"]}, "positions": [1],
    "together": True, "shown": True, "about": "all", "answer": 3, "redeal": True,
}  # fmt: skip
WRONG_FACTS = [
    {"cards": []}, {"positions": [0]}, {"positions": []}, {"positions": [1] * 16}, {"shown": False}, {"answer": []},
    {"answer": 13}, {"proof": {}}, {"redeal": False},
]  # fmt: skip
ELECTED = {"holdings": [], "card": "AS", "suit": "H", "untouched": True, "kind": "false_claim"}
AMENDED = {**CALLED, "category": "point", "reply": "good", "holdings": [], "card": "AS", "look": True}


def _actions() -> Iterator[tuple[str, list[Json]]]:
    """Actions of the two-handed game with more or fewer members than belong to them, by what they have in common."""
    for call in CALLS:
        yield call["category"], [{**call, **given} for given in subsets(CALLED)]
    yield "tie_break", [{"seat": "A", "type": "state_tie_break", **given} for given in subsets(CALLED)]
    for action in MARKED:
        marked = [{"seat": "A", **action, **given} for given in (*subsets(MARK), {"irregular": False})]
        yield f"marked_{action['type']}", marked
    for kind in (*INCIDENTS, "revoke", "sheets"):
        incident = {"seat": "A", "type": "incident", "kind": kind}
        required = {fact: FACTS[fact] for fact in INCIDENTS[kind].required} if kind in INCIDENTS else {}
        given = (*subsets(FACTS, 3), *({**required, **wrong} for wrong in WRONG_FACTS))
        yield f"incident_{kind}", [{**incident, **facts} for facts in given]
    for election in (*ELECTIONS, "complete"):
        ruling = {"seat": "A", "type": "ruling", "number": 3, "election": election}
        numbers = [{"number": number, **suit} for number in (-1, 0, 255, 256) for suit in ({"suit": "H"}, {})]
        yield f"election_{election}", [{**ruling, **given} for given in (*subsets(ELECTED), *numbers)]
    for type_ in sorted(TABLE.types):
        inner = [{"type": type_, **given} for given in subsets(AMENDED, 2)]
        amended = [{**each, **more} for each in inner for more in ({}, {"seat": "A"}, {"irregular": True})]
        yield f"amended_{type_}", [{"seat": "A", "type": "amend", "action": each} for each in amended]


ACTIONS = dict(_actions())


def _taken(action: Json, operation: str, example: str, type_: Any) -> bool:
    """Whether an action may be sent, on which the contract and the code agree."""
    try:
        msgspec.json.decode(json.dumps(action), type=type_)
        taken = True
    except msgspec.ValidationError:
        taken = False
    state = request_of(operation, example)["state"]
    assert is_valid_request(operation, {"state": state, "action": action}) == taken, action
    return taken


@pytest.mark.parametrize("of", ACTIONS)
def test_members_of_an_action_go_together_as_the_contract_says(of: str) -> None:
    for action in ACTIONS[of]:
        _taken(action, "check_action", "w1_exchange", Action)


@EACH_GAME
def test_members_of_a_call_in_another_game_go_together_as_the_contract_says(game: Game) -> None:
    """`MultiplayerCall` is compared by example, since the code reads all categories into one struct."""
    operation, type_ = f"check_{game.name}_action", types_for(game).action
    for call in CALLS:
        found = {_taken({**call, **given}, operation, "call", type_) for given in subsets(CALLED)}
        assert found == {True, False}


@EACH_GAME
def test_a_seat_that_the_game_does_not_have_is_an_invalid_request(game: Game, checked: CheckedClient) -> None:
    """The shared schema of a seat has A to D; in normand there is no D."""
    operation = f"check_{game.name}_action"
    state = request_of(operation, "play")["state"]
    body = {"state": state, "action": {"seat": "D", "type": "play", "card": "AS"}}
    assert checked.post(operations()[operation][1], json=body).status_code == (200 if "D" in game.seats else 422)


def _everything() -> dict[str, dict[str, Json]]:
    """Something for every member of a request whose members exclude each other, by operation."""
    shown = {
        "deal": ("w1_hands", "w1_deck"),
        "start_partie": ("choice",),
        "check_many_actions": ("w1_in_turn", "two_items"),
        "analyse_play": ("w1_second_card", "pique"),
        "evaluate_hands": ("nought", "w1_seat"),
        "analyse_exchange": ("w1_seat", "w1_elder"),
        **{f"{game}_deal": ("hands", "deck", "next_deal") for game in GAMES},
    }
    found = {name: {k: v for one in of for k, v in request_of(name, one).items()} for name, of in shown.items()}
    in_view = {"view": answer_of("view_state", "w1_elder")["view"]}
    found["deal"] |= {"seed": "x", "state": answer_of("start_partie", "first_dealer")["state"]}
    found["start_partie"] |= {"ruleset": "portland"}
    found["evaluate_hands"] |= in_view
    found["advise"] = {**in_view, "state": request_of("advise", "w1_lead")["state"], "seat": "A"}
    return found


#: So many choices of the members of a deal are taken: from a deck, from hands, from a seed and without any, each for a
#: state, and for a new partie with a ruleset or without.
TAKEN = {f"{game}_deal": 12 for game in GAMES}


@pytest.mark.parametrize("operation", _everything())
def test_members_of_a_request_go_together_as_the_contract_says(operation: str, checked: CheckedClient) -> None:
    everything = _everything()[operation]
    if operation == "analyse_exchange":
        asked = request_of(operation, "w1_seat")
        everything["view"] = post("/v1/states/view", {"state": asked["state"], "seat": asked["seat"]})["view"]
    taken = 0
    for body in subsets(everything):
        status = checked.post(operations()[operation][1], json=body).status_code
        assert status in (200, 422)
        assert is_valid_request(operation, body) == (status == 200), body.keys()
        taken += status == 200
    assert taken == TAKEN.get(operation, taken) > 0
