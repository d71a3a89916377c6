"""What an edited state may be: found to be wrong where it was edited, or another state that can be reached by play."""

from __future__ import annotations

import functools
import json
from typing import Any

from tests.helpers.http import send

Json = Any
Path = tuple[str | int, ...]

#: What a state is made from. Everything else in it follows.
GIVEN = ("ruleset", "partie", "dealt", "history")
#: The most actions that a request may have; a deal has up to 200 entries.
AT_ONCE = 100
#: What has cards in no order.
SETS_OF_CARDS = ("hands", "discards", "committed", "looked", "shown", "seen")
#: The members that the law adds to a state, where they tell nothing. They may be left out then.
NOTHING_IRREGULAR: dict[str, Json] = {
    "incidents": [],
    "reckons_nothing": {"A": None, "B": None},
    "seen": {"A": [], "B": []},
    "ahead": {"A": [], "B": []},
    "called_suit": {"A": None, "B": None},
}


class Unreachable(Exception):
    """Raised for a state that cannot be reached, with the reason."""


def assert_reachable(state: Json) -> None:
    """Play the partie of a state from its beginning, act by act. Raises `Unreachable` if it comes to another state."""
    partie = state["partie"]
    first = {"ruleset": state["ruleset"], "first_dealer": partie["first_dealer"]}
    reached = json.dumps(_post("/v1/parties", first)["state"])
    deals = [*partie["deals"], {**state, "dealer": partie["dealer"]}] if state["dealt"] else partie["deals"]
    for deal in deals:
        reached = _played(reached, deal["dealer"], json.dumps([deal["dealt"], deal["history"]]))
    expected, found = what_follows(json.loads(reached)), what_follows(state)
    if expected != found:
        raise Unreachable([name for name in expected | found if expected.get(name) != found.get(name)])


@functools.lru_cache(maxsize=64)  # the states of one partie have the same deals before them
def _played(before: str, dealer: str, deal: str) -> str:
    """The state after a deal; the wrong numbers of cards, or the wrong dealer, are told to be irregular."""
    dealt, history = json.loads(deal)
    body = {"state": json.loads(before), "hands": dealt["hands"], "talon": dealt["talon"]}
    status, answer = send("/v1/deals", body)
    if status != 200 or answer["state"]["partie"]["dealer"] != dealer:
        answer = _post("/v1/deals", body | {"dealer": dealer, "irregular": True})
    state = answer["state"]
    for first in range(0, len(history), AT_ONCE):
        actions = history[first : first + AT_ONCE]
        items = _post("/v1/actions/check-many", {"state": state, "actions": actions})["items"]
        if len(items) < len(actions) or not items[-1]["legal"]:
            raise Unreachable(f"act {first + len(items)}: {items[-1]['violations']}")
        state = items[-1]["state"]
    return json.dumps(state)


def _post(path: str, body: Json) -> Json:
    status, answer = send(path, body)
    if status != 200:
        raise Unreachable(answer)
    return answer


def what_follows(state: Json) -> Json:
    """What of a state follows from its acts, its cards and its ruleset, with the sets of cards in one order."""
    told = NOTHING_IRREGULAR | {name: state[name] for name in state if name not in ("seal", "history", "ruleset")}
    for name in SETS_OF_CARDS:
        told[name] = _in_order(told[name])
    if told["dealt"] is not None:
        told["dealt"] = told["dealt"] | {"hands": _in_order(told["dealt"]["hands"])}
    of_deals = ("score", "dealer", "annulled", "out_of_turn")
    deals = [{name: deal.get(name) for name in of_deals} for deal in told["partie"]["deals"]]
    return told | {"partie": told["partie"] | {"deals": deals}}


def alike(one: Json, other: Json) -> bool:
    """Whether two states differ only in the order of cards, in members that tell nothing, or in their seals."""
    given = all(one[name] == other[name] for name in ("ruleset", "history"))
    deals = one["partie"]["deals"] == other["partie"]["deals"]
    return given and deals and what_follows(one) == what_follows(other)


def _in_order(cards: Json) -> Json:
    return sorted(cards) if isinstance(cards, list) else {seat: sorted(cards[seat]) for seat in cards}


def assert_named(violations: list[Json], before: Json, after: Json) -> None:
    """Every violation says what is wrong, and where. Each member that follows from others is named if it was edited."""
    assert violations, "no violation"
    for one in violations:
        assert one["code"] and one["message"] and one["rule"], one
        assert_pointer(one["pointer"], after, before)
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    # Only incidents tell that the numbers of cards, or the dealer, may be wrong.
    if set(names) & set(GIVEN) or not after.get("incidents") or len(violations) == 100:
        return
    expected, found = what_follows(before), what_follows(after)
    for name in names:
        assert expected.get(name) == found.get(name) or any(concerns(one["pointer"], (name,)) for one in violations), (
            f"{name} is not among {violations}"
        )


def concerns(pointer: str, path: Path) -> bool:
    """Whether a pointer leads to a place in the state, to what holds it, or to something in it."""
    return all(step == str(own) for step, own in zip(pointer.split("/")[2:], path, strict=False))


def assert_pointer(pointer: str, *documents: Json) -> None:
    """A JSON Pointer (RFC 6901) leads into one of these states, or to where a member would be."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    assert steps and steps[0] == "state", pointer
    assert any(_leads_into(steps[1:], document) for document in documents), f"{pointer} leads nowhere"


def _leads_into(steps: list[str], found: Json) -> bool:
    for number, step in enumerate(steps):
        if isinstance(found, dict) and (step in found or number == len(steps) - 1):
            found = found.get(step)
        elif isinstance(found, list) and (step == "-" or (step.isdigit() and int(step) <= len(found))):
            found = found[int(step)] if step.isdigit() and int(step) < len(found) else None
        else:
            return False
    return True
