"""The service against the second implementation, action by action, over random play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.oracle.deal import Deal
from tests.oracle.holdings import PACK, best_way, worth
from tests.oracle.partie import is_last_deal
from tests.oracle.rules import rules_of
from tests.properties.random_play import new_deal, play, seeds

Json = Any
AUTOMATIC = {"name": "portland", "overrides": {"calling": "automatic"}}


def matches(told: Json, expected: Json) -> bool:
    """Whether an event of the service's is the one that the oracle expects."""
    members = set(expected) - {"cards"}
    if any(told.get(name) != expected[name] for name in members) or set(told) - {"rule", "without"} - members - {
        "cards"
    }:
        return False
    cards = frozenset(told["cards"])
    return cards in expected["cards"] if isinstance(expected["cards"], list) else cards == expected["cards"]


def differences(action: Json, told: list[Json], expected: list[Json]) -> str:
    """Both lists of events, to be read by someone who looks for the mistake."""
    lines = ["after", f"  {action}", "the service tells"]
    lines += [f"  { {name: one[name] for name in one if name != 'rule'} }" for one in told]
    return "\n".join([*lines, "the oracle expects", *(f"  {one}" for one in expected)])


def resolved(action: Json, answer: Json) -> Json:
    """The action as the history has it: with the choices that the service made; what was said is unchanged."""
    last = answer["state"]["history"][-1]
    added = set(last) - set(action)
    assert {name: last[name] for name in action if name in last} == action, (action, last)
    assert added <= {"cards", "holdings"}, (action, last)
    return last


def assert_agrees(deal: Deal, state: Json) -> None:
    """What the state says is what the oracle has."""
    assert state["score"] == deal.score
    assert state["to_act"] == deal.to_act
    if deal.is_over:
        assert state["phase"] in ("deal_over", "partie_over")
    else:
        assert state["phase"] == deal.phase
    assert state["talon"] == deal.talon
    assert state["drawn"] == deal.drawn
    for seat in "AB":
        assert set(state["hands"][seat]) == deal.hand[seat]
        assert set(state["discards"][seat]) == deal.discards[seat]
    assert set(state["committed"]) == deal.committed
    assert state["tricks"] == deal.tricks
    assert [(call["category"], call["status"]) for call in state["calls"]] == [
        (call.category, call.status) for call in deal.calls
    ]
    everywhere = [*state["talon"], *(card for trick in state["tricks"] for card in trick["cards"])]
    for seat in "AB":
        everywhere += state["hands"][seat] + state["discards"][seat]
    assert sorted(everywhere) == sorted(PACK)  # every card once (R2.1)


def assert_chosen_best(deal: Deal, action: Json, told: Json) -> None:
    """Holdings that the service chose score the most that may be reckoned."""
    chosen = told["holdings"]
    if deal.phase == "reckoning":
        terms = {deal.calls[-1].category: deal.terms_of_elder()[0]}
    else:
        terms = {name: one.collections for name, one in deal.terms_of_younger().items() if one.scores}
    for category, collections in terms.items():
        score = sum(
            worth(category, frozenset(one["cards"]), deal.rules) for one in chosen if one["category"] == category
        )
        assert score == best_way(category, collections, deal.rules), (category, chosen)


def follow(state: Json, ruleset: Json, rng: random.Random, seen: dict[str, int], temper: str = "") -> tuple[Deal, Json]:
    """Play a deal to its end, the oracle beside the service."""
    partie = state["partie"]
    deal = Deal(state["dealt"], partie["dealer"], ruleset, is_last_deal(partie["deal"], rules_of(ruleset)))
    for _, action, answer in play(state, rng, temper):
        last = resolved(action, answer)
        reason = deal.objection(last)
        assert reason is None, (reason, last)
        if action["type"] == "reckon" and "holdings" not in action:
            assert_chosen_best(deal, action, last)
        expected = deal.do(last)
        told = [event for event in answer["events"] if event["kind"] != "partie_ended"]
        assert len(told) == len(expected) and all(map(matches, told, expected)), differences(last, told, expected)
        before = {seat: deal.score[seat] - answer["score_delta"][seat] for seat in "AB"}
        assert before == state["score"]
        state = answer["state"]
        assert_agrees(deal, state)
        for event in told:
            name = event["kind"]
            if name == "saved":
                name = f"saved {event['bonus']} by {event['by']}"
            elif name == "concession" or (name in ("repique", "pique", "carte_blanche")):
                name = f"{name} {'elder' if event['seat'] == deal.elder else 'younger'}"
            elif name == "replied":
                name = f"replied {event['reply']}"
            seen[name] = seen.get(name, 0) + 1
    assert deal.is_over
    return deal, state


def with_overrides(**overrides: Json) -> Json:
    return {"name": "portland", "overrides": overrides}


# Parameters other than the default, alone and together; the first two are the ones asked for most.
VARIANTS = [
    with_overrides(calling="automatic"),
    with_overrides(concession="any_deal"),
    with_overrides(concession="any_deal", concession_score=0, calling="automatic"),
    with_overrides(partie_deals=4, concession="none"),
    with_overrides(call_order="fixed", tie_break_call="always", abide_by_call="always", point_ending_in_four=True),
    with_overrides(tie_break_call="point", point_minimum=4, younger_max=5, equality_saves_repique=True),
    with_overrides(calling="automatic", equality_saves_repique=True, repique_test="opponent_scores_nothing"),
    with_overrides(
        repique_test="opponent_scores_nothing", trick_scoring="lead_and_take", cards_counted="seventh_trick"
    ),
    with_overrides(carte_blanche_protocol="show", trick_scoring="one_per_trick", younger_min=0, left_cards="none"),
    with_overrides(low_cards_uncounted=True, last_trick_bonus=10, elder_min=3, younger_min=3),
    with_overrides(cards_counted="seventh_trick", calling="automatic", low_cards_uncounted=True, point_minimum=4),
]


@pytest.mark.rule("R3.1", "R4.1", "R5.2", "R5.6", "R5.8", "R5.11", "R6.1", "R7.1", "R7.2", "R7.3", "R7.7")
def test_every_action_of_a_deal_has_the_consequences_that_the_rules_give_it() -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds("dialogue", 250):
        follow(new_deal("portland", rng), "portland", rng, seen)
    print(seen)
    for name in ("carte_blanche elder", "carte_blanche younger", "equal", "declined", "pique elder", "repique elder"):
        assert seen.get(name), f"nothing was tried: {name}"


@pytest.mark.rule("R5.14", "R6.5", "R6.2", "R7.5")
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: "-".join(map(str, ruleset["overrides"].values())))
def test_the_same_holds_under_other_parameters(ruleset: Json) -> None:
    seen: dict[str, int] = {}
    for _, rng in seeds("variant", 40):
        follow(new_deal(ruleset, rng), ruleset, rng, seen)
    print(seen)
