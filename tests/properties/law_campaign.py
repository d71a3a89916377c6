"""`make law-campaign`: irregular deals beside the recount, two thousand of them, some twenty minutes.

The deals are spread over the rulesets of `irregular_play`. Every disagreement is printed, and the status is 1 if there
is one. The same seed plays the same deals; `--deal` plays one of them alone.
"""

from __future__ import annotations

import random
import sys

from tests.helpers.campaigns import campaign, disagreed, numbers, parser
from tests.properties.irregular_play import RULESETS, IrregularGame

NAMES = sorted(RULESETS)


def main() -> int:
    given = parser(__doc__, 2000).parse_args()
    print(f"seed {given.seed}", flush=True)
    seen: dict[str, int] = {}

    def disagreement(number: int) -> str | None:
        name = NAMES[number % len(NAMES)]
        game = IrregularGame(RULESETS[name], random.Random(f"{given.seed}:{number}"), seen)
        told = disagreed(game.play)
        return None if told is None else f"under {name}\n{told}"

    return 1 if campaign(f"{len(NAMES)} rulesets", numbers(given), disagreement, seen) else 0


if __name__ == "__main__":
    sys.exit(main())
