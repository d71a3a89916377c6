"""The view of a seat is the same for all cards that the seat cannot know (V4.10, N3.1; docs/family.md)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.piquet.cards.cards import hand_of
from service.several import engine
from service.several.notation.action_dicts import action_of, members_of
from service.several.state import Deal as EngineDeal
from service.several.views import view_of
from tests.properties.random_play import seeds
from tests.reference.holdings import PACKS
from tests.reference.several.deal import Deal
from tests.reference.several.tables import SEATS
from tests.several.random_deals import Player, random_deal
from tests.several.side_by_side import SideBySide, engine_deal, engine_events

Json = Any


def known_to(deal: Deal, seat: str) -> set[str]:
    """The cards that a seat has seen: its own, those drawn, and all that was shown or played."""
    known = set(deal.dealt[seat]) | {card for _, card in deal.played}
    if seat == deal.dealer and deal.put_out is not None:
        known |= set(deal.talon[: len(deal.put_out)])
    for event in deal.events:
        if event["kind"] in ("shown", "point", "sequence", "set"):
            known |= set(event["cards"])
    return known


def swapped(both: SideBySide, seat: str, one: str, other: str) -> EngineDeal | None:
    """The same deal with two cards exchanged; None if the other seats could not have done the same with them."""

    def swap(card: str) -> str:
        return {one: other, other: one}.get(card, card)

    given: Json = dict(both.given)
    given["hands"] = {of: [swap(card) for card in cards] for of, cards in given["hands"].items()}
    given["talon"] = [swap(card) for card in given["talon"]]
    deal = engine_deal(**given)
    for action in both.engine.history:
        members = members_of(both.game, action)
        if members["seat"] != seat and "cards" in members:
            members["cards"] = [swap(card) for card in members["cards"]]
        changed = action_of(both.game, members)
        if engine.check(deal, changed):
            return None
        engine.do(deal, changed)
    return deal if engine_events(deal) == engine_events(both.engine) else None


@pytest.mark.parametrize("game", SEATS)
def test_views_do_not_depend_on_hidden_cards(game: str) -> None:
    compared = 0
    for _, rng in seeds(f"hidden cards of {game}", 4):
        both = SideBySide(random_deal(game, rng), {})
        player = Player(rng)
        while both.deal.to_act:
            both.do(player.choose(both.all_options()))
            if rng.random() < 0.2:
                compared += sum(compare_views(both, seat, rng) for seat in SEATS[game])
    print(compared, "views compared")
    assert compared > 0


def compare_views(both: SideBySide, seat: str, rng: random.Random) -> int:
    """Compare the view of a seat with those of deals in which two hidden cards are exchanged; how many there were."""
    hidden = sorted(PACKS[32] - known_to(both.deal, seat))
    at, found = SEATS[both.game.name].index(seat), 0
    view = view_of(both.engine, at)
    assert hand_of(view["hand"]) == both.engine.hands[at]
    for _ in range(3 if len(hidden) > 1 else 0):
        other = swapped(both, seat, *rng.sample(hidden, 2))
        if other is not None:
            assert view_of(other, at) == view, both.told(seat)
            found += 1
    return found
