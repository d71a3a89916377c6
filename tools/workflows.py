"""Lint the Arazzo workflows in docs/workflows, and run them against the service.

    python -m tools.workflows

Where there is no Node.js, or `make node` has not installed tools/node, it says so and succeeds.
"""

import sys
import tempfile
from pathlib import Path

from tests.helpers.running_service import running
from tools import node_tools

WORKFLOWS = sorted((node_tools.ROOT / "docs" / "workflows").glob("*.arazzo.yaml"))


def main() -> int:
    if reason := node_tools.missing():
        print(f"The workflows are not run: {reason}.")
        return 0
    linted = node_tools.lint(*WORKFLOWS)
    if linted.returncode:
        print(linted.stdout)
        return linted.returncode
    with tempfile.TemporaryDirectory() as scratch, running(Path(scratch) / "log") as service:
        done = node_tools.respect(service.url, *WORKFLOWS)
    # With all that passed, what each step has met is of no interest: the table at the end has a row for each file.
    print(done.stdout if done.returncode else done.stdout[done.stdout.rindex("┌") :])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
