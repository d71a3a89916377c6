"""The engine: how a partie begins, what is dealt and by whom, and deals that change in place."""

from typing import Any

import pytest

from service.piquet import engine
from service.piquet.actions import action_of
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.engine import IllegalAction, MutableDeal
from service.piquet.model.actions import Action
from service.piquet.model.state import Called, LawState, State, Trick
from service.piquet.notation.action_lines import read_action
from service.piquet.partie import Partie, deal_next, new_partie
from service.piquet.rules.dealing import Deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.helpers.law_game import (
    KNAVES_AND_LEAD,
    P_12_11_9,
    P_12_13_7,
    P_13_11_8,
    P_13_12_7,
    POINT_OF_P,
    REGULAR_P,
    SETS_OF_B,
    P,
)
from tests.helpers.law_notation import row_of, set_of

A, B = 0, 1
RULES, NO_LAW = ruleset("portland"), ruleset("portland", {"law": "none"})

P_13_13_6 = "SAKJ9HAQJ8D98CJ87_ST87HT97DAQJTCKQT_KH9CKDQSAC7D"


def dealing(text: str) -> Deal:
    """The hands of elder and younger, and the talon, from the notation of `law_game`."""
    elder, younger, talon = text.split("_")
    return (hand_of(set_of(elder)), hand_of(set_of(younger))), tuple(CARD[card] for card in row_of(talon))


def actions(text: str, dealer: int = B) -> list[Action]:
    """Actions of a deal in which A is elder, without claims of scores. If A deals instead, the seats are swapped."""
    seats = {"A": "B", "B": "A"} if dealer == A else {"A": "A", "B": "B"}
    return [action_of(read_action(seats[one[0]] + one[1:])) for one in text.split() if one[0] != "="]


def dealt(text: str = P, dealer: int = B, **irregular: Any) -> State:
    return deal_next(RULES, new_partie(dealer), dealing(text), **irregular).state


# ---------------------------------------------------------------- before anything has happened


def test_a_state_has_nothing_that_has_not_happened() -> None:
    # The data model (docs/reference/states.md): -1 stands for nobody, and for an exchange or a card still to come.
    nothing, none = (0, 0), (None, None)
    assert State()._asdict() == {
        "first_dealer": A, "finished": (), "dealers": (), "dealer": A, "phase": "deal", "to_act": -1,
        "dealt": nothing, "talon": (), "hands": nothing, "discards": nothing, "exchanged": (-1, -1), "again": 0,
        "blanche": none, "announced": 0, "committed": 0, "looks": none, "named": None, "calls": (),
        "reckoned": False, "barred": False, "shown": nothing, "counted": nothing,
        "in_hand": ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)), "play": nothing, "settled": (), "bonus": nothing,
        "score": nothing, "tricks": (), "won": nothing, "law": None,
    }  # fmt: skip
    assert LawState()._asdict() == {
        "lying": (), "taken": ((), ()), "incidents": (), "forfeits": none, "seen": nothing, "ahead": ((), ()),
        "suits_due": ((), ()), "dealt_by": -1, "annulled": "", "lost": -1, "relead_due": False,
    }  # fmt: skip
    assert Called(1)[1:] == (0, None, "called", False, 0)
    assert Trick(1, 5)[2:] == (-1, -1)


@pytest.mark.rule("R2.4")
def test_the_first_dealer_deals_and_the_deal_alternates() -> None:
    assert new_partie(B) == State(first_dealer=B, dealer=B)
    for first in (A, B):
        due = [Partie(RULES, first, ((1, 2),) * count).due for count in range(3)]
        assert due == [first, 1 - first, first]


# ---------------------------------------------------------------- the deal


@pytest.mark.rule("R2.2", "R2.4")
def test_a_deal_is_not_due_before_the_last_one_is_over() -> None:
    with pytest.raises(IllegalAction) as refused:
        deal_next(RULES, dealt(), dealing(P))
    (reason,) = refused.value.violations
    assert (reason.code, reason.path, reason.params) == ("deal.not_now", ("phase",), {"phase": "elder_exchange"})


@pytest.mark.parametrize(
    ("rules", "cards", "dealer", "expected"),
    [
        # docs/law.md: a deal is marked irregular only if it is, and where there is a law.
        (RULES, P, None, [("irregular.regular", ("irregular",))]),
        (RULES, P, B, [("irregular.regular", ("irregular",))]),
        (NO_LAW, P, None, [("law.none", ())]),
        (NO_LAW, P_13_11_8, None, [("law.none", ())]),
        (RULES, f"{P[:-2]}9S", None, [("deal.card_twice", ()), ("deal.card_missing", ())]),
    ],
)
def test_an_irregular_deal_is_refused_if_it_is_none(
    rules: Ruleset, cards: str, dealer: int | None, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    with pytest.raises(IllegalAction) as refused:
        deal_next(rules, new_partie(B), dealing(cards), irregular=True, dealer=dealer)
    assert [(reason.code, reason.path) for reason in refused.value.violations] == expected


@pytest.mark.rule("R2.2", "LR16")
@pytest.mark.parametrize(
    ("cards", "dealer", "dealt_by"),
    [
        *((cards, None, -1) for cards in (P_13_11_8, P_13_12_7, P_12_13_7, P_12_11_9, P_13_13_6)),
        (P_13_11_8, B, -1),
        (P, A, A),
        (P_13_11_8, A, A),
    ],
)
def test_an_irregular_deal_has_wrong_numbers_of_cards_or_the_wrong_dealer(
    cards: str, dealer: int | None, dealt_by: int
) -> None:
    state, events, action = deal_next(RULES, new_partie(B), dealing(cards), irregular=True, dealer=dealer)
    deals = B if dealer is None else dealer
    assert (state.dealer, state.law and state.law.dealt_by, action.seat) == (deals, dealt_by, deals)
    assert [(event.seat, event.kind, event.more) for event in events] == [(deals, "dealt", {"deal": 1})]


@pytest.mark.rule("R2.2", "R2.4")
def test_a_regular_deal_has_nothing_of_the_law() -> None:
    over = State(first_dealer=B, dealer=B, phase="deal_over", finished=((20, 30),), score=(5, 9))
    state, events, _ = deal_next(RULES, over, dealing(P))
    assert state == State(
        first_dealer=B, dealer=B, finished=((20, 30), (5, 9)), phase="elder_exchange", to_act=0,
        dealt=dealing(P)[0], hands=dealing(P)[0], talon=dealing(P)[1],
    )  # fmt: skip
    assert [event.more for event in events] == [{"deal": 3}]


@pytest.mark.rule("R2.4", "L16")
@pytest.mark.parametrize(
    ("phase", "dealers", "law", "expected"),
    [
        # Two deals are over, A's and B's; the third is B's, with 5 to elder (A) and 9 to younger.
        ("play", (), None, (((1, 2), (3, 4)), ())),
        ("deal_over", (), None, (((1, 2), (3, 4), (5, 9)), ())),
        ("partie_over", (), None, (((1, 2), (3, 4), (5, 9)), ())),
        ("deal_over", (), LawState(), (((1, 2), (3, 4), (5, 9)), ())),
        ("deal_over", (), LawState(dealt_by=B), (((1, 2), (3, 4), (5, 9)), (A, B, B))),
        ("deal_over", (A, A), None, (((1, 2), (3, 4), (5, 9)), (A, A, B))),
        ("deal_over", (A, A), LawState(dealt_by=B), (((1, 2), (3, 4), (5, 9)), (A, A, B))),
        ("deal_over", (A, A), LawState(annulled="L16", dealt_by=B), (((1, 2), (3, 4)), (A, A))),
    ],
)
def test_the_finished_deals_have_their_dealers_from_the_first_deal_out_of_turn_on(
    phase: str, dealers: tuple[int, ...], law: LawState | None, expected: object
) -> None:
    state = State(finished=((1, 2), (3, 4)), dealers=dealers, dealer=B, phase=phase, score=(5, 9), law=law)
    assert Partie.of(RULES, state)[2:] == expected


@pytest.mark.rule("R2.4", "L16")
def test_a_first_deal_out_of_turn_is_noted_whichever_seat_dealt_it() -> None:
    for wrong in (A, B):
        law = LawState(dealt_by=wrong)
        state = State(first_dealer=1 - wrong, dealer=wrong, phase="deal_over", law=law)
        assert Partie.of(RULES, state)[2:] == (((0, 0),), (wrong,))


# ---------------------------------------------------------------- deals that change in place


@pytest.mark.parametrize("dealer", [A, B])
def test_a_deal_that_is_done_or_applied_is_the_same(dealer: int) -> None:
    done, applied = (MutableDeal(RULES, dealt(dealer=dealer)) for _ in range(2))
    for action in actions(REGULAR_P, dealer):
        made = applied.apply(action)
        assert (type(made), made.seat) == (type(action), action.seat)
        assert done.do(action) == made == done.done[-1] == applied.done[-1]
    # law.md, 8: the example deal ends 28 to 23 in favour of elder.
    assert done.state == applied.state
    assert (done.state.score, done.state.phase) == ((28, 23), "deal_over")
    assert done.events == applied.events == (*done.events_after(0),)


@pytest.mark.rule("L39")
def test_a_state_with_something_irregular_is_judged_by_the_law() -> None:
    misdeal = dealt(P_13_11_8, irregular=True)
    (exchange,) = actions("AxSKD98C87")
    assert [reason.code for reason in engine.check(RULES, misdeal, exchange)] == ["exchange.not_stood"]
    assert {option.type.__name__ for option in engine.options(RULES, misdeal)} == {"Ruling"}
    assert [option.type.__name__ for option in engine.options(RULES, dealt())] == ["Exchange"]


@pytest.mark.parametrize("entered", [3, 5, 6])
def test_the_events_of_an_irregular_deal_are_those_since_it_was_taken_up(entered: int) -> None:
    # L-W22: A calls a quint to the ace and has a quart.
    whole = actions(f"{POINT_OF_P} A@s5-A Bg")
    first = MutableDeal(RULES, dealt())
    assert first.apply_all(whole[:entered]) == ()
    before = first.events
    second = MutableDeal(RULES, first.state, whole[:entered])
    assert second.apply_all(whole[entered:]) == () == first.apply_all(whole[entered:])
    assert second.state == first.state
    assert first.events == (*before, *second.events)
    assert second.events[-1].kind == "replied"
    for count in range(3):
        assert tuple(second.events_after(count)) == second.events[count:]


@pytest.mark.rule("R6.1", "L59")
@pytest.mark.parametrize("sequence", ["As4-A Bg Ar", "A@s5-A Bg Ar"])
def test_a_card_that_does_not_follow_would_be_a_revoke_in_an_irregular_deal_too(sequence: str) -> None:
    # B holds the ten of hearts, and throws a diamond on the ace.
    done = actions(f"{POINT_OF_P} {sequence} {KNAVES_AND_LEAD} {SETS_OF_B}")
    deal = MutableDeal(RULES, dealt())
    assert deal.apply_all(done) == ()
    (revoke,) = actions("B.7D")
    (reason,) = engine.check(RULES, deal.state, revoke, done)
    assert reason.code == "play.must_follow_suit"
    assert engine.would_be(RULES, deal.state, revoke, reason, done) == ("revoke", "L59")
    assert engine.would_be(NO_LAW, deal.state, revoke, reason, done) is None


@pytest.mark.rule("L59")
def test_what_a_revoke_would_be_is_known_without_replaying_a_regular_deal() -> None:
    done = actions(f"{POINT_OF_P} As4-A Bg Ar {KNAVES_AND_LEAD} {SETS_OF_B}")
    deal = MutableDeal(RULES, dealt())
    assert deal.apply_all(done) == ()
    (revoke,) = actions("B.7D")
    (reason,) = deal.check(revoke)
    history = iter(done)
    assert engine.would_be(RULES, deal.state, revoke, reason, history) == ("revoke", "L59")
    assert list(history) == done, "nothing was read"
