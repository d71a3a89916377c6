"""Concealed states: whoever carries one plays as if it were plain, and learns nothing that his seat may not know."""

import base64
import functools
import hashlib
import hmac
import json
import random
import re
import string
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from service.api.game_states.codec import StateCodec
from service.api.game_states.tokens import Charter, Tokens, hash_of
from service.api.game_states.verification import Verified
from service.api.schemas.state import KeyHashes
from service.app import create_app
from service.piquet import engine
from service.piquet.rulesets.published import ruleset
from service.settings.service import Settings
from tests.contract.validation import contract, operations
from tests.properties import random_play as play

Json = play.Json
SECRETS = {"one": b"1" * 32}
KEYS = {"A": "the key that only A has, and nobody else", "B": "the key that only B has, which is another"}
HASHES = {seat: hashlib.sha256(key.encode()).hexdigest() for seat, key in KEYS.items()}


def service(seal_keys=SECRETS, memory=1 << 20):
    """A service with these settings, one for all tests."""
    return _service(tuple(seal_keys.items()), memory)


@functools.cache
def _service(seal_keys, memory):
    return create_app(Settings(seal_keys=dict(seal_keys), state_memory_bytes=memory)).test_client()


CLIENT = service()


def post(path: str, body: Json, client=CLIENT) -> Json:
    response = client.post(path, json=body)
    assert response.status_code == 200, (response.get_data(as_text=True), body)
    return response.json


def refused(path: str, body: Json, client=CLIENT) -> tuple[str, list[str]]:
    """The code of the problem that a body is answered with, and what it points to."""
    response = client.post(path, json=body)
    assert response.status_code == 409, response.get_data(as_text=True)
    return response.json["code"], [fault["pointer"] for fault in response.json["errors"]]


def held(state: Json, *seats: str) -> Json:
    """A concealed state as somebody sends it who has the keys of these seats."""
    return {"token": state["token"], "keys": {seat: KEYS[seat] for seat in seats}}


def begun(client=CLIENT, **more: Json) -> Json:
    body = {"ruleset": "portland", "dealer": "B", "key_hashes": HASHES, "seed": "together"} | more
    return post("/v1/deals/concealed", body, client)["concealed"]


def opened(state: Json, client=CLIENT) -> str:
    """The whole position in one line, for who has both keys."""
    return post("/v1/states/validate", {"state": held(state, "A", "B")}, client)["text"]


def told(answer: Json) -> Json:
    """An answer without the state in it, plain or concealed."""
    return {name: value for name, value in answer.items() if name not in ("state", "concealed")}


# -- playing


def options(state: Json, seat: str, client=CLIENT) -> Json:
    return post("/v1/actions/options", {"state": held(state, seat), "expand": True, "limit": 1000}, client)


@pytest.mark.parametrize("memory", [1 << 20, 0])
def test_a_partie_of_two_deals_goes_as_it_does_in_plain_states(memory):
    client, rng, number = service(memory=memory), random.Random(f"partie {memory}"), 1
    state = begun(client)
    line = opened(state, client)
    for deal in (1, 2):
        while seat := options(state, "A", client)["to_act"]:
            for other in "AB":
                shown = options(state, other, client)
                view = play.post("/v1/states/view", {"state": line, "seat": other})["view"]
                assert (shown["to_act"], shown["phase"], shown["options"]) == (seat, view["phase"], view["options"])
                assert {one["seat"] for one in shown["actions"]} <= {other}
            action = rng.choice(options(state, seat, client)["actions"])
            answer = post("/v1/actions/check", {"state": held(state, seat), "action": action}, client)
            plain = play.check(line, action)
            line, number = plain.pop("text"), number + 1
            view = play.post("/v1/states/view", {"state": line, "seat": seat})["view"]
            assert told(answer) == {**told(plain), "view": view}
            state = answer["concealed"]
            assert opened(state, client) == line
            assert state["position"]["number"] == number
        assert options(state, "B", client)["phase"] == "deal_over"
        if deal == 1:
            agreed = post("/v1/deals/concealed", {"state": held(state, "A")}, client)["concealed"]
            answer = post("/v1/deals/concealed", {"state": held(agreed, "B")}, client)
            state, number = answer["concealed"], number + 1
            line = opened(state, client)
            assert answer["view"] == play.post("/v1/states/view", {"state": line, "seat": "B"})["view"]
    assert number > 60


def test_a_token_is_as_long_as_its_ruleset_and_the_number_of_its_deals_say():
    # docs/adr/0009: a digest for each key, the secret, whose agreement; 512 bytes for each deal; a tag of the cipher.
    tokens, charter = Tokens({"k": b"k" * 32}), Charter((b"a" * 32, b"b" * 32), b"c" * 32)

    def size(line: str) -> int:
        return len(base64.urlsafe_b64decode(tokens.write(line, charter).rpartition(".")[2]))

    begun = "1~portland@1~B"
    assert size(begun) == 16 + 3 * 32 + 1 + len(begun)
    assert [size(begun + deals) - size(begun) for deals in ("~x", "~" + "x" * 400, "~x~y", "~x~y~z")] == [
        512,
        512,
        1024,
        1536,
    ]
    # What separates the hands and the talon counts as actions do; with 64 of them a deal takes twice the room.
    rooms = [size(f"{begun}~x{'_' * many}") - size(begun) for many in (63, 64, 127, 128)]
    assert rooms == [512, 1024, 1024, 1536]
    assert size(f"{begun}~x{'_' * 64}~y") - size(begun) == 1536
    assert tokens.read(tokens.write(begun, charter)) == (begun, charter, 0)


def hkdf(secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 with SHA-256 and without a salt."""
    key, block, drawn = hmac.digest(bytes(32), secret, "sha256"), b"", b""
    for number in range(1, length // 32 + 1):
        block = hmac.digest(key, block + info + bytes([number]), "sha256")
        drawn += block
    return drawn


def test_tokens_and_decks_are_drawn_from_a_secret_as_they_always_were():
    # docs/adr/0009: what an earlier release has made is read, and the same question has the same cards.
    secret, seats = b"k" * 32, (b"a" * 32, b"b" * 32)
    drawn = hkdf(secret, b"piquet-referee tokens 1", 96)
    tokens = Tokens({"k": secret})
    charter = tokens.charter(seats, "1~portland@1~B", "seed")
    assert charter is not None and charter.seats == seats
    assert charter.secret == hmac.digest(drawn[64:], b"".join(seats) + b"1~portland@1~B\nseed", "sha256")
    assert charter.deck_seed(2) == hmac.digest(charter.secret, b"".join(seats) + b" deal 2", "sha256").hex()
    form, name, text = tokens.write("1~portland@1~B~x", charter, 2).split(".")
    cipher = base64.urlsafe_b64decode(text)
    plain = AESSIV(drawn[:64]).decrypt(cipher, [b"e1", b"k"])
    assert (form, name) == ("e1", "k")
    assert hash_of(f"e1.k.{text}") == base64.urlsafe_b64encode(cipher[:16]).rstrip(b"=").decode()
    assert plain == b"".join(seats) + charter.secret + b"2" + b"1~portland@1~B~x".ljust(14 + 512)


def test_before_the_first_deal_of_a_concealed_partie_no_seat_has_agreed_to_it():
    codec = StateCodec(0, tokens=Tokens(SECRETS))
    partie = codec.conceal(Verified.begun(ruleset("portland"), "portland@1", 1), KeyHashes(**HASHES), None)
    assert partie.viewer is not None
    assert (partie.viewer.agreed, partie.viewer.awaiting()) == (0, None)


def test_who_has_both_keys_has_the_plain_state():
    state = begun()
    both = held(state, "A", "B")
    line = opened(state)
    whole = play.post("/v1/states/validate", {"state": line})["state"]
    first = play.post("/v1/actions/options", {"state": line, "expand": True, "limit": 1})["actions"][0]
    answer = post("/v1/actions/check", {"state": both, "action": first})
    assert {**answer["state"], "seal": ""} == {**play.check(whole, first)["state"], "seal": ""}
    assert "view" not in answer
    assert state["position"]["number"] == 1  # one deal, and no action
    assert post("/v1/states/view", {"state": both, "seat": "B"})["view"]["hand"] == whole["hands"]["B"]


def test_several_actions_of_one_seat_are_judged_together():
    state = begun()
    cards = options(state, "A")["options"][0]["cards"]
    exchange = {"seat": "A", "type": "exchange", "cards": cards[:1]}
    one = post("/v1/actions/check", {"state": held(state, "A"), "action": exchange})
    items = post("/v1/actions/check-many", {"items": [{"state": held(state, "A"), "action": exchange}]})["items"]
    assert items == [one]
    body = {"state": held(state, "A"), "actions": [exchange, exchange]}
    first, second = post("/v1/actions/check-many", body)["items"]
    assert first == one
    assert not second["legal"] and not {"state", "concealed", "view"} & second.keys()
    theirs = {"seat": "B", "type": "exchange", "cards": []}
    body = {"state": held(state, "A"), "actions": [exchange, theirs]}
    assert refused("/v1/actions/check-many", body) == ("concealed", ["/actions/1/seat"])


# -- what is refused


#: Every operation that takes a state, and what it takes beside it.
ASKED: dict[str, Json] = {
    "check_action": {"action": {"seat": "A", "type": "concede"}},
    "list_options": {},
    "validate_state": {},
    "view_state": {"seat": "A"},
    "picture_state": {},
    "analyse_play": {},
    "evaluate_hands": {"seat": "A"},
    "analyse_exchange": {"seat": "A", "mode": "plain", "limit": 1},
    "advise": {"limit": 1},
    "deal": {"seed": "x"},
    "deal_concealed": {},
    "list_rulings": {},
    "check_many_actions": {"actions": [{"seat": "A", "type": "concede"}]},
    "convert_record": {},
}
PATHS = {name: operations()[name][1] for name in ASKED}


def test_every_operation_that_takes_a_state_is_asked_here():
    schemas = contract()["components"]["schemas"]

    def takes_a_state(schema: Json) -> bool:
        names = re.findall(r"#/components/schemas/(\w+)", json.dumps(schema))
        return bool({"GivenState", "HeldState"} & set(names)) or any(
            takes_a_state(schemas[name]) for name in set(names) - {"Action", "Event"}
        )

    bodies = {name: shown["requestBody"] for name, (_, _, shown) in operations().items() if "requestBody" in shown}
    forms = {name: body["content"]["application/json"]["schema"] for name, body in bodies.items()}
    assert {name for name, schema in forms.items() if takes_a_state(schema)} == ASKED.keys()


@pytest.mark.parametrize("operation", ASKED)
@pytest.mark.parametrize("memory", [1 << 20, 0])
def test_nothing_else_is_taken_for_a_token_of_the_service(operation: str, memory: int):
    client, rng = service(memory=memory), random.Random(f"damaged {operation}")
    whole = begun(client)["token"]
    others = {
        "another secret": begun(service({"one": b"2" * 32}))["token"],
        "a secret that is gone": begun(service({"two": b"1" * 32}))["token"],
        "another name for the same secret": whole.replace("e1.one.", "e1.two."),
        "another case": whole.replace("e1.one.", "e1.ONE."),
        "nothing": "e1.one.",
        "a hash alone": whole[: len("e1.one.") + 22],
        "no base64": whole[:-4] + "!!!!",
        "not ASCII": whole[:-1] + "é",
        "longer": whole + "AAAA",
        "without its end": whole.rstrip("=")[:-1],
        "with a line break": whole[:40] + "\n" + whole[40:],
        "of two tokens": whole[:600] + begun(client, seed="another")["token"][600:],
    }
    for number in range(10):
        at = rng.randrange(len("e1.one."), len(whole))
        letter = rng.choice([one for one in string.ascii_letters + string.digits + "-_=" if one != whole[at]])
        others[f"letter {number}"] = whole[:at] + letter + whole[at + 1 :]
    for why, token in others.items():
        body = {"state": {"token": token, "keys": {"A": KEYS["A"]}}, **ASKED[operation]}
        assert refused(PATHS[operation], body, client) == ("invalid_token", ["/state/token"]), why


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (lambda token: token[:-1], "is cut off or damaged: send it whole"),
        (lambda token: token[:400], "is cut off or damaged: send it whole"),
        (lambda token: token[:7], "is cut off or damaged: send it whole"),
        (lambda token: token[:5], "is cut off or damaged: send it whole"),
        (lambda token: token[:-8], "was cut off or changed on the way"),
        (lambda token: token[:-4] + "!!!!", "is cut off or damaged: send it whole"),
        (
            lambda token: token[:500] + "AAAA" + token[504:],
            "was cut off or changed on the way, or made with another key of the id",
        ),
        (lambda token: token.replace("e1.one.", "e1.gone."), "was made with the key 'gone', which is not configured"),
    ],
)
def test_a_token_that_cannot_be_opened_is_answered_with_the_reason(sent: Callable[[str], str], why: str):
    body = {"state": {"token": sent(begun()["token"]), "keys": {"A": KEYS["A"]}}, "seat": "A"}
    problem = CLIENT.post("/v1/states/view", json=body).json
    assert problem["code"] == "invalid_token" and why in problem["errors"][0]["message"]


@pytest.mark.parametrize("operation", ASKED)
def test_a_token_alone_opens_nothing(operation: str):
    token = begun()["token"]
    for keys, pointer in (
        ({"A": KEYS["B"]}, "/state/keys/A"),
        ({"A": KEYS["A"] + " "}, "/state/keys/A"),
        ({"A": HASHES["A"]}, "/state/keys/A"),
        ({"A": KEYS["A"], "B": "x" * 32}, "/state/keys/B"),
    ):
        body = {"state": {"token": token, "keys": keys}, **ASKED[operation]}
        assert refused(PATHS[operation], body) == ("wrong_seat_key", [pointer])
    for more in ({}, {"keys": {}}, {"keys": {"C": KEYS["A"]}}, {"keys": KEYS["A"]}, {"keys": {"A": "short"}}):
        answer = CLIENT.post(PATHS[operation], json={"state": {"token": token, **more}, **ASKED[operation]})
        assert (answer.status_code, answer.json["code"]) == (422, "invalid_request")


@pytest.mark.parametrize("operation", ASKED)
def test_a_token_of_another_position_than_the_caller_remembers_is_refused(operation: str):
    older = begun()
    exchange = options(older, "A")["actions"][0]
    newer = post("/v1/actions/check", {"state": held(older, "A"), "action": exchange})["concealed"]
    assert newer["position"]["number"] == older["position"]["number"] + 1
    assert newer["position"]["hash"] != older["position"]["hash"]
    body = {"state": {**held(newer, "A"), "position": newer["position"]}, **ASKED[operation]}
    assert (CLIENT.post(PATHS[operation], json=body).json or {}).get("code") != "stale_token"
    for position in (newer["position"], {**older["position"], "number": 2}, {**newer["position"], "number": 1}):
        body = {"state": {**held(older, "A"), "position": position}, **ASKED[operation]}
        assert refused(PATHS[operation], body) == ("stale_token", ["/state/position"])


def test_a_seat_neither_sees_nor_acts_for_the_other():
    state = held(begun(), "A")
    assert refused("/v1/states/view", {"state": state, "seat": "B"}) == ("concealed", ["/seat"])
    for path in ("/v1/hands/evaluate", "/v1/exchanges/analyse"):
        assert refused(path, {"state": state, "seat": "B"}) == ("concealed", ["/seat"])
        of_view = {"view": post("/v1/states/view", {"state": state, "seat": "A"})["view"]}
        assert post(path, {"state": state, "seat": "A"}) == post(path, of_view)
    theirs = {"seat": "B", "type": "exchange", "cards": []}
    for action in (
        theirs,
        "B call 5",
        "B reckon trio",
        "B reckon tierce",
        *(f"B reckon set {rank}" for rank in "TJQKA"),
    ):
        assert refused("/v1/actions/check", {"state": state, "action": action}) == ("concealed", ["/action/seat"])
    assert refused("/v1/play/analyse", {"state": state}) == ("concealed", ["/state"])
    assert refused("/v1/deals", {"state": state, "seed": "x"}) == ("concealed", ["/state"])


def test_an_earlier_token_gives_the_same_answer_again():
    """What a service that stores nothing cannot prevent; that is what the position is for."""
    state = held(begun(), "A")
    body = {"state": state, "action": options(begun(), "A")["actions"][0]}
    assert post("/v1/actions/check", body) == post("/v1/actions/check", body)


# -- the cards


def dealt(state: Json, client=CLIENT) -> str:
    """The cards of the last deal in one line, by both keys."""
    return "_".join(opened(state, client).split("~")[-1].split("_")[:3])


def played_out(state: Json, choose=lambda actions, seat: actions[0]) -> Json:
    """A deal at its end: each action is chosen from those that are possible, and is the first of them by default."""
    while seat := options(state, "A")["to_act"]:
        action = choose(options(state, seat)["actions"], seat)
        state = post("/v1/actions/check", {"state": held(state, seat), "action": action})["concealed"]
    return state


def test_the_cards_of_a_seed_are_the_same_for_who_asks_the_same_and_no_others():
    assert begun() == begun() == begun(service(memory=0))
    # With a key of his own for the other seat, or at the other seat, a player does not see the cards of the real deal.
    own = hashlib.sha256(b"another key of B, for a seat that is not his").hexdigest()
    hashes = {"A": own, "B": HASHES["B"]}, {"A": HASHES["B"], "B": HASHES["A"]}
    changes: list[Json] = [{}, {"seed": "Together"}, {"dealer": "A"}, {"ruleset": "hoyle"}]
    changes += [{"key_hashes": one} for one in hashes]
    hands = set()
    for more in changes:
        seat = "A" if more.get("key_hashes") == hashes[1] else "B"
        state = {"token": begun(**more)["token"], "keys": {seat: KEYS["B"]}}
        hands.add(str(post("/v1/states/view", {"state": state, "seat": seat})["view"]["hand"]))
    assert len(hands) == len(changes)


def test_without_a_seed_no_two_deals_are_the_same():
    body = {"ruleset": "portland", "dealer": "B", "key_hashes": HASHES}
    assert len({dealt(post("/v1/deals/concealed", body)["concealed"]) for _ in range(20)}) == 20


def test_who_knows_the_seed_does_not_know_the_cards():
    plain = play.post("/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": "together"})["state"]
    assert dealt(begun()) != play.post("/v1/states/validate", {"state": plain})["text"].split("~")[-1]
    other = service({"one": b"2" * 32})
    assert dealt(begun()) != dealt(begun(other), other)


def next_deal(state: Json, *seats: str, client=CLIENT) -> Json:
    """The answer to a request for the next deal, with the keys of these seats."""
    return post("/v1/deals/concealed", {"state": held(state, *seats)}, client)


def conceded(state: Json) -> Json:
    """The deal as younger, B, ends it alone: conceding at the first of their turns at which that is allowed (R6.5)."""
    while True:
        possible = options(state, "B")
        concede = [one for one in possible["actions"] if one["type"] == "concede"]
        seat = possible["to_act"]
        assert seat, "the deal was over before younger could concede"
        action = concede[0] if seat == "B" and concede else options(state, seat)["actions"][0]
        state = post("/v1/actions/check", {"state": held(state, seat), "action": action})["concealed"]
        if action["type"] == "concede":
            return state


def test_the_next_deck_depends_on_nothing_that_was_played():
    """Who could vary it alone, by the order of reckonings for example, would try until they liked their hand."""
    rng, begin = random.Random("histories"), begun()
    ends = [played_out(begin, choose=lambda actions, seat: rng.choice(actions)) for _ in range(8)]
    assert len({opened(state) for state in ends}) == 8
    assert len({dealt(next_deal(state, "A", "B")["concealed"]) for state in ends}) == 1


def test_each_deal_of_a_partie_has_a_deck_of_its_own():
    state, seen = begun(), set()
    for _ in range(3):
        seen.add(dealt(state))
        state = next_deal(played_out(state), "A", "B")["concealed"]
    assert len(seen) == 3


def test_the_next_deal_needs_the_key_of_each_seat_in_either_order():
    over = played_out(begun())
    for first, second in ("AB", "BA"):
        waiting = next_deal(over, first)
        assert (waiting["awaiting"], waiting["events"], waiting["view"]["phase"]) == (second, [], "deal_over")
        before = post("/v1/states/view", {"state": held(over, first), "seat": first})["view"]
        agreed = waiting["concealed"]
        assert waiting["view"] == {**before, "awaiting": second}
        assert waiting["view"] == post("/v1/states/view", {"state": held(agreed, first), "seat": first})["view"]
        assert waiting["concealed"]["position"]["number"] == over["position"]["number"]
        assert waiting["concealed"]["position"]["hash"] != over["position"]["hash"]
        assert next_deal(waiting["concealed"], first) == waiting  # who asks again gets no further
        answer = next_deal(waiting["concealed"], second)
        assert "awaiting" not in answer and answer["view"]["partie"]["deal"] == 2
        assert answer["concealed"] == next_deal(over, "A", "B")["concealed"]


def test_an_agreement_is_not_lost_by_a_service_that_remembers_nothing():
    over, client = played_out(begun()), service(memory=0)
    waiting = next_deal(over, "A", client=client)["concealed"]
    assert next_deal(waiting, "B", client=client)["concealed"] == next_deal(over, "A", "B")["concealed"]


def test_an_agreement_holds_for_one_deal():
    second = next_deal(played_out(begun()), "A", "B")["concealed"]
    assert next_deal(played_out(second), "A")["awaiting"] == "B"


def test_who_concedes_in_a_branch_of_the_game_does_not_see_the_next_hand():
    over = conceded(begun(ruleset={"name": "portland", "overrides": {"concession": "any_deal"}}))
    answer = next_deal(over, "B")
    assert answer["awaiting"] == "A" and answer["view"]["phase"] == "deal_over"
    coming = next_deal(over, "A", "B")["concealed"]
    hand = post("/v1/states/view", {"state": held(coming, "B"), "seat": "B"})["view"]["hand"]
    assert answer["view"]["dealt"] != hand and answer["view"]["hand"] != hand


def test_nobody_chooses_the_cards_of_a_concealed_partie():
    over = held(played_out(begun()), "A")
    first = {"ruleset": "portland", "dealer": "B", "key_hashes": HASHES}
    for more, pointers in (
        ({"deck": play.PACK}, ["/deck"]),
        ({"hands": {"A": [], "B": []}, "talon": []}, ["/hands", "/talon"]),
    ):
        for body in (first, {"state": over}):
            answer = CLIENT.post("/v1/deals/concealed", json=body | more)
            assert (answer.status_code, [one["pointer"] for one in answer.json["errors"]]) == (422, pointers)
    for name, value in {**first, "seed": "x"}.items():
        answer = CLIENT.post("/v1/deals/concealed", json={"state": over, name: value})
        assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, f"/{name}")


def test_both_keys_go_on_in_plain_states_or_concealed():
    over = held(played_out(begun()), "A", "B")
    answer = post("/v1/deals/concealed", {"state": over})
    assert "view" not in answer and answer["concealed"]["position"]["number"] > 30
    plain = post("/v1/deals", {"state": over, "seed": "x"})["state"]
    assert plain["partie"]["deal"] == 2


def test_each_seat_has_a_key_of_its_own():
    same = {"ruleset": "portland", "dealer": "B", "key_hashes": {"A": HASHES["A"], "B": HASHES["A"]}}
    assert refused("/v1/deals/concealed", same) == ("contradictory_request", ["/key_hashes/B"])


# -- keys of the service


def test_a_service_without_keys_conceals_nothing():
    body = {"ruleset": "portland", "dealer": "B", "key_hashes": HASHES}
    assert refused("/v1/deals/concealed", body, service({})) == ("cannot_conceal", ["/key_hashes"])
    assert refused("/v1/states/validate", {"state": held(begun(), "A")}, service({}))[0] == "invalid_token"


def test_a_service_that_requires_seals_takes_its_tokens():
    client = create_app(Settings(seal_keys=SECRETS, require_seal=True, state_memory_bytes=0)).test_client()
    state = begun(client)
    body = {"state": held(state, "A"), "action": options(state, "A", client)["actions"][0]}
    assert post("/v1/actions/check", body, client) == post("/v1/actions/check", body)


def test_a_token_that_another_process_wrote_is_replayed_once(monkeypatch):
    state, client = begun(), create_app(Settings(seal_keys=SECRETS)).test_client()
    replayed, replay = [], engine.replay
    monkeypatch.setattr(engine, "replay", lambda *given: replayed.append(1) or replay(*given))
    for seat in "AB":
        assert options(state, seat, client)["to_act"] == "A"
    assert len(replayed) == 1


def test_keys_are_changed_while_games_go_on():
    state = begun()
    both = service({"two": b"2" * 32, **SECRETS})
    body = {"state": held(state, "A"), "action": options(state, "A")["actions"][0]}
    after, before = post("/v1/actions/check", body, both), post("/v1/actions/check", body)
    assert after["concealed"]["token"].startswith("e1.two.")
    assert told(after) == told(before)
    assert opened(after["concealed"], both) == opened(before["concealed"])
    assert after["concealed"]["position"]["hash"] != before["concealed"]["position"]["hash"]


def test_a_line_that_the_engine_does_not_go_on_with_tells_none_of_its_cards():
    """As after an upgrade that mends a rule: what is wrong is wrong with cards that the holder may not know."""
    seats = bytes.fromhex(HASHES["A"]), bytes.fromhex(HASHES["B"])
    token = Tokens(SECRETS).write(opened(begun()) + "_Bx", Charter(seats, b"s" * 32))  # younger, before elder
    code, _ = refused("/v1/states/validate", {"state": {"token": token, "keys": {"A": KEYS["A"]}}})
    assert code == "invalid_token"
