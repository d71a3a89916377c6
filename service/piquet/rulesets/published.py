"""The published rulesets, by name and version."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from service.piquet.rulesets.parameters import PARAMETERS, Ruleset, RulesetError, Value, unknown_parameters
from service.piquet.suggestions import did_you_mean
from service.piquet.toml_tables import load

# The bonus for the last trick that comes with each way of scoring tricks, unless it is overridden, too (R6.2).
_LAST_TRICK = {"lead_and_capture": 1, "lead_and_take": 0, "one_per_trick": 10}


class Code(NamedTuple):
    """A published ruleset.

    `silent` has the parameters that its source does not mention; they have the values of the Portland Club, or of the
    ruleset that this one follows. The values of a released version never change; other values get a new version.
    """

    ruleset: Ruleset
    source: str
    silent: frozenset[str] = frozenset()
    version: int = 1

    @property
    def label(self) -> str:
        """The name and the version: `portland@1`."""
        return f"{self.ruleset.name}@{self.version}"


def _code(label: str, source: str, silent: tuple[str, ...] = (), **values: Value) -> Code:
    name, version = label.split("@")
    return Code(Ruleset(name, **values), source, frozenset(silent), int(version))  # type: ignore[arg-type]


#: Every version by its label.
VERSIONS: dict[str, Code] = load(__file__, "published", _code, "label")
#: The newest version by the name.
RULESETS: dict[str, Code] = {code.ruleset.name: code for code in VERSIONS.values()}


#: The ruleset of a game that names none.
DEFAULT = Ruleset().name


def code_of(name: str) -> Code:
    """Return the published ruleset with a name (newest version) or a label (`portland@1`). Raises `RulesetError`."""
    code = RULESETS.get(name) or VERSIONS.get(name)
    if code is None:
        near = did_you_mean(name, VERSIONS if "@" in name else RULESETS)
        raise RulesetError(f"there is no ruleset {name!r}{near}; the rulesets are {', '.join(VERSIONS)}")
    return code


def ruleset(name: str, overrides: Mapping[str, Value] | None = None) -> Ruleset:
    """Return the ruleset with a name or label, with some parameters changed. Raises `RulesetError`."""
    code = code_of(name)
    chosen = dict(overrides or {})
    unknown = [parameter for parameter in chosen if parameter not in PARAMETERS]
    if unknown:
        raise unknown_parameters(unknown)
    scoring = chosen.get("trick_scoring")
    if isinstance(scoring, str) and scoring in _LAST_TRICK:
        chosen.setdefault("last_trick_bonus", _LAST_TRICK[scoring])
    return replace(code.ruleset, **chosen) if chosen else code.ruleset  # type: ignore[arg-type]
