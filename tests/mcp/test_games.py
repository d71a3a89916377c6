"""The games that a server for one caller keeps: handles, what is new to a seat, and actions in words."""

import json
from collections.abc import Iterator
from hashlib import sha256
from threading import Event, Thread
from typing import Any

import pytest

from service.mcp import games as kept_games
from service.mcp.games import Game, Games, answer, changes
from service.mcp.server import make_server
from service.mcp.service_client import ServiceClient, in_process
from service.mcp.tools import Tool, tools_of
from service.piquet.table_actions import read_members
from service.python_api.actions import Action
from tests.mcp.callers import SEAL_KEYS, Caller, connected

#: Elder has the hand of W1 (docs/rules.md), and is to exchange.
W1 = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
KEYS = {"A": "a" * 32, "B": "b" * 32}
HASHES = {seat: sha256(key.encode()).hexdigest() for seat, key in KEYS.items()}


@pytest.fixture(scope="module")
def service() -> ServiceClient:
    return in_process({"SEAL_KEYS": SEAL_KEYS, "ANALYSIS_PROCESSES": "0"})


@pytest.fixture
def caller(service: ServiceClient) -> Iterator[Caller]:
    with connected(make_server(service, keeps_games=True)) as made:
        yield made


@pytest.fixture
def elder(caller: Caller) -> dict[str, str]:
    """A game in which A, elder, is to exchange."""
    return {
        "state": caller.call("deal", dealer="B", key_hashes=HASHES, seed="x")["state"],
        "seat": "A",
        "key": KEYS["A"],
    }


def after(seen: Any, change: Any) -> Any:
    """What something is after a change, as docs/mcp.md describes changes."""
    if isinstance(change, dict) and change.keys() == {"kept", "then"}:
        return seen[: change["kept"]] + change["then"]
    if isinstance(change, dict) and isinstance(seen, dict):
        new = {**seen, **{name: after(seen.get(name), value) for name, value in change.items()}}
        return {name: value for name, value in new.items() if value is not None}
    return change


class Player:
    """A seat that knows of a game only what answers say is new to it."""

    def __init__(self, caller: Caller, state: str, seat: str) -> None:
        self._caller, self._of = caller, {"state": state, "seat": seat, "key": KEYS[seat]}
        self.seen: Any = {}

    def ask(self, tool: str, **arguments: Any) -> Any:
        answer = self._caller.call(tool, **self._of, **arguments)
        assert "e1." not in json.dumps(answer), "no token is sent that was not asked for"
        self.seen = after(self.seen, answer.get("view", {}))
        new = answer.get("events", [])
        begun = [event["kind"] for event in new].count("dealt")
        self.seen["events"] = new if begun else [*self.seen.get("events", []), *new]
        return answer

    def act(self) -> None:
        """Do the last action of the options, in words."""
        actions = self._caller.call("options", expand=True, **self._of)["actions"]
        assert self.ask("apply", action=str(Action(read_members(actions[-1]).action)))["legal"]

    def knows_all(self) -> bool:
        """Whether what it was told adds up to its view."""
        return bool(self.seen == self._caller.call("view", **self._of)["view"])


@pytest.mark.rule("R6.1", "R2.4")
def test_what_is_new_to_a_seat_adds_up_to_its_view(caller: Caller):
    """Two deals by the handle of a game. Each seat misses what the opponent does until its own next answer."""
    state = caller.call("deal", dealer="B", key_hashes=HASHES, seed="two deals")["state"]
    players = {seat: Player(caller, state, seat) for seat in "AB"}
    seat, acts = "A", 0
    while players["B"].seen.get("partie", {}).get("deal") != 2 or seat:
        if seat:
            players[seat].act()
            acts += 1
        else:
            assert players["A"].ask("deal")["awaiting"] == "B"
            players["B"].ask("deal")
            seat = "B"
            players["A"].ask("view", view="changes")
        assert players[seat].knows_all()
        seat = players[seat].seen.get("to_act")
    assert acts > 60, "twelve tricks of two cards, the calls and the exchanges of two deals"


def test_a_game_that_is_not_kept_is_refused_and_its_handle_is_not_given_again(service: ServiceClient, monkeypatch):
    """Of three games two are kept, those used last; the third handle is that of no other game."""
    monkeypatch.setattr(kept_games, "KEPT", 2)
    with connected(make_server(service, keeps_games=True)) as caller:
        of = {"seat": "A", "key": KEYS["A"]}
        first, second = (caller.call("deal", dealer="B", key_hashes=HASHES)["state"] for _ in range(2))
        caller.call("view", state=first, **of)
        third = caller.call("deal", dealer="B", key_hashes=HASHES)["state"]
        assert len({first, second, third}) == 3
        for unknown in (second, "g4", "g", "game 1"):
            problem = caller.refused("apply", state=unknown, action="pass set", **of)
            assert problem["errors"][0]["pointer"] == "/state"
            assert f"keeps the 2 used last (newest: {first}, {third})" in problem["errors"][0]["message"]
        for state in (first, third):
            assert caller.call("view", state=state, **of)["view"]["hand"]


@pytest.mark.parametrize("written", [str.upper, " {}\n".format])
def test_a_handle_is_read_in_upper_case_and_between_blanks(caller: Caller, elder: dict[str, str], written: Any):
    as_written = {**elder, "state": written(elder["state"])}
    card = caller.call("view", **as_written)["view"]["hand"][0]
    assert caller.call("apply", **as_written, action=f"exchange {card}")["state"] == elder["state"]


@pytest.mark.parametrize("state", ["", " ", "1", "e1", "state", "…"])
@pytest.mark.parametrize("key", [None, KEYS["A"]])
def test_what_is_no_state_is_answered_with_the_forms_of_one(caller: Caller, state: str, key: str | None):
    (fault,) = caller.refused("view", state=state, seat="A", key=key)["errors"]
    assert fault["pointer"] == "/state"
    assert all(form in fault["message"] for form in ("g1", "e1.…", "1~…"))
    assert ("is empty" in fault["message"]) == (not state.strip())


def test_a_handle_shows_nothing_without_the_key_of_the_seat(caller: Caller, elder: dict[str, str]):
    assert caller.refused("view", **{**elder, "key": KEYS["B"]})["code"] == "wrong_seat_key"
    for tool in ("view", "options", "apply", "advise", "evaluate_hand", "deal"):
        more = {"action": "exchange"} if tool == "apply" else {}
        problem = caller.refused(tool, state=elder["state"], seat="A", **more)
        assert problem["errors"][0]["pointer"] == "/key"


def test_a_token_that_was_asked_for_goes_on_at_a_server_that_keeps_nothing(
    service: ServiceClient, caller: Caller, elder: dict[str, str]
):
    """There `changes` are what the action changed: the opponent's exchange (R4.2) is none of them."""
    caller.call("apply", action=caller.call("options", expand=True, **elder)["actions"][0], **elder)
    younger = {**elder, "seat": "B", "key": KEYS["B"]}
    token = caller.call("view", token=True, **younger)["token"]
    with connected(make_server(service)) as other:
        assert "keeps none" in other.refused("view", **younger)["errors"][0]["message"]
        action = other.call("options", expand=True, **{**younger, "state": token})["actions"][0]
        told = other.call("apply", action=action, view="changes", **{**younger, "state": token})
        assert told["state"].startswith("e1.") and told["state"] != token
        assert {event["seat"] for event in told["events"]} == {"B"}
        assert {"phase", "to_act", "hand", "discards"} <= told["view"].keys()
        assert not {"dealt", "partie", "ruleset"} & told["view"].keys()
        assert "dealt" in other.call("apply", action=action, **{**younger, "state": token})["view"], "by default all"


def test_what_is_only_asked_is_not_done(caller: Caller, elder: dict[str, str]):
    card = caller.call("view", **elder)["view"]["hand"][0]
    assert caller.call("apply", action=f"exchange {card}", check_only=True, **elder) == {
        "legal": True,
        "ruleset": "portland@1",
    }
    assert caller.call("apply", action=f"exchange {card}", **elder)["events"][0]["kind"] == "exchanged"
    assert caller.refused("apply", action="good", check_only="no", **elder)["errors"][0]["pointer"] == "/check_only"


def test_two_calls_for_one_game_come_one_after_the_other(service: ServiceClient):
    """Otherwise both would act on the same state, and one action would be lost."""
    games, order, may_end = Games(1), list[str](), Event()
    state = games.keep(Game("e1.x"))
    (view,) = (tool for tool in tools_of(keeps_games=True) if tool.listed.name == "view")

    def call(_: object, arguments: Any) -> Any:
        order.append("begins")
        may_end.wait(60)
        order.append("ends")
        return {}

    slow = Tool(view.listed, call, acts=False)
    arguments = {"state": state, "seat": "A", "key": KEYS["A"]}
    threads = [Thread(target=answer, args=(slow, service, games, arguments)) for _ in range(2)]
    for thread in threads:
        thread.start()
    threads[1].join(0.2)  # time in which the second one could begin
    may_end.set()
    for thread in threads:
        thread.join()
    assert order == ["begins", "ends"] * 2


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": 3}),
        ({"a": 1, "hand": ["AS"]}, {"a": 1}, {"hand": None}),
        ({}, {"look": False}, {"look": False}),
        ({"score": {"A": 1, "B": 2}}, {"score": {"A": 1, "B": 4}}, {"score": {"B": 4}}),
        ({"hand": ["AS", "KS"]}, {"hand": ["AS"]}, {"hand": ["AS"]}),
        ({"x": [{"n": 1}]}, {"x": [{"n": 1}, {"n": 2}]}, {"x": {"kept": 1, "then": [{"n": 2}]}}),
        ({"x": [{"n": 1}]}, {"x": [{"n": 1, "m": 2}]}, {"x": [{"n": 1, "m": 2}]}),
        ({"x": [{"n": 1}, {"n": 2}]}, {"x": [{"n": 1}]}, {"x": {"kept": 1, "then": []}}),
    ],
)
def test_changes_are_what_differs(before: Any, now: Any, change: Any):
    assert changes(before, now) == change
    assert after(before, change) == now


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("text", ["exchange C87", "A exchange 8C 7C", " A  exchange  C87 ", "AxC87"])
def test_an_action_is_understood_as_in_the_library(caller: Caller, text: str):
    for seat in ({}, {"seat": "A"}):
        assert caller.call("apply", state=W1, action=text, **seat)["state"] == f"{W1}_AxC87"


def test_the_seat_of_an_action_may_be_left_out_beside_the_seat(caller: Caller):
    action = {"type": "exchange", "cards": ["8C", "7C"]}
    assert caller.call("apply", state=W1, action=action, seat="A")["state"] == f"{W1}_AxC87"
    ruled = caller.call("rule_on_incident", state=W1, action="irregular exchange SAKJ H8 D9 C8")
    assert ruled["rulings"][0]["offender"] == "A"
    assert caller.call("rule_on_incident", state=W1, action="exchange SAKJ H8 D9 C8") == ruled  # six cards: R4.1


@pytest.mark.parametrize(
    ("action", "pointer", "message"),
    [
        ("exchagne 8C 7C", "/action", "'exchagne' is not an action (did you mean exchange?)"),
        ("exchange five cards", "/action", "'five' is not a card"),
        ("", "/action", "an action is missing"),
        ("x" * 1001, "/action", "length <= 1000"),
        ({"type": "exchange", "card": "8C"}, "/action/cards", "is required"),
    ],
)
def test_what_is_no_action_comes_back_with_an_example_that_is_one(
    caller: Caller, action: Any, pointer: str, message: str
):
    problem = caller.refused("apply", state=W1, action=action)
    assert any(each["pointer"] == pointer and message in each["message"] for each in problem["errors"]), problem
    assert problem["instead"]["to_act"] == "A" and problem["instead"]["options"][0]["type"] == "exchange"
    assert all(caller.call("apply", state=W1, action=text)["legal"] for text in problem["instead"]["examples"])


@pytest.mark.rule("R5.1")
def test_what_may_be_done_instead_has_few_calls_and_counts_the_others(caller: Caller):
    instead = caller.refused("apply", state=f"{W1}_AxSKD98C87_BxS7H97", action="cal point 5")["instead"]
    call, no_call = instead["options"]
    assert len(call["calls"]) == 3 and len(call["calls"]) + call["left_out"] + 1 == instead["total"]
    assert "left_out" not in no_call and instead["examples"] == ["A pass point", "A call point 5"]


@pytest.mark.rule("R5.1", "R5.3")
def test_examples_are_of_each_kind_the_one_most_like_the_text(caller: Caller):
    """To a point that is equal in length, elder states what it counts, or declines."""
    assert caller.refused("apply", state=W1, action="A exchanges KS AH")["instead"]["examples"] == ["A exchange KS AH"]
    state = f"{W1}_AxC87"
    for action in ("exchange ST", "call point 4", "equal"):
        state = caller.call("apply", state=state, action=action)["state"]
    problem = caller.refused("apply", state=state, action="state_tie_break")
    assert {text.split()[1] for text in problem["instead"]["examples"]} == {"value", "decline"}
