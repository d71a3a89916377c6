"""How long is it from the start of the service to `/readyz` saying that it is ready?

gunicorn with the deployment's settings and two workers on a free port of this machine, started again and again.
"""

import statistics
import tempfile
from pathlib import Path

import _shared as shared


def main() -> None:
    given = shared.arguments(__doc__)
    from stress.instances import Instance

    seconds = []
    with tempfile.TemporaryDirectory() as directory:
        instance = Instance(Path(directory) / "log", WEB_CONCURRENCY="2")
        for _ in range(given.rounds):
            seconds.append(instance.start())
            instance.stop()
    print(f"median {statistics.median(seconds):.2f} s, slowest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
