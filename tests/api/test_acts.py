"""The acts of the law over HTTP: what is no act is a problem with its place, and an act is answered (docs/law.md)."""

import json
import random
from typing import Any

import pytest

from service.piquet.notation.action_lines import write_action
from service.records.text.action_syntax import write_words
from tests.helpers.http import client
from tests.helpers.law_game import P_EXCHANGED, LawGame, P
from tests.records.acts import act

SEED = "acts over http"
STATE = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97"
BEGUN = "1~portland@1~B"
DEALT = {
    "ruleset": "portland",
    "dealer": "B",
    "hands": {
        "A": ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "9D", "8D", "JC", "8C", "7C"],
        "B": ["TS", "7S", "TH", "9H", "7H", "AD", "QD", "JD", "TD", "KC", "QC", "TC"],
    },
    "talon": ["9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D"],
}


def check(state: Any, action: Any) -> Any:
    return client().post("/v1/actions/check", json={"state": state, "action": action})


def test_random_acts_are_judged_in_every_form() -> None:
    rng = random.Random(SEED)
    seen = set()
    for _ in range(300):
        members = act(rng)
        for state in (STATE, BEGUN):
            for given in (members, write_action(members)):
                if isinstance(given, str) and len(given) > 200:
                    continue
                answer = check(state, given)
                assert answer.status_code == 200, (SEED, given, answer.json)
                assert answer.json["legal"] in (True, False)
                assert answer.json["legal"] == (answer.json["violations"] == [])
                seen.add(type(given))
    assert len(seen) == 2


def test_random_acts_in_a_history_are_answered() -> None:
    rng = random.Random(SEED)
    whole = client().post("/v1/states/validate", json={"state": STATE}).json["state"]
    for _ in range(60):
        members = act(rng)
        for state in (f"{STATE}_{write_action(members)}", {**whole, "history": [*whole["history"], members]}):
            answer = client().post("/v1/states/validate", json={"state": state})
            assert answer.status_code == 200, (SEED, members, answer.json)


def test_random_acts_are_converted_and_verified() -> None:
    rng = random.Random(SEED)
    for _ in range(40):
        steps = [act(rng) for _ in range(rng.randrange(1, 20))]
        words = "".join(f"{write_words(step)}\n" for step in steps)
        text = f"piquet-record 1\nfirst dealer: B\n\ndeal 1\ndealer: B\n{words}"
        answer = client().post("/v1/records/convert", json={"record": text, "to": "json"})
        assert answer.status_code == 200 and answer.json["problems"] == [], (SEED, text)
        record = answer.json["record"]
        assert [step["action"] for step in record["deals"][0]["steps"]] == steps
        back = client().post("/v1/records/convert", json={"record": record, "to": "text"})
        assert back.status_code == 200 and back.json["problems"] == []
        again = client().post("/v1/records/convert", json={"record": back.json["record"], "to": "json"})
        assert again.json["record"] == record
        dealt = {**record["deals"][0], "dealt": {"hands": DEALT["hands"], "talon": DEALT["talon"]}}
        for deal in (record["deals"][0], dealt, {**dealt, "annulled": True, "irregular": True, "out_of_turn": True}):
            told = client().post("/v1/records/verify", json={"records": [{**record, "deals": [deal, deal]}]})
            assert told.status_code == 200, (SEED, deal)


PLAY = {"seat": "A", "type": "play", "card": "7D"}
FAULTS: list[tuple[Any, str, str]] = [
    ({**PLAY, "irregular": False}, "/action/irregular", "must be true"),
    ({**PLAY, "irregular": "yes"}, "/action/irregular", "must be true or false, not a string"),
    ({**PLAY, "iregular": True}, "/action/iregular", "did you mean irregular?"),
    ({"seat": "A", "type": "exchange", "cards": [], "taken": [1]}, "/action", "only an irregular action has taken"),
    ({"seat": "A", "type": "exchange", "cards": [], "irregular": True, "taken": [0]}, "/action/taken/0", "must be"),
    ({"seat": "A", "type": "incident", "kind": "peeped", "positions": [1]}, "/action/kind", "did you mean peeked?"),
    ({"seat": "A", "type": "incident", "kind": "peeked"}, "/action", "the incident peeked has positions"),
    ({"seat": "A", "type": "incident", "kind": "buried", "cards": []}, "/action/cards", "must be an array of length"),
    ({"seat": "A", "type": "amend", "action": {"type": "amend"}}, "/action/action/type", "is not one of call"),
    ({"seat": "A", "type": "amend", "action": {**PLAY}}, "/action/action/seat", "is not a member of this object"),
    ({"seat": "A", "type": "ruling", "number": 256, "election": "waive"}, "/action/number", "must be"),
    ({"seat": "A", "type": "ruling", "number": 1, "election": "redeel"}, "/action/election", "did you mean redeal?"),
    ({"seat": "A", "type": "ruling", "number": 1, "election": "waive", "card": "7D"}, "/action", "has no card"),
    ({"seat": "A", "type": "ruling", "number": 1, "election": "waive", "kind": "revok"}, "/action/kind", "revoke?"),
    ({"seat": "A", "type": "rulings", "number": 1, "election": "waive"}, "/action/type", "did you mean ruling?"),
]


@pytest.mark.parametrize(("action", "pointer", "message"), FAULTS, ids=[json.dumps(each) for each, _, _ in FAULTS])
def test_what_is_no_act_is_a_problem_with_its_place(action: Any, pointer: str, message: str) -> None:
    answer = check(STATE, action)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid_request")
    faults = {fault["pointer"]: fault["message"] for fault in answer.json["errors"]}
    assert message in faults.get(pointer, ""), faults


@pytest.mark.parametrize("line", ["A@d", "Ai-peeked", "Au12-complete", "Aaa.KH", "A@.7D-w", "Au256-enforce"])
def test_a_line_that_is_no_act_is_not_in_the_notation(line: str) -> None:
    answer = check(STATE, line)
    assert (answer.status_code, answer.json["code"]) == (409, "malformed_notation")


@pytest.mark.parametrize(
    ("action", "path"),
    [
        ("Ai-buried-C99", "/action/cards"),
        ("A@r-wHAA", "/action/shown"),
        ("Aap5-49-HAA", "/action/action/cards"),
        ("Ai-spoiled-double-D77", "/action/proof/double"),
        ("Ai-misinformed-H-HAA", "/action/answer"),
        ("Au3-enforce-pHAA", "/action/holdings/0/cards"),
    ],
)
def test_a_card_that_is_named_twice_is_a_violation_in_its_place(action: str, path: str) -> None:
    answer = check(STATE, action)
    assert answer.status_code == 200 and not answer.json["legal"]
    told = [(each["code"], each["pointer"]) for each in answer.json["violations"]]
    assert [each for each in told if each[0] == "cards.twice"] == [("cards.twice", path)]


def test_a_deal_may_be_called_irregular() -> None:
    over = client().post("/v1/states/validate", json={"state": BEGUN}).json["state"]
    cards = {name: DEALT[name] for name in ("hands", "talon")}
    for body in ({**DEALT, "irregular": True}, {"state": over, **cards, "irregular": True, "dealer": "A"}):
        assert client().post("/v1/deals", json=body).status_code in (200, 409)
    for body, pointer in (
        ({**DEALT, "irregular": False}, "/irregular"),
        ({**DEALT, "irregular": 1}, "/irregular"),
        ({"state": over, **cards, "dealer": "A"}, "/dealer"),
        ({"state": over, "seed": "x", "irregular": True}, "/irregular"),
        ({"ruleset": "portland", "dealer": "A", "seed": "x", "irregular": True}, "/irregular"),
        ({**DEALT, "state": over, "irregular": True}, "/ruleset"),
    ):
        answer = client().post("/v1/deals", json=body)
        assert answer.status_code == 422
        assert pointer in [fault["pointer"] for fault in answer.json["errors"]], answer.json


def test_a_line_of_marked_deals_is_answered() -> None:
    for mark in ("@", "@A", "@B"):
        answer = client().post("/v1/states/validate", json={"state": STATE.replace("~SAKJ", f"~{mark}_SAKJ")})
        assert answer.status_code == 200
        assert answer.json["valid"] == (answer.json["violations"] == [])


@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_deal_in_hand_that_was_dealt_out_of_turn_is_marked_with_its_dealer(seat: str) -> None:
    """The seat that dealt first deals again (docs/notation.md, `@A_` or `@B_`)."""
    first = LawGame.deal(P if seat == "B" else P_EXCHANGED, seat).play_p()
    again = LawGame.deal_p(after=first, wrong_dealer=seat)
    told = client().post("/v1/states/validate", json={"state": again.state}).json["text"]
    *_, deal_in_hand = told.split("~")
    assert deal_in_hand == f"@{seat}_{P if seat == 'B' else P_EXCHANGED}"
    read = client().post("/v1/states/validate", json={"state": told}).json["state"]
    assert read["partie"]["dealer"] == seat and read == again.state
