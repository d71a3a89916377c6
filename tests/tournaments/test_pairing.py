"""Pairings: nobody meets an opponent twice where that can be avoided, and the same event gives the same pairings."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from service.cli.main import AGREES, DIVERGES, main
from service.tournaments.event import Round
from service.tournaments.pairing import pair_round
from tests.helpers.random_cases import generator, scale
from tests.tournaments.events import table, whole

Json = Any


def players(count: int, clubs: int = 0) -> list[Json]:
    ids = [f"P{number:02}" for number in range(1, count + 1)]
    return [
        {"id": who, "name": f"Player {who}", **({"club": f"Club {number % clubs}"} if clubs else {})}
        for number, who in enumerate(ids)
    ]


def a_day(count: int, **more: Json) -> Json:
    return {"players": players(count), "rounds": [], "scoring": {"points": "game"}, "lot_seed": "day", **more}


def pairs(found: Round) -> list[tuple[str, str]]:
    return [each.players for each in found.tables]


def play(event: Json, rng: random.Random) -> Round:
    """Pair the next round, and play it at random."""
    number = len(event["rounds"]) + 1
    found = pair_round(whole(event), number)
    tables = [
        table(each.number, *each.players, totals=rng.choice([[130, 100], [100, 130], [120, 90], [90, 120], [110, 110]]))
        for each in found.tables
    ]
    event["rounds"].append({"number": number, "byes": list(found.byes), "tables": tables})
    return found


def fewest_repetitions(ids: list[str], met: Counter[frozenset[str]]) -> int:
    """The fewest repetitions that any pairing of these has, by trying all; nobody is the empty id."""

    @cache
    def fewest(left: frozenset[str]) -> int:
        if not left:
            return 0
        one = min(left)
        return min(met[frozenset({one, other})] + fewest(left - {one, other}) for other in left - {one})

    return fewest(frozenset([*ids, ""] if len(ids) % 2 else ids))


@pytest.mark.parametrize("number", range(scale(12, enough=6)))
def test_nobody_meets_twice_where_that_can_be_avoided(number: int) -> None:
    """Over more rounds than there are opponents; a second bye counts as a second meeting."""
    rng = generator(f"pairing {number}")
    count = rng.randint(2, 9)
    points = rng.choice(["game", "settlement"])
    event = a_day(count, scoring={"points": points})
    ids = [player["id"] for player in event["players"]]
    met: Counter[frozenset[str]] = Counter()
    for _ in range(count + 2):
        expected = fewest_repetitions(ids, met)
        found = play(event, rng)
        together = [frozenset(pair) for pair in pairs(found)] + [frozenset({who, ""}) for who in found.byes]
        assert sorted(who for pair in together for who in pair if who) == ids
        assert sum(met[pair] for pair in together) == expected
        met.update(together)


def test_players_of_equal_points_meet_first() -> None:
    """After one round of eight players without a drawn partie, winners meet winners."""
    event = a_day(8)
    rng = generator("winners")
    event["rounds"].append({"number": 1, "tables": []})
    for at in range(4):
        a, b = event["players"][2 * at]["id"], event["players"][2 * at + 1]["id"]
        totals = rng.choice([[130, 100], [100, 130]])
        event["rounds"][0]["tables"].append(table(at + 1, a, b, totals=totals))
    won = {table["a" if table["result"]["totals"][0] > 100 else "b"] for table in event["rounds"][0]["tables"]}
    assert [len({a, b} & won) for a, b in pairs(pair_round(whole(event), 2))] == [2, 2, 0, 0]


def test_the_order_in_the_file_changes_nothing() -> None:
    event, rng = a_day(11, tie_breaks=["wins"]), generator("order")
    for _ in range(3):
        play(event, rng)
    expected = pair_round(whole(event), 4)
    for name in ("players", "rounds"):
        rng.shuffle(event[name])
    for each in event["rounds"]:
        rng.shuffle(each["tables"])
    assert pair_round(whole(event), 4) == expected


def test_clubs_are_kept_apart_in_the_first_rounds() -> None:
    event = a_day(12, pairing={"clubs_apart": 3})
    event["players"] = players(12, clubs=3)
    clubs = {player["id"]: player["club"] for player in event["players"]}
    for _ in range(3):
        assert all(clubs[a] != clubs[b] for a, b in pairs(play(event, generator("clubs"))))


@pytest.mark.parametrize("count", [24, 9])
def test_the_first_deal_is_given_in_turn(count: int) -> None:
    """Over eight rounds nobody deals first more than twice more, or less, than the opponents."""
    event, rng, first = a_day(count), generator("turns"), Counter[str]()
    for _ in range(8):
        for a, b in pairs(play(event, rng)):
            first.update({a: 1, b: -1})
    assert max(map(abs, first.values())) <= 2


def test_the_first_deal_is_drawn_by_lot() -> None:
    event, seen = a_day(24, pairing={"first_dealer": "drawn"}), set()
    for seed in range(20):
        event["lot_seed"] = str(seed)
        seen.update(pairs(pair_round(whole(event), 1)))
    assert any((b, a) in seen for a, b in seen)


@pytest.mark.parametrize("count", [2, 5, 6, 12])
def test_in_a_round_robin_all_meet_once_and_deal_first_equally_often(count: int) -> None:
    event, rng = a_day(count, pairing={"system": "round_robin"}), generator("all")
    met, first, byes = Counter[frozenset[str]](), Counter[str](), Counter[str]()
    for _ in range(count - 1 + count % 2):
        found = play(event, rng)
        met.update(frozenset(pair) for pair in pairs(found))
        byes.update(found.byes)
        for a, b in pairs(found):
            first.update({a: 1, b: -1})
    ids = [player["id"] for player in event["players"]]
    assert met == Counter(frozenset(pair) for pair in combinations(ids, 2))
    assert byes == Counter(ids if count % 2 else [])
    assert max(map(abs, first.values())) <= 1
    again = Counter(frozenset(pair) for pair in pairs(play(event, rng)))
    assert set(again) <= set(met), "then all meet again"


def test_a_forfeit_is_no_meeting_and_who_is_absent_has_no_place() -> None:
    event = a_day(4, withdrawn={"P04": 1}, missed={"P03": [2]})
    tables = [
        {"table": 1, "a": "P01", "b": "P02", "forfeit": "P02"},
        {"table": 2, "a": "P03", "b": "P04", "forfeit": "P03"},
    ]
    event["rounds"] = [{"number": 1, "tables": tables}]
    found = pair_round(whole(event), 2)
    assert (sorted(pairs(found)[0]), found.byes) == (["P01", "P02"], ())


# ---------------------------------------------------------------- a day


def day(folder: Path, run: Callable[..., str]) -> Iterator[str]:
    """A day of 24 players over six rounds by the commands; yields what each of them prints."""
    place, results = folder / "event.toml", folder / "results.csv"
    lines = "".join(f'\n[[players]]\nid = "{each["id"]}"\nname = "{each["name"]}"\n' for each in players(24))
    head = 'name = "Day"\ntie_breaks = ["buchholz", "wins"]\n'
    place.write_text(f'{head}\n[scoring]\npoints = "game"\nmissed = 1\n{lines}', encoding="utf-8")
    rng = generator("a day")
    for number in range(1, 7):
        text = place.read_text(encoding="utf-8")
        if number == 2:
            text = head + "missed = { P05 = [3] }\n" + text.removeprefix(head)
        if number == 3:  # one comes late, one leaves
            late = '\n[[players]]\nid = "late"\nname = "Late"\n'
            text = (head + "entered = { late = 3 }\nwithdrawn = { P07 = 2 }\n" + text.removeprefix(head)) + late
        place.write_text(text, encoding="utf-8")
        yield run("pair", str(place))
        seats = json.loads(run("sheet", "pairings", "--format", "json", str(place)))["sheets"][0]["rows"]
        rows = ["table,a,b,a_total,b_total,forfeit"]
        for at, a, b in seats:
            score = rng.choice(["130,100", "100,130", "120,90", "110,110"])
            forfeit = number == 4 and at == "3"
            rows += [f"{at},{a},{b},{',,b' if forfeit else f'{score},'}"] if at else [f",{a},,,,"]
        results.write_text("\n".join(rows), encoding="cp1252")
        yield run("event", "--import", str(results), "--round", str(number), str(place))
        if number in (2, 5):  # a score was written down wrongly
            rows[1] = ",".join([*rows[1].split(",")[:3], "150,80", ""])
            results.write_text("\n".join(rows), encoding="utf-16")
            yield run("event", "--import", str(results), "--round", str(number), "--replace", str(place))
    for words in (["standings", "--grid"], ["standings", "--format", "html"], ["sheet", "slips"]):
        yield run(*words, str(place))
    yield place.read_text(encoding="utf-8")


def test_a_day_of_24_players_runs_twice_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One comes late, one leaves, one misses a round, one does not appear, and two results are corrected."""

    def run(*words: str) -> str:
        assert main([*words]) == AGREES, capsys.readouterr().err
        return capsys.readouterr().out

    days = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        days.append([text.replace(str(folder), "") for text in day(folder, run)])
    assert days[0] == days[1]
    told = json.loads(run("standings", "--format", "json", str(tmp_path / "one" / "event.toml")))
    assert told["round"] == 6
    rounds = {row["player"]: [each["round"] for each in row["against"]] for row in told["rows"]}
    assert rounds["late"] == [3, 4, 5, 6] and rounds["P07"] == [1, 2] and len(rounds["P05"]) == 6
    met = Counter(
        frozenset({row["player"], each["opponent"]})
        for row in told["rows"]
        for each in row["against"]
        if each["opponent"] and not each["result"].startswith("forfeit")
    )
    assert set(met.values()) == {2}, "each meeting is in two rows, and there is no second one"


def test_a_round_with_results_is_not_paired_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "event.json"
    event = a_day(4)
    place.write_text(json.dumps(event), encoding="utf-8")
    assert main(["pair", str(place)]) == main(["pair", "--round", "1", str(place)]) == AGREES
    one, other = capsys.readouterr().out.split("Pairings of round 1\n")[1:]
    assert one == other
    assert main(["pair", str(place)]) == DIVERGES
    assert "not all tables up to round 1 are in" in capsys.readouterr().err
    play(event, generator("anew"))
    place.write_text(json.dumps(event), encoding="utf-8")
    assert main(["pair", "--round", "1", str(place)]) == DIVERGES
    assert "round 1 has results and is not paired again" in capsys.readouterr().err
