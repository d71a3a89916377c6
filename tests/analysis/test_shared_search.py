"""Bounds of positions that several solvers share: they change no answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.analysis.double_dummy import PlayPosition, SharedSearch, Towards
from service.analysis.double_dummy.kernel import KernelSolver
from service.analysis.double_dummy.positions import best_of, worth_of
from service.analysis.double_dummy.python_solver import PythonSolver
from service.piquet.cards.cards import cards_of, hand_of, mask_of
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import cards
from tests.helpers.random_cases import generator

PORTLAND = ruleset("portland")
Solver = type[PythonSolver] | type[KernelSolver]


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("name", ["portland", "hoyle", "denexa"])
def test_positions_with_one_hand_in_common_have_the_answers_of_each_alone(name: str) -> None:
    rng, rules = generator(f"shared {name}"), ruleset(name)
    for size in (3, 5, 4):
        drawn = rng.sample(cards_of(rules.cards), 2 * size + 3)
        hand, rest = mask_of(drawn[:size]), drawn[size:]
        won = (rng.randint(0, TRICKS - size), 0)
        search, asked = SharedSearch(rules), list[PlayPosition]()
        for _ in range(8):
            other, leader = mask_of(rng.sample(rest, size)), rng.randrange(2)
            for pique in (None, Towards(20), Towards(27, True)):
                position = PlayPosition((hand, other), leader, -1, (won[0], TRICKS - size - won[0]), pique)
                choices = PythonSolver(rules, position).choices()
                worths = search.worths(position)
                assert [each[:2] for each in worths] == [(each.card, each.value) for each in choices]
                assert search.best(position).value == best_of(choices, leader).value
                asked.append(position)
        assert SharedSearch(rules).best_of(asked) == [search.best(position) for position in asked], "in one call"
        assert search.expanded > 0


@pytest.mark.rule("R6.3")
def test_a_worth_counts_the_tricks_of_its_line(solvers: list[Solver]) -> None:
    """Elder, who has six of nine tricks, takes two more with A K of hearts, and none if 7S is led first."""
    position = PlayPosition((hand_of(cards("H AK S 7")), hand_of(cards("C AK S Q"))), 0, -1, (6, 3))
    for solver in solvers:
        made = SharedSearch(PORTLAND, solver)
        assert [worth.won for worth in made.worths(position)] == [6, 8, 8]
        assert made.best(position) == max(made.worths(position), key=lambda worth: worth.value)
        assert made.worths(position) == tuple(
            worth_of(position, choice) for choice in solver(PORTLAND, position).choices()
        )


def test_a_table_is_emptied_for_other_rules_and_for_another_number_of_tricks(solvers: list[Solver]) -> None:
    """Elder leads a spade under A K Q: 1 for elder, 1 + 1 + 1 for younger and 1 for the last trick. With nine tricks
    before, younger makes a capot of 40; with none there are too few tricks for the cards."""
    hands = (hand_of(cards("S 987")), hand_of(cards("S AKQ")))
    for solver in solvers:
        table = solver.new_table()
        for _ in range(2):
            for won, expected in (((0, 9), 1 - 4 - 40), ((0, 0), 1 - 4)):
                position = PlayPosition(hands, 0, -1, won)
                assert solver.best_of(PORTLAND, [position], table)[0][0].value == expected
        without = replace(PORTLAND, last_trick_bonus=0)
        for rules, expected in ((without, 1 - 3), (PORTLAND, 1 - 4)):
            assert solver.best_of(rules, [PlayPosition(hands, 0)], table)[0][0].value == expected
