"""What the service says when it starts and when its Redis goes or comes, and the key that it makes for itself."""

import json
import os
import re
import socket
import struct
import subprocess
from pathlib import Path

import httpx
import pytest

from service.app import create_app, summary
from service.settings.service import Settings
from tests.cache import servers
from tests.helpers.program import COMMAND
from tests.helpers.running_service import ROOT, running
from tests.helpers.waiting import wait_until
from tests.server.processes import started
from tests.server.test_rollouts import answer, deal_concealed, held, seal_keys

KEYS = {"API_KEYS": "club:abcdefghijklmnop", "SEAL_KEYS": seal_keys("old")}


def test_one_line_says_what_is_on_and_no_secret():
    settings = Settings.from_env({**KEYS, "REDIS_URL": "redis://:secret@cache", "RATE_LIMIT": "600/minute,20/second"})
    assert summary(settings, 2, 8) == (
        "workers: 2 of 8 threads; analysis processes: 0 a worker; cache: Redis, odds of hands from 40 on; "
        "cache secret: off; trusted proxies: 0; API keys: 1; limits: 20/second, 600/minute; seals: on; "
        "seal keys: old; concealed games: on; metrics: off"
    )


def test_one_line_says_what_is_off():
    assert summary(Settings(), 1, 8) == (
        "workers: 1 of 8 threads; analysis processes: 0 a worker; cache: each worker's own; cache secret: off; "
        "trusted proxies: 0; API keys: none; limits: none; seals: off; seal keys: none; concealed games: off; "
        "metrics: off"
    )


def test_one_line_says_what_protects_cache_and_metrics_and_shows_neither_secret():
    environ = {"METRICS": "on", "METRICS_TOKEN": "let-me-read", "REDIS_URL": "redis://cache", "CACHE_SECRET": "hidden"}
    said = summary(Settings.from_env({**environ, "TRUSTED_PROXIES": "2"}), 2, 8)
    assert "; cache secret: on; trusted proxies: 2; " in said and said.endswith("; metrics: on, with a token")
    assert "let-me-read" not in said and "hidden" not in said


@pytest.mark.parametrize(
    ("environ", "said"),
    [({"PORT": "http"}, "PORT takes a whole number from 0 to 65535, or auto, not 'http'"), ({}, "cannot listen on ")],
)
def test_what_ends_the_start_is_a_line_of_json_where_the_log_is(environ: dict[str, str], said: str):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = {**os.environ, "LOG_FORMAT": "json", "PORT": str(taken.getsockname()[1]), **environ}
        command = [*COMMAND, "from service.server.__main__ import main; main()"]
        done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=120, check=False)
    line = json.loads(done.stderr.splitlines()[-1])
    assert done.returncode == 1 and line["level"] == "CRITICAL" and line["message"].startswith(said)
    assert all(json.loads(each) for each in done.stderr.splitlines())


def test_the_line_says_how_many_workers_run(tmp_path: Path):
    """gunicorn takes its own variable after the settings of the service."""
    with running(tmp_path / "log", WEB_CONCURRENCY="2", GUNICORN_CMD_ARGS="--workers 1") as server:
        wait_until(lambda: "workers: 1 of " in server.log.read_text(), server.log)


@pytest.mark.parametrize(
    ("limit", "too_low"),
    [
        ("99/second,2519/minute", [("99/second", "/v1/advice may cost 100"), ("2519/minute", "review may cost 2520")]),
        ("99/second", [("99/second", "/v1/records/review may cost 2520")]),
        ("100/second,2520/minute", []),
        ("200/second,6000/minute", []),
    ],
)
def test_a_quota_that_some_requests_exceed_alone_is_too_low(limit: str, too_low: list[tuple[str, str]]):
    """Advice costs 100 units and more, the review of a deal 20 and up to 2,500 (docs/configuration.md#rate-limits)."""
    sentences = create_app(Settings.from_env({"RATE_LIMIT": limit})).extensions["low_quotas"]()
    assert len(sentences) == len(too_low)
    for sentence, (quota, price) in zip(sentences, too_low, strict=True):
        assert sentence.startswith(f"RATE_LIMIT: {quota} is too low") and f"{price} units" in sentence


def test_every_line_of_the_log_has_one_form_and_names_the_misspelt_setting_without_its_value(tmp_path: Path):
    settings = {"RATE_LIMIT": "50/second", "API_KEY": "club:value", "REDIS_URL": "redis://:value@127.0.0.1:1"}
    with running(tmp_path / "log", **settings) as server:
        wait_until(lambda: "the Redis does not answer" in server.log.read_text(), server.log)
    lines = server.log.read_text().splitlines()
    form = re.compile(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[\d+\] \[([A-Z]+)\] (.+)")
    said = [form.fullmatch(line) for line in lines]
    assert len(said) > 5 and all(said), lines
    warnings = [each[2] for each in said if each and each[1] == "WARNING"]
    assert warnings.count("API_KEY is not a setting (did you mean API_KEYS?)") == 1
    assert sum("50/second is too low" in each for each in warnings) == 1
    assert "value" not in server.log.read_text()


def test_the_address_is_shown_at_every_level_of_the_log(tmp_path: Path):
    with running(tmp_path / "log", LOG_LEVEL="ERROR") as server:
        wait_until(lambda: f"serving on {server.url} " in server.log.read_text(), server.log)
        (line,) = server.log.read_text().splitlines()
        assert "[INFO] Piquet referee: serving on" in line


def test_systemd_is_notified_once_when_a_worker_serves(directory: Path, tmp_path: Path):
    """READY=1 says that the start is finished, and only the main process may say so (NotifyAccess=main)."""
    log, name = tmp_path / "log", str(directory / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name)
        systemd.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        systemd.settimeout(120)
        with started(log, NOTIFY_SOCKET=name, PORT="0", WEB_CONCURRENCY="2") as process:
            said, ((_, _, sender),), *_ = systemd.recvmsg(64, 64)
            assert (said, struct.unpack("3i", sender)[0]) == (b"READY=1", process)
            assert "serving on http://127.0.0.1:" in log.read_text()
        systemd.settimeout(0)
        with pytest.raises(BlockingIOError):
            systemd.recv(64)


def test_on_a_loopback_address_auto_makes_a_key_that_conceals_and_does_not_seal(tmp_path: Path):
    """Both workers have it."""
    with running(tmp_path / "log", SEAL_KEYS="auto", WEB_CONCURRENCY="2") as server:
        with httpx.Client(base_url=server.url, timeout=60) as client:
            state = deal_concealed(client)
        for _ in range(4):  # each over a connection of its own, which either worker may accept
            with httpx.Client(base_url=server.url, timeout=60) as client:
                assert answer(client, "/v1/states/validate", {"state": held(state, "A")})["valid"]
                dealt = answer(client, "/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": "start"})
                assert "seal" not in dealt["state"]
        assert "concealed games: until the stop" in server.log.read_text()


@pytest.mark.parametrize(("host", "made"), [("127.0.0.1", True), ("localhost", True), ("0.0.0.0", False)])
def test_auto_makes_a_key_where_only_this_machine_can_call(host: str, made: bool):
    """The configuration alone, which listens on no port."""
    script = "import os, runpy; runpy.run_path('deploy/gunicorn.conf.py'); print(len(os.environ['TEMPORARY_SEAL_KEY']))"
    environ = {**os.environ, "SEAL_KEYS": "auto", "HOST": host}
    done = subprocess.run([*COMMAND, script], cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert (done.stdout.strip() == "44") is made, done.stderr


def test_the_temporary_key_is_nothing_without_auto():
    found = Settings.from_env({"TEMPORARY_SEAL_KEY": "A" * 44, "SEAL_KEYS": ""})
    assert not found.token_keys


def test_log_and_metrics_show_without_requests_whether_the_redis_answers(directory: Path, tmp_path: Path):
    """It is down at the start, comes, and goes. Each of two workers finds out, and one of them says so."""
    redis = servers.Server(directory / "one")
    settings = {"METRICS": "on", "WEB_CONCURRENCY": "2", "REDIS_TIMEOUT_MS": "1000"}
    with running(tmp_path / "log", REDIS_URL=redis.url, **settings) as server:

        def shows(works: int) -> bool:
            return f"\npiquet_cache_works {works}.0\n" in httpx.get(f"{server.url}/metrics", timeout=60).text

        def said() -> tuple[int, int]:
            log = server.log.read_text()
            return log.count("REDIS_URL: the Redis does not answer"), log.count("REDIS_URL: the Redis answers again")

        try:
            wait_until(lambda: shows(0) and said() == (1, 0), server.log)
            redis.start()
            wait_until(lambda: shows(1) and said() == (1, 1), server.log)
            redis.kill()
            wait_until(lambda: shows(0) and said() == (2, 1), server.log)
        finally:
            redis.kill()
        assert "counts quotas alone" in server.log.read_text() and "redis://" not in server.log.read_text()
