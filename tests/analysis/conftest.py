"""The two solvers of double dummy. The compiled one needs a C compiler, and is built if it has not been."""

import pytest

from service.analysis import double_dummy
from service.analysis.double_dummy import kernel, kernel_build
from service.analysis.double_dummy.kernel import KernelSolver
from service.analysis.double_dummy.python_solver import PythonSolver
from tests.helpers.prerequisites import missing, need


def _built() -> type[KernelSolver]:
    kernel_build.build()
    kernel._installed.cache_clear()
    assert kernel.is_compiled()
    return KernelSolver


@pytest.fixture(scope="session")
def solvers() -> list[type[PythonSolver] | type[KernelSolver]]:
    """The solver in Python and, if there is a compiler, the compiled one."""
    return [PythonSolver] if missing("cc") else [PythonSolver, _built()]


@pytest.fixture(scope="session")
def compiled() -> type[KernelSolver]:
    """The compiled solver. Without a compiler, the test is skipped."""
    need("cc")
    return _built()


@pytest.fixture(params=["python", "compiled"])
def solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test with each solver behind `analyse`, `chosen_solver` and `SharedSearch`."""
    chosen = request.getfixturevalue("compiled") if request.param == "compiled" else PythonSolver
    monkeypatch.setattr(double_dummy, "chosen_solver", lambda: chosen)
