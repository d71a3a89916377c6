"""What players report, and looks that come too early, too late or again."""

from __future__ import annotations

from typing import Any

from tests.properties.irregular_acts import Errors, Ways

Json = Any


class Reports(Errors):
    """Players who err, and report what no action carries."""

    def errors(self) -> Ways:
        return super().errors() | {"reported": self.reported, "looked": self.looked}

    def reported(self) -> Json:
        """An incident of any kind, possible or not."""
        rng, seat = self.rng, self.rng.choice("AB")
        lying = list(self.recount.lying)
        hidden, hand = [*self.state["hands"][self.elder], *self.state["talon"]], self.state["hands"][seat]
        some_positions = rng.sample(lying, min(len(lying), rng.randint(1, 3))) or [1]
        members: dict[str, Json] = {
            "exposed": {"seat": self.younger, "cards": rng.sample(hidden, min(len(hidden), rng.randint(1, 2)))},
            "faced": {"where": rng.choice(("pack", "stock"))},
            "pack": {"taken_up": rng.random() < 0.5},
            "spoiled": {"proof": {"missing": ["8D"], "double": ["7D"]}},
            "peeked": {"positions": some_positions} | rng.choice(({}, {}, {"together": True}, {"shown": True})),
            "dealer_saw": {"seat": self.younger, "positions": some_positions},
            "undeclared": {"seat": self.elder},
            "dropped": {"cards": rng.sample(hand, min(len(hand), rng.randint(1, 2)))},
            "offer": {"redeal": True},
        }
        kind = rng.choice(sorted(kind for kind in members if members[kind].get("cards") != []))
        return {"seat": seat, "type": "incident", "kind": kind} | members[kind]

    def looked(self) -> Json:
        return {"seat": self.rng.choice("AB"), "type": "look_at_left", "look": True, "irregular": True}
