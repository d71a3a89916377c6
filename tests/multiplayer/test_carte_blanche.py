"""Carte blanche in the games of several seats (V2.1 to V2.3, N2.1 to N2.3)."""

from __future__ import annotations

import pytest

from tests.multiplayer.table import do, kinds, play_worked, refused, refused_word, say, score, scored, word, worked


@pytest.mark.rule("V2.1")
def test_a_claim_comes_before_the_word_on_the_point_and_shows_the_hand():
    # VW8: A has no court card; B has nothing but court cards and an ace.
    d = worked("VW8")
    (shown,) = say(d, "A !")
    assert (shown["kind"], shown["seat"], shown["rule"], shown["points"]) == ("shown", "A", "V2.1", 0)
    assert shown["cards"] == ["TS", "9S", "7H", "9D", "AC", "TC", "8C", "7C"]
    assert d.to_act == 0  # the word on the point is still due
    assert refused_word(d, "A !") == [("carte_blanche.already_claimed", "V2.1")]
    assert refused_word(d, "B !") == [("turn.other_seat", "V4.1")]
    say(d, "A 4-36")
    assert refused_word(d, "B !") == [("carte_blanche.court_cards", "V2.1")]


@pytest.mark.rule("V2.1")
def test_after_the_round_on_the_point_it_is_too_late():
    d = worked("VW8")
    say(d, "A 4-36,B -,C -,D -")
    assert (d.phase, d.to_act) == ("calling", 0)
    assert refused_word(d, "A !") == [("carte_blanche.too_late", "V2.1")]


@pytest.mark.rule("N2.1")
def test_the_dealer_of_normand_claims_before_the_exchange_and_not_after_it():
    # NW9: C deals and is blank, A is blank; the talon has court cards.
    d = worked("NW9")
    assert refused_word(d, "A !") == [("turn.other_seat", "N3.1")]
    assert refused_word(d, "C !") == []
    do(d, {"seat": "C", "type": "exchange", "cards": ["7S", "7H"]})
    say(d, "A !,A 4-38,B -")
    assert refused_word(d, "C !") == [("carte_blanche.too_late", "N2.1")]


@pytest.mark.rule("V2.2")
def test_one_carte_blanche_scores_before_the_point():
    d = worked("VW8")
    events = say(d, "A !,A 4-36,B -,C -,D -")
    assert kinds(events) == ["shown", "called", "passed", "passed", "passed", "carte_blanche", "point"]
    assert [(event["points"], event["rule"]) for event in events[-2:]] == [(10, "V2.2"), (4, "V5.1")]


@pytest.mark.rule("V2.2")
def test_the_only_carte_blanche_may_score_nothing_and_then_saves_nothing():
    # VW11 with 0: A has 5 and 15 in hand while B, blank, has nothing: a repique, 20 + 70.
    d = worked("VW11", single_carte_blanche=0)
    events = say(d, "A 5-51,B !,B -,C -,D -,A 5-A,B -,C -,D -")
    assert [event["points"] for event in events if event["kind"] == "carte_blanche"] == [0]
    do(d, {"seat": "A", "type": "reckon"})
    assert scored(d, "repique", "saved") == [("repique", "A", 70)]
    assert score(d) == (90, 0)


@pytest.mark.rule("V2.2")
def test_partners_have_ten_each_whatever_one_alone_has():
    d = worked("VW9", single_carte_blanche=0)
    say(d, "A 4-37,B !,B 4-38,C 4-41,D !,D -")
    assert scored(d, "carte_blanche", "repique") == [
        ("carte_blanche", "B", 10),
        ("carte_blanche", "D", 10),
        ("repique", "D", 70),
    ]


@pytest.mark.rule("V2.3")
def test_opposed_cartes_blanches_score_nothing():
    d = worked("VW10")
    events = say(d, "A !,A -,B !,B -,C 3-30,D 4-35")
    blanches = [event for event in events if event["kind"] == "carte_blanche"]
    assert [(event["seat"], event["points"], event["rule"]) for event in blanches] == [
        ("A", 0, "V2.3"),
        ("B", 0, "V2.3"),
    ]


@pytest.mark.rule("V2.3")
def test_opposed_cartes_blanches_may_save():
    # In VW10 BD's 21 in hand is saved by AC's sequence; where opposed cartes blanches save, by the first that AC had.
    (saved,) = [event for event in play_worked("VW10", opposed_blanche_saves=True).events if event.kind == "saved"]
    assert (saved.seat, saved.more) == (1, {"bonus": "repique", "by": "carte_blanche"})


@pytest.mark.rule("N2.2", "N2.3")
def test_opposed_cartes_blanches_of_normand_may_score_ten_each():
    d = play_worked("NW9", opposed_cartes_blanches="each", single_carte_blanche=0)
    assert scored(d, "carte_blanche") == [("carte_blanche", "A", 10), ("carte_blanche", "C", 10)]
    d = play_worked("NW9")
    assert scored(d, "carte_blanche") == [("carte_blanche", "A", 0), ("carte_blanche", "C", 0)]


@pytest.mark.rule("V8.2")
def test_a_carte_blanche_can_end_the_partie_and_the_second_is_then_not_entered():
    d = worked("VW9", before=(0, 140))
    events = say(d, "A 4-37,B !,B 4-38,C 4-41,D !,D -")
    assert kinds(events)[-3:] == ["carte_blanche", "deal_ended", "partie_ended"]
    assert scored(d, "carte_blanche") == [("carte_blanche", "B", 10)]
    assert (d.phase, score(d)) == ("partie_over", (0, 10))
    assert d.calls[0].status == "good" and d.calls[0].reckoned == ()


@pytest.mark.rule("V4.11", "N4.11")
def test_claims_are_refused_where_the_calling_is_automatic():
    d = worked("NW9", calling="automatic")
    assert refused(d, word(d, "C !")) == [("turn.not_now", "N3.1")]
    events = do(d, {"seat": "C", "type": "exchange", "cards": ["7S", "7H"]})
    assert kinds(events)[:4] == ["shown", "exchanged", "shown", "called"]
    assert [event["seat"] for event in events[:4]] == ["C", "C", "A", "A"]
    assert d.claimed == (2, 0)
