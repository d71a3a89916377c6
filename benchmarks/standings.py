"""How long does it take to verify and rank a large event, and how much memory does each result take?

10,000 players over 9 rounds: 45,000 parties, each with the scores of its six deals, as JSON in a file. `piquet-referee
event` verifies them, and `standings` ranks the players with tie-breaks that look at all opponents. Both are measured in
processes of their own, as their processor time and the most memory that they take beyond that for an event of two
players.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import _shared as shared

TIE_BREAKS = ["direct", "buchholz", "sonneborn_berger", "difference"]


def event(players: int, rounds: int) -> dict[str, Any]:
    """An event of players who meet at random; every partie is decided."""
    rng = random.Random("standings")
    ids = [f"P{number:05}" for number in range(players)]
    return {
        "players": [{"id": name, "name": f"Player {name}"} for name in ids],
        "rounds": [{"number": number, "tables": _tables(rng, ids)} for number in range(1, rounds + 1)],
        "scoring": {"points": "settlement"},
        "tie_breaks": TIE_BREAKS,
    }


def _tables(rng: random.Random, ids: list[str]) -> list[dict[str, Any]]:
    rng.shuffle(ids)
    return [
        {"table": at // 2 + 1, "a": ids[at], "b": ids[at + 1], "result": {"deals": _deals(rng)}}
        for at in range(0, len(ids), 2)
    ]


def _deals(rng: random.Random) -> list[list[int]]:
    """The scores of six deals, of which every pair can be scored by either dealer, with different totals."""
    while True:
        deals = [[rng.randint(15, 40), rng.randint(15, 40)] for _ in range(6)]
        if sum(a - b for a, b in deals):
            return deals


def run(command: list[str], file: Path) -> tuple[float, int]:
    """The processor time and the most memory, in seconds and bytes, of a command about an event."""
    program = (
        "import resource, sys; from service.cli.main import main; status = main(sys.argv[1:]);"
        "used = resource.getrusage(resource.RUSAGE_SELF);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *command, str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        cwd=shared.ROOT,
    )
    seconds, size = done.stderr.splitlines()[-1].split()
    return float(seconds), int(size)


def main() -> None:
    options = shared.arguments(__doc__)
    players, rounds = (400, 3) if options.quick else (10_000, 9)
    results = players * rounds // 2
    print(f"{players:,} players, {rounds} rounds, {results:,} parties of six deals")
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small.json"), Path(folder, "large.json")
        small.write_text(json.dumps(event(2, 1)), encoding="utf-8")
        large.write_text(json.dumps(event(players, rounds)), encoding="utf-8")
        print(f"the file has {large.stat().st_size / results:.0f} bytes a result")
        for command in (["event"], ["standings"], ["standings", "--format", "json"]):
            empty, of_two = run(command, small)
            runs = [run(command, large) for _ in range(min(options.rounds, 3))]
            least = min(seconds for seconds, _ in runs)
            more = max(size for _, size in runs) - of_two
            print(
                f"{' '.join(command)}: {least:.1f} s of processor time ({least - empty:.1f} s without the start),"
                f" {more / results:,.0f} bytes a result"
            )


if __name__ == "__main__":
    main()
