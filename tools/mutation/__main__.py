"""Mutation testing: measure how many small changes of the program the tests detect.

    python -m tools.mutation [--number 100] [--seed piquet] [--paths service/records/stream.py …] [--again]

Runs a seeded sample of the mutants of each group, each against the tests that execute its function, fastest first.
Prints the survivors and exits with status 1 if the tests of a group detect fewer than 93 % of its mutants. The rest is
for mutants that no test can distinguish from the program.
"""

import argparse
import collections
import json
import random
import signal
import sys
import time
from collections.abc import Iterable, Sequence

from tools.mutation.importers import importers
from tools.mutation.operators import Mutant, mutants
from tools.mutation.runner import PASSED, ROOT, Chosen, Copy
from tools.mutation.test_map import KEPT, TimedTest, files_of, reliable, tests_of

GROUPS = {
    "piquet": ("service/piquet/**/*.py",),
    "records": ("service/records/**/*.py",),
    "states": tuple(
        f"service/api/game_states/{name}.py"
        for name in ("codec", "verification", "seals", "tokens", "text", "checks", "given_states")
    ),
    "cache": ("service/cache/*.py", "service/settings/redis_url.py"),
    "server": ("service/server/*.py",),
    "middleware": ("service/middleware/**/*.py",),
    "pool": ("service/pool/*.py",),
}
REQUIRED_SHARE = 0.93
BUDGET = 90.0  # seconds of tests, as measured, for each mutant
FIRST_FILES = 5  # whose tests are run before the others


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description="mutation testing")
    parser.add_argument("--number", type=int, default=100, help="mutants of each group")
    parser.add_argument("--seed", default="piquet")
    parser.add_argument("--paths", nargs="*", default=[], help="modules to mutate, or parts of their paths")
    parser.add_argument("--again", action="store_true", help="only those that survived the last run")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # removes the copy and ends all processes
    samples = {
        group: sample(group, every_mutant(patterns), options.seed, options.number, options.paths)
        for group, patterns in GROUPS.items()
    }
    if options.again:
        last = {tuple(key) for key in json.loads((KEPT / "survivors.json").read_text())}
        samples = {group: [each for each in drawn if each.key in last] for group, drawn in samples.items()}
    results = run({group: drawn for group, drawn in samples.items() if drawn})
    print(table(results))
    for mutant in survivors(results):
        print(f"\n{mutant.module}:{mutant.number} {mutant.function}\n  - {mutant.line}\n  + {mutant.becomes}")
    (KEPT / "survivors.json").write_text(json.dumps([each.key for each in survivors(results)]))
    return int(any(share(outcomes.values()) < REQUIRED_SHARE for outcomes in results.values()))


# ---------------------------------------------------------------- selection


def every_mutant(patterns: Iterable[str]) -> list[Mutant]:
    """All mutants of the modules that match `patterns`, in order."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return [mutant for path in paths for mutant in mutants(path.relative_to(ROOT).as_posix(), path.read_bytes())]


def sample(group: str, found: list[Mutant], seed: str, number: int, paths: Sequence[str] = ()) -> list[Mutant]:
    """A random sample of `number` mutants. A larger sample begins with the smaller ones."""
    eligible = [mutant for mutant in found if not paths or any(path in mutant.module for path in paths)]
    random.Random(f"{seed}:{group}").shuffle(eligible)
    return eligible[:number]


# ---------------------------------------------------------------- runs

Results = dict[str, dict[Mutant, str]]


def run(samples: dict[str, list[Mutant]]) -> Results:
    """Run the tests. The outcome of a mutant is `killed`, `survived` or `timed out`."""
    results: Results = {}
    with Copy() as copy:
        found = tests_of(copy)
        needed = {test for drawn in samples.values() for mutant in drawn for test in chosen(mutant, found)}
        tests = reliable(copy, sorted(needed, key=lambda test: (test.seconds, test.name)))
        for group, drawn in samples.items():
            results[group] = {}
            for mutant in drawn:
                start = time.monotonic()
                outcome = try_out(copy, mutant, chosen(mutant, tests))
                results[group][mutant] = outcome
                place = f"{len(results[group])}/{len(drawn)} {mutant.module}:{mutant.number}"
                took = time.monotonic() - start
                print(f"{group} {place} {outcome} ({took:.1f} s)  {mutant.becomes}", file=sys.stderr, flush=True)
    return results


def chosen(mutant: Mutant, tests: Sequence[TimedTest]) -> list[TimedTest]:
    """The tests for a mutant, fastest first, as many as fit into the budget.

    These are the tests that execute its function, and those that execute anything in its module; the latter are sorted
    as if they took three times as long. A mutant outside functions, such as one of a table, or in a function that only
    an import executes is also for the tests in files that import its module, as if they took three times as long, and
    for those that execute anything in modules that import it, as if they took ten times as long.
    """
    here = f"{mutant.module}::{mutant.function}"
    executed = set().union(*(test.modules() for test in tests))
    by_a_test = mutant.function and any(here in test.functions for test in tests)
    others = set() if by_a_test else importers(mutant.module, executed)
    ranked = []
    for test in tests:
        if here in test.functions:
            ranked.append((test.seconds, test))
        elif mutant.module in test.modules() or test.file in others:
            ranked.append((3 * test.seconds, test))
        elif others & test.modules():
            ranked.append((10 * test.seconds, test))
    found, left = [], BUDGET
    for _, test in sorted(ranked, key=lambda each: each[0]):
        if test.seconds <= left:
            left -= test.seconds
            found.append(test)
    return found


def try_out(copy: Copy, mutant: Mutant, tests: Sequence[TimedTest]) -> str:
    """Run tests against a mutant, those of a few files first. Returns the outcome."""
    source = (ROOT / mutant.module).read_bytes()
    copy.write(mutant.module, mutant.apply(source))
    try:
        for part in stages(tests):
            seconds = 60 + 2 * sum(test.seconds for test in part)
            status = copy.run(files_of(part), Chosen([test.name for test in part]), seconds, "-x")
            if status not in PASSED:
                return "timed out" if status is None else "killed"
    finally:
        copy.write(mutant.module, source)
    return "survived"


def stages(tests: Sequence[TimedTest]) -> list[list[TimedTest]]:
    """Split tests into those of the first few files and the others.

    The first detect most mutants, in a fraction of the time that it takes to collect the tests of all files.
    """
    first = set(files_of(tests)[:FIRST_FILES])
    parts = [test for test in tests if test.file in first], [test for test in tests if test.file not in first]
    return [part for part in parts if part]


# ---------------------------------------------------------------- report


def survivors(results: Results) -> list[Mutant]:
    """The mutants that no test detected."""
    return [each for found in results.values() for each, outcome in found.items() if outcome == "survived"]


def share(outcomes: Iterable[str]) -> float:
    """The share of detected mutants. A timeout counts as detected."""
    counted = collections.Counter(outcomes)
    detected = counted["killed"] + counted["timed out"]
    return detected / ((detected + counted["survived"]) or 1)


def table(results: Results) -> str:
    """The results as a table, with a line for each group."""
    lines = ["group       mutants  killed  timed out  survived  detected"]
    for group, found in results.items():
        counted = collections.Counter(found.values())
        lines.append(
            f"{group:10} {len(found):8} {counted['killed']:7} {counted['timed out']:10} "
            f"{counted['survived']:9} {share(found.values()):8.1%}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
