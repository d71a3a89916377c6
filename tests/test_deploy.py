"""What deploy/ has: manifests, the gateway, network policies, alerts and the dashboard; and the Dockerfile."""

import ipaddress
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import opentelemetry.environment_variables as api_variables
import opentelemetry.sdk.environment_variables as sdk_variables
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from service.api.problems import PROBLEMS
from service.app import create_app
from service.cache.outcomes import CacheOutcome
from service.piquet.model.violations import CODES
from service.pool.dask_pool import Outcome
from service.runtime.request_context import RequestContext
from service.runtime.version import VERSION
from service.settings.env import Environment, parse_cluster_address
from service.settings.server import DEFAULT_PORT, ServerSettings
from service.settings.service import Settings
from tests.helpers.prerequisites import hadolint, requires
from tests.helpers.running_service import ROOT

DEPLOY = ROOT / "deploy"
K8S = DEPLOY / "k8s"
Json = Any


def only(path: str, kind: str) -> Json:
    """The one manifest of this kind in a file."""
    (found,) = [each for each in yaml.safe_load_all((K8S / path).read_text()) if each["kind"] == kind]
    return found


# -- manifests and the Dockerfile


def test_the_image_is_that_of_this_release():
    documents = [ROOT / "docs/testing.md", ROOT / "docs/operations.md"]
    shown = [*DEPLOY.rglob("*.yaml"), ROOT / "examples/ci/compose.yaml", *documents]
    tags = {
        (path.name, tag)
        for path in shown
        for tag in re.findall(r"(?:newTag: |piquet-referee:)(\d[\w.-]*)", path.read_text(encoding="utf-8"))
    }
    named = {"compose.yaml", "kustomization.yaml", *(each.name for each in documents)}
    assert tags == {(name, VERSION) for name in named}


@requires("manifests")
@pytest.mark.parametrize("source", ["written", pytest.param("built", marks=requires("kubectl"))])
def test_kubernetes_takes_every_manifest(source: str):
    from tools import manifests

    documents = [each for each in getattr(manifests, source)() if manifests.has_schema(each[1])]
    assert {document["kind"] for _, document in documents} >= {"Deployment", "Service", "Namespace", "NetworkPolicy"}
    wrong = {f"{origin}: {each['kind']}": reason for origin, each in documents if (reason := manifests.objection(each))}
    assert not wrong


@requires("manifests")
def test_a_manifest_with_an_unknown_member_is_not_taken():
    from tools import manifests

    deployment = only("base/deployment.yaml", "Deployment")
    assert manifests.objection(deployment) is None
    deployment["spec"]["replica"] = 2
    assert "replica" in (manifests.objection(deployment) or "")


@requires("hadolint")
def test_hadolint_has_no_objection_to_the_dockerfile():
    done = subprocess.run([hadolint() or "", "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@requires("hadolint")
def test_a_dockerfile_with_a_tag_that_moves_is_objected_to():
    """DL3007 of hadolint: the tag latest."""
    command = [hadolint() or "", "-"]
    done = subprocess.run(command, input="FROM python:latest\n", capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "DL3007" in done.stdout


# -- the Dask cluster

SAME = ("serviceAccountName", "automountServiceAccountToken", "enableServiceLinks", "securityContext")


@pytest.mark.parametrize("part", ["scheduler", "worker"])
def test_the_cluster_has_the_image_and_the_rights_of_the_service(part: str):
    referee = only("base/deployment.yaml", "Deployment")["spec"]["template"]["spec"]
    (pod,) = [
        each["spec"]["template"]["spec"]
        for each in yaml.safe_load_all((K8S / "components/dask/cluster.yaml").read_text())
        if each["kind"] == "Deployment" and each["metadata"]["name"] == f"dask-{part}"
    ]
    assert [pod[name] for name in SAME] == [referee[name] for name in SAME]
    (container,), (its,) = pod["containers"], referee["containers"]
    assert (container["image"], container["securityContext"]) == (its["image"], its["securityContext"])
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert (composed[part]["image"], composed[part]["build"]) == (
        composed["referee"]["image"],
        composed["referee"]["build"],
    )
    assert composed[part]["command"][:2] == container["args"][:2] == ["dask", part]
    assert composed[part]["profiles"] == ["cluster"] and "ports" not in composed[part]


@pytest.mark.parametrize("port", ["tcp://scheduler:8786", "tcp://dask-scheduler:8786"])
def test_the_address_of_the_cluster_is_one_that_the_service_takes(port: str):
    written = (DEPLOY / "compose.yaml").read_text() + (K8S / "components/dask/kustomization.yaml").read_text()
    assert port in written
    assert parse_cluster_address(port) == port


def test_only_the_service_and_the_workers_reach_the_scheduler():
    """Whoever reaches it may run any code on the workers (docs/dask.md)."""
    (policy,) = [
        each
        for each in yaml.safe_load_all((K8S / "components/dask/cluster.yaml").read_text())
        if each["kind"] == "NetworkPolicy" and each["metadata"]["name"] == "dask-scheduler"
    ]
    (rule,) = policy["spec"]["ingress"]
    parts = {each["podSelector"]["matchLabels"]["app.kubernetes.io/component"] for each in rule["from"]}
    assert parts == {"referee", "dask-worker"} and all(each.keys() == {"podSelector"} for each in rule["from"])


# -- Docker Compose and systemd


def every_setting() -> set[str]:
    """The variables that the service and its server ask for at the start."""
    environ = Environment({})
    Settings.from_env(environ)
    ServerSettings.from_env(environ, busy=0)
    return environ.asked - {"TEMPORARY_SEAL_KEY"}  # which the main process sets for its workers


def variables_of_traces() -> set[str]:
    """The variables that OpenTelemetry's SDK and its exporter by HTTP read for traces."""
    every = {str(value) for module in (api_variables, sdk_variables) for value in vars(module).values()}
    others = re.compile("LOG|METRIC|BLRP|JAEGER|ZIPKIN|PROMETHEUS|PYTHON|INSECURE|CONFIG_FILE")  # gRPC: insecure
    return {name for name in every if name.startswith("OTEL_") and not others.search(name)}


def test_compose_passes_every_setting_on_and_nothing_else():
    """A name without a value has that of the shell or of .env (compose-spec, environment)."""
    referee = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["referee"]
    given = referee["environment"]
    own = {"PORT", "REDIS_URL", "WEB_CONCURRENCY"}
    assert {name for name in given if not name.startswith("OTEL_")} == {
        name for name in every_setting() if not name.startswith("OTEL_")
    } - {"HOST"}
    assert {name for name in given if name.startswith("OTEL_")} == variables_of_traces()
    assert {name for name, value in given.items() if value is not None} == own
    assert referee["ports"] == [f"127.0.0.1:${{PORT:-8000}}:{given['PORT']}"]


def unit(name: str) -> dict[str, list[str]]:
    """The values of a unit of systemd, by their names."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "systemd" / name).read_text(encoding="utf-8").splitlines():
        member, separator, value = line.partition("=")
        if separator and not line.startswith("#"):
            found.setdefault(member, []).append(value)
    return found


def test_the_environment_of_the_unit_has_settings_with_values_that_they_take():
    lines = (DEPLOY / "systemd" / "piquet-referee.env").read_text(encoding="utf-8").splitlines()
    given = dict(re.findall(r"^#? ?([A-Z_]+)=(.*)$", "\n".join(lines), re.MULTILINE))
    assert given.keys() < every_setting() and {"WEB_CONCURRENCY", "TRUSTED_PROXIES"} < given.keys()
    examples = {**given, "SEAL_KEYS": ""}  # a key of one's own has to be made
    assert Settings.from_env(examples) and ServerSettings.from_env(examples, busy=0)
    assert all(line.startswith("#") or "=" in line for line in lines)


def test_the_unit_stops_later_than_the_service_and_has_a_socket_at_its_default_address():
    service, listener = unit("piquet-referee.service"), unit("piquet-referee.socket")
    server = ServerSettings.from_env({}, busy=0)
    assert int(service["TimeoutStopSec"][0]) > server.drain_seconds + server.graceful_timeout
    assert service["KillMode"] == ["mixed"], "the workers finish what they have begun"
    assert listener["ListenStream"] == [f"{server.host}:{DEFAULT_PORT}"]
    assert service["Requires"] == ["piquet-referee.socket"]
    referee = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["referee"]
    assert service["MemoryMax"] == [referee["mem_limit"].upper()]


def test_a_seal_key_is_rotated_by_the_commands_for_a_plain_host(tmp_path: Path):
    """docs/operations.md, "Rotate a seal key": a substitute for systemctl notes the settings at each restart."""
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8").split("### Rotate a seal key")[1]
    define, step1 = re.findall(r"^```bash .*?\n(.*?)^```$", page.split("### ")[0], re.MULTILINE | re.DOTALL)
    step2, step3 = re.findall(r"^\*\*Step [23]\*\*.*: `(.*?)`", page, re.MULTILINE)
    settings, rolled_out = tmp_path / "settings.env", tmp_path / "rolled out"
    settings.write_text("WEB_CONCURRENCY=2\n# SEAL_KEYS=example\nSEAL_KEYS=2026a:b2xk\nMETRICS=on")
    define = (
        define.partition("# on a plain host")[2].partition("\n")[2].replace("/etc/piquet-referee.env", str(settings))
    )
    restart = f'systemctl() {{ [ "$*" = "restart piquet-referee" ] && cat {settings} <(echo) >> "{rolled_out}"; }}'
    script = "\n".join([define, restart, step1, step2, step3])
    subprocess.run(["bash", "-c", script], cwd=tmp_path, check=True)
    new = (tmp_path / "new.key").read_text().strip()
    keys = re.findall(r"^SEAL_KEYS=(.*)$", rolled_out.read_text(), re.MULTILINE)
    assert keys == [f"2026a:b2xk,{new}", f"{new},2026a:b2xk", new]
    assert settings.read_text() == f"SEAL_KEYS={new}\nWEB_CONCURRENCY=2\n# SEAL_KEYS=example\nMETRICS=on"
    assert settings.stat().st_mode & 0o777 == (tmp_path / "new.key").stat().st_mode & 0o777 == 0o600
    assert Settings.from_env({"SEAL_KEYS": new}) and new.startswith("2026b:")


@requires("systemd")
def test_systemd_takes_the_units(tmp_path: Path):
    """With a program that is there, for that of the service."""
    for name in ("piquet-referee.service", "piquet-referee.socket"):
        text = (DEPLOY / "systemd" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/opt/piquet-referee/current/bin/piquet-referee", "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "piquet-referee.service")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# -- the gateway


def test_the_gateway_retries_only_what_never_reached_an_instance():
    """A 503 says that the instance is overloaded: to retry it elsewhere multiplies the load."""
    retry = only("components/gateway/ratelimit.yaml", "BackendTrafficPolicy")["spec"]["retry"]
    assert retry["retryOn"] == {"triggers": ["connect-failure", "reset-before-request"]}


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1"])
def test_the_limit_of_the_gateway_holds_for_every_address(address: str):
    rules = only("components/gateway/ratelimit.yaml", "BackendTrafficPolicy")["spec"]["rateLimit"]["global"]["rules"]
    selected = [selector["sourceCIDR"] for rule in rules for selector in rule["clientSelectors"]]
    asked = ipaddress.ip_address(address)
    (holds,) = [each for each in selected if asked in ipaddress.ip_network(each["value"])]
    assert holds["type"] == "Distinct"


def test_the_gateway_routes_everything_but_metrics_and_probes():
    """As docs/operations.md says. A rule of an HTTPRoute takes at most eight matches in early versions."""
    (rule,) = only("components/gateway/gateway.yaml", "HTTPRoute")["spec"]["rules"]
    matches = [(each["path"]["type"], each["path"]["value"].rstrip("/") or "/") for each in rule["matches"]]
    assert len(matches) <= 8

    def routed(path: str) -> bool:
        return ("Exact", path) in matches or any(
            kind == "PathPrefix" and f"{path}/".startswith(f"{prefix}/") for kind, prefix in matches
        )

    assert {path for path in ROUTES if not routed(path)} == {"/metrics", "/livez", "/readyz"}


def test_traces_get_out_of_the_production_overlay():
    """OTLP over HTTP is port 4318 (OpenTelemetry protocol exporter specification)."""
    spec = only("overlays/production/networkpolicy.yaml", "NetworkPolicy")["spec"]
    monitoring = {"namespaceSelector": {"matchLabels": {"piquet-referee/monitoring": "true"}}}
    assert {"to": [monitoring], "ports": [{"port": 4318, "protocol": "TCP"}]} in spec["egress"]


def test_the_quick_start_of_the_production_overlay_makes_the_namespace_before_what_lies_in_it():
    written = (K8S / "overlays/production/kustomization.yaml").read_text()
    steps = re.findall(r"^#   (.*)$", written.partition("apiVersion")[0], re.M)
    namespace = next(
        at for at, step in enumerate(steps) if step == "kubectl apply --filename ../../base/namespace.yaml"
    )
    assert (K8S / "overlays/production/../../base/namespace.yaml").exists()
    inside = [at for at, step in enumerate(steps) if "--namespace piquet-referee" in step]
    assert inside and namespace < min(inside)
    made = [re.search(r"create secret \w+ (\S+)", steps[at]) for at in inside]
    tls = only("components/gateway/gateway.yaml", "Gateway")["spec"]["listeners"][0]["tls"]["certificateRefs"][0][
        "name"
    ]
    assert [each and each[1] for each in made] == [tls, "referee"]
    assert steps.index("kubectl apply --kustomize .") > max(inside)


# -- a scrape reads each instance


def test_prometheus_finds_the_pods_by_their_label_and_port():
    pod = only("base/deployment.yaml", "Deployment")["spec"]["template"]
    component = pod["metadata"]["labels"]["app.kubernetes.io/component"]
    port = pod["spec"]["containers"][0]["ports"][0]["name"]
    (job,) = yaml.safe_load((DEPLOY / "monitoring/scrape.yaml").read_text())["scrape_configs"]
    kept = next(each for each in job["relabel_configs"] if each.get("action") == "keep")
    assert (job["kubernetes_sd_configs"][0]["role"], kept["regex"]) == ("pod", f"{component};{port}")
    spec = yaml.safe_load((DEPLOY / "monitoring/podmonitor.yaml").read_text())["spec"]
    (endpoint,) = spec["podMetricsEndpoints"]
    assert spec["selector"]["matchLabels"] == {"app.kubernetes.io/component": component}
    assert (endpoint["port"], endpoint["path"], job["metrics_path"]) == (port, "/metrics", "/metrics")
    assert endpoint["authorization"]["credentials"] == {"name": "referee", "key": "METRICS_TOKEN"}


# -- metrics: every name and label in a query is one that /metrics shows


@pytest.fixture(scope="module")
def shown() -> dict[str, set[str]]:
    """The names of the samples at /metrics, and the labels of each, once something of everything has been counted."""
    app = create_app(Settings.from_env({"METRICS": "on"}))
    client = app.test_client()
    deal = client.post("/v1/deals", json={"ruleset": "portland", "dealer": "B", "seed": "counted"}).json
    lead = {"seat": "A", "type": "play", "card": deal["state"]["hands"]["A"][0]}
    assert not client.post("/v1/actions/check", json={"state": deal["state"], "action": lead}).json["legal"]
    assert client.get("/no/where").status_code == 404
    app.extensions["metrics"].on_refusal(503)
    counted = RequestContext("", "", "", recorded={"cluster": {"away": 1}})
    app.extensions["metrics"].on_response({}, counted, 200, 0, 0.0)
    page = client.get("/metrics").text
    return {
        sample.name: set(sample.labels) for family in text_string_to_metric_families(page) for sample in family.samples
    }


def alerts() -> list[Json]:
    (group,) = yaml.safe_load((DEPLOY / "monitoring/rules.yaml").read_text())["groups"]
    return group["rules"]


def dashboard() -> Json:
    return json.loads((DEPLOY / "monitoring/dashboard.json").read_text())


def queries() -> Iterator[tuple[str, str]]:
    """Every query, and where it is."""
    yield from ((rule["alert"], rule["expr"]) for rule in alerts())
    yield from ((panel["title"], each["expr"]) for panel in dashboard()["panels"] for each in panel["targets"])


# What may stand in a query beside names, labels, numbers and text.
FUNCTIONS = {"sum", "count", "rate", "increase", "histogram_quantile", "absent", "vector"}
WORDS = {"by", "or", "unless", "offset"}
TOKEN = re.compile(
    r'(?P<space>\s+)|(?P<text>"[^"\\]*")|(?P<range>\[(?:\d+[smh]|\$__rate_interval)\])|(?P<number>\d+(?:\.\d+)?[smh]?)'
    r"|(?P<name>[a-zA-Z_][a-zA-Z0-9_]*)|(?P<sign>=~|!=|>=|<=|[-+*/<>=(){},])"
)


def tokens(query: str) -> list[tuple[str, str]]:
    """The tokens of a query. Fails on what is none, and on brackets that do not match."""
    found, at, open_ = [], 0, ""
    while at < len(query):
        token = TOKEN.match(query, at)
        assert token is not None and token.lastgroup is not None, query[at:]
        if token.lastgroup != "space":
            found.append((token.lastgroup, token[0]))
        if token[0] in "({":
            open_ += token[0]
        elif token[0] in ")}":
            assert open_ and open_[-1] + token[0] in ("()", "{}"), query[at:]
            open_ = open_[:-1]
        at = token.end()
    assert not open_, query
    return found


def selectors(query: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The metrics of a query, and the labels that it selects."""
    for name, inside in re.findall(r"\b(piquet_\w+)(?:\{([^}]*)\})?", query):
        labels = re.findall(r'(\w+)(?:=~|!=|=)"([^"]*)"', inside)
        assert inside == "" or len(labels) == inside.count(",") + 1, query
        yield name, dict(labels)


@pytest.mark.parametrize(("where", "query"), list(queries()), ids=lambda text: text[:40])
def test_a_query_names_metrics_and_labels_that_there_are(shown: dict[str, set[str]], where: str, query: str):
    found = list(selectors(query))
    assert found
    for name, labels in found:
        assert name in shown, f"{where}: {name}"
        assert labels.keys() <= shown[name], f"{where}: {name}"
    every = set().union(*(shown[name] for name, _ in found))
    for kind, text in tokens(query):
        if kind == "name":
            assert text in FUNCTIONS | WORDS | every or text in shown, f"{where}: {text}"
    for grouped in re.findall(r"\bby \(([^)]*)\)", query):
        assert set(grouped.split(", ")) <= every, f"{where}: {grouped}"


#: The values that a label may have, for those of a closed list.
OUTCOMES = {tuple(told.split()) for told in get_args(CacheOutcome)} | {("states", "hit"), ("states", "miss")}
VALUES: dict[str, Callable[[str], bool]] = {
    "code": lambda value: value in PROBLEMS or value in CODES,
    "tier": lambda value: value in {tier for tier, _ in OUTCOMES},
    "outcome": lambda value: value in {outcome for _, outcome in OUTCOMES} | set(get_args(Outcome)),
    "status": lambda value: re.fullmatch(r"[1-5]\d\d|5\.\.", value) is not None,
    "route": lambda value: value in ROUTES,
}
ROUTES = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule) for rule in create_app(Settings()).url_map.iter_rules()}


def test_a_query_selects_values_that_a_label_may_have():
    selected = [
        (name, value) for _, query in queries() for _, labels in selectors(query) for name, value in labels.items()
    ]
    assert {name for name, _ in selected} >= {"code", "tier", "outcome", "route"}
    for name, value in selected:
        assert VALUES[name](value), (name, value)


def test_a_query_that_is_wrong_is_found(shown: dict[str, set[str]]):
    for query in (
        "sum(rate(piquet_answers_total[5m]))",
        'rate(piquet_requests_total{code="x"}[5m])',
        "sum(piquet_cache_total",
    ):
        with pytest.raises(AssertionError):
            test_a_query_names_metrics_and_labels_that_there_are(shown, "here", query)


#: How a part of a sentence begins that says what to do.
WHAT_TO_DO = "add|check|find|give|go back|raise|read|report|restore|so set"


def test_every_metric_to_be_watched_has_an_alert_and_every_alert_says_what_to_do():
    section = (ROOT / "docs/monitoring.md").read_text().partition("\n## Alerts\n")[2].partition("\n## ")[0]
    watched = set(re.findall(r"`(piquet_\w+)", section))
    asked = {name.removesuffix("_bucket") for rule in alerts() for name, _ in selectors(rule["expr"])}
    assert watched and watched <= asked
    settings = (ROOT / "docs/configuration.md").read_text()
    for rule in alerts():
        assert rule["for"] and rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "description"}
        assert f"`{rule['alert']}`" in section, rule["alert"]
        told = rule["annotations"]["description"]
        assert re.search(rf"(^|\. |, |: )({WHAT_TO_DO})\b", told, re.I), told
        assert all(f"\n| `{name}` |" in settings for name in re.findall(r"\b[A-Z_]{5,}\b", told)), told


def test_panels_of_the_dashboard_do_not_overlap_and_ask_the_chosen_source():
    taken: set[tuple[int, int]] = set()
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 5
    for panel in panels:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert place["x"] + place["w"] <= 24 and not cells & taken, panel["title"]
        taken |= cells
        assert panel["datasource"] == {"type": "prometheus", "uid": "${source}"}
    (source,) = dashboard()["templating"]["list"]
    assert (source["name"], source["type"], source["query"]) == ("source", "datasource", "prometheus")
