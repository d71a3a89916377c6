"""What the generated files of the packages have. That they are not stale is tested by generated_files.py."""

import re

import pytest

from tests.contract.validation import operations
from tools.clients import python
from tools.clients.contract_operations import CLIENTS, PATHS


def test_nothing_asynchronous_is_left_in_the_synchronous_client() -> None:
    modules = sorted((CLIENTS / python.HOME / "synchronous").glob("*.py"))
    assert len(modules) > 3
    for module in modules:
        assert not re.search(r"\b(async|await|anyio|asynchronous\.|A(sync)[A-Z]\w+)\b", module.read_text()), module


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("python/piquet_referee_client/synchronous/operations.py", r"^    def (?!_)(\w+)\("),
        ("typescript/src/operations.ts", r"^  (?!protected)(\w+)\("),
    ],
)
def test_there_is_a_method_for_each_operation_of_the_game(path: str, pattern: str) -> None:
    meant = {name for name, (_, address, _) in operations().items() if address.startswith(PATHS)}
    found = set(re.findall(pattern, (CLIENTS / path).read_text(), re.MULTILINE))
    assert {re.sub(r"([A-Z])", lambda capital: f"_{capital[1].lower()}", name) for name in found} == meant
