"""How holdings are compared and what they score (R5.1, R5.5, R5.12). Tie-breaks are in half pips and ranks."""

import pickle

import pytest

from service.piquet.cards.ranking import (
    ANY_TIE,
    CATEGORIES,
    NO_TIE,
    POINT,
    SEQUENCE,
    SET,
    Grade,
    RankingRules,
    counting,
)

CARDS, PIPS = counting(), counting(point_comparison="pips", point_score="pips")
FOURS, NOUGHT = counting(point_ending_in_four=True), counting(nought=True)
BOTH = counting(point_comparison="pips", nought=True)
KING, ACE = 2 * 7, 2 * 8
SEQUENCES = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize("how", [CARDS, PIPS])
def test_only_points_are_compared_by_pips_and_only_where_the_ruleset_says_so(how: RankingRules) -> None:
    for category, said in ((POINT, (5, 98)), (SEQUENCE, (4, ACE)), (SET, (4, 8))):
        grade = (98, 5) if category == POINT and how is PIPS else said
        assert (how.grade(category, said), how.said(category, grade)) == (grade, said)


@pytest.mark.rule("R5.2", "R5.3")
@pytest.mark.parametrize(
    ("how", "category", "tie", "expected"),
    [
        # Of five or four cards. What is withheld may be anything; where pips decide, the number of cards may be.
        (CARDS, POINT, 98, ((5, 98), (5, 98))),
        (CARDS, POINT, None, ((5, NO_TIE), (5, ANY_TIE))),
        (PIPS, POINT, 98, ((98, NO_TIE), (98, ANY_TIE))),
        (PIPS, SEQUENCE, ACE, ((5, ACE), (5, ACE))),
        (PIPS, SEQUENCE, None, ((5, NO_TIE), (5, ANY_TIE))),
    ],
)
def test_what_is_said_equals_these_grades(
    how: RankingRules, category: int, tie: int | None, expected: tuple[Grade, Grade]
) -> None:
    assert how.alike(category, 5, tie) == expected


@pytest.mark.rule("R5.2", "R5.3")
@pytest.mark.parametrize(
    ("how", "category", "length", "tie", "expected"),
    [
        (CARDS, POINT, 5, None, (6, NO_TIE)),
        (CARDS, POINT, 5, 98, (5, 100)),
        (PIPS, POINT, 5, 98, (100, NO_TIE)),
        (CARDS, SEQUENCE, 4, KING, (4, ACE)),
        (PIPS, SEQUENCE, 4, KING, (4, ACE)),
        (CARDS, SET, 3, 7, (3, 8)),
        (BOTH, SET, 4, 7, (4, 8)),
        # The nought, a point of five worth 50.5 and a quint between those to the king and to the ace.
        (NOUGHT, POINT, 5, 98, (5, 100)),
        (NOUGHT, POINT, 5, 100, (5, 101)),
        (NOUGHT, POINT, 5, 101, (5, 102)),
        (NOUGHT, POINT, 4, 100, (4, 102)),
        (BOTH, POINT, 4, 100, (101, NO_TIE)),
        (BOTH, POINT, 4, 101, (102, NO_TIE)),
        (NOUGHT, SEQUENCE, 5, KING, (5, KING + 1)),
        (NOUGHT, SEQUENCE, 5, KING + 1, (5, ACE)),
        (BOTH, SEQUENCE, 4, KING, (4, ACE)),
        (CARDS, SEQUENCE, 5, KING, (5, ACE)),
    ],
)
def test_the_next_better_grade(how: RankingRules, category: int, length: int, tie: int | None, expected: Grade) -> None:
    assert how.above(category, length, tie) == expected


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("how", "category", "said", "points"),
    [
        *((CARDS, SEQUENCE, (length, ACE), points) for length, points in SEQUENCES.items()),
        (CARDS, SET, (3, 8), 3),
        (CARDS, SET, (4, 4), 14),
        # The nought, as a quint, counts ten.
        (NOUGHT, SEQUENCE, (5, KING + 1), 10),
        (NOUGHT, POINT, (5, 101), 5),
        # A point of 34 or 44 counts one less by the old agreement, one of 30, 31, 35 or 40 does not.
        *((CARDS, POINT, (4, 2 * pips), 4) for pips in (30, 34, 40, 44)),
        *((FOURS, POINT, (4, 2 * pips), points) for pips, points in ((30, 4), (31, 4), (34, 3), (35, 4), (44, 3))),
        # By pips, five and more over the tens count as ten.
        *((PIPS, POINT, (4, 2 * pips), points) for pips, points in ((34, 3), (35, 4), (40, 4), (44, 4), (45, 5))),
        (PIPS, SEQUENCE, (3, ACE), 3),
    ],
)
def test_a_good_holding_scores(how: RankingRules, category: int, said: tuple[int, int], points: int) -> None:
    assert how.score(category, said) == points


def test_ranking_rules_that_were_pickled_are_the_same() -> None:
    for how in (counting(4, "pips", "cards", True, False), counting(3, "cards", "pips", False, True)):
        assert pickle.loads(pickle.dumps(how)) is how


def test_categories_are_numbered_in_order() -> None:
    assert [CATEGORIES[category] for category in (POINT, SEQUENCE, SET)] == ["point", "sequence", "set"]
