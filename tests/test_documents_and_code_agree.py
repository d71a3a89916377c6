"""What the documents list is what the code has."""

import ast
import builtins
import collections.abc
import json
import re
import typing
from functools import cache
from pathlib import Path

import pytest

import service
from service.api.game_states.codec import StateCodec
from service.api.http.operation import Cost
from service.api.operations import operations
from service.api.pages import slug
from service.api.problems import PROBLEMS
from service.cache import Cache
from service.cache.single_flight import InProcessStore
from service.cli.main import main
from service.middleware.access_log import AccessLog
from service.piquet.model.violations import CODES
from service.piquet.rulesets.parameters import PARAMETERS
from service.runtime.request_context import RequestContext
from service.settings.env import SettingsError
from service.settings.server import ServerSettings
from service.settings.service import Settings
from tests.contract.validation import operations as contract_operations
from tests.helpers.running_service import children, running
from tests.helpers.waiting import wait_until
from tools import (
    contract_file,
    drawings,
    errors_page,
    home_page,
    law_page,
    library_page,
    reference_page,
    reference_tables,
    rule_links,
    rulesets_page,
)

ROOT = Path(__file__).parent.parent


def test_the_page_of_the_errors_is_not_stale():
    written = errors_page.PAGE.read_text(encoding="utf-8")
    assert written == errors_page.page(), "python -m tools.errors_page writes it"


REFERENCE = [ROOT / "docs" / "reference.md", *sorted((ROOT / "docs" / "reference").glob("*.md"))]


def test_the_api_reference_is_not_stale():
    pages = reference_page.pages()
    assert set(REFERENCE) == pages.keys()
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text, "python -m tools.reference_page writes it"


@pytest.mark.parametrize("path", REFERENCE, ids=lambda path: path.stem)
def test_a_page_of_the_api_reference_has_at_most_600_lines(path: Path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600


def test_every_operation_has_a_section_with_its_id_as_anchor():
    sections: dict[str, str] = {}
    for path in REFERENCE[1:]:
        text = path.read_text(encoding="utf-8")
        for anchors, heading in re.findall(r'^((?:<a id="\w+"></a>\n)+)\n## (`.+`)$', text, re.M):
            sections |= zip(re.findall(r'"(\w+)"', anchors), re.findall("`(.+?)`", heading), strict=True)
        sections |= re.findall(r'(?:^\| |<br>)<a id="(\w+)"></a>`(\S+ \S+)`', text, re.M)
    operations = contract_operations().items()
    assert sections == {name: f"{method} {path}" for name, (method, path, _) in operations}


def test_an_address_within_the_first_page_of_the_api_reference_leads_to_every_section_of_the_others():
    """All sections were on that page once. Clients may keep their addresses, such as `/docs/reference#events`."""
    first = REFERENCE[0].read_text(encoding="utf-8")
    rows = re.findall(r'((?:<a id="[\w-]+"></a>)+)\[[^]]+\]\((reference/\S+\.md)#([\w-]+)\)', first)
    leading = {(page, to) for _, page, to in rows}
    kept = {anchor for anchors, _, _ in rows for anchor in re.findall(r'"([\w-]+)"', anchors)}
    for path in REFERENCE[1:]:
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r'<a id="([\w-]+)"></a>', text)) <= kept
        for heading in re.findall(r"^## ([^`].*)$", text, re.M):
            assert (f"reference/{path.name}", slug(heading)) in leading, heading


def test_the_api_reference_lists_the_problems_that_the_examples_of_the_contract_provoke():
    named = {
        re.sub(r"\{\w+\}", "[^/?]+", f"{method} {path}"): name
        for name, (method, path, _) in contract_operations().items()
    }
    for code, example in contract_file.beside()["problems"].items():
        if code in reference_tables.COMMON or code == "deadline_exceeded":
            continue
        sent = f"{example['x-request']['method']} {example['x-request']['path']}"
        (name,) = (name for pattern, name in named.items() if re.fullmatch(pattern, sent))
        assert code in reference_tables.PROBLEMS_OF[name], name


def test_every_problem_is_common_or_listed_for_an_operation_with_its_status():
    listed = {(name, code) for name, codes in reference_tables.PROBLEMS_OF.items() for code in codes}
    assert {code for _, code in listed} | reference_tables.COMMON.keys() | {"deadline_exceeded"} == PROBLEMS.keys()
    for name, code in listed:
        assert str(PROBLEMS[code].status) in contract_operations()[name][2]["responses"], (name, code)


def test_every_term_of_the_glossary_has_an_anchor_and_a_link():
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [
        line for line in glossary.splitlines() if line.startswith("| ") and not line.startswith(("| term ", "| --- "))
    ]
    anchors = [anchor for row in rows for anchor in re.findall(r'^\| <a id="([a-z-]+)"></a>', row)]
    assert len(set(anchors)) == len(rows) > 100
    assert [row for row in rows if not re.search(r"\]\([\w/-]+\.md(#\S+)?\) \|$", row)] == []


def test_every_problem_has_an_anchor_with_its_status_and_title():
    page = errors_page.PAGE.read_text(encoding="utf-8")
    rows = re.findall(r'^\| <a id="(\w+)"></a>`\1` \| (\d{3}) \| \*\*(.+?)\.\*\* .+ \| .+ \|$', page, re.M)
    assert len(rows) == len(PROBLEMS)
    listed = {code: (int(status), title) for code, status, title in rows}
    assert listed == {code: (kind.status, kind.title) for code, kind in PROBLEMS.items()}


def test_every_violation_has_an_anchor_with_its_rule_and_the_names_of_its_params():
    page = errors_page.PAGE.read_text(encoding="utf-8")
    row = r'^\| <a id="([\w.]+)"></a>`\1` \| \[([A-Z]+[\d.]+)\]\((?:rules|law)\.md#\2\) \| (.+) \| (.*) \|$'
    listed = {code: (rule, {*re.findall(r"`(\w+)`", text)}) for code, rule, text, _ in re.findall(row, page, re.M)}
    assert listed == {code: (rule, {*re.findall(r"{(\w+)}", text)}) for code, (rule, text) in CODES.items()}


def test_every_rule_that_a_violation_or_a_parameter_names_has_an_anchor():
    assert {rule for rule, _ in CODES.values()} <= rule_links.anchors()
    assert {about.rule for about in PARAMETERS.values()} <= rule_links.anchors()


#: A rule, law, kind, effect, correction, reading or worked example. No cards: `♥K87`, `D K9`.
_ID = re.compile(
    r"""(?<![\w♠♥♦♣.~`'"/=:<{-])(?<![SHDC] )"""
    r"""(?:[RVN]\d(?:\.\d+)?|L[ARF]?[1-9]\d*|[KEAW][1-9]\d*[a-z]*)(?![\w♠♥♦♣=~'"`:-]|\.\d)"""
)
#: Tests with pages of their own.
_MADE_UP = {"test_site.py", "test_every_rule_is_cited.py"}


@cache
def sources() -> dict[str, str]:
    """The texts of code and documents, by path."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder, pattern in (("service", "*.py"), ("tests", "*.py"), ("tools", "*.py"), ("docs", "*.md"))
        for path in (ROOT / folder).rglob(pattern)
        if "node_modules" not in path.parts and path.name not in _MADE_UP
    }


def test_every_rule_and_law_that_code_and_documents_name_has_an_anchor():
    """`R7` is all rules of chapter 7."""
    pages = ("rules.md", "law.md", "multiplayer.md")
    anchors = {name for page in pages for name in re.findall(r'<a id="([\w.]+)">', sources()[f"docs/{page}"])}
    chapters = {name.partition(".")[0] for name in anchors}
    named = {(path, name) for path, text in sources().items() for name in _ID.findall(text)}
    assert len({name for _, name in named}) > 200
    assert sorted((path, name) for path, name in named if name not in anchors | chapters) == []


def test_sections_by_number_are_those_of_standards():
    """The pages of this project have ids, and no numbers that a reference could use."""
    lines = ((path, line) for path, text in sources().items() for line in text.splitlines())
    numbered = [(path, line) for path, line in lines if re.search(r"§ ?\d", line)]
    assert [(path, line) for path, line in numbered if not re.search(r"RFC \d+ §", line)] == []


def settings_rows() -> dict[str, str]:
    """The variables of docs/configuration.md, each with what it takes."""
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([A-Z_]+)` \| [^|]+ \| ([^|]+) \| [^|]+ \|$", page, re.M))


def test_everything_that_can_be_set_is_documented():
    documented = settings_rows().keys()
    sources = (
        "service/settings/service.py",
        "service/settings/service.py",
        "service/settings/server.py",
        "deploy/gunicorn.conf.py",
    )
    read = {name for source in sources for name in re.findall(r'"([A-Z][A-Z_]{3,})"', (ROOT / source).read_text())}
    no_variables = {
        "DEBUG",
        "ERROR",
        "INFO",
        "WARNING",
        "CRITICAL",
        "PROMETHEUS_MULTIPROC_DIR",
        "SCRIPT_NAME",
        "NOTIFY_SOCKET",
    }
    no_variables.add("TEMPORARY_SEAL_KEY")  # which the main process sets for its workers
    assert {name for name in read - no_variables if not name.startswith("OTEL_")} == documented


def read_settings(environ: dict[str, str]) -> None:
    """Raises `SettingsError`. By default four threads of a worker run or wait for analyses."""
    Settings.from_env(environ)
    ServerSettings.from_env(environ, busy=4)


BOUNDS = {name: found for name, takes in settings_rows().items() if (found := re.match(r"([\d,]+) to ([\d,]+)", takes))}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_bounds_of_a_setting_are_documented(name: str):
    with pytest.raises(SettingsError) as refused:
        read_settings({name: "none"})
    bounds = " to ".join(bound.replace(",", "") for bound in BOUNDS[name].groups())
    assert re.search(rf"\bfrom {bounds}\b", str(refused.value))


def rows_of(document: str, heading: str) -> dict[str, str]:
    """The rows of the first table of two columns below a heading: what is named in the first, and the second."""
    below = (ROOT / "docs" / document).read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    table = below.partition("| --- | --- |\n")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| ([^|]+) \| (.+) \|$", table, re.M))


def test_every_member_of_a_line_of_the_log_is_documented():
    named = [name for cell in rows_of("monitoring.md", "## Access log") for name in re.findall(r"`(\w+)`", cell)]
    lines: list[bytes] = []
    context = RequestContext("request", "trace", "span")
    context.recorded = {kind: {"name": 1} for kind in ("problem", "ruleset", "violation", "cache")}
    AccessLog(cards=True, write=lines.append).on_response({"REQUEST_METHOD": "GET"}, context, 422, 100, 0.001)
    assert sorted(named) == sorted(json.loads(lines[0]))


def test_every_member_of_the_summary_is_documented(capsys):
    assert main(["verify", "--json", str(ROOT / "examples" / "w1.piquet")]) == 0
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])["summary"]
    text = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    described = text.partition("at the end `summary`")[2].partition("\n- ")[0]
    assert set(re.findall(r"`(\w+)`", described)) == set(summary)


def test_the_image_is_run_as_documented_and_asked_how_it_does_as_documented():
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    deploy = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("\n## Deploy\n")[2]
    (run,) = re.findall(r"^# Run: +(docker run .*)$", dockerfile, re.M)
    assert f"\n`{run}`" in deploy
    check = re.search(r"^HEALTHCHECK (.*) \\\n.*'(/\w+)'", dockerfile, re.M)
    assert check is not None
    assert (check[1], check[2]) == ("--interval=10s --timeout=3s --start-period=10s --retries=3", "/livez")
    told = " ".join(deploy.split())
    assert "requests `/livez` on `PORT` every 10 seconds, beginning 10 seconds after the start" in told
    assert "unhealthy after three failures" in told


def test_the_first_sentence_of_operations_says_how_many_processes_there_are(tmp_path):
    """Two workers, a helper each, and the first process."""
    first = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("\n## ")[0]
    with running(tmp_path / "log", WEB_CONCURRENCY="2", ANALYSIS_PROCESSES="1") as server:
        wait_until(lambda: len(everyone(server.process.pid)) == 5, tmp_path / "log")
    assert "five processes with two workers" in first


def everyone(process: int) -> list[int]:
    """A process and all that it and those have started."""
    return [process, *(other for child in children(process) for other in everyone(child))]


def test_the_table_of_rate_costs_is_what_requests_cost():
    section = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8").partition("### Rate limits")[2]
    table = re.findall(r"^\| ([^|]+) \| (\d+) \|(?: ([^|]+))? \|$", section.partition("\n### ")[0], re.M)
    rows = {request: (units, extra) for request, units, extra in table}
    usual = {
        "GET": rows.pop("every `GET` under `/v1/` that is not below"),
        "POST": rows.pop("every `POST` that is not below"),
    }
    every = operations(StateCodec(0), Cache(InProcessStore(0)))
    costs = {f"`{each.method} {_as_in_the_contract(each.path)}`": each for each in every}
    assert {request: told(each.cost) for request, each in costs.items() if request in rows} == rows
    for request, each in costs.items():
        assert request in rows or told(each.cost) == usual[each.method], request


def _as_in_the_contract(path: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


def told(cost: Cost) -> tuple[str, str]:
    """A cost as the last two columns of the table have it."""
    more = []
    if cost.per_kib:
        units, kib = (1, 1 / cost.per_kib) if cost.per_kib < 1 else (cost.per_kib, 1)
        beyond = f" beyond {cost.included >> 10} KiB" if cost.included else ""
        more.append(f"{units:g} for each {kib:g} KiB{beyond}")
    return str(cost.base), "; ".join([*more, *filter(None, [cost.besides])])


def test_the_first_page_is_the_readme():
    written = home_page.PAGE.read_text(encoding="utf-8")
    assert written == home_page.page(), "python -m tools.home_page writes it"


def test_the_page_of_the_rulesets_is_not_stale():
    written = rulesets_page.PAGE.read_text(encoding="utf-8")
    assert written == rulesets_page.page(), "python -m tools.rulesets_page writes it"


def test_the_page_of_the_law_is_not_stale():
    written = law_page.PAGE.read_text(encoding="utf-8")
    assert written == law_page.page(), "python -m tools.law_page writes it"


def test_the_reference_of_the_library_is_not_stale_and_has_every_name():
    text = library_page.page()
    assert library_page.PAGE.read_text(encoding="utf-8") == text, "python -m tools.library_page writes it"
    named = {name for names in library_page.SECTIONS.values() for name in names}
    assert {*named, *library_page.ALIASES} == {*service.__all__}


@pytest.mark.parametrize("name", service.__all__)
def test_every_name_in_a_signature_of_the_library_can_be_imported(name: str):
    known = {*service.__all__, *dir(builtins), *typing.__all__, *collections.abc.__all__}
    named: set[str] = set()
    for annotation in library_page.annotations(name):
        text = annotation.value if isinstance(annotation, ast.Constant) else annotation  # "Advice" is known late
        tree = ast.parse(text) if isinstance(text, str) else annotation
        named |= {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    assert named <= known


@pytest.mark.parametrize("name", drawings.DRAWINGS)
def test_the_drawings_are_not_stale_and_show_modules_that_exist(name: str):
    title, *columns = drawings.DRAWINGS[name]
    drawn = (drawings.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == drawings.drawing(title, *columns), "run python -m tools.drawings"
    for column in columns:
        for module in (*column.way_in, *column.way_back):
            path = ROOT / "service" / column.package / module
            assert path.is_dir() or path.with_suffix(".py").is_file(), path


def test_what_the_architecture_says_where_to_find_exists():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (`service/.+`) \|$", page.partition("## Layers")[0], re.M)
    paths = [path for _, listed in rows for path in re.findall(r"`([^`]+)`", listed)]
    assert len(rows) >= 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_decision_has_a_status_and_is_named_in_the_architecture():
    architecture = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    decisions = sorted((ROOT / "docs" / "adr").glob("*.md"))
    assert [int(path.name[:4]) for path in decisions] == list(range(1, len(decisions) + 1))
    for number, path in enumerate(decisions, 1):
        title, _, status, _ = path.read_text(encoding="utf-8").split("\n", 3)
        assert title.startswith(f"# {number}. ")
        assert re.fullmatch(r"Accepted, \d{4}-\d{2}\.|Superseded by \[.+\]\(\d{4}-[a-z-]+\.md\)\.", status), path.name
        assert f"adr/{path.name})" in architecture
