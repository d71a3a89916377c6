"""Settings come from the environment, and bad ones stop the service before it starts."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from service.settings.service import Settings, SettingsError

EVERY = {
    "REDIS_URL": "redis://cache:6379/0",
    "REDIS_TIMEOUT_MS": "20",
    "CACHE_TTL_SECONDS": "60",
    "CACHE_SECRET": "secret ",
    "CACHE_MEMORY_BYTES": "0",
    "CACHE_EVALUATIONS": "On",
    "MAX_BODY_BYTES": "2048",
    "STATE_MEMORY_BYTES": "512",
    "LOG_LEVEL": "debug",
    "ANALYSIS_PROCESSES": "2",
    "ANALYSIS_CLUSTER": "tcp://scheduler:8786",
}


def test_without_an_environment_there_is_no_redis_and_a_body_may_have_a_mebibyte():
    settings = Settings.from_env({})
    assert (settings.redis_url, settings.max_body_bytes, settings.log_level) == (None, 1_048_576, logging.INFO)


def test_an_empty_variable_counts_as_one_that_is_not_set():
    assert Settings.from_env(dict.fromkeys(EVERY, "") | {"REDIS_URL": " "}) == Settings()


def test_every_setting_is_read():
    assert Settings.from_env(EVERY) == Settings(
        redis_url="redis://cache:6379/0",
        redis_timeout=0.02,
        cache_ttl=60,
        cache_secret="secret ",
        cache_memory_bytes=0,
        cache_evaluations="on",
        max_body_bytes=2048,
        state_memory_bytes=512,
        log_level=logging.DEBUG,
        analysis_processes=2,
        analysis_cluster="tcp://scheduler:8786",
    )


@pytest.mark.parametrize("address", ["scheduler:8786", "http://scheduler:8786", "tcp://scheduler", "tls://[::1]:65536"])
def test_an_address_that_cannot_be_a_scheduler_is_refused(address):
    with pytest.raises(
        SettingsError, match=r"^ANALYSIS_CLUSTER takes the address of a Dask scheduler, tcp://host:port"
    ):
        Settings.from_env({"ANALYSIS_CLUSTER": address, "ANALYSIS_PROCESSES": "1"})


def test_a_cluster_needs_processes_that_compute_while_it_is_away():
    with pytest.raises(SettingsError, match=r"^ANALYSIS_CLUSTER needs ANALYSIS_PROCESSES"):
        Settings.from_env({"ANALYSIS_CLUSTER": "tls://[::1]:8786"})


def test_a_cluster_needs_the_extra_and_the_refusal_names_it(monkeypatch):
    monkeypatch.setattr("service.settings.service.find_spec", lambda name: None)
    with pytest.raises(SettingsError, match=r"the wheel with \[dask\]"):
        Settings.from_env({"ANALYSIS_CLUSTER": "tcp://scheduler:8786", "ANALYSIS_PROCESSES": "1"})


def test_what_is_secret_is_not_shown():
    shown = repr(Settings(redis_url="redis://:hunter2@cache", cache_secret="hunter3"))
    assert "hunter" not in shown


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://:secret@[::1]:6379/1",
        "rediss://cache.example:6380",
        "unix:///run/redis.sock?db=2",
        "redis+sentinel://one:26379,two:26379/mymaster/0",
        "redis+cluster://one:6379,two:6379",
    ],
)
def test_the_address_of_a_redis_is_taken_as_it_is(url):
    assert Settings.from_env({"REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("localhost:6379", "not the scheme 'localhost'"),
        ("http://localhost", "not the scheme 'http'"),
        ("/run/redis.sock", "not the scheme ''"),
        ("redis://", "the host is missing"),
        ("redis:///0", "the host is missing"),
        ("unix://", "the path of the socket is missing"),
        ("redis://cache:port", "the value is not a URL"),
        ("redis://cache:99999", "the value is not a URL"),
        ("redis://[::1", "the value is not a URL"),
    ],
)
def test_an_address_that_cannot_be_a_redis_is_refused(url, reason):
    with pytest.raises(SettingsError, match=r"^REDIS_URL takes redis://") as refused:
        Settings.from_env({"REDIS_URL": url})
    assert reason in str(refused.value)


def test_the_password_of_a_redis_is_never_repeated():
    for url in (
        "redis://:hunter2@cache?socket_timeout=hunter2",
        "http://:hunter2@cache",
        "redis://:hunter2@cache:port",
        "redis://:hunter2@",
    ):
        with pytest.raises(SettingsError) as refused:
            Settings.from_env({"REDIS_URL": url})
        assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("text", ["-1", "1MB", "1.5", "½", "1_000", "9" * 13, "9" * 5000])
@pytest.mark.parametrize(
    ("variable", "least"), [("MAX_BODY_BYTES", 1), ("STATE_MEMORY_BYTES", 0), ("CACHE_MEMORY_BYTES", 0)]
)
def test_a_limit_that_is_no_number_of_bytes_is_refused(variable, least, text):
    with pytest.raises(SettingsError, match=rf"^{variable} takes a whole number of bytes from {least} to \d+, not"):
        Settings.from_env({variable: text})


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "soon", "10001000000"])
@pytest.mark.parametrize(("variable", "unit"), [("REDIS_TIMEOUT_MS", "milliseconds"), ("CACHE_TTL_SECONDS", "seconds")])
def test_a_time_that_is_none_is_refused(variable, unit, text):
    with pytest.raises(SettingsError, match=rf"^{variable} takes a whole number of {unit} from 1 to \d+, not"):
        Settings.from_env({variable: text})


def test_no_state_need_be_remembered_but_some_body_must_be_read():
    assert Settings.from_env({"STATE_MEMORY_BYTES": "0"}).state_memory_bytes == 0
    with pytest.raises(SettingsError, match=r"^MAX_BODY_BYTES takes a whole number of bytes from 1"):
        Settings.from_env({"MAX_BODY_BYTES": "0"})


def test_a_log_level_that_does_not_exist_is_refused():
    with pytest.raises(SettingsError, match=r"^LOG_LEVEL takes one of DEBUG, INFO"):
        Settings.from_env({"LOG_LEVEL": "loud"})


@pytest.mark.parametrize("variable", sorted(EVERY.keys() - {"CACHE_SECRET"}))
def test_a_bad_setting_is_refused_by_its_name(variable):
    with pytest.raises(SettingsError, match=f"^{variable} takes "):
        Settings.from_env({variable: "nonsense"})


def test_a_bad_setting_stops_the_service_at_its_start_and_says_which():
    started = subprocess.run(
        [sys.executable, "-c", "import service.wsgi"],
        env={"LOG_LEVEL": "nonsense"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 1
    assert started.stderr.splitlines()[-1].startswith("service.settings.env.SettingsError: LOG_LEVEL takes ")
