"""The tables of the client in Python, with the service in this process."""

import asyncio
import json
import pydoc
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from flask import Flask

import piquet_referee_client as client
from service import Table, write_record
from service.app import create_app
from service.settings.service import Settings
from tests.helpers.cards import cards

# The deal of W1: A is elder.
W1 = {
    "dealer": "B",
    "hands": {"A": cards("S AKJ H AQJ8 D 98 C J87"), "B": cards("S T7 H T97 D AQJT C KQT")},
    "talon": cards("9S 8S KH 9C KD QS AC 7D"),
}
BEGINNING = "AxSKD98C87 BxS7H97 Ap5 Be Av49 Bg Ar As4-A Bg Ar At3-J Bn A.AH Br B.TH A.KH B.7D A.QH B.TD"
END = "A.JH B.JD A.8H B.QD A.KD B.AD B.AC A.9C B.KC A.JC B.QC A.8S B.TC A.9S B.QS A.AS A.JS B.TS"


@pytest.fixture(scope="module")
def referee(app: Flask) -> Iterator[client.Referee]:
    with client.Referee("http://localhost", transport=httpx.WSGITransport(app=app.wsgi_app)) as found:
        yield found


@pytest.fixture
def table(referee: client.Referee) -> client.Table:
    """W1, before elder's exchange."""
    return client.Table(referee, referee.deal(**W1)["state"])


@pytest.mark.rule("R4.1", "R5.3")
def test_an_illegal_action_raises_its_reasons_and_changes_nothing(table: client.Table) -> None:
    before = table.state
    with pytest.raises(client.IllegalAction, match=r"^R4\.1: 6 cards are more than 5$") as raised:
        table.apply("AxSKJD98C87")
    assert raised.value.rules == ["R4.1"]
    assert [violation["params"] for violation in raised.value.violations] == [{"count": 6, "max": 5}]
    assert table.state is before


@pytest.mark.rule("R5.3")
def test_the_actions_before_an_illegal_one_are_taken(table: client.Table) -> None:
    with pytest.raises(client.IllegalAction) as raised:
        table.play(["AxSKD98C87", "BxS7H97", "Ap5", "Bn", "Ar"])
    assert (raised.value.action, raised.value.rules) == ("Bn", ["R5.3"])
    assert (table.to_act, table.phase) == ("B", "reply")
    assert [event["kind"] for event in table.events] == ["exchanged", "exchanged", "called"]


@pytest.mark.rule("R5.12", "R6.2", "R6.3")
def test_a_table_plays_w1_to_the_printed_score_and_deals_again(table: client.Table) -> None:
    table.play(BEGINNING.split())
    assert table.check("A.JH")["legal"] and table.score == {"A": 12, "B": 17}
    saved = json.loads(json.dumps(table.state))
    table = client.Table(table._referee, saved)
    table.play(END.split())
    assert (table.score, table.to_act, table.phase) == ({"A": 28, "B": 23}, None, "deal_over")
    assert [event["kind"] for event in table.deal(seed="the second deal")] == ["dealt"]
    assert (table.partie["deal"], table.partie["dealer"], table.to_act) == (2, "A", "B")


@pytest.mark.rule("R4.2", "R5.1")
def test_a_table_takes_what_people_say_and_names_the_nearest_word(table: client.Table) -> None:
    said = ["discard K♠, 9♦, 8♦ and 8 of clubs", "B: discard 7S 9H 7H", "point of 5", "Equal.", "making 49"]
    table.play(said)
    assert [event["kind"] for event in table.events if event["kind"] != "left"] == [
        "exchanged",
        "exchanged",
        "called",
        "replied",
        "tie_break",
    ]
    with pytest.raises(client.Conflict) as refused:
        table.apply("goood")
    assert refused.value.code == "malformed_notation" and refused.value.nearest == ["good"]


def test_a_table_lists_legal_actions_and_shows_a_seat_its_own_cards(table: client.Table) -> None:
    assert [option["type"] for option in table.options()] == ["exchange"]
    actions = table.actions(limit=3)
    assert len(actions) == 3 and table.check(actions[0])["legal"]
    # Elder discards one to five of twelve cards (R4.1): 12 + 66 + 220 + 495 + 792.
    every = table.actions()
    assert len(every) == 1585 and every[:3] == actions and table.actions(offset=1583) == every[1583:]
    view = table.view("A")
    assert sorted(view["hand"]) == sorted(W1["hands"]["A"])
    assert not {card for card in W1["hands"]["B"] if f'"{card}"' in json.dumps(view["hand"])}


def test_problems_name_what_is_wrong_and_the_nearest_names(referee: client.Referee, table: client.Table) -> None:
    with pytest.raises(client.InvalidRequest) as raised:
        referee.deal(dealer="B", sede="a typing error")
    assert raised.value.nearest == ["seed"]
    assert {fault["pointer"] for fault in raised.value.problem["errors"]} == {"/sede"}
    assert raised.value.request_id
    with pytest.raises(client.NotFound) as unknown:
        referee.table(ruleset="portlnd")
    assert unknown.value.nearest == ["portland"]
    with pytest.raises(client.Conflict) as impossible:
        referee.view_state(state={**table.state, "to_act": "B"}, seat="A")
    assert impossible.value.code == "impossible_state"
    assert impossible.value.rules == [violation["rule"] for violation in impossible.value.violations] != []
    assert referee.get_ruleset("portland")["ruleset"].startswith("portland@")


@pytest.mark.parametrize("end", ["/", "/v1", "/v1//"])
def test_the_address_of_a_service_may_have_the_version(app: Flask, end: str) -> None:
    with client.Referee(f"http://localhost{end}", transport=httpx.WSGITransport(app=app.wsgi_app)) as referee:
        assert referee.get_ruleset("portland")["ruleset"].startswith("portland@")


def test_tables_without_a_seed_have_different_cards(referee: client.Referee) -> None:
    assert referee.table().state["dealt"] != referee.table().state["dealt"]


# ---------------------------------------------------------------- what the library has, too


def as_in_library(table: client.Table) -> Table:
    """The table of the library at which the same was dealt and done."""
    partie, state = table.partie, table.state
    made = Table("portland", first_dealer=partie["first_dealer"])
    for deal in (*partie["deals"], {**state, "dealer": partie["dealer"]}):
        hands: Any = deal["dealt"]["hands"]
        made.deal(hands=hands, talon=deal["dealt"]["talon"], irregular=len(hands["A"]) + len(hands["B"]) != 24)
        for action in deal["history"]:
            made.apply(action)
    return made


@pytest.mark.rule("R5.12", "R6.2", "R6.3")
def test_a_record_is_that_of_the_library(table: client.Table, referee: client.Referee) -> None:
    """During the second deal."""
    table.play(BEGINNING.split())
    table.play(END.split())
    table.deal(seed="the second deal")
    table.apply(table.advice().best)
    record = table.record({"A": "Anne", "B": "Blaise"}, event="An example")
    text = referee.convert_record(record=record)["record"]
    made = as_in_library(table)
    whole = made.record({"A": "Anne", "B": "Blaise"}, event="An example")
    assert Table.from_record(text) == made
    assert record == write_record(whole, json=True)
    for unknown, named in (({"a": "Anne"}, {}), ({}, {"evnt": "An example"})):
        with pytest.raises(client.RefereeError, match=r"did you mean (A|event)\?"):
            table.record(unknown, **named)
    (report,) = referee.verify_records(records=[record, text])["reports"][:1]
    assert (report["agrees"], report["complete"], report["divergences"]) == (True, True, [])


@pytest.mark.rule("R8.1", "R8.2", "R8.5")
def test_the_record_of_a_partie_that_is_over_has_its_result(referee: client.Referee) -> None:
    table = referee.table(ruleset="hoyle", overrides={"target": 150}, first_dealer="A", seed="a partie")
    assert (table.state["ruleset"], table.partie["dealer"]) == ({"name": "hoyle@1", "overrides": {"target": 150}}, "A")
    while table.phase != "partie_over":
        if table.to_act:
            table.apply(table.actions(sample=1, seed=f"{len(table.state['history'])}")[0])
        else:
            table.deal(seed=f"deal {table.partie['deal']}")
    (report,) = referee.verify_records(records=[table.record()])["reports"]
    assert (report["agrees"], report["complete"], report["problems"]) == (True, True, [])
    assert table.partie["result"] and table.record()["result"]["totals"] == table.partie["result"]["totals"]


@pytest.mark.rule("L10", "L16")
@pytest.mark.parametrize(
    ("dealer", "moved", "flags"),
    [("B", 1, {"irregular"}), ("A", 0, {"out_of_turn"}), ("A", 1, {"irregular", "out_of_turn"})],
)
def test_the_record_of_an_irregular_deal_says_what_is_irregular(
    referee: client.Referee, dealer: Any, moved: int, flags: set[str]
) -> None:
    """Thirteen cards for A, or a deal by the seat that is not due; then the law annuls it."""
    hands = {"A": [*W1["hands"]["A"], *W1["talon"][:moved]], "B": W1["hands"]["B"]}
    begun = referee.start_partie(first_dealer="B")["state"]
    given: Any = {"dealer": "A"} if dealer == "A" else {}
    dealt = referee.deal(state=begun, hands=hands, talon=W1["talon"][moved:], irregular=True, **given)["state"]
    table = client.Table(referee, dealt)
    assert table.rulings() and table.rulings("A", lang="fr")

    def flags_of(deal: Any) -> set[str]:
        return {name for name, value in deal.items() if value is True}

    assert flags_of(table.record()["deals"][0]) == flags
    (annul,) = [each for each in table.rulings()[0]["elections"] if each["election"] in ("redeal", "void")]
    table.apply(annul["actions"][0])
    assert flags_of(table.record()["deals"][0]) == {*flags, "annulled"}
    table.deal(seed="again")
    record = table.record()
    assert [flags_of(deal) for deal in record["deals"]] == [{*flags, "annulled"}, set()]
    assert referee.verify_records(records=[record])["reports"][0]["agrees"]


def test_undo_takes_back_actions_and_deals_to_the_beginning_of_the_table(table: client.Table) -> None:
    states = [table.state]
    for action in BEGINNING.split():
        table.apply(action)
        states.append(table.state)
    table.play(END.split())
    table.deal(seed="the second deal")
    assert table.undo() is None
    assert (table.phase, table.partie["deal"]) == ("deal_over", 1)
    undone = [table.undo() for _ in END.split()]
    assert undone[0] == {"seat": "B", "type": "play", "card": "TS"}
    for state in reversed(states):
        assert table.state == state
        if state is not states[0]:
            table.undo()
    with pytest.raises(client.RefereeError, match="nothing to undo"):
        table.undo()
    table.apply("AxSKD98C87")
    assert table.undo() == {"seat": "A", "type": "exchange", "cards": cards("S K D 98 C 87")}


def test_a_picture_is_that_of_the_service(table: client.Table) -> None:
    assert table.picture().startswith("<svg")
    assert table.picture("A", text=True) == table.picture(seat="A", text=True) != table.picture("B", text=True)
    assert table.picture(text=True, lang="fr") != table.picture(text=True)


@pytest.mark.parametrize("kind", [client.Table, client.AsyncTable, client.ConcealedTable, client.Referee])
def test_help_names_the_types_of_a_signature(kind: type) -> None:
    """Not all members of their unions, in lines of thousands of letters."""
    text = pydoc.plain(pydoc.render_doc(kind))
    assert max(map(len, text.splitlines())) < 400
    if kind is client.Table:
        unquoted = text.replace("'", "")  # Python 3.14 writes annotations without quotes
        assert "apply(self, action: models.GivenAction) -> Sequence[models.Event]" in unquoted


def test_a_table_begins_by_the_rules_of_the_portland_club_with_b_as_dealer(referee: client.Referee) -> None:
    table = referee.table()
    assert (table.state["ruleset"], table.partie["first_dealer"], table.to_act) == ("portland@1", "B", "A")


def test_advice_and_options_are_no_action(table: client.Table) -> None:
    several: Any
    for several, message in (
        (table.advice(), r"its \.best"),
        (table.options(), "hand over one of actions"),
        (None, "one"),
    ):
        with pytest.raises(TypeError, match=message):
            table.apply(several)


def test_a_random_action_is_drawn_anew_unless_it_has_a_seed(table: client.Table) -> None:
    assert len({json.dumps(table.actions(sample=1)) for _ in range(5)}) > 1
    assert table.actions(sample=3, seed="x") == table.actions(sample=3, seed="x")


# ---------------------------------------------------------------- concealed tables


@pytest.fixture(scope="module")
def concealing() -> Iterator[client.Referee]:
    """A service with a key for seals."""
    app = create_app(Settings(seal_keys={"one": b"1" * 32}))
    with client.Referee("http://localhost", transport=httpx.WSGITransport(app=app.wsgi_app)) as found:
        yield found


#: The service deals the same cards for the same keys and seed.
KEYS = {seat: f"the key of {seat}, of 32 characters or more" for seat in "AB"}
HASHES: Any = {seat: client.key_hash(key) for seat, key in KEYS.items()}

Two = tuple[client.ConcealedTable, client.ConcealedTable]


@pytest.fixture
def two(concealing: client.Referee) -> Two:
    """Both seats after the first deal, of which they have seen nothing yet."""
    a_key, b_key = KEYS.values()
    dealt = concealing.deal_concealed(dealer="B", key_hashes=HASHES, seed="two")["concealed"]
    return (
        client.ConcealedTable(concealing, dealt, "A", a_key),
        client.ConcealedTable(concealing, dealt, "B", b_key),
    )


def play_deal(two: Two) -> None:
    """Play the deal at random."""
    while two[0].phase != "deal_over":
        mine, other = two if two[0].to_act == "A" else two[::-1]
        mine.apply(mine.actions(sample=1, seed="any")[0])
        before = other.partie["deal"]
        other.receive(mine.concealed)
        assert other.events and other.partie["deal"] == before


def test_two_concealed_tables_play_two_deals_with_tokens_alone(two: Two) -> None:
    hands = [set(table.view()["hand"]) for table in two]
    assert [len(hand) for hand in hands] == [12, 12] and not hands[0] & hands[1]
    assert two[0].to_act == two[1].to_act == "A"
    assert [option["type"] for option in two[0].options()] == ["exchange"] and two[1].options() == []
    play_deal(two)
    assert two[0].score == two[1].score
    assert (two[0].deal(), two[0].phase) == ([], "deal_over")
    two[1].receive(two[0].concealed)
    assert [event["kind"] for event in two[1].deal()] == ["dealt"]
    two[0].receive(two[1].concealed)
    assert [event["kind"] for event in two[0].events] == ["dealt"]
    assert [(table.to_act, table.partie["deal"], table.phase) for table in two] == [("B", 2, "elder_exchange")] * 2
    play_deal(two)
    assert two[0].partie == two[1].partie and len(two[0].partie["deals"]) == 1
    whole: Any = {**two[0].concealed, "keys": KEYS}
    record = two[0]._referee.convert_record(state=whole)["record"]
    assert [len(deal["steps"]) > 30 for deal in record["deals"]] == [True, True]


@pytest.mark.rule("R4.1", "R4.2", "R4.3")
def test_a_concealed_table_judges_advises_and_draws_like_any_other(two: Two) -> None:
    anne, blaise = two
    held = anne.view()["hand"]
    other_card = blaise.view()["hand"][0]
    refused = anne.check({"seat": "A", "type": "exchange", "cards": [other_card]})
    assert refused["legal"] is False and refused["violations"][0]["rule"] == "R4.3"
    with pytest.raises(client.IllegalAction):
        anne.apply({"seat": "A", "type": "exchange", "cards": held[:6]})
    best = anne.advice().best
    assert best["type"] == "exchange" and set(best["cards"]) < set(held)
    assert other_card not in anne.picture(text=True)
    assert anne.rulings() == []
    (event,) = anne.play([best])
    assert event["kind"] == "exchanged"
    with pytest.raises(client.IllegalAction, match=r"R4\.2: it is B's turn"):
        anne.apply(best)
    with pytest.raises(client.IllegalAction, match=r"R4\.2: it is B's turn"):
        anne.apply(f"Exchange {held[0]}")  # it is of the seat of the key
    with pytest.raises(client.Conflict, match="/action/seat is not the seat whose key was sent; B is to act"):
        anne.apply({"seat": "B", "type": "exchange", "cards": [other_card]})
    blaise.receive(anne.concealed)
    assert blaise.check(f"discard {other_card}")["legal"]


def test_a_concealed_table_that_has_seen_nothing_says_so(two: Two) -> None:
    for read in ("to_act", "phase", "score", "partie", "awaiting"):
        with pytest.raises(client.RefereeError, match=r"call view\(\) first"):
            getattr(two[0], read)


def test_a_token_of_another_attempt_is_refused(two: Two) -> None:
    """B exchanges one card, looks, goes back and exchanges two. Having seen the first, A takes no other."""
    anne, blaise = two
    anne.view()
    begun = anne.concealed
    anne.apply(anne.actions(sample=1, seed="any")[0])
    exchanged = anne.concealed
    tries = []
    for number in (1, 2):
        blaise = client.ConcealedTable(blaise._referee, exchanged, "B", blaise._key)
        blaise.apply({"seat": "B", "type": "exchange", "cards": blaise.view()["hand"][:number]})
        tries.append(blaise.concealed)
    anne.receive(tries[0])
    seen = anne.view()
    for token in (tries[1], exchanged, begun):
        with pytest.raises(client.WrongToken, match="ask the opponent for the newest"):
            anne.receive(token)
        assert anne.concealed == tries[0] and anne.view() == seen


def test_a_token_of_another_partie_is_refused(two: Two, concealing: client.Referee) -> None:
    """A begins other parties with the hash of B's key until it likes its hand, and plays on in that one."""
    anne, blaise = two
    assert len(blaise.view()["hand"]) == 12
    other = concealing.deal_concealed(dealer="B", key_hashes=HASHES, seed="one that A likes better")["concealed"]
    anne = client.ConcealedTable(concealing, other, "A", KEYS["A"])
    assert anne.view()["events"] == blaise.view()["events"]
    anne.apply(anne.actions(sample=1, seed="any")[0])
    with pytest.raises(client.WrongToken):
        blaise.receive(anne.concealed)


def test_a_table_agrees_to_the_end_of_a_deal_once(two: Two) -> None:
    for table in two:
        table.view()
    play_deal(two)
    ended = two[0].concealed
    two[0].deal()
    agreed = two[0].concealed
    with pytest.raises(client.RefereeError, match="has agreed"):
        two[0].deal()
    two[0].receive(ended)  # the same end, without the agreement
    with pytest.raises(client.RefereeError, match="has agreed"):
        two[0].deal()
    two[1].receive(agreed)
    two[1].deal()
    two[0].receive(two[1].concealed)
    with pytest.raises(client.WrongToken):
        two[0].receive(agreed)


def saved(table: client.ConcealedTable) -> client.ConcealedTable:
    """The table as a program makes it again from what it saved."""
    concealed = json.loads(json.dumps(table.concealed))
    made = client.ConcealedTable(table._referee, concealed, table.seat, table._key)
    made.view()
    return made


@pytest.mark.parametrize("again", [lambda table: table, saved], ids=["kept", "saved"])
def test_two_players_who_agree_at_the_same_time_get_the_same_deal(two: Two, again: Any) -> None:
    """The deck depends on the number of the deal alone, so it does not matter whose agreement is used."""
    for table in two:
        table.view()
    play_deal(two)
    assert [table.awaiting for table in two] == [None, None]
    assert [table.deal() for table in two] == [[], []]
    two = again(two[0]), again(two[1])
    assert [table.awaiting for table in two] == ["B", "A"]
    for table in two:
        with pytest.raises(client.RefereeError, match="has agreed"):
            table.deal()
    crossing = [table.concealed for table in two]
    for table, token in zip(two, reversed(crossing), strict=True):
        table.receive(token)
    two = again(two[0]), again(two[1])
    assert [table.awaiting for table in two] == ["A", "B"]
    assert [[event["kind"] for event in table.deal()] for table in two] == [["dealt"], ["dealt"]]
    assert two[0].concealed == two[1].concealed and [table.awaiting for table in two] == [None, None]
    play_deal(two)


def test_a_table_that_has_agreed_does_not_agree_to_another_end(two: Two) -> None:
    """The opponent, who has seen the next deal, says that more has happened in this one."""
    for table in two:
        table.view()
    play_deal(two)
    two[0].deal()
    anne = saved(two[0])
    two[1].deal()
    anne.receive(two[1].concealed)
    anne.view()["events"].append(anne.view()["events"][-1])
    with pytest.raises(client.RefereeError, match="has agreed"):
        anne.deal()


def test_a_table_says_which_object_it_takes(two: Two, referee: client.Referee, table: client.Table) -> None:
    anne = two[0]
    for given in (anne.concealed["token"], anne.view()):
        wrong: Any = given
        with pytest.raises(client.RefereeError, match="ConcealedTable takes the whole `concealed` object"):
            anne.receive(wrong)
        with pytest.raises(client.RefereeError, match="ConcealedTable takes the whole `concealed` object"):
            client.ConcealedTable(referee, wrong, "A", KEYS["A"])
    concealed: Any = anne.concealed
    with pytest.raises(client.RefereeError, match="a concealed state, which a ConcealedTable takes"):
        client.Table(referee, concealed)
    for given in ({"state": table.state}, table.view("A"), json.dumps(table.state), object(), None):
        wrong = given
        with pytest.raises(client.RefereeError, match="a Table takes the member `state` of a response") as raised:
            client.Table(referee, wrong)
        assert "AS" not in str(raised.value)


@pytest.mark.parametrize("seat", [KEYS["A"], "a", None])
def test_a_concealed_table_does_not_quote_a_key_in_the_place_of_the_seat(two: Two, seat: Any) -> None:
    with pytest.raises(client.RefereeError, match=r"^the seat of a ConcealedTable is A or B; the key"):
        client.ConcealedTable(two[0]._referee, two[0].concealed, seat, "A")


def test_the_actions_to_play_are_a_list_or_drawn_from_an_iterator(table: client.Table) -> None:
    one: Any = {"seat": "A", "type": "exchange", "cards": ["8C"]}
    for wrong in (BEGINNING, one):
        with pytest.raises(TypeError, match="play takes a list of actions"):
            table.play(wrong)
    drawn: Any = iter([one])
    assert [event["kind"] for event in table.play(drawn)] == ["exchanged", "left"]


def test_an_agreement_whose_response_was_lost_is_given_again(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    for table in two:
        table.view()
    play_deal(two)

    def lost(**body: Any) -> Any:
        raise client.NoResponse("POST /v1/deals/concealed", 1, OSError("reset"))

    with monkeypatch.context() as patched:
        patched.setattr(two[0]._referee, "deal_concealed", lost)
        with pytest.raises(client.NoResponse):
            two[0].deal()
    assert two[0].deal() == []


def test_the_asynchronous_concealed_table_does_the_same() -> None:
    sealed = httpx.WSGITransport(app=create_app(Settings(seal_keys={"one": b"1" * 32})).wsgi_app)

    def respond(request: httpx.Request) -> httpx.Response:
        response = sealed.handle_request(request)
        return httpx.Response(response.status_code, headers=response.headers, content=response.read())

    async def play() -> None:
        async with client.AsyncReferee("http://localhost", transport=httpx.MockTransport(respond)) as referee:
            dealt = (await referee.deal_concealed(dealer="B", key_hashes=HASHES, seed="two"))["concealed"]
            anne = client.AsyncConcealedTable(referee, dealt, "A", KEYS["A"])
            blaise = client.AsyncConcealedTable(referee, dealt, "B", KEYS["B"])
            assert len((await blaise.view())["hand"]) == len((await anne.view())["hand"]) == 12
            await anne.apply((await anne.actions(sample=1))[0])
            await blaise.receive(anne.concealed)
            assert blaise.to_act == "B" and blaise.events[0]["kind"] == "exchanged"
            table = await referee.table(ruleset="hoyle", first_dealer="A")
            await table.apply((await table.advice()).best)
            assert table.undo() and (await table.picture("B", text=True)) and not await table.rulings()

    asyncio.run(play())
