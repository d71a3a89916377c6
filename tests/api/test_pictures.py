"""Pictures over HTTP: addresses, media types, caching, options, and what is told to whoever errs."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from service.app import create_app
from service.piquet import Table
from service.settings.service import Settings
from tests.api.test_tokens import CLIENT, begun, held
from tests.contract.validation import CheckedClient
from tests.helpers.http import client, post
from tests.helpers.law_game import deal_p
from tools.refresh_examples import HANDS, LINE, TALON

PATH = "/v1/states/picture"
SVG, TEXT = {"Accept": "image/svg+xml"}, {"Accept": "text/plain"}


@pytest.fixture
def checked(app: Flask) -> CheckedClient:
    return CheckedClient(app)


def drawn(checked: CheckedClient, headers: dict[str, str] = SVG, **options: Any) -> Any:
    response = checked.get(f"{PATH}?{urlencode({'state': LINE, **options})}", headers=headers)
    assert response.status_code == 200, response.text
    return response


def faults(response: Any) -> dict[str, str]:
    """The messages of a 422 by pointer."""
    assert response.status_code == 422
    return {each["pointer"]: each["message"] for each in response.json["errors"]}


# ---------------------------------------------------------------- media types and headers


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "image/svg+xml"),
        ("*/*", "image/svg+xml"),
        ("image/*", "image/svg+xml"),
        ("text/*", "text/plain"),
        ("text/plain, image/svg+xml", "image/svg+xml"),
        ("text/plain, image/svg+xml;q=0.5", "text/plain"),
        ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "image/svg+xml"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "image/svg+xml"),
        ("image/svg+xml;q=0, */*", "text/plain"),
    ],
)
@pytest.mark.parametrize("path", [f"{PATH}?state={LINE}", "/v1/hands/ASKS/picture"])
def test_accept_chooses_svg_or_text(checked: CheckedClient, path: str, accept: str, media_type: str) -> None:
    response = checked.get(path, headers={"Accept": accept} if accept else {})
    assert response.status_code == 200 and response.mimetype == media_type
    assert "Accept" in response.vary


@pytest.mark.parametrize("accept", ["text/html", "image/png", "application/json", "image/svg+xml;q=0"])
def test_nothing_else_is_answered(checked: CheckedClient, accept: str) -> None:
    for response in (
        checked.get(f"{PATH}?state={LINE}", headers={"Accept": accept}),
        checked.get("/v1/hands/ASKS/picture", headers={"Accept": accept}),
        checked.post(PATH, json={"state": LINE}, headers={"Accept": accept}),
    ):
        assert response.status_code == 406 and response.mimetype == "application/problem+json"
        assert "image/svg+xml or text/plain" in response.json["detail"]


@pytest.mark.parametrize("path", [f"{PATH}?state={LINE}&seat=B", "/v1/hands/ASKS/picture"])
@pytest.mark.parametrize("headers", [SVG, TEXT, {**SVG, "Accept-Encoding": "gzip"}], ids=str)
def test_a_picture_is_cached_as_a_hand_is(checked: CheckedClient, path: str, headers: dict[str, str]) -> None:
    first = checked.get(path, headers=headers)
    assert first.headers["Cache-Control"] == checked.get("/v1/hands/ASKS").headers["Cache-Control"]
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    again = checked.get(path, headers={**headers, "If-None-Match": etag})
    assert again.status_code == 304 and not again.data and again.headers["ETag"] == etag
    assert again.vary.as_set() == first.vary.as_set() >= {"accept"}
    head = checked.head(path, headers=headers)
    assert head.status_code == 200 and not head.data
    assert (head.headers["ETag"], head.headers["Content-Length"]) == (etag, first.headers["Content-Length"])


def test_svg_and_text_have_different_etags(checked: CheckedClient) -> None:
    assert drawn(checked).headers["ETag"] != drawn(checked, TEXT).headers["ETag"]


def test_a_picture_runs_and_loads_nothing_and_may_be_embedded_if_it_has_an_address(checked: CheckedClient) -> None:
    response = drawn(checked)
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert response.headers.getlist("Cross-Origin-Resource-Policy") == ["cross-origin"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    posted = checked.post(PATH, json={"state": LINE}, headers=SVG)
    assert posted.headers.getlist("Cross-Origin-Resource-Policy") == ["same-origin"]
    assert posted.headers["Cache-Control"] == "no-store"
    assert posted.data == response.data


# ---------------------------------------------------------------- options


def test_every_option_does_the_same_in_an_address_and_in_a_body(checked: CheckedClient) -> None:
    options = {"seat": "B", "bottom": "A", "lang": "fr", "colours": 4, "width": 320, "suits": "signs"}
    for headers in (SVG, TEXT):
        got = drawn(checked, headers, **options)
        assert checked.post(PATH, json={"state": LINE, **options}, headers=headers).data == got.data
        assert got.data != drawn(checked, headers).data
    svg = drawn(checked, **options).text
    assert 'width="320"' in svg and 'lang="fr"' in svg and 'id="card4-' in svg
    assert "♠" in drawn(checked, TEXT, **options).text


def test_wrong_options_are_told_with_what_is_possible(checked: CheckedClient) -> None:
    wrong = {"seat": "a", "bottom": "E", "lang": "frr", "colours": "3", "width": "119", "suits": "letter", "size": "1"}
    told = faults(checked.get(f"{PATH}?{urlencode({'state': LINE, **wrong})}"))
    assert told.keys() == {f"/{name}" for name in wrong}
    assert "did you mean A?" in told["/seat"] and "one of A, B" in told["/bottom"]
    assert "did you mean fr?" in told["/lang"] and "one of 2, 4" in told["/colours"]
    assert told["/width"].endswith(">= 120") and "did you mean letters?" in told["/suits"]
    assert faults(checked.get(f"{PATH}?state={LINE}&width=4001"))["/width"].endswith("<= 4000")
    assert "integer" in faults(checked.get(f"{PATH}?state={LINE}&width=wide"))["/width"]
    assert faults(checked.get("/v1/hands/AS/picture?seat=A")).keys() == {"/seat"}


def test_null_in_a_query_is_a_value_that_may_be_left_out(checked: CheckedClient) -> None:
    """A query has text only, which is not decoded as the members of a body are."""
    told = faults(checked.get(f"{PATH}?state={LINE}&width=null"))
    assert told["/width"].endswith("; or leave it out")


def test_a_position_too_long_for_an_address_is_told_where_to_send_it(checked: CheckedClient) -> None:
    told = faults(checked.get(f"{PATH}?state={LINE}{'_' * 3000}"))
    assert told["/state"] == "is longer than 3,000 characters; POST /v1/states/picture takes a longer one"


def test_a_text_that_is_no_position_and_a_position_that_cannot_be_are_told_in_words(checked: CheckedClient) -> None:
    assert checked.get(f"{PATH}?state=1~portland@1~B~SAK").json["code"] == "malformed_notation"
    assert checked.get(f"{PATH}?state={LINE.replace('portland@1', 'portlnd')}").json["code"] == "unknown_ruleset"
    impossible = checked.get(f"{PATH}?state={LINE}_AxSA")
    assert impossible.json["code"] == "impossible_state" and impossible.json["violations"]


@pytest.mark.parametrize(
    ("cards", "code", "pointer"),
    [
        ("ASAS", "contradictory_request", "/cards/1"),
        ("A", "invalid_request", "/cards"),
        ("ASKX", "invalid_request", "/cards"),
        ("10S", "invalid_request", "/cards"),
        ("6S7S8S9STSJSQSKSAS6H7H8H9H", "invalid_request", "/cards"),
    ],
)
def test_what_is_no_hand_has_no_picture(checked: CheckedClient, cards: str, code: str, pointer: str) -> None:
    response = checked.get(f"/v1/hands/{cards}/picture")
    assert response.json["code"] == code
    assert response.json["errors"][0]["pointer"] == pointer


# ---------------------------------------------------------------- states of every form


def test_a_state_is_the_same_picture_in_json_and_as_text(checked: CheckedClient) -> None:
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B", "hands": HANDS, "talon": TALON})["state"]
    line = post("/v1/states/validate", {"state": state})["text"]
    as_json = checked.post(PATH, json={"state": state, "seat": "A"}, headers=SVG)
    assert as_json.data == checked.post(PATH, json={"state": line, "seat": "A"}, headers=SVG).data


def test_a_concealed_state_shows_the_seat_whose_key_was_sent() -> None:
    state = begun()
    for seat, other in ("AB", "BA"):
        shown = CLIENT.post(PATH, json={"state": held(state, seat)}, headers=TEXT)
        assert shown.status_code == 200 and shown.text.splitlines()[0].endswith(f"as {seat} sees it")
        same = CLIENT.post(PATH, json={"state": held(state, seat), "seat": seat}, headers=TEXT)
        assert same.data == shown.data
        refused = CLIENT.post(PATH, json={"state": held(state, seat), "seat": other}, headers=TEXT)
        assert refused.status_code == 409 and refused.json["code"] == "concealed"
    both = CLIENT.post(PATH, json={"state": held(state, "A", "B")}, headers=TEXT)
    assert both.status_code == 200 and "face down" not in both.text


def test_where_only_sealed_states_are_accepted_a_line_has_no_picture() -> None:
    settings = {"SEAL_KEYS": "bench:" + "A" * 43 + "=", "REQUIRE_SEAL": "1"}
    sealed = create_app(Settings.from_env(settings)).test_client()
    assert sealed.get(f"{PATH}?state={LINE}").json["code"] == "seal_required"


# ---------------------------------------------------------------- irregularities (docs/law.md)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_unequal_hands_and_irregularities_are_drawn(lang: str) -> None:
    game = deal_p("AxSKD98C87 B@xS7H9-k678")  # B discards two cards and takes three
    text = client().post(PATH, json={"state": game.state, "lang": lang}, headers=TEXT).text
    words = {"en": ("wrong exchange of B", "Irregularity"), "fr": ("faux écart de B", "Irrégularité")}
    assert all(word in text for word in words[lang])
    seen = client().post(PATH, json={"state": game.state, "seat": "A"}, headers=TEXT).text
    assert "  Hand: 13 cards face down\n" in seen


def test_cards_that_a_seat_has_seen_are_drawn_for_that_seat_only() -> None:
    state = deal_p("Bi-peeked-1").state  # 9S, the first card of the talon
    pictures = {seat: client().post(PATH, json={"state": state, "seat": seat}, headers=TEXT).text for seat in "AB"}
    assert "  Seen: S9\n" in pictures["B"]
    assert "Seen" not in pictures["A"]


def test_the_state_of_a_table_is_what_the_facade_draws() -> None:
    table = Table(first_dealer="B")
    table.deal(hands=HANDS, talon=TALON)
    assert json.dumps(table.view("A"))  # the facade's own view is unchanged
    assert table.state.phase == table.phase
