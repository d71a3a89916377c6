"""The second implementation against the worked examples of the rules: who watches the watchmen."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from tests.reference.deal import Deal, replay
from tests.reference.holdings import PACK, RANKS, grade, holdings, is_carte_blanche, sub_collections, worth
from tests.reference.ledger import Entry, verdicts
from tests.reference.partie import standing
from tests.reference.rules import rules_of
from tests.reference.terms import Call, elders_terms, replies, youngers_terms

NINE, TEN, ACE = map(RANKS.index, "9TA")
RULES = rules_of("portland")
S1 = rules_of({"name": "portland", "overrides": {"equality_saves_repique": True}})


def cards(text: str) -> list[str]:
    """`S AKQ H 9` as a list."""
    words = text.split()
    return [rank + suit for suit, ranks in zip(words[::2], words[1::2], strict=True) for rank in ranks]


def reckon(seat: str, *named: str) -> dict[str, Any]:
    """`reckon("A", "point H AKQJ8")`."""
    pairs = [one.split(" ", 1) for one in named]
    some = [{"category": category, "cards": cards(text)} for category, text in pairs]
    return {"seat": seat, "type": "reckon", "holdings": some}


def act(seat: str, kind: str, **members: Any) -> dict[str, Any]:
    return {"seat": seat, "type": kind, **members}


def plays(first: str, *tricks: str) -> list[dict[str, Any]]:
    """Tricks as `AH TH`; who leads the next is who took the last."""
    leader, found = first, []
    for trick in tricks:
        lead, follow = trick.split()
        other = "B" if leader == "A" else "A"
        found += [act(leader, "play", card=lead), act(other, "play", card=follow)]
        if lead[1] == follow[1] and "789TJQKA".index(follow[0]) > "789TJQKA".index(lead[0]):
            leader = other
    return found


def bonuses(
    elder: dict[str, int], younger: dict[str, int], rules: dict[str, Any] = RULES, equal: str = ""
) -> list[Any]:
    """What a ledger comes to when everything has been said: seat, bonus, and what prevented it."""
    entries = [Entry(step, "E", points) for step, points in elder.items() if step != "leads"]
    entries += [Entry(step, "Y", points) for step, points in younger.items()]
    entries += [Entry("play", "E", 1)] * elder.get("leads", 0)
    found = verdicts(entries, "E", "Y", set(), set(equal.split()), set(), rules)
    return [(one.seat, one.bonus, one.by) for one in found]


BRITANNICA = {
    "hands": {"A": cards("S AKJ H AQJ8 C J87 D 98"), "B": cards("S T7 H T97 C KQT D AQJT")},
    "talon": ["9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D"],
}


@pytest.mark.rule("R5.3", "R5.6", "R5.11", "R6.2", "R6.3")
def test_w1_the_example_deal_ends_28_to_23_with_every_running_total() -> None:
    history = [
        act("A", "exchange", cards=cards("S K C 87 D 98")),
        act("B", "exchange", cards=cards("S 7 H 97")),
        act("A", "call", category="point", length=5),
        act("B", "reply", reply="equal"),
        act("A", "state_tie_break", value=49),
        act("B", "reply", reply="good"),
        reckon("A", "point H AKQJ8"),
        act("A", "call", category="sequence", length=4, top="A"),
        act("B", "reply", reply="good"),
        reckon("A", "sequence H AKQJ"),
        act("A", "call", category="set", count=3, rank="J"),
        act("B", "reply", reply="not_good"),
    ]
    tricks = [
        "AH TH",
        "KH 7D",
        "QH TD",
        "JH JD",
        "8H QD",
        "KD AD",
        "AC 9C",
        "KC JC",
        "QC 8S",
        "TC 9S",
        "QS AS",
        "JS TS",
    ]
    played = plays("A", *tricks)
    history += [played[0], reckon("B", "set S T H T C T D T", "set S Q C Q D Q"), *played[1:]]
    deal = replay(BRITANNICA, "B", history)
    assert deal.score == {"A": 28, "B": 23}
    totals = [(one["seat"], one["deal_score"][one["seat"]]) for one in deal.events if one["points"]]
    assert [total for seat, total in totals if seat == "A"] == [5, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 28]
    assert [total for seat, total in totals if seat == "B"] == [14, 17, 18, 19, 20, 21, 22, 23]


@pytest.mark.rule("R7.2")
def test_w2_repique_unless_younger_has_a_carte_blanche() -> None:
    elder = {"point": 7, "sequence": 22, "set": 3}
    assert bonuses(elder, {}) == [("E", "repique", None)]
    assert bonuses(elder, {"carte_blanche": 10})[0] == ("E", "repique", "carte_blanche")


@pytest.mark.rule("R7.5")
def test_w3_equalities_save_nothing_unless_the_ruleset_says_so() -> None:
    younger = {"set": 31}
    assert bonuses({"leads": 1}, younger, equal="point sequence") == [("Y", "repique", None)]
    assert bonuses({"leads": 1}, younger, S1, equal="point sequence") == [("Y", "repique", "equality")]


def whole_deal(elder: str, younger: str, carte_blanche: str = "") -> Deal:
    """A deal of elder's five and younger's three exchanged, calling without words.

    Elder leads spades first, and both play from the top.
    """
    hands = cards(elder), cards(younger)
    rest = sorted(PACK - set(hands[0]) - set(hands[1]))
    if carte_blanche:
        dealt = cards(carte_blanche)
        drawn = [card for card in hands[0] if card not in dealt]
    else:
        drawn = hands[0][-5:]
        dealt = [card for card in hands[0] if card not in drawn] + rest[:5]
    rest = sorted(PACK - set(hands[1]) - set(dealt) - set(drawn))
    start = {"hands": {"A": dealt, "B": hands[1][3:] + rest[:3]}, "talon": drawn + hands[1][:3] + rest[3:]}
    put_away = [card for card in dealt if card not in hands[0]]
    deal = Deal(start, "B", {"name": "portland", "overrides": {"calling": "automatic"}})
    if carte_blanche:
        deal.do(act("A", "claim_carte_blanche", exchange=len(put_away)))
        deal.do(act("B", "commit_discard", cards=rest[:3]))
    deal.do(act("A", "exchange", cards=put_away))
    if not carte_blanche:
        deal.do(act("B", "exchange", cards=rest[:3]))
    while not deal.is_over:
        seat = deal.to_act
        held = sorted(deal.hand[seat or "A"], key=lambda card: "AKQJT987".index(card[0]))
        held.sort(key=lambda card: 0 if seat == "B" else "SHDC".index(card[1]))
        legal = [card for card in held if deal.objection(act(seat or "", "play", card=card)) is None]
        deal.do(act(seat or "", "play", card=legal[0]))
    return deal


@pytest.mark.rule("R5.12", "R6.3", "R7.2")
def test_w4_three_honours_of_every_suit_are_170() -> None:
    deal = whole_deal("S AKQ H AKQ D AKQ C AKQ", "S JT9 H JT9 D JT9 C JT9")
    assert [one["points"] for one in deal.events if one["points"] > 1] == [3, 3, 3, 3, 3, 14, 14, 14, 60, 40]
    assert deal.score == {"A": 170, "B": 0}


@pytest.mark.rule("R3.2", "R5.12", "R7.2")
def test_w5_a_carte_blanche_four_aces_four_tens_and_a_sixieme_are_173() -> None:
    deal = whole_deal("S AKQJT9 H AT D AT C AT", "H KQJ9 D KQJ9 C KQ98", "S A9T H AT98 D AT9 C AT")
    assert deal.score == {"A": 173, "B": 0}


@pytest.mark.rule("R3.2", "R5.12", "R6.3", "R7.2")
def test_w15_the_most_that_a_deal_can_score_is_reached() -> None:
    deal = whole_deal("S JT987 H JT9 D JT C JT", "H KQ87 D K987 C Q987", "S AT987 H AT9 D AT C AT")
    assert [one["points"] for one in deal.events if one["points"] > 1] == [10, 5, 15, 3, 60, 14, 14, 40]
    assert deal.score == {"A": 174, "B": 0}


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(("high", "low", "settled"), [(154, 113, 141), (154, 93, 347), (128, 119, 109), (117, 96, 313)])
def test_w6_and_w7_settlements(high: int, low: int, settled: int) -> None:
    deals = [{"A": high, "B": low}] + [{"A": 0, "B": 0}] * 5
    assert standing(deals, RULES).settlement == settled


def compared(category: str, elder: str, younger: str) -> tuple[int, int]:
    """What each reckons in a category if both say all that they have."""
    hands = set(cards(elder)), set(cards(younger))
    best = [max(grade(category, one) for one in holdings(category, hand, RULES)) for hand in hands]
    scores = []
    for hand in hands:
        ways = sub_collections(holdings(category, hand, RULES))
        ways = [way for way in ways if len(way) < 2] if category == "point" else ways
        scores.append(max(sum(worth(category, one, RULES) for one in way) for way in ways))
    return (scores[0] if best[0] > best[1] else 0, scores[1] if best[1] > best[0] else 0)


@pytest.mark.rule("R5.7", "R5.12")
def test_w8_w9_w10_who_is_good_and_what_he_reckons() -> None:
    assert compared("point", "S AKQJT8", "D AKQ987") == (6, 0)
    assert max(grade("point", one) for one in holdings("point", cards("S AKQJT8"), RULES)) == (6, 59)
    assert compared("set", "S TJ H TJ D TJ C T", "S AK H AK D AK") == (17, 0)
    assert compared("sequence", "S QJT9 H 987", "D JT98") == (7, 0)


@pytest.mark.rule("R7.2", "R7.3", "R7.4")
def test_w11_to_w14_when_thirty_are_and_are_not_worth_more() -> None:
    assert bonuses({"sequence": 18, "set": 14}, {"point": 5})[0] == ("E", "repique", "point")
    assert bonuses({"point": 8, "sequence": 21, "leads": 1}, {"set": 3}) == [("E", "pique", "set")]
    assert bonuses({"point": 8, "sequence": 21, "leads": 1}, {}) == [("E", "pique", None)]
    assert bonuses({"carte_blanche": 10, "point": 5, "sequence": 15}, {}) == [("E", "repique", None)]
    assert bonuses({"point": 6, "sequence": 7, "leads": 13}, {}) == []  # the capot is not in the ledger


@pytest.mark.rule("R3.1", "R4.1")
def test_w16_and_w17_counts() -> None:
    deal = Deal(BRITANNICA, "B")
    hand = sorted(deal.hand["A"])
    ways = [some for size in range(13) for some in itertools.combinations(hand, size)]
    assert sum(deal.objection(act("A", "exchange", cards=list(some))) is None for some in ways) == 1585
    blank = [card for card in PACK if is_carte_blanche([card])]
    assert len(blank) == 20
    assert round(math.comb(32, 12) / math.comb(len(blank), 12), 1) == 1792.4


# The finer points of the calling, each as the text has it.


@pytest.mark.rule("R5.2", "R5.3")
def test_what_may_be_answered() -> None:
    hand = set(cards("S AKQJT9 H 987 D K C K7"))
    assert replies(Call("point", 5), hand, RULES) == {"good", "not_good", "equal"}
    # (A suit of six holds a point of five.)
    assert replies(Call("point", 6), hand, RULES) == {"good", "equal"}
    assert replies(Call("point", 5, 51, asked=True), hand, RULES) == {"good", "not_good", "equal"}
    assert replies(Call("sequence", 3, ACE), hand, RULES) == {"good", "not_good", "equal"}
    assert replies(Call("set", 3, TEN), hand, RULES) == {"good", "not_good"}
    assert replies(Call("set", 3, ACE), hand, RULES) == {"good"}


@pytest.mark.rule("R5.3", "R7.6")
def test_whoever_has_asked_for_the_point_cannot_score_a_longer_one() -> None:
    hand = set(cards("S JT987 H AK D AK C KQJ"))
    asked = Call("point", 4, 40, asked=True, status="not_good")
    terms = youngers_terms(asked, hand, RULES)  # no four of the five spades make more than 37
    assert terms.barred and terms.nothing
    at_once = youngers_terms(Call("point", 4, status="not_good"), hand, RULES)
    assert {len(one) for way in at_once.collections for one in way} == {5} and not at_once.barred


@pytest.mark.rule("R5.8")
def test_whoever_has_called_low_reckons_no_better_than_he_called() -> None:
    hand, discards = set(cards("S T987 H 987 D AQ C KJ7")), set(cards("D 98"))
    ways, bound = elders_terms(Call("sequence", 3, NINE, status="good"), hand, discards, RULES)
    assert bound
    best = max(ways, key=lambda way: sum(worth("sequence", one, RULES) for one in way))
    assert sorted(map(sorted, best)) == [["7H", "8H", "9H"], ["7S", "8S", "9S"]]


@pytest.mark.rule("R5.8")
def test_a_low_call_that_is_good_against_the_cards_lets_him_reckon_all() -> None:
    hand, discards = set(cards("S AKQJ9 H AT D KT C AT7")), set(cards("H 7 D 7 C 8"))
    ways, bound = elders_terms(Call("sequence", 3, status="good"), hand, discards, RULES)
    assert not bound  # nothing as good as a tierce major can be made of the other cards
    assert frozenset([frozenset(cards("S AKQJ"))]) in ways
    assert elders_terms(Call("sequence", 3, status="good"), hand, discards, RULES | {"abide_by_call": "always"})[1]
