"""An action is legal if and only if an option describes it, in random deals of the games of several seats."""

from __future__ import annotations

import random

import pytest

from service.multiplayer import engine
from service.multiplayer.actions import action_of, members_of
from service.multiplayer.games import GAMES
from service.multiplayer.state import Deal, Equal
from service.piquet.cards.cards import cards_of
from service.piquet.cards.holdings import Holding, pieces
from service.piquet.model.actions import Action, Call, ClaimCarteBlanche, Exchange, Pass, Play, Reckon
from service.piquet.model.violations import IllegalAction
from tests.helpers.random_cases import seeds
from tests.multiplayer.random_play import FEW, play, random_deal
from tests.multiplayer.table import play_out


def candidates(d: Deal, rng: random.Random) -> list[Action]:
    """Actions of every type and seat, legal or not; those that leave a choice to the service are left out."""
    found: list[Action] = []
    for seat in range(len(d.game.seats)):
        found.append(ClaimCarteBlanche(seat))
        hand = [1 << card for card in cards_of(d.hands[seat])]
        found += [Exchange(seat, sum(rng.sample(hand, min(count, len(hand))))) for count in range(4)]
        found += [Play(seat, card) for card in range(36)]
        for category in range(3):
            found += [Equal(seat, category), Pass(seat, category)]
            held = [grade for grade, _ in pieces(category, d.hands[seat])]
            grades = {*held, *((length, tie) for length in (1, 2, 3, 4) for tie in (8, 16, 60, 62))}
            found += [Call(seat, category, length, tie) for length, tie in grades]
            cards = [Holding(category, each) for _, each in pieces(category, d.hands[seat])]
            found += [Reckon(seat, ()), *(Reckon(seat, (each,)) for each in cards[:20])]
            if len(cards) > 1:
                found += [Reckon(seat, tuple(rng.sample(cards, 2))) for _ in range(5)]
    return found


def key(action: Action) -> tuple[object, ...]:
    """An action in a form that does not depend on the order of holdings."""
    if isinstance(action, Reckon):
        assert action.holdings is not None
        return (Reckon, action.seat, frozenset(action.holdings))
    return (type(action), action)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_legal_is_an_option_and_what_is_an_option_is_legal(game: str):
    tried = refused = 0

    def enough() -> bool:
        return tried > 5000 and refused > 4000

    for _, rng in seeds(f"options of {game}", 20, until=enough):
        d = random_deal(rng, GAMES[game])
        for legal in play(d, rng):
            described = {key(action) for action in legal}
            for action in legal:
                assert engine.check(d, action) == (), action
            for action in candidates(d, rng) if rng.random() < 0.15 else ():
                sampled = isinstance(action, Reckon) and len(legal) >= FEW
                if sampled:
                    continue
                tried += 1
                found = engine.check(d, action)
                refused += bool(found)
                assert bool(found) != (key(action) in described), (action, found)
                assert all(reason.rule.startswith(d.game.prefix) for reason in found)
                assert all(reason.message and "{" not in reason.message for reason in found)
    assert enough(), (tried, refused)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_deal_is_its_history(game: str):
    for _, rng in seeds(f"histories of {game}", 10):
        d = random_deal(rng, GAMES[game])
        for _ in play(d, rng):
            pass
        written = [members_of(d.game, action) for action in d.history]
        again = play_out(d, [action_of(d.game, members) for members in written])
        assert again == d


def test_an_illegal_action_of_a_history_is_found():
    rng = random.Random(5)
    d = random_deal(rng, GAMES["voleur"])
    for _ in play(d, rng):
        pass
    fresh = play_out(d, d.history[:3])
    with pytest.raises(IllegalAction):
        engine.apply(fresh, d.history[2])
    assert len(fresh.history) == 3
