"""Events in short for tests."""

import json
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from service.cli.main import AGREES, main
from service.tournaments.event import Event, Fault
from service.tournaments.reading import read_event
from service.tournaments.standings import Outcome, Row, standings
from tests.helpers.http import post

Json = Any


def table(number: int, a: str, b: str, **more: Json) -> Json:
    """A table; `totals` stands for a result with these totals."""
    if "totals" in more:
        more["result"] = {"totals": more.pop("totals")}
    return {"table": number, "a": a, "b": b, **more}


def event(rounds: list[Json], points: str = "game", **more: Json) -> Json:
    """An event of the players that are named in its rounds; `scoring` has what is said besides `points`."""
    ids = {each[name] for one in rounds for each in one.get("tables", []) for name in ("a", "b")}
    ids |= {name for one in rounds for name in one.get("byes", [])}
    return {
        "players": [{"id": name, "name": f"Player {name}"} for name in sorted(ids)],
        "rounds": [{"number": number, **one} for number, one in enumerate(rounds, 1)],
        **more,
        "scoring": {"points": points, **more.get("scoring", {})},
    }


def whole(given: Json) -> Event:
    """The event, which must be whole."""
    found, faults = read_event(given)
    assert faults == []
    return found


def faults(given: Json) -> list[tuple[str, str, int | None, int | None]]:
    """The faults of an event: code, place, round and table."""
    found: list[Fault] = read_event(given).faults
    return [(fault.code, fault.pointer, fault.round, fault.table) for fault in found]


Ranked = Callable[[Json, int], list[Row]]


def in_process(given: Json, until: int) -> list[Row]:
    """The standings of a whole event after a round."""
    return standings(whole(given), until)


def over_http(given: Json, until: int) -> list[Row]:
    """The same from `POST /v1/standings`."""
    return [_row(row) for row in post("/v1/standings", {"event": given, "round": until})["rows"]]


def by_command(given: Json, until: int) -> list[Row]:
    """The same from `piquet-referee standings`."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as out:
        place = Path(folder, "event.json")
        place.write_text(json.dumps(given), encoding="utf-8")
        assert main(["standings", "--format", "json", "--round", str(until), str(place)]) == AGREES
    return [_row(row) for row in json.loads(out.getvalue())["rows"]]


def _row(row: Json) -> Row:
    return Row(**{**row, "against": [Outcome(**each) for each in row["against"]]})


WAYS: tuple[Ranked, ...] = (in_process, over_http, by_command)
_way = in_process


def rows(given: Json, until: int | None = None) -> list[Row]:
    """The standings of a whole event after a round, by default the last, by the way that `go` has set."""
    return _way(given, len(given["rounds"]) if until is None else until)


def go(way: Ranked) -> None:
    """Set the way by which standings are computed."""
    global _way
    _way = way


def ranks(given: Json) -> str:
    """The standings in a line: rank, player and points."""
    return " ".join(f"{row.rank}:{row.player}={row.points:g}" for row in rows(given))


def decided(given: Json) -> str:
    """What tells each player from the one above."""
    return " ".join(f"{row.player}:{row.decided_by or '-'}" for row in rows(given))


def numbers(given: Json, name: str) -> dict[str, Any]:
    """A tie-break of each player."""
    return {row.player: row.tie_breaks[name] for row in rows(given)}
