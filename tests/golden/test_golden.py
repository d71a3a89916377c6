"""The golden parties: each file against itself, against the service over HTTP, and against the oracle."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cards import SEATS, other
from tests.helpers.http import get, post
from tests.reference.deal import Deal
from tests.reference.partie import is_last_deal, standing, totals_of
from tests.reference.rules import PORTLAND, rules_of

Json = Any

FILES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("*.json"))
}
SETTLEMENTS = FILES.pop("settlements")
PARTIES = list(FILES)


def parameters(ruleset: Json) -> dict[str, Json]:
    """The published parameters of the ruleset of a file, with its overrides."""
    name, overrides = (ruleset, {}) if isinstance(ruleset, str) else (ruleset["name"], ruleset["overrides"])
    published = {one["name"]: one["value"] for one in get(f"/v1/rulesets/{name}")["parameters"]}
    if overrides.get("trick_scoring") == "one_per_trick":
        published["last_trick_bonus"] = 10
    return published | overrides


def is_cut_short(name: str, number: int) -> bool:
    """Whether the deal (from 0) is one in which the target ended the partie at once."""
    rules = parameters(FILES[name]["ruleset"])
    return rules["target"] is not None and rules["target_stop"] == "at_once" and number == len(FILES[name]["deals"]) - 1


DEALS = [(name, number) for name in PARTIES for number in range(len(FILES[name]["deals"]))]


def settled(rules: dict[str, Json], totals: dict[str, int]) -> Json:
    """What the totals of a finished partie are worth, by R8.2 to R8.5 as they stand there."""
    (_, low), (winner, high) = sorted(totals.items(), key=lambda one: one[1])
    if rules["target"] is not None:
        double = rules["double_below"] is not None and low < rules["double_below"]
        return {"totals": totals, "winner": winner, "rubicon": False, "settlement": 2 if double else 1}
    if low == high:
        return {"totals": totals, "winner": None, "rubicon": False, "settlement": 0}
    rubicon = low < 100
    return {
        "totals": totals,
        "winner": winner,
        "rubicon": rubicon,
        "settlement": rules["partie_bonus"] + high + (low if rubicon else -low),
    }


# -- the files themselves


@pytest.mark.parametrize("name", PARTIES)
@pytest.mark.rule("R2.1", "R2.2", "R2.4", "R8.1", "R8.2", "R8.4", "R8.5")
def test_a_file_adds_up(name):
    golden = FILES[name]
    assert set(golden) == {"format", "ruleset", "about", "first_dealer", "deals", "result"} and golden["format"] == 1
    rules = parameters(golden["ruleset"])
    totals = dict.fromkeys(SEATS, 0)
    dealers = itertools.cycle([golden["first_dealer"], other(golden["first_dealer"])])
    for number, (deal, dealer) in enumerate(zip(golden["deals"], dealers, strict=False), 1):
        assert deal["dealer"] == dealer
        hands, talon = deal["dealt"]["hands"], deal["dealt"]["talon"]
        sizes = [len(hands["A"]), len(hands["B"]), len(talon)]
        assert sizes[:2] == [12, 12] and len({*hands["A"], *hands["B"], *talon}) == sum(sizes) == rules.get("pack", 32)
        score = dict.fromkeys(SEATS, 0)
        for step in deal["steps"]:
            for one in step["reckoned"]:
                assert one["points"] != 0
                score[one["seat"]] += one["points"]
            assert step["score"] == score
        assert deal["score"] == score and deal["why"]
        doubled = rules["target"] is None and rules["partie_deals"] == 4 and number in (1, 4)
        totals = {seat: totals[seat] + score[seat] * (2 if doubled else 1) for seat in SEATS}
        assert deal["totals"] == totals
    assert golden["result"] == settled(rules, totals)


@pytest.mark.parametrize(("name", "number"), DEALS)
@pytest.mark.rule("R6.2")
def test_the_points_of_play_come_to_what_the_tricks_say(name, number):
    # A way of counting that needs no running total: W18, and S0's and S2's other scorings.
    deal, rules = FILES[name]["deals"][number], parameters(FILES[name]["ruleset"])
    kinds = [one["kind"] for step in deal["steps"] for one in step["reckoned"]]
    if is_cut_short(name, number) or "concession" in kinds:
        assert deal["steps"][-1]["action"]["type"] in ("play", "reckon", "concede")
        return
    cards = [step["action"] for step in deal["steps"] if step["action"]["type"] == "play"]
    assert len(cards) == 24
    low = "6789" if rules["low_cards_uncounted"] else ""
    low_captures = low if rules["uncounted_plays"] == "leads_and_captures" else ""
    leads = sum(lead["card"][0] not in low for lead in cards[::2])
    leaders = [lead["seat"] for lead in cards[::2]]
    ranks = "6789TJQKA"
    captures = [
        follow["card"]
        for lead, follow in zip(cards[::2], cards[1::2], strict=True)
        if follow["card"][1] == lead["card"][1] and ranks.index(follow["card"][0]) > ranks.index(lead["card"][0])
    ]
    changes = sum(first != second for first, second in itertools.pairwise(leaders))
    assert len(captures) - changes in (0, 1)  # the leader changes after a capture, and only then
    assert rules["trick_scoring"] in ("lead_and_capture", "lead_and_take", "one_per_trick")
    assert kinds.count("lead") == (0 if rules["trick_scoring"] == "one_per_trick" else leads)
    if rules["trick_scoring"] == "lead_and_capture":
        assert kinds.count("capture") == sum(card[0] not in low_captures for card in captures)
    else:
        assert kinds.count("trick") == 12


def test_every_ruleset_that_is_published_has_a_golden_partie():
    published = {one["ruleset"].partition("@")[0] for one in get("/v1/rulesets")["rulesets"]}  # `portland@1`
    assert published <= {golden["ruleset"] for golden in FILES.values() if isinstance(golden["ruleset"], str)}


# -- the service


@pytest.mark.parametrize("name", PARTIES)
@pytest.mark.rule("R6.2", "R7.1", "R7.7", "R8.1", "R8.2", "R8.4")
def test_the_service_counts_a_golden_partie_as_it_is_written(name):
    golden, state = FILES[name], None
    for number, deal in enumerate(golden["deals"], 1):
        begin = {"ruleset": golden["ruleset"], "dealer": deal["dealer"]} if state is None else {"state": state}
        state = post("/v1/deals", begin | deal["dealt"])["state"]
        for at, step in enumerate(deal["steps"]):
            here = (name, f"deal {number}", f"step {at}", step["action"])
            assert state["phase"] not in ("deal_over", "partie_over"), here
            answer = post("/v1/actions/check", {"state": state, "action": step["action"]})
            assert answer["legal"], (here, answer["violations"])
            state = answer["state"]
            scored = [event for event in answer["events"] if event["points"]]
            assert [{member: event[member] for member in ("seat", "kind", "points", "rule")} for event in scored] == (
                step["reckoned"]
            ), here
            assert state["score"] == step["score"], here
        assert state["score"] == deal["score"] and state["partie"]["score"] == deal["totals"]
        last = number == len(golden["deals"])
        assert state["phase"] == ("partie_over" if last else "deal_over"), (name, number)
    assert state["partie"]["result"] == golden["result"]


@pytest.mark.parametrize("name", PARTIES)
@pytest.mark.rule("R8.1", "R8.2", "R8.3", "R8.5")
def test_the_scores_of_a_golden_partie_settle_as_it_is_written(name):
    golden = FILES[name]
    scores = [deal["score"] for deal in golden["deals"]]
    for number in range(1, len(scores) + 1):
        answer = post("/v1/settlements", {"ruleset": golden["ruleset"], "deals": scores[:number]})
        assert answer["totals"] == golden["deals"][number - 1]["totals"]
        assert answer["over"] is (number == len(scores))
    assert {member: answer[member] for member in golden["result"]} == golden["result"]


@pytest.mark.parametrize("example", SETTLEMENTS["parties"], ids=lambda example: example["id"])
@pytest.mark.rule("R8.1", "R8.2", "R8.3", "R8.4", "R8.5")
def test_totals_settle_as_written(example):
    answer = post("/v1/settlements", {"ruleset": example["ruleset"], "deals": example["deals"]})
    assert {member: answer[member] for member in example["result"]} == example["result"]


# -- the oracle


@pytest.mark.parametrize(("name", "number"), DEALS)
@pytest.mark.rule("R6.2", "R7.1", "R7.7", "R8.4")
def test_the_oracle_counts_a_golden_deal_as_it_is_written(name, number):
    golden = FILES[name]
    deal, rules = golden["deals"][number], rules_of(golden["ruleset"])
    before = totals_of([one["score"] for one in golden["deals"][:number]], rules)
    oracle = Deal(deal["dealt"], deal["dealer"], golden["ruleset"], is_last_deal(number + 1, rules), before)
    for at, step in enumerate(deal["steps"]):
        events = [event for event in oracle.do(step["action"]) if event["points"]]
        assert [(event["seat"], event["kind"], event["points"]) for event in events] == [
            (one["seat"], one["kind"], one["points"]) for one in step["reckoned"]
        ], (name, number, at, step["action"])
        assert oracle.score == step["score"]
    assert oracle.is_over


@pytest.mark.parametrize("name", PARTIES)
@pytest.mark.rule("R8.1", "R8.2", "R8.4", "R8.5")
def test_the_oracle_settles_a_golden_partie_as_it_is_written(name):
    golden = FILES[name]
    rules, scores = rules_of(golden["ruleset"]), [deal["score"] for deal in golden["deals"]]
    standings = [standing(scores[:number], rules) for number in range(1, len(scores) + 1)]
    assert [one.totals for one in standings] == [deal["totals"] for deal in golden["deals"]]
    assert [one.over for one in standings] == [False] * (len(scores) - 1) + [True]
    assert {member: getattr(standings[-1], member) for member in golden["result"]} == golden["result"]


@pytest.mark.parametrize("name", [name for name in PARTIES if isinstance(FILES[name]["ruleset"], str)])
def test_the_oracle_knows_a_ruleset_as_it_is_published(name):
    rules, published = rules_of(FILES[name]["ruleset"]), parameters(FILES[name]["ruleset"])
    assert {parameter: rules[parameter] for parameter in PORTLAND if parameter in published} == {
        parameter: published[parameter] for parameter in PORTLAND if parameter in published
    }
    assert len(PORTLAND.keys() & published.keys()) > 25
