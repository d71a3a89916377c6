"""Read on the page /table/ in a browser: saved games of voleur and normand, which are states (docs/table.md)."""

import copy
import json

from playwright.sync_api import Page, expect

from tests.api.multiplayer.deals import SEATS, state_after
from tests.browser.addresses import address
from tests.browser.pages import expect_reached
from tests.browser.table import codes, open_address, open_link, saved_picture
from tests.helpers.prerequisites import requires
from tests.multiplayer.worked_deals import WORKED_DEALS

pytestmark = requires("browser")


def test_a_saved_game_is_stepped_through_deal_by_deal_with_all_hands_open(page: Page) -> None:
    """NW12 follows seven deals with 112, 139 and 141 points. Its own score is the service's, in a test of its rules."""
    worked, state = WORKED_DEALS["NW12"], state_after("NW12")
    steps = len(worked.actions)
    page.set_viewport_size({"width": 390, "height": 844})
    open_address(page, address("read", json.dumps(state), deal=8))
    place = page.locator(".place")
    expect(place).to_have_text(f"Step 0 of {steps}")
    expect(page.locator(".deals button")).to_have_count(8)
    for seat in SEATS["normand"]:
        hand = page.locator(f".side[data-seat={seat}] > card-hand playing-card")
        expect_reached(page, lambda hand=hand: sorted(codes(hand)), sorted(worked.hands[seat]))
    page.keyboard.press("End")
    expect(place).to_have_text(f"Step {steps} of {steps}")
    for seat, points in state["score"].items():
        expect(page.locator(f".side[data-seat={seat}] h2")).to_contain_text(f"deal: {points}")
    expect(page.locator(".side[data-seat=B]")).to_contain_text("Discards:")  # B deals, and exchanged (N3.1)
    drawn = page.request.post("/v1/normand/states/picture", data={"state": state, "lang": "en"}).text()
    assert saved_picture(page) == drawn
    page.get_by_role("button", name="Deal 1 ").click()
    expect(page.locator(".sheet tbody tr")).to_have_count(1)

    wrong = copy.deepcopy(state)
    wrong["score"]["A"] += 1
    page.locator("summary").first.click()
    page.get_by_label("A record, as text or as JSON").fill(json.dumps(wrong))
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".notices .notice")).to_contain_text(
        f"is {wrong['score']['A']}, but the history gives {state['score']['A']}."
    )


def test_play_for_four_leads_to_read(page: Page) -> None:
    open_address(page, address("play", json.dumps(state_after("VW1")), game="voleur", house="BCD"))
    open_link(page, "Step through it")
    expect(page.locator(".viewer .side")).to_have_count(4)
    expect(page.locator(".place")).to_have_text(f"Step 0 of {len(WORKED_DEALS['VW1'].actions)}")
