"""`piquet-referee --version`."""

import pytest

from service.analysis import double_dummy
from service.cli.main import main
from service.piquet import ENGINE_VERSION
from service.runtime.version import VERSION


@pytest.mark.parametrize(("compiled", "name"), [(False, "python"), (True, "compiled")])
def test_the_version_says_which_solver_double_dummy_uses(compiled, name, monkeypatch, capsys):
    monkeypatch.setattr(double_dummy, "is_compiled", lambda: compiled)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"piquet-referee {VERSION} (engine {ENGINE_VERSION}, double dummy: {name})\n"
