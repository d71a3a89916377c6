"""Until when a word may be corrected, by the rows of the codes (docs/law.md, the corrections)."""

from __future__ import annotations

from typing import Any, Protocol

from tests.reference.holdings import Holding
from tests.reference.law_terms import Claim, finding
from tests.reference.position import Action, other
from tests.reference.terms import Call

#: The words of elder's that a reply ends.
PENDING = ("called", "asked", "stated")


class Deal(Protocol):
    """What the times depend on, in a deal that is counted."""

    rules: dict[str, Any]
    history: list[Action]
    elder: str
    calls: dict[str, Call]
    held: dict[str, set[str]]
    discards: dict[str, set[str]]
    played_by_younger: bool

    def says(self, row: str) -> Any: ...


def in_time(deal: Deal, amend: Action) -> bool:
    """Whether a correction that was made could still be made, as far as the times of its row say."""
    inner = amend["action"]
    if inner["type"] == "play":
        return True  # A6: it must be unanswered, which the place of the card says
    if deal.played_by_younger:
        return False
    if amend["seat"] != deal.elder:
        return inner["type"] != "reply" or reply_in_time(deal)
    led = any(one["type"] == "play" and one["seat"] == deal.elder for one in deal.history)
    call = deal.calls.get(inner.get("category", ""))
    if inner["type"] in ("reckon", "state_tie_break"):
        call = list(deal.calls.values())[-1]
    if call is None or call.status == "passed" or inner["type"] == "reckon":  # A5
        return not led or deal.says("omitted") == "first_card"
    found = found_of(deal, call)
    if call.status in PENDING:  # A1
        return not led and (deal.says("mend_call") != "never" or found == "misnomer")
    if found != "held":  # A3, or A1 where it lasts so long
        return not led or deal.says("mend_claim") == "first_card"
    return not led and deal.says("mend_call") == "own_card"  # A1


def reply_in_time(deal: Deal) -> bool:
    """A2: until elder's next call or lead, or longer, or never."""
    until = deal.says("mend_reply")
    if until != "next_call":
        return bool(until == "first_card")
    for one in reversed(deal.history):
        said = one["action"] if one["type"] == "amend" else one
        if said["type"] == "reply":
            return True
        if one["seat"] == deal.elder and one["type"] in ("call", "pass", "play"):
            return False
    return False


def found_of(deal: Deal, call: Call) -> str:
    """What a call was: held, a misnomer, or what else (K15)."""
    union = deal.held[deal.elder] | deal.discards[deal.elder]
    claim = Claim(call.category, call.number, call.tie)
    nothing: list[Holding] = []
    found, _ = finding(claim, deal.held[deal.elder], union, deal.held[other(deal.elder)], nothing, deal.rules)
    return found
