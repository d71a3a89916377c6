"""The house player of examples/house_player: what it sees, what it knows, and that it plays under every ruleset."""

import json
import threading
from random import Random
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from examples.house_player import discards, match, play
from examples.house_player.client import Client, HttpTransport, ServiceProblem, WsgiTransport
from examples.house_player.hands import likely_hands
from examples.house_player.knowledge import knowledge_of
from examples.house_player.opponents import GreedyPlayer, RandomPlayer
from examples.house_player.player import HousePlayer
from examples.house_player.statements import UNUSUAL, Statements
from examples.house_player.table import OTHER, IllegalAction, Table
from tests.helpers import http
from tests.helpers.cards import cards
from tests.properties.random_play import seeds

CATALOGUE = sorted(each["ruleset"] for each in http.get("/v1/rulesets")["rulesets"])

# The deal of W1: A is elder.
ELDER = cards("S AKJ H AQJ8 D 98 C J87")
YOUNGER = cards("S T7 H T97 D AQJT C KQT")
TALON = cards("9S 8S KH 9C KD QS AC 7D")


class CheckedTransport:
    """Requests to the service in process, each held against the contract; `sent` has what was POSTed."""

    def __init__(self):
        self.sent = []

    def send(self, method, path, body):
        if method == "GET":
            return 200, json.dumps(http.get(path)).encode()
        self.sent.append((path, json.loads(body)))
        status, answer = http.send(*self.sent[-1])
        return status, json.dumps(answer).encode()


@pytest.fixture
def client(app):
    return Client(WsgiTransport(app.wsgi_app))


@pytest.fixture
def cheap(monkeypatch):
    """A player that thinks little, so that a deal takes a fraction of a second."""
    monkeypatch.setattr(play, "HANDS", {})
    monkeypatch.setattr(play, "MOST", 2)
    monkeypatch.setattr(discards, "DEALS", 2)
    monkeypatch.setattr(discards, "TRIED", 3)


def dealt(elder=ELDER, younger=YOUNGER, talon=TALON, ruleset="portland"):
    """A first deal: A is elder."""
    hands = {"A": elder, "B": younger}
    return http.post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "hands": hands, "talon": talon})["state"]


def after(state, *actions):
    """The state after actions in the notation, all of which are legal."""
    for judged in http.post("/v1/actions/check-many", {"state": state, "actions": list(actions)})["items"]:
        assert judged["legal"], judged["violations"]
    return judged["state"]


def known_to(seat, state):
    view = http.post("/v1/states/view", {"state": state, "seat": seat})["view"]
    return view, knowledge_of(view, 32)


# ---------------------------------------------------------------- every ruleset


class Witness(HousePlayer):
    """A house player that is compared with the whole state: what it takes for certain is true."""

    def __init__(self, client, seed, table):
        super().__init__(client, seed)
        self.client, self.table, self.compared = client, table, 0

    def decide(self, seat):
        view, state, other = seat.view(), self.table._state, OTHER[seat.name]
        if view["phase"] == "play":
            parameters = self.client.parameters(view["ruleset"])
            known = knowledge_of(view, parameters["pack"])
            hand = set(state["hands"][other])
            assert set(known.held) <= hand <= {*known.held, *known.unseen}
            assert not {card[1] for card in hand} & known.void
            assert set(state["discards"][other]) <= set(known.unseen)
            assert Statements(view, known, parameters["point_comparison"]).agreement(evaluated(hand, known, view)) > 0
            self.compared += 1
        return self.act(view)


def evaluated(hand, known, view):
    """The value of a hand with the cards that were played from it."""
    body = {"ruleset": view["ruleset"], "hands": [{"cards": [*hand, *known.played]}], "odds": False}
    return http.post("/v1/hands/evaluate", body)["hands"][0]


@pytest.mark.parametrize("ruleset", CATALOGUE)
def test_it_plays_two_deals_against_chance_under_every_ruleset(ruleset, client, cheap):
    for seed, _ in seeds(f"house {ruleset}", 1):
        table = Table(client, ruleset, seed)
        house = Witness(client, seed, table)
        players = {"A": house, "B": RandomPlayer(seed)}
        table.begin_by_cut(players)
        partie = table.play(players, deals=2)  # raises IllegalAction if an action is not legal
        assert partie["deal"] == 2 or partie["result"]
        assert house.compared > 0


@pytest.mark.parametrize("overrides", [{"calling": "automatic"}, {"nought": True, "carte_rouge": 20}])
def test_it_plays_with_parameters_of_one_s_own(overrides, client, cheap):
    table = Table(client, {"name": "portland", "overrides": overrides}, "overrides")
    table.begin("A")
    assert table.play({"A": HousePlayer(client, "a"), "B": GreedyPlayer()}, deals=1)["deal"] == 1


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("ruleset", ["portland", "parlett"])
def test_it_claims_a_carte_blanche_and_ends_the_deal(ruleset, cheap):
    transport = CheckedTransport()
    client = Client(transport)
    elder = cards("S T987 H T987 D T987")
    younger = cards("S AK H AK D AK C AKQJT9")
    table = Table(client, ruleset, "blank")
    table.resume(dealt(elder, younger, cards("QS JS QH JH QD JD 8C 7C"), ruleset))
    house = HousePlayer(client, "blank")
    table.play({"A": house, "B": HousePlayer(client, "other")}, deals=1)
    claims = [body for path, body in transport.sent if path.endswith("/check")]
    assert "claim_carte_blanche" in [body["action"]["type"] for body in claims]
    assert [event["points"] for event in table.view("A")["events"] if event["kind"] == "carte_blanche"] == [10]


# ---------------------------------------------------------------- it sees what its seat may see


def rearranged(state, seat, rng):
    """The same deal with two cards exchanged that the seat has not seen; None if it would have noticed."""
    view, known = known_to(seat, state)
    one, two = rng.sample(known.unseen, 2)
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
    return found if found != state and known_to(seat, found)[0] == view else None


def test_hidden_cards_make_no_difference(client, cheap):
    tried = {"exchange": 0, "call": 0, "reply": 0, "play": 0}
    for number, (_, rng) in enumerate(seeds("hidden cards", 2)):
        state = http.post("/v1/deals", {"ruleset": "portland", "dealer": "AB"[number % 2], "seed": str(number)})[
            "state"
        ]
        table, other = Table(client, "portland", ""), Table(client, "portland", "")
        while state["to_act"]:
            seat = state["to_act"]
            table.resume(state)
            action = HousePlayer(client, "same", patience=60).decide(table.seats[seat])
            lying = rearranged(state, seat, rng)
            if lying:
                other.resume(lying)
                assert HousePlayer(client, "same", patience=60).decide(other.seats[seat]) == action
                tried[action["type"]] = tried.get(action["type"], 0) + 1
            state = after(state, action)
    assert tried["exchange"] >= 2 and tried["call"] >= 1 and tried["play"] >= 10, tried


def test_out_of_patience_it_decides_by_the_first_hand_that_it_has_analysed():
    state = after(dealt(), "AxSKD98C87", "BxS7H97", "Ap0", "As0", "At0")
    analysed = {}
    for patience in (0, 60):
        transport = CheckedTransport()
        action = HousePlayer(Client(transport), "hasty", patience).act(known_to("A", state)[0])
        assert action["type"] == "play" and action["card"] in state["hands"]["A"]
        analysed[patience] = [path for path, _ in transport.sent].count("/v1/play/analyse")
    assert analysed[0] == 1 < analysed[60]


def test_it_asks_about_its_view_and_never_about_a_state(client, cheap):
    table = Table(client, "portland", "asks")
    table.begin("A")
    table.deal()
    own = CheckedTransport()
    table.play({"A": HousePlayer(Client(own), "asks"), "B": GreedyPlayer()}, deals=1)
    assert {path for path, _ in own.sent} == {
        "/v1/exchanges/analyse", "/v1/hands/compare", "/v1/hands/evaluate", "/v1/play/analyse",
    }  # fmt: skip
    assert not [path for path, body in own.sent if "state" in body]
    assert {body["view"]["seat"] for _, body in own.sent if "view" in body} == {"A"}


# ---------------------------------------------------------------- what it knows


@pytest.mark.rule("R4.3")
def test_elder_has_not_seen_what_younger_was_dealt_and_the_last_three_of_the_talon():
    _, known = known_to("A", after(dealt(), "AxSKD98C87", "BxS7H97"))
    assert set(known.unseen) == {*YOUNGER, "QS", "AC", "7D"}
    assert known.held == [] and known.hand_count == 12 and known.discard_count == 3


@pytest.mark.rule("R4.4")
def test_elder_knows_that_younger_has_drawn_the_cards_that_elder_left():
    _, known = known_to("A", after(dealt(), "AxD98C8", "BxS7H97"))
    assert set(known.held) == {"9C", "KD"}
    assert set(known.unseen) == {*YOUNGER, "QS", "AC", "7D"}


@pytest.mark.rule("R6.1")
def test_a_suit_that_the_other_did_not_follow_and_cards_that_they_reckoned_are_known(client):
    play = ["A.AH", "BrtSTHTDTCT-tSQDQCQ", "B.TH", "A.KH", "B.7D"]
    state = after(dealt(), "AxSKD98C87", "BxS7H97", "Ap0", "As0", "At3-J", "Bn", *play)
    view, known = known_to("A", state)
    assert known.void == {"H"}
    assert set(known.held) == {"TS", "TD", "TC", "QS", "QD", "QC"}  # the ten of hearts is played
    assert set(known.played) == {"TH", "7D"}
    for hand in likely_hands(client, view, known, Random(1), 20):
        assert len(hand.cards) == 10 and set(known.held) < set(hand.cards)
        assert not {"7H", "9H"} & set(hand.cards)


@pytest.mark.rule("R3.4")
def test_the_discards_of_a_shown_carte_blanche_are_among_its_cards(client):
    elder = cards("S T987 H T987 D T987")
    state = dealt(elder, cards("S AK H AK D AK C AKQJT9"), cards("QS JS QH JH QD JD 8C 7C"), "parlett")
    state = after(state, "Ab", "AxS7H7D987", "BxSACT9", "Ap0", "As0", "At0", "A.TS")
    view, known = known_to("B", state)
    for hand in likely_hands(client, view, known, Random(1), 20):
        original = {*hand.cards, "TS"}
        assert len(original) == 12
        assert len(original & set(elder)) == 7  # five of the twelve are discarded
        assert len(original - set(elder)) == 5 and not original & {*view["dealt"], *view["drawn"]}


@pytest.mark.rule("R5.2")
def test_a_hand_without_a_better_set_contradicts_not_good():
    state = after(dealt(), "AxSKD98C87", "BxS7H97", "Ap5", "Be", "Av49", "Bg", "Ar", "As4-A", "Bg", "Ar", "At3-J", "Bn")
    view, known = known_to("A", state)
    statements = Statements(view, known, "cards")
    true = cards("S QT H T D AQJT7 C AKQT")  # four tens
    weaker = cards("S 7 H T97 D AJT7 C AKQT")  # three tens, which three knaves beat
    assert statements.agreement(evaluated(true, known, view)) == 1
    assert statements.agreement(evaluated(weaker, known, view)) == 0


@pytest.mark.rule("R5.2")
def test_good_is_unusual_but_possible_with_a_better_holding():
    # B has five diamonds, and lets a point of four pass as good.
    view, known = known_to("A", after(dealt(), "AxSKD98C87", "BxS7H97", "Ap4", "Bg", "Ar"))
    true = cards("S QT H T D AQJT7 C AKQT")
    assert Statements(view, known, "cards").agreement(evaluated(true, known, view)) == UNUSUAL


# ---------------------------------------------------------------- the match


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_command_prints_the_results_and_the_time_of_decisions(opponent, cheap, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["match", "--opponent", opponent, "--parties", "1", "--ruleset", "german"])
    match.main()
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first in [
        f"1 parties against {opponent}: {counts}"
        for counts in ("1 wins, 0 losses, 0 draws", "0 wins, 1 losses, 0 draws")
    ]
    assert "(median)" in last and "(longest)" in last


@pytest.mark.parametrize("parties", ["0", "1001"])
def test_the_number_of_parties_is_bounded(parties, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["match", "--parties", parties])
    with pytest.raises(SystemExit):
        match.main()
    assert "from 1 to 1000" in capsys.readouterr().err


def test_seats_alternate_and_two_parties_in_a_row_have_the_same_cards(client):
    begun = []

    class Loser:
        """Notes each deal and its own hand, then takes the first action there is."""

        def __init__(self, name):
            self.name = name

        def decide(self, seat):
            view = seat.view()
            if view["phase"] == "elder_exchange" and view["partie"]["deal"] == 1:
                begun.append((self.name, seat.name, tuple(view["dealt"])))
            return seat.actions(0, 1)["actions"][0]

    results = list(match.play_match(client, Loser("house"), Loser("other"), "german", 4, "seats"))
    assert [result["house"] for result in results] == ["A", "B", "A", "B"]
    # A deals in the first two parties, so that B is elder; then B deals.
    assert [(name, seat) for name, seat, _ in begun] == [
        ("other", "B"), ("house", "B"), ("house", "A"), ("other", "A"),
    ]  # fmt: skip
    assert begun[0][2] == begun[1][2] and begun[2][2] == begun[3][2] and begun[0][2] != begun[2][2]


@pytest.mark.parametrize(("winner", "said"), [("A", "win"), ("B", "loss"), (None, "draw")])
def test_an_outcome_is_that_of_the_house_player(winner, said):
    assert match.outcome({"house": "A", "winner": winner}) == said


def test_the_table_takes_no_illegal_action(client):
    table = Table(client, "portland", "")
    table.resume(dealt())
    with pytest.raises(IllegalAction, match="exchange"):
        table.act({"seat": "A", "type": "exchange", "cards": ELDER[:6]})


# ---------------------------------------------------------------- requests


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def test_a_client_gets_the_same_over_http_and_in_process(app):
    with make_server("127.0.0.1", 0, app.wsgi_app, handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            over_http = HttpTransport(f"http://127.0.0.1:{server.server_port}/")
            clients = [Client(over_http), Client(WsgiTransport(app.wsgi_app))]
            views = [client.post("/v1/states/view", state=dealt(), seat="A") for client in clients]
            assert views[0] == views[1]
            # The server closes the connection after each response; the client opens another.
            assert clients[0].parameters("old-36@1")["pack"] == clients[1].parameters("old-36@1")["pack"] == 36
            for client in clients:
                with pytest.raises(ServiceProblem, match="unknown_ruleset") as caught:
                    client.post("/v1/parties", ruleset="whist", first_dealer="A")
                assert caught.value.status == 404
            over_http.close()
        finally:
            server.shutdown()
            thread.join()


def test_parameters_are_those_of_the_ruleset_with_its_overrides(client):
    parameters = client.parameters({"name": "portland@1", "overrides": {"younger_max": 5}})
    assert parameters["younger_max"] == 5 and parameters["elder_max"] == 5 and parameters["pack"] == 32
