"""Standings of events that were computed by hand from docs/tournaments.md; the first ones are its own examples."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from tests.tournaments.events import WAYS, decided, event, go, in_process, numbers, ranks, rows, table


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__, autouse=True)
def _way(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each of the examples in process, over HTTP and by the command."""
    go(request.param)
    yield
    go(in_process)


#: P1 beats P2 by 120:80, P2 beats P3 by 90:85, P3 beats P1 by 101:99; each has a bye.
CIRCLE = [
    {"tables": [table(1, "P1", "P2", totals=[120, 80])], "byes": ["P3"]},
    {"tables": [table(1, "P2", "P3", totals=[90, 85])], "byes": ["P1"]},
    {"tables": [table(1, "P3", "P1", totals=[101, 99])], "byes": ["P2"]},
]


def test_three_who_beat_one_another_are_told_apart_by_the_difference() -> None:
    """Each has 2 + 2 for the bye. Direct: 2 each. Differences: +40 - 2, -40 + 5, -5 + 2."""
    given = event(CIRCLE, tie_breaks=["direct", "difference"])
    assert ranks(given) == "1:P1=4 2:P3=4 3:P2=4"
    assert decided(given) == "P1:- P3:difference P2:difference"
    assert numbers(given, "direct") == {"P1": 2, "P2": 2, "P3": 2}
    assert numbers(given, "difference") == {"P1": 38, "P2": -35, "P3": -3}


def test_a_bye_counts_with_one_s_own_points_in_buchholz() -> None:
    """4 + 4 and once one's own 4; without the smallest 8. Nothing tells them apart."""
    given = event(CIRCLE, tie_breaks=["buchholz", "buchholz_cut_1"])
    assert numbers(given, "buchholz") == {"P1": 12, "P2": 12, "P3": 12}
    assert numbers(given, "buchholz_cut_1") == {"P1": 8, "P2": 8, "P3": 8}
    assert ranks(given) == "1:P1=4 1:P2=4 1:P3=4"
    assert decided(given) == "P1:- P2:- P3:-"


def test_settlements_are_those_of_the_rules() -> None:
    """Each loser is under the rubicon of 100: 120 + 80 + 100, 90 + 85 + 100, 101 + 99 + 100. A bye gives nothing."""
    given = event(CIRCLE, "settlement")
    assert ranks(given) == "1:P3=25 2:P1=0 3:P2=-25"
    assert decided(given) == "P3:- P1:points P2:points"
    assert ranks(event(CIRCLE, "won")) == "1:P1=300 1:P3=300 3:P2=275"


def test_a_scale_goes_by_the_difference() -> None:
    """40, 5 and 2: 8 and 4, 7 and 5, 7 and 5."""
    scale = [[0, 6, 6], [1, 7, 5], [20, 8, 4], [50, 10, 2]]
    assert ranks(event(CIRCLE, scoring={"points": "scale", "scale": scale})) == "1:P1=13 2:P3=12 3:P2=11"


def test_a_drawn_partie_gives_both_the_mean_of_the_first_row() -> None:
    rounds = [{"tables": [table(1, "P1", "P2", result={"deals": [[20, 20]] * 8})]}]
    assert ranks(event(rounds, scoring={"points": "scale", "scale": [[0, 7, 4], [1, 8, 3]]})) == "1:P1=5.5 1:P2=5.5"
    assert ranks(event(rounds)) == "1:P1=1 1:P2=1"
    assert ranks(event(rounds, "settlement")) == "1:P1=0 1:P2=0"


def test_a_lot_goes_by_the_hash_of_seed_and_id() -> None:
    given = event(CIRCLE, tie_breaks=["lot"], lot_seed="piquet")
    drawn = sorted(("P1", "P2", "P3"), key=lambda name: sha256(f"piquet:{name}".encode()).hexdigest())
    assert [row.player for row in rows(given)] == drawn
    assert [row.rank for row in rows(given)] == [1, 2, 3]
    assert numbers(given, "lot") == {name: place for place, name in enumerate(drawn, 1)}


# ---------------------------------------------------------------- more, by hand

#: Round robin of four: A beats B and C and loses to D; B beats C and D; D beats A and loses to B, C; C beats D.
FOUR = [
    {"tables": [table(1, "A", "B", totals=[150, 120]), table(2, "C", "D", totals=[110, 100])]},
    {"tables": [table(1, "A", "C", totals=[130, 90]), table(2, "B", "D", totals=[140, 70])]},
    {"tables": [table(1, "D", "A", totals=[160, 105]), table(2, "B", "C", totals=[125, 115])]},
]


def test_direct_is_among_the_group_alone() -> None:
    """A and B have 4 each, C and D 2. A beat B, and C beat D: 2 and 0 among themselves."""
    given = event(FOUR, tie_breaks=["direct", "difference"])
    assert ranks(given) == "1:A=4 2:B=4 3:C=2 4:D=2"
    assert numbers(given, "direct") == {"A": 2, "B": 0, "C": 2, "D": 0}
    assert numbers(given, "difference") == {"A": None, "B": None, "C": None, "D": None}
    assert decided(given) == "A:- B:direct C:points D:direct"


def test_difference_of_totals() -> None:
    """A +30 +40 -55 = 15, B -30 +70 +10 = 50, C +10 -40 -10 = -40, D -10 -70 +55 = -25."""
    given = event(FOUR, tie_breaks=["difference"])
    assert numbers(given, "difference") == {"A": 15, "B": 50, "C": -40, "D": -25}
    assert ranks(given) == "1:B=4 2:A=4 3:D=2 4:C=2"


def test_a_cap_bounds_the_difference_of_each_partie() -> None:
    """A +30 +40 -50 = 20, B -30 +50 +10 = 30, C +10 -40 -10 = -40, D -10 -50 +50 = -10."""
    assert ranks(event(FOUR, "difference", scoring={"cap": 50})) == "1:B=30 2:A=20 3:D=-10 4:C=-40"


def test_totals_and_the_best_total() -> None:
    """A 150 + 130 + 105, B 120 + 140 + 125, C 110 + 90 + 115, D 100 + 70 + 160."""
    given = event(FOUR, "total", tie_breaks=["best"])
    assert ranks(given) == "1:A=385 2:B=385 3:D=330 4:C=315"
    assert numbers(given, "best") == {"A": 150, "B": 140, "C": None, "D": None}


def test_rubicons() -> None:
    """Under 100 lost C (90) to A and D (70) to B: A +1, B +1, C -1, D -1."""
    assert numbers(event(FOUR, tie_breaks=["rubicons"]), "rubicons") == {"A": 1, "B": 1, "C": -1, "D": -1}


def test_buchholz_and_sonneborn_berger() -> None:
    """Buchholz: A met 4 + 2 + 2, B 4 + 2 + 2, C 2 + 4 + 4, D 2 + 4 + 4; less the smallest one 6 and 8.

    Sonneborn-Berger: A beat 4 and 2, B beat 2 and 2, C beat D's 2, D beat A's 4.
    """
    given = event(FOUR, tie_breaks=["buchholz", "buchholz_cut_1", "opponents_wins", "sonneborn_berger"])
    assert numbers(given, "buchholz") == {"A": 8, "B": 8, "C": 10, "D": 10}
    assert numbers(given, "buchholz_cut_1") == {"A": 6, "B": 6, "C": 8, "D": 8}
    assert numbers(given, "opponents_wins") == {"A": 4, "B": 4, "C": 5, "D": 5}
    assert numbers(given, "sonneborn_berger") == {"A": 6, "B": 4, "C": 2, "D": 4}
    assert decided(given) == "A:- B:sonneborn_berger D:points C:sonneborn_berger"


def test_a_draw_counts_half_in_sonneborn_berger() -> None:
    """With 1, ½ and 0 for a partie: each has ½, and half of that is ¼."""
    rounds = [{"tables": [table(1, "P1", "P2", result={"deals": [[20, 20]] * 8})]}]
    given = event(rounds, scoring={"win": 1, "draw": 0.5, "loss": 0}, tie_breaks=["sonneborn_berger"])
    assert ranks(given) == "1:P1=0.5 1:P2=0.5"
    assert numbers(given, "sonneborn_berger") == {"P1": 0.25, "P2": 0.25}


def test_a_forfeit_and_a_bye_have_no_opponent() -> None:
    """A has 2 + 2, C 2 for the forfeit and 0, B 0 + 2 for the bye. C counts with its own 2 for round 1: 2 + 4."""
    rounds = [
        {"tables": [table(1, "A", "B", totals=[150, 120]), table(2, "C", "D", forfeit="D")]},
        {"tables": [table(1, "A", "C", totals=[130, 90])], "byes": ["B"]},
    ]
    given = event(rounds, tie_breaks=["wins", "buchholz"], withdrawn={"D": 1})
    assert ranks(given) == "1:A=4 2:B=2 2:C=2 4:D=0"
    assert numbers(given, "wins") == {"A": None, "B": 0, "C": 0, "D": None}
    assert numbers(given, "buchholz") == {"A": None, "B": 4 + 2, "C": 2 + 4, "D": None}
    assert {row.player: row.played for row in rows(given)} == {"A": 2, "B": 1, "C": 1, "D": 0}
    assert {row.player: [one.result for one in row.against] for row in rows(given)} == {
        "A": ["win", "win"],
        "B": ["loss", "bye"],
        "C": ["forfeit_win", "loss"],
        "D": ["forfeit_loss"],
    }


def test_who_is_not_there_in_all_rounds_has_points_only_for_what_is_played_or_missed_on_request() -> None:
    """D enters in round 2, B has withdrawn after round 1 and plays the third, and C misses round 2 for half a point.

    A beats B and loses to D, C has a bye and beats A, D beats A and B.
    """
    rounds = [
        {"tables": [table(1, "A", "B", totals=[150, 120])], "byes": ["C"]},
        {"tables": [table(1, "A", "D", totals=[120, 130])]},
        {"tables": [table(1, "A", "C", totals=[110, 140]), table(2, "B", "D", totals=[100, 120])]},
    ]
    when = {"entered": {"D": 2}, "withdrawn": {"B": 1}, "returned": {"B": 3}, "missed": {"C": [2]}}
    given = event(rounds, scoring={"missed": 0.5}, tie_breaks=["buchholz"], **when)
    assert ranks(given) == "1:C=4.5 2:D=4 3:A=2 4:B=0"
    assert {row.player: row.withdrawn for row in rows(given, 1)} == {"A": None, "B": 1, "C": None, "D": None}
    assert {row.player: row.withdrawn for row in rows(given, 3)} == dict.fromkeys("ABCD")
    (third,) = [row for row in rows(given) if row.player == "C"]
    assert [(one.round, one.result, one.opponent, one.points) for one in third.against] == [
        (1, "bye", None, 2),
        (2, "bye", None, 0.5),
        (3, "win", "A", 2),
    ]


def test_if_both_forfeit_both_get_the_points_of_a_forfeit_loss() -> None:
    rounds = [{"tables": [table(1, "A", "B", forfeit="both")]}]
    assert ranks(event(rounds, scoring={"loss": 1, "forfeit_loss": 0})) == "1:A=0 1:B=0"
    assert ranks(event(rounds, "settlement", scoring={"forfeit_win": 50, "forfeit_loss": -50})) == "1:A=-50 1:B=-50"


def test_a_bye_counts_as_a_win_with_game_and_as_nothing_otherwise() -> None:
    assert ranks(event([{"byes": ["A"]}], scoring={"win": 3})) == "1:A=3"
    assert ranks(event([{"byes": ["A"]}], "difference")) == "1:A=0"
    assert ranks(event([{"byes": ["A"]}], "difference", scoring={"bye": 20})) == "1:A=20"


def penalty(points: int, of: str, seat: str = "A", **more: Any) -> list[dict[str, Any]]:
    return [{"seat": seat, "points": points, "of": of, "reason": "slow play", **more}]


@pytest.mark.parametrize(
    ("adjustments", "expected"),
    [
        ([], "1:P1=300 2:P2=-300"),
        (penalty(-20, "settlement"), "1:P1=280 2:P2=-300"),  # of the player alone
        (penalty(-20, "partie"), "1:P1=280 2:P2=-280"),  # 100:80, still a rubicon: 100 + 80 + 100
        (penalty(-45, "partie"), "1:P2=255 2:P1=-255"),  # 75:80: 75 + 80 + 100
        (penalty(30, "partie", "B"), "1:P1=110 2:P2=-110"),  # 120:110: no rubicon, 10 + 100
        (penalty(-40, "partie"), "1:P1=0 1:P2=0"),  # 80:80: drawn
        (penalty(-20, "deal", deal=1), "1:P1=280 2:P2=-280"),
    ],
)  # fmt: skip
def test_adjustments_of_a_partie_change_the_settlement_and_its_rubicon(
    adjustments: list[dict[str, Any]], expected: str
) -> None:
    rounds = [{"tables": [table(1, "P1", "P2", totals=[120, 80], adjustments=adjustments)]}]
    assert ranks(event(rounds, "settlement")) == expected


def test_an_adjustment_of_a_deal_that_counts_double_does_so_too() -> None:
    """In a partie of four deals the first and the last one count double: 2 * 30 + 20 + 20 + 2 * 30 = 160."""
    result = {"deals": [[30, 10], [20, 10], [20, 10], [30, 10]]}
    rounds = [{"tables": [table(1, "P1", "P2", result=result, adjustments=penalty(-10, "deal", deal=4))]}]
    given = event(rounds, "total", ruleset="portland", overrides={"partie_deals": 4})
    assert ranks(given) == "1:P1=140 2:P2=60"


def test_games_to_a_target_count_as_games() -> None:
    """At piquet au cent a game against less than fifty counts two; a difference is in games."""
    rounds = [
        {"tables": [table(1, "P1", "P2", totals=[104, 40])]},
        {"tables": [table(1, "P2", "P1", totals=[101, 60])]},
    ]
    given = event(rounds, "settlement", ruleset="au-cent", tie_breaks=["difference"])
    assert ranks(given) == "1:P1=1 2:P2=-1"
    assert ranks(event(rounds, "difference", ruleset="au-cent")) == "1:P1=1 2:P2=-1"
    assert ranks(event(rounds, "game", ruleset="au-cent")) == "1:P1=2 1:P2=2"
    assert numbers(event(rounds, "game", ruleset="au-cent", tie_breaks=["difference"]), "difference") == {
        "P1": 1,
        "P2": -1,
    }
