"""How much work does a request do for each unit of a quota that it costs?

Each request is sent through WSGI, without a server and a pool, to a service that remembers nothing: usual ones, and the
most expensive ones that are known of each operation. Its price is what a service with a rate limit takes for it.

Ratio: least processor time of a request / of the check of an action in the middle of the play, for each unit of its
price.
Target: at most about 10, so that nobody does much more work than they are charged for.
"""

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

import _shared as shared

from service.tournaments.event import TIE_BREAKS as EVERY_TIE_BREAK

QUOTA = 900_000_000
EXAMPLES = shared.ROOT / "examples"
PARTIE, W1, SHEET = ((EXAMPLES / f"{name}.piquet").read_text() for name in ("partie", "w1", "score-sheet"))
# Without hands and talon, unknown cards are filled in; more often if a claim is wrong.
BLIND = re.sub(r"(?m)^(hand|talon).*\n", "", W1)
HAND = ["QS", "TS", "AH", "KH", "QH", "TH", "QD", "JD", "9D", "AC", "JC", "TC"]
VERIFY, CONVERT, EXCHANGE = "/v1/records/verify", "/v1/records/convert", "/v1/exchanges/analyse"
REVIEW, COMPARE = "/v1/records/review", "/v1/records/compare"
# The same cards without the play.
BOARD = W1.partition("A exchange")[0] + "score: 28-23\n"
EVENTS, STANDINGS = "/v1/events/verify", "/v1/standings"
TIE_BREAKS = [name for name in EVERY_TIE_BREAK if name != "lot"]
ADVICE, DEALT = "/v1/advice", "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"


def requests(app: shared.App) -> dict[str, tuple[str, Any]]:
    """Path and body of each request by its name."""
    from stress.attacks import LOW_CALL, revokes, unnumbered_rulings

    middle = shared.mid_play(app, 1)[0]
    pack = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
    rng = random.Random("prices")

    def hands(count: int) -> dict[str, Any]:
        return {"hands": [{"cards": rng.sample(pack, 12)} for _ in range(count)]}

    def verify(*records: Any) -> tuple[str, Any]:
        return VERIFY, {"records": records}

    return {
        "a score sheet": verify(SHEET),
        "1,000 score sheets": verify(*[SHEET] * 1000),
        "a partie": verify(PARTIE),
        "a partie in JSON": verify(json.loads((EXAMPLES / "partie.json").read_text())),
        "100 parties": verify(*[PARTIE] * 100),
        "100 deals without hands": verify(*[BLIND] * 100),
        "100 of them with a wrong claim": verify(*[BLIND.replace("A KH = 11", "A KH = 12")] * 100),
        "1,000 exchanges of unknown cards": verify(*["piquet-record 1\ndeal 1\nA exchange ?????\n"] * 1000),
        "1,000 empty records": verify(*[{}] * 1000),
        "100 records of 200 deals that are none": verify(*[{"deals": [1] * 200}] * 100),
        "20 records of unnumbered rulings": verify(*[unnumbered_rulings()] * 20),
        "convert a deal": (CONVERT, {"record": W1}),
        "convert a partie": (CONVERT, {"record": PARTIE}),
        "convert unnumbered rulings": (CONVERT, {"record": unnumbered_rulings()}),
        "convert lines that say nothing": (CONVERT, {"record": "x\n" * 100_000}),
        "check-many of one action": (shared.CHECK_MANY, {"state": middle["state"], "actions": [middle["action"]]}),
        "check-many of 100 states": (shared.CHECK_MANY, {"items": [middle] * 100}),
        "evaluate a hand": ("/v1/hands/evaluate", hands(1)),
        "evaluate 1,000 hands": ("/v1/hands/evaluate", hands(1000)),
        "exchange, plain": (EXCHANGE, {"side": "elder", "hand": HAND, "mode": "plain"}),
        "exchange, one card at most": (EXCHANGE, {"side": "younger", "hand": HAND, "at_most": 1}),
        "exchange, three cards at most": (EXCHANGE, {"side": "younger", "hand": HAND, "at_most": 3}),
        "exchange, full": (EXCHANGE, {"side": "elder", "hand": HAND}),
        "advice on a discard": (ADVICE, {"state": DEALT}),
        "full advice on a discard": (ADVICE, {"state": DEALT, "effort": "full"}),
        "advice on a call": (ADVICE, {"state": f"{DEALT}_AxSKD98C87_BxS7H97"}),
        "advice after a low call": (ADVICE, {"state": LOW_CALL}),
        "review of a deal": (REVIEW, {"record": W1}),
        "full review of a deal": (REVIEW, {"record": W1, "effort": "full"}),
        "compare 100 tables": (COMPARE, {"records": [W1] * 100}),
        "compare 100 deals without hands": (COMPARE, {"records": [BLIND] * 100}),
        "compare 400 score sheets": (COMPARE, {"records": [BOARD] * 400}),
        "event of totals": (EVENTS, {"event": event(1, lambda rng: {"totals": [rng.randrange(99), 200]})}),
        "event of 3,000 scores": (EVENTS, {"event": event(25, _scores)}),
        "standings of byes": (STANDINGS, {"event": byes()}),
        "standings of 3,000 scores": (STANDINGS, {"event": event(25, _scores)}),
        "rulings after revokes": ("/v1/rulings", {"state": revokes(0)}),
        "check": (shared.CHECK, middle),
    }


def event(rounds: int, result: Callable[[random.Random], Any]) -> dict[str, Any]:
    """An event of forty players with these results, and with all tie-breaks."""
    rng = random.Random(1)
    ids = [f"{number}" for number in range(40)]
    told = []
    for number in range(1, rounds + 1):
        rng.shuffle(ids)
        pairs = zip(ids[::2], ids[1::2], strict=True)
        tables = [{"table": at, "a": a, "b": b, "result": result(rng)} for at, (a, b) in enumerate(pairs, 1)]
        told.append({"number": number, "tables": tables})
    players = [{"id": name, "name": name} for name in sorted(ids)]
    return {
        "players": players,
        "rounds": told,
        "scoring": {"points": "game"},
        "tie_breaks": TIE_BREAKS,
        "lot_seed": "x",
    }


def _scores(rng: random.Random) -> dict[str, Any]:
    """Six deals, in which A has more points than B."""
    return {"deals": [[rng.randrange(25, 40), rng.randrange(10, 25)] for _ in range(6)]}


def byes() -> dict[str, Any]:
    """The event with the most rows for its length: a thousand players with a bye in each of a hundred rounds."""
    ids = [f"{number:x}" for number in range(1000)]
    players = [{"id": name, "name": name} for name in ids]
    rounds = [{"number": number, "byes": ids} for number in range(1, 101)]
    return {"players": players, "rounds": rounds, "scoring": {"points": "game"}}


def price(path: str, body: bytes) -> int:
    """What a request takes of a quota."""
    client = shared.service_app({"RATE_LIMIT": f"{QUOTA}/day"}).test_client()
    response = client.post(path, data=body, content_type="application/json")
    return QUOTA - int(re.findall(r"r=(\d+)", response.headers["RateLimit"])[0])


def main() -> None:
    given = shared.arguments(__doc__)
    app = shared.service_app({"STATE_MEMORY_BYTES": "0", "CACHE_MEMORY_BYTES": "0"})
    asked = {name: (path, *shared.encoded([body])) for name, (path, body) in requests(app).items()}
    jobs = {name: (lambda path=path, body=body: shared.call(app, path, body)) for name, (path, body) in asked.items()}
    times = {name: [shared.seconds(job, time.process_time) for _ in range(given.rounds)] for name, job in jobs.items()}
    check = min(times["check"])
    print("| request | KiB | units | checks | checks a unit |\n| --- | --- | --- | --- | --- |")
    for name, (path, body) in asked.items():
        units, checks = price(path, body), min(times[name]) / check
        print(f"| {name} | {len(body) / 1024:,.1f} | {units:,} | {checks:,.1f} | {checks / units:.1f} |")


if __name__ == "__main__":
    main()
