"""The benchmarks fit the code that they measure."""

import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_each_mechanism_of_the_server_can_be_taken_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    mechanisms = importlib.import_module("server_mechanisms").MECHANISMS
    edits = [edit for found in mechanisms.values() for edit in found]
    assert len(edits) > 15
    counts = {edit: (ROOT / edit.path).read_text(encoding="utf-8").count(edit.text) for edit in edits}
    assert {edit: count for edit, count in counts.items() if count != 1} == {}
