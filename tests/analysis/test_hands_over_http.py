"""`POST /v1/hands/evaluate` and `GET /v1/hands/{cards}`: what they answer, and what they refuse."""

import random
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tests.analysis import brute
from tests.helpers.cards import cards, in_order
from tests.helpers.http import client, get, post, problem
from tests.helpers.random_cases import generator

KINGS = "KSQSJS9SKH8H7HKD9DKC8C7C"


def evaluate(hand: str, **more: Any) -> Any:
    """One hand, by itself or with what is known."""
    ruleset, odds = more.pop("ruleset", "portland"), more.pop("odds", True)
    item = {"cards": cards(hand), **{name: cards(some) for name, some in more.items()}}
    return post("/v1/hands/evaluate", {"ruleset": ruleset, "hands": [item], "odds": odds})["hands"][0]


def fraction(exact: Any) -> Fraction:
    """An exact number, whose decimal is the nearest to it."""
    found = Fraction(exact["numerator"], exact["denominator"])
    assert (exact["numerator"], exact["denominator"]) == found.as_integer_ratio()
    assert exact["decimal"] == float(found)
    return found


@pytest.mark.rule("R5.12")
def test_four_kings_are_worth_fourteen_and_beaten_by_four_aces() -> None:
    """Of C(20,12) hands C(16,8) have the four aces."""
    (kings,) = get(f"/v1/hands/{KINGS}")["sets"]
    assert (kings["count"], kings["rank"], kings["score"]) == (4, "K", 14)
    assert kings["cards"] == ["KS", "KH", "KD", "KC"]
    assert not kings["good_against_the_cards"]
    odds = kings["odds"]
    assert odds["hands"] == 125_970
    assert fraction(odds["beaten"]) == Fraction(comb(16, 8), comb(20, 12))
    assert (fraction(odds["equal"]), fraction(odds["good"])) == (0, 1 - fraction(odds["beaten"]))


@pytest.mark.rule("R5.2")
def test_odds_over_http_are_those_of_plain_enumeration() -> None:
    """After elder took five, one of the three cards that he left unseen shown or not: C(15,12) or C(14,11) hands."""
    rng = generator("odds over HTTP")
    game = brute.Game()
    for shown in (0, 1, 2):
        pack = rng.sample(brute.PACKS[32], 32)
        hand, discards, known, held, unseen = (
            pack[:12],
            pack[12:15],
            pack[15:17],
            pack[17 : 17 + shown],
            pack[17 + shown :],
        )
        item = {"cards": hand, "discards": discards, "known": known, "held": held}
        (found,) = post("/v1/hands/evaluate", {"hands": [item]})["hands"]
        others = list(game.others(unseen, held))
        seen = 0
        for category, key, of_cards in game.holdings(hand):
            (valued,) = [each for each in found[f"{category}s"] if set(each["cards"]) == of_cards]
            assert valued["odds"]["hands"] == len(others) == comb(15 - shown, 12 - shown)
            exact = [fraction(valued["odds"][outcome]) for outcome in ("good", "equal", "beaten")]
            assert exact == [Fraction(count, len(others)) for count in brute.odds(key, category, others)]
            seen += 1
        assert seen == sum(len(found[f"{category}s"]) for category in brute.CATEGORIES)


@pytest.mark.rule("R5.8")
def test_discards_count_against_the_cards_and_what_else_is_known_does_not() -> None:
    """Three aces with a king, a queen and a knave of the four: only four tens could be better."""
    hand = "AS 7S KH 9H 8H AH AD 9D 8D QC JC 7C"
    for more, good, certain in (({}, False, False), ({"discards": "TS"}, True, True), ({"known": "TS"}, False, True)):
        (aces,) = evaluate(hand, **more)["sets"]
        assert aces["good_against_the_cards"] is good
        assert (fraction(aces["odds"]["good"]) == 1) is certain


@pytest.mark.rule("R3.1")
def test_a_carte_blanche_scores_ten_until_anything_is_discarded() -> None:
    blank = "S AT97 H AT87 D A98 C A"
    assert evaluate(blank)["carte_blanche"] == 10
    assert evaluate(blank, discards="7C")["carte_blanche"] == 0


@pytest.mark.rule("R7.1")
def test_a_carte_rouge_is_told_where_the_ruleset_has_one() -> None:
    hand = "S AKQ H AKQ87 D AKQ C A"
    red = {"name": "portland", "overrides": {"carte_rouge": 40}}
    assert (evaluate(hand, ruleset=red)["carte_rouge"], evaluate(hand)["carte_rouge"]) == (40, 0)


def test_a_nought_is_told_as_in_events_and_has_odds() -> None:
    """Five cards worth 50½, and a quint below that to the ace. A hand of the other without spades has the same."""
    hand = "S AKQJT987 H 987 D 7"
    found = evaluate(hand, ruleset={"name": "portland", "overrides": {"nought": True}})
    assert found["nought"]
    point = next(each for each in found["points"] if each["value"] == 50.5)
    quint = next(each for each in found["sequences"] if each["top"] == "nought")
    assert (point["length"], point["cards"], point["score"]) == (5, [], 5)
    assert (quint["length"], quint["cards"], quint["score"]) == (5, [], 10)
    assert fraction(point["odds"]["good"]) == fraction(quint["odds"]["good"]) == 0
    assert fraction(point["odds"]["equal"]) > 0
    assert not evaluate(hand)["nought"]


def test_the_order_of_the_cards_is_no_matter() -> None:
    shuffled = cards("7C KS QS JS 9S KH 8H 7H KD 9D KC 8C")
    answer = get("/v1/hands/" + "".join(shuffled))
    assert answer == get(f"/v1/hands/{KINGS}")
    assert answer["cards"] == in_order(shuffled)


def test_one_hand_by_its_address_is_the_same_as_in_a_list() -> None:
    for name in ("portland", "wikipedia@1", "old-36"):
        answer = get(f"/v1/hands/{KINGS}?ruleset={name}")
        body = {"ruleset": name, "hands": [{"cards": answer["cards"]}]}
        listed = post("/v1/hands/evaluate", body)
        assert answer == {**listed.pop("hands")[0], **listed}


def test_a_hand_has_an_etag() -> None:
    first = client().get(f"/v1/hands/{KINGS}")
    again = client().get(f"/v1/hands/{KINGS}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    other = client().get(f"/v1/hands/{KINGS}?ruleset=old-36")
    assert other.headers["ETag"] != first.headers["ETag"]
    assert "max-age" in first.headers["Cache-Control"]


def test_a_thousand_hands_are_taken_and_one_more_is_not() -> None:
    rng = random.Random(6)
    hands = [{"cards": rng.sample(brute.PACKS[32], 12)} for _ in range(1000)]
    answer = post("/v1/hands/evaluate", {"hands": hands})
    assert [each["cards"] for each in answer["hands"]] == [in_order(hand["cards"]) for hand in hands]
    assert problem("/v1/hands/evaluate", {"hands": [*hands, hands[0]]})["code"] == "invalid_request"


def test_odds_may_be_left_out() -> None:
    with_odds, without = evaluate("S AKQ"), evaluate("S AKQ", odds=False)
    for name in ("points", "sequences"):
        assert [{**each, "odds": None} for each in with_odds[name]] == without[name]


CONTRADICTIONS = {
    "a card twice": ({"cards": ["AS", "KS", "AS"]}, "/hands/1/cards/2"),
    "a card in two places": ({"cards": ["AS"], "known": ["KS"], "held": ["KS"]}, "/hands/1/held/0"),
    "discarded and in hand": ({"cards": ["AS"], "discards": ["AS"]}, "/hands/1/discards/0"),
    "a six in a pack of 32": ({"cards": ["AS"], "known": ["7S", "6S"]}, "/hands/1/known/1"),
    "more than the other can hold": ({"cards": ["AS"], "held": brute.PACKS[32][8:21]}, "/hands/1/held"),
    "less than the other must hold": ({"cards": ["AC"], "known": brute.PACKS[32][:20]}, "/hands/1"),
}


@pytest.mark.parametrize(("hand", "pointer"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_what_cannot_be_is_told_where_it_stands(hand: Any, pointer: str) -> None:
    for odds in (True, False):
        refused = problem("/v1/hands/evaluate", {"hands": [{"cards": ["AS"]}, hand], "odds": odds})
        assert (refused["status"], refused["code"]) == (409, "contradictory_request")
        assert [each["pointer"] for each in refused["errors"]] == [pointer]


def test_cards_that_leave_the_other_exactly_twelve_are_taken() -> None:
    found = evaluate("AC", known=" ".join(brute.PACKS[32][:19]))
    assert found["cards"] == ["AC"]
    (point,) = evaluate("S 987", known=" ".join(brute.PACKS[32][3:20]))["points"]
    assert point["odds"]["hands"] == 1


ADDRESSES = {
    "a rank without a suit": ("ASK", 422, "invalid_request"),
    "small letters after the first": ("ASks", 422, "invalid_request"),
    "no such card": ("1S", 422, "invalid_request"),
    "thirteen cards": ("".join(rank + suit for suit in "SH" for rank in "AKQJT98")[:26], 422, "invalid_request"),
    "another separator": ("AS,KS", 422, "invalid_request"),
    "a name": ("spades", 404, "not_found"),
    "a card twice": ("ASKSAS", 409, "contradictory_request"),
    "a six": ("AS6S", 409, "contradictory_request"),
    "no such ruleset": ("AS?ruleset=whist", 404, "unknown_ruleset"),
    "a ruleset twice": ("AS?ruleset=denexa&ruleset=parlett", 422, "invalid_request"),
    "a long name": ("AS?ruleset=" + "x" * 65, 422, "invalid_request"),
    "another member": ("AS?odds=false", 422, "invalid_request"),
}


@pytest.mark.parametrize(("address", "status", "code"), ADDRESSES.values(), ids=ADDRESSES)
def test_an_address_that_is_no_hand_is_refused(address: str, status: int, code: str) -> None:
    response = client().get(f"/v1/hands/{address}")
    assert response.content_type.startswith("application/problem+json")
    assert (response.status_code, response.json["code"]) == (status, code)


def test_the_operations_on_hands_are_nobodys_hand() -> None:
    for name in ("evaluate", "compare"):
        response = client().get(f"/v1/hands/{name}")
        assert (response.status_code, response.headers["Allow"]) == (405, "OPTIONS, POST")
