"""A deal played by the service's engine and by the second implementation at once, with every difference asserted."""

from __future__ import annotations

import random
from typing import Any

from service.multiplayer import engine
from service.multiplayer.actions import action_of, members_of
from service.multiplayer.engine import Cards
from service.multiplayer.games import GAMES
from service.multiplayer.options import expand, options
from service.multiplayer.parameters import ruleset
from service.multiplayer.state import Deal as EngineDeal, Phase
from service.multiplayer.written import by_side, event_of
from service.piquet.cards.cards import CARD, hand_of
from tests.multiplayer.random_deals import Player, random_deal, with_cards, wrong_actions
from tests.multiplayer.table import play_out
from tests.reference.multiplayer.deal import Deal
from tests.reference.multiplayer.holdings import listed, total_worth

Json = Any


def engine_cards(game: str, hands: Json, talon: Json = ()) -> Cards:
    """Hands and talon as the engine has them."""
    return Cards(tuple(hand_of(hands[seat]) for seat in GAMES[game].seats), tuple(CARD[card] for card in talon))


def engine_deal(
    game: str, parameters: Json, dealer: str, hands: Json, talon: Json = (), before: Json = None
) -> EngineDeal:
    """The deal as the engine has it, after one deal that scored `before`."""
    played = GAMES[game]
    finished = (tuple(before[side] for side in played.sides),) if before else ()
    at = played.seats.index(dealer)
    return engine.deal(ruleset(played, parameters), at, engine_cards(game, hands, talon), finished, dealer=at)


def engine_events(deal: EngineDeal) -> list[Json]:
    """The events of the engine as plain data."""
    return [event_of(deal.game, event) for event in deal.events]


def key(action: Json) -> tuple[Any, ...]:
    """An action as something that can be compared; the order of holdings does not matter."""
    members = dict(action)
    holdings = frozenset((one["category"], frozenset(one["cards"])) for one in members.pop("holdings", ()))
    members["cards"] = frozenset(members.get("cards", ()))
    return (*sorted(members.items(), key=lambda member: member[0]), holdings)


class SideBySide:
    """Both implementations of a deal. Every method asserts that they agree."""

    def __init__(self, given: Json, seen: dict[str, int], deal: Deal | None = None, dealt: Any = None) -> None:
        self.given = given
        self.seen = seen
        self.deal = deal or Deal(**given, number=2 if given.get("before") else 1)
        self.engine: EngineDeal = dealt or engine_deal(**given)
        self.game = self.engine.game
        self.compare()

    def count(self, what: str) -> None:
        self.seen[what] = self.seen.get(what, 0) + 1

    def told(self, *more: Any) -> str:
        """What a disagreement is reported with."""
        lines = [f"  {name}: {value}" for name, value in self.given.items()]
        done = [f"  {members_of(self.game, action)}" for action in self.engine.history]
        return "\n".join(map(str, [*lines, "actions:", *done, *more]))

    def compare(self) -> None:
        """Events, phase, seat to act, and scores."""
        events = engine_events(self.engine)
        running = dict.fromkeys(self.game.sides, 0)
        for event in events:
            side = event["side" if self.game.has_partners else "seat"]
            if side is not None:
                running[side] += event["points"]
            assert event.pop("deal_score") == running, self.told(event, running)
        for at, (mine, theirs) in enumerate(zip(self.deal.events, events, strict=False)):
            assert mine == theirs, self.told(f"event {at}", mine, theirs)
        assert len(self.deal.events) == len(events), self.told(self.deal.events[-3:], events[-3:])
        seats = self.game.seats
        to_act = None if self.engine.to_act < 0 else seats[self.engine.to_act]
        assert (self.deal.phase, self.deal.to_act) == (self.engine.phase, to_act), self.told(
            self.deal.phase, self.deal.to_act, self.engine.phase, to_act
        )
        assert self.deal.score == by_side(self.game, self.engine.score), self.told(self.deal.score)
        for seat, hand in zip(seats, self.engine.hands, strict=True):
            assert hand_of(self.deal.hand(seat)) == hand, self.told(seat)

    def judge(self, action: Json) -> bool:
        """Whether the action is legal; if not, each code of the engine is a true objection, with a rule of the game."""
        violations = engine.check(self.engine, action_of(self.game, action))
        objections = self.deal.objections(action)
        codes = {violation.code for violation in violations}
        assert bool(codes) == bool(objections), self.told(action, codes, objections)
        assert codes <= objections, self.told(action, codes, objections)
        assert all(violation.rule.startswith(self.game.prefix) for violation in violations), self.told(violations)
        for code in codes:
            self.count(f"refused {code}")
        return not codes

    def all_options(self) -> list[Json]:
        """Every legal action; both have the same ones, each once, and the engine accepts what it offers."""
        found = list(self.deal.options())
        offered = [action for option in options(self.engine) for action in expand(self.engine, option)]
        for action in offered if len(offered) < 20 else offered[:3] + offered[-3:]:
            assert not engine.check(self.engine, action), self.told(action)
        written = [members_of(self.game, action) for action in offered]
        mine, theirs = {key(action) for action in found}, {key(action) for action in written}
        assert mine == theirs, self.told("only here", mine - theirs, "only there", theirs - mine)
        assert len(written) == len(theirs), self.told(written)
        return found

    def do(self, action: Json) -> None:
        """Carry out a legal action. What the engine chooses where holdings are left out is checked, and taken over."""
        self.count(action["type"])
        assert self.judge(action), self.told(action)
        done = members_of(self.game, engine.do(self.engine, action_of(self.game, action)))
        if action["type"] == "reckon" and "holdings" not in action:
            self.check_choice(done)
            action = done
        self.deal.do(action)
        self.compare()

    def check_choice(self, done: Json) -> None:
        """Holdings that the engine chose: legal, none that scores more, by grade and suit."""
        assert not self.deal.objections(done), self.told(done)
        category = str(self.deal.due()[2])
        chosen = [frozenset(one["cards"]) for one in done["holdings"]]
        best = self.deal.best_reckoning()
        assert total_worth(category, chosen) == total_worth(category, best), self.told(done, best)
        assert chosen == listed(category, chosen), self.told(done)
        if category == "point":
            assert chosen == best, self.told(done, best)

    def replay(self) -> None:
        """The history of the engine gives the same deal."""
        again = play_out(self.engine, self.engine.history)
        assert (again.events, again.score, again.phase) == (self.engine.events, self.engine.score, self.engine.phase)


def play(game: str, rng: random.Random, seen: dict[str, int]) -> SideBySide:
    """A random deal to its end, with actions tried on the way that most often are illegal."""
    both = SideBySide(random_deal(game, rng), seen)
    player = Player(rng)
    while both.deal.to_act:
        legal = both.all_options()
        for action in wrong_actions(both.deal, rng, 1 if both.deal.phase == Phase.PLAY else 6):
            both.judge(action)
        both.do(with_cards(player.choose(legal), both.deal, rng))
    for event in both.deal.events:
        both.count("event " + event["kind"] + (f" {event['bonus']} {event['by']}" if "by" in event else ""))
    both.replay()
    return both
