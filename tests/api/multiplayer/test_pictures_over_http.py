"""Pictures of voleur and normand over HTTP: what they show, and what they do not tell a seat."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.api.multiplayer.deals import SEATS, actions_until, state_after
from tests.helpers.http import client, post
from tests.helpers.random_cases import seeds
from tests.multiplayer.worked_deals import WORKED_DEALS

Json = Any


def drawn(game: str, state: Json, accept: str = "text/plain", **options: Json) -> str:
    """The picture of a state."""
    body = {"state": state, **options}
    response = client().post(f"/v1/{game}/states/picture", json=body, headers={"Accept": accept})
    assert (response.status_code, response.mimetype) == (200, accept), response.get_data(as_text=True)
    return response.get_data(as_text=True)


def test_a_seat_sees_its_own_hand_and_the_cards_that_others_have_shown() -> None:
    """NW9: C, who deals, claims a carte blanche and exchanges; A claims another, and its ten cards are known (N2.1)."""
    text = drawn("normand", state_after("NW9", actions_until("NW9", "call")), seat="B")
    title, *_ = text.splitlines()
    assert title.endswith("as B sees it")
    parts = {part.lstrip().split(",")[0].split("\n")[0]: part for part in text.split("\n\n")[1:]}
    assert list(parts) == ["C", "A", next(name for name in parts if name.startswith("Talon")), "B"]
    assert "10 cards face down" in parts["C"], "what C claimed may have been exchanged (N3.1)"
    assert "face down" not in parts["A"]
    assert "Discard" not in text, "only the dealer knows the discards (N3.1)"


@pytest.mark.parametrize("name", ["VW1", "NW1"])
def test_the_picture_of_a_seat_is_the_same_for_all_hidden_cards(name: str) -> None:
    worked = WORKED_DEALS[name]
    others = SEATS[worked.game][1:]
    size = len(worked.hands["A"])
    hidden = [card for seat in others for card in worked.hands[seat]] + worked.talon
    for seed, rng in seeds("hidden cards in pictures", 3):
        found = set()
        for _ in range(2):
            rng.shuffle(hidden)
            hands = {seat: hidden[at * size : at * size + size] for at, seat in enumerate(others)}
            deal = {"ruleset": worked.game, "dealer": "A", "hands": {"A": worked.hands["A"], **hands}}
            if worked.talon:
                deal["talon"] = hidden[-len(worked.talon) :]
            state = post(f"/v1/{worked.game}/deals", deal)["state"]
            found.add(drawn(worked.game, state, "image/svg+xml", seat="A"))
        assert len(found) == 1, seed


@pytest.mark.parametrize("name", ["VW1", "NW1"])
def test_everything_is_visible_without_a_seat_and_the_bottom_may_be_chosen(name: str) -> None:
    worked = WORKED_DEALS[name]
    seats = SEATS[worked.game]
    count = actions_until(name, "play")
    text = drawn(worked.game, state_after(name, count), bottom=seats[-1], lang="fr", suits="signs")
    assert "carte" not in text.split("\n\n")[1].split("\n")[1], "no back is described"
    headings = [part.splitlines()[0][0] for part in text.split("\n\n")[1:] if part[0] in seats]
    assert headings == [*seats[:-1], seats[-1]], "the others follow from the top in the order of the table (V1.2, N1.2)"


def test_a_trick_of_four_is_drawn_with_all_its_cards() -> None:
    state = state_after("VW1", actions_until("VW1", "play") + 4)
    picture = ElementTree.fromstring(drawn("voleur", state, "image/svg+xml", seat="B"))
    used = [each.get("href") for each in picture.iter("{http://www.w3.org/2000/svg}use")]
    (trick,) = state["tricks"]
    assert all(any(address.endswith(f"-{card}") for address in used if address) for card in trick["cards"])
