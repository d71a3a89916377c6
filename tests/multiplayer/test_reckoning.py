"""Reckoning in the games of several seats (V4.7 to V4.9, N4.7, V5.1).

VW12, dealer D: A has Q J T 9 8 of spades and calls a tierce to the queen. C, the partner, has K Q J T 8 of hearts.
"""

from __future__ import annotations

import pytest

from service.piquet.cards.cards import CARD
from tests.multiplayer.table import (
    deal_hands,
    do,
    kinds,
    reckon,
    reckoning,
    refused,
    say,
    score,
    worked,
)
from tests.multiplayer.worked_deals import cards_of

SEQUENCE_ROUND = "A -,B -,C 5-48,D -,A 3-Q,B -,C -,D -"


@pytest.mark.rule("V4.7", "V4.8")
def test_the_called_grade_is_among_what_is_reckoned_and_nothing_is_better():
    d = worked("VW12")
    say(d, SEQUENCE_ROUND)
    assert (d.phase, d.to_act) == ("reckoning", 0)
    assert refused(d, reckoning(d, "A", "SQJT98")) == [
        ("reckon.better_than_called", "V4.7"),
    ]
    assert refused(d, reckoning(d, "A")) == [("reckon.called_missing", "V4.7")]
    assert refused(d, reckoning(d, "A", "SJT9")) == [("reckon.called_missing", "V4.7")]
    assert refused(d, reckoning(d, "A", "SQJT", "ST98")) == [("reckon.cards_shared", "V4.7")]
    assert refused(d, reckoning(d, "A", "SQJ9")) == [
        ("reckon.not_a_holding", "V4.7"),
        ("reckon.called_missing", "V4.7"),
    ]
    assert refused(d, reckoning(d, "A", "SQJT", "HKQJ")) == [
        ("cards.not_held", "V4.7"),
        ("reckon.better_than_called", "V4.7"),
    ]
    wrong = {"category": "point", "cards": cards_of("SQJT98")}
    assert refused(d, {"seat": "A", "type": "reckon", "holdings": [wrong]}) == [
        ("reckon.category_closed", "V4.7"),
        ("reckon.called_missing", "V4.7"),
    ]
    assert refused(d, reckoning(d, "C")) == [("turn.other_seat", "V4.7")]
    assert refused(d, reckoning(d, "A", "SQJT")) == []


@pytest.mark.rule("V4.7")
def test_a_list_left_out_is_all_that_may_be_reckoned():
    d = worked("VW12")
    say(d, SEQUENCE_ROUND)
    events = do(d, {"seat": "A", "type": "reckon"})
    assert [(event["kind"], event["cards"], event["rule"]) for event in events] == [
        ("sequence", ["QS", "JS", "TS"], "V5.1"),
        ("reckoned", [], "V4.7"),
    ]
    assert d.calls[1].reckoned == (0,)
    # C cuts the quart at the top, down to the grade that was called.
    events = do(d, {"seat": "C", "type": "reckon"})
    assert [(event["kind"], event["cards"], event["rule"]) for event in events] == [
        ("sequence", ["QH", "JH", "TH"], "V5.1"),
        ("reckoned", [], "V4.8"),
    ]
    assert d.calls[1].reckoned == (0, 2)
    assert (d.phase, d.to_act) == ("calling", 0)


@pytest.mark.rule("V4.8")
def test_the_partner_is_bound_by_the_call_and_obliged_to_nothing():
    d = worked("VW12")
    say(d, SEQUENCE_ROUND)
    reckon(d, "A", "SQJT")
    assert refused(d, reckoning(d, "C", "HKQJT")) == [("reckon.better_than_called", "V4.8")]
    assert refused(d, reckoning(d, "A", "SQJT")) == [("turn.other_seat", "V4.8")]
    assert refused(d, reckoning(d, "C")) == []
    assert kinds(reckon(d, "C")) == ["reckoned"]


@pytest.mark.rule("V4.8")
def test_the_partner_is_asked_even_with_nothing_to_reckon():
    # VW1: A's tens are good, and C has no trio.
    d = worked("VW1")
    say(d, "A 5-50,B -,C -,D -,A 4-Q,B 5-K,C -,D -")
    reckon(d, "B", "HKQJT9")
    reckon(d, "D", "C987")
    say(d, "A 3-T,B -,C -,D -")
    reckon(d, "A", "STDTCT")
    assert (d.phase, d.to_act) == ("reckoning", 2)
    assert kinds(do(d, {"seat": "C", "type": "reckon"})) == ["reckoned"]
    assert (d.phase, d.to_act) == ("play", 0)


@pytest.mark.rule("N4.8")
def test_a_seat_of_normand_has_no_partner():
    d = worked("NW1", 1)
    say(d, "A 5-46,B -,C -,A -,B -,C 3-Q")
    reckon(d, "C", "DQJT")
    assert (d.phase, d.to_act) == ("calling", 0)


@pytest.mark.rule("V4.7", "V4.9")
def test_a_quatorze_may_be_reckoned_as_a_trio_of_which_the_missing_card_is_told():
    # A has four kings and calls three; the club is left out where the service chooses (settled by us).
    d = deal_hands("voleur", "D", {"A": "SKHKDKCKS7H7D7C7"})
    say(d, "A -,B -,C -,D -,A -,B -,C -,D -,A 3-K,B -,C -,D -")
    events = do(d, {"seat": "A", "type": "reckon"})
    assert (events[0]["kind"], events[0]["cards"], events[0]["points"]) == ("set", ["KS", "KH", "KD"], 3)
    assert events[0]["without"] == "KC"


@pytest.mark.rule("V5.1", "N5.1")
def test_what_holdings_score():
    # A: eight spades, a huitieme: 8 for the point, 18 for the sequence.
    d = deal_hands("voleur", "D", {"A": "SAKQJT987"})
    say(d, "A 8-75,B -,C -,D -,A 8-A,B -,C -,D -")
    reckon(d, "A", "SAKQJT987")
    assert [event.points for event in d.events if event.points] == [8, 18, 70]
    # Runs may be cut: A K Q J is 4, and T 9 8 7 is 4, where 4 cards were called.
    d = deal_hands("voleur", "D", {"A": "SAKQJT987"})
    say(d, "A -,B -,C -,D -,A 4-A,B -,C -,D -")
    events = reckon(d, "A", "SAKQJ", "ST987")
    assert [event["points"] for event in events] == [4, 4, 0]
    # Seven cards 17, six 16, five 15, three 3; a quatorze 14.
    for called, cards, points in (("7-K", "SKQJT987", 17), ("6-Q", "SQJT987", 16), ("5-J", "SJT987", 15)):
        d = deal_hands("voleur", "D", {"A": "SAKQJT987"})
        say(d, f"A -,B -,C -,D -,A {called},B -,C -,D -")
        assert reckon(d, "A", cards)[0]["points"] == points
    d = deal_hands("normand", "C", {"A": "STHTDTCTSJHJDJ"})
    do(d, {"seat": "C", "type": "exchange", "cards": []})
    say(d, "A -,B -,C -,A -,B -,C -,A 4-T,B -,C -")
    assert [event["points"] for event in reckon(d, "A", "STHTDTCT", "SJHJDJ")] == [14, 3, 0]


@pytest.mark.rule("V4.8")
def test_the_partner_of_a_good_point_may_reckon_one_under_a_parameter():
    # VW1: A's 50 is good; C has A K 9 of diamonds, 30.
    d = worked("VW1", partner_point=True)
    events = say(d, "A 5-50,B -,C -,D -")
    assert kinds(events)[-1] == "point"  # the caller's own point has no `reckoned`
    assert (d.phase, d.to_act) == ("reckoning", 2)
    assert refused(d, reckoning(d, "C", "DAK9", "DAK9")) == [("reckon.one_only", "V4.8")]
    assert refused(d, reckoning(d, "C")) == []
    events = do(d, {"seat": "C", "type": "reckon"})
    assert [(event["kind"], event["points"], event["rule"]) for event in events] == [
        ("point", 3, "V5.1"),
        ("reckoned", 0, "V4.8"),
    ]
    assert score(d) == (8, 0)
    assert (d.phase, d.to_act) == ("calling", 0)


@pytest.mark.rule("V4.8", "V4.4")
def test_the_point_of_a_partner_is_from_the_floor_up():
    # VW15: A's 39 is good; C has J T 9 of spades, 29, and A K 9 of diamonds and of clubs, 30.
    d = worked("VW15", partner_point=True)
    say(d, "A 4-39,B -,C -,D -")
    assert refused(d, reckoning(d, "C", "SJT9")) == [("reckon.not_good", "V4.8")]
    assert refused(d, reckoning(d, "C", "CAK9")) == []
    point, _ = do(d, {"seat": "C", "type": "reckon"})
    assert point["cards"] == ["AC", "KC", "9C"]


@pytest.mark.rule("N4.7", "N4.9")
def test_reckoning_in_normand():
    # NW4: C has K Q J T 8 of spades, a point of 48 and a quart to the king; A has the aces but that of clubs.
    d = worked("NW4", 1)
    say(d, "A 4-39,B -,C 5-48,A 3-A,B -,C 4-K")
    assert refused(d, reckoning(d, "C")) == [("reckon.called_missing", "N4.7")]
    assert refused(d, reckoning(d, "C", "SQJT")) == [("reckon.called_missing", "N4.7")]
    reckon(d, "C", "SKQJT")
    # The point and the quart are shown.
    assert d.shown[2] == sum(1 << card for card in map(CARD.__getitem__, ["KS", "QS", "JS", "TS", "8S"]))
    say(d, "A 3-A,B -,C -")
    events = reckon(d, "A", "SAHADA")
    assert (events[0]["cards"], events[0]["without"]) == (["AS", "AH", "AD"], "AC")
