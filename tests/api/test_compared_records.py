"""`POST /v1/records/compare`: the same as the command gives, what cannot be read, refusals, and bounds."""

import json
import re
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.cli.main import AGREES, main
from service.settings.service import Settings
from service.tournaments import answers, board_plays
from tests.helpers.http import post, problem
from tests.tournaments.test_boards import FOUR, HANDS, TALON, W1

Json = Any

COMPARE = "/v1/records/compare"


def test_the_worked_example_over_http() -> None:
    """Elder's net is 5, 20, 5 and -10 (test_boards.py). The others of -10 have 30: -10 less their mean is -20."""
    answer = post(COMPARE, {"records": list(FOUR)})
    (board,) = answer["boards"]
    assert board["most"] == 6
    told_ = [(each["elder"], each["net"], each["difference"], each["matchpoints"]) for each in board["results"]]
    assert told_ == [
        ("Ann", 5, 0.0, {"elder": 3, "younger": 3}),
        ("Cora", 20, 20.0, {"elder": 6, "younger": 0}),
        ("Finn", 5, 0.0, {"elder": 3, "younger": 3}),
        ("Ben", -10, -20.0, {"elder": 0, "younger": 6}),
    ]
    assert board["cards"]["talon"] == TALON.split()
    assert sorted(board["cards"]["elder"]) == sorted(_cards(HANDS[0]))
    assert [(each["player"], each["percent"]) for each in answer["players"]] == [
        ("Cora", 100.0), ("Ann", 75.0), ("Eve", 50.0), ("Finn", 50.0), ("Ben", 25.0), ("Dan", 0.0),
    ]  # fmt: skip
    assert (answer["problems"], answer["once"]) == ([], [])


def _cards(groups: str) -> list[str]:
    return [rank + group[0] for group in groups.split() for rank in group[1:]]


def test_the_operation_and_the_command_give_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The play of W1 from the lead on is 5 - 9 = -4 (test_boards.py)."""
    texts = [W1, *FOUR, FOUR[0].replace(TALON, "8S 9S KH 9C KD QS AC 7D")]
    for number, text in enumerate(texts):
        (tmp_path / f"table-{number}.piquet").write_text(text, encoding="utf-8")
    assert main(["compare", "--json", str(tmp_path)]) == AGREES
    by_command = json.loads(capsys.readouterr().out)
    answer = post(COMPARE, {"records": texts})
    assert {name: answer[name] for name in ("boards", "once", "players")} == {
        name: by_command[name] for name in ("boards", "once", "players")
    }
    assert answer["boards"][0]["results"][0]["play"]["made"] == -4
    assert [each["record"] for each in answer["once"]] == [6]
    as_json = [post("/v1/records/convert", {"record": text})["record"] for text in texts]
    assert post(COMPARE, {"records": as_json}) == answer


def test_adjustments_change_no_comparison() -> None:
    """28 to 23 as played is 8 to 23 with twenty less for A."""
    adjusted = FOUR[0].replace("score: 28-23", "score: 8-23\nadjustment A -20 deal 1: slow play")
    assert post(COMPARE, {"records": [adjusted, *FOUR[1:]]}) == post(COMPARE, {"records": list(FOUR)})


def test_what_cannot_be_read_is_told_with_its_record() -> None:
    records: list[Json] = [FOUR[0], {"deals": 1}, FOUR[1] + "nonsense\n"]
    answer = post(COMPARE, {"records": records})
    found = [(each["record"], each["code"], each["pointer"], each["line"]) for each in answer["problems"]]
    assert found == [(2, "record.header", "", None), (2, "member.type", "/deals", None), (3, "line.unknown", "", 12)]
    assert len(answer["boards"][0]["results"]) == 2
    many = post(COMPARE, {"records": ["piquet-record 1\n" + "x\n" * 150]})
    assert len(many["problems"]) == 100


def test_deals_under_an_unknown_ruleset_are_told_and_not_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [FOUR[0].replace("portland@1", "portlaand"), *FOUR[1:]]
    answer = post(COMPARE, {"records": texts})
    found = [(each["record"], each["code"], each["pointer"]) for each in answer["problems"]]
    assert found == [(1, "ruleset.unknown", "/ruleset")]
    assert [each["elder"] for each in answer["boards"][0]["results"]] == ["Cora", "Finn", "Ben"]
    for number, text in enumerate(texts):
        (tmp_path / f"table-{number}.piquet").write_text(text, encoding="utf-8")
    assert main(["compare", "--json", str(tmp_path)]) == AGREES
    out, err = capsys.readouterr()
    assert json.loads(out)["boards"][0]["results"][0]["elder"] == "Cora"
    assert "portlaand" in err


@pytest.mark.parametrize("records", [[], None, "piquet-record 1\n", [7], [None], ["piquet-record 1\n"] * 501])
def test_records_are_a_list_of_texts_and_objects(records: Json) -> None:
    refused = problem(COMPARE, {"records": records})
    assert (refused["code"], refused["errors"][0]["pointer"][:8]) == ("invalid_request", "/records")


def test_more_deals_than_are_compared_at_a_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_plays, "DEALS", 3)
    refused = problem(COMPARE, {"records": list(FOUR)})
    assert refused["code"] == "invalid_request"
    assert [(each["pointer"], each["message"]) for each in refused["errors"]] == [
        ("/records", "have more than 3 deals; the command has no such limit")
    ]
    assert len(post(COMPARE, {"records": list(FOUR[:3])})["boards"]) == 1


def test_an_answer_that_would_be_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ANSWER", 500)
    assert problem(COMPARE, {"records": list(FOUR)})["code"] == "body_too_large"


def test_unknown_cards_of_all_records_share_their_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal that is filled in uses a try at least, so that with none nothing is checked and no play compared."""
    monkeypatch.setattr(board_plays, "TRIES", 0)
    hidden = W1.replace("A exchange SK D98 C87", "A exchange ?????")
    assert hidden != W1
    answer = post(COMPARE, {"records": [hidden, W1]})
    assert [each["play"] is None for each in answer["boards"][0]["results"]] == [True, False]


def test_a_deal_that_was_played_costs_four_units_more() -> None:
    """Two units each time, four for each KiB, and four for a deal whose play is compared."""
    costs = []
    for records in ([FOUR[0]], [W1]):
        sent = json.dumps({"records": records})
        quota = create_app(Settings.from_env({"RATE_LIMIT": "1000/day"})).test_client()
        answer = quota.post(COMPARE, data=sent, content_type="application/json")
        left = int(re.findall(r"r=(\d+)", answer.headers["RateLimit"])[0])
        costs.append(1000 - left - 2 - ceil(len(sent) * 4 / 1024))
    assert costs == [0, 4]
