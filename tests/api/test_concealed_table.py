"""The players of examples/concealed/table.py trust nobody: neither the other player nor a token that it hands over."""

import importlib.util
from pathlib import Path

import pytest

from tests.api.test_tokens import CLIENT, post

TABLE = Path(__file__).parents[2] / "examples" / "concealed" / "table.py"


@pytest.fixture
def table(monkeypatch):
    spec = importlib.util.spec_from_file_location("table", TABLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ask", lambda base, path, body: post(path, body, CLIENT))
    return module


def begun(table):
    players = {seat: table.Player("", seat) for seat in "AB"}
    key_hashes = {seat: player.key_hash for seat, player in players.items()}
    seed_hashes = {seat: player.seed_hash for seat, player in players.items()}
    seeds = {seat: player.reveal(seed_hashes) for seat, player in players.items()}
    return players, players["A"].begin(key_hashes, seeds, seed_hashes)


def test_two_players_play_three_deals_with_tokens_alone(table):
    seen = table.play("", deals=3)
    assert [view["partie"]["deal"] for view in seen] == [3, 3]
    assert seen[0]["score"] == seen[1]["score"] and seen[0]["dealt"] != seen[1]["dealt"]


def test_a_player_accepts_no_token_of_a_game_that_went_on_otherwise(table):
    players, state = begun(table)
    exchanged = players["A"].act(state, 1)
    # B tries one exchange after the other, sees what each draws, and shows A the first and then another.
    tries = []
    for number in (1, 2):
        held = {**exchanged, "keys": {"B": players["B"]._key}}
        listed = post("/v1/actions/options", {"state": held, "expand": True, "limit": 1000})["actions"]
        action = next(one for one in listed if len(one["cards"]) == number)
        tries.append(post("/v1/actions/check", {"state": held, "action": action})["concealed"])
    players["A"].act(tries[0], 1)
    for older in (tries[1], exchanged, state):
        with pytest.raises(ValueError, match="does not continue the game"):
            players["A"].act(older, 1)


def test_a_player_accepts_no_token_of_another_partie(table):
    """A begins other parties with the hash of B's key until it likes its hand, and plays on in that one."""
    players, state = begun(table)
    players["B"].act(state, 1)
    key_hashes = {seat: player.key_hash for seat, player in players.items()}
    first = {"ruleset": "portland", "dealer": "B", "key_hashes": key_hashes, "seed": "one that A likes better"}
    other = post("/v1/deals/concealed", first)["concealed"]
    cheat = table.Player("", "A")
    cheat._key = players["A"]._key
    with pytest.raises(ValueError, match="does not continue the game"):
        players["B"].act(cheat.act(other, 1), 1)


def test_a_player_gives_no_agreement_to_a_deal_that_ended_otherwise(table):
    players, state = begun(table)
    before = None
    while state != before:
        earlier, before = before, state
        for player in players.values():
            state = player.act(state, 1)
    agreed = players["A"].act(state, 2)
    assert agreed["position"]["number"] == state["position"]["number"]
    with pytest.raises(ValueError, match="does not continue the game"):
        players["A"].act(earlier, 2)


def test_a_part_of_the_seed_that_was_changed_afterwards_is_refused(table):
    players, _ = begun(table)
    key_hashes = {seat: player.key_hash for seat, player in players.items()}
    seed_hashes = {seat: player.seed_hash for seat, player in players.items()}
    seeds = {seat: player.reveal(seed_hashes) for seat, player in players.items()}
    with pytest.raises(ValueError, match="another than was promised"):
        players["A"].begin(key_hashes, {**seeds, "B": "one that gives B a better hand"}, seed_hashes)
    with pytest.raises(ValueError, match="hashes of two parts"):
        players["A"].reveal({"A": seed_hashes["A"], "B": seed_hashes["A"]})
