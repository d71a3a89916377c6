"""Many irregular deals beside the recount: `python -m tests.properties.law_campaign 2000 [seed]`.

The deals are spread over the rulesets of `irregular_play`. The first disagreement ends the campaign, and tells the seed
of its deal.
"""

from __future__ import annotations

import random
import sys

from tests.properties.irregular_play import RULESETS, IrregularGame


def main(deals: int, first: str) -> None:
    """Play so many deals, and print what was tried in them."""
    seen: dict[str, int] = {}
    names = sorted(RULESETS)
    for count in range(deals):
        name = names[count % len(names)]
        seed = f"{first}:{count}"
        try:
            IrregularGame(RULESETS[name], random.Random(seed), seen).play()
        except AssertionError:
            sys.stderr.write(f"deal {count} of seed {first!r}, under {name}\n")
            raise
    for what in sorted(seen):
        sys.stdout.write(f"{seen[what]:7} {what}\n")
    sys.stdout.write(f"{deals} deals under {len(names)} rulesets, seed {first!r}: every total agrees\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2] if len(sys.argv) > 2 else "law")
