"""A view is the same for all cards that the seat cannot know; and it has what the seat may know."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from service.multiplayer import engine
from service.multiplayer.engine import Cards
from service.multiplayer.games import GAMES
from service.multiplayer.state import Deal
from service.multiplayer.written import view_of
from service.piquet.cards.cards import CARDS, cards_of, mask_of
from service.piquet.model.actions import Action, Call, Exchange, Reckon
from service.piquet.model.violations import IllegalAction
from tests.helpers.random_cases import seeds
from tests.multiplayer.random_play import play, random_deal
from tests.multiplayer.table import do, say, worked

PERMUTATIONS = 3


def hidden_from(d: Deal, seat: int) -> list[int]:
    """The cards that a seat has never seen: not its own, not shown, not played, not those it drew or put out."""
    known = d.dealt[seat] | d.hands[seat]
    for cards in (*d.shown, *(d.dealt[claimed] for claimed in d.claimed)):
        known |= cards
    for trick in d.tricks:
        known |= mask_of(trick.cards)
    everything = mask_of(d.talon)
    for hand in d.dealt:
        everything |= hand
    return list(cards_of(everything & ~known))


def permuted(d: Deal, order: dict[int, int]) -> Deal | None:
    """The same deal with cards exchanged for others; None if what was said would then have been illegal."""

    def moved(hand: int) -> int:
        return mask_of(order.get(card, card) for card in cards_of(hand))

    def again(action: Action) -> Action:
        if isinstance(action, Exchange):
            return replace(action, cards=moved(action.cards))
        if isinstance(action, Call):
            return replace(action, cards=moved(action.cards))
        assert not isinstance(action, Reckon) or action.holdings is not None
        return action

    cards = Cards(tuple(map(moved, d.dealt)), tuple(order.get(card, card) for card in d.talon))
    other = engine.deal(d.rules, d.first_dealer, cards, d.finished, dealer=d.dealer)
    try:
        for action in d.history:
            engine.apply(other, again(action))
    except IllegalAction:
        return None
    return other


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_view_is_the_same_for_all_cards_that_the_seat_cannot_know(game: str):
    phases = {"voleur": ("calling", "reckoning", "play"), "normand": ("exchange", "calling", "reckoning", "play")}[game]
    places = list(itertools.product(phases, range(len(GAMES[game].seats))))
    compared: Counter[tuple[str, int]] = Counter()

    def enough() -> bool:
        return min(compared[place] for place in places) >= 3

    for seed, rng in seeds(f"views of {game}", 20, until=enough):
        d = random_deal(rng, GAMES[game])
        if d.rules.calling == "automatic":
            continue  # what is then said rests on all cards
        for _ in play(d, rng):
            if rng.random() > 0.2:
                continue
            for seat in range(len(d.game.seats)):
                hidden = hidden_from(d, seat)
                for _ in range(PERMUTATIONS):
                    few = rng.sample(hidden, min(len(hidden), rng.choice((2, 4, 32))))
                    other = permuted(d, dict(zip(few, rng.sample(few, len(few)), strict=True)))
                    if other is None or other.dealt == d.dealt or other.events != d.events:
                        continue
                    assert view_of(other, seat) == view_of(d, seat), (seed, d.history)
                    compared[d.phase, seat] += 1
    assert enough(), compared


def test_the_cards_named_with_a_call_are_the_callers_alone():
    d = worked("VW1")
    named = {"seat": "A", "type": "call", "category": "point", "length": 3, "value": 31, "cards": ["AS", "JS", "TS"]}
    do(d, named)
    (word,) = view_of(d, 0)["calls"][0]["words"]
    assert word == {"seat": "A", "said": "call", "length": 3, "value": 31, "cards": ["AS", "JS", "TS"]}
    for seat in (1, 2, 3):
        assert view_of(d, seat)["calls"][0]["words"] == [word | {"cards": None}]


def test_a_view_of_voleur():
    # VW8: A is blank and claims; then A calls four clubs.
    d = worked("VW8")
    say(d, "A !,A 4-36")
    view: dict[str, Any] = view_of(d, 2)
    assert (view["seat"], view["phase"], view["to_act"], view["options"]) == ("C", "calling", "B", [])
    assert view["claimed"] == {"A": ["TS", "9S", "7H", "9D", "AC", "TC", "8C", "7C"]}
    assert view["hand"] == view["dealt"] == ["AS", "7S", "QH", "8H", "KD", "TD", "7D", "KC"]
    assert view["others"] == {seat: {"hand_count": 8} for seat in "ABD"}
    assert "discards" not in view and "talon_count" not in view
    assert [option["type"] for option in view_of(d, 1)["options"]] == ["pass"]


def test_a_view_of_normand_after_the_exchange():
    # NW1: C puts out 7S and 9C, and draws TS and AS.
    d = worked("NW1", 1)
    own, other = view_of(d, 2), view_of(d, 0)
    assert (own["discards"], own["exchanged"], own["talon_count"]) == (["7S", "9C"], 2, 0)
    assert (other["discards"], other["exchanged"], other["talon_count"]) == (None, 2, 0)
    assert {"AS", "TS"} <= set(own["hand"]) and not {"AS", "TS"} & set(own["dealt"])
    hidden = [CARDS[card] for card in hidden_from(d, 0)]
    assert len(hidden) == 22  # twenty in the other hands as dealt, and the talon
