"""The house player: it sees the view of its seat, and asks the service about that view."""

import json
from random import Random
from time import monotonic

from examples.house_player.calls import choose_call, choose_reply, choose_tie_break
from examples.house_player.client import Client, Json
from examples.house_player.discards import choose_discard
from examples.house_player.knowledge import Knowledge, knowledge_of
from examples.house_player.play import choose_card
from examples.house_player.table import Seat

#: The types of action, the most urgent first. It never concedes, and names no suit in order to look at cards.
_ORDER = (
    "claim_carte_blanche", "commit_discard", "exchange", "look_at_left", "reply", "state_tie_break", "call", "pass",
    "reckon", "play", "decline",
)  # fmt: skip


#: After so many seconds it decides by what it has found out.
PATIENCE = 0.4


class HousePlayer:
    """Decides by the view of its seat alone: the same view and seed give the same action, unless time runs out."""

    def __init__(self, client: Client, seed: str, patience: float = PATIENCE) -> None:
        self._client, self._seed, self._patience = client, seed, patience

    def deals_first(self) -> bool:
        return True  # who deals the first deal is elder in the last one

    def decide(self, seat: Seat) -> Json:
        return self.act(seat.view())

    def act(self, view: Json) -> Json:
        """The action to take in this view."""
        options: dict[str, list[Json]] = {}
        for option in view["options"]:
            options.setdefault(option["type"], []).append(option)
        for kind in filter(options.__contains__, _ORDER):
            members = self._members(kind, view, options[kind])
            if members is not None:
                return {"seat": view["seat"], "type": kind, **members}
        raise ValueError(f"nothing to do in phase {view['phase']}")

    def _members(self, kind: str, view: Json, options: list[Json]) -> Json | None:
        """The members of an action of this type, or None to choose another type."""
        option = options[0]
        rng = Random(f"{self._seed} {json.dumps(view, sort_keys=True)}")
        deadline = monotonic() + self._patience
        match kind:
            case "claim_carte_blanche":
                return {"exchange": option["exchange"]["max"]} if option.get("exchange") else {}
            case "exchange" if view["discards"]:
                return None  # a second exchange
            case "exchange" | "commit_discard":
                return {"cards": choose_discard(self._client, view, self._knowledge(view), rng, deadline)}
            case "look_at_left":
                return {"look": True} if True in option["look"] and not option.get("suits") else None
            case "call":
                return choose_call(self._client, view, options)
            case "reply":
                return choose_reply(option)
            case "state_tie_break":
                return choose_tie_break(option)
            case "pass":
                return {"category": option["category"]}
            case "play":
                return {"card": choose_card(self._client, view, self._knowledge(view), option["cards"], rng, deadline)}
        return {}

    def _knowledge(self, view: Json) -> Knowledge:
        return knowledge_of(view, self._client.parameters(view["ruleset"])["pack"])
