"""What the law says of a deal, held against itself: each function tells what does not fit, a line each.

* The `effects` of an election against the events of that election, and its score against the recount.
* The kind that a violation names against the kind that the same act gets when it is marked as irregular.
* A ruling on a state against the ruling on the facts that it lists, sent as bare facts.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.helpers.http import post
from tests.reference.law import Recount

Json = Any

#: The events by which an effect shows, and no other does (docs/law.md, the effects).
SHOWN_BY = {
    "annulled": ("E1", "E2"),
    "forfeited": ("E3",),
    "taken_back": ("E6",),
    "suit_called": ("E8",),
    "exposed": ("E9",),
    "game_lost": ("E10",),
}
HOLDINGS = ("point", "sequence", "set", "carte_blanche")
BONUSES = ("repique", "pique")
#: What an irregular act may tell besides what the same act tells that is allowed.
OF_IRREGULAR_ACTS = ("irregular", "taken", "mixed", "leaves", "shown")
#: What the ruling on a state and the ruling on its facts have in common.
DECIDED = (
    "kind", "law", "also", "readings", "status", "offender", "entitled", "until", "finding", "needs", "unraised",
    "passed",
)  # fmt: skip


# ---------------------------------------------------------------- effects and events


def effects_that_do_not_show(state: Json, recount: Recount, rulings: list[Json]) -> Iterator[str]:
    """What the elections on a state say that they do, and do not do, or do without saying so."""
    for ruling in rulings:
        for election in ruling["elections"]:
            for fault in faults_of_election(state, recount, ruling, election):
                yield f"{ruling['kind']} {election['election']}: {fault}"


def faults_of_election(state: Json, recount: Recount, ruling: Json, election: Json) -> Iterator[str]:
    """What does not fit together in one election; `recount` is of the state, and is not changed."""
    effects, events = set(election["effects"]), election["events"]
    kinds = {event["kind"] for event in events}
    after = copy.deepcopy(recount)
    after.do(election["actions"][-1])
    punished = state["reckons_nothing"].get(ruling["offender"]) is not None
    for kind, some in SHOWN_BY.items():
        due = bool(effects.intersection(some)) and not (kind == "forfeited" and punished)
        if due != (kind in kinds):
            yield f"effects {sorted(effects)}, {'no' if due else 'an'} event `{kind}`"
    for event in events:
        if event["kind"] in ("forfeited", "game_lost") and event["seat"] != ruling["offender"]:
            yield f"`{event['kind']}` is {event['seat']}'s, the offender is {ruling['offender']}"
    stands = (ruling["kind"], election["election"]) == ("misdeal", "stand") and election["until"] != "untouched"
    if ("E11" in effects) != (stands and recount.is_put_right):
        yield f"effects {sorted(effects)}"
    yield from faults_of_items(recount, after, effects, election)
    change = {seat: after.score[seat] - recount.score[seat] for seat in "AB"}
    if election["score_delta"] != change:
        yield f"the score changes by {election['score_delta']}, in the recount by {change}"


def faults_of_items(before: Recount, after: Recount, effects: set[str], election: Json) -> Iterator[str]:
    """What is struck (E4), reckoned late (E5), and made or struck as a bonus (E12), against the recount."""
    events, seat = election["events"], election["actions"][-1]["seat"]
    of = [event["of"] for event in events if event["kind"] == "struck"]
    struck = [one for one in of if one in HOLDINGS]
    expected = [
        item.step for old, item in zip(before.items, after.items, strict=False) if item.struck and not old.struck
    ]
    if after.lost is None and sorted(struck) != sorted(expected):
        yield f"struck {sorted(struck)}, in the recount {sorted(expected)}"
    if struck and election["election"] != "enforce" and "E4" not in effects:  # what is false is struck with E3, too
        yield f"effects {sorted(effects)}, events `struck`"
    late = any(event.get("late") for event in events)
    if late and "E5" not in effects:
        yield f"effects {sorted(effects)}, late items"
    if "E5" in effects and after.most_late and seat not in after.forfeits and not late:
        yield f"no late items, in the recount {after.most_late} points"
    anew = any(one in BONUSES for one in of) or any(event["kind"] in (*BONUSES, "saved") for event in events)
    if anew and "E12" not in effects:
        yield f"effects {sorted(effects)}, the account was drawn up anew"


# ---------------------------------------------------------------- what an act would be


def kinds_that_differ(state: Json, action: Json) -> Iterator[str]:
    """Where the violations of an act name a kind or a law that it does not get when it is marked as irregular."""
    plain = {name: value for name, value in action.items() if name not in OF_IRREGULAR_ACTS}
    refused = post("/v1/actions/check", {"state": state, "action": plain})
    if refused["legal"]:
        return
    marked = post("/v1/actions/check", {"state": state, "action": plain | {"irregular": True}})
    told = [(one["code"], one.get("kind"), one.get("law")) for one in refused["violations"]]
    if not marked["legal"]:
        codes = [one["code"] for one in marked["violations"]]
        if "irregular.not_covered" in codes and all(kind for _, kind, _ in told):
            yield f"would be {told}: marked it is refused with {codes}"
        return
    number = len(marked["state"]["history"])
    became = [(one["kind"], one["law"]) for one in marked["state"]["incidents"] if one["number"] == number]
    for code, kind, law in told:
        if (kind, law) not in became:
            yield f"{code} would be {kind} by {law}: marked it is {became}"


# ---------------------------------------------------------------- a state and its facts


def rulings_that_differ(state: Json, numbers: list[int]) -> Iterator[str]:
    """Where the ruling on an entry of a state is not the ruling on the facts that it lists, sent as bare facts."""
    for number in numbers:
        for ruling in post("/v1/rulings", {"state": state, "number": number})["rulings"]:
            facts = {fact["name"]: fact["value"] for fact in ruling["facts"] if fact["from"] == "state"}
            incident = {
                "kind": ruling["kind"],
                "facts": facts,
                "dealer": state["partie"]["dealer"],
                "passed": ruling["passed"],
            }
            (bare,) = post("/v1/rulings", {"ruleset": state["ruleset"], "incident": incident})["rulings"]
            one, other = decided(ruling), decided(bare)
            for name in one:
                if one[name] != other[name]:
                    yield f"{ruling['kind']}, {name}: {one[name]} on the state, {other[name]} on {incident}"


def decided(ruling: Json) -> Json:
    """What a ruling decides."""
    elections = [{name: one[name] for name in ("election", "effects", "until")} for one in ruling["elections"]]
    return {name: ruling[name] for name in DECIDED} | {"elections": elections}
