"""A referee for the tests of your own program: take this file, and ask for the fixture `referee`.

`REFEREE_URL` names one that is running already (in CI, the one of a compose file). Without it one is started for the
tests from a checkout of the service, `REFEREE_HOME`, in which `make run` or `make test` has made the environment.
"""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(os.environ.get("REFEREE_HOME") or Path(__file__).resolve().parents[2])
COMMAND = ["-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service.wsgi:app"]
PATIENCE = 60  # seconds

# Straight to this machine, whatever proxy the environment names.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.fixture(scope="session")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a referee that is ready."""
    running = os.environ.get("REFEREE_URL")
    if running:
        _wait(running.rstrip("/"))
        yield running.rstrip("/")
        return
    log = tmp_path_factory.mktemp("referee") / "log"
    port = _free_port()
    environ = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1"}
    with log.open("wb") as output:
        command = [str(HOME / ".venv" / "bin" / "python"), *COMMAND]
        process = subprocess.Popen(command, cwd=HOME, env=environ, stdout=output, stderr=output)
    try:
        _wait(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait(base: str, process: "subprocess.Popen[bytes] | None" = None, log: Path | None = None) -> None:
    """Until the referee says that it is ready."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with _opener.open(f"{base}/readyz", timeout=5):
                return
        except (OSError, urllib.error.URLError) as reason:
            gone = process is not None and process.poll() is not None
            if gone or time.monotonic() > until:
                said = log.read_text(errors="replace") if log else ""
                pytest.fail(f"no referee at {base}: {reason}\n{said}")
            time.sleep(0.1)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port
