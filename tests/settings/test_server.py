"""Every setting is checked before the server forks a process: a bad one stops it with one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.runtime.memory import MEBIBYTE
from service.settings.env import SettingsError
from service.settings.server import ServerSettings
from tests.helpers.running_service import COMMAND, ROOT

GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service.wsgi:app"]
SERVE = [sys.executable, "-m", "service.cli", "serve", "--port", "0"]

BAD = {
    "WEB_CONCURRENCY": "0",
    "THREADS": "4",  # no thread would be left beside ANALYSIS_PROCESSES (1) and ANALYSIS_WAITING (3)
    "PORT": "65536",
    "HOST": "no host",
    "METRICS": "maybe",
    "REDIS_URL": "localhost:6379",
    "SEAL_KEYS": "a:short",
    "RATE_LIMIT": "many",
    "LOG_LEVEL": "loud",
    "OPENBLAS_NUM_THREADS": "all",
    "OTEL_BSP_MAX_QUEUE_SIZE": "-1",
    "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT": "few",
}


def start(command: list[str], **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs a command that is expected to end by itself; TimeoutExpired if it serves instead."""
    environ = {name: value for name, value in os.environ.items() if name != "REDIS_URL"} | {"PORT": "0"} | settings
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_setting_stops_the_start_with_one_sentence_that_names_it(name: str):
    ended = start(COMMAND, OTEL_TRACES_EXPORTER="otlp", **{name: BAD[name]})
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"{name} takes ")


@pytest.mark.parametrize("command", [COMMAND, SERVE], ids=["module", "serve"])
def test_what_gunicorn_itself_would_fail_on_is_refused_with_one_sentence(command: list[str]):
    ended = start(command, WEB_CONCURRENCY="two")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "WEB_CONCURRENCY takes a whole number of processes from 1 to 1024, not 'two'\n"


def test_gunicorn_with_the_configuration_of_the_service_refuses_the_same():
    ended = start(GUNICORN, WEB_CONCURRENCY="0")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "WEB_CONCURRENCY takes a whole number of processes from 1 to 1024, not '0'\n"


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("PORT", 0, 65535),
        ("WEB_CONCURRENCY", 1, 1024),
        ("THREADS", 1, 1024),
        ("MAX_WAITING", 0, 100_000),
        ("REQUEST_TIMEOUT", 1, 3600),
        ("DRAIN_SECONDS", 0, 3600),
        ("KEEPALIVE", 0, 86_400),
        ("TIMEOUT", 0, 86_400),
        ("GRACEFUL_TIMEOUT", 0, 86_400),
        ("MAX_WORKER_MEMORY_MB", 0, 1 << 20),
        ("OPENBLAS_NUM_THREADS", 1, 1024),
    ],
)
def test_a_number_has_a_range(name: str, least: int, most: int):
    for value in (least, most):
        ServerSettings.from_env({name: str(value)}, busy=0)
    for text in (str(least - 1), str(most + 1), "1.5", "½", "ten"):
        with pytest.raises(SettingsError, match=rf"^{name} takes a whole number .*from {least} to {most}.*, not '"):
            ServerSettings.from_env({name: text}, busy=0)


def test_every_setting_of_the_server_is_read():
    environ = {
        "HOST": "::1",
        "PORT": "auto",
        "WEB_CONCURRENCY": "3",
        "THREADS": "9",
        "MAX_WAITING": "4",
        "REQUEST_TIMEOUT": "5",
        "DRAIN_SECONDS": "6",
        "KEEPALIVE": "7",
        "TIMEOUT": "8",
        "GRACEFUL_TIMEOUT": "10",
        "MAX_WORKER_MEMORY_MB": "11",
        "OPENBLAS_NUM_THREADS": "12",
    }
    assert ServerSettings.from_env(environ, busy=8) == ServerSettings(
        host="::1",
        port=None,
        workers=3,
        threads=9,
        max_waiting=4,
        request_timeout=5,
        drain_seconds=6,
        keepalive=7,
        timeout=8,
        graceful_timeout=10,
        worker_memory=11 * MEBIBYTE,
        blas_threads=12,
    )


def test_an_empty_variable_counts_as_one_that_is_not_set(tmp_path: Path):
    assert ServerSettings.from_env(dict.fromkeys(("HOST", "PORT", "WEB_CONCURRENCY", "TIMEOUT"), " "), busy=0) == (
        ServerSettings.from_env({}, busy=0)
    )


def test_one_thread_is_left_for_checks():
    assert ServerSettings.from_env({"THREADS": "5"}, busy=4).threads == 5
    with pytest.raises(SettingsError, match=r"^THREADS takes a whole number of threads from 5 to 1024, "):
        ServerSettings.from_env({"THREADS": "4"}, busy=4)
