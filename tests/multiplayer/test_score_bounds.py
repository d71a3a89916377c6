"""The bounds of a deal's score contain what deals score, and leave out what none can."""

from __future__ import annotations

import pytest

from service.multiplayer import engine
from service.multiplayer.deal_replay import read_cards
from service.multiplayer.games import GAMES, NORMAND, VOLEUR, Game
from service.multiplayer.parameters import ruleset
from service.multiplayer.score_bounds import can_score, most
from tests.helpers.random_cases import seeds
from tests.multiplayer.random_deals import random_cards, random_parameters
from tests.multiplayer.random_play import play


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_score_of_a_random_deal_is_possible(game: Game) -> None:
    cut_short = highest = 0
    for _, rng in seeds(f"score bounds {game.name}", 150, enough=60):
        rules = ruleset(game, random_parameters(game.name, rng))
        before = (
            tuple(rng.randrange(rules.target) for _ in game.sides) if rng.random() < 0.3 else (0,) * len(game.sides)
        )
        d = engine.deal(
            rules, rng.randrange(len(game.seats)), read_cards(game, *random_cards(game.name, rng)), (before,)
        )
        for _ in play(d, rng):
            pass
        at_target = rules.target_stop == "at_once" and max(d.totals) >= rules.target
        assert can_score(rules, d.score, followed=not at_target), (rules, d.score)
        assert max(d.score) <= most(rules)
        cut_short += at_target
        highest = max(highest, *d.score)
    assert cut_short and highest > 60


@pytest.mark.parametrize(
    ("game", "overrides", "score", "followed", "possible"),
    [
        # V6.2, V6.3: each of eight leads and the last trick score.
        (VOLEUR, {}, (4, 5), True, True),
        (VOLEUR, {}, (4, 4), True, False),
        (VOLEUR, {}, (4, 4), False, True),  # cut short
        (VOLEUR, {"target_stop": "end_of_deal"}, (4, 4), False, False),
        (VOLEUR, {"low_cards_uncounted": True}, (0, 1), True, True),
        # In hand 20, 8, 36 and 56 at most, a repique of 70, a capot of 40, and 17 in the play.
        (VOLEUR, {}, (247, 0), True, True),
        (VOLEUR, {}, (248, 0), True, False),
        (VOLEUR, {}, (130, 130), True, False),
        # N7.4: only one has a bonus.
        (NORMAND, {}, (100, 100, 0), True, True),
        (NORMAND, {}, (100, 100, 100), True, False),
        (NORMAND, {}, (0, 0, -1), True, False),
    ],
)
def test_what_can_be_scored(
    game: Game, overrides: dict[str, object], score: tuple[int, ...], followed: bool, possible: bool
) -> None:
    assert can_score(ruleset(game, overrides), score, followed=followed) is possible
