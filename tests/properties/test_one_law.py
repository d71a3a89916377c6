"""A ruling on a state is the ruling on the facts that are observed there, sent as bare facts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.random_cases import seeds
from tests.properties.checked_game import CheckedGame
from tests.properties.irregular_acts import Ways

Json = Any

CODES = ("portland", "au-cent", "hoyle", "french", "old")
RULESETS: dict[str, Json] = {
    **{name: name for name in ("portland", "parlett", "au-cent", "hoyle", "french", "old-36")},
    **{f"portland by the law of {code}": {"name": "portland", "overrides": {"law": code}} for code in CODES[1:]},
    **{f"french by the law of {code}": {"name": "french", "overrides": {"law": code}} for code in CODES},
    **{f"old-36 by the law of {code}": {"name": "old-36", "overrides": {"law": code}} for code in CODES[:-1]},
}


class ArbitratedGame(CheckedGame):
    """A deal in which what is irregular is ruled on by the state and by the facts, and at some moments every entry."""

    checks = ("facts",)
    often = 0.05

    def assert_agrees(self, name: str) -> None:
        """Other tests compare the account, which is not recounted with a false carte blanche."""

    def errors(self) -> Ways:
        return super().errors() | {"blanche": self.claim}

    def claim(self) -> Json:
        """A carte blanche that may be false."""
        return {"seat": self.rng.choice("AB"), "type": "claim_carte_blanche", "irregular": True}


@pytest.mark.parametrize("name", RULESETS)
def test_the_law_says_the_same_of_a_state_and_of_its_facts(name: str) -> None:
    asked = 0
    for _, rng in seeds(f"one law {name}", 1):
        game = ArbitratedGame(RULESETS[name], rng, {}, 0.35)
        game.play()
        game.ask(game.entries())
        assert game.faults == []
        asked += game.asked
    assert asked
