"""The provider's side: holds a running referee against contracts that its consumers wrote.

python examples/pact/verify.py http://127.0.0.1:8000 examples/pact/score-desk-piquet-referee.json
"""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from pact import Verifier


def verify(base: str, *pacts: Path) -> None:
    """Asks the service at `base` everything that the contracts ask; raises RuntimeError if an answer breaks one."""
    verifier = Verifier("piquet-referee", urlsplit(base).hostname).add_transport(url=base)
    for pact in pacts:
        verifier.add_source(pact)
    verifier.set_request_timeout(60_000)  # milliseconds; the default of five seconds is too little on a busy machine
    verifier.verify()


if __name__ == "__main__":
    os.environ.setdefault("PACT_DO_NOT_TRACK", "true")
    verify(sys.argv[1], *map(Path, sys.argv[2:]))
