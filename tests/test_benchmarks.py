"""The benchmarks fit the code that they measure."""

import importlib
import subprocess
from pathlib import Path

import pytest

from tests.helpers.prerequisites import requires

ROOT = Path(__file__).parent.parent


def test_each_mechanism_of_the_server_can_be_taken_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    mechanisms = importlib.import_module("server_mechanisms").MECHANISMS
    edits = [edit for found in mechanisms.values() for edit in found]
    assert len(edits) > 15
    counts = {edit: (ROOT / edit.path).read_text(encoding="utf-8").count(edit.text) for edit in edits}
    assert {edit: count for edit, count in counts.items() if count != 1} == {}


@requires("git")
def test_a_benchmark_has_the_files_of_another_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """In every release of Python 3.11, too, whose first ones have no `filter` in `tarfile`."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    two_versions = importlib.import_module("two_versions")
    repository, folder = tmp_path / "repository", tmp_path / "folder"
    folder.mkdir()
    for path in (repository / "a" / "kept.txt", repository / "b" / "left.txt"):
        path.parent.mkdir(parents=True)
        path.write_text("first")
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "--quiet"], ["add", "."], [*author, "commit", "--quiet", "--message", "First"]):
        subprocess.run(["git", *command], cwd=repository, check=True)
    (repository / "a" / "kept.txt").write_text("second")
    monkeypatch.setattr(two_versions, "ROOT", repository)
    two_versions.checkout("HEAD", str(folder), "a")
    assert {each.relative_to(folder).as_posix() for each in folder.rglob("*.txt")} == {"a/kept.txt"}
    assert (folder / "a" / "kept.txt").read_text() == "first"
