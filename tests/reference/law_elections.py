"""What an election does to what stands (docs/law.md#effects)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.reference.holdings import CATEGORIES, Holding, grade, holdings, strength, worth
from tests.reference.law_codes import says
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
    ruleset: Any
    wrongs: dict[int, str]
    annulled: bool
    lost: str | None
    reached: dict[str, int] | None
    finished: bool
    number: int
    relead: bool
    kept_back: dict[int, list[str]]
    most_late: int | None  # the most that the last ruling let its seat reckon late, if it let it reckon (E5)

    def says(self, row: str) -> Any:
        """What the law says in a row of the codes."""
        return says(self.ruleset, row)

    def do_ruling(self, action: Action) -> None:
        election, entry = action["election"], action["number"]
        self.most_late = None
        if self.reached:
            return  # a game that ended at once is not opened again (LR30)
        if election in ANNULLED:
            self.annulled = True
            return
        act: Action = self.history[entry - 1] if entry else {"type": "deal"}
        offender = act.get("seat", self.dealer)
        if election == "enforce" and self.loses_game(offender, action):
            self.lost = offender
            return
        if election == "enforce":
            self.forfeits.add(offender)
            if act["type"] in ("call", "reckon") and self.says("false_claim") == "nothing counts or saves":
                self.savers.discard(offender)
        if election == "object":
            implied = self.implied(entry) if action.get("kind") == "implied" else set()
            for item in self.items:
                item.struck |= item.entry == entry and (item.step in implied if implied else item.undue)
        self.relead = False  # one election answers whether elder leads otherwise; no other may come before it
        silence = action.get("kind") == "false_reply" and act["type"] != "reply"
        if election in ("enforce", "waive", "reckon") and act["type"] in ("call", "reckon") and not silence:
            counted = self.settle_claim(entry, act, election)
            self.most_late = 0 if counted and election == "reckon" else self.best_late(action, CATEGORIES)
        if election == "reckon" and (act["type"] == "reply" or silence):
            categories = self.kept_back[entry] if silence else [self.category_of_reply(entry)]
            for category in categories:
                self.calls[category].status = "good"  # LR17
            self.most_late = self.best_late(action, categories)
        if election in ("withdraw", "relead"):
            first = entry if election == "withdraw" else self.cards_played[0].entry
            self.cards_played = [one for one in self.cards_played if one.entry < first]
        if election == "replay":
            self.go_back(entry, act, action.get("card"))
        if election in ("enforce", "waive", "reckon", "object"):
            self.reckon_late(action)

    def implied(self, entry: int) -> set[str]:
        """K18b: the categories that elder passed in which what elder showed is as good as younger's of an entry."""
        laid = {card for item in self.items if item.seat == self.elder and not item.struck for card in item.cards}
        laid |= {card for call in self.calls.values() if call.status == "equal" for card in call.cards}  # R5.13
        found = set()
        for category in CATEGORIES:
            younger = [item.cards for item in self.items if (item.entry, item.step) == (entry, category)]
            if younger and self.calls[category].status == "passed":
                best = [self.strength_of(category, each) for each in holdings(category, laid, self.rules)]
                mine = max(self.strength_of(category, each) for each in younger)
                if best and max(best) >= mine:
                    found.add(category)
        return found

    def strength_of(self, category: str, holding: Holding) -> tuple[float, ...]:
        return strength(category, grade(category, holding), self.rules)

    def draws_up_anew(self, action: Action) -> bool:
        """E12: whether an election has one of the effects E3 to E6. A waiver has none, but of what is false (LR5)."""
        act: Action = self.history[action["number"] - 1] if action["number"] else {"type": "deal"}
        if action["election"] == "waive":
            return act["type"] in ("call", "reckon")
        return action["election"] in ("enforce", "object", "reckon", "withdraw", "replay", "relead")

    def loses_game(self, offender: str, action: Action) -> bool:
        """E10: whether the penalty is the game, by the rows `stock_mixed` and `stock_shown`, where games are played."""
        if self.rules["target"] is None or action.get("kind") == "long_hand":
            return False
        wrong = self.wrongs.get(action["number"])
        if wrong == "lifted":
            return self.says("stock_shown") == "younger" and offender != self.elder
        losers = self.says("stock_mixed")
        if losers == "both" or offender == self.elder:
            return wrong is not None and losers != "nobody"
        return wrong == "five taken" and losers != "nobody"

    def claims(self, entry: int, act: Action) -> list[tuple[Claim, Item | None]]:
        """What was claimed in an entry, and what it scored: a call with what was reckoned on it, or a reckoning."""
        if act["type"] == "call":
            claim = claim_of(act, self.calls[act["category"]])
            items = [
                one  # what was reckoned late, by a ruling, does not rest on the call
                for one in self.items
                if (one.seat, one.step) == (act["seat"], claim.category)
                and self.history[one.entry - 1]["type"] != "ruling"
            ]
            return [(claim, item) for item in items] or [(claim, None)]
        return [
            (Claim(item.step, *grade(item.step, item.cards), item.cards), item)
            for item in self.items
            if item.entry == entry
        ]

    def settle_claim(self, entry: int, act: Action, election: str) -> bool:
        """E4: what is false is struck. A misnomer counts for what is held, if that is good; whether one did.

        The law of 1651 punishes misnomers like other false claims, and a waiver does not make them true (LR5).
        """
        seat, counted = act["seat"], False
        exempt = self.says("false_claim") != "nothing counts or saves" or election == "reckon"
        if act["type"] == "call" and self.says("false_claim") == "sets only" and act["category"] != "set":
            found = [self.finding(claim, seat, item)[0] for claim, item in self.claims(entry, act)]
            for item in self.items:  # LA1: the category is lost to elder, with all that was reckoned in it
                item.struck |= "false" in found and (item.seat, item.step) == (seat, act["category"])
        for claim, item in self.claims(entry, act):
            found, best = self.finding(claim, seat, item)
            if found == "held":
                continue
            for one in self.items if item is not None else ():  # K15: what was reckoned on it again is one with it
                if (one.seat, one.step, one.cards) == (seat, item.step, item.cards) and one.entry >= item.entry:
                    one.struck = True
            if best is not None and exempt:
                points = worth(claim.category, best, self.rules)
                self.items.append(Item(seat, claim.category, points, best, self.number))
                counted = True
        return counted

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
            many = max(number for number, one in enumerate(run) if one.card == card)  # it may have lain before
            for place in range(len(run) - 1, many, -1):
                run[place].entry = run[place - 1].entry
            self.cards_played = [one for one in self.cards_played if one.entry <= entry and one is not run[many]]
            self.cards_played.sort(key=lambda one: one.entry)
            return
        self.cards_played = [one for one in self.cards_played if one.entry < entry]

    def reckon_late(self, action: Action) -> None:
        """E5. What was chosen is in the act; it must be among what may be reckoned."""
        for one in action.get("holdings") or ():
            category, cards = one["category"], frozenset(one["cards"])
            self.items.append(Item(action["seat"], category, worth(category, cards, self.rules), cards, self.number))
            if action["seat"] == self.elder and category in self.calls:
                self.calls[category].reckoned = True

    def best_late(self, action: Action, categories: Iterable[str]) -> int:
        """The most that the adversary may reckon by an election, once what is false is struck."""
        entry = action["number"]
        act = {"type": "reply"} if action.get("kind") == "false_reply" else self.history[entry - 1]
        ways = {category: late_ways(self, action["seat"], category, act, entry) for category in categories}
        return sum(
            max((sum(worth(category, one, self.rules) for one in way) for way in some), default=0)
            for category, some in ways.items()
        )

    def category_of_reply(self, entry: int) -> str:
        """The category of the call that a reply answered."""
        said = [one["action"] if one["type"] == "amend" else one for one in self.history[: entry - 1]]
        return next(one["category"] for one in reversed(said) if one["type"] == "call")
