"""The keyboard in a page."""

from playwright.sync_api import Locator, Page


def tab_to(page: Page, wanted: Locator) -> None:
    """Presses Tab until an element has the focus."""
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {wanted}")
