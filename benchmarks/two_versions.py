"""How fast are `check` and `options` now, compared with another commit?

Each version runs in a process of its own, from its own files. The processes take turns with the same states in the
middle of the play: unknown states, which are verified by replaying them, and known states. For each state the least
processor time of all rounds counts, since whatever else the machine does can only add to it. After some rounds, other
processes take over: where a process has its objects in memory changes its times by some hundredths.

Ratio: time of this version / of the other, both summed over the states. At most 1.03 after a change that should not
cost anything.
"""

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

OPERATIONS = ("check", "options")


def measure(root: str) -> None:
    """Read jobs from standard input, one JSON object a line, and print the processor time of each request, in ns."""
    sys.path[:0] = [root, f"{root}/benchmarks"]
    import _shared as shared

    app, forgetful = shared.service_app(), shared.service_app(shared.FORGETFUL)
    for line in sys.stdin:
        job = json.loads(line)
        if "states" in job:
            bodies = shared.mid_play(app, job["states"])
            sent = {"check": bodies, "options": [{"state": body["state"]} for body in bodies]}
            requests = {name: shared.encoded(each) for name, each in sent.items()}
            print("ready", flush=True)
            continue
        target = app if job["known"] else forgetful
        path = f"/v1/actions/{job['operation']}"
        times = []
        for request in requests[job["operation"]]:
            before = time.process_time_ns()
            shared.call(target, path, request)
            times.append(time.process_time_ns() - before)
        print(json.dumps(times), flush=True)


class Version:
    """A process that measures the version in a folder."""

    def __init__(self, root: str, states: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--measure", root], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.ask({"states": states})

    def ask(self, job: dict[str, object]) -> str:
        """Send a job and return the line that answers it."""
        assert self._process.stdin and self._process.stdout
        print(json.dumps(job), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a version ended before it answered")
        return answer

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def times(self, job: dict[str, object]) -> list[int]:
        """The processor time of each request of a job, in nanoseconds."""
        found: list[int] = json.loads(self.ask(job))
        return found


def checkout(commit: str, folder: str, *paths: str) -> None:
    """Write the files of a commit, or those below some paths, to a folder."""
    # Not `tarfile`, whose `filter` the first releases of Python 3.11 do not have.
    files = subprocess.run(["git", "archive", commit, *paths], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=files, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="HEAD", help="the other version (HEAD)")
    parser.add_argument("--rounds", type=int, default=10, help="rounds, each of which measures everything once (10)")
    parser.add_argument("--processes", type=int, default=6, help="processes of each version, one after the other (6)")
    parser.add_argument("--states", type=int, default=100, help="states in each round (100)")
    parser.add_argument("--quick", action="store_true", help="few and short rounds")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        measure(given.measure)
        return
    rounds, processes, states = (2, 2, 10) if given.quick else (given.rounds, given.processes, given.states)
    with tempfile.TemporaryDirectory() as folder:
        checkout(given.commit, folder)
        least: dict[tuple[str, bool, str], list[int]] = {}
        for number in range(processes):
            versions = {"this": Version(str(ROOT), states), "other": Version(folder, states)}
            for operation, known, turn in itertools.product(OPERATIONS, (False, True), range(rounds)):
                for name in sorted(versions, reverse=bool((number + turn) % 2)):
                    times = versions[name].times({"operation": operation, "known": known})
                    key = (operation, known, name)
                    least[key] = list(map(min, times, least.get(key, times)))
            for version in versions.values():
                version.end()
    print(f"this version and {given.commit}, {processes} processes of each, {rounds} rounds of {states} states")
    for operation, known in itertools.product(OPERATIONS, (False, True)):
        this, other = (sum(least[operation, known, name]) / states / 1000 for name in ("this", "other"))
        which = "known" if known else "unknown"
        print(f"{operation:8} {which:8} {this:6.0f} µs, other {other:6.0f} µs, ratio {this / other:.3f}")


if __name__ == "__main__":
    main()
