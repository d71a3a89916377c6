"""Random play with irregular acts, incidents, corrections and rulings, at the level of JSON.

What is irregular is made up here from the cards; whether it is accepted, and what may be elected, is asked of the
service. An independent recount stands beside it and must have the same score after every act.
"""

from __future__ import annotations

import random
from typing import Any

from tests.helpers.http import post
from tests.properties.irregular_acts import Errors, Ways
from tests.properties.random_play import OVER, cards_to_deal, choose, pack_of, some_options
from tests.reference.law import Recount
from tests.reference.position import other

Json = Any
NOT_REGULAR = ("incident", "amend", "ruling", "concede", "claim_carte_blanche")
# What each seat is dealt too many or too few, and the stock with it (L11): elder, younger.
MISDEALS = ((13, 11), (13, 12), (11, 13), (12, 13))


# Without a target every deal is played to its end; the laws of the rulesets are their own, or named.
NO_TARGET = {"target": None, "match_games": None, "double_below": None}
RULESETS: dict[str, Json] = {
    "portland": "portland",
    "denexa": "denexa",
    "wikipedia": "wikipedia",
    "au-cent": {"name": "au-cent", "overrides": NO_TARGET},
    "hoyle": {"name": "hoyle", "overrides": NO_TARGET},
    "french": {"name": "french", "overrides": NO_TARGET},
    "old-36": {"name": "old-36", "overrides": NO_TARGET},
    "portland by the law of 1651": {"name": "portland", "overrides": {"law": "old"}},
}


class IrregularGame(Errors):
    """A deal between two players who err, and the recount of it. `seen` counts what was tried and what came of it."""

    def __init__(self, ruleset: Json, rng: random.Random, seen: dict[str, int], chance: float = 0.3) -> None:
        self.rng, self.seen, self.chance = rng, seen, chance
        dealer = rng.choice("AB")
        cards = cards_to_deal(
            rng.choice(["plain", "plain", "lopsided", "suits", "high"]), dealer, rng, pack_of(ruleset)
        )
        body: Json = {"ruleset": ruleset, "dealer": dealer, **cards}
        if chance and rng.random() < 0.12:
            self.misdeal(body, rng.choice(MISDEALS))
        self.state = post("/v1/deals", body)["state"]
        self.recount = Recount(self.state["dealt"], dealer, ruleset)
        self.elder, self.younger = other(dealer), dealer

    def misdeal(self, body: Json, numbers: tuple[int, int]) -> None:
        """Move cards until elder and younger have these numbers."""
        seats = (other(body["dealer"]), body["dealer"])
        for seat, number in zip(seats, numbers, strict=True):
            while len(body["hands"][seat]) > number:
                body["talon"].append(body["hands"][seat].pop())
        for seat, number in zip(seats, numbers, strict=True):
            while len(body["hands"][seat]) < number:
                body["hands"][seat].append(body["talon"].pop())
        body["irregular"] = True
        self.count("misdeal")

    def count(self, name: str) -> None:
        self.seen[name] = self.seen.get(name, 0) + 1

    # -- one act

    def attempt(self, name: str, action: Json) -> bool:
        """Whether the service took the act. If it did, both have the same score and the same hands."""
        answer = post("/v1/actions/check", {"state": self.state, "action": action})
        if not answer["legal"]:
            self.count(f"refused {name}: {answer['violations'][0]['code']}")
            return False
        self.state = answer["state"]
        entry = self.state["history"][-1]
        self.recount.do(entry)
        self.count(name)
        late = self.recount.most_late
        if action["type"] == "ruling" and late is not None:
            points = [event["points"] for event in answer["events"] if event.get("late")]
            assert sum(points) == (0 if entry["seat"] in self.recount.forfeits else late), (late, answer["events"])
        self.assert_agrees(name)
        return True

    def assert_agrees(self, name: str) -> None:
        lines = [str(one) for one in self.state["history"]]
        told = "\n".join([f"after {name}, dealt {self.state['dealt']}, {self.state['partie']['dealer']} deals", *lines])
        assert self.state["score"] == self.recount.score, f"{told}\n{self.state['score']} and {self.recount.score}"
        if self.recount.annulled:
            return
        play = self.recount.play
        for seat in "AB":
            mine = play.hands[seat] | {card for one, card in play.laid if one == seat}
            assert set(self.state["hands"][seat]) | set(self.state["ahead"][seat]) == mine, f"{told}\nhand of {seat}"
        if self.state["phase"] == "play":
            turn = self.elder if self.recount.relead else play.turn(self.elder)
            assert self.state["to_act"] == turn, f"{told}\nwhose turn it is"
        tricks = [(one["leader"], one["cards"], one["winner"]) for one in self.state["tricks"]]
        assert tricks == play.tricks, f"{told}\n{tricks}\n{play.tricks}"

    # -- a whole deal

    def play(self) -> None:
        """The deal to its end, and some rulings after it."""
        for _ in range(400):
            over = self.state["phase"] in OVER or self.recount.annulled
            if self.rng.random() < (0.6 if over else 0.1) * bool(self.chance) and self.rule():
                continue
            if self.recount.annulled:
                return
            if self.state["phase"] in OVER:
                if self.rng.random() < 0.5:
                    return
                continue
            if self.rng.random() < self.chance and self.one_of(self.errors()):
                continue
            if self.rng.random() < self.chance / 2 and self.one_of(self.amendments()):
                continue
            self.go_on()
        raise AssertionError("the deal does not end")

    def one_of(self, ways: Ways) -> bool:
        """Whether one of these acts was taken."""
        if not ways:
            return False
        name = self.rng.choice(sorted(ways))
        action = ways[name]()
        return action is not None and self.attempt(name, action)

    def go_on(self) -> None:
        """What the rules allow; where nothing does, an election is due, or what elder does without standing."""
        actions = [one for one in some_options(self.state, self.rng) if one["type"] not in NOT_REGULAR]
        if actions:
            action = choose(actions, self.rng.choice(["whimsical", "eager", "mixed", "coy"]), self.rng)
            assert self.attempt(action["type"], action), action
        elif self.state["phase"] == "reckoning":
            assert self.attempt("false call reckoned", {"seat": self.elder, "type": "reckon"})
        elif not any(self.rule() for _ in range(20)):  # one election may have to come before the others
            assert self.attempt("exchange without standing", self.exchange_of(self.elder)), self.state["phase"]

    def rule(self) -> bool:
        """One of the elections that are open, of any incident and any seat."""
        rulings = post("/v1/rulings", {"state": self.state})["rulings"]
        ways = [(ruling, election) for ruling in rulings for election in ruling["elections"]]
        ways = [
            way for way in ways if way[1]["election"] not in ("redeal", "void", "rectify") or self.rng.random() < 0.05
        ]
        if not ways:
            return False
        ruling, election = self.rng.choice(ways)
        assert election["actions"], (ruling, election)
        action = dict(election["actions"][-1])
        if self.rng.random() < 0.3:
            action.pop("holdings", None)
        return self.attempt(f"{ruling['kind']} {election['election']}", action)
