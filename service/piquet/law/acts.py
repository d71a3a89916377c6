"""The acts of the law in a deal: irregular actions, incidents, amendments and rulings (docs/law.md)."""

from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState, Reader
from service.piquet.model.violations import Violation, violation
from service.piquet.rulesets.parameters import Ruleset


def _no_law() -> tuple[Violation, ...]:
    return (violation("law.none", "type"),)


def check_irregular(rules: Ruleset, s: Reader, action: a.Action) -> tuple[Violation, ...]:
    """Every reason why the law does not admit an action that is marked irregular."""
    return _no_law()


def check_incident(rules: Ruleset, s: Reader, role: int, action: a.Incident) -> tuple[Violation, ...]:
    """Every reason why an incident cannot be reported."""
    return _no_law()


def check_amend(rules: Ruleset, s: Reader, role: int, action: a.Amend) -> tuple[Violation, ...]:
    """Every reason why the last word of a seat cannot be amended."""
    return _no_law()


def check_ruling(rules: Ruleset, s: Reader, role: int, action: a.Ruling) -> tuple[Violation, ...]:
    """Every reason why a ruling is not open to a seat."""
    return _no_law()


def apply_incident(d: MutableState, role: int, action: a.Incident) -> a.Incident:
    """Report an incident."""
    return action


def apply_amend(d: MutableState, role: int, action: a.Amend) -> a.Amend:
    """Amend the last word of a seat."""
    return action


def apply_ruling(d: MutableState, role: int, action: a.Ruling) -> a.Ruling:
    """Apply an election."""
    return action
