"""What requests cost that are priced by what is in them: docs/configuration.md, "Rate limits"."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.resources import exchanges
from service.middleware.rate_limits import InProcessCounter, RateLimits
from service.settings.service import Quota
from tests.helpers.running_service import ROOT
from tests.middleware.conftest import FIRST_DEAL
from tests.middleware.test_rate_limits import Clock

Service = Callable[..., FlaskClient]

VERIFY, REVIEW = "/v1/records/verify", "/v1/records/review"
SHEET, PARTIE, W1 = ((ROOT / "examples" / f"{name}.piquet").read_text() for name in ("score-sheet", "partie", "w1"))
#: A deal of which only the discards and the play are written down, with a wrong claim: other cards are tried.
BLIND = re.sub(r"(?m)^(hand|talon).*\n", "", W1).replace("A KH = 11-17", "A KH = 12-17")
PACK = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
HAND = ["QS", "TS", "AH", "KH", "QH", "TH", "QD", "JD", "9D", "AC", "JC", "TC"]


def left(response: Any) -> int:
    return int(re.findall(r"r=(\d+)", response.headers["RateLimit"])[0])


def cost(service: Service, path: str, body: Any) -> int:
    """The units that a request takes of a quota that is large enough."""
    response = service(RATE_LIMIT="100000/day").post(path, data=json.dumps(body), content_type="application/json")
    assert response.status_code == 200, response.get_data(as_text=True)
    return 100_000 - left(response)


def of_bytes(body: Any) -> int:
    """The price of the bytes of a body of records: 2, and 4 for each KiB, rounded up."""
    return 2 + -(-4 * len(json.dumps(body)) // 1024)


def test_the_price_of_verifying_records_follows_their_size(service: Service):
    for records in ([SHEET], [PARTIE], [SHEET] * 50):
        assert cost(service, VERIFY, {"records": records}) == of_bytes({"records": records})


def test_a_desk_with_600_units_verifies_many_score_sheets(service: Service):
    client = service(RATE_LIMIT="600/day")
    statuses = [client.post(VERIFY, json={"records": [SHEET]}).status_code for _ in range(140)]
    assert statuses == [200] * 140


def test_unknown_cards_cost_a_unit_each_time_they_are_filled_in(service: Service):
    """At most fourteen times for a deal, and with a wrong claim more than the two that a deal needs at least."""
    body = {"records": [BLIND]}
    tries = cost(service, VERIFY, body) - of_bytes(body)
    assert 2 < tries <= 14
    five = {"records": [BLIND] * 5}
    assert cost(service, VERIFY, five) - of_bytes(five) == 5 * tries


def test_a_request_is_answered_if_less_is_left_than_its_unknown_cards_cost(service: Service):
    client = service(RATE_LIMIT="20/day")
    response = client.post(VERIFY, json={"records": [BLIND] * 3})
    assert response.status_code == 200 and len(response.json["reports"]) == 3
    assert left(response) == 0


def test_the_last_units_of_a_quota_do_not_pay_for_unknown_cards_again_and_again(service: Service):
    client = service(RATE_LIMIT="20/day")
    statuses = [client.post(VERIFY, json={"records": [BLIND] * 3}).status_code for _ in range(3)]
    assert statuses == [200, 429, 429]


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-ndjson"])
def test_a_stream_pays_for_unknown_cards_and_ends_when_the_quota_is_used_up(service: Service, media_type: str):
    """The records whose cards were filled in are answered, and the rest is not. How many depends on the time."""
    record = f"{BLIND}\n" if media_type == "text/plain" else json.dumps(BLIND) + "\n"
    body, client = record * 250, service(RATE_LIMIT="900/day")
    assert 4 * len(body) / 1024 < 900
    *reports, last = client.post(VERIFY, data=body, content_type=media_type).get_data().splitlines()
    assert 50 < len(reports) < 250 and json.loads(reports[-1])["record"] == len(reports)
    assert json.loads(last)["code"] == "too_many_requests"
    assert client.post(VERIFY, data=record, content_type=media_type).status_code == 429


@pytest.mark.parametrize(("actions", "units"), [(1, 2), (4, 2), (5, 3), (100, 22)])
def test_check_many_costs_by_the_number_of_actions(service: Service, actions: int, units: int):
    state = service().post("/v1/deals", json=FIRST_DEAL).json["state"]
    action = {"seat": "A", "type": "exchange", "cards": state["hands"]["A"][:1]}
    body = {"state": state, "actions": [action] * actions}
    assert cost(service, "/v1/actions/check-many", body) == units
    if actions < 100:  # that many states are longer than what is included
        assert (
            cost(service, "/v1/actions/check-many", {"items": [{"state": state, "action": action}] * actions}) == units
        )


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_check_many_of_the_other_games_costs_the_same(service: Service, game: str):
    options = {"ruleset": f"{game}@1", "dealer": "A", "seed": "prices"}
    state = service().post(f"/v1/{game}/deals", json=options).json["state"]
    listed = service().post(f"/v1/{game}/actions/options", json={"state": state, "expand": True, "limit": 1}).json
    body = {"state": state, "actions": [listed["actions"][0]] * 10}
    assert cost(service, f"/v1/{game}/actions/check-many", body) == 4


@pytest.mark.parametrize(("hands", "units"), [(1, 2), (19, 2), (20, 3), (200, 12)])
def test_hands_cost_by_their_number(service: Service, hands: int, units: int):
    body = {"hands": [{"cards": PACK[:12]}] * hands}
    assert cost(service, "/v1/hands/evaluate", body) == units


def test_a_full_analysis_of_an_exchange_costs_by_its_discards(service: Service):
    """Younger may exchange one card in 12 ways: 12 / 10 is one unit. Elder one or two in 12 + 66."""
    path, one = "/v1/exchanges/analyse", {"side": "younger", "hand": HAND, "at_most": 1}
    assert cost(service, path, one) == 20 + 12 // 10
    assert cost(service, path, {**one, "mode": "plain"}) == 20
    assert cost(service, path, {"side": "elder", "hand": HAND, "at_most": 2}) == 20 + (12 + 66) // 10


def test_what_a_quota_does_not_leave_is_refused_before_it_is_computed_and_costs_what_it_took_to_read(service: Service):
    """The request costs 2 for its size, and 10 for its 200 hands."""
    client = service(RATE_LIMIT="10/day")
    client.get("/v1/rulesets")
    refused = client.post("/v1/hands/evaluate", json={"hands": [{"cards": PACK[:12]}] * 200})
    assert (refused.status_code, refused.json["code"], left(refused)) == (429, "too_many_requests", 7)
    assert client.post("/v1/hands/evaluate", json={"hands": [{"cards": PACK[:12]}] * 20}).status_code == 200


def test_with_its_surcharges_a_request_costs_a_whole_quota_at_most():
    limits = RateLimits([Quota("second", 10, 1), Quota("minute", 30, 60)], InProcessCounter(), Clock())
    headers: list[tuple[str, str]] = []
    charged = limits.charge("ann", 8, headers)
    charged += limits.charge("ann", 9, headers, paid=8)
    assert dict(headers)["RateLimit"] == '"second";r=0;t=1, "minute";r=13;t=60'
    limits.charge("ann", 100, headers, paid=17)
    assert dict(headers)["RateLimit"] == '"second";r=0;t=1, "minute";r=0;t=60'
    limits.give_back("ann", charged)
    limits.charge("ann", 10, headers)
    assert dict(headers)["RateLimit"] == '"second";r=0;t=1, "minute";r=7;t=60'


def test_a_review_that_the_quota_does_not_leave_costs_what_it_took_to_verify_the_record(service: Service):
    """Of 700 units 500 are left, and the review of a deal costs 600: it is refused before the deal is reviewed."""
    body = {"record": W1}
    base = 20 + 4 * -(-len(json.dumps(body)) // 1024)
    client = service(RATE_LIMIT="700/day")
    for _ in range(2):
        client.post("/v1/advice", json={"state": "no state"})  # 100 units
    for times in (1, 2):
        refused = client.post(REVIEW, json=body)
        assert (refused.status_code, refused.json["code"]) == (429, "too_many_requests")
        assert left(refused) == 500 - times * base


def test_a_review_of_several_deals_that_costs_more_than_a_quota_is_refused(service: Service):
    """Two deals cost 1,200 units."""
    refused = service(RATE_LIMIT="1199/day").post(REVIEW, json={"record": PARTIE, "deals": [1, 2]})
    assert (refused.status_code, refused.json["code"]) == (409, "contradictory_request")
    assert refused.json["errors"][0]["pointer"] == "/deals"
    assert "1,200 units" in refused.json["errors"][0]["message"]


def test_an_exchange_is_analysed_only_when_the_play_is_paid(service: Service, monkeypatch: pytest.MonkeyPatch):
    """The exchange costs 20, and the play 100 besides."""
    monkeypatch.setattr(exchanges, "_rows", lambda *asked: pytest.fail("it was analysed"))
    state = service().post("/v1/deals", json=FIRST_DEAL).json["state"]
    body = {"state": state, "seat": "A", "mode": "plain", "play": True}
    client = service(RATE_LIMIT="121/day")
    client.get("/v1/rulesets")
    client.get("/v1/rulesets")
    refused = client.post("/v1/exchanges/analyse", json=body)
    assert (refused.status_code, left(refused)) == (429, 119 - 20)


def test_work_that_is_done_takes_what_is_left_of_each_quota():
    limits = RateLimits([Quota("second", 10, 1), Quota("minute", 12, 60)], InProcessCounter(), Clock())
    headers: list[tuple[str, str]] = []
    assert limits.charge_done("ann", 4, headers) is True
    assert dict(headers)["RateLimit"] == '"second";r=6;t=1, "minute";r=8;t=60'
    assert limits.charge_done("ann", 7, headers) is False
    assert dict(headers)["RateLimit"] == '"second";r=0;t=1, "minute";r=1;t=60'
    assert limits.charge_done("ben", 10, headers) is True, "which is just what is left"
    assert dict(headers)["RateLimit"] == '"second";r=0;t=1, "minute";r=2;t=60'


def test_work_that_costs_nothing_asks_no_counter():
    limits = RateLimits([Quota("second", 10, 1)], lambda *asked: pytest.fail("it was asked"), Clock())
    assert limits.charge_done("ann", 0, [])
