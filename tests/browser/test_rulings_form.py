"""The form at /table/#rule in a browser: what happened at a table, question by question, and the ruling."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from service.piquet.law.sentences import kinds_like
from service.words import Language
from tests.browser.accessibility import NARROW, assert_accessible, assert_fits
from tests.browser.keyboard import tab_to
from tests.browser.pages import Pages
from tests.browser.table import open_address
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import running

pytestmark = requires("browser")


def count_dealt(page: Page, counts: tuple[int, int, int], answer: str = "Answer") -> None:
    """Enter how many cards were dealt, and answer."""
    for number, count in enumerate(counts):
        page.locator(f"#answer-{number}").fill(str(count))
    page.get_by_role("button", name=answer).click()


def test_a_misdeal_is_ruled_on_by_one_question_after_the_other(page: Page) -> None:
    """Elder has thirteen cards, younger eleven, both have looked, the talon is untouched: elder may choose (L11)."""
    page.set_viewport_size(NARROW)
    open_address(page, "/table/#play")
    page.get_by_role("link", name="A ruling for your table").click()
    page.get_by_text("The deal (4)").click()
    page.locator("a[href*='kind=misdeal']").click()
    asked = page.locator("form h3")
    expect(asked).to_have_text("How many cards were dealt to elder, to younger, and to the talon?")
    expect(asked).to_be_focused()
    assert_fits(page)
    count_dealt(page, (13, 11, 8))
    expect(asked).to_have_text("Who had taken up their hand?")
    expect(asked).to_be_focused()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#why")).to_have_text("Choose at least one, or “nobody”.")  # nobody would be L10
    for name in ("elder", "younger"):
        tab_to(page, page.get_by_label(name, exact=True))
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(asked).to_have_text("What had elder done with the talon by then?")
    page.get_by_role("button", name="left it alone").click()
    ruling = page.locator("section.verdict")
    sentences = ruling.locator("h3")
    expect(sentences).to_have_text("Younger misdealt. Elder has the choice.")
    expect(sentences).to_be_focused()
    expect(ruling.locator("a.rule").first).to_have_attribute("href", re.compile("/docs/law#L11$"))
    expect(ruling).to_contain_text("misdeal · Law of the Portland Club (1882)")
    expect(ruling.locator("li")).to_have_count(2)  # the cards are dealt again, or the deal stands
    page.get_by_label("Dealer").select_option("B")
    expect(sentences).to_have_text("B (younger) misdealt. A (elder) has the choice.")
    assert_fits(page)


@pytest.mark.parametrize(
    ("language", "answer", "sum_", "bounds"),
    [
        ("en", "Answer", "13 + 13 + 7 make 33 cards, but the pack has 32.", "Enter a whole number from 5 to 15."),
        ("fr", "Répondre", "13 + 13 + 7 font 33 cartes, mais le jeu en a 32.", "Entrez un nombre entier de 5 à 15."),
    ],
)
def test_numbers_that_cannot_be_are_told_at_their_fields_and_not_sent(
    new_page: Pages, language: str, answer: str, sum_: str, bounds: str
) -> None:
    page = new_page(locale=language, viewport={"width": 360, "height": 640}, has_touch=True)
    page.goto("/table/#rule?kind=misdeal")
    page.locator("form h3").wait_for()
    asked = len(new_page.responses)
    count_dealt(page, (13, 13, 7), answer)
    why = page.locator("#why")
    expect(why).to_contain_text(sum_)
    expect(page.locator("#live")).to_contain_text(sum_)
    expect(page.locator("[aria-invalid=true]")).to_have_count(3)
    expect(page.locator("#answer-0")).to_be_focused()
    expect(page.locator("#answer-2")).to_have_value("7")
    count_dealt(page, (13, 13, 66), answer)
    expect(why).to_have_text(bounds)
    expect(page.locator("[aria-invalid=true]")).to_have_attribute("id", "answer-2")
    assert_accessible(page)
    assert len(new_page.responses) == asked
    count_dealt(page, (13, 13, 6), answer)
    expect(page.locator("ol.rows")).to_contain_text(re.compile("13.*13.*6"))
    page.goto('/table/#rule?kind=misdeal&facts={"dealt":[13,13,7],"taken_up":[]}')  # as an address may have it
    new_page.provoked = {409}
    expect(why).to_contain_text(sum_)


def test_answers_are_listed_and_can_be_changed_while_those_that_fit_are_kept(page: Page) -> None:
    """Younger misdealt 13, 11, 8 and both have looked. If the talon has nine cards, no choice is left (L12)."""
    page.set_viewport_size(NARROW)
    open_address(page, "/table/#rule?kind=misdeal&ruleset=portland")
    count_dealt(page, (13, 11, 8))
    asked, given = page.locator("form h3"), page.locator("ol.rows li")
    expect(asked).to_have_text("Who had taken up their hand?")
    page.get_by_label("younger").check()
    page.get_by_role("button", name="Answer").click()
    expect(asked).to_contain_text("done with the talon")
    expect(given).to_have_count(2)
    expect(given.last).to_contain_text("Who had taken up their hand? younger")
    page.go_back()  # the browser's own
    expect(asked).to_have_text("Who had taken up their hand?")
    expect(page.get_by_label("younger")).to_be_checked()
    page.get_by_role("button", name="Back").click()
    expect(asked).to_contain_text("How many cards were dealt")
    expect(page.get_by_label("Elder", exact=True)).to_have_value("13")
    page.get_by_role("button", name="Answer").click()
    expect(asked).to_contain_text("done with the talon")  # who had taken up their hand is known
    page.get_by_role("button", name="left it alone").click()
    expect(page.locator("section.verdict a.rule").first).to_have_text("L11")
    given.first.get_by_role("link").click()
    count_dealt(page, (12, 11, 9))
    expect(page.locator("section.verdict a.rule").first).to_have_text("L12")
    expect(given).to_have_count(2)  # what elder had done with the talon is not asked
    expect(given.first).to_contain_text("Elder 12, Younger 11, Talon 9")
    assert_fits(page)
    open_address(page, "/table/#rule?kind=misdeal")  # another misdeal
    expect(page.get_by_label("Elder", exact=True)).to_have_value("")
    count_dealt(page, (13, 11, 8))
    expect(given).to_have_count(1)


def test_the_rules_can_be_chosen_and_say_which_law_applies(page: Page) -> None:
    """A player who mixed what was not theirs loses the game by the law of piquet au cent, not by that of Portland."""
    facts = '{"side":"elder","leaves":0,"taken":[1,2,3,4,5,6],"mixed":[6]}'
    open_address(page, f"/table/#rule?kind=wrong_exchange&facts={facts}")
    ruling = page.locator("section.verdict")
    expect(ruling).to_contain_text("Law of the Portland Club (1882)")
    expect(ruling).not_to_contain_text("loses the game")
    page.get_by_label("Rules", exact=True).select_option("au-cent@1")
    expect(ruling).to_contain_text("elder loses the game")
    expect(ruling).to_contain_text("Law of piquet au cent")
    expect(page).to_have_url(re.compile("rules=au-cent%401"))
    page.get_by_role("link", name="What happened at your table?").click()
    expect(page.locator(".field .hint")).to_have_text("Law of piquet au cent")
    facts = '{"taken_up":["elder"],"noticed":"elder","deal":1}'
    open_address(page, f"/table/#rule?kind=deal_out_of_turn&facts={facts}")
    page.get_by_label("Rules", exact=True).select_option("au-cent@1")
    lost = page.get_by_role("alert")
    expect(lost).to_contain_text("The answers to these questions no longer apply: ")
    expect(lost).to_contain_text("Which deal of the partie is it?")
    open_address(page, "/table/#rule?kind=revoke&ruleset=nonsense")
    expect(page.locator(".notice")).to_contain_text("This address cannot be read.")


def test_what_the_answers_leave_open_is_asked_for_in_french(new_page: Pages) -> None:
    """Elder takes six cards of the talon into the hand after discarding five: younger may choose (L28)."""
    page = new_page(locale="fr", viewport=NARROW)
    page.goto("/table/#rule")
    page.get_by_text("L’écart (7)").click()
    page.locator("a[href*='kind=wrong_exchange']").click()
    asked = page.locator("form h3")
    answer = page.get_by_role("button", name="Répondre")
    expect(asked).to_have_text("Qui l’a fait ?")
    page.get_by_role("button", name="le premier").click()
    expect(asked).to_contain_text("Combien de ses cartes le premier")
    number = page.get_by_label("Nombre", exact=True)
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
    ruling = page.locator("section.verdict")
    expect(ruling).to_contain_text("Le dernier a le choix.")
    expect(ruling.locator("a.rule").first).to_have_text("L28")
    expect(ruling.locator("li")).to_have_count(3)  # a fresh deal, or the penalty is enforced or waived
    assert_accessible(page)


def test_cards_that_prove_a_pack_incorrect_are_chosen_by_touch(new_page: Pages) -> None:
    """The eight of diamonds is missing, and the seven is there twice: the deal is void (L75)."""
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    page.goto("/table/#rule?kind=spoiled")
    missing, double = page.locator(".tray").first, page.locator(".tray").last
    expect(missing.locator("button.face")).to_have_count(32)
    missing.get_by_role("button", name="eight of diamonds").tap()
    double.get_by_role("button", name="seven of diamonds").tap()
    assert_fits(page)
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator("section.verdict a.rule").first).to_have_text("L75")
    expect(page.locator("ol.rows")).to_contain_text("Missing eight of diamonds, There twice seven of diamonds")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 360, "height": 640}])
def test_each_kind_is_two_taps_away_in_its_part_of_the_law(new_page: Pages, size: ViewportSize) -> None:
    page = new_page(viewport=size, has_touch=True)
    page.goto("/table/#rule")
    parts = page.locator("summary")
    expect(parts).to_have_count(5)
    expect(parts.last).to_be_in_viewport(ratio=1)
    parts.get_by_text("The play (7)").tap()
    rows = page.locator(".rows a:visible")
    expect(rows).to_have_count(7)
    assert min(rows.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert_accessible(page)
    page.get_by_text("The exchange (7)").tap()
    expect(rows).to_have_count(7)
    expect(rows.last).to_be_in_viewport(ratio=1)
    page.get_by_text("The play (7)").tap()
    page.get_by_text("A suit was not followed.").tap()
    page.get_by_role("button", name="elder").tap()
    ruling = page.locator("section.verdict")
    expect(ruling).to_contain_text("Elder did not follow suit.")
    page.get_by_role("link", name="Both did it: now the other player").tap()
    expect(ruling.locator("h3")).to_have_text(
        ["Elder", "Elder did not follow suit.", "Younger", "Younger did not follow suit."]
    )
    expect(ruling.locator("a.rule")).to_have_text(["L59", "L59"])


@pytest.mark.parametrize(
    ("language", "names", "both", "number", "answer", "yes"),
    [
        ("en", ["A (elder)", "B (younger)"], "Both did it: now the other player", "Number", "Answer", "yes"),
        ("fr", ["A (le premier)", "B (le dernier)"], "Les deux l’ont fait", "Nombre", "Répondre", "oui"),
    ],
)
def test_what_both_did_is_ruled_on_for_each_under_their_name(
    new_page: Pages, language: str, names: list[str], both: str, number: str, answer: str, yes: str
) -> None:
    """B, who dealt, took a card of A's share (L29), and A took one of B's (L28). A is named first."""
    page = new_page(locale=language, viewport={"width": 390, "height": 844}, has_touch=True)
    facts = '{"side":"younger","leaves":0,"taken":[1],"mixed":[1],"elder_began":true}'
    page.goto(f"/table/#rule?kind=wrong_exchange&dealer=B&facts={facts}")
    rulings = page.locator("section.verdict")
    second = page.get_by_role("link", name=both)
    second.tap()
    asked = page.locator("form h3")
    expect(asked).to_be_visible()
    expect(rulings).to_have_count(0)  # until all is known of A
    page.locator("button.back").tap()
    expect(rulings).to_have_count(1)
    second.tap()
    page.get_by_label(number, exact=True).fill("0")
    page.get_by_role("button", name=answer).tap()
    for taken in range(1, 7):
        page.get_by_label(str(taken), exact=True).tap()
    page.get_by_role("button", name=answer).tap()
    expect(page.locator("main [type=checkbox]")).to_have_count(6)  # of those taken; before, of the talon
    page.get_by_label("6", exact=True).tap()
    page.get_by_role("button", name=answer).tap()
    expect(rulings.locator("h3:first-child")).to_have_text(names)
    expect(rulings.locator("h3 + h3")).to_have_text([re.compile(f"^{re.escape(name)} ") for name in names])
    for heading in rulings.locator("h3").all():
        expect(heading).to_be_in_viewport(ratio=1)
    given = page.locator("ol.rows a")
    expect(given.filter(has_text=names[0])).to_have_count(1)
    given.last.tap()
    expect(asked).to_be_focused()
    page.get_by_role("button", name=yes).tap()
    expect(rulings).to_have_count(2)
    page.set_viewport_size(NARROW)
    assert_fits(page)


@pytest.mark.parametrize(
    ("language", "elder", "less", "more"),
    [("en", "Elder", "one less", "one more"), ("fr", "Premier", "un de moins", "un de plus")],
)
def test_a_number_is_counted_up_and_down_within_its_bounds(
    new_page: Pages, language: str, elder: str, less: str, more: str
) -> None:
    """A hand has 5 to 15 cards. The buttons begin with the answer that the service gives as an example."""
    page = new_page(locale=language, viewport={"width": 360, "height": 640}, has_touch=True)
    page.goto("/table/#rule?kind=misdeal")
    number = page.get_by_label(elder, exact=True)
    down, up = (page.get_by_role("button", name=re.compile(f"^{elder}.*: {name}$")) for name in (less, more))
    for button in (down, up):
        box = button.bounding_box()
        assert box and min(box["width"], box["height"]) >= 44
    for button, value in ((up, "13"), (up, "14"), (up, "15"), (up, "15"), (down, "14")):
        button.tap()
        expect(number).to_have_value(value)
    number.fill("6")
    for value in ("5", "5"):
        down.tap()
        expect(number).to_have_value(value)
    assert_fits(page)
    page.get_by_role("button", name=more).nth(1).tap()  # 11
    page.get_by_role("button", name=more).nth(2).tap()  # 8
    page.locator("main button[type=submit]").tap()
    expect(page.locator("#why")).to_contain_text("5 + 11 + 8")
    expect(number).to_be_focused()


@pytest.mark.parametrize(
    ("language", "label", "found"),
    [
        (
            "en",
            "Search",
            {
                "he peeked at the talon": "look at the talon",
                "the player did not follow": "revoke",
                "misdele": "misdeal",
                "revoek": "revoke",
                "they reneged": "revoke",  # a synonym of the contract
                "played out of turn": "lead out of turn",
                "claimed after the lead": "omission",
                "cut": "fault in cutting",
                "zzz": None,
                "both did it": None,
            },
        ),
        (
            "fr",
            "Chercher",
            {"rononce": "renonce", "il a regardé le talon": "regard au talon", "annonce tardive": "oubli", "zzz": None},
        ),
    ],
)
def test_a_search_finds_kinds_by_their_words_the_likeliest_first_and_guesses_nothing(
    new_page: Pages, language: str, label: str, found: dict[str, str | None]
) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto(f"/table/#rule&lang={language}")  # as some write it
    search, parts = page.get_by_label(label), page.locator("summary")
    nothing = {"en": "Nothing found. These are all kinds:", "fr": "Rien trouvé. Voici tous les cas :"}[language]
    for text, name in found.items():
        search.fill(text)
        if name is None:
            expect(parts).to_have_count(5)
            expect(page.get_by_text(nothing)).to_be_visible()
        else:
            expect(page.locator(".rows .hint").first).to_have_text(name)
            expect(parts).to_have_count(0)
    page.goto("/table/#rule?kind=revok&lang=en")
    expect(page.locator(".notice")).to_have_text("There is no kind “revok”.")
    expect(page.locator(".rows a:visible")).to_have_count(1)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["took six cards", "he looked at the talon", "played out of turn", "said three kings but had two"]),
        ("fr", ["il a pris six cartes", "il a regardé le talon", "annonce tardive"]),
    ],
)
def test_a_sentence_lists_the_kinds_that_the_command_lists(page: Page, language: Language, texts: list[str]) -> None:
    open_address(page, f"/table/#rule&lang={language}")
    for text in texts:
        page.locator("#find").fill(text)
        rows = page.locator(".rows a").evaluate_all("all => all.map(({ href }) => href.match(/kind=(\\w+)/)[1])")
        assert rows == kinds_like(text, language) != []


def test_no_ruling_is_given_while_a_question_decides_it(page: Page) -> None:
    """Elder may choose only if younger had left the cards (L36), which is taken as given where nobody answers."""
    open_address(page, '/table/#rule?kind=peeked&facts={"side":"younger","positions":[6],"together":false}')
    expect(page.locator("form h3")).to_have_text("Are these cards that younger had left?")
    expect(page.locator("section.verdict")).to_have_count(0)
    page.get_by_role("button", name="yes", exact=True).click()
    expect(page.locator("section.verdict")).to_contain_text("Elder has the choice.")


def test_all_of_several_are_one_button(page: Page) -> None:
    """Elder took six cards of the talon and mixed all: nothing has to be ticked."""
    facts = '{"side":"elder","leaves":0,"taken":[1,2,3,4,5,6]}'
    open_address(page, f"/table/#rule?kind=wrong_exchange&facts={facts}")
    page.get_by_role("button", name="all of them").click()
    expect(page.locator("section.verdict a.rule").first).to_have_text("L28")


def test_what_holds_otherwise_is_said_only_where_somebody_may_choose(page: Page) -> None:
    """A lead out of turn may be withdrawn until it is answered (L59)."""
    for answer, texts in (("no", 1), ("yes", 0)):
        open_address(page, '/table/#rule?kind=lead_out_of_turn&facts={"side":"elder"}')
        page.get_by_role("button", name=answer, exact=True).click()
        expect(page.locator("section.verdict a.rule")).to_have_text("L59")
        expect(page.get_by_text("If nobody says anything in time")).to_have_count(texts)


def test_nobody_is_an_answer_of_its_own(new_page: Pages) -> None:
    """Nobody has taken up a hand of thirteen and eleven cards: the cards are dealt again (L10)."""
    page = new_page(locale="fr", viewport={"width": 360, "height": 640})
    page.goto('/table/#rule?kind=misdeal&facts={"dealt":[13,11,8]}')
    page.get_by_role("button", name="personne").click()
    expect(page.locator("section.verdict a.rule").first).to_have_text("L10")
    expect(page.locator("ol.rows")).to_contain_text("Qui avait relevé sa main ? personne")


def test_the_number_of_a_box_is_nearer_to_it_than_to_the_next(page: Page) -> None:
    page.set_viewport_size(NARROW)
    open_address(page, '/table/#rule?kind=peeked&facts={"side":"elder"}')
    boxes = page.locator("main form label")
    expect(boxes).to_have_count(8)
    gaps = boxes.evaluate_all(
        """all => all.slice(1).map((each, at) => {
          const [text, next] = [all[at].lastChild, each.firstChild.getBoundingClientRect()];
          const range = document.createRange();
          range.selectNodeContents(text);
          const number = range.getBoundingClientRect();
          const own = number.left - all[at].firstChild.getBoundingClientRect().right;
          return next.top > number.bottom ? 1 : next.left - number.right - own;
        })"""
    )
    assert min(gaps) > 0


def test_a_service_with_keys_says_what_somebody_at_a_club_has_to_do(
    pages: Callable[[str], Pages], tmp_path: Path
) -> None:
    key = "a-long-enough-key-for-a-club"
    with running(tmp_path / "log", API_KEYS=f"club:{key}") as server:
        made = pages(server.url)
        made.provoked = {401}
        page = made(viewport=NARROW, locale="fr")
        page.goto("/table/#rule?kind=revoke")
        dialog = page.locator("#key-dialog")
        expect(dialog).to_contain_text("Demandez-la à la personne qui s’en occupe pour votre club")
        expect(dialog).not_to_contain_text("Bearer")
        page.get_by_role("textbox", name="Clé").fill("wrong")
        page.get_by_role("button", name="Utiliser cette clé").click()
        expect(dialog).to_contain_text("Le service ne connaît pas cette clé.")
        page.get_by_role("textbox", name="Clé").fill(key)
        page.get_by_role("button", name="Utiliser cette clé").click()
        expect(page.locator("section.verdict h3")).to_contain_text("Un joueur n’a pas fourni la couleur")
        page.evaluate("sessionStorage.clear()")
        page.reload()
        page.get_by_role("button", name="Annuler").click()
        expect(page.locator(".notice")).to_contain_text("Sans clé, le service ne répond pas.")


def test_no_key_is_asked_for_where_none_is_needed(page: Page) -> None:
    open_address(page, "/table/#rule?kind=revoke")
    expect(page.locator("section.verdict h3")).to_be_visible()
    expect(page.locator("#key-dialog")).to_be_hidden()
