"""How long does the API reference take in Chromium until it is ready, and until an operation is opened?

The page under `/docs/reference` is measured beside others that show the same contract, round by round, each in a new
context of the browser and under the Content-Security-Policy of the service. *Ready*: the list of operations is shown
and the page paints. *Opened*: the description and the examples of `POST /v1/actions/check` are shown. For both, seconds
by the clock and of processor time of the renderer, which depends less on what else the machine does. *Wire*: the bytes
of all files, compressed with brotli.

Others are measured if `--packages` names a folder in which npm has installed them:

    npm install --prefix FOLDER --ignore-scripts swagger-ui-dist redoc rapidoc openapi-explorer @scalar/api-reference

Target: ready in 2 s, opened in 0.5 s.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import brotli
from playwright.sync_api import Browser, Error, Page, Route, sync_playwright

from service.api.pages import MEDIA_TYPES, contract_json, policy
from tests.browser.pages import launch
from tests.helpers.site import build

HOST = "http://127.0.0.1:9"  # nothing listens there: the browser is given the files
DESCRIPTION = "text=Says whether an action is legal in a state"
PAINTED = "() => new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))"


class Reference(NamedTuple):
    """A page that shows the contract: its HTML, its files, what is shown when it is ready, how an operation is opened,
    and what is shown then."""

    html: str
    files: dict[str, Path | str]
    ready: str
    open: str
    opened: str = DESCRIPTION


class Seen(NamedTuple):
    """What was measured of a page in one round: seconds by the clock, and of the renderer's processor time."""

    ready: float
    ready_cpu: float
    opened: float
    opened_cpu: float


def own(site: Path) -> Reference:
    """The page of the service, with all files of the site."""
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    html = (site / "reference.html").read_text(encoding="utf-8")
    link = "[href$='actions.html#check_action']"  # an operation is on the page of its area
    return Reference(html, files, link, link, "#post-v1actionscheck")


def page(body: str, head: str = "") -> str:
    head = f'<meta charset="utf-8"><title>-</title>{head}'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'


def script(made: str) -> str:
    return f'<div id="shown"></div><script src="all.js"></script><script src="{made}"></script>'


def others(packages: Path) -> Iterator[tuple[str, Reference]]:
    """Yield the pages whose packages are installed."""
    swagger, dist = "#operations-actions-check_action", packages / "swagger-ui-dist"
    style = '<link rel="stylesheet" href="swagger.css">'
    for name, options in {
        "Swagger UI": 'docExpansion: "list", defaultModelsExpandDepth: 0, tryItOutEnabled: true',
        "Swagger UI, spare": 'docExpansion: "list", defaultModelsExpandDepth: -1, syntaxHighlight: false, filter: true',
    }.items():
        common = 'url: "/openapi.json", dom_id: "#shown", deepLinking: true, validatorUrl: null'
        start = f"SwaggerUIBundle({{{common}, {options}}});"
        files = {"all.js": dist / "swagger-ui-bundle.js", "swagger.css": dist / "swagger-ui.css", "start.js": start}
        yield (
            name,
            Reference(
                page(script("start.js"), style),
                files,
                swagger,
                f"{swagger} .opblock-summary-control",
                f"{swagger} .model-example",
            ),
        )
    start = 'Redoc.init("/openapi.json", {lazyRendering: true}, document.getElementById("shown"));'
    redoc = "tag/actions/operation/check_action"
    yield (
        "Redoc",
        Reference(
            page(script("start.js")),
            {"all.js": packages / "redoc" / "bundles" / "redoc.standalone.js", "start.js": start},
            f'[id="{redoc}"]',
            f"#{redoc}",
            f'[id="{redoc}"] >> {DESCRIPTION}',
        ),
    )
    start = (
        'Scalar.createApiReference("#shown", {url: "/openapi.json", withDefaultFonts: false, agent: {disabled: true}});'
    )
    yield (
        "Scalar",
        Reference(
            page(script("start.js")),
            {
                "all.js": packages / "@scalar" / "api-reference" / "dist" / "browser" / "standalone.js",
                "start.js": start,
            },
            "text=List all rulesets",
            "#tag/actions/POST/v1/actions/check",
        ),
    )
    rapidoc = (
        '<rapi-doc spec-url="/openapi.json" render-style="focused" load-fonts="false" show-header="false"></rapi-doc>'
    )
    yield (
        "RapiDoc",
        Reference(
            page(rapidoc, '<script type="module" src="all.js"></script>'),
            {"all.js": packages / "rapidoc" / "dist" / "rapidoc-min.js"},
            ".nav-bar-path",
            "#post-/v1/actions/check",
        ),
    )
    explorer = '<openapi-explorer spec-url="/openapi.json" hide-server-selection></openapi-explorer>'
    yield (
        "OpenAPI Explorer",
        Reference(
            page(explorer, '<script type="module" src="all.js"></script>'),
            {"all.js": packages / "openapi-explorer" / "dist" / "browser" / "openapi-explorer.min.js"},
            "text=Judge one action",
            "#?route=post-/v1/actions/check",
        ),
    )


def content(file: Path | str) -> bytes:
    return file.encode() if isinstance(file, str) else file.read_bytes()


@contextmanager
def shown(browser: Browser, reference: Reference, asked: dict[str, bytes]) -> Iterator[Page]:
    """A page of the browser whose requests are answered from the files. `asked` gets what it asked for."""
    served = {f"/docs/{name}": file for name, file in reference.files.items()}

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        if path == "/docs/reference":
            body, media_type = reference.html.encode(), MEDIA_TYPES[".html"]
        elif path == "/openapi.json":
            body, media_type = contract_json(), MEDIA_TYPES[".json"]
        elif path in served:
            body, media_type = content(served[path]), MEDIA_TYPES.get(Path(path).suffix, "text/plain")
        else:
            asked[route.request.url] = b""
            return route.abort()
        asked[path] = body
        return route.fulfill(body=body, headers={"Content-Type": media_type, "Content-Security-Policy": policy(body)})

    context = browser.new_context(viewport={"width": 1280, "height": 900})
    try:
        found = context.new_page()
        found.set_default_timeout(120_000)
        found.route("**/*", answer)
        yield found
    finally:
        context.close()


def measured(browser: Browser, reference: Reference, asked: dict[str, bytes]) -> Seen:
    """Open the page, then an operation on it."""
    session = browser.new_browser_cdp_session()

    def renderer() -> float:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(each["cpuTime"] for each in processes if each["type"] == "renderer")

    def timed(do: Callable[[], object]) -> tuple[float, float]:
        cpu, clock = renderer(), time.perf_counter()
        do()
        return time.perf_counter() - clock, renderer() - cpu

    with shown(browser, reference, asked) as tab:

        def ready() -> None:
            tab.goto(f"{HOST}/docs/reference", wait_until="commit")
            tab.locator(reference.ready).first.wait_for(state="attached")
            tab.evaluate(PAINTED)

        def opened() -> None:
            if reference.open.startswith("#") and " " not in reference.open:
                tab.evaluate("hash => { location.hash = hash; }", reference.open)
            else:
                tab.locator(reference.open).first.click()
            tab.locator(reference.opened).first.wait_for()
            tab.evaluate(PAINTED)

        first = timed(ready)
        tab.wait_for_timeout(1500)
        return Seen(*first, *timed(opened))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=Path, help="a folder in which npm has installed other references")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one round")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        candidates = {"docs/reference.md": own(build(Path(folder) / "site"))}
        if given.packages:
            candidates |= dict(others(given.packages / "node_modules"))
        browser = launch(playwright)
        rounds: dict[str, list[Seen]] = {name: [] for name in candidates}
        asked: dict[str, dict[str, bytes]] = {name: {} for name in candidates}
        for _ in range(1 if given.quick else given.rounds):
            for name, reference in candidates.items():
                try:
                    rounds[name].append(measured(browser, reference, asked[name]))
                except Error as error:
                    print(f"{name}: {str(error).splitlines()[0]}")
        print(f"{'':20}  {'wire':>8}  {'ready':>16}  {'opened':>16}   (seconds; in brackets of processor time)")
        for name, seen in rounds.items():
            if seen:
                wire = sum(len(brotli.compress(body, quality=5)) for body in asked[name].values())
                ready, ready_cpu, opened, opened_cpu = (statistics.median(each) for each in zip(*seen, strict=True))
                blocked = [address for address in asked[name] if not address.startswith("/")]
                print(
                    f"{name:20}  {wire:8,}  {ready:7.2f} ({ready_cpu:5.2f})  {opened:7.2f} ({opened_cpu:5.2f})",
                    f"  wants {', '.join(blocked)}" if blocked else "",
                )
        browser.close()


if __name__ == "__main__":
    main()
