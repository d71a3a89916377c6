"""Add new versions of rulesets to `tests/piquet/rulesets/published.json`. Recorded versions do not change.

    python -m tools.record_rulesets

A new parameter is added to recorded versions, with the value that they have.
"""

import json
from pathlib import Path

from service.piquet.rulesets.parameters import PARAMETERS
from service.piquet.rulesets.published import VERSIONS

RECORD = Path(__file__).parents[1] / "tests" / "piquet" / "rulesets" / "published.json"


def main() -> None:
    recorded = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    for label, code in VERSIONS.items():
        values = {name: getattr(code.ruleset, name) for name in PARAMETERS}
        recorded[label] = values | recorded.get(label, {})
    RECORD.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
