"""Play a deal through Prism as a proxy, which holds it against the contract, or ask its mock for a violation.

python play_prism.py mock|proxy PROGRAM CONTRACT URL
"""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from typing import Any

import plain_play

SECONDS = 300

mode, program, contract, url = sys.argv[1:]
with closing(socket.create_server(("127.0.0.1", 0))) as free:
    port = free.getsockname()[1]


def send(path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    )
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def wait() -> None:
    """Wait until Prism listens."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, f"Prism ended with status {process.returncode}"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"Prism does not listen after {SECONDS} seconds")


command = [program, mode, "--host", "127.0.0.1", "--port", str(port), contract]
command += [url, "--errors"] if mode == "proxy" else []
process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
try:
    wait()
    if mode == "proxy":
        print(plain_play.play(send))
    else:
        line = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
        action = {"seat": "A", "type": "exchange", "cards": ["KS"]}
        judged = send("/v1/actions/check", {"state": line, "action": action}, Prefer="example=w1_too_many")
        print(judged["violations"][0]["code"])
finally:
    process.terminate()
    process.wait()
