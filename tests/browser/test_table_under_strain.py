"""The page /table/ where something is pressed twice, the service cannot be reached, or an address is wrong."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.api.multiplayer.deals import actions_until, state_after
from tests.browser.accessibility import NARROW, assert_accessible
from tests.browser.addresses import address, pack
from tests.browser.pages import VIEWPORT, Pages, expect_reached
from tests.browser.table import (
    SAME_DEAL,
    act,
    open_address,
    open_all,
    own_cards,
    position_of,
    run_script,
    wait_until_ready,
)
from tests.browser.test_multiplayer_table import position
from tests.browser.test_table import DEAL, EXCHANGED, LED, PLAYED_OUT, W1
from tests.helpers.prerequisites import requires

pytestmark = requires("browser")


#: Worked deals for three and four, and the number of actions after which A has a card to play or something to say.
PLAYED = {"normand": ("NW9", actions_until("NW9", "call")), "voleur": ("VW1", actions_until("VW1", "play"))}

# ---------------------------------------------------------------- pressed twice

#: Presses each button of the use once, and when it has done its work twice; the last one first, because the first ones
#: of Read clear what is shown. Returns the paths that each asked. Requests for operations fail
#: as those do that are given up, so that nothing comes of them and the view stays as it is.
PRESS_ALL = """async (buttons) => {
  const fetched = window.fetch;
  let asked = [];
  navigator.clipboard.writeText = async () => {}; // which may wait for a permission
  window.fetch = (url, options) => {
    if (!String(url).includes("/v1/")) return fetched(url, options);
    asked.push(new URL(url).pathname.slice(4));
    return Promise.reject(new DOMException("held", "AbortError"));
  };
  const paths = {};
  for (const button of [...document.querySelectorAll(buttons)].reverse()) {
    const name = `${button.ariaLabel ?? button.textContent} ${Object.keys(paths).length}`;
    for (const times of [1, 2]) {
      if (!button.isConnected) break;
      asked = [];
      for (let time = 0; time < times; time += 1) button.click();
      do await new Promise((resolve) => setTimeout(resolve, 5));
      while (button.ariaBusy || button.form?.ariaBusy);
      (paths[name] ??= []).push(asked);
    }
  }
  window.fetch = fetched;
  delete navigator.clipboard.writeText;
  return paths;
}"""


#: Of the cards of a hand, two are enough; those of the tray ask nothing.
BUTTONS = "main button:not([hidden], .tray *, playing-card:nth-child(n + 3) *)"


def expect_guarded(page: Page, *wanted: str) -> None:
    """A button that is pressed twice asks what it asks when it is pressed once. Some button asks what is wanted."""
    paths = page.evaluate(PRESS_ALL, BUTTONS)
    assert {path for pressed in paths.values() for asked in pressed for path in asked} >= set(wanted), paths
    assert not {name: pressed for name, pressed in paths.items() if pressed[0] != pressed[-1]}
    assert paths
    expect(page.locator("main div.notice")).to_have_count(0)


def test_every_button_of_play_asks_once_when_it_is_pressed_twice(page: Page) -> None:
    views = {
        address("play", DEAL, house="B"): (".near", ["states/view"]),
        address("play", EXCHANGED, house="B"): (".actions > button", ["actions/check", "states/view"]),
        address("play", f"{LED}_B.TH", house="B"): (".near [legal]", ["actions/check"]),
        address("play", EXCHANGED): (".handover button", ["states/view"]),
        address("play", PLAYED_OUT, house="B", seed="x", level="easy"): (
            ".worst > ol",
            ["deals", "records/review"],
        ),
        "/table/#play": (".setup", ["parties"]),
        "/table/#play?rules=portland&seed=x": (".handover", ["parties"]),
    }
    for view, (shown, wanted) in views.items():
        open_address(page, view)
        page.locator(f".use:not([data-old]) {shown}").first.wait_for(state="attached")
        expect(page.locator(".worst", has_text="Reviewing")).to_have_count(0)  # it asks by itself, until it knows
        expect_guarded(page, *wanted)


@pytest.mark.parametrize("game", ["normand", "voleur"])
def test_every_button_for_three_and_four_asks_once(game: str, page: Page) -> None:
    state, house = state_after(*PLAYED[game]), "BCD"
    open_address(page, f"/table/#play?game={game}")
    page.locator(".setup").wait_for()
    expect_guarded(page, f"{game}/deals")
    open_address(page, position(state, house))
    wait_until_ready(page)
    for _ in range(2):  # so that something can be taken back
        act(page, page.locator(".actions > button, .near [legal] button").first.click)
    expect_guarded(page, f"{game}/states/picture", f"{game}/states/view")


def test_every_button_of_read_try_and_learn_asks_once(page: Page) -> None:
    views = {
        address("read", W1, deal=1, step=3): (".board", ["records/convert", "records/review"]),
        address("try", LED): (".worth b", ["actions/check", "deals"]),
        "/table/#learn?lesson=3": (".lesson", []),
    }
    for view, (shown, wanted) in views.items():
        open_address(page, view)
        page.locator(f".use:not([data-old]) {shown}").first.wait_for()
        expect_guarded(page, *wanted)


def test_take_back_and_next_deal_are_done_once(page: Page) -> None:
    open_address(page, address("play", PLAYED_OUT, house="B"))
    page.get_by_role("button", name="Next deal").evaluate("each => { each.click(); each.click(); }")
    own_cards(page).first.wait_for()
    wait_until_ready(page)
    open_address(page, address("play", DEAL, house=""))
    act(page, page.get_by_role("button", name="I am Player A").click)
    for card in own_cards(page).all()[:2]:
        card.click()
    act(page, page.locator("button.discard").click)
    act(page, page.get_by_role("button", name="I am Player B").click)
    page.get_by_role("button", name="Take back").evaluate("each => { each.click(); each.click(); }")
    page.get_by_role("button", name="I am Player A").click()
    expect(page.locator(".near[data-seat=A]")).to_be_visible()
    assert position_of(page) == DEAL
    expect(page.locator(".notice")).to_have_count(0)


RELEASE = "window.fetch = window.fetched"

# ---------------------------------------------------------------- storage


NO_STORAGE = """for (const name of ["sessionStorage", "localStorage"]) {
  Object.defineProperty(window, name, { get: () => { throw new DOMException("denied", "SecurityError"); } });
}"""


def test_a_browser_that_blocks_storage_can_play(new_page: Pages) -> None:
    page = new_page()
    page.add_init_script(NO_STORAGE)
    page.add_init_script(SAME_DEAL)
    page.goto("/table/")
    page.get_by_role("button", name="Play now").click()
    wait_until_ready(page)
    open_address(page, address("play", PLAYED_OUT))
    open_all(page)
    page.get_by_role("button", name="Copy as curl").click()
    expect(page.locator(".share output")).to_be_visible()


# ---------------------------------------------------------------- leaving, and wrong addresses


def test_a_new_partie_leads_back_to_the_partie_in_hand(page: Page) -> None:
    open_address(page, address("play", LED, house="A"))
    wait_until_ready(page)
    before = position_of(page)
    for back in (page.go_back, page.get_by_role("link", name="Continue your partie").click):
        page.get_by_role("button", name="New partie").click()
        page.locator(".setup").wait_for()
        back()
        wait_until_ready(page)
        assert position_of(page) == before
    page.get_by_role("button", name="New partie").click()
    page.get_by_role("link", name="For four").click()  # from the form of another game, too
    expect(page.get_by_text("Players A and C are partners")).to_be_visible()
    expect(page.get_by_role("link", name="Continue your partie")).to_be_visible()


def test_back_leads_to_the_position_and_the_record_before(page: Page) -> None:
    open_address(page, address("try", LED))
    page.locator(".worth b").first.wait_for()
    before = position_of(page)
    page.get_by_role("button", name="Deal at random").click()
    page.locator(".advice").wait_for()
    page.go_back()
    page.locator(".worth b").first.wait_for()
    assert position_of(page) == before
    open_address(page, address("read", W1, deal=1, step=3))
    page.locator(".place").wait_for()
    page.locator("summary", has_text="record").first.click()
    page.get_by_role("button", name="An example").click()
    expect_reached(page, lambda: "Step 3" not in page.locator(".place").inner_text(), True)
    page.go_back()
    expect(page.locator(".place")).to_have_text(re.compile("Step 3 of"))
    assert position_of(page) == W1


def test_a_wrong_address_is_reported_above_what_can_be_done(page: Page, shared_pages: Pages) -> None:
    shared_pages.provoked = {400, 409, 413, 422}
    deal = pack(json.dumps([{"events": 1}]))
    for place, shown in {
        "play?z=!": ".setup",
        f"play?z={pack('hello')}": ".setup",
        f"play?z={pack(DEAL)}&deals={deal}": ".setup",
        "play?game=voleur&z=!": ".setup",
        f"play?game=voleur&z={pack('{}')}": ".setup",
        "read?z=!": "#record",
        "try?z=!": "#line",
        "learn?lesson=deal&z=!": ".lesson",
    }.items():
        open_address(page, f"/table/#{place}")
        expect(page.locator("main div.notice").first).to_be_visible()
        expect(page.locator(f"main {shown}").first).to_be_visible()
    open_address(page, f"/table/#play?z={pack('hello')}")
    page.locator(".setup").wait_for()
    assert_accessible(page)


# ---------------------------------------------------------------- sharing


@pytest.mark.parametrize("game", ["piquet", "normand"])
def test_during_a_deal_the_picture_of_the_seat_alone_is_shared(game: str, new_page: Pages) -> None:
    """What is copied or saved has no card that the seat has not seen."""
    page = new_page()
    page.goto(
        address("play", EXCHANGED, house="B", seed="x")
        if game == "piquet"
        else position(state_after(*PLAYED[game]), "BC")
    )
    wait_until_ready(page)
    open_all(page)
    expect(page.locator(".share button")).to_have_text(["Save picture"])
    with page.expect_request("**/states/picture") as sent:
        page.get_by_role("button", name="Save picture").click()
    assert sent.value.post_data_json["seat"] == "A"


# ---------------------------------------------------------------- when the service cannot be reached


def silent(page: Page) -> None:
    """Lets requests of the page fail, as they do where there is no network, without a message of the browser's."""
    run_script(page, "window.fetched = fetch; window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));")


def test_what_fails_can_be_tried_again(page: Page) -> None:
    again = page.get_by_role("button", name="Try again")

    open_address(page, address("play", EXCHANGED.removesuffix("_BxS7H97"), house="A"))  # the house has acted
    wait_until_ready(page)
    for card in own_cards(page).all()[:2]:
        card.click()
    run_script(
        page,
        """
      window.fetched = fetch;
      window.fetch = (url, given) =>
        String(url).includes("/advice") ? Promise.reject(new TypeError("Failed to fetch")) : fetched(url, given);
    """,
    )
    page.locator("button.discard").click()
    expect(again).to_be_visible()  # the house cannot be asked
    expect(page.locator("main .notice")).to_contain_text("The service cannot be reached.")
    run_script(page, RELEASE)
    act(page, again.click)
    assert re.search(r"_Bx[^_]+_A", position_of(page)), "the exchange was made once, and the house has called"

    open_address(page, address("play", PLAYED_OUT, house="B", seed="x", level="easy"))
    page.locator(".result").wait_for()
    open_all(page)
    for name in ("Copy record", "Copy challenge"):
        silent(page)
        page.get_by_role("button", name=name).click()
        expect(page.locator(".share .notice")).to_contain_text("The service cannot be reached.")
        run_script(page, RELEASE)
        page.locator(".share").get_by_role("button", name="Try again").click()
        expect(page.locator(".share output")).to_be_visible()
        expect(page.locator(".share .notice")).to_have_count(0)
    silent(page)
    page.get_by_role("button", name="Next deal").click()
    expect(again).to_be_visible()
    run_script(page, RELEASE)
    again.click()
    own_cards(page).first.wait_for()

    open_address(page, address("read", W1))
    page.locator(".place").wait_for()
    page.locator("summary", has_text="record").first.click()
    silent(page)
    page.get_by_role("button", name="Read it").click()
    expect(again).to_be_visible()
    run_script(page, RELEASE)
    again.click()
    expect(page.locator(".place")).to_be_visible()


# ---------------------------------------------------------------- long names, held keys

LONG = "Maximilienne" * 12


def test_long_names_do_not_widen_the_page(page: Page) -> None:
    named = re.sub("(?m)^(event|player .): .*$", rf"\1: {LONG}", W1)
    for size, step in ((NARROW, 37), (VIEWPORT, 14)):
        page.set_viewport_size(size)
        open_address(page, address("read", named, deal=1, step=step))
        expect(page.locator(".place")).to_have_text(re.compile(f"Step {step} of"))
        page.locator("h2", has_text=LONG).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_many_steps_change_the_address_no_more_often_than_browsers_allow(page: Page) -> None:
    """Browsers ignore or refuse more than some 100 changes of the address in half a minute. The last step stays."""
    open_address(page, address("read", W1))
    page.reload()  # other tests have changed the address of this page
    page.locator(".place").wait_for()
    page.evaluate("""async () => {
      const { show } = await import("/table/js/address.js");
      globalThis.changes = 0;
      history.replaceState = (...given) => {
        globalThis.changes += 1;
        History.prototype.replaceState.apply(history, given);
      };
      for (let step = 1; step <= 300; step += 1) show("read", { step });
    }""")
    expect(page).to_have_url(re.compile("#read.step=300"))
    assert 0 < page.evaluate("changes") < 100
    run_script(page, "delete history.replaceState")
