"""Settings come from the environment, and bad ones stop the service before it starts."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from service.settings.env import Environment
from service.settings.server import ServerSettings
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


def misspelt(names: list[str]) -> list[str]:
    """What is said of variables with these names, after all settings have been read."""
    environ = Environment(dict.fromkeys(names, "a value"))
    Settings.from_env(environ)
    ServerSettings.from_env(environ, busy=4)
    return environ.misspelt()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("RATELIMIT", "RATE_LIMIT"),
        ("REDISURL", "REDIS_URL"),
        ("REDIS_URI", "REDIS_URL"),
        ("redis_url", "REDIS_URL"),
        ("PIQUET_RATE_LIMT", "RATE_LIMIT"),
        ("PIQUET_PORT", "PORT"),
        ("API_KEY", "API_KEYS"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
        ("WEB_CONCURENCY", "WEB_CONCURRENCY"),
        ("CACHE_TTL", "CACHE_TTL_SECONDS"),
        ("MAX_BODY", "MAX_BODY_BYTES"),
        ("REDIS_TIMEOUT", "REDIS_TIMEOUT_MS"),
    ],
)
def test_a_name_that_is_near_to_a_setting_is_named_with_it(name: str, meant: str):
    assert misspelt([name]) == [f"{name} is not a setting (did you mean {meant}?)"]


@pytest.mark.parametrize(
    ("name", "partner"),
    [
        ("LOG_CARDS", "ACCESS_LOG"),
        ("METRICS_TOKEN", "METRICS"),
        ("CACHE_SECRET", "REDIS_URL"),
        ("CACHE_TTL_SECONDS", "REDIS_URL"),
        ("REDIS_TIMEOUT_MS", "REDIS_URL"),
        ("SEAL_ENGINES", "REQUIRE_SEAL"),
    ],
)
def test_a_setting_without_its_partner_is_named_once(name: str, partner: str):
    said = [f"{name} does nothing without {partner}"]
    assert Environment({name: "on"}).without_partner() == said
    assert Environment({name: "on", partner: "off"}).without_partner() == said
    assert Environment({name: "on", partner: "1"}).without_partner() == []
    assert Environment({name: "", partner: ""}).without_partner() == []


def test_a_message_about_seals_says_that_auto_makes_none():
    with pytest.raises(SettingsError, match=r"^REQUIRE_SEAL needs SEAL_KEYS with keys of your own.* auto"):
        Settings.from_env({"REQUIRE_SEAL": "on", "SEAL_KEYS": "auto"})


#: What shells, systemd, containers, proxies, Kubernetes (services redis, piquet, metrics), clouds and Python set.
USUAL = """
    PATH HOME HOSTNAME HOSTTYPE SHELL TERM USER LOGNAME PWD OLDPWD SHLVL LANG LC_ALL TZ MAIL DISPLAY XDG_CACHE_HOME
    TMPDIR TMOUT SSH_AUTH_SOCK COLORTERM MAKEFLAGS MAKELEVEL SUDO_USER COLUMNS LINES PORTS HOSTS HTTP_PROXY
    HTTPS_PROXY NO_PROXY http_proxy INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LISTEN_PID WATCHDOG_USEC
    CREDENTIALS_DIRECTORY GUNICORN_CMD_ARGS PYTHON_VERSION PYTHON_SHA256 GPG_KEY PYTHONPATH PYTHONUNBUFFERED
    VIRTUAL_ENV CONDA_PREFIX PIP_INDEX_URL SERVER_SOFTWARE OMP_NUM_THREADS MKL_NUM_THREADS NUMEXPR_NUM_THREADS
    MALLOC_ARENA_MAX LD_LIBRARY_PATH SSL_CERT_FILE REQUESTS_CA_BUNDLE KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
    KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR REDIS_SERVICE_HOST REDIS_SERVICE_PORT
    REDIS_PORT REDIS_PORT_6379_TCP REDIS_PORT_6379_TCP_ADDR REDIS_HOST REDIS_PASSWORD PIQUET_SERVICE_HOST
    PIQUET_SERVICE_PORT PIQUET_PORT PIQUET_PORT_80_TCP METRICS_SERVICE_HOST METRICS_PORT PIQUET_API_KEY
    PIQUET_REFEREE_SERVICE_HOST PIQUET_REFEREE_PORT PIQUET_REFEREE_PORT_80_TCP_PORT POD_NAME POD_IP NODE_NAME
    ALLOWED_HOSTS AWS_REGION AWS_ACCESS_KEY_ID GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID DATABASE_URL SECRET_KEY
    DEBUG ENVIRONMENT CI GITHUB_ACTIONS GITHUB_TOKEN RUNNER_OS NODE_ENV NODE_VERSION JAVA_HOME LOG_DIR CACHE_DIR
    BASE_URL SENTRY_DSN OTEL_SERVICE_NAME OTEL_METRICS_EXPORTER PROMETHEUS_MULTIPROC_DIR TEMPORARY_SEAL_KEY
"""


def test_nothing_is_said_of_the_variables_of_other_programs():
    assert misspelt(USUAL.split()) == []
