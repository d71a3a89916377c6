"""The contract's examples are true: each request that it shows is sent, and gives the answer that it shows."""

import json
import re
from collections import Counter
from typing import Any

import pytest
import yaml
from flask import Flask

from service.api.problems import PROBLEMS
from service.app import create_app
from service.runtime import shutdown
from service.settings.service import Settings
from tests.contract.validation import (
    CheckedClient,
    contract,
    follow,
    operations,
    validate_request,
    validate_response,
)
from tools import contract_file
from tools.refresh_examples import OF_THE_MOMENT, TALON, excerpt, send, shown_problem, started, written

Json = Any


def _shown(content: Json) -> dict[str, Json]:
    """The examples of a body: those of the media type that has some, by name."""
    for media in content.values():
        if "examples" in media:
            return {name: follow(example) for name, example in media["examples"].items()}
    return {}


def _accepted(shown: Json) -> dict[str, str]:
    """The headers that ask for the media type whose examples are shown."""
    content = follow(shown["responses"]["200"])["content"]
    return {"Accept": next(media for media, about in content.items() if "examples" in about)}


def _answered() -> list[tuple[str, str]]:
    return [
        (name, example)
        for name, (_, _, operation) in operations().items()
        for example in _shown(follow(operation["responses"]["200"])["content"])
    ]


ANSWERED = _answered()
PROBLEM_EXAMPLES = {
    name.removeprefix("problem."): example
    for name, example in contract()["components"]["examples"].items()
    if name.startswith("problem.")
}
#: The operations with examples in docs/examples, a file for each; `problems` has the requests that provoke problems.
BESIDE = sorted({path.stem for path in contract_file.EXAMPLES.iterdir()} - {"problems"})


def request_of(operation: str, name: str) -> Json:
    """The body of the example with this name."""
    return contract_file.examples()[f"{operation}.{name}"]["value"]


def answer_of(operation: str, name: str) -> Json:
    """The answer in the example with this name."""
    return contract_file.examples()[f"{operation}.{name}.200"]["value"]


def answered(operation: str, name: str, client: CheckedClient) -> Any:
    """The response to the request that the contract shows under this name."""
    method, path, shown = operations()[operation]
    if method == "POST":
        example = _shown(shown["requestBody"]["content"])[name]
        asked = started(example["x-settings"]) if "x-settings" in example else client
        return asked.post(path, json=example["value"], headers=_accepted(shown))
    variables = {parameter["name"]: parameter for parameter in map(follow, shown.get("parameters", ()))}
    examples = {each: shown["examples"] for each, shown in variables.items() if name in shown.get("examples", {})}
    values = {each: shown[name]["value"] for each, shown in examples.items()}
    query = {each: value for each, value in values.items() if variables[each]["in"] == "query"}
    return client.get(path.format(**values), query_string=query, headers=_accepted(shown))


def assert_answer(response: Any, expected: Json) -> None:
    assert response.status_code == 200
    assert (response.get_json() if response.is_json else response.text) == expected


@pytest.mark.parametrize(("operation", "name"), ANSWERED, ids=[".".join(each) for each in ANSWERED])
def test_a_request_gives_the_answer_that_is_shown(
    operation: str, name: str, checked: CheckedClient, counted: Counter[str]
) -> None:
    _, _, about = operations()[operation]
    if "requestBody" in about:
        validate_request(operation, _shown(about["requestBody"]["content"])[name]["value"])
    shown = _shown(follow(about["responses"]["200"])["content"])[name]
    response = answered(operation, name, checked)
    if "x-excerpt" in shown:
        validate_response(operation, 200, shown["value"], response.mimetype)
        assert shown["value"] == excerpt(response.get_json())
        assert_answer(response, contract_file.beside()[operation][name]["value"])
    else:
        assert_answer(response, shown["value"])
    counted["examples of answers"] += 1


@pytest.mark.parametrize("operation", BESIDE)
def test_the_requests_in_docs_examples_give_the_answers_that_are_shown_there(
    operation: str, checked: CheckedClient, counted: Counter[str]
) -> None:
    shown = contract_file.beside()[operation]
    assert shown
    for name, example in shown.items():
        request = example["x-request"]
        method, path, _ = operations()[operation]
        where = re.sub(r"\{\w+\}", "[^/]+", path)
        assert request["method"] == method and re.fullmatch(where, request["path"].partition("?")[0]), name
        if "json" in request:
            validate_request(operation, request["json"])
        asked = started(example["x-settings"]) if "x-settings" in example else checked
        response = send(asked, request)
        assert_answer(response, example["value"])
        validate_response(operation, 200, response.get_json() if response.is_json else None, response.mimetype)
        counted["examples of answers"] += 1


def test_the_contract_and_the_reference_lead_to_the_examples_in_docs_examples(app: Flask) -> None:
    assert "`/docs/examples/` and\ntheir `operationId`" in contract_file.read()["info"]["description"]
    pages = (contract_file.ROOT / "docs" / "reference").glob("*.md")
    reference = "".join(page.read_text(encoding="utf-8") for page in pages)
    for operation in BESIDE:
        assert f"(../examples/{operation}.json)" in reference
        assert app.test_client().get(f"/docs/examples/{operation}").status_code == 200


def test_the_contract_has_no_anchors_and_aliases() -> None:
    """Readers of YAML limit aliases: the one of OpenAPI Generator allows 50 of mappings."""
    tokens = yaml.scan(contract_file.CONTRACT.read_text(encoding="utf-8"), Loader=contract_file.LOADER)
    assert not any(isinstance(token, yaml.AnchorToken | yaml.AliasToken) for token in tokens)


def test_the_contract_is_read_by_the_parser_in_python_too() -> None:
    """By that of `yaml.safe_load`, which takes no question mark in a flow mapping without quotes."""
    assert yaml.safe_load(contract_file.CONTRACT.read_text(encoding="utf-8")) == contract_file.read()


def test_the_contract_has_at_most_580_000_bytes() -> None:
    assert contract_file.CONTRACT.stat().st_size <= 580_000


def test_every_operation_shows_a_refusal_of_each_of_its_statuses() -> None:
    """A response without a body, a 304 or a redirect, shows nothing."""
    for name, (_, _, operation) in operations().items():
        refusals = {status: response for status, response in operation["responses"].items() if status >= "4"}
        assert refusals, name
        for status, response in refusals.items():
            shown = _shown(follow(response)["content"])
            assert shown, (name, status)
            assert {example["value"]["status"] for example in shown.values()} == {int(status)}, (name, status)
    shown_somewhere = {
        code
        for response in contract()["components"]["responses"].values()
        for code in _shown(response.get("content", {}))
    }
    assert shown_somewhere == PROBLEMS.keys()


#: Operations that judge: their examples in the contract are of a verdict for, and of one against.
JUDGES = {
    "check_action_line": "legal",
    "check_action": "legal",
    "check_voleur_action": "legal",
    "check_normand_action": "legal",
    "validate_state": "valid",
    "validate_voleur_state": "valid",
    "validate_normand_state": "valid",
}


@pytest.mark.parametrize(("operation", "verdict"), JUDGES.items())
def test_an_operation_that_judges_shows_both_verdicts(operation: str, verdict: str) -> None:
    shown = _shown(operations()[operation][2]["responses"]["200"]["content"])
    assert [example["value"][verdict] for example in shown.values()][:2] == [True, False]


def test_every_request_that_is_shown_has_an_answer_that_is_shown() -> None:
    for name, (method, _, operation) in operations().items():
        if method == "POST":
            shown = _shown(operation["requestBody"]["content"])
            assert shown, f"{name} has no example"
            assert shown.keys() == _shown(operation["responses"]["200"]["content"]).keys()


def test_every_answer_of_an_operation_is_shown() -> None:
    documents = {
        "openapi_yaml",
        "openapi_json",
        "openapi_3_2_json",
        "docs_index",
        "docs_reference",
        "docs_errors",
        "docs_rules",
        "docs_law",
        "metrics",
    }
    assert {operation for operation, _ in ANSWERED} == operations().keys() - documents


def test_every_example_is_shown_somewhere() -> None:
    text = json.dumps(contract())
    for name in contract()["components"]["examples"]:
        assert f'"#/components/examples/{name}"' in text, f"{name} belongs to nothing"


def test_a_state_comes_back_as_it_was_returned() -> None:
    """What one example returns is what another sends."""
    returned = answer_of("deal", "w1_hands")["state"]
    assert request_of("check_action", "w1_exchange")["state"] == returned
    assert request_of("list_options", "w1_exchange")["state"] == returned
    assert request_of("validate_state", "w1_dealt")["state"] == returned


# ---------------------------------------------------------------- problems


@pytest.mark.parametrize("code", [code for code in PROBLEMS if code not in OF_THE_MOMENT])
def test_a_request_gives_the_problem_that_is_shown(code: str, checked: CheckedClient, counted: Counter[str]) -> None:
    example = contract_file.beside()["problems"][code]
    assert example["value"] == PROBLEM_EXAMPLES[code]["value"]
    asked = started(example["x-settings"]) if "x-settings" in example else checked
    response = send(asked, example["x-request"])
    assert response.mimetype == "application/problem+json"
    assert response.status_code == PROBLEMS[code].status
    assert shown_problem(response.get_json()) == example["value"]
    counted["examples of problems"] += 1


def test_a_mistake_of_the_service_gives_the_problem_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    import service.api.probes as health

    monkeypatch.setattr(health, "answer", _mistaken)
    response = create_app(Settings()).test_client().get("/livez")
    shown = PROBLEM_EXAMPLES["internal_error"]["value"]
    assert response.status_code == 500
    assert response.get_json() == {**shown, "instance": response.get_json()["instance"]}
    validate_response("livez", 500, response.get_json(), response.mimetype)


def test_who_finds_no_turn_is_given_the_problem_that_is_shown() -> None:
    app = create_app(Settings(analysis_processes=1, analysis_deadline=300.0, analysis_waiting=0))
    with app.extensions["pool"].acquire():
        response = app.test_client().post("/v1/exchanges/analyse", json=request_of("analyse_exchange", "w1_elder"))
    assert response.status_code == 503 and response.headers["Retry-After"] == "1"
    assert response.get_json() == PROBLEM_EXAMPLES["overloaded"]["value"]


def test_a_service_that_is_about_to_stop_is_alive_and_not_ready_as_is_shown() -> None:
    client = create_app(Settings()).test_client()
    shutdown.begin()
    try:
        response = client.get("/readyz")
        assert response.status_code == 503
        assert response.get_json() == PROBLEM_EXAMPLES["stopping"]["value"]
        assert client.get("/livez").status_code == 200
    finally:
        shutdown.reset()


def _mistaken(*args: object) -> None:
    raise ZeroDivisionError


def test_every_problem_is_shown_and_nothing_else() -> None:
    assert PROBLEM_EXAMPLES.keys() == PROBLEMS.keys()


def test_problems_are_shown_under_their_status() -> None:
    for response in contract()["components"]["responses"].values():
        for code, example in _shown(response.get("content", {})).items():
            assert example["value"]["code"] == code
    for name, (_, _, operation) in operations().items():
        for status, response in operation["responses"].items():
            for code in _shown(follow(response).get("content", {})) if status[0] in "45" else ():
                assert PROBLEMS[code].status == int(status), f"{name} shows {code} under {status}"


# ---------------------------------------------------------------- the numbers, by hand


def _said(events: list[Json]) -> list[tuple[str, str, int, int, int]]:
    """Seat, kind, points and the totals of A and B after it, of what scored."""
    return [
        (e["seat"], e["kind"], e["points"], e["deal_score"]["A"], e["deal_score"]["B"]) for e in events if e["points"]
    ]


@pytest.mark.rule("R6.2", "R6.3", "R7.1")
def test_the_running_totals_are_those_that_the_britannica_prints() -> None:
    """W1: "five", "nine", "ten"; "fourteen", "seventeen"; "eleven" to "fourteen"; "fifteen"; "eighteen" to
    "twenty-two"; "twenty-three"; "sixteen"; "eighteen", "twenty-eight"."""
    state = answer_of("check_action", "w1_last_card")["state"]
    assert _said(state["events"]) == [
        ("A", "point", 5, 5, 0),
        ("A", "sequence", 4, 9, 0),
        ("A", "lead", 1, 10, 0),
        ("B", "set", 14, 10, 14),
        ("B", "set", 3, 10, 17),
        ("A", "lead", 1, 11, 17),
        ("A", "lead", 1, 12, 17),
        ("A", "lead", 1, 13, 17),
        ("A", "lead", 1, 14, 17),
        ("A", "lead", 1, 15, 17),
        ("B", "capture", 1, 15, 18),
        ("B", "lead", 1, 15, 19),
        ("B", "lead", 1, 15, 20),
        ("B", "lead", 1, 15, 21),
        ("B", "lead", 1, 15, 22),
        ("B", "lead", 1, 15, 23),
        ("A", "capture", 1, 16, 23),
        ("A", "lead", 1, 17, 23),
        ("A", "last_trick", 1, 18, 23),
        ("A", "cards", 10, 28, 23),
    ]
    assert state["score"] == {"A": 28, "B": 23}
    assert [trick["winner"] for trick in state["tricks"]].count("A") == 7
    assert (state["phase"], state["to_act"], state["partie"]["score"]) == ("deal_over", None, {"A": 28, "B": 23})


@pytest.mark.rule("R4.3")
def test_the_exchange_of_the_britannica_draws_from_the_top() -> None:
    state = request_of("check_action", "w1_call")["state"]
    assert state["hands"]["A"] == ["AS", "JS", "9S", "8S", "AH", "KH", "QH", "JH", "8H", "KD", "JC", "9C"]
    assert state["hands"]["B"] == ["QS", "TS", "TH", "AD", "QD", "JD", "TD", "7D", "AC", "KC", "QC", "TC"]
    assert state["drawn"] == {"A": TALON[:5], "B": TALON[5:]}
    assert (state["talon"], state["left"]) == ([], {"A": 0, "B": 0})


@pytest.mark.rule("R5.12")
def test_the_judgements_of_the_britannica_deal() -> None:
    reckoned = answer_of("check_action", "w1_reckon")
    assert reckoned["score_delta"] == {"A": 0, "B": 17}
    assert [event.get("rank") for event in reckoned["events"]] == ["T", "Q", None]
    lead = answer_of("check_action", "w1_lead")
    assert (lead["score_delta"], lead["state"]["score"]) == ({"A": 1, "B": 0}, {"A": 10, "B": 0})
    last = answer_of("check_action", "w1_last_card")
    assert last["score_delta"] == {"A": 11, "B": 0}


@pytest.mark.rule("R6.1")
def test_a_refusal_names_the_card_that_should_have_followed() -> None:
    answer = answer_of("check_action", "w1_must_follow_suit")
    reasons = {reason["code"]: reason for reason in answer["violations"]}
    assert not answer["legal"]
    assert reasons["play.must_follow_suit"]["params"] == {"led": "AH", "holds": ["TH"]}
    assert reasons["play.must_follow_suit"]["pointer"] == "/action/card"


@pytest.mark.rule("R4.1")
def test_elders_discards_are_counted() -> None:
    """W17: 12 + 66 + 220 + 495 + 792."""
    assert answer_of("list_options", "w1_expanded")["total"] == 1585
    assert len(answer_of("list_options", "w1_expanded")["actions"]) == 3
    (exchange,) = answer_of("list_options", "w1_exchange")["options"]
    assert (len(exchange["cards"]), exchange["min"], exchange["max"]) == (12, 1, 5)


@pytest.mark.rule("R5.1")
def test_elder_may_call_each_point_that_he_holds() -> None:
    """Hearts are ace, king, queen, knave and eight, spades ace, knave, nine and eight."""
    call, passing = answer_of("list_options", "w1_call")["options"]
    values: dict[int, set[int | None]] = {}
    for each in call["calls"]:
        values.setdefault(each["length"], set()).add(each["value"])
    assert values[5] == {49, None}  # 11 and three tens and 8
    assert values[4] == {41, 39, 38, None}  # without the eight, a ten, the ace; and the spades, 38
    assert values[3] == {31, 30, 29, 28, 27, None}
    assert passing == {"seat": "A", "type": "pass", "category": "point"}


def test_an_edit_is_found_out_where_it_was_made() -> None:
    found = answer_of("validate_state", "ten_points_more")["violations"]
    assert [reason["pointer"] for reason in found] == ["/state/score/A"]
    assert (found[0]["params"]["given"], found[0]["params"]["expected"]) == (10, 0)


@pytest.mark.rule("R5.13")
def test_a_view_holds_no_card_of_the_other_hand() -> None:
    state = request_of("view_state", "w1_elder")["state"]
    view = json.dumps(answer_of("view_state", "w1_elder")["view"])
    secret = {*state["hands"]["B"], *state["discards"]["B"]}
    assert not [card for card in secret if card in view]


@pytest.mark.rule("R8.2", "R8.3")
def test_the_settlements() -> None:
    """154 less 113 and 100; 154 and 93 and 100; a tie needs two more deals; five of six are due."""
    won, rubicon = answer_of("settle_partie", "w6_won"), answer_of("settle_partie", "w6_rubicon")
    assert (won["totals"], won["winner"], won["rubicon"], won["settlement"]) == ({"A": 154, "B": 113}, "A", False, 141)
    assert (rubicon["totals"], rubicon["rubicon"], rubicon["settlement"]) == ({"A": 154, "B": 93}, True, 347)
    tie, due = answer_of("settle_partie", "tie"), answer_of("settle_partie", "deals_due")
    assert (tie["totals"], tie["over"], tie["deals_due"]) == ({"A": 100, "B": 100}, False, 2)
    assert (due["over"], due["deals_due"]) == (False, 5)


@pytest.mark.rule("R5.14", "R7.2")
def test_the_comparisons() -> None:
    """W1: 5 and 4 against 14 and 3. W9: 14 and 3 for the tens and knaves. W13: 10 and 5 and 15, and 60 for it."""
    assert answer_of("compare_hands", "w1")["score"] == {"elder": 9, "younger": 17}
    sets = answer_of("compare_hands", "w9")["categories"][2]
    assert (sets["good"], [held["points"] for held in sets["reckoned"]]) == ("elder", [14, 3])
    blanche = answer_of("compare_hands", "w13")
    assert blanche["repique"] == "elder"
    assert blanche["score"] == {"elder": 90, "younger": 0}
    assert [step["points"] for step in blanche["steps"]] == [10, 5, 15, 60]


@pytest.mark.rule("R6.2", "R6.3", "R7.3")
def test_the_plays() -> None:
    """The play that the Britannica prints is the best that both can do: 28 from the 9 before the first lead, 23 from
    the 17 when all is reckoned. With 28, ace and queen led make thirty; the king then has the capture and the last
    trick, and ten are for the cards; the queen led first gives the king a point before the thirtieth."""
    w1 = answer_of("analyse_play", "w1_first_lead")
    assert (w1["points"], "AH" in w1["best"]) == ({"elder": 28 - 9, "younger": 23 - 17}, True)
    assert w1["reckoned"] == {"elder": 0, "younger": 17}
    pique, queen = answer_of("analyse_play", "pique")["cards"]
    assert (pique["points"], queen["points"]) == ({"elder": 2 + 30 + 10, "younger": 2}, {"elder": 13, "younger": 2})


@pytest.mark.rule("R5.8", "R5.12")
def test_the_evaluations() -> None:
    """W1: points of 49 and 38, a quart, three knaves, against C(15, 12) hands. Four kings are beaten by the aces in
    C(16, 8) of C(20, 12) hands, and in none once an ace is seen elsewhere. A void counts 50½, below 51."""
    (w1,) = answer_of("evaluate_hands", "w1")["hands"]
    assert [(point["value"], point["score"]) for point in w1["points"]] == [(49, 5), (38, 4)]
    assert [(run["length"], run["top"], run["score"]) for run in w1["sequences"]] == [(4, "A", 4)]
    (knaves,) = w1["sets"]
    assert (knaves["rank"], knaves["score"], knaves["odds"]["hands"]) == ("J", 3, 455)
    blank, kings = answer_of("evaluate_hands", "two")["hands"]
    assert (blank["carte_blanche"], kings["sets"][0]["odds"]["beaten"]["numerator"]) == (10, 0)
    alone = answer_of("get_hand", "kings")["sets"][0]["odds"]["beaten"]
    assert alone["numerator"] * 125_970 == alone["denominator"] * 12_870
    (void,) = answer_of("evaluate_hands", "nought")["hands"]
    assert [point["value"] for point in void["points"]] == [51, 50.5, 49]
    assert [run["top"] for run in void["sequences"]] == ["A", "nought", "K"]


@pytest.mark.rule("R2.4")
def test_the_cuts() -> None:
    cut, low = answer_of("start_partie", "cut"), answer_of("start_partie", "low_cut_deals")
    assert (cut["outcome"], cut["seat"], "state" in cut) == ("chooses", "B", False)
    assert (low["outcome"], low["seat"], low["state"]["partie"]["first_dealer"]) == ("deals", "A", "A")
    again = answer_of("start_partie", "cut_again")
    assert (again["outcome"], again["seat"], "state" in again) == ("cut_again", None, False)


@pytest.mark.rule("R2.3")
def test_a_deck_is_dealt_by_twos() -> None:
    deck = request_of("deal", "w1_deck")["deck"]
    assert set(deck[0:2] + deck[4:6]) <= set(answer_of("deal", "w1_deck")["state"]["dealt"]["hands"]["A"])
    assert answer_of("deal", "w1_deck")["state"] == answer_of("deal", "w1_hands")["state"]
    assert answer_of("deal", "seed")["state"] == answer_of("deal", "after_the_cut")["state"]


def test_the_tool_that_writes_the_examples_would_write_the_same(checked: CheckedClient) -> None:
    files = written(checked)
    assert [path.name for path in files if path.read_text(encoding="utf-8") != files[path]] == []
    assert {*contract_file.EXAMPLES.iterdir()} == files.keys() - {contract_file.CONTRACT}


# ---------------------------------------------------------------- voleur and normand, by hand


@pytest.mark.rule("V2.3", "V4.5", "V4.8", "V6.2", "V6.3", "V6.4", "V7.4")
def test_the_example_deal_of_voleur_is_scored_as_it_is_worked_out() -> None:
    """VW3: B's point 5; C's quint 15 and A's tierce 3; C's trio 3, and 21 in hand saved by the point. A leads twice, B
    takes the second trick, then B and D lead six times and win the last: 23 to 13. BD has seven tricks: ten more."""
    events = answer_of("check_voleur_action", "last_card")["state"]["events"]
    assert [(each["side"], each["kind"], each["points"]) for each in events if each["points"]] == [
        ("BD", "point", 5), ("AC", "sequence", 15), ("AC", "sequence", 3), ("AC", "set", 3),
        ("AC", "lead", 1), ("AC", "lead", 1), ("BD", "capture", 1), *[("BD", "lead", 1)] * 6,
        ("BD", "last_trick", 1), ("BD", "cards", 10),
    ]  # fmt: skip
    (saved,) = (each for each in events if each["kind"] == "saved")
    assert (saved["side"], saved["bonus"], saved["by"]) == ("AC", "repique", "point")
    assert answer_of("check_voleur_action", "last_card")["state"]["score"] == {"AC": 23, "BD": 23}


@pytest.mark.rule("N4.5", "N4.6", "N6.2", "N6.3", "N6.5")
def test_the_example_deal_of_normand_is_scored_as_it_is_worked_out() -> None:
    """NW3: the point is void; B's tierce 3, and three points of play; A's seven with the last trick. C has no trick."""
    events = answer_of("check_normand_action", "last_card")["state"]["events"]
    assert [(each["seat"], each["kind"], each["points"]) for each in events if each["points"]] == [
        ("B", "sequence", 3), ("B", "capture", 1), ("B", "lead", 1), ("B", "lead", 1), ("A", "capture", 1),
        *[("A", "lead", 1)] * 5, ("A", "last_trick", 1), ("A", "capot", 20), ("B", "capot", 20),
    ]  # fmt: skip
    assert answer_of("check_normand_action", "last_card")["state"]["score"] == {"A": 27, "B": 26, "C": 0}


@pytest.mark.rule("V8.3", "N8.3", "N8.4")
def test_the_settlements_of_voleur_and_normand() -> None:
    """148 and 12 against 96 and 60; equal totals play on. A leaves with 155, B has 140 and 12, C 50 and 20."""
    won, tie = (answer_of("settle_voleur_partie", name) for name in ("won", "tie"))
    assert (won["totals"], won["over"], won["winner"]) == ({"AC": 160, "BD": 156}, True, "AC")
    assert (tie["totals"], tie["over"], tie["winner"]) == ({"AC": 150, "BD": 150}, False, None)
    leaves, continued = (answer_of("settle_normand_partie", name) for name in ("first_leaves", "continued"))
    assert (leaves["winner"], leaves["over"], leaves["remaining"], leaves["stakes"]) == ("A", False, ["B", "C"], None)
    assert continued["totals"] == {"A": 155, "B": 152, "C": 70}
    assert (continued["second"], continued["loser"], continued["stakes"]) == ("B", "C", {"A": 1, "B": 0, "C": -1})
    settled = answer_of("settle_normand_partie", "settled")
    assert (settled["winner"], settled["second"], settled["loser"]) == ("A", "B", "C")


@pytest.mark.rule("V4.8", "V7.2", "V7.4", "N7.2", "N7.4")
def test_the_comparisons_of_voleur_and_normand() -> None:
    """VW6: 15, 3 and 3 in hand and 70. VW3: 21, saved by a point. NW5: 5, 15, 15 and 70. NW6: 21, saved by a point."""
    repique, saved = (answer_of("compare_voleur_hands", name) for name in ("repique", "saved"))
    assert (repique["score"], repique["repique"], repique["saved"]) == ({"AC": 91, "BD": 0}, "AC", [])
    assert (saved["score"], saved["repique"]) == ({"AC": 21, "BD": 5}, None)
    assert saved["saved"] == [{"side": "AC", "bonus": "repique", "by": "point"}]
    repique, saved = (answer_of("compare_normand_hands", name) for name in ("repique", "saved"))
    assert (repique["score"], repique["repique"]) == ({"A": 105, "B": 0, "C": 0}, "A")
    assert (saved["score"], saved["repique"]) == ({"A": 5, "B": 21, "C": 0}, None)
    assert saved["saved"] == [{"side": "B", "bonus": "repique", "by": "point"}]


@pytest.mark.rule("N3.1")
def test_the_exchanges_of_the_dealer_of_normand_are_counted() -> None:
    """None, one of ten cards, or two of them: 1 + 10 + 45."""
    assert answer_of("list_normand_options", "expanded")["total"] == 56


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_a_view_of_voleur_or_normand_holds_no_hidden_card(game: str) -> None:
    """At this point nothing has been shown: the cards of all other hands, the talon and the discards are hidden."""
    asked = request_of(f"view_{game}_state", "other_seat")
    view = json.dumps(answer_of(f"view_{game}_state", "other_seat")["view"])
    hands = asked["state"]["hands"]
    reckoned = {card for cards in asked["state"]["shown"].values() for card in cards}
    hidden = {card for seat, cards in hands.items() if seat != asked["seat"] for card in cards} - reckoned
    hidden |= {*asked["state"].get("talon", ()), *asked["state"].get("discards", ())}
    assert len(hidden) > 15
    assert not [card for card in hidden if card in view]
