"""The parameters and the published rulesets of the games of several seats (docs/multiplayer.md, "Parameters")."""

from __future__ import annotations

import pytest

from service.multiplayer.games import GAMES, NORMAND, VOLEUR
from service.multiplayer.parameters import MEANINGS, PUBLISHED, ruleset
from service.piquet.rulesets.parameters import RulesetError

# The table of parameters: the values in voleur and in normand, the default first; none where the game has none.
TABLE: dict[str, tuple[tuple[object, ...], tuple[object, ...]]] = {
    "calling": (("dialogue", "automatic"), ("dialogue", "automatic")),
    "deal_packet": (("3-2-3", "3-3-2", "2-3-3"), (2,)),
    "dealer_min": ((), (0, 1, 2)),
    "single_carte_blanche": ((10, 0), (10, 0)),
    "opposed_cartes_blanches": (("neither",), ("neither", "each")),
    "opposed_blanche_saves": ((False, True), (False, True)),
    "point_floor": ((30, None), (None, 30)),
    "equality": (("void", "first_called"), ("void", "first_called")),
    "abide_by_call": (("always",), ("always",)),
    "partner_point": ((False, True), ()),
    "trick_scoring": (("lead_and_capture", "lead_and_take"), ("lead_and_capture", "lead_and_take")),
    "capture": (("from_other_side", "from_other_player"), ()),
    "low_cards_uncounted": ((False, True), (True, False)),
    "last_trick_bonus": ((1, 0), (1, 0)),
    "capot_replaces_cards": ((), (True, False)),
    "double_capot": ((), ("winner", "as_written")),
    "bonuses": (("to_60_and_90", "add_30_and_60"), ("to_60_and_90", "add_30_and_60")),
    "repique_test": (("before_in_order", "opponent_scores_nothing"), ("before_in_order", "opponent_scores_nothing")),
    "target": ((150, 100, 220, 221), (150, 100, 220, 221)),
    "target_stop": (("at_once", "end_of_deal"), ("end_of_deal", "at_once")),
}


@pytest.mark.parametrize("name", TABLE)
def test_each_parameter_has_the_values_of_the_table(name: str):
    for game, values in zip(("voleur", "normand"), TABLE[name], strict=True):
        published = PUBLISHED[game].parameters
        assert (published[name].values if name in published else ()) == values
        if values:
            assert getattr(ruleset(GAMES[game]), name) == values[0]


def test_the_table_is_complete():
    assert set(MEANINGS) == set(TABLE)
    assert set(PUBLISHED) == set(GAMES) == {"voleur", "normand"}


def test_every_value_may_be_given():
    for game, published in PUBLISHED.items():
        for name, about in published.parameters.items():
            for value in about.values:
                assert getattr(ruleset(GAMES[game], {name: value}), name) == value


def test_the_silence_of_the_sources_is_published():
    assert PUBLISHED["voleur"].silent == {
        "deal_packet", "single_carte_blanche", "opposed_blanche_saves", "abide_by_call", "capture",
    }  # fmt: skip
    assert {"capot_replaces_cards", "double_capot", "bonuses", "target_stop"} <= PUBLISHED["normand"].silent
    assert (PUBLISHED["voleur"].label, PUBLISHED["normand"].label) == ("voleur@1", "normand@1")


@pytest.mark.parametrize(
    ("game", "overrides", "wrong"),
    [
        (VOLEUR, {"target": 151}, "target"),
        (VOLEUR, {"target": True}, "target"),
        (VOLEUR, {"last_trick_bonus": False}, "last_trick_bonus"),
        (VOLEUR, {"dealer_min": 1}, "dealer_min"),
        (NORMAND, {"partner_point": True}, "partner_point"),
        (VOLEUR, {"opposed_cartes_blanches": "each"}, "opposed_cartes_blanches"),
        (NORMAND, {"deal_packet": "3-2-3"}, "deal_packet"),
        (NORMAND, {"targets": 100}, "targets"),
    ],
)
def test_other_values_and_other_parameters_are_refused(game: object, overrides: dict[str, object], wrong: str):
    with pytest.raises(RulesetError) as refusal:
        ruleset(game, overrides)  # type: ignore[arg-type]
    assert refusal.value.parameters == (wrong,)


def test_a_parameter_has_its_default_whatever_else_is_overridden():
    # Unlike in the two-handed game, where lead_and_take brings a last trick of its own (R6.2).
    assert ruleset(VOLEUR, {"trick_scoring": "lead_and_take"}).last_trick_bonus == 1
