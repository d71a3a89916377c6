"""What `options` lists is legal, and whatever else could be said, called, exchanged or played is not."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.helpers.random_cases import scale, seeds
from tests.properties.random_play import PACK_36, RANKS, all_options, check, reachable_states
from tests.reference.deal import Deal, replay
from tests.reference.holdings import CATEGORIES, holdings
from tests.reference.partie import is_last_deal, totals_of
from tests.reference.rules import rules_of

Json = Any
RULESETS = [
    "portland",
    "portland",
    {"name": "portland", "overrides": {"calling": "automatic", "concession": "any_deal"}},
    {"name": "portland", "overrides": {"concession": "any_deal"}},
    {"name": "portland", "overrides": {"call_order": "fixed", "tie_break_call": "always", "abide_by_call": "always"}},
    {"name": "portland", "overrides": {"tie_break_call": "point", "point_minimum": 4, "younger_max": 5}},
    {"name": "portland", "overrides": {"carte_blanche_protocol": "show", "younger_min": 0, "left_cards": "none"}},
    {"name": "portland", "overrides": {"nought": True}},
    {"name": "old-36", "overrides": {"nought": True}},
    {"name": "french", "overrides": {"nought": True}},
    {"name": "french", "overrides": {"calling": "automatic", "left_cards": "revealed_by_dealer", "pack": 36}},
    "denexa",
]
EVERY_PHASE = [
    "elder_exchange", "younger_exchange", "commit_discard", "calling", "reply", "tie_break", "reckoning", "play",
]  # fmt: skip
PHASES = (*EVERY_PHASE, "deal_over", "partie_over")
VALUES = [*range(18, 82), 50.5]
TOPS = [*RANKS, "nought"]


def key(action: Json) -> Any:
    """An action as something to compare: the order of cards and holdings does not matter, null is left out."""
    members: dict[str, Any] = {name: value for name, value in action.items() if value is not None}
    if action["type"] in ("exchange", "commit_discard"):
        members["cards"] = tuple(sorted(members["cards"]))
    if "holdings" in members:
        members["holdings"] = tuple(
            sorted((one["category"], tuple(sorted(one["cards"]))) for one in action["holdings"])
        )
    return tuple(sorted(members.items()))


def oracle_of(state: Json) -> Deal:
    partie, ruleset = state["partie"], state["ruleset"]
    rules = rules_of(ruleset)
    before = totals_of([deal["score"] for deal in partie["deals"]], rules)
    last = is_last_deal(partie["deal"], rules)
    return replay(state["dealt"], partie["dealer"], state["history"], ruleset, last, before)


def exchanges(seat: str, hand: list[str], rng: random.Random) -> list[Json]:
    """All sizes, from the hand, and some that are not."""
    some = []
    for kind in ("exchange", "commit_discard"):
        samples = [rng.sample(hand, size) for size in range(min(9, len(hand) + 1)) for _ in range(2)]
        if hand:
            samples.append([rng.choice(PACK_36), *rng.sample(hand, min(2, len(hand)))])
        samples = [sample for sample in samples if len(set(sample)) == len(sample)]
        some += [{"seat": seat, "type": kind, "cards": sample} for sample in samples]
    return some


def calls(seat: str) -> list[Json]:
    """Every call of every length, value, top, count and rank."""
    some: list[Json] = []
    for length in range(3, 10):
        some += [{"category": "point", "length": length, "value": value} for value in [None, *VALUES]]
        some += [{"category": "sequence", "length": length, "top": top} for top in [None, *TOPS]]
    some += [{"category": "set", "count": count, "rank": rank} for count, rank in itertools.product((3, 4), "TJQKA")]
    said = [{name: value for name, value in one.items() if value is not None} for one in some]
    return [{"seat": seat, "type": "call"} | one for one in said]


def reckonings(seat: str, hands: list[list[str]], rules: Json, rng: random.Random) -> list[Json]:
    """Some lists of holdings: true ones, of this hand or that, overlapping ones, wrongly named ones, none at all."""
    candidates = [
        {"category": category, "cards": sorted(one)}
        for hand in hands
        for category in CATEGORIES
        for one in holdings(category, hand, rules)
    ]
    lists: list[Json] = [[]]
    lists += [[one] for one in rng.sample(candidates, min(25, len(candidates)))]
    lists += [rng.sample(candidates, min(size, len(candidates))) for size in (2, 2, 2, 2, 3, 3, 4)]
    for category in CATEGORIES:
        own = [one for one in candidates if one["category"] == category]
        lists += [rng.sample(own, min(size, len(own))) for size in (1, 2, 2, 3)]
    lists += [[{"category": category, "cards": rng.sample(PACK_36, 3)}] for category in CATEGORIES]
    if candidates:
        one = rng.choice(candidates)
        lists += [[one, one], [{"category": rng.choice(CATEGORIES), "cards": one["cards"]}]]
    return [{"seat": seat, "type": "reckon", "holdings": some} for some in lists] + [{"seat": seat, "type": "reckon"}]


def spoilt(options: list[Json], rng: random.Random) -> list[Json]:
    """Legal actions with something changed, and reckonings cut down or patched together from two legal ones."""
    some: list[Json] = []
    for option in rng.sample(options, min(12, len(options))):
        some.append(option | {"seat": "B" if option["seat"] == "A" else "A"})
        if option["type"] == "reckon":
            named = option["holdings"]
            more = rng.choice([one for one in options if one["type"] == "reckon"])["holdings"]
            lists = [(named + more)[:12]]  # more than twelve are no request
            for one in named:
                rest = [other for other in named if other != one]
                fewer = {"category": one["category"], "cards": sorted(one["cards"])[1:]}
                lists += [rest, [*rest, fewer]]
            some += [option | {"holdings": some_list} for some_list in lists]
    return some


def universe(state: Json, options: list[Json], rng: random.Random) -> list[Json]:
    """Everything that somebody might want to do, in his turn or out of it."""
    rules = rules_of(state["ruleset"])
    some: list[Json] = spoilt(options, rng)
    for seat in "AB":
        hand = state["hands"][seat]
        words: list[Json] = [{"type": "claim_carte_blanche"}]
        words += [{"type": "claim_carte_blanche", "exchange": number} for number in range(1, 10)]
        words += [{"type": "look_at_left", "look": look} for look in (True, False)]
        words += [{"type": "look_at_left", "look": look, "suit": suit} for look in (True, False) for suit in "SHDC"]
        words += [{"type": "name_suit", "suit": suit} for suit in "SHDC"]
        words += [{"type": "pass", "category": category} for category in CATEGORIES]
        words += [{"type": "reply", "reply": reply} for reply in ("good", "not_good", "equal")]
        asked = state["phase"] == "tie_break"
        words += [{"type": "state_tie_break", "value": v} for v in (VALUES if asked else rng.sample(VALUES, 3))]
        words += [{"type": "state_tie_break", "top": top} for top in TOPS]
        words += [{"type": "decline"}, {"type": "concede"}]
        in_play = state["phase"] == "play"
        words += [{"type": "play", "card": card} for card in (PACK_36 if in_play else rng.sample(PACK_36, 6))]
        some += [{"seat": seat} | word for word in words]
        some += exchanges(seat, hand, rng)
        in_turn = seat == state["to_act"]
        every_call = calls(seat)
        some += every_call if in_turn and state["phase"] == "calling" else rng.sample(every_call, 6)
        every_list = reckonings(seat, [state["hands"]["A"], state["hands"]["B"]], rules, rng)
        reckoning = in_turn and state["phase"] in ("reckoning", "play") and len(state["tricks"]) < 2
        some += every_list if reckoning else rng.sample(every_list, 4)
    return some


def leads_somewhere(document: Json, pointer: str) -> bool:
    """A JSON Pointer to something that is there, or to a member that is missing from something that is."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for number, step in enumerate(steps):
        if isinstance(document, list):
            if not step.isdigit() or int(step) >= len(document):
                return False
            document = document[int(step)]
        elif isinstance(document, dict):
            if step not in document:
                return number == len(steps) - 1
            document = document[step]
        else:
            return False
    return True


def assert_explained(answer: Json, request: Json) -> None:
    """A refusal has reasons, each with all that the contract promises."""
    assert answer["violations"], request["action"]
    for violation in answer["violations"]:
        assert violation["code"] and violation["message"] and isinstance(violation["params"], dict)
        assert violation["rule"].startswith("R"), violation
        assert violation["pointer"].startswith("/action") and leads_somewhere(request, violation["pointer"]), violation


def assert_options_are_what_is_legal(state: Json, rng: random.Random) -> tuple[int, int]:
    """How many actions were tried that are legal, and how many that are not."""
    deal = oracle_of(state)
    options = all_options(state)
    allowed = {key(action) for action in options}
    assert len(allowed) == len(options), "an action is listed twice"
    for action in rng.sample(options, min(150, len(options))):
        assert deal.objection(action) is None, (deal.objection(action), action, state)
    tried = {
        key(action): action for action in universe(state, options, rng) + rng.sample(options, min(40, len(options)))
    }
    counts = [0, 0]
    for name, action in tried.items():
        answer = check(state, action)
        counts[not answer["legal"]] += 1
        assert answer["legal"] == (deal.objection(action) is None), (deal.objection(action), answer, action, state)
        if action["type"] == "reckon" and "holdings" not in action:
            assert answer["legal"] == any(one["type"] == "reckon" for one in options if one["seat"] == action["seat"])
        else:
            assert answer["legal"] == (name in allowed), (action, answer, state)
        if not answer["legal"]:
            assert_explained(answer, {"state": state, "action": action})
    return counts[0], counts[1]


def assert_all_reckonings_are_listed(state: Json) -> int:
    """Where somebody is to reckon, the options are exactly the lists that the oracle finds by trying everything."""
    deal = oracle_of(state)
    reckon = [one for one in all_options(state) if one["type"] == "reckon"]
    if deal.phase == "reckoning":
        terms = {deal.calls[-1].category: deal.terms_of_elder()[0]}
    else:
        terms = {category: one.collections for category, one in deal.terms_of_younger().items()}
    expected = {
        tuple(
            sorted((category, tuple(sorted(one))) for category, some in zip(terms, ways, strict=True) for one in some)
        )
        for ways in itertools.product(*terms.values())
    }
    assert {dict(key(one))["holdings"] for one in reckon} == expected, state
    return len(expected)


@pytest.mark.rule("R3.1", "R4.1", "R4.2", "R4.5", "R5.1", "R5.2", "R5.6", "R5.8", "R5.10", "R5.11", "R6.1", "R6.5")
def test_what_is_listed_is_legal_and_nothing_else_is() -> None:
    phases: dict[str, list[int]] = {phase: [0, 0, 0] for phase in PHASES}  # states, legal actions, illegal actions
    for wanted in EVERY_PHASE:
        kind = "carte_blanche" if wanted == "commit_discard" else ""
        for number, (_, rng) in enumerate(seeds(f"options {wanted}", 40)):
            if phases[wanted][0] >= scale(1):
                break
            for state in reachable_states(RULESETS[number % len(RULESETS)], rng, 1.0, kind):
                early = state["phase"] != "play" or len(state["tricks"]) < 2
                if (state["phase"] == wanted or rng.random() < 0.03) and (early or rng.random() < 0.2):
                    found = assert_options_are_what_is_legal(state, rng)
                    counts = phases[state["phase"]]
                    phases[state["phase"]] = [before + more for before, more in zip(counts, (1, *found), strict=True)]
    for phase in EVERY_PHASE:
        states, legal, illegal = phases[phase]
        assert states >= scale(1) and legal >= states and illegal > 10 * states, phases


@pytest.mark.rule("R5.6", "R5.7", "R5.8", "R5.11", "R5.3")
def test_every_reckoning_that_the_terms_allow_is_listed() -> None:
    lengths: Counter[int] = Counter()  # of the lists that were compared

    def enough() -> bool:
        return lengths.total() > scale(25) and max(lengths) > 20

    for number, (_, rng) in enumerate(seeds("reckonings", 30, until=enough)):
        ruleset = RULESETS[number % len(RULESETS)]
        for state in reachable_states(ruleset, rng, 1.0, rng.choice(["twins", "suits", "plain", "high"])):
            if [len(trick["cards"]) for trick in state["tricks"]] not in ([], [1]) or "automatic" in str(ruleset):
                break
            younger_may = state["tricks"] and not any(event["kind"] == "reckoned" for event in state["events"])
            if state["phase"] == "reckoning" or (state["phase"] == "play" and younger_may):
                lengths[assert_all_reckonings_are_listed(state)] += 1
    assert enough(), lengths
