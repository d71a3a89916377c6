"""The comparison of the hands of a deal (docs/multiplayer.md, "Comparing hands")."""

from __future__ import annotations

import pytest

from service.multiplayer.games import GAMES
from service.multiplayer.hand_comparison import compare
from service.multiplayer.parameters import ruleset
from service.piquet.cards.cards import hand_of
from tests.multiplayer.worked_deals import WORKED_DEALS, cards_of


def compared(name: str, claimed: str = "", **parameters: object) -> dict[str, object]:
    """The comparison of the hands of a worked deal of voleur, as dealt."""
    given = WORKED_DEALS[name]
    game = GAMES[given.game]
    hands = [hand_of(given.hands[seat]) for seat in game.seats]
    rules = ruleset(game, given.parameters | parameters)  # type: ignore[arg-type]
    return compare(rules, game.seats.index(given.dealer), hands, [game.seats.index(seat) for seat in claimed])


@pytest.mark.rule("V4.11", "V7.2")
def test_a_repique_of_a_side():
    # VW6: the point is void; C's quint and A's two tierces make 21, and nobody else has anything.
    found = compared("VW6")
    assert found["score"] == {"AC": 91, "BD": 0}
    assert (found["repique"], found["saved"]) == ("AC", [])
    point, sequence, sets = found["categories"]  # type: ignore[misc]
    assert (point["status"], point["good"], point["reckoned"]) == ("equal", None, [])
    assert point["best"]["A"] == {"length": 4, "value": 37} and point["best"]["C"] == {"length": 5, "value": 49}
    assert (sequence["status"], sequence["good"]) == ("good", "C")
    assert (
        sequence["reckoned"]
        == [
            {"seat": "C", "cards": ["KS", "QS", "JS", "TS", "9S"], "points": 15},
            {"seat": "A", "cards": ["TD", "9D", "8D"], "points": 3},
            {"seat": "A", "cards": ["JC", "TC", "9C"], "points": 3},
        ]
        or sequence["reckoned"][1]["seat"] == "A"
    )
    assert (sets["status"], sets["good"], set(sets["best"].values())) == ("nobody", None, {None})
    assert found["steps"] == [
        {"side": "AC", "kind": "sequence", "points": 15},
        {"side": "AC", "kind": "sequence", "points": 3},
        {"side": "AC", "kind": "sequence", "points": 3},
        {"side": "AC", "kind": "repique", "points": 70},
    ]


@pytest.mark.rule("V7.4")
def test_what_saved():
    found = compared("VW11", "B")
    assert found["repique"] is None
    assert found["saved"] == [{"side": "AC", "bonus": "repique", "by": "carte_blanche"}]
    assert found["score"] == {"AC": 37, "BD": 10}
    # Without the claim it is a repique.
    assert compared("VW11")["repique"] == "AC"


def test_the_target_is_not_asked():
    assert compared("VW9", "BD", target=100)["score"] == {"AC": 17, "BD": 90}


def test_hands_of_any_size():
    rules = ruleset(GAMES["normand"])
    hands = [hand_of(cards_of(text)) for text in ("SAKQ", "HKQJ", "DT97")]
    found = compare(rules, 2, hands)
    # A's point of 31 is good for 3, and so is the tierce to the ace for 3.
    assert found["score"] == {"A": 6, "B": 0, "C": 0}
    assert found["categories"][0]["best"]["C"] == {"length": 3, "value": 26}


@pytest.mark.rule("V4.4")
def test_a_point_below_the_floor_is_nobodys():
    hands = [hand_of(cards_of(text)) for text in ("ST97", "HT97", "DT97", "CT97")]
    point = compare(ruleset(GAMES["voleur"]), 3, hands)["categories"][0]
    assert (point["status"], set(point["best"].values())) == ("nobody", {None})
