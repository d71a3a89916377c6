"""A test that needs a program is skipped where it is missing, and `--require` makes that a failure."""

import ast
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.helpers.prerequisites import PREREQUISITES, pytest_configure, requires

ROOT = Path(__file__).parent.parent

SAMPLE = """
import pytest
from tests.helpers.prerequisites import Missing, need, requires


@requires("curl")
def test_marked():
    pass


def test_within():
    need("curl")


@requires("curl")
def test_skipped_for_another_reason():
    pytest.skip("no time")


@requires("curl")
def test_without_a_network():
    raise Missing("npm", "no network")


def test_that_needs_nothing():
    pass
"""


def run(folder: Path, *options: str, curl: bool) -> tuple[int, dict[str, str], str]:
    """Runs the sample where there is curl or not: exit status, outcome of each test, and what was printed."""
    (folder / "bin").mkdir()
    if curl:
        (folder / "bin" / "curl").touch(0o755)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --junitxml=report.xml\n")
    (folder / "test_sample.py").write_text(SAMPLE)
    report = folder / "report.xml"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.helpers.prerequisites",
            "-rs",
            *options,
            folder / "test_sample.py",
        ],
        cwd=folder,
        env={"PATH": str(folder / "bin"), "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    cases = ElementTree.parse(report).iter("testcase") if report.exists() else ()
    outcomes = {case.attrib["name"][len("test_") :]: next((each.tag for each in case), "passed") for case in cases}
    return done.returncode, outcomes, done.stdout + done.stderr


def test_where_a_prerequisite_is_missing_its_tests_are_skipped_and_say_so(tmp_path: Path):
    status, outcomes, told = run(tmp_path, curl=False)
    assert (status, outcomes) == (
        0,
        {
            "marked": "skipped",
            "within": "skipped",
            "skipped_for_another_reason": "skipped",
            "without_a_network": "skipped",
            "that_needs_nothing": "passed",
        },
    )
    assert "needs curl: the PATH has no curl" in told


def test_nothing_runs_where_a_required_prerequisite_is_missing(tmp_path: Path):
    status, outcomes, told = run(tmp_path, "--require=curl", curl=False)
    assert (status, outcomes) == (pytest.ExitCode.USAGE_ERROR, {})
    assert "--require=curl: the PATH has no curl" in told


@pytest.mark.parametrize("options", [[], ["-p", "xdist", "--numprocesses=1"]], ids=["own process", "xdist"])
def test_a_test_that_needs_what_is_required_must_not_be_skipped(tmp_path: Path, options: list[str]):
    status, outcomes, told = run(tmp_path, "--require=linux,curl", *options, curl=True)
    assert (status, outcomes) == (
        pytest.ExitCode.TESTS_FAILED,
        {
            "marked": "passed",
            "within": "passed",
            "skipped_for_another_reason": "failure",
            "without_a_network": "skipped",  # npm is not required
            "that_needs_nothing": "passed",
        },
    )
    assert "--require=curl, but the test was skipped: no time" in told


def test_a_name_that_is_no_prerequisite_is_refused(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pytestconfig.option, "require", "curl,crul")
    with pytest.raises(pytest.UsageError, match=r"^--require has crul; there are bash, browser, "):
        pytest_configure(pytestconfig)


#: What a machine for CI may lack: git, tools of a cluster and of systemd, rights to mount, and a registry of packages.
NOT_IN_CI = {"git", "kubectl", "mounts", "npm", "systemd"}


def test_ci_requires_every_prerequisite_but_those_that_it_may_lack():
    (names,) = re.findall(r"--require=([\w,-]+)", (ROOT / ".ci" / "run").read_text())
    assert set(names.split(",")) == PREREQUISITES.keys() - NOT_IN_CI


@requires("bash")
@pytest.mark.parametrize("broken", ["lint", "types", "contract", "workflows", "test", None])
def test_ci_runs_all_checks_and_fails_if_one_of_them_does(tmp_path: Path, broken: str | None):
    """The script in a checkout whose targets only say that they run."""
    targets = ["deploy-tools", "lint", "types", "contract", "workflows", "test"]
    rules = [f"{name}:\n\t@echo ran {name}{' && false' if name == broken else ''}\n" for name in targets]
    (tmp_path / "Makefile").write_text("\n".join(rules))
    (tmp_path / ".ci").mkdir()
    script = shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    environ = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS")}
    (tmp_path / "bin").mkdir()
    for installer in ("apt-get", "dpkg"):
        (tmp_path / "bin" / installer).symlink_to("/bin/true")
    environ["PATH"] = f"{tmp_path / 'bin'}{os.pathsep}{environ['PATH']}"
    done = subprocess.run(["bash", script], env=environ, capture_output=True, text=True, check=False)
    assert re.findall(r"^ran ([\w-]+)$", done.stdout, re.M) == targets
    assert (done.returncode == 0) == (broken is None)


def test_every_prerequisite_has_a_row_in_the_table_of_contributing():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.partition("\n### Prerequisites of tests\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `([\w-]+)` \|", section, re.M)
    assert sorted(rows) == sorted(PREREQUISITES)


# -- no test needs anything else

CALLED = {
    "bash",
    "git",
    "kubectl",
    "node",
    "openssl",
    "systemd-analyze",
    "unshare",
}  # where `requires` or `need` has found them


def test_no_other_program_is_called_by_its_name():
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    called = {
        word.value
        for source in sources
        if "subprocess." in source
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("subprocess.")
        for argument in call.args
        for word in ([argument.elts[0]] if isinstance(argument, ast.List | ast.Tuple) and argument.elts else [argument])
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    assert called and called <= CALLED


def test_no_program_is_looked_for_elsewhere():
    """What is there is found out in one place, which says so where it is missing."""
    looking = {path.name for path in (ROOT / "tests").rglob("*.py") if "shutil.which" in path.read_text()}
    assert looking - {Path(__file__).name} == {"prerequisites.py"}
