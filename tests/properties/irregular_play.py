"""Random play with irregular acts, incidents, corrections and rulings, at the level of JSON.

What is irregular is made up here from the cards; whether it is accepted, and what may be elected, is asked of the
service. An independent recount stands beside it and must have the same score after every act.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.helpers.http import post
from tests.properties.random_play import OVER, cards_to_deal, choose, pack_of, some_options
from tests.reference.holdings import CATEGORIES, RANKS, Holding, grade, holdings, said
from tests.reference.law import Recount
from tests.reference.position import other
from tests.reference.terms import replies

Json = Any
NOT_REGULAR = ("incident", "amend", "ruling", "concede", "claim_carte_blanche")
SAID = {"point": "value", "sequence": "top", "set": "rank"}
# What each seat is dealt too many or too few, and the stock with it (L11): elder, younger.
MISDEALS = ((13, 11), (13, 12), (11, 13), (12, 13))


class IrregularGame:
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
        late = self.recount.best_late(action) if self.is_late(action) and "holdings" not in action else None
        self.state = answer["state"]
        entry = self.state["history"][-1]
        self.recount.do(entry)
        self.count(name)
        if late is not None:
            points = [event["points"] for event in answer["events"] if event.get("late")]
            assert sum(points) == (0 if entry["seat"] in self.recount.forfeits else late), (late, answer["events"])
        self.assert_agrees(name)
        return True

    def is_late(self, action: Json) -> bool:
        """Whether a ruling lets holdings be reckoned late."""
        if (
            action["type"] != "ruling"
            or not action["number"]
            or action["election"] not in ("enforce", "waive", "reckon")
        ):
            return False
        return self.state["history"][action["number"] - 1]["type"] in ("call", "reply", "reckon", "state_tie_break")

    def assert_agrees(self, name: str) -> None:
        lines = [str(one) for one in self.state["history"]]
        told = "\n".join([f"after {name}, dealt {self.state['dealt']}, {self.state['partie']['dealer']} deals", *lines])
        assert self.state["score"] == self.recount.score, f"{told}\n{self.state['score']} and {self.recount.score}"
        if self.recount.annulled:
            return
        play = self.recount.play
        for seat in "AB":
            assert set(self.state["hands"][seat]) == play.hands[seat] | set(self.ahead(seat)), f"{told}\nhand of {seat}"
        tricks = [(one["leader"], one["cards"], one["winner"]) for one in self.state["tricks"]]
        assert tricks == play.tricks, f"{told}\n{tricks}\n{play.tricks}"

    def ahead(self, seat: str) -> list[str]:
        """Cards that lie before a seat count as neither in hand nor played, whatever the state says of them."""
        return [card for card in self.state.get("ahead", {}).get(seat, []) if card in self.state["hands"][seat]]

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
            if self.rng.random() < self.chance and self.err():
                continue
            if self.rng.random() < self.chance / 2 and self.amend():
                continue
            self.go_on()
        raise AssertionError("the deal does not end")

    def go_on(self) -> None:
        """What the rules allow; where nothing does, an election is due, or what elder does without standing."""
        actions = [one for one in some_options(self.state, self.rng) if one["type"] not in NOT_REGULAR]
        if actions:
            action = choose(actions, self.rng.choice(["whimsical", "eager", "mixed", "coy"]), self.rng)
            assert self.attempt(action["type"], action), action
        elif not self.rule():
            assert self.attempt("exchange without standing", self.exchange_of(self.elder)), self.state["phase"]

    def rule(self) -> bool:
        """One of the elections that are open, of any incident and any seat."""
        rulings = post("/v1/rulings", {"state": self.state})["rulings"]
        ways = [
            (ruling, election) for ruling in rulings if ruling["status"] == "open" for election in ruling["elections"]
        ]
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

    # -- errors

    def err(self) -> bool:
        """Something irregular that the players might do now."""
        ways: dict[str, Callable[[], Json]] = {}
        phase, trick = self.state["phase"], self.recount.play.tricks
        if phase in ("elder_exchange", "younger_exchange"):
            ways["exchange"] = lambda: self.exchange_of(self.state["to_act"])
            ways["exchange too early"] = lambda: self.exchange_of(self.younger)
        if phase in ("younger_exchange", "calling") and not self.state["calls"]:
            ways |= {"recovered": self.recovered, "buried": self.buried}
        if phase == "calling":
            ways |= {"false call": self.false_call, "early lead": self.card_of_elder}
            ways["out of order"] = self.call_out_of_order
        if phase in ("tie_break", "reckoning"):
            ways["early lead"] = self.card_of_elder
        if phase == "reply":
            ways["false reply"] = self.false_reply
        if phase == "reckoning":
            ways["false reckoning of elder"] = self.false_reckoning_of_elder
        if phase == "play" and trick and not self.recount.played_by_younger:
            ways |= {"false reckoning": self.false_reckoning, "unreckoned": self.card_to_act}
        if phase == "play" and trick:
            ways |= {"wrong card": self.card_to_act, "out of turn": self.card_out_of_turn}
            ways |= {"late reckoning": self.false_reckoning, "misinformed": self.misinformed}
        if not ways:
            return False
        name = self.rng.choice(sorted(ways))
        action = ways[name]()
        return action is not None and self.attempt(name, action)

    def exchange_of(self, seat: str) -> Json:
        """Cards put out and positions taken, too many or too few, perhaps not in order or not all mixed."""
        hand, places = self.state["hands"][seat], list(self.recount.lying)
        if not places:
            return None
        cards = self.rng.sample(hand, self.rng.randint(1, 5))
        start = 0 if seat == self.elder or self.rng.random() < 0.3 else len(places) - len(places[-3:])
        start = 0 if self.recount.exchanged[other(seat)] else start
        taken = places[start : start + max(1, len(cards) + self.rng.choice([-1, 0, 1, 1, 2]))]
        if len(taken) > 2 and self.rng.random() < 0.2:
            taken.remove(self.rng.choice(taken[:-1]))
        action = {"seat": seat, "type": "exchange", "cards": cards, "taken": taken, "irregular": True}
        if self.rng.random() < 0.2:
            action["mixed"] = taken[: self.rng.randint(max(0, len(taken) - 2), len(taken))]
        return action

    def recovered(self) -> Json:
        seat = self.rng.choice([seat for seat in "AB" if self.state["discards"][seat]])
        cards = self.rng.sample(self.state["discards"][seat], 1)
        return {"seat": seat, "type": "incident", "kind": "recovered", "cards": cards}

    def buried(self) -> Json:
        seat = self.rng.choice([seat for seat in "AB" if self.state["discards"][seat]])
        cards = self.rng.sample(self.state["hands"][seat], self.rng.randint(1, 2))
        return {"seat": seat, "type": "incident", "kind": "buried", "cards": cards}

    def misinformed(self) -> Json:
        """An answer about declared cards that is one too high."""
        seats = [seat for seat in "AB" if set(self.state["shown"][seat]) & self.recount.play.hands[seat]]
        if not seats or self.state["to_act"] in seats:
            return None
        seat = seats[0]
        number = len(set(self.state["shown"][seat]) & self.recount.play.hands[seat]) + 1
        return {"seat": seat, "type": "incident", "kind": "misinformed", "about": "all", "answer": number}

    def some_holding(self, category: str) -> Holding:
        """Cards that somebody might claim, held or not."""
        pack, ranks = (
            pack_of(self.state["ruleset"]),
            [rank for rank in RANKS if rank + "S" in pack_of(self.state["ruleset"])],
        )
        if category == "set":
            return frozenset(
                self.rng.choice("TJQKA") + suit for suit in self.rng.sample("SHDC", self.rng.choice([3, 4]))
            )
        size = self.rng.randint(3, 6)
        suit = self.rng.choice("SHDC")
        low = self.rng.randrange(len(ranks) - size + 1)
        some = ranks[low : low + size] if category == "sequence" else self.rng.sample(ranks, size)
        assert all(rank + suit in pack for rank in some)
        return frozenset(rank + suit for rank in some)

    def call_of(self, category: str, holding: Holding, bare: bool) -> Json:
        size, tie = grade(category, holding)
        action: Json = {"type": "call", "category": category}
        action |= {"count" if category == "set" else "length": size}
        if category == "set" or not bare:
            action[SAID[category]] = said(category, tie)
        return action

    def false_call(self) -> Json:
        """A call of something of which no instance is held."""
        category = self.rng.choice([one for one in CATEGORIES if one not in self.recount.calls])
        if "point" not in self.recount.calls:
            category = "point"
        ranks = self.rng.choice("TJQKA")
        cards = self.some_holding(category)
        if category == "set":
            cards = frozenset(ranks + suit for suit in self.rng.sample("SHDC", self.rng.choice([3, 4])))
        bare = self.recount.rules["tie_break_call"] == "when_asked" and self.rng.random() < 0.5
        return {"seat": self.elder, "irregular": True} | self.call_of(category, cards, bare)

    def call_out_of_order(self) -> Json:
        held = [
            (category, one)
            for category in ("sequence", "set")
            for one in holdings(category, self.recount.held[self.elder], self.recount.rules)
        ]
        if "point" in self.recount.calls or not held:
            return None
        category, one = self.rng.choice(sorted(held, key=str))
        return {"seat": self.elder, "irregular": True} | self.call_of(category, one, False)

    def false_reply(self) -> Json:
        call = next(one for one in self.recount.calls.values() if one.status in ("called", "stated"))
        true = replies(call, self.recount.held[self.younger], self.recount.rules)
        false = sorted({"not_good", "equal"} - true)
        if not false:
            return None
        return {"seat": self.younger, "type": "reply", "reply": self.rng.choice(false), "irregular": True}

    def card_of_elder(self) -> Json:
        card = self.rng.choice(sorted(self.recount.play.hands[self.elder]))
        return {"seat": self.elder, "type": "play", "card": card, "irregular": True}

    def card_to_act(self) -> Json:
        seat = self.state["to_act"]
        return {"seat": seat, "type": "play", "irregular": True, "card": self.rng.choice(self.state["hands"][seat])}

    def card_out_of_turn(self) -> Json:
        """A lead out of turn, or one more card of a run."""
        seat = other(self.state["to_act"])
        if not self.state["hands"][seat]:
            return None
        return {"seat": seat, "type": "play", "irregular": True, "card": self.rng.choice(self.state["hands"][seat])}

    def false_reckoning_of_elder(self) -> Json:
        """What was called, and something of the category besides."""
        options = [one for one in some_options(self.state, self.rng) if one["type"] == "reckon"]
        category = next(
            one.category for one in self.recount.calls.values() if one.status == "good" and not one.reckoned
        )
        if not options or category == "point":
            return None
        chosen = self.rng.choice(options)["holdings"]
        more = self.extra(category, self.elder, [card for one in chosen for card in one["cards"]])
        return more and {"seat": self.elder, "type": "reckon", "holdings": [*chosen, more], "irregular": True}

    def extra(self, category: str, seat: str, taken: list[str]) -> Json:
        """A holding that is held, or of which no instance is, and that shares no card with those taken."""
        hand = self.recount.held[seat]
        if self.rng.random() < 0.5:
            some = [one for one in holdings(category, hand, self.recount.rules) if not one & set(taken)]
            cards = self.rng.choice(sorted(some, key=sorted)) if some else None
        else:
            cards = self.some_holding(category)
            if category == "set":
                rank = self.rng.choice("TJQKA")
                cards = frozenset(rank + suit for suit in self.rng.sample("SHDC", self.rng.choice([3, 4])))
            same = [
                one
                for one in holdings(category, hand, self.recount.rules)
                if grade(category, one) == grade(category, cards)
            ]
            if same or cards & set(taken):
                cards = None
        return cards and {"category": category, "cards": sorted(cards)}

    def false_reckoning(self) -> Json:
        """Younger's list with something in it that is not held or not due."""
        options = [one for one in some_options(self.state, self.rng) if one["type"] == "reckon"]
        chosen = self.rng.choice(options)["holdings"] if options else []
        category = self.rng.choice(CATEGORIES)
        equal = category in self.recount.calls and self.recount.calls[category].status == "equal"
        has_point = category == "point" and any(one["category"] == "point" for one in chosen)
        if equal or has_point:
            return None
        more = self.extra(category, self.younger, [card for one in chosen for card in one["cards"]])
        return more and {"seat": self.younger, "type": "reckon", "holdings": [*chosen, more], "irregular": True}

    # -- corrections

    def amend(self) -> bool:
        """Another word in place of the last one: a call, a reply or a reckoning."""
        ways: dict[str, Callable[[], Json]] = {}
        if self.recount.calls and not self.recount.played_by_younger:
            ways |= {"call": self.other_call, "reply": self.other_reply}
            if any(item.seat == self.younger for item in self.recount.items):
                ways["reckoning"] = self.other_reckoning
        if not ways:
            return False
        name = self.rng.choice(sorted(ways))
        action = ways[name]()
        if action is None:
            return False
        seat = self.elder if name == "call" else self.younger
        return self.attempt(f"amended {name}", {"seat": seat, "type": "amend", "action": action})

    def other_call(self) -> Json:
        category = self.rng.choice(sorted(self.recount.calls))
        held = holdings(category, self.recount.held[self.elder], self.recount.rules)
        if not held or self.rng.random() < 0.2:
            return {"type": "pass", "category": category}
        return self.call_of(category, self.rng.choice(sorted(held, key=sorted)), False)

    def other_reply(self) -> Json:
        true = replies(self.recount.last_call, self.recount.held[self.younger], self.recount.rules)
        return {"type": "reply", "reply": self.rng.choice(sorted(true))}

    def other_reckoning(self) -> Json:
        """What is held of the last list."""
        last = [one for one in self.state["history"] if one["type"] == "reckon" and one["seat"] == self.younger]
        if not last:
            return None
        hand = self.recount.held[self.younger]
        return {"type": "reckon", "holdings": [one for one in last[-1]["holdings"] if set(one["cards"]) <= hand]}
