"""States that are much to play again: in a turn, within bounds, at a price; and what is remembered of them."""

import re
import tracemalloc
from contextlib import contextmanager
from functools import cache
from hashlib import sha256

import msgspec
import pytest

from service.api.game_states import codec
from service.api.game_states.codec import IN_PLACE, StateCodec
from service.api.game_states.tokens import Charter, Tokens
from service.api.game_states.verification import Impossible, Verified
from service.api.operations import operations
from service.api.schemas import actions as action_structs
from service.app import create_app
from service.cache import make_cache
from service.piquet import engine
from service.piquet.partie import DealResult, FinishedDeals
from service.piquet.partie_replay import finished_deals
from service.pool import DeadlineExceeded, Pool, ProcessPool, Slot
from service.settings.service import MiddlewareSettings, Quota, Settings
from tests.api.long_parties import long_line
from tests.helpers.http import post as answer_of
from tests.helpers.law_game import P_13_11_8, LawGame, P

DEALS = 20
WITHOUT_MEMORY = {"state_memory_bytes": 0}
OPERATIONS = {
    "/v1/actions/check": {"action": "A.AS"},
    "/v1/actions/options": {},
    "/v1/states/validate": {},
    "/v1/states/view": {"seat": "A"},
    "/v1/deals": {"seed": "the next"},
}


class Counted(Pool):
    """A pool that counts how often it is acquired."""

    def __init__(self) -> None:
        self.taken = 0

    @contextmanager
    def acquire(self):
        self.taken += 1
        yield Slot()


class Overdue(Pool, Slot):
    """A pool whose slot, itself, computes nothing in time."""

    @contextmanager
    def acquire(self, wait=0.0):
        yield self

    def run(self, compute, decode):
        raise DeadlineExceeded


@cache
def line(deals: int = DEALS, seed: str = "long") -> str:
    return long_line(deals, seed)


@cache
def as_json(deals: int = DEALS, seed: str = "long") -> bytes:
    holds = StateCodec(0).read(raw(line(deals, seed)), "state")
    return msgspec.json.encode(holds.written())


def raw(state) -> msgspec.Raw:
    return msgspec.Raw(state if isinstance(state, bytes) else msgspec.json.encode(state))


def service(pool=None, **settings):
    settings = Settings(**settings)
    codec = StateCodec(settings.state_memory_bytes, pool=pool)
    return create_app(settings, operations(codec, make_cache(settings), pool or Pool())).test_client()


def post(client, path, **body):
    return client.post(path, json=body)


# ---------------------------------------------------------------- turns


@pytest.mark.parametrize("path", OPERATIONS)
@pytest.mark.parametrize("form", ["line", "json"])
def test_a_state_of_many_deals_takes_a_turn_and_one_of_a_whole_partie_none(path, form):
    for deals, turns_taken in ((8, 0), (DEALS, 1)):
        pool = Counted()
        state = line(deals) if form == "line" else msgspec.json.decode(as_json(deals))
        response = post(service(pool, **WITHOUT_MEMORY), path, state=state, **OPERATIONS[path])
        assert response.status_code == 200
        assert pool.taken == turns_taken, f"{deals} deals"


def test_of_many_states_the_sum_decides_and_they_take_one_turn():
    pool = Counted()
    client = service(pool, **WITHOUT_MEMORY)
    few = [{"state": line(8, f"{number}"), "action": "A.AS"} for number in range(10)]
    assert post(client, "/v1/actions/check-many", items=few[:1]).status_code == 200
    assert pool.taken == 0
    assert post(client, "/v1/actions/check-many", items=few).status_code == 200
    assert pool.taken == 1


def test_a_state_that_is_known_takes_no_turn():
    pool = Counted()
    codec = StateCodec(1 << 24, pool=pool)
    first = codec.read(raw(line(DEALS)), "state")
    assert codec.read(raw(line(DEALS)), "state") == first
    assert pool.taken == 1


def test_a_line_that_was_answered_is_known_when_it_comes_back():
    pool = Counted()
    client = service(pool)
    dealt = post(client, "/v1/deals", state=line(DEALS), seed="next").json["state"]
    before = post(client, "/v1/states/validate", state=dealt).json["text"]
    (option, *_) = post(client, "/v1/actions/options", state=dealt, expand=True, limit=1).json["actions"]
    after = post(client, "/v1/actions/check", state=before, action=option).json["text"]
    taken = pool.taken
    assert post(client, "/v1/actions/options", state=after).status_code == 200
    assert pool.taken == taken


def test_the_time_of_a_turn_is_that_of_a_check_too():
    response = post(service(Overdue(), **WITHOUT_MEMORY), "/v1/actions/check", state=line(), action="A.AS")
    assert (response.status_code, response.json["code"]) == (504, "deadline_exceeded")


def test_what_a_helper_process_replays_is_what_is_replayed_in_place(monkeypatch):
    impossible = line().replace("parlett@1", "portland@1")
    cases = [raw(line()), raw(as_json()), raw(impossible), raw(line().replace("~A~", "~B~")), raw(line() + "_A.AS")]
    cases.append(raw(as_json().replace(b'"deal":20', b'"deal":21')))
    # Reckonings without their holdings, which the engine completes; and an earlier deal of JSON that is impossible.
    cases.append(raw(re.sub(r"_([AB])r[^_~]+", r"_\1r", line())))
    earlier = msgspec.json.decode(as_json())
    last = earlier["partie"]["deals"][3]["history"][-1]
    last["seat"] = "AB"[last["seat"] == "A"]
    cases.append(raw(msgspec.json.encode(earlier)))
    given = [(case, ("items", at, "state")) for at, case in enumerate(cases)]
    pool = ProcessPool(processes=1, waiting=0, deadline=300, joining=1)
    try:
        in_turn = StateCodec(0, pool=pool).read_many(given)
    finally:
        pool.close()
    monkeypatch.setattr(codec, "IN_PLACE", 1 << 30)
    in_place = StateCodec(0).read_many(given)
    assert [type(each) for each in in_turn] == [type(each) for each in in_place]
    assert isinstance(in_turn[2], Impossible) and isinstance(in_turn[5], Impossible)
    assert isinstance(in_turn[6], Verified) and isinstance(in_turn[7], Impossible)
    for one, other in zip(in_turn, in_place, strict=True):
        same = (lambda each: each.violations) if isinstance(one, Impossible) else (lambda each: each)
        assert msgspec.json.encode(same(one)) == msgspec.json.encode(same(other))


@cache
def irregular_as_json() -> bytes:
    """The fourth deal of a partie: the first was annulled, as elder had thirteen cards; the third was out of turn."""
    annulled = LawGame.deal(P_13_11_8, irregular=True).does("Au0-redeal")
    played = LawGame.deal(P, None, after=annulled).play_p()  # B deals again
    out_of_turn = LawGame.deal_p(after=played, wrong_dealer=played.dealer).play_p()
    state = LawGame.deal_p(after=out_of_turn).state
    told = [
        (len(deal["dealt"]["hands"]["A"]), "annulled" in deal, "out_of_turn" in deal)
        for deal in state["partie"]["deals"]
    ]
    assert told == [(13, True, False), (12, False, False), (12, False, True)]
    return msgspec.json.encode(state)


def test_a_line_marks_the_earlier_deals_that_were_irregular_or_out_of_turn():
    state = msgspec.json.decode(irregular_as_json())
    text = answer_of("/v1/states/validate", {"state": state})["text"]
    marks = [deal.partition("_")[0] for deal in text.split("~")[3:]]
    dealer = state["partie"]["deals"][2]["dealer"]
    assert [mark if mark.startswith("@") else "" for mark in marks] == ["@", "", f"@{dealer}", ""]
    assert answer_of("/v1/states/validate", {"state": text})["state"] == state
    finished_deals.clear()
    found = StateCodec(0).read(raw(irregular_as_json()), "state")
    assert msgspec.json.decode(msgspec.json.encode(found.written())) == state


@pytest.mark.parametrize("form", ["line", "json"])
@pytest.mark.parametrize("deals", [as_json, irregular_as_json])
def test_the_worker_replays_only_the_deal_in_hand_of_a_long_state(deals, form, monkeypatch):
    given = deals()
    if form == "line":
        given = answer_of("/v1/states/validate", {"state": msgspec.json.decode(given)})["text"]
    monkeypatch.setattr(codec, "IN_PLACE", 0)
    finished_deals.clear()
    played, replay = [], engine.replay
    pool = ProcessPool(processes=1, waiting=0, deadline=300, joining=1)
    try:
        monkeypatch.setattr(engine, "replay", lambda *given: played.append(1) or replay(*given))
        found = StateCodec(0, pool=pool).read(raw(given), "state")
    finally:
        pool.close()
    assert len(played) == 1
    assert msgspec.json.decode(msgspec.json.encode(found.written())) == msgspec.json.decode(deals())


# ---------------------------------------------------------------- bounds and prices


def test_an_answer_to_many_has_no_more_states_than_there_is_room_for():
    client = service(**WITHOUT_MEMORY)
    many = {"state": line(101), "actions": ["A.AS"] * 100}
    response = client.post("/v1/actions/check-many", json=many)
    assert response.status_code == 422
    assert response.json["errors"][0]["pointer"] == "/actions"
    response = client.post("/v1/actions/check-many", json={"items": [{"state": line(101), "action": "A.AS"}] * 40})
    assert response.json["errors"][0]["pointer"] == "/items"


def price(client, path, **body) -> int:
    told = post(client, path, **body).headers["RateLimit"]
    return 100_000 - int(re.findall(r"r=(\d+)", told)[0])


def test_a_long_line_costs_more_unless_it_is_known():
    def fresh(amount=100_000, **settings):
        return service(middleware=MiddlewareSettings(quotas=(Quota("day", amount, 86_400),)), **settings)

    path, ordinary, longest = "/v1/states/view", line(8), line(101)
    assert price(fresh(), path, state=ordinary, seat="A") == 1
    weighed = len(longest) + 2
    assert price(fresh(), path, state=longest, seat="A") == 1 + -(-9 * weighed // 8192)
    client = fresh(state_memory_bytes=1 << 30)
    first = price(client, path, state=line(DEALS), seat="A")
    assert price(client, path, state=line(DEALS), seat="A") - first == 1, "the second time it is known"
    small = fresh(amount=2)
    assert post(small, path, state=ordinary, seat="A").status_code == 200
    refused = post(small, path, state=longest, seat="A")
    assert (refused.status_code, refused.headers["RateLimit"].split(";")[1]) == (429, "r=0"), "what it took to read it"


# ---------------------------------------------------------------- memory


@pytest.mark.parametrize("forms", [("line", "json"), ("json", "line")])
def test_deals_that_are_over_are_played_once(forms, monkeypatch):
    given, played = {"line": raw(line(6)), "json": raw(as_json(6))}, []
    finished_deals.clear()
    replay = engine.replay
    monkeypatch.setattr(engine, "replay", lambda *given: played.append(1) or replay(*given))
    first, second = forms
    for _ in range(2):
        StateCodec(0).read(given[first], "state")
    assert len(played) == 6 + 1, "the deal in hand each time"
    StateCodec(0).read(given[second], "state")
    assert len(played) == 6 + 1 + 1, "and the deals of a line are those of JSON"


def test_a_deal_that_cannot_be_is_not_kept():
    finished_deals.clear()
    for number in range(5):
        wrong = line(2, f"{number}").replace("_A.", "_B.", 1)
        with pytest.raises(Impossible):
            StateCodec(0).read(raw(wrong), "state")
    assert len(finished_deals._kept) == 0


def test_the_memory_of_finished_deals_is_as_large_as_it_says():
    kept = FinishedDeals(1 << 18)
    tracemalloc.start()
    for number in range(5000):
        kept.put(number.to_bytes(20), DealResult("deal_over", (1000 + number, 2000 + number), True, 0))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept._kept) == (1 << 18) // FinishedDeals.ENTRY_BYTES
    assert used < 1 << 18


def irregular_lines() -> list[str]:
    """A deal in which almost everything is irregular: the lines after some and after all of its entries."""
    game = LawGame.deal_p().does("Bi-exposed-HJ AxSKD98C87 B@xS7H9-k678 Au3:wrong_exchange-waive")
    game.does("Ap0 Aap5-49 Bg Ar As0 Aas4-A Bg Ar At0 Aat3-J Bn A.AH")
    whole = answer_of("/v1/states/validate", {"state": game.state})["text"].split("_")
    return ["_".join(whole[:length]) for length in range(9, len(whole) + 1)]


KEY = "the key of the seat whose player holds the token"


def as_token(tokens: Tokens, line: str) -> bytes:
    charter = Charter((sha256(KEY.encode()).digest(), bytes(32)), bytes(32))
    return msgspec.json.encode({"token": tokens.write(line, charter), "keys": {"A": KEY}})


REMEMBERED = {
    "one deal": lambda: [line(1, f"{seed}") for seed in range(12)],
    "six deals": lambda: [line(6, f"{seed}") for seed in range(12)],
    "irregular": irregular_lines,
}


@pytest.mark.parametrize("form", ["line", "json", "token"])
@pytest.mark.parametrize("case", REMEMBERED)
def test_what_is_counted_for_a_remembered_state_is_what_it_takes(form, case, monkeypatch):
    monkeypatch.setattr(action_structs, "SHORT", 0)  # usual actions take less, because states share them
    tokens = Tokens({"one": b"1" * 32})
    lines = REMEMBERED[case]()
    given = {
        "line": lambda: lines,
        "json": lambda: [msgspec.json.encode(StateCodec(0).read(raw(each), "state").written()) for each in lines],
        "token": lambda: [as_token(tokens, each) for each in lines],
    }[form]()
    for state in given:
        StateCodec(1 << 24, tokens=tokens).read(raw(state), "state")  # so that other memories have it
    codec = StateCodec(1 << 24, tokens=tokens)
    tracemalloc.start()
    for state in given:
        codec.read(raw(bytes(bytearray(state)) if form != "line" else state), "state")
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(codec._cache._entries) == len(given)
    assert used <= codec._cache._entries.currsize < 2 * used


def test_lines_fill_the_memory_of_states_no_further_than_it_says():
    codec = StateCodec(1 << 18)
    for seed in range(40):
        codec.read(raw(line(1, f"{seed}")), "state")
    assert 5 < len(codec._cache._entries) < 20


def test_a_whole_partie_is_replayed_in_place():
    assert len(as_json(8)) < IN_PLACE and 10 * len(line(8)) < IN_PLACE
