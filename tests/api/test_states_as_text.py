"""States and actions as text, wherever the service takes them."""

from __future__ import annotations

import random
import re

import pytest

from service.app import create_app
from service.piquet.rulesets.published import RULESETS
from service.settings.service import Settings
from tests.api.long_parties import long_line
from tests.helpers.http import client, post
from tests.helpers.law_game import EXCHANGES_OF_P, P_13_11_8, P_EXCHANGED, REGULAR_P, LawGame
from tests.helpers.law_notation import act
from tests.helpers.random_cases import seeds
from tests.properties.random_play import new_deal, play

S = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97"
CHANGED = [
    {"name": "au-cent", "overrides": {"calling": "automatic", "target": 221}},
    {"name": "portland", "overrides": {"nought": True, "partie_deals": 4}},
    {"name": "old-36", "overrides": {"carte_rouge": 20}},
]
EVERY = [*RULESETS, *CHANGED]


def text_of(state):
    return post("/v1/states/validate", {"state": state})["text"]


def test_a_state_is_the_same_as_json_and_as_text():
    checked = 0
    for number, (_, rng) in enumerate(seeds("lines", len(EVERY))):
        before = None
        for _ in range(2):
            begun = new_deal(EVERY[number % len(EVERY)], rng, after=before)
            for state, action, answer in play(begun, rng):
                if rng.random() < 0.1:
                    text = text_of(state)
                    given = post("/v1/states/validate", {"state": text})
                    assert given["valid"] and given["state"] == state and given["text"] == text
                    judged = post("/v1/actions/check", {"state": text, "action": action})
                    assert judged.pop("text") == text_of(answer["state"])
                    assert judged == answer
                    checked += 1
                before = answer["state"]
            if before["phase"] == "partie_over":
                break
            assert post("/v1/states/validate", {"state": text_of(before)})["state"] == before
    assert checked > 40


GOING_ON = {
    "a regular deal, and the next": (LawGame.deal_p, REGULAR_P),
    "reckonings that the service completes": (
        LawGame.deal_p,
        f"{EXCHANGES_OF_P} Ap5-49 Bg Ar As4-A Bg Ar At3-J Bn A.AH Br B.TH",
    ),
    "elder has thirteen cards": (lambda: LawGame.deal(P_13_11_8, irregular=True), "Au0-stand AxSKTD98C87"),
    "a deal out of turn": (
        lambda: LawGame.deal_p(after=LawGame.deal_p().play_p(), wrong_dealer="B"),
        f"Bi-exposed-HJ {EXCHANGES_OF_P}",
    ),
    "the deal of the other seat out of turn": (
        lambda: LawGame.deal_p(after=LawGame.deal(P_EXCHANGED, "A").play_p(), wrong_dealer="A"),
        "Ai-exposed-HJ BxSKD98C87",
    ),
    "a wrong exchange is waived": (
        LawGame.deal_p,
        "AxSKD98C87 B@xS7H9-k678 Au2:wrong_exchange-waive Ap5-49 Bg Ar As0 Aas4-A Bg Ar",
    ),
}


@pytest.mark.parametrize("case", GOING_ON)
def test_a_line_that_goes_on_is_the_line_of_the_state(case):
    """The service adds an action to the line that it wrote before; one that remembers nothing writes all of it."""
    forgetful = create_app(Settings(state_memory_bytes=0)).test_client()

    def written(state):
        return forgetful.post("/v1/states/validate", json={"state": state}).json["text"]

    begun, acts = GOING_ON[case]
    text = text_of(begun().state)
    for word in acts.split():
        if word[0] == "=":  # the score so far
            continue
        answer = post("/v1/actions/check", {"state": text, "action": act(word)})
        assert answer["legal"], (word, answer["violations"])
        assert text_of(answer["state"]) == answer["text"] == written(answer["state"])
        text = answer["text"]
    over = answer["state"]["phase"] == "deal_over"
    assert over == (acts == REGULAR_P)
    if over:
        dealt = post("/v1/deals", {"state": text, "seed": "next"})["state"]
        assert text_of(dealt) == written(dealt) != text


def test_reckonings_that_a_line_leaves_open_are_completed_in_this_deal_and_in_earlier_ones():
    """In deal P each player reckons all they may: elder a point and a sequence, younger two sets."""
    played = LawGame.deal_p().play_p()
    for state in (played.state, LawGame.deal_p(after=played).state):
        text = text_of(state)
        left_open, count = re.subn(r"_([AB])r[^_~]+", r"_\1r", text)
        assert count == 3
        for _ in range(2):  # the second time the earlier deal is known
            assert text_of(left_open) == text


def test_a_check_fits_in_an_address():
    response = client().get("/v1/actions/check", query_string={"state": S, "action": "Ap5"})
    answer = response.get_json()
    assert answer["legal"] and answer["text"] == S + "_Ap5"
    assert post("/v1/actions/check", {"state": S, "action": "Ap5"}) == answer
    assert response.headers["Cache-Control"] == "private, max-age=300"
    tag = {"If-None-Match": response.headers["ETag"]}
    again = client().get("/v1/actions/check", query_string={"state": S, "action": "Ap5"}, headers=tag)
    assert again.status_code == 304 and not again.data


def test_text_is_taken_wherever_a_state_or_an_action_is():
    deal = f"{S}_Ap5_Be_Av49_Bg_ArpHAKQJ8_As4_Bg_Ar_At3-J_Bn"
    judged = post("/v1/actions/check-many", {"state": S, "actions": deal.removeprefix(S + "_").split("_")})
    assert [each["legal"] for each in judged["items"]] == [True] * 10
    assert judged["items"][-1]["state"]["score"] == {"A": 9, "B": 0}
    items = [{"state": S, "action": "Ap5"}, {"state": S, "action": "Ap6"}]
    assert [each["legal"] for each in post("/v1/actions/check-many", {"items": items})["items"]] == [True, False]
    assert post("/v1/actions/options", {"state": deal})["to_act"] == "A"
    assert post("/v1/states/view", {"state": deal, "seat": "B"})["view"]["seat"] == "B"
    assert post("/v1/play/analyse", {"state": deal})["points"]["elder"] == 28 - 9
    started = post("/v1/deals", {"state": "1~portland~A", "seed": "x"})["state"]
    assert started["partie"]["dealer"] == "A" and started["ruleset"] == "portland@1"


@pytest.mark.rule("R5.2")
def test_an_illegal_action_is_told_as_if_it_were_json():
    answer = post("/v1/actions/check", {"state": S + "_Ap5", "action": "Bn"})
    assert [each["code"] for each in answer["violations"]] == ["reply.not_longer"]
    assert answer["violations"][0]["pointer"] == "/action/reply"
    twice = post("/v1/actions/check", {"state": S.partition("_Ax")[0], "action": "AxSKK"})
    assert [each["code"] for each in twice["violations"]] == ["cards.twice"]


@pytest.mark.rule("R8.3")
def test_a_deal_after_the_last_is_told_with_its_number():
    # Each second deal is the mirror of the one before: equal totals after six deals, and after one more each.
    drawn = long_line(9).replace("parlett@1", "parlett@1.tie-one_each_then_drawn")
    answer = post("/v1/states/validate", {"state": drawn})
    (found,) = answer["violations"]
    assert (found["code"], found["params"]["deal"]) == ("state.partie_over", 9)
    assert post("/v1/states/validate", {"state": drawn.rpartition("~")[0]})["valid"]


DEAL = S.split("~")[3]
FIRST = long_line(1) + "~"  # a deal that is over; the next has the same elder as S
WRONG_LINES = [
    # A line, what is wrong, and the numbers of the deal and of the action in it.
    (S.replace("SAKJ", "SAKT"), "deal.card_twice", {"deal": 1}),
    (S.replace("AxSKD98C87", "AxSQ"), "cards.not_held", {"deal": 1, "action": 1}),
    (S.replace("AxSKD98C87", "AxSKK"), "cards.twice", {"deal": 1, "action": 1}),
    (f"{S}_Bp5", "turn.other_seat", {"deal": 1, "action": 3}),
    (f"{S}~{DEAL}", "state.deal_not_over", {"deal": 1}),
    (FIRST + DEAL.replace("SAKJ", "SAKT"), "deal.card_twice", {"deal": 2}),
    (FIRST + DEAL.replace("AxSKD98C87", "AxSQ"), "cards.not_held", {"deal": 2, "action": 1}),
    (f"{FIRST}{DEAL}_Bp5", "turn.other_seat", {"deal": 2, "action": 3}),
    (f"{FIRST}{DEAL}~{DEAL}", "state.deal_not_over", {"deal": 2}),
    (f"{FIRST}{DEAL.replace('SAKJ', 'SAKT')}~{DEAL}", "deal.card_twice", {"deal": 2}),
    # A deal that is marked as irregular, of which nothing is; and under a ruleset without a law.
    (f"1~portland@1~B~@_{DEAL}", "irregular.regular", {"deal": 1}),
    (f"{FIRST}@_{DEAL}", "irregular.regular", {"deal": 2}),
    (f"{FIRST}@B_{DEAL}", "irregular.regular", {"deal": 2}),
    (f"1~portland@1.law-none~B~@_{DEAL}", "law.none", {"deal": 1}),
    (f"{FIRST.replace('parlett@1', 'parlett@1.law-none')}@A_{DEAL}", "law.none", {"deal": 2}),
]


@pytest.mark.parametrize(("text", "code", "where"), WRONG_LINES)
def test_a_line_that_contradicts_itself_is_told_with_deal_and_action(text, code, where):
    answer = post("/v1/states/validate", {"state": text})
    assert not answer["valid"]
    first = answer["violations"][0]
    assert (first["code"], first["pointer"]) == (code, "/state")
    assert {name: first["params"][name] for name in ("deal", "action") if name in first["params"]} == where


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"state": "1~portland", "action": "Ap5"}, 409, "malformed_notation", "/state"),
        ({"state": "1~whist~B", "action": "Ap5"}, 404, "unknown_ruleset", "/state"),
        ({"state": "1~portland.target-7~B", "action": "Ap5"}, 409, "invalid_ruleset", "/state"),
        ({"state": "2~portland~B", "action": "Ap5"}, 409, "malformed_notation", "/state"),
        ({"state": S, "action": "Azz"}, 409, "malformed_notation", "/action"),
        ({"state": S, "action": "Ap5 5"}, 409, "malformed_notation", "/action"),
        ({"state": S, "action": "AxSKKKKKKKKKK"}, 409, "malformed_notation", "/action"),
        ({"state": S, "action": "A" * 1001}, 422, "invalid_request", "/action"),
        ({"action": "Ap5"}, 422, "invalid_request", "/state"),
    ],
)
def test_text_that_makes_no_sense_is_a_problem(body, status, code, pointer):
    posted = client().post("/v1/actions/check", json=body)
    assert (posted.status_code, posted.get_json()["code"]) == (status, code)
    assert posted.get_json()["errors"][0]["pointer"] == pointer
    asked = client().get("/v1/actions/check", query_string=body)
    assert asked.status_code in (409, status) and asked.get_json()["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"state": S, "actions": ["Ap5", "Azz"]}, {"/actions/1"}),
        ({"state": "1~portland", "actions": ["Ap5", "Azz"]}, {"/state", "/actions/1"}),
        (
            {"items": [{"state": S, "action": "Azz"}, {"state": "1~portland", "action": "Ap5"}]},
            {"/items/0/action", "/items/1/state"},
        ),
    ],
)
def test_all_text_of_a_request_that_makes_no_sense_is_told_with_its_place(body, pointers):
    answer = client().post("/v1/actions/check-many", json=body)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "malformed_notation")
    assert {fault["pointer"] for fault in answer.get_json()["errors"]} == pointers


@pytest.mark.parametrize("within", [True, False])
def test_a_line_and_a_list_of_actions_are_as_long_as_the_reference_says(within):
    """A line has up to 131,072 characters, and check-many takes up to 100 actions or items."""
    beyond = 0 if within else 1
    asked = [
        ("validate", "states", {"state": "1~".ljust(131_072 + beyond, "x")}, 409, "/state"),
        ("check-many", "actions", {"state": S, "actions": ["Ap5"] * (100 + beyond)}, 200, "/actions"),
        ("check-many", "actions", {"items": [{"state": S, "action": "A"}] * (100 + beyond)}, 409, "/items"),
    ]
    for path, part, body, status, pointer in asked:
        answer = client().post(f"/v1/{part}/{path}", json=body)
        assert answer.status_code == (status if within else 422)
        if not within:
            assert [fault["pointer"] for fault in answer.get_json()["errors"]][:1] == [pointer]


def test_no_line_makes_the_service_fail():
    rng = random.Random("lines of any kind")
    for _ in range(300):
        at = rng.randrange(len(S))
        text = S[:at] + rng.choice(["", "_", "~", "A", "SK", "é", "\x00", "%"]) + S[at + rng.randrange(4) :]
        response = client().get("/v1/actions/check", query_string={"state": text, "action": rng.choice(["Ap5", text])})
        assert response.status_code in (200, 404, 409, 422)
