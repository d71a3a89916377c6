"""The consumer's side of a contract: what a score desk asks the referee for, and what of the answers it relies on.

    python examples/pact/consumer.py [FOLDER]    # writes score-desk-piquet-referee.json there, or here

Every question is put to a mock that Pact starts. What is not named here the score desk does not read, so the
referee may change it. There are no provider states: the referee stores nothing, and a request holds all that its answer
depends on.
"""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from pact import Pact, match

HERE = Path(__file__).resolve().parent

#: Elder has called a point of five, and younger is to reply: the deal W1, in one line.
CALLED = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97_Ap5"

#: A score sheet whose totals of the second deal were added up wrongly: 28 and 117 are 145.
SHEET = """piquet-record 1
ruleset: portland
first dealer: B

deal 1
score: 28-23

deal 2
score: 117-7
totals: 146-30
"""

CODE = match.regex("reply.not_longer", regex=r"^[a-z_]+\.[a-z_]+$")
RULE = match.regex("R5.3", regex=r"^R\d+(\.\d+)?$")


def post(base: str, path: str, body: Any) -> tuple[int, Any]:
    """What the score desk's program does: sends JSON, and gives the status and the JSON that comes back."""
    request = urllib.request.Request(f"{base}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, json.load(refusal)


# What is asked: its name, the address, the body; what must come back: the status and what is read of the body.
QUESTIONS: list[tuple[str, str, Any, int, Any]] = [
    (
        "a deal from a seed",
        "/v1/deals",
        {"ruleset": "portland", "dealer": "B", "seed": "table 7"},
        200,
        {
            "state": {"phase": "elder_exchange", "to_act": "A"},
            "ruleset": match.regex("portland@1", regex=r"^portland@\d+$"),
        },
    ),
    (
        "a reply that is not true",
        "/v1/actions/check",
        {"state": CALLED, "action": {"seat": "B", "type": "reply", "reply": "not_good"}},
        200,
        {
            "legal": False,
            "violations": match.each_like(
                {
                    "code": CODE,
                    "rule": RULE,
                    "pointer": "/action/reply",
                    "message": match.str("no longer point is held"),
                },
                min=1,
            ),
        },
    ),
    (
        "a reply that is true",
        "/v1/actions/check",
        {"state": CALLED, "action": {"seat": "B", "type": "reply", "reply": "equal"}},
        200,
        {
            "legal": True,
            "events": match.each_like({"seat": "B", "kind": match.str("replied"), "points": match.int(0)}, min=1),
            "score_delta": {"A": 0, "B": 0},
            "text": f"{CALLED}_Be",
        },
    ),
    (
        "a score sheet that was added up wrongly",
        "/v1/records/verify",
        {"records": [SHEET]},
        200,
        {
            "reports": [
                {"agrees": False, "deals": match.each_like({"deal": match.int(1), "agrees": match.bool(True)}, min=2)}
            ]
        },
    ),
    (
        "the settlement of six deals",
        "/v1/settlements",
        {"ruleset": "portland", "deals": [{"A": 28, "B": 23}] * 6},
        200,
        {"totals": {"A": 168, "B": 138}, "winner": "A", "rubicon": False, "settlement": 130, "over": True},
    ),
    (
        "a request that lacks its action",
        "/v1/actions/check",
        {"state": CALLED},
        422,
        {
            "type": match.regex("/docs/errors#invalid_request", regex=r"^/docs/.*invalid_request$"),
            "status": 422,
            "code": "invalid_request",
            "errors": match.each_like({"pointer": "/action", "message": match.str("is required")}, min=1),
        },
    ),
]


def write(folder: Path = HERE) -> Path:
    """Asks the mock every question, and writes the contract that results."""
    pact = Pact("score-desk", "piquet-referee").with_specification("V3")
    for name, path, body, status, expected in QUESTIONS:
        media_type = "application/json" if status == 200 else "application/problem+json"
        (
            pact.upon_receiving(name)
            .with_request("POST", path)
            .with_body(body, content_type="application/json")
            .will_respond_with(status)
            .with_body(expected, content_type=media_type)
        )
    with pact.serve() as mock:
        for name, path, body, status, _ in QUESTIONS:
            assert post(str(mock.url).rstrip("/"), path, body)[0] == status, name
    pact.write_file(folder, overwrite=True)
    return folder / "score-desk-piquet-referee.json"


if __name__ == "__main__":
    print(write(*map(Path, sys.argv[1:])))
