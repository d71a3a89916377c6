"""Which promise breaks without each mechanism of the server?

For each mechanism the checkout is copied, the mechanism is taken out of the copy (`MECHANISMS` says how), and the copy
is measured by its own programs: `check_under_gunicorn.py` (the speed as in production), `starvation.py` with sixteen
connections (checks beside each attack), and scenarios of `python -m stress` (nothing wrong or lost). The checkout as it
is comes first and last. After that, the checkout is measured under other servers (`_servers.SERVERS`), with the
settings of the deployment; `--servers` measures only these, and the checkout as it is.

Promises: as in production at least 1.0 of stock; beside each attack at least 0.60 of the checks, and a 99th percentile
under 100 ms; nothing wrong or lost. A row shows the ratio as in production, the attacks that miss their target, the
least share of checks, the highest 99th percentile and the most memory beside any attack, and the scenarios that failed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from _servers import SERVERS
from _shared import ROOT

COPIED = ("service", "deploy", "benchmarks", "stress", "tests", "tools", "examples", "requirements", "docs")
SCENARIOS = ("load", "rolling", "killed", "slow")
SECONDS = 3600  # time limit of each program

WORKER, CONNECTION = "service/server/worker.py", "service/server/connection.py"
DISPATCH, LISTENER = "service/server/worker.py", "service/server/listener.py"


class Edit(NamedTuple):
    """A text in a module, which occurs once, and what stands in its place without a mechanism."""

    path: str
    text: str
    without: str


#: The mechanisms, each with how it is taken out.
MECHANISMS: dict[str, tuple[Edit, ...]] = {
    "as it is": (),
    "event loop answers": (Edit(DISPATCH, "    if asked.quick and not (", "    if False and not ("),),
    "only while no thread computes": (Edit(DISPATCH, " and not load.computing", ""),),
    "only while few have arrived": (Edit(DISPATCH, " and load.arrived <= max_waiting:", ":"),),
    "cool-down of twenty": (Edit(WORKER, "COOL_DOWN = 20", "COOL_DOWN = 1"),),
    "in turn for long bodies": (Edit(WORKER, "long = request.complete and request.length > LARGE", "long = False"),),
    "in turn by the application": (
        Edit("service/runtime/worker_threads.py", "        raise WouldTakeLong", "        pass"),
    ),
    "rests of the thread": (Edit(WORKER, "time.sleep(2 * taken)", "pass"),),
    "pauses while parsing": (Edit(CONNECTION, "if taken > _PARSE_SECONDS:", "if False:"),),
    "pauses after refusals": (Edit(CONNECTION, "_REFUSAL_PAUSE = 0.1", "_REFUSAL_PAUSE = 0.0"),),
    "eight accepted at once": (Edit(WORKER, "ACCEPTED = 8", "ACCEPTED = 1"),),
    "few arriving bodies": (Edit(WORKER, "max_arriving_bodies = 2", "max_arriving_bodies = 1000"),),
    "room for new connections": (
        Edit(WORKER, "        if earliest and earliest.deadline < inf:", "        if False:"),
    ),
    "uncounted bytes": (Edit(CONNECTION, "UNCOUNTED_BYTES = 1 << 14", "UNCOUNTED_BYTES = 0"),),
    "limit of held bytes": (Edit(WORKER, "max_held_bytes = 32 << 20", "max_held_bytes = 1 << 40"),),
    "replacement by memory": (Edit(WORKER, "if used > self.max_memory_bytes:", "if False:"),),
    "packet filter of the listener": (
        Edit(LISTENER, "if listener.family not in (socket.AF_INET, socket.AF_INET6):", "if True:"),
    ),
    "others between two requests": (
        Edit(CONNECTION, "await asyncio.sleep(0)  # lets other connections run even if the client sends", "pass  # "),
    ),
    "others between two pieces": (
        Edit(CONNECTION, "await asyncio.sleep(0)  # lets other connections run even if the client reads", "pass  # "),
    ),
    "as it is, again": (),
}

OTHERS = [name for name in SERVERS if name != "own"]


@contextmanager
def copy_without(edits: Sequence[Edit]) -> Iterator[Path]:
    """A copy of the checkout with the edits made, removed at the end."""
    with tempfile.TemporaryDirectory(prefix="piquet-") as directory:
        copy = Path(directory) / "tree"
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "site", "images")
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        for path in filter(Path.is_file, ROOT.iterdir()):
            shutil.copy(path, copy)
        for edit in edits:
            make(copy, edit)
        yield copy


def make(tree: Path, edit: Edit) -> None:
    """Make an edit in a tree. Raises `ValueError` if its text does not occur exactly once."""
    path = tree / edit.path
    before = path.read_text(encoding="utf-8")
    if before.count(edit.text) != 1:
        raise ValueError(f"{edit.path}: {edit.text!r} occurs {before.count(edit.text)} times")
    path.write_text(before.replace(edit.text, edit.without), encoding="utf-8")


def run(copy: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in the copy."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def measured(copy: Path, given: argparse.Namespace, server: str) -> str:
    """The cells of a row. Scenarios start servers of their own, and are for that of the deployment only."""
    chosen = [f"--server={server}"]
    if given.quick:
        chosen.append("--quick")
    case = "known states, as in production"
    speed = run(copy, "benchmarks/check_under_gunicorn.py", *chosen, "--only", case).stdout
    ratio = re.search(r"of stock: (\d+\.\d+)", speed)
    attacks = [f"--only={name}" for name in given.attack or ()]
    beside = ["--connections=16", f"--seconds={given.seconds}", *attacks]
    starved = run(copy, "benchmarks/starvation.py", *chosen, *beside).stdout
    # name, connections, alone, beside, ratio, p50 and p99 alone, p50 and p99 beside, MiB
    rows = re.findall(r"^(\S+) +16 +\d+ +\d+ +([\d.]+) +[\d.]+ +[\d.]+ +[\d.]+ +([\d.]+) +(\d+) (.*)$", starved, re.M)
    missed = [name for name, *_, rest in rows if rest.endswith("<")]
    scenarios = [] if given.quick or server != "own" else SCENARIOS
    failed = [name for name in scenarios if not is_clean(copy, name)]
    return (
        f"{ratio[1] if ratio else '?':>5} {min((float(row[1]) for row in rows), default=0):6.2f}"
        f"{max((float(row[2]) for row in rows), default=0):8.1f}{max((int(row[3]) for row in rows), default=0):6}"
        f"   {', '.join([*missed, *failed]) or '-'}"
    )


def is_clean(copy: Path, scenario: str) -> bool:
    """Whether a scenario of the stress test has nothing wrong or lost."""
    return run(copy, "-m", "stress", "--seconds=2", f"--only={scenario}").returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="short rounds and no scenarios: shows that it runs")
    parser.add_argument("--only", choices=[*MECHANISMS, *OTHERS], action="append", metavar="NAME", help="this row")
    parser.add_argument("--servers", action="store_const", const=["as it is", *OTHERS], dest="only", help="the servers")
    parser.add_argument("--attack", action="append", metavar="NAME", help="this attack (all)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long each attack is measured (1.5)")
    given = parser.parse_args()
    print(f"{'without':32}ratio  share  p99 ms   MiB   misses")
    for name in given.only or [*MECHANISMS, *OTHERS]:
        server = name if name in OTHERS else "own"
        if missing := SERVERS[server].missing():
            print(f"{name:32}skipped: {missing}", flush=True)
            continue
        with copy_without(MECHANISMS.get(name, ())) as copy:
            print(f"{name:32}{measured(copy, given, server)}", flush=True)


if __name__ == "__main__":
    main()
