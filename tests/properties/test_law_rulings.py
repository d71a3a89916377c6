"""The checks of what the law says: they find nothing in a ruling that is right, and every fault put into it."""

import copy
from typing import Any

import pytest

from tests.helpers.http import post
from tests.helpers.law_game import P
from tests.helpers.law_notation import act, row_of, set_of
from tests.properties.law_rulings import effects_that_do_not_show, kinds_that_differ
from tests.reference.law import Recount

Json = Any
#: B puts out two cards and takes three (docs/law.md, K7 iii): A may enforce that B reckons nothing.
TOO_MANY = "AxSKD98C87 B@xS7H9-k678"


def played(line: str) -> tuple[Json, Recount]:
    """The state of deal P after these acts, and the recount of it."""
    hand_a, hand_b, talon = P.split("_")
    dealt = {"hands": {"A": sorted(set_of(hand_a)), "B": sorted(set_of(hand_b))}, "talon": row_of(talon)}
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B", **dealt})["state"]
    recount = Recount(dealt, "B")
    for word in line.split():
        answer = post("/v1/actions/check", {"state": state, "action": act(word)})
        assert answer["legal"], (word, answer["violations"])
        state = answer["state"]
        recount.do(act(word))
    return state, recount


def faults(alter: Any = None) -> list[str]:
    """What is found in the rulings on a hand with too many cards, with one election altered."""
    state, recount = played(TOO_MANY)
    rulings = copy.deepcopy(post("/v1/rulings", {"state": state})["rulings"])
    enforce = next(one for one in rulings[0]["elections"] if one["election"] == "enforce")
    if alter is not None:
        alter(enforce)
    return list(effects_that_do_not_show(state, recount, rulings))


def without(kind: str) -> Any:
    """Leaves the events of a kind out of an election."""

    def alter(election: Json) -> None:
        election["events"] = [event for event in election["events"] if event["kind"] != kind]

    return alter


def also(kind: str, **members: Any) -> Any:
    """Adds an event to an election."""

    def alter(election: Json) -> None:
        election["events"].append({"kind": kind, "seat": "B"} | members)

    return alter


def effects(*some: str) -> Any:
    """Gives an election other effects."""
    return lambda election: election.update(effects=list(some))


def test_nothing_is_found_in_a_ruling_that_is_right() -> None:
    assert faults() == []


@pytest.mark.rule("E3", "E10")
@pytest.mark.parametrize(
    "alter",
    [
        without("forfeited"),
        effects("E12"),
        effects("E10"),
        effects("E1", "E3"),
        effects("E3", "E11"),
        also("annulled"),
        also("game_lost"),
        also("taken_back"),
        also("struck", of="point"),
        also("exposed"),
        also("suit_called"),
        also("point", late=True),
        lambda election: election.update(score_delta={"A": 1, "B": 0}),
    ],
)
def test_effects_that_do_not_fit_the_events_are_found(alter: Any) -> None:
    assert faults(alter) != []


@pytest.mark.rule("E3")
def test_a_penalty_of_the_wrong_player_is_found() -> None:
    def alter(election: Json) -> None:
        next(event for event in election["events"] if event["kind"] == "forfeited")["seat"] = "A"

    (fault,) = faults(alter)
    assert "A's, the offender is B" in fault


@pytest.mark.rule("K19")
def test_a_card_that_does_not_follow_would_be_the_revoke_that_it_becomes() -> None:
    line = "AxSKD98C87 BxS7H97 Ap5-49 Bg ArpHAKQJ8 As0 At0 A.AH BrtSTHTDTCT-tSQDQCQ"
    state, _ = played(line)
    assert list(kinds_that_differ(state, act("B@.TC"))) == []


@pytest.mark.rule("E12")
def test_a_bonus_that_goes_without_a_new_account_is_found() -> None:
    def alter(election: Json) -> None:
        election["effects"] = ["E3"]
        also("struck", of="pique")(election)

    (fault,) = faults(alter)
    assert "the account was drawn up anew" in fault
