"""Advice over HTTP: what it takes, what it refuses, and that it depends on nothing but what the seat knows."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlencode

import pytest

from tests.api.test_tokens import CLIENT, held
from tests.helpers.cards import cards as cards_named
from tests.helpers.game import Game, Json
from tests.helpers.http import client, get, post, problem
from tests.helpers.random_cases import scale, seeds
from tests.properties import test_view as views
from tests.properties.random_play import pack_of, reachable_states
from tests.properties.test_concealed import concealed

ADVICE, EXCHANGE = "/v1/advice", "/v1/exchanges/analyse"
RULESETS = ("portland", "french", "old-36", "german", "garraud")


def fault(path: str, body: Json) -> tuple[str, str]:
    """The code of a problem, and where its first fault is."""
    told = problem(path, body)
    return told["code"], told["errors"][0]["pointer"]


def dealt() -> Game:
    return Game.deal("S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C 7A8K9QTJ")


def late(state: Json) -> bool:
    """Whether advice is quick: few cards are left, or something was called."""
    return state["to_act"] is not None and 2 <= len(state["hands"][state["to_act"]]) <= 6


# ---------------------------------------------------------------- what is refused


def test_a_seat_that_is_not_to_act_gets_no_advice() -> None:
    game = dealt()  # A is elder, and exchanges first (R4.1)
    assert fault(ADVICE, {"state": game.state, "seat": "B"}) == ("contradictory_request", "/seat")
    assert fault(ADVICE, {"view": views.view(game.state, "B")}) == ("contradictory_request", "/view/seat")


def test_there_is_no_advice_where_nobody_is_to_act() -> None:
    before = post("/v1/parties", {"ruleset": "portland", "first_dealer": "B"})["state"]
    assert fault(ADVICE, {"state": before}) == ("contradictory_request", "/state/phase")


def test_a_deal_with_irregular_entries_gets_no_advice() -> None:
    game = dealt()
    game.do("A", "exchange", cards="D AKQJ S AK", irregular=True)  # six cards are more than five (R4.1)
    assert fault(ADVICE, {"state": game.state}) == ("irregular_state", "/state/incidents")
    assert fault(ADVICE, {"view": views.view(game.state, "B")}) == ("irregular_state", "/view/incidents")


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("hand", ["AS", "KS"]),  # not what was dealt
        ("talon_count", 7),
        ("phase", "reply"),  # nothing was called
        ("drawn", ["7C"]),
        ("tricks", [{"leader": "A", "cards": ["AS"], "winner": None}]),
    ],
)
def test_a_view_that_no_deal_has_is_refused(member: str, value: Json) -> None:
    view = views.view(dealt().state, "A") | {member: value}
    assert fault(ADVICE, {"view": view})[0] == "contradictory_request"


def test_a_view_in_which_a_trick_was_played_twice_is_refused() -> None:
    """All numbers of cards seem right to whoever counts each card once (R2.1)."""
    game = Game.exchanged("S AKQJT H AKQ D AKQ C A", "S 987 H JT98 D JT98 C K").passes("point", "sequence", "set")
    game.play("AS").reckon_nothing().play("9S KS 8S QS 7S AH JH KH TH QH 9H")
    view = views.view(game.state, "A")
    assert post(ADVICE, {"view": view})["phase"] == "play"
    again = [*view["tricks"], view["tricks"][-1]]
    assert fault(ADVICE, {"view": view | {"tricks": again}}) == ("contradictory_request", "/view")


def exchanged_edited(seat: str, edit: Json) -> Json:
    """The view of a seat that is to exchange, with other members. In the younger's, elder has exchanged five cards."""
    game = dealt() if seat == "A" else dealt().exchange("S AKQJ H A")
    view = views.view(game.state, seat)
    assert post(ADVICE, {"view": view})["phase"] == ("elder_exchange" if seat == "A" else "younger_exchange")
    return view | edit


def test_a_view_with_cards_of_the_talon_before_the_exchange_is_refused() -> None:
    """R4.4, R4.5: those that are left are seen, and none is left before."""
    view = exchanged_edited("A", {"looked": dealt().state["talon"][:6]})
    assert fault(ADVICE, {"view": view}) == ("contradictory_request", "/view")


@pytest.mark.rule("R3.3", "R4.1", "R4.4")
@pytest.mark.parametrize(
    ("seat", "edit"),
    [
        ("A", {"announced_exchange": 3}),  # which no event tells
        ("A", {"phase": "commit_discard"}),  # to which elder announces an exchange
        ("B", {"left": {"A": 4, "B": None}}),  # one card, where five were drawn
        ("B", {"left": {"A": 12, "B": None}}),  # more than elder's five
        ("B", {"announced_exchange": 8}),  # more than five
    ],
)
def test_a_view_with_an_exchange_that_was_not_made_is_refused(seat: str, edit: Json) -> None:
    assert fault(ADVICE, {"view": exchanged_edited(seat, edit)})[0] == "contradictory_request"


#: Twelve cards without a court card, and twelve others.
BLANCHE, COURTLY = "S T987 H T987 D T987", "S AKQJ H AKQJ D AKQJ"


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize(
    ("hand", "statuses", "shown"),
    [
        (COURTLY, {"A": "shown", "B": None}, None),  # the seat has twelve cards, nine of them court cards
        (BLANCHE, {"A": None, "B": "announced"}, None),  # of the twenty that are unseen, eight are no court cards
        (COURTLY, {"A": None, "B": "shown"}, None),  # and nobody sees it
        (COURTLY, {"A": None, "B": None}, BLANCHE),
        (COURTLY, {"A": None, "B": "shown"}, "S T987 H T987 D T98 C K"),
        (COURTLY, {"A": None, "B": "shown"}, "S AT98 H T987 D T987"),
        (COURTLY, {"A": None, "B": "shown"}, "S T987 H T987"),
    ],
)
def test_a_view_with_a_carte_blanche_that_cannot_be_is_refused(hand: str, statuses: Json, shown: str | None) -> None:
    rest = COURTLY if hand == BLANCHE else BLANCHE
    view = views.view(Game.deal(hand, rest, "C 7A8K9QTJ").state, "A")
    assert post(ADVICE, {"view": view})["phase"] == "elder_exchange"
    cards = None if shown is None else cards_named(shown)
    edited = view | {"carte_blanche": statuses, "other": view["other"] | {"carte_blanche": cards}}
    assert fault(ADVICE, {"view": edited}) == ("contradictory_request", "/view")


@pytest.mark.rule("R3.1")
def test_a_carte_blanche_that_was_shown_is_no_contradiction() -> None:
    view = views.view(dealt().state, "A") | {"carte_blanche": {"A": None, "B": "shown"}}
    shown = view["other"] | {"carte_blanche": cards_named(BLANCHE)}
    assert post(ADVICE, {"view": view | {"other": shown}})["phase"] == "elder_exchange"


def before_the_sets() -> Game:
    """Elder, who has four aces, has passed the point and the sequence."""
    return Game.exchanged("S AKQJT H AKQ D AKQ C A", "S 987 H JT98 D JT98 C K").passes("point", "sequence")


@pytest.mark.parametrize(
    ("member", "value"),
    [("to_act", None), ("phase", "deal"), ("phase", "deal_over"), ("phase", "partie_over")],
)
def test_a_view_in_which_nobody_is_to_act_is_refused(member: str, value: Json) -> None:
    view = views.view(before_the_sets().state, "A")
    assert post(ADVICE, {"view": view})["phase"] == "calling"
    assert fault(ADVICE, {"view": view | {member: value}}) == ("contradictory_request", f"/view/{member}")


@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_view_with_a_suit_that_elder_did_not_name_is_refused(seat: str) -> None:
    """R4.5: elder names it aloud, so there is an event of it."""
    game = before_the_sets()
    view = views.view(game.state if seat == "A" else game.call("set", 4, "A").state, seat)
    assert fault(ADVICE, {"view": view | {"named_suit": "C"}}) == ("contradictory_request", "/view")


def test_a_view_with_a_set_without_cards_is_refused() -> None:
    """A nought is a point or a sequence (docs/rules.md#nought)."""
    view = views.view(before_the_sets().state, "A")
    shown = view["events"][-1] | {"kind": "set", "points": 3}
    assert shown["cards"] == []
    assert fault(ADVICE, {"view": view | {"events": [*view["events"], shown]}}) == ("contradictory_request", "/view")


def test_a_view_with_a_set_without_a_rank_is_refused() -> None:
    view = views.view(before_the_sets().call("set", 4, "A").state, "B")
    assert post(ADVICE, {"view": view})["phase"] == "reply"
    del view["calls"][-1]["called"]["rank"]
    assert fault(ADVICE, {"view": view}) == ("contradictory_request", "/view")


def test_a_view_in_which_the_other_cannot_have_said_what_they_did_is_refused() -> None:
    game = Game.exchanged("S AKQJT H AKQ D AKQ C A", "S 987 H JT98 D JT98 C K")
    game.call("point", 5)
    view = views.view(game.state, "B")
    assert post(ADVICE, {"view": view})["phase"] == "reply"
    # Elder cannot hold a point of seven: younger has three of each long suit that elder could have it in.
    called = [call | {"called": {"length": 12, "value": None}} for call in view["calls"]]
    assert fault(ADVICE, {"view": view | {"calls": called}}) == ("contradictory_request", "/view")


def test_a_state_and_a_view_do_not_go_together() -> None:
    state = dealt().state
    assert problem(ADVICE, {"state": state, "view": views.view(state, "A")})["code"] == "invalid_request"


# ---------------------------------------------------------------- what a seat knows


def test_a_state_its_view_and_its_line_have_the_same_advice() -> None:
    for _, rng in seeds("forms of advice", 2):
        state = next(each for each in reachable_states("portland", rng, 1) if late(each))
        told = post(ADVICE, {"state": state})
        line = post("/v1/states/validate", {"state": state})["text"]
        assert post(ADVICE, {"state": state, "seat": state["to_act"]}) == told
        assert post(ADVICE, {"view": views.view(state, state["to_act"])}) == told
        assert post(ADVICE, {"state": line}) == told
        assert get(f"{ADVICE}?{urlencode({'state': line, 'seat': state['to_act']})}") == told


def test_a_concealed_state_takes_the_key_of_its_seat_alone() -> None:
    for _, rng in seeds("concealed advice", 1):
        state = next(each for each in reachable_states("portland", rng, 1) if late(each))
        seat = state["to_act"]
        token = concealed(state)

        def ask(**body: Json) -> tuple[int, Json]:
            response = CLIENT.post(ADVICE, json=body)
            return response.status_code, response.get_json()

        assert ask(state=held(token, seat)) == (200, post(ADVICE, {"state": state}))
        status, told = ask(state=held(token, views.other(seat)))
        message = f"is {views.other(seat)}, but {seat} is to act"
        assert (status, told["errors"]) == (409, [{"pointer": "/state/keys", "message": message}])
        status, told = ask(state=held(token, "A", "B"))
        assert (status, told["errors"][0]["pointer"]) == (409, "/state/keys")


def test_what_a_seat_cannot_know_has_no_influence_on_its_advice() -> None:
    compared: Counter[str] = Counter()
    for number, (_, rng) in enumerate(seeds("hidden from advice", 5)):
        ruleset = RULESETS[number % len(RULESETS)]
        for state in filter(late, reachable_states(ruleset, rng, 0.5)):
            seat = state["to_act"]
            hidden = sorted(set(pack_of(ruleset)) - views.known(state, seat))
            body = {"seat": seat, "assume": rng.choice(["nothing", "candid"])}
            told = client().post(ADVICE, json={"state": state, **body}).data
            for _ in range(3):
                if len(hidden) < 2:
                    break
                instead = views.permuted(state, seat, views.some_names(hidden, rng))
                if instead is None or instead["events"] != state["events"] or instead["dealt"] == state["dealt"]:
                    continue
                assert client().post(ADVICE, json={"state": instead, **body}).data == told
                compared[ruleset] += 1
    assert compared.keys() == set(RULESETS), compared
    assert compared.total() >= scale(12), compared


# ---------------------------------------------------------------- what is answered


def test_every_option_is_legal_and_its_parts_add_up_to_its_value() -> None:
    counted = 0
    for _, rng in seeds("options of advice", 2):
        for state in filter(late, reachable_states("portland", rng, 0.4)):
            told = post(ADVICE, {"state": state, "limit": 100})
            values = [option["value"] for option in told["options"]]
            assert told["seat"] == state["to_act"] and told["phase"] == state["phase"]
            for option in told["options"]:
                assert post("/v1/actions/check", {"state": state, "action": option["action"]})["legal"]
                if option["value"] is not None:
                    assert sum(option["parts"].values()) == pytest.approx(option["value"], abs=1e-9)
                    assert option["behind"] == pytest.approx(values[0] - option["value"], abs=3e-4)
                    counted += 1
    assert counted > 10


def test_the_limit_is_the_number_of_options() -> None:
    for _, rng in seeds("limit of advice", 1):
        state = next(
            each for each in reachable_states("portland", rng, 1) if late(each) and len(each["hands"]["A"]) == 6
        )
        every = post(ADVICE, {"state": state, "limit": 100})
        first = post(ADVICE, {"state": state, "limit": 1})
        assert first["options"] == every["options"][:1] and first["basis"] == every["basis"]


def test_the_only_legal_card_is_not_valued() -> None:
    game = Game.exchanged("S AKQJT H AKQ D AKQ C A", "S 987 H JT98 D JT98 C K")
    game.passes("point", "sequence", "set").play("C A").reckon_nothing()
    told = post(ADVICE, {"state": game.state})  # the king must follow (R6.1)
    (option,) = [each for each in told["options"] if each["action"]["type"] == "play"]
    assert option["action"]["card"] == "KC" and option["value"] is None and option["parts"] is None
    assert told["basis"] | {"layouts": 0, "of": 0, "exact": True} == told["basis"]


# ---------------------------------------------------------------- discards with the play


def test_discards_with_the_play_are_those_asked_for() -> None:
    state = dealt().state
    asked = {"limit": 2, "mode": "plain", "play": True, "named": [["JD", "JS"]]}
    told = post(EXCHANGE, {"state": state, "seat": "A", **asked})
    listed = [sorted(row["discard"]) for row in told["rows"]]
    played = [sorted(option["action"]["cards"]) for option in told["played"]["options"]]
    assert ["JD", "JS"] in played and len(played) == 3
    assert post(EXCHANGE, {"view": views.view(state, "A"), **asked})["played"] == told["played"]
    hand = {"side": "elder", "hand": state["hands"]["A"]}
    assert post(EXCHANGE, {**hand, **asked})["played"] == told["played"]
    assert len(listed) == 2


def test_named_discards_must_be_legal_and_need_the_play() -> None:
    state = dealt().state
    asked = {"state": state, "seat": "A", "mode": "plain"}
    assert fault(EXCHANGE, {**asked, "named": [["JD"]]}) == ("contradictory_request", "/named")
    assert fault(EXCHANGE, {**asked, "play": True, "named": [["JD"], ["7C"]]}) == ("contradictory_request", "/named/1")
    six = ["AS", "KS", "QS", "JS", "AH", "KH"]  # more than five (R4.1)
    assert fault(EXCHANGE, {**asked, "play": True, "named": [six]}) == ("contradictory_request", "/named/0")
    hand = {"side": "elder", "hand": state["hands"]["A"], "mode": "plain", "play": True}
    assert fault(EXCHANGE, {**hand, "known": ["7C"]}) == ("contradictory_request", "/known")


@pytest.mark.rule("R4.2")
def test_who_has_exchanged_no_card_has_thrown_the_only_discard_there_is() -> None:
    """In *au cent* younger may keep all twelve cards: every layout weighs the same, as without weights."""
    game = Game.deal("S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C 7A8K9QTJ", ruleset="au-cent")
    game.do("A", "exchange", cards="D J").do("B", "exchange", cards="")
    for category in ("point", "sequence", "set"):
        game.do("A", "pass", category=category)
    equal, weighed = (post(ADVICE, {"state": game.state, "weights": name}) for name in ("equal", "discards"))
    assert weighed["options"] == equal["options"]
