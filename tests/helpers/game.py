"""A game that is played through the HTTP interface.

It knows no rule that a test is about; it only checks what must hold of every response (the log and the totals agree).
"""

from __future__ import annotations

from typing import Any

from tests.helpers.cards import SEATS, cards, complete, holding, in_order, other, pack_of, rest_of, said, winner_of
from tests.helpers.http import leads_to, post, send

# The kinds of event that score (the others have no points).
SCORING = {
    "carte_blanche", "point", "sequence", "set", "repique", "pique", "lead", "capture", "trick", "last_trick", "cards",
    "capot", "concession", "carte_rouge", "uncounted",
}  # fmt: skip

Json = Any


class Game:
    """A deal in progress. Each step goes through `/v1/actions/check`; `state` and `events` are those of the last."""

    def __init__(self, answer: Json) -> None:
        self.state: Json = answer["state"]
        self.events: list[Json] = answer["events"]

    # -- deals

    @classmethod
    def deal(
        cls,
        elder: str = "",
        younger: str = "",
        talon: str = "",
        ruleset: Json = "portland",
        dealer: str = "B",
        after: Json = None,
    ) -> Game:
        """Deal named cards, filled up with the rest; `after` is a state whose deal is over."""
        pack = pack_of(ruleset if after is None else after["ruleset"])
        first, second, stock = complete(elder, younger, talon, pack)
        body: Json = {"state": after} if after is not None else {"ruleset": ruleset, "dealer": dealer}
        if after is not None:
            dealer = other(after["partie"]["dealer"]) if after["partie"]["dealer"] else after["partie"]["first_dealer"]
        body |= {"hands": {other(dealer): first, dealer: second}, "talon": stock}
        return cls(post("/v1/deals", body))

    @classmethod
    def exchanged(
        cls,
        elder: str,
        younger: str,
        discards: str = "",
        left: str = "",
        *,
        takes: tuple[int, int] = (5, 3),
        ruleset: Json = "portland",
        dealer: str = "B",
        after: Json = None,
    ) -> Game:
        """A deal in which elder and younger hold these twelve cards when the exchange is over.

        Each has drawn the last of the cards listed. `discards` names cards that elder put away and `left` cards that
        stay in the talon; the rest is filled up in pack order.
        """
        hands = cards(elder), cards(younger)
        assert len(hands[0]) == len(hands[1]) == 12, f"{len(hands[0])} and {len(hands[1])} cards"
        pack = pack_of(ruleset if after is None else after["ruleset"])
        rest = rest_of(elder, younger, discards, left, pack=pack)
        away = cards(discards) + rest[: takes[0] - len(cards(discards))]
        rest = [card for card in rest if card not in away]
        put_away = rest[: takes[1]]
        stay = cards(left) + [card for card in rest if card not in put_away]
        drawn = hands[0][12 - takes[0] :], hands[1][12 - takes[1] :]
        game = cls.deal(
            " ".join(hands[0][: 12 - takes[0]] + away),
            " ".join(hands[1][: 12 - takes[1]] + put_away),
            " ".join(drawn[0] + drawn[1] + stay),
            ruleset=ruleset,
            dealer=dealer,
            after=after,
        )
        return game.exchange(away).exchange(put_away)

    # -- one action

    def check(self, who: str, kind: str, **members: Json) -> Json:
        """What the service says to an action; `who` is a seat or `elder`, `younger`."""
        action: Json = {"seat": self.seat(who), "type": kind}
        for name, value in members.items():
            if name == "cards":
                action[name] = cards(value)
            elif name == "holdings":
                action[name] = [holding(text) for text in value]
            else:
                action[name] = value
        return post("/v1/actions/check", {"state": self.state, "action": action})

    def do(self, who: str, kind: str, **members: Json) -> Game:
        """A legal action: keeps the new state and the events, and checks that log and totals agree."""
        answer = self.check(who, kind, **members)
        assert answer["legal"], (kind, members, answer["violations"])
        assert answer["violations"] == []
        before, self.state, self.events = self.state, answer["state"], answer["events"]
        assert self.state["events"] == before["events"] + self.events
        for seat in SEATS:
            gained = sum(event["points"] for event in self.events if event["seat"] == seat)
            assert self.state["score"][seat] == before["score"][seat] + gained
            assert answer["score_delta"][seat] == gained
            if self.events:
                assert self.events[-1]["deal_score"][seat] == self.state["score"][seat]
        assert all(event["points"] == 0 or event["kind"] in SCORING for event in self.events)
        return self

    def refused(
        self,
        who: str,
        kind: str,
        *,
        rule: str | tuple[str, ...] = "",
        at: str | tuple[str, ...] = "",
        **members: Json,
    ) -> list[Json]:
        """An illegal action: the violations. With `rule` and `at`, one of them rests on that rule and points there."""
        answer = self.check(who, kind, **members)
        assert not answer["legal"], (kind, members, "was allowed")
        assert "state" not in answer
        violations: list[Json] = answer["violations"]
        assert violations
        for violation in violations:
            assert violation["code"] and violation["message"]
            assert violation["pointer"].startswith("/action")
        rules = (rule,) if isinstance(rule, str) else rule
        places = (at,) if isinstance(at, str) else at
        assert any(
            (not rule or violation["rule"] in rules)
            and (not at or any(leads_to(violation["pointer"], place) for place in places))
            for violation in violations
        ), [(violation["rule"], violation["pointer"], violation["message"]) for violation in violations]
        return violations

    def rejected(self, who: str, kind: str, **members: Json) -> None:
        """Refused as an action or as a request: either will do."""
        action = {"seat": self.seat(who), "type": kind, **members}
        status, answer = send("/v1/actions/check", {"state": self.state, "action": action})
        assert status >= 400 or answer["legal"] is False

    # -- shortcuts, for the seat that is to act

    @property
    def to_act(self) -> str:
        seat = self.state["to_act"]
        assert seat in SEATS, f"nobody is to act in {self.state['phase']}"
        return seat

    def exchange(self, some: str | list[str]) -> Game:
        return self.do(self.to_act, "exchange", cards=some)

    def call(self, category: str, size: int, tie: float | str | None = None, named: str = "") -> Game:
        """`call("point", 5)`, `call("point", 5, 49)`, `call("sequence", 4, "A")`, `call("set", 4, "T")`."""
        return self.do("elder", "call", category=category, **said(category, size, tie, named))

    def passes(self, *categories: str) -> Game:
        for category in categories:
            self.do("elder", "pass", category=category)
        return self

    def reply(self, word: str) -> Game:
        return self.do("younger", "reply", reply=word)

    def good(self) -> Game:
        return self.reply("good")

    def not_good(self) -> Game:
        return self.reply("not_good")

    def equal(self) -> Game:
        return self.reply("equal")

    def states(self, tie: float | str, named: str = "") -> Game:
        """Elder says what the point makes (a number) or how high the sequence is (a rank)."""
        member = "top" if isinstance(tie, str) else "value"
        more = {"cards": named} if named else {}
        return self.do("elder", "state_tie_break", **{member: tie}, **more)

    def decline(self) -> Game:
        return self.do("elder", "decline")

    def reckon(self, *holdings: str) -> Game:
        """With nothing named the service chooses all that may be reckoned."""
        return self.do(self.to_act, "reckon", **({"holdings": holdings} if holdings else {}))

    def reckon_nothing(self) -> Game:
        return self.do(self.to_act, "reckon", holdings=[])

    def play(self, some: str) -> Game:
        """These cards, each by the seat whose turn it is. `events` are then those of all of them."""
        events: list[Json] = []
        for card in cards(some):
            self.do(self.to_act, "play", card=card)
            events += self.events
        self.events = events
        return self

    def run(self, actions: list[Json]) -> Game:
        """Many actions in one request, all of them legal."""
        answer = post("/v1/actions/check-many", {"state": self.state, "actions": actions})
        items = answer["items"]
        assert all(item["legal"] for item in items), items[-1]["violations"]
        assert len(items) == len(actions)
        self.state = items[-1]["state"]
        self.events = [event for item in items for event in item["events"]]
        return self

    def play_out(self, choose: Any = None) -> Game:
        """Play the tricks that are left. `choose(legal)` picks a card; the default is the highest of a suit order."""
        hands = {seat: list(self.state["hands"][seat]) for seat in SEATS}
        seat, lead = self.to_act, None
        if self.state["tricks"] and self.state["tricks"][-1]["winner"] is None:
            lead = self.state["tricks"][-1]["cards"][0]
        actions = []
        for _ in range(sum(map(len, hands.values()))):
            legal = [card for card in hands[seat] if lead and card[1] == lead[1]] or hands[seat]
            card = choose(legal) if choose else in_order(legal)[0]
            hands[seat].remove(card)
            actions.append({"seat": seat, "type": "play", "card": card})
            if lead is None:
                lead, seat = card, other(seat)
            else:
                seat, lead = winner_of([lead, card], other(seat)), None
        return self.run(actions)

    # -- what is the case

    @property
    def dealer(self) -> str:
        return self.state["partie"]["dealer"]

    def seat(self, who: str) -> str:
        """`elder` is who did not deal."""
        if who in SEATS:
            return who
        return other(self.dealer) if who == "elder" else self.dealer

    def role(self, seat: str | None) -> str | None:
        return None if seat is None else "younger" if seat == self.dealer else "elder"

    @property
    def phase(self) -> str:
        return self.state["phase"]

    @property
    def score(self) -> tuple[int, int]:
        """Elder's and younger's points of the deal."""
        return self.state["score"][self.seat("elder")], self.state["score"][self.seat("younger")]

    @property
    def scored(self) -> list[tuple[str | None, str, int]]:
        """Who scored what in the last step: `("elder", "point", 5)`."""
        return [(self.role(event["seat"]), event["kind"], event["points"]) for event in self.events if event["points"]]

    @property
    def happened(self) -> list[str]:
        """The kinds of the events of the last step."""
        return [event["kind"] for event in self.events]

    def events_of(self, kind: str) -> list[Json]:
        """All events of a kind in the deal so far."""
        return [event for event in self.state["events"] if event["kind"] == kind]

    def event(self, kind: str) -> Json:
        """The only event of a kind in the last step."""
        found = [event for event in self.events if event["kind"] == kind]
        assert len(found) == 1, (kind, self.happened)
        return found[0]

    def saved(self) -> list[tuple[str | None, str, str]]:
        """Who was kept from which bonus by what, in the whole deal."""
        return [(self.role(event["seat"]), event["bonus"], event["by"]) for event in self.events_of("saved")]

    def bonuses(self) -> list[tuple[str | None, str, int]]:
        """The piques and repiques of the deal."""
        return [
            (self.role(event["seat"]), event["kind"], event["points"])
            for event in self.state["events"]
            if event["kind"] in ("pique", "repique")
        ]

    def status(self, category: str) -> str:
        """The status of what elder said in a category."""
        (call,) = [call for call in self.state["calls"] if call["category"] == category]
        return call["status"]

    def view(self, who: str) -> Json:
        return post("/v1/states/view", {"state": self.state, "seat": self.seat(who)})["view"]

    def options(self, **how: Json) -> Json:
        return post("/v1/actions/options", {"state": self.state, **how})
