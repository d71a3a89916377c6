"""The record of a partie, made from its state."""

from collections.abc import Mapping
from typing import Any

from piquet_referee_client.models import RecordObject, State


def record_of(state: State, players: Mapping[str, str], tags: Mapping[str, str]) -> RecordObject:
    """Return the record as JSON, with every deal that has been dealt."""
    partie, result = state["partie"], state["partie"]["result"]
    deals: list[Mapping[str, Any]] = [*partie["deals"]]
    if state["dealt"] is not None:
        incidents = [each["kind"] for each in state.get("incidents", []) if each["number"] == 0]
        annulled = any(event["kind"] == "annulled" for event in state["events"])
        of_now = {"dealer": partie["dealer"], "out_of_turn": "deal_out_of_turn" in incidents, "annulled": annulled}
        deals.append({**state, **of_now})
    record: RecordObject = {
        "piquet_record": 1,
        **tags,
        "players": dict(players),
        "ruleset": state["ruleset"],
        "first_dealer": partie["first_dealer"],
        "deals": [_deal(deal) for deal in deals],
    }
    if result is not None:
        record["result"] = {**result, "winner": result["winner"] or "none"}
    return record


def _deal(deal: Mapping[str, Any]) -> dict[str, Any]:
    flags = {
        "irregular": any(len(hand) != 12 for hand in deal["dealt"]["hands"].values()),
        "out_of_turn": deal.get("out_of_turn"),
        "annulled": deal.get("annulled"),
    }
    written = {name: True for name, flag in flags.items() if flag}
    scored = deal.get("phase") in (None, "deal_over", "partie_over") and not flags["annulled"]
    return {
        "dealer": deal["dealer"],
        "dealt": deal["dealt"],
        "steps": [{"action": action} for action in deal["history"]],
        **written,
        **({"score": deal["score"]} if scored else {}),
    }
