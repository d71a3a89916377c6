"""Where a deal stands."""

from __future__ import annotations

from typing import Any

from tests.reference.holdings import CATEGORIES, PACKS, Collection
from tests.reference.ledger import Entry, Verdict
from tests.reference.rules import rules_of
from tests.reference.terms import Call, YoungersTerms, elders_terms, youngers_terms

TALON = {32: (5, 3), 36: (8, 4)}  # elder's cards of it, and younger's

Action = dict[str, Any]
Event = dict[str, Any]


def other(seat: str) -> str:
    return {"A": "B", "B": "A"}[seat]


class Position:
    """A deal in progress: what is where, what has been said, and who is to act."""

    def __init__(
        self,
        dealt: dict[str, Any],
        dealer: str,
        ruleset: Any = "portland",
        last_deal: bool = False,
        before: dict[str, int] | None = None,
    ) -> None:
        self.rules = rules_of(ruleset)
        self.before = before or {"A": 0, "B": 0}  # the totals of the deals before this one
        self.automatic = self.rules["calling"] == "automatic"
        self.younger, self.elder = dealer, other(dealer)
        self.last_deal = last_deal
        self.dealt = {seat: frozenset(dealt["hands"][seat]) for seat in "AB"}
        self.hand = {seat: set(dealt["hands"][seat]) for seat in "AB"}
        self.talon: list[str] = list(dealt["talon"])
        assert self.hand["A"] | self.hand["B"] | set(self.talon) == PACKS[self.rules["pack"]]
        self.discards: dict[str, set[str]] = {"A": set(), "B": set()}
        self.drawn: dict[str, list[str]] = {"A": [], "B": []}
        self.has_exchanged = {"A": False, "B": False}
        self.carte_blanche: dict[str, str | None] = {"A": None, "B": None}
        self.announced: int | None = None
        self.committed: set[str] = set()
        self.calls: list[Call] = []
        self.reckoned = False  # younger has said what he has
        self.finished = False  # and nothing more can come: he has reckoned or played, or the deal was thrown up
        self.looks: dict[str, bool | None] = {"A": None, "B": None}
        self.looked: dict[str, list[str]] = {"A": [], "B": []}
        self.named_suit: str | None = None
        self.exchanged_again = False
        self.tricks: list[dict[str, Any]] = []
        self.is_over = False
        self.score = {"A": 0, "B": 0}
        self.counted: dict[str, set[str]] = {"A": set(), "B": set()}  # the cards of what each has reckoned
        self.events: list[Event] = []
        self.ledger: list[Entry] = []
        self.verdicts: list[Verdict] = []
        self.points_of_play = {"A": 0, "B": 0}

    # -- where the deal stands

    @property
    def phase(self) -> str:
        if self.is_over:
            return "over"
        if not self.has_exchanged[self.elder]:
            announced = self.carte_blanche[self.elder] == "announced"
            return "commit_discard" if announced and not self.committed else "elder_exchange"
        if not self.has_exchanged[self.younger]:
            return "younger_exchange"
        if not self.automatic:
            if self.calls and self.calls[-1].status in ("called", "stated"):
                return "reply"
            if self.calls and self.calls[-1].status == "asked":
                return "tie_break"
            if self.calls and self.calls[-1].status == "good" and not self.calls[-1].reckoned:
                return "reckoning"
            if len(self.calls) < 3:
                return "calling"
        return "play"

    @property
    def to_act(self) -> str | None:
        phase = self.phase
        if phase == "over":
            return None
        if phase in ("elder_exchange", "calling", "tie_break", "reckoning"):
            return self.elder
        if phase in ("commit_discard", "younger_exchange", "reply"):
            return self.younger
        if self.trick_is_open:
            return other(self.tricks[-1]["leader"])
        return self.tricks[-1]["winner"] if self.tricks else self.elder

    @property
    def trick_is_open(self) -> bool:
        return bool(self.tricks) and len(self.tricks[-1]["cards"]) == 1

    @property
    def at_youngers_turn_to_reckon(self) -> bool:
        """Between elder's first lead and younger's first card (R5.11, R4.5)."""
        return self.phase == "play" and len(self.tricks) == 1 and self.trick_is_open

    @property
    def open_categories(self) -> list[str]:
        """What elder may speak of now: the point first, then the others in either order (R5.10)."""
        rest = [category for category in CATEGORIES if category not in [call.category for call in self.calls]]
        return rest[:1] if rest[:1] == ["point"] or self.rules["call_order"] == "fixed" else rest

    def terms_of_younger(self) -> dict[str, YoungersTerms]:
        hand = self.hand[self.younger]
        return {call.category: youngers_terms(call, hand, self.rules) for call in self.calls}

    def terms_of_elder(self) -> tuple[set[Collection], bool]:
        return elders_terms(self.calls[-1], self.hand[self.elder], self.discards[self.elder], self.rules)

    @property
    def younger_has_something_to_say(self) -> bool:
        return not self.finished and not all(terms.nothing for terms in self.terms_of_younger().values())

    @property
    def may_exchange_again(self) -> bool:
        """R4.6: elder took all that were his, younger some of his own but not all, and elder has done nothing since."""
        elders, youngers = len(self.drawn[self.elder]), len(self.drawn[self.younger])
        return (
            self.rules["elder_second_exchange"]
            and self.has_exchanged[self.younger]
            and not self.exchanged_again
            and elders == TALON[self.rules["pack"]][0]
            and 0 < youngers < TALON[self.rules["pack"]][1]
            and not self.calls
            and not self.tricks
            and not self.looks[self.elder]
            and self.named_suit is None
        )

    def may_look(self, seat: str) -> bool:
        """R4.5: whether a seat may say that it looks at the cards left, or that it does not."""
        way = self.rules["left_cards"]
        if not self.has_exchanged[self.younger] or self.is_over or not self.talon or self.looks[seat] is not None:
            return False
        if seat == self.younger and self.may_exchange_again:
            return False
        before_the_lead = not self.tricks
        before_youngers_card = before_the_lead or self.at_youngers_turn_to_reckon
        if way == "after_lead_shared":
            named = before_the_lead and self.named_suit is not None
            return seat == self.younger and (named or self.at_youngers_turn_to_reckon)
        if way == "revealed_by_dealer":
            return seat == self.younger and before_the_lead and not self.calls
        if way == "private_named_suit":
            return before_the_lead if seat == self.elder else before_youngers_card
        return False

    @property
    def declaration_waits(self) -> bool:
        """R5.14: whether something may yet come before what is declared is recorded."""
        revealed = self.rules["left_cards"] == "revealed_by_dealer" and self.may_look(self.younger)
        return self.may_exchange_again or revealed
