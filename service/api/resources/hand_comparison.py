"""Hands held against each other."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from service.api.game_states.codec import StateCodec
from service.api.game_states.views import versions
from service.api.http.request_body import Decoded, Envelope
from service.api.problems import Fault, Problem
from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.api.schemas.decode import hand_of, ruleset_of
from service.api.schemas.encode import card_list
from service.piquet.cards.cards import BIT
from service.piquet.comparison import compare

HeldCards = Annotated[list[w.Card], Meta(min_length=1, max_length=12)]


class CompareRequest(Envelope):
    ruleset = Decoded(m.RulesetName, load_default="portland")
    elder = Decoded(HeldCards, required=True)
    younger = Decoded(HeldCards, required=True)
    carte_blanche = Decoded(Literal["elder", "younger", "both"] | None, load_default=None)


def compare_hands(codec: StateCodec, envelope: dict[str, Any]) -> Any:
    rules, named = ruleset_of(envelope["ruleset"])
    seen: set[str] = set()
    faults = []
    for side in ("elder", "younger"):
        for at, card in enumerate(envelope[side]):
            if card in seen:
                faults.append(Fault(f"/{side}/{at}", f"is {card}, which is there already"))
            elif not rules.cards & BIT[card]:
                faults.append(Fault(f"/{side}/{at}", f"is {card}, which is not in a pack of {rules.pack}"))
            seen.add(card)
    if envelope["carte_blanche"] == "both" and not rules.both_may_be_blank:
        faults.append(Fault("/carte_blanche", "cannot be both's in this pack"))
    if faults:
        raise Problem("contradictory_request", errors=faults)
    compared = compare(rules, hand_of(envelope["elder"]), hand_of(envelope["younger"]), envelope["carte_blanche"])
    for category in compared["categories"]:
        for holding in (category["elder"], category["younger"]):
            if holding:
                holding["cards"] = card_list(holding["cards"])
    return {**compared, **versions(named)}
