"""Views in requests for advice: no view of a state is refused, and an edited one is answered or refused.

A view has no history that it could be checked against.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.api.game_states.views import seen_by_seat
from service.api.schemas.state import View
from service.piquet.rulesets.published import RULESETS
from tests.api.test_advice import late
from tests.fuzz import edits, wire
from tests.helpers.http import client
from tests.helpers.random_cases import seeds
from tests.properties.random_play import reachable_states
from tests.properties.test_view import view

EDITS = (
    edits.value,
    edits.left_out,
    edits.swapped,
    edits.removed,
    edits.doubled,
    edits.exchanged,
    edits.exchanged_within,
)
EDITS_OF_A_VIEW = 8
#: What changes the exchange, and so what a view may say of it.
OVERRIDES = (
    {},
    {"elder_second_exchange": True},
    {"carte_blanche_protocol": "discard_first"},
    {"left_cards": "private_named_suit"},
    {"left_cards": "revealed_by_dealer"},
    {"younger_min": 0},
    {"elder_min": 2},
)
VIEW = msgspec.json.Decoder(View)
READS_NO_STATE: Any = None
PATHS = ("/v1/advice", "/v1/hands/evaluate")
JSON = [("Content-Type", "application/json")]


@pytest.mark.parametrize("name", RULESETS)
def test_no_view_of_a_state_is_refused(name: str) -> None:
    count = 0
    for _, rng in seeds(f"true views {name}", 1):
        for state in reachable_states({"name": name, "overrides": rng.choice(OVERRIDES)}, rng, 1):
            if state["to_act"]:
                shown = msgspec.json.encode(view(state, state["to_act"]))
                seen_by_seat(READS_NO_STATE, {"view": VIEW.decode(shown)}, candid=False)
                count += 1
    assert count


def test_an_edited_view_is_answered_or_refused(tell: Callable[[str], None]) -> None:
    told: Counter[tuple[str, int]] = Counter()
    each_answer = {(path, status) for path in PATHS for status in (200, 409, 422)}
    for _, rng in seeds("edited views", 10, until=lambda: told.keys() >= each_answer):
        states = [each for each in reachable_states(rng.choice([*RULESETS]), rng, 1) if late(each)]
        for state in rng.sample(states, k=min(1, len(states))):
            shown, other = (view(each, state["to_act"]) for each in (state, rng.choice(states)))
            for _ in range(EDITS_OF_A_VIEW):
                edited = copy.deepcopy(shown)
                for edit in rng.choices(EDITS, k=rng.choice((1, 1, 2))):
                    edited = edit(rng, edited, other)
                for path in PATHS:
                    raw = wire.request("POST", path, JSON, json.dumps({"view": edited}).encode())
                    status = wire.ask(client().application, raw).status
                    assert status in (200, 404, 409, 422), raw
                    told[path, status] += 1
    assert told.keys() >= each_answer
    tell(f"Edited views: {dict(sorted(told.items()))}")
