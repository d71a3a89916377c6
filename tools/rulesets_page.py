"""Write `docs/rulesets.md` from the rulesets as the engine has them.

python -m tools.rulesets_page
"""

import json
from pathlib import Path

from service.piquet.rulesets.parameters import PARAMETERS, Value
from service.piquet.rulesets.published import RULESETS

PAGE = Path(__file__).parents[1] / "docs" / "rulesets.md"

HEAD = """# Rulesets

Written by `python -m tools.rulesets_page` from the data that the engine reads and `GET /v1/rulesets` publishes; a test
says when it is stale. A request names a ruleset, or a ruleset with other values for some parameters (`overrides`).
Values in *italics* differ from `portland`; † marks what the ruleset's source does not mention, so that it has the
Portland Club's value.

"""


def shown(value: Value) -> str:
    """A value as JSON has it, without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def page() -> str:
    """The whole page."""
    names = list(RULESETS)
    sources = ", ".join(f"`{name}` ({code.source})" for name, code in RULESETS.items())
    lines = [HEAD, f"The rulesets and their sources: {sources}.\n\n"]
    lines.append(f"| parameter | {' | '.join(f'`{name}`' for name in names)} |\n")
    lines.append(f"| --- |{' --- |' * len(names)}\n")
    for parameter in PARAMETERS:
        first = getattr(RULESETS["portland"].ruleset, parameter)
        cells = []
        for code in RULESETS.values():
            value = getattr(code.ruleset, parameter)
            text = shown(value) + (" †" if parameter in code.silent else "")
            cells.append(text if value == first else f"*{text}*")
        lines.append(f"| [`{parameter}`](#{parameter}) | {' | '.join(cells)} |\n")
    lines.append("\n## Parameters\n\n| parameter | what it decides | rule | values |\n| --- | --- | --- | --- |\n")
    for parameter, about in PARAMETERS.items():
        values = ", ".join(f"`{shown(value)}`" for value in about.values)
        rule = f"[{about.rule}](rules.md#{about.rule})"
        lines.append(f'| <a id="{parameter}"></a>`{parameter}` | {about.meaning} | {rule} | {values} |\n')
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
