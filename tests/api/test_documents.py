"""The contract and the first pages, as the service serves them."""

from pathlib import Path
from urllib.parse import urljoin

import pytest
import yaml

from service.runtime import package
from tools import contract_file

ROOT = Path(__file__).parents[2]


def test_the_contract_is_served_as_it_is_written(client):
    response = client.get("/openapi.yaml")
    assert response.status_code == 200
    assert response.content_type == "application/yaml"
    assert response.data == (ROOT / "openapi.yaml").read_bytes()


def test_the_contract_in_json_says_the_same(client):
    response = client.get("/openapi.json")
    assert response.status_code == 200
    assert response.content_type == "application/json"
    assert response.get_json() == contract_file.read()


@pytest.mark.parametrize("name", ["deal", "partie", "record", "ruling"])
def test_a_workflow_is_served_where_it_finds_the_contract(client, name):
    path = f"/docs/workflows/{name}.arazzo.yaml"
    response = client.get(path)
    assert (response.status_code, response.content_type) == (200, "application/yaml")
    (source,) = yaml.safe_load(response.data)["sourceDescriptions"]
    assert urljoin(path, source["url"]) == "/openapi.yaml"


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/openapi.yaml", "text/html"),
        ("/openapi.json", "application/yaml"),
        ("/docs/", "application/json"),
        ("/docs", "text/plain"),
    ],
)
def test_a_document_in_a_form_that_is_not_taken_is_not_acceptable(client, problem, path, accept):
    problem(client.get(path, headers={"Accept": accept}), "not_acceptable")


def test_an_installed_package_finds_its_documents_beside_its_modules(tmp_path, monkeypatch):
    monkeypatch.setattr(package, "__file__", str(tmp_path / "service" / "runtime" / "project_files.py"))
    (tmp_path / "service" / "runtime").mkdir(parents=True)
    assert package.project_path("docs") == tmp_path / "docs"
    (tmp_path / "service" / "docs").mkdir()
    assert package.project_path("docs") == tmp_path / "service" / "docs"


# ---------------------------------------------------------------- where one begins

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("path", ["/", "/v1"])
@pytest.mark.parametrize("headers", [{}, {"Accept": "*/*"}, {"Accept": "application/json, text/html;q=0.5"}])
def test_a_program_that_asks_for_the_root_is_told_where_the_documents_are(client, path, headers):
    response = client.get(path, headers=headers)
    assert (response.status_code, response.content_type) == (200, "application/json")
    links = response.get_json()
    assert links.pop("engine_version")
    assert set(links) == {"documentation", "reference", "contract"}
    assert all(client.get(link).status_code == 200 for link in links.values())
    assert client.head(path, headers=headers).status_code == 200


@pytest.mark.parametrize(("path", "location"), [("/", "table/start"), ("/v1", "docs/")])
@pytest.mark.parametrize("accept", [BROWSER, "text/html", "application/json;q=0.5, text/*"])
def test_a_browser_that_asks_for_the_root_is_led_to_the_first_page(client, path, location, accept):
    response = client.get(path, headers={"Accept": accept})
    assert (response.status_code, response.data) == (303, b"")
    assert response.headers["Location"] == location, "relative, for a gateway may put a prefix before it"
    led = client.get(urljoin(path, response.headers["Location"]), headers={"Accept": accept})
    assert (led.status_code, led.mimetype) == (200, "text/html")


@pytest.mark.parametrize("path", ["/", "/v1"])
def test_the_root_has_no_other_form_and_takes_no_other_method(client, problem, path):
    problem(client.get(path, headers={"Accept": "image/png"}), "not_acceptable")
    problem(client.get(path, headers={"Accept": "text/html;q=0, application/json;q=0"}), "not_acceptable")
    problem(client.post(path, json={}), "method_not_allowed")
