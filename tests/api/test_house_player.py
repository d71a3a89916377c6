"""The house player of examples/house_player: what it sees, its levels, and that it plays under every ruleset."""

import json
import re
from collections import Counter

import httpx
import pytest

from examples.house_player import match
from examples.house_player.opponents import GreedyPlayer, RandomPlayer
from examples.house_player.player import LEVELS, HousePlayer
from examples.house_player.table import Table
from piquet_referee_client import Conflict, IllegalAction, InvalidRequest, Referee
from service.advice.values import EFFORTS, Effort
from service.app import create_app
from service.settings.service import Settings
from tests.helpers import http
from tests.helpers.cards import PACK, cards
from tests.helpers.random_cases import seeds

CATALOGUE = sorted(each["ruleset"] for each in http.get("/v1/rulesets")["rulesets"])

# The deal of W1: A is elder.
ELDER = cards("S AKJ H AQJ8 D 98 C J87")
YOUNGER = cards("S T7 H T97 D AQJT C KQT")
TALON = cards("9S 8S KH 9C KD QS AC 7D")


class CheckedTransport(httpx.BaseTransport):
    """Requests to the service in process, each held against the contract; `sent` has what was POSTed."""

    def __init__(self):
        self.sent = []

    def handle_request(self, request):
        self.sent.append((request.url.path, json.loads(request.content)))
        status, answer = http.send(*self.sent[-1])
        return httpx.Response(status, json=answer)


def referee_over(transport):
    """A client whose requests this transport takes."""
    return Referee("http://localhost", transport=transport)


@pytest.fixture(scope="module")
def app():
    """An application for these tests alone: its cache has the `cheap` advice."""
    return create_app(Settings())


@pytest.fixture
def client(app):
    return referee_over(httpx.WSGITransport(app=app.wsgi_app))


@pytest.fixture
def cheap(monkeypatch):
    """Advice that rests on little, so that a deal takes a fraction of a second."""
    for name in EFFORTS:
        monkeypatch.setitem(EFFORTS, name, Effort(name, 2_000, 4))


def dealt(elder=ELDER, younger=YOUNGER, talon=TALON, ruleset="portland"):
    """A first deal: A is elder."""
    hands = {"A": elder, "B": younger}
    return http.post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "hands": hands, "talon": talon})["state"]


def after(state, *actions):
    """The state after actions in the notation, all of which are legal."""
    for judged in http.post("/v1/actions/check-many", {"state": state, "actions": list(actions)})["items"]:
        assert judged["legal"], judged["violations"]
    return judged["state"]


def view_of(seat, state):
    return http.post("/v1/states/view", {"state": state, "seat": seat})["view"]


# ---------------------------------------------------------------- every ruleset


@pytest.mark.parametrize("ruleset", CATALOGUE)
def test_it_plays_a_deal_against_chance_under_every_ruleset(ruleset, client, cheap):
    for seed, rng in seeds(f"house {ruleset}", 1):
        table = Table(client, ruleset, seed)
        players = {"A": HousePlayer(client, seed, rng.choice([*LEVELS])), "B": RandomPlayer(seed)}
        table.begin_by_cut(players)
        partie = table.play(players, deals=1)  # raises IllegalAction if an action is not legal
        assert partie["deal"] == 1


@pytest.mark.parametrize("overrides", [{"calling": "automatic"}, {"nought": True, "carte_rouge": 20}])
def test_it_plays_with_parameters_of_one_s_own(overrides, client, cheap):
    table = Table(client, {"name": "portland", "overrides": overrides}, "overrides")
    table.begin("A")
    assert table.play({"A": HousePlayer(client, "a"), "B": GreedyPlayer()}, deals=1)["deal"] == 1


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("ruleset", ["portland", "parlett"])
def test_it_claims_a_carte_blanche_and_ends_the_deal(ruleset, cheap):
    transport = CheckedTransport()
    client = referee_over(transport)
    elder = cards("S T987 H T987 D T987")
    younger = cards("S AK H AK D AK C AKQJT9")
    table = Table(client, ruleset, "blank")
    table.resume(dealt(elder, younger, cards("QS JS QH JH QD JD 8C 7C"), ruleset))
    house = HousePlayer(client, "blank")
    table.play({"A": house, "B": HousePlayer(client, "other")}, deals=1)
    claims = [body for path, body in transport.sent if path.endswith("/check")]
    assert "claim_carte_blanche" in [body["action"]["type"] for body in claims]
    assert [event["points"] for event in table.view("A")["events"] if event["kind"] == "carte_blanche"] == [10]


CALLED = ("AxSKD98C87", "BxS7H97", "Ap5", "Be", "Av49", "Bg", "Ar", "As4-A", "Bg", "Ar", "At3-J", "Bn")
#: A set that B cannot hold: two of its aces are in A's hand.
FALSE = {"seat": "B", "type": "reckon", "holdings": [{"category": "set", "cards": ["AS", "AH", "AD", "AC"]}]}


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        pytest.param(["Bi-exposed-HA"], "irregular_state", id="an exposed card"),
        pytest.param(
            [*CALLED, "A.AH", {**FALSE, "irregular": True}, "B.TH"], "contradictory_request", id="unnoticed false words"
        ),
    ],
)
def test_where_there_is_no_advice_it_plays_the_first_action_that_is_legal(entries, code, client, cheap):
    table = Table(client, "portland", "irregular")
    state = after(dealt(), *entries)
    table.resume(state)
    house = HousePlayer(client, "irregular")
    with pytest.raises(Conflict, match=code):
        house.act(table.view("A"))
    first = http.post("/v1/actions/options", {"state": state, "seat": "A", "expand": True, "limit": 1})["actions"][0]
    assert house.decide(table.seats["A"]) == first
    assert table.play({"A": house, "B": HousePlayer(client, "other")}, deals=1)["deal"] == 1


def test_another_refusal_is_no_reason_to_play_anything(client):
    table = Table(client, "portland", "")
    table.resume(after(dealt(), *CALLED))
    house = HousePlayer(client, "")
    with pytest.raises(InvalidRequest, match="invalid_request"):
        house.act({})
    with pytest.raises(InvalidRequest, match="422"):
        house.decide(Blind())


class Blind:
    """A seat whose view is empty."""

    def view(self):
        return {}


# ---------------------------------------------------------------- its levels


class Advised:
    """A client whose advice has three discards, 0, 3 and 9 points behind, and a concession that is 1 point behind."""

    def __init__(self):
        self.asked = []
        rows = {"best": 0, "concede": 1, "near": 3, "far": 9}
        self.options = [{"action": {"type": name}, "behind": behind} for name, behind in rows.items()]

    def advise(self, **asked):
        self.asked.append(asked)
        return {"options": self.options}

    def chosen(self, level, times=2_000):
        """How often each option is chosen, by name, in views that differ."""
        actions = [HousePlayer(self, f"{seed}", level).act({"hand": []}) for seed in range(times)]
        return Counter(action["type"] for action in actions)


def test_easy_chooses_among_three_options_and_strong_takes_the_best():
    easy = Advised().chosen("easy")
    assert easy.keys() == {"best", "near", "far"}
    assert min(easy.values()) > 550, "each in one of three cases: 667 of 2,000, with a standard deviation of 21"
    for level in ("strong", "full"):
        assert Advised().chosen(level, times=50) == {"best": 50}


def test_medium_seldom_takes_an_option_that_is_behind_and_never_one_far_behind():
    medium = Advised().chosen("medium")
    assert medium.keys() == {"best", "near"}
    # 3 points behind weigh exp(-3 / 2) = 0.223: 365 of 2,000, with a standard deviation of 17.
    assert 280 < medium["near"] < 450


@pytest.mark.parametrize("level", LEVELS)
def test_a_concession_is_chosen_only_if_it_is_best(level):
    advised = Advised()
    assert "concede" not in advised.chosen(level, times=50)
    advised.options = [{"action": {"type": "concede"}, "behind": 0}]
    assert advised.chosen(level, times=1) == {"concede": 1}
    assert {each["effort"] for each in advised.asked} == {"full" if level == "full" else "quick"}


def test_the_same_view_level_and_seed_give_the_same_action():
    for level in LEVELS:
        one, other = (HousePlayer(Advised(), "seed", level) for _ in range(2))
        views = [{"hand": [number]} for number in range(20)]
        assert [one.act(view) for view in views] == [other.act(view) for view in views]


# ---------------------------------------------------------------- it sees what its seat may see


def seen_in(view):
    """The cards that are anywhere in a view."""
    return set(re.findall(r'"([6-9TJQKA][SHDC])"', json.dumps(view)))


def rearranged(state, seat, rng):
    """The same deal with two cards exchanged that the seat has not seen; None if it would have noticed."""
    view = view_of(seat, state)
    one, two = rng.sample([card for card in PACK if card not in seen_in(view)], 2)
    swap = {one: two, two: one}

    def swapped(some):
        return [swap.get(card, card) for card in some]

    lying = {"hands": {each: swapped(state["dealt"]["hands"][each]) for each in "AB"}}
    lying["talon"] = swapped(state["dealt"]["talon"])
    begun = {"ruleset": state["ruleset"], "dealer": state["partie"]["dealer"], **lying}
    found = http.post("/v1/deals", begun)["state"]
    if state["history"]:
        history = [
            {**action, "cards": swapped(action["cards"])} if action["type"] == "exchange" else action
            for action in state["history"]
        ]
        judged = http.post("/v1/actions/check-many", {"state": found, "actions": history})["items"][-1]
        if not judged["legal"]:
            return None
        found = judged["state"]
    return found if found != state and view_of(seat, found) == view else None


def test_hidden_cards_make_no_difference(client, cheap):
    tried = Counter()
    for number, (seed, rng) in enumerate(seeds("hidden cards", 2)):
        deal = {"ruleset": "portland", "dealer": "AB"[number % 2], "seed": seed}
        state = http.post("/v1/deals", deal)["state"]
        table, other = Table(client, "portland", ""), Table(client, "portland", "")
        while state["to_act"]:
            seat = state["to_act"]
            table.resume(state)
            house = HousePlayer(client, seed, "medium")
            action = house.decide(table.seats[seat])
            lying = rearranged(state, seat, rng)
            if lying:
                other.resume(lying)
                assert house.decide(other.seats[seat]) == action
                tried[action["type"]] += 1
            state = after(state, action)
    assert tried["exchange"] >= 2 and tried["call"] >= 1 and tried["play"] >= 10, tried


def test_it_asks_for_advice_about_its_view_and_never_about_a_state(client, cheap):
    table = Table(client, "portland", "asks")
    table.begin("A")
    table.deal()
    own = CheckedTransport()
    table.play({"A": HousePlayer(referee_over(own), "asks"), "B": GreedyPlayer()}, deals=1)
    assert {path for path, _ in own.sent} == {"/v1/advice"}
    assert all(body.keys() == {"view", "effort", "weights"} and body["view"]["seat"] == "A" for _, body in own.sent)


# ---------------------------------------------------------------- the match


def test_the_command_prints_the_results_and_the_time_of_decisions(cheap, monkeypatch, capsys):
    monkeypatch.setattr(
        "sys.argv",
        ["match", "--level", "medium", "--opponent", "random", "--parties", "1", "--ruleset", "german", "--seed", "a"],
    )
    match.main()
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first in [
        f"1 parties, medium against random: {counts}"
        for counts in ("1 wins, 0 losses, 0 draws", "0 wins, 1 losses, 0 draws")
    ]
    assert "(median)" in last and "(longest)" in last


def test_an_opponent_is_a_simple_player_or_a_house_player_of_a_level(client):
    assert isinstance(match.opponent(client, "random", ""), RandomPlayer)
    assert isinstance(match.opponent(client, "greedy", ""), GreedyPlayer)
    advised = Advised()
    for level, chosen in {"easy": {"best", "near", "far"}, "strong": {"best"}}.items():
        actions = [match.opponent(advised, level, f"{seed}").act({"hand": []}) for seed in range(50)]
        assert {action["type"] for action in actions} == chosen


@pytest.mark.parametrize("parties", ["0", "1001"])
def test_the_number_of_parties_is_bounded(parties, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["match", "--parties", parties])
    with pytest.raises(SystemExit):
        match.main()
    assert "from 1 to 1000" in capsys.readouterr().err


def test_seats_alternate_and_two_parties_in_a_row_have_the_same_cards(client):
    begun = []

    class Loser:
        """Notes the first deal and its own hand in it, and throws each hand down as soon as it may."""

        def __init__(self, name):
            self.name = name

        def decide(self, seat):
            view = seat.view()
            if view["phase"] == "elder_exchange" and view["partie"]["deal"] == 1:
                begun.append((self.name, seat.name, tuple(view["dealt"])))
            actions = seat.actions(0, 100)["actions"]
            return next((action for action in actions if action["type"] == "concede"), actions[0])

    overrides = {"partie_deals": 4, "calling": "automatic", "concession": "any_deal"}
    short = {"name": "portland", "overrides": overrides}
    results = list(match.play_match(client, Loser("house"), Loser("other"), short, 4, "seats"))
    assert [result["house"] for result in results] == ["A", "B", "A", "B"]
    # A deals in the first two parties, so that B is elder; then B deals.
    assert [(name, seat) for name, seat, _ in begun] == [
        ("other", "B"), ("house", "B"), ("house", "A"), ("other", "A"),
    ]  # fmt: skip
    assert begun[0][2] == begun[1][2] and begun[2][2] == begun[3][2] and begun[0][2] != begun[2][2]


@pytest.mark.parametrize(("winner", "said"), [("A", "win"), ("B", "loss"), (None, "draw")])
def test_an_outcome_is_that_of_the_house_player(winner, said):
    assert match.outcome({"house": "A", "winner": winner}) == said


@pytest.mark.rule("R4.1")
def test_the_table_takes_no_illegal_action(client):
    table = Table(client, "portland", "")
    table.resume(dealt())
    with pytest.raises(IllegalAction, match="6 cards are more than 5"):
        table.act({"seat": "A", "type": "exchange", "cards": ELDER[:6]})
