"""What is installed is what was locked, and the image holds no more than it needs (docs/assurance.md)."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"]

PODS = {
    f"{path.stem} {document['metadata']['name']}": document["spec"]["template"]["spec"]
    for path in sorted((ROOT / "deploy" / "k8s").rglob("*.yaml"))
    if "overlays" not in path.parts  # those change what is here
    for document in yaml.safe_load_all(path.read_text(encoding="utf-8"))
    if document["kind"] in ("Deployment", "StatefulSet") and "containers" in document["spec"]["template"]["spec"]
}


def entries(lock: str) -> list[str]:
    """The entries of a lock file: its lines without comments, each with those that a backslash continues it by."""
    lines = [line for line in lock.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return "\n".join(lines).replace("\\\n", " ").splitlines()


def instructions() -> list[list[tuple[str, str]]]:
    """The instructions of the Dockerfile, stage by stage."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if line.strip() and line[0] != "#"]
    pairs = [line.split(None, 1) for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines()]
    starts = [at for at, (word, _) in enumerate(pairs) if word == "FROM"]
    return [[(word, rest) for word, rest in pairs[at:end]] for at, end in zip(starts, [*starts[1:], None], strict=True)]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_package_is_locked_with_hashes_and_from_no_address(lock: Path):
    found = entries(lock.read_text(encoding="utf-8"))
    assert len(found) > 20
    for entry in found:
        assert re.match(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==[^ ]+ ", entry), entry
        assert re.search(r" --hash=sha256:[0-9a-f]{64}\b", entry), entry
        assert "://" not in entry and "@" not in entry, entry


def test_what_runs_is_locked_alike_wherever_it_is_tested():
    """Or the tests would try other packages than those that serve."""
    locked = {path.stem: set(re.findall(r"^([^ ]+==[^ ]+) ", path.read_text(), re.M)) for path in LOCKS}
    assert locked.keys() == {
        "runtime",
        "image",
        "mcp",
        "cluster",
        "pairings",
        "dev",
        "docs",
        "bench",
        "deploy",
        "sbom",
        "contract-tools",
    }
    assert locked["runtime"] and locked["runtime"] < locked["image"] < locked["cluster"] <= locked["dev"]


@pytest.mark.parametrize("lock", ["runtime", "image", "cluster"])
def test_what_serves_has_one_version_whichever_python_runs_it(lock: str):
    """The image has another Python than most machines that run the tests."""
    names = re.findall(r"^([^ =]+)==", (ROOT / "requirements" / f"{lock}.txt").read_text(), re.M)
    assert len(names) > 20 and len(names) == len(set(names))


def test_traces_are_an_extra_which_the_image_has_and_the_service_alone_has_not():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    tracing = project["optional-dependencies"]["tracing"]
    assert {Requirement(one).name for one in tracing} == {
        "opentelemetry-sdk",
        "opentelemetry-exporter-otlp-proto-http",
    }
    has = {lock: (ROOT / "requirements" / f"{lock}.txt").read_text() for lock in ("runtime", "image")}
    for name in ("opentelemetry-sdk", "protobuf"):
        assert f"\n{name}==" in has["image"] and f"\n{name}==" not in has["runtime"]
    assert "requirements/image.txt" in (ROOT / "Dockerfile").read_text()


def test_dask_is_an_extra_which_only_the_image_for_a_cluster_has():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {Requirement(one).name for one in project["optional-dependencies"]["dask"]} == {"dask", "distributed"}
    has = {lock: (ROOT / "requirements" / f"{lock}.txt").read_text() for lock in ("runtime", "image", "cluster")}
    for lock, content in has.items():
        assert ("\ndistributed==" in content) == (lock == "cluster"), lock


def test_every_runtime_package_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    asked = {Requirement(one).name for one in project["dependencies"] + extras}
    section = (ROOT / "docs" / "packages.md").read_text().partition("\n## Packages\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+`) \| [^|]+ \| [^|]+ \|$", section, re.M)
    assert {name for row in rows for name in re.findall(r"`([a-z0-9-]+)`", row)} == asked


@pytest.mark.parametrize(
    ("name", "others"), [("gunicorn", ["26.99", "28.0", "28.0.1"]), ("prometheus-client", ["0.25.9", "0.27.0", "1.0"])]
)
def test_packages_whose_inner_parts_are_overridden_are_allowed_as_they_are_locked_and_no_others(name, others):
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (allowed,) = [one.specifier for one in map(Requirement, asked) if one.name == name]
    locked = re.search(rf"^{name}==([^ ]+) ", (ROOT / "requirements" / "runtime.txt").read_text(), re.M)[1]
    assert locked in allowed
    assert not list(allowed.filter(others))


def test_wherever_packages_are_installed_their_hashes_are_asked_for():
    installs = [rest for stage in instructions() for word, rest in stage if word == "RUN" and "pip install" in rest]
    assert len(installs) == 2
    assert all("--require-hashes" in command and "--only-binary :all:" in command for command in installs)
    assert "--require-hashes" in re.search(r"^PIP_INSTALL := (.*)$", (ROOT / "Makefile").read_text(), re.M)[1]


def test_the_image_runs_as_nobody_in_particular_without_a_shell_and_says_how_it_does():
    last = instructions()[-1]
    what = dict(last)
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", what["USER"]), "a number, which Kubernetes can see to be no root's"
    assert [word for word, _ in last].index("USER") > max(at for at, (word, _) in enumerate(last) if word == "COPY")
    assert "RUN" not in what, "nothing is installed into what is shipped"
    assert what["CMD"].startswith("[") and " CMD [" in f" {what['HEALTHCHECK']}", "started without a shell"
    assert all("--chown" not in shlex.split(rest) for word, rest in last if word == "COPY"), "its code is not its own"


@pytest.mark.parametrize("name", sorted(COMPOSE))
def test_a_container_writes_nowhere_and_has_no_privileges(name: str):
    service = COMPOSE[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"] and service["pids_limit"]


@pytest.mark.parametrize("name", PODS)
def test_a_pod_writes_nowhere_and_has_no_privileges(name: str):
    pod = PODS[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    for container in pod["containers"]:
        allowed = container["securityContext"]
        assert allowed["readOnlyRootFilesystem"] is True and allowed["allowPrivilegeEscalation"] is False
        assert allowed["capabilities"] == {"drop": ["ALL"]}
