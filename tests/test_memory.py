"""How much memory a worker may take."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.runtime.memory import MAX_WORKER_BYTES, MEBIBYTE, MIN_WORKER_BYTES, fits, memory_limit, worker_memory
from service.settings.server import ServerSettings
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import ROOT

MACHINE = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    ("limit", "workers", "helpers", "expected"),
    [
        (768, 2, 1, 233),  # 691 are used; 32 and twice 96 are not for workers: 467 for two
        (1024, 2, 1, 348),  # 921 - 32 - 192 = 697
        (768, 2, 0, 329),  # 691 - 32 = 659
        (2048, 4, 2, 260),  # 1843 - 32 - 768 = 1043
        (256, 2, 1, 128),  # never less, though it does not fit
        (65536, 2, 1, 512),  # never more
        (65536, 0, 1, 512),
    ],
)
def test_workers_share_what_the_first_process_and_the_helpers_leave(limit, workers, helpers, expected):
    assert worker_memory(limit * MEBIBYTE, workers, helpers) // MEBIBYTE == expected


def test_what_does_not_fit_is_known():
    assert fits(768 * MEBIBYTE, 2, 1)
    assert not fits(512 * MEBIBYTE, 2, 1)  # 32 + 2 * (128 + 96) = 480, of 460


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        file = root / name.replace("__", "/").replace("_max", ".max").replace("_limit", ".limit_in_bytes")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "groups", "expected"),
    [
        ({"memory_max": "805306368\n"}, "0::/\n", 768),
        ({"memory_max": "805306368\n"}, "0::/a/path/of/the/host\n", 768),
        (
            {"memory_max": "max\n", "pod__memory_max": "1073741824", "pod__one__memory_max": "max"},
            "0::/pod/one\n",
            1024,
        ),
        ({"pod__memory_max": "536870912", "pod__one__memory_max": "1073741824"}, "0::/pod/one\n", 512),
        ({"memory__memory_limit": "536870912\n"}, "9:memory:/docker/x\n4:cpu,cpuacct:/\n", 512),
        ({"memory__memory_limit": "9223372036854771712\n"}, "9:memory:/\n", None),
        ({"memory__a__memory_limit": "268435456\n"}, "9:hugetlb,memory:/a\n", 256),
        ({"memory_max": "max\n"}, "0::/\n", None),
        ({"memory_max": "12 monkeys\n"}, "0::/../../etc\n", None),
        ({}, "rubbish\n", None),
    ],
)
def test_the_least_limit_above_the_process_holds(tmp_path: Path, files, groups: str, expected: int | None):
    own = tmp_path / "own"
    own.write_text(groups)
    limit = memory_limit(write(tmp_path / "root", **files), own)
    assert limit == (expected * MEBIBYTE if expected else MACHINE)


def test_without_control_groups_the_machine_is_the_limit(tmp_path: Path):
    assert memory_limit(tmp_path / "none", tmp_path / "none either") == MACHINE


# -- what is deployed

OVERLAYS = sorted(overlay.name for overlay in (ROOT / "deploy/k8s/overlays").iterdir())


def in_bytes(text: str) -> int:
    units = {"Mi": MEBIBYTE, "Gi": 1 << 30, "m": MEBIBYTE, "g": 1 << 30}
    unit = next(unit for unit in units if text.endswith(unit))
    return int(text.removesuffix(unit)) * units[unit]


def manifests(origin: str) -> list[Any]:
    """The base as it is written, or an overlay as kubectl builds it."""
    folder = ROOT / "deploy/k8s"
    if origin == "base":
        return [yaml.safe_load((folder / "base/deployment.yaml").read_text())]
    command = ["kubectl", "kustomize", folder / "overlays" / origin]
    return list(yaml.safe_load_all(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def deployed(origin: str) -> tuple[str, dict[str, str]]:
    """The memory limit and the environment of the container of the service."""
    if origin == "compose":
        referee = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]["referee"]
        defaults = {
            name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in referee["environment"].items() if value
        }
        return referee["mem_limit"], defaults
    ((container,),) = [
        manifest["spec"]["template"]["spec"]["containers"]
        for manifest in manifests(origin)
        if manifest["kind"] == "Deployment" and manifest["metadata"]["name"] == "referee"
    ]
    environ = {each["name"]: each["value"] for each in container["env"]}
    return container["resources"]["limits"]["memory"], environ


@pytest.mark.parametrize(
    "where", ["compose", "base", *(pytest.param(overlay, marks=requires("kubectl")) for overlay in OVERLAYS)]
)
def test_a_worker_is_replaced_before_its_container_is_killed_wherever_it_is_deployed(where: str):
    limit, environ = deployed(where)
    server = ServerSettings.from_env(environ, busy=4)
    helpers = int(environ.get("ANALYSIS_PROCESSES", 1))
    taken = server.worker_memory
    if taken is None:
        taken = worker_memory(in_bytes(limit), server.workers, helpers)
        assert MIN_WORKER_BYTES < taken < MAX_WORKER_BYTES
    assert fits(in_bytes(limit), server.workers, helpers, taken)


def test_there_is_an_overlay_for_production():
    assert "production" in OVERLAYS


def test_the_production_overlay_has_the_same_limit_where_it_cannot_be_built():
    production = yaml.safe_load((ROOT / "deploy/k8s/overlays/production/kustomization.yaml").read_text())
    (resources,) = [
        change["value"]
        for patch in production["patches"]
        for change in yaml.safe_load(patch["patch"])
        if isinstance(change, dict) and change.get("path", "").endswith("/resources")
    ]
    assert {resources["limits"]["memory"], deployed("base")[0]} == {"768Mi"}


def test_what_a_worker_may_take_is_less_than_what_would_have_its_container_killed():
    assert fits(768 * MEBIBYTE, 2, 1, 233 * MEBIBYTE)
    assert not fits(768 * MEBIBYTE, 2, 1, 234 * MEBIBYTE)
