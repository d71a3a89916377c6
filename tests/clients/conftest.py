"""What tests of the packages share."""

from pathlib import Path

import pytest

from tests.clients import installed
from tests.helpers.shared import made_once


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment, `env`, that has the wheel and its dependencies."""
    return made_once("python_package", installed.make_python, tmp_path_factory)
