"""A ruling on a state is the ruling on the facts that are observed there, sent as bare facts (law.md, §7.4)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.helpers.http import post
from tests.properties.irregular_acts import Ways
from tests.properties.irregular_play import IrregularGame
from tests.properties.random_play import seeds

Json = Any

#: What must be the same. An election has actions, events and a score only where there is a state.
SAME = ("kind", "law", "also", "readings", "offender", "finding", "status", "entitled", "until", "unraised", "passed")
CODES = ("portland", "au-cent", "hoyle", "french", "old")
RULESETS: dict[str, Json] = {
    **{name: name for name in ("portland", "parlett", "au-cent", "hoyle", "french", "old-36")},
    **{f"portland by the law of {code}": {"name": "portland", "overrides": {"law": code}} for code in CODES[1:]},
    **{f"french by the law of {code}": {"name": "french", "overrides": {"law": code}} for code in CODES},
    **{f"old-36 by the law of {code}": {"name": "old-36", "overrides": {"law": code}} for code in CODES[:-1]},
}


def elections_of(ruling: Json) -> list[Json]:
    return [{name: each[name] for name in ("election", "effects", "until")} for each in ruling["elections"]]


def assert_same_from_facts(state: Json, ruling: Json) -> None:
    """The facts and the past times of a ruling, sent as bare facts, are ruled on alike, and nothing is missing."""
    facts = {fact["name"]: fact["value"] for fact in ruling["facts"] if fact["from"] == "state"}
    dealer = state["partie"]["dealer"]
    incident = {"kind": ruling["kind"], "facts": facts, "passed": ruling["passed"], "dealer": dealer}
    (bare,) = post("/v1/rulings", {"ruleset": state["ruleset"], "incident": incident})["rulings"]
    told = f"{incident}\nunder {state['ruleset']} after {state['history']}"
    assert bare["needs"] == [], told
    assert {name: bare[name] for name in SAME} == {name: ruling[name] for name in SAME}, told
    assert elections_of(bare) == elections_of(ruling), told


class ArbitratedGame(IrregularGame):
    """A deal in which every entry is ruled on, by the state and by the facts, at some moments and at its end."""

    asked = 0

    def assert_agrees(self, name: str) -> None:
        """Other tests compare the score."""
        if self.rng.random() < 0.15:
            self.arbitrate()

    def arbitrate(self) -> None:
        """Rule on every entry."""
        numbers = {each["number"] for each in self.state["incidents"]}
        numbers |= {at for at, each in enumerate(self.state["history"], 1) if each["type"] == "reckon"}
        for number in sorted(numbers):
            for ruling in post("/v1/rulings", {"state": self.state, "number": number})["rulings"]:
                assert_same_from_facts(self.state, ruling)
                self.asked += 1

    def errors(self) -> Ways:
        """Besides the errors of play: what is reported, and looks at cards."""
        ways = super().errors()
        phase, talon = self.state["phase"], len(self.recount.lying)
        seat = self.rng.choice("AB")
        report = {"seat": seat, "type": "incident"}
        by_dealer = {"seat": self.younger, "type": "incident"}
        some = [self.rng.choice(self.state["dealt"]["hands"][self.rng.choice("AB")])]
        positions = sorted(self.rng.sample(sorted(self.recount.lying), min(talon, self.rng.randint(1, 2))))
        ways["offer"] = lambda: {**report, "kind": "offer", "redeal": True}
        if self.state["hands"][seat]:
            ways["dropped"] = lambda: {**report, "kind": "dropped", "cards": self.state["hands"][seat][:1]}
        if phase in ("elder_exchange", "younger_exchange"):
            ways["exposed"] = lambda: {**by_dealer, "kind": "exposed", "cards": some}
            ways["faced"] = lambda: {**report, "kind": "faced", "where": self.rng.choice(["pack", "stock"])}
            ways["pack"] = lambda: {**report, "kind": "pack", "taken_up": self.rng.random() < 0.5}
            ways["spoiled"] = lambda: {**report, "kind": "spoiled", "proof": {"missing": ["8D"], "double": ["7D"]}}
            ways["undeclared"] = lambda: {"seat": self.elder, "type": "incident", "kind": "undeclared"}
            ways["blanche"] = lambda: {"seat": seat, "type": "claim_carte_blanche", "irregular": True}
        if positions:
            ways["saw"] = lambda: {**by_dealer, "kind": "dealer_saw", "positions": positions}
            ways["peeked"] = lambda: {**report, "kind": "peeked", "positions": positions} | self.together()
        ways["looked"] = lambda: {"seat": seat, "type": "look_at_left", "look": True, "irregular": True}
        return ways

    def together(self) -> Json:
        return {"together": True} if self.rng.random() < 0.3 else {}


@pytest.mark.parametrize("name", RULESETS)
def test_the_law_says_the_same_of_a_state_and_of_its_facts(name: str) -> None:
    asked = 0
    for _, rng in seeds(f"one law {name}", 2):
        game = ArbitratedGame(RULESETS[name], rng, {}, 0.35)
        game.play()
        game.arbitrate()
        asked += game.asked
    assert asked


if __name__ == "__main__":
    seen: dict[str, int] = {}
    for count in range(40):
        for each in RULESETS:
            ArbitratedGame(RULESETS[each], random.Random(f"{each}:{count}"), seen, 0.35).play()
    print(seen)
