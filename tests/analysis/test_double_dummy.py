"""The play with all cards known: against exhaustive search, against the engine, and by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from service.analysis.double_dummy import PlayPosition, SharedSearch, python_solver
from service.analysis.double_dummy.kernel import KernelSolver
from service.analysis.double_dummy.positions import worth_of
from service.analysis.double_dummy.python_solver import PythonSolver
from service.piquet.cards.cards import CARDS, hand_of
from service.piquet.rulesets.published import ruleset
from tests.analysis.exhaustive import Scoring, after, after_lead, legal, other
from tests.analysis.random_positions import RULES, SIDES, position_of, random_tally

SEED = 20260401
Solver = type[PythonSolver] | type[KernelSolver]


def compare(rng: random.Random, name: str, most: int, pack: list[str], solvers: list[Solver]) -> None:
    """One random deal, before or within a trick: every legal card's value, and the best, as each solver has them."""
    scoring, rules = Scoring(**RULES[name]), replace(ruleset("portland"), **RULES[name])
    size = rng.randint(1, most)
    cards = rng.sample(pack, 2 * size)
    hands = {"elder": frozenset(cards[:size]), "younger": frozenset(cards[size:])}
    leader, tally, lead = rng.choice(SIDES), random_tally(rng, size, scoring), None
    if rng.random() < 0.3:
        lead = rng.choice(sorted(hands[leader]))
        hands = {**hands, leader: hands[leader] - {lead}}
        tally = after_lead(scoring, tally, leader, lead)
    to_play = leader if lead is None else other(leader)
    made = tally.difference()
    expected = {card: after(scoring, hands, leader, tally, lead, card) - made for card in legal(hands[to_play], lead)}
    position = position_of(scoring, hands, leader, tally, lead)
    told = (name, {side: sorted(hand) for side, hand in hands.items()}, leader, lead, tally)
    for solver in solvers:
        found = solver(rules, position).choices()
        assert {CARDS[choice.card]: choice.value for choice in found} == expected, (solver, told)
        best = (max if to_play == "elder" else min)(expected.values())
        worths = [worth_of(position, choice) for choice in found if choice.value == best]
        assert SharedSearch(rules, solver).best(position) in worths, (solver, told)
        assert all(choice.points[0] - choice.points[1] == choice.value for choice in found), (solver, told)


@pytest.mark.rule("R6.1", "R6.2", "R6.3", "R6.4", "R7.3", "R7.4")
@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_trying_everything(name: str, solvers: list[Solver]) -> None:
    """A hundred deals for each way of scoring, of up to eight cards and of both packs."""
    seed = f"{SEED} {name}"
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(100):
        compare(rng, name, 4, rng.choice([list(CARDS), [card for card in CARDS if card[0] != "6"]]), solvers)


@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_trying_everything_in_one_or_two_suits(name: str, solvers: list[Solver]) -> None:
    """Five cards each: few suits and high cards on both sides, so that much hangs on which card is played."""
    seed = f"{SEED} suits {name}"
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(20):
        suits = rng.sample("SHDC", rng.choice([2, 3]))
        compare(rng, name, 5, [card for card in CARDS if card[1] in suits], solvers)


def test_a_table_that_is_full_changes_no_answer(monkeypatch: pytest.MonkeyPatch, solvers: list[Solver]) -> None:
    rng, rules = random.Random(SEED), ruleset("portland")
    pack = rng.sample([card for card in CARDS if card[0] != "6"], 16)
    position = PlayPosition((hand_of(pack[:8]), hand_of(pack[8:])), 0, won=(2, 2))
    expected = solvers[0](rules, position).choices()
    monkeypatch.setattr(python_solver, "REMEMBERED", 7)
    for solver in solvers:
        assert solver(rules, position).choices() == expected, solver


def test_the_best_card_is_one_of_those_that_are_worth_most(solvers: list[Solver]) -> None:
    """Both solvers find the same one, worth the same as among all cards; a suit that was named restricts it."""
    print("seed", SEED)
    rng, rules = random.Random(SEED), ruleset("portland")
    for count in range(60):
        size = rng.randint(2, 7)
        pack = rng.sample([card for card in CARDS if card[0] != "6"], 2 * size)
        hands, leader = (hand_of(pack[:size]), hand_of(pack[size:])), rng.randint(0, 1)
        suit = hand_of(card for card in pack if card[1] == pack[leader * size][1])
        position = PlayPosition(
            hands, leader, won=(6 - size // 2, 6 - (size + 1) // 2), may_play=suit if count % 3 else -1
        )
        found = {SharedSearch(rules, solver).best(position) for solver in solvers}
        assert len(found) == 1, position
        for solver in solvers:
            choices = solver(rules, position).choices()
            most = (max if leader == 0 else min)(choice.value for choice in choices)
            best = {worth_of(position, choice) for choice in choices if choice.value == most}
            assert found <= best, (solver, position)
