"""The lessons of the page /table/ in a browser: each task by mouse or by keyboard, then the first deal."""

import re
from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from service.piquet.notation.action_lines import read_action, write_action
from tests.browser.accessibility import assert_accessible
from tests.browser.keyboard import arrow_to, tab_to
from tests.browser.table import open_address, own_cards, wait_until_ready
from tests.helpers.prerequisites import requires
from tests.test_lessons import COURSE, TASKS, TEXTS, Json, task_of

pytestmark = requires("browser")

#: By how much the bar with what may be done covers the hand.
COVERED = """() => {
  const [hand, bar] = [".near > card-hand", ".actions"].map((each) => document.querySelector(each));
  return hand.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
}"""
#: Where the last thing ends that may be done in a task, without scrolling.
BOTTOM = """() => {
  const parts = document.querySelectorAll(".actions > :not(:empty), .near playing-card");
  return scrollY + Math.max(...[...parts].map((each) => each.getBoundingClientRect().bottom));
}"""
#: The tasks that are done by keyboard: an exchange, a call and a card. All others are done by mouse.
BY_KEYBOARD = {"exchange-1", "point-1", "play-1"}


def click(target: Locator) -> None:
    """Uses the mouse."""
    target.click()


def enter(target: Locator) -> None:
    """Uses the keyboard: Tab leads to the button or to the hand, and there the arrow keys lead to the card."""
    page = target.page
    hand = target.locator("xpath=ancestor::card-hand")
    if hand.count():
        tab_to(page, hand.locator("button:not([tabindex='-1'])").first)
        arrow_to(page, target)
        expect(target).to_be_focused()
    else:
        tab_to(page, target)
    page.keyboard.press("Enter")


def targets(page: Page, task: Json) -> Iterator[Locator]:
    """What the right action of a task is done with."""
    said = re.sub(r"\(([^|)]*)[^)]*\)", r"\1", task["right"])  # of alternatives the first
    if "offer" in task:
        offered = [re.fullmatch(task["right"], write_action(action)) for action in task["offer"]]
        yield page.locator(".actions > button").nth(offered.index(next(filter(None, offered))))
    elif said[1] in "x.":
        action = read_action(said)
        for code in action.get("cards", [action.get("card")]):
            yield page.locator(f".near playing-card[code='{code}'] button")
        if "cards" in action:
            yield page.locator("button.discard")
    else:
        yield page.locator(".actions > button:not(.discard)").first


def test_the_lessons_are_finished_by_mouse_and_keyboard_and_lead_into_a_first_deal(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_address(page, "/table/#play")
    page.get_by_role("link", name="Eight short lessons").click()

    # A word opens its meaning where it stands, by keyboard; Escape closes it.
    talon = page.get_by_role("button", name="talon", exact=True)
    enter(talon)
    meaning = page.locator(".meaning:popover-open")
    expect(meaning).to_contain_text(TEXTS["en"]["terms"]["talon"])
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)

    for name in TASKS:
        task, (english, _) = task_of(name)
        lesson, at = TASKS[name]
        heading = page.locator(".lesson h2")
        expect(heading).to_contain_text(TEXTS["en"]["lessons"][lesson]["title"])
        expect(heading).to_contain_text(f"Task {at + 1} of")
        expect(page.locator(".answer")).to_have_count(0)  # until then the board is that of the task before
        assert page.evaluate(COVERED) <= 0, name
        assert page.evaluate(BOTTOM) <= 844, name
        press = enter if name in BY_KEYBOARD else click
        if name == "deal-2":  # a card of another suit, and a card that wins but is not the one asked for
            click(page.locator(".near playing-card[code='AC'] button"))
            expect(page.locator(".refusal")).to_contain_text("R6.1")
            expect(page.locator(".answer")).to_have_text(english["refused"]["play.must_follow_suit"])
            page.keyboard.press("Escape")
            click(page.locator(".near playing-card[code='AH'] button"))
            expect(page.locator(".answer")).to_have_text(english["wrong"][0])
            expect(page.locator(".refusal")).to_have_count(0)
        for target in targets(page, task):
            press(target)
        page.locator(".answer.right").wait_for()
        following = page.locator(".answer.right > button")
        expect(following).to_be_focused()
        page.keyboard.press("Enter")

    assert len(COURSE["lessons"]) == 8
    wait_until_ready(page)
    expect(page.locator(".lesson h2")).to_have_text("Your first deal")
    expect(page.locator(".actions")).to_contain_text("Choose the cards that you do not want")
    own_cards(page).last.click()
    page.locator("button.discard").click()
    expect(page.get_by_role("button", name="point", exact=True)).to_be_visible()
    assert "#learn?lesson=deal&z=" in page.evaluate("location.href")
    for lesson in range(1, len(COURSE["lessons"]) + 1):  # French is longer
        open_address(page, f"/table/#learn?lesson={lesson}&lang=fr")
        wait_until_ready(page)
        assert page.evaluate(BOTTOM) <= 844, lesson
