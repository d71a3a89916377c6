"""The account of a deal: from the list of what happened, every score, bonus and end, from its beginning.

What happened is a list of events without bonuses, with two marks among them: that the calling is over, and that the
last card has been played. An event that ends a step (7.1) has the member `step`, which is taken off here.
"""

from __future__ import annotations

from typing import Any

from tests.reference.multiplayer.partie import standing
from tests.reference.multiplayer.tables import HAND_SIZE, LETTER, SIDE_OF, SIDES, Rules, in_order_of_speaking

Event = dict[str, Any]

IN_HAND = ("carte_blanche", "point", "sequence", "set")
IN_PLAY = ("lead", "capture", "trick", "last_trick")
BONUSES = ("repique", "pique")
CALLING_OVER, ALL_PLAYED = "calling over", "all played"
RULES = {
    "repique": "7.2",
    "pique": "7.3",
    "saved": "7.4",
    "cards": "6.4",
    "capot": "6.5",
    "deal_ended": "6.6",
    "partie_ended": "8.3",
}
AMOUNTS = {"to_60_and_90": {"repique": 70, "pique": 40}, "add_30_and_60": {"repique": 60, "pique": 30}}


class Account:
    """The events of a deal, the scores of its sides, and whether it is over."""

    def __init__(self, game: str, rules: Rules, dealer: str, before: list[dict[str, int]], facts: list[Event]) -> None:
        self.game, self.rules, self.before = game, rules, before
        self.order = in_order_of_speaking(game, dealer)
        self.side_of = SIDE_OF[game]
        self.events: list[Event] = []
        self.over = False
        for fact in facts:
            if not self.over:
                self.enter(fact)
        self.result = standing(game, [*before, self.score()], rules) if self.over else None
        if self.over:
            self.tell("deal_ended", None, None)
        if self.result is not None and self.result.over:
            self.tell_result()

    def score(self) -> dict[str, int]:
        """The points of each side so far."""
        return {
            side: sum(event["points"] for event in self.events if self.scorer(event) == side)
            for side in SIDES[self.game]
        }

    def scorer(self, event: Event) -> str | None:
        """The side of an event."""
        return event["side"] if self.game == "voleur" else event["seat"]

    def tell(self, kind: str, side: str | None, seat: str | None, points: int = 0, **more: Any) -> None:
        """Write down an event that the account itself finds."""
        if self.game == "normand":
            place: dict[str, Any] = {"seat": seat if side is None else side}
        else:
            place = {"seat": seat, "side": side}
        rule = LETTER[self.game] + RULES[kind]
        self.events.append({"kind": kind, **place, "points": points, "cards": [], "rule": rule, **more})

    def enter(self, fact: Event) -> None:
        """One thing that happened, with the bonus that it brings, and whether it decides (8.2)."""
        if fact["kind"] == CALLING_OVER:
            self.ask_once()
        elif fact["kind"] == ALL_PLAYED:
            self.count_tricks()
        else:
            self.events.append({name: value for name, value in fact.items() if name != "step"})
            if fact.get("step"):
                side = self.side_of[fact["seat"]]
                self.ask(side, fact["seat"], "pique" if fact["kind"] in IN_PLAY else "repique")
                self.decide(side)

    def decide(self, side: str) -> None:
        """8.2: the side has the target, and the rest of the deal does not count."""
        total = sum(deal[side] for deal in self.before) + self.score()[side]
        if self.rules["target_stop"] == "at_once" and total >= self.rules["target"]:
            self.over = True

    def points_of(self, side: str, kinds: tuple[str, ...]) -> int:
        """What the side has by events of these kinds."""
        return sum(event["points"] for event in self.events if event["kind"] in kinds and self.scorer(event) == side)

    def first_of_others(self, side: str) -> str | None:
        """The kind of the first event by which another side has scored; None if none has (V7.1, N7.1)."""
        claimants = [event["seat"] for event in self.events if event["kind"] == "shown"]
        opposed = len({self.side_of[seat] for seat in claimants}) > 1
        for event in self.events:
            if event["kind"] not in IN_HAND + IN_PLAY or self.scorer(event) == side:
                continue
            saves = event["kind"] == "carte_blanche" and opposed and self.rules["opposed_blanche_saves"]
            if event["points"] or saves:
                return str(event["kind"])
        return None

    def ask(self, side: str, seat: str, bonus: str) -> None:
        """After a step (7.2 to 7.4)."""
        if bonus == "repique" and self.rules["repique_test"] == "opponent_scores_nothing":
            return
        counted = IN_HAND if bonus == "repique" else IN_HAND + IN_PLAY
        if self.points_of(side, counted) >= 20:
            self.settle(side, seat, bonus)

    def settle(self, side: str, seat: str, bonus: str) -> None:
        """The side has its twenty: once in a deal it has the bonus, or it is told what saved the others (7.4)."""
        if any(event["kind"] in (*BONUSES, "saved") and self.scorer(event) == side for event in self.events):
            return
        by = self.first_of_others(side)
        if by is None:
            self.tell(bonus, side, seat, AMOUNTS[self.rules["bonuses"]][bonus])
        else:
            self.tell("saved", side, seat, bonus=bonus, by=by)

    def ask_once(self) -> None:
        """The other test of a repique, when all calling is over (V7.2, N7.2)."""
        if self.rules["repique_test"] != "opponent_scores_nothing":
            return
        for seat in self.order:
            side = self.side_of[seat]
            if not self.over and self.points_of(side, IN_HAND) >= 20:
                self.settle(side, seat, "repique")
                self.decide(side)

    def count_tricks(self) -> None:
        """The cards and capots, and the end of the deal (6.4 to 6.6)."""
        won = [self.scorer(event) for event in self.events if event["kind"] == "trick_won"]
        tricks = {self.side_of[seat]: won.count(self.side_of[seat]) for seat in self.order}
        entries = self.for_two_sides(tricks) if self.game == "voleur" else self.for_three_seats(tricks)
        for kind, side, points in entries:
            if not self.over:
                self.tell(kind, side, None, points)
                self.decide(side)
        self.over = True

    def for_two_sides(self, tricks: dict[str, int]) -> list[tuple[str, str, int]]:
        """V6.4, V6.5."""
        best = max(tricks, key=lambda side: tricks[side])
        if tricks[best] == HAND_SIZE["voleur"]:
            return [("capot", best, 40)]
        return [("cards", best, 10)] if tricks[best] > HAND_SIZE["voleur"] / 2 else []

    def for_three_seats(self, tricks: dict[str, int]) -> list[tuple[str, str, int]]:
        """N6.4, N6.5."""
        most = max(tricks.values())
        without = [seat for seat in self.order if not tricks[seat]]
        entries = [("cards", seat, 10) for seat in self.order if tricks[seat] == most]
        if len(entries) > 1 or (without and self.rules["capot_replaces_cards"]):
            entries = []
        if len(without) == 2 and self.rules["double_capot"] == "winner":
            return [*entries, *(("capot", seat, 40) for seat in self.order if tricks[seat])]
        return entries + [("capot", seat, 20) for loser in without for seat in self.order if seat != loser]

    def tell_result(self) -> None:
        """The partie has a winner (8.3)."""
        assert self.result is not None
        more: dict[str, Any] = {"totals": self.result.totals, "winner": self.result.winner}
        if self.game == "normand":
            more |= {name: getattr(self.result, name) for name in ("second", "loser", "remaining")}
        self.tell("partie_ended", self.result.winner, None, **more)
