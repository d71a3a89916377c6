"""The README is executed: its bash blocks run in order in one shell, and each prints the text block that follows it."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import running

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEXT = "--- next block ---"


def blocks() -> list[tuple[str, str | None]]:
    """Each bash block of the README, with the text block that follows it before the next one, or None."""
    found: list[tuple[str, str | None]] = []
    for language, content in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        if language == "bash":
            found.append((content, None))
        elif language == "text":
            found[-1] = (found[-1][0], content)
    return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of the service under gunicorn, on a free port of this machine."""
    with running(tmp_path / "log") as started:
        yield started.url


@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="needs bash and curl")
def test_the_readme_works_as_printed(server: str, tmp_path: Path) -> None:
    found = blocks()
    assert len(found) > 3
    script = f"echo '{NEXT}'\n".join(commands for commands, _ in found)
    environment = {
        **os.environ,
        "BASE": server,
        "TMPDIR": str(tmp_path),
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    run = subprocess.run(
        ["bash", "-e"],
        input=script,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    printed = run.stdout.split(f"{NEXT}\n")
    assert run.returncode == 0, run.stderr
    assert len(printed) == len(found)
    for (commands, expected), actual in zip(found, printed, strict=True):
        if expected is not None:
            assert actual == expected, commands


def test_the_readme_ends_its_deal_at_28_to_23() -> None:
    assert ('echo "$state" | pick score\n', '{"A": 28, "B": 23}\n') in blocks()
