"""Advice depends on nothing that the seat cannot know."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from service.advice.advising import advise
from service.advice.hidden_hands import completed, layouts_of, splits
from service.advice.values import Effort
from service.piquet import engine
from service.piquet.cards.cards import cards_of, mask_of
from service.piquet.model.state import ELDER, State
from service.piquet.rulesets.published import ruleset
from service.piquet.views import view_of
from tests.advice.random_deals import (
    Placing,
    Position,
    random_positions,
    random_start,
    replayed,
    rules_of,
    true_placing,
)
from tests.helpers.random_cases import generator, scale, seeds

#: Of the positions with more layouts than this, most are left out.
MANY = 1_000
FEW = Effort("few", 800, 4)
EXCHANGES = Effort("exchanges", 8_000, 3)


def other_position(position: Position, seat: int, rng: random.Random) -> Position | None:
    """The same deal with other cards where a seat cannot see them; None if only the true ones are possible."""
    known = position.known(seat)
    layouts, true = layouts_of(known), true_placing(position, seat)
    hands = layouts.hands.tolist()
    if layouts.total > MANY and rng.random() < 0.8:  # for the sake of time
        return None
    for _ in range(min(8, layouts.total - 1)):
        hand = rng.choice(hands)
        left = rng.choice(splits(known, hand).tolist())
        found = replayed(position, seat, Placing(hand, known.unseen & ~(hand | left), left))
        if found is None or true_placing(found, seat) == true:
            continue
        if (found.view(seat), found.events) == (position.view(seat), position.events):
            return found
    return None


@pytest.mark.rule("R3.4", "R4.3", "R4.4", "R4.5", "R5.13")
def test_the_advice_is_the_same_wherever_the_hidden_cards_lie() -> None:
    tried: Counter[str] = Counter()
    for number, (_, rng) in enumerate(seeds("hidden", 39, enough=20)):
        positions = list(random_positions(rules_of(number), rng))
        for position in rng.sample(positions, min(10, len(positions))):
            instead = other_position(position, position.seat, rng)
            if instead is None:
                continue
            seed, weights = str(rng.random()), rng.choice(["equal", "likely", "discards"])
            candid = rng.random() < 0.2 and bool(len(layouts_of(position.known(position.seat, candid=True)).hands))
            first, second = (
                advise(each.known(position.seat, candid=candid), FEW, weights=weights, seed=seed)
                for each in (position, instead)
            )
            assert first == second, (position, instead)
            assert instead.state != position.state
            tried["elder" if position.state.to_act == ELDER else "younger"] += 1
            tried[position.state.phase] += 1
    print(tried)
    assert tried["elder"] + tried["younger"] >= scale(250, enough=125)
    assert min(tried["elder"], tried["younger"]) >= scale(60, enough=30)
    assert tried.keys() >= {"calling", "reply", "reckoning", "play"}


@pytest.mark.rule("R3.4", "R5.13")
def test_before_the_exchange_the_advice_knows_the_own_hand_alone() -> None:
    rules, rng, advice = ruleset("portland"), generator("hidden before"), []
    start = random_start(rules, rng, "plain")
    for _ in range(2):
        hidden = rng.sample(cards_of(rules.cards & ~start.hands[ELDER]), 20)
        hands = start.hands[ELDER], mask_of(hidden[:12])
        state = start._replace(dealt=hands, hands=hands, talon=tuple(hidden[12:]))
        position = Position(rules, state, (), state, ())
        advice.append(advise(position.known(position.seat), EXCHANGES, seed="any"))
    assert advice[0] == advice[1], start


def hidden_left_out(position: Position, state: State, seat: int) -> State:
    """A state without what does not matter to the play or is hidden from a seat: where the cards came from."""
    other = 1 - position.view(seat).role
    discards = (0, state.discards[1]) if other == ELDER else (state.discards[0], 0)
    calls = tuple(call._replace(cards=0) for call in state.calls)
    return state._replace(talon=(), dealt=(0, 0), discards=discards, calls=calls, committed=0, barred=False)


@pytest.mark.rule("R2.2", "R4.3", "R5.13")
def test_a_layout_completed_is_a_state_that_the_seat_sees_as_it_does() -> None:
    """Every member of it is that of the deal played again with these cards, and the same is legal."""
    compared = 0
    for number, (_, rng) in enumerate(seeds("completed", 32, enough=16)):
        positions = list(random_positions(rules_of(number), rng))
        for position in rng.sample(positions, min(5, len(positions))):
            seat = rng.randint(0, 1)
            known = position.known(seat)
            hand = rng.choice(layouts_of(known).hands.tolist())
            state = completed(known, hand, rng)
            assert view_of(known.rules, state, seat) == position.view(seat)
            assert mask_of(state.talon) | state.dealt[0] | state.dealt[1] == known.rules.cards
            left = mask_of(state.talon[len(state.talon) - position.view(seat).talon_count :])
            there = replayed(position, seat, Placing(hand, state.discards[known.other], left & known.unseen))
            assert there is not None, (number, state)
            assert hidden_left_out(position, state, seat) == hidden_left_out(position, there.state, seat)
            assert state.barred == there.state.barred
            assert engine.options(known.rules, state) == engine.options(known.rules, there.state)
            compared += 1
    assert compared >= scale(150, enough=75)


@pytest.mark.rule("R5.1", "R6.1")
def test_every_action_advised_is_legal_and_its_parts_add_up() -> None:
    """The best is behind by nothing, and none is ahead of it by more than its error."""
    for number, (_, rng) in enumerate(seeds("advised", 20, enough=10)):
        positions = list(random_positions(rules_of(number), rng))
        for position in rng.sample(positions, min(4, len(positions))):
            advice = advise(position.known(position.seat), FEW, seed="any")
            assert advice.options[0].behind == 0
            assert len({each.action for each in advice.options}) == len(advice.options)
            assert (advice.basis is None) == (len(advice.options) == 1)
            for each in advice.options:
                assert not engine.check(position.rules, position.state, each.action), each
                assert sum(each.parts.values()) == pytest.approx(each.value)
                assert each.behind >= -each.behind_error - 1e-9
