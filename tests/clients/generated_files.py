"""What the packages take from the contract is what `make clients` writes. `make contract` runs this."""

from tests.helpers.prerequisites import requires
from tools import contract_file
from tools.clients import python, typescript
from tools.clients.contract_operations import CLIENTS

ANEW = "`make clients` writes it anew"


def assert_written(files: dict[str, str]) -> None:
    for path, text in files.items():
        assert (CLIENTS / path).read_text(encoding="utf-8") == text, f"clients/{path}: {ANEW}"


def test_the_generated_files_in_python_are_not_stale() -> None:
    files = python.files(contract_file.read())
    assert {path.rpartition("/")[2] for path in files} == {
        "_contract.py", "models.py", "operations.py", "__init__.py", "client.py", "table.py"
    }  # fmt: skip
    assert_written(files)


@requires("node-tools")
def test_the_generated_files_in_typescript_are_not_stale() -> None:
    assert_written(typescript.files(contract_file.read()))
