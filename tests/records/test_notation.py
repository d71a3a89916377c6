"""Positions and actions in one line: written, read again, and refused with their place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.piquet.actions import TABLE as ACTIONS, action_of, members_of
from service.piquet.notation.action_lines import ACTION, NotationError, read_action, write_action
from service.piquet.notation.position import STATE, Dealing, Position, read_position, write_position
from service.piquet.value_kinds import MembersError
from service.records.text.action_syntax import read_step, write_words
from tests.helpers.random_cases import generator
from tests.records.parties import random_record, seeded

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
TABLE = re.findall(r"^\| `([AB]\S+)` \| `([AB] [^`]+)` \| `(\{.*\})` \|$", PAGE, re.M)
W1 = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97_Ap5"


def position_of(record) -> Position:
    deals = [
        Dealing((deal.hands[0], deal.hands[1]), deal.talon, [step.action for step in deal.steps])
        for deal in record.deals
    ]
    return Position(record.ruleset, record.overrides, record.first_dealer, deals)


@pytest.mark.parametrize(("line", "words", "members"), TABLE, ids=[line for line, _, _ in TABLE])
def test_an_action_is_the_same_in_one_line_in_words_and_in_json(line, words, members):
    action = json.loads(members)
    assert read_action(line) == action and write_action(action) == line
    assert read_step(words).action == action and write_words(action) == words
    assert members_of(action_of(action)) == action


def test_the_table_of_the_page_has_every_type_of_action():
    assert {json.loads(members)["type"] for _, _, members in TABLE} == set(ACTIONS.types)
    assert len(TABLE) > 25


def test_the_position_of_the_page_is_read_and_written():
    assert W1 in PAGE
    position = read_position(W1)
    assert (position.ruleset, position.overrides, position.first_dealer) == ("portland@1", {}, "B")
    (deal,) = position.deals
    # W1: A has A K J of spades, A Q J 8 of hearts, J 8 7 of clubs, 9 8 of diamonds.
    assert set(deal.hands[0]) == {"AS", "KS", "JS", "AH", "QH", "JH", "8H", "JC", "8C", "7C", "9D", "8D"}
    assert deal.talon == ["9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D"]
    assert deal.actions[-1] == {"seat": "A", "type": "call", "category": "point", "length": 5}
    assert write_position(position) == W1


def test_overrides_keep_their_types():
    overrides = {
        "target": 101,
        "double_below": None,
        "nought": True,
        "both_may_be_blank": False,
        "calling": "automatic",
        "deal_packet": "alternating",
    }
    line = write_position(Position("portland@1", overrides, "A", []))
    assert line.startswith(
        "1~portland@1.both_may_be_blank-false.calling-automatic.deal_packet-alternating.double_below-null.nought-true"
    )
    found = read_position(line)
    assert found.overrides == overrides and found.overrides["nought"] is True
    assert found.overrides["both_may_be_blank"] is False


def test_an_override_may_have_digits_in_its_name_and_hyphens_in_its_value():
    """The first hyphen ends the name, so that no line can be read in two ways."""
    overrides = {"law": "none", "law_stand_13": "au-cent", "law_stand_7": "old"}
    line = write_position(Position("au-cent@1", overrides, "B", []))
    assert line == "1~au-cent@1.law-none.law_stand_13-au-cent.law_stand_7-old~B"
    assert re.fullmatch(STATE, line) and read_position(line).overrides == overrides
    assert read_position("1~portland.a-b-c--~A").overrides == {"a": "b-c--"}


@pytest.mark.parametrize("override", ["law", "law-", "-au-cent", "Law-old", "law-au.cent", "law-Old", "law stand-old"])
def test_an_override_needs_a_name_and_a_value(override):
    with pytest.raises(NotationError):
        read_position(f"1~portland@1.{override}~A")


def test_random_positions_come_back_from_their_lines():
    checked = 0
    for which, overrides, rng in seeded("lines", 4):
        record = random_record(which, overrides, rng)
        whole = position_of(record)
        for cut in (len(whole.deals[-1].actions), rng.randrange(30), 0):
            last = whole.deals[-1]._replace(actions=whole.deals[-1].actions[:cut])
            position = whole._replace(deals=[*whole.deals[:-1], last])
            line = write_position(position)
            assert read_position(line) == position
            assert write_position(read_position(line)) == line
            assert re.fullmatch(STATE, line) and re.fullmatch("[A-Za-z0-9._~@-]*", line)
            checked += 1
        first = write_position(whole._replace(deals=whole.deals[:1]))
        assert len(first) < 600
    assert checked > 100


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("2~portland~A", 1),
        ("1~portland", 11),
        ("1~Portland~A", 3),
        ("1~portland~C", 12),
        ("1~portland~A~SAK", 17),
        ("1~portland~A~SAK_S1_", 18),
        ("1~portland~A~@_SAK_S1_", 20),
        ("1~portland~A~@B_SAK_SQ_7H_Aq", 28),
        ("1~portland~A~SAK_SQ_7", 21),
        ("1~portland~A~SAK_SQ_7H_Aq", 25),
        ("1~portland~A~SAK_SQ_7H_Ap5_Bx7", 30),
        ("1~portland~A~SAK_SQ_7H~", 24),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_its_column(line, column):
    with pytest.raises(NotationError) as refused:
        read_position(line)
    assert refused.value.column == column
    assert not re.fullmatch(STATE, line)


@pytest.mark.parametrize(("length", "value", "line"), [(5, 0, "Bn5v0"), (1, 11, "Bn1v11"), (12, 120, "Bn12v120")])
def test_the_least_and_the_most_that_a_reply_says_are_read_as_they_are_written(length, value, line):
    """One card, and the bounds that the contract gives a value (`Value`); a length is at most twelve cards (R2.2)."""
    members = {"seat": "B", "type": "reply", "reply": "not_good", "length": length, "value": value}
    assert write_action(members) == line
    assert read_action(line) == members
    assert members_of(action_of(members)) == members


@pytest.mark.parametrize(
    "line", ["", "A", "C.AH", "A.AHAH", "Ap13", "Ap05", "At3", "Av121", "Ap5-49.25", "Aly7", "Bmm"]
)
def test_an_action_that_makes_no_sense_is_refused(line):
    with pytest.raises(NotationError):
        read_action(line)
    assert not re.fullmatch(ACTION, line)


def test_too_many_deals_or_actions_are_refused_and_not_read():
    with pytest.raises(NotationError, match="at most 200 deals"):
        read_position("1~portland~A" + "~__" * 201)
    with pytest.raises(NotationError, match="at most 200 actions") as refused:
        read_position("1~portland~A~__" + "_Bg" * 201)
    assert refused.value.column == len("1~portland~A~__" + "_Bg" * 200 + "_B")  # where the last action begins


def test_a_line_is_read_exactly_where_the_pattern_of_the_contract_allows_it():
    rng = generator("pattern")
    letters = "ABSHDC789TJQKApstgnedcbmxlrvhaikwuy0123.-_~@"
    taken = 0
    for _ in range(4000):
        at = rng.randrange(len(W1))
        kind = rng.randrange(3)
        line = W1[:at] + (rng.choice(letters) if kind else "") + W1[at + (kind < 2) :]
        try:
            read_position(line)
            allowed = True
        except NotationError:
            allowed = False
        assert allowed == bool(re.fullmatch(STATE, line)), line
        taken += allowed
    assert 100 < taken < 3900


PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]


def of_point(**members: object) -> dict[str, object]:
    return {"type": "call", "category": "point", "length": 5} | members


BOUNDS: list[tuple[str, Callable[[Any], dict[str, object]], tuple[Any, ...], tuple[Any, ...]]] = [
    # What the contract and docs/notation.md say of numbers: the member, an action with it; values within, and beyond.
    ("length", lambda n: of_point(length=n), (1, 12), (0, 13, 5.5, "5", True, None)),
    ("length", lambda n: {"type": "call", "category": "sequence", "length": n}, (1, 12), (0, 13, -1)),
    ("count", lambda n: {"type": "call", "category": "set", "count": n, "rank": "J"}, (1, 12), (0, 13, 3.5)),
    ("value", lambda n: of_point(value=n), (0, 0.5, 1, 119.5, 120), (-0.5, -1, 120.5, 121, 0.25, True, "49")),
    ("value", lambda n: {"type": "state_tie_break", "value": n}, (0, 120), (-1, 121, 30.75)),
    ("exchange", lambda n: {"type": "claim_carte_blanche", "exchange": n}, (0, 12), (-1, 13, True)),
    ("holdings", lambda n: {"type": "reckon", "holdings": [{"category": "set", "cards": []}] * n}, (0, 12), (13,)),
    ("top", lambda top: of_point(category="sequence", top=top), ("6", "A", "nought"), ("5", "NOUGHT", "", 5)),
    ("rank", lambda rank: {"type": "call", "category": "set", "count": 3, "rank": rank}, ("A",), ("nought", "1", "")),
]


@pytest.mark.parametrize(("member", "action", "within", "beyond"), BOUNDS, ids=[bound[0] for bound in BOUNDS])
def test_what_is_said_has_the_bounds_that_are_documented(member, action, within, beyond):
    for value in within:
        made = {"seat": "A", **action(value)}
        assert members_of(action_of(made)) == made
    for value in beyond:
        with pytest.raises(MembersError) as refused:
            action_of({"seat": "A", **action(value)})
        assert refused.value.path == (member,), value


def test_a_list_of_cards_may_name_each_card_of_the_pack_once():
    assert members_of(action_of({"seat": "A", "type": "exchange", "cards": PACK}))["cards"] == PACK


@pytest.mark.parametrize(
    ("members", "message"),
    [
        (of_point(length=13), "is not a whole number from 1 to 12"),
        (of_point(value=121), "is not a number of pips from 0 to 120, whole or with a half"),
        ({"type": "claim_carte_blanche", "exchange": 13}, "is not a whole number from 0 to 12"),
        ({"type": "reckon", "holdings": [{}] * 13}, "is not a list of at most 12 holdings"),
        ({"type": "reply", "reply": "no"}, "is not one of good, not_good, equal (did you mean not_good?)"),
        ({"type": "pass", "category": "trick"}, "is not one of point, sequence, set"),
        ({"type": "decline", "card": "AH"}, "is not a member of decline"),
        ({"type": "call", "category": "set", "count": 3, "rank": "J", "top": "A"}, "does not belong to a set"),
        (
            {"type": "state_tie_break", "value": 40, "top": "A"},
            "is required unless top is given, and not allowed with it",
        ),
    ],
)
def test_a_refusal_of_members_says_what_is_allowed(members, message):
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ({"type": "play"}, ("card",)),
        ({"type": "play", "card": "1H"}, ("card",)),
        ({"type": "play", "card": "AH", "cards": []}, ("cards",)),
        ({"type": "flee"}, ("type",)),
        ({"type": "exchange", "cards": ["AH", "AH"]}, ("cards", 1)),
        ({"type": "call", "category": "set", "count": 3}, ("rank",)),
        ({"type": "call", "category": "set", "count": 3, "rank": ""}, ("rank",)),
        ({"type": "call", "category": "set", "count": 3, "rank": "J", "cards": ["JS", "JH", "JD"]}, ("cards",)),
        ({"type": "call", "category": "set", "count": 3, "rank": "67"}, ("rank",)),
        ({"type": "look_at_left", "look": True, "suit": ""}, ("suit",)),
        ({"type": "look_at_left", "look": True, "suit": "SH"}, ("suit",)),
        ({"type": "call", "category": "point", "length": 5, "top": "A"}, ("top",)),
        ({"type": "call", "category": "point", "length": True}, ("length",)),
        ({"type": "call", "category": "point", "length": 5, "value": 49.25}, ("value",)),
        ({"type": "state_tie_break"}, ("value",)),
        ({"type": "reckon", "holdings": [{"category": "point"}]}, ("holdings", 0)),
        ({"type": "reckon", "holdings": [{"category": "point", "cards": ["XX"]}]}, ("holdings", 0, "cards", 0)),
        ({"type": "look_at_left", "look": 1}, ("look",)),
        ({"type": "reply", "reply": ["good"]}, ("reply",)),
        ({"type": "reply", "reply": "not_good", "length": 0}, ("length",)),
        ({"type": "reply", "reply": "not_good", "length": 13}, ("length",)),
        ({"type": "reply", "reply": "not_good", "value": 46.25}, ("value",)),
        ({"type": "reply", "reply": "not_good", "top": "B"}, ("top",)),
        ({"type": "reply", "reply": "not_good", "count": 4}, ("count",)),
        ({"type": "name_suit"}, ("suit",)),
        ({"type": "name_suit", "suit": "SH"}, ("suit",)),
    ],
)
def test_members_that_make_no_action_are_refused_with_their_place(members, path):
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert refused.value.path == path
