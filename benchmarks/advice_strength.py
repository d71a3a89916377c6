"""How strong is advice, beside the house player from before it and beside itself with other options?

Two players play mirrored pairs: each deal is played twice with the seats changed, and the pair is one result, the sum
of the differences of one player in both deals. Luck in the cards falls out that way. The packs are drawn by a generator
of their own, which no player uses. All players decide by what their seat knows, in this process:

* `quick` and `full`: what advice puts first, with this effort;
* `candid` and `discards`: `quick` with `assume: candid` (and without it where no cards agree with that), and with
  `weights: discards`;
* `house`: the house player of `examples`, as it was before there was advice. It asks the service in this process. In
  place of its limit in seconds it has its full number of hands and deals, so that results do not depend on the machine.

Printed are the decided pairs that the first player has won, with the standard error of that share; the mean difference
for each pair with its standard error; and seconds of processor time for a decision of each player, by phase.
`--parties` plays parties instead, whose deals have the same packs with the seats changed, in settlement points.

With `--out`, each pair is written to a file as soon as it is finished, and pairs that are already there are not played
again. So a run may be interrupted; `--pairs 0` prints the figures of what a file has.
"""

import argparse
import json
import statistics
from collections.abc import Iterable, Iterator
from functools import partial
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from _players import PHASES, PLAYERS, Player, play_deal, score_of

from service.piquet import engine
from service.piquet.cards.cards import cards_of
from service.piquet.model.state import Pair, Phase
from service.piquet.rules.dealing import deal as dealing_of
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import settle

Row = dict[str, Any]


def packs(rules: Ruleset, seed: str, number: int) -> Iterator[tuple[int, ...]]:
    """Yield the packs of a pair, without end."""
    rng = Random(f"{seed}:packs:{number}")
    while True:
        pack = list(cards_of(rules.cards))
        rng.shuffle(pack)
        yield tuple(pack)


def play_pair(given: argparse.Namespace, number: int) -> Row:
    """Play a deal, or a partie, twice with the seats changed.

    The points are those of the first player less those of the second.
    """
    rules = ruleset(given.ruleset)
    points, times = [], {name: {phase: list[float]() for phase in PHASES} for name in given.players}
    for changed in (False, True):
        names = given.players[::-1] if changed else given.players
        players = [PLAYERS[name](f"{given.seed}:{number}") for name in names]
        found, decisions = play_partie(rules, given, number, players)
        points.append(found[1] - found[0] if changed else found[0] - found[1])
        for seat, phase, taken in decisions:
            times[names[seat]][phase].append(round(taken, 6))
    return {"pair": number, "points": points, "times": times}


def play_partie(
    rules: Ruleset, given: argparse.Namespace, number: int, players: list[Player]
) -> tuple[Pair, list[tuple[int, str, float]]]:
    """Play a deal, or a partie; return the points of both seats, and the decisions."""
    state, decisions = engine.new_partie(number % 2), []
    for pack in packs(rules, given.seed, number):
        state, more = play_deal(rules, given.ruleset, state, dealing_of(rules, pack), players)
        decisions += more
        if not given.parties:
            return score_of(state), decisions
        if state.phase == Phase.PARTIE_OVER:
            break
    settled = settle(rules, (*state.finished, score_of(state)))
    won = (settled.points, 0) if settled.winner == 0 else (0, settled.points if settled.winner == 1 else 0)
    return won, decisions


def rows(given: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows that the file has, then those of new pairs as they are finished, which are written to it."""
    known: dict[int, Row] = {}
    asked = {name: getattr(given, name) for name in ("players", "parties", "ruleset", "seed")}
    if given.out and given.out.exists():
        head, *lines = given.out.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != asked:
            raise SystemExit(f"{given.out} is of another run: {head}")
        known = {row["pair"]: row for row in map(json.loads, lines)}
    elif given.out:
        given.out.write_text(json.dumps(asked) + "\n", encoding="utf-8")
    yield from known.values()
    wanted = [number for number in range(given.pairs) if number not in known]
    for row in played(given, wanted):
        if given.out:
            with given.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        yield row


def played(given: argparse.Namespace, wanted: list[int]) -> Iterator[Row]:
    """Yield the rows of these pairs."""
    job = partial(play_pair, given)
    if given.jobs == 1 or not wanted:
        yield from map(job, wanted)
        return
    with get_context("spawn").Pool(given.jobs) as pool:
        yield from pool.imap_unordered(job, wanted)


def report(given: argparse.Namespace, found: list[Row]) -> None:
    """Print the figures."""
    if not found:
        return
    totals = [sum(row["points"]) for row in found]
    won, decided = sum(total > 0 for total in totals), sum(total != 0 for total in totals)
    first, second = given.players
    print(f"{first} against {second}, {given.ruleset}, {'parties' if given.parties else 'deals'}: {len(found)} pairs")
    if decided:
        share = won / decided
        error = sqrt(share * (1 - share) / decided)
        print(f"decided pairs won  {won} of {decided}, {share:.1%} ± {error:.1%}")
    if len(found) > 1:
        error = statistics.stdev(totals) / sqrt(len(totals))
        unit = "settlement points" if given.parties else "points"
        print(f"difference a pair  {statistics.mean(totals):+.2f} ± {error:.2f} {unit}")
    for name in given.players:
        for phase in PHASES:
            show_times(name, phase, [taken for row in found for taken in row["times"][name][phase]])
        show_times(name, "all", [taken for row in found for each in row["times"][name].values() for taken in each])
    print(flush=True)


def show_times(name: str, phase: str, taken: Iterable[float]) -> None:
    """Print the seconds of processor time of some decisions."""
    ranked = sorted(taken)
    if ranked:
        median, late, most = (ranked[min(len(ranked) - 1, int(part * len(ranked)))] for part in (0.5, 0.99, 1))
        times = f"median {median:6.3f} s  99th {late:6.3f}  most {most:6.3f}"
        print(f"{name:9} {phase:22} {len(ranked):7} decisions  {times}")


def arguments() -> argparse.Namespace:
    """Parse the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs=2, choices=sorted(PLAYERS), default=["quick", "house"], help="two of them")
    parser.add_argument("--pairs", type=int, default=100, help="mirrored pairs, of deals or of parties (100)")
    parser.add_argument("--parties", action="store_true", help="play parties")
    parser.add_argument("--ruleset", default="portland", help="(portland)")
    parser.add_argument("--seed", default="strength", help="of packs and players (strength)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--every", type=int, default=100, help="print the figures so far after as many pairs (100)")
    parser.add_argument("--out", type=Path, help="a file for the rows, which an interrupted run resumes")
    parser.add_argument("--quick", action="store_true", help="two pairs")
    given = parser.parse_args()
    if given.quick:
        given.pairs = 2
    return given


def main() -> None:
    given = arguments()
    found: list[Row] = []
    for row in rows(given):
        found.append(row)
        if len(found) % given.every == 0:
            report(given, found)
    if len(found) % given.every:
        report(given, found)


if __name__ == "__main__":
    main()
