"""The page /table/ in a browser: playing, reading and trying, as somebody does it who sees, hears or types."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from service.piquet import Table
from tests.browser.accessibility import NARROW, assert_accessible, assert_fits
from tests.browser.addresses import address, text_of, with_text
from tests.browser.keyboard import arrow_to, tab_to
from tests.browser.pages import Pages, expect_reached
from tests.browser.table import (
    SAME_DEAL,
    act,
    address_of,
    codes,
    drawing,
    expect_scores,
    open_address,
    open_all,
    open_link,
    own_cards,
    played_out,
    position_of,
    run_script,
    saved_picture,
    shown_in_play,
    wait_until_ready,
)
from tests.helpers.prerequisites import requires
from tests.helpers.random_cases import seeds
from tests.helpers.running_service import Server

pytestmark = requires("browser")

ROOT = Path(__file__).parents[2]
W1 = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")

HANDS = ["SAKJHAQJ8D98CJ87", "ST7HT97DAQJTCKQT"]
TALON = "9S8SKH9CKDQSAC7D"
DEAL = f"1~portland@1~B~{HANDS[0]}_{HANDS[1]}_{TALON}"
EXCHANGED = f"{DEAL}_AxSKD98C87_BxS7H97"
#: A has led the ace of hearts; B, who holds the ten of hearts, is to follow (R6.1).
LED = f"{EXCHANGED}_Ap5_Be_Av49_Bg_Ar_As4-A_Bg_Ar_At3-J_Bn_A.AH_Br"

#: The end of the deal, in which everybody may see everything.
PLAYED_OUT = played_out(EXCHANGED)
#: A has reckoned a point, and has nothing else to call.
POINT_ALONE = (
    "1~portland@1~B~SQJ97HJ98DQ8CA97_STHAKT7DAJT9CKQJ_7D8CASKSQHTCKD8S_AxSQ9H98C9_BxSTHADA_Ap4-38-SAKJ7_Bg_ArpSAKJ7"
)
#: The same cards six times, by each dealer in turn; both always do the first thing that is legal.
PARTIE = PLAYED_OUT
for _deal in range(2, 7):
    _exchanges = "_AxSKD98C87_BxS7H97" if _deal % 2 else "_BxS7H97_AxSKD9"
    PARTIE = played_out(f"{PARTIE}~{DEAL.partition('~B~')[2]}{_exchanges}")
#: After five deals, the tricks of a sixth: B has shown a point, a sequence and three kings, and A has seen cards left.
MUCH_SAID = (
    f"{PARTIE.rpartition('~')[0]}~SAQJHAJ98DAQJCT7_SKTHKQTDKTCAKQJ9_7S8S8C8D9S9D7D7H_BxSK_AxSA_Bp5-50-CAKQJ9_Ag_BrpCAKQJ9"
    "_Bs4-A-CAKQJ_Ag_BrsCAKQJ_Bt3-K_Ag_BrtHKDKCK_B.TS_Aly_A.QS_A.JS_B.7S_A.8S_B.KH"
)
#: A has led the ace of spades, and nothing of B's is good.
NOTHING_GOOD = (
    "1~portland@1~B~SAJHQTDAKJT87CAT_SQ7HA987DQ9CQ987_9SKC8SKHTSJHJCKS_AxHTDT87CT_BxS7H7C7_Ap5-48-SAJT98_Bg_ArpSAJT98"
    "_As4-J-SJT98_Bg_ArsSJT98_At3-A_Bg_ArtSADACA_A.AS"
)
#: What A has shown by then: the point, the quart and the aces, without the ace of spades that was led.
SHOWN = ["JS", "TS", "9S", "8S", "AC", "AD"]


# ---------------------------------------------------------------- Play


def test_the_screen_is_covered_while_it_changes_hands(page: Page) -> None:
    """Two people begin a deal, by keyboard alone."""
    open_address(page, "/table/#play")
    run_script(page, SAME_DEAL)
    keys = page.keyboard
    page.locator("form.setup").wait_for()
    tab_to(page, page.locator(".setup summary").first)
    keys.press("Enter")
    tab_to(page, page.get_by_label("Against"))
    keys.press("ArrowDown")
    expect(page.locator(".setup > .hint").first).to_contain_text("Player B deals first")
    tab_to(page, page.get_by_role("button", name="Play now"))
    keys.press("Enter")
    wait_until_ready(page)
    for _ in "AB":
        expect(page.locator(".handover button")).to_be_focused()
        expect(page.locator(".board")).to_have_count(0)  # nobody's cards are seen
        act(page, keys.press, "Enter")
        expect(page.locator(".actions .hint")).to_contain_text("Choose the cards to lay out:")
        expect(page.get_by_role("button", name=re.compile("^Exchange"))).to_have_count(0)
        tab_to(page, own_cards(page).first)
        keys.press("Space")
        keys.press("ArrowRight")
        keys.press("Space")
        tab_to(page, page.get_by_role("button", name="Exchange 2 cards"))
        act(page, keys.press, "Enter")
    expect(page.get_by_role("heading", name="Hand the screen to Player A")).to_be_visible()


def test_the_form_speaks_to_a_person_who_chooses(page: Page) -> None:
    open_address(page, "/table/#play")
    chosen = page.locator(".setup > button + .hint")
    expect(chosen).to_have_text("The club game: six deals · against the house · medium · The house deals first")
    open_all(page, ".setup details")
    rules = page.get_by_label("Rules", exact=True)
    expect(rules.locator("option", has_text=re.compile("^The French game to 100$"))).to_have_count(1)
    expect(rules.locator("option", has_text="@")).to_have_count(0)
    about = page.locator("#about-ruleset")
    expect(about).to_contain_text("six deals")
    rules.select_option("french@1")
    expect(about).to_contain_text("The first to reach 100 wins.")
    page.get_by_label("First dealer").select_option("A")
    expect(chosen).to_contain_text("You deal first")
    for language, path in {"en": "/docs/how-to-play", "fr": "/docs/comment-jouer"}.items():
        open_address(page, f"/table/#play?lang={language}")
        links = page.locator(f"a[href$='{path}']")
        expect(links).to_have_count(2)
        assert page.request.get(path).ok
    page.evaluate("localStorage.clear()")
    open_address(page, "/table/#play?lang=en")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".side:not(.far) h2")).to_contain_text("elder")  # who is dealt to first, and plays first


def test_nothing_is_offered_to_reckon_where_nothing_is_good(page: Page) -> None:
    """A's point, quart and aces are good: B has only a card to play (R5.11). What A has shown can be read."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_address(page, address("play", NOTHING_GOOD, house="A"))
    expect(page.locator(".prompt > p")).to_have_text("Choose a card to play.")
    signs = page.locator(".side[data-seat=A] .known .signs")
    known = page.locator(".side[data-seat=A] .known playing-card")
    expect_reached(page, lambda: codes(known), SHOWN)
    assert signs.first.evaluate("sign => parseFloat(getComputedStyle(sign).fontSize)") >= 16
    open_address(page, address("play", f"{NOTHING_GOOD.removesuffix('_A.AS').replace('_ArtSADACA', '')}", house="B"))
    expect(page.locator(".prompt > p")).to_have_text("What do you reckon?")
    expect(page.locator(".actions > button")).to_have_text(["Reckon everything"])


#: What of the board is not on the screen, and whether the hand, the actions and a hint cover each other.
UNSEEN = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  const parts = [".far", ".centre", ".near", ".actions", ".advice"];
  const seen = parts.map(box).filter(Boolean);
  const out = seen.some(({ top, bottom, right }) => top < 0 || bottom > innerHeight || right > innerWidth);
  const covered = seen.slice(1, 4).some(({ top }, at) => top < seen[at].bottom - 1);
  return [out, covered];
}"""
SCREENS: list[ViewportSize] = [
    {"width": 390, "height": 844},
    {"width": 390, "height": 664},  # the same phone with the bars of its browser
    {"width": 1280, "height": 800},
    {"width": 820, "height": 1180},
]


def test_the_board_and_what_may_be_done_fit_the_screen(page: Page) -> None:
    """The hand is in its place, however much was said. Seven cards of an upright screen are four and three.

    What is advised is marked in the hand. French is longer.
    """
    seven = f"{LED}_B.TH_A.KH_B.7D_A.QH_B.TD_A.JH_B.JD_A.8H_B.QD"
    for screen in SCREENS:
        page.set_viewport_size(screen)
        places = set()
        for place in (DEAL, EXCHANGED, seven, MUCH_SAID):
            language = "en" if place == DEAL else "fr"
            open_address(page, address("play", place, house="B", lang=language))
            wait_until_ready(page)
            places.add(shown_in_play(page)["place"][1])
            if place is DEAL and screen["height"] > 700:  # else it stands over the hand, unless one scrolls
                page.get_by_role("button", name="Hint").click()
                expect(page.locator(".near playing-card:has(.worth)")).to_have_count(
                    page.locator(".advice button").first.inner_text().count(" ") - 1  # Lay out A♠ K♠
                )
            assert page.evaluate(UNSEEN) == [False, False], (screen, place)
            if place is seven:
                tops = own_cards(page).evaluate_all("cards => cards.map((card) => card.parentElement.offsetTop)")
                assert len(set(tops[:4])) == 1 and len(tops) == 7
                assert (tops[4] > tops[3]) == (screen["width"] < screen["height"])
        assert len(places) == 1, (screen, places)
        open_address(page, address("play", PARTIE, house="B", lang="en"))
        for label in ("Rematch", "New partie"):
            expect(page.get_by_role("button", name=label)).to_be_in_viewport(ratio=1)


#: Notes the cards that move.
MOVED = """window.moved = [];
window.animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  if (given[1].duration <= 200) window.moved.push(this.parentElement.getAttribute("code"));
  return animate.apply(this, given);
};"""


def test_a_trick_is_seen_before_the_house_leads_to_the_next(new_page: Pages) -> None:
    """A's ace of hearts takes the ten, which moves to it, and the house, which leads again, waits a moment."""
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(MOVED)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(address("play", LED, house="A"))
    with page.expect_response("**/v1/advice"):
        page.get_by_role("button", name="ten of hearts").click()
    new_page.wait_until_quiet(page)  # the house has decided
    page.clock.run_for(1_000)
    new_page.wait_until_quiet(page)
    expect(page.locator(".thinks")).to_be_visible()
    expect(page.locator(".far .turn")).to_have_text("thinks …")
    trick = page.locator(".trick playing-card")
    expect_reached(page, lambda: codes(trick), ["AH", "TH"])
    assert "TH" in page.evaluate("moved")
    page.clock.run_for(500)
    expect(trick).to_have_count(1)


def test_a_refusal_is_told_beneath_the_cards_with_its_rule(page: Page) -> None:
    """The card that was tried is marked, and none is covered. Nothing moves, for less motion is wanted."""
    open_address(page, address("play", LED))
    run_script(page, MOVED)
    page.get_by_role("button", name="I am Player B").click()
    card = page.locator('playing-card[code="AC"]')
    page.get_by_role("button", name="ace of clubs").click()
    refusal = page.locator(".actions > .refusal")
    expect(refusal).to_contain_text("was led, and you hold ten of hearts")
    expect(card).to_have_attribute("refused", "")
    told, hand = refusal.bounding_box(), page.locator(".near > card-hand").bounding_box()
    assert told and hand and told["y"] >= hand["y"] + hand["height"]
    rule = refusal.locator("a.rule").first
    expect(rule).to_have_text("R6.1")
    expect(rule).to_have_attribute("href", re.compile("/docs/rules#"))
    expect(page.locator("#live")).to_contain_text("was led, and you hold ten of hearts")
    page.get_by_role("button", name="ten of hearts").click()
    expect(page.get_by_role("heading", name="Hand the screen to Player A")).to_be_visible()
    page.get_by_role("button", name="I am Player A").click()
    expect(page.locator(".trick playing-card, .lain playing-card")).to_have_count(2)
    assert page.evaluate("moved") == []
    run_script(page, "Element.prototype.animate = animate")


def test_a_trick_is_one_line_and_its_rules_are_a_press_away(page: Page) -> None:
    """A's ace of hearts is a lead that scores 1, as each lead does (R6.2); B has said something since A has spoken."""
    page.set_viewport_size(SCREENS[0])
    open_address(page, address("play", f"{LED}_B.TH_A.KH", house="B"))
    wait_until_ready(page)
    trick = page.locator(".dialogue li[data-kind=trick_won]").first
    expect(trick).to_have_text(re.compile(r"^You: trick 1, A♥ 10♥ \+1 why\?"))
    last = page.locator(".last")
    expect(last).to_have_text(re.compile(r"trick 2, K♥ .*\+1"))
    expect(last).to_be_in_viewport()
    rule = trick.locator("a.rule")
    expect(rule).not_to_be_visible()
    trick.locator("summary").click()
    expect(rule).to_have_text("R6.2")
    expect(rule).to_be_visible()
    open_address(page, address("play", f"{EXCHANGED}_Ap5_Be_Av49_Bg_Ar", house="B"))
    expect(page.locator(".far .said")).to_have_text("Good.")
    knaves = page.locator(".actions button", has_text="Three knaves")  # the sequence is asked for before
    expect(knaves).to_have_count(1)
    expect(knaves).not_to_be_visible()
    page.get_by_role("button", name="ace of spades").click()
    expect(page.locator(".refusal")).to_contain_text("Finish your calls first.")


def test_who_has_nothing_to_call_says_so_once(page: Page) -> None:
    """After the point A has no tierce and no trio, and leads."""
    open_address(page, address("play", POINT_ALONE, house="B"))
    wait_until_ready(page)
    expect(page.locator(".actions > button")).to_have_text(["Nothing to call"])
    page.locator(".actions > button").click()
    expect(page.locator(".prompt > p")).to_have_text("Choose a card to play.")
    assert position_of(page) == f"{POINT_ALONE}_As0_At0"


def test_the_end_of_a_partie_is_told_looked_at_and_played_again(page: Page) -> None:
    """The loser has fewer than 100: the totals and 100 are added (R8.2). Back leads from the rematch to this end."""
    open_address(page, address("play", PARTIE, house="B", seed="x", level="easy"))
    result = page.locator(".result")
    rubicon = "Rubicon for The house: both totals count for the winner."
    expect(result).to_have_text(f"You win by 60: 153 + 93 + 100 = 346. {rubicon}")
    expect(page.locator(".sheet .toggle")).to_have_count(1)  # what earlier deals were for is in the record alone
    expect(page.locator(".worst")).to_contain_text(re.compile("Deal 6, step|Nothing here cost more"))
    run_script(page, SAME_DEAL)
    page.get_by_role("button", name="Rematch, other dealer").click()
    own_cards(page).first.wait_for()
    expect(page.locator(".near h2")).to_contain_text("dealer")
    page.go_back()
    expect(result).to_contain_text("You win by 60")
    open_link(page, "Step through it")
    expect(page.locator(".deals button")).to_have_count(6)


def test_the_browser_keeps_choices_the_partie_and_the_results(new_page: Pages) -> None:
    """The deal that is begun goes on in another tab. Parties can be saved and forgotten."""
    page = new_page()
    page.goto("/table/")
    open_all(page, ".setup > details")
    page.get_by_label("Strength of the house").select_option("strong")
    page.get_by_role("button", name="Play now").click()
    wait_until_ready(page)
    other = page.context.new_page()
    other.goto("/table/")
    expect(other.locator(".setup > button + .hint")).to_contain_text("strong")
    other.get_by_role("link", name="Continue your partie: deal 1, 0–0").click()
    wait_until_ready(other)
    assert position_of(other) == position_of(page)
    for _ in range(2):  # a partie counts once
        open_address(other, address("play", PARTIE, house="B", seed="x", level="easy"))
        other.locator(".result").wait_for()
        open_address(other, "/table/#play")
    kept = other.locator(".parties")
    expect(kept).to_contain_text("1 played, 1 won, 0 lost, 1 with a rubicon; 153 points on average, best deal 33.")
    expect(other.get_by_role("link", name="Continue your partie")).to_have_count(0)
    with other.expect_download() as download:
        other.get_by_role("button", name="Save as a file").click()
    (partie,) = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert (partie["own"], partie["house"], partie["settlement"], partie["level"]) == (153, 93, 346, "easy")
    other.get_by_role("button", name="Forget them").click()
    other.reload()
    other.locator(".setup").wait_for()
    expect(kept).to_have_count(0)


#: Notes whether a sound was made.
LISTEN = """AudioContext = class extends AudioContext {
  constructor() {
    super();
    window.heard = true;
  }
};"""


def test_keys_do_what_buttons_do_and_sounds_are_off_until_they_are_wanted(new_page: Pages) -> None:
    page = new_page(viewport={"width": 640, "height": 400})  # 1280 by 800 at 200 %
    page.add_init_script(LISTEN)
    page.goto(address("play", DEAL, house="B", level="easy"))
    wait_until_ready(page)
    keys = page.keyboard
    heard = "() => window.heard === true"
    keys.press("ArrowRight")
    keys.press("Enter")
    act(page, keys.press, "e")
    expect(page.locator(".dialogue")).to_contain_text("1 card exchanged")
    assert not page.evaluate(heard)
    keys.press("?")
    page.get_by_label("Sounds", exact=True).check()
    assert page.evaluate(heard)
    page.get_by_role("button", name="Close").click()
    act(page, keys.press, "u")
    assert position_of(page) == DEAL
    expect(page.locator(".prompt")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_the_house_answers(page: Page) -> None:
    open_address(page, address("play", f"{DEAL}_AxSKD98C87", house="B"))
    said = page.locator(".dialogue li", has_text="The house")
    expect(said.filter(has_text="xchange")).to_have_count(1)
    expect(page.locator(".side[data-seat=A] .turn")).to_be_visible()
    expect(page.locator(".side[data-seat=B] > card-hand playing-card:not([code])")).to_have_count(12)


@pytest.mark.rule("R8.4", "R8.5")
def test_a_partie_against_the_house_is_played_reviewed_and_sent_as_a_challenge(new_page: Pages) -> None:
    """The house and the hints send the view of a seat and nothing else; all else is asked of the referee."""
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(drawing(526))  # the house wins both deals, and so the game
    page.goto("/table/")
    open_all(page, ".setup > details")
    level = page.get_by_label("Strength of the house")
    expect(level.locator("option")).to_have_text(["easy", "medium", "strong"])
    expect(level).to_have_value("medium")
    against = page.get_by_label("Against")
    against.select_option("")
    expect(level).to_be_disabled()
    against.select_option("B")
    page.get_by_label("Rules", exact=True).select_option("Piquet au cent, the old game to 100")
    tab_to(page, level)
    page.keyboard.press("ArrowUp")
    sent: list[tuple[str, Any]] = []
    page.on("request", lambda request: sent.append((urlsplit(request.url).path, request.post_data_json)))
    tab_to(page, page.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")
    wait_until_ready(page)
    expect(page).to_have_url(re.compile("&house=B&level=easy"))
    exchange_as_advised(page)
    ask_for_a_hint(page)  # about a call
    page.keyboard.press("Escape")
    expect(page.locator(".advice")).to_have_count(0)
    play_by_keyboard(page)
    state = validated(page)
    assert state["phase"] == "deal_over" and len(state["tricks"]) == 12
    expect_account(page, state)
    advice = [body for path, body in sent if path == "/v1/advice"]
    hands = state["dealt"]["hands"]
    first, second = [body for body in advice if body["view"]["seat"] == "A"]
    assert first.keys() == second.keys() == {"view", "weights"}
    assert not set(cards_in(first)) & set(hands["B"] + state["dealt"]["talon"])
    assert not set(cards_in(second)) & set(state["hands"]["B"] + state["discards"]["B"] + state["drawn"]["B"])
    asked = [body for body in advice if body["view"]["seat"] != "A"]
    assert len(asked) >= 13, "an exchange, and twelve cards (R2.2)"
    others = {path for path, _ in sent if path.startswith("/v1/")} - {"/v1/advice"}
    assert others <= {f"/v1/{name}" for name in [*REFEREE, "records/review"]}  # when the deal was over
    for body in asked:
        assert body.keys() == {"view", "weights"} and body["view"]["seat"] == "B"
    # Before its exchange, B has seen no card of A's.
    assert not set(cards_in(asked[0])) & set(hands["A"])
    page.reload()
    wait_until_ready(page)
    expect(page).to_have_url(re.compile("&house=B&level=easy"))
    act(page, page.get_by_role("button", name="Next deal").click)
    for card in own_cards(page).all()[:3]:
        card.click()
    act(page, page.locator("button.discard").click)
    skip_to_the_last_action(page)
    act(page, page.locator(".near [legal] button").first.click)
    last = validated(page)
    lost, won = sorted(state["score"][seat] + last["score"][seat] for seat in "AB")
    assert won >= 100 and lost < 50, "so it is a double game"
    totals = [state["score"][seat] + last["score"][seat] for seat in "AB"]
    winner = "You win" if totals[0] > totals[1] else "The house wins"
    told = f"{winner} by {abs(totals[0] - totals[1])}: {won}–{lost}. Settlement: 2 points."
    expect(page.locator(".result")).to_contain_text(told)

    tab_to(page, page.get_by_role("button", name="Review: what cost most?"))
    page.keyboard.press("Enter")
    reviewed = page.locator(".review:not(.worst) .hint", has_text="Costs are in points")
    reviewed.wait_for()
    costs = [float(text.split()[-1]) for text in page.locator(".review:not(.worst) .worth").all_inner_texts()]
    assert costs == sorted(costs, reverse=True) and costs[0] > 0
    expect(page.locator(".costly li", has_text="The house")).to_have_count(0)
    open_all(page)
    page.get_by_role("button", name="Copy challenge").click()
    expect(page.locator("#live")).to_contain_text("Copied")
    challenge = page.evaluate("navigator.clipboard.readText()")
    costly = page.locator(".review:not(.worst) .costly a").first
    place = re.findall(r"\d+", costly.inner_text())
    costly.press("Enter")
    expect(page.locator(".place")).to_contain_text(f"Step {int(place[1]) - 1} of")
    expect(reviewed).to_be_visible()  # in Read, where each decision leads to its position, too
    page.get_by_role("link", name="Play").press("Enter")
    expect(page.locator(".result")).to_contain_text(told)

    # Somebody else, by touch, lays out the same, and the house answers the same; then they play other cards.
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    other.goto(challenge)
    expect(other.locator(".handover")).to_contain_text("strength of the house: easy")
    other.get_by_role("button", name="Play now").tap()
    wait_until_ready(other)
    for card in state["discards"]["A"]:
        other.locator(f".near playing-card[code='{card}'] button").tap()
    act(other, other.locator("button.discard").tap)
    for cards in (12, 1):
        while own_cards(other).count() == cards and not other.locator(".result").count():
            said = other.locator(".actions > button")
            act(other, (said.first if said.count() else other.locator(".near [legal] button").last).tap)
        if cards > 1:
            skip_to_the_last_action(other)
    theirs = validated(other)
    assert theirs["dealt"] == state["dealt"]
    both = enumerate(zip(theirs["history"], state["history"], strict=False))
    step = next(at for at, (one, other_one) in both if one != other_one)
    assert step > 2 and theirs["history"][step]["seat"] == "A", "the house is not the first to do something else"
    nets = [each["score"]["A"] - each["score"]["B"] for each in (theirs, state)]
    row = other.locator(".compared tbody tr")
    expect(row).to_have_text("".join(map(str, [1, *nets, nets[0] - nets[1]])).replace("-", "−"))
    expect(other.locator(".parted > li")).to_contain_text(f"The first difference is step {step + 1}.")
    position = re.compile(rf"#read\?z=.*&deal=1&step={step}$")
    expect(other.locator(".parted a").nth(1)).to_have_attribute("href", position)
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(other)


def play_by_keyboard(page: Page) -> None:
    """Does the first thing that is legal until the deal is over.

    Meanwhile the hand stays in its place, and the cards that may be played are marked. Another one is tried once.
    """
    keys = page.keyboard
    refusals = 0
    places = set()
    while True:
        shown = shown_in_play(page)
        if shown["over"]:
            break
        places.add(tuple(shown["place"]))
        if shown["buttons"]:
            tab_to(page, page.locator(".actions > button").first)
        else:
            hand, trick = shown["hand"], shown["trick"]
            following = [card for card in hand if len(trick) == 1 and card[1] == trick[0][1]]
            assert shown["legal"] == (following or hand), "a suit that was led is followed (R6.1)"
            tab_to(page, page.locator(".near > card-hand button[tabindex='0']"))
            if hand != shown["legal"] and not refusals:
                refusals += 1
                other = next(card for card in hand if card not in shown["legal"])
                arrow_to(page, page.locator(f".near > card-hand > [code='{other}'] button"))
                assert not act(page, keys.press, "Enter")
                expect(page.locator(".actions > .refusal a.rule").first).to_have_text("R6.1")
            arrow_to(page, page.locator(".near > card-hand > [legal] button").first)
        assert act(page, keys.press, "Enter")
    assert refusals and len(places) == 1, places


def expect_account(page: Page, state: Any) -> None:
    """In the end all cards lie open, and the page says what was scored for what."""
    expect_scores(page, state["score"]["A"], state["score"]["B"])
    for seat in "AB":
        played = [trick["cards"][0 if trick["leader"] == seat else 1] for trick in state["tricks"]]
        opened = page.locator(f".side[data-seat={seat}] > card-hand playing-card")
        expect_reached(page, lambda opened=opened: sorted(codes(opened)), sorted(played))
    rows = page.locator(".centre .sheet tbody tr:has(td + td)").all_inner_texts()
    scored = {row.split("\t")[0]: row.split("\t")[-2:] for row in rows}
    (deal, sums), *items = [(name, [int(cell.replace("–", "0")) for cell in cells]) for name, cells in scored.items()]
    assert deal == "1" and sums == [*state["score"].values()]
    assert [sum(column) for column in zip(*(points for _, points in items), strict=True)] == sums
    last = state["tricks"][-1]["winner"]
    assert scored["The last trick"] == (["1", "–"] if last == "A" else ["–", "1"]), "it scores 1 (R6.2)"


def skip_to_the_last_action(page: Page) -> None:
    """Opens the address of the same deal where A acts for the last time, if both do the first thing that is legal."""
    table = Table.from_line(position_of(page))
    last = table.line
    while not table.phase.endswith("_over"):
        if table.to_act == "A":
            last = table.line
        table.apply(table.options()[0])
    open_address(page, with_text(address_of(page), last))
    wait_until_ready(page)


def validated(page: Page) -> Any:
    """The state in the address of a page."""
    return page.request.post("/v1/states/validate", data={"state": position_of(page)}).json()["state"]


def exchange_as_advised(page: Page) -> None:
    """Asks for a hint before the exchange, and follows it by keyboard."""
    ask_for_a_hint(page)
    best = page.locator(".advice button").first
    expect(best).to_be_focused()
    wanted = best.inner_text().count(" ") - 1  # Lay out A♠ K♠
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Exchange {wanted} card")).to_be_visible()
    act(page, page.keyboard.press, "e")


def ask_for_a_hint(page: Page) -> None:
    """Asks by keyboard what the service would do."""
    page.keyboard.press("h")
    page.locator(".advice").wait_for()


#: What the page asks while a partie is played, besides advice.
REFEREE = ["rulesets", "parties", "deals", "states/view", "states/validate", "actions/options", "actions/check"]


def cards_in(body: Any) -> list[str]:
    """The cards anywhere in a request."""
    return re.findall(r'"([7-9TJQKA][SHDC])"', json.dumps(body))


def test_the_house_sends_the_same_for_all_hidden_cards(page: Page) -> None:
    """B, the house, has seen its hand, its discards and what it drew; A's cards and the rest of the talon differ."""
    asked: list[Any] = []

    def note(request: Request) -> None:
        if "/v1/advice" in request.url:
            asked.append(request.post_data_json)

    page.on("request", note)
    talon = re.findall("..", TALON)
    for _, rng in seeds("what the house sends", 2):
        asked.clear()
        for _ in range(2):
            hidden = cards_of(HANDS[0]) + talon
            rng.shuffle(hidden)
            theirs = hidden[:12]
            line = f"1~portland@1~B~{in_suits(theirs)}_{HANDS[1]}_{''.join(hidden[12:])}_Ax{in_suits(theirs[:5])}"
            open_address(page, address("play", line, house="B", level="strong"))
            wait_until_ready(page)
        assert len(asked) == 2 and asked[0] == asked[1], asked
    page.remove_listener("request", note)


def test_the_house_plays_on_where_there_is_no_advice(page: Page, shared_pages: Pages) -> None:
    """The dealer has shown a card of A's hand (L13): advice is refused, and the house exchanges all the same."""
    shared_pages.provoked = {409}
    open_address(page, address("play", f"{DEAL}_Bi-exposed-HA_AxSKD98C87", house="B"))
    expect(page.locator(".dialogue li", has_text="The house").filter(has_text="xchange")).to_have_count(1)
    expect(page.locator(".side[data-seat=A] .turn")).to_be_visible()


def test_a_shared_address_shows_the_same_position_in_either_language(new_page: Pages) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(address("play", PLAYED_OUT, house="A"))
    wait_until_ready(page)
    live = page.locator("#live")
    expect(live).not_to_be_empty()  # what is said together with this would stand after it

    open_all(page)

    def copied(name: str) -> str:
        page.get_by_role("button", name=name).click()
        expect(live).to_have_text(f"Copied: {name}")
        return page.evaluate("navigator.clipboard.readText()")

    assert "<svg" in saved_picture(page)
    assert copied("Copy as curl").startswith("curl -sS ")
    assert text_of(copied("Copy link")) == position_of(page)
    open_address(page, address("play", LED, house="A"))
    wait_until_ready(page)
    link = address_of(page)
    other = new_page()
    other.goto(link)
    board = page.locator(".board").evaluate("each => each.outerHTML")
    expect_reached(other, lambda: other.locator(".board").evaluate("each => each.outerHTML"), board)
    other.get_by_role("button", name="Français").click()
    expect(other.get_by_role("button", name="dix de cœur")).to_be_visible()
    expect(other.locator("html")).to_have_attribute("lang", "fr")
    expect(other).to_have_url(re.compile("&lang=fr$"))
    assert position_of(other) == text_of(link)
    links = other.locator(".bar a[href^='#']")
    expect_reached(other, lambda: links.evaluate_all("all => all.every(({ href }) => href.includes('lang=fr'))"), True)
    other.get_by_role("button", name="English").click()
    expect(other.locator("html")).to_have_attribute("lang", "en")
    expect_reached(other, lambda: links.evaluate_all("all => all.some(({ href }) => href.includes('lang='))"), False)
    assert address_of(other) == link  # the language of the browser needs no name
    french = new_page(locale="fr")
    french.goto("/table/#learn?lang=fr")
    expect(french).to_have_url(re.compile(r"#learn\?lesson=1&task=1$"))


def test_the_page_of_a_seat_is_the_same_for_all_hidden_cards(page: Page) -> None:
    """A sees its own cards and what it laid out, and nothing of B's hand, B's discards and the rest of the talon."""
    drawn = {"exchange": slice(0, 0), "calling": slice(0, 5)}  # of the talon; A has seen these
    for name, rng in seeds("hidden cards on the page", 2):
        for phase, seen in drawn.items():
            pages = []
            for _ in range(2):
                talon = re.findall("..", TALON)
                known = talon[seen]
                hidden = cards_of(HANDS[1]) + talon[len(known) :]
                rng.shuffle(hidden)
                theirs, rest = hidden[:12], known + hidden[12:]
                line = f"1~portland@1~B~{HANDS[0]}_{in_suits(theirs)}_{''.join(rest)}"
                line += f"_AxSKD98C87_Bx{in_suits(theirs[:3])}" if phase == "calling" else ""
                open_address(page, address("play", line, house="B"))
                wait_until_ready(page)
                pages.append(page.locator("main").evaluate("each => each.innerHTML"))
            assert pages[0] == pages[1], f"{name}, {phase}"


def cards_of(text: str) -> list[str]:
    return [rank + suit for suit, ranks in re.findall(r"([SHDC])([AKQJT987]+)", text) for rank in ranks]


def in_suits(cards: list[str]) -> str:
    """Cards as the notation has them: each suit once, the highest rank first."""
    ranks = {suit: sorted((card[0] for card in cards if card[1] == suit), key="AKQJT987".index) for suit in "SHDC"}
    return "".join(suit + "".join(each) for suit, each in ranks.items() if each)


# ---------------------------------------------------------------- Read


def test_the_record_of_w1_is_read_to_its_end(page: Page) -> None:
    open_address(page, "/table/#read")
    page.get_by_label("A record").fill(W1)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".verdict")).to_have_text("Everything in this record is right.")
    # W1: after its exchanges A reckons 5 for the point, 4 for the quart and 1 for the lead; B 17 for tens and queens.
    # Counted in the record, these are steps 7, 10, 13 and 14 of 37. The last step adds the last trick and the cards.
    expected = {0: (0, 0), 7: (5, 0), 10: (9, 0), 13: (10, 0), 14: (10, 17), 37: (28, 23)}
    for step in [*range(15), 37]:
        if step:
            page.keyboard.press("ArrowRight" if step < 37 else "End")
        expect(page.locator(".place")).to_have_text(f"Step {step} of 37")
        if step in expected:
            expect_scores(page, *expected[step])
    expect(page.locator("#live")).to_contain_text("The cards +10")
    expect(page.locator(".sheet tfoot")).to_have_text(re.compile(r"28\s*23$"))
    page.keyboard.press("Home")
    expect(page.locator(".place")).to_have_text("Step 0 of 37")
    open_address(page, address("read", W1, deal=1, step=14))
    expect(page.locator(".place")).to_have_text("Step 14 of 37")
    expect_scores(page, 10, 17)


def test_where_a_record_is_wrong_it_shows_what_is_right(page: Page) -> None:
    """The knave of hearts is A's fourth lead, and each scores 1 (R6.2): 10 and 3 are 13, not 14."""
    open_address(page, address("read", W1.replace("JH = 13-17", "JH = 14-17")))
    page.get_by_role("button", name="Deal 1, step 20").click()
    told = page.locator(".judged")
    expect(told).to_contain_text("Claimed: 14–17")
    expect(told).to_contain_text("Right: 13–17")
    expect(told.locator("a.rule").first).to_have_text("R6.2")


def test_where_no_position_follows_the_page_says_so(page: Page) -> None:
    """B holds the ace of diamonds when diamonds are led (R6.1); the record lets B play a spade at step 25."""
    open_address(page, address("read", W1.replace("B AD = 15-18", "B TS"), step=26))
    expect(page.locator("aside")).to_contain_text("The cards are as after step 24")
    expect(page.locator(".dialogue li").last).to_have_text("Player B: Plays the ace of clubs")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".judged")).to_contain_text("Claimed: Player B: Plays the ten of spades")
    expect(page.locator(".judged a.rule").first).to_have_text("R6.1")


def test_what_is_no_record_is_told_at_its_line(page: Page) -> None:
    open_address(page, "/table/#read")
    field = page.get_by_label("A record")
    field.fill("hello")
    page.get_by_role("button", name="Read it").click()
    told = page.locator(".verdict li").first
    expect(told).to_have_text(re.compile("Line 1, column 1 hello a record must begin with piquet-record 1"))
    field.fill(W1.replace("A call point 5", "A call poin 5"))
    page.get_by_role("button", name="Read it").click()
    told = page.locator(".verdict li", has_text="A call poin 5")
    told.get_by_role("button", name="Line 15").click()
    selected = "each => each.value.slice(each.selectionStart, each.selectionEnd)"
    line = next(each for each in W1.splitlines() if each.startswith("A call point 5"))
    expect_reached(page, lambda: field.evaluate(selected), line.replace("point 5", "poin 5"))
    field.fill('{"piquet_record": 1,}')
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".notices")).to_contain_text("This is not JSON:")


def test_a_record_may_be_opened_or_dropped(page: Page) -> None:
    open_address(page, "/table/#read")
    page.get_by_label("or a file").set_input_files(ROOT / "examples" / "w1.json")
    expect(page.locator(".place")).to_have_text("Step 0 of 37")
    unknown = W1.replace("hand B: ST7 HT97 DAQJT CKQT\n", "").replace("talon: 9S 8S KH 9C KD QS AC 7D\n", "")
    page.locator(".use").evaluate(
        """(target, text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "unknown.piquet"));
          target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        unknown,
    )
    expect(page.locator(".verdict")).to_have_text("Nothing in this record is wrong, but it has gaps.")
    expect(page.locator(".place")).to_have_text(re.compile("Step 0 of"))
    page.keyboard.press("End")
    expect(page.locator(".dialogue li").last).to_have_text("Player B: Plays the ten of spades")


# ---------------------------------------------------------------- Try


def test_the_best_discard_and_the_best_card_stand_on_the_cards(page: Page) -> None:
    """Before the exchange it is the same hint as in Play; a hand alone has what its discards score."""
    open_address(page, address("try", DEAL))
    best = page.locator(".advice li").first
    expect(best).to_have_text(re.compile(r"\+\d+\.\d points expected"))
    best.get_by_role("button").click()
    chosen = page.locator(".side[data-seat=A] button[aria-pressed=true]")
    marked = page.locator(".side[data-seat=A] > card-hand playing-card", has_text="out")
    for five in (chosen, marked):
        expect(five).to_have_count(5)  # which elder may exchange (R4.1)
    page.get_by_role("button", name="Exchange 5 cards").click()
    expect(page.locator(".side[data-seat=B] .turn")).to_be_visible()
    expect(page.get_by_text("Choose the cards to lay out: 1 to 3.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Exchange"))).to_have_count(0)
    # A leads. After the ace, which takes the king, the seven wins, too: 1 and 1, and 1 for the last trick (R6.2).
    # After the seven (1), B takes with the king (1), leads the eight (1), and it wins the last trick (1).
    open_address(page, "/table/#try?rules=portland%401&dealer=B&leader=A&A=AS7S&B=KS8H")
    hand = page.locator(".side[data-seat=A] > card-hand")
    expect(hand.locator('[code="AS"] .worth')).to_have_text(re.compile(r"★.*\+3"))
    expect(hand.locator('[code="7S"] .worth')).to_have_text("−2")
    open_address(page, "/table/#try?rules=portland%401&dealer=B&A=SAKJHAQJ8D98CJ87")
    expect(page.locator(".ranks li").first).to_have_text(re.compile(r"\d+\.\d points expected"))


def test_cards_are_put_in_their_places_by_hand(page: Page, shared_pages: Pages) -> None:
    shared_pages.provoked = {409}
    open_address(page, address("try", DEAL))
    page.locator(".board").wait_for()  # its cards are in the form by then
    page.get_by_text("Set up by hand").click()
    page.get_by_role("button", name="Clear").click()
    tray = page.locator(".tray")
    page.get_by_label("Hand of player A").first.fill("SAKJ HAQJ8 KH D9 CJ9")
    page.get_by_label("Hand of player B").first.fill("ST7 HT97 DAQJT CKQT")
    page.get_by_label("Discards of player A").fill("SK")
    page.get_by_role("button", name="Deal the rest").click()
    page.get_by_role("button", name="Set it up").click()
    wrong = page.locator(".field .notice", has_text="Twice in the deal: king of spades")
    expect(wrong.first).to_be_visible()
    page.get_by_label("A card that is pressed").select_option("outA")
    tray.get_by_role("button", name="king of spades").click()
    expect(page.get_by_label("Discards of player A")).to_have_value("")
    tray.get_by_role("button", name="king of spades").click()
    expect(page.get_by_label("Discards of player A")).to_have_value("KS")
    page.get_by_label("Position in one line").fill(f"{DEAL}_AxSK_C.AH")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".notices")).to_contain_text("column")


@pytest.mark.parametrize(
    ("cards", "seat", "why"),
    [
        ("A=XX,KS&B=QS,AS", "A", "« XX » n’est pas une carte."),
        ("A=AS&B=AS", "B", "As de pique s’y trouve deux fois."),
        ("A=AS&B=KS,QS", "B", "2 au lieu de 1, comme au premier."),
        ("A=6S&B=KS", "A", "Six de pique n’est pas dans le jeu."),
        ("A=AS", "A", "12 cartes au moins."),
        ("A=SAKQJT987HAKQJT", "A", "12 cartes au plus."),
        ("A=AS&talon=KS", "A", "La main du joueur A a 1 au lieu de 12."),
    ],
)
def test_what_is_wrong_with_cards_is_told_at_their_field_in_french(
    page: Page, shared_pages: Pages, cards: str, seat: str, why: str
) -> None:
    """A is elder, since B deals (R2.4), and has twelve cards before the exchange (R2.2)."""
    shared_pages.provoked = {409, 422}
    open_address(page, f"/table/#try?lang=fr&dealer=B&{cards}")
    field = page.locator(f"#why-{seat}")
    expect(field).to_contain_text(why)
    expect(page.locator("#live")).to_contain_text(why)
    expect(page.locator("main")).not_to_contain_text(re.compile("must|which|instead|listed"))


def test_what_is_wrong_with_a_record_is_told_in_french(page: Page) -> None:
    """Each problem of reading, by its code; and where the knave of hearts makes 13 to 17 (R6.2), not 14 to 17."""
    broken = W1.replace("A call point 5", "A call poin 5").replace("JH = 13-17", "JH = 13-")
    open_address(page, address("read", f"{broken}nonsense\n", lang="fr"))
    told = page.locator(".verdict li")
    for text in ("Ce n’est pas une action.", "Ce n’est pas un nombre de points.", "Ce n’est pas une ligne d’une"):
        expect(told.filter(has_text=text)).to_have_count(1)
    open_address(page, address("read", W1.replace("JH = 13-17", "JH = 14-17"), deal=1, step=20, lang="fr"))
    wrong = "La marque à ce moment n’est pas juste."
    expect(told).to_contain_text(wrong)
    expect(page.locator(".judged")).to_contain_text(wrong)


# ---------------------------------------------------------------- every use


def test_the_log_of_a_page_notices_other_hosts_and_errors(pages: Callable[[str], Pages], service: Server) -> None:
    log = pages(service.url)
    page = log()
    page.evaluate("fetch('http://elsewhere.test/', { mode: 'no-cors' }).catch(() => console.error('no answer'))")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('a fault'); })")
    page.goto("/table/")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate("fetch('http://elsewhere.test/refused').catch(() => 0)")
    told = ["no answer", "a fault", "Content Security Policy"]
    expect_reached(page, lambda: [text for text in told if any(text in error for error in log.errors)], told)
    assert log.foreign == ["http://elsewhere.test/"], "the policy of the page lets no other request begin"
    log.foreign.clear()
    log.errors.clear()


def test_every_use_is_accessible_and_fits_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)
    page.goto("/table/start")
    assert_fits(page)
    views = {
        "/table/": "form.setup",
        address("play", LED, house="A"): ".board",
        address("read", W1.replace("JH = 13-17", "JH = 14-17"), deal=1, step=20): ".judged",
        address("try", LED): ".worth b",
    }
    for view, shown in views.items():
        open_address(page, view)
        page.locator(shown).first.wait_for()
        page.locator("details").evaluate_all("all => all.forEach((each) => (each.open = true))")
        if page.get_by_role("button", name="Hint").count():
            page.get_by_role("button", name="Hint").click()
            page.locator(".advice").wait_for()
        assert_fits(page)


def test_the_first_deal_is_small_and_needs_little_of_the_processor(new_page: Pages) -> None:
    """From the first address to twelve cards, of which five are court cards.

    Until the button of the first page can be pressed, the page takes less than a second of a processor that is four
    times as slow.
    """
    page = new_page()
    page.add_init_script(SAME_DEAL)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("/table/")
    page.get_by_role("button", name="Play now").wait_for()
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    assert 0 < 4 * metrics["TaskDuration"] < 1, metrics
    page.get_by_role("button", name="Play now").click()
    wait_until_ready(page)
    new_page.wait_until_quiet(page)
    assert sum(code[0] in "KQJ" for code in codes(own_cards(page).locator(".."))) == 5
    sizes = [response.request.sizes() for response in new_page.responses]
    total = sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)
    assert len(sizes) > 20 and 10_000 < total < 120_000
