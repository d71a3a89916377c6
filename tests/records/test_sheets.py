"""Scores that no deal can have: never one that a deal has had, never one below W15."""

from __future__ import annotations

import pytest

from service.piquet.rulesets import RULESETS, ruleset
from service.records.reader import read
from service.records.sheets import is_possible, most
from service.records.verify import verify
from tests.golden.test_golden import FILES
from tests.records.parties import random_record, seeded


@pytest.mark.rule("R7.2", "R6.3")
def test_the_most_that_a_deal_can_score_is_that_of_w15():
    assert [most(ruleset(name)) for name in ("portland", "denexa", "wikipedia")] == [174, 185, 174]


@pytest.mark.rule("R7.2", "R6.3")
@pytest.mark.parametrize(
    ("name", "elder", "younger"),
    [
        ("portland", 174, 0),
        ("portland", 170, 0),  # W4
        ("denexa", 185, 0),
        ("denexa", 181, 0),
        ("wikipedia", 167, 0),
        ("parlett", 173, 0),  # W5
        ("portland", 28, 23),  # W1
        ("portland", 66, 0),  # W14 is more; a capot without a pique
    ],
)
def test_what_the_sources_score_is_possible(name, elder, younger):
    assert is_possible(ruleset(name), 0, elder, younger)


@pytest.mark.rule("R6.2", "R6.3", "R7.3")
@pytest.mark.parametrize(
    ("elder", "younger", "why"),
    [
        (0, 40, "elder has a point for his first lead"),
        (1, 12, "who wins all twelve tricks has forty for them"),
        (5, 3, "thirteen points of play at least are shared (W18)"),
        (12, 1, "where thirteen points are shared, the leader has won every trick, and forty"),
        (175, 0, "more than W15"),
        (23, 0, "who gives no trick away has forty, not ten"),
        (51, 0, "a capot, and nothing in hand, makes 53; without it the other has a point"),
    ],
)
def test_what_cannot_be_scored_is_told(elder, younger, why):
    assert not is_possible(ruleset("portland"), 0, elder, younger), why


def test_a_sheet_with_a_score_that_cannot_be_says_so():
    sheet = "piquet-record 1\nfirst dealer: B\ndeal 1\nscore: {}\n"
    (deal,) = verify(read(sheet.format("28-23"))).deals
    assert deal.divergence is None and deal.basis == "score"
    (deal,) = verify(read(sheet.format("0-23"))).deals
    assert deal.divergence is not None and deal.divergence.code == "score.impossible"
    assert deal.divergence.pointer == "/deals/0/score"
    # Where nobody says who dealt, it is impossible only if it is so for either.
    assert verify(read(sheet.format("0-23").replace("first dealer: B\n", ""))).deals[0].divergence is not None
    assert verify(read(sheet.format("1-53").replace("first dealer: B\n", ""))).deals[0].divergence is None


@pytest.mark.rule("R6.5")
def test_a_conceded_deal_may_score_what_a_played_one_may_not():
    # Thirteen and the cards to elder, nothing to younger who threw down his hand: played out it were a capot.
    rules = ruleset("portland", {"concession_score": 0})
    assert is_possible(rules, 5, 23, 0)
    assert not is_possible(rules, 4, 23, 0)  # not in the fifth deal


def test_no_deal_that_was_played_is_called_impossible():
    for which, overrides, rng in seeded("sheets", 10):
        rules = ruleset(which, overrides)
        record = random_record(which, overrides, rng)
        for number, deal in enumerate(record.deals):
            assert deal.score is not None
            if rules.target is not None and rules.target_stop == "at_once" and number == len(record.deals) - 1:
                assert max(each or 0 for each in deal.score) <= most(rules)
                continue
            elder, younger = deal.score if deal.dealer == "B" else deal.score[::-1]
            assert is_possible(rules, number, elder or 0, younger or 0), (deal.score, rules)


def test_no_golden_deal_is_called_impossible():
    for golden in FILES.values():
        name = golden["ruleset"]
        rules = ruleset(name) if isinstance(name, str) else ruleset(name["name"], name["overrides"])
        for number, deal in enumerate(golden["deals"]):
            if rules.target is not None and number == len(golden["deals"]) - 1:
                continue
            elder = "A" if deal["dealer"] == "B" else "B"
            assert is_possible(rules, number, deal["score"][elder], deal["score"][deal["dealer"]])


@pytest.mark.parametrize("name", RULESETS)
def test_some_scores_are_impossible_under_every_ruleset(name):
    assert not is_possible(ruleset(name), 0, 0, 0)
