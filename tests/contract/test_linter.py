"""A strict linter has nothing to say about the contract."""

import pytest

from tools import node_tools


def test_the_linter_finds_nothing() -> None:
    if reason := node_tools.missing():
        pytest.skip(reason)
    done = node_tools.lint()
    assert done.returncode == 0, done.stdout
    assert "Your API description is valid" in done.stdout
