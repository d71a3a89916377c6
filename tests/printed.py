"""Documents that are executed: their `bash` blocks run in order in one shell; each prints the `text` block after it.

A block that is only to be read, or that this machine cannot run, is written `sh`.
"""

import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: Every document that has such blocks.
EXECUTED = ("README.md", "docs/integrating.md")

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NEXT = "--- next block ---"


def blocks(document: str) -> list[tuple[str, str | None]]:
    """Each bash block of a document, with the text block that follows it before the next one, or None."""
    found: list[tuple[str, str | None]] = []
    for language, content in _BLOCK.findall((ROOT / document).read_text(encoding="utf-8")):
        if language == "bash":
            found.append((content, None))
        elif language == "text" and found and found[-1][1] is None:
            found[-1] = (found[-1][0], content)
    return found


def execute(document: str, scratch: Path, **variables: str) -> None:
    """Runs the blocks with these variables, and fails where one fails or prints something else. What they leave running
    is ended."""
    found = blocks(document)
    script = f"echo '{_NEXT}'\n".join(commands for commands, _ in found)
    here = {"TMPDIR": str(scratch), "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    environ = {**os.environ, **here, **variables}
    with (scratch / "out").open("w+") as out, (scratch / "err").open("w+") as err:
        shell = subprocess.Popen(
            ["bash", "-e", "-c", script],
            cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
        )  # fmt: skip
        try:
            status = shell.wait(240)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
            shell.wait()
        printed = (scratch / "out").read_text().split(f"{_NEXT}\n")
        assert status == 0, printed[-1] + (scratch / "err").read_text()
    assert len(printed) == len(found)
    for (commands, expected), actual in zip(found, printed, strict=True):
        if expected is not None:
            assert actual == expected, commands
