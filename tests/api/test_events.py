"""`POST /v1/events/verify` and `POST /v1/standings`: the worked examples over HTTP, refusals, and bounds."""

import json
from typing import Any

import pytest

from service.tournaments import answers
from tests.helpers.http import client, post, problem
from tests.helpers.random_cases import seeds
from tests.tournaments.events import event, table
from tests.tournaments.random_events import random_event
from tests.tournaments.recount import Recount
from tests.tournaments.test_reading import NAMED, PARTIE
from tests.tournaments.test_worked_examples import CIRCLE, FOUR

Json = Any

VERIFY, STANDINGS = "/v1/events/verify", "/v1/standings"


def test_the_worked_example_over_http() -> None:
    """4 points each, by the difference P1 +38, P3 -3, P2 -35."""
    answer = post(STANDINGS, {"event": event(CIRCLE, tie_breaks=["direct", "difference"])})
    assert answer["round"] == 3
    told = [(row["rank"], row["player"], row["points"], row["decided_by"], row["tie_breaks"]) for row in answer["rows"]]
    assert told == [
        (1, "P1", 4, None, {"direct": 2, "difference": 38}),
        (2, "P3", 4, "difference", {"direct": 2, "difference": -3}),
        (3, "P2", 4, "difference", {"direct": 2, "difference": -35}),
    ]
    assert [each["result"] for each in answer["rows"][0]["against"]] == ["win", "bye", "loss"]


def test_random_events_rank_over_http_as_the_recount_says() -> None:
    for _, rng in seeds("standings over HTTP", 25, enough=12):
        given = random_event(rng)
        until = rng.randint(1, len(given["rounds"]))
        answer = post(STANDINGS, {"event": given, "round": until})
        expected = [(rank, who, points) for rank, who, points, _, _ in Recount(given, until).standings()]
        assert [(row["rank"], row["player"], row["points"]) for row in answer["rows"]] == expected


def test_a_sheet_comes_with_the_standings() -> None:
    """The slips are of round 2, which is being played; the standings are those after round 1."""
    given = event([CIRCLE[0], {"tables": [table(1, "P2", "P3")], "byes": ["P1"]}])
    answer = post(STANDINGS, {"event": given, "round": 2, "sheet": "slips", "lang": "fr"})
    assert (answer["round"], [row["player"] for row in answer["rows"]]) == (1, ["P1", "P3", "P2"])
    (slip,) = answer["sheets"]
    assert (slip["title"], slip["headings"]) == ("Ronde 2, table 1", ["table", "coup", "donneur", "A", "B"])
    assert [row[2] for row in slip["rows"] if row[1].isdigit()] == ["Player P2", "Player P3"] * 3
    assert "sheets" not in post(STANDINGS, {"event": given})
    assert problem(STANDINGS, {"event": given, "round": 3, "sheet": "slips"})["code"] == "round_not_in"


def test_a_record_in_an_event_is_verified() -> None:
    rounds = [{"tables": [table(1, "A", "B", record=PARTIE)]}]
    report = post(VERIFY, {"event": event(rounds)})
    assert (report["whole"], report["rounds_in"]) == (True, 1)
    assert [each["status"] for each in report["parties"]] == ["verified"]
    as_json = post("/v1/records/convert", {"record": PARTIE})["record"]
    assert post(VERIFY, {"event": event([{"tables": [table(1, "A", "B", record=as_json)]}])}) == report


def test_no_file_of_the_service_is_read() -> None:
    report = post(VERIFY, {"event": event([{"tables": [table(1, "A", "B", record="examples/partie.piquet")]}])})
    assert [(fault["code"], fault["file"]) for fault in report["faults"]] == [
        ("record.unreadable", "examples/partie.piquet")
    ]


def test_what_is_not_whole_has_no_standings_and_is_told_in_full() -> None:
    given = event([{"tables": [table(1, "A", "B", record=NAMED)]}], tie_breaks=["lots"])
    report = post(VERIFY, {"event": given})
    assert [fault["code"] for fault in report["faults"]] == ["record.players", "member.value"]
    refused = problem(STANDINGS, {"event": given})
    assert (refused["code"], refused["faults"]) == ("event_not_whole", report["faults"])
    assert [error["pointer"] for error in refused["errors"]] == [
        "/event/rounds/0/tables/0/record",
        "/event/tie_breaks/0",
    ]


def test_wrong_parties_are_listed_and_counted_if_it_is_said() -> None:
    rounds = json.loads(json.dumps(FOUR))
    rounds[1]["tables"][0]["result"]["settlement"] = 1
    given = {"event": event(rounds)}
    refused = problem(STANDINGS, given)
    assert (refused["code"], refused["wrong"]) == ("wrong_parties", [{"round": 2, "table": 1}])
    assert post(STANDINGS, {**given, "round": 1})["round"] == 1
    assert post(STANDINGS, {**given, "accept_wrong": True}) == post(STANDINGS, {"event": event(FOUR)})


def test_a_round_that_is_not_in_is_refused() -> None:
    refused = problem(STANDINGS, {"event": event(CIRCLE), "round": 4})
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("round_not_in", "/round")


@pytest.mark.parametrize("given", ["an event", [], 7, None])
@pytest.mark.parametrize("path", [VERIFY, STANDINGS])
def test_an_event_is_an_object(path: str, given: Json) -> None:
    refused = problem(path, {"event": given})
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("invalid_request", "/event")


@pytest.mark.parametrize("member", [{"round": 0}, {"round": 101}, {"round": "2"}, {"accept_wrong": 1}, {"rounds": 2}])
def test_other_members_are_checked(member: Json) -> None:
    assert problem(STANDINGS, {"event": event(CIRCLE), **member})["code"] == "invalid_request"


def test_an_answer_that_would_be_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ANSWER", 500)
    assert problem(STANDINGS, {"event": event(CIRCLE)})["code"] == "body_too_large"


def test_the_longest_answer_for_its_length_is_within_its_bound() -> None:
    """A bye takes six bytes, and what is told of it seventy-five."""
    ids = [f"{number:x}" for number in range(1000)]
    given = {
        "players": [{"id": name, "name": name} for name in ids],
        "rounds": [{"number": number, "byes": ids} for number in range(1, 101)],
        "scoring": {"points": "game"},
    }
    body = json.dumps({"event": given}, separators=(",", ":"))
    assert len(body) < 1 << 20
    answer = client().post(STANDINGS, data=body, content_type="application/json")
    assert answer.status_code == 200
    assert 7_000_000 < len(answer.data) <= 8 << 20
