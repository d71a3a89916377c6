"""The keyboard in a page."""

from playwright.sync_api import Locator, Page

#: How many times Tab leads from what has the focus to an element, as far as the page tells: zero if it has the focus.
STOPS = """(wanted) => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const stop = (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility();
  const stops = all.filter((each) => each === document.activeElement || stop(each));
  return stops.indexOf(wanted) - stops.indexOf(document.activeElement);
}"""
#: How many times the right arrow key leads from the card that has the focus to another one of the hand.
CARDS = """(wanted) => {
  const cards = [...wanted.closest("card-hand").children];
  const [from, to] = [document.activeElement, wanted].map((each) => cards.indexOf(each.closest("playing-card")));
  return (to - from + cards.length) % cards.length;
}"""


def tab_to(page: Page, wanted: Locator) -> None:
    """Presses Tab until an element has the focus."""
    left = 100
    while stops := wanted.evaluate(STOPS):
        presses = max(stops, 1)  # one, where Tab leads there only from the beginning of the page
        for _ in range(presses):
            page.keyboard.press("Tab")
        left -= presses
        assert left > 0, f"no Tab leads to {wanted}"


def arrow_to(page: Page, card: Locator) -> None:
    """Moves the focus to another card of the hand that has it."""
    for _ in range(card.evaluate(CARDS)):
        page.keyboard.press("ArrowRight")
