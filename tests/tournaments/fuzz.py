"""A fuzzer for events: TOML and JSON that are damaged at random, read, and ranked where they are whole.

    python -m tests.tournaments.fuzz 200000            how many; a seed may follow

What must hold of each, whatever it is: nothing crashes; what is told can be written as JSON in UTF-8; the standings of
an event that is whole have every player once, in the order of their points. The slowest input is told at the end.
"""

import json
import random
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from service.records.json_form import to_json
from service.records.json_values import decode
from service.records.model import Reading
from service.records.text.parser import read as read_text
from service.tournaments.parties import Unreadable
from service.tournaments.reading import read_event
from service.tournaments.report import Refusal, event_json, ranked, standings_json
from tests.records.fuzz import damaged, misshapen
from tests.tournaments.random_events import random_event

EXAMPLES = Path(__file__).parents[2] / "examples"
CUP = (EXAMPLES / "spring-cup.toml").read_bytes()
PARTIE = (EXAMPLES / "partie.piquet").read_text(encoding="utf-8")


def content_of(rng: random.Random) -> bytes:
    """A damaged event: TOML or JSON with other bytes, or JSON with other values."""
    if rng.random() < 0.15:
        return damaged(CUP, rng)
    event = random_event(rng)
    if rng.random() < 0.2:
        adjusted = PARTIE.replace(
            "\n\nresult", "\nadjustment A -60 deal 2: late\nadjustment B +9 partie: late\n\nresult"
        )
        record = rng.choice([PARTIE, adjusted, to_json(read_text(adjusted).record)])
        event["rounds"][0]["tables"][:1] = [{"table": 1, "a": "P0", "b": "P1", "record": record}]
    for each in event["rounds"][-1]["tables"]:
        if "result" in each and rng.random() < 0.2:
            each["result"]["winner"] = rng.choice("AB")
    content = json.dumps(event).encode()
    return content if rng.random() < 0.1 else misshapen(content, rng) if rng.random() < 0.7 else damaged(content, rng)


def load(name: str) -> Reading:
    """The only file that there is."""
    if name != "partie.piquet":
        raise Unreadable("there is no such file")
    return read_text(PARTIE)


def outcome(content: bytes) -> str:
    """What became of an event: `unreadable`, `faults`, `refused` or `ranked`."""
    try:
        value = decode(content) if content.lstrip().startswith(b"{") else tomllib.loads(content.decode())
    except (ValueError, RecursionError):
        return "unreadable"
    read = read_event(value, load)
    json.dumps(event_json(read), ensure_ascii=False, allow_nan=False).encode()
    if read.faults:
        return "faults"
    try:
        rows = standings_json(*ranked(read.event))["rows"]
    except Refusal:
        return "refused"
    json.dumps(rows, ensure_ascii=False, allow_nan=False).encode()
    assert sorted(row["player"] for row in rows) == [player.id for player in read.event.players]
    points = [row["points"] for row in rows]
    assert points == sorted(points, reverse=True)
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    return "ranked"


def run(number: int, seed: str) -> Counter[str]:
    """What became of so many events. A failure names the seed and the number of its event."""
    found: Counter[str] = Counter()
    slowest = (0.0, 0)
    for count in range(number):
        content = content_of(random.Random(f"{seed}:{count}"))
        begun = time.process_time()
        try:
            found[outcome(content)] += 1
        except Exception as error:
            error.add_note(f"event {count} of the seed {seed}: {content!r}")
            raise
        slowest = max(slowest, (time.process_time() - begun, count))
    print(f"{number:,} events of the seed {seed}: {dict(found)}; the slowest, {slowest[1]}, took {slowest[0]:.3f} s")
    return found


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000, sys.argv[2] if len(sys.argv) > 2 else "events")
