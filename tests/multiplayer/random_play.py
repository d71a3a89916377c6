"""Deals of the games of several seats, played at random with the options of the service."""

from __future__ import annotations

import random
from collections.abc import Iterator

from service.multiplayer import engine
from service.multiplayer.engine import Cards
from service.multiplayer.games import GAMES, Game
from service.multiplayer.options import expand, options
from service.multiplayer.parameters import PUBLISHED, ruleset
from service.multiplayer.state import Deal
from service.piquet.cards.cards import PACKS, cards_of, mask_of
from service.piquet.legal_actions import ReckonOption
from service.piquet.model.actions import Action

#: More than this many ways to reckon are not listed one by one.
FEW = 200


def random_cards(game: Game, rng: random.Random) -> Cards:
    """Hands and talon; in some deals the suits or the ranks are hardly mixed, so that holdings are long."""
    pack = list(cards_of(PACKS[32]))
    how = rng.choice(("shuffled", "shuffled", "suits", "blank"))
    if how == "suits":
        for _ in range(rng.randint(3, 14)):
            one, other = rng.randrange(32), rng.randrange(32)
            pack[one], pack[other] = pack[other], pack[one]
    else:
        rng.shuffle(pack)
    if how == "blank":
        pack.sort(key=lambda card: card % 9 in (5, 6, 7))  # court cards last
    size = game.hand_size
    hands = [mask_of(pack[at * size : (at + 1) * size]) for at in range(len(game.seats))]
    return Cards(tuple(hands), tuple(pack[size * len(hands) :]))


def random_deal(rng: random.Random, game: Game | None = None) -> Deal:
    """A deal with random parameters, dealer and totals."""
    game = game or GAMES[rng.choice(sorted(GAMES))]
    parameters = PUBLISHED[game.name].parameters
    chosen = {name: rng.choice(about.values) for name, about in parameters.items() if rng.random() < 0.3}
    rules = ruleset(game, chosen)
    before = tuple(rng.randrange(rules.target) for _ in game.sides)
    dealer = rng.randrange(len(game.seats))
    return engine.deal(rules, dealer, random_cards(game, rng), (before,), dealer=dealer)


def legal_actions(d: Deal, rng: random.Random) -> list[Action]:
    """Every legal action, or a sample of many ways to reckon."""
    found: list[Action] = []
    for option in options(d):
        every = expand(d, option)
        if isinstance(option, ReckonOption) and len(every) > FEW:
            every = [every[rng.randrange(len(every))] for _ in range(FEW)]
        found += every
    return found


def play(d: Deal, rng: random.Random) -> Iterator[list[Action]]:
    """Play a deal to its end: before each action the legal ones. Seats mostly say what they have."""
    coy = rng.choice((0.05, 0.3, 0.8))
    while not d.is_over:
        legal = legal_actions(d, rng)
        yield legal
        engine.do(d, legal[0] if rng.random() > coy else rng.choice(legal))
