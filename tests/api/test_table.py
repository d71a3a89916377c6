"""The files of the table under /table/: what is served and how (tests/test_table_page.py: what is in them)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import brotli
import pytest
from flask.testing import FlaskClient

from service.api.pages import HTML, table_files

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "service" / "table"
MODULES = sorted((TABLE / "js").rglob("*.js"))
STYLES = sorted(TABLE.glob("*.css"))
PAGES = sorted(TABLE.glob("*.html"))
ENGLISH = json.loads((TABLE / "words" / "en.json").read_text(encoding="utf-8"))

#: R2.1 and its variant of 36 cards.
CARDS = [rank + suit for rank in "AKQJT9876" for suit in "SHDC"]


def linked(page: str) -> Iterator[str]:
    """The addresses that a page loads at once."""
    yield from re.findall(r'<(?:link|script|img)[^>]*(?:href|src)="([^"]+)"', page)


def imported(module: Path) -> set[Path]:
    """A module and everything that it imports before it runs."""
    found, waiting = set[Path](), [module]
    while waiting:
        path = waiting.pop()
        found.add(path)
        names = re.findall(
            r'^(?:import|export) [^;{]*(?:{[^}]*})?[^;{]*?"(\.[\w./]+)";', path.read_text(encoding="utf-8"), re.M
        )
        imports = [(path.parent / name).resolve() for name in names]
        waiting += [each for each in imports if each not in found]
    return found


# ---------------------------------------------------------------- what is served


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("", HTML),
        ("index.html", HTML),
        ("start", HTML),
        ("table.css", "text/css; charset=utf-8"),
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("js/multiplayer/game.js", "text/javascript; charset=utf-8"),
        ("words/fr.json", "application/json"),
        ("icon.svg", "image/svg+xml"),
        ("cards/AS.svg", "image/svg+xml"),
    ],
)
def test_a_file_of_the_table_has_its_media_type_its_policy_and_an_etag(client: FlaskClient, name: str, media_type: str):
    response = client.get(f"/table/{name}")
    assert (response.status_code, response.content_type) == (200, media_type)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy and "data:" not in policy
    assert response.headers["Cache-Control"].startswith("public, max-age=")
    etag = response.headers["ETag"]
    assert not etag.startswith("W/")
    again = client.get(f"/table/{name}", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    head = client.head(f"/table/{name}")
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", etag)


def test_a_file_of_a_kilobyte_is_compressed(client: FlaskClient):
    plain = client.get("/table/table.css")
    coded = client.get("/table/table.css", headers={"Accept-Encoding": "br"})
    assert coded.headers["Content-Encoding"] == "br"
    assert coded.headers["Vary"] == "Accept-Encoding"
    assert brotli.decompress(coded.data) == plain.data
    assert coded.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize("card", [*CARDS, "back"])
def test_every_card_has_a_face(client: FlaskClient, card: str):
    response = client.get(f"/table/cards/{card}.svg")
    assert response.status_code == 200
    assert b"<svg" in response.data and b"<script" not in response.data


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "js",
        "js/",
        "js/multiplayer",
        "multiplayer/game.js",
        "../app.py",
        "cards/LICENSE",
        "cards/1S.svg",
        "index.html/",
        "js/../index.html",
        "js/multiplayer/../main.js",
    ],
)
def test_nothing_else_is_served(client: FlaskClient, problem, name: str):
    problem(client.get(f"/table/{name}"), "not_found")


def test_the_table_is_a_page_and_nothing_is_sent_to_it(client: FlaskClient, problem):
    problem(client.get("/table/", headers={"Accept": "application/json"}), "not_acceptable")
    problem(client.post("/table/", json={}), "method_not_allowed")


def test_the_address_without_a_slash_leads_to_the_table(client: FlaskClient):
    response = client.get("/table")
    assert (response.status_code, response.data) == (308, b"")
    assert response.headers["Location"] == "table/", "relative, for a gateway may put a prefix before it"


def test_the_first_page_leads_to_the_table_and_the_documentation(client: FlaskClient):
    page = client.get("/table/start").text
    links = {urljoin("/table/start", href) for href in re.findall(r'<a href="([^"#]+)', page)}
    assert links == {"/table/", "/docs/how-to-play", "/docs/comment-jouer", "/docs/", "/docs/reference"}
    assert all(client.get(link).status_code == 200 for link in links)


def test_files_are_read_when_they_are_asked_for(tmp_path: Path):
    (tmp_path / "index.html").write_text("before")
    files = table_files(tmp_path, tmp_path)
    (tmp_path / "index.html").write_text("after")
    assert files[""].read() == files["index"].read() == b"after"


# ---------------------------------------------------------------- what the files are


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_loads_files_of_its_own_and_has_no_script_or_style_in_its_markup(client: FlaskClient, page: Path):
    text = page.read_text(encoding="utf-8")
    found = [*linked(text)]
    assert found
    for address in found:
        assert client.get(urljoin(f"/table/{page.name}", address)).status_code == 200, address
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|://", text.replace("http://www.w3.org", ""))


@pytest.mark.parametrize("path", [*MODULES, *STYLES], ids=lambda path: path.name)
def test_modules_and_styles_name_no_other_host_and_make_no_code_of_texts(path: Path):
    text = path.read_text(encoding="utf-8")
    assert "://" not in text and "innerHTML" not in text and "eval(" not in text


def test_every_module_that_is_imported_is_there():
    for module in MODULES:
        assert all(path.is_file() for path in imported(module))
        loaded = re.findall(r'import\("(\.[\w./]+)"\)', module.read_text(encoding="utf-8"))
        assert all((module.parent / name).is_file() for name in loaded)


@pytest.mark.parametrize(
    ("modules", "cards", "most"),
    [
        pytest.param(["play.js"], 12, 160_000, id="piquet"),  # a hand (R2.1)
        pytest.param(["multiplayer/game.js"], 32, 300_000, id="normand, voleur"),  # hands, tricks, what was shown: all
    ],
)
def test_a_first_view_is_small_on_the_wire(client: FlaskClient, modules: list[str], cards: int, most: int):
    """As many different faces, the largest that there are, and everything that Play loads, compressed as it is sent.

    With the faces of a usual hand it is less than 120 kB (tests/browser/test_table.py).
    """
    used = set[Path]().union(*(imported(TABLE / "js" / name) for name in ["main.js", *modules]))
    names = ["", "icon.svg", "table.css", "words/en.json"]
    names += [path.relative_to(TABLE).as_posix() for path in used]

    def size(name: str) -> int:
        response = client.get(f"/table/{name}", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
        assert response.status_code == 200
        return len(response.data) + 800  # the headers

    faces = sorted((size(f"cards/{card}.svg") for card in CARDS), reverse=True)
    assert sum(map(size, names)) + sum(faces[:cards]) < most


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_text_that_a_page_names_is_there(page: Path):
    named = re.findall(r'data-t(?:-label)?="([\w.]+)"', page.read_text(encoding="utf-8"))
    assert [key for key in named if key not in ENGLISH] == []
