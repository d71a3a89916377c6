"""What the tests of a program that uses the referee may look like."""

import json
import urllib.request
from typing import Any


def ask(base: str, operation: str, body: Any) -> Any:
    """Your program's client."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{base}/v1/{operation}", json.dumps(body).encode(), headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        return json.load(answer)


def test_elder_exchanges_first(referee: str) -> None:
    state = ask(referee, "deals", {"ruleset": "portland", "dealer": "B", "seed": "a table"})["state"]
    assert (state["phase"], state["to_act"]) == ("elder_exchange", "A")


def test_a_card_that_is_not_held_is_not_exchanged(referee: str) -> None:
    state = ask(referee, "deals", {"ruleset": "portland", "dealer": "B", "seed": "a table"})["state"]
    action = {"seat": "A", "type": "exchange", "cards": state["hands"]["B"][:1]}
    judgement = ask(referee, "actions/check", {"state": state, "action": action})
    assert not judgement["legal"]
    assert judgement["violations"][0]["code"] == "cards.not_held"
