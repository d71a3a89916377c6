"""The form at /table/#rule in a browser: what happened at a table, question by question, and the ruling."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import NARROW, assert_accessible, assert_fits
from tests.browser.keyboard import tab_to
from tests.browser.pages import Pages
from tests.browser.table import open_address
from tests.helpers.prerequisites import requires

pytestmark = requires("browser")


def test_a_misdeal_is_ruled_on_by_one_question_after_the_other(page: Page) -> None:
    """Elder has thirteen cards, younger eleven, both have looked, the talon is untouched: elder may choose (L11)."""
    page.set_viewport_size(NARROW)
    open_address(page, "/table/#play")
    page.get_by_role("link", name="A ruling for your table").click()
    page.locator("a[href*='kind=misdeal']").click()
    asked = page.locator(".ask")
    expect(asked).to_have_text("How many cards were dealt to elder, to younger, and to the talon?")
    expect(page.locator("main h2")).to_be_focused()
    assert_fits(page)
    for number, name in ((13, "Elder"), (11, "Younger"), (8, "Talon")):
        page.get_by_label(name).fill(str(number))
    page.get_by_role("button", name="Answer").click()
    expect(asked).to_have_text("Who had taken up their hand?")
    for name in ("elder", "younger"):
        tab_to(page, page.get_by_label(name, exact=True))
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(asked).to_have_text("What had elder done with the talon by then?")
    page.go_back()  # takes the answer back
    expect(asked).to_have_text("Who had taken up their hand?")
    page.go_forward()
    page.get_by_role("button", name="left it alone").click()
    ruling = page.locator(".verdict")
    expect(ruling).to_contain_text("Younger misdealt. Elder has the choice. L11")
    expect(ruling.locator("a.rule")).to_have_attribute("href", re.compile("/docs/law#L11$"))
    expect(ruling.locator("li")).to_have_count(2)  # the cards are dealt again, or the deal stands
    expect(page.locator("#live")).to_contain_text("Elder has the choice.")
    page.get_by_label("Dealer").select_option("B")
    expect(ruling).to_contain_text("B (younger) misdealt. A (elder) has the choice.")
    assert_fits(page)


def test_what_the_answers_leave_open_is_asked_for_in_french(new_page: Pages) -> None:
    """Elder takes six cards of the talon into the hand after discarding five: younger may choose (L28)."""
    page = new_page(locale="fr", viewport=NARROW)
    page.goto("/table/#rule")
    page.locator("a[href*='kind=wrong_exchange']").click()
    asked = page.locator(".ask")
    answer = page.get_by_role("button", name="Répondre")
    expect(asked).to_have_text("Qui l’a fait ?")
    page.get_by_role("button", name="le premier").click()
    expect(asked).to_contain_text("Combien de cartes du talon le premier")
    number = page.get_by_label("Combien ?")
    expect(number).to_have_attribute("max", "5")  # elder's share (R4.1)
    number.fill("0")
    answer.click()
    expect(asked).to_contain_text("Quelles cartes du talon")
    for position in range(1, 7):
        page.get_by_label(str(position), exact=True).check()
    assert_fits(page)
    answer.click()
    expect(asked).to_contain_text("mêlées à sa main")
    expect(page.locator("main [type=checkbox]")).to_have_count(6)
    page.get_by_label("6", exact=True).check()
    answer.click()
    ruling = page.locator(".verdict")
    expect(ruling).to_contain_text("Le dernier a le choix. L28")
    expect(ruling.locator("li")).to_have_count(3)  # a fresh deal, or the penalty is enforced or waived
    assert_accessible(page)


def test_a_kind_that_there_is_not_is_told_with_the_nearest(page: Page, shared_pages: Pages) -> None:
    shared_pages.provoked = {422}
    open_address(page, "/table/#rule?kind=revok")
    expect(page.locator(".notice")).to_contain_text("did you mean revoke?")
    page.get_by_role("link", name="A suit was not followed.").click()
    expect(page.locator(".verdict").first).to_contain_text("A player did not follow suit.")
    expect(page.locator(".verdict a.rule")).to_have_text("L59")  # IV
    page.get_by_role("button", name="younger").click()
    expect(page.locator(".verdict").first).to_contain_text("Younger did not follow suit.")
