"""The example requests of voleur and normand, for `tools.refresh_examples`.

Most follow one deal of each game: VW3 and NW3 of the worked deals (`tests/multiplayer/worked_deals.txt`).
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tools.worked import Worked

Json = Any
Ask = Callable[[str, Json], Json]


def cards(text: str) -> list[str]:
    """`SKQ HA` as cards: a suit, then its ranks."""
    return [rank + suit for suit, *ranks in text.split() for rank in ranks]


def hands(**by_seat: str) -> dict[str, list[str]]:
    """The hands of all seats."""
    return {seat: cards(text) for seat, text in by_seat.items()}


class Sample(NamedTuple):
    """A deal: the request, and the actions without their seats, which are those of the turn."""

    deal: Json
    actions: list[Json]


def _point(length: int, value: int) -> Json:
    return {"type": "call", "category": "point", "length": length, "value": value}


def _sequence(length: int, top: str) -> Json:
    return {"type": "call", "category": "sequence", "length": length, "top": top}


def _set(count: int, rank: str) -> Json:
    return {"type": "call", "category": "set", "count": count, "rank": rank}


def _equal(category: str) -> Json:
    return {"type": "equal", "category": category}


def _pass(category: str) -> Json:
    return {"type": "pass", "category": category}


def _plays(text: str) -> list[Json]:
    return [{"type": "play", "card": card} for card in text.split()]


RECKON: Json = {"type": "reckon"}
CLAIM: Json = {"type": "claim_carte_blanche"}

VOLEUR = Sample(
    {
        "ruleset": "voleur",
        "dealer": "D",
        "hands": hands(A="SKQJ87 DA CJ8", B="SA HKQJ98 CQ7", C="S9 HT DJT987 CT", D="ST HA7 DKQ CAK9"),
    },
    [
        _point(5, 45), _point(5, 47), _pass("point"), _pass("point"),
        _sequence(3, "K"), _equal("sequence"), _sequence(5, "J"), _pass("sequence"), RECKON, RECKON,
        _pass("set"), _pass("set"), _set(3, "T"), _pass("set"), RECKON, RECKON,
        *_plays("AD 7C 7D QD  7S AS 9S TS  8H TH AH 8C  AC JC QC TC"),
        *_plays("KC 8S 9H 8D  KD JS JH 9D  9C QS QH TD  7H KS KH JD"),
    ],
)  # fmt: skip
NORMAND = Sample(
    {
        "ruleset": "normand",
        "dealer": "B",
        "hands": hands(A="S9 HA9 DKQ9 CAKJ8", B="SAK8 HT87 DJT C97", C="STJ7 HKQJ D87 CQT"),
        "talon": ["QS", "AD"],
    },
    [
        {"type": "exchange", "cards": ["7C"]},
        _point(3, 30), _point(4, 39), _equal("point"),
        _sequence(3, "K"), _pass("sequence"), _sequence(3, "A"), RECKON,
        _pass("set"), _pass("set"), _pass("set"),
        *_plays("7S 9S QS  AS TS 8C  KS JS 9D  8S 7D 9H  7H KH AH  AC 9C TC  KC 8H QC  JC TD 8D  QD JD JH  KD TH QH"),
    ],
)  # fmt: skip

SAMPLES = {"voleur": VOLEUR, "normand": NORMAND}
#: Deals in which the eldest hand is a carte blanche: VW8 and NW11.
BLANK = {
    "voleur": {
        "ruleset": "voleur",
        "dealer": "D",
        "hands": hands(A="ST9 H7 D9 CAT87", B="SK HAKJ DAQJ CQ", C="SA7 HQ8 DKT7 CK", D="SQJ8 HT9 D8 CJ9"),
    },
    "normand": {
        "ruleset": "normand",
        "dealer": "A",
        "hands": hands(A="SQ HQJ8 DAKQ87 CA", B="SAT987 HAT97 DT", C="SKJ HK CKQJT987"),
        "talon": ["JD", "9D"],
    },
}


class Game:
    """The example requests of a game, and the states of its deal."""

    def __init__(self, name: str, sample: Sample, ask: Ask) -> None:
        self.name, self.sample, self._ask = name, sample, ask
        self.states, self.actions = [self.dealt(sample.deal)], []
        for action in sample.actions:
            self.actions.append({"seat": self.states[-1]["to_act"], **action})
            self.states.append(self.after(self.states[-1], self.actions[-1]))

    def dealt(self, deal: Json) -> Json:
        """The state after a deal."""
        return self._ask(f"/v1/{self.name}/deals", deal)["state"]

    def after(self, state: Json, action: Json) -> Json:
        """The state after an action, which must be legal."""
        judged = self._ask(f"/v1/{self.name}/actions/check", {"state": state, "action": action})
        assert judged["legal"], (action, judged["violations"])
        return judged["state"]

    def post(self, operation: str, path: str, name: str, summary: str, body: Json) -> Worked:
        """An example of an operation."""
        return Worked(operation, name, summary, "POST", f"/v1/{self.name}/{path}", body)

    def deals(self, name: str, summary: str, body: Json) -> Worked:
        """An example of dealing."""
        return self.post(f"{self.name}_deal", "deals", name, summary, body)

    def check(self, name: str, summary: str, at: int, action: Json | None = None) -> Worked:
        """An example of a check: an action in the state before the action number `at` of the deal."""
        body = {"state": self.states[at], "action": action or self.actions[at]}
        return self.post(f"check_{self.name}_action", "actions/check", name, summary, body)

    def claim(self) -> Worked:
        """A claim of a carte blanche. In normand the dealer has exchanged nothing before."""
        state = self.dealt(BLANK[self.name])
        if state["phase"] == "exchange":
            state = self.after(state, {"seat": state["to_act"], "type": "exchange", "cards": []})
        body = {"state": state, "action": {"seat": state["to_act"], **CLAIM}}
        summary = f"{state['to_act']} has a carte blanche"
        return self.post(f"check_{self.name}_action", "actions/check", "claim", summary, body)

    def many(self, at: int, wrong: Json) -> Iterator[Worked]:
        """Examples of many checks: one or two actions and a wrong one in turn, and the two proposals of a seat."""
        operation, path = f"check_many_{self.name}_actions", "actions/check-many"
        two, three = (
            {"state": self.states[at], "actions": [*self.actions[at : at + legal], wrong]} for legal in (1, 2)
        )
        items = [{"state": self.states[at], "action": action} for action in (wrong, self.actions[at])]
        yield self.post(operation, path, "two_in_turn", "An action, and a second that is illegal", two)
        yield self.post(operation, path, "in_turn", "Two actions, and a third that is illegal", three)
        yield self.post(operation, path, "two_items", "Two proposals in one state", {"items": items})

    def options(self, name: str, summary: str, at: int, **more: Json) -> Worked:
        """An example of options in the state before the action number `at`."""
        body = {"state": self.states[at], **more}
        return self.post(f"list_{self.name}_options", "actions/options", name, summary, body)

    def validations(self, side: str) -> Iterator[Worked]:
        """Examples of validation: the state after the deal, and one in which a side has ten points too many."""
        ten_more = json.loads(json.dumps(self.states[0]))
        ten_more["score"][side] += 10
        operation, path = f"validate_{self.name}_state", "states/validate"
        yield self.post(operation, path, "dealt", "A consistent state", {"state": self.states[0]})
        yield self.post(operation, path, "ten_points_more", "Ten points that no event explains", {"state": ten_more})

    def view(self, name: str, summary: str, seat: str, at: int) -> Worked:
        """An example of a view in the state before the action number `at`."""
        body = {"state": self.states[at], "seat": seat}
        return self.post(f"view_{self.name}_state", "states/view", name, summary, body)

    def picture(self, name: str, summary: str, seat: str, at: int) -> Worked:
        """An example of a picture as text, in the state before the action number `at`."""
        body = {"state": self.states[at], "seat": seat}
        drawn = self.post(f"picture_{self.name}_state", "states/picture", name, summary, body)
        return drawn._replace(accept="text/plain")

    def settle(self, name: str, summary: str, *deals: tuple[int, ...], **more: Json) -> Worked:
        """An example of a settlement of deals with these points."""
        scores = [dict(zip(self.states[0]["score"], deal, strict=True)) for deal in deals]
        body = {"ruleset": self.name, "deals": scores, **more}
        return self.post(f"settle_{self.name}_partie", "settlements", name, summary, body)

    def compare(self, name: str, summary: str, dealer: str, **by_seat: str) -> Worked:
        """An example of a comparison of hands."""
        body = {"ruleset": self.name, "dealer": dealer, "hands": hands(**by_seat)}
        return self.post(f"compare_{self.name}_hands", "hands/compare", name, summary, body)

    def deck(self, packets: tuple[int, ...]) -> list[str]:
        """The deck, top card first, that deals the hands of the sample in these packets, eldest first."""
        deal, seats = self.sample.deal, "ABCD"[: len(self.sample.deal["hands"])]
        first = seats.index(deal["dealer"]) + 1
        left = {seat: [*deal["hands"][seat]] for seat in seats}
        found: list[str] = []
        for packet in packets:
            for seat in seats[first:] + seats[:first]:
                found += left[seat][:packet]
                del left[seat][:packet]
        return found + deal.get("talon", [])

    def dealings(self, packets: tuple[int, ...], dealer: str) -> Iterator[Worked]:
        """Examples of dealing in every way."""
        deal = {name: self.sample.deal[name] for name in ("ruleset", "dealer")}
        yield self.deals("hands", f"The first deal of a partie, {dealer} dealing", self.sample.deal)
        yield self.deals("deck", "The same deal from a deck", {**deal, "deck": self.deck(packets)})
        yield self.deals("seed", "The first deal of a partie, from a seed", {**deal, "seed": "table 7, deal 1"})
        after = {"state": self.states[-1], "seed": "table 7, deal 2"}
        yield self.deals("next_deal", "The second deal of a partie", after)

    def listing(self) -> Worked:
        """The example of the list of rulesets."""
        name = self.name
        return Worked(f"list_{name}_rulesets", "all", f"The ruleset of {name}", "GET", f"/v1/{name}/rulesets")


def _voleur(ask: Ask) -> Iterator[Worked]:
    game = Game("voleur", VOLEUR, ask)
    yield game.listing()
    yield from game.dealings((3, 2, 3), "D")
    yield game.claim()
    yield game.check("call", "A calls a point of five, worth 45", 0)
    yield game.check("not_better", "B calls a point of four, which is less", 1, {"seat": "B", **_point(4, 39)})
    yield game.check("pass", "C accepts the point of B", 2)
    yield game.check("equal", "B holds a tierce to the king, too", 5)
    yield game.check("reckon", "C reckons the quint that is good", 8)
    yield game.check("play", "A leads the ace of diamonds", 16)
    yield game.check("must_follow_suit", "C holds diamonds", 18, {"seat": "C", "type": "play", "card": "TC"})
    yield game.check("last_card", "The last card, 23 to 23", len(game.actions) - 1)
    yield from game.many(0, {"seat": "C", **_equal("point")})
    yield game.options("first_call", "A may call 45, or pass", 0)
    yield game.options("call", "B may call 47, or pass", 1)
    yield game.options("reckon", "C reckons a quint", 8)
    yield game.options("expanded", "The first action of B", 1, expand=True, limit=1)
    yield from game.validations("AC")
    yield game.view("first_to_act", "A is the first to speak", "A", 0)
    yield game.view("to_act", "B has heard that A calls a point of five", "B", 1)
    yield game.view("other_seat", "D sees only their own hand", "D", 5)
    yield game.picture("to_act", "A is the first to speak", "A", 0)
    end = {"name": "voleur", "overrides": {"target_stop": "end_of_deal"}}
    yield game.settle("won", "160 to 156", (148, 96), (12, 60), ruleset=end)
    yield game.settle("tie", "150 to 150: both sides play on", (148, 96), (2, 54))
    yield game.settle("not_over", "Nobody has 150 yet", (23, 23))
    yield game.compare(
        "repique", "A quint and two tierces of partners are 21 (VW6)", "D",
        A="H9 DKT98 CJT9", B="S8 HAKQJ8 CQ8", C="SKQJT9 DJ CA7", D="SA7 HT7 DAQ7 CK",
    )  # fmt: skip
    dealt = VOLEUR.deal["hands"]
    saved = game.compare("saved", "The point of B saves from a repique (VW3)", "D")
    yield saved._replace(body={**saved.body, "hands": dealt})


def _normand(ask: Ask) -> Iterator[Worked]:
    game = Game("normand", NORMAND, ask)
    three = {"seat": "B", "type": "exchange", "cards": ["7C", "8S", "7H"]}
    yield game.listing()
    yield from game.dealings((2, 2, 2, 2, 2), "B")
    yield game.claim()
    yield game.check("exchange", "The dealer exchanges one card", 0)
    yield game.check("too_many", "The dealer may not exchange three", 0, three)
    yield game.check("call", "C calls a point of three, worth 30", 1)
    yield game.check("equal", "B holds a point of 39, too", 3)
    yield game.check("pass", "A calls no sequence", 5)
    yield game.check("reckon", "B reckons the tierce that is good", 7)
    yield game.check("play", "C leads the seven of spades, which does not score", 11)
    yield game.check("last_card", "The last card: C has no trick", len(game.actions) - 1)
    yield from game.many(0, {"seat": "B", **_point(4, 39)})
    yield game.options("exchange", "The dealer exchanges", 0)
    yield game.options("call", "B may say equal, or pass", 3)
    yield game.options("expanded", "The first three of the 56 exchanges", 0, expand=True, limit=3)
    yield from game.validations("A")
    yield game.view("to_act", "B is to exchange", "B", 0)
    yield game.view("other_seat", "C does not see what the dealer put out", "C", 3)
    yield game.picture("to_act", "B is to exchange", "B", 0)
    yield game.settle("first_leaves", "A wins and leaves, B and C play on", (155, 140, 50))
    more = [{"B": 12, "C": 20}]
    yield game.settle("continued", "After a deal of two B is second, and C loses", (155, 140, 50), continued=more)
    yield game.settle("settled", "160, 155 and 90 are settled at once", (160, 155, 90))
    yield game.settle("tie", "155, 155 and 80: all three play on", (155, 155, 80))
    yield game.compare(
        "repique", "A point and two quints are 35 (NW5)", "C",
        A="SAKQJT HAKQJT", B="S8 H8 DAK9 CAT987", C="S9 H9 DQJT87 CKQJ",
    )  # fmt: skip
    yield game.compare(
        "saved", "The point of A saves from a repique (NW6)", "C",
        A="SQ HA7 D87 CAKQ98", B="SAJT HQJT98 DJT", C="SK98 DAKQ9 CJT7",
    )  # fmt: skip


def multiplayer_examples(ask: Ask) -> Iterator[Worked]:
    """Yield the example requests of both games. `ask` sends a request that must succeed, and returns the response."""
    yield from _voleur(ask)
    yield from _normand(ask)
