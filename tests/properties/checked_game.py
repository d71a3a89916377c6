"""Irregular deals of which every answer is held against the recount, and what the law says against itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tests.helpers.http import post
from tests.properties.irregular_play import WRONG_NUMBERS, IrregularGame
from tests.properties.irregular_reports import Reports
from tests.properties.law_rulings import effects_that_do_not_show, kinds_that_differ, rulings_that_differ

Json = Any

#: What may be asked besides the account: effects against events, violations against marked acts, states against facts.
CHECKS = ("effects", "kinds", "facts")


class CheckedGame(Reports, IrregularGame):
    """A deal in which the players err in every way that the recount covers; `faults` has what does not fit."""

    misdeals = WRONG_NUMBERS
    misdeal_chance = 0.2
    out_of_turn_chance = 0.1
    #: What is asked, and how often after an act that brought nothing irregular.
    checks: Sequence[str] = CHECKS
    often = 0.1

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.faults: list[str] = []
        self.asked = 0  # on how many entries a ruling was asked for

    def attempt(self, name: str, action: Json) -> bool:
        if action.get("irregular") and "kinds" in self.checks:
            self.note("kinds", kinds_that_differ(self.state, action), action)
        return super().attempt(name, action)

    def go_to(self, answer: Json, name: str, action: Json) -> None:
        super().go_to(answer, name, action)
        number = len(self.state["history"])
        irregular = any(one["number"] == number for one in self.state["incidents"])
        often = self.rng.random() < self.often
        if self.recount.annulled or self.recount.lost or not (irregular or often):
            return
        if "effects" in self.checks:
            rulings = post("/v1/rulings", {"state": self.state})["rulings"]
            self.note("effects", effects_that_do_not_show(self.state, self.recount, rulings))
        if "facts" in self.checks:
            self.ask(self.entries() if often else [number])

    def ask(self, numbers: list[int]) -> None:
        """Hold the rulings on these entries against the facts that they list."""
        self.asked += len(numbers)
        self.note("facts", rulings_that_differ(self.state, numbers))

    def entries(self) -> list[int]:
        """The entries of which something may be told: those that were irregular, and reckonings (K18b)."""
        reckoned = {number for number, one in enumerate(self.state["history"], 1) if one["type"] == "reckon"}
        return sorted(reckoned | {one["number"] for one in self.state["incidents"]})

    def note(self, what: str, faults: Iterable[str], action: Json = None) -> None:
        """Keep what was found, with the state in which it was."""
        for fault in faults:
            begun = post("/v1/states/validate", {"state": self.state})["text"]
            self.faults.append("\n".join([begun, *([str(action)] if action else []), f"{what}: {fault}"]))
