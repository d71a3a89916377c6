"""What two hands reckon, by arrays: the same as by the engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from service.analysis.declarations import declared
from service.analysis.double_dummy import Towards
from service.analysis.play_position import situation_of
from service.piquet.cards.cards import cards_of, hand_of, mask_of
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.state import ELDER, YOUNGER, Phase, State
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import RULESETS, ruleset
from tests.helpers.cards import cards
from tests.helpers.random_cases import generator, scale

SEATS = (1, 0)  # of elder and younger
DECLARED: dict[str, Any] = {"calling": "automatic", "left_cards": "none", "elder_second_exchange": False}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"nought": True},
    {"repique_test": "opponent_scores_nothing", "equality_saves_repique": True},
    {"repique_by": "elder"},
    {"point_comparison": "pips", "point_score": "pips"},
    {"point_comparison": "pips", "nought": True},
    {"carte_rouge": 20},
    {"point_ending_in_four": True, "point_minimum": 4},
]


def before_the_lead(rules: Ruleset, hands: tuple[int, int], blanche: tuple[int, int], shown: str | None) -> State:
    """The state in which elder is to lead, and nothing was said."""
    begun = deal_next(rules, new_partie(0), deal(rules, cards_of(rules.cards))).state
    return begun._replace(
        phase=Phase.PLAY,
        to_act=ELDER,
        hands=hands,
        dealt=hands,
        exchanged=(0, 0),
        in_hand=tuple((points, 0, 0, 0, 0) for points in blanche),
        score=blanche,
        blanche=(shown, shown),
    )


def compared(
    rules: Ruleset, hands: tuple[int, int], blanche: tuple[int, int] = (0, 0), shown: str | None = None
) -> int:
    """Compare arrays with the engine, and return elder's repiques less younger's."""
    state = before_the_lead(rules, hands, blanche, shown)
    found = declared(rules, state, (np.array([hands[ELDER]]), np.array([hands[YOUNGER]])))
    situation = situation_of(rules, state)
    points = Counter[tuple[int, str]]()
    for event in situation.events:
        points[SEATS.index(event.seat or 0), event.kind] += event.points
    for role in (ELDER, YOUNGER):
        expected = [points[role, category] for category in (*CATEGORIES, "carte_rouge")]
        assert [int(each[0]) for each in found.points[role]] == expected, (rules.name, hands)
    repique = points[ELDER, "repique"] - points[YOUNGER, "repique"]
    assert found.repique[0] == repique, (rules.name, hands)
    towards = situation.position.pique
    assert found.towards[0] == (-1 if towards is None else towards.points), (rules.name, hands)
    assert towards is None or towards == Towards(towards.points)
    return repique // 60


@pytest.mark.rule("R5.6", "R5.12", "R5.14", "R7.2", "R7.3", "R7.5")
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_arrays_reckon_as_the_engine_does(name: str) -> None:
    rng, repiques = generator(f"declared {name}"), 0
    for number in range(scale(140)):
        try:
            rules = ruleset(name, {**DECLARED, **VARIANTS[number % len(VARIANTS)]})
        except ValueError:
            continue
        weights = [rng.random() ** 3 for _ in range(4)]  # long suits, so that much is called
        drawn = sorted(cards_of(rules.cards), key=lambda card: rng.random() * weights[card // 9])
        hands = (mask_of(drawn[:12]), mask_of(drawn[-12:]))[:: rng.choice((1, -1))]
        repiques += abs(compared(rules, (hands[0], hands[1]), rng.choice([(0, 0), (10, 0), (0, 10)])))
    assert repiques


@pytest.mark.rule("R7.2")
def test_both_cartes_blanches_save_from_a_repique_and_a_pique() -> None:
    rules = ruleset("old-36", DECLARED)
    hands = (hand_of(cards("S T9876 H T9876 D T9")), hand_of(cards("C T9876 D 876")) | hand_of(cards("C AKQJ")))
    assert compared(rules, hands, shown="shown") == 0
