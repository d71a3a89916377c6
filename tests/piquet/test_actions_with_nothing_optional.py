"""An action with the members that it must have: what is left out is nothing, in the engine as in plain data."""

from dataclasses import replace
from typing import Any

import pytest

from service.piquet.actions import TABLE, action_of, members_of
from service.piquet.cards.cards import CARDS, hand_of
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import (
    MARKABLE,
    PLAYS,
    Action,
    Amend,
    Call,
    ClaimCarteBlanche,
    CommitDiscard,
    Concede,
    Decline,
    Exchange,
    Incident,
    LookAtLeft,
    NameSuit,
    Pass,
    Play,
    Reckon,
    Reply,
    Ruling,
    StateTieBreak,
)
from service.piquet.model.state import State
from service.piquet.rulesets.published import ruleset
from service.piquet.value_kinds import VALUE, MembersError

ACE = CARDS.index("AS")
POINT = 0
ACTIONS: list[tuple[dict[str, Any], Action]] = [
    ({"type": "claim_carte_blanche"}, ClaimCarteBlanche(0)),
    ({"type": "commit_discard", "cards": ["AS"]}, CommitDiscard(0, hand_of(["AS"]))),
    ({"type": "exchange", "cards": ["AS"]}, Exchange(0, hand_of(["AS"]))),
    ({"type": "look_at_left", "look": True}, LookAtLeft(0, True)),
    ({"type": "name_suit", "suit": "S"}, NameSuit(0, 0)),
    ({"type": "call", "category": "point", "length": 5}, Call(0, POINT, 5)),
    ({"type": "pass", "category": "point"}, Pass(0, POINT)),
    ({"type": "reply", "reply": "good"}, Reply(0, "good")),
    ({"type": "state_tie_break", "value": 49}, StateTieBreak(0, "value", VALUE.read(49))),
    ({"type": "decline"}, Decline(0)),
    ({"type": "reckon"}, Reckon(0)),
    ({"type": "play", "card": "AS"}, Play(0, ACE)),
    ({"type": "concede"}, Concede(0)),
    ({"type": "ruling", "number": 3, "election": "waive"}, Ruling(0, 3, "waive")),
    ({"type": "amend", "action": {"type": "pass", "category": "point"}}, Amend(0, Pass(0, POINT))),
    ({"type": "incident", "kind": "undeclared"}, Incident(0, "undeclared")),
]


@pytest.mark.parametrize(("members", "action"), ACTIONS)
def test_what_is_left_out_is_nothing(members: dict[str, Any], action: Action) -> None:
    sent = {"seat": "A", **members}
    assert action_of(sent) == action
    assert members_of(action) == sent
    assert not action.irregular


MARKED_ACTIONS = [(members, action) for members, action in ACTIONS if type(action) in MARKABLE]


@pytest.mark.parametrize(("members", "action"), MARKED_ACTIONS)
def test_an_irregular_action_need_not_say_more(members: dict[str, Any], action: Action) -> None:
    sent = {"seat": "A", **members, "irregular": True}
    irregular = replace(action, irregular=True)
    assert action_of(sent) == irregular
    assert members_of(irregular) == sent


def test_each_action_that_may_be_marked_is_here() -> None:
    assert {type(action) for _, action in MARKED_ACTIONS} == set(MARKABLE)


def test_an_incident_that_names_nothing_has_nothing() -> None:
    found = action_of({"seat": "A", "type": "incident", "kind": "undeclared"})
    assert isinstance(found, Incident)
    assert (found.cards, found.missing, found.double, found.answer) == (0, 0, 0, 0)
    assert (found.positions, found.where, found.about) == ((), "", "")
    assert not (found.taken_up or found.together or found.shown or found.answer_is_cards)


def test_there_is_a_play_of_each_card_for_each_of_four_seats() -> None:
    assert [[(play.seat, play.card) for play in plays] for plays in PLAYS] == [
        [(seat, card) for card in range(36)] for seat in range(4)
    ]


@pytest.mark.rule("R5.1")
def test_a_pass_says_nothing_of_a_holding() -> None:
    hands = hand_of(["AS"]), hand_of(["KS"])
    deal = MutableDeal(ruleset("portland"), State(dealer=1, phase="calling", to_act=0, hands=hands, dealt=hands))
    deal.do(Pass(0, POINT))
    (called,) = deal.state.calls
    assert (called.length, called.tie, called.asked, called.cards) == (0, None, False, 0)


@pytest.mark.parametrize("unknown", [1, 20, 21])
def test_no_more_than_twenty_unknown_members_are_told(unknown: int) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", "type": "concede", **{f"other_{number}": True for number in range(unknown)}})
    assert len(refused.value.faults) == min(unknown, 20)


def test_each_type_of_action_is_here() -> None:
    assert {type(action).__name__ for _, action in ACTIONS} == {each.action.__name__ for each in TABLE.types.values()}
