"""What is wrong with an action: every code that is true of it, none if it is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.reference.holdings import CATEGORIES, is_carte_blanche
from tests.reference.multiplayer.holdings import grade_in, grade_of, grades_held, held
from tests.reference.multiplayer.position import Action, Position

PHASES = {
    "claim_carte_blanche": ("exchange", "calling"),
    "exchange": ("exchange",),
    "call": ("calling",),
    "equal": ("calling",),
    "pass": ("calling",),
    "reckon": ("reckoning",),
    "play": ("play",),
}


class Objections(Position):
    """`objections` are the codes that are true of an action."""

    def objections(self, action: Action) -> set[str]:
        """Why an action is illegal."""
        kind, seat = action["type"], action["seat"]
        phase, to_act, _ = self.due()
        if to_act is None:
            return {"turn.nobody"} | self.not_held(action)
        found = set()
        if kind == "claim_carte_blanche" and self.rules["calling"] != "automatic":
            found |= self.objections_to_claim(action)
        if phase not in PHASES[kind] or (kind == "claim_carte_blanche" and self.rules["calling"] == "automatic"):
            found.add("carte_blanche.too_late" if "carte_blanche.too_late" in found else "turn.not_now")
        if seat != to_act:
            found.add("turn.other_seat")
        if found & {"turn.not_now", "turn.other_seat"} or kind == "claim_carte_blanche":
            return found | self.not_held(action)
        objections: Callable[[Action], Iterator[str]] = getattr(self, f"objections_to_{kind}")
        return set(objections(action))

    def not_held(self, action: Action) -> set[str]:
        """Cards that the seat has not."""
        cards = [*action.get("cards", []), *([action["card"]] if "card" in action else [])]
        return set() if set(cards) <= self.hand(action["seat"]) else {"cards.not_held"}

    def objections_to_claim(self, action: Action) -> set[str]:
        """2.1: in the first round, before one's own word; the dealer of three before the exchange."""
        seat, found = action["seat"], set()
        if not is_carte_blanche(self.dealt[seat]):
            found.add("carte_blanche.court_cards")
        if seat in self.claimed:
            found.add("carte_blanche.already_claimed")
        has_exchanged = self.game == "normand" and seat == self.dealer and self.put_out is not None
        if has_exchanged or seat in [word.seat for word in self.words]:
            found.add("carte_blanche.too_late")
        return found

    def objections_to_exchange(self, action: Action) -> Iterator[str]:
        """N3.1."""
        if len(action["cards"]) < self.rules["dealer_min"]:
            yield "exchange.too_few"
        if len(action["cards"]) > len(self.talon):
            yield "exchange.too_many"
        yield from self.not_held(action)

    def objections_to_category(self, category: str) -> Iterator[str]:
        """4.1: point, then sequences, then sets."""
        due = CATEGORIES.index(str(self.due()[2]))
        if CATEGORIES.index(category) < due:
            yield "call.category_closed"
        if CATEGORIES.index(category) > due:
            yield "call.out_of_order"

    def objections_to_pass(self, action: Action) -> Iterator[str]:
        return self.objections_to_category(action["category"])

    def objections_to_call(self, action: Action) -> Iterator[str]:
        """4.2 to 4.4."""
        category, hand = action["category"], self.hand(action["seat"])
        yield from self.objections_to_category(category)
        if category != "set" and {"value", "top"}.isdisjoint(action):
            yield "call.tie_break_required"
            return
        grade = grade_in(action)
        if grade not in grades_held(category, hand, None):
            yield "call.not_held"
        if category != "set" and grade[0] < 3:
            yield "call.too_short"
        if category == "point" and grade[1] < (self.rules["point_floor"] or 0):
            yield "call.too_low"
        stands = self.stands(category)
        if stands is not None and grade <= stands.grade:
            yield "call.not_better"
        yield from self.not_held(action)
        if "cards" in action:
            cards = frozenset(action["cards"])
            if len({card[1] for card in cards}) != 1 or grade_of("point", cards) != grade:
                yield "call.cards_do_not_match"

    def objections_to_equal(self, action: Action) -> Iterator[str]:
        """4.5."""
        category, seat = action["category"], action["seat"]
        yield from self.objections_to_category(category)
        if self.rules["equality"] != "void":
            yield "equal.not_in_ruleset"
        stands = self.stands(category)
        if stands is None:
            yield "equal.nothing_called"
            return
        if self.side_of[stands.seat] == self.side_of[seat]:
            yield "equal.own_side"
        if self.is_equal(category):
            yield "equal.already_said"
        if stands.grade not in grades_held(category, self.hand(seat), None):
            yield "reply.not_equal"

    def objections_to_reckon(self, action: Action) -> Iterator[str]:
        """4.7, 4.8."""
        if "holdings" not in action:
            return
        seat, category = action["seat"], str(self.due()[2])
        good, hand = self.good(category), self.hand(action["seat"])
        assert good is not None
        named = [(one["category"], frozenset(one["cards"])) for one in action["holdings"]]
        seen: list[frozenset[str]] = []
        for of, cards in named:
            if not cards <= hand:
                yield "cards.not_held"
            if of != category:
                yield "reckon.category_closed"
            elif cards not in held(category, cards):
                yield "reckon.not_a_holding"
            elif grade_of(category, cards) > good.grade:
                yield "reckon.better_than_called"
            elif category == "point" and grade_of(category, cards)[1] < (self.rules["point_floor"] or 0):
                yield "reckon.not_good"
            if any(cards & other for other in seen):
                yield "reckon.cards_shared"
            seen.append(cards)
        of_category = [cards for of, cards in named if of == category]
        if category == "point" and len(of_category) > 1:
            yield "reckon.one_only"
        called = [cards for cards in of_category if cards in held(category, hand)]
        if seat == good.seat and good.grade not in [grade_of(category, cards) for cards in called]:
            yield "reckon.called_missing"

    def objections_to_play(self, action: Action) -> Iterator[str]:
        """6.1."""
        yield from self.not_held(action)
        trick, card = self.trick(), action["card"]
        suit = trick[0][1][1] if trick else card[1]
        if card[1] != suit and any(other[1] == suit for other in self.hand(action["seat"])):
            yield "play.must_follow_suit"
