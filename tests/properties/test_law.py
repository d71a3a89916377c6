"""Irregular deals against an independent recount, under several rulesets and laws."""

from __future__ import annotations

import random

import pytest

from tests.properties.irregular_play import RULESETS, IrregularGame
from tests.properties.random_play import scale, seeds


def play(name: str, deals: int, chance: float) -> dict[str, int]:
    """So many random deals under a ruleset; what was tried in them."""
    seen: dict[str, int] = {}
    for _, rng in seeds(f"law {name} {chance}", deals):
        IrregularGame(RULESETS[name], rng, seen, chance).play()
    return seen


@pytest.mark.parametrize("name", RULESETS)
def test_the_recount_agrees_on_regular_deals(name: str) -> None:
    seen = play(name, 4, 0)
    assert seen["play"] == scale(4) * 24


@pytest.mark.rule("E3", "E4", "E5", "E6", "E7", "E12")
@pytest.mark.parametrize("name", RULESETS)
def test_the_recount_agrees_on_irregular_deals(name: str) -> None:
    seen = play(name, 6, 0.3)
    print({name: seen[name] for name in sorted(seen)})
    assert any(name.endswith((" enforce", " waive", " reckon", " object", " replay")) for name in seen)


def test_a_deal_is_the_same_from_the_same_seed() -> None:
    """A seed that is printed can be played again."""
    scores = []
    for _ in range(2):
        game = IrregularGame("portland", random.Random("the same"), {}, 0)
        game.play()
        scores.append((game.state["history"], game.state["score"]))
    assert scores[0] == scores[1]
