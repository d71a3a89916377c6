"""Build the image of the Dockerfile, run it as docs/operations.md says, and test what runs: `make image-test`.

    python -m tools.image_test [OPTION …]     options for the build, such as --volume or --build-arg

Docker or podman builds and runs it; where neither can, buildah builds it and the kernel alone runs it: in a mount
namespace of its own, on a read-only file system, as the user of the image. If no registry is in reach, mmdebstrap
makes the base images from Debian's packages (Debian 13 has the Python of the official ones). That needs root.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parents[1]
TAG = "piquet-referee-test"

#: The base images, what Debian calls what they contain, and where their Python is if they are made here.
BASES = ("docker.io/library/python:3.13-slim", "docker.io/library/python:3.13")
DEBIAN, PACKAGES = "trixie", "ca-certificates,gcc,libc6-dev,python3-venv"
PYTHON = "/usr/local/python"

#: Where actions of the first deal in the README are checked.
CHECK = "/v1/actions/check?state=1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D&action="
SLOW = "/v1/advice?state=1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D&effort=full"


def call(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command, and return what it printed."""
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True, **more)


class Engine(Protocol):
    """Builds the image and runs one container of it."""

    def build(self, options: Sequence[str]) -> None:
        """Build the image `TAG`."""

    def config(self) -> dict[str, Any]:
        """Return the configuration of the image: User, Cmd, Env, StopSignal."""

    def start(self, port: int) -> None:
        """Start a container with its port on this one of the loopback address."""

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the container."""

    def stop(self) -> int:
        """Send the stop signal, wait, and return the exit status."""

    def remove(self) -> None:
        """Remove the container, running or not."""


class Docker:
    """Docker, or podman, which has the same commands."""

    def __init__(self, program: str) -> None:
        self._program = program

    def build(self, options: Sequence[str]) -> None:
        """Build the image; also with its HEALTHCHECK, which podman leaves out of images in the format of OCI."""
        form = ["--format", "docker"] if self._program == "podman" else []
        subprocess.run([self._program, "build", "--tag", TAG, *form, *options, str(ROOT)], check=True)

    def config(self) -> dict[str, Any]:
        """Return the configuration of the image."""
        found: dict[str, Any] = json.loads(call(self._program, "image", "inspect", TAG).stdout)[0]["Config"]
        return found

    def start(self, port: int) -> None:
        """Start a container as docs/operations.md says."""
        safe = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"]
        call(self._program, "run", "--detach", "--name", TAG, *safe, "--publish", f"127.0.0.1:{port}:8000", TAG)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the container."""
        return subprocess.run([self._program, "exec", TAG, *command], text=True, capture_output=True, check=False)

    def stop(self) -> int:
        """Stop the container as an operator does."""
        call(self._program, "stop", "--time", "60", TAG)
        return int(call(self._program, "inspect", "--format", "{{.State.ExitCode}}", TAG).stdout)

    def remove(self) -> None:
        """Remove the container."""
        subprocess.run([self._program, "rm", "--force", TAG], check=False, capture_output=True)


class Buildah:
    """Buildah without a daemon or a container runtime. Port and network are those of the machine."""

    def __init__(self) -> None:
        self._store = ["--storage-driver", os.environ.get("STORAGE_DRIVER", "vfs")]
        self._server: subprocess.Popen[bytes] | None = None
        self._folder, self._port = "", 0

    def _call(self, *command: str) -> str:
        return call("buildah", *self._store, *command).stdout.strip()

    def build(self, options: Sequence[str]) -> None:
        """Build the image, from base images of its own if no registry is in reach."""
        for base in BASES:
            if subprocess.run(["buildah", *self._store, "pull", "--quiet", base], check=False).returncode:
                self._make_bases()
                break
        command = ["build", "--isolation", "chroot", "--format", "docker", "--pull-never", "--tag", TAG]
        subprocess.run(["buildah", *self._store, *command, *options, str(ROOT)], check=True)

    def _make_bases(self) -> None:
        """Make an image of Debian's packages, and tag it like the official ones."""
        if not shutil.which("mmdebstrap"):
            raise SystemExit("no registry is in reach, and mmdebstrap is not here to make the base images")
        container = self._call("from", "scratch")
        folder = self._call("mount", container)
        own = f'chroot "$1" python3 -m venv {PYTHON}'  # Debian's own Python lets pip change nothing
        variant = ["--variant=minbase", f"--include={PACKAGES}", f"--customize-hook={own}"]
        subprocess.run(["mmdebstrap", "--quiet", *variant, DEBIAN, folder], check=True)
        self._call("config", "--env", f"PATH={PYTHON}/bin:/usr/bin:/bin", container)
        image = self._call("commit", "--rm", "--quiet", container, BASES[0])
        self._call("tag", image, BASES[1])

    def config(self) -> dict[str, Any]:
        """Return the configuration of the image."""
        found: dict[str, Any] = json.loads(self._call("inspect", "--type", "image", TAG))["Docker"]["config"]
        return found

    def _inside(self, *command: str) -> list[str]:
        """Return the command that runs one in the image: read-only, as its user, with its environment."""
        mounts = (
            'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs tmpfs "$0/tmp"'
            ' && mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec "$@"'
        )
        config = self.config()
        enter = ["chroot", f"--userspec={config['User']}", self._folder]
        environment = ["env", "-i", *config["Env"], f"PORT={self._port}"]
        workplace = ["sh", "-c", 'cd "$0" && exec "$@"', config["WorkingDir"]]
        return [
            *("unshare", "--mount", "sh", "-c", mounts, self._folder),
            *("setpriv", "--no-new-privs", *enter, *environment, *workplace, *command),
        ]

    def start(self, port: int) -> None:
        """Start the command of the image."""
        self._folder, self._port = self._call("mount", self._call("from", "--pull-never", "--name", TAG, TAG)), port
        self._server = subprocess.Popen(self._inside(*self.config()["Cmd"]))

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in another process in the image."""
        return subprocess.run(self._inside(*command), text=True, capture_output=True, check=False)

    def stop(self) -> int:
        """Send the stop signal of the image to the server."""
        assert self._server is not None
        self._server.send_signal(signal.Signals[self.config()["StopSignal"]])
        return self._server.wait(60)

    def remove(self) -> None:
        """End the server, if it runs, and remove the container."""
        if self._server is not None and self._server.poll() is None:
            self._server.kill()
            self._server.wait()
        subprocess.run(["buildah", *self._store, "rm", TAG], check=False, capture_output=True)


def engine() -> Engine:
    """Return the first one that can run something here."""
    for program in ("docker", "podman"):
        if shutil.which(program) and not subprocess.run([program, "info"], check=False, capture_output=True).returncode:
            trial = [program, "run", "--rm", BASES[0], "true"]
            if not subprocess.run(trial, check=False, capture_output=True).returncode:
                return Docker(program)
    if shutil.which("buildah"):
        return Buildah()
    raise SystemExit("docker, podman or buildah is needed: none of them can run an image here")


# ---------------------------------------------------------------- what is tested


def get(port: int, path: str) -> tuple[int, bytes]:
    """Return the status and the body of a response."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def holds(what: str, found: object) -> None:
    """Print what was tested, and end the test if it does not hold."""
    print(f"{'ok' if found else 'NOT OK'}: {what}", flush=True)
    if not found:
        raise SystemExit(1)


def test(container: Engine) -> None:
    """Test a container of the image, from its start to its end."""
    config = container.config()
    holds("the image runs as user 10001", config["User"] == "10001:10001")
    health = config["Healthcheck"]["Test"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    container.start(port)
    deadline = time.monotonic() + 120
    while container.run(*health[1:]).returncode and time.monotonic() < deadline:
        time.sleep(1)
    holds("it becomes healthy", container.run(*health[1:]).returncode == 0)
    read = "print([line.split()[1] for line in open('/proc/self/status') if line.startswith(('Uid', 'CapEff'))])"
    who = container.run("python", "-c", read).stdout.strip()
    holds("a process in it has this user and no capability", who == "['10001', '0000000000000000']")
    for place in ("/app/a", "/opt/venv/a", "/a", "/home/a"):
        write = container.run("python", "-c", f"open('{place}', 'w')")
        holds(f"{place} cannot be written", write.returncode and "Read-only file system" in write.stderr)
    version = container.run("python", "-m", "service.cli", "--version").stdout
    holds("the kernel of double dummy is compiled", "compiled" in version)
    legal, illegal = (json.loads(get(port, CHECK + action)[1]) for action in ("AxSK", "AxSKJHAQJ8"))
    holds("an exchange of one card is legal", legal["legal"])
    holds("an exchange of six cards is refused by rule R4.1", illegal["violations"][0]["rule"] == "R4.1")
    for path in ("/docs/", "/docs/reference", "/table/", "/openapi.json"):
        holds(f"{path} is served", get(port, path)[0] == 200)
    holds("it drains when it is told to stop", _drains(container, port))


def _drains(container: Engine, port: int) -> bool:
    """Whether a request that is being computed is answered after SIGTERM, and the exit status is 0."""
    program = f"import urllib.request as u; print(u.urlopen('http://127.0.0.1:{port}{SLOW}', timeout=60).status)"
    asking = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    time.sleep(0.7)  # it takes about two seconds
    status = container.stop()
    return asking.communicate()[0].strip() == "200" and status == 0


def main() -> None:
    container = engine()
    print(f"with {type(container).__name__.lower()}", flush=True)
    container.remove()
    container.build(sys.argv[1:])
    try:
        test(container)
    finally:
        container.remove()


if __name__ == "__main__":
    main()
