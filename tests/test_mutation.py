"""The tool behind `make mutants`: which mutants there are, which are drawn, and what becomes of them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from itertools import accumulate
from pathlib import Path

import pytest

from tools.mutation import importers as imports
from tools.mutation.__main__ import GROUPS, chosen, every_mutant, sample, share, stages, table
from tools.mutation.calls import DIRECTORY, make_recording, recorded_calls
from tools.mutation.operators import Mutant, mutants
from tools.mutation.test_map import TimedTest

ROOT = Path(__file__).resolve().parent.parent


def changes(source: str) -> list[tuple[str, str]]:
    return [(mutant.line, mutant.becomes) for mutant in mutants("m.py", source.encode())]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a < b", ["a <= b"]),
        ("a >= b", ["a > b"]),
        ("a is not b", ["a is b"]),
        ("a not in b", ["a in b"]),
        ("(a) == (b)", ["(a) != (b)"]),
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("x = a and b and c", ["x = a or b and c", "x = a and b or c"]),
        ("x = not (a or b)", ["x = (a or b)", "x = not (a and b)"]),
        ("x = a + b * c", ["x = a - b * c", "x = a + b // c"]),
        ("x = 'code' + b", ["x = 'code~' + b"]),
        ("x = 5", ["x = 6", "x = 4"]),
        ("x = True", ["x = False"]),
        ("x = 1.5", ["x = 2.5"]),
        ("x = d.get(k, v)", ["x = d.get(k)"]),
        ("x = min(a, any(b))", ["x = max(a, any(b))", "x = min(a, all(b))"]),
        ("x = a if f(b) else c", ["x = a if (not (f(b))) else c"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if (not (a))]"]),
        ("x = 'reply.not_longer'", ["x = 'reply.not_longer~'"]),
        ("x = 'é' if a <= b else c", ["x = 'é' if a < b else c", "x = 'é~' if a <= b else c"]),
        ("raise E", ["pass"]),
        ("f(a)", ["pass"]),
        ("x += a", ["pass", "x -= a"]),
        ("x = 'two words'", []),
        ("x = f'{a < b}'", []),
        ("assert a < b", []),
        ("x = zip(a, b, strict=True)", []),
        ("from a import b", []),
        ("x: tuple[int, 3]", []),
        ("x: Literal['a'] = b", []),
        ("Claim = tuple[int | None, int | None]", []),
        ("__slots__ = ('a',)", []),
        ("'a.docstring'", []),
    ],
)
def test_what_is_changed_in_a_line(line, expected):
    assert sorted(changes(line)) == sorted((line, each) for each in expected)


def test_signatures_decorators_and_docstrings_are_left_as_they_are():
    assert changes('@cache(1)\ndef f(a: int = 1, *, b: "A" = c) -> "B":\n    "Docstring."\n    a.b = 2\n') == [
        ('def f(a: int = 1, *, b: "A" = c) -> "B":', f'def f(a: int = {number}, *, b: "A" = c) -> "B":')
        for number in (0, 2)
    ] + [("a.b = 2", "pass"), ("a.b = 2", "a.b = 1"), ("a.b = 2", "a.b = 3")]


def test_a_mutant_knows_its_function():
    source = "x = 1\nclass C:\n    y = True\n    def f(self):\n        def g(): return False\n"
    assert {(mutant.number, mutant.function) for mutant in mutants("m.py", source.encode())} == {
        (1, ""),
        (3, ""),
        (5, "C.f"),
    }


@pytest.mark.parametrize(
    "path",
    [
        "service/piquet/rules/calling.py",
        "service/records/verification/card_inference.py",
        "service/cache/bounded_call.py",
    ],
)
def test_every_mutant_is_another_program(path):
    source = (ROOT / path).read_bytes()
    lines = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    statements = {(lines[each.lineno - 1], lines[each.end_lineno or 0]): each for each in ast.parse(source).body}
    dumped = {place: ast.dump(statement) for place, statement in statements.items()}
    found = mutants(path, source)
    assert len(found) > 50
    for mutant in found:
        ((begin, end),) = [place for place in statements if place[0] <= lines[mutant.number - 1] < place[1]]
        mutated = mutant.apply(source)
        grown = len(mutated) - len(source)
        assert (mutated[:begin], mutated[end + grown :]) == (source[:begin], source[end:])
        (statement,) = ast.parse(mutated[begin : end + grown]).body  # parsing the whole module takes ten times as long
        assert ast.dump(statement) != dumped[begin, end], mutant


def test_a_sample_is_the_same_for_the_same_seed_and_begins_with_a_smaller_one():
    found = every_mutant(GROUPS["states"])
    drawn = sample("states", found, "a", 20)
    assert drawn == sample("states", found, "a", 20)
    assert drawn[:10] == sample("states", found, "a", 10) != sample("states", found, "b", 10)
    assert len(set(drawn)) == 20
    assert {each.module for each in sample("states", found, "a", 20, ["seals"])} == {"service/api/game_states/seals.py"}


def a_mutant(function: str = "f") -> Mutant:
    return Mutant("service/m.py", function, 1, "a", "b", 0, 1, "b")


def test_the_fastest_tests_of_the_function_and_of_the_module_come_first_as_many_as_there_is_time_for():
    far = TimedTest("far", 1, frozenset({"service/n.py::f"}))
    close, slow, slower = (
        TimedTest(name, seconds, frozenset({"service/m.py::f"}))
        for name, seconds in (("close", 10.0), ("slow", 50.0), ("slower", 80.0))
    )
    near = TimedTest("near", 5, frozenset({"service/m.py::g"}))
    assert chosen(a_mutant(), [far, near, close]) == [close, near]
    assert chosen(a_mutant(""), [far, near, close]) == [near, close]
    assert chosen(a_mutant(), [slower, slow, far, near, close]) == [close, near, slow]


def test_the_tests_of_five_files_are_run_before_the_others():
    tests = [TimedTest(f"tests/test_{file}.py::test_{number}", 1, frozenset()) for number in "12" for file in "abcdefg"]
    first, others = stages(tests)
    assert first == tests[0:5] + tests[7:12]
    assert others == tests[5:7] + tests[12:14]
    assert stages(tests[:3]) == [tests[:3]]
    assert stages([]) == []


def test_a_mutant_of_a_table_is_for_the_tests_of_the_modules_that_read_the_table(monkeypatch):
    used = {"service/m.py": {"service/reader.py", "service/names.py", "tests/test_table.py"}}
    used["service/names.py"] = {"service/far_reader.py"}
    used["service/reader.py"] = {"service/other.py"}
    monkeypatch.setattr(imports, "_direct_importers", lambda: used)
    tests = [
        TimedTest(name, seconds, frozenset({f"service/{module}.py::f"} if module else ()))
        for name, seconds, module in (
            ("tests/test_table.py::test", 1.0, ""),
            ("tests/test_a.py::test", 1.0, "reader"),
            ("tests/test_b.py::test", 2.0, "far_reader"),
            ("tests/test_c.py::test", 0.1, "other"),
        )
    ]
    assert chosen(a_mutant(""), tests) == tests[:3]
    assert chosen(a_mutant("f"), tests) == tests[:3]  # which builds the table: no test executes it
    executing = TimedTest("tests/test_d.py::test", 1.0, frozenset({"service/m.py::f"}))
    assert chosen(a_mutant("f"), [*tests, executing]) == [executing]
    calling = TimedTest("tests/test_e.py::test", 0.1, frozenset({"service/m.py::"}))  # a lambda of the table
    assert chosen(a_mutant(""), [*tests, calling]) == [calling, *tests[:3]]


def test_what_imports_a_module_is_known():
    found = imports.importers("service/settings/redis_url.py", {"service/cache/redis_store.py"})
    assert {"service/cache/redis_store.py", "tests/settings/test_redis_url.py"} <= found
    assert "service/piquet/engine.py" not in found


CALLING = """
import os, threading
from service.called import C, again, f

f()
thread = threading.Thread(target=C().method)
thread.start()
thread.join()
child = os.fork()
if not child:
    again()
    os._exit(0)
os.waitpid(child, 0)
with open(os.environ["RECORDED_CALLS"] + "/number", "r+b") as number:
    number.write(bytes([7, 0, 0, 0]))
f()
os.kill(os.getpid(), 9)
"""
CALLED = """
def f(): return (lambda: 1)()
def again(): return [at for at in range(2)]
def never(): pass
def table(): return again()
class C:
    y = [at for at in range(2)]
    def method(self): pass
TABLE = table()
"""


def test_calls_are_recorded_in_every_thread_and_process_until_it_is_killed(tmp_path):
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "__init__.py").touch()
    (tmp_path / "service" / "called.py").write_text(CALLED)
    make_recording(tmp_path / "calls")
    path = f"{ROOT / 'tools/mutation/startup'}:{tmp_path}:{ROOT}"
    variables = {"PYTHONPATH": path, DIRECTORY: str(tmp_path / "calls")}
    subprocess.run([sys.executable, "-P", "-c", CALLING], cwd=tmp_path, env=os.environ | variables, check=False)
    assert set(recorded_calls(tmp_path / "calls")) == {
        (test, f"service/called.py::{name}") for test, name in ((0, "f"), (0, "C.method"), (0, "again"), (7, "f"))
    }


def test_the_share_is_that_of_the_mutants_that_did_not_survive():
    outcomes = ["killed"] * 17 + ["timed out"] * 2 + ["survived"]
    assert share(outcomes) == 0.95
    assert share([]) == 0
    results = {"cache": {a_mutant(str(at)): outcome for at, outcome in enumerate(outcomes)}}
    assert table(results).splitlines()[1].split() == ["cache", "20", "17", "2", "1", "95.0%"]


RUN = """
import sys

from tools.mutation.__main__ import every_mutant, try_out
from tools.mutation.runner import Chosen, Copy
from tools.mutation.test_map import TimedTest

tests = [TimedTest("tests/settings/test_redis_url.py::test_an_address_does_not_show_its_passwords", 1.0, frozenset())]
(shown,) = [m for m in every_mutant(["service/settings/redis_url.py"]) if m.line.startswith("login:")]
(hidden,) = [m for m in every_mutant(["service/settings/redis_url.py"]) if m.becomes == "db: int = 1"]
with Copy() as copy:
    print(try_out(copy, shown, tests), try_out(copy, hidden, tests))
    print((copy.root.parent / "output").read_text(), file=sys.stderr)
    print(copy.run(["tests/settings/test_redis_url.py"], Chosen([]), 0.001))
    root = copy.root
print(root.exists())
"""


def test_a_mutant_is_run_in_a_copy_that_is_removed():
    before = (ROOT / "service" / "settings" / "redis_url.py").read_bytes()
    done = subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["killed", "survived", "None", "False"], done.stderr
    assert (ROOT / "service" / "settings" / "redis_url.py").read_bytes() == before
