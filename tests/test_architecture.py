"""The layers of the service, and the imports of its modules (docs/architecture.md)."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SERVICE = ROOT / "service"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SERVICE.rglob("*.py"))
}

LEAVES = {"settings", "runtime"}

#: What each part of the service may import of the service, from the lowest layer to the highest.
LAYERS: dict[str, set[str]] = {
    "": {"python_api", "runtime"},  # the names of the library, imported when they are first used, and its version
    "runtime": set(),
    "settings": {"runtime"},
    "words": set(),
    "piquet": {"words"},
    "multiplayer": {"piquet"},
    "analysis": {"piquet"},
    "advice": {"piquet", "analysis"},
    "records": {"piquet", "advice"},
    "tournaments": {"piquet", "records", "analysis", "advice", "words"},
    "pictures": {"piquet", "multiplayer", "words"},
    "python_api": {"piquet", "records", "analysis", "advice", "pictures", "words"},
    "pool": {"analysis", "piquet", *LEAVES},
    "cache": {"piquet", "pool", *LEAVES},
    "api": {
        *("piquet", "multiplayer", "records", "tournaments", "analysis", "advice", "pool", "cache"),
        *("pictures", "words", *LEAVES),
    },
    "middleware": {"api", "cache", "piquet", *LEAVES},
    "app": {"api", "middleware", "piquet", "pool", "cache", *LEAVES},
    "wsgi": {"app", *LEAVES},
    "server": {"api.problems", *LEAVES},
    "mcp": {"app", "api.problems", "piquet", "records", *LEAVES},
    "cli": {
        *("mcp", "piquet", "records", "tournaments", "analysis", "advice", "pictures", "pool", "server"),
        *("words", *LEAVES),
    },
}

#: The parts of a package: each imports from those before it, in the same package, and from itself.
ORDER = {
    "piquet": """toml_tables json_types cards suggestions rulesets model scoring rules verbs legal_actions law engine
        views hand_comparison value_kinds actions notation partie partie_replay written sampling table_actions table""",
    "multiplayer": """games parameters violations state scoring calling exchange_and_play engine actions options
        replay written hand_comparison""",
    "advice": "knowledge discard_policy hidden_hands canonical values ranking exchanging advising review answers",
    "tournaments": "event parties reading standings report pairing sheets duplicate_boards answers board_plays",
    "python_api": "actions reports advising table",
    "records": """json_values model recognition player_names partial_actions text json_form stream
        played verification batch review""",
    "api": """problems validation http schemas game_states resources
        multiplayer pages probes operations""",
}

#: Parts that import the standard library only, besides what LAYERS allows, and what more each may import.
PURE: dict[str, set[str]] = {
    "words": set(),
    "piquet": set(),
    "multiplayer": set(),
    "records": {"msgspec"},
    "tournaments": {"networkx"},
    "analysis": {"numpy", "msgspec", "zstandard"},
    "advice": {"numpy", "msgspec"},
    "pictures": set(),
}

#: The table of the codes of law, some of which have the name of a ruleset.
CODES_OF_LAW = SERVICE / "piquet" / "law" / "data" / "codes.py"


def imports(path: Path) -> set[str]:
    """The full names of the modules that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path} imports by a relative name"
            found |= {
                name if (name := f"{node.module}.{alias.name}") in MODULES else node.module for alias in node.names
            }
    return found


@cache
def all_imports() -> dict[str, set[str]]:
    """What each module imports. Not while tests are collected: every process of pytest-xdist would parse them."""
    return {name: imports(path) for name, path in MODULES.items()}


def part(module: str, depth: int = 1) -> str:
    """The name of the part of the service that a module belongs to: `piquet`, or with a depth of 2 `piquet.rules`."""
    return ".".join(module.split(".")[1 : 1 + depth])


def test_each_layer_imports_only_what_it_may():
    for name, imported in all_imports().items():
        here = part(name)
        for other in filter(lambda each: each.startswith("service."), imported):
            allowed = part(other) in LAYERS[here] | {here} or part(other, 2) in LAYERS[here]
            assert allowed, f"{name} imports {other}"


def test_the_layers_have_an_order():
    layers = {name: {each.split(".")[0] for each in below} for name, below in LAYERS.items() if name not in LEAVES}
    assert list(TopologicalSorter(layers).static_order())
    assert {part(name) for name in MODULES if name != "service"} <= LAYERS.keys()


@pytest.mark.parametrize("package", ORDER)
def test_the_parts_of_a_package_import_from_those_before_them(package: str):
    order = ORDER[package].split()
    inside = {name: imported for name, imported in all_imports().items() if name.startswith(f"service.{package}.")}
    assert {part(name, 2).split(".")[1] for name in inside} == set(order)
    for name, imported in inside.items():
        at = order.index(part(name, 2).split(".")[1])
        for other in imported:
            if other.startswith(f"service.{package}."):
                assert order.index(part(other, 2).split(".")[1]) <= at, f"{name} imports {other}"


def test_no_module_imports_one_that_imports_it():
    modules = {name: imported & MODULES.keys() - {name} for name, imported in all_imports().items()}
    assert list(TopologicalSorter(modules).static_order())


def test_no_package_imports_one_that_imports_it():
    packages = defaultdict(set)
    for name, imported in all_imports().items():
        here = name.rpartition(".")[0]
        for other in imported & MODULES.keys():
            there = other.rpartition(".")[0] if MODULES[other].stem != "__init__" else other
            if there != here and not here.startswith(f"{there}.") and not there.startswith(f"{here}."):
                packages[here].add(there)
    assert list(TopologicalSorter(packages).static_order())


def test_modules_are_not_so_small_that_they_consist_of_imports():
    """At most 6 % of the lines are imports, and no module has more than 600 lines."""
    lines, spanned = 0, 0
    for path in MODULES.values():
        source = path.read_text(encoding="utf-8")
        own = source.count("\n")
        assert own <= 600, path
        lines += own
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                spanned += (node.end_lineno or node.lineno) - node.lineno + 1
    assert spanned <= 0.06 * lines, f"{spanned} of {lines} lines are imports"


def test_pure_packages_import_no_other_libraries():
    for name, imported in all_imports().items():
        if part(name) in PURE:
            allowed = {"service", *PURE[part(name)], *sys.stdlib_module_names}
            assert {other.split(".")[0] for other in imported} <= allowed, name


def test_no_module_is_named_in_a_string():
    """In the wheel the package has another name: tools/wheel.py rewrites imports, and nothing else."""
    for path in [*MODULES.values(), ROOT / "deploy" / "gunicorn.conf.py"]:
        source = path.read_text(encoding="utf-8")
        if not re.search(r"^(?! *(?:from|import) ).*\bservice\b", source, re.MULTILINE):
            continue  # no word to find: parsing takes much longer than reading
        nodes = list(ast.walk(ast.parse(source)))
        of_logs = {  # the channels of logs and traces keep their names
            id(node.args[0])
            for node in nodes
            if isinstance(node, ast.Call)
            and getattr(node.func, "attr", "") in ("getLogger", "get_tracer")
            and node.args
        }
        words = [
            node.value
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in of_logs
        ]
        named = {word for word in words if word.partition(":")[0] in MODULES or word.startswith("service.")}
        assert named <= {"service.name", "service.version", "service.name="}, path


def test_the_type_checker_sees_everything_in_the_core():
    for path in {*(SERVICE / "piquet").rglob("*.py")} - {SERVICE / "piquet" / "json_types.py"}:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert "Any" not in {getattr(node, "id", getattr(node, "attr", None)) for node in ast.walk(tree)}, path


def test_no_branch_asks_for_the_name_of_a_ruleset():
    for path in (SERVICE / "piquet").rglob("*.py"):
        if path.parent.name != "rulesets" and path != CODES_OF_LAW:
            assert "portland" not in path.read_text(encoding="utf-8"), path


def test_no_branch_asks_for_the_name_of_a_game():
    for path in (SERVICE / "multiplayer").rglob("*.py"):
        if path.name not in ("games.py", "parameters.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
            assert not (named | words) & {"VOLEUR", "NORMAND", "voleur", "normand"}, path


def imported_at_run_time(program: str, packages: set[str]) -> str:
    program = f"import sys, {program}; print(sorted({packages} & {{name.split('.')[0] for name in sys.modules}}))"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={}, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_service_imports_redis_dask_metrics_and_traces_only_when_they_are_set_up():
    packages = {"redis", "hiredis", "prometheus_client", "opentelemetry", "dask", "distributed"}
    assert imported_at_run_time("service.wsgi", packages) == "[]"


def test_the_command_imports_nothing_of_the_http_interface_for_records():
    """Nor bars, which few need, nor what takes long to import in the standard library."""
    packages = {
        "flask",
        "msgspec",
        "marshmallow",
        "redis",
        "mcp",
        "dask",
        "distributed",
        "tqdm",
        "numpy",
        "http",
        "email",
    }
    assert imported_at_run_time("service.cli.main", packages) == "[]"
