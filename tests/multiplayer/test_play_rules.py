"""The play in the games of several seats (V6.1 to V6.6, N6.1 to N6.6)."""

from __future__ import annotations

import pytest

from tests.multiplayer.table import do, kinds, play_worked, refused, score, scored, worked
from tests.multiplayer.worked_deals import WORKED_DEALS


def card(seat: str, name: str) -> dict[str, str]:
    return {"seat": seat, "type": "play", "card": name}


@pytest.mark.rule("V6.1")
def test_suit_is_followed_and_the_highest_card_of_the_suit_led_wins():
    # VW1, after sixteen actions; B has K of spades and K Q J T 9 of hearts.
    d = worked("VW1", 16)
    assert refused(d, card("B", "KS")) == [("turn.other_seat", "V6.1")]
    assert refused(d, card("B", "AS")) == [("turn.other_seat", "V6.1"), ("cards.not_held", "V6.1")]
    assert refused(d, card("A", "KS")) == [("cards.not_held", "V6.1")]
    do(d, card("A", "AS"))
    assert refused(d, card("B", "KH")) == [("play.must_follow_suit", "V6.1")]
    do(d, card("B", "KS"))
    do(d, card("C", "7S"))
    assert refused(d, card("D", "AC")) == []  # D has no spade
    events = do(d, card("D", "7H"))
    assert [(event["kind"], event["seat"], event["cards"]) for event in events] == [
        ("trick_won", "A", ["AS", "KS", "7S", "7H"])
    ]
    assert d.to_act == 0


@pytest.mark.rule("V6.2", "V6.3", "V6.4")
def test_a_point_for_each_lead_and_each_trick():
    # VW1 from 8-18. A leads and wins tricks 1 to 6, leads the seventh, D wins it and leads and wins the last:
    # AC 7 leads and 6 tricks, BD 1 lead, 2 tricks and the last trick; 10 for six tricks. 8 + 13 + 10, 18 + 4.
    d = play_worked("VW1", trick_scoring="lead_and_take")
    assert score(d) == (31, 22)
    # AC has 20 with its sixth trick, BD with the lead of the last; both had scored in hand.
    assert [(event.side, dict(event.more)) for event in d.events if event.kind == "saved"] == [
        (0, {"bonus": "pique", "by": "sequence"}),
        (1, {"bonus": "pique", "by": "point"}),
    ]


@pytest.mark.rule("V6.2")
def test_a_trick_taken_from_a_partner():
    # VW2, trick 5: B leads the 8 of diamonds, D takes it.
    for capture, found in (("from_other_side", []), ("from_other_player", [("capture", "D", 1)])):
        d = play_worked("VW2", capture=capture)
        assert scored(d, "capture")[:1] == (found or [("capture", "A", 1)])


@pytest.mark.rule("V6.2", "N6.2")
def test_low_leads_may_be_uncounted():
    # VW8: A leads 7C, BD lead 8S, 8H …: an event of no points.
    d = play_worked("VW8", low_cards_uncounted=True)
    assert ("lead", "A", 0) in scored(d, "lead")
    assert play_leads("VW8", low_cards_uncounted=True, cards=("7C", "8S", "8H", "7S")) == [0, 0, 0, 0]
    assert play_leads("VW8", low_cards_uncounted=False, cards=("7C", "8S", "8H", "7S")) == [1, 1, 1, 1]
    # NW8: eldest leads the 7 of hearts.
    assert play_leads("NW8", low_cards_uncounted=True, cards=("7H",)) == [0]
    assert play_leads("NW8", low_cards_uncounted=False, cards=("7H",)) == [1]


def play_leads(name: str, *, low_cards_uncounted: bool, cards: tuple[str, ...]) -> list[int]:
    """The points for leading these cards in a worked deal."""
    d = play_worked(name, low_cards_uncounted=low_cards_uncounted)
    points = {event.cards[0]: event.points for event in d.events if event.kind == "lead"}
    return [points[each] for each in cards]


@pytest.mark.rule("V6.3", "N6.3")
@pytest.mark.parametrize(("name", "total"), [("VW1", (25, 20)), ("NW2", (11, 2, 3))])
def test_the_last_trick_may_bring_nothing_more(name: str, total: tuple[int, ...]):
    # One point less than in the worked deal, where BD and A have the last trick.
    assert score(play_worked(name, last_trick_bonus=0)) == total


@pytest.mark.rule("V6.4")
def test_the_cards_belong_to_a_side():
    d = play_worked("VW1")
    event = next(each for each in d.events if each.kind == "cards")
    assert (event.seat, event.side, event.points, event.rule) == (None, 0, 10, "V6.4")
    assert scored(play_worked("VW9"), "cards", "capot") == []  # four tricks each


@pytest.mark.rule("V6.5")
def test_a_capot_replaces_the_cards():
    d = play_worked("VW15")
    assert scored(d, "cards", "capot") == [("capot", "AC", 40)]
    assert next(each for each in d.events if each.kind == "capot").rule == "V6.5"


@pytest.mark.rule("N6.4")
def test_the_seat_with_most_tricks_has_the_cards():
    assert scored(play_worked("NW1"), "cards", "capot") == [("cards", "B", 10)]
    assert scored(play_worked("NW2"), "cards", "capot") == []  # 4-4-2


@pytest.mark.rule("N6.5")
def test_a_capot_of_one_seat_beside_the_cards():
    # NW3: A has six tricks, B four, C none. Without the cards 27-26-0.
    d = play_worked("NW3", capot_replaces_cards=False)
    assert scored(d, "cards", "capot") == [("cards", "A", 10), ("capot", "A", 20), ("capot", "B", 20)]
    assert score(d) == (37, 26, 0)
    # NW4: five tricks each, so that nobody has the cards.
    assert scored(play_worked("NW4", capot_replaces_cards=False), "cards") == []


@pytest.mark.rule("N6.5")
def test_a_capot_of_two_seats():
    # NW5: A has all ten; 116 before the capot.
    assert scored(play_worked("NW5"), "cards", "capot") == [("capot", "A", 40)]
    both = play_worked("NW5", capot_replaces_cards=False)
    assert scored(both, "cards", "capot") == [("cards", "A", 10), ("capot", "A", 40)]
    written = play_worked("NW5", double_capot="as_written")
    assert scored(written, "cards", "capot") == [
        ("capot", "A", 20),
        ("capot", "C", 20),
        ("capot", "A", 20),
        ("capot", "B", 20),
    ]
    assert score(written) == (156, 20, 20)


@pytest.mark.rule("V6.6", "N6.6")
@pytest.mark.parametrize("name", ["VW1", "NW1"])
def test_the_deal_is_over_with_its_last_card(name: str):
    d = play_worked(name)
    assert (d.phase, d.to_act, set(d.hands)) == ("deal_over", -1, {0})
    event = d.events[-1]
    assert (event.kind, event.seat, event.side, event.rule) == ("deal_ended", None, None, f"{name[0]}6.6")
    nobody = [("turn.nobody", f"{name[0]}1.2"), ("cards.not_held", f"{name[0]}6.1")]
    assert refused(d, card("A", "AS")) == nobody


@pytest.mark.rule("V6.1", "V6.2", "V6.3")
def test_the_order_of_events_with_the_last_card():
    # VW8's last trick is led by A and won by B: the trick, the capture, the last trick, the cards, the end.
    d = worked("VW8")
    *before, last = WORKED_DEALS["VW8"].actions
    for action in before:
        do(d, action)
    assert kinds(do(d, last)) == ["trick_won", "capture", "last_trick", "cards", "deal_ended"]


@pytest.mark.rule("N6.1")
def test_three_seats_play_in_order_and_in_suit():
    # NW1: A leads the ace of hearts; B has 9 and T of hearts, C the 9.
    d = worked("NW1")
    for action in WORKED_DEALS["NW1"].actions:
        if action["type"] != "play":
            do(d, action)
    do(d, card("A", "AH"))
    assert refused(d, card("B", "KS")) == [("play.must_follow_suit", "N6.1")]
    do(d, card("B", "TH"))
    (won,) = do(d, card("C", "9H"))
    assert (won["kind"], won["seat"], won["rule"]) == ("trick_won", "A", "N6.1")
    assert won["cards"] == ["AH", "TH", "9H"]
