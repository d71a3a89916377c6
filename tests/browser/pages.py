"""Pages in the browser, and a log of what they ask for and what goes wrong in them."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, Response, ViewportSize

from tests.helpers.prerequisites import browser

#: How long a page may take for what a test waits for, in milliseconds.
PATIENCE = 180_000
#: Statuses of what takes too long on a busy machine. The page asks for it again.
BUSY = {503, 504}
#: How long nothing is asked for after a page has finished what it was about, in milliseconds.
QUIET = 500
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}

Value = TypeVar("Value")

FONTS = Path(__file__).with_name("fonts.conf")

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    # The browser looks for updates and accounts all the same; it finds no host but this one.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def launch(playwright: Playwright) -> Browser:
    """Start the browser of this machine without a window, in a sandbox unless root runs it.

    It has the fonts of `fonts.conf` where Debian's packages install them.
    """
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    fonts = {"FONTCONFIG_FILE": str(FONTS)} if Path("/usr/share/fonts/truetype/dejavu").is_dir() else {}
    return playwright.chromium.launch(executable_path=browser(), args=FLAGS + sandbox, env={**os.environ, **fonts})


def expect_reached(page: Page, read: Callable[[], Value], wanted: Value) -> None:
    """Waits until something that is read in or of a page is as wanted; for what Playwright's `expect` has no word."""
    deadline = time.monotonic() + PATIENCE / 1000
    while (value := read()) != wanted and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert value == wanted, f"{value!r} instead of {wanted!r}"


class Pages:
    """Makes pages; keeps what they ask of other hosts, and the errors of their consoles."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser, self.base = browser, base
        self.contexts: list[BrowserContext] = []
        self.responses: list[Response] = []
        self.unanswered: set[Request] = set()
        self.foreign: list[str] = []
        self.errors: list[str] = []
        #: Statuses of refusals that the test provokes; the console has an error for each.
        self.provoked: set[int] = set()

    def __call__(self, **options: Any) -> Page:
        """A page in a context of its own, which gets these options of Playwright's `Browser.new_context`."""
        context = self.browser.new_context(
            **{"base_url": self.base, "reduced_motion": "reduce", "viewport": VIEWPORT, **options}
        )
        context.set_default_timeout(PATIENCE)
        context.on("request", self._requested)
        context.on("response", lambda response: self.responses.append(response))
        for answered in ("requestfinished", "requestfailed"):
            context.on(answered, lambda request: self.unanswered.discard(request))
        context.on("console", lambda message: self._said(message.type, message.text, message.location["url"]))
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.contexts.append(context)
        return context.new_page()

    def wait_until_quiet(self, page: Page) -> None:
        """Waits until all that was asked for is there, and nothing more is asked for.

        Playwright's load state `networkidle` is reached once for a page, and not again.
        """
        deadline = time.monotonic() + PATIENCE / 1000
        answered = -1
        while self.unanswered or answered != len(self.responses):
            assert time.monotonic() < deadline, [request.url for request in self.unanswered]
            answered = len(self.responses)
            page.wait_for_timeout(QUIET)

    def faults(self) -> list[str]:
        """The addresses of other hosts that were asked for, and the errors of the consoles."""
        return self.foreign + self.errors

    def forget(self) -> None:
        """Forgets what has been noted."""
        for notes in (self.responses, self.foreign, self.errors, self.provoked):
            notes.clear()

    def _requested(self, request: Request) -> None:
        self.unanswered.add(request)
        address = request.url
        if urlsplit(address).scheme not in ("blob", "data") and not address.startswith(f"{self.base}/"):
            self.foreign.append(address)

    def _said(self, kind: str, text: str, address: str) -> None:
        provoked = any(f"status of {status} " in text for status in self.provoked | BUSY)
        if kind == "error" and not (provoked and "/v1/" in address):
            self.errors.append(f"{text} ({address})")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
