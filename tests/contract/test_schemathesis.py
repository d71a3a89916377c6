"""Requests made from the contract: every default check of schemathesis, in process and against the running server.

It sends requests in which every limit of the contract is kept and broken by rule ("coverage"), then requests made up at
random ("fuzzing"). All are sent in process, and to the server too except for most of those by rule. Both answers are
checked, and have to be the same. A campaign begins with the examples, which tests/contract/test_examples.py sends.

The requests of an operation are made when its test runs: to make them while tests are collected takes every process of
pytest-xdist as long as the tests themselves.
"""

import copy
import random
from collections import Counter
from collections.abc import Collection
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from flask import Flask
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.core.media_types import YAML_MEDIA_TYPES
from schemathesis.core.transport import Response
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test

from service.multiplayer.games import GAMES
from service.multiplayer.parameters import PUBLISHED
from service.piquet.rulesets.published import RULESETS, VERSIONS
from tests.contract.conftest import Session
from tests.contract.validation import contract, follow, operations
from tests.helpers.random_cases import generator, scale
from tools import contract_file

#: Requests that are made up at random for an operation, and for one that takes only headers.
EXAMPLES, FEW_EXAMPLES = scale(3), scale(1)
CAMPAIGN = scale(1) > 1

#: Operations that take nothing but headers, which may be any text: there is nothing in them to be made wrong.
ONLY_HEADERS = {
    "list_rulesets", "list_voleur_rulesets", "list_normand_rulesets", "index", "version_index", "livez", "readyz",
    "metrics", "openapi_yaml", "openapi_json", "openapi_3_2_json",
    "docs_index", "docs_reference", "docs_errors", "docs_rules", "docs_law",
}  # fmt: skip


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context: Any, value: Any) -> bytes:
    """Lines of JSON may be anything to the contract, and are sent as they are."""
    return str(value).encode("utf-8", "replace")


@schemathesis.deserializer(*YAML_MEDIA_TYPES)
def parsed_once(context: Any, response: Response) -> Any:
    """The contract, whose YAML schemathesis would parse for each response."""
    return contract_file.parse(response.content.decode())


# Of the thousands of requests that are made by rule, one in so many is sent (PROPERTY_SCALE=18 sends all), and one in
# so many is sent to the server, too.
SENT, SPARED = max(1, round(18 / scale(1))), 10

#: How many alternatives and optional members a request has.
ALTERNATIVES, OPTIONAL = scale(2), scale(2)
#: What a schema has that is no schema.
VERBATIM = {"properties", "enum", "const", "default", "example", "examples", "discriminator", "required"}

# In process nothing would be decompressed; over HTTP the client sees to it.
UNCODED = {"Accept-Encoding": "identity"}


#: The operations that are sent states with every limit of theirs kept and broken. Others are sent the states and views
#: of the examples, and lists of actions those of the examples: one decoder reads all states, another all actions, and
#: to break each limit at each operation takes ten times as long. `make fuzz` does it.
DECODED = {"validate_state", "validate_voleur_state"}

#: The games of several seats have the same code, so the limits of each operation are kept and broken by rule in one of
#: them, and those of checks in both; the other is sent the examples and what is made up at random.
BY_RULE = {
    "list_voleur_rulesets", "list_voleur_options", "validate_voleur_state", "view_voleur_state",
    "normand_deal", "settle_normand_partie", "compare_normand_hands",
    "check_voleur_action", "check_many_voleur_actions", "check_normand_action", "check_many_normand_actions",
}  # fmt: skip


#: The statuses of a request that breaks the contract.
REFUSED = [400, 401, 404, 405, 406, 409, 413, 415, 422, 429]


def game_of(name: str) -> str | None:
    """The game of several seats that an operation belongs to."""
    return next((game for game in GAMES if game in name), None)


def by_rule(name: str) -> bool:
    """Whether the limits of an operation are kept and broken by rule."""
    return game_of(name) is None or name in BY_RULE


def with_true_states(whole: dict[str, Any]) -> dict[str, Any]:
    """The contract, in which a state or view in a request, and an action in a list of them, is one of the examples."""
    schemas = whole["components"]["schemas"]
    shown = [example["value"] for example in contract_file.examples().values()]
    states, views = (
        [each[member] for each in shown if isinstance(each, dict) and "ruleset" in each.get(member, ())]
        for member in ("state", "view")
    )
    # One state of each phase: schemathesis looks at each of them for each request that it makes.
    games: dict[str | None, dict[str, Any]] = {name: {} for name in (None, *GAMES)}
    for state in states:
        games[game_of(str(state["ruleset"]))].setdefault(state["phase"], state)
    assert min(map(len, games.values())) >= 4 and len(views) > 2
    schemas["GivenState"]["oneOf"][0] = {"enum": [*games[None].values()]}
    for game in GAMES:
        whole_state = {"$ref": f"#/components/schemas/{game.capitalize()}State"}
        asked = [
            each["properties"]
            for each in schemas.values()
            if "properties" in each and "engine_version" not in each["properties"]
        ]
        requests = [members for members in asked if members.get("state") == whole_state]
        assert len(requests) == 9, "three of deals, two of checks, options, validation, view, picture"
        for members in requests:
            members["state"] = {"$ref": f"#/components/schemas/{game}_state"}
        schemas[f"{game}_state"] = {"oneOf": [{"enum": [*games[game].values()]}]}
    views = [view for view in views if game_of(str(view["ruleset"])) is None]
    for name in ("EvaluateView", "ExchangeOfView"):
        schemas[name]["properties"]["view"] = {"enum": views}
    for name, game in {"CheckInTurn": None, "VoleurCheckInTurn": "voleur", "NormandCheckInTurn": "normand"}.items():
        actions = {each["action"]["type"]: each["action"] for each in shown if _is_check(each, game)}
        assert len(actions) > 2
        schemas[name]["properties"]["actions"]["items"] = {"enum": [*actions.values()]}
    return whole


def with_few_members(whole: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The contract, in which what a request may be has few alternatives and few optional members.

    schemathesis takes most of its time to make up, for each alternative and each member, what keeps and breaks its
    limits. Which of them are left is chance, so a campaign of other seeds tries all of them.
    """
    schemas = whole["components"]["schemas"]

    def few(node: Any) -> Any:
        if isinstance(node, list):
            return [few(each) for each in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return node | {"$ref": asked(node["$ref"])}
        kept = dict(node)
        for kind in ("oneOf", "anyOf"):
            if len(kept.get(kind, ())) > ALTERNATIVES:
                kept[kind] = rng.sample(kept[kind], ALTERNATIVES)
        if "discriminator" in kept:
            left = {each.get("$ref") for each in kept["oneOf"]}
            to = {name: asked(there) for name, there in kept["discriminator"]["mapping"].items() if there in left}
            kept["discriminator"] = kept["discriminator"] | {"mapping": to}
        if "properties" in kept:
            needed = _required_somewhere(node)
            optional = [name for name in kept["properties"] if name not in needed]
            left = needed | {*rng.sample(optional, min(OPTIONAL, len(optional)))}
            kept["properties"] = {name: few(each) for name, each in kept["properties"].items() if name in left}
        return {name: each if name in VERBATIM else few(each) for name, each in kept.items()}

    def asked(place: str) -> str:
        """Where the schema is that requests have in the place of one of the contract."""
        name = place.rpartition("/")[2]
        if (new := f"Asked{name}") not in schemas:
            schemas[new] = {}  # it may refer to itself
            # The grammar of actions is made up for one operation of each kind, from a long expression.
            schemas[new] = {"enum": schemas[name]["examples"]} if name == "ActionText" else few(schemas[name])
        return f"#/components/schemas/{new}"

    for item in whole["paths"].values():
        for operation in item.values():
            for content in operation.get("requestBody", {}).get("content", {}).values() if "tags" in operation else ():
                if "schema" in content:
                    content["schema"] = few(content["schema"])
    return whole


def _required_somewhere(node: Any) -> set[str]:
    """Every member that a schema or a part of it requires."""
    if isinstance(node, list):
        return set().union(*map(_required_somewhere, node))
    if not isinstance(node, dict):
        return set()
    below = [each for name, each in node.items() if name != "properties"]
    return {*node.get("required", ())}.union(*map(_required_somewhere, below))


def _is_check(example: Any, game: str | None) -> bool:
    """Whether an example of the contract is a request with one action of this game."""
    if not isinstance(example, dict) or not isinstance(example.get("action"), dict):
        return False
    state = example.get("state")
    return isinstance(state, dict) and "ruleset" in state and game_of(str(state["ruleset"])) == game


def spare_most(schema: Any) -> Counter[tuple[str, bool]]:
    """Let through what is made up, what is about HTTP, and one in `SENT` of the other requests that are made by rule.

    The requests by rule are counted, by phase and whether the contract allows them.
    """
    made: Counter[tuple[str, bool]] = Counter()

    def filter_case(context: Any, case: schemathesis.Case) -> bool:
        assert case.meta is not None
        phase = case.meta.phase.name.value
        if phase != "coverage":
            return True
        made[phase, case.meta.generation.mode.is_positive] += 1
        return made.total() % SENT == 0 or _is_about_http(case)

    schema.hook(filter_case)
    return made


@cache
def schema(wrong: bool, whole: bool, rules: bool, seats: str = "ABCD") -> tuple[Any, Counter[tuple[str, bool]]]:
    """The contract, and the counts of what is made from it by rule.

    `wrong` says whether requests are made up that it does not allow, `whole` whether states are, and `rules` whether
    limits are kept and broken by rule. `seats` are those of the game, of which the schema that is shared by both games
    may have more.
    """
    load_all_checks()
    # How long a machine takes to make requests up is no matter of theirs.
    number = EXAMPLES if wrong else FEW_EXAMPLES
    settings: dict[str, Any] = {
        "phases": {"examples": {"enabled": CAMPAIGN}},
        "generation": {"max-examples": number, "database": "none"},
        "suppress-health-check": ["all"],
        # Also 413: what schemathesis makes too long may be longer than a body may be.
        "checks": {"negative_data_rejection": {"expected-statuses": REFUSED}},
    }
    if not wrong:
        settings["phases"]["fuzzing"] = {"generation": {"mode": "positive"}}
    if not rules:
        settings["phases"]["coverage"] = {"enabled": False}
    document = copy.deepcopy(contract())
    document["components"]["schemas"]["MultiplayerSeat"]["enum"] = [*seats]
    # To find texts of exactly 200 characters takes ten seconds; tests/api/test_every_fault.py has one of 201.
    del document["components"]["schemas"]["ActionText"]["maxLength"]
    if not whole:
        document = with_true_states(document)
    document = with_few_members(document, generator(f"members {wrong} {whole} {rules} {seats}"))
    made_from = schemathesis.openapi.from_dict(document, config=SchemathesisConfig.from_dict(settings))
    return made_from, spare_most(made_from)


def test_operations_that_take_only_headers_are_those_of_the_contract() -> None:
    takes_more = {
        name
        for name, (_, _, operation) in operations().items()
        if "requestBody" in operation
        or any(follow(parameter)["in"] != "header" for parameter in operation.get("parameters", ()))
    }
    assert operations().keys() - takes_more == ONLY_HEADERS


@pytest.mark.parametrize("name", operations())
def test_every_answer_is_what_the_contract_says(name: str, app: Flask, server: Session, counted: Counter[str]) -> None:
    def assert_answered(case: schemathesis.Case) -> None:
        assert case.meta is not None
        phase, allowed = case.meta.phase.name.value, case.meta.generation.mode.is_positive
        sent[phase, allowed] += 1
        by_rule = phase == "coverage" and sent.total() % SPARED
        if not by_rule and allowed:
            case.body = _with_rulesets_that_there_are(case.body, known, game or "portland")
        in_process = case.call_and_validate(app=app, headers=UNCODED)
        counted["requests by schemathesis in process"] += 1
        # A longer address is refused by the server, before the service sees it (414).
        fits = sum(len(quote(str(value))) for value in (case.query or {}).values()) < 3000
        if (not by_rule or _is_about_http(case)) and fits:
            # On a busy machine a review takes longer than the ten seconds after which schemathesis gives up.
            over_http = case.call_and_validate(base_url=server.url, session=server.session, timeout=300)
            if _is_plain(case.query):
                assert _told(over_http) == _told(in_process)
            counted["of them to the running server too"] += 1

    game = game_of(name)
    known = {game, PUBLISHED[game].label} if game else RULESETS.keys() | VERSIONS.keys()
    made_from, by_rules = schema(
        wrong=name not in ONLY_HEADERS,
        whole=name in DECODED,
        rules=by_rule(name),
        seats=GAMES[game].seats if game else "ABCD",
    )
    by_rules.clear()
    sent: Counter[tuple[str, bool]] = Counter()
    rng = generator(f"requests of {name}")
    for _ in range(5):
        made_from.config.seed = rng.getrandbits(64)
        build_operation_test(
            config=made_from.config,
            operation=made_from.find_operation_by_id(name),
            test_func=assert_answered,
            given_kwargs={},
            feedback=FeedbackSources(),
        )()
        # Which of the few requests that are made up the contract allows is chance: seldom it is all of them, or none.
        if name in ONLY_HEADERS or by_rule(name) or len({allowed for _, allowed in sent}) > 1:
            break
    made = by_rules + Counter({kind: count for kind, count in sent.items() if kind[0] != "coverage"})
    assert bool(made["coverage", True] + made["coverage", False]) == by_rule(name)
    if name in ONLY_HEADERS:
        assert made["fuzzing", True] >= FEW_EXAMPLES and not made["fuzzing", False]
    else:
        assert made["fuzzing", True] + made["fuzzing", False] >= EXAMPLES
        right, wrong = (made["coverage", allowed] + made["fuzzing", allowed] for allowed in (True, False))
        assert min(right, wrong) >= EXAMPLES / 10, made


def _is_about_http(case: schemathesis.Case) -> bool:
    """Whether it is the method or the media type that is tried out."""
    return case.method != case.operation.method.upper() or "Content-Type" in (case.headers or {})


def _with_rulesets_that_there_are(value: Any, known: Collection[str], there_is: str) -> Any:
    """The body with a known ruleset. Without this most bodies would end at its name, which may be any text.

    It is a copy: parts of a body are parts of the contract from which the next requests are made.
    """
    if isinstance(value, list):
        return [_with_rulesets_that_there_are(each, known, there_is) for each in value]
    if not isinstance(value, dict):
        return value
    body = {name: _with_rulesets_that_there_are(member, known, there_is) for name, member in value.items()}
    choice = body.get("ruleset")
    if isinstance(choice, str) and choice not in known:
        body["ruleset"] = there_is
    elif isinstance(choice, dict) and choice["name"] not in known:
        choice["name"] = there_is
    return body


def _is_plain(query: Any) -> bool:
    """Whether a query is names and texts: lists and objects that are made up are not written the same both ways."""
    return all(name and isinstance(value, str) for name, value in (query or {}).items())


def _told(response: Response) -> tuple[int, str, bytes]:
    """What an answer says: its status, its media type and its body."""
    return response.status_code, response.headers.get("content-type", [""])[0], response.content
