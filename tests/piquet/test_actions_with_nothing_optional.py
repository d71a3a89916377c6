"""An action with the members that it must have: what is left out is nothing, in the engine as in plain data."""

from dataclasses import replace
from typing import Any

import pytest

from service.piquet.actions import TABLE, action_of, members_of
from service.piquet.cards.cards import CARDS, hand_of
from service.piquet.engine import MutableDeal
from service.piquet.model import actions as a
from service.piquet.model.state import State
from service.piquet.rulesets.published import ruleset
from service.piquet.value_kinds import VALUE, MembersError

ACE = CARDS.index("AS")
POINT = 0
ACTIONS: list[tuple[dict[str, Any], a.Action]] = [
    ({"type": "claim_carte_blanche"}, a.ClaimCarteBlanche(0)),
    ({"type": "commit_discard", "cards": ["AS"]}, a.CommitDiscard(0, hand_of(["AS"]))),
    ({"type": "exchange", "cards": ["AS"]}, a.Exchange(0, hand_of(["AS"]))),
    ({"type": "look_at_left", "look": True}, a.LookAtLeft(0, True)),
    ({"type": "name_suit", "suit": "S"}, a.NameSuit(0, 0)),
    ({"type": "call", "category": "point", "length": 5}, a.Call(0, POINT, 5)),
    ({"type": "pass", "category": "point"}, a.Pass(0, POINT)),
    ({"type": "reply", "reply": "good"}, a.Reply(0, "good")),
    ({"type": "state_tie_break", "value": 49}, a.StateTieBreak(0, "value", VALUE.read(49))),
    ({"type": "decline"}, a.Decline(0)),
    ({"type": "reckon"}, a.Reckon(0)),
    ({"type": "play", "card": "AS"}, a.Play(0, ACE)),
    ({"type": "concede"}, a.Concede(0)),
    ({"type": "ruling", "number": 3, "election": "waive"}, a.Ruling(0, 3, "waive")),
    ({"type": "amend", "action": {"type": "pass", "category": "point"}}, a.Amend(0, a.Pass(0, POINT))),
    ({"type": "incident", "kind": "undeclared"}, a.Incident(0, "undeclared")),
]


@pytest.mark.parametrize(("members", "action"), ACTIONS)
def test_what_is_left_out_is_nothing(members: dict[str, Any], action: a.Action) -> None:
    sent = {"seat": "A", **members}
    assert action_of(sent) == action
    assert members_of(action) == sent
    assert not action.irregular


MARKED_ACTIONS = [(members, action) for members, action in ACTIONS if type(action) in a.MARKABLE]


@pytest.mark.parametrize(("members", "action"), MARKED_ACTIONS)
def test_an_irregular_action_need_not_say_more(members: dict[str, Any], action: a.Action) -> None:
    sent = {"seat": "A", **members, "irregular": True}
    irregular = replace(action, irregular=True)
    assert action_of(sent) == irregular
    assert members_of(irregular) == sent


def test_each_action_that_may_be_marked_is_here() -> None:
    assert {type(action) for _, action in MARKED_ACTIONS} == set(a.MARKABLE)


def test_an_incident_that_names_nothing_has_nothing() -> None:
    found = action_of({"seat": "A", "type": "incident", "kind": "undeclared"})
    assert isinstance(found, a.Incident)
    assert (found.cards, found.missing, found.double, found.answer) == (0, 0, 0, 0)
    assert (found.positions, found.where, found.about) == ((), "", "")
    assert not (found.taken_up or found.together or found.shown or found.answer_is_cards)


def test_there_is_a_play_of_each_card_for_each_of_four_seats() -> None:
    assert [[(play.seat, play.card) for play in plays] for plays in a.PLAYS] == [
        [(seat, card) for card in range(36)] for seat in range(4)
    ]


@pytest.mark.rule("R5.1")
def test_a_pass_says_nothing_of_a_holding() -> None:
    hands = hand_of(["AS"]), hand_of(["KS"])
    deal = MutableDeal(ruleset("portland"), State(dealer=1, phase="calling", to_act=0, hands=hands, dealt=hands))
    deal.do(a.Pass(0, POINT))
    (called,) = deal.state.calls
    assert (called.length, called.tie, called.asked, called.cards) == (0, None, False, 0)


@pytest.mark.parametrize("unknown", [1, 20, 21])
def test_no_more_than_twenty_unknown_members_are_told(unknown: int) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", "type": "concede", **{f"other_{number}": True for number in range(unknown)}})
    assert len(refused.value.faults) == min(unknown, 20)


def test_each_type_of_action_is_here() -> None:
    assert {type(action).__name__ for _, action in ACTIONS} == {each.action.__name__ for each in TABLE.types.values()}
