"""The documentation in a browser: the site that `make docs` builds, and the API reference."""

import re
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.pages import Pages
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import Server, running
from tests.helpers.shared import made_once
from tests.helpers.site import build

pytestmark = requires("browser")


@pytest.fixture(scope="module")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service with the site of the documentation."""
    command = [sys.executable, "-m", "tests.helpers.site", str(made_once("site", build, tmp_path_factory))]
    with running(tmp_path_factory.mktemp("documentation") / "log", command) as server:
        yield server


@pytest.fixture(scope="module")
def page(browser: Browser, documentation: Server) -> Iterator[Page]:
    """One page for all tests."""
    pages = Pages(browser, documentation.url)
    yield pages()
    pages.close()
    assert not pages.faults()


def test_a_page_of_the_documentation_has_no_serious_accessibility_fault(page: Page) -> None:
    page.goto("/docs/pictures")  # a short page with tables and with programs in several languages
    assert_accessible(page)


@pytest.mark.parametrize("address", ["/docs/reference/actions#check_action", "/docs/reference#check_action"])
def test_an_address_leads_to_an_operation_in_the_api_reference(page: Page, address: str) -> None:
    """From the first page, which all operations were on once, the browser goes on to the page of the operation."""
    page.goto(address)
    expect(page.locator("h2", has_text="POST /v1/actions/check").first).to_be_in_viewport()


def test_the_first_page_is_accessible_in_the_dark_and_its_search_finds_a_rule(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/docs/")
    assert_accessible(page)
    # With keys: the page looks for what has been typed when a key is released. It takes text that is put into the field
    # without keys only if its index has not been loaded yet.
    page.get_by_role("textbox", name="Search").press_sequentially("R4.1")
    expect(page.locator(".md-search-result__item a").first).to_have_attribute("href", re.compile(r"/docs/rules\.html"))
