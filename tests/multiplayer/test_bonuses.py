"""Pique and repique at twenty, and what saves from them (V7.1 to V7.5, N7.1 to N7.4)."""

from __future__ import annotations

import pytest

from tests.multiplayer.table import do, kinds, play_worked, say, score, scored, worked
from tests.multiplayer.worked_deals import WORKED_DEALS


@pytest.mark.rule("V7.2", "V7.1")
def test_a_repique_follows_the_reckoning_that_makes_twenty():
    # VW4: D has 5 and then 15, and nobody else has scored.
    d = worked("VW4")
    say(d, "D 5-49,A -,B -,C -,D 5-K,A -,B -,C -")
    events = do(d, {"seat": "D", "type": "reckon"})
    assert [(event["kind"], event["points"], event["rule"]) for event in events] == [
        ("sequence", 15, "V5.1"),
        ("reckoned", 0, "V4.7"),
        ("repique", 70, "V7.2"),
    ]
    assert (events[-1]["seat"], events[-1]["side"]) == ("D", "BD")


@pytest.mark.rule("V7.4")
def test_thirty_and_sixty_may_be_added():
    # VW4 with 60 in the place of 70, VW7 with 30 in the place of 40.
    assert score(play_worked("VW4", bonuses="add_30_and_60")) == (22, 88)
    assert score(play_worked("VW7", bonuses="add_30_and_60")) == (3, 65)


@pytest.mark.rule("V7.2")
def test_the_other_test_asks_when_all_calling_is_over():
    # VW6: AC has 21 by the sequences and BD nothing: the repique follows the last word on sets.
    d = worked("VW6", repique_test="opponent_scores_nothing")
    actions = WORKED_DEALS["VW6"].actions
    said = [action for action in actions if action["type"] != "play"]
    for action in said[:-1]:
        do(d, action)
    assert (score(d), d.phase) == ((21, 0), "calling")
    events = do(d, said[-1])
    assert kinds(events) == ["passed", "repique"]
    assert (events[1]["seat"], events[1]["side"], score(d)) == ("A", "AC", (91, 0))
    # VW4: what AC reckons after BD's twenty saves.
    d = worked("VW4", repique_test="opponent_scores_nothing")
    last = [action for action in WORKED_DEALS["VW4"].actions if action["type"] != "play"]
    for action in last[:-1]:
        do(d, action)
    assert kinds(do(d, last[-1])) == ["reckoned", "saved"]


@pytest.mark.rule("V7.3")
def test_a_pique_comes_with_a_point_of_play_at_twenty():
    # VW7: BD has 18 in hand and leads twice.
    d = play_worked("VW7")
    at = next(at for at, event in enumerate(d.events) if event.kind == "pique")
    assert [event.kind for event in d.events[at - 1 : at + 1]] == ["lead", "pique"]
    assert (d.events[at].points, d.events[at].score, d.events[at].rule) == (40, (0, 60), "V7.3")


@pytest.mark.rule("N7.3", "N7.1")
def test_any_seat_of_normand_may_have_a_pique():
    assert scored(play_worked("NW7"), "pique", "saved") == [("pique", "A", 40)]
    assert scored(play_worked("NW8"), "pique", "saved") == [("pique", "B", 40)]
    # NW8 where low leads count: eldest's 7 scores, and B's pique is saved by it.
    d = play_worked("NW8", low_cards_uncounted=False)
    (saved,) = [event for event in d.events if event.kind == "saved"]
    assert (saved.seat, dict(saved.more)) == (1, {"bonus": "pique", "by": "lead"})


@pytest.mark.rule("N7.2")
def test_a_repique_of_one_seat():
    # NW5: A has 5, 15 and 15 in hand before the others: two sequences of one step.
    assert scored(play_worked("NW5"), "repique", "pique", "saved") == [("repique", "A", 70)]


@pytest.mark.rule("V7.4", "N7.4")
@pytest.mark.parametrize(
    ("name", "by"), [("VW3", "point"), ("VW8", "capture"), ("VW9", "carte_blanche"), ("NW6", "point"), ("NW11", None)]
)
def test_what_saved_is_told_once(name: str, by: str | None):
    d = play_worked(name)
    saved = [event for event in d.events if event.kind == "saved"]
    assert [event.rule for event in saved] == [f"{name[0]}7.4"]
    assert saved[0].points == 0 and saved[0].more["by"] == (by or "carte_blanche")


@pytest.mark.rule("V7.4")
def test_the_first_twenty_is_the_only_one_that_counts():
    # VW3: AC's 21 in hand is saved; that it has 21 and more in the play brings no second event.
    d = play_worked("VW3")
    assert [event.side for event in d.events if event.kind in ("saved", "pique", "repique")] == [0]
    assert d.in_hand[0] + d.in_play[0] > 20


@pytest.mark.rule("V7.5")
def test_the_cards_bring_no_bonus():
    # VW15: AC has 19 in hand and play, BD nothing; the capot of 40 makes it no pique.
    d = play_worked("VW15")
    assert (d.in_hand[0] + d.in_play[0], d.in_hand[1] + d.in_play[1]) == (19, 0)
    assert scored(d, "pique", "repique", "saved") == []


@pytest.mark.rule("N7.5")
def test_neither_the_cards_nor_a_capot_make_a_bonus_in_normand():
    # NW1: B has 9 and the ten for the cards; NW4: C has 15 and a capot of 20.
    for name in ("NW1", "NW4"):
        assert scored(play_worked(name), "pique", "repique", "saved") == []


@pytest.mark.rule("V7.5")
def test_a_void_category_saves_nothing():
    # VW6: the point was void, and AC has a repique.
    assert [event[0] for event in scored(play_worked("VW6"), "repique", "saved")] == ["repique"]
