"""A token tells nothing of the cards that its holder may not know, nor does anything that is answered to it."""

from __future__ import annotations

import base64
import json
import random

import pytest

from service.api.game_states.tokens import Charter, Tokens
from tests.api.test_tokens import CLIENT, HASHES, SECRETS, held, told
from tests.helpers.http import post
from tests.helpers.random_cases import seeds
from tests.properties import test_view as views
from tests.properties.random_play import Json, check, pack_of, reachable_states, some_options

RULESETS = [*views.RULESETS, {"name": "portland", "overrides": {"carte_blanche_protocol": "discard_first"}}, "hoyle"]


def concealed(state: Json) -> Json:
    """A plain state as the token that it would have, had it been dealt concealed."""
    line = post("/v1/states/validate", {"state": state})["text"]
    seats = bytes.fromhex(HASHES["A"]), bytes.fromhex(HASHES["B"])
    return {"token": Tokens(SECRETS).write(line, Charter(seats, b"s" * 32))}


def raw(state: Json) -> bytes:
    return base64.urlsafe_b64decode(state["token"].split(".")[2])


def differs_from_end_to_end(one: bytes, other: bytes) -> bool:
    """Whether two texts of one length share no eight bytes anywhere."""
    pieces = {one[at : at + 8] for at in range(len(one) - 7)}
    return len(one) == len(other) and not any(other[at : at + 8] in pieces for at in range(len(other) - 7))


def proposals(state: Json, seat: str, rng: random.Random) -> list[Json]:
    """What a seat may do, and much that it may not: whatever is legal elsewhere, or never."""
    card = rng.choice(pack_of(state["ruleset"]))
    length = rng.randrange(1, 8)
    held_cards = rng.sample(state["hands"][seat], min(len(state["hands"][seat]), rng.randrange(1, 6)))
    found: list[Json] = [
        {"type": "play", "card": card},
        {"type": "exchange", "cards": [card]},
        {"type": "commit_discard", "cards": held_cards},
        {"type": "claim_carte_blanche"},
        {"type": "look_at_left", "look": False},
        {"type": "name_suit", "suit": rng.choice("SHDC")},
        {"type": "reply", "reply": "not_good", "length": length, "value": rng.randrange(20, 60)},
        {"type": "reply", "reply": "not_good", "top": rng.choice("AKQJT98")},
        {"type": "call", "category": rng.choice(["point", "sequence"]), "length": length},
        {"type": "call", "category": "set", "count": rng.choice([3, 4]), "rank": rng.choice("AKQJT")},
        {"type": "reply", "reply": rng.choice(["good", "not_good", "equal"])},
        {"type": "state_tie_break", "value": rng.randrange(20, 60)},
        {"type": "state_tie_break", "top": rng.choice("AKQJT98")},
        {"type": "decline"},
        {"type": "pass", "category": rng.choice(["point", "sequence", "set"])},
        {"type": "reckon", "holdings": [{"category": rng.choice(["point", "sequence", "set"]), "cards": held_cards}]},
        {"type": "reckon", "holdings": []},
        {"type": "reckon"},
        {"type": "concede"},
    ]
    own = [one for one in some_options(state, rng) if one["seat"] == seat]
    return [{"seat": seat, **one} for one in rng.sample(found, 6)] + rng.sample(own, min(3, len(own)))


def test_a_token_and_all_that_is_answered_to_it_are_the_same_whatever_the_other_holds():
    """Hidden cards are exchanged for one another, so that the deal could have gone as it went (as views.permuted does).

    What an action itself brings to light, as a draw does, is not hidden: it is kept as it was."""
    compared: dict[str, int] = {}

    def enough() -> bool:
        return sum(compared.values()) > 35 and len(compared) > 8

    for number, (_, rng) in enumerate(seeds("tokens", len(RULESETS), until=enough)):
        ruleset = RULESETS[number % len(RULESETS)]
        for state in reachable_states(ruleset, rng, 0.025):
            for seat in "AB":
                for action in [None, *proposals(state, seat, rng)]:
                    after = check(state, action).get("state", state) if action else state
                    hidden = sorted(set(pack_of(ruleset)) - views.known(after, seat))
                    if len(hidden) < 2 or not (instead := views.permuted(state, seat, views.some_names(hidden, rng))):
                        continue
                    if instead["dealt"] == state["dealt"] or instead["events"] != state["events"]:
                        continue
                    tokens = concealed(state), concealed(instead)
                    assert differs_from_end_to_end(*map(raw, tokens))
                    judged = [ask(token, seat, action) for token in tokens]
                    automatic = "automatic" in json.dumps(ruleset) and len(after["events"]) > len(state["events"])
                    if automatic and judged[0] != judged[1]:
                        continue  # what the other holds is called by the service at once, as that ruleset wants
                    assert judged[0] == judged[1], (seat, action, state, instead)
                    kind = action["type"] if action else "no action"
                    compared[kind] = compared.get(kind, 0) + 1
    print(compared)
    assert enough()


def ask(token: Json, seat: str, action: Json | None) -> list[tuple[int, Json]]:
    """All that a seat can ask about a token: what each answer tells, and how long it is."""
    state = held(token, seat)
    answers = [CLIENT.post("/v1/actions/check", json={"state": state, "action": action})] if action else [
        CLIENT.post("/v1/actions/options", json={"state": state, "expand": True, "limit": 1000}),
        CLIENT.post("/v1/states/view", json={"state": state, "seat": seat}),
        CLIENT.post("/v1/states/validate", json={"state": state}),
        CLIENT.post("/v1/play/analyse", json={"state": state}),
        CLIENT.post("/v1/hands/evaluate", json={"state": state, "seat": seat}),
        CLIENT.post("/v1/exchanges/analyse", json={"state": state, "seat": seat, "mode": "plain", "at_most": 2}),
        CLIENT.post("/v1/deals", json={"state": state, "seed": "x"}),
        CLIENT.post("/v1/deals/concealed", json={"state": state}),
    ]  # fmt: skip
    return [
        (answer.status_code, len(answer.json.get("concealed", {}).get("token", "")), told(answer.json))
        for answer in answers
    ]


@pytest.mark.rule("R6.5")
def test_whether_elder_may_concede_is_not_answered_while_it_hangs_on_what_younger_holds() -> None:
    ruleset = {"name": "portland", "overrides": {"concession": "any_deal"}}
    outcomes: dict[str, int] = {}
    both = {"legal", "concede.still_to_reckon"}  # what the answer would have told
    for _, rng in seeds("concede", 15, until=lambda: outcomes.keys() >= both):
        for state in reachable_states(ruleset, rng, 1):
            elder = "A" if state["partie"]["dealer"] == "B" else "B"
            action = {"seat": elder, "type": "concede"}
            reckoned = any(event["kind"] == "reckoned" for event in state["events"])
            led = [trick["winner"] for trick in state["tricks"]] == [None]
            if reckoned and led:
                break  # what younger holds has been told
            if state["phase"] != "play" or not led or reckoned:
                continue
            plain = check(state, action)
            outcome = "legal" if plain["legal"] else plain["violations"][0]["code"]
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            body = {"state": held(concealed(state), elder), "action": action}
            answer = CLIENT.post("/v1/actions/check", json=body)
            assert (answer.status_code, answer.json["code"]) == (409, "concealed")
            assert answer.json["errors"][0]["pointer"] == "/action"
    print(outcomes)
    assert outcomes.keys() >= both


def test_a_true_reply_of_equal_shows_what_elder_holds_and_another_reply_does_not() -> None:
    """What docs/reference/deals.md says of older tokens: younger may look, go back, and reply otherwise."""
    found: list[Json] = []
    for _, rng in seeds("equal", 25, until=lambda: found != []):
        for state in reachable_states("portland", rng, 1):
            if state["phase"] == "play":
                break
            last = state["calls"][-1] if state["calls"] else {}
            if state["phase"] != "reply" or last["status"] != "stated" or last["category"] == "set":
                continue
            younger = state["partie"]["dealer"]
            token, shown = held(concealed(state), younger), {}
            view = CLIENT.post("/v1/states/view", json={"state": token, "seat": younger}).json["view"]
            for reply in ("equal", "good"):
                action = {"seat": younger, "type": "reply", "reply": reply}
                answer = CLIENT.post("/v1/actions/check", json={"state": token, "action": action}).json
                shown[reply] = answer["view"]["other"]["shown"] if answer["legal"] else None
            assert shown["good"] == view["other"]["shown"]
            if shown["equal"] is not None:
                if set(shown["equal"]) > set(shown["good"]):
                    found.append(shown)
                assert set(shown["equal"]) <= set(state["hands"]["B" if younger == "A" else "A"])
    assert found
