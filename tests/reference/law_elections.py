"""What an election does to what stands (docs/law.md, §2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.reference.holdings import CATEGORIES, Holding, grade, worth
from tests.reference.law_play import Card
from tests.reference.law_terms import Claim, claim_of, finding, late_ways
from tests.reference.position import Action, other
from tests.reference.terms import Call

ANNULLED = ("redeal", "void", "rectify", "accept")


@dataclass
class Item:
    """Something that was reckoned: `claim` is what was said of it, `entry` the act that said it."""

    seat: str
    step: str
    points: int
    cards: frozenset[str]
    entry: int
    struck: bool = False
    undue: bool = False


class Elections:
    """`do_ruling` carries an election out; the rest is the deal's."""

    rules: dict[str, Any]
    history: list[Action]
    dealer: str
    elder: str
    calls: dict[str, Call]
    items: list[Item]
    held: dict[str, set[str]]
    discards: dict[str, set[str]]
    cards_played: list[Card]
    forfeits: set[str]
    savers: set[str]
    law: str
    annulled: bool
    number: int

    def do_ruling(self, action: Action) -> None:
        election, entry = action["election"], action["number"]
        if election in ANNULLED:
            self.annulled = True
            return
        act: Action = self.history[entry - 1] if entry else {"type": "deal"}
        offender = act.get("seat", self.dealer)
        if election == "enforce":
            self.forfeits.add(offender)
            if act["type"] in ("call", "reckon") and self.law == "old":
                self.savers.discard(offender)  # §6, `false_claim` in the code of 1651
        if election == "object":
            implied = {one["category"] for one in action.get("holdings") or ()}  # K18b
            for item in self.items:
                item.struck |= item.entry == entry and (item.undue or item.step in implied)
        if election in ("enforce", "waive", "reckon") and act["type"] in ("call", "reckon"):
            self.settle_claim(entry, act)
        if election == "reckon" and act["type"] == "reply":
            self.calls[self.category_of_reply(entry)].status = "good"  # LR17
        if election in ("withdraw", "relead"):
            first = entry if election == "withdraw" else self.cards_played[0].entry
            self.cards_played = [one for one in self.cards_played if one.entry < first]
        if election == "replay":
            self.go_back(entry, act, action.get("card"))
        if election in ("enforce", "waive", "reckon", "object"):
            self.reckon_late(action)

    def claims(self, entry: int, act: Action) -> list[tuple[Claim, Item | None]]:
        """What was claimed in an entry, and what it scored: a call with what was reckoned on it, or a reckoning."""
        if act["type"] == "call":
            claim = claim_of(act, self.calls[act["category"]])
            items = [one for one in self.items if (one.seat, one.step) == (act["seat"], claim.category)]
            return [(claim, item) for item in items] or [(claim, None)]
        return [
            (Claim(item.step, *grade(item.step, item.cards), item.cards), item)
            for item in self.items
            if item.entry == entry
        ]

    def settle_claim(self, entry: int, act: Action) -> None:
        """E4: what is false is struck. A misnomer counts for what is held, if that is good."""
        seat = act["seat"]
        for claim, item in self.claims(entry, act):
            found, best = self.finding(claim, seat, item)
            if found == "held":
                continue
            if item is not None:
                item.struck = True
            if best is not None:
                points = worth(claim.category, best, self.rules)
                self.items.append(Item(seat, claim.category, points, best, self.number))

    def finding(self, claim: Claim, seat: str, item: Item | None) -> tuple[str, Holding | None]:
        """The finding on a claim; a misnomer counts for nothing that the player has reckoned besides."""
        had = [one.cards for one in self.items if (one.seat, one.step) == (seat, claim.category)]
        besides = [one for one in had if item is None or one is not item.cards]
        union = self.held[seat] | self.discards[seat]
        return finding(claim, self.held[seat], union, self.held[other(seat)], besides, self.rules)

    def go_back(self, entry: int, act: Action, card: str | None) -> None:
        """E6, to the place that the law names."""
        if act["type"] == "incident":  # K23: the first card of who asked, after the answer
            later = [one for one in self.cards_played if one.entry > entry and one.seat != act["seat"]]
            entry = later[0].entry if later else self.number
        elif card is not None:  # K21: one card of those given to the run goes back, the others answer
            run = [one for one in self.cards_played if one.entry <= entry and one.seat == act["seat"]]
            many = next(number for number, one in enumerate(run) if one.card == card)
            for place in range(len(run) - 1, many, -1):
                run[place].entry = run[place - 1].entry
            self.cards_played = [one for one in self.cards_played if one.entry <= entry and one.card != card]
            self.cards_played.sort(key=lambda one: one.entry)
            return
        self.cards_played = [one for one in self.cards_played if one.entry < entry]

    def reckon_late(self, action: Action) -> None:
        """E5. What was chosen is in the act; it must be among what may be reckoned."""
        for one in action.get("holdings") or ():
            category, cards = one["category"], frozenset(one["cards"])
            self.items.append(Item(action["seat"], category, worth(category, cards, self.rules), cards, self.number))

    def best_late(self, action: Action) -> int:
        """The most that the adversary may reckon by this election, before it is made."""
        entry = action["number"]
        act = self.history[entry - 1]
        categories = (self.category_of_reply(entry),) if act["type"] == "reply" else CATEGORIES
        if action["election"] == "reckon" and act["type"] != "reply":
            findings = [self.finding(claim, act["seat"], item) for claim, item in self.claims(entry, act)]
            if any(best is not None for _, best in findings):
                return 0  # a misnomer that is good
        ways = [late_ways(self, action["seat"], category, act, entry) for category in categories]
        return sum(
            max((sum(worth(category, one, self.rules) for one in way) for way in some), default=0)
            for category, some in zip(categories, ways, strict=True)
        )

    def category_of_reply(self, entry: int) -> str:
        """The category of the call that a reply answered."""
        said = [one["action"] if one["type"] == "amend" else one for one in self.history[: entry - 1]]
        return next(one["category"] for one in reversed(said) if one["type"] == "call")
