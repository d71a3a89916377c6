"""Worked deals over HTTP: dealt, played and looked at with requests only."""

from __future__ import annotations

from typing import Any

from tests.api.multiplayer.earlier_deals import partie_before
from tests.helpers.http import post
from tests.multiplayer.worked_deals import WORKED_DEALS, WorkedDeal

Json = Any

SIDES = {"voleur": ("AC", "BD"), "normand": ("A", "B", "C")}
SEATS = {"voleur": "ABCD", "normand": "ABC"}


def deal_worked(worked: WorkedDeal) -> Json:
    """The state in which a worked deal begins, after the deals that lead to its totals."""
    body: Json = {"hands": worked.hands}
    if worked.talon:
        body["talon"] = worked.talon
    if worked.before is None:
        body |= {"ruleset": {"name": worked.game, "overrides": worked.parameters}, "dealer": worked.dealer}
    else:
        body["state"] = partie_before(worked)
    return post(f"/v1/{worked.game}/deals", body)["state"]


def check_all(game: str, state: Json, actions: list[Json]) -> list[Json]:
    """The judgements of a sequence of actions; empty for no actions."""
    if not actions:
        return []
    return post(f"/v1/{game}/actions/check-many", {"state": state, "actions": actions})["items"]


def state_after(name: str, count: int | None = None) -> Json:
    """The state of a worked deal after some of its actions, or after all of them."""
    worked = WORKED_DEALS[name]
    state = deal_worked(worked)
    judgements = check_all(worked.game, state, worked.actions[:count])
    assert all(each["legal"] for each in judgements)
    return judgements[-1]["state"] if judgements else state


def actions_until(name: str, kind: str) -> int:
    """The number of actions of a worked deal before the first of this type."""
    return next(at for at, action in enumerate(WORKED_DEALS[name].actions) if action["type"] == kind)
