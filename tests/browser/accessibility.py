"""axe-core in a page."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

GRAVE = {"serious", "critical"}
NARROW: ViewportSize = {"width": 360, "height": 740}


def assert_accessible(page: Page, context: str | None = None, rules: list[str] | None = None) -> None:
    """The page, or the part that a selector names, has no fault that axe-core calls serious or critical.

    With `rules` only these rules of axe-core are tested.
    """
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **only}
    found = page.evaluate("([part, options]) => axe.run(part ?? document, options)", [context, options])
    assert found["passes"], "axe-core tested nothing"
    grave = [
        f"{fault['id']} ({fault['impact']}): {fault['help']}\n"
        + "\n".join(f"    {node['target']} {node['html'][:200]} {_reasons(node)}" for node in fault["nodes"][:5])
        for fault in found["violations"]
        if fault["impact"] in GRAVE
    ]
    assert not grave, f"{page.url}\n" + "\n".join(grave)


def assert_fits(page: Page) -> None:
    """The page, which is narrow, is not wider than its screen and has no grave fault, on a light and a dark ground."""
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], page.url
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")  # which changes colours alone
    assert_accessible(page, rules=["color-contrast"])
    page.emulate_media(color_scheme="light")


def _reasons(node: dict) -> str:
    return "; ".join(each["message"] for each in node["any"] + node["all"] + node["none"])
