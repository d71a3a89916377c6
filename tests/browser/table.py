"""The table in a page: what a test does there, and how it waits for what comes of it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from service.piquet import Table
from tests.browser.addresses import text_of


def drawing(number: int) -> str:
    """A script that draws the same seed each time, so that the same cards are dealt."""
    return f"crypto.getRandomValues = (values) => values.fill({number});"


SAME_DEAL = drawing(11)
#: What an act does not leave behind: `act` marks what it found.
NEW = ":not([data-old])"
#: Marks what is on a page that is about to show something else. The address that it has now.
LEAVE = """() => {
  for (const each of document.querySelectorAll(".use")) each.dataset.old = "";
  return location.pathname + location.hash;
}"""
#: What a page shows when it waits for somebody: a notice of what failed, a refusal, the cover between two people, or a
#: board on which the seat at the bottom is to act, or whose deal is over.
WAITS = (".notice", ".refusal", ".handover", ".board")
_OF_BOARD = (".side:not(.far) .turn", ".result")
READY = ", ".join(
    f".use:not([aria-busy]) {each}"
    for each in (*(shown + NEW for shown in WAITS[:-1]), *(f".board{NEW} {part}" for part in _OF_BOARD))
)


def open_address(page: Page, place: str) -> None:
    """Opens an address of the table. If the page shows another one already, it is not loaded again."""
    here = page.evaluate(LEAVE)
    if here == place:
        page.reload()
    else:
        page.goto(place)
    page.locator(f".use{NEW}").wait_for()


def run_script(page: Page, script: str) -> None:
    """Runs statements in a page. Playwright would call what they evaluate to if that is a function."""
    page.evaluate(f"() => {{ {script} }}")


def played_out(line: str) -> str:
    """The position at the end of a deal in which both do the first thing that is legal."""
    table = Table.from_line(line)
    while not table.phase.endswith("_over"):
        table.apply(table.options()[0])
    return table.line


def wait_until_ready(page: Page) -> None:
    """Waits until the page waits for somebody."""
    page.locator(READY).first.wait_for()


def act(page: Page, press: Callable[..., Any], *given: object) -> bool:
    """Does something when the page waits for it, and waits for what comes of it. Whether it was allowed."""
    wait_until_ready(page)
    page.locator(", ".join(WAITS)).evaluate_all("all => all.forEach((each) => (each.dataset.old = ''))")
    press(*given)
    wait_until_ready(page)
    return not page.locator(f".refusal{NEW}").count()


def address_of(page: Page) -> str:
    """The address of what a page shows. The address bar may have it later, because it must not change too often."""
    here = "import('/table/js/address.js').then(({ here }) => location.origin + location.pathname + here())"
    address: str = page.evaluate(here)
    return address


def position_of(page: Page) -> str:
    """The position or the record in the address of a page."""
    return text_of(address_of(page))


def open_all(page: Page, menus: str = ".sharing") -> None:
    """Opens menus: those that share, or `.setup details`, the options."""
    page.locator(menus).first.wait_for()
    page.locator(menus).evaluate_all("all => all.forEach((each) => (each.open = true))")


def open_link(page: Page, name: str) -> None:
    """Follows a link to a record, which has its address when the record is packed."""
    link = page.get_by_role("link", name=name)
    expect(link).to_have_attribute("href", re.compile("z="))
    link.click()


def saved_picture(page: Page) -> str:
    """The picture that a page saves."""
    open_all(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    return download.value.path().read_text(encoding="utf-8")


def own_cards(page: Page) -> Locator:
    """The cards of the seat at the bottom that can be pressed."""
    return page.locator(".side:not(.far) > card-hand button.face")


def codes(cards: Locator) -> list[str]:
    """The codes of cards that are there already."""
    return cards.evaluate_all("cards => cards.map((card) => card.getAttribute('code'))")


#: What a page shows of a deal: where the hand of the seat at the bottom is, whether the deal is over, how many buttons
#: there are, and the cards in the hand, those of them that may be played, and those in the trick.
SHOWN_IN_PLAY = """() => {
  const codes = (cards) => [...document.querySelectorAll(cards)].map((card) => card.getAttribute("code"));
  const { x, y, height } = document.querySelector(".near > card-hand").getBoundingClientRect();
  const over = document.querySelector(".result") !== null;
  const buttons = document.querySelectorAll(".actions > button").length;
  const [hand, legal] = ["playing-card", "[legal]"].map((cards) => codes(`.near > card-hand > ${cards}`));
  return { place: [x, y + scrollY, height], over, buttons, hand, legal, trick: codes(".trick playing-card") };
}"""


def shown_in_play(page: Page) -> dict[str, Any]:
    """What a page shows of a deal, see `SHOWN_IN_PLAY`."""
    shown: dict[str, Any] = page.evaluate(SHOWN_IN_PLAY)
    return shown


def expect_scores(page: Page, *scores: int) -> None:
    """Waits until these scores of the deal stand beside A and B."""
    for seat, points in zip("AB", scores, strict=True):
        expect(page.locator(f".side[data-seat={seat}] h2")).to_have_text(re.compile(rf"deal: {points}\b"))
