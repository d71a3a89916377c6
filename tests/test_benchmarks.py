"""The benchmarks fit the code that they measure."""

import importlib
import subprocess
from pathlib import Path

import pytest

from service.app import create_app
from service.piquet.cards.cards import CARDS, cards_of
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal
from service.piquet.rulesets.published import ruleset
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


def test_a_player_of_the_benchmarks_sees_what_the_service_shows_its_seat(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    players = importlib.import_module("_players")
    rules, client = ruleset("portland"), create_app().test_client()
    pack = cards_of(rules.cards)
    dealt = deal_next(rules, new_partie(1), deal(rules, pack))
    deck = {"deck": [CARDS[card] for card in pack], "dealer": "B"}
    state = client.post("/v1/deals", json=deck).json["state"]
    for seat, name in enumerate("AB"):
        shown = client.post("/v1/states/view", json={"state": state, "seat": name}).json["view"]
        assert players._view_at((rules, "portland@1", *dealt[:2]), seat) == shown
