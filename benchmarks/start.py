"""How long does the service take from its start until `/readyz` reports that it is ready?

gunicorn with the settings of the deployment and two workers is started repeatedly on a free port of this machine.
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
