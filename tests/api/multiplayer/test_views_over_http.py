"""A view over HTTP is the same for all cards that the seat cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.api.multiplayer.deals import SEATS, check_all, state_after
from tests.helpers.cards import PACK
from tests.helpers.http import post

Json = Any

SEED = 18


def view(game: str, state: Json, seat: str) -> Json:
    return post(f"/v1/{game}/states/view", {"state": state, "seat": seat})["view"]


def begun(game: str, rng: random.Random) -> tuple[Json, list[Json]]:
    """A deal, and actions of which none depends on the cards of another seat: all seats pass, then cards are played."""
    first = post(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", "seed": str(rng.random())})["state"]
    actions: list[Json] = []
    state = first
    for _ in range(rng.randrange(26)):
        asked = post(f"/v1/{game}/actions/options", {"state": state, "expand": True, "limit": 100})
        some = [each for each in asked["actions"] if each["type"] in ("exchange", "pass", "play")]
        actions.append(rng.choice(some))
        state = post(f"/v1/{game}/actions/check", {"state": state, "action": actions[-1]})["state"]
    return first, actions


def state_with(game: str, dealt: Json, actions: list[Json]) -> Json | None:
    """The state after these actions in a deal of these cards; None if they are illegal there."""
    state = post(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", **dealt})["state"]
    judgements = check_all(game, state, actions)
    if not all(each["legal"] for each in judgements):
        return None
    return judgements[-1]["state"] if judgements else state


def permuted(dealt: Json, state: Json, seat: str, rng: random.Random) -> Json:
    """The cards dealt, with some that the seat cannot know exchanged for one another."""
    known = {
        *dealt["hands"][seat],
        *state["hands"][seat],
        *(card for each in state["tricks"] for card in each["cards"]),
    }
    hidden = [card for card in PACK if card not in known]
    some = rng.sample(hidden, min(len(hidden), rng.choice((2, 3, 20))))
    other = dict(zip(some, rng.sample(some, len(some)), strict=True))
    hands = {name: [other.get(card, card) for card in hand] for name, hand in dealt["hands"].items()}
    talon = {"talon": [other.get(card, card) for card in dealt["talon"]]} if "talon" in dealt else {}
    return {"hands": hands, **talon}


@pytest.mark.parametrize("game", SEATS)
def test_a_view_is_the_same_for_all_cards_that_a_seat_cannot_know(game: str) -> None:
    print("seed", SEED)
    rng = random.Random(SEED)
    compared: dict[str, set[str]] = {}
    for _ in range(8):
        first, actions = begun(game, rng)
        state = state_with(game, first["dealt"], actions)
        assert state is not None
        for seat in SEATS[game]:
            for _ in range(3):
                # What the dealer of normand put out must be in the other deal, too.
                dealt = permuted(first["dealt"], state, seat, rng)
                other = state_with(game, dealt, actions)
                if other is not None and other["dealt"] != state["dealt"]:
                    assert view(game, other, seat) == view(game, state, seat), (seat, actions)
                    compared.setdefault(state["phase"], set()).add(seat)
    assert compared["calling"] == set(SEATS[game])
    assert compared["play"]


@pytest.mark.parametrize(("game", "name"), [("voleur", "VW8"), ("normand", "NW11")])
def test_a_view_has_what_the_seat_may_see(game: str, name: str) -> None:
    state = state_after(name)
    for seat in SEATS[game]:
        seen = view(game, state, seat)
        assert (seen["seat"], seen["ruleset"]) == (seat, state["ruleset"])
        for member in ("phase", "to_act", "tricks", "score", "events", "shown"):
            assert seen[member] == state[member]
        assert (seen["dealt"], seen["hand"]) == (state["dealt"]["hands"][seat], state["hands"][seat])
        # V2.1, N2.1: the hand of a carte blanche is shown.
        assert seen["claimed"] == {claimant: state["dealt"]["hands"][claimant] for claimant in state["claimed"]}
        assert set(seen["others"]) == set(SEATS[game]) - {seat}
    assert state["claimed"]


def test_only_the_dealer_of_normand_sees_what_was_put_out() -> None:
    """N3.1: the number is public, the cards are the dealer's to see, and the cards left are nobody's."""
    state = state_after("NW1", 1)  # C deals, and puts out 7S and 9C
    assert sorted(state["discards"]) == ["7S", "9C"]
    for seat in "ABC":
        seen = view("normand", state, seat)
        assert (seen["exchanged"], seen["talon_count"]) == (2, 0)
        assert seen["discards"] == (state["discards"] if seat == "C" else None)


def test_the_cards_named_with_a_call_are_not_shown_before_they_are_reckoned() -> None:
    """V4.9: A, eldest of VW1, may name the cards of the point; the others see the call alone."""
    state = state_after("VW1", 0)
    cards = ["AS", "QS", "JS", "TS", "9S"]
    action = {"seat": "A", "type": "call", "category": "point", "length": 5, "value": 50, "cards": cards}
    after = post("/v1/voleur/actions/check", {"state": state, "action": action})["state"]
    assert after["calls"][0]["words"] == [{"seat": "A", "said": "call", "length": 5, "value": 50, "cards": cards}]
    assert view("voleur", after, "A")["calls"] == after["calls"]
    for seat in "BCD":
        (word,) = view("voleur", after, seat)["calls"][0]["words"]
        assert word == {"seat": "A", "said": "call", "length": 5, "value": 50, "cards": None}
