"""Starting a partie: `/v1/parties`."""

from typing import Any

from service.api.game_states.codec import StateCodec
from service.api.game_states.verification import Verified
from service.api.game_states.views import versions
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, RequestBody
from service.api.problems import Fault, problem_at, refuse
from service.api.schemas import scalars as w
from service.api.schemas.decode import SEAT
from service.api.schemas.ruleset_choice import RulesetMember, ruleset_of
from service.piquet.cards.cards import BIT, CARD
from service.piquet.model.state import SEATS
from service.piquet.rules.dealing import cut


class Cut(w.BySeat[w.Card]):
    """The card that each seat cut."""


class PartieRequest(RequestBody):
    """Body of `POST /v1/parties`."""

    forms = Forms(Form(("first_dealer",), ("cut",)), Form(("cut",)))

    ruleset = RulesetMember(load_default="portland")
    first_dealer = Decoded(w.Seat)
    cut = Decoded(Cut)


def start(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Start a partie from the first dealer or the cards cut. Raises a `Problem`."""
    rules, named = ruleset_of(body["ruleset"])
    first_dealer, cards = body.get("first_dealer"), body.get("cut")
    answer: dict[str, Any] = {}
    if cards is not None:
        faults = [
            Fault(f"/cut/{name}", f"is {card}, which is not in a pack of {rules.pack}")
            for name, card in (("A", cards.A), ("B", cards.B))
            if not rules.cards & BIT[card]
        ]
        if cards.A == cards.B:
            faults.append(Fault("/cut/B", "is the card that A cut"))
        refuse("contradictory_request", faults)
        outcome, seat = cut(rules, CARD[cards.A], CARD[cards.B])
        answer = {"outcome": outcome, "seat": None if seat is None else SEATS[seat]}
        if outcome == "cut_again":
            first_dealer = None
        elif outcome == "deals":
            if first_dealer not in (None, answer["seat"]):
                why = "is not the seat that the cut made dealer"
                raise problem_at("contradictory_request", why, "first_dealer")
            first_dealer = answer["seat"]
    if first_dealer is not None:
        answer |= codec.write(Verified.begun(rules, named, SEAT[first_dealer]))
    return {**answer, **versions(named)}
