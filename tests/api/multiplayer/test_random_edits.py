"""Random edits of states and actions of voleur and normand: the service always has an answer, and says where."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests.api.multiplayer.deals import SEATS, check_all, deal_worked
from tests.helpers.cards import PACK
from tests.helpers.http import assert_points_into, send
from tests.helpers.tampering import leaves
from tests.multiplayer.worked_deals import WORKED_DEALS

Json = Any

SEED = 41
EDITS = 250
DEALS = {"voleur": ("VW1", "VW9"), "normand": ("NW1", "NW9")}
WORDS = {
    "category": ("point", "sequence", "set"),
    "type": ("pass", "equal", "play", "reckon", "claim_carte_blanche", "exchange", "call"),
    "top": "789TJQKA",
    "rank": "789TJQKA",
    "status": ("open", "good", "equal", "nobody"),
}


def edit(body: Json, game: str, rng: random.Random) -> Json:
    """A copy with one to three places changed: another value of the same kind, or an item of a list less or more."""
    changed = copy.deepcopy(body)
    for _ in range(rng.randint(1, 3)):
        path, value = rng.choice([(path, value) for path, value in leaves(changed) if path[-1] != "engine_version"])
        parent = changed
        for step in path[:-1]:
            parent = parent[step]
        if isinstance(parent, list) and rng.random() < 0.5:
            parent.insert(rng.randrange(len(parent) + 1), parent[path[-1]])
            if rng.random() < 0.5:
                parent.pop(rng.randrange(len(parent)))
        elif value in PACK:
            parent[path[-1]] = rng.choice(PACK)
        elif value in tuple(SEATS[game]):
            parent[path[-1]] = rng.choice(SEATS[game])
        elif isinstance(value, int):
            parent[path[-1]] = value + rng.choice((-1, 1, 10))
        elif path[-1] in WORDS:
            parent[path[-1]] = rng.choice(WORDS[path[-1]])
        else:
            parent[path[-1]] = rng.choice((None, "", [], {}, 1, "A"))
    return changed


@pytest.mark.parametrize("game", SEATS)
def test_an_edited_state_or_action_has_an_answer(game: str) -> None:
    """`send` fails at a status of 500 or more. Every pointer of a fault or a violation leads into the request."""
    print("seed", SEED)
    rng = random.Random(SEED)
    positions: list[tuple[Json, Json]] = []
    for name in DEALS[game]:
        worked = WORKED_DEALS[name]
        begun = deal_worked(worked)
        states = [begun, *(each["state"] for each in check_all(game, begun, worked.actions))]
        positions += zip(states, worked.actions, strict=False)
    answered: dict[int, int] = {}
    for _ in range(EDITS):
        state, action = rng.choice(positions)
        body: Json = {"state": state, "action": action}
        if rng.random() < 0.5:
            body["action"] = edit(action, game, rng)
        else:
            body["state"] = edit(state, game, rng)
        status, answer = send(f"/v1/{game}/actions/check", body)
        answered[status] = answered.get(status, 0) + 1
        for each in (*answer.get("errors", ()), *answer.get("violations", ())):
            assert_points_into(body, each["pointer"])
    assert answered.keys() <= {200, 404, 409, 422}
    assert answered[200] > EDITS // 4
