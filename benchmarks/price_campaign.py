"""Which request of each operation takes the most processor time for each unit that it costs?

A request is made of choices: ruleset, overrides, cards, actions and members. The search climbs: again and again some
choices of the worst request so far are drawn again, or all of them. Each request goes through WSGI to a service without
a pool that remembers nothing; its price is what that service takes of a quota.

Target: at most 0.015 s of processor time a unit for each operation. Otherwise the exit status is 1.
"""

import argparse
import json
import os
import random
import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import _shared as shared
import prices

from service.piquet.actions import members_of
from service.piquet.cards.cards import RANKS, cards_of, names
from service.piquet.engine import MutableDeal
from service.piquet.legal_actions import ExchangeOption
from service.piquet.model.actions import Action, Concede, Pass
from service.piquet.model.state import OVER
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import RULESETS, ruleset
from service.piquet.table import Table

MOST = 0.015  # seconds of processor time a unit
TOGETHER = 3  # of the requests so far, the search goes on from one of so many


class Choices(dict[str, int]):
    """What a request is made of: a seed for each choice, by its name."""

    def __init__(self, rng: random.Random, given: Mapping[str, int] = {}) -> None:
        super().__init__(given)
        self._rng = rng

    def of(self, name: str) -> random.Random:
        """Return the random numbers of a choice."""
        return random.Random(self.setdefault(name, self._rng.getrandbits(32)))

    def pick(self, name: str, *values: Any) -> Any:
        """Return one of the values."""
        return self.of(name).choice(values)

    def changed(self) -> "Choices":
        """Return the same choices but for a few."""
        dropped = set(self._rng.sample(sorted(self), min(len(self), self._rng.choice((1, 1, 2, 4)))))
        return Choices(self._rng, {name: seed for name, seed in self.items() if name not in dropped})


Make = Callable[[Choices], tuple[str, Any]]


# ---------------------------------------------------------------- positions


def chosen_rules(choices: Choices) -> tuple[str, dict[str, Any]]:
    """Choose a published ruleset, with overrides that it may have."""
    name = choices.pick("ruleset", *RULESETS)
    overrides: dict[str, Any] = {}
    for parameter in fields(Ruleset):
        if "about" not in parameter.metadata:
            continue
        rng = choices.of(f"override {parameter.name}")
        if rng.random() < 0.25:
            more = {**overrides, parameter.name: rng.choice(parameter.metadata["about"].values)}
            try:
                ruleset(name, more)
            except RulesetError:
                continue
            overrides = more
    return name, overrides


def pack_of(rules: Ruleset, rng: random.Random) -> list[str]:
    """Shuffle the pack. Often the cards of one player are better."""
    pack = list(names(rules.cards))
    rng.shuffle(pack)
    if rng.random() < 0.5:
        best = sorted(pack[:24], key=lambda card: RANKS.index(card[0]) + rng.uniform(0, 6), reverse=True)
        pack[:24] = best
    return pack


def played(choices: Choices) -> Table:
    """Play a deal for some actions."""
    name, overrides = chosen_rules(choices)
    table = Table(name, overrides, first_dealer=choices.pick("dealer", "A", "B"))
    pack = pack_of(table.rules, choices.of("cards"))
    table.deal(hands={"A": pack[:12], "B": pack[12:24]}, talon=pack[24:])
    stop = choices.of("stop").choice([0, 1, *range(2, 14), *range(14, 36, 3)])
    deal = MutableDeal(table.rules, table.state)
    for number in range(stop):
        action = some_action(deal, choices.of(f"action {number}"))
        ahead = MutableDeal(table.rules, deal.state)
        if ahead.apply_all([action]) or ahead.state.phase in OVER:
            break
        done = deal.do(action)
        table.apply(members_of(done))
    return table


def some_action(deal: MutableDeal, rng: random.Random) -> Action:
    """Choose an action at random; the players seldom pass."""
    options = [each for each in deal.options() if each.type is not Concede]
    option = rng.choices(options, [0.2 if each.type is Pass else 1.0 for each in options])[0]
    if isinstance(option, ExchangeOption):
        count = rng.choice((option.low, option.high, rng.randint(option.low, option.high)))
        chosen = rng.sample(cards_of(option.cards), count)
        return option.type(option.seat, sum(1 << card for card in chosen))
    ways = deal.expand(option)
    return ways[int(rng.random() * len(ways))]


# ---------------------------------------------------------------- requests


def advice(choices: Choices) -> tuple[str, Any]:
    members = {
        "weights": choices.pick("weights", "equal", "likely", "discards"),
        "assume": choices.pick("assume", "nothing", "candid"),
        "effort": choices.pick("effort", "quick", "quick", "quick", "full"),
        "seed": str(choices.of("seed").random()),
    }
    return "/v1/advice", {"state": played(choices).line, **members}


def exchange(choices: Choices) -> tuple[str, Any]:
    members: dict[str, Any] = {"mode": choices.pick("mode", "full", "plain")}
    if (most := choices.pick("at_most", None, None, 0, 1, 2, 3)) is not None:
        members["at_most"] = most
    members["limit"] = choices.pick("limit", 1, 100, 5000)
    if choices.pick("of a state", True, False, False):
        table = played(choices)
        seat = table.to_act or "A"
        play = choices.pick("play", False, True)
        return prices.EXCHANGE, {"state": table.line, "seat": seat, "play": play, **members}
    name, overrides = chosen_rules(choices)
    pack = pack_of(ruleset(name, overrides), choices.of("cards"))
    known, held = choices.pick("known", 0, 0, 1, 4, 8), choices.pick("held", 0, 0, 1, 4)
    members |= {"hand": pack[:12], "known": pack[12 : 12 + known], "held": pack[20 : 20 + held]}
    members |= {"side": choices.pick("side", "elder", "younger"), "ruleset": {"name": name, "overrides": overrides}}
    if (available := choices.pick("available", None, None, 3, 5, 8, 12)) is not None:
        members["available"] = available
    return prices.EXCHANGE, members


def play(choices: Choices) -> tuple[str, Any]:
    name, overrides = chosen_rules(choices)
    pack = pack_of(ruleset(name, overrides), choices.of("cards"))
    size = choices.pick("size", 12, 12, 12, 11, 10)
    hands = {"elder": pack[:size], "younger": pack[12 : 12 + size]}
    of_rules = {"name": name, "overrides": overrides}
    return "/v1/play/analyse", {
        "hands": hands,
        "leader": choices.pick("leader", "elder", "younger"),
        "ruleset": of_rules,
    }


def hands(choices: Choices) -> tuple[str, Any]:
    name, overrides = chosen_rules(choices)
    rules, found = ruleset(name, overrides), []
    for number in range(choices.pick("count", 1, 10, 100, 1000)):
        rng = choices.of(f"hand {number % 7}")
        pack = pack_of(rules, rng)
        gone = rng.choice((0, 0, 3, 6))
        size = rng.choice((12, 12, 12, rng.randint(1, 12)))
        found.append(
            {"cards": pack[:size], "discards": pack[12 : 12 + gone], "known": pack[20 : 20 + rng.choice((0, 2))]}
        )
    return "/v1/hands/evaluate", {"hands": found, "ruleset": {"name": name, "overrides": overrides}}


def record(choices: Choices, number: int = 0) -> str:
    """Damage an example of a record: lines are lost, doubled or changed."""
    text = choices.pick(f"record {number}", prices.PARTIE, prices.W1, prices.SHEET, prices.BLIND, prices.BOARD)
    rng = choices.of(f"damage {number}")
    lines = text.splitlines()
    for _ in range(rng.choice((0, 0, 1, 3, 10))):
        at = rng.randrange(len(lines))
        lines[at : at + 1] = rng.choice(([], [lines[at]] * 2, [lines[at].replace("1", "2")], [rng.choice(lines)]))
        lines = lines or [""]
    if rng.random() < 0.3:
        lines = [line for line in lines if not line.startswith(("hand", "talon"))]
    return "\n".join(lines) + "\n"


def records(path: str, most: int) -> Make:
    """Make requests with many records of a few kinds."""

    def make(choices: Choices) -> tuple[str, Any]:
        kinds = [record(choices, number) for number in range(choices.pick("kinds", 1, 1, 2, 4))]
        count = choices.pick("count", 1, 5, 25, 100)
        return path, {"records": (kinds * count)[: min(most, count)]}

    return make


def one_record(path: str) -> Make:
    """Make requests with one record, whose deals may come several times."""

    def make(choices: Choices) -> tuple[str, Any]:
        text = record(choices)
        if path == prices.REVIEW:
            return path, {"record": text, "deals": [1], "seed": str(choices.of("seed").random())}
        return path, {"record": text * choices.pick("times", 1, 2, 10, 100)}

    return make


def event(path: str) -> Make:
    """Make requests with events of scores, totals or byes."""

    def make(choices: Choices) -> tuple[str, Any]:
        if choices.pick("byes", False, False, True):
            return path, {"event": prices.byes()}
        rounds = choices.pick("rounds", 1, 3, 25)
        deals = choices.pick("deals", 1, 6)
        scores = {"deals": [[30, 20]] * deals} if choices.pick("scores", True, False) else {"totals": [300, 200]}
        return path, {"event": prices.event(rounds, lambda rng: scores)}

    return make


def checks(choices: Choices) -> tuple[str, Any]:
    table = played(choices)
    action = table.options()[0] if len(table.options()) else {"seat": "A", "type": "concede"}
    count = choices.pick("count", 1, 10, 100)
    return shared.CHECK_MANY, {"items": [{"state": table.line, "action": dict(action)}] * count}


def rulings(choices: Choices) -> tuple[str, Any]:
    from stress.attacks import revokes

    return "/v1/rulings", {"state": revokes(choices.of("number").randrange(1000), choices.pick("times", 1, 10, 46))}


OPERATIONS: dict[str, Make] = {
    "advice": advice,
    "exchange": exchange,
    "play": play,
    "hands": hands,
    "check-many": checks,
    "rulings": rulings,
    "verify": records(prices.VERIFY, 1000),
    "compare": records(prices.COMPARE, 500),
    "convert": one_record(prices.CONVERT),
    "review": one_record(prices.REVIEW),
    "event": event(prices.EVENTS),
    "standings": event(prices.STANDINGS),
}


# ---------------------------------------------------------------- the search


class Service:
    """A service that remembers nothing, with a quota that is never used up."""

    def __init__(self) -> None:
        forgetful = {"STATE_MEMORY_BYTES": "0", "CACHE_MEMORY_BYTES": "0", "RATE_LIMIT": f"{prices.QUOTA}/day"}
        self._client = shared.service_app(forgetful).test_client()  # type: ignore[attr-defined]
        self._left = self._ask("/v1/hands/compare", b"{}")

    def _ask(self, path: str, body: bytes) -> int:
        response = self._client.post(path, data=body, content_type="application/json")
        if response.status_code >= 500:
            raise SystemExit(f"{path}: {response.status_code} for {body[:4000].decode()}")
        return int(re.findall(r"r=(\d+)", response.headers["RateLimit"])[0])

    def measure(self, path: str, body: bytes) -> tuple[float, int]:
        """Return the processor time of a request, and its price."""
        before = time.process_time()
        left = self._ask(path, body)
        taken = time.process_time() - before
        units, self._left = self._left - left, left
        return taken, units


def climb(service: Service, make: Make, number: int, rng: random.Random) -> tuple[float, float, int, bytes]:
    """Return the worst of some requests: its processor time a unit, its processor time, its price and its body."""
    best: list[tuple[float, Choices]] = []
    for at in range(number):
        choices = rng.choice(best)[1].changed() if best and at > number // 5 and rng.random() < 0.8 else Choices(rng)
        path, body = make(choices)
        taken, units = service.measure(path, json.dumps(body).encode())
        best = sorted([*best, (taken / units, choices)], key=lambda each: each[0], reverse=True)[:TOGETHER]
    found = []
    for _, choices in best:
        path, body = make(choices)
        content = json.dumps(body).encode()
        taken, units = min(service.measure(path, content) for _ in range(3))
        found.append((taken / units, taken, units, content))
    return max(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few requests")
    parser.add_argument("--number", type=int, default=100, help="requests of each operation (100)")
    parser.add_argument("--seed", default=os.urandom(4).hex(), help="repeats a search")
    parser.add_argument("--only", choices=OPERATIONS, help="this operation")
    parser.add_argument("--show", action="store_true", help="print the request, too")
    given = parser.parse_args()
    print(
        f"seed {given.seed}\n\n| operation | KiB | units | seconds | seconds a unit |\n| --- | --- | --- | --- | --- |"
    )
    service, worst = Service(), 0.0
    for name, make in OPERATIONS.items():
        if given.only in (None, name):
            rng = random.Random(f"{given.seed} {name}")
            each, taken, units, content = climb(service, make, 8 if given.quick else given.number, rng)
            print(f"| {name} | {len(content) / 1024:,.1f} | {units:,} | {taken:.3f} | {each:.4f} |", flush=True)
            if given.show:
                print(content.decode()[:4000])
            worst = max(worst, each)
    return worst > MOST


if __name__ == "__main__":
    sys.exit(main())
