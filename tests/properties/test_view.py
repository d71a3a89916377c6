"""The view of a seat depends on nothing that the seat cannot know."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.http import client, post
from tests.helpers.random_cases import scale, seeds
from tests.properties.random_play import PACK, new_deal, pack_of, play, reachable_states
from tests.reference.deal import replay

Json = Any
RULESETS = [
    "portland",
    "portland",
    {"name": "portland", "overrides": {"concession": "any_deal"}},
    {"name": "portland", "overrides": {"calling": "automatic", "concession": "any_deal"}},
    {"name": "portland", "overrides": {"carte_blanche_protocol": "show", "tie_break_call": "always"}},
    {"name": "french", "overrides": {"target": None, "nought": True}},
    {"name": "old-36", "overrides": {"target": None, "match_games": None, "nought": True}},
    "denexa",
]

EVERY_PHASE = {"elder_exchange", "younger_exchange", "calling", "reply", "tie_break", "reckoning", "play"}


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


def view(state: Json, seat: str) -> Json:
    return post("/v1/states/view", {"state": state, "seat": seat})["view"]


FORMS = [*itertools.product(("image/svg+xml", "text/plain"), ("en", "fr"))]


def picture(state: Json, seat: str, form: tuple[str, str]) -> bytes:
    """What a seat is drawn, in this form and language."""
    accept, lang = form
    body = {"state": state, "seat": seat, "lang": lang}
    response = client().post("/v1/states/picture", json=body, headers={"Accept": accept})
    assert response.status_code == 200, response.text
    return response.data


def known(state: Json, seat: str) -> set[str]:
    """The cards whose place a seat knows: its own, those it drew or looked at, what was shown and what was played.

    That is taken from the oracle, not from what the state says of it.
    """
    deal = replay(state["dealt"], state["partie"]["dealer"], state["history"], state["ruleset"], last=True)
    cards = {*deal.dealt[seat], *deal.drawn[seat], *deal.looked[seat]}
    for told, event in zip(state["events"][1:], deal.events, strict=False):
        cards.update(told["cards"] if isinstance(event["cards"], list) else event["cards"])
    return cards


def told_of(state: Json) -> set[str]:
    """Cards that have been named without being shown: the one that a trio does without (R5.9)."""
    return {event["without"] for event in state["events"] if "without" in event}


def strings(document: Json) -> Iterator[str]:
    """Every string and every name of a member, anywhere."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, list):
        for one in document:
            yield from strings(one)
    elif isinstance(document, dict):
        for name, one in document.items():
            yield name
            yield from strings(one)


def renamed(action: Json, names: dict[str, str]) -> Json:
    """What the other seat did, with the cards that it now has instead; what it meant but did not show is left out."""
    action = dict(action)
    if action["type"] in ("exchange", "commit_discard"):
        action["cards"] = [names.get(card, card) for card in action["cards"]]
    if action["type"] in ("call", "state_tie_break") and set(action.get("cards", [])) & set(names):
        del action["cards"]
    if action["type"] == "reckon":
        action["holdings"] = [
            one | {"cards": [names.get(card, card) for card in one["cards"]]} for one in action["holdings"]
        ]
    return action


def permuted(state: Json, seat: str, names: dict[str, str]) -> Json | None:
    """The same deal with other cards where the seat cannot see them, or None if it could not have come to this."""
    hands, talon = state["dealt"]["hands"], state["dealt"]["talon"]
    dealt = {seat: hands[seat], other(seat): [names.get(card, card) for card in hands[other(seat)]]}
    body = {"hands": dealt, "talon": [names.get(card, card) for card in talon]}
    start = post("/v1/deals", {"ruleset": state["ruleset"], "dealer": state["partie"]["dealer"]} | body)["state"]
    actions = [one if one["seat"] == seat else renamed(one, names) for one in state["history"]]
    if not actions:
        return start
    items = post("/v1/actions/check-many", {"state": start, "actions": actions})["items"]
    return items[-1]["state"] if len(items) == len(actions) and items[-1]["legal"] else None


def some_names(cards: list[str], rng: random.Random) -> dict[str, str]:
    """A permutation of some of these cards: now of two or three, now of all of them."""
    size = rng.choice([2, 2, 3, 4, len(cards)])
    chosen = rng.sample(cards, min(size, len(cards)))
    turned = chosen[1:] + chosen[:1] if size < 5 else rng.sample(chosen, len(chosen))
    return {card: new for card, new in zip(chosen, turned, strict=True) if card != new}


@pytest.mark.rule("R3.4", "R4.3", "R4.4", "R4.5", "R5.13")
def test_permuting_what_a_seat_cannot_know_changes_nothing_in_its_view() -> None:
    compared: Counter[str] = Counter()  # by phase
    rulesets: Counter[int] = Counter()
    forms = itertools.cycle(FORMS)  # of pictures: all four of each would take most of the time
    drawn_as: Counter[tuple[str, str]] = Counter()

    def enough() -> bool:
        some_of_each = compared.keys() >= EVERY_PHASE and len(rulesets) == len(RULESETS)
        return some_of_each and compared.total() > scale(80) and min(drawn_as[form] for form in FORMS) > scale(15)

    for number, (_, rng) in enumerate(seeds("view", 8, until=enough)):
        ruleset = RULESETS[number % len(RULESETS)]
        automatic = number % len(RULESETS) == 3
        for state in reachable_states(ruleset, rng, 0.4):
            for seat in "AB":
                hidden = sorted(set(pack_of(ruleset)) - known(state, seat))
                if len(hidden) < 2:
                    continue
                form = next(forms)
                before, possible = view(state, seat), 0
                for _ in range(3):
                    names = some_names(hidden, rng)
                    instead = permuted(state, seat, names)
                    if instead is None or (automatic and instead["events"] != state["events"]):
                        continue
                    assert instead["events"] == state["events"], (names, state)
                    if instead["dealt"] == state["dealt"]:
                        continue
                    compared[state["phase"]] += 1
                    rulesets[number % len(RULESETS)] += 1
                    after = view(instead, seat)
                    assert after == before, (seat, names, state)
                    assert picture(instead, seat, form) == picture(state, seat, form), (form, seat, names, state)
                    drawn_as[form] += 1
                    possible += 1
                    if possible >= scale(1):  # campaigns compare all three
                        break
    assert enough(), (compared, rulesets, drawn_as)


@pytest.mark.rule("R3.4", "R4.3", "R4.4", "R4.5", "R5.9", "R5.13")
def test_no_card_that_a_seat_cannot_know_is_anywhere_in_its_view() -> None:
    looked: Counter[str] = Counter()  # views by phase

    def enough() -> bool:
        return looked.total() > scale(165) and looked.keys() >= EVERY_PHASE

    for number, (_, rng) in enumerate(seeds("scan", 8, until=enough)):
        ruleset = RULESETS[number % len(RULESETS)]
        before = None
        if number % 2:  # the second deal of a partie: nothing of the first is told either
            before = new_deal(ruleset, rng)
            for _, _, answer in play(before, rng):
                before = answer["state"]
        for state in reachable_states(ruleset, rng, 0.5, after=before):
            for seat in "AB":
                named = set(strings(view(state, seat))) & set(pack_of(ruleset))
                assert named <= known(state, seat) | told_of(state), (seat, named - known(state, seat), state)
                assert set(state["hands"][seat]) <= named
                looked[state["phase"]] += 1
    assert enough(), looked


@pytest.mark.rule("R5.3", "R5.13", "R7.7")
def test_nothing_tells_elder_that_the_point_he_lost_may_not_be_scored() -> None:
    """Two hands of younger that say the same: one has a better point of four, the other only a longer one (R5.3)."""
    elder = ["KS", "TS", "9S", "8S", "KH", "TH", "KD", "TD", "7D", "KC", "TC", "7C"]
    rest = ["7S", "QD", "JD", "9D", "QC", "JC", "9C"]
    script: list[Json] = [
        {"seat": "A", "type": "call", "category": "point", "length": 4},
        {"seat": "B", "type": "reply", "reply": "equal"},
        {"seat": "A", "type": "state_tie_break", "value": 37},
        {"seat": "B", "type": "reply", "reply": "not_good"},
        {"seat": "A", "type": "call", "category": "sequence", "length": 3, "top": "T"},
        {"seat": "B", "type": "reply", "reply": "good"},
        {"seat": "A", "type": "reckon"},
        {"seat": "A", "type": "call", "category": "set", "count": 4, "rank": "K"},
        {"seat": "B", "type": "reply", "reply": "good"},
        {"seat": "A", "type": "reckon"},
        {"seat": "A", "type": "play", "card": "KS"},
    ]
    views: list[list[Json]] = []
    for hearts in (["AH", "QH", "JH", "9H", "8H"], ["QH", "JH", "9H", "8H", "7H"]):
        younger = hearts + rest
        aside = sorted({"AS", "QS", "JS", "AD", "8D", "AC", "8C"} - {*elder, *younger})
        hidden = sorted(set(PACK) - {*elder, *younger, *aside})
        put_away = (aside[:5], [*aside[5:], *hidden][:3])
        hands = {"A": elder[5:] + put_away[0], "B": younger[3:] + put_away[1]}
        talon = elder[:5] + younger[:3]
        cards = {
            "hands": hands,
            "talon": talon + [card for card in PACK if card not in talon + hands["A"] + hands["B"]],
        }
        state = post("/v1/deals", {"ruleset": "portland", "dealer": "B"} | cards)["state"]
        exchanges = [
            {"seat": seat, "type": "exchange", "cards": away} for seat, away in zip("AB", put_away, strict=True)
        ]
        items = post("/v1/actions/check-many", {"state": state, "actions": exchanges + script})["items"]
        assert all(item["legal"] for item in items), items[-1]
        views.append([view(item["state"], "A") for item in items])
    assert len(views) == 2 and len(views[0]) == 2 + len(script)
    for one, other_one in zip(*views, strict=True):
        assert one == other_one


@pytest.mark.rule("R5.13", "R6.5")
def test_a_seat_sees_what_it_may_do_unless_that_would_tell_what_the_other_holds() -> None:
    hidden, shown_with_options = 0, 0

    def enough() -> bool:
        return hidden >= scale(1) and shown_with_options > scale(75)

    for number, (_, rng) in enumerate(seeds("options in a view", 8, until=enough)):
        for state in reachable_states(RULESETS[number % len(RULESETS)], rng, 0.4):
            options = post("/v1/actions/options", {"state": state})["options"]
            reckoned = any(event["kind"] == "reckoned" for event in state["events"])
            for seat in "AB":
                shown = view(state, seat)["options"]
                own = [one for one in options if one["seat"] == seat]
                shown_with_options += bool(own)
                if shown != own:  # that elder may concede says that younger has nothing to reckon
                    assert seat != state["partie"]["dealer"] and not reckoned, (seat, state)
                    assert [*shown, {"seat": seat, "type": "concede"}] == own, (seat, state)
                    hidden += 1
    assert enough(), (hidden, shown_with_options)
