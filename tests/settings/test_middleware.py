"""What may be set, and what is said of what may not."""

import sys

import pytest

from service.settings.env import SettingsError
from service.settings.service import MiddlewareSettings, Quota


def read(**environ):
    return MiddlewareSettings.from_env(environ)


def test_without_an_environment_nothing_is_asked_written_or_counted():
    found = read()
    assert (
        found == MiddlewareSettings() == read(API_KEYS=" ", RATE_LIMIT=",", CORS_ORIGINS="", METRICS="", ACCESS_LOG="")
    )
    assert not (found.health_details or found.access_log or found.log_cards or found.log_json or found.metrics)
    assert (found.traces, found.cors_origins, found.api_keys, found.quotas) == ("none", (), (), ())


def test_every_setting_is_read():
    found = read(
        ACCESS_LOG="1",
        LOG_CARDS="yes",
        LOG_FORMAT="JSON",
        HEALTH_DETAILS="true",
        METRICS="On",
        METRICS_TOKEN="let-me-read-them",
        CORS_ORIGINS="https://a.example, http://localhost:5173",
        COMPRESS_FROM_BYTES="1024",
        API_KEYS="club:0123456789abcdef,ann:fedcba9876543210",
        RATE_LIMIT="600/minute, 20 / second",
        TRUSTED_PROXIES="2",
    )
    assert found == MiddlewareSettings(
        access_log=True,
        log_cards=True,
        log_json=True,
        health_details=True,
        metrics=True,
        metrics_token="let-me-read-them",
        cors_origins=("https://a.example", "http://localhost:5173"),
        compress_from=1024,
        api_keys=(("club", "0123456789abcdef"), ("ann", "fedcba9876543210")),
        quotas=(Quota("second", 20, 1), Quota("minute", 600, 60)),
        trusted_proxies=2,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ACCESS_LOG", "maybe"),
        ("LOG_CARDS", "2"),
        ("LOG_FORMAT", "xml"),
        ("METRICS", "public"),
        ("CORS_ORIGINS", "play.example"),
        ("CORS_ORIGINS", "https://play.example/"),
        ("CORS_ORIGINS", "https://*.example"),
        ("CORS_ORIGINS", "*, https://play.example"),
        ("CORS_ORIGINS", "https://play.example\r\nX: y"),
        ("COMPRESS_FROM_BYTES", "-1"),
        ("COMPRESS_FROM_BYTES", "1k"),
        ("API_KEYS", "0123456789abcdef"),
        ("API_KEYS", "club:short"),
        ("API_KEYS", "club:0123456789abcdef,a name:0123456789abcdef"),
        ("API_KEYS", "club:0123456789 abcdef"),
        ("RATE_LIMIT", "600"),
        ("RATE_LIMIT", "0/minute"),
        ("RATE_LIMIT", "-1/minute"),
        ("RATE_LIMIT", "600/fortnight"),
        ("RATE_LIMIT", "600/minute,60/minute"),
        ("TRUSTED_PROXIES", "all"),
        ("TRUSTED_PROXIES", "17"),
        ("OTEL_TRACES_EXPORTER", "zipkin"),
        ("OTEL_SDK_DISABLED", "perhaps"),
    ],
)
def test_what_cannot_be_used_is_refused_by_its_name(name, value):
    with pytest.raises(SettingsError, match=f"^{name} takes "):
        read(**{name: value})


def test_a_message_names_the_bounds_and_the_separator():
    with pytest.raises(SettingsError, match=r"^RATE_LIMIT takes 1 to 999999999 per second, "):
        read(RATE_LIMIT="0/minute")
    with pytest.raises(
        SettingsError, match=r"^API_KEYS takes name:key,name:key, separated by commas, .*key 1 is invalid"
    ):
        read(API_KEYS="club:0123456789abcdef;ann:fedcba9876543210")


def test_no_message_and_no_representation_repeats_a_secret():
    with pytest.raises(SettingsError) as refused:
        read(API_KEYS="club:0123456789abcdef,ann:hunter2 hunter2 hunter2")
    assert "hunter2" not in str(refused.value) and "key 2" in str(refused.value)
    shown = repr(read(API_KEYS="club:0123456789abcdef", METRICS_TOKEN="let-me-read-them"))
    assert "0123456789abcdef" not in shown and "let-me-read" not in shown


@pytest.mark.parametrize(
    ("environ", "traces"),
    [
        ({}, "none"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, "otlp"),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, "otlp"),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, "otlp"),
        ({"OTEL_TRACES_EXPORTER": "console"}, "console"),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, "none"),
        ({"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "otlp"}, "none"),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}, "otlp"),
    ],
)
def test_traces_are_made_where_the_variables_of_opentelemetry_say_so(environ, traces):
    assert read(**environ).traces == traces


def test_a_protocol_that_is_not_spoken_is_refused():
    with pytest.raises(SettingsError, match=r"^OTEL_EXPORTER_OTLP_PROTOCOL takes one of http/protobuf"):
        read(OTEL_EXPORTER_OTLP_ENDPOINT="http://collector:4317", OTEL_EXPORTER_OTLP_PROTOCOL="grpc")


@pytest.mark.parametrize("missing", ["opentelemetry", "opentelemetry.sdk"])
def test_traces_need_the_extra_and_the_refusal_names_it(monkeypatch, missing):
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{missing}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Without(missing), *sys.meta_path])
    assert read().traces == "none"
    with pytest.raises(SettingsError, match=r"^OTEL_TRACES_EXPORTER takes none .* the wheel with \[tracing\]"):
        read(OTEL_EXPORTER_OTLP_ENDPOINT="http://collector:4318")


class Without:
    """Finds no module of this package, as if it were not installed."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name, path=None, target=None):
        if f"{name}.".startswith(f"{self.package}."):
            raise ModuleNotFoundError(name=name)


@pytest.mark.parametrize(
    ("name", "value", "least", "most"),
    [
        ("OTEL_BSP_SCHEDULE_DELAY", "0", 1, 1 << 30),
        ("OTEL_BSP_EXPORT_TIMEOUT", "soon", 1, 1 << 30),
        ("OTEL_BSP_MAX_QUEUE_SIZE", "-1", 1, 1 << 30),
        ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "2049", 1, 2048),
        ("OTEL_SPAN_LINK_COUNT_LIMIT", "few", 0, 1 << 30),
    ],
)
def test_numbers_that_the_sdk_would_fail_with_are_refused_by_their_names(name, value, least, most):
    read(**{name: value})  # nobody reads it without traces
    with pytest.raises(SettingsError, match=f"^{name} takes a whole number from {least} to {most}, not '{value}'"):
        read(OTEL_TRACES_EXPORTER="otlp", **{name: value})
