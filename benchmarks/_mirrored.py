"""Mirrored pairs: their files, their figures, and their processes.

A pair is played twice with the seats changed, and is one result: the sum of the differences of the first player.
"""

import argparse
import json
import os
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from service.piquet.cards.cards import cards_of
from service.piquet.rulesets.parameters import Ruleset

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in a process of the pool; read when numpy is imported

#: A pair: its number, the differences in both seats, of parties also those of the totals, and the seconds of each
#: decision by player and phase.
Row = dict[str, Any]


def packs(rules: Ruleset, seed: str, number: int) -> Iterator[tuple[int, ...]]:
    """Yield the packs of a pair, without end."""
    rng = Random(f"{seed}:packs:{number}")
    while True:
        pack = list(cards_of(rules.cards))
        rng.shuffle(pack)
        yield tuple(pack)


def arguments(about: str | None, names: Sequence[str], players: Sequence[str], pairs: int) -> argparse.ArgumentParser:
    """Return a parser of the options of both benchmarks, with the defaults of this one."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs=2, choices=sorted(names), default=players, help=f"({' '.join(players)})")
    parser.add_argument("--pairs", type=int, default=pairs, help=f"mirrored pairs ({pairs})")
    parser.add_argument("--ruleset", default="portland", help="(portland)")
    parser.add_argument("--seed", default="strength", help="of packs and players (strength)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--every", type=int, default=100, help="print the figures so far after as many pairs (100)")
    parser.add_argument("--out", type=Path, help="a file for the rows, with which an interrupted run goes on")
    parser.add_argument("--quick", action="store_true", help="two pairs")
    return parser


def run(given: argparse.Namespace, job: Callable[[int], Row], phases: Sequence[str], unit: str) -> None:
    """Play the pairs that the file does not have yet, and print the figures of all."""
    found: list[Row] = []
    for row in _rows(given, job):
        found.append(row)
        if len(found) % given.every == 0:
            report(given, found, phases, unit)
    if len(found) % given.every:
        report(given, found, phases, unit)


def _rows(given: argparse.Namespace, job: Callable[[int], Row]) -> Iterator[Row]:
    """Yield the rows that the file has, then those of other pairs as they are finished, which are written to it."""
    known: dict[int, Row] = {}
    asked = {name: value for name, value in vars(given).items() if name not in _HOW}
    if given.out and given.out.exists():
        head, *lines = given.out.read_text(encoding="utf-8").splitlines()
        if head != json.dumps(asked):
            raise SystemExit(f"{given.out} is of another run: {head}")
        known = {row["pair"]: row for row in map(json.loads, lines)}
    elif given.out:
        given.out.write_text(json.dumps(asked) + "\n", encoding="utf-8")
    yield from known.values()
    pairs = 2 if given.quick else given.pairs
    for row in _played(job, [number for number in range(pairs) if number not in known], given.jobs):
        if given.out:
            with given.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        yield row


_HOW = ("pairs", "jobs", "every", "out", "quick")  # options on which a pair does not depend


def _played(job: Callable[[int], Row], wanted: list[int], jobs: int) -> Iterator[Row]:
    if jobs == 1 or not wanted:
        yield from map(job, wanted)
        return
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(job, wanted)


def report(given: argparse.Namespace, found: list[Row], phases: Sequence[str], unit: str) -> None:
    """Print the figures: the share of decided pairs won, the mean difference, and the time for a decision."""
    totals = [sum(row["points"]) for row in found]
    won, decided = sum(total > 0 for total in totals), sum(total != 0 for total in totals)
    first, second = given.players
    print(f"{first} against {second}, {given.ruleset}, seed {given.seed}: {len(found)} pairs")
    if decided:
        share = won / decided
        error = sqrt(share * (1 - share) / decided)
        print(f"decided pairs won  {won} of {decided}, {share:.1%} ± {error:.1%}")
    of_totals = [sum(row["totals"]) for row in found if "totals" in row]
    luck = [sum(row.get("luck", ())) for row in found]
    without = [total - lucky for total, lucky in zip(totals, luck, strict=True)] if any(luck) else []
    for differences, of in (
        (totals, unit),
        (without, f"{unit} without the luck of the draw"),
        (of_totals if of_totals != totals else [], "points in the totals"),
    ):
        if len(differences) > 1:
            error = statistics.stdev(differences) / sqrt(len(differences))
            print(f"difference a pair  {statistics.mean(differences):+.2f} ± {error:.2f} {of}")
    for name in given.players:
        for phase in phases:
            _show_times(name, phase, [taken for row in found for taken in row["times"][name][phase]])
        _show_times(name, "all", [taken for row in found for each in row["times"][name].values() for taken in each])
    print(flush=True)


def _show_times(name: str, phase: str, taken: Iterable[float]) -> None:
    """Print the seconds of processor time of some decisions."""
    ranked = sorted(taken)
    if ranked:
        median, late, most = (ranked[min(len(ranked) - 1, int(part * len(ranked)))] for part in (0.5, 0.99, 1))
        times = f"median {median:6.3f} s  99th {late:6.3f}  most {most:6.3f}"
        print(f"{name:18} {phase:22} {len(ranked):7} decisions  {times}")
