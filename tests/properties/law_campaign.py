"""`make law-campaign`: five thousand irregular deals under the named codes and the matrix of the law.

It takes about three quarters of an hour on one core. Each number is a partie of a few deals, or one deal under a named
code. The account is held against the recount, and what the law says against itself (`checked_game`). Everything that
does not fit is printed with the command that repeats it, and the status is 1 if there is anything. The same seed plays
the same deals; `--deal` plays one number alone, and `--check` asks only some of the questions.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Sequence

from tests.helpers.campaigns import campaign, disagreed, numbers, parser
from tests.properties.checked_game import CHECKS, CheckedGame
from tests.properties.irregular_play import RULESETS
from tests.properties.law_matrix import MATRIX

NAMES = [*sorted(RULESETS), *MATRIX]
#: The most deals of a partie that are played.
DEALS = 4
#: How often a fault of one kind is told in full; then it is only counted.
TOLD = 3


def play(name: str, rng: random.Random, seen: dict[str, int], checks: Sequence[str]) -> list[str]:
    """Play one number of the campaign: what does not fit, a text each."""
    faults: list[str] = []
    state = None
    for _ in range(DEALS if name in MATRIX else 1):
        game = CheckedGame((RULESETS | MATRIX)[name], rng, seen, after=state)
        game.checks = checks
        told = disagreed(game.play)
        if told is None and "facts" in checks:
            game.ask(game.entries())
        faults += game.faults if told is None else [*game.faults, f"recount: {told}"]
        game.count("deal")
        game.count("entry ruled on by the state and by its facts", game.asked)
        state = game.state
        if told is not None or state["phase"] not in ("deal_over",):
            break
    return faults


def kind_of(fault: str) -> str:
    """A fault without its numbers and its cards, so that faults of a kind can be counted."""
    last = fault.splitlines()[-1]
    return re.sub(r"\b([2-9TJQKA][SHDC]|-?\d+)\b", "#", last)[:160]


def main() -> int:
    arguments = parser(__doc__, 3 * len(NAMES))
    arguments.add_argument("--check", action="append", choices=CHECKS, help="ask only this; may be given several times")
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    seen: dict[str, int] = {}
    found: Counter[str] = Counter()

    def disagreement(number: int) -> str | None:
        name = NAMES[number % len(NAMES)]
        faults = play(name, random.Random(f"{given.seed}:{number}"), seen, given.check or CHECKS)
        told = []
        for fault in faults:
            found[kind_of(fault)] += 1
            if found[kind_of(fault)] <= TOLD:
                told.append(fault)
        again = f"python -m tests.properties.law_campaign --seed {given.seed} --deal {number}"
        if faults and not told:
            told = [f"{len(faults)} faults of kinds that were told before"]
        return "\n".join([f"under {name}; {again}", *told]) if faults else None

    failed = campaign("law", numbers(given), disagreement, seen)
    print(*(f"{count:9,} times: {kind}" for kind, count in found.most_common()), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
