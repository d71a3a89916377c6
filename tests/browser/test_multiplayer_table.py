"""The page /table/ in a browser: voleur, for four, and normand, for three (docs/multiplayer.md)."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.multiplayer.deals import SEATS, actions_until, state_after
from tests.browser.accessibility import NARROW, assert_fits
from tests.browser.addresses import address, with_text
from tests.browser.keyboard import tab_to
from tests.browser.pages import Pages, expect_reached
from tests.browser.table import (
    READY,
    SAME_DEAL,
    act,
    address_of,
    codes,
    open_address,
    open_all,
    own_cards,
    position_of,
    run_script,
    saved_picture,
    shown_in_play,
    wait_until_ready,
)
from tests.helpers.http import post
from tests.helpers.prerequisites import requires
from tests.helpers.random_cases import seeds
from tests.multiplayer.worked_deals import WORKED_DEALS

pytestmark = requires("browser")

Json = Any


def position(state: Json, house: str) -> str:
    """The address of a state, with the seats of the house."""
    game = state["ruleset"] if isinstance(state["ruleset"], str) else state["ruleset"]["name"]
    return address("play", json.dumps(state), game=game.split("@")[0], house=house)


def replayed(state: Json) -> Json:
    """The state to which the history of a state leads, as the service says it."""
    game = state["ruleset"].split("@")[0]
    deal = {"ruleset": game, "dealer": state["partie"]["dealer"], **state["dealt"]}
    begun = post(f"/v1/{game}/deals", deal)["state"]
    items = post(f"/v1/{game}/actions/check-many", {"state": begun, "actions": state["history"]})["items"]
    assert all(item["legal"] for item in items)
    return items[-1]["state"]


def skip_to_the_last_action(page: Page) -> None:
    """Opens the address of the same deal where A acts for the last time, if all do the first thing that is legal."""
    last = state = json.loads(position_of(page))
    path = f"/v1/{state['ruleset'].split('@')[0]}/actions"
    while state["to_act"]:
        if state["to_act"] == "A":
            last = state
        (action,) = post(f"{path}/options", {"state": state, "expand": True, "limit": 1})["actions"]
        state = post(f"{path}/check", {"state": state, "action": action})["state"]
    open_address(page, with_text(address_of(page), json.dumps(last)))
    wait_until_ready(page)


# ---------------------------------------------------------------- whole deals


def test_a_deal_for_four_is_played_by_keyboard_against_the_house(page: Page) -> None:
    open_address(page, "/table/#play")
    run_script(page, SAME_DEAL)
    keys = page.keyboard
    page.locator("form.setup").wait_for()
    tab_to(page, page.get_by_role("link", name="For four: piquet voleur"))
    keys.press("Enter")
    expect(page.get_by_text("Players A and C are partners")).to_be_visible()
    tab_to(page, page.get_by_role("button", name="Play now"))
    keys.press("Enter")
    wait_until_ready(page)
    expect(page.locator(".side:not(.far) h2")).to_contain_text("elder")  # D deals, and A speaks first (V1.2)
    tab_to(page, page.locator(".actions > button").first)
    while act(page, keys.press, "Enter"):
        assert shown_in_play(page)["hand"], "no suit that was led is to be followed"
    expect(page.locator(".refusal a.rule").first).to_have_text("V6.1")  # a suit that was led is followed
    skip_to_the_last_action(page)
    tab_to(page, own_cards(page).first)
    assert act(page, keys.press, "Enter")
    state = json.loads(position_of(page))
    assert (state["phase"], len(state["tricks"])) == ("deal_over", 8), "eight cards each (V1.1)"
    score = replayed(state)["score"]
    assert score == state["score"]
    told = f"Deal 1: You and House C {score['AC']}, House B and House D {score['BD']}."
    expect(page.locator(".result")).to_have_text(told)
    expect(page.locator("#live")).to_contain_text("The last trick 1 point.")
    expect(page.locator("#live")).to_contain_text(told)
    expect(page.locator(".sheet tfoot")).to_have_text(re.compile(rf"{score['AC']}\s*{score['BD']}$"))


def test_a_deal_for_three_is_played_by_mouse_in_french_and_goes_on_after_a_reload(new_page: Pages) -> None:
    page = new_page(locale="fr", viewport={"width": 390, "height": 844})
    page.add_init_script(SAME_DEAL)
    page.goto("/table/#play?game=normand")
    open_all(page, ".setup details")
    page.get_by_label("Premier donneur").select_option("A")  # who alone exchanges (N3.1)
    page.get_by_role("button", name="Jouer", exact=True).click()
    wait_until_ready(page)
    expect(page.get_by_role("button", name="Ne rien écarter")).to_be_visible()
    places = set()
    own_cards(page).last.click()
    assert act(page, page.get_by_role("button", name="Écarter 1 carte").click)
    expect(page.get_by_role("listitem").filter(has_text="1 carte écartée")).to_be_visible()
    reloads = 0
    while (left := len((shown := shown_in_play(page))["hand"])) > 8:
        places.add(tuple(shown["place"][1:]))
        act(page, page.locator(".actions > button" if shown["buttons"] else ".near [legal] button").first.click)
        if left == 9 and not reloads:
            page.reload()
            wait_until_ready(page)
            reloads += 1
    skip_to_the_last_action(page)
    places.add(tuple(shown_in_play(page)["place"][1:]))
    assert act(page, own_cards(page).first.click)
    state = json.loads(position_of(page))
    assert (state["phase"], len(state["tricks"]), state["exchanged"]) == ("deal_over", 10, 1), "ten each (N1.1)"
    assert reloads
    assert len(places) == 1, "the hand stays where it is"
    score = replayed(state)["score"]
    assert score == state["score"]
    told = f"Coup 1 : Vous {score['A']}, Maison B {score['B']}, Maison C {score['C']}."
    expect(page.locator(".result")).to_have_text(told)


def test_the_house_plays_no_card_after_the_partie_was_left(new_page: Pages) -> None:
    page = new_page(reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(position(state_after("VW1", actions_until("VW1", "play")), "BCD"))
    wait_until_ready(page)
    own_cards(page).first.click()
    page.locator(".thinks").wait_for()
    page.get_by_role("button", name="New partie").click()
    page.locator("form.setup").wait_for()
    page.clock.run_for(2_000)  # longer than the house waits before it plays
    new_page.wait_until_quiet(page)
    expect(page.locator("form.setup")).to_be_visible()
    expect(page).to_have_url(re.compile("#play\\?game=voleur$"))


# ---------------------------------------------------------------- what is seen


@pytest.mark.parametrize(("name", "dealer"), [("VW1", "D"), ("NW1", "A")])
def test_the_page_of_a_seat_is_the_same_for_all_hidden_cards(page: Page, name: str, dealer: str) -> None:
    """A speaks first in voleur, and has the exchange in normand: nothing is known of other hands and the talon."""
    worked = WORKED_DEALS[name]
    others = SEATS[worked.game][1:]
    size = len(worked.hands["A"])
    hidden = [card for seat in others for card in worked.hands[seat]] + worked.talon
    for seed, rng in seeds("hidden cards of several hands", 1):
        shown = []
        for _ in range(2):
            rng.shuffle(hidden)
            hands = {seat: hidden[at * size : at * size + size] for at, seat in enumerate(others)}
            deal = {"ruleset": worked.game, "dealer": dealer, "hands": {"A": worked.hands["A"], **hands}}
            if worked.talon:
                deal["talon"] = hidden[-len(worked.talon) :]
            open_address(page, position(post(f"/v1/{worked.game}/deals", deal)["state"], others))
            wait_until_ready(page)
            shown.append((page.locator("main").evaluate("each => each.innerHTML"), saved_picture(page)))
        assert shown[0] == shown[1], seed
        assert shown[0][1].startswith("<svg")
        assert not [card for card in hidden if f'"{card}"' in shown[0][0]]
        assert all(f'"{card}"' in shown[0][0] for card in worked.hands["A"])


def test_the_screen_is_covered_between_two_people(page: Page) -> None:
    open_address(page, position(state_after("VW1", 0), "BD"))
    page.get_by_role("button", name="I am Player A: show my cards").click()
    page.get_by_role("button", name="Point of five, making 50.").click()
    # B, the house, speaks before C (V1.2).
    expect(page.get_by_role("heading", name="Hand the screen to Player C")).to_be_visible()
    expect(page.locator("playing-card")).to_have_count(0)
    page.get_by_role("button", name="I am Player C: show my cards").click()
    held = page.locator(".side:not(.far) > card-hand playing-card")
    expect_reached(page, lambda: sorted(codes(held)), sorted(WORKED_DEALS["VW1"].hands["C"]))


def test_what_was_shown_lies_open_until_it_is_played(page: Page) -> None:
    """NW9: C, who deals, claims a carte blanche, exchanges, and A claims another: both are shown as dealt (N2.1)."""
    open_address(page, position(state_after("NW9", actions_until("NW9", "call")), "BC"))
    wait_until_ready(page)
    shown = page.locator(".side[data-seat=C] .spread playing-card")
    expect_reached(page, lambda: sorted(codes(shown)), sorted(WORKED_DEALS["NW9"].hands["C"]))
    expect(page.locator(".side[data-seat=C] > card-hand playing-card:not([code])")).to_have_count(10)


def test_what_may_be_reckoned_is_offered_as_the_service_says(page: Page) -> None:
    """VW6: C called the good quint and has nothing else: no reckoning without it (V4.7). Then A may choose (V4.8)."""
    open_address(page, position(state_after("VW6", actions_until("VW6", "reckon")), "ABD"))
    offered = page.locator(".actions").get_by_role("button", include_hidden=True)
    expect(offered).to_have_text(["Reckon everything"])
    open_address(page, position(state_after("VW6", actions_until("VW6", "reckon") + 1), "BCD"))
    expect(offered).to_have_count(5)
    expect(offered.nth(0)).to_have_text("Reckon everything")
    expect(offered.nth(1)).to_have_text("Reckon nothing")
    clubs = "knave of clubs, ten of clubs, nine of clubs"
    diamonds = "ten of diamonds, nine of diamonds, eight of diamonds"
    for tierce in (clubs, diamonds):
        expect(offered.filter(has_text=re.compile(f"^Reckon only {tierce}$"))).to_have_count(1)
    offered.first.click()
    # Two tierces make 21 in hand, and nobody else has scored: repique, 70 (V7.2).
    expect(page.locator(".dialogue li[data-kind=repique]")).to_contain_text(re.compile(r"\+70 .*V7\.2"))
    # A's partner has reckoned, and A is asked with nothing (V4.8).
    open_address(page, position(state_after("VW3", 15), "BCD"))
    expect(page.locator(".prompt > p")).to_have_text("You have nothing to reckon here.")
    expect(offered).to_have_text(["Go on"])


# ---------------------------------------------------------------- the end


def test_a_partie_for_three_is_settled_with_what_two_play_on(page: Page) -> None:
    """NW5 ends with 156, 0 and 0: A wins, and B and C play on (N8.3, N8.4). B then has the target, and is second."""
    open_address(page, position(state_after("NW5"), "BC"))
    result = page.locator(".result")
    expect(result).to_contain_text("The partie goes to You. House B and House C play on for two")
    page.get_by_role("spinbutton", name="House B").fill("151")
    page.get_by_role("spinbutton", name="House C").fill("20")
    page.get_by_role("button", name="Add this deal").click()
    settled = (
        "The partie: You 156, House B 151, House C 20. The partie goes to You. "
        "Second: House B; last: House C. The stakes: You 1, House B 0, House C -1."
    )
    expect(result).to_have_text(settled)
    expect(page.locator(".continuation")).to_have_count(0)
    expect(page).to_have_url(re.compile("&more=151-20$"))
    page.reload()
    expect(result).to_have_text(settled)


@pytest.mark.parametrize(("name", "dealer"), [("VW22", "C"), ("NW12", "B")])
def test_a_rematch_for_three_and_four_is_dealt_by_the_next_player(name: str, dealer: str, page: Page) -> None:
    """B has dealt first in VW22, and A in NW12. The next one may be a person or the house."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_address(page, position(state_after(name), "BCD"))
    result = page.locator(".result")
    result.wait_for()
    ended = result.inner_text()
    for label in ("Rematch", "New partie"):
        expect(page.get_by_role("button", name=label)).to_be_in_viewport(ratio=1)
    run_script(page, "scrollTo(0, document.body.scrollHeight)")
    act(page, page.get_by_role("button", name="Rematch, other dealer").click)
    expect(page.locator(f".side[data-seat={dealer}] h2")).to_contain_text("dealer")
    assert json.loads(position_of(page))["partie"]["deals"] == []
    assert page.evaluate("scrollY") == 0, "a new deal is seen from its top"
    page.go_back()
    expect(result).to_have_text(ended)


def test_an_address_that_holds_no_state_of_the_game_is_told(page: Page, shared_pages: Pages) -> None:
    shared_pages.provoked = {422}
    open_address(page, address("play", "no state", game="voleur"))
    expect(page.locator(".notice")).to_contain_text("This address cannot be read.")
    open_address(page, address("play", '{"ruleset": "voleur"}', game="voleur"))
    expect(page.locator(".notice")).to_contain_text("/state")


# ---------------------------------------------------------------- for everybody


def test_every_view_is_accessible_and_fits_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)
    views = {
        "/table/#play?game=voleur": "form.setup",
        position(state_after("VW1", 0), "BCD"): ".actions button",
        position(state_after("VW1", actions_until("VW1", "play") + 4), "BCD"): ".trick figure",
        position(state_after("NW5"), "BC"): ".continuation",
    }
    for view, shown in views.items():
        open_address(page, view)
        page.locator(shown).first.wait_for()
        page.locator(f"form.setup, {READY}").first.wait_for()
        assert_fits(page)
