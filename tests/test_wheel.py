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
from tests.helpers.wheel import build, installed_wheel
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
    log = (project / "log").read_text()
    assert "Traceback" not in log and log.count("double dummy is not compiled") == 1


def test_advice_without_the_kernel_warns_once_at_the_line_that_asks(packages: Path, tmp_path: Path) -> None:
    program = (
        "from piquet_referee import Table\n"
        "for seed in '12':\n"
        "    table = Table()\n"
        "    table.deal(seed=seed)\n"
        "    table.advice()\n"
    )
    (tmp_path / "asks.py").write_text(program)
    command = [sys.executable, "-W", "always", "asks.py"]
    environ = {**os.environ, "PYTHONPATH": str(packages)}
    done = subprocess.run(command, cwd=tmp_path, env=environ, check=True, capture_output=True, text=True, timeout=300)
    (warning,) = [line for line in done.stderr.splitlines() if "Warning" in line]
    assert "asks.py:5: RuntimeWarning: double dummy is not compiled" in warning


@requires("cc", "linux")
def test_pip_compiles_the_kernel_of_the_sources_into_an_empty_environment(tmp_path: Path) -> None:
    """As `pip install` does where no wheel fits. A table needs none of the packages that the service needs."""
    sources, _ = build(tmp_path / "sources", target="sdist")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--no-input"]
    from_sources = ["wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path / "wheel")]
    subprocess.run([*pip, *from_sources, str(sources)], check=True, timeout=600)
    (wheel,) = (tmp_path / "wheel").iterdir()
    assert wheel.stem.endswith(f"-py3-none-linux_{os.uname().machine}")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "empty")], check=True, timeout=300)
    python = str(tmp_path / "empty" / "bin" / "python")
    install = ["--python", python, "install", "--no-index", "--no-deps", "--no-compile", str(wheel)]
    subprocess.run([*pip, *install], check=True, timeout=300)
    program = (
        "from piquet_referee import Table, write_record;"
        "from piquet_referee.analysis.double_dummy import chosen_solver;"
        "table = Table(ruleset='hoyle'); table.deal(seed='1'); table.apply(table.options()[0]);"
        "write_record(table.record()), table.rulings(), str(table), table.picture().svg;"
        "print(chosen_solver().name)"
    )
    said = subprocess.run([python, "-I", "-c", program], check=True, capture_output=True, text=True, timeout=300)
    assert said.stdout == "compiled\n"


def test_a_wheel_without_the_kernel_is_for_every_platform_unless_the_kernel_is_required(tmp_path: Path) -> None:
    wheel, said = build(tmp_path, CC="/nowhere")
    assert wheel.stem.endswith("-py3-none-any")
    assert said.count("the wheel has no compiled kernel, and is slower in double dummy: there is no C compiler") == 1
    with pytest.raises(subprocess.CalledProcessError) as failed:
        build(tmp_path, CC="/nowhere", HATCH_BUILD_HOOK_ENABLE_CUSTOM="true")
    assert "there is no C compiler" in failed.value.stderr
