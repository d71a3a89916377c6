"""The acts of the law as plain data, in one line and in words: read, written, and refused (docs/law.md, 7.2, 7.3)."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from service.piquet.actions import ELECTIONS, INCIDENTS, TABLE, action_of, members_of
from service.piquet.cards.holdings import Holding
from service.piquet.model.actions import MARKABLE, Action, Amend, Call, Exchange, Incident, Play, Reckon, Reply, Ruling
from service.piquet.notation.action_lines import ACTION, NotationError, read_action, write_action
from service.piquet.notation.position import Dealing, read_position, write_position
from service.piquet.value_kinds import KINDS, MembersError
from service.records.json_form import from_json, to_json
from service.records.partial_actions import has_unknown, is_of_the_law, is_unnumbered, repeats_in, step_of
from service.records.text.action_syntax import read_step, write_words
from service.records.text.parser import read
from service.records.text.tokens import WordsError
from service.records.text.writer import write
from service.records.verification.verify import verify
from tests.helpers.random_cases import generator
from tests.helpers.records import strictly
from tests.records.acts import KINDS_OF_RULINGS, act


def hand(*cards: str) -> int:
    return sum(1 << 9 * "SHDC".index(card[1]) + "6789TJQKA".index(card[0]) for card in cards)


# ---------------------------------------------------------------- the rows of 7.8 of law.md, by hand

ROWS: list[tuple[str, str, dict[str, Any], Action]] = [
    (
        "A@s3-9",
        "A irregular call sequence 3 9",
        {"seat": "A", "type": "call", "category": "sequence", "length": 3, "top": "9", "irregular": True},
        Call(0, 1, 3, 6, irregular=True),
    ),
    (
        "B@n",
        "B irregular not good",
        {"seat": "B", "type": "reply", "reply": "not_good", "irregular": True},
        Reply(1, "not_good", irregular=True),
    ),
    (
        "A@xSKD98C87-k123456",
        "A irregular exchange SK D98 C87 taking 1 2 3 4 5 6",
        {
            "seat": "A",
            "type": "exchange",
            "cards": ["KS", "9D", "8D", "8C", "7C"],
            "irregular": True,
            "taken": [1, 2, 3, 4, 5, 6],
        },
        Exchange(0, hand("KS", "9D", "8D", "8C", "7C"), irregular=True, taken=(1, 2, 3, 4, 5, 6)),
    ),
    (
        "A@xD98C87-k12345-m1234-l1",
        "A irregular exchange D98 C87 taking 1 2 3 4 5 mixing 1 2 3 4 leaving 1",
        {
            "seat": "A",
            "type": "exchange",
            "cards": ["9D", "8D", "8C", "7C"],
            "irregular": True,
            "taken": [1, 2, 3, 4, 5],
            "mixed": [1, 2, 3, 4],
            "leaves": 1,
        },
        Exchange(0, hand("9D", "8D", "8C", "7C"), irregular=True, taken=(1, 2, 3, 4, 5), mixed=(1, 2, 3, 4), leaves=1),
    ),
    (
        "A@xD98C87-m0-l",
        "A irregular exchange D98 C87 mixing nothing leaving unsaid",
        {
            "seat": "A",
            "type": "exchange",
            "cards": ["9D", "8D", "8C", "7C"],
            "irregular": True,
            "mixed": [],
            "leaves": None,
        },
        Exchange(0, hand("9D", "8D", "8C", "7C"), irregular=True, mixed=(), leaves=None),
    ),
    (
        "A@rsHAKQJ-wHAKQJ",
        "A irregular reckon sequence HAKQJ showing HAKQJ",
        {
            "seat": "A",
            "type": "reckon",
            "holdings": [{"category": "sequence", "cards": ["AH", "KH", "QH", "JH"]}],
            "irregular": True,
            "shown": ["AH", "KH", "QH", "JH"],
        },
        Reckon(
            0,
            (Holding(1, hand("AH", "KH", "QH", "JH")),),
            irregular=True,
            shown=hand("AH", "KH", "QH", "JH"),
        ),
    ),
    (
        "A@.7D",
        "A irregular 7D",
        {"seat": "A", "type": "play", "card": "7D", "irregular": True},
        Play(0, 19, irregular=True),
    ),
    (
        "Ai-buried-C9",
        "A incident buried C9",
        {"seat": "A", "type": "incident", "kind": "buried", "cards": ["9C"]},
        Incident(0, "buried", cards=hand("9C")),
    ),
    (
        "Ai-peeked-6-together",
        "A incident peeked 6 together",
        {"seat": "A", "type": "incident", "kind": "peeked", "positions": [6], "together": True},
        Incident(0, "peeked", positions=(6,), together=True),
    ),
    (
        "Ai-misinformed-point-1",
        "A incident misinformed point 1",
        {"seat": "A", "type": "incident", "kind": "misinformed", "about": "point", "answer": 1},
        Incident(0, "misinformed", about="point", answer=1),
    ),
    (  # a hand may be long, and the answer wrong
        "Ai-misinformed-all-36",
        "A incident misinformed all 36",
        {"seat": "A", "type": "incident", "kind": "misinformed", "about": "all", "answer": 36},
        Incident(0, "misinformed", about="all", answer=36),
    ),
    (
        "Aap5-49",
        "A amend call point 5 49",
        {"seat": "A", "type": "amend", "action": {"type": "call", "category": "point", "length": 5, "value": 49}},
        Amend(0, Call(0, 0, 5, 98)),
    ),
    (
        "Au12-enforce-pSAKQJT",
        "A ruling 12 enforce point SAKQJT",
        {
            "seat": "A",
            "type": "ruling",
            "number": 12,
            "election": "enforce",
            "holdings": [{"category": "point", "cards": ["AS", "KS", "QS", "JS", "TS"]}],
        },
        Ruling(0, 12, "enforce", holdings=(Holding(0, hand("AS", "KS", "QS", "JS", "TS")),)),
    ),
    (
        "Bu0-void-untouched",
        "B ruling 0 void untouched",
        {"seat": "B", "type": "ruling", "number": 0, "election": "void", "untouched": True},
        Ruling(1, 0, "void", untouched=True),
    ),
]


@pytest.mark.parametrize(("line", "words", "members", "action"), ROWS, ids=[row[0] for row in ROWS])
def test_an_act_has_three_forms_and_an_action(line: str, words: str, members: Any, action: Action) -> None:
    assert read_action(line) == read_step(words).action == members
    assert action_of(members) == action and members_of(action) == members
    assert (write_action(members), write_words(members)) == (line, words)


def test_the_closed_lists_are_those_of_the_law() -> None:
    # 7.2: the actions that may be marked; 3 with 10: what an incident reports; 2 with 10: elections without `complete`.
    names = {name for name, kind in TABLE.types.items() if kind.action in MARKABLE}
    assert names == {
        "claim_carte_blanche",
        "commit_discard",
        "exchange",
        "look_at_left",
        "call",
        "reply",
        "state_tie_break",
        "reckon",
        "play",
    }
    assert set(INCIDENTS) == {
        "exposed",
        "faced",
        "pack",
        "spoiled",
        "recovered",
        "buried",
        "peeked",
        "dealer_saw",
        "undeclared",
        "dropped",
        "misinformed",
        "offer",
    }
    assert set(ELECTIONS) == {
        "enforce",
        "waive",
        "redeal",
        "void",
        "rectify",
        "stand",
        "withdraw",
        "replay",
        "relead",
        "forgo",
        "reckon",
        "object",
        "alter",
        "demand",
        "inspect",
        "accept",
    }
    assert sorted(KINDS) == sorted(KINDS_OF_RULINGS)


def test_random_acts_come_back_from_every_form() -> None:
    rng = generator("acts")
    types = set()
    for _ in range(4000):
        members = act(rng)
        action = action_of(members)
        assert members_of(action) == members
        line, words = write_action(members), write_words(members)
        assert re.fullmatch(ACTION, line) and re.fullmatch("[A-Za-z0-9.@-]*", line), line
        assert read_action(line) == members, line
        assert read_step(words).action == step_of(json.loads(json.dumps(members))).action == members, words
        assert write_words(read_step(words).action) == words
        types.add((members["type"], members.get("irregular"), members.get("kind"), members.get("election")))
    assert len(types) > 12 + 16 + 9


# ---------------------------------------------------------------- members that are no act

PLAY = {"type": "play", "card": "7D"}
EXCHANGE = {"type": "exchange", "cards": ["7D"]}
PEEK = {"type": "incident", "kind": "peeked", "positions": [6]}
SPOILED = {"type": "incident", "kind": "spoiled"}
QUESTION = {"type": "incident", "kind": "misinformed", "about": "point", "answer": 1}
RULING = {"type": "ruling", "number": 3, "election": "enforce"}
AMEND = {"type": "amend", "action": {"type": "reply", "reply": "good"}}

MALFORMED: list[tuple[dict[str, Any], tuple[str | int, ...]]] = [
    # the mark, and what goes with it only
    ({**PLAY, "irregular": False}, ("irregular",)),
    ({**PLAY, "irregular": 1}, ("irregular",)),
    ({**PLAY, "irregular": None}, ("irregular",)),
    ({**PLAY, "irregular": True, "taken": [1]}, ("taken",)),
    ({"type": "pass", "category": "set", "irregular": True}, ("irregular",)),
    ({"type": "name_suit", "suit": "S", "irregular": True}, ("irregular",)),
    ({"type": "decline", "irregular": True}, ("irregular",)),
    ({"type": "concede", "irregular": True}, ("irregular",)),
    ({**EXCHANGE, "taken": [1]}, ("taken",)),
    ({**EXCHANGE, "mixed": [1]}, ("mixed",)),
    ({**EXCHANGE, "leaves": 1}, ("leaves",)),
    ({"type": "reckon", "shown": ["AH"]}, ("shown",)),
    ({"type": "claim_carte_blanche", "mixed": True}, ("mixed",)),
    ({"type": "claim_carte_blanche", "irregular": True, "mixed": [1]}, ("mixed",)),
    ({**EXCHANGE, "irregular": True, "taken": 1}, ("taken",)),
    ({**EXCHANGE, "irregular": True, "taken": [0]}, ("taken", 0)),
    ({**EXCHANGE, "irregular": True, "taken": [1, 16]}, ("taken", 1)),
    ({**EXCHANGE, "irregular": True, "taken": [True]}, ("taken", 0)),
    ({**EXCHANGE, "irregular": True, "taken": [1] * 16}, ("taken",)),
    ({**EXCHANGE, "irregular": True, "mixed": None}, ("mixed",)),
    ({**EXCHANGE, "irregular": True, "leaves": 13}, ("leaves",)),
    ({**EXCHANGE, "irregular": True, "leaves": -1}, ("leaves",)),
    ({"type": "reckon", "irregular": True, "shown": []}, ("shown",)),
    ({"type": "reckon", "irregular": True, "shown": ["AH", "AH"]}, ("shown", 1)),
    # incidents: the kinds and what each has
    ({"type": "incident"}, ("kind",)),
    ({"type": "incident", "kind": "peeped"}, ("kind",)),
    ({"type": "incident", "kind": "revoke"}, ("kind",)),
    ({"type": "incident", "kind": "sheets"}, ("kind",)),
    ({"type": "incident", "kind": "peeked"}, ("positions",)),
    ({**PEEK, "positions": []}, ("positions",)),
    ({**PEEK, "positions": ["6"]}, ("positions", 0)),
    ({**PEEK, "positions": [1, 16]}, ("positions", 1)),
    ({**PEEK, "together": False}, ("together",)),
    ({**PEEK, "shown": ["AH"]}, ("shown",)),
    ({**PEEK, "cards": ["AH"]}, ("cards",)),
    ({**PEEK, "where": "pack"}, ("where",)),
    ({**PEEK, "irregular": True}, ("irregular",)),
    ({**PEEK, "posotions": [1]}, ("posotions",)),
    ({"type": "incident", "kind": "dealer_saw", "positions": [1], "together": True}, ("together",)),
    ({"type": "incident", "kind": "buried"}, ("cards",)),
    ({"type": "incident", "kind": "buried", "cards": []}, ("cards",)),
    ({"type": "incident", "kind": "buried", "cards": ["1H"]}, ("cards", 0)),
    ({"type": "incident", "kind": "faced", "where": "hand"}, ("where",)),
    ({"type": "incident", "kind": "pack", "taken_up": "no"}, ("taken_up",)),
    ({"type": "incident", "kind": "undeclared", "cards": ["AH"]}, ("cards",)),
    ({"type": "incident", "kind": "offer"}, ("redeal",)),
    ({"type": "incident", "kind": "offer", "redeal": False}, ("redeal",)),
    (SPOILED, ("proof",)),
    ({**SPOILED, "proof": {}}, ("proof",)),
    ({**SPOILED, "proof": ["AH"]}, ("proof",)),
    ({**SPOILED, "proof": {"missing": []}}, ("proof", "missing")),
    ({**SPOILED, "proof": {"double": ["AH", "AH"]}}, ("proof", "double", 1)),
    ({**SPOILED, "proof": {"missing": ["AH"], "strange": ["6H"]}}, ("proof",)),
    ({**QUESTION, "about": "hearts"}, ("about",)),
    ({**QUESTION, "about": ["H"]}, ("about",)),
    ({**QUESTION, "answer": 37}, ("answer",)),
    ({**QUESTION, "answer": True}, ("answer",)),
    ({**QUESTION, "answer": []}, ("answer",)),
    ({**QUESTION, "answer": "one"}, ("answer",)),
    # amendments
    ({"type": "amend"}, ("action",)),
    ({"type": "amend", "action": "Ap5"}, ("action",)),
    ({"type": "amend", "action": {}}, ("action", "type")),
    ({"type": "amend", "action": AMEND}, ("action", "type")),
    ({"type": "amend", "action": RULING}, ("action", "type")),
    ({"type": "amend", "action": PEEK}, ("action", "type")),
    ({"type": "amend", "action": {"type": "exchange", "cards": []}}, ("action", "type")),
    ({"type": "amend", "action": {"seat": "A", **PLAY}}, ("action", "seat")),
    ({"type": "amend", "action": {**PLAY, "irregular": True}}, ("action", "irregular")),
    ({"type": "amend", "action": {"type": "play", "card": "1D"}}, ("action", "card")),
    ({**AMEND, "irregular": True}, ("irregular",)),
    # rulings
    ({"type": "ruling", "election": "enforce"}, ("number",)),
    ({"type": "ruling", "number": 3}, ("election",)),
    ({**RULING, "number": 256}, ("number",)),
    ({**RULING, "number": -1}, ("number",)),
    ({**RULING, "number": True}, ("number",)),
    ({**RULING, "election": "complete"}, ("election",)),
    ({**RULING, "election": "redeel"}, ("election",)),
    ({**RULING, "kind": "miscounted"}, ("kind",)),
    ({**RULING, "kind": 15}, ("kind",)),
    ({**RULING, "card": "7D"}, ("card",)),
    ({**RULING, "suit": "H"}, ("suit",)),
    ({**RULING, "untouched": True}, ("untouched",)),
    ({**RULING, "holdings": [{}]}, ("holdings", 0)),
    ({**RULING, "irregular": True}, ("irregular",)),
    ({**RULING, "election": "demand"}, ("suit",)),
    ({**RULING, "election": "demand", "suit": "hearts"}, ("suit",)),
    ({**RULING, "election": "void", "untouched": False}, ("untouched",)),
    ({**RULING, "election": "replay", "card": ["7D"]}, ("card",)),
    ({**RULING, "election": "accept", "holdings": []}, ("holdings",)),
]


@pytest.mark.parametrize(("members", "path"), MALFORMED, ids=[json.dumps(members) for members, _ in MALFORMED])
def test_members_that_make_no_act_are_refused_with_their_place(members: Any, path: tuple[str | int, ...]) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert refused.value.path == path
    assert path in [place for place, _ in refused.value.faults]
    if path == ("number",) and "number" not in members:  # what a record may leave out
        assert is_unnumbered(step_of({"seat": "A", **members}).entry)
    elif str(refused.value).endswith("named twice"):  # the action can be read, and is illegal
        (repeat,) = repeats_in(step_of({"seat": "A", **members}).entry)
        assert (repeat.code, repeat.path) == ("cards.twice", path[:-1])
    else:
        with pytest.raises(MembersError) as refused:
            step_of({"seat": "A", **members})
        assert refused.value.path == path


@pytest.mark.parametrize(
    "members",
    [
        {**PEEK, "positions": [*range(15, 0, -1)]},  # the talon of an irregular deal may have fifteen cards
        {"type": "incident", "kind": "faced", "where": "pack"},
        {"type": "incident", "kind": "faced", "where": "stock"},
        {**QUESTION, "answer": 0},
        {**QUESTION, "answer": 36},
        {**RULING, "number": 0},  # the deal itself
        {**RULING, "number": 255},
    ],
    ids=json.dumps,
)
def test_members_at_their_limits_make_an_act(members: Any) -> None:
    assert members_of(action_of({"seat": "A", **members})) == {"seat": "A", **members}


@pytest.mark.parametrize(
    ("members", "near"),
    [
        ({"type": "incident", "kind": "peeped", "positions": [1]}, "did you mean peeked?"),
        ({**PEEK, "posotions": [1]}, "did you mean positions?"),
        ({**RULING, "election": "enforced"}, "did you mean enforce?"),
        ({**RULING, "kind": "false claim"}, "did you mean false_claim?"),
        ({**PLAY, "iregular": True}, "did you mean irregular?"),
        ({"type": "rulings", "number": 3, "election": "enforce"}, "did you mean ruling?"),
    ],
)
def test_a_refusal_names_what_was_probably_meant(members: Any, near: str) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert near in str(refused.value)


# ---------------------------------------------------------------- text that is no act


@pytest.mark.parametrize(
    "line",
    [
        "A@", "A@p0", "A@uH", "A@d", "A@c", "A@@.7D", "A@ap5", "A@xS7-m1-k1", "A@xS7-kg", "A@xS7-k", "A@xS7-l13",
        "A@xS7-wS7", "AxS7-k1", "A@mS7-k1", "A@b-m1", "Ab-my", "A@p5-w", "Ap5-wHA", "A@r-k1", "Aa", "Aaa.7D", "Aau12",
        "Aaxs7", "Aad", "Aa@.7D", "Ai", "Ai-", "Ai-peeked", "Ai-peeked-0", "Ai-peeked-6-shown-together",
        "Ai-peeked-6-apart", "Ai-revoke", "Ai-buried", "Ai-buried-", "Ai-buried-9C", "Ai-dealer_saw-1",
        "Ai-pack-taken", "Ai-spoiled", "Ai-spoiled-double-D7-missing-D8", "Ai-misinformed-point",
        "Ai-misinformed-point-37", "Ai-misinformed-point-07", "Ai-misinformed-point-",
        "Ai-offer", "Ai-undeclared-1", "Au", "Au12", "Au12-",
        "Au256-enforce", "Au012-enforce", "Au12-complete", "Au12-enforce-", "Au12-enforce-0-0", "Au12-demand",
        "Au12-demand-SH", "Au12-replay-7", "Au12-void-touched", "Au12-accept-untouched", "Au12-sheets-enforce",
        "Au12-false-enforce", "Au-enforce",
    ],
)  # fmt: skip
def test_a_line_that_is_no_act_is_refused(line: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_action(line)
    assert refused.value.column >= 1 and not re.fullmatch(ACTION, line)


@pytest.mark.parametrize(
    ("words", "column"),
    [
        ("A irregular", 12),
        ("A irregular irregular 7D", 13),
        ("A irregular exchange S7 taking", 31),
        ("A irregular exchange S7 taking S8", 32),
        ("A irregular exchange S7 leaving 1 taking 2", 35),
        ("A irregular 7D showing HA", 16),
        ("A irregular call set 3 J showing", 33),
        ("A irregular carte blanche mixing 1", 34),
        ("A incident", 11),
        ("A incident peeped 6", 12),
        ("A incident dealer 6", 12),
        ("A incident peeked", 18),
        ("A incident buried", 18),
        ("A incident pack touched", 17),
        ("A incident spoiled", 19),
        ("A incident misinformed point", 29),
        ("A incident undeclared 1", 23),
        ("A amend", 8),
        ("A ruling", 9),
        ("A ruling 12", 12),
        ("A ruling 12 enforced", 13),
        ("A ruling 12 false claim", 24),
        ("A ruling 12 enforce points", 21),
        ("A ruling 12 accept untouched", 20),
    ],
)
def test_words_that_are_no_act_are_refused_with_their_column(words: str, column: int) -> None:
    with pytest.raises(WordsError) as refused:
        read_step(words)
    assert refused.value.column == column
    with pytest.raises(WordsError) as moved:
        read_step(words, 100)
    assert moved.value.column == column + 99


NOT_CARDS = "is not a card; cards are written suit by suit (SAKHJ), one by one (AS KS JH), or as ?"
NO_KIND = "is not a kind of irregularity"
NO_REPORT = "is not a kind of incident"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("C AH", "action.malformed", "an action begins with its seat, A or B"),
        ("A flee", "action.malformed", "'flee' is not an action, and is not a card; a card is its rank, then its suit"),
        ("A excange S7", "action.malformed", "'excange' is not an action (did you mean exchange?), and"),
        ("A iregular AH", "action.malformed", "'iregular' is not an action (did you mean irregular?), and"),
        ("A carte white", "action.malformed", "carte must be followed by blanche"),
        ("A not bad", "action.malformed", "not must be followed by good"),
        ("A look 1", "action.malformed", "'1' is not yes or no"),
        ("A irregular carte blanche mixing 1", "action.malformed", "'1' is not yes or no"),
        ("A call point x", "action.malformed", "'x' is not a number"),
        ("A call point 12345", "action.malformed", "'12345' is not a number"),
        ("A call trick 5", "action.malformed", "'trick' is not point, sequence or set"),
        ("A call squence 5", "action.malformed", "'squence' is not point, sequence or set (did you mean sequence?)"),
        ("A commit", "action.malformed", "cards, or the word nothing, are expected here"),
        ("A exchange SKXX", "card.unknown", f"'SKXX' {NOT_CARDS}"),
        (f"A exchange {'?' * 73}", "action.malformed", "there are more cards here than in a pack"),
        ("A incident buried", "card.unknown", "cards are expected here"),
        ("A incident spoiled", "action.malformed", "missing or double is expected here, with cards"),
        ("A incident peeped 6", "action.malformed", f"'peeped' {NO_REPORT} (did you mean peeked?)"),
        ("A incident dealer", "action.malformed", f"'dealer' {NO_REPORT}"),
        ("A incident peeped at the talon", "action.malformed", f"'peeped' {NO_REPORT} (did you mean peeked?)"),
        ("A incident turned up a card S7", "action.malformed", f"'turned' {NO_REPORT} (did you mean exposed?)"),
        ("A incident revoke S7", "action.malformed", f"'revoke' {NO_REPORT} (revoke is not reported"),
        ("A ruling peeped", "action.malformed", f"'peeped' {NO_KIND} or an election (did you mean peeked?)"),
        ("A ruling enforced", "action.malformed", f"'enforced' {NO_KIND} or an election (did you mean enforce?)"),
        ("A ruling false claim enforced", "action.malformed", "'enforced' is not an election (did you mean enforce?)"),
        ("A incident pack touched", "action.malformed", "'touched' is not taken up or not taken up"),
        ("A irregular exchange S7 taking S8", "action.malformed", "'S8' is not a whole number"),
        ("A amend amend pass set", "action.malformed", "'amend' is not an action that can be amended"),
        ("A AH KH", "action.malformed", "'KH' is more than is expected here"),
        ("A call set 3", "action.malformed", "rank is required"),
    ],
)  # fmt: skip
def test_words_that_are_no_act_are_refused_with_the_reason(words: str, code: str, message: str) -> None:
    with pytest.raises(WordsError) as refused:
        read_step(words)
    assert (refused.value.code, str(refused.value)[: len(message)]) == (code, message)


@pytest.mark.parametrize("depth", [2, 800, 100_000])
def test_an_amendment_of_amendments_is_refused_however_deep_it_is(depth: int) -> None:
    """Only an act of the deal can be amended (docs/notation.md). More than Python can nest calls gave a 500."""
    with pytest.raises(WordsError) as refused:
        read_step(f"A {'amend ' * depth}7D")
    assert refused.value.column == 9
    nested: Any = PLAY
    for _ in range(depth):
        nested = {"type": "amend", "action": nested}
    with pytest.raises(MembersError) as wrong:
        step_of({"seat": "A", **nested})
    assert wrong.value.path == ("action", "type")
    while "action" in nested:  # taken apart level by level, which takes no stack either
        nested = nested["action"]


def test_unknown_cards_stand_where_nobody_has_to_have_seen_them() -> None:
    for words in (
        "A irregular exchange SK ???? taking 1 2 3",
        "B amend ?",
        "B amend reckon set ????",
        "B irregular ?",
        "A call point 5 49 ?????",
        "A call sequence 4 A HA ???",
        "A value 49 ??",
        "A exchange ???",
        "A ruling 3 enforce point SA ????, set ?",
        "A ruling false claim waive sequence ???",
    ):
        assert write_words(read_step(words).action) == words
        assert has_unknown(read_step(words).action)
    for words in (
        "B incident buried ?",
        "B incident buried C9 ?",
        "B incident spoiled missing D8 ?",
        "A irregular reckon showing ?",
        "A irregular call sequence 4 A showing HAKQ ?",
        "A ruling 3 replay ?",
    ):
        with pytest.raises(WordsError):
            read_step(words)


def test_an_action_names_no_more_cards_than_there_are_in_the_larger_pack() -> None:
    all_unknown = {"seat": "A", "type": "exchange", "cards": ["?"] * 36}
    assert step_of(all_unknown).action == all_unknown
    with pytest.raises(MembersError) as refused:
        step_of({**all_unknown, "cards": ["?"] * 37})
    assert refused.value.path == ("cards",)


def test_a_reply_that_says_what_is_better_and_does_not_fit_is_a_divergence() -> None:
    # B's five diamonds make 51 and beat four cards (R5.2); after *not good* A does not reckon (R5.6).
    reading = read(
        "piquet-record 1\nfirst dealer: B\n\ndeal 1\nhand A: SAKJ HAQJ8 D98 CJ87\nhand B: ST7 HT97 DAQJT CKQT\n"
        "talon: 9S 8S KH 9C KD QS AC 7D\nA exchange SK D98 C87\nB exchange S7 H97\n"
        "A call point 4; B not good 5; A reckon point HAKQJ8\n"
    )
    found = verify(reading).deals[0].divergence
    assert found is not None and found.code == "reply.contradictory" and found.step == 4
    assert found.computed == {"seat": "B", "type": "reply", "reply": "good"}


# ---------------------------------------------------------------- deals


def test_the_mark_of_a_deal_comes_first() -> None:
    line = "1~portland@1~B~@_SAK_H7_9S_Ai-exposed-H7_Au0-redeal~@A_SAK_H7_9S~SAK_H7_9S"
    position = read_position(line)
    assert [deal.mark for deal in position.deals] == ["@", "@A", ""]
    assert position.deals[0] == Dealing(
        (["AS", "KS"], ["7H"]),
        ["9S"],
        [
            {"seat": "A", "type": "incident", "kind": "exposed", "cards": ["7H"]},
            {"seat": "A", "type": "ruling", "number": 0, "election": "redeal"},
        ],
        "@",
    )
    assert write_position(position) == line
    for wrong in ("@SAK_H7_9S", "@C_SAK_H7_9S", "@@_SAK_H7_9S", "@A_@B_SAK_H7_9S"):
        with pytest.raises(NotationError):
            read_position(f"1~portland@1~B~{wrong}")


RECORD = """\
piquet-record 1
first dealer: A

deal 1 annulled
dealer: B out of turn
irregular: deal
hand A: SAK
B ruling 0 void untouched

deal 1
dealer: A
A ruling false claim enforce = 95-0

deal 2
"""


def test_a_record_says_which_deals_are_irregular_or_annulled() -> None:
    reading = read(RECORD)
    assert reading.problems == []
    one, two, three = reading.record.deals
    assert (one.annulled, one.dealer, one.out_of_turn, one.irregular) == (True, "B", True, True)
    assert (two.annulled, two.dealer, two.out_of_turn, two.irregular) == (False, "A", False, False)
    assert not three.annulled
    assert two.steps[0].action == {"seat": "A", "type": "ruling", "kind": "false_claim", "election": "enforce"}
    assert write(reading.record) == RECORD
    written = to_json(reading.record)
    assert written["deals"][0] == {
        "annulled": True,
        "dealer": "B",
        "out_of_turn": True,
        "irregular": True,
        "dealt": {"hands": {"A": ["AS", "KS"]}},
        "steps": [
            {"action": {"seat": "B", "type": "ruling", "number": 0, "election": "void", "untouched": True}},
        ],
    }
    assert strictly(from_json(json.loads(json.dumps(written)))).record == reading.record


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("deal 1 annulled\ndeal 2\n", ("deal.number", 3)),
        ("deal 1\ndeal 1\n", ("deal.number", 3)),
        ("deal 1 anulled\n", ("deal.number", 2)),
        ("deal 1\nirregular: hand\n", ("tag.value", 3)),
        ("deal 1\nirregular: deal\nirregular: deal\n", ("tag.twice", 4)),
        ("deal 1\ndealer: B out of order\n", ("tag.value", 3)),
        ("deal 1\ndealer: C out of turn\n", ("tag.value", 3)),
        ("irregular: deal\n", ("line.place", 2)),
    ],
)
def test_lines_of_deals_that_make_no_sense_are_problems(text: str, problem: tuple[str, int]) -> None:
    found = read(f"piquet-record 1\n{text}").problems
    assert [(each.code, each.line) for each in found] == [problem]


@pytest.mark.parametrize(
    ("deal", "code", "pointer"),
    [
        ({"annulled": False}, "member.type", "/deals/0/annulled"),
        ({"irregular": "deal"}, "member.type", "/deals/0/irregular"),
        ({"dealer": "A", "out_of_turn": 1}, "member.type", "/deals/0/out_of_turn"),
        ({"out_of_turn": True}, "tag.value", "/deals/0/out_of_turn"),
    ],
)
def test_members_of_deals_that_make_no_sense_are_problems(deal: dict[str, Any], code: str, pointer: str) -> None:
    found = from_json({"piquet_record": 1, "deals": [deal]}).problems
    assert [(each.code, each.pointer) for each in found] == [(code, pointer)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A AH", False),
        ("B ?", False),
        ("A exchange SK ????", False),
        ("B irregular AH", True),
        ("B irregular ?", True),
        ("A ruling 1 enforce", True),
        ("A ruling enforce", True),  # without its number the engine has no action for it
        ("B amend ?", True),
        ("A incident buried C9", True),
    ],
)
def test_marked_actions_incidents_amendments_and_rulings_are_of_the_law(words: str, expected: bool) -> None:
    step = read_step(words)
    assert is_of_the_law(step.entry) is expected
    assert is_of_the_law(step.action) is expected  # as members, which take the place of the action


@pytest.mark.parametrize(
    ("words", "expected"),
    [("A ruling enforce", True), ("A ruling 1 enforce", False), ("A ruling 0 redeal", False), ("A reckon", False)],
)
def test_a_ruling_may_leave_out_the_number_of_its_entry(words: str, expected: bool) -> None:
    step = read_step(words)
    assert is_unnumbered(step.entry) is expected
    assert is_unnumbered(step.action) is expected
    assert not has_unknown(step.action)
