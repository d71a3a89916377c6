"""The wheel: what it contains, under which name, and that it serves (docs/adr/0016-the-import-name.md)."""

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.helpers.prerequisites import requires
from tests.helpers.running_service import ROOT, running
from tests.helpers.wheel import build_wheel, installed_wheel
from tools.wheel import NAME, renamed

#: A package of the same name as the folder in the repository, as many projects have one.
OTHERS = "ANSWER = 'of another project'\n"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_wheel(tmp_path_factory)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a package `service` of its own."""
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "__init__.py").write_text(OTHERS)
    return tmp_path


def run(folder: Path, packages: Path, *command: str) -> str:
    environ = {**os.environ, "PYTHONPATH": str(packages)}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environ, check=True, capture_output=True, text=True, timeout=300
    ).stdout


def test_the_wheel_has_the_package_the_contract_and_the_documents_and_no_package_named_service(packages: Path) -> None:
    tops = {path.name for path in packages.iterdir()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {NAME, "bin"}
    package = packages / NAME
    for name in (
        "openapi.yaml",
        "docs/library.md",
        "table/index.html",
        "words/fr.toml",
        "gunicorn.conf.py",
        "py.typed",
        "wsgi.py",
    ):
        assert (package / name).is_file(), name
    modules = {path.relative_to(ROOT / "service") for path in (ROOT / "service").rglob("*.py")}
    assert modules <= {path.relative_to(package) for path in package.rglob("*.py")}
    (built,) = (packages.parent / "dist").glob("*.whl")  # pip compiles nothing, but tests that import it do
    with zipfile.ZipFile(built) as wheel:
        assert not [name for name in wheel.namelist() if name.endswith((".so", ".pyc")) or "__pycache__" in name]


def test_no_module_of_the_wheel_imports_the_package_by_its_name_in_the_repository(packages: Path) -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in (packages / NAME).rglob("*.py")}
    assert len(sources) > 200
    assert [path for path, source in sources.items() if re.search(r"\b(?:from|import)\s+service\b", source)] == []


def test_only_imports_are_renamed() -> None:
    source = (
        '"""Of `service.piquet`.\n\n>>> from service import Table\n"""\nimport service.app\nservice = "service.x"\n'
    )
    assert renamed(source) == source.replace("from service", f"from {NAME}").replace("import service", f"import {NAME}")
    assert renamed("from services import x\n") == "from services import x\n"


def test_the_library_can_be_imported_beside_a_package_named_service(packages: Path, project: Path) -> None:
    program = (
        "import service, sys; from piquet_referee import Table; table = Table(); table.deal(seed='1');"
        "print(service.ANSWER, len(table.options()));"
        "print([name for name in sys.modules if name.startswith('service.')])"
    )
    # R4.1: of twelve cards elder exchanges one to five, in 12 + 66 + 220 + 495 + 792 ways.
    assert run(project, packages, "-c", program) == "of another project 1585\n[]\n"


def test_tests_of_the_library_pass_with_the_package_as_installed(packages: Path, tmp_path: Path) -> None:
    for name in ("test_table.py", "test_records.py"):
        source = (ROOT / "tests" / "python_api" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(renamed(source), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(*ids)\n")
    quick = ["-q", "-p", "no:cacheprovider", "--disable-plugin-autoload"]
    said = run(tmp_path, packages, "-m", "pytest", *quick, "-k", "not advice", ".")
    assert " passed" in said and "failed" not in said and "skipped" not in said


def test_the_installed_command_serves_contract_documentation_and_table(packages: Path, project: Path) -> None:
    command = [sys.executable, str(packages / "bin" / "piquet-referee"), "serve"]
    with running(project / "log", command, project, PYTHONPATH=str(packages), ANALYSIS_PROCESSES="1") as server:

        def get(path: str, body: object = None) -> bytes:
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(server.url + path, data, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as response:
                return bytes(response.read())

        assert json.loads(get("/openapi.json"))["openapi"].startswith("3.1")
        assert b"piquet_referee" in get("/docs/library")
        assert b"<title>" in get("/table/")
        state = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
        # Computed in a process of the pool, which is started by the name of a module.
        advice = json.loads(get("/v1/advice", {"state": state}))
        assert (advice["seat"], advice["options"][0]["action"]["type"]) == ("A", "exchange")
    assert "Traceback" not in (project / "log").read_text()


@requires("cc", "linux")
def test_a_wheel_with_the_kernel_is_for_one_platform(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path, kernel=True)
    assert wheel.stem.endswith(f"-py3-none-linux_{os.uname().machine}")
    with zipfile.ZipFile(wheel) as archive:
        (library,) = [name for name in archive.namelist() if name.endswith(".so")]
        archive.extractall(tmp_path / "packages")
    assert library.startswith(f"{NAME}/analysis/double_dummy/build/kernel-")
    program = f"from {NAME}.analysis.double_dummy import chosen_solver; print(chosen_solver().name)"
    assert run(tmp_path, tmp_path / "packages", "-c", program) == "compiled\n"
