"""Published rulesets and their parameters: `/v1/rulesets/…`."""

from collections.abc import Mapping, Set
from functools import cache
from typing import Any

from service.api.problems import Problem, quote
from service.piquet import ENGINE_VERSION
from service.piquet.rulesets.parameters import PARAMETERS, Parameter, RulesetError, Value
from service.piquet.rulesets.published import VERSIONS, code_of


def list_rulesets(variables: dict[str, Any]) -> Any:
    """Lists the published rulesets."""
    return {"rulesets": published_rulesets(), "engine_version": ENGINE_VERSION}


def get_ruleset(variables: dict[str, Any]) -> Any:
    """Describes a ruleset. Raises the `Problem` `unknown_ruleset`."""
    return {**described(variables["name"]), "engine_version": ENGINE_VERSION}


def compare_rulesets(variables: dict[str, Any]) -> Any:
    """Compares the parameters of two rulesets. Raises the `Problem` `unknown_ruleset`."""
    return {**differences(variables["name"], variables["other"]), "engine_version": ENGINE_VERSION}


@cache
def published_rulesets() -> list[dict[str, Any]]:
    """The descriptions of every version of every ruleset."""
    return [described(label) for label in VERSIONS]


def differences(name: str, other: str) -> dict[str, Any]:
    """The parameters in which two rulesets differ, with both values in the order of `rulesets`."""
    first, second = described(name), described(other)
    pairs = zip(first["parameters"], second["parameters"], strict=True)
    return {
        "rulesets": [first["ruleset"], second["ruleset"]],
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
    """The parameters of a ruleset with value, meaning, rule and source.

    `name` is its name, for the newest version, or its label. Raises the `Problem` `unknown_ruleset`.
    """
    try:
        code = code_of(quote(name))
    except RulesetError as error:
        raise Problem("unknown_ruleset", str(error)) from None
    values = {name: getattr(code.ruleset, name) for name in PARAMETERS}
    return description(code.label, PARAMETERS, values, code.source, code.silent)


def description(
    label: str, parameters: Mapping[str, Parameter], values: Mapping[str, Value], source: str, silent: Set[str]
) -> dict[str, Any]:
    """A ruleset of any game: its parameters and their values, its source, and the parameters that this leaves out."""
    listed = [
        {
            "name": name,
            "value": values[name],
            "values": list(about.values),
            "meaning": about.meaning,
            "rule": about.rule,
            "source": source,
            "silent": name in silent,
        }
        for name, about in parameters.items()
    ]
    return {"ruleset": label, "parameters": listed}
