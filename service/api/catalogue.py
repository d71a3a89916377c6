"""The rulesets as they are published: every parameter with its value, meaning, rule and source."""

from functools import cache
from typing import Any

from service.api.problems import Problem, quote
from service.piquet.rulesets import PARAMETERS, RULESETS


@cache
def catalogue() -> list[dict[str, Any]]:
    """Every ruleset, described."""
    return [described(name) for name in RULESETS]


def differences(name: str, other: str) -> dict[str, Any]:
    """The parameters in which two rulesets differ, with both values in the order of `rulesets`."""
    pairs = zip(described(name)["parameters"], described(other)["parameters"], strict=True)
    return {
        "rulesets": [name, other],
        "differences": [
            {
                "name": one["name"],
                "values": [one["value"], two["value"]],
                "meaning": one["meaning"],
                "rule": one["rule"],
            }
            for one, two in pairs
            if one["value"] != two["value"]
        ],
    }


def described(name: str) -> dict[str, Any]:
    """A ruleset by its name; a `Problem` if there is none such."""
    code = RULESETS.get(name)
    if code is None:
        raise Problem("unknown_ruleset", f"there is no ruleset {quote(name)}; there is {', '.join(RULESETS)}")
    parameters = [
        {
            "name": parameter,
            "value": getattr(code.ruleset, parameter),
            "values": list(about.values),
            "meaning": about.meaning,
            "rule": about.rule,
            "source": code.source,
            "silent": parameter in code.silent,
        }
        for parameter, about in PARAMETERS.items()
    ]
    return {"ruleset": name, "parameters": parameters}
