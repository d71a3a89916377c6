"""The site of the documentation, built for tests and served by the real service.

`python -m tests.helpers.site FOLDER` serves the site in FOLDER.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def build(folder: Path) -> Path:
    """Builds the site strictly, without a warning."""
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stdout + run.stderr
    return folder


def main(folder: str) -> None:
    """Run gunicorn in this process; its workers inherit the folder."""
    from service.api import pages
    from service.server.__main__ import main

    pages.BUILT = Path(folder)
    main()


if __name__ == "__main__":
    main(sys.argv.pop())
