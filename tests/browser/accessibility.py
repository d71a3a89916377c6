"""axe-core in a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = {"serious", "critical"}


def assert_accessible(page: Page, context: str | None = None, rules: list[str] | None = None) -> None:
    """The page, or the part that a selector names, has no fault that axe-core calls serious or critical.

    With `rules` only these rules of axe-core are tested.
    """
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = Axe().run(page, context, {"resultTypes": ["violations"], **only}).response
    assert found["passes"], "axe-core tested nothing"
    grave = [
        f"{fault['id']} ({fault['impact']}): {fault['help']}\n"
        + "\n".join(f"    {node['target']} {node['html'][:200]} {_reasons(node)}" for node in fault["nodes"][:5])
        for fault in found["violations"]
        if fault["impact"] in GRAVE
    ]
    assert not grave, f"{page.url}\n" + "\n".join(grave)


def _reasons(node: dict) -> str:
    return "; ".join(each["message"] for each in node["any"] + node["all"] + node["none"])
