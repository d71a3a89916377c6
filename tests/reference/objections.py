"""What is wrong with an action, if anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference.holdings import CATEGORIES, Holding, grade, holdings, is_carte_blanche, said as as_said, tie_break
from tests.reference.position import Action, Position
from tests.reference.terms import Call, is_better, replies


class Objections(Position):
    """`objection` says why an action is illegal."""

    def objection(self, action: Action) -> str | None:
        """Why an action is illegal, or None."""
        if self.is_over:
            return "the deal is over"
        if action["type"] == "concede":
            return self.objection_to_concession()
        if action["type"] == "claim_carte_blanche":
            return self.objection_to_carte_blanche(action)
        if action["type"] == "look_at_left":
            return self.objection_to_look_at_left(action)
        if action["seat"] != self.to_act:
            return "the other seat is to act"
        objection: Callable[[Action], str | None] = getattr(self, f"objection_to_{action['type']}")
        return objection(action)

    def objection_to_carte_blanche(self, action: Action) -> str | None:
        seat = action["seat"]
        if self.has_exchanged[seat] or self.carte_blanche[seat]:
            return "too late, or claimed already"
        if not is_carte_blanche(self.dealt[seat]):
            return "there is a court card"
        if self.rules["carte_blanche_protocol"] == "show":
            return None if "exchange" not in action and seat == self.to_act else "not now"
        if seat == self.elder:
            if not self.rules["elder_min"] <= action.get("exchange", 0) <= self.rules["elder_max"]:
                return "elder must say how many he will exchange"
            return None
        return "younger says no number" if "exchange" in action else None

    def bounds(self, seat: str) -> tuple[int, int]:
        """How few and how many cards a seat may exchange (R4.1, R4.2, R4.6)."""
        if self.has_exchanged[seat]:
            return 1, len(self.talon)
        if seat == self.elder:
            most = self.rules["elder_max"] if self.announced is None else self.announced
            return min(self.rules["elder_min"], most), most
        left = len(self.talon) - (self.announced or 0 if self.phase == "commit_discard" else 0)
        return min(self.rules["younger_min"], left), min(left, self.rules["younger_max"] or left)

    def objection_to_discard(self, action: Action) -> str | None:
        cards, seat = action["cards"], action["seat"]
        least, most = self.bounds(seat)
        if len(set(cards)) != len(cards) or not set(cards) <= self.hand[seat]:
            return "not his cards"
        return None if least <= len(cards) <= most else "too many or too few"

    def objection_to_commit_discard(self, action: Action) -> str | None:
        return self.objection_to_discard(action) if self.phase == "commit_discard" else "nothing is to be committed"

    def objection_to_exchange(self, action: Action) -> str | None:
        again = action["seat"] == self.elder and self.may_exchange_again
        if self.phase not in ("elder_exchange", "younger_exchange") and not again:
            return "no exchange is due"
        return self.objection_to_discard(action)

    def objection_to_pass(self, action: Action) -> str | None:
        if self.phase != "calling" or action["category"] not in self.open_categories:
            return "the category is not open"
        return None

    def objection_to_call(self, action: Action) -> str | None:
        if self.phase != "calling" or action["category"] not in self.open_categories:
            return "the category is not open"
        category = action["category"]
        tie = action.get({"point": "value", "sequence": "top", "set": "rank"}[category])
        must_say = {"when_asked": ("set",), "point": ("set", "point"), "always": CATEGORIES}
        if tie is None and category in must_say[self.rules["tie_break_call"]]:
            return "the tie-break belongs to the call"
        number = action["count"] if category == "set" else action["length"]
        return self.objection_to_naming(category, number, tie, action.get("cards"))

    def objection_to_naming(self, category: str, number: int, tie: Any, cards: Any) -> str | None:
        meant = self.meant(category, number, tie)
        if not meant:
            return "he does not hold it"
        if cards is not None and (len(set(cards)) != len(cards) or frozenset(cards) not in meant):
            return "these are not the cards"
        return None

    def meant(self, category: str, number: int, tie: Any) -> list[Holding]:
        """The holdings of elder's that a call may mean; the tie-break None if it has not been said."""
        held = holdings(category, self.hand[self.elder], self.rules)
        return [
            one
            for one in held
            if grade(category, one)[0] == number
            and (tie is None or grade(category, one)[1] == tie_break(category, tie))
        ]

    def objection_to_reply(self, action: Action) -> str | None:
        if self.phase != "reply":
            return "nothing is to be answered"
        call = self.calls[-1]
        hand = self.hand[self.younger]
        said = {name: action[name] for name in ("length", "value", "top") if name in action}
        if action["reply"] not in replies(call, hand, self.rules):
            return "it is not true"
        return self.objection_to_what_is_better(call, hand, said) if said else None

    def objection_to_what_is_better(self, call: Call, hand: set[str], said: dict[str, Any]) -> str | None:
        """R5.2: with *not good* younger may say a better point's or sequence's length, value or top, truthfully."""
        words = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ()}[call.category]
        for one in holdings(call.category, hand, self.rules):
            length, tie = grade(call.category, one)
            own = dict(zip(words, (length, as_said(call.category, tie)), strict=False))
            if words and is_better(call, one, self.rules) and all(own.get(name) == said[name] for name in said):
                return None
        return "he holds nothing better of which that is true"

    def objection_to_name_suit(self, action: Action) -> str | None:
        """R4.5: elder, in place of leading, where younger left cards that he may look at after the lead."""
        if self.phase != "play" or self.tricks or self.named_suit or not self.talon:
            return "there is no suit to be named now"
        if self.rules["left_cards"] != "after_lead_shared":
            return "no suit is named"
        return None if any(card[1] == action["suit"] for card in self.hand[self.elder]) else "he does not hold it"

    def objection_to_state_tie_break(self, action: Action) -> str | None:
        if self.phase != "tie_break":
            return "nobody has asked"
        call = self.calls[-1]
        member = {"point": "value", "sequence": "top"}[call.category]
        if set(action) - {"cards"} != {"seat", "type", member}:
            return "something else was asked"
        return self.objection_to_naming(call.category, call.number, action[member], action.get("cards"))

    def objection_to_decline(self, action: Action) -> str | None:
        return None if self.phase == "tie_break" else "nobody has asked"

    def objection_to_reckon(self, action: Action) -> str | None:
        if self.phase == "reckoning":
            terms = {self.calls[-1].category: self.terms_of_elder()[0]}
        elif self.at_youngers_turn_to_reckon and not self.reckoned and not self.automatic:
            terms = {category: one.collections for category, one in self.terms_of_younger().items()}
        else:
            return "it is not the time to reckon"
        if "holdings" not in action:
            return None
        named = [(one["category"], frozenset(one["cards"])) for one in action["holdings"]]
        if len(set(named)) != len(named) or any(
            len(set(one["cards"])) < len(one["cards"]) for one in action["holdings"]
        ):
            return "the same twice"
        if not {category for category, _ in named} <= set(terms):
            return "not this category"
        for category, collections in terms.items():
            if frozenset(cards for of, cards in named if of == category) not in collections:
                return f"not these holdings: {category}"
        return None

    def objection_to_look_at_left(self, action: Action) -> str | None:
        seat, suit = action["seat"], action.get("suit")
        if not self.may_look(seat):
            return "there is nothing to look at, or not now"
        names_a_suit = self.rules["left_cards"] == "private_named_suit" and seat == self.elder and action["look"]
        if not names_a_suit:
            return None if suit is None else "no suit is named"
        return None if any(card[1] == suit for card in self.hand[seat]) else "he must name a suit that he holds"

    def objection_to_play(self, action: Action) -> str | None:
        seat, card = action["seat"], action["card"]
        if self.phase != "play":
            return "it is not the time to play"
        if card not in self.hand[seat]:
            return "not his card"
        if self.at_youngers_turn_to_reckon and self.younger_has_something_to_say:
            return "younger must reckon first"
        if not self.tricks and self.named_suit not in (None, card[1]):
            return "he has named a suit"
        if self.trick_is_open:
            led = self.tricks[-1]["cards"][0]
            if card[1] != led[1] and any(held[1] == led[1] for held in self.hand[seat]):
                return "he must follow suit"
        return None

    def objection_to_concession(self) -> str | None:
        if self.rules["concession"] == "none" or (self.rules["concession"] == "last_deal" and not self.last_deal):
            return "not in this deal"
        if self.phase != "play" or (self.tricks and not self.at_youngers_turn_to_reckon):
            return "not now"
        if not self.tricks and not (self.automatic and len(self.calls) == 3):
            return "elder has not led, or has yet to declare"
        return "younger has something to say" if self.younger_has_something_to_say else None
