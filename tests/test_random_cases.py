"""What tests draw at random is the same in each run, and a failure says how to see it again."""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis.internal.conjecture.providers import HypothesisProvider

from service.piquet.rulesets import published
from tests.helpers import random_cases

ROOT = Path(__file__).resolve().parents[1]
#: Where chance comes from, by module: all that is in it, but for what takes a seed.
CHANCE = {"random": {"Random"}, "secrets": set(), "uuid": {"UUID", "uuid3", "uuid5"}}
#: What a module has that calls one of them.
MAY_BE_CHANCE = re.compile(r"\b(?:random|secrets|uuid)\s*\.|\bRandom\s*\(|\burandom\b")


def unseeded(source: str) -> list[str]:
    """The calls in a module that are answered differently in each run."""
    found: list[str] = []
    if not MAY_BE_CHANCE.search(source):
        return found  # parsing every test takes much longer
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        module, _, function = name.partition("(")[0].partition(".")
        no_seed = name in ("Random", "random.Random") and not node.args
        chance = module in CHANCE and function and function not in CHANCE[module]
        if no_seed or chance or name == "os.urandom":
            found.append(name)
    return found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("random.Random('a')", []),
        ("random.Random(1).random()", []),
        ("random.Random()", ["random.Random"]),
        ("Random()", ["Random"]),
        ("random.SystemRandom().randrange(3)", ["random.SystemRandom().randrange", "random.SystemRandom"]),
        ("random.getrandbits(64)", ["random.getrandbits"]),
        ("os.urandom(8)", ["os.urandom"]),
        ("uuid.uuid4()", ["uuid.uuid4"]),
        ("uuid.UUID('0')", []),
        ("rng.random()", []),
    ],
)
def test_chance_without_a_seed_is_found(source: str, found: list[str]) -> None:
    assert unseeded(source) == found


def test_what_hypothesis_draws_does_not_depend_on_what_is_imported() -> None:
    assert "portland" in published.RULESETS, "a module with constants is imported"
    assert len(HypothesisProvider(None)._local_constants) == 0


def test_no_test_draws_anything_new() -> None:
    found = {
        path.relative_to(ROOT / "tests").as_posix(): calls
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if (calls := unseeded(path.read_text(encoding="utf-8")))
    }
    allowed = {"helpers/random_cases.py": ["random.SystemRandom().randrange", "random.SystemRandom"]}
    assert found == allowed, "draw from tests.helpers.random_cases"


def test_sets_have_the_same_order_in_each_run_of_make_test() -> None:
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("\t@PYTHONHASHSEED=0 ") and line.endswith("$(PY) -m pytest $(ARGS)") for line in recipes)


def test_a_generator_is_the_same_each_time_and_another_for_each_name() -> None:
    drawn = [random_cases.generator(name).random() for name in ("one", "one", "other")]
    assert drawn[0] == drawn[1] != drawn[2]


PROBE = """
from tests.helpers.random_cases import generator, seeds

def test_fails() -> None:
    for seed, rng in seeds("cases", 2):
        assert rng.random() < 0, f"{seed} drew {rng.random()}"
"""


def test_a_failure_prints_the_command_that_repeats_it(tmp_path: Path) -> None:
    """What the command says is run, but for `make`; it fails for the same case."""
    (tmp_path / "test_probe.py").write_text(PROBE)

    def fail(arguments: list[str], **settings: str) -> str:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PROPERTY_")}
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "tests.helpers.random_cases", *arguments],
            cwd=tmp_path, env=environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **settings},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 1, run.stdout + run.stderr
        return run.stdout

    told = fail(["test_probe.py"], PROPERTY_SEED="it's new", PROPERTY_SCALE="2")
    (command,) = [line for line in told.splitlines() if line.startswith("PROPERTY_SEED")]
    seed, scale, make, test, arguments = shlex.split(command)
    assert (make, test) == ("make", "test")
    option, tests = shlex.split(arguments.removeprefix("ARGS="))
    assert (option, tests) == ("-n0", "test_probe.py::test_fails")
    again = fail([tests], **dict(each.split("=", 1) for each in (seed, scale)))
    assert "it's new:cases:0 drew" in told
    assert [line for line in again.splitlines() if " drew " in line] == [
        line for line in told.splitlines() if " drew " in line
    ]


def test_cases_go_on_until_something_rare_was_among_them_but_not_for_ever() -> None:
    seen: list[str] = []
    for seed, _ in random_cases.seeds("rare", 3, enough=3, until=lambda: len(seen) == 7):
        seen.append(seed)
    assert len(set(seen)) == 7
    assert seen[:3] == [seed for seed, _ in random_cases.seeds("rare", 3, enough=3)], "the first are the same"
    assert len(list(random_cases.seeds("never", 3, until=lambda: False))) == random_cases.MOST * random_cases.scale(3)


def test_a_campaign_goes_by_the_number_and_the_suite_by_what_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for factor, scaled in {1: 3, 2: 16, 0.01: 1}.items():
        monkeypatch.setattr(random_cases, "SCALE", factor)
        assert random_cases.scale(8, enough=3) == scaled
