"""A strict linter has nothing to say about the contract."""

from tests.helpers.prerequisites import requires
from tools import node_tools


@requires("node-tools")
def test_the_linter_finds_nothing() -> None:
    done = node_tools.lint()
    assert done.returncode == 0, done.stdout
    assert "Your API description is valid" in done.stdout
