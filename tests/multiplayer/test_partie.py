"""The partie of the games of several seats (V8.1 to V8.3, N8.1 to N8.4)."""

from __future__ import annotations

import pytest

from service.multiplayer.games import NORMAND, VOLEUR
from service.multiplayer.parameters import ruleset
from service.multiplayer.scoring import SettlementError, settle
from tests.multiplayer.table import play_worked, score, scored

A, B, C = range(3)


@pytest.mark.rule("V8.1", "N8.1")
def test_the_target_is_a_parameter():
    assert settle(ruleset(VOLEUR), [(149, 10)]).over is False
    assert settle(ruleset(VOLEUR), [(150, 10)]).over is True
    assert settle(ruleset(VOLEUR, {"target": 221}), [(220, 10)]).over is False
    assert settle(ruleset(NORMAND, {"target": 100}), [(100, 10, 9)]).winner == A


@pytest.mark.rule("V8.2")
def test_reaching_the_target_ends_the_partie_of_voleur_at_once():
    # VW13, 136-134 before: BD's sixth lead makes 150.
    d = play_worked("VW13", before=(136, 134))
    assert (d.phase, score(d), sum(map(int.bit_count, d.hands))) == ("partie_over", (1, 16), 11)
    assert [event.kind for event in d.events[-3:]] == ["lead", "deal_ended", "partie_ended"]
    ended = d.events[-1]
    assert (ended.seat, ended.side, ended.rule) == (None, 1, "V8.3")
    assert dict(ended.more) == {"totals": {"AC": 137, "BD": 150}, "winner": "BD"}


@pytest.mark.rule("V8.2")
def test_a_bonus_that_a_step_brings_is_entered_before_the_target_is_asked():
    # VW4, 0-130 before: D's quint makes 150; the repique that it brings still counts, and nothing after it.
    d = play_worked("VW4", before=(0, 130))
    assert [event.kind for event in d.events[-4:]] == ["reckoned", "repique", "deal_ended", "partie_ended"]
    assert score(d) == (0, 90)


@pytest.mark.rule("V8.2")
def test_the_target_ends_the_deal_before_the_end_of_calling_is_asked():
    # The same with the other test: the target is reached first, so that nobody asks for a repique.
    d = play_worked("VW4", before=(0, 130), repique_test="opponent_scores_nothing")
    assert score(d) == (0, 20)


@pytest.mark.rule("V8.2")
def test_a_capot_can_end_the_partie():
    d = play_worked("VW15", before=(100, 0))
    assert [event.kind for event in d.events[-3:]] == ["capot", "deal_ended", "partie_ended"]
    assert (d.phase, d.totals) == ("partie_over", (159, 0))


@pytest.mark.rule("N8.2", "N6.5")
def test_after_a_capot_that_reaches_the_target_the_next_is_not_entered():
    # NW4 is 9-0-15 with two capots to come, A's first: 121 + 9 + 20 is 150.
    d = play_worked("NW4", before=(121, 0, 0), target_stop="at_once")
    assert scored(d, "capot") == [("capot", "A", 20)]
    assert score(d) == (29, 0, 15)


@pytest.mark.rule("V8.2", "N8.2")
def test_the_deal_may_be_played_to_its_end():
    d = play_worked("VW13", before=(136, 134), target_stop="end_of_deal")
    assert (d.phase, d.totals) == ("play", (137, 150))
    over = play_worked("NW12", before=(112, 139, 141))
    assert [event.kind for event in over.events[-3:]] == ["cards", "deal_ended", "partie_ended"]


@pytest.mark.rule("V8.3")
def test_the_higher_total_wins_at_the_end_of_a_deal():
    rules = ruleset(VOLEUR, {"target_stop": "end_of_deal"})
    found = settle(rules, [(148, 96), (12, 60)])
    assert (found.totals, found.over, found.winner) == ((160, 156), True, 0)
    assert settle(rules, [(150, 150)]).over is False
    with pytest.raises(SettlementError) as refusal:
        settle(rules, [(160, 0), (1, 1)])
    assert (refusal.value.member, refusal.value.index) == ("deals", 1)


@pytest.mark.rule("N8.3")
def test_the_winner_of_normand_leaves_and_the_others_are_settled_at_once_or_play_on():
    rules = ruleset(NORMAND)
    found = settle(rules, [(160, 155, 90)])
    assert (found.winner, found.second, found.loser, found.remaining, found.over) == (A, B, C, (), True)
    assert found.stakes == (1, 0, -1)
    found = settle(rules, [(155, 155, 80)])
    assert (found.winner, found.over, found.remaining) == (None, False, ())
    found = settle(rules, [(160, 152, 152)])
    assert (found.winner, found.over, found.remaining, found.stakes) == (A, False, (B, C), None)


@pytest.mark.rule("N8.3")
def test_the_end_of_a_partie_of_normand_is_told():
    # NW12: 114-158-151, so that B wins, C is second, A loses.
    d = play_worked("NW12", before=(112, 139, 141))
    ended = d.events[-1]
    assert (ended.kind, ended.seat, d.phase) == ("partie_ended", B, "partie_over")
    assert dict(ended.more) == {
        "totals": {"A": 114, "B": 158, "C": 151},
        "winner": "B",
        "second": "C",
        "loser": "A",
        "remaining": [],
    }


@pytest.mark.rule("N8.4")
def test_the_other_two_play_on():
    rules = ruleset(NORMAND)
    deals = [(155, 140, 50)]
    found = settle(rules, deals)
    assert (found.winner, found.remaining, found.over) == (A, (B, C), False)
    found = settle(rules, deals, [{B: 12, C: 20}])
    assert (found.totals, found.second, found.loser, found.stakes) == ((155, 152, 70), B, C, (1, 0, -1))
    assert settle(rules, deals, [{B: 9, C: 20}]).over is False


@pytest.mark.rule("N8.4")
@pytest.mark.parametrize(
    ("deals", "continued", "place"),
    [
        ([(155, 140, 50), (1, 1, 1)], [], ("deals", 1)),
        ([(100, 140, 50)], [{B: 1, C: 2}], ("continued", 0)),
        ([(155, 140, 50)], [{A: 1, C: 2}], ("continued", 0)),
        ([(155, 140, 50)], [{B: 12, C: 20}, {B: 1, C: 1}], ("continued", 1)),
    ],
)
def test_deals_that_are_not_due_are_refused(
    deals: list[tuple[int, ...]], continued: list[dict[int, int]], place: tuple[str, int]
):
    with pytest.raises(SettlementError) as refusal:
        settle(ruleset(NORMAND), deals, continued)
    assert (refusal.value.member, refusal.value.index) == place
