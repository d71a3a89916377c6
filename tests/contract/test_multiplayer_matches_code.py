"""The contract of voleur and normand and the code are of one mind: states, actions, parameters, kinds of events."""

import json
from itertools import chain, combinations
from typing import Any

import msgspec
import pytest

from service.api.multiplayer.schemas import types_for
from service.multiplayer.actions import table_of
from service.multiplayer.games import GAMES, Game
from service.multiplayer.parameters import PUBLISHED
from service.multiplayer.scoring import KINDS
from tests.contract.test_contract_matches_code import OTHERWISE, SCHEMAS
from tests.contract.test_examples import request_of
from tests.contract.validation import CheckedClient, is_valid_request, operations

Json = Any

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def named(game: Game, name: str) -> Json:
    """The schema of a game with this name."""
    return SCHEMAS[game.name.capitalize() + name]


@BOTH
def test_actions_are_told_apart_by_their_type(game: Game) -> None:
    action = named(game, "Action")
    mapping = action["discriminator"]["mapping"]
    assert list(mapping.values()) == [each["$ref"] for each in action["oneOf"]]
    types = table_of(game).types
    assert mapping.keys() == types.keys() <= SCHEMAS["MultiplayerOption"]["discriminator"]["mapping"].keys()


SAID = {"length": 5, "value": 49, "top": "A", "count": 3, "rank": "K", "cards": ["AS"]}


@BOTH
@pytest.mark.parametrize("category", ["point", "sequence", "set"])
def test_a_call_has_the_members_of_its_category(game: Game, category: str) -> None:
    """`MultiplayerCall` is compared by example, since the code reads all categories into one struct."""
    assert "MultiplayerCall" in OTHERWISE
    operation = f"check_{game.name}_action"
    state = request_of(operation, "call")["state"]
    taken = {True: 0, False: 0}
    for given in chain.from_iterable(combinations(SAID, count) for count in range(len(SAID) + 1)):
        said = {name: SAID[name] for name in given}
        call = {"seat": "A", "type": "call", "category": category, **said}
        allowed = is_valid_request(operation, {"state": state, "action": call})
        try:
            msgspec.json.decode(json.dumps(call), type=types_for(game).action)
        except msgspec.ValidationError:
            assert not allowed, call
        else:
            assert allowed, call
        taken[allowed] += 1
    assert all(taken.values())


@BOTH
def test_a_seat_that_the_game_does_not_have_is_an_invalid_request(game: Game, checked: CheckedClient) -> None:
    """The shared schema of a seat has A to D; in normand there is no D."""
    operation = f"check_{game.name}_action"
    state = request_of(operation, "play")["state"]
    _, path, _ = operations()[operation]
    body = {"state": state, "action": {"seat": "D", "type": "play", "card": "AS"}}
    assert checked.post(path, json=body).status_code == (200 if "D" in game.seats else 422)


@BOTH
def test_every_value_that_is_published_is_taken(game: Game, checked: CheckedClient) -> None:
    operation = f"{game.name}_deal"
    _, path, _ = operations()[operation]
    dealt = request_of(operation, "seed")
    choices = [{name: value} for name, about in PUBLISHED[game.name].parameters.items() for value in about.values]
    for overrides in choices:
        body = {**dealt, "ruleset": {"name": game.name, "overrides": overrides}}
        assert is_valid_request(operation, body)
        response = checked.post(path, json=body)
        assert (response.status_code, response.json["ruleset"]["overrides"]) == (200, overrides)
    assert len(choices) > 30


@BOTH
def test_the_kinds_of_events_and_their_members_are_those_of_the_code(game: Game) -> None:
    event = named(game, "Event")
    kinds = {kind: members for kind, (_, members) in KINDS.items() if game.has_exchange or kind != "exchanged"}
    told = event["description"].partition("The kinds are ")[2].partition(".")[0]
    assert told == ", ".join(f"`{kind}`" for kind in kinds)
    places = set() if game.goes_on_between_two else {"second", "loser", "remaining"}
    for kind, members in kinds.items():
        for member in {*members} - places:
            assert f"`{kind}`" in event["properties"][member]["description"], (kind, member)


@BOTH
def test_members_of_a_deal_go_together_as_the_contract_says(game: Game, checked: CheckedClient) -> None:
    operation = f"{game.name}_deal"
    _, path, _ = operations()[operation]
    next_deal, deck = request_of(operation, "next_deal"), request_of(operation, "deck")
    everything = {**request_of(operation, "hands"), **deck, **next_deal}
    taken = 0
    for given in chain.from_iterable(combinations(everything, count) for count in range(len(everything) + 1)):
        body = {name: everything[name] for name in given}
        status = checked.post(path, json=body).status_code
        assert status in (200, 422)
        assert is_valid_request(operation, body) == (status == 200), given
        taken += status == 200
    assert taken == 9, (
        "from a deck, from hands and from a seed: for a state, and for a new partie with a ruleset or without"
    )
