"""The same cards at several tables: boards, differences and matchpoints, computed by hand."""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from service.cli.main import AGREES, DIVERGES, main
from service.records.text.parser import read
from service.tournaments.board_plays import sittings_with_play
from service.tournaments.duplicate_boards import Compared, compared, totals
from tests.helpers.http import post

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
W1 = (EXAMPLES / "w1.piquet").read_text(encoding="utf-8")

HANDS = ("SAKJ HAQJ8 D98 CJ87", "ST7 HT97 DAQJT CKQT")
TALON = "9S 8S KH 9C KD QS AC 7D"


def played(a: str, b: str, score: str, *, dealer: str = "B", talon: str = TALON) -> str:
    """A record of the board of W1 with this score of A and B: of elder A, or the hands change with the dealer."""
    hand_a, hand_b = HANDS if dealer == "B" else HANDS[::-1]
    cards = f"hand A: {hand_a}\nhand B: {hand_b}\ntalon: {talon}"
    return (
        f"piquet-record 1\nplayer A: {a}\nplayer B: {b}\nruleset: portland@1\n\n"
        f"deal 1\ndealer: {dealer}\n{cards}\nscore: {score}\n"
    )


def boards(*records: str) -> tuple[list[Compared], int]:
    """The boards of records, and how many deals are of no other's board."""
    found = [each for number, text in enumerate(records, 1) for each in sittings_with_play(read(text), number)[1]]
    several, once = compared(found)
    return several, len(once)


#: Elder's net: +5, +20, +5 with the seats changed, and -10.
FOUR = (
    played("Ann", "Ben", "28-23"),
    played("Cora", "Dan", "40-20"),
    played("Eve", "Finn", "23-28", dealer="A"),
    played("Ben", "Ann", "20-30"),
)


def test_a_deal_with_a_card_twice_has_no_board() -> None:
    """R2.1: a pack has each card once."""
    twice = f"{TALON} 7D"
    assert boards(*(played(a, b, "28-23", talon=twice) for a, b in (("Ann", "Ben"), ("Cora", "Dan")))) == ([], 0)


def test_results_beside_the_mean_of_the_others_and_matchpoints() -> None:
    """The others of +5 have 15 in all, of +20 nothing, of -10 30. +5 beats -10 and equals +5; +20 beats three."""
    (board,), once = boards(*FOUR)
    assert once == 0
    found = [(each.sitting.players, each.sitting.net, each.difference, each.matchpoints) for each in board.results]
    assert found == [
        (("Ann", "Ben"), 5, 0, 3),
        (("Cora", "Dan"), 20, 20, 6),
        (("Finn", "Eve"), 5, 0, 3),
        (("Ben", "Ann"), -10, -20, 0),
    ]
    assert board.most == 6


def test_the_matchpoints_of_a_player_as_elder_and_as_younger() -> None:
    """Ben had 3 of 6 as younger, beside Ann, and 0 of 6 as elder; Ann 3 as elder, and 6 as younger beside Ben."""
    found, _ = boards(*FOUR)
    assert [(each.player, each.elder, each.younger, each.share) for each in totals(found)] == [
        ("Cora", (6, 6), (0, 0), Fraction(1)),
        ("Ann", (3, 6), (6, 6), Fraction(3, 4)),
        ("Eve", (0, 0), (3, 6), Fraction(1, 2)),
        ("Finn", (3, 6), (0, 0), Fraction(1, 2)),
        ("Ben", (0, 6), (3, 6), Fraction(1, 4)),
        ("Dan", (0, 0), (0, 6), Fraction(0)),
    ]


@pytest.mark.parametrize(
    "other",
    [
        played("Ann", "Ben", "28-23", talon="8S 9S KH 9C KD QS AC 7D"),  # in another order
        played("Ann", "Ben", "28-23", dealer="A").replace("dealer: A", "dealer: B"),  # the hands of the other role
    ],
)
def test_another_order_of_the_talon_or_other_roles_are_another_board(other: str) -> None:
    assert boards(FOUR[0], other) == ([], 2)


@pytest.mark.parametrize(
    "other",
    [
        FOUR[0].replace("talon: " + TALON, "talon: ?S".replace("?S", "? 8S KH 9C KD QS AC 7D")),
        FOUR[0].replace("score: 28-23\n", ""),
        FOUR[0].replace("deal 1\n", "deal 1 annulled\n"),
    ],
)
def test_a_deal_without_all_cards_or_a_score_or_annulled_is_on_no_board(other: str) -> None:
    assert boards(FOUR[0], other) == ([], 1)


def test_the_play_stands_beside_best_play() -> None:
    """A reckons 5 for the point and 4 for the quart before the lead, and W1 ends 28-23 (rules.md, W1)."""
    (board,), _ = boards(W1, W1)
    play = board.results[0].sitting.play
    assert play is not None
    assert play.made == (28 - 23) - (5 + 4)
    line = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97"
    answer = post("/v1/play/analyse", {"state": "_".join([line, *CALLS])})
    assert play.value == answer["reckoned"]["elder"] - answer["reckoned"]["younger"] + answer["value"]


CALLS = ("Ap5", "Be", "Av49", "Bg", "Ar", "As4-A", "Bg", "Ar", "At3-J", "Bn")


def test_the_command_compares_folders_and_says_if_nothing_can_be(tmp_path: Path, capsys) -> None:
    for number, text in enumerate(FOUR, 1):
        (tmp_path / f"table-{number}.piquet").write_text(text, encoding="utf-8")
    assert main(["compare", str(tmp_path)]) == AGREES
    out = capsys.readouterr().out.splitlines()
    assert out[2].split() == ["Ann", "Ben", "+5", "+0.0", "3", "of", "6"]
    assert [line.split()[0] for line in out[-6:]] == ["Cora", "Ann", "Eve", "Finn", "Ben", "Dan"]
    assert main(["compare", str(tmp_path / "table-1.piquet")]) == DIVERGES
    assert capsys.readouterr().out == "1 deal was played at one table only.\n"


def test_a_copy_of_a_record_counts_once_and_is_named(tmp_path: Path, capsys) -> None:
    """One table made 28 to 23, the other 20 to 23; the copy of the first, in JSON, changes nothing."""
    one, other = played("Ann", "Ben", "28-23"), played("Cora", "Dan", "20-23")
    (tmp_path / "1.piquet").write_text(one, encoding="utf-8")
    (tmp_path / "2.piquet").write_text(other, encoding="utf-8")
    assert main(["compare", str(tmp_path)]) == AGREES
    alone = capsys.readouterr().out
    copy = post("/v1/records/convert", {"record": one})["record"]
    (tmp_path / "3.json").write_text(json.dumps(copy), encoding="utf-8")
    assert main(["compare", str(tmp_path)]) == AGREES
    out, err = capsys.readouterr()
    assert out == alone
    place = f"{tmp_path / '1.piquet'}:1"
    assert err == f"{tmp_path / '3.json'}:1: /: this is a copy of {place}, and counts once [record.copy]\n"
    told = post("/v1/records/compare", {"records": [one, other, copy]})
    assert told["boards"] == post("/v1/records/compare", {"records": [one, other]})["boards"]
    (problem,) = told["problems"]
    assert (problem["record"], problem["code"]) == (3, "record.copy")
    assert problem["message"] == "this is a copy of record 1, and counts once"


def test_one_name_in_two_normal_forms_is_one_player_and_two_of_one_name_at_a_table_are_two() -> None:
    composed, decomposed = "Zo\u00e9", "zoe\u0301"
    records = [played(composed, "Ben", "28-23"), played(decomposed, "Dan", "20-23"), played("Eve", "EVE", "20-20")]
    found = post("/v1/records/compare", {"records": records})
    players = {each["player"] for each in found["players"]}
    assert players == {composed, "Ben", "Dan", "Eve, A of record 3", "EVE, B of record 3"}


def test_a_pipe_is_read_as_a_file(tmp_path: Path, capsys) -> None:
    """As `<(…)` in bash is."""
    reader, writer = os.pipe()
    os.write(writer, FOUR[0].encode())
    os.close(writer)
    place = tmp_path / "table-2.piquet"
    place.write_text(FOUR[1], encoding="utf-8")
    assert main(["compare", f"/dev/fd/{reader}", str(place)]) == AGREES
    os.close(reader)
    assert capsys.readouterr().out.startswith("Board 1: ")
