"""Measure how long the page /table/ takes until its form can be used, on a processor four times slower than this one.

    python -m tools.first_interaction

Chromium on this machine, on a screen of 390 by 844 pixels, with nothing in its cache. It prints the time by the clock,
from the request for the page to the form of a new partie, throttled; and the processor time of the page's thread,
unthrottled and times four, which other work on the machine changes less.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import launch
from tests.helpers.running_service import running

ROUNDS = 10
SLOWER = 4
#: Notes when the form is there.
WATCH = """new MutationObserver(() => {
  if (document.querySelector("form.setup button")) window.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true });"""


def first_interaction(browser: Browser, base: str, throttled: bool) -> float:
    """Return the milliseconds until the form is there: by the clock if throttled, else those of the page's thread."""
    context = browser.new_context(base_url=base, viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER if throttled else 1})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(WATCH)
    page.goto("/table/")
    page.locator("form.setup button").first.wait_for()
    ready: float = page.evaluate("window.ready")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return ready if throttled else metrics["TaskDuration"] * 1000


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as scratch,
        running(Path(scratch) / "log") as service,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        first_interaction(browser, service.url, True)  # the service compresses each file once
        clock = [first_interaction(browser, service.url, True) for _ in range(ROUNDS)]
        thread = [first_interaction(browser, service.url, False) * SLOWER for _ in range(ROUNDS)]
        browser.close()
    print(f"by the clock {min(clock):.0f} ms at least, {statistics.median(clock):.0f} ms median")
    print(f"processor time times {SLOWER}: {min(thread):.0f} ms at least, {statistics.median(thread):.0f} ms median")


if __name__ == "__main__":
    main()
