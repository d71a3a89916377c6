"""Rulings from some of the facts: what is asked for, and what holds whatever is missing."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.piquet.cards.cards import CARD
from service.piquet.law.decide import QUESTIONS, STATUSES, Ruling, ruling_on_facts
from service.piquet.law.kinds.tables import Question, contradictions, normal
from service.piquet.law.sentences import message
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.helpers.http import post
from tests.helpers.random_cases import generator, scale
from tests.helpers.rulings import needs, offers, ruled

Json = Any

#: B deals.
SEATS = {"elder": "A", "younger": "B"}

#: All positions of the talon.
POSITIONS = tuple(range(1, 9))

#: What is asked for if nothing is known, under `portland`.
ASKED: dict[str, set[str]] = {
    "misdeal": {"dealt", "taken_up", "stock", "cards"},
    "deal_out_of_turn": {"deal", "taken_up", "noticed"},
    "exposed": {"owner"},
    "faced": {"where", "exchanged"},
    "pack": {"taken_up"},
    "spoiled": {
        "proof",
        "where",
        "claimed",
        "played",
        "side",
        "held",
        "mended",
        "allowed",
        "shown",
        "in_union",
        "same_value_held",
    },
    "wrong_exchange": {"side", "leaves", "taken", "mixed", "discarded", "elder_began"},
    "recovered": {"side", "stock"},
    "buried": {"side", "stock", "source", "elder_led"},
    "peeked": {"side", "positions", "leaves", "together"},
    "dealer_saw": {"positions"},
    "undeclared": {"taken", "stock"},
    "looked": {"side"},
    "false_blanche": {"side", "courts", "exchanged", "mixed", "laid_out"},
    "lost_point": set(),
    "false_claim": {"side", "held", "mended", "allowed", "shown", "in_union", "same_value_held"},
    "false_reply": {"mended", "held", "first_card_played", "reckoned"},
    "undue_reckoning": {"side", "reason", "first_card_played"},
    "not_reckoned": {"side", "omitted", "first_card_played"},
    "implied": {"below_rubicon"},
    "revoke": {"side"},
    "lead_out_of_turn": {"side", "answered", "elder_led"},
    "run": {"side"},
    "overplayed": {"side"},
    "dropped": {"side"},
    "misinformed": {"side", "answer", "declared_in_hand"},
    "miscounted": {"proved", "next_hand_seen"},
    "sheets": {"written"},
    "long_hand": {"side", "cards", "cause"},
    "cut": {"when", "sizes", "cards", "confused", "pack_incorrect"},
    "packets": {"where", "taken_up"},
    "offer": {"side"},
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_fact_that_matters_is_asked_for(kind: str) -> None:
    ruling = ruled(kind)
    assert set(needs(ruling)) == ASKED[kind]
    questions = {question.name: question for question in QUESTIONS[kind]}
    for need in ruling["needs"]:
        asked = questions[need["name"]].text.format(side="the player")
        assert need["question"] == re.sub(
            r"\b(elder|younger)\b", lambda role: SEATS[role[0].lower()], asked, flags=re.I
        )
        assert need["values"] or questions[need["name"]].form in (
            "counts",
            "positions",
            "amount",
            "proof",
            "packets",
            "sheets",
            "number",
        )


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_irregularity_keeps_its_kind_until_the_facts_make_it_another(kind: str) -> None:
    """K10b is a kind of the French code alone: elsewhere the code makes it K10."""
    assert ruled(kind, "french")["kind"] == kind


@pytest.mark.rule("L46", "L56")
def test_an_omission_is_a_late_point_only_if_it_was_elders_point() -> None:
    """K14, K18: what was omitted, and by whom, decides which of the two it is."""
    assert ruled("not_reckoned", side="elder")["kind"] == "not_reckoned"
    assert ruled("not_reckoned", side="elder", omitted="point")["kind"] == "lost_point"


def test_a_ruling_is_undecided_as_long_as_facts_say_whether_it_is_open_or_for_whom() -> None:
    # L13: elder has a choice if the card is elder's or of the talon, and nobody if it is the dealer's own.
    assert ruled("exposed")["stage"] == "undecided"
    assert [ruled("exposed", owner=owner)["stage"] for owner in ("elder", "younger")] == ["open", "harmless"]
    # L36: there is a choice whoever looked, but it is not yet known whose.
    found = ruled("looked")
    assert (found["status"], found["entitled"], found["stage"]) == ("open", [], "undecided")
    # L54: what elder held decides what younger may elect, but younger it is.
    known = {"side": "elder", "held": False, "allowed": True, "mended": "never", "shown": False}
    found = ruled("false_claim", **known)
    assert (found["needs"] != [], found["entitled"], found["stage"]) == (True, ["B"], "open")


def test_what_an_answer_settles_is_asked_for_no_more() -> None:
    # K1: the numbers alone leave open who has looked, and how far elder has gone.
    assert needs(ruled("misdeal", dealt=[13, 11, 8])) == ["taken_up", "stock", "cards"]
    assert needs(ruled("misdeal", dealt=[13, 11, 8], taken_up=["younger"])) == ["stock", "cards"]
    assert needs(ruled("misdeal", dealt=[13, 11, 8], taken_up=["younger"], stock="touched")) == []
    # K28: once a hand is taken up nothing follows, whichever packets were wrong.
    assert needs(ruled("packets", taken_up=["younger"])) == []
    # With nine in the talon only a deal that nobody has looked at is put right.
    assert needs(ruled("misdeal", dealt=[12, 11, 9])) == ["taken_up"]


def test_the_values_of_a_need_are_those_that_it_may_have() -> None:
    by_name = {need["name"]: need["values"] for need in ruled("buried")["needs"]}
    assert by_name["source"] == ["hand", "stock", "left"]
    assert by_name["elder_led"] == [True, False]
    (taken_up,) = ruled("packets", where="hands")["needs"]
    assert taken_up["values"] == [[], ["elder"], ["younger"], ["elder", "younger"]]


def test_the_example_of_a_choice_is_the_first_value() -> None:
    for kind, facts, name, sample in (
        ("buried", {}, "source", "hand"),
        ("packets", {"where": "hands"}, "taken_up", ["elder"]),
        ("undeclared", {"stock": "touched"}, "taken", 0),
    ):
        (need,) = (each for each in ruled(kind, **facts)["needs"] if each["name"] == name)
        assert need["sample"] == sample


def test_elections_that_hold_whatever_is_missing() -> None:
    # K12: whoever looked, the cards are for both; who may see them is not yet known.
    ruling = ruled("looked")
    assert (offers(ruling), ruling["offender"], ruling["entitled"]) == ({"inspect": ("E9", "deal_over")}, None, [])
    # K3: whoever owns the card, nothing holds: redeal and stand, or nothing.
    assert ruled("exposed")["elections"] == []
    # L12: with nine in the talon there is a fresh deal, elected by elder (L10) or by both until the next deal (L12).
    assert ruled("misdeal", dealt=[12, 11, 9])["elections"] == []
    # L54: false or not, a claim that was allowed and not mended has no election in common.
    assert ruled("false_claim", side="elder", held=False, allowed=True, mended="never")["elections"] == []


def test_the_values_of_a_need_are_left_out_if_there_are_too_many() -> None:
    by_name = {
        need["name"]: need["values"] for kind in ("spoiled", "deal_out_of_turn") for need in ruled(kind)["needs"]
    }
    assert (by_name["proof"], by_name["deal"]) == ([], [])
    (cards,) = ruled("misdeal", dealt=[13, 11, 8], taken_up=["elder"], stock="taken")["needs"]
    assert cards["values"] == list(range(37))


def test_what_two_outcomes_have_in_common() -> None:
    """L28, L29: whoever mixed the whole talon, the other may have a fresh deal, or the penalty."""
    facts = {"leaves": None, "discarded": 3, "elder_began": False, "taken": POSITIONS, "mixed": POSITIONS}
    ruling = ruling_on_facts(ruleset("portland"), "wrong_exchange", facts)
    assert [each.name for each in ruling.needs] == ["side"]
    assert [(each.election, each.until) for each in ruling.elections] == [
        ("redeal", "own_take"), ("enforce", "next_deal"), ("waive", "next_deal"),
    ]  # fmt: skip
    assert (ruling.until, ruling.status, ruling.readings) == ("own_take", "open", ("LR12", "LR13"))
    assert (ruling.law, ruling.offender, ruling.entitled) == (None, None, ())
    assert ruling.message == "the law says more when more is known"


# ---------------------------------------------------------------- times


#: The times that are past with another one, in the order of the contract.
PAST = {
    "untouched": "untouched",
    "taken": "untouched taken",
    "own_take": "untouched own_take",
    "next_entry": "next_entry",
    "next_call": "untouched taken own_take next_call",
    "first_card": "untouched taken own_take next_call first_card",
    "answered": "answered",
    "deal_over": "untouched taken own_take next_call first_card deal_over",
    "next_deal": "untouched taken own_take next_entry next_call first_card answered deal_over next_deal",
    "end_of_game": "untouched taken own_take next_entry next_call first_card answered deal_over next_deal end_of_game",
}


@pytest.mark.parametrize("time", PAST)
def test_the_times_that_are_past_with_another(time: str) -> None:
    for law in ("portland", "none"):
        ruling = ruling_on_facts(ruleset("portland", {"law": law}), "offer", {}, [time])
        assert " ".join(ruling.passed) == PAST[time]


def test_times_that_are_past_together() -> None:
    ruling = ruling_on_facts(ruleset("portland"), "offer", {}, ["answered", "own_take"])
    assert ruling.passed == ("untouched", "own_take", "answered")


#: What came of an irregularity that stands in a history: what the ruling on a false claim then says (LR30).
@pytest.mark.parametrize("outcome", ["annulment", "loss_of_game", "end_of_game", "full_history"])
def test_what_closes_all_rights(outcome: str) -> None:
    ruling = ruling_on_facts(ruleset("portland"), "revoke", {"side": "elder", "outcome": outcome})
    assert (ruling.status, ruling.elections, ruling.entitled, ruling.until) == ("lapsed", (), (), None)
    assert (ruling.unraised, message(ruling, "en")) == (
        "the card stands as it was played",
        "it is too late: the card stands as it was played",
    )


@pytest.mark.parametrize("outcome", ["replay", "waive"])
def test_what_was_elected_on_is_settled(outcome: str) -> None:
    ruling = ruling_on_facts(ruleset("portland"), "revoke", {"side": "elder", "outcome": outcome}, ["next_deal"])
    assert (ruling.status, ruling.elections, ruling.entitled) == ("ruled", (), ())
    assert (ruling.until, ruling.unraised) == (None, None)


def test_what_closes_all_rights_changes_nothing_where_there_are_none() -> None:
    for outcome in ("annulment", None):
        ruling = ruling_on_facts(ruleset("portland"), "exposed", {"owner": "younger", "outcome": outcome})
        assert (ruling.status, ruling.unraised) == ("harmless", None)


# ---------------------------------------------------------------- facts that contradict one another


@pytest.mark.parametrize(
    ("name", "facts", "wrong"),
    [
        *(("portland", {each: (8, 1)}, []) for each in ("taken", "mixed", "positions")),
        *(("portland", {each: (1, 9)}, [each]) for each in ("taken", "mixed", "positions")),
        *(("portland", {each: (1, 1)}, [each]) for each in ("taken", "mixed", "positions", "due")),
        ("old-36", {"taken": (12,)}, []),
        ("old-36", {"taken": (13,)}, ["taken"]),
        # What was due may be told of a wrong deal, whose talon may have fifteen cards.
        ("portland", {"due": (15,), "taken": (15,)}, []),
        ("portland", {"due": (16,), "taken": (16,)}, ["taken", "due"]),
        ("portland", {"due": (), "taken": (), "mixed": ()}, []),
        ("portland", {"taken": (1, 2), "mixed": (1, 2)}, []),
        ("portland", {"taken": (1, 2), "mixed": ()}, []),
        ("portland", {"taken": (1, 2)}, []),
        ("portland", {"mixed": (1, 2)}, []),
        ("portland", {"taken": (1,), "mixed": (1, 2)}, ["mixed"]),
        ("portland", {"dealt": (13, 11, 8), "sizes": (31, 1)}, []),
        ("portland", {"dealt": (13, 11, 9), "sizes": (32, 1)}, ["dealt", "sizes"]),
        ("old-36", {"dealt": (12, 12, 12)}, []),
        ("portland", {"leaves": 5}, []),
        ("portland", {"leaves": 6}, ["leaves"]),
        ("portland", {"leaves": None}, []),
        ("old-36", {"leaves": 8}, []),
        ("portland", {"deal": 6, "deals": 6}, []),
        ("portland", {"deal": 7, "deals": 6}, ["deal"]),
        ("portland", {"deal": 7, "deals": None}, []),
        ("portland", {"deal": 7}, []),
        ("portland", {"deals": 1}, []),
    ],
)
def test_facts_that_contradict_one_another(name: str, facts: dict[str, Json], wrong: list[str]) -> None:
    assert [fact for fact, _ in contradictions(ruleset(name), facts)] == wrong


# ---------------------------------------------------------------- random facts


def _value(chance: random.Random, question: Question, rules: Ruleset) -> Json:
    cards = sorted(CARD)
    by_form = {
        "flag": lambda: chance.random() < 0.5,
        "choice": lambda: chance.choice(question.values),
        "number": lambda: chance.randint(question.least, min(question.most, 14)),
        "choices": lambda: chance.sample(question.values, chance.randint(0, len(question.values))),
        "cards": lambda: chance.sample(cards, chance.randint(0, 3)),
        "positions": lambda: sorted(chance.sample(range(1, 9), chance.randint(0, 6))),
        "counts": lambda: chance.choice([[12, 12, 8], [13, 11, 8], [13, 12, 7], [11, 13, 8], [14, 11, 7], [12, 11, 9]]),
        "amount": lambda: chance.choice([0, 1, 2, chance.sample(cards, 2)]),
        "proof": lambda: {"missing": chance.sample(cards, chance.randint(0, 1)), "double": []},
        "packets": lambda: chance.choice([[16, 16], [1, 31], [30, 2]]),
        "sheets": lambda: {seat: {"A": chance.randint(27, 28), "B": 23} for seat in "AB"},
    }
    return None if question.null and chance.random() < 0.2 else by_form[question.form]()


def _facts(chance: random.Random, kind: str, rules: Ruleset) -> dict[str, Json]:
    """All facts of a kind, which do not contradict one another."""
    while True:
        facts = {each.name: _value(chance, each, rules) for each in QUESTIONS[kind]}
        if isinstance(facts.get("taken"), list) and "mixed" in facts:
            facts["mixed"] = chance.choice([facts["taken"], facts["taken"][:-1], []])
        if not list(contradictions(rules, _known(kind, facts))):
            return facts


def _known(kind: str, facts: dict[str, Json]) -> dict[str, Json]:
    questions = {question.name: question for question in QUESTIONS[kind]}
    return {name: normal(questions[name], value) for name, value in facts.items()}


def _holding(ruling: Ruling) -> dict[tuple[str, str], set[str]]:
    return {(offer.election, offer.until): set(offer.effects) for offer in ruling.elections}


RULESETS = ("portland", "au-cent", "hoyle", "french")


def _cases(name: str, count: int) -> Iterator[tuple[random.Random, str, str]]:
    chance = generator(name)
    for _ in range(scale(count)):
        yield chance, chance.choice(RULESETS), chance.choice(sorted(QUESTIONS))


def test_whatever_is_missing_the_ruling_holds() -> None:
    """The rulings on some of the facts hold when all are known, and what is not asked for changes nothing."""
    for chance, name, kind in _cases("missing facts", 1500):
        rules = ruleset(name)
        facts = _known(kind, _facts(chance, kind, rules))
        left_out = {each.name for each in QUESTIONS[kind] if each.optional}  # where it is left out, that has a meaning
        some = {each: value for each, value in facts.items() if each in left_out or chance.random() < 0.7}
        whole, part = ruling_on_facts(rules, kind, facts), ruling_on_facts(rules, kind, some)
        told = f"{name} {kind} {some} of {facts}"
        assert whole.needs == () and whole.status in STATUSES, told
        held = _holding(whole)
        for election, effects in _holding(part).items():
            assert effects <= held[election], told
        unasked = {each: facts[each] for each in facts.keys() - some.keys() - {need.name for need in part.needs}}
        again = ruling_on_facts(rules, kind, {**some, **unasked})
        assert _holding(again) == _holding(part) and again.law == part.law, told


def test_any_facts_are_answered_as_the_contract_says() -> None:
    """`post` holds each answer against the contract."""
    for chance, name, kind in _cases("any facts", 150):
        facts = _facts(chance, kind, ruleset(name))
        some = {each: value for each, value in facts.items() if chance.random() < 0.8}
        passed = chance.sample(["untouched", "taken", "own_take", "first_card", "next_deal", "end_of_game"], 1)
        incident = {"kind": kind, "facts": some, "passed": passed if chance.random() < 0.3 else []}
        answer = post("/v1/rulings", {"ruleset": name, "incident": incident})
        assert len(answer["rulings"]) == 1, f"{name} {incident}"
