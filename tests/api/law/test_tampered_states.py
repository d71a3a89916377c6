"""A state with irregularities is its history, too: what the law adds to it follows from the acts that it judges."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import pytest

from tests.helpers.http import send, violations_of
from tests.helpers.law_game import CALLS_OF_P, EXCHANGES_OF_P, P_13_11_8, RECKONING_OF_P, LawGame
from tests.helpers.reachable import NOTHING_IRREGULAR, alike, assert_named, assert_reachable, concerns
from tests.helpers.tampering import each_leaf_altered, with_value

Json = Any


def long_hand() -> LawGame:
    """B takes one card too many (L31), and so plays with thirteen (L58); A enforces the first."""
    return LawGame.deal_p().does(f"AxSKD98C87 B@xS7H9-k678 {CALLS_OF_P} A.AH BrtSTHTDTCT-tSQDQCQ Au2-enforce")


def misdeal() -> LawGame:
    """Elder has thirteen cards, stands the deal and exchanges six for five (L40)."""
    return LawGame.deal(P_13_11_8, irregular=True).does("Au0-stand AxSKTD98C87")


def out_of_turn() -> LawGame:
    """The second deal, which is A's, is dealt by B and annulled (L16). B deals the third out of turn, unnoticed."""
    first = LawGame.deal_p().play_p()
    second = first.deal_p(after=first, wrong_dealer="B").rule("A", 0, "void", untouched=True)
    third = second.deal_p(after=second, wrong_dealer="B").play_p()
    return third.deal_p(after=third).does("BxSKD98C87")


def run() -> LawGame:
    """A puts the queen and knave of hearts down behind the king of hearts (L59, II); B has not answered."""
    return LawGame.deal_p().does(f"{EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P} B.TH A.KH A@.QH A@.JH")


def seen() -> LawGame:
    """Dealing, B turned up a knave of A's (L13); A stands the deal."""
    return LawGame.deal_p().does("Bi-exposed-HJ Au1-stand")


def named_suit() -> LawGame:
    """B looked at two cards of the talon, and has to lead spades twice (LF1)."""
    return LawGame.deal_p(ruleset="french").does("Bi-dealer_saw-12 Au1-demand-S")


def amended() -> LawGame:
    """A calls four cards, and mends the call to five (L50)."""
    return LawGame.deal_p().does(f"{EXCHANGES_OF_P} Ap4 Aap5-49 Bg")


GAMES = (long_hand, misdeal, out_of_turn, run, seen, named_suit, amended)


@functools.cache
def played(make: Callable[[], LawGame]) -> Json:
    return make().state


def state_of(make: Callable[[], LawGame]) -> Json:
    return copy.deepcopy(played(make))


@pytest.mark.parametrize("make", GAMES)
def test_what_is_true_is_let_alone(make: Callable[[], LawGame]) -> None:
    state = state_of(make)
    assert violations_of(state) == []
    assert_reachable(state)


@pytest.mark.rule("R2.4")
def test_the_other_seat_did_not_deal_a_regular_deal() -> None:
    """B deals the first deal: only what says that A dealt it is wrong."""
    altered = with_value(LawGame.deal_p().state, ("partie", "dealer"), "A")
    assert [(one["code"], one["pointer"]) for one in violations_of(altered)] == [
        ("state.partie", "/state/partie/dealer")
    ]


INCIDENT = ("incidents", 0)
ALTERED = [
    # What is altered: the game, the place, what stands there instead.
    (long_hand, (*INCIDENT, "number"), 1),
    (long_hand, (*INCIDENT, "kind"), "false_claim"),
    (long_hand, (*INCIDENT, "law"), "L27"),
    (long_hand, (*INCIDENT, "offender"), "A"),
    (long_hand, (*INCIDENT, "offender"), None),
    (long_hand, (*INCIDENT, "entitled"), ["B"]),
    (long_hand, (*INCIDENT, "elections"), ["redeal"]),
    (long_hand, (*INCIDENT, "until"), "end_of_game"),
    (long_hand, (*INCIDENT, "status"), "open"),
    (long_hand, (*INCIDENT, "election"), "waive"),
    (long_hand, (*INCIDENT, "public"), False),
    (long_hand, ("reckons_nothing", "B"), None),
    (long_hand, ("reckons_nothing", "B"), "L58"),
    (long_hand, ("reckons_nothing", "A"), "L31"),
    (misdeal, ("incidents", 1, "election"), "redeal"),
    (run, ("ahead", "A"), ["QH"]),
    (run, ("ahead", "A"), ["QH", "JH", "8H"]),
    (run, ("ahead", "B"), ["TH"]),
    (seen, ("seen", "B"), []),
    (seen, ("seen", "B"), ["JH", "QH"]),
    (seen, ("seen", "B"), ["QH"]),
    (named_suit, ("called_suit", "B"), None),
    (named_suit, ("called_suit", "B"), "H"),
    (named_suit, ("called_suit", "A"), "S"),
    (out_of_turn, ("partie", "deals", 1, "annulled"), "L11"),
]  # fmt: skip


@pytest.mark.rule("E1", "E2", "E3", "E8", "E9", "L16", "L31", "L59")
@pytest.mark.parametrize(("make", "path", "value"), ALTERED)
def test_what_the_law_says_of_a_state_follows_from_the_acts(
    make: Callable[[], LawGame], path: tuple[str | int, ...], value: Json
) -> None:
    found = violations_of(with_value(state_of(make), path, value))
    assert any(concerns(one["pointer"], path) for one in found), found


@pytest.mark.rule("L16", "E2")
@pytest.mark.parametrize(
    ("place", "change"),
    [(1, {"annulled": None}), (1, {"out_of_turn": None}), (2, {"out_of_turn": None}), (2, {"dealer": "A"})],
)
def test_a_deal_is_marked_as_annulled_or_out_of_turn(place: int, change: Json) -> None:
    """Without its mark, or with the dealer whose turn it was, the deal does not come to what the next one rests on."""
    state = state_of(out_of_turn)
    deal = state["partie"]["deals"][place] | change
    state["partie"]["deals"][place] = {name: value for name, value in deal.items() if value is not None}
    places = [one["pointer"] for one in violations_of(state)]
    assert any(pointer.startswith(f"/state/partie/deals/{place}/") for pointer in places), places


@pytest.mark.rule("L16", "E1")
def test_a_deal_that_counts_is_not_annulled_and_one_in_turn_is_not_out_of_turn() -> None:
    for member, value in (("annulled", "L16"), ("out_of_turn", True)):
        state = state_of(out_of_turn)
        state["partie"]["deals"][0][member] = value
        assert {one["pointer"] for one in violations_of(state)} == {f"/state/partie/deals/0/{member}"}


@pytest.mark.parametrize("make", GAMES)
def test_a_member_of_the_law_may_be_left_out_only_if_it_tells_nothing(make: Callable[[], LawGame]) -> None:
    for name, nothing in NOTHING_IRREGULAR.items():
        state = state_of(make)
        told = state.pop(name)
        places = [one["pointer"] for one in violations_of(state)]
        if told == nothing:
            assert places == [], name
        elif make is misdeal:
            assert places, name  # without its incidents a deal has the cards and the dealer that are due
        else:
            assert f"/state/{name}" in places


@pytest.mark.rule("E9", "L13")
def test_the_cards_that_a_seat_has_seen_are_in_no_order() -> None:
    state = LawGame.deal_p().does("Bi-exposed-HQJ Au1-stand").state
    assert sorted(state["seen"]["B"]) == ["JH", "QH"]
    state["seen"]["B"].reverse()
    assert violations_of(state) == []


@pytest.mark.rule("L59")
def test_the_cards_of_a_run_are_in_the_order_in_which_they_were_put_down() -> None:
    state = state_of(run)
    assert state["ahead"]["A"] == ["QH", "JH"]
    state["ahead"]["A"].reverse()
    assert {one["pointer"] for one in violations_of(state)} == {"/state/ahead/A/0", "/state/ahead/A/1"}


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize(("seat", "card", "at"), [("A", "QH", 2), ("B", "TH", 0)])
def test_a_card_put_down_behind_a_lead_is_in_no_other_place(seat: str, card: str, at: int) -> None:
    state = state_of(run)
    state["ahead"][seat].append(card)
    found = [one for one in violations_of(state) if one["code"].startswith("state.card_")]
    assert [(one["code"], one["pointer"]) for one in found] == [("state.card_twice", f"/state/ahead/{seat}/{at}")]


@pytest.mark.rule("E3", "E4", "E8", "E9", "K1", "K2", "K3", "K7", "K21", "K26")
@pytest.mark.parametrize("make", GAMES)
def test_no_single_value_can_be_altered_without_coming_to_another_state(make: Callable[[], LawGame]) -> None:
    """What is not found can be reached by play: who of two reported something, say, of which nothing followed."""
    whole, judged = state_of(make), 0
    for path, tampered in each_leaf_altered(whole):
        status, answer = send("/v1/states/validate", {"state": tampered})
        if status == 200 and answer["valid"]:
            assert not alike(whole, tampered), path
            assert_reachable(tampered)
        elif status == 200:
            judged += 1
            assert_named(answer["violations"], whole, tampered)
        else:
            assert status in (404, 409, 422), (path, answer)
    assert judged > 50
