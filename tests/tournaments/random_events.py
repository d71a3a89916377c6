"""Events made up at random, whole and under `portland`: byes, forfeits, withdrawals, adjustments and all scorings."""

import random
from typing import Any

from service.tournaments.event import TIE_BREAKS

Json = Any


def random_event(rng: random.Random) -> Json:
    """An event of two to nine players over one to five rounds. Few different totals make many ties."""
    ids = [f"P{number}" for number in range(rng.randint(2, 9))]
    count = rng.randint(1, 5)
    withdrawn = {who: rng.randrange(count) for who in ids if rng.random() < 0.1}
    tie_breaks = rng.sample([name for name in TIE_BREAKS if name != "lot"], rng.randint(0, 4))
    if rng.random() < 0.3:
        tie_breaks.append("lot")
    returned = {who: rng.randint(last + 1, count + 1) for who, last in withdrawn.items() if rng.random() < 0.5}
    entered = {who: rng.randint(1, count) for who in ids if rng.random() < 0.1}
    missed = {who: rng.sample(range(1, count + 1), rng.randint(1, count)) for who in ids if rng.random() < 0.1}

    def is_there(who: str, number: int) -> bool:
        gone = withdrawn.get(who, count) < number < returned.get(who, count + 2)
        return not gone and number >= entered.get(who, 1) and number not in missed.get(who, [])

    there = {number: [who for who in ids if is_there(who, number)] for number in range(1, count + 1)}
    return {
        "players": [{"id": who, "name": f"Player {who}"} for who in ids],
        "rounds": [_round(rng, number, who) for number, who in there.items()],
        "entered": entered,
        "withdrawn": withdrawn,
        "returned": returned,
        "missed": missed,
        "scoring": _scoring(rng),
        "tie_breaks": tie_breaks,
        "lot_seed": "random",
    }


def _scoring(rng: random.Random) -> Json:
    points = rng.choice(["settlement", "won", "difference", "total", "game", "scale"])
    found: Json = {"points": points}
    if points == "difference" and rng.random() < 0.5:
        found["cap"] = rng.choice([10, 40])
    if points == "game" and rng.random() < 0.5:
        found |= {"win": 1, "draw": 0.5, "loss": rng.choice([0, -0.5])}
    if points == "scale":
        found["scale"] = [[0, 6, rng.choice([5, 6])], [1, 7, 5], [20, 8.5, 4], [50, 10, 2]]
    for name in ("bye", "forfeit_win", "forfeit_loss", "missed"):
        if rng.random() < 0.3:
            found[name] = rng.choice([-10, 0, 0.5, 1, 6])
    return found


def _round(rng: random.Random, number: int, ids: list[str]) -> Json:
    rng.shuffle(ids)
    byes = [ids.pop() for _ in range(len(ids) % 2)]
    if len(ids) > 2 and rng.random() < 0.1:
        byes += [ids.pop(), ids.pop()]
    tables = [_table(rng, at, *ids[at : at + 2]) for at in range(0, len(ids), 2)]
    return {"number": number, "tables": tables, "byes": byes}


def _table(rng: random.Random, number: int, a: str, b: str) -> Json:
    found: Json = {"table": number + 1, "a": a, "b": b}
    if rng.random() < 0.1:
        return found | {"forfeit": rng.choice([a, b, "both"])}
    if rng.random() < 0.2:  # a drawn partie of eight deals
        found["result"] = {"deals": [[20, 20]] * 8}
    elif rng.random() < 0.3:
        found["result"] = {"deals": [[rng.choice([10, 20, 30]), 15] for _ in range(5)] + [[31, 12]]}
    else:
        found["result"] = {"totals": rng.choice([[120, 80], [80, 120], [130, 110], [99, 101], [150, 100]])}
    if rng.random() < 0.2:
        of = rng.choice(["deal", "partie", "settlement"])
        one = {"seat": rng.choice("AB"), "points": rng.choice([-40, -20, 10]), "of": of, "reason": "late"}
        found["adjustments"] = [one | ({"deal": 1} if of == "deal" else {})]
    return found
