"""Actions, options and states as plain data: what is read, what is written, and what is refused as no action."""

from __future__ import annotations

from typing import Any

import pytest

from service.multiplayer.actions import action_of, members_of
from service.multiplayer.games import NORMAND, VOLEUR, Game
from service.multiplayer.options import options
from service.multiplayer.written import option_of, state_of
from service.piquet.value_kinds import MembersError
from tests.multiplayer.table import do, play_worked, say, worked

ACTIONS: list[tuple[Game, dict[str, Any]]] = [
    (VOLEUR, {"seat": "D", "type": "claim_carte_blanche"}),
    (NORMAND, {"seat": "C", "type": "exchange", "cards": ["KS", "7H"]}),
    (VOLEUR, {"seat": "A", "type": "call", "category": "point", "length": 3, "value": 31, "cards": ["AS", "KS", "TS"]}),
    (VOLEUR, {"seat": "A", "type": "call", "category": "point", "length": 3}),
    (VOLEUR, {"seat": "A", "type": "call", "category": "sequence", "length": 5, "top": "K"}),
    (VOLEUR, {"seat": "A", "type": "call", "category": "set", "count": 3, "rank": "T"}),
    (VOLEUR, {"seat": "B", "type": "equal", "category": "sequence"}),
    (VOLEUR, {"seat": "B", "type": "pass", "category": "set"}),
    (VOLEUR, {"seat": "B", "type": "reckon"}),
    (VOLEUR, {"seat": "B", "type": "reckon", "holdings": [{"category": "set", "cards": ["KS", "KH", "KD"]}]}),
    (NORMAND, {"seat": "B", "type": "play", "card": "7C"}),
]


@pytest.mark.parametrize(("game", "members"), ACTIONS)
def test_actions_are_read_and_written(game: Game, members: dict[str, Any]):
    assert members_of(game, action_of(game, members)) == members


@pytest.mark.parametrize(
    ("game", "members", "path"),
    [
        (NORMAND, {"seat": "D", "type": "play", "card": "7C"}, ("seat",)),
        (NORMAND, {"seat": "AB", "type": "play", "card": "7C"}, ("seat",)),
        (VOLEUR, {"type": "play", "card": "7C"}, ("seat",)),
        (VOLEUR, {"seat": "A"}, ("type",)),
        (VOLEUR, {"seat": "A", "type": "exchange", "cards": []}, ("type",)),
        (VOLEUR, {"seat": "A", "type": "concede"}, ("type",)),
        (VOLEUR, {"seat": "A", "type": "play"}, ("card",)),
        (VOLEUR, {"seat": "A", "type": "play", "card": "1C"}, ("card",)),
        (VOLEUR, {"seat": "A", "type": "play", "card": ["7C"]}, ("card",)),
        (VOLEUR, {"seat": "A", "type": "play", "card": "7C", "suit": "C"}, ("suit",)),
        (VOLEUR, {"seat": "A", "type": "play", "card": "7C", "irregular": True}, ("irregular",)),
        (VOLEUR, {"seat": "A", "type": "pass", "category": "trio"}, ("category",)),
        (VOLEUR, {"seat": "A", "type": "call", "category": "set", "length": 3, "rank": "T"}, ("length",)),
        (VOLEUR, {"seat": "A", "type": "call", "category": "set", "rank": "T"}, ("count",)),
        (VOLEUR, {"seat": "A", "type": "call", "category": "point", "length": 13, "value": 31}, ("length",)),
        (VOLEUR, {"seat": "A", "type": "call", "category": "point", "length": 3, "value": 30.5}, ("value",)),
        (VOLEUR, {"seat": "A", "type": "call", "category": "sequence", "length": 5, "top": "nought"}, ("top",)),
        (
            VOLEUR,
            {"seat": "A", "type": "call", "category": "sequence", "length": 3, "top": "A", "cards": ["AS"]},
            ("cards",),
        ),
        (NORMAND, {"seat": "A", "type": "exchange", "cards": ["7C", "7C"]}, ("cards", 1)),
        (VOLEUR, {"seat": "A", "type": "reckon", "holdings": [{}] * 13}, ("holdings",)),
        (VOLEUR, {"seat": "A", "type": "reckon", "holdings": [{"category": "set"}]}, ("holdings", 0)),
    ],
)
def test_what_is_no_action_is_told_with_its_place(game: Game, members: dict[str, Any], path: tuple[str | int, ...]):
    with pytest.raises(MembersError) as refusal:
        action_of(game, members)
    assert refusal.value.faults[0][0] == path


def test_every_fault_is_told():
    with pytest.raises(MembersError) as refusal:
        action_of(VOLEUR, {"seat": "E", "type": "play", "card": "1C", "more": 1})
    assert {path for path, _ in refusal.value.faults} == {("seat",), ("card",), ("more",)}


def test_options_of_the_calling_and_the_reckoning():
    # VW12: C's point of K Q J T 8 of hearts; then A calls a tierce to the queen.
    d = worked("VW12")
    say(d, "A -,B -,C 5-48,D -,A 3-Q")
    found = [option_of(d, option) for option in options(d)]
    assert found == [{"seat": "B", "type": "pass", "category": "sequence"}]
    say(d, "B -,C -,D -")
    (option,) = [option_of(d, each) for each in options(d)]
    tierce = {"length": 3, "top": "Q"}
    assert option == {
        "seat": "A",
        "type": "reckon",
        "category": "sequence",
        "holdings": [["QS", "JS", "TS", "9S", "8S"]],
        "to": tierce,
        "needs": tierce,
        "must": True,
    }
    do(d, {"seat": "A", "type": "reckon"})
    (option,) = [option_of(d, each) for each in options(d)]
    assert (option["seat"], option["to"], option["needs"], option["must"]) == ("C", tierce, None, False)


def test_options_of_the_exchange_and_of_equal():
    d = worked("NW9")
    exchange, claim = (option_of(d, each) for each in options(d))
    assert (exchange["type"], exchange["min"], exchange["max"], len(exchange["cards"])) == ("exchange", 0, 2, 10)
    assert claim == {"seat": "C", "type": "claim_carte_blanche"}
    d = worked("VW3")
    say(d, "A -,B -,C -,D -,A 3-K")
    assert [option_of(d, each)["type"] for each in options(d)] == ["equal", "pass"]


def test_a_state_of_voleur():
    # VW3 after the first round and two words of the second.
    d = worked("VW3", before=(10, 20))
    say(d, "A 5-45,B 5-47,C -,D -,A 3-K,B =")
    state = state_of(d)
    assert state["ruleset"] == {"name": "voleur", "overrides": {}}
    assert state["partie"] == {
        "first_dealer": "D",
        "deal": 2,
        "dealer": "D",
        "score": {"AC": 10, "BD": 20},
        "deals": [{"score": {"AC": 10, "BD": 20}}],
        "result": None,
    }
    assert (state["phase"], state["to_act"], state["score"]) == ("calling", "C", {"AC": 0, "BD": 5})
    point, sequence = state["calls"]
    good = {"seat": "B", "said": "call", "length": 5, "value": 47, "cards": None}
    assert (point["status"], point["good"], point["reckoned"]) == ("good", good, ["B"])
    assert sequence == {
        "category": "sequence",
        "words": [{"seat": "A", "said": "call", "length": 3, "top": "K"}, {"seat": "B", "said": "equal"}],
        "status": "open",
        "good": None,
        "reckoned": [],
    }
    assert state["shown"] == {"A": [], "B": ["KH", "QH", "JH", "9H", "8H"], "C": [], "D": []}
    assert [action["type"] for action in state["history"]] == ["call", "call", "pass", "pass", "call", "equal"]
    assert "talon" not in state and "talon" not in state["dealt"]


def test_a_state_of_normand_that_is_over():
    state = state_of(play_worked("NW12", before=(112, 139, 141)))
    assert (state["phase"], state["to_act"]) == ("partie_over", None)
    assert state["partie"]["score"] == {"A": 114, "B": 158, "C": 151}
    assert state["partie"]["result"] == {
        "totals": {"A": 114, "B": 158, "C": 151},
        "winner": "B",
        "second": "C",
        "loser": "A",
        "remaining": [],
    }
    # B deals and puts out 8S and 7S for KH and QD.
    assert (state["discards"], state["exchanged"], state["talon"]) == (["8S", "7S"], 2, [])
    assert state["dealt"]["talon"] == ["KH", "QD"]
    assert len(state["tricks"]) == 10
    assert state["tricks"][0] == {"leader": "C", "cards": ["AS", "TS", "7C"], "winner": "C"}
