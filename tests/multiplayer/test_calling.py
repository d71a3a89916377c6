"""The rounds of calling (V4.1 to V4.6, N4.1 to N4.6): what may be said, and what is refused.

VW3, dealer D. Points: A K Q J 8 7 of spades, 45; B K Q J 9 8 of hearts, 47; C J T 9 8 7 of diamonds, 44; D A K 9 of
clubs, 30. Sequences: A and B a tierce to the king, C a quint to the knave.
"""

from __future__ import annotations

import pytest

from tests.multiplayer.table import do, kinds, play_worked, refused, refused_word, say, scored, worked
from tests.multiplayer.worked_deals import cards_of


@pytest.mark.rule("V4.1")
def test_every_seat_speaks_once_in_each_of_three_rounds():
    d = worked("VW3")
    assert refused_word(d, "B -") == [("turn.other_seat", "V4.1")]
    say(d, "A -,B -,C -,D -")
    assert [(each.category, each.status, len(each.words)) for each in d.calls] == [(0, "nobody", 4)]
    say(d, "A -,B -,C -,D -,A -,B -,C -,D -")
    assert [each.status for each in d.calls] == ["nobody"] * 3
    assert (d.phase, d.to_act) == ("play", 0)


@pytest.mark.rule("N4.1")
def test_three_seats_speak_in_normand():
    d = worked("NW8", 1)
    say(d, "A -,B -,C -")
    assert (d.calls[0].status, d.to_act) == ("nobody", 0)


@pytest.mark.rule("V4.1")
def test_the_rounds_come_in_order():
    d = worked("VW3")
    assert refused_word(d, "A 3-K", "sequence") == [("call.out_of_order", "V4.1")]
    assert refused_word(d, "A -", "set") == [("call.out_of_order", "V4.1")]
    assert refused_word(d, "A =", "set") == [("call.out_of_order", "V4.1")]
    say(d, "A -,B -,C -,D -")
    assert refused_word(d, "A -", "point") == [("call.category_closed", "V4.1")]
    assert refused_word(d, "A 5-45", "point") == [("call.category_closed", "V4.1")]


@pytest.mark.rule("V4.2")
def test_a_call_must_beat_what_stands():
    d = worked("VW3")
    say(d, "A 5-45")
    assert refused_word(d, "B 4-38") == [("call.not_better", "V4.2")]  # K Q J 8 of hearts: fewer cards
    assert refused_word(d, "B 5-47") == []
    say(d, "B 5-47")
    assert refused_word(d, "C 5-44") == [("call.not_better", "V4.2")]
    assert refused_word(d, "C 5-46") == [("call.not_held", "V4.3"), ("call.not_better", "V4.2")]
    assert refused_word(d, "C 3-K", "sequence") == [("call.out_of_order", "V4.1"), ("call.not_held", "V4.3")]


@pytest.mark.rule("V4.2")
def test_a_seat_may_call_more_than_its_partner():
    d = worked("VW7")
    say(d, "B 4-41,C -")
    assert refused_word(d, "D 5-50") == []


@pytest.mark.rule("V4.2", "N4.2")
@pytest.mark.parametrize(("name", "words"), [("VW3", "A 5-45,B 5-47,C -,D -"), ("NW8", "A 3-29,B 3-30,C =")])
def test_words_are_events(name: str, words: str):
    d = worked(name, 0 if name[0] == "V" else 1)
    events = say(d, words)
    prefix = name[0]
    assert events[0]["kind"] == "called" and events[0]["rule"] == f"{prefix}4.2"
    assert (events[0]["category"], events[0]["length"], events[0]["cards"]) == ("point", int(words[2]), [])
    last = {"V": ("passed", "V4.2"), "N": ("equal", "N4.5")}[prefix]
    told = next(event for event in events if event["kind"] == last[0])
    assert told["rule"] == last[1]


@pytest.mark.rule("V4.3")
def test_what_is_called_is_held_and_told_in_full():
    d = worked("VW3")
    assert refused_word(d, "A 5-46") == [("call.not_held", "V4.3")]
    assert refused_word(d, "A 4-38") == []  # K Q J 8: a part of the longer point
    assert refused(d, {"seat": "A", "type": "call", "category": "point", "length": 5}) == [
        ("call.tie_break_required", "V4.3")
    ]
    say(d, "A -,B -,C -,D -")
    assert refused_word(d, "A 4-K") == [("call.not_held", "V4.3")]
    assert refused_word(d, "A 3-K") == []
    say(d, "A -,B -,C -,D -")
    assert refused_word(d, "A 3-J") == [("call.not_held", "V4.3")]  # two knaves


@pytest.mark.rule("V4.3")
def test_the_cards_of_a_point_may_be_named():
    d = worked("VW3")
    named = {"seat": "A", "type": "call", "category": "point", "length": 5, "value": 45}
    assert refused(d, named | {"cards": cards_of("SKQJ8")}) == [("call.cards_do_not_match", "V4.3")]
    assert refused(d, named | {"cards": cards_of("SAQJ87")}) == [("cards.not_held", "V4.3")]
    assert refused(d, named | {"cards": cards_of("SKQJ87")}) == []


@pytest.mark.rule("V4.6")
def test_a_good_point_scores_the_cards_that_were_called():
    # VW1: A has A Q J T 9 of spades; with the ace two of Q J T make 31.
    d = worked("VW1")
    call = {"seat": "A", "type": "call", "category": "point", "length": 3, "value": 31}
    do(d, call | {"cards": cards_of("SAJT")})
    events = say(d, "B -,C -,D -")
    point = next(event for event in events if event["kind"] == "point")
    assert (point["cards"], point["points"], point["length"], point["value"]) == (["AS", "JS", "TS"], 3, 3, 31)


@pytest.mark.rule("V4.6")
def test_without_cards_the_service_chooses_the_first_suit_and_its_highest_cards():
    d = worked("VW1")
    events = say(d, "A 3-31,B -,C -,D -")
    point = next(event for event in events if event["kind"] == "point")
    assert point["cards"] == ["AS", "QS", "JS"]


@pytest.mark.rule("V4.4")
def test_a_point_below_the_floor_is_not_called():
    d = worked("VW3")
    assert refused_word(d, "A 3-28") == [("call.too_low", "V4.4")]  # K Q 8 of spades
    assert refused_word(d, "A 2-20") == [("call.too_short", "V4.4")]
    assert refused_word(worked("VW3", point_floor=None), "A 3-28") == []


@pytest.mark.rule("N4.4")
def test_normand_has_no_floor_unless_it_is_given_one():
    assert refused_word(worked("NW8", 1), "A 3-29") == []
    assert refused_word(worked("NW8", 1, point_floor=30), "A 3-29") == [("call.too_low", "N4.4")]


@pytest.mark.rule("V4.5")
def test_equal_is_said_to_a_call_of_the_other_side_that_nobody_has_equalled():
    d = worked("VW3")
    assert refused_word(d, "A =") == [("equal.nothing_called", "V4.5")]
    say(d, "A -,B -,C -,D -,A 3-K")
    assert refused_word(d, "B =") == []
    say(d, "B =")
    assert refused_word(d, "C =") == [
        ("equal.own_side", "V4.5"),
        ("equal.already_said", "V4.5"),
        ("reply.not_equal", "V4.5"),
    ]
    assert refused_word(d, "C 3-J") == [("call.not_better", "V4.2")]
    say(d, "C -")
    assert refused_word(d, "D =") == [("equal.already_said", "V4.5"), ("reply.not_equal", "V4.5")]
    say(d, "D -")
    assert d.calls[1].status == "equal" and d.calls[1].good is None
    assert (d.phase, d.to_act) == ("calling", 0)  # nobody reckons


@pytest.mark.rule("V4.5")
def test_equal_is_not_said_to_a_partner():
    # VW2, dealer A: B, C and D have 41; D is B's partner, C says equal first.
    d = worked("VW2")
    say(d, "B 4-41")
    assert refused_word(d, "C =") == []
    say(d, "C -")
    assert refused_word(d, "D =") == [("equal.own_side", "V4.5")]


@pytest.mark.rule("V4.5")
def test_equal_may_rest_on_a_part_of_more():
    d = worked("VW1", point_floor=None)
    say(d, "A 3-30")
    assert refused_word(d, "B =") == []  # K Q J of hearts, a part of K Q J T 9


@pytest.mark.rule("V4.5", "N4.5")
@pytest.mark.parametrize("name", ["VW2", "NW8"])
def test_the_first_of_equal_calls_may_be_good(name: str):
    d = worked(name, 0 if name[0] == "V" else 1, equality="first_called")
    first = {"VW2": "B 4-41", "NW8": "A -,B 3-30"}[name]
    say(d, first)
    assert refused_word(d, "C =") == [("equal.not_in_ruleset", f"{name[0]}4.5")]


@pytest.mark.rule("N4.5", "N4.6")
def test_a_third_has_nothing_from_a_void_category():
    # NW3: A calls 39, B says equal; C's 30 does not revive.
    d = play_worked("NW3")
    assert d.calls[0].status == "equal"
    assert scored(d, "point") == []


@pytest.mark.rule("V4.10", "N4.10")
def test_nothing_is_said_after_the_calling():
    d = worked("VW3")
    say(d, "A -,B -,C -,D -,A -,B -,C -,D -,A -,B -,C -,D -")
    assert refused_word(d, "A 5-45", "point") == [("turn.not_now", "V6.1")]
    assert refused(d, {"seat": "A", "type": "reckon"}) == [("turn.not_now", "V6.1")]


@pytest.mark.rule("V4.11")
def test_automatic_calling_says_and_reckons_all_with_the_deal():
    # In VW1 every seat says all that it has, so that the events are those of the dialogue: 8-18 before the play.
    d = worked("VW1", calling="automatic")
    spoken = worked("VW1", 16)  # twelve words and four reckonings
    assert (d.phase, d.to_act, d.history) == ("play", 0, [])
    assert d.score == (8, 18)
    assert [event.kind for event in d.events] == [event.kind for event in spoken.events]
    assert d.calls == spoken.calls
    for action in ({"type": "call", "category": "point", "length": 3, "value": 30}, {"type": "reckon"}):
        assert refused(d, {"seat": "A", **action}) == [("turn.not_now", "V6.1")]


@pytest.mark.rule("N4.11")
def test_automatic_calling_of_normand_follows_the_exchange():
    d = worked("NW2", calling="automatic")
    assert d.phase == "exchange"
    events = do(d, {"seat": "A", "type": "exchange", "cards": []})
    # Points: B 29, C 37, A 38.
    assert kinds(events)[:5] == ["exchanged", "called", "called", "called", "point"]
    assert (d.phase, d.to_act) == ("play", 1)


@pytest.mark.rule("N4.3")
def test_what_is_called_in_normand_is_held():
    # NW8, after the exchange: A has Q K 9 of clubs, 29, and J T 7 of hearts, 27.
    d = worked("NW8", 1)
    assert refused_word(d, "A 3-30") == [("call.not_held", "N4.3")]
    assert refused_word(d, "A 3-29") == []
