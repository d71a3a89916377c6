"""Imports run one way (docs/architecture.md)."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SERVICE = Path(__file__).parent.parent / "service"

# The order of the modules of service/piquet: each imports from those before it only.
ORDER = """
    cards spelling counting holdings parameters rulesets actions events violations
    state draft dealing settlement reckoning target terms calling exchange play options engine comparison
    members notation_errors notation
"""
PIQUET = ORDER.split()

# That of service/records.
RECORDS_ORDER = """
    model cards actions words lines values writer reader twin twin_reader many
    report sheets replies completion deals verify batch
"""
RECORDS = RECORDS_ORDER.split()


def imports(path: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    package = ".".join(path.relative_to(SERVICE.parent).parent.parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package if node.level else ""
            module = ".".join(filter(None, [base, node.module or ""]))
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def modules(part: str) -> list[Path]:
    """The modules of a part of the service."""
    found = sorted((SERVICE / part).rglob("*.py"))
    assert len(found) > 2, part
    return found


def test_the_rules_import_the_standard_library_and_themselves_only():
    for path in modules("piquet"):
        for name in imports(path):
            assert name.split(".")[0] in sys.stdlib_module_names or name.startswith("service.piquet"), (path, name)


@pytest.mark.parametrize(("package", "order"), [("piquet", PIQUET), ("records", RECORDS)])
def test_the_modules_of_the_rules_and_of_records_import_in_their_order(package: str, order: list[str]):
    found = {path.stem: path for path in (SERVICE / package).glob("*.py") if path.stem != "__init__"}
    assert set(found) == set(order)
    for at, name in enumerate(order):
        inside = {other.split(".")[2] for other in imports(found[name]) if other.startswith(f"service.{package}.")}
        later = (inside & set(order)) - set(order[:at])
        assert not later, f"{name} imports {later}"


def test_records_import_the_standard_library_the_rules_and_themselves_only():
    for path in modules("records"):
        for name in imports(path):
            known = name.startswith(("service.piquet", "service.records")) or name == "service"
            assert known or name.split(".")[0] in sys.stdlib_module_names, (path, name)


def test_the_analysis_imports_the_rules_and_numpy_only():
    for path in modules("analysis"):
        for name in imports(path):
            known = name.split(".")[0] in {"numpy", *sys.stdlib_module_names}
            assert known or name.startswith(("service.piquet", "service.analysis")), (path, name)


# What may not be imported, as it is above.
ABOVE = {
    "piquet": ("records", "analysis", "turns", "cache", "api", "gateway", "app", "command"),
    "records": ("analysis", "turns", "cache", "api", "gateway", "app", "command"),
    "analysis": ("records", "turns", "cache", "api", "gateway", "app", "command"),
    "turns": ("records", "cache", "api", "gateway", "app", "command"),
    "cache": ("records", "api", "gateway", "app", "command"),
    "api": ("gateway", "app", "command"),
    "gateway": ("app", "command"),
    "command": ("analysis", "cache", "api", "gateway", "app"),
}


def test_no_part_of_the_service_imports_one_above_it():
    for part, above in ABOVE.items():
        for path in modules(part):
            for name in imports(path):
                assert not any(f"{name}.".startswith(f"service.{other}.") for other in above), (path, name)


def test_no_branch_asks_for_the_name_of_a_ruleset():
    for path in modules("piquet"):
        if path.stem not in ("parameters", "rulesets"):
            assert "portland" not in path.read_text(encoding="utf-8"), path


def test_what_is_not_asked_for_is_not_imported():
    """The client of a Redis, and what metrics and traces are made with."""
    packages = {"redis", "hiredis", "prometheus_client", "opentelemetry"}
    program = f"import sys, service.wsgi; print([name for name in sys.modules if name.split('.')[0] in {packages}])"
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=SERVICE.parent, env={}, capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"


def test_the_command_needs_nothing_of_the_interface_for_records():
    program = (
        "import sys, service.command.main; print(*{'flask', 'msgspec', 'marshmallow', 'redis'} & set(sys.modules))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=SERVICE.parent, capture_output=True, text=True, check=True
    )
    assert told.stdout == "\n"
