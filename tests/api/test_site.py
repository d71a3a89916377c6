"""The documentation under /docs/: as the site that `make docs` builds, and as plain pages where it was not built."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlparse

import pytest
from flask.testing import FlaskClient

from service.api import pages
from service.api.problems import PROBLEMS, Problem
from service.app import create_app
from service.piquet.model.violations import CODES
from service.settings.service import Settings
from tests.helpers.shared import made_once
from tests.helpers.site import build

ROOT = Path(__file__).parents[2]

#: Of elements that make a browser fetch something at once, where they say what.
FETCHED = {"script": "src", "link": "href", "img": "src"}


class Read(HTMLParser):
    """What a page has: ids, links to follow, what it fetches, scripts of its own, handlers in its elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.scripts: list[str] = []
        self.handlers: list[str] = []
        self._in_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.handlers += [name for name in given if name.startswith("on")]
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if FETCHED.get(tag) in given:
            self.fetched.append(given[FETCHED[tag]])
        self._in_script = tag == "script" and not given.keys() & {"src", "type"}

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly, without a warning."""
    return made_once("site", build, tmp_path_factory)


@pytest.fixture(scope="module", params=["built", "plain"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client of the service with the site, and of one without it."""
    folder = request.getfixturevalue("built") if request.param == "built" else tmp_path_factory.mktemp("none")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "BUILT", folder)
        yield create_app(Settings()).test_client()


@pytest.fixture(scope="module")
def site(built: Path) -> FlaskClient:
    """A client of the service with the site."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "BUILT", built)
        return create_app(Settings()).test_client()


@cache
def page(client: FlaskClient, address: str) -> Read:
    response = client.get(address)
    assert response.status_code == 200, address
    assert response.content_type == "text/html; charset=utf-8"
    return Read(response.text)


def assert_leads_to_an_anchor(client: FlaskClient, address: str) -> None:
    path, anchor = urldefrag(address)
    assert anchor
    assert page(client, path).ids.count(anchor) == 1, address


# ---------------------------------------------------------------- where problems and violations lead


@pytest.mark.parametrize("code", PROBLEMS)
def test_the_type_of_every_problem_leads_to_its_section(served: FlaskClient, code: str) -> None:
    assert_leads_to_an_anchor(served, Problem(code).document()["type"])


def test_the_type_of_an_answer_leads_to_its_section(served: FlaskClient) -> None:
    assert_leads_to_an_anchor(served, served.get("/nowhere").get_json()["type"])


@pytest.mark.parametrize("code", CODES)
def test_every_violation_leads_to_its_section_and_its_rule(served: FlaskClient, code: str) -> None:
    assert_leads_to_an_anchor(served, f"/docs/errors#{code}")
    rule = CODES[code][0]
    assert_leads_to_an_anchor(served, f"/docs/{'rules' if rule.startswith('R') else 'law'}#{rule}")


def test_a_rule_that_an_answer_names_leads_to_it(served: FlaskClient) -> None:
    deal = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
    answer = served.get(f"/v1/actions/check?state={deal}&action=AxSKJD98C87").get_json()
    assert [each["rule"] for each in answer["violations"]] == ["R4.1"], "elder may exchange five"
    assert_leads_to_an_anchor(served, f"/docs/rules#{answer['violations'][0]['rule']}")


# ---------------------------------------------------------------- pages


def test_the_first_page_is_found_without_its_slash_behind_any_gateway(served: FlaskClient) -> None:
    response = served.get("/docs")
    assert response.status_code == 308
    assert response.headers["Location"] == "docs/", "relative, for a gateway may put a prefix before /docs"
    assert response.data == b""
    assert page(served, "/docs/").links


@pytest.mark.parametrize("name", ["errors", "rules", "reference", "reference/states", "notation", "adr/0001-packaging"])
def test_a_page_has_its_name_with_and_without_html(served: FlaskClient, name: str) -> None:
    assert served.get(f"/docs/{name}").data == served.get(f"/docs/{name}.html").data
    assert page(served, f"/docs/{name}").links


def test_the_examples_of_an_operation_are_shown_and_served_as_json(served: FlaskClient, site: FlaskClient) -> None:
    assert "28 to 23" in served.get("/docs/examples/check_action").text
    assert "w1_last_card" in page(site, "/docs/examples/check_action").ids
    examples = site.get("/docs/examples/check_action.json")
    assert examples.content_type == "application/json"
    assert examples.get_json()["w1_last_card"]["value"]["state"]["score"] == {"A": 28, "B": 23}


def test_a_page_does_not_show_what_only_the_test_runner_reads(served: FlaskClient) -> None:
    """The word after the language of a fence says what `tests/test_code_blocks.py` does with the block."""
    marked = {
        path.stem: re.findall(r"^ *```\w+ +(\S.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in (ROOT / "docs").glob("*.md")
    }
    pages = [name for name, marks in marked.items() if marks]
    assert {"index", "reference", "operations"} <= set(pages)
    for name in pages:
        text = unescape(served.get(f"/docs/{name}").text)
        assert not re.search(r"```\w+ +\S", text), name
        assert not [mark for mark in marked[name] if mark.startswith("skip=") and mark in text], name


def test_every_link_leads_to_a_page_and_to_its_anchor(served: FlaskClient) -> None:
    read: dict[str, Read | None] = {}
    status = cache(lambda target: served.head(target).status_code)
    ahead = ["/docs/"]
    broken = []
    while ahead:
        here = ahead.pop()
        if here in read:
            continue
        read[here] = page(served, here) if served.head(here).content_type.startswith("text/html") else None
        for link in read[here].links if read[here] else ():  # type: ignore[union-attr]
            target = urldefrag(urljoin(here, link)).url
            if not urlparse(link).netloc:
                if status(target) == 200:
                    ahead.append(target)
                else:
                    broken.append((here, link))
    assert len(read) > 15
    for here, found in read.items():
        for link in found.links if found else ():
            target, anchor = urldefrag(urljoin(here, link))
            there = read.get(target)
            if anchor and there and anchor not in ("__top", *there.ids):
                broken.append((here, link))
    assert not broken


@pytest.mark.parametrize("name", ["/docs/", "/docs/how-to-play", "/docs/comment-jouer"])
def test_links_to_the_table_lead_to_it_at_any_port_and_under_any_prefix(site: FlaskClient, name: str) -> None:
    links = page(site, name).links
    assert "../table/" in links
    assert not [link for link in links if link.startswith(("/", "http://127.0.0.1"))]


def test_no_page_has_an_anchor_twice(served: FlaskClient) -> None:
    pages = "index errors rules rulesets reference reference/actions glossary concealed notation operations play"
    for name in pages.split():
        ids = page(served, f"/docs/{name}").ids
        assert len(ids) == len(set(ids)), name


# ---------------------------------------------------------------- nothing from outside


@pytest.mark.parametrize("name", ["/docs/", "/docs/errors", "/docs/adr/0001-packaging", "/docs/reference"])
def test_all_that_a_page_fetches_is_served_here(site: FlaskClient, name: str) -> None:
    fetched = page(site, name).fetched
    assert fetched
    for address in fetched:
        assert not urlparse(address).netloc, address
        assert site.get(urljoin(name, address)).status_code == 200, address


def test_style_sheets_of_the_site_load_nothing_from_outside(built: Path) -> None:
    sheets = list(built.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        assert "@import" not in text
        assert all(source.startswith("data:") for source in re.findall(r"url\(\s*[\"']?([^)\"']*)", text)), sheet


def test_the_policy_allows_the_scripts_of_the_page_and_no_others(served: FlaskClient) -> None:
    for name in ("/docs/", "/docs/errors", "/docs/adr/0001-packaging", "/docs/reference"):
        policy = served.get(name).headers["Content-Security-Policy"]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] == "'self'"
        assert rules["frame-ancestors"] == "'none'"
        found = page(served, name)
        digests = {
            f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in found.scripts
        }
        assert set(rules["script-src"].split()) == {"'self'", *digests}
        assert not found.handlers


# ---------------------------------------------------------------- as documents


@pytest.mark.parametrize("path", ["/docs/", "/docs/errors", "/docs/rules", "/docs/reference", "/docs/play"])
def test_a_page_is_kept_and_asked_for_again_only_when_it_is_another(served: FlaskClient, path: str) -> None:
    response = served.get(path)
    assert response.headers["Cache-Control"] == "public, max-age=300"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    again = served.get(path, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert served.head(path).headers["ETag"] == response.headers["ETag"]


def test_what_a_page_runs_beside_itself_may_do_what_the_page_may(site: FlaskClient) -> None:
    """The search of the site is a worker, which goes by the policy that comes with its own script."""
    policy = site.get("/docs/assets/site.css").headers["Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["script-src"] == "'self'" and rules["frame-ancestors"] == "'none'"


def test_a_part_of_a_page_is_kept_for_a_day(site: FlaskClient) -> None:
    response = site.get("/docs/assets/site.css")
    assert response.content_type == "text/css; charset=utf-8"
    assert response.headers["Cache-Control"] == "public, max-age=86400"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    [
        "../openapi.yaml",
        "..%2fopenapi.yaml",
        "%2e%2e/%2e%2e/pyproject.toml",
        "adr/../../pyproject.toml",
        "adr/../errors",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "..%5copenapi.yaml",
        "errors%00.html",
        "errors/",
        "adr/",
        "adr",
        "ERRORS",
        "errors.md",
        "404.html",
        "sitemap.xml.gz",
        "%ff",
        "a" * 5000,
    ],
)
def test_nothing_else_is_served(served: FlaskClient, problem, name: str) -> None:
    problem(served.get(f"/docs/{name}"), "not_found")


def test_a_page_that_is_taken_away_is_not_found(tmp_path: Path, problem, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("index.html", "later.html"):
        (tmp_path / name).write_text("<p>Here</p>", encoding="utf-8")
    monkeypatch.setattr(pages, "BUILT", tmp_path)
    client = create_app(Settings()).test_client()
    (tmp_path / "later.html").unlink()
    problem(client.get("/docs/later"), "not_found")


def test_a_plain_page_shows_html_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    text = '# <Title>\n\n<script>alert(1)</script> <a id="R1.1"></a>**R1.1** see [R1.1](rules.md#R1.1) & `x`\n'
    (tmp_path / "docs" / "rules.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(pages, "BUILT", tmp_path / "site")
    monkeypatch.setattr(pages.package, "project_path", lambda name: tmp_path / name)
    found = page(create_app(Settings()).test_client(), "/docs/rules")
    assert found.scripts == []
    assert {"title", "R1.1"} <= set(found.ids)
    assert "rules#R1.1" in found.links
