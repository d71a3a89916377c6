"""What the service returns may be sent back; whatever has been changed in it is found."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.fuzz.games import few, irregular
from tests.helpers.http import post, send
from tests.helpers.random_cases import generator, scale, seeds
from tests.helpers.reachable import SETS_OF_CARDS, Path, assert_pointer, concerns
from tests.helpers.tampering import leaves, with_value
from tests.properties.random_play import PACK_36, new_deal, play, reachable_states
from tests.reference.deal import replay

Json = Any
RULESETS = [
    "portland",
    "portland",
    {"name": "portland", "overrides": {"calling": "automatic", "concession": "any_deal"}},
    {"name": "portland", "overrides": {"partie_deals": 4}},
    {"name": "old-36", "overrides": {"target": None, "match_games": None, "nought": True, "carte_rouge": 10}},
    {"name": "french", "overrides": {"target": None, "nought": True}},
]


def violations(state: Json) -> list[Json]:
    answer = post("/v1/states/validate", {"state": state})
    assert answer["valid"] == (not answer["violations"])
    return answer["violations"]


def shuffled(document: Json, rng: random.Random, path: Path = ()) -> Json:
    """The same with the members of every object, and the cards of every hand, in another order."""
    if isinstance(document, dict):
        names = rng.sample(list(document), len(document))
        return {name: shuffled(document[name], rng, (*path, name)) for name in names}
    if isinstance(document, list):
        inside = [shuffled(one, rng, (*path, number)) for number, one in enumerate(document)]
        a_set = path[-1:] and (path[-1] in SETS_OF_CARDS or set(path[-2:-1]) & set(SETS_OF_CARDS))
        a_holding = "history" in path and path[-1] == "cards"
        return rng.sample(inside, len(inside)) if a_set or a_holding else inside
    return document


def lists(document: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every list that is not empty, with the way to it."""
    if isinstance(document, dict):
        for name, one in document.items():
            yield from lists(one, (*path, name))
    elif isinstance(document, list):
        if document:
            yield path, document
        for number, one in enumerate(document):
            yield from lists(one, (*path, number))


def is_card(value: Json) -> bool:
    return isinstance(value, str) and value in PACK_36


# The ways to tamper with a state: from a state, all places where it may be done and what is to stand there.
Tampering = Callable[[Json, random.Random], list[tuple[Path, Json]]]


def number_raised(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    """Ten more of anything that is counted."""
    return [(path, value + 10) for path, value in leaves(state) if type(value) is int]


def card_replaced(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    return [
        (path, rng.choice([card for card in PACK_36 if card != value]))
        for path, value in leaves(state)
        if is_card(value)
    ]


def seat_turned(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    return [(path, "A" if value == "B" else "B") for path, value in leaves(state) if value in ("A", "B")]


def null_for_something(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    """A seat or a mark that is taken away, where a null may stand."""
    nullable = ("to_act", "winner", "look", "announced_exchange", "called", "result")
    return [(path, None) for path, value in leaves(state) if path[-1] in nullable and value is not None]


def something_for_null(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    """A seat, a mark, a number or a flag where there is none."""
    plausible = {
        "to_act": ["A", "B"],
        "winner": ["A", "B"],
        "look": [True, False],
        "announced_exchange": [1, 5],
        "value": [30, 49],
        "top": ["A", "9"],
        "called": [{"length": 3, "value": None}, {"count": 3, "rank": "A"}],
        "carte_blanche": ["announced", "shown"],
        "left": [0, 2],
    }
    found = []
    for path, value in leaves(state):
        name = path[-2] if path[-1] in ("A", "B") else path[-1]
        if value is None and name in plausible:
            found.append((path, rng.choice(plausible[name])))
    return found


def flag_turned(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    return [(path, not value) for path, value in leaves(state) if isinstance(value, bool)]


def mark_changed(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    """Another phase, kind, status, reply, category, rule."""
    words: dict[str | int, set[Json]] = {}
    for path, value in leaves(state):
        if isinstance(value, str) and path[0] != "ruleset" and value not in (*PACK_36, "A", "B"):
            words.setdefault(path[-1], set()).add(value)
    words["phase"] = {"elder_exchange", "younger_exchange", "calling", "reply", "play", "deal_over"}
    words["reply"] = {"good", "not_good", "equal"}
    words["status"] = {"good", "not_good", "equal", "passed", "declined", "called", "stated"}
    found = []
    for path, value in leaves(state):
        others = sorted(words.get(path[-1], set()) - {value}) if isinstance(value, str) else []
        if others and path[0] != "ruleset":
            found.append((path, rng.choice(others)))
    return found


def element_dropped(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    found = []
    for path, value in lists(state):
        number = rng.randrange(len(value))
        found.append((path, value[:number] + value[number + 1 :]))
    return found


def element_doubled(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    found = []
    for path, value in lists(state):
        number = rng.randrange(len(value))
        found.append((path, [*value[: number + 1], *value[number:]]))
    return found


def order_turned(state: Json, rng: random.Random) -> list[tuple[Path, Json]]:
    """Two neighbours exchanged where the order counts."""
    found = []
    for path, value in lists(state):
        if path[-1] in ("talon", "tricks", "events", "history", "calls") or path[-2:-1] == ("drawn",):
            places = [number for number in range(len(value) - 1) if value[number] != value[number + 1]]
            if places:
                number = rng.choice(places)
                turned = [*value[:number], value[number + 1], value[number], *value[number + 2 :]]
                found.append((path, turned))
    return found


TAMPERINGS: list[Tampering] = [
    number_raised,
    card_replaced,
    seat_turned,
    null_for_something,
    something_for_null,
    flag_turned,
    mark_changed,
    element_dropped,
    element_doubled,
    order_turned,
]


def is_harmless(path: Path, state: Json, changed: Json) -> bool:
    """Nothing else follows from another history: the cards that elder meant by a call without ever showing them, and
    those that younger committed and then did not exchange, might as well have been others.
    """
    if path[0] != "history" or path[2:3] != ("cards",):
        return False
    try:
        one, other = (
            replay(some["dealt"], some["partie"]["dealer"], some["history"], some["ruleset"])
            for some in (state, changed)
        )
    except AssertionError:
        return False
    return all(
        getattr(one, name) == getattr(other, name) for name in ("events", "hand", "discards", "talon", "committed")
    )


def outcome(state: Json) -> tuple[int, Json]:
    """What validation says; the problem where the change makes a document that the contract does not describe."""
    return send("/v1/states/validate", {"state": state})


@pytest.mark.rule("R2.1", "R4.3", "R7.1")
def test_a_state_may_be_sent_back_as_it_is_or_in_another_order() -> None:
    phases: Counter[str] = Counter()

    def enough() -> bool:
        return phases.total() > scale(25) and len(phases) >= 8

    for number, (_, rng) in enumerate(seeds("round trip", 6, until=enough)):
        before = None
        if number % 3 == 2:
            before = new_deal(RULESETS[number % len(RULESETS)], rng)
            for _, _, answer in play(before, rng):
                before = answer["state"]
        for state in reachable_states(RULESETS[number % len(RULESETS)], rng, 0.4, after=before):
            assert violations(json.loads(json.dumps(state))) == []
            mixed = shuffled(state, rng)
            assert mixed == state or json.dumps(mixed, sort_keys=True) != json.dumps(state, sort_keys=True)
            assert violations(mixed) == [], mixed
            phases[state["phase"]] += 1
    assert enough(), phases


@pytest.mark.rule("R2.1", "R4.3", "R7.1")
def test_a_state_with_irregular_entries_may_be_sent_back_in_another_order() -> None:
    for _, rng in seeds("round trip, irregular", 1):
        for state in next(few(irregular)(rng, Counter())):
            assert violations(json.loads(json.dumps(state))) == []
            mixed = shuffled(state, rng)
            assert violations(mixed) == [], mixed


@cache
def states_of_a_deal(number: int, seed: str) -> list[Json]:
    """Some of the states of a random deal, kept for every way to tamper with them. Not to be changed."""
    return list(reachable_states(RULESETS[number % len(RULESETS)], random.Random(seed), 0.15))


def untouched(until: Callable[[], bool]) -> Iterator[Json]:
    """States of random deals under all of `RULESETS`, of more deals while `until` does not hold."""
    for number, (seed, _) in enumerate(seeds("tampered with", 8, until=until)):
        yield from states_of_a_deal(number, seed)


@pytest.mark.rule("R2.1", "R4.3", "R5.2", "R6.1", "R7.1", "R7.7")
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_whatever_is_changed_in_a_state_is_found(tamper: Tampering) -> None:
    found: dict[str | int, int] = {}
    refused = 0
    rng = generator(tamper.__name__)

    def enough() -> bool:
        return sum(found.values()) > 20

    for state in untouched(enough):
        places = tamper(state, rng)
        for path, value in rng.sample(places, min(3, len(places))):
            changed = with_value(state, path, value)
            if is_harmless(path, state, changed):
                assert violations(changed) == []
                continue
            status, answer = outcome(changed)
            if status == 422 or (status == 409 and path[0] == "ruleset"):
                refused += 1
                for error in answer["errors"]:
                    assert_pointer(error["pointer"], changed, state)
                continue
            assert status == 200, (path, value, answer)
            if path[0] == "ruleset" and answer["valid"]:
                continue  # under another ruleset it might have come to the same
            assert not answer["valid"], (path, value, state)
            for violation in answer["violations"]:
                assert violation["code"] and violation["message"] and violation["rule"]
                assert_pointer(violation["pointer"], changed, state)
            if path[0] not in ("dealt", "history", "partie", "ruleset"):
                assert any(concerns(one["pointer"], path) for one in answer["violations"]), (path, value, answer)
            found[path[0]] = found.get(path[0], 0) + 1
    print(found, "refused as malformed", refused)
    assert enough()
