"""Irregular deals against an independent recount, under several rulesets and laws."""

from __future__ import annotations

import random

import pytest

from tests.helpers.random_cases import scale, seeds
from tests.properties.checked_game import CheckedGame
from tests.properties.irregular_play import RULESETS, IrregularGame
from tests.properties.law_matrix import MATRIX


def corrected(seen: dict[str, int]) -> bool:
    """Whether something irregular was dealt with in one of its ways."""
    return any(name.endswith((" enforce", " waive", " reckon", " object", " replay")) for name in seen)


@pytest.mark.parametrize("name", RULESETS)
def test_the_recount_agrees_on_regular_deals(name: str) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds(f"law {name} 0", 1):
        IrregularGame(RULESETS[name], rng, seen, 0).play()
    assert seen["play"] == scale(1) * 24


@pytest.mark.rule("E3", "E4", "E5", "E6", "E7", "E12")
@pytest.mark.parametrize("name", RULESETS)
def test_the_recount_agrees_on_irregular_deals(name: str) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds(f"law {name} 0.3", 1, until=lambda: corrected(seen)):
        IrregularGame(RULESETS[name], rng, seen, 0.3).play()
    assert corrected(seen), seen


@pytest.mark.rule("E3", "E7", "E10", "E11", "E12")
@pytest.mark.parametrize("part", range(4))
def test_the_recount_agrees_on_deals_across_the_matrix(part: int) -> None:
    """A fortieth of the cells without a target, a deal in each; `make law-campaign` plays parties in all of them."""
    seen: dict[str, int] = {}
    names = [name for name in MATRIX if "no target" in name][part::160]
    for name in names:
        for seed, rng in seeds(f"matrix {name}", 1, until=lambda: corrected(seen)):
            print(name, seed)
            game = CheckedGame(MATRIX[name], rng, seen)
            game.checks = ()
            game.play()
    assert len(names) >= 2
    assert corrected(seen), seen


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize("name", ["au-cent", "hoyle", "old-36"])
def test_the_recount_agrees_on_regular_parties_to_a_target(name: str) -> None:
    for _, rng in seeds(f"target {name}", 1):
        game = IrregularGame(name, rng, {}, 0)
        game.play()
        while game.state["phase"] != "partie_over":
            game = IrregularGame(name, rng, {}, 0, game.state)
            game.play()
        assert game.recount.reached == game.state["score"]


def test_a_deal_is_the_same_from_the_same_seed() -> None:
    """A seed that is printed can be played again."""
    scores = []
    for _ in range(2):
        game = IrregularGame("portland", random.Random("the same"), {}, 0)
        game.play()
        scores.append((game.state["history"], game.state["score"]))
    assert scores[0] == scores[1]
