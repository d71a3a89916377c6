"""A browser and the real service, started once for each process of pytest-xdist.

A test opens addresses of the table in `page`, which the tests share, or gets pages of its own from `new_page`. Both
note every request and every message of the console. When the test ends, it fails if a request was meant for another
host, or if the console has an error.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.browser.pages import PATIENCE, VIEWPORT, Pages, launch
from tests.browser.table import run_script
from tests.helpers.prerequisites import Missing, need
from tests.helpers.running_service import Server, running

expect.set_options(timeout=PATIENCE)


# Playwright's event loop runs in this thread while it is open, and no other test could start one: hence the scope.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    need("browser")
    with sync_playwright() as playwright:
        try:
            started = launch(playwright)
        except Error as error:
            raise Missing("browser", f"it does not start: {str(error)[:300]}") from None
        yield started
        started.close()


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service under gunicorn, with processes for analyses."""
    with running(tmp_path_factory.mktemp("browser") / "log", ANALYSIS_PROCESSES="1") as server:
        yield server


@pytest.fixture
def pages(browser: Browser) -> Iterator[Callable[[str], Pages]]:
    """Makes `Pages` for a service at an address."""
    made: list[Pages] = []

    def make(base: str) -> Pages:
        made.append(Pages(browser, base))
        return made[-1]

    yield make
    for each in made:
        each.close()
    assert not [fault for each in made for fault in each.faults()]


@pytest.fixture
def new_page(pages: Callable[[str], Pages], service: Server) -> Pages:
    return pages(service.url)


@pytest.fixture(scope="package")
def shared_pages(browser: Browser, service: Server) -> Iterator[Pages]:
    """Has the page that tests share."""
    made = Pages(browser, service.url)
    made()
    yield made
    made.close()


@pytest.fixture
def page(shared_pages: Pages) -> Iterator[Page]:
    """The page that tests share, for `open_address`. Loading the table takes longer than what most tests do there.

    A test that changes more than the address, the viewport, the colours, the cards that are dealt (`drawing`) and what
    the browser keeps uses a page of its own.
    """
    (context,) = shared_pages.contexts
    (shared,) = context.pages
    shared.set_viewport_size(VIEWPORT)
    shared.emulate_media(color_scheme="light")
    yield shared
    run_script(shared, "delete crypto.getRandomValues; localStorage.clear();")
    faults = shared_pages.faults()
    shared_pages.forget()
    assert not faults
