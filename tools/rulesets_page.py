"""Write `docs/rulesets.md` from the rulesets of the engine.

python -m tools.rulesets_page
"""

import json
from pathlib import Path

from service.piquet.rulesets.parameters import LAW_PREFIX, PARAMETERS, Value
from service.piquet.rulesets.published import RULESETS
from tools.rule_links import link

PAGE = Path(__file__).parents[1] / "docs" / "rulesets.md"

HEAD = """# Rulesets

A request names a ruleset, or a ruleset with other values for some parameters:

```text
{"ruleset": "french"}
{"ruleset": {"name": "portland", "overrides": {"calling": "automatic", "partie_deals": 4}}}
```

[Values](#values) lists the values of each ruleset, [Parameters](#parameters) the meaning of each parameter. The
[rules](rules.md) explain the parameters in full, and the [glossary](glossary.md) explains the words of the game.

`python -m tools.rulesets_page` writes this page from the data that the engine reads and `GET /v1/rulesets` publishes. A
test fails when the page is stale.

"""

VALUES = """## Values

The first row names the source of each ruleset; S0 to S4 and G are the [sources of the rules](rules.md#sources).
Values in *italics* differ from `portland`. A † marks a parameter that the ruleset's source does not mention; it has the
value of the Portland Club, and in `garraud` that of `french`. The parameters `law_…` are left out: they are null in
every ruleset.

"""

PARAMETERS_HEAD = """
## Parameters

The first value of each parameter is the one of `portland`. The parameters `law_…` take single questions from another
code of [the law](law.md) than the one that `law` names.

| parameter | what it decides | rule | values |
| --- | --- | --- | --- |
"""


def shown(value: Value) -> str:
    """A value as in JSON, without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def page() -> str:
    """The whole page."""
    names = list(RULESETS)
    lines = [HEAD, VALUES]
    lines.append(f"| parameter | {' | '.join(f'`{name}`' for name in names)} |\n")
    lines.append(f"| --- |{' --- |' * len(names)}\n")
    lines.append(f"| source | {' | '.join(code.source for code in RULESETS.values())} |\n")
    for parameter in PARAMETERS:
        if parameter.startswith(LAW_PREFIX):
            continue
        first = getattr(RULESETS["portland"].ruleset, parameter)
        cells = []
        for code in RULESETS.values():
            value = getattr(code.ruleset, parameter)
            text = shown(value) + (" †" if parameter in code.silent else "")
            cells.append(text if value == first else f"*{text}*")
        lines.append(f"| [`{parameter}`](#{parameter}) | {' | '.join(cells)} |\n")
    lines.append(PARAMETERS_HEAD)
    for parameter, about in PARAMETERS.items():
        values = ", ".join(f"`{shown(value)}`" for value in about.values)
        lines.append(f'| <a id="{parameter}"></a>`{parameter}` | {about.meaning} | {link(about.rule)} | {values} |\n')
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
