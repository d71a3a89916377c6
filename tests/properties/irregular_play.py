"""Random play with irregular acts, incidents, corrections and rulings, at the level of JSON.

What is irregular is made up here from the cards; whether it is accepted, and what may be elected, is asked of the
service. An independent recount stands beside it and must have the same score after every act.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from tests.helpers.http import post
from tests.properties.irregular_acts import Errors, Ways
from tests.properties.random_play import OVER, cards_to_deal, choose, pack_of, some_options
from tests.reference.law import Recount
from tests.reference.law_elections import ANNULLED
from tests.reference.law_times import in_time
from tests.reference.position import other

Json = Any
NOT_REGULAR = ("incident", "amend", "ruling", "concede", "claim_carte_blanche")
# What each seat is dealt too many or too few, and the stock with it (L11): elder, younger.
MISDEALS = ((13, 11), (13, 12), (11, 13), (12, 13))
# The same, two cards wrong, more, or a stock that is too large (L12).
WRONG_NUMBERS = (*MISDEALS, (12, 11), (11, 12), (14, 10), (11, 11), (15, 12), (9, 14), (14, 13))


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
    "portland by the law of 1651": {
        "name": "portland",
        "overrides": {"law": "old", "low_cards_uncounted": True, "uncounted_plays": "leads", "repique_by": "elder"},
    },
}


class IrregularGame(Errors):
    """A deal between two players who err, and the recount of it. `seen` counts what was tried and what came of it."""

    kinds_of_deal = ("plain", "plain", "lopsided", "suits", "high")
    misdeals = MISDEALS
    misdeal_chance = 0.12
    #: How often the wrong seat deals, in a partie.
    out_of_turn_chance = 0.0
    #: The types of action that the players choose only as `errors`, `amendments` and `rule` have them, or never.
    not_regular = NOT_REGULAR
    #: How readily a player elects what ends the deal.
    ending_chance = 0.05

    def __init__(
        self, ruleset: Json, rng: random.Random, seen: dict[str, int], chance: float = 0.3, after: Json = None
    ) -> None:
        """Deal the first cards of a partie, or those `after` a state of it."""
        self.rng, self.seen, self.chance = rng, seen, chance
        self.state = self.dealt(ruleset) if after is None else self.dealt_after(after)
        self.younger = self.state["partie"]["dealer"]
        self.elder = other(self.younger)
        finished = self.state["partie"]["deals"]
        before = {seat: sum(deal["score"][seat] for deal in finished) for seat in "AB"}
        self.recount = Recount(self.state["dealt"], self.younger, ruleset, before=before)

    def dealt(self, ruleset: Json) -> Json:
        """The state of a new deal."""
        dealer = self.rng.choice("AB")
        return post("/v1/deals", {"ruleset": ruleset, "dealer": dealer, **self.cards(ruleset, dealer)})["state"]

    def dealt_after(self, after: Json) -> Json:
        """The state after the next deal of a partie, which perhaps the wrong seat has dealt."""
        ordinary = post("/v1/deals", {"state": after, "seed": "whose turn it is"})
        dealer = ordinary["state"]["partie"]["dealer"]
        told: Json = {}
        if self.rng.random() < self.out_of_turn_chance:
            dealer = other(dealer)
            told = {"dealer": dealer, "irregular": True}
            self.count("dealt out of turn")
        return post("/v1/deals", {"state": after, **self.cards(after["ruleset"], dealer), **told})["state"]

    def cards(self, ruleset: Json, dealer: str) -> Json:
        """Hands and talon, perhaps with wrong numbers."""
        dealt = cards_to_deal(self.rng.choice(self.kinds_of_deal), dealer, self.rng, pack_of(ruleset))
        if self.chance and self.rng.random() < self.misdeal_chance:
            self.misdeal(dealt, (other(dealer), dealer), self.rng.choice(self.misdeals))
        return dealt

    def misdeal(self, body: Json, seats: tuple[str, str], numbers: tuple[int, int]) -> None:
        """Move cards until elder and younger have these numbers."""
        for seat, number in zip(seats, numbers, strict=True):
            while len(body["hands"][seat]) > number:
                body["talon"].append(body["hands"][seat].pop())
        for seat, number in zip(seats, numbers, strict=True):
            while len(body["hands"][seat]) < number:
                body["hands"][seat].append(body["talon"].pop())
        body["irregular"] = True
        self.count("misdeal")

    def count(self, name: str, times: int = 1) -> None:
        self.seen[name] = self.seen.get(name, 0) + times

    # -- one act

    def attempt(self, name: str, action: Json) -> bool:
        """Whether the service took the act. If it did, both have the same score and the same hands."""
        answer = post("/v1/actions/check", {"state": self.state, "action": action})
        if not answer["legal"]:
            self.count(f"refused {name}: {answer['violations'][0]['code']}")
            return False
        self.count(name)
        self.go_to(answer, name, action)
        return True

    def go_to(self, answer: Json, name: str, action: Json) -> None:
        """Go on from the answer to an act. The recount must agree with it."""
        self.state = answer["state"]
        entry = self.state["history"][-1]
        assert entry["type"] != "amend" or in_time(self.recount, entry), f"{entry} is too late\n{self.told(name)}"
        self.recount.do(entry)
        late = self.recount.most_late
        if action["type"] == "ruling" and late is not None:
            points = [event["points"] for event in answer["events"] if event.get("late")]
            assert sum(points) == (0 if entry["seat"] in self.recount.forfeits else late), (late, answer["events"])
        self.assert_agrees(name)

    def told(self, name: str) -> str:
        """The deal and its entries, a line each."""
        lines = [str(one) for one in self.state["history"]]
        return "\n".join([f"after {name}, dealt {self.state['dealt']}, {self.state['partie']['dealer']} deals", *lines])

    def assert_agrees(self, name: str) -> None:
        told = partial(self.told, name)  # a long text, which is seldom wanted
        assert self.state["score"] == self.recount.score, f"{told()}\n{self.state['score']} and {self.recount.score}"
        over = bool(self.recount.lost or self.recount.reached)
        if over or (self.recount.rules["target"] and self.recount.rules["target_stop"] == "at_once"):
            assert (self.state["phase"] == "partie_over") == over, f"{told()}\nwhether the game is over"
        if self.recount.annulled or self.recount.lost:
            return
        punished = {seat for seat in "AB" if self.state["reckons_nothing"][seat]}
        assert punished == self.recount.forfeits, f"{told()}\n{punished} reckon nothing, {self.recount.forfeits}"
        play = self.recount.play
        for seat in "AB":
            mine = play.hands[seat] | {card for one, card in play.laid if one == seat}
            assert set(self.state["hands"][seat]) | set(self.state["ahead"][seat]) == mine, f"{told()}\nhand of {seat}"
        if self.state["phase"] == "play":
            turn = self.elder if self.recount.relead else play.turn(self.elder)
            assert self.state["to_act"] == turn, f"{told()}\nwhose turn it is"
        tricks = [(one["leader"], one["cards"], one["winner"]) for one in self.state["tricks"]]
        assert tricks == play.tricks, f"{told()}\n{tricks}\n{play.tricks}"

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
        actions = [one for one in some_options(self.state, self.rng) if one["type"] not in self.not_regular]
        if actions:
            action = choose(actions, self.rng.choice(["whimsical", "eager", "mixed", "coy"]), self.rng)
            assert self.attempt(action["type"], action), action
        elif self.state["phase"] == "reckoning":
            assert self.attempt("false call reckoned", {"seat": self.elder, "type": "reckon"})
        elif not any(self.rule() for _ in range(20)):  # one election may have to come before the others
            without_standing = self.attempt("exchange without standing", self.exchange_of(self.elder))
            assert without_standing or self.rule(ending_chance=1), self.state["phase"]

    def rule(self, ending_chance: float | None = None) -> bool:
        """One of the elections that are open, of any incident and any seat."""
        ending_chance = self.ending_chance if ending_chance is None else ending_chance
        rulings = post("/v1/rulings", {"state": self.state})["rulings"]
        ways = [(ruling, election) for ruling in rulings for election in ruling["elections"]]
        ways = [way for way in ways if way[1]["election"] not in ANNULLED or self.rng.random() < ending_chance]
        if not ways:
            return False
        ruling, election = self.rng.choice(ways)
        assert election["actions"], (ruling, election)
        action = dict(election["actions"][-1])
        if self.rng.random() < 0.3:
            action.pop("holdings", None)
        return self.attempt(f"{ruling['kind']} {election['election']}", action)
