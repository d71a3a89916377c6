"""A ruleset that was released keeps its values for ever; others are a new version of it.

`published.json` holds the values of every version that was released. A version is added to it with
`python -m tools.record_rulesets`, and never changed: a state that names it goes on under the rules it began with.
"""

import json
from pathlib import Path

import pytest

from service.piquet.rulesets import published
from service.piquet.rulesets.parameters import PARAMETERS
from service.piquet.rulesets.published import VERSIONS, Code
from tests.helpers.cards import cards
from tests.helpers.game import Game
from tests.helpers.http import get, post, problem

PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))


def test_a_released_version_has_the_values_it_was_released_with():
    for label, values in PUBLISHED.items():
        now = VERSIONS[label].ruleset
        assert {name: getattr(now, name) for name in values} == values, label


def test_every_version_is_recorded_in_full():
    assert {label: sorted(values) for label, values in PUBLISHED.items()} == dict.fromkeys(VERSIONS, sorted(PARAMETERS))


@pytest.mark.parametrize("name", ["portland", "portland@1"])
def test_an_answer_names_the_version(name):
    answer = post("/v1/deals", {"ruleset": name, "dealer": "B", "seed": "x"})
    assert answer["ruleset"] == answer["state"]["ruleset"] == "portland@1"
    assert get(f"/v1/rulesets/{name}")["ruleset"] == "portland@1"


def test_overrides_stay_with_the_version():
    ruleset = {"name": "portland", "overrides": {"calling": "automatic"}}
    answer = post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "seed": "x"})
    assert answer["ruleset"] == {"name": "portland@1", "overrides": {"calling": "automatic"}}


def test_every_parameter_may_be_overridden_at_once():
    parameters = get("/v1/rulesets/portland")["parameters"]
    ruleset = {"name": "portland", "overrides": {each["name"]: each["value"] for each in parameters}}
    assert len(parameters) > 64
    answer = post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "seed": "x"})
    assert answer["ruleset"]["overrides"] == ruleset["overrides"]
    record = {"piquet_record": 1, "ruleset": ruleset, "deals": []}
    answer = post("/v1/records/convert", {"record": record, "to": "json"})
    assert answer["record"]["ruleset"]["overrides"] == ruleset["overrides"]


def test_a_state_may_leave_the_version_out():
    state = Game.deal().state
    answer = post("/v1/states/validate", {"state": {**state, "ruleset": "portland"}})
    assert answer["valid"] and answer["ruleset"] == "portland@1"


@pytest.mark.parametrize("name", ["portland@0", "portland@2", "portland@", "portland@1@1", "@1", "Portland"])
def test_a_version_that_there_is_not_is_refused(name):
    assert problem("/v1/deals", {"ruleset": name, "dealer": "B", "seed": "x"})["code"] == "unknown_ruleset"


def test_a_new_version_leaves_the_old_one_playable(monkeypatch):
    # As if the second version let elder exchange three cards at the least: the name means the new one from then on.
    second = Code(published.Ruleset(elder_min=3), "S4", version=2)
    monkeypatch.setitem(published.RULESETS, "portland", second)
    monkeypatch.setitem(published.VERSIONS, "portland@2", second)
    from service.api.schemas import ruleset_choice

    ruleset_choice._found.cache_clear()
    try:
        for name, label, legal in (("portland", "portland@2", False), ("portland@1", "portland@1", True)):
            game = Game.deal(ruleset=name)
            assert game.state["ruleset"] == label
            assert game.check("elder", "exchange", cards=cards(game.state["hands"]["A"][:1]))["legal"] is legal
    finally:
        ruleset_choice._found.cache_clear()
