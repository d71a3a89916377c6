"""Irregular acts and corrections made up from the cards of a deal."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.properties.random_play import pack_of, some_options
from tests.reference.holdings import CATEGORIES, RANKS, Holding, grade, holdings, said
from tests.reference.law import Recount
from tests.reference.law_terms import Claim
from tests.reference.position import other
from tests.reference.terms import replies

Json = Any
Ways = dict[str, Callable[[], Json]]
SAID = {"point": "value", "sequence": "top", "set": "rank"}


class Errors:
    """Players who err: each method makes up one act, or None where it makes no sense."""

    rng: random.Random
    state: Json
    recount: Recount
    elder: str
    younger: str

    # -- errors

    def errors(self) -> Ways:
        """What irregular things the players might do now."""
        ways: Ways = {}
        phase, trick = self.state["phase"], self.recount.play.tricks
        if phase in ("elder_exchange", "younger_exchange"):
            ways["exchange"] = lambda: self.exchange_of(self.state["to_act"])
            if not self.recount.exchanged[self.younger]:
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
        return ways

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
        strange = [place for place in taken if place not in self.recount.due(seat)]
        if strange and self.rng.random() < 0.4:  # turned up and put back
            action["mixed"] = [place for place in taken if place != strange[-1]]
        return action

    def recovered(self) -> Json:
        seats = [seat for seat in "AB" if self.state["discards"][seat]]
        if not seats:
            return None
        seat = self.rng.choice(seats)
        cards = self.rng.sample(self.state["discards"][seat], 1)
        return {"seat": seat, "type": "incident", "kind": "recovered", "cards": cards}

    def buried(self) -> Json:
        seats = [seat for seat in "AB" if self.state["discards"][seat]]
        if not seats:
            return None
        seat = self.rng.choice(seats)
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
        if category == "set":
            rank = self.rng.choice("TJQKA")
            return frozenset(rank + suit for suit in self.rng.sample("SHDC", self.rng.choice([3, 4])))
        pack = pack_of(self.state["ruleset"])
        ranks = [rank for rank in RANKS if f"{rank}S" in pack]
        size, suit = self.rng.randint(3, 6), self.rng.choice("SHDC")
        low = self.rng.randrange(len(ranks) - size + 1)
        some = ranks[low : low + size] if category == "sequence" else self.rng.sample(ranks, size)
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
        cards = self.some_holding(category)
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
        category, one = self.rng.choice(sorted(held, key=lambda each: (each[0], sorted(each[1]))))
        return {"seat": self.elder, "irregular": True} | self.call_of(category, one, False)

    def false_reply(self) -> Json:
        call = next(one for one in self.recount.calls.values() if one.status in ("called", "stated"))
        claim = Claim(call.category, call.number, call.tie)
        if not any(one <= self.recount.held[self.elder] for one in claim.instances(self.recount.rules)):
            return None  # the law does not say what follows if call and reply are both false
        true = replies(call, self.recount.held[self.younger], self.recount.rules)
        false = sorted({"not_good", "equal"} - true)
        if not false or "not_good" in true:  # nor whether who holds better and says equal may still reckon it
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
            graded = grade(category, cards)
            held = [grade(category, one) for one in holdings(category, hand, self.recount.rules)]
            if graded in held or cards & set(taken) or not self.is_plain(category, cards, seat):
                cards = None
        return cards and {"category": category, "cards": sorted(cards)}

    def is_plain(self, category: str, cards: Holding, seat: str) -> bool:
        """Whether the finding is the same for these cards as for all that are called alike."""
        union = self.recount.held[seat] | self.recount.discards[seat]
        alike = Claim(category, *grade(category, cards)).instances(self.recount.rules)
        return any(one <= union for one in alike) == (cards <= union)

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

    def amendments(self) -> Ways:
        """Other words in place of the last ones: a call, a reply or a reckoning."""
        if not self.recount.calls or self.recount.played_by_younger:
            return {}
        ways: Ways = {"amended call": self.other_call, "amended reply": self.other_reply}
        if any(item.seat == self.younger for item in self.recount.items):
            ways["amended reckoning"] = self.other_reckoning
        return ways

    def amend(self, seat: str, action: Json) -> Json:
        return {"seat": seat, "type": "amend", "action": action}

    def other_call(self) -> Json:
        category = self.rng.choice(sorted(self.recount.calls))
        held = holdings(category, self.recount.held[self.elder], self.recount.rules)
        if not held or self.rng.random() < 0.2:
            return self.amend(self.elder, {"type": "pass", "category": category})
        return self.amend(self.elder, self.call_of(category, self.rng.choice(sorted(held, key=sorted)), False))

    def other_reply(self) -> Json:
        answered = [one for one in self.recount.calls.values() if one.status in ("good", "not_good", "equal")]
        if not answered:
            return None
        true = replies(answered[-1], self.recount.held[self.younger], self.recount.rules)
        return self.amend(self.younger, {"type": "reply", "reply": self.rng.choice(sorted(true))})

    def other_reckoning(self) -> Json:
        """What is held of the last list."""
        last = [one for one in self.state["history"] if one["type"] == "reckon" and one["seat"] == self.younger]
        if not last:
            return None
        hand = self.recount.held[self.younger]
        held = [one for one in last[-1]["holdings"] if set(one["cards"]) <= hand]
        return self.amend(self.younger, {"type": "reckon", "holdings": held})
