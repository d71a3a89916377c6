"""What the options list is legal, and nothing else is: voleur and normand over HTTP, in random deals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.api.multiplayer.deals import SEATS, state_after
from tests.helpers.cards import PACK
from tests.helpers.http import post

Json = Any

SEED = 29
POSITIONS = 10  # that are looked at, of each deal
TRIED = 12  # actions that are tried in each
CATEGORIES = ("point", "sequence", "set")


def some_action(game: str, seat: str, rng: random.Random) -> Json:
    """An action of the right form."""
    category = rng.choice(CATEGORIES)
    call = {
        "point": {"length": rng.randint(3, 6), "value": rng.randint(25, 60)},
        "sequence": {"length": rng.randint(3, 5), "top": rng.choice("9TJQKA")},
        "set": {"count": rng.randint(3, 4), "rank": rng.choice("TJQKA")},
    }[category]
    kinds: list[Json] = [
        {"type": "claim_carte_blanche"},
        {"type": "equal", "category": category},
        {"type": "pass", "category": category},
        {"type": "call", "category": category, **call},
        {"type": "play", "card": rng.choice(PACK)},
    ]
    if game == "normand":
        kinds.append({"type": "exchange", "cards": rng.sample(PACK, rng.randrange(3))})
    chosen = rng.choice(kinds)
    return {"seat": rng.choice((seat, seat, seat, rng.choice(SEATS[game]))), **chosen}


def sorted_cards(action: Json) -> Json:
    return {**action, "cards": sorted(action["cards"])} if "cards" in action else action


@pytest.mark.parametrize("game", SEATS)
def test_the_options_are_the_legal_actions(game: str) -> None:
    print("seed", SEED)
    rng = random.Random(SEED)
    legal = {True: 0, False: 0}
    for number in range(2):
        body = {"ruleset": game, "dealer": rng.choice(SEATS[game]), "seed": f"options {number}"}
        state = post(f"/v1/{game}/deals", body)["state"]
        looked_at = set(rng.sample(range(45), POSITIONS))
        for at in range(45):
            asked = post(f"/v1/{game}/actions/options", {"state": state, "expand": True, "limit": 1000})
            assert (asked["to_act"], asked["phase"]) == (state["to_act"], state["phase"])
            listed = asked["actions"]
            if not listed:
                break
            assert asked["total"] == len(listed)
            assert {each["type"] for each in listed} == {each["type"] for each in asked["options"]}
            if at in looked_at:
                known = [sorted_cards(each) for each in listed]
                tried = [some_action(game, state["to_act"], rng) for _ in range(TRIED)] + rng.sample(
                    listed, min(4, len(listed))
                )
                for action in tried:
                    judgement = post(f"/v1/{game}/actions/check", {"state": state, "action": action})
                    # The cards of a point may be named, too; the list leaves their choice to the service.
                    assert judgement["legal"] == (sorted_cards(action) in known), (action, judgement)
                    legal[judgement["legal"]] += 1
            action = rng.choice(listed)
            state = post(f"/v1/{game}/actions/check", {"state": state, "action": action})["state"]
    assert legal[True] > 40
    assert legal[False] > 100


@pytest.mark.parametrize("game", SEATS)
def test_the_pages_of_the_options_are_their_list(game: str) -> None:
    """N3.1: 1 + 10 + 45 ways to put out none, one or two of ten cards; voleur begins with calls and a pass."""
    state = post(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", "seed": "pages"})["state"]
    whole = post(f"/v1/{game}/actions/options", {"state": state, "expand": True, "limit": 1000})
    assert game == "voleur" or whole["total"] == 56
    pages: list[Json] = []
    for offset in range(0, whole["total"], 5):
        page = post(f"/v1/{game}/actions/options", {"state": state, "expand": True, "offset": offset, "limit": 5})
        assert page["total"] == whole["total"]
        pages += page["actions"]
    assert pages == whole["actions"]
    beyond = {"state": state, "expand": True, "offset": 1_000_000_000}
    assert post(f"/v1/{game}/actions/options", beyond)["actions"] == []


@pytest.mark.parametrize(("game", "name"), [("voleur", "VW1"), ("normand", "NW1")])
def test_a_deal_that_is_over_has_no_options(game: str, name: str) -> None:
    asked = post(f"/v1/{game}/actions/options", {"state": state_after(name), "expand": True})
    assert (asked["to_act"], asked["phase"], asked["options"], asked["actions"]) == (None, "deal_over", [], [])


def test_the_options_of_a_call_and_of_a_reckoning() -> None:
    """VW1: B has called a sequence of five to the king, HKQJT9 (V4.7): that is needed, and nothing is better."""
    names = {"A": 0, "B": 1}
    begun = state_after("VW1", names["A"])
    (call, passed) = post("/v1/voleur/actions/options", {"state": begun})["options"]
    # A holds five spades worth 11 + 10 + 10 + 10 + 9 and no other three cards of a suit worth 30 (V4.4); less of the
    # point may be called, too: its three and four cards (V4.3).
    assert (call["seat"], call["type"], call["category"]) == ("A", "call", "point")
    assert call["calls"][0] == {"length": 5, "value": 50}
    assert passed == {"seat": "A", "type": "pass", "category": "point"}
    state = state_after("VW1", 8)
    (reckon,) = post("/v1/voleur/actions/options", {"state": state})["options"]
    assert reckon == {
        "seat": "B",
        "type": "reckon",
        "category": "sequence",
        "holdings": [["KH", "QH", "JH", "TH", "9H"]],
        "to": {"length": 5, "top": "K"},
        "needs": {"length": 5, "top": "K"},
        "must": True,
    }
