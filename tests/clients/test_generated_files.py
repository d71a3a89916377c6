"""What the packages take from the contract is what `make clients` writes."""

import re

import pytest

from tests.contract.validation import operations
from tests.helpers.prerequisites import requires
from tools.clients import python, typescript
from tools.clients.contract_operations import CLIENTS, PATHS, client_contract

ANEW = "`make clients` writes it"


def assert_written(files: dict[str, str]) -> None:
    for path, text in files.items():
        assert (CLIENTS / path).read_text(encoding="utf-8") == text, f"clients/{path}: {ANEW}"


def test_the_generated_files_in_python_are_not_stale() -> None:
    files = python.files(client_contract())
    assert {path.rpartition("/")[2] for path in files} == {
        "_contract.py", "models.py", "operations.py",
        "__init__.py", "client.py", "concealed.py", "deadlines.py", "table.py",
    }  # fmt: skip
    assert_written(files)


@requires("node-tools")
def test_the_generated_files_in_typescript_are_not_stale() -> None:
    assert_written(typescript.files(client_contract()))


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
