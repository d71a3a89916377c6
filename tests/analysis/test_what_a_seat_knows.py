"""`hands/evaluate` and `exchanges/analyse` of a view, or of a state and a seat: what is derived, and what is refused.

What a seat knows is derived here by hand, and the answer is that to a request that says as much."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.cards import cards, portland
from tests.helpers.game import Game
from tests.helpers.http import post, problem
from tests.helpers.random_cases import seeds
from tests.properties.random_play import pack_of, reachable_states
from tests.properties.test_view import known as known_cards, permuted, some_names, view

Json = Any

EVALUATE, EXCHANGE = "/v1/hands/evaluate", "/v1/exchanges/analyse"
# Elder's five of the talon are C 7A8K9, younger's Q T J.
ELDER, YOUNGER, TALON = "S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C 7A8K9QTJ"
CATEGORIES = ("point", "sequence", "set")
PLAIN = {"mode": "plain", "limit": 3}


def dealt(ruleset: Json = "portland") -> Game:
    return Game.deal(ELDER, YOUNGER, TALON, ruleset=ruleset)


def asked(path: str, state: Json, seat: str, **more: Json) -> Json:
    """The answer to a state and a seat, which is that to the view of the seat."""
    answer = post(path, {"state": state, "seat": seat, **more})
    assert post(path, {"view": view(state, seat), **more}) == answer
    return answer


def evaluated(game: Game, seat: str, **known: str) -> None:
    """The seat's hand is valued as one of which this is known."""
    hand = {"cards": game.state["hands"][seat], **{name: cards(some) for name, some in known.items()}}
    told = {"ruleset": game.state["ruleset"], "hands": [hand]}
    assert asked(EVALUATE, game.state, seat) == post(EVALUATE, told)


def analysed(game: Game, seat: str, **told: Json) -> None:
    """The seat's exchange is analysed as one of which this is told."""
    body = {"ruleset": game.state["ruleset"], "hand": game.state["hands"][seat], **told, **PLAIN}
    assert asked(EXCHANGE, game.state, seat, **PLAIN) == post(EXCHANGE, body)


# ---------------------------------------------------------------- hands


@pytest.mark.rule("R4.3", "R4.4")
def test_elder_knows_where_the_cards_went_that_elder_left() -> None:
    game = dealt()
    evaluated(game, "A")
    # Elder takes 7 A 8 and leaves K 9. Before younger has drawn they may come to either place.
    game.exchange("D AKQ")
    evaluated(game, "A", discards="D AKQ")
    evaluated(game, "B")
    # Younger draws the king alone; the nine stays in the talon, with cards that nobody has seen.
    game.exchange("7D")
    evaluated(game, "A", discards="D AKQ", held="C K", known="C 9")
    evaluated(game, "B", discards="7D")


@pytest.mark.rule("R4.5", "R5.13", "R6.1")
def test_what_was_looked_at_shown_and_played_is_known() -> None:
    # Elder takes all five, younger the queen of clubs.
    game = dealt().exchange("D AKQJ S J").exchange("7D")
    game.passes("point", "sequence").call("set", 3, "A").good().reckon().play("7C")
    away = "D AKQJ S J"
    # Elder has shown three aces and three kings; younger has three tens, which are not good.
    evaluated(game, "B", discards="7D", held="S AK H AK C AK C 7")
    game.do("younger", "look_at_left", look=True)  # the ten and the knave of clubs
    evaluated(game, "A", discards=away, known="C TJ C 7")
    evaluated(game, "B", discards="7D", known="C TJ", held="S AK H AK C AK C 7")
    game.reckon_nothing().play("QC").play("TS")
    evaluated(game, "A", discards=away, known="C TJ C 7", held="C Q S T")
    evaluated(game, "B", discards="7D", known="C TJ C Q S T", held="S AK H AK C AK C 7")


@pytest.mark.rule("R4.5")
def test_who_looked_alone_knows_alone() -> None:
    game = dealt(portland(left_cards="private_named_suit")).exchange("D AKQJ S J").exchange("7D")
    game.do("younger", "look_at_left", look=True)
    evaluated(game, "B", discards="7D", known="C TJ")
    evaluated(game, "A", discards="D AKQJ S J")


def test_odds_may_be_left_out_here_too() -> None:
    answer = asked(EVALUATE, dealt().state, "A", odds=False)
    assert [each["odds"] for each in answer["hands"][0]["points"]] == [None] * 3


# ---------------------------------------------------------------- exchanges


@pytest.mark.rule("R4.1", "R4.2")
@pytest.mark.parametrize(("name", "most"), [("portland", 5), ("denexa", 5), ("german", 5)])
def test_the_exchange_that_is_due_is_analysed(name: str, most: int) -> None:
    game = dealt(name)
    analysed(game, "A", side="elder")
    # Elder leaves one: younger may take four, or five at the most, and has seen nothing of them.
    game.exchange("D AKQJ")
    analysed(game, "B", side="younger", available=4)


@pytest.mark.rule("R3.2", "R3.3")
def test_a_discard_that_is_committed_is_analysed_with_what_was_announced() -> None:
    # Elder announces three: younger may take three, and two that elder leaves. The carte blanche is elder's.
    blank, court = "S AT987 H AT987 D AT", "S KQJ H KQJ D KQJ C KQJ"
    game = Game.deal(blank, court).do("elder", "claim_carte_blanche", exchange=3)
    analysed(game, "B", side="younger", available=5, carte_blanche="other")
    game.do("younger", "commit_discard", cards="S Q")
    analysed(game, "A", side="elder", available=3, carte_blanche="own")


@pytest.mark.rule("R3.2", "R3.3")
@pytest.mark.parametrize("protocol", ["show", "discard_first"])
def test_a_carte_blanche_of_youngers_counts_from_when_it_is_claimed(protocol: str) -> None:
    blank, court = "S AT987 H AT987 D AT", "S KQJ H KQJ D KQJ C KQJ"
    game = Game.deal(court, blank, ruleset=portland(carte_blanche_protocol=protocol))
    if protocol == "discard_first":
        game.do("younger", "claim_carte_blanche")
        analysed(game, "A", side="elder", carte_blanche="other")
        game.exchange("S KQJ H KQ")
    else:
        game.exchange("S KQJ H KQ").do("younger", "claim_carte_blanche")
    analysed(game, "B", side="younger", available=3, carte_blanche="own")


@pytest.mark.rule("R4.6")
def test_a_second_exchange_is_analysed_with_elders_discards() -> None:
    game = dealt("french").exchange("D AKQJ S J").exchange("7D")
    analysed(game, "A", side="elder", known=cards("D AKQJ S J"), available=2)


def test_only_discards_of_so_many_cards_may_be_wanted() -> None:
    answer = asked(EXCHANGE, dealt().state, "A", at_most=2, **PLAIN)
    assert answer["discards"] == 12 + 66
    assert answer["rows"] == post(EXCHANGE, {"side": "elder", "hand": cards(ELDER), "at_most": 2, **PLAIN})["rows"]
    refused = problem(EXCHANGE, {"state": dealt().state, "seat": "A", "at_most": 0})
    assert [fault["pointer"] for fault in refused["errors"]] == ["/at_most"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("path", [EVALUATE, EXCHANGE])
@pytest.mark.parametrize(
    "members",
    [
        {},
        {"seat": "A"},
        {"state": "1~portland@1~B"},
        {"state": "1~portland@1~B", "seat": "A", "ruleset": "portland"},
        {"view": ..., "seat": "A"},
        {"view": ..., "state": "1~portland@1~B", "seat": "A"},
        {"view": ..., "ruleset": "portland"},
        {"view": {}},
        {"view": "1~portland@1~B"},
        {"state": "1~portland@1~B", "seat": "C"},
    ],
    ids=str,
)
def test_a_view_or_a_state_with_a_seat_and_nothing_else(path: str, members: Json) -> None:
    seen = view(dealt().state, "A")
    body = {name: seen if value is ... else value for name, value in members.items()}
    assert problem(path, body)["code"] == "invalid_request"


@pytest.mark.parametrize(
    ("path", "more"), [(EVALUATE, {"hands": [{"cards": ["AS"]}]}), (EXCHANGE, {"side": "elder", "hand": cards(ELDER)})]
)
def test_what_is_derived_is_not_told_besides(path: str, more: Json) -> None:
    for source in ({"view": view(dealt().state, "A")}, {"state": dealt().state, "seat": "A"}):
        assert problem(path, {**source, **more})["code"] == "invalid_request"


def test_whoever_has_nothing_to_exchange_is_told_so() -> None:
    game = dealt()
    for seat, state in (("B", game.state), ("A", game.exchange("D AKQ").state)):
        for body, pointer in (
            ({"state": state, "seat": seat}, "/state/phase"),
            ({"view": view(state, seat)}, "/view/phase"),
        ):
            refused = problem(EXCHANGE, body)
            assert (refused["code"], refused["errors"][0]["pointer"]) == ("contradictory_request", pointer)


def test_without_cards_there_is_nothing_to_value() -> None:
    begun = post("/v1/parties", {"first_dealer": "A"})["state"]
    for path in (EVALUATE, EXCHANGE):
        refused = problem(path, {"state": begun, "seat": "A"})
        assert (refused["code"], refused["errors"][0]["pointer"]) == ("contradictory_request", "/state/phase")
    over = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98").passes(*CATEGORIES)
    over.play("AS").reckon_nothing().play("8S").play_out()
    refused = problem(EVALUATE, {"state": over.state, "seat": "A"})
    assert refused["errors"][0]["pointer"] == "/state/hand"


def test_a_state_that_contradicts_itself_is_refused() -> None:
    for path in (EVALUATE, EXCHANGE):
        state = {**dealt().state, "score": {"A": 99, "B": 0}}
        assert problem(path, {"state": state, "seat": "A"})["code"] == "impossible_state"


@pytest.mark.parametrize(
    ("path", "change"),
    [
        (EVALUATE, {"discards": ["AS"]}),  # in hand
        (EVALUATE, {"looked": ["6S"]}),
        (EVALUATE, {"hand": []}),
        (EVALUATE, {"discards": cards("C 7A8K9QTJ S T987 H T9")}),  # which leaves too few for the other
        (EXCHANGE, {"hand": cards(ELDER)[1:]}),
        (EXCHANGE, {"options": []}),
        (EXCHANGE, {"options": [{"seat": "A", "type": "exchange", "cards": [], "min": 5, "max": 1}]}),
        (EXCHANGE, {"options": [{"seat": "A", "type": "exchange", "cards": [], "min": 1, "max": 9}]}),
        (EXCHANGE, {"options": [{"seat": "A", "type": "exchange", "cards": []}]}),
        (EXCHANGE, {"discards": cards("C 7A8K9 S T987")}),
        (EXCHANGE, {"partie": {"dealer": None}}),
    ],
    ids=str,
)
def test_a_view_that_nobody_can_have_is_refused(path: str, change: Json) -> None:
    seen = view(dealt().state, "A")
    if "partie" in change:
        change = {"partie": {**seen["partie"], **change["partie"]}}
    refused = problem(path, {"view": {**seen, **change}})
    assert refused["code"] == "contradictory_request"
    assert refused["errors"][0]["pointer"].startswith("/view")


# ---------------------------------------------------------------- what a seat cannot know


@pytest.mark.rule("R3.4", "R4.3", "R4.4", "R4.5", "R5.13")
def test_the_answers_are_the_same_wherever_the_hidden_cards_lie() -> None:
    """States at random, and the same with other cards where the seat cannot see them."""
    told = {EVALUATE: 0, EXCHANGE: 0}
    for number, (_, rng) in enumerate(seeds("knows", 6)):
        ruleset = ["portland", "french", "denexa", "old-36"][number % 4]
        for state in reachable_states(ruleset, rng, 0.3):
            for seat in "AB":
                if not state["hands"][seat]:
                    continue
                hidden = sorted(set(pack_of(ruleset)) - known_cards(state, seat))
                instead = permuted(state, seat, some_names(hidden, rng)) if len(hidden) > 1 else None
                if instead is None or instead["events"] != state["events"] or instead["dealt"] == state["dealt"]:
                    continue
                due = {option["type"] for option in view(state, seat)["options"]} & {"exchange", "commit_discard"}
                for path, more in ((EVALUATE, {}), (EXCHANGE, PLAIN)):
                    if path == EXCHANGE and not due:
                        continue
                    answer = asked(path, state, seat, **more)
                    assert asked(path, instead, seat, **more) == answer, (seat, state, instead)
                    told[path] += 1
    print(told)
    assert told[EVALUATE] > 20 and told[EXCHANGE]
