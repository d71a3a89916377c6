"""When each action is possible, and for whom (docs/rules.md, R3 to R6)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.actions import (
    Action,
    Call,
    ClaimCarteBlanche,
    CommitDiscard,
    Concede,
    Decline,
    Exchange,
    LookAtLeft,
    NameSuit,
    Pass,
    Play,
    Reckon,
    Reply,
    StateTieBreak,
)
from service.piquet.model.state import SEATS, Called, State, Trick
from service.piquet.rulesets.published import ruleset
from service.piquet.verbs import NAMES, check

A, B = ELDER, YOUNGER = 0, 1  # B deals
# By phase: the rule that says what is done in it, whose turn it is, and what that seat does.
PHASES = {
    "deal": ("R2.4", None, ""), "elder_exchange": ("R4.1", ELDER, "exchange"),
    "commit_discard": ("R3.3", YOUNGER, "commit_discard"), "younger_exchange": ("R4.2", YOUNGER, "exchange"),
    "calling": ("R5.10", ELDER, "call or pass"), "reply": ("R5.2", YOUNGER, "reply"),
    "tie_break": ("R5.3", ELDER, "state_tie_break or decline"), "reckoning": ("R5.6", ELDER, "reckon"),
    "play": ("R6.1", YOUNGER, "play"), "deal_over": ("R2.4", None, ""), "partie_over": ("R8.1", None, ""),
}  # fmt: skip
EITHER, WHO_PLAYS = "either", "who plays"
CALLS = ("calling", "reply", "tie_break", "reckoning")
# By action: the action, and who may do it in which phase. Whatever is too early or too late by its own rule is not
# out of turn: a carte blanche (R3.1, R3.3), another exchange (R4.6), a look (R4.5), a concession (R6.5).
ACTIONS: dict[str, tuple[Callable[[int], Action], dict[str, object]]] = {
    "claim_carte_blanche": (ClaimCarteBlanche, dict.fromkeys(list(PHASES)[1:9], EITHER)),
    "commit_discard": (lambda seat: CommitDiscard(seat, 0), {"commit_discard": YOUNGER}),
    "exchange": (
        lambda seat: Exchange(seat, 0),
        {"elder_exchange": ELDER, "younger_exchange": YOUNGER, "calling": ELDER, "play": ELDER},
    ),
    "look_at_left": (lambda seat: LookAtLeft(seat, True), dict.fromkeys((*CALLS, "play"), EITHER)),
    "name_suit": (lambda seat: NameSuit(seat, 0), {"play": ELDER}),
    "call": (lambda seat: Call(seat, 0, 5), {"calling": ELDER}),
    "pass": (lambda seat: Pass(seat, 0), {"calling": ELDER}),
    "reply": (lambda seat: Reply(seat, "good"), {"reply": YOUNGER}),
    "state_tie_break": (lambda seat: StateTieBreak(seat, "value", 98), {"tie_break": ELDER}),
    "decline": (Decline, {"tie_break": ELDER}),
    "reckon": (Reckon, {"reckoning": ELDER, "play": YOUNGER}),
    "play": (lambda seat: Play(seat, CARD["AS"]), {"play": WHO_PLAYS}),
    "concede": (Concede, {"play": EITHER}),
}


@pytest.mark.rule("R2.4", "R3.3", "R4.1", "R4.2", "R5.2", "R5.3", "R5.6", "R5.10", "R6.1", "R8.1")
@pytest.mark.parametrize("phase", PHASES)
def test_an_action_is_out_of_turn_in_other_phases_and_for_the_other_seat(phase: str) -> None:
    for name in ACTIONS:
        assert_turns(name, phase)


def assert_turns(name: str, phase: str) -> None:
    make, times = ACTIONS[name]
    rule, to_act, does = PHASES[phase]
    who = times.get(phase)
    hand = hand_of(["AS", "KS", "AH"])
    calls = (Called(0, 5),) if phase in CALLS[1:] else ()
    state = State(dealer=B, phase=phase, to_act=-1 if to_act is None else to_act, hands=(hand, hand), calls=calls)
    for seat, role in ((A, ELDER), (B, YOUNGER)):
        turn = [
            (found.code, found.rule, found.path, found.params)
            for found in check(ruleset("portland"), state, make(seat))
            if found.code.startswith("turn.")
        ]
        if who in (EITHER, role) or (who == WHO_PLAYS and role == to_act):
            assert turn == []
        elif who is None:
            now = {"phase": phase, "type": name}
            if to_act is None:
                assert turn == [("turn.nobody", rule, ("type",), now)]
            else:
                assert turn == [("turn.not_now", rule, ("type",), {**now, "to_act": SEATS[to_act], "due": does})]
        else:
            due = SEATS[YOUNGER if who == WHO_PLAYS else int(str(who))]
            assert turn == [("turn.other_seat", rule, ("seat",), {"to_act": due, "type": name})]


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize(
    ("action", "path"),
    [
        (Play(A, CARD["AS"]), ("card",)),
        (Exchange(A, hand_of(["AS"])), ("cards",)),
        (CommitDiscard(A, hand_of(["AS"])), ("cards",)),
    ],
)
def test_cards_that_are_not_held_are_told_even_out_of_turn(action: Action, path: tuple[str, ...]) -> None:
    state = State(dealer=B, phase="reply", to_act=YOUNGER, hands=(hand_of(["KS"]), hand_of(["AS"])))
    turn, held = check(ruleset("portland"), state, action)
    assert (turn.code, held.code, held.path, held.params) == (
        "turn.not_now",
        "cards.not_held",
        path,
        {"cards": ("AS",)},
    )
    assert [found.code for found in check(ruleset("portland"), state, replace(action, seat=B))] == ["turn.not_now"]


@pytest.mark.rule("R5.11")
@pytest.mark.parametrize("follow", ["AS", "6S"])  # the six, of the old pack, is the first of all cards
def test_younger_reckons_before_their_first_card_and_once(follow: str) -> None:
    lead = Trick(ELDER, CARD["KS"])
    first = Trick(ELDER, CARD["KS"], CARD[follow], YOUNGER)
    state = State(dealer=B, phase="play", to_act=YOUNGER)
    for tricks, reckoned, code in (
        ((), False, "reckon.before_lead"),
        ((lead,), True, "reckon.already"),
        ((first,), True, "reckon.too_late"),
        ((first, Trick(YOUNGER, CARD["AH"])), True, "reckon.too_late"),
    ):
        found = check(ruleset("portland"), state._replace(tricks=tricks, reckoned=reckoned), Reckon(B))
        assert [reason.code for reason in found] == [code]


def test_every_action_of_the_rules_is_here() -> None:
    assert set(ACTIONS) | {"incident", "amend", "ruling"} == set(NAMES.values())
