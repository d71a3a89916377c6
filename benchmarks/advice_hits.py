"""How often does the cache already have the advice that the players of a day ask for?

A day of games, twice: parties that all have the same six packs, as at the tables of an evening of duplicate, and
parties with packs of their own. Before each decision the player asks for advice, and then does one of the best things,
as the levels of `examples/house_player` do; each player is easy, medium or strong by chance. A request is a hit if the
same was asked before, by what the seat knows in canonical form (`service/advice/canonical.py`): the cache goes by that.

The cache forgets nothing here. So that thousands of parties can be played, the advice that decides has little effort,
and with packs of their own the players exchange by a rule of thumb; what the cache goes by does not depend on that.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import exp
from random import Random

import msgspec
from _mirrored import packs
from _players import PHASES, phase_of

from examples.house_player.player import LEVELS, Level
from service.advice.advising import advise
from service.advice.canonical import canonical
from service.advice.discard_policy import thrown
from service.advice.knowledge import Knowledge, knowledge_of
from service.advice.values import Effort
from service.piquet import engine
from service.piquet.model.actions import Action, Concede, Exchange
from service.piquet.model.state import OVER, Phase
from service.piquet.partie import Partie, deal_next, new_partie
from service.piquet.rules.dealing import deal
from service.piquet.rules.exchange import exchange_bounds
from service.piquet.rulesets.published import ruleset
from service.piquet.views import view_of

LITTLE = Effort("little", 5_000, 4)
PLAYERS = [LEVELS[name] for name in ("easy", "medium", "strong")]
_encode = msgspec.msgpack.encode


class Day:
    """A day of games: what was asked for, and how often it had been asked before."""

    def __init__(self, name: str, *, by_thumb: bool) -> None:
        """Begin a day under a ruleset; `by_thumb` says whether the players exchange by a rule of thumb."""
        self.rules = ruleset(name)
        self._by_thumb = by_thumb
        self.asked: dict[str, Counter[bool]] = defaultdict(Counter)  # by phase: whether it was a hit
        self._known: set[int] = set()
        self._options: dict[bytes, list[tuple[Action, float]]] = {}

    def partie(self, drawn: Iterable[tuple[int, ...]], rng: Random) -> None:
        """Play a partie with these packs."""
        levels = rng.choices(PLAYERS, k=2)
        state = new_partie(0)
        for pack in drawn:
            dealt = deal_next(self.rules, state, deal(self.rules, pack))
            game = engine.MutableDeal(self.rules, dealt.state)
            while game.state.phase not in OVER:
                state = game.state
                seat = state.to_act ^ 1 ^ state.dealer
                partie = Partie(self.rules, state.first_dealer, state.finished, state.dealers)
                events = (*dealt.events, *game.events)
                known = knowledge_of(self.rules, view_of(self.rules, state, seat), events, partie)
                game.apply(_chosen(self._ask(known, phase_of(state)), levels[seat], rng))
            state = game.state
            if state.phase == Phase.PARTIE_OVER:
                return

    def _ask(self, known: Knowledge, phase: str) -> list[tuple[Action, float]]:
        """Return the options, with how far they are behind the best one."""
        key = hash(_encode(canonical(known).known._replace(rules=None)))  # type: ignore[arg-type]
        self.asked[phase][key in self._known] += 1
        self._known.add(key)
        if self._by_thumb and phase == "exchange":
            role, (_, count) = known.role, exchange_bounds(self.rules, known.state, known.role)
            cards = int(thrown(self.rules, role, (known.state.hands[role],), count)[0])
            return [(Exchange(known.seat, cards), 0.0)]
        own = _encode(known._replace(rules=None))  # type: ignore[arg-type]
        if own not in self._options:
            self._options[own] = [(each.action, each.behind) for each in advise(known, LITTLE).options]
        return self._options[own]


def _chosen(options: list[tuple[Action, float]], level: Level, rng: Random) -> Action:
    likely = [option for at, option in enumerate(options) if at == 0 or not isinstance(option[0], Concede)]
    best = [(action, behind) for action, behind in likely[: level.most] if behind <= level.within]
    action, _ = rng.choices(best, [exp(-behind / level.softness) for _, behind in best])[0]
    return action


def show(title: str, day: Day) -> None:
    """Print the share of hits, by phase."""
    print(title)
    for phase in (*PHASES, "all"):
        found = day.asked[phase] if phase != "all" else sum(day.asked.values(), Counter[bool]())
        if total := found.total():
            print(f"    {phase:22} {total:8} requests  {found[True] / total:6.1%} hits")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parties", type=int, default=1000, help="of each kind (1000)")
    parser.add_argument("--ruleset", default="portland", help="(portland)")
    parser.add_argument("--seed", default="day", help="of packs and players (day)")
    parser.add_argument("--only", choices=("same", "own"), help="one kind: with the same packs, or packs of their own")
    parser.add_argument("--quick", action="store_true", help="two parties of each kind")
    given = parser.parse_args()
    parties = 2 if given.quick else given.parties
    kinds = {"same": ("the same packs", lambda _: 0), "own": ("packs of their own", lambda number: number)}
    for title, pack_of in (kinds[given.only],) if given.only else kinds.values():
        day = Day(given.ruleset, by_thumb=pack_of(1) != pack_of(2))
        for number in range(parties):
            rng = Random(f"{given.seed}:{title}:{number}")
            day.partie(packs(day.rules, given.seed, pack_of(number)), rng)
        show(f"{parties} parties with {title}", day)


if __name__ == "__main__":
    main()
