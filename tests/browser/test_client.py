"""The client in TypeScript in a page: the built package, without a bundler."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from tests.browser.table import open_address
from tests.clients import installed
from tests.helpers.prerequisites import requires
from tests.helpers.shared import made_once

PLAYED = """async () => {
    const { IllegalAction, Referee } = await import("/client/index.js");
    const table = await new Referee(location.origin).table({ seed: "a page", firstDealer: "B" });
    const refused = await table.apply("AxSKJD98C87").catch((error) => error);
    const [event] = await table.apply((await table.advice()).best);
    return [refused instanceof IllegalAction, refused.rules[0], event.kind, table.toAct];
}"""


@requires("node-tools")
@pytest.mark.rule("R4.1")
def test_a_page_plays_through_the_client(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Six cards are one more than elder may exchange; after elder's exchange younger is to act."""
    project = made_once("typescript_package", installed.make_typescript, tmp_path_factory)
    modules = project / "node_modules" / "piquet-referee-client" / "dist"

    def serve(route: Route) -> None:
        route.fulfill(path=modules / Path(route.request.url).name, content_type="text/javascript")

    page.route("**/client/*.js", serve)
    open_address(page, "/table/")
    assert page.evaluate(PLAYED) == [True, "R4.1", "exchanged", "B"]
    page.unroute("**/client/*.js")
