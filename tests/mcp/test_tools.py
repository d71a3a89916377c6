"""The tools and resources, asked by the client of the SDK, with the server in this process."""

import json
import re
import threading
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp import Client, MCPError
from werkzeug.serving import make_server as wsgi_server

from service.api.problems import Problem
from service.app import create_app
from service.mcp import server as mcp_server
from service.mcp.references import explain
from service.mcp.server import MOST, make_server
from service.mcp.service_client import ServiceClient, at_address, in_process
from service.settings.service import Settings
from tests.helpers.running_service import ROOT
from tests.mcp.callers import SEAL_KEYS, Caller, connected

#: Elder has the hand of W1 (docs/rules.md), and is to exchange.
W1 = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
KEYS = {"A": "a" * 32, "B": "b" * 32}
HASHES = {seat: sha256(key.encode()).hexdigest() for seat, key in KEYS.items()}
NAMES = {
    "make_key", "deal", "view", "options", "apply", "evaluate_hand", "advise", "verify_record", "rule_on_incident",
    "explain",
}  # fmt: skip


@pytest.fixture(scope="module")
def service() -> ServiceClient:
    return in_process({"SEAL_KEYS": SEAL_KEYS, "ANALYSIS_PROCESSES": "0"})


@pytest.fixture(scope="module")
def caller(service: ServiceClient) -> Iterator[Caller]:
    with connected(make_server(service)) as made:
        yield made


@pytest.fixture
def dealt(caller: Caller) -> str:
    """A concealed state in which elder, A, is to exchange."""
    return caller.call("deal", dealer="B", key_hashes=HASHES)["state"]


# ---------------------------------------------------------------- what is listed


@pytest.mark.parametrize("keeps_games", [False, True])
def test_every_tool_only_reads_but_those_that_change_a_game_that_is_kept(service: ServiceClient, *, keeps_games: bool):
    with connected(make_server(service, keeps_games=keeps_games)) as caller:
        tools = {tool.name: tool for tool in caller.run("list_tools").tools}
    assert tools.keys() == NAMES
    for name, tool in tools.items():
        hints, reads = tool.annotations, not (keeps_games and name in ("deal", "apply"))
        assert (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint) == (reads, reads, False)
        assert hints.destructive_hint is False
        assert tool.title and tool.description
        assert ("token" in tool.input_schema["properties"]) == (keeps_games and name in ("deal", "apply", "view"))


@pytest.mark.parametrize("keeps_games", [False, True])
def test_every_tool_has_small_schemas_of_what_it_takes_and_returns(service: ServiceClient, *, keeps_games: bool):
    with connected(make_server(service, keeps_games=keeps_games)) as caller:
        tools = caller.run("list_tools").tools
    assert len(tools) == len(NAMES)
    for tool in tools:
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
    listed = json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in tools])
    assert len(listed) < 20_000, "a model reads them with every conversation"


def test_the_page_describes_every_tool_and_resource(caller: Caller):
    page = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8").partition("\n## Tools\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.M)) == NAMES
    resources = {each.uri for each in caller.run("list_resources").resources}
    templates = {each.uri_template for each in caller.run("list_resource_templates").resource_templates}
    assert set(re.findall(r"`(piquet://[^`]+)`", page)) == resources | templates
    assert len(resources) == 4 and len(templates) == 3


# ---------------------------------------------------------------- a deal


@pytest.mark.rule("R4.1")
def test_an_illegal_action_comes_back_with_its_rule_and_what_may_be_done_instead(caller: Caller):
    judged = caller.call("apply", state=W1, action="AxSKJD98C87")
    assert judged["legal"] is False
    (violation,) = judged["violations"]
    assert (violation["code"], violation["rule"]) == ("exchange.too_many", "R4.1")
    (option,) = judged["instead"]["options"]
    assert (judged["instead"]["to_act"], option["type"], option["min"], option["max"]) == ("A", "exchange", 1, 5)
    assert "state" not in judged


def test_a_legal_action_leads_to_a_state_in_one_line(caller: Caller):
    judged = caller.call("apply", state=W1, action={"seat": "A", "type": "exchange", "cards": ["♣8", "seven of clubs"]})
    assert judged["legal"] and "violations" not in judged
    assert judged["state"] == f"{W1}_AxC87"
    assert caller.call("options", state=judged["state"])["to_act"] == "B"


def test_options_come_as_concrete_actions_a_hundred_at_a_time(caller: Caller):
    page = caller.call("options", state=W1, expand=True, offset=1500)
    assert (len(page["actions"]), page["total"]) == (85, 1585), "W17: elder has 1585 discards"


def test_a_key_is_told_to_nobody_who_did_not_ask(caller: Caller):
    other = caller.call("make_key")
    assert sha256(other["key"].encode()).hexdigest() == other["key_hash"]
    first = caller.call("deal", dealer="B", keys_for=["A"], key_hashes={"B": other["key_hash"]})
    assert first["keys"].keys() == {"A"}
    a = caller.call("view", state=first["state"], seat="A", key=first["keys"]["A"])["view"]
    b = caller.call("view", state=first["state"], seat="B", key=other["key"])["view"]
    assert len(a["hand"]) == len(b["hand"]) == 12 and not set(a["hand"]) & set(b["hand"])


def test_whoever_plays_neither_seat_has_both_keys_which_differ(caller: Caller):
    keys = caller.call("deal", dealer="A", keys_for=["B", "A"])["keys"]
    assert keys.keys() == {"A", "B"} and keys["A"] != keys["B"]


def test_without_keys_of_its_own_the_process_conceals_states_by_a_secret_that_no_other_has():
    states = []
    for _ in range(2):
        with connected(make_server(in_process({}))) as caller:
            states.append(caller.call("deal", dealer="B", key_hashes=HASHES, seed="x")["state"])
            assert caller.call("view", state=states[-1], seat="A", key=KEYS["A"])["view"]["hand"]
            if len(states) == 2:
                assert caller.refused("view", state=states[0], seat="A", key=KEYS["A"])["code"] == "invalid_token"
    assert states[0] != states[1]


# ---------------------------------------------------------------- what is refused

_BAD = [
    ("view", {"stat": "x", "seat": "A"}, "invalid_request", "/stat", "did you mean state"),
    ("view", {"seat": "A"}, "invalid_request", "/state", "is required"),
    ("view", {"state": 7, "seat": "A"}, "invalid_request", "/state", "must be a string"),
    (
        "view",
        {"state": W1, "seat": "A", "game": "g1"},
        "invalid_request",
        "/game",
        "of view, which takes state, seat and",
    ),
    ("make_key", {"seat": "A"}, "invalid_request", "/seat", "is not an argument of make_key, which takes none"),
    ("view", {"state": W1, "seat": "C"}, "invalid_request", "/seat", "must be A or B"),
    ("view", {"state": W1, "seat": ["A"]}, "invalid_request", "/seat", "must be a string"),
    (
        "view",
        {"state": "e1.x.y", "seat": "A"},
        "invalid_request",
        "/key",
        "is required with a game or a concealed state",
    ),
    ("view", {"state": W1[:30], "seat": "A"}, "malformed_notation", "/state", "column"),
    ("view", {"state": W1, "seat": "A", "key": "k" * 32}, "invalid_request", "/key", "goes with a concealed state"),
    ("view", {"state": "e1.x.y", "seat": "A", "key": "short"}, "invalid_request", "/key", "length >= 32"),
    ("view", {"state": "e1.x.y", "seat": "A", "key": "k" * 32}, "invalid_token", "/state", "the key 'x', which is not"),
    ("evaluate_hand", {"cards": ["AS", "1H"]}, "invalid_request", "/cards/1", "TH"),
    ("evaluate_hand", {"cards": ["AS"], "key": "k" * 32}, "invalid_request", "/state", "is required with key"),
    ("deal", {"keys_for": ["A", "B"]}, "invalid_request", "/dealer", "is required, to begin a partie"),
    ("deal", {"dealer": "B", "keys_for": ["A"]}, "invalid_request", "/key_hashes/B", "make_key"),
    ("deal", {"dealer": "B", "keys_for": ["A", "B"], "key_hashes": HASHES}, "invalid_request", "/keys_for", "has A"),
    ("deal", {"dealer": "B", "keys_for": "A"}, "invalid_request", "/keys_for", "must be a list"),
    ("deal", {"dealer": "B", "key_hashes": {"A": "0", "B": "0"}}, "invalid_request", "/key_hashes/A", "64"),
    ("deal", {"dealer": "B", "key_hashes": 7}, "invalid_request", "/key_hashes", "must be an object"),
    ("deal", {"dealer": "B", "key_hashes": HASHES, "ruleset": "portlnd"}, "unknown_ruleset", "/ruleset", "name"),
    ("deal", {"state": W1, "seed": "x"}, "invalid_request", "/key", "only a concealed state"),
    ("apply", {"state": W1, "action": {"type": "discard"}}, "invalid_request", "/action/type", "did you mean exchange"),
    ("rule_on_incident", {"incident": {"kind": "revok"}}, "invalid_request", "/incident/kind", "did you mean revoke"),
    *(
        ("rule_on_incident", {"incident": {"kind": said}}, "invalid_request", "/incident/kind", meant)
        for said, meant in (
            ("he did not follow suit", "did you mean revoke?"),
            ("she led when it was not her turn", "did you mean lead_out_of_turn,"),
            ("he turned up a card while dealing", " exposed, "),
        )
    ),
    (
        "rule_on_incident",
        {"incident": {"kind": "revoke", "facts": {"side": "B"}}},
        "invalid_request",
        "/incident/facts/side",
        "the dealer is younger",
    ),
    ("verify_record", {"record": 7}, "invalid_request", "/record", "string"),
    *(
        (tool, {**more, name: text}, "invalid_request", f"/{name}", "is JSON in a string")
        for tool, name, text, more in (
            ("verify_record", "record", '{"piquet_record": 1}', {}),
            ("verify_record", "record", ' \n{"piquet_record": 1}', {}),
            ("apply", "action", '{"type": "lead", "card": "AS"}', {"state": W1}),
            ("rule_on_incident", "action", '{"type": "lead", "card": "AS"}', {"state": W1}),
            ("rule_on_incident", "incident", '{"kind": "revoke"}', {}),
            ("evaluate_hand", "ruleset", '{"name": "portland"}', {"cards": ["AS"]}),
            ("evaluate_hand", "cards", '["AS"]', {}),
            ("deal", "key_hashes", '{"A": "0"}', {"dealer": "B"}),
            ("deal", "keys_for", '["A", "B"]', {"dealer": "B"}),
        )
    ),
    ("explain", {"id": "L28", "law": "portlnd"}, "invalid_request", "/law", "did you mean portland"),
]


@pytest.mark.parametrize(("tool", "arguments", "code", "pointer", "message"), _BAD)
def test_bad_arguments_are_refused_with_what_and_where(
    caller: Caller, tool: str, arguments: dict[str, Any], code: str, pointer: str, message: str
):
    problem = caller.refused(tool, **arguments)
    assert problem["code"] == code
    assert any(each["pointer"] == pointer and message in each["message"] for each in problem["errors"]), problem
    assert problem["detail"]


def test_a_number_that_json_does_not_have_is_refused(service: ServiceClient):
    with pytest.raises(Problem) as refused:
        service.post("/v1/actions/options", {"state": W1, "offset": float("inf")})
    assert refused.value.code == "malformed_json"


def test_of_many_unknown_arguments_the_first_are_named(caller: Caller):
    problem = caller.refused("view", **{f"argument{number}": 1 for number in range(10_000)})
    assert len(problem["errors"]) == 20 and "at least 20 more" in problem["detail"]


def test_what_is_null_counts_as_left_out(caller: Caller):
    assert caller.call("view", state=W1, seat="A", key=None)["view"]["seat"] == "A"


def test_a_record_beyond_the_longest_body_is_refused(caller: Caller):
    assert caller.refused("verify_record", record="x" * (4 << 20))["code"] == "body_too_large"


def test_an_unknown_tool_or_resource_is_refused_with_the_nearest_name(caller: Caller):
    with pytest.raises(MCPError, match=r"there is no tool 'vew' \(did you mean view\?\)"):
        caller.run("call_tool", "vew", {})
    with pytest.raises(MCPError, match=r"there is no tool 'check'; the tools are make_key, deal, .* and explain$"):
        caller.run("call_tool", "check", {})
    with pytest.raises(MCPError, match="did you mean piquet://laws"):
        caller.run("read_resource", "piquet://lws")
    with pytest.raises(MCPError, match="there is no law 'L280'"):
        caller.run("read_resource", "piquet://laws/L280")
    with pytest.raises(MCPError, match="did you mean R4"):
        caller.run("read_resource", "piquet://rules/R4.9")


def test_an_error_of_the_program_tells_nothing_but_its_id(service: ServiceClient, monkeypatch, caplog):
    def fail(*_: object) -> None:
        raise RuntimeError("inner")

    monkeypatch.setattr(service, "post", fail)
    with connected(make_server(service)) as caller:
        problem = caller.refused("view", state=W1, seat="A")
    assert problem["code"] == "internal_error" and "inner" not in str(problem)
    assert problem["instance"] in caplog.text


def test_no_more_requests_wait_than_there_may_be(service: ServiceClient, monkeypatch):
    answer = threading.Event()
    made = {"key": "key", "key_hash": "hash"}
    monkeypatch.setattr(mcp_server.games, "answer", lambda *_: answer.wait(60) and made)

    async def calls() -> list[Any]:
        results: list[Any] = []
        async with Client(make_server(service)) as client, anyio.create_task_group() as group:

            async def call() -> None:
                results.append(await client.call_tool("make_key", {}))
                answer.set()  # the first answer is a refusal: all others wait for it

            for _ in range(MOST + 1):
                group.start_soon(call)
        return results

    first, *others = anyio.run(calls)
    assert first.is_error and first.structured_content["code"] == "overloaded"
    assert [each.structured_content for each in others] == [made] * MOST


# ---------------------------------------------------------------- hands, advice, records, the law


@pytest.mark.rule("R5.1")
def test_a_hand_is_evaluated(caller: Caller):
    hand = caller.call("evaluate_hand", cards=["AS", "KS", "QS", "JS", "AH"], odds=False)
    assert (hand["points"][0]["length"], hand["points"][0]["value"]) == (4, 41), "11 + 10 + 10 + 10"
    assert (hand["sequences"][0]["length"], hand["sequences"][0]["top"]) == (4, "A")
    seen = caller.call("evaluate_hand", state=W1, seat="A", odds=False)
    assert len(seen["cards"]) == 12


def test_a_seat_is_advised_from_what_its_key_shows(caller: Caller, dealt: str):
    hand = set(caller.call("view", state=dealt, seat="A", key=KEYS["A"])["view"]["hand"])
    advice = caller.call("advise", state=dealt, seat="A", key=KEYS["A"], limit=2)
    assert len(advice["options"]) == 2
    assert all(set(option["action"]["cards"]) <= hand for option in advice["options"])
    assert caller.refused("advise", state=dealt, seat="B", key=KEYS["B"])["code"] == "contradictory_request"


@pytest.mark.rule("R8.1")
def test_a_record_is_verified(caller: Caller):
    w1 = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")
    assert caller.call("verify_record", record=w1)["agrees"] is True
    sheet = "piquet-record 1\nruleset: portland@1\nfirst dealer: B\n\n"
    wrong = sheet + "".join(f"deal {deal}\nscore: 28-23\ntotals: {30 * deal}-{23 * deal}\n\n" for deal in range(1, 7))
    report = caller.call("verify_record", record=wrong)
    assert report["agrees"] is False
    first = report["divergences"][0]
    assert (first["rule"], first["claimed"], first["computed"]) == ("R8.1", {"A": 30, "B": 23}, {"A": 28, "B": 23})


def test_long_lists_of_a_report_are_cut_and_counted(caller: Caller):
    report = caller.call("verify_record", record="piquet-record 1\n" + "nonsense\n" * 60)
    assert len(report["problems"]) == 20 and report["left_out"] >= 40


@pytest.mark.rule("L59")
def test_an_incident_is_ruled_on_and_missing_facts_are_asked_for(caller: Caller):
    told = caller.call("rule_on_incident", incident={"kind": "revoke", "facts": {"side": "elder"}, "dealer": "B"})
    (ruling,) = told["rulings"]
    assert (ruling["law"], ruling["offender"], told["code"]) == ("L59", "A", "portland")
    asked = caller.call("rule_on_incident", incident={"kind": "revoke", "facts": {}}, lang="fr")["rulings"][0]
    assert [need["name"] for need in asked["needs"]] == ["side"]


@pytest.mark.rule("L28", "L46")
def test_a_ruling_says_whose_the_choice_is_to_whoever_has_none(caller: Caller, dealt: str):
    """The opponent of whoever mixes a card that is not theirs with their hand has the choice (L28).

    Nobody has one when the point is passed for good (L46).
    """
    hand = caller.call("view", state=dealt, seat="A", key=KEYS["A"])["view"]["hand"]
    act = f"exchange {' '.join(hand[:6])}"
    (ruling,) = caller.call("rule_on_incident", state=dealt, seat="A", key=KEYS["A"], action=act)["rulings"]
    assert (ruling["law"], ruling["status"], ruling["entitled"], ruling["elections"]) == ("L28", "open", ["B"], [])
    assert ruling["sentence"].endswith("B (younger) has the choice.")
    (settled,) = caller.call("rule_on_incident", incident={"kind": "lost_point", "facts": {}})["rulings"]
    assert (settled["law"], settled["status"], settled["entitled"], settled["elections"]) == ("L46", "ruled", [], [])


def test_what_is_open_in_a_state_is_ruled_on(caller: Caller, dealt: str):
    changed = W1.replace("portland@1", "portland@1.partie_deals-4")
    for given in ({"state": W1}, {"state": changed}, {"state": dealt, "seat": "A", "key": KEYS["A"]}):
        told = caller.call("rule_on_incident", **given)
        assert "rulings" not in told and told["hint"].startswith("Nothing irregular is open here")
    assert told["ruleset"] == "portland@1"
    assert caller.call("view", state=changed, seat="A")["ruleset"]["overrides"] == {"partie_deals": 4}


@pytest.mark.parametrize(
    ("name", "found", "kind", "words"),
    [
        ("R4.1", "R4.1", "rule", "at least one card and at most five"),
        ("r4.1", "R4.1", "rule", "at least one card and at most five"),
        ("V4.5", "V4.5", "rule", "equal"),
        ("L28", "L28", "law", "mixes one of the last three cards"),
        ("K7i", "K7i", "kind", "mixed a card"),
        ("E12", "E12", "effect", "account is drawn up again"),
        ("LR12", "LR12", "reading", "must take that card as well"),
        ("stock_mixed", "stock_mixed", "row", "penalty for mixing"),
        ("redeal", "redeal", "election", "the same dealer deals again"),
        ("A5", "A5", "correction", "what was omitted"),
        ("exchange.too_many", "exchange.too_many", "code", "R4.1"),
        ("overloaded", "overloaded", "code", "more requests than it can answer"),
        ("W6", "W6", "rule", "A partie of 154 to 113 settles at 141"),
    ],
)
def test_an_id_is_explained(service: ServiceClient, name: str, found: str, kind: str, words: str):
    answer = explain(service, name, None)
    assert (answer["id"], answer["kind"]) == (found, kind)
    assert words in json.dumps(answer)
    assert answer["documentation"].endswith(f"#{found}")


def test_a_row_is_explained_under_the_code_that_is_asked_for(caller: Caller):
    codes = {law: caller.call("explain", id="cut_exposed", law=law)["entry"] for law in ("portland", "au-cent")}
    assert codes["portland"]["parameter"] == codes["au-cent"]["parameter"] == "law_cut_exposed"


def test_an_unknown_id_is_refused_with_the_nearest(caller: Caller):
    assert "did you mean exchange.too_many" in caller.refused("explain", id="exchange.too_mny")["detail"]
    assert "R4." in caller.refused("explain", id="R4.9")["detail"]
    for given in ("repique", "x" * 1000):
        detail = caller.refused("explain", id=given)["detail"]
        assert "mean" not in detail and detail.endswith("; piquet://rules explains the words of the game")


@pytest.mark.parametrize(
    ("uri", "media_type", "words"),
    [
        ("piquet://how-to-play", "text/markdown", "Piquet is a game for two"),
        ("piquet://rules", "text/markdown", "**R4.1**"),
        ("piquet://rules/R4.1", "text/markdown", "at most five"),
        ("piquet://laws", "text/markdown", "L28"),
        ("piquet://laws/L28", "application/json", '"id":"L28"'),
        ("piquet://rulesets", "application/json", "portland@1"),
        ("piquet://rulesets/portland", "application/json", "elder_max"),
    ],
)
def test_a_resource_is_read(caller: Caller, uri: str, media_type: str, words: str):
    (content,) = caller.run("read_resource", uri).contents
    assert content.mime_type == media_type and words in content.text


@pytest.mark.parametrize("folder", ["laws", "rulesets", "rules"])
@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "../v1", "%2e%2e", "L28?x=1", "L28#x", "x" * 65, "\u00e9", "a b"]
)
def test_an_id_that_is_none_never_becomes_an_address(caller: Caller, service: ServiceClient, folder: str, name: str):
    """-32602: the parameters of the request are wrong (JSON-RPC 2.0, 5.1). 0 is the code of no error."""
    with pytest.raises(MCPError) as refused:
        caller.run("read_resource", f"piquet://{folder}/{name}")
    assert refused.value.code == -32602
    assert "there is no" in refused.value.message


def test_an_error_while_a_resource_is_read_has_a_code_and_an_id(service: ServiceClient, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("with a secret")

    monkeypatch.setattr(mcp_server.references, "read", fail)
    with connected(make_server(service)) as caller, pytest.raises(MCPError) as refused:
        caller.run("read_resource", "piquet://rules")
    assert refused.value.code == -32603 and "secret" not in str(refused.value)
    assert refused.value.data["instance"].startswith("urn:uuid:")


# ---------------------------------------------------------------- a service elsewhere


def test_a_service_elsewhere_is_asked_with_its_key(monkeypatch):
    monkeypatch.setenv("PIQUET_API_KEY", "score-desk-0123456789")
    settings = Settings.from_env({"SEAL_KEYS": SEAL_KEYS, "API_KEYS": "desk:score-desk-0123456789"})
    server = wsgi_server("127.0.0.1", 0, create_app(settings))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with connected(make_server(at_address(f"http://127.0.0.1:{server.port}/"))) as caller:
            state = caller.call("deal", dealer="B", key_hashes=HASHES)["state"]
            assert len(caller.call("view", state=state, seat="A", key=KEYS["A"])["view"]["hand"]) == 12
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    with connected(make_server(at_address(f"http://127.0.0.1:{server.port}/"))) as caller:
        assert caller.refused("explain", id="R4.1")["code"] == "unreachable"
