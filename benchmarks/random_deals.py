"""How fast does the library play whole random deals, beside the euchre of OpenSpiel (C++ behind Python)?

Both play deals from the first decision to the end in this process. A **decision** is one action of a player: the game
is asked what is legal, one of the legal actions is drawn, each as likely as any other, and it is carried out. In Piquet
that is `MutableDeal.options`, the draw, and `MutableDeal.do` (which, like `apply_action`, takes the action for a legal
one, and enters its events), with all rules of `portland`: exchanges, calls, replies, tie-breaks, reckonings (every
selection that may be reckoned is an action of its own), looking at cards left, the play, the scores. In euchre it is
`legal_actions`, the draw, and `apply_action`. Both change a deal in place; the draw is the same, an index from one
random number. Drawing an exchange from its bounds, without listing up to 1,585 discards, and a reckoning by its number
are part of Piquet's time.

A whole deal includes the dealing: in Piquet a shuffled pack, in euchre 22 chance nodes, drawn by `random.choices`
from `chance_outcomes()`. It takes time but does not count as a decision. It is most of euchre's time, so the same is
measured once more without it, from the moment at which the cards are dealt. Then with a new state for every decision
(`engine.options`, and `engine.apply`, which checks the action again), as the service needs it; and with automatic
calling.

Ratio: decisions per second, Piquet / euchre. Target: at least 0.50 for whole deals. Without dealing there is no
target: that line sets Python beside C++ for the moves alone.
"""

import random
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from typing import Any

import _shared as shared

from service.piquet import engine
from service.piquet.cards.cards import PACKS, cards_of
from service.piquet.legal_actions import CallOption, ExchangeOption, Option, PlayOption, ReplyOption
from service.piquet.model import actions
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules import dealing
from service.piquet.rulesets import published

try:
    import pyspiel
except ImportError as missing:
    raise SystemExit("this benchmark needs open_spiel: make bench installs it from requirements/bench.txt") from missing

PACK = cards_of(PACKS[32])


@cache
def selections(low: int, high: int) -> tuple[tuple[int, ...], ...]:
    """The choices of a given number of twelve cards, as indices: for example the 1,585 discards of elder."""
    return tuple(places for count in range(low, high + 1) for places in combinations(range(12), count))


def card_of(option: PlayOption, draw: Callable[[], float]) -> actions.Play:
    """One of the cards that may be played."""
    cards = cards_of(option.cards)
    return actions.PLAYS[option.seat][cards[int(draw() * len(cards))]]


class Piquet:
    """Deals under one ruleset."""

    def __init__(self, **overrides: Any) -> None:
        self.rules = published.ruleset("portland", overrides)

    def deal(self, rng: random.Random) -> Any:
        deck = sorted(PACK, key=lambda _: rng.random())
        return deal_next(self.rules, new_partie(1), dealing.deal(self.rules, deck)).state

    def play(self, state: Any, rng: random.Random) -> int:
        table, draw = engine.MutableDeal(self.rules, state), rng.random
        options, do = table.options, table.do
        decisions = 0
        while True:
            offered = options()
            if not offered:
                return decisions
            if len(offered) == 1 and isinstance(offered[0], PlayOption):
                do(card_of(offered[0], draw))
            else:
                do(self.choose(table.expand, offered, rng))
            decisions += 1

    def choose(self, expand: Any, offered: Any, rng: random.Random) -> actions.Action:
        """A random legal action. Each is equally likely, and only the one that is drawn is made."""
        ways = [self.ways(expand, option) for option in offered]
        at = int(rng.random() * sum(map(len, ways)))
        place = 0
        while at >= len(ways[place]):
            at -= len(ways[place])
            place += 1
        option, drawn = offered[place], ways[place][at]
        if isinstance(option, CallOption):
            return actions.Call(option.seat, option.category, *drawn)
        if isinstance(option, ReplyOption):
            return actions.Reply(option.seat, drawn)
        if isinstance(option, ExchangeOption):
            cards = cards_of(option.cards)
            return option.type(option.seat, sum(1 << cards[place] for place in drawn))
        return drawn

    def ways(self, expand: Any, option: Option) -> Any:
        """The actions that an option stands for, or equally many placeholders."""
        if isinstance(option, CallOption):
            return option.calls
        if isinstance(option, ReplyOption):
            return option.replies
        if isinstance(option, ExchangeOption):
            return selections(option.low, option.high)
        return expand(option)


class PiquetByStates(Piquet):
    """The same with the functions of the engine: every decision makes a new state, and the old one stays."""

    def play(self, state: Any, rng: random.Random) -> int:
        rules, options, apply, draw = self.rules, engine.options, engine.apply, rng.random
        decisions = 0
        while True:
            offered = options(rules, state)
            if not offered:
                return decisions
            if len(offered) == 1 and isinstance(offered[0], PlayOption):
                action: actions.Action = card_of(offered[0], draw)
            else:
                action = self.choose(partial(engine.expand, rules, state), offered, rng)
            state = apply(rules, state, action).state
            decisions += 1


class Euchre:
    """Deals of OpenSpiel's euchre."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("euchre")

    def deal(self, rng: random.Random) -> Any:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        return state

    def play(self, state: Any, rng: random.Random) -> int:
        draw = rng.random
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions


class Runner:
    """Plays the same deals in every round, and counts decisions while they are timed."""

    def __init__(self, game: Piquet | Euchre, deals: int) -> None:
        self.game, self.deals, self.decisions = game, deals, 0

    def prepared(self) -> list[Any]:
        rng = random.Random(2)
        return [self.game.deal(rng) for _ in range(self.deals)]

    def __call__(self, dealt: list[Any] | None) -> None:
        game, rng, decisions = self.game, random.Random(1), 0
        if dealt is None:
            for _ in range(self.deals):
                decisions += game.play(game.deal(rng), rng)
        else:
            for state in dealt:
                decisions += game.play(state, rng)
        self.decisions = decisions


def compare(name: str, piquet: Piquet, euchre: Euchre, given: Any, dealing_counts: bool) -> None:
    scale = 1 if given.quick else 10
    runners = {"piquet": Runner(piquet, 20 * scale), "euchre": Runner(euchre, 100 * scale)}
    times: dict[str, list[float]] = {game: [] for game in runners}
    for number in range(given.rounds + 1):
        for game, runner in runners.items():
            dealt = None if dealing_counts else runner.prepared()
            taken = shared.seconds(lambda runner=runner, dealt=dealt: runner(dealt))
            if number:
                times[game].append(taken / runner.decisions)
    cells = "  ".join(f"{game} {shared.rate(found)}" for game, found in times.items())
    per_deal = runners["piquet"].decisions / runners["piquet"].deals
    print(
        f"{name:30}  {cells} decisions/s  ratio {shared.ratio(times['euchre'], times['piquet']):.2f}"
        f"  ({per_deal:.1f} decisions a deal of Piquet)"
    )


def main() -> None:
    given = shared.arguments(__doc__)
    euchre = Euchre()
    compare("whole deals", Piquet(), euchre, given, dealing_counts=True)
    compare("without dealing", Piquet(), euchre, given, dealing_counts=False)
    compare("whole deals, state by state", PiquetByStates(), euchre, given, dealing_counts=True)
    compare("whole deals, calling automatic", Piquet(calling="automatic"), euchre, given, dealing_counts=True)


if __name__ == "__main__":
    main()
